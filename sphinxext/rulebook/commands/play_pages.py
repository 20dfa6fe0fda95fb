"""The book that `rulebook play` shows: a page with an explorer for each check of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ..files import write_atomically
from ..language.markup import escaped, plain_text
from ..rules import RulesError, load
from ..rules.model.game import Check
from ..rules.model.parameter import Parameter
from ..rules.rules import Rules

CONF = """\
project = {title!r}
extensions = ["sphinxext.rulebook"]
html_theme = {theme!r}
html_title = project
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
rulebook_rules = {rules!r}
rulebook_python = {python!r}
rulebook_rules_folders = {folders!r}
rulebook_explorer_seconds = 3
"""
NEEDED = 4  # dice of a side that nobody named


class Played(NamedTuple):
    """The rules that are shown, by name, and what they may run and read."""

    rules: Mapping[str, str]
    python: bool
    folders: Sequence[str]


def begin(folder: Path, played: Played) -> None:
    """Lay out the book: its settings and its first page."""
    theme = "furo" if find_spec("furo") else "alabaster"
    conf = CONF.format(title="The odds of the game", theme=theme, **played._asdict())
    write_atomically(folder / "conf.py", conf.encode())
    renew(folder, played)


def renew(folder: Path, played: Played) -> None:
    """Write the page as the rules are now; one that stays the same is left alone."""
    text = "\n".join(_page(played)) + "\n"
    page = folder / "index.rst"
    if not page.is_file() or page.read_text("utf-8") != text:
        write_atomically(page, text.encode())


def _page(played: Played) -> Iterator[str]:
    games: dict[str, Rules | RulesError] = {}
    for name, source in played.rules.items():
        try:
            games[name] = load(source, name=name, python=played.python, folders=played.folders)
        except RulesError as error:
            games[name] = error
    known = [game.game() for game in games.values() if isinstance(game, Rules)]
    yield from _heading(" and ".join(game.title for game in known) or "Odds", "=")
    for name, found in games.items():
        # A build that reads the rules for this says what is wrong with them, and where.
        yield from [f".. rulebook-game:: {name}", ""]
        if isinstance(found, RulesError):
            yield from _mistakes(found)
            continue
        for check in found.game().checks.values():
            yield from _check(found, check, name)


def _mistakes(error: RulesError) -> Iterator[str]:
    """Write what is wrong with a rules file onto the page, a line each."""
    yield from [".. error::", ""]
    yield from [f"   | {escaped(line)}" for line in str(error).splitlines()]
    yield ""


def check_at(folder: Path, line: int) -> str:
    """Return the check whose explorer begins at a line of the page."""
    lines = (folder / "index.rst").read_text("utf-8").splitlines()
    asked = (each.partition(":check:")[2] for each in lines[line - 1 :])
    return next((each.strip() for each in asked if each), "")


def _heading(text: str, line: str) -> list[str]:
    written = escaped(text)
    return [written, line * max(3, 2 * len(written)), ""]


def _check(rules: Rules, check: Check, game: str) -> Iterator[str]:
    """Write what a check is for, and its explorer."""
    yield from _heading(plain_text(check.label) or check.name, "-")
    if check.text:
        yield from [escaped(plain_text(check.text)), ""]
    yield from [
        ".. odds-explorer::",
        f"   :name: {game}-{check.name}",
        f"   :game: {game}",
        f"   :check: {_asked(rules, check)}",
        "   :roll:",
        "",
    ]


def _asked(rules: Rules, check: Check) -> str:
    """Write the check as a question; two sides get the first check that they can be asked with."""
    if not check.sides:
        return check.name
    written = [_with_sides(check, one) for one in rules.game().checks.values() if one.is_a_roll]
    return next((text for text in written if _is_allowed(rules, text)), check.name)


def _with_sides(check: Check, side: Check) -> str:
    args = ", ".join(
        f'{p.name}="{p.choices[0].name}"' if p.choices else f"{p.name}={_some_of(p)}"
        for p in side.takes
        if p.required
    )
    return f"{check.name}({side.name}({args}), {side.name}({args}))"


def _some_of(parameter: Parameter) -> int:
    """Return a number that the parameter takes."""
    some = max(parameter.least, NEEDED)
    return some if parameter.most is None else min(some, parameter.most)


def _is_allowed(rules: Rules, question: str) -> bool:
    try:
        rules.ask(question).counts  # noqa: B018  # worked out when they are looked at
    except RulesError:
        return False
    return True
