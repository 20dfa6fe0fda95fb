"""The kinds of figures that a book shows."""
