"""The language to ask with: one text, in a directive, a role, the command line and Python."""

from __future__ import annotations

import re
from fractions import Fraction

from ..errors import RulesError, fold
from .conditions import SPELLED
from .query import FARTHEST, Argument, Call, Event, EventKind, PlainDice, Query, Term, Thrown

LONGEST = 40  # digits of any number
MOST = 100_000  # characters of a question: ten thousand dice and what they are of
DEEPEST = 20  # checks within checks
SHOWN = 200  # characters of a question that a message repeats

_DICE = (
    r"(?:\d+\s*[-+−]\s*)?\d*[dD](?:\d+|%|[fF](?!\w))!?(?:[kd][hl]?\d*)?(?:\s*[*×]\s*\d+)?"
    r"(?:\s*[-+−]\s*(?:\d*[dD](?:\d+|%|[fF](?!\w))!?(?:[kd][hl]?\d*)?(?:\s*[*×]\s*\d+)?|\d+))*"
    r"(?![\w(:])"
)
_TOKEN = re.compile(
    r"\s*(?:"
    rf"(?P<dice>{_DICE})"
    r"|(?P<number>[-−+]?\d+(?:\.\d+)?(?![\w.]))"
    r"|(?P<name>\w+(?:[-'’.]\w+)*)"
    r"|(?P<op>>=|<=|!=|==|=>|=<|[≥≤≠<>=])"
    r"|(?P<quoted>\"[^\"]*\"|“[^”]*”|'[^']*')"
    r"|(?P<sign>[(),:;|])"
    r"|(?P<bad>\S))"
)
_TERM = re.compile(
    r"\s*([-+−])?\s*(?:(\d*)[dD](\d+|%|[fF])(!)?(?:([kd])([hl]?)(\d*))?(?:\s*[*×]\s*(\d+))?|(\d+))"
)
_JOINED = re.compile(r"\s(?:and|or)\s", re.IGNORECASE)
_COMPARES = re.compile(r"[<>=≥≤≠(\d]|\s(?:is|beats|ties)\s", re.IGNORECASE)
_SIGN = re.compile(r"[<>=≥≤≠]")
_RANGE = re.compile(r"([-−]?\d+)\s*([-−+]?)|\d+\s*[-−–]\s*\d+")
_RANGES = {"+": EventKind.AT_LEAST, "-": EventKind.AT_MOST, "−": EventKind.AT_MOST}
_KINDS = {str(kind): kind for kind in EventKind}
_KINDS |= {spelled: EventKind(op) for spelled, op in SPELLED.items()}
_EVENTS = ("mean", "median", "is", "meets")
_ENDLESS = re.compile(rf"\d{{{LONGEST + 1},}}")
_MEASURED = re.compile(
    r"\s*(?P<kind>wait|ratio|sum)\s*\((?P<asked>.*[<>=≥≤≠|\s].*)\)\s*", re.IGNORECASE | re.DOTALL
)
_ON = re.compile(r"\s+on\s+([-−\d][-−\d\s,;|]*)$")
_END = (None, "", -1)
_THROW = re.compile(r"[-−]?\d+")


def parse(text: str) -> Query:
    """The question that the text asks."""
    if (measured := _MEASURED.fullmatch(text)) is not None:
        return _measured(measured["kind"].lower(), measured["asked"])
    if " on " not in text:
        return _QueryReader(text).query()
    _refuse_endless_numbers(text)
    match = _ON.search(text)
    query = _QueryReader(text[: match.start()] if match else text).query()
    thrown = tuple([_thrown(side) for side in match[1].split("|")]) if match else ()
    return query._replace(thrown=thrown) if thrown else query


def _measured(kind: str, text: str) -> Query:
    """The question for the rolls that a chance takes, or for one chance over another."""
    if kind == "wait":
        asked = parse(text)
        if asked.waits or asked.over:
            raise RulesError(f"'wait({text})' asks one question within another")
        return asked._replace(waits=True)
    if kind == "sum":
        return _added(text)
    first, bar, second = text.partition("|")
    if not bar or not first.strip() or not second.strip():
        raise RulesError(f"'ratio({text})' compares two questions: 'ratio(2d6 >= 7 | 2d6 >= 10)'")
    one, other = parse(first), parse(second)
    if one.waits or one.over or other.waits or other.over:
        raise RulesError(f"'ratio({text})' asks one question within another")
    return one._replace(over=other)


def _added(text: str) -> Query:
    """The question for several rolled results, or several averages, added up."""
    # "on 4 1 | 3 2" has the dice of two sides, and no second question.
    parts = [parse(part) for part in re.split(r"\|(?!\s*[-−\d][-−\d\s,;]*(?:\||$))", text)]
    if len(parts) < 2 or any(part.waits or part.over or part.also for part in parts):
        raise RulesError(f"'sum({text})' adds up two or more: 'sum(2d6 on 3 4 | d8 on 5)'")
    if not all(part.thrown for part in parts) and not all(
        part.event is not None and part.event.is_average for part in parts
    ):
        raise RulesError(
            f"'sum({text})' adds up rolled dice, or averages: 'sum(2d6 mean | d8 mean)'"
        )
    return parts[0]._replace(also=tuple(parts[1:]))


def parse_call(text: str) -> tuple[str, Call | PlainDice]:
    """The game, if named, and the check or dice that the text names, without an event."""
    query = parse(text)
    if query.event or query.thrown:
        raise RulesError(f"'{text}' should be a check or dice alone, without an event")
    return query.game, query.what


def parse_rolled(text: str) -> Call | PlainDice:
    """Read the check or dice of the same game that the text names."""
    game, what = parse_call(text)
    if game:
        raise RulesError(f"'{text}' is of another game; name a check of this one")
    return what


def parse_args(text: str) -> tuple[tuple[str, Argument], ...]:
    """The arguments that the text lists, as between the brackets of a check."""
    reader = _QueryReader(f"({text})")
    args = reader.arguments()
    reader.end()
    return args


def parse_event(text: str) -> Event:
    """The event that the text asks for."""
    reader = _QueryReader(text)
    event = reader.event()
    if event is None:
        raise reader.fail("an event such as '>= 2', 'is NAME' or 'mean'")
    reader.end()
    return event


def parse_dice(text: str) -> PlainDice:
    """The plain dice notation that the text writes."""
    terms: list[Term] = []
    add = 0
    for match in _TERM.finditer(text):
        sign_, count, die, bang, keep, end, kept, times, number = match.groups()
        sign = -1 if sign_ in ("-", "−") else 1
        if number:
            add += sign * int(number)
            continue
        many = int(count or 1)
        chosen = None
        if keep:
            few = int(kept or 1)
            highest = (end or ("h" if keep == "k" else "l")) == "h"
            # Dropping the lowest of n keeps the highest of the rest.
            chosen = (few, highest) if keep == "k" else (many - few, not highest)
            if not 0 < chosen[0] <= many:
                raise RulesError(f"'{match[0].strip()}' keeps {chosen[0]} of {many} dice")
        name = "dF" if die in "fF" else f"d{die}"
        terms.append(Term(sign, many, name, bool(bang), chosen, int(times or 1)))
    return PlainDice(" ".join(text.split()), tuple(terms), add)


def _thrown(text: str) -> Thrown:
    first, _, again = text.partition(";")
    faces = [
        tuple([int(face.replace("−", "-")) for face in _THROW.findall(part)])
        for part in (first, again)
    ]
    return Thrown(*faces)


class _QueryReader:
    """Reads a question from left to right."""

    def __init__(self, text: str) -> None:
        _refuse_endless_numbers(text)
        self.text = text
        self.deep = 0
        found = _TOKEN.finditer(text)
        tokens: list[tuple[str | None, str, int]] = []
        for match in found:
            kind = match.lastgroup or ""
            tokens.append((kind, match[kind], match.start(kind)))
        self.at = 0
        self.most = len(tokens)
        self.tokens = [*tokens, _END, _END]  # so that there is always a next one, and its next

    def fail(self, expected: str) -> RulesError:
        kind, found, start = self.tokens[self.at]
        place = start + 1 if kind else len(self.text) + 1
        what = f"not '{found}'" if found else "but the text ends"
        return RulesError(
            f"expected {expected}, {what}, at character {place} of '{_cut(self.text)}'"
        )

    def query(self) -> Query:
        game = ""
        if self.tokens[1][1] == ":" and self.tokens[0][0] == "name" and self.most > 2:
            game = self.tokens[0][1]
            self.at = 2
        what = self.call()
        event = self.event() if self.at < self.most else None
        self.end()
        return Query(game, what, event)

    def end(self) -> None:
        if self.at < self.most:
            raise self.fail("nothing more")

    def call(self) -> Call | PlainDice:
        kind, token, _ = self.tokens[self.at]
        if kind == "dice":
            self.at += 1
            return parse_dice(token)
        if kind != "name":
            raise self.fail("a check or dice such as '2d6+3'")
        self.at += 1
        if self.tokens[self.at][1] == "(":
            return Call(token, self.arguments())
        return Call(token)

    def arguments(self) -> tuple[tuple[str, Argument], ...]:
        self.at += 1
        self.deep += 1
        if self.deep > DEEPEST:
            raise RulesError(f"checks within checks, more than {DEEPEST} deep; ask for one of them")
        args: list[tuple[str, Argument]] = []
        if self.tokens[self.at][1] == ")":
            self.at += 1
            self.deep -= 1
            return ()
        while True:
            name = ""
            if self.tokens[self.at + 1][1] == "=" and self.tokens[self.at][0] == "name":
                name = self.tokens[self.at][1]
                self.at += 2
            args.append((name, self.argument()))
            token = self.tokens[self.at][1]
            if token not in (",", ")"):
                raise self.fail("',' or ')'")
            self.at += 1
            if token == ")":
                self.deep -= 1
                return tuple(args)

    def argument(self) -> Argument:
        kind, token, _ = self.tokens[self.at]
        if kind == "number":
            self.at += 1
            return _number(token)
        if kind == "quoted":
            self.at += 1
            return token[1:-1]
        if kind == "dice" or (kind == "name" and self.tokens[self.at + 1][1] == "("):
            return self.call()
        if kind == "name":
            words = []
            while self.tokens[self.at][0] in ("name", "number"):
                words.append(self.tokens[self.at][1])
                self.at += 1
            return " ".join(words)
        raise self.fail("a value")

    def event(self) -> Event | None:
        kind, token, _ = self.tokens[self.at]
        alone = kind == "op" and self.at + 2 == self.most
        if kind and not alone and (condition := self.condition(kind, token)):
            return condition
        if kind == "op":
            self.at += 1
            kind, number, _ = self.tokens[self.at]
            if kind != "number" or "." in number:
                raise self.fail("a whole number")
            self.at += 1
            return self.compared(_KINDS[token], number)
        word = fold(token)
        if word in ("mean", "median"):
            self.at += 1
            return Event(EventKind(word))
        if word in ("is", "meets"):
            self.at += 1
            if word == "is" and fold(self.tokens[self.at][1]) == "any":
                self.at += 1
                return Event(EventKind.ANY, self.named())
            return Event(EventKind(word), self.named())
        words = "an event such as '>= 2', 'is NAME', 'meets NAME', 'mean' or 'median'"
        if word == "on":
            words = "numbers after 'on', as in 'on 3 4': a face of words is written by its place"
            self.at += 1
        elif kind == "name" and (self.at + 1 == self.most or self.tokens[self.at + 1][1] == "mean"):
            words = f"{words} (for a reading write '{token} = 1' or '{token} >= 1'; its mean is "
            words = f"{words}that of a check with result = '{token}')"
        raise self.fail(words)

    def condition(self, kind: str, token: str) -> Event | None:
        """All the rest, where it asks for more than one comparison of the result."""
        start = self.tokens[self.at][2]
        rest = self.text[start:].strip()
        joined = kind == "op" and _JOINED.search(rest)
        worded = kind == "name" and fold(token) not in _EVENTS and _COMPARES.search(rest)
        worded = worded or (kind == "number" and (_JOINED.search(rest) or _SIGN.search(rest)))
        span = _RANGE.fullmatch(rest) if kind == "number" else None
        if not (joined or worded or span):
            return None
        self.at = self.most
        if span and span[1]:
            return self.compared(_RANGES.get(span[2], EventKind.EQUAL), span[1])
        return Event(EventKind.HOLDS, rest)

    def compared(self, kind: EventKind, number: str) -> Event:
        value = int(number.replace("−", "-"))
        if abs(value) > FARTHEST:
            raise RulesError(f"{number} is out of reason; the most is {FARTHEST:,}")
        return Event(kind, number=value)

    def named(self) -> str:
        """The quoted name, or all the rest of the text."""
        kind, token, start = self.tokens[self.at]
        if kind is None:
            raise self.fail("a name")
        if kind == "quoted" and self.at + 1 == self.most:
            self.at += 1
            return token[1:-1].strip()
        self.at = self.most
        return self.text[start:].strip()


def _refuse_endless_numbers(text: str) -> None:
    """Refuse a question, or a number in it, so long that reading it alone would take a while."""
    if len(text) > MOST:
        raise RulesError(f"a question of {len(text):,} characters; the most is {MOST:,}")
    if len(text) > LONGEST and (found := _ENDLESS.search(text)):
        raise RulesError(
            f"the number at character {found.start() + 1} has {len(found[0]):,} digits; "
            f"the most is {LONGEST}"
        )


def _cut(text: str) -> str:
    """The text as a message repeats it."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _number(token: str) -> int | Fraction:
    plain = token.replace("−", "-")
    return Fraction(plain) if "." in plain else int(plain)
