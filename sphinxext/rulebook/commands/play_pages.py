"""The book that `rulebook play` shows: a page with an explorer for each check of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ..files import load_json, save_json, write_atomically
from ..language.markup import escaped, plain_text
from ..rules import RulesError, load
from ..rules.model.game import Check, Parameter
from ..rules.rules import Rules

ASKED = "play.json"
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
    """The rules that are shown, by name, those beside them, and what they may run and read."""

    rules: Mapping[str, str]
    beside: str
    python: bool
    folders: Sequence[str]

    def read(self, source: str, name: str) -> Rules | RulesError:
        """Read the rules, or return what is wrong with them."""
        try:
            return load(source, name=name, python=self.python, folders=self.folders)
        except RulesError as error:
            return error


def begin(folder: Path, played: Played) -> None:
    """Lay out the book: what is shown, which other rules are beside it, and its first pages."""
    sources = {**played.rules, **({BESIDE: played.beside} if played.beside else {})}
    save_json(folder / ASKED, played._asdict())
    theme = "furo" if find_spec("furo") else "alabaster"
    title = "The odds of the game"
    conf = CONF.format(
        title=title, theme=theme, rules=sources, python=played.python, folders=played.folders
    )
    write_atomically(folder / "conf.py", conf.encode())
    renew(folder)


BESIDE = "beside"


def renew(folder: Path) -> None:
    """Write the page as the rules are now; one that stays the same is left alone."""
    text = "\n".join(_page(Played(**load_json(folder / ASKED)))) + "\n"
    page = folder / "index.rst"
    if not page.is_file() or page.read_text("utf-8") != text:
        write_atomically(page, text.encode())


def _page(played: Played) -> Iterator[str]:
    games = {name: played.read(source, name) for name, source in played.rules.items()}
    twin = played.read(played.beside, BESIDE) if played.beside else None
    known = [game.game() for game in games.values() if isinstance(game, Rules)]
    yield from _heading(" and ".join(game.title for game in known) or "Odds", "=")
    if isinstance(twin, RulesError):
        yield from _mistakes(twin)
    other = twin if isinstance(twin, Rules) else None
    here, there = _file_names(played)
    moves = list(_moves(played, here, there)) if other is not None and len(games) == 1 else []
    if moves:
        said = f"What moves from {escaped(there)} to {escaped(here)}"
        yield from [f":ref:`{said} <moves>` is at the end of this page.", ""]
    for name, found in games.items():
        # A build that reads the rules for this says what is wrong with them, and where.
        yield from [f".. rulebook-game:: {name}", ""]
        if isinstance(found, RulesError):
            yield from _mistakes(found)
            continue
        for check in found.game().checks.values():
            yield from _check(found, check, other, name, (here, there))
        if other is not None:
            for check in other.game().checks.values():
                if check.name not in found.game().checks:
                    yield from _described(check)
                    yield from _explorer(_asked(other, check), there, BESIDE, check.name)
    yield from moves


def _file_names(played: Played) -> tuple[str, str]:
    """Return how a reader calls the rules and those beside them: by their files."""
    sources = [next(iter(played.rules.values())), played.beside]
    names = [Path(source).name.removeprefix("game:") for source in sources]
    here, there = sources if names[0] == names[1] else names
    return here, there


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


def _described(check: Check) -> Iterator[str]:
    """Write the name of a check, and what it is for."""
    yield from _heading(plain_text(check.title) or check.name, "-")
    if check.text:
        yield from [escaped(plain_text(check.text)), ""]


def _check(
    rules: Rules, check: Check, other: Rules | None, name: str, files: tuple[str, str]
) -> Iterator[str]:
    """One check: what it is for, and its explorer, with that of the other rules below it."""
    yield from _described(check)
    here, there = files
    yield from _explorer(_asked(rules, check), here if other else "", name, check.name)
    if other is not None and check.name in other.game().checks:
        twin = _asked(other, other.game().checks[check.name])
        yield from _explorer(twin, there, BESIDE, f"{check.name}-{BESIDE}")


def _explorer(asked: str, caption: str, game: str, label: str) -> list[str]:
    return [
        f".. odds-explorer:: {escaped(caption)}".rstrip(),
        f"   :name: {game}-{label}",
        f"   :game: {game}",
        f"   :check: {asked}",
        "   :roll:",
        "",
    ]


def _asked(rules: Rules, check: Check) -> str:
    """Write the check as a question; two sides get the first check that they can be asked with."""
    if not check.versus:
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


def _moves(played: Played, here: str, there: str) -> Iterator[str]:
    """The odds that move from the rules beside to these."""
    from ..drift.diff.compare import compared

    try:
        new = next(iter(played.rules.values()))
        found = compared(
            played.beside, new, docs=None, lock=None, python=played.python, folders=played.folders
        )
    except RulesError:
        return  # a build says what is wrong with them
    yield from [".. _moves:", "", *_heading(f"What moves from {there} to {here}", "-")]
    if not found.moves:
        yield from ["Nothing: every figure is the same.", ""]
        return
    yield from [".. list-table::", "   :header-rows: 1", ""]
    for row in [("Question", escaped(there), escaped(here)), *_rows(found)]:
        for n, cell in enumerate(row):
            yield f"   {'* ' if not n else '  '}- {cell}"
    yield ""


def _rows(found: Any) -> Iterator[tuple[str, str, str]]:
    for each in found.moves:
        old, new = each.said(found.style)
        yield f"``{each.figure.query}``", escaped(old), escaped(new)
