"""Rewrites a chance in its author's style: as a percentage, a fraction, odds or words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from ..language.formatter import ChanceFormat, Style, chance, decimal, rounded
from ..language.lexicon import FILL, Lexicon, in_digits, lexicon_of, one_of, patterns_of, shares_of
from ..language.normalise import GLYPHS, normalise
from ..language.read_figure import Form, read
from ..rules.digits import decimals, ratio
from .correct import HEDGE, LONGEST_FRACTION
from .rephrase import NUMBER, Change, cased, without_dice, written_like

_FRACTION = re.compile(r"(\d+)(\s*[/⁄]\s*)(\d{1,400})(?!\d)")
_GLYPH = re.compile("[" + "".join(GLYPHS) + "]")
MOST_WORDS = 20
MOST_COUNTED = 100  # in "55 times out of 64"
FARTHEST = 4 * HEDGE  # from a chance to what it is said to be "well over"
MOST_PARTS = 10  # "seven tenths", but no "five twelfths"


def chances(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """Ways to write the chance where the text writes one, the most like it first."""
    lexicon = lexicon_of(style.language)
    written = read(text, style.language)
    if written is not None and (
        written.bound == "-" or patterns_of(style.language).odds.fullmatch(normalise(text))
    ):
        yield from _odds(text, exact, style)
        return  # a range becomes the one figure that is right
    if match := _GLYPH.search(text):
        by_value = {Fraction(spelled): glyph for glyph, spelled in GLYPHS.items()}
        yield Change(*match.span(), by_value.get(exact, ratio(exact)))
    if match := _FRACTION.search(text):
        many = exact * int(match[3])
        if many.denominator == 1 and many > 0:
            yield Change(*match.span(1), decimals(many.numerator))
        yield from _as_fraction(match, exact, match[2])
    yield from _one_in(without_dice(text), exact, style, lexicon)  # "6 on 1d6" is no "6 in 1"
    if written is None or written.form not in (Form.PERCENT, Form.ONE_IN):  # "half a percent"
        yield from _parts(text, exact, style, lexicon)
    yield from _percent_in_words(text, exact, style)
    yield from _numbers(text, exact, style)


def _as_fraction(match: re.Match[str], exact: Fraction, slash: str = "/") -> Iterator[Change]:
    """The exact fraction, where a reader could still read it."""
    text = ratio(exact)
    if len(text) <= LONGEST_FRACTION:
        yield Change(*match.span(), text.replace("/", slash))


def _numbers(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """ "84%", "84" and ".84" with other digits; behind the first number, only percentages."""
    signs = ("%", *lexicon_of(style.language).percent)
    for n, match in enumerate(NUMBER.finditer(text)):
        if re.match(r"\s*[/⁄]\s*\d", text[match.end() :]) or re.search(
            r"\d\s*[/⁄]\s*$", text[: match.start()]
        ):
            continue  # a part of "1/3"
        behind = normalise(text[match.end() :])
        signed = behind.startswith(signs) or (not n and any(s in normalise(text) for s in signs))
        if n and not signed:
            continue
        typed = match["digits"]
        places = len(re.split("[.,]", typed)[1]) if re.search("[.,]", typed) else 0
        start = match.start("bound") if match["bound"] else match.start("digits")
        percents = signed or float("0" + typed.replace(",", ".")) > 1
        if percents and _is_guess(typed) and _is_hedged(text, match, style.language):
            for guess in sorted(range(5, 100, 5), key=lambda each: abs(each - exact * 100)):
                if abs(guess - exact * 100) < FARTHEST * 100:
                    yield Change(start, match.end(), str(guess))
        scales = (100,) if signed else (100, 1) if percents else (1, 100)
        for scale in scales:
            near = rounded(exact * scale, places, style.rounding)
            mark, least = "", Fraction(1, 10**places)
            if near in (0, scale) and exact not in (0, 1):
                mark, near = ("<", least) if near == 0 else (">", scale - least)
            whole = exact in (0, 1)
            number = decimal(near, 0 if whole else places, style.language)
            yield Change(start, match.end(), mark + written_like(number, typed, style))


def _percent_in_words(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """ "eighty-four percent" with another number."""
    lexicon = lexicon_of(style.language)
    signs = one_of(("%", *lexicon.percent))
    said = in_digits(text, lexicon, plain=True)
    match = re.search(rf"\d+{FILL}+(?=\s*(?:{signs}))", said, re.IGNORECASE)
    near = int(rounded(exact * 100, 0, style.rounding))
    if match is not None and near < len(lexicon.numbers):
        yield Change(*match.span(), cased(lexicon.numbers[near], text[match.start() :]))


def _is_hedged(text: str, figure: re.Match[str], language: str) -> bool:
    """True if a word beside the figure says "about"."""
    lexicon = lexicon_of(language)
    before, behind = normalise(text[: figure.start()]), normalise(text[figure.end() :])
    least = (*lexicon.least, *lexicon.most)  # which are written as exactly as any figure
    directions = (each for each in _directions(lexicon) if each not in least)
    hedges = one_of(("~", "≈", "±", *lexicon.hedges, *directions))
    signs = one_of(("%", *lexicon.percent))
    return bool(
        re.search(rf"(?<![^\W\d_])(?:{hedges})$", before)
        or re.match(rf"\s*(?:{signs})?\s*(?:{one_of(lexicon.about)})(?!\w)", behind)
    )


def _directions(lexicon: Lexicon) -> tuple[str, ...]:
    """List the words before a figure that say on which side of it the chance is."""
    return (*lexicon.over, *lexicon.under, *lexicon.more, *lexicon.less, *lexicon.well_over,
            *lexicon.well_under, *lexicon.least, *lexicon.most)  # fmt: skip


def _is_guess(typed: str) -> bool:
    """True if the figure is a percentage in steps of five."""
    return typed.isdecimal() and int(typed) % 5 == 0


_SIDE = r"(\d+(?:[.,]\d+)?)"
_SIDES = re.compile(rf"{_SIDE}(\s?:\s?|\s\w+\s){_SIDE}")


def _odds(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """ "5:1" and "5 to 1 against" with other numbers, either side first."""
    match = _SIDES.search(text)
    if match is None or not 0 < exact < 1:
        return
    places = max(len(re.split("[.,]", f"{match[n]}.")[1]) for n in (1, 3))
    odds = exact / (1 - exact)
    rounded_side = rounded(max(odds, 1 / odds), places, style.rounding)
    sides: tuple[object, object] = exact.numerator, exact.denominator - exact.numerator
    if places:
        sides = decimal(rounded_side, places, style.language), 1
    for first, second in (sides[::-1], sides):
        yield Change(*match.span(), f"{first}{match[2]}{second}")


def _one_in(text: str, exact: Fraction, style: Style, lexicon: Lexicon) -> Iterator[Change]:
    """ "1 in 6" and "one in six" with other numbers."""
    said = in_digits(text, lexicon)
    number = rf"\d+(?:[.,]\d+)?{FILL}*"
    found = (pattern.search(said) for pattern in shares_of(lexicon, number))
    match = next((match for match in found if match), None)
    if match is None or not exact:
        return
    typed_k, typed_n = (text[slice(*match.span(name))] for name in "kn")
    hedges = (*lexicon.hedges, *_directions(lexicon))
    is_directed = _ends_with(hedges, text[: match.start()]) is not None
    full = lexicon.count(normalise(typed_n)) or 0
    pairs: list[tuple[int, Fraction, int]] = []
    many = exact * full
    if lexicon.count(normalise(typed_k)) != 1 and many.denominator == 1:
        pairs.append((many.numerator, Fraction(full), 0))
    if exact.numerator == 1 or exact.denominator <= MOST_WORDS:
        pairs.append((exact.numerator, Fraction(exact.denominator), 0))
    if exact > Fraction(1, 2) and exact.denominator <= MOST_COUNTED:  # "1 in 1.2" tells nobody much
        pairs.append((exact.numerator, Fraction(exact.denominator), 0))
    if is_directed:
        pairs += [(part.numerator, Fraction(part.denominator), 0) for part in _parts_near(exact)]
    places = len(typed_n.partition(".")[2] or typed_n.partition(",")[2])
    pairs += [
        (1, rounded(1 / exact, digits, style.rounding), digits)
        for digits in ((places, 1, 2, 3) if typed_n[0].isdecimal() else (0,))
    ]
    for k, n, digits in pairs:
        if n <= 1 or k >= n:
            continue
        first = typed_k if k == 1 and _is_one(typed_k, lexicon) else _spelled(k, typed_k, lexicon)
        is_named = normalise(typed_n) in lexicon.numbers  # and not in another case
        if is_named and n.denominator == 1 and n < len(lexicon.numbers):
            last = cased(lexicon.numbers[int(n)], typed_n)
        else:
            last = decimal(n, digits, style.language)
        placed = [(match.span("k"), first), (match.span("n"), last)]
        if noun := match.groupdict().get("noun"):
            placed.append((match.span("noun"), _counted(noun, k, lexicon)))
        new, at = "", match.start()
        for (start, end), word in sorted(placed):
            new += text[at:start] + word
            at = end
        yield Change(*match.span(), new + text[at : match.end()])


def _counted(noun: str, count: int, lexicon: Lexicon) -> str:
    """The noun as a count wants it, where its other form is known."""
    for one in lexicon.nouns:
        for many in (f"{one}s", f"{one[:-1]}ies"):
            if many in lexicon.nouns and noun in (one, many):
                return one if count == 1 else many
    return noun


def _is_one(word: str, lexicon: Lexicon) -> bool:
    return word.lower() in lexicon.of or lexicon.count(normalise(word)) == 1


def _spelled(count: int, typed: str, lexicon: Lexicon) -> str:
    """The count in digits or in words, as the typed one is."""
    if typed[0].isdigit() or count >= len(lexicon.numbers):
        return str(count)
    return cased(lexicon.numbers[count], typed)


def _parts(text: str, exact: Fraction, style: Style, lexicon: Lexicon) -> Iterator[Change]:
    """ "a third" and "two-thirds" with other parts, or as a percentage where no part is right."""
    counts = one_of((*lexicon.numbers[: MOST_WORDS + 1], *lexicon.of))
    parts = one_of(lexicon.parts)
    match = re.search(rf"\b(?:(\d+|{counts})([\s-]+))?({parts})\b", text, re.IGNORECASE)
    if match is None or _ends_with(lexicon.every, text[: match.start()]):
        return  # "every third roll"
    yield from _as_part(match, exact, lexicon)
    yield from _near_parts(match, exact, lexicon)
    percent = chance(exact, style._replace(format=ChanceFormat.PERCENT))
    change = Change(*match.span(), percent)
    yield undirected(text, change, style.language) or change


def _as_part(match: re.Match[str], value: Fraction, lexicon: Lexicon) -> Iterator[Change]:
    """The value in words, in the place of another part, if its name is known."""
    wanted = [
        name
        for name, part in lexicon.parts.items()
        if part == value.denominator and (name.endswith("s") or value.numerator == 1)
    ]
    is_said = value.numerator == 1 or value.denominator <= MOST_PARTS
    if not wanted or not is_said or not 0 < value < 1:
        return
    start, end = _with_own_article(match, lexicon)
    name = wanted[0] if value.numerator == 1 else wanted[-1]
    if match[1] or start < match.start():  # a noun that its language writes large: "ein Drittel"
        name = cased(name, match[3])
    if value == Fraction(1, 2) and match[1] and lexicon.the_half:  # "un tercio", but "la mitad"
        article, room, half = lexicon.the_half[0].rpartition(" ")
        yield Change(*match.span(), cased(article + room + cased(half, match[3]), match[0]))
        return
    is_half = " ".join(match[0].casefold().split()) in lexicon.the_half
    article = ("" if is_half else match[1]) or (
        lexicon.of[0] if lexicon.of and value.denominator > 2 else ""
    )
    article = cased(article, match[0])
    joint = match[2] or " "
    if value.numerator == 1 and article:
        yield Change(start, end, f"{_one_like(article, lexicon)}{joint}{name}")
    elif value.numerator == 1:
        yield Change(start, end, cased(name, match[0]))
    else:
        count = _spelled(value.numerator, match[1] or lexicon.numbers[1], lexicon)
        yield Change(start, end, f"{cased(count, match[0])}{joint}{name}")


def _with_own_article(match: re.Match[str], lexicon: Lexicon) -> tuple[int, int]:
    """The place of a part, with the article that only "half" has: "la mitad"."""
    for words in lexicon.the_half:
        article, _, name = words.rpartition(" ")
        before = match.string[: match.start()]
        if article and match[0].casefold() == name and before.casefold().endswith(f"{article} "):
            return match.start() - len(article) - 1, match.end()
    return match.span()


def _near_parts(match: re.Match[str], exact: Fraction, lexicon: Lexicon) -> Iterator[Change]:
    """Thirds, quarters and fifths near the chance, where a word says that they are not exact."""
    if not _ends_with((*lexicon.hedges, *_directions(lexicon)), match.string[: match.start()]):
        return
    for value in _parts_near(exact):
        yield from _as_part(match, value, lexicon)


def _parts_near(exact: Fraction) -> list[Fraction]:
    """List the halves, thirds, quarters and fifths near a chance, the nearest first."""
    parts = {Fraction(k, n) for n in (2, 3, 4, 5) for k in range(1, n)}
    near = (each for each in parts if abs(each - exact) < FARTHEST)
    return sorted(near, key=lambda each: abs(each - exact))


def _spaced(words: Iterable[str]) -> str:
    """A pattern for any of the words, over the ends of lines too."""
    return one_of(words).replace(r"\ ", r"\s+")


def _ends_with(words: Iterable[str], text: str) -> re.Match[str] | None:
    """The words at the end of the text, but for markup and spaces."""
    pattern = rf"(?<![^\W\d_])(?:{_spaced(words)})(?=[\s*_`]*$)"
    return re.search(pattern, text, re.IGNORECASE)


def undirected(text: str, change: Change, language: str) -> Change | None:
    """The change without the words beside its figure that say that it is more or less than that."""
    said = lexicon_of(language)
    before = _ends_with((*"<>≤≥", *_directions(said)), text[: change.start])
    words = _spaced((*said.beyond, *said.short, *said.plus, *said.minus))
    rest = rf"[\s*_`]*(?:{one_of(('%', *said.percent))})?[\s*_`]*"
    behind = re.match(rf"({rest})(?:{words})(?!\w)", text[change.end :], re.IGNORECASE)
    if before is None and behind is None:
        return None
    start, end, new = change
    if before is not None:
        new = text[before.end() : start].lstrip() + new
        start = before.start()
    if behind is not None:
        new += behind[1].rstrip()
        end += behind.end()
    return Change(start, end, new)


def _one_like(article: str, lexicon: Lexicon) -> str:
    if _is_one(article, lexicon):
        return article
    one = lexicon.numbers[1]
    return cased(one if one in lexicon.of else lexicon.of[0], article)
