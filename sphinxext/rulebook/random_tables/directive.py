"""The random-table directive: a typed table that is held, or a list that is numbered."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..ask.cells import styled
from ..ask.specs import RandomTableSpec, Request
from ..page.directive import COMMON, Options, RulebookDirective, unquoted
from ..page.domain import rulebook_of
from ..page.held_table import held_table
from ..rules.errors import RulesError
from ..words.formatter import FORMATS, Style
from .dice import dice_of
from .drawn import (
    add_odds,
    figure_data,
    mark_typed,
    numbered_table,
    ready_to_roll,
    script_of,
)
from .model import RandomTable as Model
from .model import chances
from .source import Written, is_list, read_table

FENCE = "`" * 30


def _odds(argument: str | None) -> str:
    """How the odds are written; as the book does where the option has no value."""
    text = unquoted(argument)
    return directives.choice(text, FORMATS) if text else ""


class RandomTable(RulebookDirective):
    """A table to roll on."""

    has_content = True
    option_spec: ClassVar[Any] = Options(
        {
            **COMMON,
            "dice": unquoted,
            "modifier": unquoted,
            "weights": unquoted,
            "columns": directives.positive_int,
            "odds": _odds,
            "roll": directives.flag,
            "game": unquoted,
        }
    )

    def run(self) -> list[nodes.Node]:
        """The table, or a line that it is missing."""
        try:
            self.check_options()
            if not self.content:
                raise RulesError("it has no body; type a table or a list of entries below it")
            if is_list(self.written, 1, len(self.written) - 1):
                return self.numbered()
            return self.held()
        except RulesError as error:
            return self.missing(error)

    @property
    def written(self) -> list[str]:
        """The body as a directive of its own, whichever markup the page is in."""
        return [FENCE + "{random-table}", *self.content, FENCE]

    @property
    def spec(self) -> RandomTableSpec:
        """What the table is held to."""
        said = self.options
        title = self.arguments[0] if self.arguments else ""
        name = said.get("name", "")
        return RandomTableSpec(
            self.game, name, said.get("dice", ""), said.get("modifier", ""), title
        )

    @property
    def style(self) -> Style:
        """How the odds are written."""
        return styled(rulebook_of(self.env).book.style, self.options.get("odds", ""), "", "")

    def model(self) -> Model:
        """The table as its source says it."""
        said = {key: value for key, value in self.options.items() if isinstance(value, str)}
        title = self.arguments[0] if self.arguments else ""
        lines = self.written
        found = Written(title, said, 0, 1, len(lines) - 1)
        file, line = self.get_source_info()
        model = read_table(rulebook_of(self.env).book.rules, self.game, lines, found, file)
        del line
        return model

    def held(self) -> list[nodes.Node]:
        """The table that the author typed, marked with what it is held to."""
        if "weights" in self.options or "columns" in self.options:
            raise RulesError("':weights:' and ':columns:' are for a list; this body is a table")
        table, rest = held_table(self, self.spec)
        model = None
        with suppress(RulesError):  # a check of the page says it, at the row's line
            model = self.model()
        if model is not None:
            mark_typed(table, model)
            self.told(table, model)
        elif "odds" in self.options:
            raise RulesError("':odds:' needs a table whose rows one roll leads to")
        return [*self.dressed(table), *rest]

    def numbered(self) -> list[nodes.Node]:
        """The entries of a list, numbered."""
        model = self.model()
        parsed = self.parse_content_to_nodes()
        lists = [
            node for node in parsed if isinstance(node, nodes.bullet_list | nodes.enumerated_list)
        ]
        if len(lists) != 1 or len(lists[0].children) != len(model.entries):
            raise RulesError("the body should be one list, or one table, and nothing else")
        items = [item for item in lists[0].children if isinstance(item, nodes.list_item)]
        folds = self.options.get("columns", 1)
        table = numbered_table(items, model, self.style, folds)
        if folds == 1:
            for place, entry in enumerate(model.entries):
                object.__setattr__(entry, "place", (place + 1, 1))
        elif "odds" in self.options:
            raise RulesError("':odds:' has no room in a folded table; leave ':columns:' out")
        self.told(table, model)
        rest = [node for node in parsed if node is not lists[0]]
        return [*self.dressed(table), *rest]

    def told(self, table: nodes.table, model: Model) -> None:
        """The table with its odds, ready to be rolled on."""
        memory = rulebook_of(self.env)
        rules = memory.book.rules
        if "odds" in self.options:
            each = chances(rules, self.game, model.dice, model.notation)
            if not add_odds(table, model, each, self.style):
                raise RulesError(
                    "':odds:' needs a table with one roll in a row and no merged cells"
                )
        if dice_of(model.notation) is None:
            self.rests_on_rules(model)
        data = figure_data(model, rolls="roll" in self.options)
        ready_to_roll(table, data, script_of(rules, self.game, model))

    def rests_on_rules(self, model: Model) -> None:
        """Remember what the numbers rest on, so that a change of the rules moves them."""
        from ..ask.requests import fingerprint

        memory = rulebook_of(self.env)
        for value in model.dice.values[:50]:
            request = Request("odds", self.game, f"{model.notation} = {value}", ("", "", ""))
            memory.note(self.env.docname, request, fingerprint(memory.book, request))

    def dressed(self, table: nodes.table) -> list[nodes.Node]:
        """The table node with its caption, its name and its classes."""
        if self.arguments:
            table.children = [node for node in table.children if not isinstance(node, nodes.title)]
        table["classes"] += [
            "rulebook-table",
            "rulebook-table-random",
            *self.options.get("class", []),
        ]
        self.set_source_info(table)
        messages = self.titled(table)
        self.add_name(table)
        return [table, *messages]
