"""A book of one page, judged."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sphinxext.rulebook.drift.report.builder import DriftBuilder
from sphinxext.rulebook.drift.report.formats import as_text
from tests.support.books import Book, Builder

CONF = """\
project = "Book"
author = copyright = "The authors"
version = "1"
extensions = ["myst_parser", "sphinx_design", "sphinxext.rulebook"]
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
exclude_patterns = ["_build", "parts"]
"""
GAMES = {name: f"game:{name}" for name in ("uwr", "fons", "unnamed", "arrata", "narrative")}


@dataclass(frozen=True)
class Judged:
    """What a judged book came to."""

    book: Book
    report: Mapping[str, Any]
    text: str

    @property
    def status(self) -> int:
        return self.book.status

    @property
    def lines(self) -> list[str]:
        """The lines that were printed, but for the last, which sums up."""
        return self.text.splitlines()[:-1]

    @property
    def checked(self) -> int:
        found: int = self.report["checked"]
        return found

    @property
    def found(self) -> list[tuple[str, int, str]]:
        """Each figure that drifted: its file, its line and what stands there."""
        return [(each["file"], each["line"], each["found"]) for each in self.report["drift"]]

    @property
    def whys(self) -> list[str]:
        return [each["why"] for each in self.report["drift"]]

    def places(self, *typed: str) -> list[tuple[str, int, str]]:
        """Where these wrong figures stand in the sources; each stands once."""
        found = []
        for path in sorted(self.book.srcdir.rglob("*.*")):
            if path.suffix not in (".rst", ".md", ".csv", ".inc", ".txt"):
                continue
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                found += [
                    (path.relative_to(self.book.srcdir).as_posix(), number, text)
                    for text in typed
                    if text in line
                ]
        return sorted(found)


Judge = Callable[..., Judged]


@pytest.fixture
def judge(build: Builder, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Judges one page of text, in either markup, and further files beside it."""

    def judged(
        page: str = "",
        *,
        markdown: bool = False,
        game: str = "uwr",
        files: Mapping[str, str] | None = None,
        root: str = "book",
        **settings: Any,
    ) -> Judged:
        pages: dict[str, str] = {}
        if page:
            name = "index.md" if markdown else "index.rst"
            title = "# Odds\n\n" if markdown else "Odds\n====\n\n"
            pages = {"conf.py": CONF, name: title + dedent(page).lstrip("\n")}
        pages |= dict(files or {})
        conf = {"rulebook_rules": {game: GAMES[game], **GAMES}, **settings} if page else settings
        book = build(root, "drift", files=pages, conf=conf)
        monkeypatch.chdir(book.srcdir)
        assert isinstance(book.app.builder, DriftBuilder)
        report = book.app.builder.report
        text = (book.outdir / "drift.json").read_text("utf-8")
        from sphinxext.rulebook.drift.report.formats import as_json

        return Judged(
            book, json.loads(as_json(report)) if report else json.loads(text), as_text(report)
        )

    return judged


Held = Callable[..., Judged]


@pytest.fixture
def held(judge: Judge) -> Held:
    """Judges a list of figures, each with its question: the right are silent, the wrong named."""

    def judged(
        right: Iterable[Sequence[str]],
        wrong: Iterable[Sequence[str]],
        role: str = "odds",
        **settings: Any,
    ) -> Judged:
        claims, others = list(right), list(wrong)
        named = [" ".join(words.split()) for words, *_ in others]
        page = "".join(
            f"- :{''.join(own) or role}:`{words} <{asked}>`\n"
            for words, asked, *own in (*claims, *others)
        )
        found = judge(page, **settings)
        first = 4 + len(claims)
        assert [each[1:] for each in found.found] == list(enumerate(named, first)), found.text
        assert found.checked == len(claims) + len(others)
        return found

    return judged


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder that is the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
