"""Tables, charts and figures as questions with their answers."""
