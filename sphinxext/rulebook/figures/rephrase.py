"""Changes of a typed text that rewrite a figure in its author's style: digits, sign, words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from ..language.formatter import Style, decimal, rounded, signs_of
from ..language.language_file import own_file
from ..language.lexicon import FILL, Lexicon, in_digits, lexicon_of, one_of
from ..language.normalise import DIE_LETTERS, GLYPHS


class Change(NamedTuple):
    """A part of a typed text and what should be there."""

    start: int
    end: int
    new: str

    def on(self, text: str) -> str:
        """The text with the change made."""
        return text[: self.start] + self.new + text[self.end :]


Changes = tuple[Change, ...]
MOST_FIGURES = 3  # of one answer beside each other, such as "33% (1/3)"


def combined(changes: Iterable[Change]) -> Iterator[Changes]:
    """Each change alone, then several together that leave each other's place alone."""
    alone = list(changes)
    for many in range(1, MOST_FIGURES + 1):
        for some in combinations(alone, many):
            placed = sorted(some)
            if all(one.end <= other.start for one, other in pairwise(placed)):
                yield tuple(placed)


def applied(text: str, changes: Changes) -> str:
    """The text with the changes made, which are in its order."""
    for change in reversed(changes):
        text = change.on(text)
    return text


FARTHEST = 40  # letters from an article to its figure, with the name of a role


def article_before(text: str, end: int, new: str, language: str) -> Change | None:
    """Return the article right before a figure in the form that a new one wants: "an 83%"."""
    sound = own_file(language).get("sound")
    if sound is None:
        return None
    place = int(re.match(sound["before"], new, re.IGNORECASE) is not None)
    right = {form: pair[place] for pair in sound["articles"] for form in pair}
    pattern = rf"(?<!\w)({one_of(right)})(\s?)[*_]*(?::[\w-]+:`|{{[\w-]+}}`)?$"
    match = re.compile(pattern, re.IGNORECASE).search(text, max(0, end - FARTHEST), end)
    form = right[match[1].casefold()] if match else ""
    if match is None or form == match[1].casefold():
        return None
    is_joined = [each.endswith("'") for each in (match[1], form)]
    if is_joined == [False, True]:  # "il 7%" and "l'8%"
        return Change(match.start(1), match.end(2), cased(form, match[1]))
    room = " " if is_joined == [True, False] else ""
    return Change(*match.span(1), cased(form, match[1]) + room)


NUMBER = re.compile(r"(?P<bound>[<>≤≥]\s*)?(?P<sign>[-+−–]\s?)?(?P<digits>\d+(?:[.,]\d+)?|[.,]\d+)")
_DICE = re.compile(
    rf"(?<![^\W_])\d*\s?[{DIE_LETTERS}](?:\d+|%)(?:[kdr!][hlo]?\d*)*(?:\s*[-+−–×*x]\s*\d+(?![\d%.,]))*",
    re.IGNORECASE,
)


def without_dice(text: str) -> str:
    """The text with its dice blanked out, each letter at its place."""
    return _DICE.sub(lambda match: " " * len(match[0]), text)


def differences(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """Ways to write a difference of two chances, with the signs that the text uses."""
    match = NUMBER.search(text)
    if match is None:
        return
    typed, sign = match["digits"], (match["sign"] or "").strip()
    places = len(re.split("[.,]", typed)[1]) if re.search("[.,]", typed) else 0
    minus = sign if sign in ("-", "−", "–") and sign else "−"
    plus = "" if not sign else "+"
    space = " " if (match["sign"] or "").endswith(" ") else ""
    start = match.start("sign") if sign else match.start("digits")
    for scale in (100, 1):
        near = rounded(abs(exact) * scale, places, style.rounding)
        number = written_like(decimal(near, places, style.language), typed, style)
        shown = minus + space if exact < 0 else (plus + space if plus and exact else "")
        yield Change(start, match.end(), shown + number)


def written_like(number: str, typed: str, style: Style) -> str:
    """The number with the point of the typed one, and no nought before it where that has none."""
    point, match = signs_of(style.language).point, re.search("[.,]", typed)
    if match:
        number = number.replace(point, match[0])
    return number.removeprefix("0") if match and typed[0] in ".," else number


def other_dice(text: str, expected: str) -> Iterator[Change]:
    """The dice beside an average replaced by those that it is the average of."""
    if (dice := _DICE.search(text)) and (right := _DICE.search(expected)):
        room = len(dice[0]) - len(dice[0].lstrip())
        yield Change(dice.start() + room, dice.end(), right[0].strip())


_IN_BRACKETS = re.compile(r"\(([^()]*)\)$")


def other_range(text: str, expected: str) -> Iterator[Change]:
    """The numbers of a range beside a chance replaced by those for which the chance holds."""
    right = _IN_BRACKETS.search(expected)
    if right is None:
        return
    numbers = re.findall(r"\d+", right[1])
    for match in re.finditer(r"(?<![\d.,/])\d+(?![\d/%])(?![.,]\d)", without_dice(text)):
        yield from (Change(*match.span(), number) for number in numbers)


BY_VALUE = {Fraction(spelled): glyph for glyph, spelled in GLYPHS.items()}
_MIXED = re.compile(
    rf"(\d+\s+(?=\d+\s*/)|\d+\s*(?=[{''.join(GLYPHS)}]))?(\d+\s*/\s*\d+|[{''.join(GLYPHS)}])"
)


def mixed(text: str, exact: Fraction) -> Iterator[Change]:
    """ "3 1/2" and "3½" with another number."""
    match = _MIXED.search(text)
    if match is None:
        return
    whole, part = divmod(exact, 1)
    shown = BY_VALUE.get(part, "") if match[2] in GLYPHS else ""
    room = re.sub(r"\d", "", match[1] or "") if shown else " "
    pieces = [str(whole)] * bool(whole) + [shown or str(part)] * bool(part)
    yield Change(*match.span(), room.join(pieces) or "0")


def counts(
    text: str, wanted: Sequence[Fraction], language: str, more: Iterable[str] = ()
) -> Iterator[Change]:
    """The text's numbers, in digits or in words, replaced by others in their order."""
    lexicon = lexicon_of(language)
    said = in_digits(text, lexicon, plain=True)
    number = (
        rf"(?:(?<!\d)[-−+])?(?<![^\W\d_])\d+(?:[.,]\d+)?{FILL}*"  # no d6
        rf"|\b(?:{one_of(more)})\b"
    )
    found = list(re.finditer(number, said, re.IGNORECASE))
    if not found or len(found) != len(wanted):
        return
    pieces, last = [], found[0].start()
    for match, value in zip(found, wanted, strict=True):
        typed = text[slice(*match.span())]
        pieces += [text[last : match.start()], _number_like(typed, value, lexicon, language)]
        last = match.end()
    yield Change(found[0].start(), found[-1].end(), "".join(pieces))


def _number_like(typed: str, value: Fraction, lexicon: Lexicon, language: str) -> str:
    if typed[0].isalpha() and value.denominator == 1 and 0 <= value < len(lexicon.numbers):
        return cased(lexicon.numbers[int(value)], typed)
    sign = "−" if value < 0 and typed[0] == "−" else "-" if value < 0 else ""
    plus = "+" if value > 0 and typed[0] == "+" else ""
    return sign + plus + decimal(abs(value), 2, language, padded=False)


def faces(text: str, wanted: Sequence[int], language: str) -> Iterator[Change]:
    """A range of faces as the text writes one: "5-6", "5+", "5 or 6", "5 or higher"."""
    if not wanted:
        return
    low, high = Fraction(min(wanted)), Fraction(max(wanted))
    for ends in ([low], [low, high], [Fraction(face) for face in wanted]):
        yield from counts(text, ends, language)
    match = re.search(r"\d+\s*(?:[-–—]|\.\.)\s*\d+|\d+\+?", text)
    if match and low == high:
        yield Change(*match.span(), str(int(low)))


def names(text: str, expected: str, known: Iterable[str] = ()) -> Iterator[Change]:
    """The name of an outcome, all in small or in large letters where the typed one is.

    It replaces one of the known names in the text, or else all of the text.
    """
    match = re.search(rf"(?<!\w)(?:{one_of(known)})(?!\w)", text, re.IGNORECASE)
    start, end = match.span() if match else (0, len(text))
    if text[start:end].isupper() and not expected.isupper():
        yield Change(start, end, expected.upper())
    if text[start:end].islower():
        yield Change(start, end, expected.lower())
    yield Change(start, end, expected)


def cased(word: str, like: str) -> str:
    return word.capitalize() if like[:1].isupper() else word
