"""Reads what docutils and Sphinx know and offer no way to ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import roles

if TYPE_CHECKING:
    from sphinx.builders import Builder


def forget_derived_roles(*_: Any) -> None:
    """Take back the roles that the page before derived from ours; docutils would keep them."""
    known = roles._roles  # type: ignore[attr-defined]  # docutils has no other way to end a role
    for name, derived in list(known.items()):
        base = getattr(derived, "base_role", None)
        if getattr(base, "rulebook", False):
            del known[name]


def listeners_of(builder: Builder, event: str) -> Iterator[Any]:
    """Yield the functions that listen to an event; Sphinx only calls them."""
    yield from (each.handler for each in builder.events.listeners.get(event, ()))
