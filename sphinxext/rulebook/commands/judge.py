"""Judge dice that were rolled, by the rules."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .shared import any_length, each_answered, print_json, rules_arguments, rules_of

if TYPE_CHECKING:
    from ..rules import Judged, Rules
    from ..rules.model.game import Check


def arguments(parser: ArgumentParser) -> None:
    """Declare the rolls and the rules that read them."""
    parser.add_argument(
        "queries", metavar="QUERY", nargs="+", help="a check and its dice: 'stat(B5) on 3 4 2 6 5'"
    )
    parser.add_argument("--json", action="store_true", help="print each as JSON")
    rules_arguments(parser)


def run(args: Namespace) -> int:
    """Print a line for each roll, or all as JSON."""
    rules = rules_of(args)
    judged = each_answered(rules, args.queries, rules.judge)
    with any_length():
        if args.json:
            pairs = zip(args.queries, judged, strict=True)
            print_json([{"query": query, **found._asdict()} for query, found in pairs])
            return 0
        for query, found in zip(args.queries, judged, strict=True):
            print(f"{query}: {line_of(_check(rules, query), found)}")
    return 0


def _check(rules: Rules, text: str) -> Check | None:
    """The check that the question names, or None for plain dice."""
    from ..rules.language.parse import parse
    from ..rules.language.query import Call

    query = parse(text)
    if isinstance(query.what, Call):
        return rules.game(query.game).check(query.what.check)
    return None


def line_of(check: Check | None, judged: Judged) -> str:
    """The result of the dice: the outcome, and the numbers that make it."""
    numbers = _numbers_of(check, judged)
    if judged.outcome is None:
        return numbers
    return f"{judged.outcome} ({numbers})" if numbers else judged.outcome


def _numbers_of(check: Check | None, judged: Judged) -> str:
    if judged.value is None:
        return ""
    if check is not None and check.versus:
        return f"margin {judged.value}"
    if check is None or check.noun is None:
        return str(judged.value)
    if not judged.failures:
        return check.noun.of(judged.value)
    counted = check.noun.of(judged.successes or 0)
    failures = f"{judged.failures} {'failure' if judged.failures == 1 else 'failures'}"
    return f"{counted}, {failures}: net {judged.value}"
