"""What charts cost: a hundred of them, beside matplotlib's own plot_directive making the same.

Both build the same book of ten pages, each build in a process of its own, in turn, to SVG: first
from nothing, then with every page touched and nothing changed, then with one rule edited. The
clock is compared, the least of several rounds; processor time is shown beside it. What matplotlib
needs once per user, its list of fonts, is made before the clock starts.

    python bench/charts.py
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

from figures import SPHINX, Figure, figure, finish, run

PAGES, ROUNDS, CHARTS = 1, 3, 100
FIRST, TOUCHED = 0.5, 0.1  # what ours may take of plot_directive's time
PLOTS = tomllib.loads(Path(__file__).with_name("plots.toml").read_text("utf-8"))
KINDS = ("stacked", "bars", "lines", "heatmap")


class Build(NamedTuple):
    """One build: its time by the clock, and how many charts it drew."""

    clock: float
    drawn: int


Builds: TypeAlias = dict[tuple[str, str], Build]  # by the book, and which build it was


def main() -> int:
    """Build the two books in turn."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        rounds = [a_round(folder / str(n), CHARTS) for n in range(ROUNDS)]
        single = [a_round(folder / f"single{n}", 1) for n in range(ROUNDS)]
    return finish(compared(rounds, single, CHARTS))


def compared(rounds: Sequence[Builds], single: Sequence[Builds], charts: int) -> Iterator[Figure]:
    """Compare the builds of both books."""
    for what, most in (("first", FIRST), ("touched", TOUCHED)):
        shares = [each["rulebook", what].clock / each["plot", what].clock for each in rounds]
        yield figure(f"{charts} charts, {what} build", "of plot_directive's time", shares, most,
                     peer="plot_directive", beside=1)  # fmt: skip
    for what, most in (("touched", 0), ("edited", charts // 20)):
        drawn = max(each["rulebook", what].drawn for each in rounds)
        yield figure(f"{charts} charts, {what} build", "drawn", drawn, most)
    mine, theirs = ([each[who, "first"].clock for each in single] for who in ("rulebook", "plot"))
    yield figure("a book with one chart, first build", "s", mine, peer="plot_directive",
                 beside=median(theirs))  # fmt: skip


def a_round(folder: Path, charts: int) -> Builds:
    """Build each of the two books three times; one rule is edited for the third."""
    costs: Builds = {}
    for who, write in (("plot", write_plots), ("rulebook", write_charts)):
        book = folder / who
        book.mkdir(parents=True)
        write(book, charts)
        costs[who, "first"] = build(book)
        touch(book)
        costs[who, "touched"] = build(book)
        if who == "rulebook":
            rules = book / "rules.toml"
            rules.write_text(rules.read_text().replace('miss3 = "< 5"', 'miss3 = "< 6"'))
            costs[who, "edited"] = build(book)
    return costs


def touch(book: Path) -> None:
    """Make every page newer than what was built of it."""
    now = time.time() + 1
    for page in book.glob("*.rst"):
        os.utime(page, (now, now))


def build(book: Path) -> Build:
    """Build the book once more."""
    before = drawings(book)
    cost = run(*SPHINX, "html", book, book / "_build", MPLBACKEND="agg")
    after = drawings(book)
    return Build(cost.clock, sum(after[path] != before.get(path) for path in after))


def drawings(book: Path) -> dict[Path, int]:
    """When each drawn chart was written."""
    built = book / "_build"
    paths = [*built.rglob("rulebook-charts/*.html"), *built.rglob("plot_directive/*.svg")]
    return {path: path.stat().st_mtime_ns for path in paths}


def write_book(book: Path, conf: str, charts: list[str]) -> None:
    """Write conf.py and the pages with the charts in them."""
    (book / "conf.py").write_text(f'project = "Book"\nexclude_patterns = ["_build"]\n{conf}')
    names = [f"page{n}" for n in range(PAGES)]
    for n, name in enumerate(names):
        own = "\n\n".join(charts[n::PAGES])
        (book / f"{name}.rst").write_text(f"Page {n}\n======\n\n{own}\n")
    toctree = "\n".join(f"   {name}" for name in names)
    (book / "index.rst").write_text(f"Book\n====\n\n.. toctree::\n\n{toctree}\n")


def write_charts(book: Path, charts: int) -> None:
    """Our book: twenty checks, each asked by charts of every kind."""
    rules = "\n".join(
        (
            f"[check.c{n}]\n"
            f'name = "Check {n}"\n'
            'roll = "2d6 + help d6"\n'
            f'outcomes = ["miss{n}: < {5 + n % 3}", "part{n}: < 8", "hit{n}: 8+"]\n'
            'takes.stat = { each = "+1", least = -3, most = 9 }\n'
            "takes.help = 0\n"
        )
        for n in range(20)
    )
    (book / "rules.toml").write_text(f'name = "Bench"\n{rules}')
    conf = 'extensions = ["sphinxext.rulebook"]\n'
    write_book(book, conf, [_chart(n) for n in range(charts)])


def _chart(n: int) -> str:
    check, turn = n % 20, n // 20
    options = {
        "stacked": f":across: stat = {-3 + turn}..{2 + turn}",
        "bars": f":across: outcomes\n   :with: stat={turn}",
        "lines": f":across: stat = 0..9\n   :split: help = 0..2\n   :event: >= {10 + turn}",
        "heatmap": f":across: stat = 0..7\n   :split: help = 0..3\n   :event: >= {9 + turn}",
    }[KINDS[(n + turn) % 4]]
    kind = KINDS[(n + turn) % 4]
    return f".. odds-chart:: Chart {n}\n   :check: c{check}\n   :kind: {kind}\n   {options}"


def write_plots(book: Path, charts: int) -> None:
    """The same charts as an author draws them with pyplot."""
    conf = (
        'extensions = ["matplotlib.sphinxext.plot_directive"]\n'
        'plot_formats = ["svg"]\nplot_html_show_source_link = False\n'
        "plot_html_show_formats = False\n"
    )
    write_book(book, conf, [_plot(n) for n in range(charts)])


def _plot(n: int) -> str:
    code = PLOTS[KINDS[(n + n // 20) % 4]].replace("SEED", str(n))
    body = "\n".join(f"   {line}" if line else "" for line in code.strip().splitlines())
    return f".. plot::\n   :caption: Chart {n}\n\n{body}"


if __name__ == "__main__":
    sys.exit(main())
