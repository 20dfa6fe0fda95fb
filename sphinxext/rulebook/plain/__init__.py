"""Markdown and reStructuredText held as they stand, with marks in comments that renderers hide."""
