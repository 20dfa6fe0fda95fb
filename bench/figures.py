"""One table of all figures that the bench measured, each beside its limit and its peer.

Every part of the bench leaves its figures in bench/_build. This prints them together, and writes
those of parts that ran into the file that the manual shows.

    python bench/figures.py [--write bench/numbers.json]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "bench/_build"
RULEBOOK = (sys.executable, "-m", "sphinxext.rulebook")
SPHINX = (sys.executable, "-m", "sphinx", "-q", "-b")


class Cost(NamedTuple):
    """The cost of a process: seconds of a processor, seconds by the clock, and megabytes."""

    processor: float
    clock: float
    memory: float


def run(*command: str | Path, may_end_with: int = 0, **env: str) -> Cost:
    """Run a command whose packages have their bytecode beside them, and return what it cost."""
    known = {**os.environ, "NO_COLOR": "1", **env}
    known.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL, env=known)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, may_end_with):
        raise SystemExit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    clock = time.perf_counter() - began
    return Cost(used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1024)


@dataclass(frozen=True)
class Figure:
    """A measured figure: the middle of its rounds, its limit, and what a peer takes."""

    what: str
    unit: str
    value: float
    low: float  # of all rounds
    high: float
    rounds: int
    limit: float | None = None
    at_least: bool = False  # the limit is the least that is allowed, not the most
    peer: str = ""
    beside: float | None = None  # what the peer takes, in the same unit

    @property
    def kept(self) -> bool:
        """Return whether the figure is within its limit."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        """Write the figure as a line of the table."""
        sign = "≥" if self.at_least else "≤"
        limit = "" if self.limit is None else f"{sign} {number(self.limit)}"
        spread = f"{number(self.low)} to {number(self.high)}" if self.rounds > 1 else ""
        peer = f"{self.peer} {number(self.beside)}" if self.beside is not None else self.peer
        what = f"{self.what}, {self.unit}" if self.unit else self.what
        row = f"{what:58} {limit:>10} {number(self.value):>10} {spread:>17}  {peer}"
        return f"{'ok  ' if self.kept else 'MISS'} {row}"


def figure(
    what: str,
    unit: str,
    rounds: Sequence[float] | float,
    limit: float | None = None,
    *,
    at_least: bool = False,
    peer: str = "",
    beside: float | None = None,
    least: bool = False,
) -> Figure:
    """Return the figure of several rounds: their median, or the least where that is judged."""
    all_of = rounds if isinstance(rounds, Sequence) else [rounds]
    value = min(all_of) if least else median(all_of)
    return Figure(
        what, unit, value, min(all_of), max(all_of), len(all_of), limit, at_least, peer, beside
    )


def finish(found: Iterable[Figure], part: str = "") -> int:
    """Print figures as they come and keep them; return 1 where one is beyond its limit."""
    figures: list[Figure] = []
    for each in found:
        figures.append(each)
        print(each, flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    part = part or Path(sys.argv[0]).stem
    said = {
        "command": f"python bench/{part}.py",
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "load": round(os.getloadavg()[0], 1),
        "figures": [asdict(each) for each in figures],
    }
    (FOLDER / f"{part}.json").write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    return int(not all(each.kept for each in figures))


def machine() -> str:
    """Return the processor, how many cores there are, and the Python."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line for line in info.read_text("utf-8").splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def measured(folder: Path = FOLDER) -> dict[str, dict[str, Any]]:
    """Read what each part left."""
    return {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))
    }


def lines(parts: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Write the table as a terminal shows it."""
    yield f"{'':4} {'':58} {'limit':>10} {'measured':>10} {'spread':>17}  peer"
    for part, said in parts.items():
        yield f"{part}, {said['date']}, at a load of {said['load']}"
        yield from (str(Figure(**data)) for data in said["figures"])


def number(value: float | None) -> str:
    """Write a number with three digits that count."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def main() -> int:
    """Print the table; return 1 where a figure is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, help="take the figures into this file")
    chosen = parser.parse_args()
    parts = measured()
    print("\n".join(lines(parts)))
    if chosen.write:
        known = json.loads(chosen.write.read_text("utf-8")) if chosen.write.is_file() else {}
        text = json.dumps({**known, **parts}, indent=1, sort_keys=True)
        chosen.write.write_text(text + "\n", "utf-8")
    return int(not all(Figure(**d).kept for said in parts.values() for d in said["figures"]))


if __name__ == "__main__":
    sys.exit(main())
