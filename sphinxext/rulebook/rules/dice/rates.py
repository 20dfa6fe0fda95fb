"""Numbers for results: if no choice between equal ones moves their average, it is settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

# by the outcome of a result, its value, and all that is known of it
Rate = Callable[[str | None, int, Mapping[str, Any]], int]


def fingerprint(*parts: object) -> int:
    """Return a number that no other parts are likely to have."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def by_number(_name: str | None, value: int, _known: Mapping[str, Any]) -> int:
    """Rate a result so that the chance of every number is settled."""
    return fingerprint(value)


def by_result(name: str | None, value: int, _known: Mapping[str, Any]) -> int:
    """Rate a result so that the chance of every outcome with every number is settled."""
    return fingerprint(name, value)


def by_all(name: str | None, value: int, known: Mapping[str, Any]) -> int:
    """Rate a result so that the chance of all that is known of it is settled."""
    return fingerprint(name, value, sorted((k, v) for k, v in known.items() if type(v) is int))
