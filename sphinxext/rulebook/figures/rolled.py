"""Worked examples: what given dice come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from ..language.lexicon import FILL, in_digits, lexicon_of
from ..language.normalise import normalise
from ..language.phrasebook import words_of
from ..language.phrases import by_article, mentioned, says
from ..language.read_figure import numbers_in
from ..language.unread import changed_from, is_count_of
from ..rules.errors import fold
from ..rules.language.query import Call, Query
from ..rules.questions import in_force
from ..rules.rules import Rules
from ..settings import Book
from . import rephrase
from .kind import CHANGED, Case, FigureKind, Wrong
from .rephrase import Change


class OutcomeName(str):
    """The name of an outcome, which a translator may write otherwise."""

    __slots__ = ()


def rolled_text(rules: Rules, query: Query) -> str:
    """The result of the dice as a sentence says it."""
    judged = rules.judge(query)
    if judged.outcome is not None:
        return OutcomeName(judged.outcome)
    return _counted_text(rules, query, judged.value or 0)


def _counted_text(rules: Rules, query: Query, value: int) -> str:
    noun = rules.noun(query)
    return (noun.of(value) if noun else str(value)).replace("-", "−")


class Rolled(FigureKind):
    """The result of a worked example."""

    name = "rolled"

    def judge(self, case: Case) -> Wrong | None:
        wrong, words = self._of_words(case), case.typed.text
        names = _outcomes(case.ground.book, in_force(case.given.question, case.ground.game))
        is_denied = case.is_denied("denied more less over under well_over", names)
        number = re.search(r"\d+", case.given.text)
        digits = in_digits(words, lexicon_of(case.language))
        said = re.finditer(rf"(?<!\d){number[0]}(?!\d){FILL}*", digits) if number else ()
        noun = _noun(case)
        clear = [
            changed_from(words, each.start(), case.language, is_share=False) == each.start()
            and is_count_of(noun, digits, each.end(), case.language)
            for each in said
        ]
        is_changed = is_denied or (clear and not any(clear))  # "2 or 3 successes"
        is_none = numbers_in(words, case.language) == (Fraction(0),)  # "not one success"
        if wrong is None and is_changed and not is_none:
            raise case.unreadable(CHANGED, f"'{case.given.text}'")
        return wrong

    def _of_words(self, case: Case) -> Wrong | None:
        """Judge the outcome or the number that the words say."""
        book, words, language = case.ground.book, case.typed.text, case.language
        query = in_force(case.given.question, case.ground.game)
        come = book.rules.judge(query)
        expected = case.given.text
        said = numbers_in(words, language)
        counted = [come.value, come.successes, come.failures]
        known = words_of(language)
        if known.failures[:3] != known.successes[:3] and come.failures is not None:
            fails = _beside_count(words, f"1 {known.failures}", language) is not None
            if fails and len(said) == 1 and said[0] != come.failures:
                return Wrong(expected, expected)
        if come.outcome is not None:
            names = _outcomes(book, query)
            # "one failure" counts, and names no outcome that is called so.
            others = mentioned(_uncounted(words, language), names)
            count = _counted_text(book.rules, query, come.value or 0)
            beside = _beside_count(words, count, language) if len(said) == 1 else None
            is_net = come.value is None or come.failures  # which no single number says
            if beside is not None and not is_net and not mentioned(beside, names):
                return None if said[0] == come.value else Wrong(count, count)
            if says(words, [come.outcome], names):
                rest = re.sub(re.escape(normalise(come.outcome)), "it", normalise(words))
                left = _beside_dice(numbers_in(rest, language), query)
                if come.value is None or all(number in counted for number in left):
                    return None
                expected = f"{expected} ({come.value})"
            elif said and list(said) in (counted[:1], counted[1:]) and not others:
                return None
            return Wrong(expected, expected)
        said = said or by_article(words, language)
        if not said:
            raise case.unreadable("says no number,", f"'{expected}'")
        left = _beside_dice(said, query)
        if left == [come.value] or (not left and come.value in said):
            return None
        return Wrong(expected, expected)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        book, query = case.ground.book, in_force(case.given.question, case.ground.game)
        judged = book.rules.judge(query)
        words = case.typed.text
        if judged.outcome is not None and _beside_count(words, expected, case.language) is None:
            yield from rephrase.names(words, judged.outcome, _outcomes(book, query))
        elif judged.value:
            yield from _counted(case, expected, judged.value)

    def relocked(self, rules: Rules, question: str) -> str | None:
        return rolled_text(rules, in_force(question, rules.default))


ROLLED = Rolled()


def _counted(case: Case, expected: str, value: int) -> Iterator[Change]:
    """The count replaced with its noun as the rules have it, in words where it was."""
    words = case.typed.text
    none = [word for word in lexicon_of(case.language).none if " " not in word]
    noun = expected.partition(" ")[2]
    for change in rephrase.counts(words, [Fraction(value)], case.language, none):
        behind = re.match(r"(\s+)(\w+)", words[change.end :])
        if noun and behind and behind[2][:3].casefold() == noun[:3].casefold():
            end = change.end + behind.end()
            change = Change(change.start, end, f"{change.new}{behind[1]}{noun}")
        yield change


def _noun(case: Case) -> str:
    """Return a pattern for what the rules count, in their words or in those of the language."""
    noun, known = case.given.text.partition(" ")[2], words_of(case.language)
    names = (noun, known.successes) if noun else ()
    return "|".join(rf"{re.escape(name[:3])}\w*" for name in names)


def _beside_count(words: str, expected: str, language: str) -> str | None:
    """Return the words around a number of what the expected text counts, if they say one."""
    noun, pieces = fold(expected.partition(" ")[2][:3]), normalise(words).split()
    for place, (number, counted) in enumerate(pairwise(pieces)):
        is_number = number.isalnum() and numbers_in(number, language)
        if noun and is_number and fold(counted).startswith(noun):
            return " ".join(pieces[:place] + pieces[place + 2 :])
    return None


def _uncounted(words: str, language: str) -> str:
    """The words without numbers and what each of them counts."""
    pieces = normalise(words).split()
    counts = [bool(numbers_in(piece, language)) for piece in pieces]
    return " ".join(
        piece
        for piece, counts_it, is_counted in zip(pieces, counts, [False, *counts], strict=False)
        if not counts_it and not is_counted
    )


def _beside_dice(said: Sequence[Fraction], query: Query) -> list[Fraction]:
    """The numbers that are left when the dice that were rolled, and how many, are told as well."""
    left = list(said)
    for thrown in (*query.thrown, *(each for more in query.also for each in more.thrown)):
        for number in (*thrown.first, *thrown.again, len(thrown.first)):
            if number in left:
                left.remove(Fraction(number))
    return left


def _outcomes(book: Book, query: Query) -> list[str]:
    """The names of the outcomes that a roll of the check may have."""
    if not isinstance(query.what, Call) or query.also:
        return []
    check = book.rules.game(query.game).check(query.what.check)
    return [outcome.name for outcome in check.outcomes]
