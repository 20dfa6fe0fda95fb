"""Errors of the library: one line each."""

from __future__ import annotations

LONGEST = 1000  # characters of a line
ENDS = 500, 300  # how many of a longer one are kept at either end


def one_line(message: str) -> str:
    """Return the message in one line; a very long one keeps its beginning and its end."""
    line = " ".join(message.splitlines())
    first, last = ENDS
    return line if len(line) <= LONGEST else f"{line[:first]} … {line[-last:]}"


class Refused(Exception):
    """One line that says what is wrong and what would be right."""

    def __init__(self, message: str) -> None:
        """Keep the message as one line that can be read, whatever an author's own words hold."""
        super().__init__(one_line(message))


class TooMuch(Refused):
    """A question that is more work than it may be."""
