"""Shared by several subcommands: which rules are asked, and how answers are gathered."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from argparse import Namespace as Args
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from ..rules import Mistakes, Rules, RulesError, load, load_game
from ..rules.file.bases import is_within
from ..rules.language.parse import parse
from ..rules.language.query import Call, PlainDice
from .book import conf_here, folders_of_book, rules_here

T = TypeVar("T")
NO_RULES = (
    "there are no rules here (no rules.toml, and no conf.py that names any); "
    "name them with --rules FILE or --game NAME"
)


def rules_arguments(parser: ArgumentParser) -> None:
    """Declare the options that say which rules are asked."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--game", metavar="NAME", help="a game that ships; 'rulebook games' lists them"
    )
    which.add_argument("--rules", metavar="FILE", help="a rules file")
    parser.add_argument(
        "--python", action="store_true", help="let Python callables that the rules name run"
    )
    add_rules_folders(parser)


def add_rules_folders(parser: ArgumentParser) -> None:
    """Declare further folders that a rules file may build on."""
    parser.add_argument(
        "--rules-folder", metavar="DIR", action="append", default=[], dest="folders", type=Path,
        help="let 'extends' in a rules file read this folder, too; may be given again",
    )  # fmt: skip


def folders_for(named: str | None, given: Sequence[Path]) -> list[Path]:
    """The folders that a rules file may build on: those given, and those of the book it is in."""
    conf = conf_here()
    inside = conf is not None and (named is None or is_within(Path(named), [conf.parent]))
    return [*given, *(folders_of_book(conf) if inside else ())]


def rules_of(args: Args) -> Rules:
    """The rules that the options name, else those here; none at all is no mistake yet."""
    if args.game is not None:
        return load_game(args.game)
    if args.rules is not None:
        folders = folders_for(args.rules, args.folders)
        return load(args.rules, python=args.python, folders=folders)
    found = rules_here()
    folders = folders_for(None, args.folders)
    rules = Rules({}) if found is None else load(found, python=args.python, folders=folders)
    queries = getattr(args, "queries", ())
    needs_no_table = queries and all(_is_answered(rules, query) for query in queries)
    return rules if needs_no_table else _with_tables(rules)


def _is_answered(rules: Rules, text: str) -> bool:
    """True if the rules alone have every check that a question names; tables take time to read."""
    try:
        query = parse(text)
    except RulesError:
        return False
    game = rules.games.get(query.game or rules.default)

    def known(part: object) -> bool:
        if isinstance(part, Call):
            checks = game.checks if game else {}
            return part.check in checks and all(known(value) for _, value in part.args)
        return isinstance(part, PlainDice | int | Fraction)

    others = (*query.also, *([query.over] if query.over is not None else ()))
    return known(query.what) and all(known(each.what) for each in others)


def _with_tables(rules: Rules) -> Rules:
    """The rules of the book here, with its random tables among their checks."""
    conf = conf_here()
    if conf is None:
        return rules
    from ..drift.plain.sources import sources_of
    from ..random_tables import pages_with_tables

    pages = pages_with_tables(sources_of(conf.parent).files)
    if not pages:
        return rules
    from ..random_tables.as_check import rules_with_tables
    from ..random_tables.source import read_tables

    return rules_with_tables(rules, read_tables(rules, pages)[0])[0]


def each_answered(rules: Rules, queries: Sequence[str], answer: Callable[[str], T]) -> list[T]:
    """An answer to every query, or the mistakes of all that are wrong."""
    answers: list[T] = []
    wrong: list[str] = []
    for query in queries:
        try:
            answers.append(answer(query))
        except RulesError as error:
            message = " ".join(str(error).split())
            wrong.append(_told(rules, query, message, alone=len(queries) == 1))
    if wrong:
        raise Mistakes(wrong)
    return answers


def _told(rules: Rules, query: str, message: str, *, alone: bool) -> str:
    if not rules.games and message.startswith("there are no rules"):
        message = f"{NO_RULES}; only plain dice such as '2d6 >= 7' need none"
    asked = " ".join(query.split())
    return message if alone or asked in message else f"'{asked}': {message}"


@contextmanager
def any_length() -> Iterator[None]:
    """Let whole numbers of any length be written, in our own output."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def print_json(data: Any) -> None:
    """Print the data; letters that the output cannot write are escaped."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    print(json.dumps(data, indent=1, ensure_ascii=encoding != "utf8"))
