"""Everything that the extension adds to Sphinx, as a table of contents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .domain import RulebookDomain, rulebook_of
from .drift.builder import DriftBuilder
from .drift.judge import warn_of_drift
from .fresh import outdated, remember, rewritten
from .hover import beside_hoverxref
from .present.directive import RulebookGame
from .present.outputs import add_outputs
from .present.resolve import ResolveFigures
from .present.roles import add_roles, forget_derived_roles
from .present.tables import DiceTable
from .settings import add_settings, read_book
from .warnings import warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Add settings, memory, directives, roles and what happens when."""
    app.require_sphinx("7.4")
    add_settings(app)
    app.add_domain(RulebookDomain)
    app.add_directive("dice-table", DiceTable)
    app.add_directive("rulebook-game", RulebookGame)
    add_roles(app)
    add_outputs(app)
    app.add_transform(ResolveFigures)
    app.add_css_file("rulebook.css")
    app.connect("builder-inited", _read_rules)
    app.connect("source-read", forget_derived_roles)
    app.connect("builder-inited", _serve_static)
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", rewritten)
    app.connect("env-updated", warn_of_drift)
    app.connect("build-finished", remember)
    app.add_builder(DriftBuilder)
    beside_hoverxref(app)


def _read_rules(app: Sphinx) -> None:
    """Read the rules once, before any page asks them."""
    memory = rulebook_of(app.env)
    memory.book = read_book(app.config, Path(app.confdir))
    memory.output = app.builder.name
    for mistake in memory.book.mistakes:
        if not (mistake.leaves_no_rules and memory.output == DriftBuilder.name):
            warn(*mistake)


def _serve_static(app: Sphinx) -> None:
    """Let pages find our stylesheet."""
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))
