"""One document for each source: its blocks, tables and marks, each letter with its place."""
