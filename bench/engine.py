"""This engine, icepool and dyce on the same questions in one process, beside what is promised.

Every rival is asked for the same distribution of the same die, made anew each time, so that no
cache of an earlier turn helps it. `icepool @` is the sum that icepool writes `n @ die`; `icepool
Pool` is the same sum through its pools. Times are the best of many, in microseconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import icepool
from dyce import H
from figures import Figure, figure, finish

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


PLAIN = Die("successes", Factor(0, (2, 1), (3,)), {0: 2, 1: 1})
NET = Die("net", Factor(-1, (1, 3, 2), (6,)), {-1: 1, 0: 3, 1: 2})


def faster(what: str, ours: float, peers: Mapping[str, tuple[float, float]]) -> Iterator[Figure]:
    """Compare a time with those of peers; ours is to be so many times faster at least."""
    for peer, (theirs, least) in peers.items():
        yield figure(what, "times as fast", theirs / ours, least, at_least=True, peer=peer)


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
    found = Sum([(die.factor, dice)])
    return found.series.upto(found.degree)


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


def bare() -> Iterator[Figure]:
    """Make exact distributions of counting pools, ready to read any value from."""
    promised = {20: (5, 50), 50: (20, 100), 100: (50, 100), 1000: (1000, None)}
    for die in (PLAIN, NET):
        same(die, 20)
        for dice, (over_dyce, over_icepool) in promised.items():
            peers = {"dyce": (best(partial(by_dyce, die, dice)), over_dyce)}
            if over_icepool:
                peers["icepool @"] = (best(partial(by_icepool, die, dice)), over_icepool)
                peers["icepool Pool"] = (best(partial(by_pool, die, dice)), 1)
            yield from faster(f"{die.name}, {dice:,} dice", best(partial(ours, die, dice)), peers)


def fresh(rules: Rules, texts: Sequence[str]) -> float:
    """The best time from a text that was never asked to its exact chance, in microseconds."""
    fastest = float("inf")
    for text in texts:
        start = time.perf_counter()
        chance = rules.ask(text).probability
        fastest = min(fastest, time.perf_counter() - start)
        assert chance is not None
    return fastest * 1e6


def asked() -> Iterator[Figure]:
    """Go from the text of a pool that was not asked before to one exact chance."""
    for dice, over in {100: 15, 300: 20, 1000: 20}.items():
        texts = [f"direct({dice + i}) >= {dice // 3}" for i in range(-20, 20)]
        warm = load_game("uwr")
        warm.ask("direct(3) >= 1")
        mine = min(fresh(warm, texts), *(fresh(load_game("uwr"), [text]) for text in texts))
        peers = {"dyce": (best(partial(by_dyce, PLAIN, dice)), over)}
        yield from faster(f"text, {dice:,} dice", mine, peers)
    for dice in range(2, 9):
        loaded = [load_game("uwr") for _ in range(30)]
        for rules in loaded:
            rules.ask("direct(1, favor=1) >= 1")
        mine = min(fresh(rules, [f"direct({dice}) >= 2"]) for rules in loaded)
        peers = {"icepool @": (best(partial(by_icepool, PLAIN, dice)), 1)}
        yield from faster(f"text, {dice} dice", mine, peers)
        yield figure(f"text, {dice} dice, never asked before", "µs", mine, 10)
    rules = load_game("uwr")
    again = best(lambda: rules.ask("direct(6) >= 2").probability)
    yield figure("the same text again", "µs", again, 5)


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
except RulesError:
    print(json.dumps(time.perf_counter() - start))
"""
IMPORT = """
import json, sys, time
before = set(sys.modules)
start, busy = time.perf_counter(), time.process_time()
import sphinxext.rulebook.rules
taken = min(time.perf_counter() - start, time.process_time() - busy)  # other work beside it
print(json.dumps([taken, sorted({name.partition(".")[0] for name in set(sys.modules) - before})]))
"""


def huge() -> Iterator[Figure]:
    """Ask the stats of thousands of dice, each in a process of its own."""
    for query, most in STATS.items():
        taken, peak = min(_python(STAT, query) for _ in range(3))
        yield figure(query, "s", taken, most)
        yield figure(query, "MB", peak, 200)
    yield figure("a pool over the limit, refused", "s", _python(REFUSED), 0.05)


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


def played() -> Iterator[Figure]:
    """Ask whole answers about pools that people play, each in a process of its own."""
    for pool in tomllib.loads(Path(__file__).with_name("pools.toml").read_text("utf-8"))["pool"]:
        refused = [] if "most" in pool else ["refused"]
        asked = partial(_python, PLAYED, pool.get("rules", ""), pool["ask"], *refused)
        yield figure(
            pool["what"], "s", [asked() for _ in range(3)], pool.get("most", 1), least=True
        )


def imported() -> Iterator[Figure]:
    """Import the rules in processes of their own."""
    found = [_python(IMPORT) for _ in range(9)]
    took = [taken * 1000 for taken, _ in found]
    yield figure("import of the rules", "ms", took, 60, least=True)
    heavy = sum(name in found[0][1] for name in HEAVY)
    yield figure("import of the rules", f"of {', '.join(HEAVY)}", heavy, 0)


if __name__ == "__main__":
    parts = (bare, asked, huge, played, imported)
    sys.exit(finish(each for part in parts for each in part()))
