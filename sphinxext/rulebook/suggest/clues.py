"""What looks like a figure of the dice: chances, success ranges, averages, worked examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..words.lexicon import lexicon_of, one_of
from .passages import NOTATION, Sentence

_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
_COUNT = rf"(?:\d+|{_WORDS}|an?)"
_JOINTS = rf"(?:(?:{one_of(lexicon_of('en').nouns)}) )?(?:in|out of)|of"
_PARTS = "half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|ninths?|tenths?|twelfths?"
_HEDGE = r"(?:(?:about|around|roughly|nearly|almost|approximately|just (?:over|under))\s+|[~≈]\s?)"


class PossibleFigure(NamedTuple):
    """A figure that may want to be held: its kind, and where in its sentence it stands."""

    kind: str  # chance, range, average, rolled, or listed: dice that are no figures
    start: int
    end: int
    score: int


def _any(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_ROLLS = _any(r"rolls?|rolled|rolling|throws?|thrown|throwing|reroll\w*")
_ODDS = _any(
    r"odds|probabilit\w*|probabilidad\w*|probabilité\w*|likelihood|likely|unlikely|"
    r"wahrscheinlich\w*|chances?|chancen|risks?|success rates?"
)
_OFTEN = _any(
    r"of the time|of (?:all |your |the |such |these )*(?:rolls|throws|checks|attempts|tries|cases|"
    r"tests|pools?|attacks|swings|shots|outcomes)|times out of|out of (?:all|every)|der fälle|"
    r"der würfe|des cas|dos casos|de los casos|dei casi"
)
_FLIPS = _any(r"flip\w*|toss\w*")
_CUES = (
    (_any(r"\d*d(?:4|6|8|10|12|20|100|%|F)s?"), 3),
    (_any(r"dice|die|dies|d6s|coin flips?|w(?:4|6|8|10|12|20)|würfel\w*"), 2),
    (_any(r"snake eyes|boxcars|natural \d+|(?:doubl|tripl)es|(?:two|three|four|five)s|sixes"), 2),
    (_FLIPS, 2),
    (_ROLLS, 2),
    (_any(r"succeed\w*|success\w*|fail(?:s|ed|ing|ure|ures)?|miss(?:es)?|hits?|wins?|beats?"), 2),
    (_any(r"odds|probabilit\w*|probabilidad\w*|probabilité\w*|likelihood|likely|unlikely|"
          r"wahrscheinlich\w*|success rates?"), 3),
    (_any("chances?|chancen|risks?"), 2),
    (_any(r"dés?|jets?|dados?|tiradas?|dadi|tiri?|prueba|réussi\w*|réussite|échec|éxito|fallo|"
          r"sucesso|falha\w*|successo|gelingt|erfolg\w*|misslingt"), 2),
    (_OFTEN, 3),
    (_any("on average|the average|averages?|the mean"), 2),
    (_any("at least one|exactly|at least|or more|or better|or higher"), 1),
)  # fmt: skip
_AGAINST = (
    (_any(r"prices?|priced|costs?|costing|gold|silver|copper|coins?|gp|sp|discounts?|sells?|sold|"
          r"buys?|fees?|tax(?:es)?|wages?|pays?|paid|interest|worth|markup|tips?|haggl\w+|euros?|"
          r"dollars?|cents?|profits?|loans?|tithes?|merchants?|shops?|stock(?:s|ed|ing)?"), 5),
    (_any(r"weigh\w*|kg|kilo\w*|lbs?|pounds?|encumb\w+|capacity|loads?|carr(?:y|ies|ied)|grams?|"
          r"ounces?|tons?"), 5),
    (_any(r"wide|widths?|columns?|margins?|page width|px|pixels?|cm|mm|zoom|screen|opacity|"
          r"font|layout|paper|tall|height|feet|foot|inch(?:es)?|met(?:er|re)s?|miles?"), 5),
    (_any(r"versions?|releases?|python|sphinx|editions?|upgrade\w*|requires?|download\w*"), 5),
    (_any(r"regain\w*|restor\w+|heal(?:s|ed|ing)?|absorb\w*|speed|movement|hit points?|hp|xp|"
          r"experience|resistan\w+|immun\w+|concealment|humidity|alcohol|stamina|durability|"
          r"fuel|charge|battery|population|villagers|harvest|crops?|health|mana|rations?"), 3),
    (_any(r"skill (?:rating|value|score)s?|starting (?:skill|value)|rated|ratings?|bonus(?:es)?|"
          r"penalt(?:y|ies)|modifiers?|cover"), 2),
    (_any(r"(?:increas|reduc|rais|lower|add|subtract|improv|drop|shrink|grow|halv)\w*"), 2),
    (_any(r"(?:each|every|per) (?:night|day|hour|turn|week|month|year|mile|level|season)"), 3),
    (_any(r"there (?:is|are|was) an?"), 1),
    (_any(r"random encounters?|weather|rain\w*|wandering|encounters?"), 2),
)  # fmt: skip
_NEAR_AGAINST = (
    (re.compile(r"\b(?:by|plus|minus|under|below|above|against|exceeds?|rated|of up to)\s+\W*$",
                re.IGNORECASE), 4),
    (re.compile(r"(?:[-+−±]|[$£€])\s?$"), 5),
    (re.compile(r"\b(?:skill|climb|stealth|listen|lore|dodge|rating|score)\b[^.;\d]{0,24}$",
                re.IGNORECASE), 4),
)  # fmt: skip
_BEHIND_AGAINST = (
    (re.compile(r"\s*or (?:less|lower|more|higher|under|better|fewer|above|below)\b", re.I), 4),
    (re.compile(r"\s*(?:more|less|faster|slower|higher|lower|larger|smaller|off|extra|cheaper|"
                r"dearer|longer|shorter|heavier|lighter|wider|narrower|cover|discount|bonus|"
                r"penalty|concealment|alcohol|interest|full|larger|increase|decrease)\b", re.I), 4),
    (re.compile(r"\s*of (?!the time|(?:all |your |the |such |these )*(?:rolls|throws|"
                r"checks|attempts|tries|cases|tests|dice|outcomes|results|pools?|times|"
                r"games|attacks|swings|shots)\b)", re.I), 3),
    (re.compile(r"\s*(?:kg|g|cm|mm|m|km|lbs?|ft|px|em|pt|gp|sp|cp|coins?|gold|silver|hours?|"
                r"days?|weeks?|minutes?|years?|turns?|rounds?|miles?|feet|inches|pages?|players?|"
                r"levels?|people|characters|points? of damage|hit points|pounds?|meters?|"
                r"metres?|dollars?|euros?|sheets?|columns?|months?|rations?|slots?)\b", re.I), 5),
)  # fmt: skip

_CHANCE = (
    re.compile(r"[<>]?\s?\d+(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b)(?!-)"),
    re.compile(rf"\b(?:{_COUNT}|once)[\s-]+(?!of\b)(?:{_JOINTS})[\s-]+"
               rf"(?:\d+(?:\.\d+)?|{_WORDS})\b(?!\s*(?:%|d\d))", re.IGNORECASE),
    re.compile(rf"\b(?:{_COUNT}[\s-]+)(?:{_PARTS})\b|\bhalf\b(?=\s+(?:of )?(?:the|all|your))",
               re.IGNORECASE),
    re.compile(r"(?<![\w/.])\d{1,6}/\d{1,7}(?![\w/]|\.\d)"),
    re.compile(r"[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"),
    re.compile(r"(?<![\w.,/])0?[.,]\d+(?![\w%/]|[.,]\d)"),
)  # fmt: skip
_RANGE = re.compile(
    r"(?<![\w.,/%–-])(?:\d+\s?\+(?!\d|\s?\d)"
    r"|\d+(?:\s?,\s?\d+)*,? or (?:more|higher|better|above|greater|less|lower|below|under)\b"
    r"|\d+s? and (?:above|up|over|higher)\b"
    r"|\d+(?:\s?,\s?\d+)*,? (?:or|to|through) (?:an? )?\d+|\d+s? and \d+s?|\d+\s?[-–]\s?\d+)"
    r"(?![\w%/.]*\d|\s?%|\+)",
    re.IGNORECASE,
)
_FACE = re.compile(
    r"(?:an?|every|each|on|of|shows?|showing|rolls?|up|either|face|faces|result)\s+$", re.IGNORECASE
)
_AVERAGE = _any(
    r"on average|averages?|averaging|mean|median|expected|expect|typically|im schnitt|"
    r"durchschnittlich|im durchschnitt|en moyenne|en promedio|em média|in media|di media"
)
_NUMBER = re.compile(rf"(?<![\w.,/%$£€+−–-])(?:\d+(?:[.,]\d+)?(?!\w|%|\s?%|[.,]\d|/|\s?\+)"
                     rf"|(?:{_WORDS})\b)", re.IGNORECASE)  # fmt: skip
_LISTED = re.compile(r"(?<![\w.,/%])\d{1,2}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+(?:an?\s+)?)\d{1,2})+"
                     r"(?![\w%/]|[.,]\d)")  # fmt: skip
_RESULT = re.compile(
    rf"\b(?:\d+|no|{_WORDS})\s+(?:net\s+)?(?:success(?:es)?|hits?|failures?)\b", re.IGNORECASE
)
_TOTAL = re.compile(
    r"(?:total(?:s|ling)?(?: of)?|sum(?: of)?|makes|for|=|adds? up to|comes? to|gives|gets?|"
    r"which is)\s+"
    r"(?:an? |exactly )?(\d+)\b(?!\s*(?:dice|die|d\d|%))", re.IGNORECASE
)  # fmt: skip
_ONE_THROWN = re.compile(
    r"\broll(?:s|ed)?\s+(?:an?\s+)?(\d{1,2})\b(?!\s*(?:dice|die|d\d|or|and|to|times|[-–+%,]))",
    re.IGNORECASE,
)
_ONLY_ON = re.compile(
    r"\b(?:succe\w+|hits?|fails?|miss(?:es)?)\s+(?:only\s+)?on\s+an?\s+(\d+)\b"
    r"(?!\s*(?:or|and|to|through|[-–+,%]))",
    re.IGNORECASE,
)
_SKILL = re.compile(r"(?<=[a-z,;:(] )(?:[A-Z][a-z]+ ){1,3}$")  # "with Spot Hidden 45%"
_LABEL = re.compile(r"([^\W\d][\w ]{2,24}?)\s*[:=]\W*\Z")
_WAYS = frozenset(6**n for n in range(2, 7))  # of several d6
_FIGURE = re.compile(
    rf"[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|\b(?:{_PARTS}|{_WORDS}|once)\b", re.IGNORECASE
)  # a sentence without one holds no figure
ENOUGH = 3
WEAK = 2  # a word against dice that a sentence about them may well have


def possible_figures(
    sentence: Sentence, names: re.Pattern[str] | None = None, *, goes_on: bool = False
) -> Iterator[PossibleFigure]:
    """The figures of a sentence that look like those of dice; names are those of the rules.

    It may go on from one that gives a chance: "At disadvantage it drops to 25%".
    """
    text = sentence.text
    if not _FIGURE.search(text):
        return
    base = _weight(text, sentence, names)
    if goes_on and not any(value > WEAK and cue.search(text) for cue, value in _AGAINST):
        base += ENOUGH
    taken: list[tuple[int, int]] = []
    average = base + bool(sentence.dice)
    for look in (*_rolled(sentence, base), *_chances(text, base), *_averages(text, average),
                 *_ranges(text, base)):  # fmt: skip
        if look.score < ENOUGH or any(s < look.end and look.start < e for s, e in taken):
            continue
        taken.append((look.start, look.end))
        if look.kind != "listed":
            yield look


def _weight(text: str, sentence: Sentence, names: re.Pattern[str] | None) -> int:
    """How much the sentence as a whole speaks of dice."""
    weight = sum(value for cue, value in _CUES if cue.search(text))
    if names is not None and names.search(text):
        weight += 2
    around = f"{sentence.before} {sentence.heading}"
    weight += min(2, sum(1 for cue, _ in _CUES[:-1] if cue.search(around)))
    if _FLIPS.search(text):
        text = re.sub(r"\bcoins?\b", "", text)  # which are dice then, and no money
    return weight - sum(value for cue, value in _AGAINST if cue.search(text))


def _beside(text: str, start: int, end: int) -> int:
    """What the words right beside the figure say against it."""
    before, behind = text[max(0, start - 40) : start], text[end : end + 40]
    against = sum(value for cue, value in _NEAR_AGAINST if cue.search(before))
    return against + sum(value for cue, value in _BEHIND_AGAINST if cue.match(behind))


def _chances(text: str, base: int) -> Iterator[PossibleFigure]:
    for i, pattern in enumerate(_CHANCE):
        for match in pattern.finditer(text):
            start, end = match.span()
            start += len(match[0]) - len(match[0].lstrip())
            score = base - _beside(text, start, end)
            if (i == 3 and _whole(match[0])) or (i == 0 and _above_all(match[0])):
                continue
            if re.search(rf"{_HEDGE}$", text[:start], re.IGNORECASE):
                score += 1
            label = _LABEL.search(text[max(0, start - 40) : start])
            if label is not None and _ODDS.search(label[1]):
                score += ENOUGH  # "Risk: 35%"
            if i in (2, 4) and not _OFTEN.search(text[end : end + 30]):
                score -= 2 if _ODDS.search(text) else 5
            if i == 5 and not _ODDS.search(text):
                score -= 4
            if i == 0 and _SKILL.search(text[:start]) and not _ODDS.search(text):
                score -= 4
            if i in (1, 3) and int(re.findall(r"\d+", f"0 {match[0]}")[-1]) in _WAYS:
                score += ENOUGH
            yield PossibleFigure("chance", start, end, score)


def _above_all(percentage: str) -> bool:
    """Whether the percentage is more than any chance."""
    digits = re.search(r"\d+", percentage)
    return digits is not None and int(digits[0]) > 100


def _whole(fraction: str) -> bool:
    """Whether the fraction is no chance below one, such as 50/50."""
    first, _, second = fraction.partition("/")
    return int(first) >= int(second)


def _averages(text: str, base: int) -> Iterator[PossibleFigure]:
    for cue in _AVERAGE.finditer(text):
        numbers = [
            match
            for match in _NUMBER.finditer(text)
            if not NOTATION.search(text[max(0, match.start() - 1) : match.end() + 1])
            and not re.match(r"\s*(?:dice|die|d\d)", text[match.end() :])
        ]
        near = [m for m in numbers if 0 <= m.start() - cue.end() <= 45][:1]
        if cue[0].lower() == "on average" and re.search(r"\w\s+$", text[: cue.start()]):
            before = [m for m in reversed(numbers) if 0 <= cue.start() - m.end() <= 25][:1]
            near = before or near
        if NOTATION.search(text):
            near += [m for m in numbers if m.start() > cue.end() and re.search("[.,]", m[0])]
        for match in near:
            start, end = match.span()
            yield PossibleFigure("average", start, end, base - _beside(text, start, end))


def _ranges(text: str, base: int) -> Iterator[PossibleFigure]:
    for match in _ONLY_ON.finditer(text):
        yield PossibleFigure("range", *match.span(1), base)
    for match in _RANGE.finditer(text):
        start, end = match.span()
        score = base - 1 - _beside(text, start, end)
        if re.match(r"\s*(?:or (?:more|higher|better|less|lower|under))", text[end:]):
            score += 4  # said of the range itself
        if _FACE.search(text[:start]):
            score += 2
        if re.search(r"\+$|or (?:more|higher|better|above|greater)$", match[0]):
            score += 4 if re.search(r"or \w+$", match[0]) else 1
            score -= 3 if re.search(r"or \w+$", match[0]) else 0
        if re.match(r"\s*(?:dice|die|d\d|other|more|extra)\b", text[end:], re.IGNORECASE):
            score -= 6
        if any(m.start() < end and start < m.end() for m in _LISTED.finditer(text)) and (
            "," in match[0]
        ):
            score -= 2
        if re.match(r"\s*times\b", text[end:]):
            score -= 6
        yield PossibleFigure("range", start, end, score)


def _rolled(sentence: Sentence, base: int) -> Iterator[PossibleFigure]:
    text = sentence.text
    listed = _LISTED.search(text) or _ONE_THROWN.search(text)
    behind = 0
    if listed is not None:
        if not _ROLLS.search(text):
            return
        behind = listed.end()
        if listed.re is _LISTED:
            yield PossibleFigure("listed", *listed.span(), 9)
    elif not (_LISTED.search(sentence.before) and _ROLLS.search(sentence.before)):
        return
    result = next((m for m in _RESULT.finditer(text) if m.start() >= behind), None)
    if result is not None:
        yield PossibleFigure("rolled", result.start(), result.end(), base + 2)
        return
    total = next((m for m in _TOTAL.finditer(text) if m.start() >= behind), None)
    if total is not None and listed is not None:
        start, end = total.span(1)
        yield PossibleFigure("rolled", start, end, base + ENOUGH - _beside(text, start, end))


def thrown_in(sentence: Sentence) -> tuple[int, ...]:
    """The dice that a worked example lists."""
    listed = _LISTED.search(sentence.text) or _ONE_THROWN.search(sentence.text)
    listed = listed or _LISTED.search(sentence.before)
    return tuple(int(n) for n in re.findall(r"\d+", listed[0])) if listed else ()
