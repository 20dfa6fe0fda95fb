"""Measures what previews cost: time, memory and size of a book of 200 pages, 4,000 references.

The same sources are built without previews, with ours and with sphinx-tippy, in turn and in
processes of their own, and then built again with nothing changed. Processor time is compared, the
least of several rounds, as it depends less than the clock on what else the machine does; the
clock's is shown beside it. In a larger book they cost a smaller share: Sphinx makes the theme's
menu of all pages anew on each page, so that the build grows faster than its pages do.

    python bench/hover.py [--rounds 3] [--theme furo] [--pages 200] [--references 4000]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from build import contents
from figures import as_installed, figure, record

MOST_TIME = 0.08
MOST_SIZE = 0.15
MOST_MEMORY = 1.1
MOST_UNCHANGED = 0.3  # seconds that a build takes longer in which nothing changed
SECTIONS = 4
_TEXT = """
roll dice success failure pool target number advantage harm condition move creature round turn
action skill trait test margin twist cost gear spell ward oath wound guard strike shield distance
light dark fear hope luck bond debt trail camp watch rest mend craft lore sign omen
"""
WORDS = _TEXT.split()

KINDS = {
    "without": [],
    "rulebook": ["sphinxext.rulebook.hover"],
    "tippy": ["sphinx_tippy"],
}


@dataclass
class Cost:
    """What a way of building cost, round by round, and what it wrote."""

    processor: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    unchanged: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    pages: int = 0
    extra: int = 0


def write_book(folder: Path, pages: int, references: int, theme: str) -> None:
    """Write the sources: chapters of prose with references all over the book, and a glossary."""
    chance = random.Random(7)  # the same book every time
    terms = [f"{first} {second}" for first in WORDS[:10] for second in WORDS[10:20]]
    labels = [f"p{page}s{section}" for page in range(pages) for section in range(SECTIONS)]
    glossary = "\n".join(f"   {term}\n      {prose(chance, 20)}\n" for term in terms)
    (folder / "glossary.rst").write_text(f"Glossary\n========\n\n.. glossary::\n\n{glossary}")
    names = [f"page{page}" for page in range(pages - 2)]
    (folder / "index.rst").write_text(contents("Book", [*names, "glossary"]))
    shares = [references // len(names) + (n < references % len(names)) for n in range(len(names))]
    for number, (name, share) in enumerate(zip(names, shares, strict=True)):
        known = labels[: len(names) * SECTIONS]
        asked = [
            f":term:`{chance.choice(terms)}`" if n % 3 == 0 else f":ref:`{chance.choice(known)}`"
            for n in range(share)
        ]
        (folder / f"{name}.rst").write_text(chapter(chance, number, asked))
    (folder / "conf.py").write_text(
        "import os\n"
        "extensions = os.environ['EXTENSIONS'].split()\n"
        f"html_theme = {theme!r}\n"
        "tippy_rtd_urls = []\ntippy_enable_wikitips = False\ntippy_enable_doitips = False\n"
    )


def chapter(chance: random.Random, number: int, asked: list[str]) -> str:
    """One page: a title and sections, each a few paragraphs with its share of references."""
    parts = [f"Chapter {number}\n{'=' * 20}\n"]
    for section in range(SECTIONS):
        title = f"{prose(chance, 3)} {number}.{section}"
        parts.append(f".. _p{number}s{section}:\n\n{title}\n{'-' * len(title)}\n")
        mine = asked[section::SECTIONS]
        for paragraph in range(3):
            linked = " ".join(f"{prose(chance, 12)} {link}." for link in mine[paragraph::3])
            parts.append(f"{prose(chance, 25)}. {linked}\n")
    return "\n".join(parts)


def prose(chance: random.Random, words: int) -> str:
    """That many words."""
    return " ".join(chance.choices(WORDS, k=words)).capitalize()


def run(source: Path, out: Path, extensions: list[str], *options: str) -> tuple[float, float, int]:
    """Build the book: the processor's time, the clock's, and the memory that it took."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "sphinx", "-q", *options, "-b", "html", str(source), str(out)],
        env=as_installed(EXTENSIONS=" ".join(extensions)),
    )
    _pid, status, usage = os.wait4(process.pid, 0)
    if failed := os.waitstatus_to_exitcode(status):
        raise SystemExit(failed)
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss


def build(source: Path, out: Path, extensions: list[str], cost: Cost) -> None:
    """Build the book anew and once more, and note what it took."""
    shutil.rmtree(out, ignore_errors=True)
    processor, clock, memory = run(source, out, extensions, "-E")
    cost.processor.append(processor)
    cost.clock.append(clock)
    cost.memory.append(memory)
    cost.unchanged.append(run(source, out, extensions)[0])
    html = set(out.rglob("*.html"))
    cost.pages = sum(path.stat().st_size for path in html)
    cost.extra = sum(
        path.stat().st_size
        for path in out.rglob("*")
        if path.is_file() and path not in html and path.suffix in (".js", ".css", ".json")
        if ".doctrees" not in path.parts and path.name != "searchindex.js"
    )


def main() -> int:
    """0 where previews cost no more than they may."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--theme", default="furo")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--references", type=int, default=4000)
    chosen = parser.parse_args()
    costs = {name: Cost() for name in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "source")
        source.mkdir()
        write_book(source, chosen.pages, chosen.references, chosen.theme)
        for _ in range(chosen.rounds):
            for name, extensions in KINDS.items():
                build(source, Path(folder, name), extensions, costs[name])
    return report(costs, chosen)


def report(costs: dict[str, Cost], chosen: argparse.Namespace) -> int:
    """Print the costs side by side; 0 where ours are within their limits."""
    base = costs["without"]
    print(
        f"{chosen.pages} pages, {chosen.references} references, theme {chosen.theme}, "
        f"least of {chosen.rounds} rounds"
    )
    print(
        f"{'':10} {'processor':>10} {'':>8} {'clock':>8} {'pages and previews':>20} {'':>8}"
        f" {'memory':>8} {'unchanged':>10}"
    )
    ratios = {}
    for name, cost in costs.items():
        added_time = min(cost.processor) / min(base.processor) - 1
        size = cost.pages + cost.extra - base.extra
        added_size = size / base.pages - 1
        memory = min(cost.memory) / min(base.memory)
        unchanged = min(cost.unchanged) - min(base.unchanged)
        ratios[name] = (added_time, added_size, memory, unchanged)
        print(
            f"{name:10} {min(cost.processor):9.2f}s {added_time:+8.1%} {min(cost.clock):7.2f}s"
            f" {size / 1000:18,.0f}kB {added_size:+8.1%} {min(cost.memory) / 1000:6,.0f}MB"
            f" {min(cost.unchanged):9.2f}s"
        )
    mine = costs["rulebook"]
    more = [a / b - 1 for a, b in zip(mine.processor, base.processor, strict=True)]
    book = f"previews, {chosen.references:,} links on {chosen.pages:,} pages"
    rows = (
        ("time more", "share", more, MOST_TIME, 0),
        ("size more", "share", [ratios["rulebook"][1]], MOST_SIZE, 1),
        ("memory", "times", [ratios["rulebook"][2]], MOST_MEMORY, 2),
        ("nothing changed, more", "s", [ratios["rulebook"][3]], MOST_UNCHANGED, 3),
    )
    record(
        figure(f"{book}: {what}", unit, values, limit, peer="sphinx-tippy",
               beside=ratios["tippy"][place])
        for what, unit, values, limit, place in rows
    )  # fmt: skip
    added_time, added_size, memory, unchanged = ratios["rulebook"]
    kept = (
        added_time <= MOST_TIME
        and added_size <= MOST_SIZE
        and memory <= MOST_MEMORY
        and unchanged <= MOST_UNCHANGED
    )
    print(
        f"rulebook: time {added_time:+.1%} (at most {MOST_TIME:+.0%}), size {added_size:+.1%}"
        f" (at most {MOST_SIZE:+.0%}), memory {memory:.2f} times (at most {MOST_MEMORY}),"
        f" nothing changed {unchanged:+.2f}s (at most {MOST_UNCHANGED}s):"
        f" {'kept' if kept else 'NOT KEPT'}"
    )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
