"""A table as the rules give it: labels and figures, before anything of a page is made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ..rules.conditions import Compare
from ..rules.errors import RulesError, suggest
from ..rules.query import Event, Query, Thrown, parse_args, parse_call, parse_event
from ..rules.rules import Rules
from ..rules.values import Check, Difficulty, Noun, Outcome
from . import numbers
from .asking import args_on, question, ways_of
from .axes import Asked, Axis, Label, Patch, Place, event_label, parameter_of, read_axis
from .numbers import FORMATS, ROUNDINGS, Style
from .words import words_of

SHOWS = ("chance", "ways", "mean", "median", "difference", "reach")
MOST_CELLS = 20_000
FARTHEST_REACH = 200


class TableSpec(NamedTuple):
    """What a dice-table asks for, as its options say it."""

    game: str
    check: str
    rows: str
    columns: str = ""
    given: str = ""
    event: str = ""
    footer: str = ""
    show: str = ""
    of: str = ""
    format: str = ""
    digits: str = ""
    rounding: str = ""


class Cell(NamedTuple):
    """One cell: what it says, and for a figure the question and its exact answer."""

    text: str
    kind: str = "label"  # label, words, rung, chance, ways, mean, difference, reach or face
    value: Fraction | None = None
    question: str = ""
    names: tuple[str, ...] = ()
    markup: bool = False
    span: int = 1
    down: int = 1

    @property
    def is_figure(self) -> bool:
        """Whether the cell shows a number or an outcome of the rules."""
        return self.kind not in ("label", "words", "rung")


class Grid(NamedTuple):
    """A table: heading rows, how many columns are labels, and the body with its footer."""

    head: tuple[tuple[Cell, ...], ...]
    stubs: int
    body: tuple[tuple[Cell, ...], ...]
    footer: bool = False


class Asking(NamedTuple):
    """What a directive asks: of which rules, how it shows, and how numbers are written."""

    asked: Asked
    style: Style
    spec: TableSpec


def styled(style: Style, spec_format: str, digits: str, rounding: str) -> Style:
    """The book's style with what a directive or role says of its own."""
    if spec_format:
        if spec_format not in FORMATS:
            raise RulesError(f"no format '{spec_format}'{suggest(spec_format, FORMATS)}")
        style = style._replace(format=spec_format)
    if digits:
        if not digits.strip().isdecimal() or int(digits) > numbers.MOST_DIGITS:
            raise RulesError(
                f"'digits' is a number from 0 to {numbers.MOST_DIGITS}, not '{digits}'"
            )
        style = style._replace(digits=int(digits))
    if rounding:
        if rounding not in ROUNDINGS:
            raise RulesError(f"no rounding '{rounding}'{suggest(rounding, ROUNDINGS)}")
        style = style._replace(rounding=rounding)
    return style


def asking(rules: Rules, style: Style, spec: TableSpec) -> Asking:
    """The rules and the style that the options come to."""
    if not spec.check:
        raise RulesError("':check:' is missing; name a check of the rules or dice such as '2d6'")
    style = styled(style, spec.format, spec.digits, spec.rounding)
    game, what = parse_call(spec.check)
    asked = Asked(rules, game or spec.game, what, words_of(style.language))
    _ = asked.check  # an unknown check is said before anything else
    if spec.given:
        asked = asked._replace(what=args_on(asked, what, parse_args(spec.given)))
    return Asking(asked, style, spec)


def table(rules: Rules, style: Style, spec: TableSpec) -> Grid:
    """The table that the options ask for."""
    ask = asking(rules, style, spec)
    if spec.show and spec.show not in SHOWS:
        raise RulesError(f"no ':show:' of '{spec.show}'{suggest(spec.show, SHOWS)}")
    if not spec.rows:
        raise RulesError("':rows:' is missing; write ':rows: dice = 1..8' or another axis")
    rows = read_axis(spec.rows, ask.asked)
    if not spec.columns and not spec.event and not spec.show:
        if rows.kinds == ("difficulties",):
            return _with_footer(_ladder(ask, rows), ask, [()])
        if rows.kinds == ("outcomes",):
            return _with_footer(_degrees(ask, rows), ask, [()])
    columns = read_axis(spec.columns, ask.asked) if spec.columns else _one_column(ask, rows)
    if len(rows.places) * len(columns.places) > MOST_CELLS:
        raise RulesError(f"the table would have more than {MOST_CELLS:,} cells")
    body = []
    for row in rows.places:
        cells = _cells(ask, row, columns)
        body.append((*[_label(label) for label in row.labels], *cells))
    grid = Grid(_head(rows, columns), len(rows.titles), _merged_stubs(body, len(rows.titles)))
    return _with_footer(grid, ask, [place.patches for place in columns.places])


def _label(label: Label) -> Cell:
    return Cell(label.text, names=label.names, markup=label.markup)


def _one_column(ask: Asking, rows: Axis) -> Axis:
    """The one column of chances that a table without columns has."""
    words = ask.asked.words
    title = {"mean": words.average, "median": words.average, "ways": words.ways}.get(
        ask.spec.show, words.chance
    )
    if "faces" in rows.kinds:
        title = ""
    elif ask.spec.event and "*" not in ask.spec.event:
        title = event_label(parse_event(ask.spec.event)).text
    return Axis(("one",), (Label(""),), (Place((Label(title),), ()),))


def _head(rows: Axis, columns: Axis) -> tuple[tuple[Cell, ...], ...]:
    """The heading rows: one for each level of the columns, the rows' titles in the last."""
    levels = len(columns.titles)
    head = []
    for level in range(levels):
        cells: list[Cell] = []
        if level == 0:
            cells.extend(_label(title)._replace(down=levels) for title in rows.titles)
        # Neighbours with the same labels so far stand under one heading.
        paths = [place.labels[: level + 1] for place in columns.places]
        for path, same in groupby(paths):
            cells.append(_label(path[-1])._replace(span=len(list(same))))
        head.append(tuple(cells))
    return tuple(head)


def _merged_stubs(body: Sequence[tuple[Cell, ...]], stubs: int) -> tuple[tuple[Cell, ...], ...]:
    """The rows with equal outer labels drawn together into one cell that reaches down."""
    rows = [list(row) for row in body]
    for level in range(stubs - 1):
        start = 0
        for i in range(1, len(rows) + 1):
            same = i < len(rows) and all(
                body[i][k].text == body[start][k].text for k in range(level + 1)
            )
            if not same:
                rows[start][level] = rows[start][level]._replace(down=i - start)
                for covered in range(start + 1, i):
                    rows[covered][level] = rows[covered][level]._replace(down=0)
                start = i
    return tuple(tuple(row) for row in rows)


def _cells(ask: Asking, row: Place, columns: Axis) -> list[Cell]:
    show = ask.spec.show or "chance"
    cells: list[Cell] = []
    for column in columns.places:
        patches = (*row.patches, *column.patches)
        if any(patch.face for patch in patches):
            cells.append(_face(ask, row, column))
        elif show == "reach":
            cells.append(_reach(ask, row, column))
        else:
            query = question(ask.asked, patches, "mean" if show == "mean" else ask.spec.event)
            if show == "median":
                query = query._replace(event=Event("median"))
            cells.append(figure(ask, query, show))
    if show == "difference":
        first = cells[0].value
        for i, cell in enumerate(cells[1:], 1):
            if first is not None and cell.value is not None:
                gap = cell.value - first
                text = numbers.difference(gap, ask.style)
                cells[i] = cell._replace(kind="difference", value=gap, text=text)
    return cells


def figure(ask: Asking, query: Query, show: str = "chance") -> Cell:
    """The cell that answers a question."""
    if query.event is None:
        raise RulesError(
            "nothing asks for a chance; add ':event: >= 2', or an axis of difficulties, "
            "outcomes or counts"
        )
    answer = ask.asked.rules.ask(query)
    text = str(query)
    if answer.value is not None:
        return Cell(numbers.average(answer.value, ask.style), "mean", answer.value, text)
    value = answer.probability
    assert value is not None  # an event has a chance or an average
    if show == "ways":
        what = query.what
        if query.event.kind == "meets":
            what = ask.asked.rules.met(query).what
        ways = value * ways_of(ask.asked, what)
        if ways.denominator != 1:
            raise RulesError(f"the chance of '{query}' is no whole number of rolls")
        return Cell(str(ways.numerator), "ways", ways, text)
    return Cell(numbers.chance(value, ask.style), "chance", value, text)


def _face(ask: Asking, row: Place, column: Place) -> Cell:
    """What a die shows on one of its faces."""
    patches = (*row.patches, *column.patches)
    face = next(patch.face for patch in patches if patch.face)
    query = question(ask.asked, patches, "")
    judged = ask.asked.rules.judge(query._replace(event=None, thrown=(Thrown((face,)),)))
    text = judged.outcome if judged.outcome is not None else str(judged.value)
    value = None if judged.value is None else Fraction(judged.value)
    return Cell(text, "face", value, f"{query} on {face}", (text,))


def _reach(ask: Asking, row: Place, column: Place) -> Cell:
    """The least value of a parameter with which the event has the column's chance."""
    word = ask.spec.of
    if not word:
        raise RulesError("':show: reach' needs ':of:', the parameter whose least value is wanted")
    patches = (*row.patches, *column.patches)
    target = next((patch.reach for patch in patches if patch.reach is not None), None)
    if target is None:
        raise RulesError(
            "':show: reach' needs an axis of chances, as in 'chances = 10%..90% by 10%'"
        )
    parameter = parameter_of(ask.asked, word)
    base = question(ask.asked, patches, ask.spec.event)
    values: Sequence[int | str]
    if parameter.choices:
        values = [choice.name for choice in parameter.choices]
    else:
        most = parameter.most if parameter.most is not None else FARTHEST_REACH
        values = range(parameter.least, most + 1)
    for value in values:
        what = args_on(ask.asked._replace(what=base.what), base.what, [(word, value)])
        query = base._replace(what=what)
        try:
            chance = ask.asked.rules.ask(query).probability
        except RulesError:
            continue  # such as a roll of no dice at all
        if chance is not None and chance >= target:
            number = Fraction(value) if isinstance(value, int) else None
            return Cell(str(value), "reach", number, str(query), (str(value),))
    return Cell("–", "reach", None, str(base))


def _with_footer(grid: Grid, ask: Asking, columns: Sequence[tuple[Patch, ...]]) -> Grid:
    if not ask.spec.footer:
        return grid
    event = parse_event(ask.spec.footer)
    width = sum(cell.span for cell in grid.head[0]) if grid.head else len(grid.body[0])
    label = _label(event_label(event))._replace(span=max(1, grid.stubs))
    cells = []
    for patches in columns:
        own = [patch for patch in patches if not patch.face]
        query = question(ask.asked, own, event)._replace(event=event)
        cells.append(figure(ask, query))
    missing = width - grid.stubs - len(cells)
    cells += [Cell("")] * missing if missing > 0 else []
    return grid._replace(body=(*grid.body, (label, *cells)), footer=True)


def _ladder(ask: Asking, rows: Axis) -> Grid:
    """The named difficulties with the labels that the rules file gives."""
    check = ask.asked.check
    assert check is not None  # difficulties were read from it
    words = ask.asked.words
    found = [check.difficulty(place.patches[0].difficulty) for place in rows.places]
    table = check.tables.get("difficulties")
    headings = table.headings if table else (words.difficulty, words.needs)
    cells = table.cells if table else ("{name}", "{needs}")
    body = tuple(
        tuple(
            _filled(template, _difficulty_words(check, each), "needs", _path(check, each.name))
            for template in cells
        )
        for each in found
    )
    head = (tuple(Cell(heading, markup=True) for heading in headings),) if headings else ()
    return Grid(head, 1, body)


def _difficulty_words(check: Check, difficulty: Difficulty) -> dict[str, tuple[str, bool]]:
    return {
        "name": (difficulty.label or difficulty.name, bool(difficulty.label)),
        "needs": (needs_words(check, difficulty), False),
        "example": (difficulty.example, True),
        "text": (difficulty.text, True),
    }


def needs_words(check: Check, difficulty: Difficulty) -> str:
    """What a difficulty asks for: "1 success, +1 favor"."""
    event = difficulty.needs
    noun = check.noun or Noun("", "")
    if event.kind == ">=" and noun.one:
        parts = [noun.of(event.number)]
    elif event.kind in ("is", "any"):
        parts = [event_label(event).text]
    else:
        parts = [f"{event.number}+" if event.kind == ">=" else event_label(event).text]
    for name, value in difficulty.given:
        parameter = check.parameter(name)
        title = parameter.label or parameter.name
        parts.append(f"{value:+d} {title}" if isinstance(value, int) else str(value))
    return (
        ", ".join(parts).replace("-", "−") if any("-" in p for p in parts[1:]) else ", ".join(parts)
    )


def _degrees(ask: Asking, rows: Axis) -> Grid:
    """The named outcomes with the labels that the rules file gives."""
    check = ask.asked.check
    assert check is not None  # outcomes were read from it
    words = ask.asked.words
    found = [
        check.outcome(place.patches[0].event.name)
        for place in rows.places
        if place.patches[0].event is not None
    ]
    table = check.tables.get("outcomes")
    if table is not None:
        headings, cells = table.headings, table.cells
    elif any(outcome.text for outcome in found):
        headings, cells = (), ("{name}", "{text}")
    else:
        headings, cells = (words.outcome, words.needs), ("{name}", "{shown}")
    body = tuple(
        tuple(
            _filled(template, _outcome_words(outcome), "shown", _path(check, outcome.name))
            for template in cells
        )
        for outcome in found
    )
    head = (tuple(Cell(heading, markup=True) for heading in headings),) if headings else ()
    return Grid(head, 1, body)


def _outcome_words(outcome: Outcome) -> dict[str, tuple[str, bool]]:
    written = outcome.written
    if not written and isinstance(outcome.when, Compare):
        written = str(outcome.when.number)
    return {
        "name": (outcome.label or outcome.name, bool(outcome.label)),
        "shown": (outcome.shown or written, bool(outcome.shown)),
        "text": (outcome.text, True),
    }


_FIELD = re.compile(r"\{(\w+)\}")


def _path(check: Check, name: str) -> str:
    return f"{check.name}.{name}"


def _filled(template: str, words: dict[str, tuple[str, bool]], held: str, path: str) -> Cell:
    """A cell of a ladder: the template with the words of one rung, names kept from markup."""

    def put(match: re.Match[str]) -> str:
        found = words.get(match[1])
        if found is None:
            raise RulesError(f"no '{{{match[1]}}}' in a table's cell{suggest(match[1], words)}")
        text, markup = found
        return text if markup else escaped(text)

    text = _FIELD.sub(put, template)
    if f"{{{held}}}" in template:
        # What the rules themselves say there is held where an author typed the table.
        return Cell(text, "rung", question=path, names=(words[held][0],), markup=True)
    return Cell(text, "words", markup=True)


def escaped(text: str) -> str:
    """Text that stands for itself where markup is read."""
    return re.sub(r"([*_`|\\<{])", r"\\\1", text)
