"""Compares two rules files or two locks."""
