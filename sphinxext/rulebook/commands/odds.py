"""Print the exact odds of questions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from ..rules import Answer, Rules
from ..rules.language.query import Call
from .shared import any_length, each_answered, print_json, rules_arguments, rules_of


def arguments(parser: ArgumentParser) -> None:
    """Declare the questions and the rules that they are put to."""
    parser.add_argument(
        "queries", metavar="QUERY", nargs="+", help="such as 'direct(4) >= 2', 'pull(3)', '2d6 = 7'"
    )
    parser.add_argument("--json", action="store_true", help="print exact fractions as JSON")
    rules_arguments(parser)


def run(args: Namespace) -> int:
    """Print a table for each question, or all as JSON."""
    rules = rules_of(args)
    answers = each_answered(rules, args.queries, rules.ask)  # all mistakes first; they are kept
    for note in dict.fromkeys(note for answer in answers for note in _notes(rules, answer)):
        print(f"note: {note}", file=sys.stderr)
    with any_length():
        if args.json:
            print_json(each_answered(rules, args.queries, lambda q: rules.ask(q).as_json()))
            return 0
        from ..terminal import Screen, answer_text

        screen = Screen.here()
        tables = each_answered(rules, args.queries, lambda q: answer_text(rules.ask(q), screen))
        print("\n\n".join(tables))
    return 0


def _notes(rules: Rules, answer: Answer) -> Iterator[str]:
    """Find what a reader of the answer should know about its rules."""
    from ..rules.notes import notes_on

    yield from answer.odds.notes
    what = answer.query.what
    if isinstance(what, Call):
        game = rules.game(answer.query.game)
        if what.check in game.checks:
            yield from notes_on(game, game.check(what.check))
