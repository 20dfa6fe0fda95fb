"""Read the rules back in plain words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .shared import NO_RULES, any_length, rules_arguments, rules_of


def arguments(parser: ArgumentParser) -> None:
    """Declare the rules, and the one check if not all are wanted."""
    parser.add_argument("check", metavar="CHECK", nargs="?", help="a check; without it, all")
    rules_arguments(parser)


def run(args: Namespace) -> int:
    """Print what the rules say, wrapped to the terminal."""
    from ..rules import RulesError
    from ..rules.explain.game import explain
    from ..terminal import Screen, wrapped

    rules = rules_of(args)
    if not rules.games:
        raise RulesError(NO_RULES)
    game, _, check = (args.check or "").rpartition(":")
    games = [rules.game(game)] if game or check else list(rules.games.values())
    with any_length():
        print("\n\n".join(wrapped(explain(each, check or None), Screen.here()) for each in games))
    return 0
