"""Corrects a wrong figure in its author's style."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from ..rules.errors import RulesError
from . import rephrase, rephrase_chance
from .kind import Case
from .rephrase import Changes, applied, combined

MOST_TRIES = 200  # of changes together, in words with many numbers


def changes_for(case: Case, expected: str) -> Changes:
    """The first changes of the typed words that the rules allow, none where no change is right."""
    text = case.typed.text
    some = islice(combined(case.kind.rewrite(case, expected)), MOST_TRIES)
    for changes in chain(some, _undirected(case, expected), _whole(case, expected)):
        if _is_right(case.saying(applied(text, changes))):
            return changes
    return ()


def _undirected(case: Case, expected: str) -> Iterator[Changes]:
    """Each change without the "a little over" before it, which no longer holds."""
    for change in case.kind.rewrite(case, expected):
        bare = rephrase_chance.undirected(case.typed.text, change, case.language)
        if bare is not None:
            yield (bare,)


def _whole(case: Case, expected: str) -> Iterator[Changes]:
    """Give the right text for all of the words, if they say nothing else."""
    if case.kind.is_alone(case.typed.text, case.language):
        yield from ((change,) for change in rephrase.names(case.typed.text, expected))


def _is_right(case: Case) -> bool:
    try:
        return case.wrong() is None
    except RulesError:
        return False
