"""Writes answers for a person at a terminal."""

from .answers import shown
from .figures import fraction, one_in, percent
from .screen import BOLD, Screen, filled, wide, wrapped

__all__ = [
    "BOLD",
    "Screen",
    "filled",
    "fraction",
    "one_in",
    "percent",
    "shown",
    "wide",
    "wrapped",
]
