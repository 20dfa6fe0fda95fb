"""What `rulebook` takes of a processor from the start of Python to the answer."""

from __future__ import annotations

import sys

from figures import RULEBOOK, figure, finish, run

RUNS = 10
ALLOWED = 0.4  # seconds, for one question
COMMANDS = (
    ("odds", "--game", "uwr", "direct(4) >= 2"),
    ("odds", "--game", "arrata", "stat(A9889) >= 6600"),
    ("judge", "--game", "arrata", "stat(B5) on 3 4 2 6 5"),
    ("games",),
    ("explain", "--game", "unnamed"),
    ("schema",),
)


def main() -> int:
    """Time each command."""
    times = {words: [run(*RULEBOOK, *words).processor for _ in range(RUNS)] for words in COMMANDS}
    return finish(
        figure(f"rulebook {' '.join(words)}", "s", took, ALLOWED, least=True)
        for words, took in times.items()
    )


if __name__ == "__main__":
    sys.exit(main())
