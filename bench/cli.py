"""How long `rulebook` takes from the start of Python to the answer, best of several runs."""

from __future__ import annotations

import subprocess
import sys
import time

RUNS = 10
ALLOWED = 0.4  # seconds, for one question
COMMANDS = (
    ("odds", "--game", "uwr", "direct(4) >= 2"),
    ("odds", "--game", "uwr", "direct(4) >= 2", "--json"),
    ("odds", "--game", "arrata", "stat(A9889) >= 6600"),
    ("odds", "4d6kh3"),
    ("judge", "--game", "arrata", "stat(B5) on 3 4 2 6 5"),
    ("games",),
    ("explain", "--game", "unnamed"),
    ("schema",),
)


def seconds(argv: tuple[str, ...]) -> float:
    """The shortest time that the command took."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        command = [sys.executable, "-m", "sphinxext.rulebook", *argv]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> int:
    """Print the times; the exit status says whether all are short enough."""
    slow = False
    for argv in COMMANDS:
        taken = seconds(argv)
        slow = slow or taken > ALLOWED
        print(f"{taken * 1000:6.0f} ms  rulebook {' '.join(argv)}")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
