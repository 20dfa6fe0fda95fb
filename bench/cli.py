"""What `rulebook` takes of a processor from the start of Python to the answer."""

from __future__ import annotations

import subprocess
import sys

from figures import as_installed, figure, record
from judge import spent

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


def seconds(argv: tuple[str, ...]) -> list[float]:
    """The times that the command took."""
    times = []
    for _ in range(RUNS):
        start = spent()
        command = [sys.executable, "-m", "sphinxext.rulebook", *argv]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=as_installed())
        times.append(spent() - start)
    return times


def main() -> int:
    """Print the times; the exit status says whether all are short enough."""
    slow, found = False, []
    for argv in COMMANDS:
        times = seconds(argv)
        taken = min(times)
        found.append(figure(f"rulebook {' '.join(argv)}", "s", times, ALLOWED, least=True))
        slow = slow or taken > ALLOWED
        print(f"{taken * 1000:6.0f} ms  rulebook {' '.join(argv)}")
    record(found)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
