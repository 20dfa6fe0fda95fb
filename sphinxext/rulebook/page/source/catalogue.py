"""The line of a translated figure in its message catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.i18n import docname_to_domain

from ..claims import HeldRolls, HeldTable

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_QUOTED = re.compile(r'\s*(?P<key>msgid|msgid_plural|msgctxt|msgstr(?:\[\d+\])?)?\s*"(?P<text>.*)"')
_ESCAPED = re.compile(r"\\(.)")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r"}


class Message(NamedTuple):
    """A translation: for each of its lines in the catalogue the number and the text."""

    lines: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        """The whole translation."""
        return "".join(text for _, text in self.lines)

    def line(self, offset: int) -> int:
        """The line of the catalogue in which a character is."""
        for number, text in self.lines:
            if offset < len(text):
                return number
            offset -= len(text)
        return self.lines[-1][0]


class Catalogues:
    """The catalogues of a page, in which its figures are found one after the other."""

    def __init__(self, env: BuildEnvironment, page: str) -> None:
        """Know the files, of which a later folder is asked only where the first has nothing."""
        domain = docname_to_domain(page, env.config.gettext_compact)
        language = env.config.language or ""
        inside = Path("LC_MESSAGES", f"{domain}.po")
        places = [Path(env.srcdir, folder) for folder in env.config.locale_dirs]
        names = dict.fromkeys((language, language.replace("-", "_"), language.split("_")[0]))
        self.files = [place / name / inside for place in places for name in names if name]
        self._used: set[tuple[Path, int, int]] = set()

    def place(self, text: str, *, whole: bool = False) -> tuple[str, int] | None:
        """The catalogue and the line where the text is next, or is all of a translation."""
        words = r"\s+".join(map(re.escape, text.split()))
        if not words:
            return None
        for path in self.files:
            for number, message in enumerate(messages(path)):
                for match in re.finditer(words, message.text):
                    key = path, number, match.start()
                    if key in self._used or (whole and match[0] != message.text.strip()):
                        continue
                    self._used.add(key)
                    return str(path), message.line(match.start())
        return None

    def placed(self, claim: HeldTable | HeldRolls) -> HeldTable | HeldRolls:
        """The table, its translated cells at their places in the catalogues."""
        rows = []
        for row in claim.sheet.rows:
            cells = []
            for cell in row:
                place = self.place(cell.text, whole=True) if cell.translated else None
                cells.append(cell._replace(file=place[0], line=place[1]) if place else cell)
            rows.append(tuple(cells))
        return claim._replace(sheet=claim.sheet._replace(rows=tuple(rows)))


def messages(path: Path) -> tuple[Message, ...]:
    """The translations of a catalogue, in its order."""
    try:
        return _messages(str(path), path.stat().st_mtime)
    except OSError:
        return ()


@lru_cache(maxsize=64)
def _messages(path: str, stamp: float) -> tuple[Message, ...]:
    """The translations of a catalogue as it is now; the stamp is its date."""
    del stamp
    return tuple(_read(Path(path).read_text("utf-8-sig", "replace").splitlines()))


def _read(lines: list[str]) -> Iterator[Message]:
    found: list[tuple[int, str]] = []
    says = False
    for number, line in enumerate([*lines, ""], 1):
        match = _QUOTED.fullmatch(line.rstrip())
        if (match is None or match["key"]) and found:
            yield Message(tuple(found))
            found = []
        if match is None:
            says = False
            continue
        if match["key"]:
            says = match["key"].startswith("msgstr")
        if says:
            text = _ESCAPED.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), match["text"])
            found.append((number, text))
