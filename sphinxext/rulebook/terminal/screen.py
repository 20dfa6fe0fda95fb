"""The terminal that output goes to: how wide it is, what it can show, text that fits it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import time
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

EIGHTHS = " ▏▎▍▌▋▊▉█"
BOLD, DIM, CYAN = "1", "2", "36"
PROGRESS = 30  # letters of a bar
WAIT = 0.5  # seconds before a bar shows, so that a quick command has none


class Screen(NamedTuple):
    """The width of the terminal, and what it can show."""

    width: int = 80
    colours: bool = False
    blocks: bool = True

    @classmethod
    def here(cls) -> Screen:
        """The screen that output goes to."""
        out = sys.stdout
        colours = (
            out.isatty()
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM", "") not in ("dumb", "")
        )
        return cls(max(20, shutil.get_terminal_size().columns), colours, _can_write(EIGHTHS))

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where there are any."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colours and text.strip() else text

    def plain(self, text: str) -> str:
        """The text in signs that the screen has."""
        return text if self.blocks else text.translate({0x2013: "-", 0x2265: ">=", 0x2264: "<="})

    def bar(self, share: Fraction, width: int) -> str:
        """A bar that fills its share of the width; the least share still shows."""
        if not self.blocks:
            return "#" * max(int(share * width + Fraction(1, 2)), 1 if share else 0)
        eighths = max(int(share * width * 8 + Fraction(1, 2)), 1 if share else 0)
        return EIGHTHS[-1] * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _can_write(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wide(text: str) -> int:
    """The number of columns that the text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def fit(text: str, width: int, right: bool) -> str:
    """The text in so many columns, cut where it is longer."""
    if wide(text) > width:
        while wide(text) > width - 1:
            text = text[:-1]
        text = text.rstrip() + "…"
    space = " " * (width - wide(text))
    return space + text if right else text + space


def wrapped(text: str, screen: Screen) -> str:
    """The text with each line wrapped, what follows a bullet indented under it."""
    lines = []
    for line in text.splitlines():
        bare = line.lstrip(" ")
        indent = line[: len(line) - len(bare)]
        hanging = indent + ("  " if bare.startswith("- ") else "")
        lines.extend(filled(bare, screen, indent, hanging) if bare else [""])
    return "\n".join(lines)


def filled(text: str, screen: Screen, first: str, then: str) -> list[str]:
    """The lines of a paragraph, the first one indented in its own way."""
    return textwrap.wrap(
        text,
        min(screen.width - 1, 100),
        initial_indent=first,
        subsequent_indent=then,
        break_on_hyphens=False,
        break_long_words=False,
    )


def progress(total: int) -> Callable[[object], None]:
    """Call what comes back for each of so many files; it needs a terminal."""
    out = sys.stderr
    begun = time.monotonic()
    done, drawn = 0, 0.0

    def step(_: object) -> None:
        nonlocal done, drawn
        done += 1
        now = time.monotonic()
        if not out.isatty() or now - begun < WAIT or (now - drawn < 0.1 and done < total):
            return
        drawn = now
        filled = PROGRESS * done // max(1, total)
        end = "\r" + " " * (PROGRESS + 24) + "\r" if done >= total else ""
        files = f"{done:,} of {total:,} files"
        out.write(f"\r[{'#' * filled}{'.' * (PROGRESS - filled)}] {files}{end}")
        out.flush()

    return step
