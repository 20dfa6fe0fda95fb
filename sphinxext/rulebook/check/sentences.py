"""Each held word against the rules: nothing where it is right, a finding where it is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple, TypeVar

from ..ask.cells import styled
from ..ask.requests import answered
from ..ask.rule_values import Shown, rule_text, rule_value
from ..figures.correct import (
    as_chance,
    expected_average,
    expected_chance,
    right,
    right_average,
    spelled,
)
from ..figures.mean_habits import meant
from ..page.claims import Claim
from ..rules.answer import Answer
from ..rules.digits import quotient
from ..rules.errors import RulesError, fold
from ..rules.language.parse import parse
from ..rules.language.query import Call, Dice, Query
from ..settings import Book
from ..words.face_ranges import faces_in
from ..words.formatter import Style
from ..words.lexicon import lexicon_of
from ..words.mentions import mentioned, says
from ..words.normalise import plain
from ..words.phrases import Phrase, phrase
from ..words.read_figure import averages_in, figures_in, numbers_in, read
from .beside import dice_beside, range_beside
from .why import why_average, why_chance, why_rolled


class Finding(NamedTuple):
    """A figure that the rules do not give: what stands there and what should."""

    file: str
    line: int
    found: str
    expected: str
    query: str
    answer: str  # what the rules say, for the end of the message
    probability: str | None = None
    why: str = ""

    def message(self) -> str:
        """The finding as one line without its place."""
        why = f"; {self.why}" if self.why else ""
        return f'"{self.found}" should be "{self.expected}": {self.query} is {self.answer}{why}'


Said = TypeVar("Said")


class Wrong(NamedTuple):
    """What should stand in place of held words."""

    expected: str
    answer: str
    probability: str | None = None
    why: str = ""


def judged(book: Book, claim: Claim) -> Finding | None:
    """What is wrong with held words, or None."""
    style = book.style
    if claim.language:
        style = style._replace(language=claim.language)
    judge = _JUDGES[claim.request.kind]
    wrong = in_either(lambda style: judge(book, claim, style), style, claim.words)
    if wrong is None:
        return None
    found, query = " ".join(claim.words.split()), " ".join(claim.request.text.split())
    return Finding(claim.file, claim.line, found, query=query, **wrong._asdict())


def in_either(judge: Callable[[Style], Said | None], style: Style, words: str) -> Said | None:
    """What is wrong in the book's language, and in English too where the words are English.

    What nobody has translated yet may stand there as it was written.
    """
    if style.language.startswith("en"):
        return judge(style)
    english = style._replace(language="en")
    try:
        wrong = judge(style)
    except RulesError:
        return judge(english)
    figures = figures_in(words, "en")
    is_english = any(figure.bound or figure.hedged for figure in figures)
    if wrong is not None and is_english and figures != figures_in(words, style.language):
        with suppress(RulesError):
            return judge(english)
    return wrong


def in_force(text: str, game: str) -> Query:
    """The question under the game in force."""
    query = parse(text)
    return query if query.game else query._replace(game=game)


def _odds(book: Book, claim: Claim, style: Style) -> Wrong | None:
    request = claim.request
    style = styled(style, *request.how)
    query = in_force(request.text, request.game)
    if query.event is None:
        raise RulesError(f"'{request.text}' asks for no event; add '>= 2', 'is NAME' or 'mean'")
    answer = book.rules.ask(query)
    if answer.value is not None:
        return _average(book, claim, style, answer)
    exact = answer.probability
    assert exact is not None  # an event has a chance or an average
    words = Phrase(claim.words, (), ())
    if read(claim.words, style.language) is None:
        words = phrase(claim.words, style.language)
    figures = figures_in(words.rest, style.language)
    if not figures:
        figures = figures_in(claim.words, style.language)
    if not figures:
        raise RulesError(f"'{claim.words}' is no chance such as '33%', '1/3' or '1 in 3'")
    for figure in figures:
        written = as_chance(figure, percent=figure.value > 1)
        if not right(written, exact, style):
            expected = expected_chance(written, exact, style)
            why = why_chance(book, query, written, exact, style)
            chance = quotient(exact)
            return Wrong(expected, spelled(exact), chance, why)
    for each in words.ranges:
        other = range_beside(book, query, words, each, exact)
        if other is not None:
            expected = expected_chance(as_chance(figures[0], percent=True), exact, style)
            chance = quotient(exact)
            expected = f"{expected} ({other})" if other else expected
            return Wrong(expected, spelled(exact), chance, f"'{each}' is another chance")
    return None


def _average(book: Book, claim: Claim, style: Style, answer: Answer) -> Wrong | None:
    exact = answer.value
    assert exact is not None  # it is an average that was asked
    exact = meant(book.rules, answer.query, exact, style)
    words = phrase(claim.words, style.language, ranged=False)
    figures = averages_in(words.rest, style.language)
    if not figures:
        figures = averages_in(words.beside, style.language)
    if not figures:
        raise RulesError(f"'{claim.words}' is no average such as '7' or '3.5'")
    if all(right_average(written, exact, style) for written in figures):
        if all(dice_beside(book, answer.query, dice) for dice in words.dice):
            return None
        what = answer.query.what
        expected = expected_average(figures[0], exact, style)
        if isinstance(what, Dice):
            expected = f"{expected} ({what.text})"
        return Wrong(expected, spelled(exact, average=True), None, "the dice are others")
    expected = expected_average(figures[0], exact, style)
    why = why_average(book, answer.query, figures[0], exact, style)
    return Wrong(expected, spelled(exact, average=True), None, why)


def judged_rule(book: Book, claim: Claim, style: Style) -> Wrong | None:
    """What is wrong with words for a value of the rules, or None."""
    request = claim.request
    value = rule_value(book.rules, request.game, request.text)
    expected = rule_text(book.rules, request.game, request.text, style)
    if _says_rule(claim.words, value, expected, style.language):
        return None
    return Wrong(expected, expected)


def _says_rule(words: str, value: object, expected: str, language: str) -> bool:
    if fold(words) == fold(expected):
        return True
    if isinstance(value, Shown):
        return bool(value) and _says_faces(words, value, language)
    if isinstance(value, int | Fraction):
        return (numbers_in(words, language) or _by_article(words, language)) == (Fraction(value),)
    wanted = numbers_in(expected, language)
    return bool(wanted) and numbers_in(words, language) == wanted


def _says_faces(words: str, value: Shown, language: str) -> bool:
    if faces_in(words, language, 1, max(value)) == frozenset(value):
        return True
    apart = phrase(words, language)
    top = max(value)
    sides = {term.die for dice in apart.dice for term in dice.terms}
    return (
        len(apart.ranges) == 1
        and {face for face in range(1, top + 1) if apart.ranges[0].holds(face)} == set(value)
        and (apart.ranges[0].high or top) == top
        and all(die.removeprefix("d") == str(top) for die in sides)
    )


def _rolled(book: Book, claim: Claim, style: Style) -> Wrong | None:
    request = claim.request
    query = in_force(request.text, request.game)
    come = book.rules.judge(query)
    expected = str(answered(book._replace(style=style), request))
    said = numbers_in(claim.words, style.language)
    counted = [come.value, come.successes, come.failures]
    if come.outcome is not None:
        names = outcomes_of(book, query)
        # "one failure" counts, and names no outcome that is called so.
        others = mentioned(_uncounted(claim.words, style.language), names)
        if says(claim.words, [come.outcome], names):
            rest = re.sub(re.escape(plain(come.outcome)), " ", plain(claim.words))
            left = _beside_dice(numbers_in(rest, style.language), query)
            if come.value is None or all(number in counted for number in left):
                return None
            expected = f"{expected} ({come.value})"
        elif said and list(said) in (counted[:1], counted[1:]) and not others:
            return None
        return Wrong(expected, expected)
    if not said:
        said = _by_article(claim.words, style.language)
    if not said:
        raise RulesError(f"'{claim.words}' says no number, such as '{expected}'")
    left = _beside_dice(said, query)
    if left == [come.value] or (not left and come.value in said):
        return None
    return Wrong(expected, expected, why=why_rolled(book, query, left or said))


def _uncounted(words: str, language: str) -> str:
    """The words without numbers and what each of them counts."""
    pieces = plain(words).split()
    counts = [bool(numbers_in(piece, language)) for piece in pieces]
    kept = [
        piece
        for piece, counts_it, is_counted in zip(pieces, counts, [False, *counts], strict=False)
        if not counts_it and not is_counted
    ]
    return " ".join(kept)


def _beside_dice(said: Sequence[Fraction], query: Query) -> list[Fraction]:
    """The numbers that are left when the dice that were rolled, and how many, are told as well."""
    left = list(said)
    for thrown in query.thrown:
        for number in (*thrown.first, *thrown.again, len(thrown.first)):
            if number in left:
                left.remove(Fraction(number))
    return left


def _by_article(words: str, language: str) -> tuple[Fraction, ...]:
    """The number that "a success" or "a pair of successes" says."""
    lexicon = lexicon_of(language)
    pieces = plain(words).split()
    if any(piece in lexicon.pairs for piece in pieces[:2]):
        return (Fraction(2),)
    is_one = len(pieces) > 1 and any(
        piece in lexicon.of for piece in pieces[:2]
    )  # "just a success"
    return (Fraction(1),) if is_one else ()


def outcomes_of(book: Book, query: Query) -> list[str]:
    """The names that a roll of the check may come to."""
    if not isinstance(query.what, Call):
        return []
    check = book.rules.game(query.game).check(query.what.check)
    return [outcome.name for outcome in check.outcomes]


_JUDGES: dict[str, Callable[[Book, Claim, Style], Wrong | None]] = {
    "odds": _odds,
    "rule": judged_rule,
    "rolled": _rolled,
}
