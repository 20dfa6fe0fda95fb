"""The dice-table directive to write around a typed table, filled in where the rules give it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from ..ask.specs import TableSpec
from ..check.tables import judged_table
from ..page.claims import HeldTable
from ..page.source.typed_table import TypedCell, TypedTable
from ..rules.errors import RulesError, fold
from ..rules.language.parse import parse
from ..rules.model.game import Check
from ..settings import Book
from ..words.clue_words import spoken_in
from ..words.lexicon import lexicon_of, one_of
from ..words.normalise import normalise
from .guesses import MOST_DICE, Rulebook
from .markup import Markup
from .passages import NOTATION, SourceTable

MOST_SPECS = 160


@lru_cache(maxsize=64)
def _ends_of(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Patterns of a number with or without "or more", and of headings for each direction."""
    said = [lexicon_of(name) for name in spoken_in(language)]
    least = one_of(word for each in said for word in each.least)
    most = one_of(word for each in said for word in each.most)
    plus = one_of(word for each in said for word in each.plus)
    minus = one_of(word for each in said for word in each.minus)
    return (
        re.compile(rf"(?:≥|>=|{least})?\s*\+?([-−]?\d+)\s*(?:\+|{plus})?\D*", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{least}|{plus})(?!\w)|\+|[≥>]", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{most}|{minus})(?!\w)|[≤<]", re.IGNORECASE),
    )


def wrap(book: Rulebook, table: SourceTable, markup: Markup) -> tuple[str, bool]:
    """The directive to write around the table, and whether the rules give all its figures."""
    for spec in islice(_specs(book, table), MOST_SPECS):
        if _fits(book, table, spec):
            return _written(spec, markup), True
    return _written(_to_fill_in(book, table), markup), False


def _to_fill_in(book: Rulebook, table: SourceTable) -> TableSpec:
    """The options with what the table tells, and places for the rest."""
    words = " ".join([*table.texts[0], *(row[0] for row in table.texts)])
    dice = next((match[0] for match in NOTATION.finditer(words)), "")
    labels = [row[0] for row in table.texts[1:]]
    numbers = _numbers(labels, book.style.language)
    values = _listed(numbers) if numbers else "FIRST..LAST"
    if dice:
        return TableSpec("", re.sub(r"\s+", "", dice), f"counts >= {values}")
    return TableSpec("", "CHECK", f"PARAMETER = {values}", "difficulties")


def _all(table: SourceTable) -> str:
    return " ".join([table.caption, *(text for row in table.texts for text in row)])


def _written(spec: TableSpec, markup: Markup) -> str:
    options = [("check", spec.check), ("rows", spec.rows), ("columns", spec.columns),
               ("with", spec.given), ("event", spec.event)]  # fmt: skip
    return markup.table("dice-table", options)


def _fits(book: Rulebook, table: SourceTable, spec: TableSpec) -> bool:
    """Check that the table with these options has no drift."""
    rows = tuple(
        tuple(TypedCell(text, line) for text, line in zip(texts, lines, strict=True))
        for texts, lines in zip(table.texts, table.lines, strict=True)
    )
    if len({len(row) for row in rows}) != 1:
        return False
    held = HeldTable("", table.line, spec, TypedTable(rows, 0, table.caption))
    try:
        found = judged_table(Book(book.rules, book.style), held)
    except (RulesError, IndexError):
        return False
    return found.checked > 1 and not found.findings and not found.broken


def _specs(book: Rulebook, table: SourceTable) -> Iterator[TableSpec]:
    heads = list(table.texts[0][1:])
    labels = [row[0] for row in table.texts[1:]]
    if not heads or not labels:
        return
    language = book.style.language
    named = list(NOTATION.finditer(_all(table)))
    for match in named or NOTATION.finditer(f"{table.heading} {table.dice}"):
        dice = re.sub(r"\s+", "", match[0])
        yield from _of_dice(dice, labels, heads, language)
    for name, game in book.rules.games.items():
        for check in game.checks.values():
            call = check.name if name == book.rules.default else f"{name}:{check.name}"
            for rows in _axes(check, labels, language):
                if len(heads) > 1:
                    for columns in _axes(check, heads, language):
                        yield TableSpec("", call, rows, columns)
                else:
                    yield from (
                        TableSpec("", call, rows, event=event) for event in _events(check, heads[0])
                    )


def _of_dice(
    dice: str, labels: Sequence[str], heads: Sequence[str], language: str
) -> Iterator[TableSpec]:
    numbers = _numbers(labels, language)
    if not numbers:
        return
    for sign in (">=", "=", "<="):
        axis = f"counts {sign} {_listed(numbers)}"
        if len(heads) == 1:
            yield TableSpec("", dice, axis, event="")
    events = []
    for head in heads:
        folded = head.casefold()
        _, up, down = _ends_of(language)
        events.append(">= *" if up.search(folded) else "<= *" if down.search(folded) else "= *")
    if len(heads) > 1:
        listed = ", ".join(f'"{event}"' for event in events)
        yield TableSpec("", dice, f"counts = {_listed(numbers)}", f"events = {listed}")


def _numbers(labels: Sequence[str], language: str) -> list[int]:
    found = []
    for label in labels:
        match = _ends_of(language)[0].fullmatch(normalise(label).strip())
        if match is None:
            return []
        found.append(int(match[1].replace("−", "-")))
    return found if len(set(found)) == len(found) else []


def _listed(numbers: Sequence[int]) -> str:
    steps = {b - a for a, b in pairwise(numbers)}
    if len(numbers) > 2 and steps in ({1}, {-1}):
        return f"{numbers[0]}..{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _axes(check: Check, labels: Sequence[str], language: str) -> Iterator[str]:
    """The axes that the labels may name."""
    folded = [fold(normalise(label)) for label in labels]
    if found := _named(folded, [(d.name, (d.name, d.label)) for d in check.difficulties]):
        yield (
            "difficulties"
            if found == [d.name for d in check.difficulties]
            else (f"difficulties = {_quoted(found)}")
        )
    if found := _named(folded, [(o.name, (o.name, o.label)) for o in check.outcomes]):
        yield (
            "outcomes"
            if found == [o.name for o in check.outcomes]
            else (f"outcomes = {_quoted(found)}")
        )
    for parameter in check.takes:
        choices = [(c.name, (c.name, *c.also)) for c in parameter.choices]
        if found := _named(folded, choices):
            yield f"{parameter.name} = {_quoted(found)}"
    numbers = _numbers(
        [re.sub(r"[^\d\s+≥−-]|\s(?=\d)", " ", label).strip() for label in labels], language
    )
    if numbers:
        for parameter in check.takes:
            low, most = parameter.least, parameter.most
            fits = all(low <= n <= (most if most is not None else MOST_DICE) for n in numbers)
            if not parameter.choices and fits:
                yield f"{parameter.name} = {_listed(numbers)}"
        for sign in (">=", "="):
            yield f"counts {sign} {_listed(numbers)}"


def _named(labels: Sequence[str], names: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """The names that the labels give, in their order; nothing unless each gives one."""
    found = []
    for label in labels:
        exact = [name for name, words in names if label in [fold(normalise(w)) for w in words if w]]
        within = [
            name
            for name, words in names
            if any(w and re.search(rf"(?<!\w){re.escape(fold(normalise(w)))}(?!\w)", label)
                   for w in words)
        ]  # fmt: skip
        chosen = exact or within
        if len(chosen) != 1:
            return []
        found.append(chosen[0])
    return found


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(
        name if re.fullmatch(r"[\w-]+(?: [\w-]+)*", name) else f'"{name}"' for name in names
    )


def _events(check: Check, head: str) -> Iterator[str]:
    folded = fold(normalise(head))
    for number in re.findall(r"\d+", head) or ["1", "2", "3"]:
        yield from (f"{sign} {number}" for sign in (">=", "=", "<="))
    for group in check.groups:
        yield f"is any {group}"
    for kind, names in (("is", check.outcomes), ("meets", check.difficulties)):
        for each in names:
            if fold(normalise(each.name)) in folded:
                event = f'{kind} "{each.name}"'
                yield str(parse(f"x {event}").event)
