"""The subcommands, a module each: add a module and its name here, and it is there.

A module's docstring is its help. `arguments` declares what it takes, `run` does it and gives
the exit status; what is slow to import is imported in `run`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Protocol, cast

COMMANDS = (
    "odds",
    "judge",
    "games",
    "explain",
    "check",
    "fix",
    "lock",
    "diff",
    "init",
    "preview",
    "play",
    "pdf",
    "export",
    "schema",
    "doctor",
)


class Command(Protocol):
    """The parts that the module of a subcommand has."""

    __doc__: str | None

    def arguments(self, parser: ArgumentParser, /) -> None:
        """Declare what the command takes."""

    def run(self, args: Namespace, /) -> int:
        """Do it; what comes back is the exit status."""


def command_named(name: str) -> Command:
    """The module of the subcommand."""
    return cast(Command, import_module(f"{__name__}.{name}"))


def summary(command: Command) -> str:
    """The first line of the command's help."""
    return (command.__doc__ or "").strip().splitlines()[0].rstrip(".")
