"""Writes answers for a person at a terminal."""

from .answers import answer_text
from .screen import BOLD, Screen, filled, wide, wrapped

__all__ = [
    "BOLD",
    "Screen",
    "answer_text",
    "filled",
    "wide",
    "wrapped",
]
