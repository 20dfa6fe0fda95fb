"""The text of a condition, and of a number that is calculated, read from left to right."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..errors import RulesError
from .conditions import ALL_FAILURES, SPELLED, THE_VALUE, VALUE
from .faces import PARITY
from .formulas import ALWAYS, AND, IS, IS_ANY, NOTHING, OR, REACH, Condition, Number
from .read_dice import DiceReader
from .reading import PAIRED

_NAMED = re.compile(
    r"(?P<any>any\s+)?(?:[\"“'](?P<quoted>[^\"”']*)[\"”']|(?P<plain>.*?))\s*(?=$|\)|\s(?:and|or)\s)",
    re.IGNORECASE | re.DOTALL,
)
_SHOWS = re.compile(r"is(\s+any)?\s+(.+)", re.IGNORECASE | re.DOTALL)
NO_NOT = (
    "a condition has no 'not': write the opposite, such as '< 2' for '>= 2', or name the other "
    "outcomes, as in 'outcome is Hit or outcome is Graze'"
)
TWO = Number("2")
# What authors write for a range, a comma or a word of ours.
_INSTEAD = (
    (r"at least (\w+)", "'{}+'"),
    (r"at most (\w+)", "'{}-'"),
    (r"(?:^|\s)\+(\d+)", "'{}+'"),
    (r"(\d+ to \d+)", "a range such as '7-9' for '{}'"),
    (r"(\d+, *\d+)", "'or' for the comma in '{}'"),
    (r"[^,] (result)\b", "a comma before '{}'"),
    (r"\b(if|then|else)\b", "for '{}' a condition in brackets, which is 1 or 0: '5 * (same = 2)'"),
)
ROUNDED = ("down", "up")
# What authors write for rounding.
ROUNDING = {"half": "down(… / 2)", "ceil": "up(…)", "round": "up(…) or down(…)"}
ROUNDING |= dict.fromkeys(("floor", "trunc", "int"), "down(…)")
AGAIN = "again"  # after a parameter: as many dice once more


def parse_condition(text: str) -> Condition:
    """The condition that the text writes."""
    if text.strip().casefold() == "otherwise":
        return ALWAYS
    reader = Reader(text)
    if not reader.tokens:
        raise RulesError('an empty condition; write "10+", "7-9" or "is NAME"')
    try:
        condition = reader.either()
        if reader.next()[0] != "end":
            raise reader.fail("'and', 'or' or the end")
    except RulesError:
        shows = _SHOWS.fullmatch(text.strip())
        if shows is None:
            _refuse_wording(text)
            raise
        return Number(IS_ANY if shows[1] else IS, name=shows[2])  # a name such as "YES! AND..."
    return condition


def _refuse_wording(text: str) -> None:
    """Refuse a word or a sign for which the language has another one."""
    for pattern, instead in _INSTEAD:
        if found := re.search(pattern, text):
            raise RulesError(f"in '{text}' write {instead.format(found[1])}") from None


def parse_number(text: str) -> Number:
    """Read the number that the text calculates, or the condition that is 1 or 0."""
    reader = Reader(text)
    number = reader.sum()
    if reader.next()[0] == "end":
        return number
    try:
        return parse_condition(text)
    except RulesError:
        _refuse_wording(text)
        if reader.next()[0] == "dice":
            raise RulesError(
                f"in '{text}' the dice need a plain number before them: make a check of it, and "
                "let a parameter hold its throw, as in takes.harm = 'harm'"
            ) from None
        raise reader.fail("a sign such as '+' or the end") from None


def parse_aim(text: str) -> Number:
    """The same, where a range alone is a condition on the result."""
    try:
        return parse_number(text)
    except RulesError:
        return parse_condition(text)


def parse_figure(text: str) -> Number:
    """The same of a throw, where faces alone are not enough."""
    names = set()
    if reads_faces(text):
        try:
            names = parse_number(text).names() & {"top", *PARITY}
        except RulesError:
            names = {text}
    if names:
        raise RulesError(f"'{text}' are faces; to count them write 'count({text})'")
    return parse_aim(text)


def reads_faces(text: str) -> bool:
    """Return whether the text names faces, and no more."""
    reader = Reader(text)
    try:
        faces = reader.faces()
    except RulesError:
        return False
    named = [each for part in faces.parts or (faces,) for span in part.ranges for each in span]
    compares = any(isinstance(each, Number) and each.is_condition for each in named)
    return reader.next()[0] == "end" and not compares


class Reader(DiceReader):
    """Reads a condition, or a number, from left to right."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.rolls = 0
        self.bare = ""  # the last condition, if it is a number or a range alone

    def either(self) -> Condition:
        return self.joined(OR, self.both)

    def both(self) -> Condition:
        return self.joined(AND, self.one)

    def joined(self, joint: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self.take(joint):
            self.bare = ""
            parts.append(part())
            if self.bare and joint == OR and VALUE not in parts[-2].names():
                raise RulesError(
                    f"in '{self.text}' the result may be meant by '{self.bare}': write "
                    f"'{VALUE} {self.bare}', or for the word before it one range"
                )
        return parts[0] if len(parts) == 1 else Number(joint, tuple(parts))

    def one(self) -> Condition:
        if self.next()[1] == "all" and self.ahead(1) != ".":
            self.at += 1
            if not self.take("failures"):
                raise self.fail("'failures' after 'all'")
            return Number(ALL_FAILURES)
        start = self.at
        if self.next()[1] == "(" and self.bracketed():
            inner = self.atom()
            if self.stops(0):
                return inner
            self.at = start
        if shows := self.comparison_with_name():
            return shows
        self.refuse_not()
        if found := self.near(THE_VALUE):
            return found
        number = THE_VALUE if self.next()[0] == "op" else self.sum()
        if op := self.take_kind("op"):
            other = self.sum()
            if other.apply == "-" and other.parts[0] != NOTHING and not other.names():
                raise RulesError(f"in '{self.text}' leave out '{op}' before a range, as in '7-9'")
            return Number(SPELLED.get(op, op), (number, other))
        if not number.parts and number.names():
            if found := self.near(number):
                self.bare = ""
                return found
            if self.stops(0):  # a word by itself
                return Number("!=", (number, NOTHING))
        if number.apply == "-":
            one, other = number.parts
            if one == NOTHING:
                raise RulesError(f"'{number}' is below 0: write a range as '>= {number} and <= 0'")
            raise RulesError(
                f"'{number}' may be a range or a minus; write '{one}-' for {one} or less, or "
                f"'({one} - {other})+'"
            )
        self.at = max(start, self.at)
        raise self.fail("a comparison such as '>= 2', or a range such as '10+' or '7-9'")

    def near(self, left: Number) -> Condition | None:
        """A range, or a plain number, that a number is in; or whether it is odd or even."""
        start, (kind, token) = self.at, self.next()
        if self.stops(0):
            return None
        if token in PARITY and self.stops(1):
            self.at += 1
            half = Number("down", (Number("/", (left, TWO)),))
            return Number("=" if token == "even" else "!=", (left, Number("*", (TWO, half))))
        if kind in ("number", "word") or token in ("(", "-"):
            low = self.atom()
            plain = not low.names()
            if self.take_kind("span"):
                high = self.atom()
                raise RulesError(f"in '{self.text}' write '{low}-{high}' for '{low}..{high}'")
            if self.next()[1] in ("+", "-") and self.stops(1):
                return Number("<=" if self.take("+", "-") == "-" else ">=", (left, low))
            if plain and kind != "word" and self.stops(0):
                self.bare = str(low)
                return Number("=", (left, low))
            if plain and self.take("-"):
                high = self.atom()
                if not high.names() and self.stops(0):
                    if high.value({}) < low.value({}):
                        raise RulesError(f"'{low}-{high}' runs backwards; write '{high}-{low}'")
                    self.bare = f"{low}-{high}"
                    return Number(AND, (Number(">=", (left, low)), Number("<=", (left, high))))
        self.at = start
        return None

    def stops(self, many: int) -> bool:
        """Return whether a condition ends after so many words or signs."""
        return self.ahead(many) in ("", ")", ",", "and", "or")

    def refuse_not(self) -> None:
        """Refuse "not", and say how to do without it."""
        kind, token = self.next()
        if kind == "word" and token.casefold() == "not" and self.ahead(1):
            raise RulesError(NO_NOT)

    def comparison_with_name(self) -> Condition | None:
        """A name that is asked for, perhaps of a word: "is Success", "mine is Success"."""
        words = [token for kind, token in self.tokens[self.at : self.at + 2] if kind == "word"]
        at = [word.casefold() for word in words].index("is") if "is" in words else -1
        if at < 0 or (at and len(words) < 2):
            return None
        of = words[0] if at else ""
        self.at += at + 1
        if self.at == len(self.tokens):
            raise self.fail(f"a name after '{of} is'")
        start = self.starts[self.at]
        match = _NAMED.match(self.text, start)
        assert match is not None
        while self.at < len(self.tokens) and self.starts[self.at] < match.end():
            self.at += 1
        name = match["quoted"] or match["plain"]
        return Number(IS_ANY if match["any"] else IS, key=of, name=name)

    def bracketed(self) -> bool:
        """Return whether the bracket that opens here holds a condition, not a number."""
        deep, before, called = 0, ("", ""), 0
        within, sums = False, False  # a condition in further brackets; whether some are added up
        for at, (kind, token) in enumerate(self.tokens[self.at :], self.at):
            word = before[0] == "word" and before[1] not in ("and", "or")
            if token == "(" and word and not called:
                called = deep + 1
            deep += (token == "(") - (token == ")")
            if not deep:
                return before[1] in ("+", "-") or (within and not sums)
            sums = sums or (deep == 1 and token in ("+", "-", "*", "/"))
            side_by_side = kind in ("word", "number") and (
                before[0] in ("word", "number") or before[1] == ")"
            )
            side_by_side = side_by_side and token not in ROUNDED
            joint = token in ("and", "or", "is") or (
                token == "all" and self.tokens[at + 1][1] != "."
            )
            if not called and (kind in ("op", "span") or joint or side_by_side):
                if deep == 1:
                    return token not in PAIRED and before[1] not in PAIRED
                within = True
            called = 0 if deep < called else called
            before = kind, token
        return False

    def sum(self) -> Number:
        number = self.product()
        while op := self.take("+", "-"):
            number = Number(op, (number, self.product()))
        return number

    def product(self) -> Number:
        number = self.atom()
        while op := self.take("*", "/"):
            number = self.rounded(Number(op, (number, self.atom())))
        return number

    def rounded(self, number: Number) -> Number:
        """The number, rounded where a word after its division says so."""
        rounds = number.apply == "/" and self.ahead(1) != "("
        word = self.take(*ROUNDED) if rounds else None
        return Number(word, (number,)) if word else number

    def atom(self) -> Number:
        if self.take("-"):
            return Number("-", (NOTHING, self.atom()))
        if number := self.take_kind("number"):
            return Number(number)
        if self.next()[1] == "(":
            inside = self.either if self.bracketed() else self.sum
            self.at += 1
            inner = inside()
            self.close()
            return inner
        if reading := self.reading():
            return reading
        if dice := self.take_kind("dice"):
            self.rolls += 1
            return Number(dice, key=f"dice {self.rolls}: {dice}")
        word = self.take_kind("word")
        if word is None:
            raise self.fail("a number or a parameter")
        if self.take("."):
            start = self.at
            self.called()  # what is read of the throw that the word holds
            return Number(f"{word}.{self.since(start)}")
        if word in REACH and self.take("("):
            return self.call(word)
        if self.next()[1] == "(":
            known = ", ".join(name for name in REACH if name.isalpha())
            instead = (
                f"write {ROUNDING[word]}" if word in ROUNDING else f"the functions are {known}"
            )
            raise RulesError(f"'{word}' is no function; {instead}")
        if self.take(AGAIN):
            return Number(f"{word} {AGAIN}", key=f"{word} {AGAIN}")
        return Number(word)

    def call(self, word: str) -> Number:
        parts = [self.sum()]
        while self.take(","):
            parts.append(self.sum())
        self.close()
        needed = 2 if word in {"min", "max"} else 1
        if len(parts) < needed or (needed == 1 and len(parts) > 1):
            raise RulesError(f"'{word}' in '{self.text}' takes {needed} number(s)")
        return Number(word, tuple(parts))
