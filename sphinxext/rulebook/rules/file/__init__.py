"""Reads a rules file and checks every word of it."""
