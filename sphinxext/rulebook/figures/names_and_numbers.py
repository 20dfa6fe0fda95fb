"""Judges typed names and whole numbers, for several kinds of figures."""

from __future__ import annotations

from ..language.mentions import says
from ..language.read_figure import numbers_in, read
from ..rules.errors import RulesError
from .kind import Case, Wrong, is_chance


def judge_name(case: Case) -> Wrong | None:
    """Judge a name, in words or as an image."""
    given, typed = case.given, case.typed
    if says(f"{typed.text} {typed.images}", given.names, case.ground.names):
        return None
    refuse_chance(case)
    return Wrong(given.names[0], given.names[0])


def refuse_chance(case: Case) -> None:
    """Raise an error where a label of the rules should be and a chance is."""
    if is_chance(read(case.typed.text, case.language)):
        raise RulesError(
            f"the cell '{case.typed.text}' is a chance where the rules give the label "
            f"'{case.given.names[0]}'; for chances add ':event: is *' or ':event: meets *'"
        )


def judge_number(case: Case) -> Wrong | None:
    """Judge a typed whole number, or a name if the rules give one instead."""
    given, text = case.given, case.typed.text
    said = numbers_in(text, case.language)
    if given.value is not None:
        if said == (given.value,) or (not text.strip() and given.value == 0):
            return None
        if not said:
            raise case.unreadable("is not a number")
    elif given.names:
        return judge_name(case)
    elif not said:  # a value that nothing reaches
        return None
    return Wrong(given.text, given.text)
