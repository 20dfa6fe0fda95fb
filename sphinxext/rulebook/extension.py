"""Everything that the extension adds to Sphinx, as a table of contents."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .book.boxes import add_boxes
from .book.chart import add_charts
from .book.dice import add_dice
from .book.domain import RulebookDomain, rulebook_of
from .book.fresh import keep_clean, keep_fresh
from .book.outputs import add_outputs
from .book.roles import ResolveFigures, RulebookGame, add_roles
from .book.sheet import add_sheets
from .book.table import DiceTable
from .book.warn import warn
from .drift.plain.unread_marks import watch_plain_marks
from .drift.report.builder import DriftBuilder
from .drift.report.builds import warn_in_builds
from .hover import beside_hoverxref
from .hover.conf import declare
from .hover.private import forget_derived_roles, spare_searches
from .live import add_live
from .press.builder import add_press
from .press.web import add_web_looks
from .random_tables import add_random_tables, with_random_tables
from .settings import SETTINGS, Book, read_book

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Add settings, memory, directives, roles and what happens when."""
    app.require_sphinx("7.4")
    declare(app, SETTINGS)  # a change re-reads the pages it moves, so none re-reads them all
    app.add_domain(RulebookDomain)
    app.add_directive("dice-table", DiceTable)
    app.add_directive("rulebook-game", RulebookGame)
    add_charts(app)
    add_live(app)
    add_random_tables(app)
    add_boxes(app)
    add_dice(app)
    add_sheets(app)
    add_roles(app)
    add_outputs(app)
    app.add_transform(ResolveFigures)
    app.add_css_file("rulebook.css")
    app.connect("builder-inited", _open_rules)
    app.connect("source-read", forget_derived_roles)
    app.connect("builder-inited", _serve_static)
    keep_fresh(app)
    keep_clean(app)
    spare_searches(app)
    warn_in_builds(app)
    watch_plain_marks(app)
    app.add_builder(DriftBuilder)
    add_press(app)
    add_web_looks(app)
    beside_hoverxref(app)


def _open_rules(app: Sphinx) -> None:
    """Let the rules be read once, when the first page asks them."""
    memory = rulebook_of(app.env)
    memory.output = app.builder.name
    memory.opens(partial(_read_rules, app))


def _read_rules(app: Sphinx) -> Book:
    """The rules and the style of the book; what is wrong with them is said."""
    book = read_book(app.config, Path(app.confdir), source=Path(app.srcdir))
    for mistake in book.mistakes:
        if not (mistake.leaves_no_rules and app.builder.name == DriftBuilder.name):
            warn(mistake.subtype, mistake.message, mistake.where)
    return with_random_tables(app, book)


def _serve_static(app: Sphinx) -> None:
    """Let pages find our stylesheet."""
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))
