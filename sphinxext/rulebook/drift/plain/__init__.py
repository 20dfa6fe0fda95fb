"""Markdown and reStructuredText held as they are, with marks in comments that renderers hide."""
