"""Reads the rules back in plain sentences."""
