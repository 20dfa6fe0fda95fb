"""Corrects wrong figures in the sources."""
