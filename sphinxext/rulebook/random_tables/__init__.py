"""Random tables: which rolls lead to which row, checked, numbered and exported.

Nothing here but ``directive`` knows of Sphinx.
"""
