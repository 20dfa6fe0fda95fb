"""One table of all figures that the bench measured, each beside its limit and its peer.

Every part of the bench leaves its figures in bench/_build. This prints them together, and writes
those of parts that ran into the file that the manual shows.

    python bench/figures.py [--write docs/explanation/numbers.json]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "bench/_build"


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
        """True if the figure is within its limit."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def figure(
    what: str,
    unit: str,
    rounds: Sequence[float],
    limit: float | None = None,
    *,
    at_least: bool = False,
    peer: str = "",
    beside: float | None = None,
    least: bool = False,
) -> Figure:
    """The figure of several rounds: their median, or the least where that is what is judged."""
    value = min(rounds) if least else median(rounds)
    return Figure(
        what, unit, value, min(rounds), max(rounds), len(rounds), limit, at_least, peer, beside
    )


def as_installed(**more: str) -> dict[str, str]:
    """The environment of a process whose packages have their bytecode beside them."""
    env = {**os.environ, "NO_COLOR": "1", **more}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def record(figures: Iterable[Figure], part: str = "") -> None:
    """Keep the figures of a part of the bench, with when and where they were measured."""
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


def machine() -> str:
    """The processor, how many cores there are, and the Python."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line for line in info.read_text("utf-8").splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def measured(folder: Path = FOLDER) -> dict[str, dict[str, object]]:
    """What each part left."""
    return {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))
    }


def lines(parts: dict[str, dict[str, object]]) -> Iterator[str]:
    """The table as a terminal shows it."""
    yield f"{'':4} {'':58} {'limit':>10} {'measured':>10} {'spread':>17}  peer"
    for part, said in parts.items():
        yield f"{part}, {said['date']}, at a load of {said['load']}"
        for data in said["figures"]:  # type: ignore[attr-defined]
            each = Figure(**data)
            sign = "≥" if each.at_least else "≤"
            limit = "" if each.limit is None else f"{sign} {number(each.limit)}"
            spread = f"{number(each.low)} to {number(each.high)}" if each.rounds > 1 else ""
            peer = f"{each.peer} {number(each.beside)}" if each.beside is not None else each.peer
            mark = "ok  " if each.kept else "MISS"
            what = f"{each.what}, {each.unit}" if each.unit else each.what
            yield f"{mark} {what:58} {limit:>10} {number(each.value):>10} {spread:>17}  {peer}"


def number(value: float | None) -> str:
    """The number with three digits that count."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def main() -> int:
    """Print the table; 1 where a figure is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, help="take the figures into this file")
    chosen = parser.parse_args()
    parts = measured()
    print("\n".join(lines(parts)))
    if chosen.write:
        known = json.loads(chosen.write.read_text("utf-8")) if chosen.write.is_file() else {}
        text = json.dumps({**known, **parts}, indent=1, sort_keys=True)
        chosen.write.write_text(text + "\n", "utf-8")
    return int(not all(Figure(**d).kept for said in parts.values() for d in said["figures"]))  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.exit(main())
