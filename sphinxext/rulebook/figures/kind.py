"""The methods of every kind of figure; each kind is a module beside this one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum, auto
from fractions import Fraction
from typing import ClassVar, NamedTuple, Protocol

from ..language.formatter import Style
from ..language.language_file import FALLBACK
from ..language.lexicon import LETTER, lexicon_of, one_of
from ..language.normalise import normalise
from ..language.phrasebook import Phrases
from ..language.read_figure import TypedFigure, figures_in, is_refused, numbers_in, read
from ..language.unread import MOST_NAMED
from ..rules.digits import fraction_of, text_of
from ..rules.errors import RulesError
from ..rules.questions import in_force
from ..rules.rules import Rules
from ..settings import Book
from .correct import is_correct_average
from .left_out import Blanks
from .rephrase import Change, counts, without_dice


class Reason(Enum):
    """The reasons for a wrong figure, with what each is about."""

    ROUNDED = auto()  # right by another rounding: which one
    ROW = auto()  # right so many rows further down
    COLUMN = auto()  # right so many columns further right
    ARGUMENT = auto()  # right with another argument: its name and its value
    RANGE = auto()  # the faces or totals beside it have another chance: which
    DICE = auto()  # the dice beside it are others
    LABEL = auto()  # a label that reads as the value of another line
    LOCK = auto()  # right by an older lock: how it is called, and whether the whole table is
    ROLLS = auto()  # what is wrong with the rolls of a random table
    UNREAD = auto()  # it cannot be read: the subtype of the warning, and its words
    UNASKED = auto()  # a held table has figures that nobody asked for: their columns and rows
    MOVED = auto()  # a published figure is another than the lock records: the part of the page
    GONE = auto()  # the rules no longer have it


class Explanation(NamedTuple):
    """A reason, and the values that it is about."""

    reason: Reason
    about: tuple[object, ...] = ()


class Typed(Protocol):
    """A figure as its author typed it."""

    @property
    def text(self) -> str: ...

    @property
    def images(self) -> str:
        """The names of the images in a cell."""


class Answered(NamedTuple):
    """A figure as the rules give it."""

    text: str
    value: Fraction | None
    question: str
    names: tuple[str, ...] = ()


class SentenceFigure(NamedTuple):
    """A figure typed in a sentence."""

    text: str
    images: str = ""


class Ground(NamedTuple):
    """The book around a figure."""

    book: Book
    style: Style
    game: str = ""
    percent: bool | None = None  # whether a bare number is one; in a sentence its size tells
    names: frozenset[str] = frozenset()  # all that figures like it may show in the same table
    blanks: Blanks = Blanks()  # what a blank cell of the table stands for

    @property
    def is_sentence(self) -> bool:
        """Return whether the figure is in a sentence rather than in a table."""
        return self.percent is None


class Wrong(NamedTuple):
    """A figure that is not what the rules give."""

    expected: str
    answer: str
    chance: Fraction | None = None
    why: Explanation | None = None


_POWER = re.compile(r"[\d)][²³⁻]")  # "33%²" is the mark of a note
MOST_LETTERS = 1000  # of a figure with the words beside it
CHANGED = "is changed by the words before it; write what the rules say alone,"


class Case(NamedTuple):
    """A typed figure beside what the rules give."""

    kind: FigureKind
    typed: Typed
    given: Answered
    ground: Ground

    def wrong(self) -> Wrong | None:
        """Judge the figure in the book's language, and in English where it is English."""
        if (letters := len(self.typed.text)) > MOST_LETTERS:
            raise RulesError(
                f"{letters:,} characters are not a figure; hold the figure and the words beside "
                f"it, at most {MOST_LETTERS:,} characters"
            )

        words, own = self.typed.text, self.ground.style
        if self.ground.is_sentence and _POWER.search(words):
            raise self.unreadable("has a power; write the figure alone,", "'7'")
        if own.language.startswith("en"):
            return self.kind.judge(self)
        # A page may hold words that nobody has translated yet.
        english = self._replace(ground=self.ground._replace(style=own._replace(language="en")))
        try:
            wrong = self.kind.judge(self)
        except RulesError:
            if is_refused(words, own.language):
                raise
            return self.kind.judge(english)
        # "over" and "under" are words of several languages.
        figures = figures_in(words, own.language), figures_in(words, "en")
        hedged = [any(each.bound or each.hedged for each in some) for some in figures]
        if wrong is not None and hedged == [False, True]:
            with suppress(RulesError):
                return self.kind.judge(english)
        return wrong

    def saying(self, text: str) -> Case:
        """The same figure with other words."""
        return self._replace(typed=SentenceFigure(text, self.typed.images))

    @property
    def exact(self) -> Fraction:
        """The value, where the kind always has one."""
        assert self.given.value is not None
        return self.given.value

    @property
    def language(self) -> str:
        """The language that the figure is read in."""
        return self.ground.style.language

    def is_denied(self, kinds: str, names: Iterable[str] = ()) -> bool:
        """Return whether the first number or name is right behind "not" or another such word."""
        words = normalise(self.typed.text)
        for said in map(lexicon_of, (self.language, FALLBACK)):
            counts = (name for name, n in said.counts.items() if n <= MOST_NAMED)
            known = one_of({*map(normalise, names), *counts} - {*said.articles})
            if first := re.search(rf"\d|(?<!{LETTER})(?:{known})(?!{LETTER})", words):
                denied, articles = said.one_of(f"{kinds} least"), said.one_of("of articles")
                pattern = rf"(?<!{LETTER})({denied})\s+(?:(?:{articles})\s*)*$"
                match = re.search(pattern, words[: first.start()])
                if match and match[1] not in said.least:
                    return True
        return False

    def unreadable(self, lacks: str, example: str = "", more: str = "") -> RulesError:
        """The error for words that hold no such figure."""
        such_as = f" such as {example}" if example else ""
        if self.ground.is_sentence:
            return RulesError(f"'{self.typed.text}' {lacks}{such_as}{more}")
        return RulesError(f"the cell '{self.typed.text}' {lacks}{such_as} ({self.given.question})")


MOST_WORDS_ALONE = 2  # words that are all a figure or a name, though it cannot be read


class FigureKind:
    """A kind of figure. Each method has the answer that most kinds share."""

    name: ClassVar[str]
    is_share: ClassVar[bool] = False  # a chance or a difference of two, written in percent
    is_shaded: ClassVar[bool] = False  # tables may shade it by its size
    is_rounded: ClassVar[bool] = False  # pages round its exact value
    is_exact: ClassVar[bool] = False  # the lock records a fraction
    is_relocked: ClassVar[bool] = True  # its locked question says how to answer it again
    is_locked: ClassVar[bool] = True  # the lock records it
    has_dice_beside: ClassVar[bool] = False  # "7 (2d6)"
    is_optional: ClassVar[bool] = False  # a typed table may leave its column out
    names_a_rung: ClassVar[bool] = False  # its question is a difficulty or an outcome
    names_a_rule: ClassVar[bool] = False  # its question is the path of a rule
    names_outcomes: ClassVar[bool] = True  # its names are outcomes that the page shows

    def __repr__(self) -> str:
        """The name, the same in every process."""
        return self.name

    __str__ = __repr__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copies are the one kind of that name."""
        from . import kind_named

        return kind_named, (self.name,)

    # How it is written.

    def write(self, value: Fraction, style: Style) -> str:
        """The value as a page shows it."""
        return text_of(value)

    def heading(self, words: Phrases) -> str:
        """Return the heading of a column of them."""
        return ""

    # The judgement on a typed one.

    def is_judged(self, typed: Typed, names: frozenset[str]) -> bool:
        """Return whether an author's cell has such a figure at all."""
        return True

    def judge(self, case: Case) -> Wrong | None:
        """Judge a typed figure: None if it is right; an error if it cannot be read."""
        raise NotImplementedError  # each kind has its own

    def figures_of(self, text: str, language: str) -> Sequence[TypedFigure]:
        """Return the figures that a typed text says."""
        return figures_in(text, language)

    def is_right(self, written: TypedFigure, value: Fraction, style: Style) -> bool:
        """Return whether a figure is a correct way to write a value."""
        return is_correct_average(written, value, style)

    def fits(self, text: str, values: Iterable[Fraction], style: Style) -> set[Fraction]:
        """Return those of the values that the typed text is correct for."""
        found = self.figures_of(text, style.language)
        if not found:
            return set()
        return {value for value in values
                if all(self.is_right(each, value, style) for each in found)}  # fmt: skip

    # How it is rewritten in its author's style.

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        """Changes of the typed text that may make it correct, the most like it first."""
        return iter(())

    def is_alone(self, text: str, language: str) -> bool:
        """Return whether the text is nothing but the figure."""
        return read(text, language) is not None or (
            len(text.split()) <= MOST_WORDS_ALONE and without_dice(text) == text
        )

    # Values that the lock keeps.

    def locked(self, given: Answered) -> str:
        """The value that the lock records."""
        return given.text if given.value is None else text_of(given.value)

    def locked_question(self, question: str, base: str, where: str) -> str:
        """The question that tells it from other figures of its table."""
        return question

    def relocked(self, rules: Rules, question: str) -> str | None:
        """The value that other rules give for a locked question, None where they cannot."""
        return number_asked(rules, question) if self.is_rounded else None

    def reads(self, value: str, style: Style) -> str:
        """A locked value as a page would show it."""
        return self.write(fraction_of(value), style) if self.is_rounded else value


def number_asked(rules: Rules, question: str) -> str:
    """The chance or the average that the rules give, as the lock writes it."""
    answer = rules.ask(in_force(question, rules.default))
    return text_of(answer.value if answer.value is not None else answer.probability)


def only_numbers(case: Case, expected: str) -> Iterator[Change]:
    """The text's numbers replaced by as many others."""
    yield from counts(case.typed.text, numbers_in(expected, case.language), case.language)
