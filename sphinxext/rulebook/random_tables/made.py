"""Makes the table of a random-table directive, with its odds and what a roll needs."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from docutils import nodes

from ..book.directive import RulebookDirective
from ..book.domain import rulebook_of
from ..book.held_table import held_table
from ..language.formatter import Style
from ..language.language_file import die_name
from ..language.markup import plain_text
from ..rules.errors import RulesError
from ..rules.language.parse import parse
from ..rules.language.query import Call
from ..source.document import Directive
from ..source.read import read_document
from ..source.text import Text
from ..tables.requests import fingerprint
from ..tables.specs import RandomTableSpec, Request, RequestKind, StyleOptions
from ..tables.target import styled
from .dice import dice_of, readings
from .drawn import (
    add_averages,
    add_odds,
    figure_data,
    mark_typed,
    numbered_table,
    ready_to_roll,
)
from .heads import dice_of_caption
from .model import RandomTable, chances
from .nested import circle, refuse_endless
from .rolled import roll_data
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
        title = self.directive.arguments[0] if self.directive.arguments else ""
        said = {
            key: Text(value)
            for key, value in self.directive.options.items()
            if isinstance(value, str)
        }
        return Directive(NAME, 0, Text(title), said, inside=read.items)

    @property
    def spec(self) -> RandomTableSpec:
        """The dice, the modifier and the name that the table is held to."""
        said = self.directive.options
        title = self.directive.arguments[0] if self.directive.arguments else ""
        name = said.get("name", "")
        return RandomTableSpec(
            self.directive.game, name, said.get("dice", ""), said.get("modifier", ""), title
        )

    @property
    def style(self) -> Style:
        """The style of the odds."""
        book = rulebook_of(self.directive.env).book
        return styled(book.style, StyleOptions(self.directive.options.get("odds", "")))

    def model(self) -> RandomTable:
        """The table as its source says it."""
        file, _ = self.directive.get_source_info()
        rules = rulebook_of(self.directive.env).book.rules
        return read_table(rules, self.directive.game, self.written, file)

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
            mark_typed(table, model)
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
        if folds == 1:
            rows = (replace(row, place=(n, 1)) for n, row in enumerate(model.entries, 1))
            model = replace(model, entries=tuple(rows))
        elif "odds" in self.directive.options:
            raise RulesError("':odds:' has no room in a folded table; leave ':columns:' out")
        self.told(table, model)
        rest = [node for node in parsed if node is not lists[0]]
        return [*self.dressed(table), *rest]

    def rolled_on(self, model: RandomTable) -> str:
        """Return what the rolls are made with as readers know it: dice, or the title of a check."""
        query = None if dice_of(model.notation) is not None else parse(model.notation)
        if query is None or not isinstance(query.what, Call):
            return die_name(model.notation, self.style.language)
        rules, what = rulebook_of(self.directive.env).book.rules, query.what
        check = rules.game(query.game or self.directive.game).check(what.check)
        given = [f"{name} {value}".strip().replace("-", " ") for name, value in what.args]
        title = plain_text(check.title) or check.name.replace("-", " ").capitalize()
        return f"{title} ({', '.join(given)})" if given else title

    def told(self, table: nodes.table, model: RandomTable) -> None:
        """The table with its odds, ready to be rolled on."""
        memory = rulebook_of(self.directive.env)
        rules = memory.book.rules
        if "odds" in self.directive.options:
            each = chances(rules, self.directive.game, model.dice, model.notation)
            if not add_odds(table, model, each, self.style):
                raise RulesError(
                    "':odds:' needs a table with one roll in a row and no merged cells"
                )
        if "averages" in self.directive.options:
            add_averages(table, self.style)
        if dice_of(model.notation) is None:
            self.rests_on_rules(model)
        self.ends(model)
        self.agrees(model)
        language = self.style.language
        data = figure_data(model, rolls="roll" in self.directive.options, language=language)
        ready_to_roll(table, data, roll_data(rules, self.directive.game, model))

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
        tables = getattr(rulebook_of(self.directive.env).book.rules, "tables", {})
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
        if self.directive.arguments:
            table.children = [node for node in table.children if not isinstance(node, nodes.title)]
        table["classes"] += [
            "rulebook-table",
            "rulebook-table-random",
            *self.directive.options.get("class", []),
        ]
        if len(list(table.findall(nodes.row))) > MOST_ROWS:
            table["classes"].append("longtable")  # LaTeX breaks no other, and repeats its head
        self.directive.set_source_info(table)
        messages = self.directive.titled(table)
        self.directive.add_name(table)
        return [table, *messages]
