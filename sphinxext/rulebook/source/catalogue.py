"""Reads the translations of a catalogue of messages, each letter with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .text import Text, joined, lines_of

SUFFIX = ".po"
_QUOTED = re.compile(r'\s*(?P<key>msgid|msgid_plural|msgctxt|msgstr(?:\[\d+\])?)?\s*"(?P<text>.*)"')
_SIGNS = {"n": "\n", "t": "\t", "r": "\r"}


def messages(source: str) -> Iterator[Text]:
    """Yield the translations of a catalogue, in its order."""
    found: list[Text] = []
    says = False
    for line in (*lines_of(source), Text("")):
        match = _QUOTED.fullmatch(line.rstrip())
        if (match is None or match["key"]) and found:
            yield joined(found, "")
            found = []
        if match is None:
            says = False
            continue
        if match["key"]:
            says = match["key"].startswith("msgstr")
        if says:
            found.append(_unescaped(line[match.start("text") : match.end("text")]))


def _unescaped(typed: Text) -> Text:
    """Return a text without the signs that hide others in a catalogue."""
    letters: list[str] = []
    kept: list[int] = []
    for sign in re.finditer(r"\\(.)|[^\\]|\\$", typed):
        letters.append(_SIGNS.get(sign[1], sign[1]) if sign[1] else sign[0])
        kept.append(sign.end() - 1)
    return Text("".join(letters), [typed.places[i] for i in kept])
