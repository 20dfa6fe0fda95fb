"""Lets everything that is read of a throw be read of the same throw."""

from __future__ import annotations

from typing import Any

from ..errors import RulesError
from ..language.conditions import THE_VALUE
from ..language.query import Call, PlainDice, SharedThrow
from .game import Check


def share_throws(check: Check, values: dict[str, Any]) -> None:
    """Let all that is read of a throw be read of one throw, that of its parameter."""
    for one in check.shares:
        holder = check.parameter(one.of)
        throw = values.get(holder.name, holder.default)
        if isinstance(throw, Call | PlainDice):
            throw = values[holder.name] = SharedThrow(throw, THE_VALUE)
        if one.name in values:
            continue
        if not isinstance(throw, SharedThrow):
            throw, reads = str(holder.default), f"'{one.name}'"
            if one.name.endswith(" is"):
                reads = f"the outcome of '{one.of}'"
            example = throw if throw[-1] == ")" else f"{throw}()"
            raise RulesError(
                f"'{check.name}' reads {reads}, so give a throw, as in '{one.of}={example}'"
            )
        assert isinstance(one.default, SharedThrow)
        values[one.name] = one.default._replace(throw=throw.throw)
