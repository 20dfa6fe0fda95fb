"""The line of a translated figure in its message catalogue."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.i18n import docname_to_domain

from ..source.catalogue import messages
from ..source.document import Cell, Document
from ..source.files import read_source
from ..source.text import Text
from .claims import HeldRolls, HeldTable

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


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

    def place(self, text: str, *, whole: bool = False) -> Cell | None:
        """The place where the text is next, or is all of a translation."""
        words = r"\s+".join(map(re.escape, text.split()))
        if not words:
            return None
        for path in filter(Path.is_file, self.files):
            document, translations = _translated(path, path.stat().st_mtime)
            for number, message in enumerate(translations):
                for match in re.finditer(words, message):
                    key = path, number, match.start()
                    if key in self._used or (whole and match[0] != str(message).strip()):
                        continue
                    self._used.add(key)
                    said = message[match.start() : match.end()]
                    return Cell(said, document.line(said.places[0]), file=str(path))
        return None

    def placed(self, claim: HeldTable | HeldRolls) -> HeldTable | HeldRolls:
        """The table, its translated cells at their places in the catalogues."""
        sheet = claim.sheet
        at = {
            id(cell): replace(cell, typed=there.text, file=there.file, line=there.line)
            for row in sheet.rows
            for cell in row
            if cell.translated and (there := self.place(cell.text, whole=True))
        }
        rows = [[at.get(id(cell), cell) for cell in row] for row in sheet.rows]
        return claim._replace(sheet=replace(sheet, rows=rows))


@lru_cache(maxsize=64)
def _translated(path: Path, stamp: float) -> tuple[Document, tuple[Text, ...]]:
    """Return a catalogue as it is now; the stamp is its date."""
    del stamp
    text = read_source(path).page
    return Document(text), tuple(messages(text))
