"""Finds words beside a figure that change what it says: "not", "× 2" and "of a mile"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from .clue_words import any_of, spoken_in
from .language_file import FALLBACK, language_file, own_file, short_name
from .lexicon import FILL, LETTER, in_digits, lexicon_of, one_of, starred
from .normalise import EXCHANGED, GLYPHS, normalise
from .phrasebook import words_of

MOST_NAMED = 20  # numbers that are looked for in words
_COMPARED = ("more", "less", "unlike")  # words of the table `ratio`
_DIGIT = re.compile(r"\d")
NEAR = 40  # letters before a figure that may belong to it
_FUNCTIONS = r"(?:log|ln|lg|exp|sqrt|sin|cos|abs|floor|ceil|round)\s*\(?\s*"


class _Beside:
    """The patterns of one language; the group `n` is another number."""

    def __init__(self, language: str) -> None:
        """Make the patterns of the words of the language."""
        said, file = lexicon_of(language), language_file(language)
        named = one_of(
            name for name, n in said.counts.items() if n <= MOST_NAMED and name not in said.articles
        )
        digits = rf"(?:(?<![\d.,+d])\d(?:[\d.,]*\d)?|(?<!{LETTER})(?:{named})(?!{LETTER}))"
        # Digits behind "+" or "d" are of dice: "2d6+4, or 11".
        number = f"(?P<n>{digits})"  # which may be the same figure again
        either = re.escape(normalise(words_of(language).either))
        tries = said.one_of("nouns")  # "42% of 10 rolls" is the chance itself
        of_tries = rf"\s+(?:{LETTER}+\s+){{0,2}}(?:{tries})(?!{LETTER})"  # "of the time"
        ratio = file.get("ratio", {})
        compared = starred(
            word for words in (said.altered, *map(ratio.get, _COMPARED)) for word in words or ()
        )
        clues = file.get("suggest", {})
        among = one_of((*clues.get("of", ()), *clues.get("share_joints", ())))
        parts, all_of = one_of((*said.parts, *said.numbers)), said.one_of("every")
        mine = one_of((*said.articles, *said.of, *clues.get("quantity", ())))
        leads = rf"(?:\s*(?<!{LETTER})(?:{mine})(?!{LETTER}))?"
        if said.whole_of:
            word = rf"\s+(?!(?:{tries})(?!{LETTER})){LETTER}+"
            leads = rf"\s+(?:{said.one_of('whole_of')}){leads}(?:{word}'s)?(?:{word}'?)?"
        of_amounts = (
            rf"{leads}\s*(?<!{LETTER})(?:{said.one_of('amounts')})"
            rf"(?!{LETTER}|\s+(?:{LETTER}+\s+)?(?:{tries}))"
        )
        fold = one_of(word for word in ratio.get("times", ()) if word.isalpha())
        added = (*said.plus_dice, *file.get("minus_dice", ()))
        signs = r"\s*[×*·^+÷√±≠]\s*|\s*\+/-\s*"
        joined = rf"(?:(?:\s+(?:{tries}))?{signs}|\s+x(?=\d)|\s+(?:x|{one_of(added)}|{fold})\s+)"
        multiples = (file.get(key, {}).items() for key in ("times", "multiples"))
        alone = one_of(name for each in multiples for n, some in each if n != "1" for name in some)
        left = (*said.moved, *said.more, *said.less, *added)  # "33% up", and what misses its number
        again = one_of(("%", *said.percent))
        numbered = clues.get("numbered", ())  # "page 7"
        refused = (
            rf"(?<!{LETTER})(?:(?:{one_of((*said.denied, *added, *numbered))}|{alone})\s*"
            rf"|{_FUNCTIONS})"
        )
        change = rf"(?:(?<!{LETTER})(?:{starred(said.changed)})|^(?:{said.one_of('moved')}))"
        article = one_of(word for word in said.words("of articles") if word not in said.to)
        change += rf"(?:\s*(?:{article}))*\s*|\+\s+"
        end = r"(?=\s*(?:$|[%,;.)\]]))"
        altered = (
            rf"{joined}{digits}|\s*[%‰+^\\]|\s*[×÷]\s*$|(?:{of_tries})?,?\s*(?<!{LETTER})(?:{compared})(?!{LETTER})"
            rf"|\s*(?:[(\[]|[-–—]\s)\s*(?:{compared}){end}|,?\s*(?<!{LETTER})(?:{one_of(left)}){end}"
        )
        self.before = re.compile(
            rf"(?:{number}(?:\s?%)?\s+{either}\s+|{digits}(?:\s?%)?(?:{joined}|[ -]?(?:{fold})\s+)"
            rf"|{digits}\s?%\s+(?:{among})\s+"
            rf"|(?:{digits}/\d+|[{''.join(GLYPHS)}]|(?<!{LETTER})(?:{one_of(said.parts)}))\s+(?:{said.one_of('whole_of')})\s*"
            rf"|(?<![\d.,])1(?:00\s?%)?\s*-\s*|[√≠±×÷]\s*|{refused})$",
            re.IGNORECASE,
        )
        self.behind = re.compile(
            rf"(?:\s+{either}\s+|\s*[=/÷]\s*|\s+){number}|{altered}|{alone}|[)\]]\d"
            rf"|\s*[-–—]\s*{digits}{end}"
            rf"|\s+(?:{said.one_of('to')})\s+{digits}(?![\d.,]*\s*%)"  # "58% to 42%" is two figures
            rf"|\s+(?:{among})\s+(?:(?:{all_of})\s+)?(?=\d)(?!.*?(?:{tries})){digits}"
            rf"|\s+(?:{among})\s+(?:(?:{said.one_of('of')})\s+)?(?:{parts}){end}"
            rf"|(?:\s+(?:{tries}))?{of_amounts}|\s+(?:{again})(?!{LETTER})|,?\s*(?<!{LETTER})(?:{said.one_of('denied')}){end}",
            re.IGNORECASE,
        )
        # Behind the number of a multiple: "… as likely, squared".
        self.altered = re.compile(
            rf"(?:[\s-]*(?:{again}|{fold})|×)?+"
            rf"(?:\s*(?:{compared})(?!{LETTER}))?+(?:\s+{LETTER}+)??(?:{altered})",
            re.IGNORECASE,
        )
        # Right before the number: "a rise of", "rather than".
        self.change = re.compile(rf"(?:{refused}|(?P<by>{change}))$", re.IGNORECASE)
        self.to = re.compile(rf"(?:{said.one_of('to')})(?!{LETTER})")
        # What a chance is of: "up 33% of the time" is no change.
        self.tries = re.compile(of_tries, re.IGNORECASE)

    def changes_from(
        self, text: str, start: int, end: int, *, is_share: bool = True
    ) -> re.Match[str] | None:
        """Find the words that change the figure behind them: "not", "2 or", "a rise of".

        An average may well be added to something.
        """
        if match := self.before.search(text, max(0, start - NEAR), start):
            return match
        digit = _DIGIT.search(text, start, end)  # behind "about" or "of a"
        places = {digit.start() if digit else start}
        if not self.to.match(text, start):  # "rises to 33%"
            places.add(start)
        for place in places:
            match = self.change.search(text, max(0, start - NEAR), place)
            if match and not (match["by"] and (not is_share or self.tries.match(text, end))):
                return match
        return None


_beside = lru_cache(maxsize=64)(_Beside)
_TRIED = ("tries", "chances", "succeed", "odds", "rolls", "results", "cases", "ways")
_SHARES = ("percent", "decimal", "number", "fraction", "one-in", "odds")


class _Behind:
    """The patterns of words that may follow a figure; any other word is its unit."""

    def __init__(self, language: str) -> None:
        """Make the patterns of the words that the file of the language lists."""
        said, file = lexicon_of(language), own_file(language)
        clues, ratio = file.get("suggest", {}), file.get("ratio", {})
        compared = (word for kind in _COMPARED for word in ratio.get(kind, ()))
        closed = file["follows"]
        no_noun = (*said.words("altered changed whole_of"), *compared)
        no_noun += tuple(each.split()[0] for each in closed)  # "per" of "per roll"
        self.other = rf"(?!(?:{starred(no_noun)})(?!{LETTER})){LETTER}+(?:'{LETTER}+)?[\s-]+"
        self.neutral = rf"[\s-]*+(?:(?![^\W\d_])|(?:{starred(closed)})(?!{LETTER}))"
        tried = (word for kind in _TRIED for word in clues.get(kind, ()))
        tries = starred((*said.nouns, *file.get("rates", ()), *tried))
        of = one_of((*said.words("of articles every any whole_of"), *clues.get("quantity", ())))
        percent = one_of(("%", *said.percent))
        times = one_of(word.split()[0] for word in ratio.get("times", ()))
        more = one_of(word.rstrip("*") for kind in ("more", "less") for word in ratio.get(kind, ()))
        self.thing = re.compile(  # behind the number of a multiple: "% tax", "times the price"
            rf"(?P<sign>\s*(?:(?P<percent>{percent})(?!\s+(?:{more}))|{times})?)"
            rf"(?(percent)|\s+(?:(?:{of})(?!{LETTER})|(?={said.one_of('amounts')})))",
            re.IGNORECASE,
        )
        to, whole = said.one_of("to"), said.one_of("whole_of")
        things = rf"(?!(?:{one_of(closed)})\s){LETTER}{{3,}}s(?!{LETTER})"
        many = rf"(?:{one_of(file.get('many_of', ()))})\s+(?:{self.other})?{things}"
        leads = rf"(?:(?:{of})(?:(?<!{LETTER})|(?!{LETTER}))[\s']*|\d+[\s–-]*(?:(?:{to})\s+)?)"
        of_tries = (
            rf"[\s-]*+(?:(?:{whole})\s+(?:{said.one_of('any')})(?!{LETTER})|{many}"
            rf"|(?:{leads})++(?!{LETTER}|\d)"
            rf"|(?:{leads})*+(?:{self.other}){{0,2}}(?:{tries})(?!{LETTER}))"
        )
        self.of_tries = re.compile(of_tries, re.IGNORECASE)
        self.of_chance = re.compile(rf"{self.neutral}|{of_tries}", re.IGNORECASE)
        self.compared = re.compile(rf"\s+(?:{starred(no_noun)})(?!{LETTER})", re.IGNORECASE)


@lru_cache(maxsize=64)
def _behind(language: str) -> _Behind | None:
    """Return the patterns of a language; None where its file lists no such words."""
    return _Behind(language) if "follows" in own_file(language) else None


def is_count_of(noun: str, text: str, end: int, language: str) -> bool:
    """Return whether a number counts what it should: "3 successes", but not "3 successes short".

    The noun is a pattern.
    """
    if re.compile(r"\s*[%‰]").match(text, end) or is_altered(text, end, language):
        return False
    behind = _behind(short_name(language))
    if behind is None or not noun:
        return True
    named = rf"(?:[\s-]+(?:{behind.other})?(?:{noun})(?!{LETTER}))?"
    return re.compile(named + behind.neutral, re.IGNORECASE).match(text, end) is not None


def _is_of_else(words: str, start: int, end: int, language: str) -> bool:
    """Return whether a share is one of something else, as the word behind it says: "33% tax"."""
    last, said = re.split(r"[\s-]+", words[start:end])[-1], lexicon_of(language)
    is_counted = "/" not in last and "%" not in last and said.count(last) is not None
    if is_counted or last in said.nouns:
        return False  # "one in six doors", "one chance in six of a fumble"
    mine, english = _behind(short_name(language)), _behind(FALLBACK)
    return mine is not None and not any(
        each.of_chance.match(words, end) for each in (mine, english) if each
    )


def is_changed(
    words: str, figures: Mapping[tuple[int, int], str], language: str, *, is_average: bool
) -> bool:
    """Return whether something beside the figures changes one: "33% of 200", "1 in 3 or 4".

    The other number may be the same figure in another form: "1 in 3 or 33%".
    """
    for (start, end), form in figures.items():
        if form in _SHARES and not is_average and _is_of_else(words, start, end, language):
            return True
    for beside, ((start, end), form) in product(_all_beside(language), figures.items()):
        before = beside.changes_from(words, start, end, is_share=form not in ("number", "mixed"))
        for match in (before, beside.behind.match(words, end)):
            if match is None:
                continue
            at = match.start("n") if match.groupdict().get("n") else -1
            others = (other for (a, b), other in figures.items() if a <= at < b)
            if next(others, form) == form:
                return True
    return False


def changed_from(text: str, start: int, language: str, *, is_share: bool = True) -> int:
    """Find where words begin that change the figure behind them: "not", "2 or"."""
    text = text.translate(EXCHANGED)

    def begin(beside: _Beside) -> int:
        tries = beside.tries.search(text, start)
        end = tries.start() if tries else len(text)
        match = beside.changes_from(text, start, end, is_share=is_share)
        return start if match is None else match.start()

    return min(map(begin, _all_beside(language)))


def counts_any(kinds: str, text: str, language: str) -> bool:
    """Return whether a number counts what clue words of some kinds name: "7 dice", "2 miles"."""
    words = any_of(kinds, spoken_in(short_name(language)))
    digits = in_digits(text, lexicon_of(language))
    return re.search(rf"\d{FILL}*[\s-]+(?:{words})", digits, re.IGNORECASE) is not None


def is_altered(text: str, end: int, language: str) -> bool:
    """Return whether a multiple is changed behind its own words: "twice as likely, squared"."""
    return _beside(language).altered.match(text, end) is not None


def is_of_things(text: str, end: int, language: str) -> bool:
    """Return whether a multiple is one of something else: "3 times the tax", "300% tax"."""
    behind = _behind(short_name(language))
    thing = behind.thing.match(text, end) if behind else None
    if behind is None or thing is None:
        return False
    fitting = (behind.of_chance, behind.compared) if thing["percent"] else (behind.of_tries,)
    return not any(each.match(text, thing.end("sign")) for each in fitting)


def _all_beside(language: str) -> list[_Beside]:
    """Return the patterns of a language and of English, which a page may hold untranslated."""
    return [_beside(each) for each in dict.fromkeys((short_name(language), FALLBACK))]
