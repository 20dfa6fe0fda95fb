"""The book as a PDF, set by Typst in one of the looks."""
