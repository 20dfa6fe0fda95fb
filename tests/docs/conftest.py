"""The pages of the manual taken apart: the rules files, questions and commands that they show.

A block of toml is the whole file `rules.toml`, unless a comment of one line, which readers never
see, says otherwise:

    .. tried: rules.toml, more      it stands below what the file held so far
    .. tried: part                  it is a part: tried on top of the smallest file there is
    .. tried: part of rules.toml    it is a part: tried on top of that file
    .. tried: rules.toml, mistaken  it has mistakes, which the text block that follows says
    .. tried: dice.py               the python block that follows is this file
    .. asked of: arrata             from here on, questions are put to a game that ships, or a file

Questions are asked of the last file above them on the page. They stand in a table that has a
column "Question" and a column "Answer" or "Message", or in a sentence: ``2d6 >= 7`` is 7/12.
A sentence may give the roll of a check named `try` first: ``roll = "2d6"``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import Once

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MARKUPS = {"rst": ".rst", "markdown": ".md"}
SMALLEST = '[check.attack]\nroll = "2d6, success on 5+"\n'

_BLOCK = re.compile(r"( *)\.\. code-block:: (\S+)")
_FENCE = re.compile(r"( *)`{3,}(\w+)")
_COMMENT = re.compile(r" *(?:\.\.|<!--) (tried|asked of): (.+?)(?: -->)?")
_QUOTE = re.compile(
    r"``(?P<roll>roll = [^`]+)``"
    r"|``(?P<question>[^`]+?"
    r"(?:[<>=]=? ?-?\d+| is [^`]+| meets [^`]+| mean| median| on [-\d][^`]*))``"
    r"\s+is\s+(?P<answer>-?\d[\d,]*(?:/[\d,]+)?(?:\s\(\d+(?:\.\d+)?%\))?)"
)


@dataclass
class Place:
    """Where something stands, and the files that the page has shown up to there."""

    page: str
    line: int
    files: dict[str, str] = field(repr=False)
    rules: str  # the file or game that is asked

    @property
    def id(self) -> str:
        """How the test is named."""
        return f"{self.page}:{self.line}"

    def written(self, folder: Path) -> Path:
        """The folder, with the page's files in it."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder


@dataclass
class Block(Place):
    """A block of code."""

    language: str
    text: str
    tried: str
    says: str = ""  # for mistakes: the text block that follows
    lines: tuple[int, int] = (0, 0)  # its first and last line on the page
    indent: int = 0


@dataclass
class Quoted(Place):
    """A question with the answer, or the message, that the page gives."""

    question: str
    answer: str
    message: bool = False


def pages() -> list[Path]:
    """The sources of the manual."""
    found = [ROOT / "README.md", *DOCS.rglob("*.rst"), *DOCS.rglob("*.md")]
    return sorted(path for path in found if "_build" not in path.parts)


def items(path: Path) -> Iterator[Block | Quoted]:
    """What the page shows to be tried, from top to bottom."""
    page = str(path.relative_to(ROOT))
    lines = path.read_text(encoding="utf-8").splitlines()
    files: dict[str, str] = {}
    rules, tried, at = "", "", 0
    prose: list[str] = []
    began = 0
    mistaken: Block | None = None

    def flushed() -> Iterator[Quoted]:
        nonlocal prose
        text, prose = "\n".join(prose), []
        yield from _quoted(text, Place(page, began + 1, dict(files), rules))

    while at < len(lines):
        line = lines[at]
        if comment := _COMMENT.fullmatch(line):
            yield from flushed()
            if comment[1] == "asked of":
                rules = comment[2]
            else:
                tried = comment[2]
            at += 1
        elif opened := _BLOCK.fullmatch(line) or _FENCE.fullmatch(line):
            yield from flushed()
            if "```" in line:
                first, indent = at + 1, len(opened[1])
                stop = lines.index(line[: line.rindex("`") + 1], first)
            else:
                first, stop, indent = _body(lines, at, len(opened[1]))
            text = "\n".join(each[indent:] for each in lines[first:stop]).rstrip() + "\n"
            if opened[2] == "toml":
                tried = tried or "rules.toml"
            if opened[2] in ("toml", "python") and tried:
                rules = _remember(files, tried, text, rules)
            place = (page, first + 1, dict(files), rules)
            block = Block(*place, opened[2], text, tried, "", (first, stop), indent)
            if mistaken and opened[2] == "text":
                mistaken.says = text
            mistaken = block if tried.endswith(", mistaken") else None
            tried, at = "", stop + ("```" in line)
            yield block
        elif not line.strip():
            yield from flushed()
            at += 1
        else:
            if not prose:
                began = at
            prose.append(line)
            at += 1
    yield from flushed()


def _body(lines: list[str], at: int, indent: int) -> tuple[int, int, int]:
    """The first line of a directive's body, the line after it, and its indent."""
    at += 1
    while at < len(lines) and lines[at].strip().startswith(":"):
        at += 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    deep = len(lines[at]) - len(lines[at].lstrip())
    assert deep > indent, f"line {at}: an empty block"
    stop = at
    while stop < len(lines) and (not lines[stop].strip() or lines[stop].startswith(" " * deep)):
        stop += 1
    while not lines[stop - 1].strip():
        stop -= 1
    return at, stop, deep


def _remember(files: dict[str, str], tried: str, text: str, rules: str) -> str:
    """Keep the text as the comment says; gives back the file that questions now go to."""
    name, _, how = tried.partition(", ")
    if name.endswith(".py"):
        files[name] = text
        return rules
    if how == "mistaken":
        return rules
    if name == "part" or name.startswith("part of "):
        base = name.removeprefix("part").removeprefix(" of ") or "smallest.toml"
        files.setdefault("smallest.toml", SMALLEST)
        files["part.toml"] = f'extends = "{base}"\n{text}'
        return "part.toml"
    files[name] = f"{files[name]}\n{text}" if how == "more" else text
    return name


def _quoted(text: str, place: Place) -> Iterator[Quoted]:
    if text.lstrip().startswith("* - "):
        yield from _table(text, place)
        return
    files, rules = place.files, place.rules
    for match in _QUOTE.finditer(text):
        if match["roll"]:
            files = {**files, "try.toml": f"[check.try]\n{match['roll']}\n"}
            rules = "try.toml"
            continue
        line = place.line + text[: match.start()].count("\n")
        question, answer = " ".join(match["question"].split()), match["answer"]
        yield Quoted(place.page, line, files, rules, question, answer.replace("\n", " "))


def _table(text: str, place: Place) -> Iterator[Quoted]:
    rows: list[tuple[int, list[str]]] = []
    for number, typed in enumerate(text.splitlines()):
        cell = typed.strip()
        if cell.startswith("* - "):
            rows.append((place.line + number, [cell[4:]]))
        elif cell.startswith("- "):
            rows[-1][1].append(cell[2:])
        elif rows:
            rows[-1][1][-1] += f" {cell}"
    head = rows[0][1]
    answers = next((name for name in ("Answer", "Message") if name in head), None)
    if "Question" not in head or answers is None:
        return
    asks, says = head.index("Question"), head.index(answers)
    for at, row in rows[1:]:
        question, answer = row[asks].strip("`"), row[says].strip("`")
        yield Quoted(
            place.page, at, place.files, place.rules, question, answer, answers == "Message"
        )


ALL = [item for path in pages() for item in items(path)]


def pairs(blocks: list[Block]) -> list[tuple[Block, Block]]:
    """Examples that stand in both markups, side by side in tabs."""
    return [
        (first, second)
        for first, second in pairwise(blocks)
        if (first.page, first.language, second.page, second.language)
        == (second.page, "markdown", first.page, "rst")
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test each thing of the kind it takes."""
    blocks = [item for item in ALL if isinstance(item, Block)]
    kinds: dict[str, Sequence[Any]] = {
        "toml": [b for b in blocks if b.language == "toml"],
        # From below, so that a page may be written anew while the lines above stay in place.
        "console": [b for b in reversed(blocks) if b.language == "console"],
        "example": [b for b in blocks if b.language in MARKUPS],
        "pair": pairs(blocks),
        "quoted": [item for item in ALL if isinstance(item, Quoted)],
    }
    for name, found in kinds.items():
        if name in metafunc.fixturenames:
            ids = [(item[0] if isinstance(item, tuple) else item).id for item in found]
            metafunc.parametrize(name, found, ids=ids)
    if "session" in metafunc.fixturenames:
        sessions: dict[str, list[Block]] = {}
        for block in blocks:
            if block.language == "pycon":
                sessions.setdefault(block.page, []).append(block)
        metafunc.parametrize("session", sessions.values(), ids=list(sessions))


@pytest.fixture(scope="session")
def html(once: Once) -> Path:
    """The manual, built as `make rulebook` builds it, by one of the workers."""
    from sphinx.cmd.build import main

    def make(folder: Path) -> None:
        where = ["-d", str(folder / "doctrees"), str(DOCS), str(folder / "html")]
        assert main(["-q", "-W", "-b", "html", *where]) == 0

    return once("manual", make) / "html"
