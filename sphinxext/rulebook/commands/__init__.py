"""The subcommands: a function for each, with the options that it takes declared above it.

The first line of the function's docstring is its help, and what it gives the exit status. What is
slow to import is imported in the function. `COMMANDS` names the module of each.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

COMMANDS = {
    "odds": "ask",
    "judge": "ask",
    "games": "ask",
    "explain": "ask",
    "check": "hold",
    "fix": "hold",
    "lock": "hold",
    "diff": "hold",
    "init": "init",
    "preview": "show",
    "play": "show",
    "pdf": "pdf",
    "export": "export",
    "schema": "ask",
    "doctor": "doctor",
}


Declare = Callable[[Any], object]  # declares an argument, to a parser or a group of it


def option(*names: str, **settings: Any) -> Declare:
    """Return an argument or an option as `add_argument` takes it."""
    return lambda parser: parser.add_argument(*names, **settings)


def flag(*names: str, **settings: Any) -> Declare:
    """Return an option that is there or not."""
    return option(*names, action="store_true", **settings)


def one_of(*options: Declare) -> Declare:
    """Return options of which one at most may be given."""

    def declare(parser: Any) -> None:
        group = parser.add_mutually_exclusive_group()
        for each in options:
            each(group)

    return declare


@dataclass(frozen=True)
class Command:
    """A subcommand: what it does, and what it takes."""

    run: Callable[[Namespace], int]
    options: tuple[Declare, ...]

    @property
    def summary(self) -> str:
        """The first line of its help."""
        return (self.run.__doc__ or "").splitlines()[0].rstrip(".")

    def arguments(self, parser: ArgumentParser) -> None:
        """Declare what the command takes."""
        for declare in self.options:
            declare(parser)


def takes(*options: Declare) -> Callable[[Callable[[Namespace], int]], Command]:
    """Make a function that takes these options a command."""
    return lambda run: Command(run, options)


def command_named(name: str) -> Command:
    """Return the subcommand of that name."""
    return cast(Command, getattr(import_module(f"{__name__}.{COMMANDS[name]}"), name))


DOCS = option(
    "docs", metavar="DOCS", nargs="?", type=Path,
    help="the folder of the book, with its conf.py, or of plain Markdown; the book you are in "
    "if left out, else the folder",
)  # fmt: skip
PLAIN = flag(
    "--plain", help="check the plain sources by their comments, even if there is a conf.py"
)
PYTHON = flag("--python", help="let Python callables that the rules name run")
FOLDERS = option(
    "--rules-folder", metavar="DIR", action="append", default=[], dest="folders", type=Path,
    help="let 'extends' in a rules file read this folder, too; may be given again",
)  # fmt: skip
RULES = (
    one_of(
        option("--game", metavar="NAME", help="a game that ships; 'rulebook games' lists them"),
        option("--rules", metavar="FILE", help="a rules file"),
    ),
    PYTHON,
    FOLDERS,
)
OPEN = flag("--open", help="open the browser as well")
