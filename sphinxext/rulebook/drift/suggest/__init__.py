"""Finds typed odds that nothing checks."""
