"""One module for each family of nodes."""
