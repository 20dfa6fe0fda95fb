"""The command line: parse, call, print."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from . import __version__
from .commands import COMMANDS, Command, command_named
from .files import from_here
from .rules.errors import Mistakes, RulesError, suggest

WRONG = 2  # a wrong question, wrong rules or a wrong command
INTERRUPTED, READER_GONE = 130, 141  # what a shell reports of such an end


def main(argv: Sequence[str] | None = None) -> int:
    """The exit status of the command that the arguments give."""
    _write_what_can_be_written()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except RulesError as error:
        for line in error.lines if isinstance(error, Mistakes) else [str(error)]:
            print(f"rulebook: {line}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        _drop_output()
        return READER_GONE
    except OSError as error:
        where = error.filename2 or error.filename
        place = f"{from_here(where)}: " if isinstance(where, str | os.PathLike) else ""
        print(f"rulebook: {place}{error.strerror or error}", file=sys.stderr)
        _drop_output()
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _run(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help"):
        print(_overview(), file=sys.stdout if argv else sys.stderr)
        return 0 if argv else WRONG
    if argv[0] in ("-V", "--version"):
        print(f"rulebook {__version__}")
        return 0
    name, *rest = argv
    if name not in COMMANDS:
        what = "option" if name.startswith("-") else "command"
        hint = suggest(name, COMMANDS, len(COMMANDS))
        raise RulesError(f"no {what} named '{name}'{hint if what == 'command' else ''}")
    command = command_named(name)
    return command.run(_parser(name, command).parse_intermixed_args(rest))


def _overview() -> str:
    """Write the text of `rulebook --help`."""
    wide = max(map(len, COMMANDS))
    lines = [f"  {name:<{wide}}  {command_named(name).summary}" for name in COMMANDS]
    return "\n".join(
        [
            "usage: rulebook COMMAND …",
            "",
            "Exact odds from the rules of a tabletop game, and a book that keeps to them.",
            "",
            *lines,
            "",
            "'rulebook COMMAND --help' says more; 'rulebook --version' prints the version.",
        ]
    )


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong with the arguments."""
        raise RulesError(f"{message}; see '{self.prog} --help'")


def _parser(name: str, command: Command) -> argparse.ArgumentParser:
    parser = _Parser(prog=f"rulebook {name}", description=command.summary, allow_abbrev=False)
    command.arguments(parser)
    return parser


def _write_what_can_be_written() -> None:
    """Have characters that the terminal lacks replaced."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Throw away what nobody can read any more, so that the end of Python is quiet."""
    try:
        out = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, out)
    os.close(nowhere)
