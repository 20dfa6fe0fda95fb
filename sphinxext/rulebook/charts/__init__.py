"""Charts: what one shows, and its drawing. Matplotlib is imported where one is drawn."""
