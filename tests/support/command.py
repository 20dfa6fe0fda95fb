"""The command line as its user sees it: what is printed where, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Said(NamedTuple):
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)

    def refused(self) -> list[str]:
        """Return the lines of an error, which is all that was printed."""
        assert self.status == 2
        assert self.out == ""
        lines = self.err.splitlines()
        assert lines
        assert all(line.startswith("rulebook: ") for line in lines)
        return [line.removeprefix("rulebook: ") for line in lines]


Run = Callable[..., Said]
