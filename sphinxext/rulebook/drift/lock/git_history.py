"""Earlier versions of a file, as git keeps them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

SECONDS = 10  # for all that git is asked
# A book may come from anywhere: git only reads its store, asks no server and starts no program.
ALONE = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


class Version(NamedTuple):
    """A file as a commit has it."""

    commit: str  # abbreviated
    day: str
    data: bytes


def earlier_versions(path: Path, most: int) -> Iterator[Version]:
    """The versions of a file, the newest first; none where git or its history is missing."""
    listed = _git(
        path.parent, "rev-list", f"--max-count={most}", "--timestamp", "HEAD", "--", path.name
    )
    for line in listed.decode("ascii", "replace").splitlines():
        seconds, _, commit = line.partition(" ")
        data = _git(path.parent, "cat-file", "blob", f"{commit}:./{path.name}")
        if data:
            day = datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
            yield Version(commit[:7], day, data)


def _git(folder: Path, *words: str) -> bytes:
    """The answer of git; nothing if it has none."""
    command = ["git", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false", *words]
    try:
        done = subprocess.run(  # fixed words and a commit that git named
            command, cwd=folder, env={**os.environ, **ALONE}, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return b""
    return done.stdout if done.returncode == 0 else b""
