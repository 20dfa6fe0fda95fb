"""Reads faces of dice, and what is read of a throw: "5+ of d6", "red beats blue"."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from fractions import Fraction

from ..errors import RulesError
from .faces import LOWEST, PARITY, Amount, Faces, Span
from .formulas import Number
from .reading import (
    ALL,
    BUNDLES,
    COUNT,
    HEIGHT,
    KEPT,
    PAIRED,
    PREFIXES,
    SETS,
    SIGN,
    SIZED,
    SUM,
    THROWS,
    Reading,
)

MOST = 200  # words and signs of a text: more would nest beyond what Python can follow
MOST_SIZE = 100
OR_MORE = {"more": "+", "higher": "+", "above": "+", "less": "-", "lower": "-", "below": "-"}
CLAUSES = ("success", "again", "reroll", "keep", "may", "ties")
_AFTER_FACES = ("or", "of", "without", "once", "when", "every", "doubled", *CLAUSES)
_JOINTS = ("and", "or", "all", "failures")
_SPACED = {"of", "or", "without", *PAIRED}
_TOKEN = re.compile(
    r"\s*(?:(?P<dice>\d*[dD](?:\d+|%|[fF])!?(?:[kd][hl]?\d*)?(?!\w))"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<word>[^\W\d]\w*(?:[-'’][^\W\d]\w*)*)|(?P<span>\.\.)"
    r"|(?P<op>>=|<=|!=|==|=>|=<|[<>=≥≤≠])|(?P<sign>[-−–+*/×(),.])|(?P<bad>\S))"
)


def _compared_token(match: re.Match[str]) -> str:
    """A word or sign as it is compared: plain signs, and joining words in small letters."""
    token = match[match.lastgroup or 0].replace("−", "-").replace("–", "-").replace("×", "*")
    return token.casefold() if token.casefold() in _JOINTS else token


class DiceReader(ABC):
    """Reads a text from left to right; which names there are is asked later."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(_TOKEN.finditer(text))
        self.tokens = [(m.lastgroup or "", _compared_token(m)) for m in found]
        self.starts = [m.start(m.lastgroup or 0) for m in found]
        self.at = 0
        if len(self.tokens) > MOST or len(text) > 10 * MOST:
            raise RulesError("a condition too long to read; state it in fewer words")

    def next(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "the end")

    def ahead(self, many: int) -> str:
        """The word or sign after so many others."""
        return self.tokens[self.at + many][1] if self.at + many < len(self.tokens) else ""

    def take(self, *wanted: str) -> str | None:
        kind, token = self.next()
        if kind == "end" or token not in wanted:
            return None
        self.at += 1
        return token

    def take_kind(self, wanted: str) -> str | None:
        """The next word or sign, where it is of that kind."""
        kind, token = self.next()
        if kind != wanted:
            return None
        self.at += 1
        return token

    def fail(self, expected: str) -> RulesError:
        found = self.next()[1]
        return RulesError(f"in '{self.text}' there should be {expected}, not '{found}'")

    def close(self) -> None:
        if not self.take(")"):
            raise self.fail("a closing bracket")

    @abstractmethod
    def sum(self) -> Number:
        """Read a number that is calculated."""

    @abstractmethod
    def atom(self) -> Number:
        """Read a number, a name, or something in brackets."""

    def known(self, number: Number) -> Amount:
        """Return a number, calculated where it has no names."""
        if number.names():
            return number
        value = number.value({})
        if Fraction(value).denominator != 1:
            raise RulesError(f"'{number}' in '{self.text}' should be a whole number")
        return int(value)

    # Faces and kinds of dice

    def faces(self) -> Faces:
        """Read faces, those of each kind of dice with its kind."""
        parts: list[Faces] = []
        more = True
        while more:
            faces, more = self.row(), False
            if not self.take("of"):
                if parts:
                    raise RulesError(f"'{self.text}' says of which dice some faces are, not all")
                return faces
            parts.append(faces._replace(of=self.kind()))
            while self.take("or"):
                more = not self.at_kind()
                if more:
                    break
                parts.append(faces._replace(of=self.kind()))
        return parts[0] if len(parts) == 1 else Faces(parts=tuple(parts))

    def row(self) -> Faces:
        """Read faces of any dice."""
        spans: list[Span] = []
        words: set[str] = set()
        while True:
            if word := self.take("top", *PARITY):
                words.add(word)
            else:
                spans.append(self.span())
            if not self.take("or"):
                break
            if sign := OR_MORE.get(self.next()[1]):
                raise RulesError(f"'{self.text}': faces are short; write '{spans[-1][1]}{sign}'")
        parity = tuple([each for each in PARITY if each in words])
        return Faces(tuple(sorted(spans, key=_first)), top="top" in words, parity=parity)

    def span(self) -> Span:
        """Read one face, or several in a row."""
        low = self.face()
        if self.take("+"):
            return low, None
        if not self.take("-"):
            return low, low
        ends = self.next()[1] in _AFTER_FACES or self.ahead(1) in ("times", "time")
        if ends or self.next()[0] not in ("number", "word"):
            return LOWEST, low
        high = self.face()
        if not isinstance(low, int) or not isinstance(high, int):
            raise RulesError(
                f"'{self.text}': '{low}-{high}' may be a range or a minus; write '{low}-' for "
                f"{low} or less, or '({low} - {high})+'"
            )
        if high < low:
            raise RulesError(f"the faces '{low}-{high}' run backwards; write '{high}-{low}'")
        return low, high

    def face(self) -> Amount:
        kind, token = self.next()
        if kind not in ("number", "word") and token not in ("(", "-"):
            raise self.fail("faces such as '5+', '2-4', '1 or 6' or 'top'")
        if self.take("-"):
            number = self.take_kind("number")
            if number is None:
                raise self.fail("a number")
            return -int(Fraction(number))
        return self.known(self.atom())

    def at_kind(self) -> bool:
        """Return whether a kind of dice comes next."""
        kind, token = self.next()
        dice = kind == "dice" and token[0] in "dD"
        return dice or (kind == "word" and token not in _AFTER_FACES and self.ahead(1) != "of")

    def kind(self) -> str:
        """Read a kind of dice; what completes its name is in braces."""
        kind, token = self.next()
        if not self.at_kind():
            raise self.fail("a kind of dice, such as d6")
        self.at += 1
        if kind == "word" and token == "d" and self.take("("):
            size = self.sum()
            self.close()
            return f"d{{{size}}}"
        return token

    # What is read of a throw

    def reading(self) -> Number | None:
        """Read what a throw shows, if that comes next."""
        start, throws, among = self.at, "", ""
        while self.next()[1] in PREFIXES and self.ahead(1) == ".":
            said = self.take(*PREFIXES)
            self.at += 1
            if throws if said in THROWS else among:
                raise RulesError(f"'{self.text}' says twice which dice or throws are meant")
            throws, among = (said or "", among) if said in THROWS else (throws, said or "")
        rule = self.called()
        if rule is None:
            self.at = start
            return None
        whole = KEPT if rule.what in (SIGN, SUM) and throws != ALL else ALL
        rule = rule._replace(among=among or whole, throws=throws)
        if rule.against and (throws or among):
            raise RulesError(f"'{self.text}': dice that are compared are all dice, each as it lies")
        if throws == ALL and not rule.adds_up:
            raise RulesError(
                f"'{self.text}': '{rule.what}' looks at first throws; write 'first.{rule.what}' "
                f"where dice roll again, else '{rule.what}'"
            )
        return Number(self.since(start), reads=rule)

    def called(self) -> Reading | None:
        """Read a reading without what says of which dice or throws it is."""
        kind, word = self.next()
        prefixed = self.at and self.ahead(-1) == "."
        if self.ahead(1) in PAIRED and (kind == "word" or self.at_kind()):
            of = self.kind()
            what = self.take(*PAIRED) or ""
            return Reading(what, of=of, against=self.kind())
        if word == COUNT and self.ahead(1) == "(":
            return self.count()
        if kind != "word" or word not in (*SETS, SUM, BUNDLES):
            return Reading(SIGN, sign=self.take_kind("word") or "") if prefixed else None
        self.at += 1
        rule = Reading(word, size=SIZED.get(word, 0))
        if self.take("("):
            rule = self.within(rule)
            self.close()
        if rule.what == SUM and rule.against:
            raise RulesError(f"'{self.text}': '{SUM}' adds up all dice; leave 'without' out")
        if not rule.size and rule.what == BUNDLES:
            raise RulesError(f"in '{self.text}' say what each bundle reaches, as in 'bundles(10)'")
        return rule

    def count(self) -> Reading:
        """Read which faces are counted, of which dice."""
        self.at += 2
        faces = self.faces()
        against = self.kind() if self.take("without") else ""
        self.close()
        if against and not faces.of:
            raise RulesError(
                f"in '{self.text}' say of which dice, as in 'count(6 of red without {against})'"
            )
        return Reading(COUNT, faces, of=faces.of, against=against)

    def within(self, rule: Reading) -> Reading:
        """Read the brackets of a word: a number, and a kind of dice."""
        if rule.what == "highest" and self.take("sets"):
            rule = Reading(HEIGHT, size=SIZED[HEIGHT])
            if self.take("("):
                rule = self.within(rule)
                self.close()
        elif (
            rule.what in SIZED
            and self.next()[1] != "of"
            and self.next()[0] != "dice"
            and self.ahead(1) != "without"
        ):
            size = self.known(self.sum())
            if isinstance(size, int) and not (1 <= size <= MOST_SIZE or rule.what == BUNDLES):
                raise RulesError(f"in '{self.text}', {size} should be 1 to {MOST_SIZE}")
            rule = rule._replace(size=size)
        if self.take("of") or self.next()[1] != ")":
            if rule.of or not self.at_kind():
                hint = " or 'sets'" if rule.what == "highest" else ""
                raise self.fail(f"a kind of dice such as d6{hint}")
            rule = rule._replace(of=self.kind())
            if self.take("without"):
                rule = rule._replace(against=self.kind())
        return rule

    def since(self, start: int) -> str:
        """Return the text since so many words and signs, written in one way."""
        found, before = "", ""
        for _, token in self.tokens[start : self.at]:
            found += f" {token}" if found and {before, token} & _SPACED else token
            before = token
        return found


def _first(span: Span) -> tuple[bool, int]:
    """Return the sort key of a range; those that parameters decide come last."""
    low = span[0]
    return (False, low) if isinstance(low, int) else (True, 0)
