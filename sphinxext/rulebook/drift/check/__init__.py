"""Compares typed figures with the rules."""
