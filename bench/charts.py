"""What charts cost: a hundred of them, beside matplotlib's own plot_directive making the same.

Both build the same book of ten pages, each build in a process of its own, in turn, to SVG: first
from nothing, then with every page touched and nothing changed, then with one rule edited. The
clock is compared, the least of several rounds; processor time is shown beside it. What matplotlib
needs once per user, its list of fonts, is made before the clock starts.

    python bench/charts.py [--rounds 3] [--charts 100]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from figures import as_installed, figure, record

PAGES = 1
FIRST, TOUCHED = 0.5, 0.1  # what ours may take of plot_directive's time
KINDS = ("stacked", "bars", "lines", "heatmap")


class Cost(NamedTuple):
    """What one build took, by the clock and of the processor, and how many charts it drew."""

    clock: float
    processor: float
    drawn: int


def main() -> int:
    """Build the two books in turn, and say how they compare; 1 where a bound is passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--charts", type=int, default=100)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rounds = [a_round(Path(folder) / str(n), asked.charts) for n in range(asked.rounds)]
        singles = [single(Path(folder) / f"single{n}") for n in range(asked.rounds)]
    best = {key: min((r[key] for r in rounds), key=lambda cost: cost.clock) for key in rounds[0]}
    print(f"{asked.charts} charts on {PAGES} pages, the least of {asked.rounds} rounds\n")
    print(f"{'':24}{'clock':>9}{'processor':>11}{'drawn':>7}")
    for (who, what), cost in best.items():
        print(f"{f'{who}, {what}':24}{cost.clock:8.2f}s{cost.processor:10.2f}s{cost.drawn:7}")
    failed = 0
    for what, bound in (("first", FIRST), ("touched", TOUCHED)):
        share = best["rulebook", what].clock / best["plot", what].clock
        print(f"\n{what}: {share:.0%} of plot_directive's time (at most {bound:.0%})", end="")
        failed |= share > bound
    kept = [
        figure(
            f"{asked.charts} charts, {what} build", "of plot_directive's time",
            [each["rulebook", what].clock / each["plot", what].clock for each in rounds],
            bound, peer="plot_directive", beside=1,
        )
        for what, bound in (("first", FIRST), ("touched", TOUCHED))
    ]  # fmt: skip
    clocks = [[each[who, "first"].clock for each in singles] for who in ("rulebook", "plot")]
    kept.append(figure("a book with one chart, first build", "s", clocks[0],
                       peer="plot_directive", beside=median(clocks[1])))  # fmt: skip
    record(kept)
    alone = {key: min(r[key].clock for r in singles) for key in singles[0]}
    print("\n\na book with one chart:", ", ".join(f"{w} {c:.2f} s" for (w, _), c in alone.items()))
    edited, moved = best["rulebook", "edited"].drawn, asked.charts // 20
    print(f"\none rule edited: {edited} charts drawn, {moved} ask that rule")
    print(f"touched: {best['rulebook', 'touched'].drawn} charts drawn")
    return int(failed or best["rulebook", "touched"].drawn > 0 or edited > moved)


def a_round(folder: Path, charts: int) -> dict[tuple[str, str], Cost]:
    """What each of the two books costs in each of the three builds."""
    costs = {}
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


def single(folder: Path) -> dict[tuple[str, str], Cost]:
    """What a book with one chart costs, nearly all of it for what is loaded to draw."""
    costs = {}
    for who, write in (("plot", write_plots), ("rulebook", write_charts)):
        book = folder / who
        book.mkdir(parents=True)
        write(book, 1)
        costs[who, "first"] = build(book)
    return costs


def touch(book: Path) -> None:
    """Make every page newer than what was built of it."""
    now = time.time() + 1
    for page in book.glob("*.rst"):
        os.utime(page, (now, now))


def build(book: Path) -> Cost:
    """Build the book once more."""
    before, used = drawings(book), resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(book), str(book / "_build")]
    subprocess.run(command, check=True, env=as_installed(MPLBACKEND="agg"))
    clock = time.perf_counter() - start
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    after = drawings(book)
    return Cost(clock, processor, sum(after[path] != before.get(path) for path in after))


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
        f'[check.c{n}]\ntitle = "Check {n}"\nroll = {{ d6 = 2 }}\n'
        f'outcomes = {{ miss{n} = "< {5 + n % 3}", part{n} = "< 8", hit{n} = ">= 8" }}\n'
        "takes.stat = { each = { add = 1 }, least = -3, most = 9 }\n"
        "takes.help = { each = { d6 = 1 } }\n"
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


_HEAD = "import matplotlib.pyplot as plt\nplt.rcParams['svg.fonttype'] = 'none'\n"
PLOTS = {
    "stacked": _HEAD
    + """
low = [0.1 + 0.1 * i for i in range(6)]
parts = [low, [0.3 - 0.02 * (i + SEED % 3) for i in range(6)]]
parts.append([1 - a - b for a, b in zip(*parts)])
fig, ax = plt.subplots(figsize=(7, 4.5), layout="constrained")
below = [0] * 6
for name, part in zip(("miss", "part", "hit"), parts):
    bars = ax.bar(range(-2, 4), part, bottom=below, label=name)
    ax.bar_label(bars, [f"{name}\\n{100 * p:.0f}%" for p in part], label_type="center")
    below = [a + b for a, b in zip(below, part)]
ax.set_yticks([0.25, 0.5, 0.75], ["25%", "50%", "75%"])
ax.grid(axis="y", linestyle="--")
ax.set_xlabel("stat")
fig.legend(loc="outside lower center", ncols=3)
""",
    "bars": _HEAD
    + """
shares = [0.2 + 0.01 * (SEED % 5), 0.3, 0.5 - 0.01 * (SEED % 5)]
fig, ax = plt.subplots(figsize=(7, 3.5), layout="constrained")
bars = ax.bar(["miss", "part", "hit"], shares)
ax.bar_label(bars, [f"{100 * p:.0f}%" for p in shares])
ax.set_yticks([0, 0.25, 0.5], ["0%", "25%", "50%"])
ax.grid(axis="y", linestyle="--")
""",
    "lines": _HEAD
    + """
fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
for k in range(3):
    chances = [1 - 0.9 ** (i * (k + 1) + SEED % 4) for i in range(10)]
    ax.plot(range(10), chances, marker="osD"[k])
    ax.annotate(f"help {k}", (9, chances[-1]), (6, 0), textcoords="offset points", va="center")
ax.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
ax.set_xticks(range(10))
ax.grid(axis="y", linestyle="--")
ax.set_xlabel("stat")
""",
    "heatmap": _HEAD
    + """
cells = [[(0.08 + 0.01 * (SEED % 4)) * (i + 1) * (k + 1) / 4 for i in range(8)] for k in range(4)]
fig, ax = plt.subplots(figsize=(7, 3), layout="constrained")
ax.pcolormesh(range(9), range(5), cells, edgecolor="white", cmap="GnBu")
for k, row in enumerate(cells):
    for i, chance in enumerate(row):
        ax.text(i + 0.5, k + 0.5, f"{100 * chance:.0f}%", ha="center", va="center")
ax.set_xticks([i + 0.5 for i in range(8)], range(8))
ax.set_yticks([k + 0.5 for k in range(4)], range(4))
ax.set_xlabel("stat")
ax.set_ylabel("help")
""",
}


if __name__ == "__main__":
    sys.exit(main())
