"""Rewrites a chance in its author's style: as a percentage, a fraction, odds or words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..language.formatter import ChanceFormat, Style, chance, decimal, rounded
from ..language.lexicon import (
    FILL,
    Lexicon,
    in_digits,
    lexicon_of,
    one_of,
    patterns_of,
    shares_of,
    starred,
)
from ..language.normalise import GLYPHS, normalise
from ..language.read_figure import Form, figures_in, read
from ..rules.digits import decimals, ratio
from .correct import HEDGE, LONGEST_FRACTION, MOST_PARTS
from .rephrase import BY_VALUE, NUMBER, Change, article_before, cased, without_dice, written_like

_FRACTION = re.compile(r"(?P<k>\d+)\s*[/⁄]\s*(?P<n>\d{1,400})(?!\d)")
_GLYPH = re.compile("[" + "".join(GLYPHS) + "]")
_COUNT = re.compile(NUMBER.pattern + f"{FILL}*")
_SIDE = r"\d+(?:[.,]\d+)?"
_SIDES = re.compile(rf"(?P<k>{_SIDE})(?:\s?:\s?|\s\w+\s)(?P<n>{_SIDE})")
MOST_WORDS = 20
MOST_COUNTED = 100  # in "55 times out of 64"
FARTHEST = 4 * HEDGE  # from a chance to what it is said to be "well over"


def chances(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """Ways to write the chance where the text writes one, the most like it first."""
    written = read(text, style.language)
    if written is not None and (
        written.bound == "-" or patterns_of(style.language).odds.fullmatch(normalise(text))
    ):
        yield from _odds(text, exact, style)
        return  # a range becomes the one figure that is right
    figures = figures_in(text, style.language)
    near = _parts_near(exact) if any(each.hedged or each.bound for each in figures) else []
    if match := _GLYPH.search(text):
        yield Change(*match.span(), BY_VALUE.get(exact, ratio(exact)))
    if match := _FRACTION.search(text):
        many = exact * int(match["n"])
        if many.denominator == 1 and many > 0:
            yield Change(*match.span("k"), decimals(many.numerator))
        if len(ratio(exact)) <= LONGEST_FRACTION:
            yield _with(text, match, dict(zip("kn", ratio(exact).split("/"), strict=False)))
    yield from _one_in(without_dice(text), exact, style, near)  # "6 on 1d6" is no "6 in 1"
    if written is None or written.form not in (Form.PERCENT, Form.ONE_IN):  # "half a percent"
        yield from _parts(text, exact, near, style)
    is_rough = any(each.hedged or each.bound in ("<", "<<", ">", ">>") for each in figures)
    yield from _numbers(text, exact, style, is_rough=is_rough)


def _with(text: str, match: re.Match[str], groups: Mapping[str, str]) -> Change:
    """Return the match with other words in its groups."""
    new, at = "", match.start()
    for name, word in sorted(groups.items(), key=lambda each: match.start(each[0])):
        new += text[at : match.start(name)] + word
        at = match.end(name)
    return Change(*match.span(), new + text[at : match.end()])


def _numbers(text: str, exact: Fraction, style: Style, *, is_rough: bool) -> Iterator[Change]:
    """ "84%", "84", ".84" and "eighty-four percent" with other numbers.

    Behind the first number, only percentages are.
    """
    said = lexicon_of(style.language)
    signs = ("%", *said.percent)
    for n, match in enumerate(_COUNT.finditer(in_digits(text, said, plain=True))):
        before, behind = text[: match.start()], normalise(text[match.end() :])
        typed, is_signed = match["digits"], behind.startswith(signs)
        if text[match.start("digits")].isalpha():
            near = int(rounded(exact * 100, 0, style.rounding))
            if is_signed and near < len(said.numbers):
                yield Change(*match.span(), cased(said.numbers[near], text[match.start() :]))
            continue
        is_signed = is_signed or (not n and any(sign in normalise(text) for sign in signs))
        if re.match("[/⁄] ?\\d", behind) or re.search(r"\d\s*[/⁄]\s*$", before):
            continue  # a part of "1/3"
        if n and not is_signed:
            continue
        places = len(re.split("[.,]", f"{typed}.")[1])
        start = match.start("bound") if match["bound"] else match.start("digits")
        percents = is_signed or float("0" + typed.replace(",", ".")) > 1
        if is_rough and percents and typed.isdecimal() and int(typed) % 5 == 0:
            for guess in sorted(range(5, 100, 5), key=lambda each: abs(each - exact * 100)):
                if abs(guess - exact * 100) < FARTHEST * 100:
                    yield Change(start, match.end(), str(guess))
        for scale in (100,) if is_signed else (100, 1) if percents else (1, 100):
            nearest = rounded(exact * scale, places, style.rounding)
            mark, least = "", Fraction(1, 10**places)
            if nearest in (0, scale) and exact not in (0, 1):
                mark, nearest = ("<", least) if nearest == 0 else (">", scale - least)
            number = decimal(nearest, 0 if exact in (0, 1) else places, style.language)
            yield Change(start, match.end(), mark + written_like(number, typed, style))


def _odds(text: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """ "5:1" and "5 to 1 against" with other numbers, either side first."""
    match = _SIDES.search(text)
    if match is None or not 0 < exact < 1:
        return
    places = max(len(re.split("[.,]", f"{match[n]}.")[1]) for n in "kn")
    odds = exact / (1 - exact)
    sides = [str(exact.numerator), str(exact.denominator - exact.numerator)]
    if places:
        near = rounded(max(odds, 1 / odds), places, style.rounding)
        sides = [decimal(near, places, style.language), "1"]
    for k, n in (sides[::-1], sides):
        yield _with(text, match, {"k": k, "n": n})


def _one_in(text: str, exact: Fraction, style: Style, near: Iterable[Fraction]) -> Iterator[Change]:
    """ "1 in 6" and "one in six" with other numbers."""
    said = lexicon_of(style.language)
    counted = in_digits(text, said)
    found = (pattern.search(counted) for pattern in shares_of(said, rf"{_SIDE}{FILL}*"))
    match = next((match for match in found if match), None)
    if match is None or not exact:
        return
    typed_k, typed_n = (text[slice(*match.span(name))] for name in "kn")
    full = said.count(normalise(typed_n)) or 0
    pairs: list[tuple[int, Fraction, int]] = []
    if said.count(normalise(typed_k)) != 1 and (exact * full).denominator == 1:
        pairs.append((int(exact * full), Fraction(full), 0))
    # "1 in 1.2" tells nobody much.
    most = MOST_COUNTED if exact > Fraction(1, 2) else MOST_WORDS
    whole = [exact] if exact.numerator == 1 or exact.denominator <= most else []
    pairs += [(part.numerator, Fraction(part.denominator), 0) for part in (*whole, *near)]
    places = len(re.split("[.,]", f"{typed_n}.")[1])
    pairs += [
        (1, rounded(1 / exact, digits, style.rounding), digits)
        for digits in ((places, 1, 2, 3) if typed_n[0].isdecimal() else (0,))
    ]
    is_named = normalise(typed_n) in said.numbers  # and not in another case
    for k, n, digits in pairs:
        if n <= 1 or k >= n:
            continue
        is_kept = k == 1 and _is_one(typed_k, said)
        words = {
            "k": typed_k if is_kept else _spelled(k, typed_k, said),
            "n": _spelled(int(n), typed_n, said)
            if is_named and n.denominator == 1
            else decimal(n, digits, style.language),
        }
        if noun := match.groupdict().get("noun"):
            words["noun"] = _counted(noun, k, said)
        yield _with(text, match, words)


def _counted(noun: str, count: int, said: Lexicon) -> str:
    """The noun as a count wants it, where its other form is known."""
    for one in said.nouns:
        for many in (f"{one}s", f"{one[:-1]}ies"):
            if many in said.nouns and noun in (one, many):
                return one if count == 1 else many
    return noun


def _is_one(word: str, said: Lexicon) -> bool:
    return word.lower() in said.of or said.count(normalise(word)) == 1


def _spelled(count: int, typed: str, said: Lexicon) -> str:
    """The count in digits or in words, as the typed one is."""
    if typed[0].isdigit() or count >= len(said.numbers):
        return str(count)
    return cased(said.numbers[count], typed)


def _parts(text: str, exact: Fraction, near: Sequence[Fraction], style: Style) -> Iterator[Change]:
    """ "a third" and "two-thirds" with other parts, or as a percentage where no part is right."""
    said = lexicon_of(style.language)
    counts = one_of((*said.numbers[: MOST_WORDS + 1], *said.of))
    match = re.search(
        rf"\b(?:(?P<half>{starred(said.the_half)})|(?:(?P<count>\d+|{counts})(?P<joint>[\s-]+))?"
        rf"(?P<part>{one_of(said.parts)}))\b",
        text,
        re.IGNORECASE,
    )
    if match is None or _ends_with(said.every, text[: match.start()]):
        return  # "every third roll"
    is_rough = _ends_with((*said.hedges, *_directions(said)), text[: match.start()])
    for value in (exact, *(near if is_rough else ())):
        if words := _part(match, value, style.language):
            yield Change(*match.span(), cased(words, match[0]))
    change = Change(*match.span(), chance(exact, style._replace(format=ChanceFormat.PERCENT)))
    yield undirected(text, change, style.language) or change


def _part(match: re.Match[str], value: Fraction, language: str) -> str:
    """Return the words for a value, in the place of another part; "" if its name is not known."""
    said = lexicon_of(language)
    one = value.numerator == 1
    names = [
        name
        for name, part in said.parts.items()
        if part == value.denominator and (name.endswith("s") or one)
    ]
    if not names or not 0 < value < 1 or not (one or value.denominator <= MOST_PARTS):
        return ""
    is_half = said.parts.get((match["part"] or "").casefold()) == 2
    if one and is_half and " " in "".join(said.the_half):
        return ""  # its article is one with another word: "più della metà"
    count, joint = match["count"] or "", match["joint"] or " "
    noun = (match["part"] or match["half"]).split()[-1]  # which its language may write large
    is_large = bool(count) or " " in (match["half"] or "")
    if value == Fraction(1, 2) and said.the_half:
        article, room, half = said.the_half[0].rpartition(" ")
        return article + room + (cased(half, noun) if is_large else half)
    name = names[0] if one else names[-1]
    name = cased(name, noun) if is_large else name
    if one:
        article = count if count and _is_one(count, said) else next(iter(said.of), "")
        lead = f"{article}{joint}" if article else ""
        other = article_before(lead, len(lead), name, language)
        return (other.on(lead) if other else lead) + name
    return f"{_spelled(value.numerator, count.lower() or said.numbers[1], said)}{joint}{name}"


def _parts_near(exact: Fraction) -> list[Fraction]:
    """List the halves, thirds, quarters and fifths near a chance, the nearest first."""
    parts = {Fraction(k, n) for n in (2, 3, 4, 5) for k in range(1, n)}
    near = (each for each in parts if abs(each - exact) < FARTHEST)
    return sorted(near, key=lambda each: abs(each - exact))


def _ends_with(words: Iterable[str], text: str) -> re.Match[str] | None:
    """The words at the end of the text, but for markup and spaces."""
    pattern = rf"(?<![^\W\d_])(?:{starred(words)})(?=[\s*_`]*$)"
    return re.search(pattern, text, re.IGNORECASE)


def _directions(said: Lexicon) -> tuple[str, ...]:
    """List the words before a figure that say on which side of it the chance is."""
    return (*said.over, *said.under, *said.more, *said.less, *said.well_over, *said.well_under,
            *said.least, *said.most)  # fmt: skip


def undirected(text: str, change: Change, language: str) -> Change | None:
    """The change without the words beside its figure that say that it is more or less than that."""
    said = lexicon_of(language)
    before = _ends_with((*"<>≤≥", *_directions(said)), text[: change.start])
    words = (*said.beyond, *said.short, *said.plus, *said.minus)
    rest = rf"[\s*_`]*(?:{one_of(('%', *said.percent))})?[\s*_`]*"
    behind = re.match(rf"({rest})(?:{starred(words)})(?!\w)", text[change.end :], re.IGNORECASE)
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
