"""Makes the table of a random-table directive, with its odds and what a roll needs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from docutils import nodes

from ..book.directive import RulebookDirective
from ..book.domain import rulebook_of
from ..book.held_table import held_table
from ..language.formatter import Style
from ..language.language_file import die_name
from ..language.markup import plain_text
from ..live.thrown import throw_data
from ..rules.errors import RulesError
from ..rules.language.parse import parse, parse_dice
from ..rules.language.query import Call
from ..rules.model.roll import Die, Roll
from ..rules.rules import Rules
from ..rules.throw.as_json import Thrower
from ..rules.throw.compile import DICE, PLAIN, plain_dice
from ..rules.throw.program import Dice, Program, Throw
from ..source.document import Directive
from ..source.read import read_document
from ..source.text import Text
from ..tables.requests import fingerprint
from ..tables.specs import RandomTableSpec, Request, RequestKind, StyleOptions
from ..tables.target import styled
from .dice import TableDice, dice_of, readings
from .drawn import add_averages, add_odds, figure_data, mark_entries, numbered_table
from .heads import dice_of_caption
from .model import RandomTable
from .nested import circle, refuse_endless
from .nodes import FIGURE, SCRIPT
from .source import NAME, items_in, read_table

MOST_ROWS = 15  # that a page has room for


@dataclass(frozen=True)
class Making:
    """The table of a directive while it is made."""

    directive: RulebookDirective

    def made(self) -> list[nodes.Node]:
        """The table, held or numbered."""
        return self.numbered() if items_in(self.written) else self.held()

    @cached_property
    def written(self) -> Directive:
        """Return the directive as its source has it, with what is in its body."""
        text = "\n".join(self.directive.content)
        read = read_document(text, markdown=self.directive.is_markdown, myst=True)
        said = {
            key: Text(value)
            for key, value in self.directive.options.items()
            if isinstance(value, str)
        }
        return Directive(NAME, 0, Text(self.title), said, inside=read.items)

    @property
    def title(self) -> str:
        """Return the caption as it is typed."""
        return self.directive.arguments[0] if self.directive.arguments else ""

    @property
    def rules(self) -> Rules:
        """Return the rules of the book, its tables among their checks."""
        return rulebook_of(self.directive.env).book.rules

    @property
    def spec(self) -> RandomTableSpec:
        """The dice, the modifier and the name that the table is held to."""
        said = self.directive.options
        name, dice, modifier = (said.get(each, "") for each in ("name", "dice", "modifier"))
        return RandomTableSpec(self.directive.game, name, dice, modifier, self.title)

    @property
    def style(self) -> Style:
        """The style of the odds."""
        book = rulebook_of(self.directive.env).book
        return styled(book.style, StyleOptions(self.directive.options.get("odds", "")))

    def model(self) -> RandomTable:
        """The table as its source says it."""
        file, _ = self.directive.get_source_info()
        return read_table(self.rules, self.directive.game, self.written, file)

    def held(self) -> list[nodes.Node]:
        """The table that the author typed, marked with what it is held to."""
        if "weights" in self.directive.options or "columns" in self.directive.options:
            raise RulesError("':weights:' and ':columns:' are for a list; this body is a table")
        table, rest = held_table(self.directive, self.spec)
        assert isinstance(table, nodes.table)  # only odds may be drawn in a code block
        model = None
        with suppress(RulesError):  # a check of the page says it, at the row's line
            model = self.model()
        if model is not None:
            self.told(table, model)
        elif "odds" in self.directive.options:
            raise RulesError("':odds:' needs a table whose rows one roll leads to")
        return [*self.dressed(table), *rest]

    def numbered(self) -> list[nodes.Node]:
        """The entries of a list, numbered."""
        folds = self.directive.options.get("columns", 1)
        model = self.model()
        parsed = self.directive.parse_content_to_nodes()
        lists = [
            node for node in parsed if isinstance(node, nodes.bullet_list | nodes.enumerated_list)
        ]
        if len(lists) != 1 or len(lists[0].children) != len(model.entries):
            raise RulesError("the body should be one list, or one table, and nothing else")
        items = [item for item in lists[0].children if isinstance(item, nodes.list_item)]
        table = numbered_table(items, model, self.rolled_on(model), self.style, folds)
        if folds > 1 and "odds" in self.directive.options:
            raise RulesError("':odds:' has no room in a folded table; leave ':columns:' out")
        height = -(-len(items) // folds)
        rows = (replace(row, place=(n % height + 1, 2 * (n // height) + 1))
                for n, row in enumerate(model.entries))  # fmt: skip
        model = replace(model, entries=tuple(rows))
        self.told(table, model)
        rest = [node for node in parsed if node is not lists[0]]
        return [*self.dressed(table), *rest]

    def rolled_on(self, model: RandomTable) -> str:
        """Return what the rolls are made with as readers know it: dice, or the title of a check."""
        query = None if dice_of(model.notation) is not None else parse(model.notation)
        if query is None or not isinstance(query.what, Call):
            return die_name(model.notation, self.style.language)
        what = query.what
        check = self.rules.game(query.game or self.directive.game).check(what.check)
        given = [f"{name} {value}".strip().replace("-", " ") for name, value in what.args]
        title = plain_text(check.label) or check.name.replace("-", " ").capitalize()
        return f"{title} ({', '.join(given)})" if given else title

    def told(self, table: nodes.table, model: RandomTable) -> None:
        """Give the table its odds, ready to be rolled on."""
        mark_entries(table, model)
        if "odds" in self.directive.options and not add_odds(table, model, self.style):
            raise RulesError("':odds:' needs a table with one roll in a row and no merged cells")
        if "averages" in self.directive.options:
            add_averages(table, self.style)
        if dice_of(model.notation) is None:
            self.rests_on_rules(model)
        self.ends(model)
        self.agrees(model)
        language = self.style.language
        rolls = "roll" in self.directive.options
        table[FIGURE] = figure_data(model, rolls=rolls, language=language)
        table[SCRIPT] = roll_data(self.rules, self.directive.game, model)

    def agrees(self, model: RandomTable) -> None:
        """Say so where the caption names other dice than the table is rolled on."""
        said = dice_of_caption(model.title)
        rolled = {each.name for each in (model.dice, *readings(model.notation))}
        if said and not rolled & {each.name for each in readings(said)}:
            self.directive.broken(
                RulesError(
                    f"its caption says {said}, and it is rolled on {model.notation}; "
                    "write the same dice in both"
                )
            )

    def ends(self, model: RandomTable) -> None:
        """Say so where a roll on the table would lead on and on."""
        tables = getattr(self.rules, "tables", {})
        if model.name in tables:
            try:
                refuse_endless(circle(tables[model.name], tables), tables)
            except RulesError as error:
                self.directive.broken(error)

    def rests_on_rules(self, model: RandomTable) -> None:
        """Remember what the numbers rest on, so that a change of the rules moves them."""
        memory = rulebook_of(self.directive.env)
        for value in model.dice.values[:50]:
            question = f"{model.notation} = {value}"
            request = Request(RequestKind.ODDS, self.directive.game, question)
            memory.note(self.directive.env.docname, request, fingerprint(memory.book, request))

    def dressed(self, table: nodes.table) -> list[nodes.Node]:
        """The table node with its caption, its name and its classes."""
        classes = ["rulebook-table", "rulebook-table-random"]
        if len(list(table.findall(nodes.row))) > MOST_ROWS:
            classes.append("longtable")  # LaTeX breaks no other, and repeats its head
        return self.directive.dressed(table, *classes)


def roll_data(rules: Rules, game: str, table: RandomTable) -> dict[str, Any]:
    """Return what the script throws for a table: its own dice, or those of a check."""
    thrower = Thrower(rules)
    if dice_of(table.notation) is not None or table.dice.is_flat:
        plan = thrower.written(program_of(table.dice))
    else:
        query = parse(table.notation)
        (plan,) = thrower.plans([query._replace(game=query.game or game or rules.default)])
    return {} if plan is None else {**throw_data(thrower), "plan": plan}


def entry_data(notations: Iterable[str]) -> dict[str, Any]:
    """Return what the script throws for dice in entries, by how they are written: "2d6*10"."""
    thrower, plans = Thrower(), {}
    for notation in sorted(set(notations)):
        name, _, times = notation.partition("*")
        dice = dice_of(name)
        if dice is not None:
            plans[notation] = thrower.written(program_of(dice, int(times or 1)))
    return {**throw_data(thrower), "plans": plans} if plans else {}


def program_of(dice: TableDice, times: int = 1) -> Program:
    """Return the throw of a table's dice, so many times what they show."""
    if not dice.is_flat:
        thrown = plain_dice(parse_dice(dice.name))
        for term in thrown.terms:
            term.roll.times *= times
        return thrown._replace(add=thrown.add * times)
    if not dice.is_digits:
        return Dice(dice.name, 0, (_die(dice.name, dice.values, times),))
    sides = list(map(int, dice.name.removeprefix("d")))
    terms = [
        _die(f"d{side}", tuple(range(1, side + 1)), times * int(10 ** (len(sides) - place)))
        for place, side in enumerate(sides, 1)
    ]
    return Dice(dice.name, 0, tuple(terms))


def _die(name: str, faces: tuple[int, ...], times: int) -> Throw:
    """Return the throw of one die with these faces, which count so many times."""
    roll = Roll({name: 1})
    roll.times = times
    return Throw(PLAIN._replace(dice={name: Die(name, faces)}), DICE, {}, roll)
