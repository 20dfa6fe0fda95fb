"""Shows a book in the browser while its author writes, with every mistake marked in its place."""
