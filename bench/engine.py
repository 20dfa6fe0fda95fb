"""This engine, icepool and dyce on the same questions in one process, beside what is promised.

Every rival is asked for the same distribution of the same die, made anew each time, so that no
cache of an earlier turn helps it. `icepool @` is the sum that icepool writes `n @ die`; `icepool
Pool` is the same sum through its pools. Times are the best of many, in microseconds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import icepool
from dyce import H
from figures import Figure, record

from sphinxext.rulebook.dice.sums import Factor, Sum
from sphinxext.rulebook.rules import load_game
from sphinxext.rulebook.rules.rules import Rules

HEAVY = ("sphinx", "docutils", "matplotlib", "icepool")
STATS = {"stat(A9889) >= 6600": 0.25, "stat(B9889, advantage=1) >= 5500": 0.25}


class Die(NamedTuple):
    """A die of a counting pool, as each of the three writes it."""

    name: str
    factor: Factor
    ways: dict[int, int]


PLAIN = Die("successes", Factor(0, (2, 1), (3,), Fraction(1, 3)), {0: 2, 1: 1})
NET = Die("net", Factor(-1, (1, 3, 2), (6,), Fraction(1, 6)), {-1: 1, 0: 3, 1: 2})


class Row(NamedTuple):
    """One measurement, and what is promised of it."""

    what: str
    figures: dict[str, float]  # name to microseconds, seconds, milliseconds or megabytes
    ratios: dict[str, float]
    wanted: str
    kept: bool
    limits: Mapping[str, float] = MappingProxyType({})  # of ratios the least, of figures the most

    def recorded(self) -> Iterator[Figure]:
        """The figures that have a limit, each by itself."""
        for name, limit in self.limits.items():
            ratio = name in self.ratios
            value = self.ratios[name] if ratio else self.figures[name]
            unit, peer = ("times as fast", name) if ratio else (name, "")
            yield Figure(self.what, unit, value, value, value, 1, limit, ratio, peer)


def best(run: Callable[[], object], budget: float = 0.15, least: int = 3) -> float:
    """The best time of one run, in microseconds."""
    fastest, spent, runs = float("inf"), 0.0, 0
    while runs < least or (spent < budget and runs < 5000):
        start = time.perf_counter()
        run()
        taken = time.perf_counter() - start
        fastest, spent, runs = min(fastest, taken), spent + taken, runs + 1
    return fastest * 1e6


def ours(die: Die, dice: int) -> list[int]:
    """Every numerator of the pool's distribution."""
    return Sum([(die.factor, dice)]).all_numerators()


def by_dyce(die: Die, dice: int) -> H[int]:
    """The same distribution by dyce."""
    return dice @ H(die.ways)


def by_icepool(die: Die, dice: int) -> icepool.Die[int]:
    """The same distribution by icepool."""
    return dice @ icepool.Die(die.ways)


def by_pool(die: Die, dice: int) -> icepool.Die[int]:
    """The same distribution by icepool's pools."""
    return icepool.Pool([icepool.Die(die.ways)] * dice).sum()


def same(die: Die, dice: int) -> None:
    """Make sure that all three speak of the same distribution."""
    mine, theirs, third = ours(die, dice), by_dyce(die, dice), by_icepool(die, dice)
    for i, ways in enumerate(mine):
        value = i + die.factor.shift * dice
        share = Fraction(ways, die.factor.bottom[0] ** dice)
        assert share == Fraction(theirs[value], theirs.total) == third.probability(value)


def bare() -> Iterator[Row]:
    """Exact distributions of counting pools, ready to read any value from."""
    promised = {20: (5, 50), 50: (20, 100), 100: (50, 100), 1000: (1000, None)}
    for die in (PLAIN, NET):
        same(die, 20)
        for dice, (over_dyce, over_icepool) in promised.items():
            figures = {
                "ours": best(partial(ours, die, dice)),
                "dyce": best(partial(by_dyce, die, dice)),
            }
            if over_icepool:
                figures["icepool @"] = best(partial(by_icepool, die, dice))
                figures["icepool Pool"] = best(partial(by_pool, die, dice))
            ratios = {k: v / figures["ours"] for k, v in figures.items() if k != "ours"}
            wanted = f"{over_dyce:,}x dyce"
            kept = ratios["dyce"] >= over_dyce
            if over_icepool:
                wanted += f", {over_icepool}x icepool"
                kept = kept and ratios["icepool @"] >= over_icepool
            limits: dict[str, float] = {"dyce": over_dyce}
            limits |= {"icepool @": over_icepool} if over_icepool else {}
            yield Row(f"{die.name}, {dice:,} dice", figures, ratios, wanted, kept, limits)


def fresh(rules: Rules, texts: Sequence[str]) -> float:
    """The best time from a text that was never asked to its exact chance, in microseconds."""
    fastest = float("inf")
    for text in texts:
        start = time.perf_counter()
        chance = rules.ask(text).probability
        fastest = min(fastest, time.perf_counter() - start)
        assert chance is not None
    return fastest * 1e6


def asked() -> Iterator[Row]:
    """From the text of a pool that was not asked before to one exact chance."""
    for dice, over in {100: 15, 300: 20, 1000: 20}.items():
        mine = min(
            fresh(load_game("uwr"), [f"direct({dice + i}) >= {dice // 3}"]) for i in range(40)
        )
        warm = load_game("uwr")
        warm.ask("direct(3) >= 1")
        texts = [f"direct({dice + i}) >= {dice // 3}" for i in range(-20, 20)]
        mine = min(mine, fresh(warm, texts))
        theirs = best(partial(by_dyce, PLAIN, dice))
        ratio = theirs / mine
        figures = {"ours": mine, "dyce": theirs}
        yield Row(
            f"text, {dice:,} dice", figures, {"dyce": ratio}, f"{over}x dyce", ratio >= over,
            {"dyce": over},
        )  # fmt: skip
    for dice in range(2, 9):
        loaded = [load_game("uwr") for _ in range(30)]
        for rules in loaded:
            rules.ask("direct(1, favor=1) >= 1")
        mine = min(fresh(rules, [f"direct({dice}) >= 2"]) for rules in loaded)
        figures = {
            "ours": mine,
            "icepool @": best(partial(by_icepool, PLAIN, dice)),
            "icepool Pool": best(partial(by_pool, PLAIN, dice)),
        }
        ratios = {k: v / mine for k, v in figures.items() if k != "ours"}
        kept = ratios["icepool @"] > 1
        yield Row(
            f"text, {dice} dice", figures, ratios, "faster than icepool", kept, {"icepool @": 1}
        )
    rules = load_game("uwr")
    again = best(lambda: rules.ask("direct(6) >= 2").probability)
    yield Row("the same text again", {"µs": again}, {}, "under 5 µs", again < 5, {"µs": 5})


def _python(code: str, *args: str) -> Any:
    run = [sys.executable, "-c", code, *args]
    return json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


STAT = """
import json, resource, sys, time
from pathlib import Path
from sphinxext.rulebook.rules import load_game
rules = load_game("arrata")
start = time.perf_counter()
chance = rules.ask(sys.argv[1]).probability
taken = time.perf_counter() - start
assert chance is not None
status = Path("/proc/self/status")
if status.exists():  # on Linux ru_maxrss counts the process that started this one too
    peak = int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([taken, peak]))
"""
REFUSED = """
import json, sys, time
from sphinxext.rulebook.rules import RulesError, load_game
rules = load_game("uwr")
start = time.perf_counter()
try:
    rules.ask("direct(10001) >= 5")
except RulesError as error:
    print(json.dumps([time.perf_counter() - start, str(error)]))
"""
IMPORT = """
import json, sys, time
before = set(sys.modules)
start, busy = time.perf_counter(), time.process_time()
import sphinxext.rulebook.rules
taken = min(time.perf_counter() - start, time.process_time() - busy)  # other work beside it
print(json.dumps([taken, sorted({name.partition(".")[0] for name in set(sys.modules) - before})]))
"""


def huge() -> Iterator[Row]:
    """The stats of thousands of dice, each in a process of its own."""
    for query, most in STATS.items():
        taken, peak = min(_python(STAT, query) for _ in range(3))
        figures = {"seconds": taken, "MB": peak}
        kept = taken < most and peak < 200
        limits = {"seconds": most, "MB": 200}
        yield Row(query, figures, {}, f"under {most} s and 200 MB", kept, limits)
    taken, message = _python(REFUSED)
    print(f"  10,001 dice: {message}", file=sys.stderr)
    yield Row(
        "a pool over the limit", {"seconds": taken}, {}, "refused at once", taken < 0.05,
        {"seconds": 0.05},
    )  # fmt: skip


PLAYED = """
import json, sys, time
from pathlib import Path
from tempfile import TemporaryDirectory
from sphinxext.rulebook.rules import Rules, RulesError, load
with TemporaryDirectory() as folder:
    path = Path(folder) / "rules.toml"
    path.write_text(sys.argv[1], encoding="utf-8")
    rules = load(path) if sys.argv[1] else Rules({})
start = time.process_time()
if sys.argv[3:]:
    try:
        rules.ask(sys.argv[2]).as_json()
    except RulesError:
        pass
    else:
        raise SystemExit("not refused")
else:
    rules.ask(sys.argv[2]).as_json()
print(json.dumps(time.process_time() - start))
"""
SYMBOLS = """
[die.light]
faces = [{}, {hit = 1}, {hit = 2}, {luck = 1}, {luck = 1}, {hit = 1, luck = 1}, {luck = 2}]
[die.dark]
faces = [{}, {hit = -1}, {hit = -2}, {luck = -1}, {luck = -2}, {hit = -1, luck = -1}]
[check.act]
roll = { light = 8, dark = 7 }
outcomes = { Good = "hit >= 1 and luck >= 1", Mixed = "hit >= 1", Bad = "otherwise" }
"""
THREE = """
[check.three]
roll = { d100 = 3 }
[check.act]
roll = { d20 = 1 }
takes.a.rolls = "three"
takes.b.rolls = "three"
takes.c.rolls = "three"
result = "value + a + b - c"
"""
FED = """
[check.spread]
roll = { d20 = 2 }
result = "highest - lowest"
[check.damage]
roll = { d6 = 2 }
takes.more = { rolls = "spread", each = { d8 = 1 } }
"""
CANCEL = """
[die.red]
faces = "1-6"
[die.blue]
faces = "1-6"
[check.act]
roll = { red = 7, blue = 7 }
readings.left = { faces = "4+", of = "red", against = "blue" }
outcomes = { None = "left = 0", Some = "left <= 2", Many = "otherwise" }
"""
BEATS = """
[die.red]
faces = "1-10"
[die.blue]
faces = "1-10"
[check.act]
roll = { red = 7, blue = 7 }
readings.wins = { is = "beats", of = "red", against = "blue" }
result = "wins"
"""
SETS = """
[check.act]
roll = { d20 = 10 }
readings = { wide = { is = "width" }, tall = { is = "height" } }
result = "100 * wide + tall"
"""
APART = """
[die.one]
faces = "1-20"
[die.two]
faces = "1-20"
[die.three]
faces = "1-20"
[check.act]
roll = { one = 1, two = 1, three = 1 }
readings.x = { is = "sum", of = "one" }
readings.y = { is = "sum", of = "two" }
readings.z = { is = "sum", of = "three" }
result = "7 - max(0, x - 13) - max(0, y - 12) - max(0, z - 14)"
outcomes = { Fails = "< 0", Works = "otherwise" }
"""
SIGNS = """
[die.light]
faces = [{}, {a = 1}, {a = 2}, {b = 1}, {b = 1, c = 1}, {d = 1}, {d = 1, e = 1}, {e = 2}]
[die.dark]
faces = [{}, {c = 1}, {c = 2}, {e = 1}, {b = 1, d = 1}, {d = 1}, {a = 1}, {b = 2}]
[check.act]
takes = { light = { each = { light = 1 } }, dark = { each = { dark = 1 } } }
outcomes = { Best = "e >= 2 and d >= 1", Good = "a - b >= 1 and c >= 1", Poor = "otherwise" }
"""
LARGEST = THREE.replace("value + a + b - c", "value + max(a, b, c)")
TOO_LARGE = {
    "15 symbol dice with five signs": (SIGNS, "act(8, 7) is Best"),
    "the largest of three parameters by 3d100": (LARGEST, "act mean"),
}
ALIKE = """
[check.cancel]
roll = { red = 7, blue = 7 }
readings.left = { faces = "4+", of = "red", against = "blue" }
result = "value + 100 * left"
[check.best]
roll = { d10 = 20, keep = "highest 5" }
result = "value + 100 * same"
[check.tall]
roll = { d20 = 10 }
readings.tall = { is = "height" }
result = "value + 1000 * tall + 100 * pairs"
[check.long]
roll = { d6 = 30 }
result = "value + 1000 * same + 200 * row"
[die.red]
faces = "1-6"
[die.blue]
faces = "1-6"
"""
POOLS = {
    "two coloured pools of 7 that cancel": (CANCEL, "act", 1.0),
    "two pools of 7d6 that cancel, with their total": (ALIKE, "cancel", 0.15),
    "two pools of 7d10 compared die by die": (BEATS, "act", 0.5),
    "the best 5 of 20d10 and how many are alike": (ALIKE, "best", 0.12),
    "the widest and the highest set of 10d20": (SETS, "act", 1.0),
    "the height and the sets of 10d20 with their total": (ALIKE, "tall", 1.0),
    "the sets and rows of 30d6 with their total": (ALIKE, "long", 1.0),
    "three d20s that are read apart": (APART, "act", 1.0),
    "9 symbol dice with five signs": (SIGNS, "act(5, 4) is Best", 1.0),
    "three parameters by 3d100": (THREE, "act", 1.0),
    "a spread of 2d20 fed into damage": (FED, "damage", 1.0),
    "15 symbol dice on two axes": (SYMBOLS, "act", 1.0),
    "10d10!kh5": ("", "10d10!kh5", 1.0),
    "10d10!kh5, the average": ("", "10d10!kh5 mean", 1.0),
    "4d1000kh3": ("", "4d1000kh3", 1.0),
    "the best 50 of 100d6": ("", "100d6kh50", 1.0),
}


def played() -> Iterator[Row]:
    """Whole answers about pools that people play, each in a process of its own."""
    for what, (rules, query, most) in POOLS.items():
        taken = min(_python(PLAYED, rules, query) for _ in range(3))
        yield Row(what, {"seconds": taken}, {}, f"under {most} s", taken < most, {"seconds": most})
    for what, (rules, query) in TOO_LARGE.items():
        taken = min(_python(PLAYED, rules, query, "refused") for _ in range(3))
        said = "refused within a second"
        yield Row(what, {"seconds": taken}, {}, said, taken < 1, {"seconds": 1})


def imported() -> Iterator[Row]:
    """How long `import sphinxext.rulebook.rules` takes in a process of its own."""
    found = [_python(IMPORT) for _ in range(9)]
    taken = min(taken for taken, _ in found) * 1000
    heavy = [name for name in HEAVY if name in found[0][1]]
    wanted = "under 60 ms, without " + ", ".join(HEAVY)
    kept = taken < 60 and not heavy
    yield Row("import of the rules", {"ms": taken}, {}, wanted, kept, {"ms": 60})


def shown(row: Row) -> str:
    """The row as a person reads it."""
    figures = ", ".join(f"{name} {value:,.3g}" for name, value in row.figures.items())
    ratios = ", ".join(f"{value:,.0f}x {name}" for name, value in row.ratios.items())
    mark = "ok  " if row.kept else "MISS"
    return (
        f"{mark} {row.what:34} {figures}"
        + (f"  [{ratios}]" if ratios else "")
        + (f"  wanted: {row.wanted}")
    )


def main() -> int:
    """Measures every row; returns 0 where every promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    rows: list[Row] = []
    for part in (bare, asked, huge, played, imported):
        for row in part():
            rows.append(row)
            if not options.json:
                print(shown(row), flush=True)
    record(figure for row in rows for figure in row.recorded())
    if options.json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
