"""Names of outcomes, labels, faces, and words of an author's own that may mention a name."""

from __future__ import annotations

from collections.abc import Iterator

from ..language.phrases import mentioned, says
from ..language.read_figure import Form, numbers_in, read
from ..rules.errors import RulesError
from ..rules.questions import in_force
from ..rules.rules import Rules
from .kind import Answered, Case, FigureKind, Typed, Wrong
from .rephrase import Change, names


class Name(FigureKind):
    """The name of an outcome or a difficulty, as the label of its row."""

    name = "name"
    names_a_rung = True
    is_relocked = False  # its cell may hold more than the name, as the page's template says

    def judge(self, case: Case) -> Wrong | None:
        return judge_name(case)


class LabelWords(Name):
    """Words of the rules file beside a difficulty or an outcome."""

    name = "words"
    is_locked = False
    is_optional = True

    def is_judged(self, typed: Typed, names: frozenset[str]) -> bool:
        return bool(mentioned(typed.text, names))


NAME = Name()
WORDS = LabelWords()


class Face(FigureKind):
    """A face of a die: a number or an outcome."""

    name = "face"

    def judge(self, case: Case) -> Wrong | None:
        return judge_name(case) if case.given.value is None else judge_number(case)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from names(case.typed.text, expected)

    def locked(self, given: Answered) -> str:
        return given.text

    def relocked(self, rules: Rules, question: str) -> str | None:
        judged = rules.judge(in_force(question, rules.default))
        return judged.outcome if judged.outcome is not None else str(judged.value)


FACE = Face()


def judge_name(case: Case) -> Wrong | None:
    """Judge a name, in words or as an image."""
    given, typed = case.given, case.typed
    if says(f"{typed.text} {typed.images}", given.names, case.ground.names):
        return None
    refuse_chance(case)
    return Wrong(given.names[0], given.names[0])


def refuse_chance(case: Case) -> None:
    """Raise an error where a label of the rules should be and a chance is."""
    written = read(case.typed.text, case.language)
    if written is not None and written.form in (Form.PERCENT, Form.FRACTION, Form.ONE_IN):
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


class PlainLabel(FigureKind):
    """A heading or a label of a row."""

    name = "label"
    is_locked = False

    def is_judged(self, typed: object, names: object) -> bool:
        """A label is its author's own."""
        return False

    def is_alone(self, text: str, language: str) -> bool:  # nor is it mended
        """Return False: nobody but its author knows whether it or its figures are wrong."""
        return False


LABEL = PlainLabel()
