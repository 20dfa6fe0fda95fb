"""Reads typed figures and writes ours, in each language's words."""
