"""What generated figures cost a build: the same book asked of the rules, and typed by hand.

The typed book does not load the extension. Both are built in turn, in processes of their own:
the first build, and one with nothing changed. Processor time is compared, the least of several
rounds, as it depends less than the clock on what else the machine does.

    python bench/build.py
"""

from __future__ import annotations

import pickle
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from figures import SPHINX, Figure, figure, finish, run

from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.requests import answered
from sphinxext.rulebook.tables.spans import spread
from sphinxext.rulebook.tables.specs import Request, RequestKind, TableSpec

MOST, MOST_BYTES = {"first": 1.1, "unchanged": 1.1}, 300
ROUNDS, SIZES = 5, (50, 100, 200, 400)  # pages
TABLES, ODDS = 2, 10  # on each page
JUDGED_AT = 200  # pages: 400 tables and 2,000 odds
GAMES = {name: f"game:{name}" for name in ("uwr", "unnamed", "arrata", "narrative")}
_TEXT = """
roll dice success failure pool target number advantage harm condition move creature round turn
action skill trait test margin twist cost gear spell ward oath wound guard strike shield distance
light dark fear hope luck bond debt trail camp watch rest mend craft lore sign omen
"""
WORDS = _TEXT.split()


def main() -> int:
    """Compare books of each size."""
    return finish(each for pages in SIZES for each in compared(pages))


def compared(pages: int) -> Iterator[Figure]:
    """Build a book of so many pages in both ways, in turn."""
    times: dict[str, list[float]] = {"first": [], "unchanged": []}
    with tempfile.TemporaryDirectory() as folder:
        typed, made = Path(folder, "typed"), Path(folder, "generated")
        write_book(typed, pages, kind="typed")
        write_book(made, pages, kind="generated")
        for number in range(ROUNDS):
            order = (typed, made) if number % 2 else (made, typed)
            costs = {book: built(book) for book in order}
            for name, mine, theirs in zip(times, costs[made], costs[typed], strict=True):
                times[name].append(mine / theirs)
        stored = remembered(made) / (pages * (TABLES + ODDS))
    named = f"{pages} pages of tables and odds"
    for name, ratios in times.items():
        limit = MOST[name] if pages == JUDGED_AT else None
        yield figure(f"{named}, {name} build", "times", ratios, limit, peer="typed by hand")
    yield figure(f"{named}, kept for each figure", "bytes", stored, MOST_BYTES)


def built(book: Path) -> tuple[float, float]:
    """Return the seconds of a processor for the first build, and for one of an unchanged book."""
    shutil.rmtree(book / "_build", ignore_errors=True)
    paths = (book / "_build/doctrees", book, book / "_build/html")
    first, *again = (run(*SPHINX, "html", "-W", "-d", *paths).processor for _ in range(3))
    return first, min(again)


def remembered(book: Path) -> int:
    """How many bytes the saved environment spends on figures."""
    with (book / "_build/doctrees/environment.pickle").open("rb") as file:
        env = pickle.load(file)
    return len(pickle.dumps(env.domaindata["rulebook"], pickle.HIGHEST_PROTOCOL))


def write_book(folder: Path, pages: int, *, kind: str, part: int = 0) -> None:
    """Write the sources: chapters of prose with tables and odds, no two alike on a page.

    In parts of so many pages no page has a menu of the whole book, which Sphinx makes anew on each.
    """
    folder.mkdir()
    chance = random.Random(7)  # the same book every time
    rules = Book(load(GAMES), Style())
    names = [f"page{number}" for number in range(pages)]
    listings = [names[n : n + part] for n in range(0, pages, part)] if part else []
    for number, listed in enumerate(listings):
        (folder / f"part{number}.rst").write_text(contents(f"Part {number}", listed))
    listed = [f"part{number}" for number in range(len(listings))] or names
    (folder / "index.rst").write_text(contents("Book", listed))
    menu = "html_sidebars = {'**': []}\n" if part else ""
    extension = "" if kind == "typed" else f"extensions = ['sphinxext.rulebook']\n{SETTING}"
    (folder / "conf.py").write_text(
        f"project = 'Book'\nhtml_theme = 'alabaster'\n{menu}{extension}"
    )
    for name in names:
        parts = [f"{name}\n{'=' * len(name)}\n\n{prose(chance, 60)}\n"]
        for section in range(TABLES):
            title = f"Section {section} of {name}"
            parts.append(f"{title}\n{'-' * len(title)}\n")
            for _ in range(ODDS // TABLES):
                said = odds(rules, question(chance), kind)
                parts.append(f"{prose(chance, 15)} {said} {prose(chance, 25)}\n")
            parts.append(table(rules, asked_table(chance), prose(chance, 4), kind))
        (folder / f"{name}.rst").write_text("\n".join(parts), "utf-8")


def contents(title: str, names: list[str]) -> str:
    """A page that lists others."""
    listed = "\n".join(f"   {name}" for name in names)
    return f"{title}\n{'=' * len(title)}\n\n.. toctree::\n   :maxdepth: 1\n\n{listed}\n"


SETTING = f"rulebook_rules = {GAMES!r}\n"


def prose(chance: random.Random, words: int) -> str:
    """A few words; an index that holds few different ones is quickly made."""
    return " ".join(chance.choice(WORDS) for _ in range(words))


def question(chance: random.Random) -> str:
    """A question that hardly another sentence of the book asks."""
    ask = chance.choice
    kinds: list[Callable[[], str]] = [
        lambda: (
            f"direct({ask(range(1, 16))}, favor={ask(range(4))}, rerolls={ask(range(5))})"
            f" >= {ask(range(1, 6))}"
        ),
        lambda: (
            f"unnamed:pull(traits={ask(range(1, 4))}, skills={ask(range(1, 4))}, "
            f"aspects={ask(range(1, 4))}, penalty={ask(range(3))}) is Success"
        ),
        lambda: (
            f"arrata:stat({ask('BAS')}{ask(range(2, 12))}, "
            f"advantage={ask(range(4))}) >= {ask(range(1, 6))}"
        ),
        lambda: (
            f"narrative:action({ask(['black', 'red', 'yellow', 'green', 'blue'])})"
            f" is any {ask(['YES', 'NO'])}"
        ),
        lambda: (
            f"{ask(range(2, 7))}d{ask([4, 6, 8, 10, 12])}+{ask(range(9))} >= {ask(range(10, 25))}"
        ),
    ]
    return ask(kinds)()


def asked_table(chance: random.Random) -> dict[str, str]:
    """The options of a table, such as rulebooks print: a few rows and columns."""
    ask = chance.choice
    first = ask(range(1, 6))
    kinds: list[Callable[[], dict[str, str]]] = [
        lambda: {
            "check": "direct", "rows": f"dice = {first}..{first + 5}",
            "columns": "difficulties", "with": f"rerolls={ask(range(6))}",
        },
        lambda: {
            "check": f"unnamed:pull(skills={first})", "rows": "traits = 1..4",
            "columns": "outcomes", "with": f"aspects={ask(range(4))}",
        },
        lambda: {
            "check": "arrata:stat", "rows": f"dice = {first}..{first + 5}",
            "columns": "counts >= 1..5",
            "with": f"quality={ask('BAS')}, advantage={ask(range(3))}",
        },
        lambda: {
            "check": f"{first}d{ask([6, 8, 10])}+{ask(range(6))}",
            "rows": f"counts = {first + 5}..{first + 10}", "columns": 'events = "= *", ">= *"',
        },
    ]  # fmt: skip
    return ask(kinds)()


def odds(rules: Book, asked: str, kind: str) -> str:
    """A figure in a sentence."""
    if kind == "generated":
        return f":odds:`{asked}`"
    said = str(answered(rules, Request(RequestKind.ODDS, "", asked)))
    return f":odds:`{said} <{asked}>`" if kind == "held" else said


def table(rules: Book, asked: dict[str, str], caption: str, kind: str) -> str:
    """A table that is asked for, or one as an author types it."""
    options = "".join(f"   :{key}: {value}\n" for key, value in asked.items())
    if kind == "generated":
        return f".. dice-table:: {caption}\n{options}"
    spec = TableSpec(
        "", asked["check"], asked["rows"], asked["columns"], given=asked.get("with", "")
    )
    grid = spec.answer(rules)
    cells = [[(cell.text.strip() or "\\", cell.down, cell.span) for cell in row if cell.down]
             for row in (*grid.head, *grid.body)]  # fmt: skip
    rows = spread(cells, len(cells), "\\")
    typed = "\n".join(f"   {line}" for line in simple(rows, len(grid.head)))
    head = f"dice-table:: {caption}\n{options}" if kind == "held" else f"table:: {caption}\n"
    return f".. {head}\n{typed}\n"


def simple(rows: list[list[str]], heads: int) -> Iterator[str]:
    """A table as reStructuredText writes a simple one, a heading over several columns in each."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    yield from (rule, *lines[:heads], rule, *lines[heads:], rule)


if __name__ == "__main__":
    sys.exit(main())
