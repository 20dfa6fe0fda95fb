"""Lines and cells in the sources of a page."""
