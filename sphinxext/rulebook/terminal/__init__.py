"""Writes answers for a person at a terminal."""

from .answers import answer_text, fraction, one_in, percent
from .screen import BOLD, Screen, filled, wide, wrapped

__all__ = [
    "BOLD",
    "Screen",
    "answer_text",
    "filled",
    "fraction",
    "one_in",
    "percent",
    "wide",
    "wrapped",
]
