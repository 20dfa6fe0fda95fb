"""The commands that ask rules: odds, judge, games, explain, schema."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from ..rules import Answer, Judged, Mistakes, Rules, RulesError, load, load_game
from ..rules.language.parse import parse
from ..rules.language.query import Call
from ..rules.model.game import Check, Game
from . import RULES, flag, option, takes
from .book import NO_RULES, conf_here, folders_for, rules_here

if TYPE_CHECKING:
    from ..terminal import Screen

T = TypeVar("T")


@takes(
    option("queries", metavar="QUERY", nargs="+", help="such as 'direct(4) >= 2', '2d6 = 7'"),
    flag("--json", help="print exact fractions as JSON"),
    *RULES,
)
def odds(args: Namespace) -> int:
    """Print the exact odds of questions."""
    rules = rules_of(args)
    from ..terminal import Screen, answer_text

    screen = Screen.here()

    def written(query: str) -> tuple[list[str], Any]:
        answer = rules.ask(query)
        notes = list(_notes(rules, answer))
        if args.json:
            return notes, answer.as_json() | ({"notes": notes} if notes else {})
        return notes, answer_text(answer, screen)

    with any_length():
        answers, wrong = each_answered(rules, args.queries, written)
        for note in dict.fromkeys(note for notes, _ in answers for note in notes):
            print(f"note: {note}", file=sys.stderr)
        if args.json and not wrong:  # a list has an entry for each question, or there is none
            print_json([data for _, data in answers])
        elif answers and not args.json:
            print("\n\n".join(text for _, text in answers))
    if wrong:
        raise Mistakes(wrong)
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


@takes(
    option(
        "queries", metavar="QUERY", nargs="+", help="a check and its dice: 'stat(B5) on 3 4 2 6 5'"
    ),
    flag("--json", help="print each as JSON"),
    *RULES,
)
def judge(args: Namespace) -> int:
    """Judge dice that were rolled, by the rules."""
    rules = rules_of(args, Rules.judge)
    pairs, wrong = each_answered(rules, args.queries, lambda query: (query, rules.judge(query)))
    with any_length():
        if args.json and not wrong:
            print_json([{"query": query, **found._asdict()} for query, found in pairs])
        for query, found in [] if args.json else pairs:
            what = parse(query)
            call = what.what if isinstance(what.what, Call) else None
            check = rules.game(what.game).check(call.check) if call else None
            print(f"{query}: {_said(check, found)}")
    if wrong:
        raise Mistakes(wrong)
    return 0


def _said(check: Check | None, judged: Judged) -> str:
    """Return the result of the dice: the outcome, and the numbers that make it."""
    numbers = "" if judged.value is None else _numbers(check, judged, judged.value)
    if judged.outcome is None:
        return numbers
    return f"{judged.outcome} ({numbers})" if numbers else judged.outcome


def _numbers(check: Check | None, judged: Judged, value: int) -> str:
    if check is not None and check.sides:
        return f"margin {value}"
    if check is None or check.noun is None:
        return str(value)
    if not judged.failures:
        return check.noun.of(value)
    failures = f"{judged.failures} {'failure' if judged.failures == 1 else 'failures'}"
    return f"{check.noun.of(judged.successes or 0)}, {failures}: net {value}"


@takes()
def games(_args: Namespace) -> int:
    """List the games that ship, with their checks and parameters."""
    from ..rules import shipped
    from ..terminal import Screen

    screen = Screen.here()
    print("\n\n".join(_listed(load_game(name).game(), screen) for name in shipped()))
    return 0


def _listed(game: Game, screen: Screen) -> str:
    """Return the game with its checks: how each is asked, and which words it takes."""
    from ..rules.explain.game import signature
    from ..terminal import BOLD, filled, wide

    lines = [f"{screen.styled(game.name, BOLD)}  {game.title}"]
    asked = {check.name: signature(check) for check in game.checks.values()}
    widest = max(map(wide, asked.values()))
    for check in game.checks.values():
        how = asked[check.name]
        line = f"  {how}{' ' * (widest - wide(how))}  {check.label}".rstrip()
        if wide(line) <= screen.width:
            lines.append(line)
        else:
            lines.extend(filled(how, screen, "  ", "      "))
            lines.extend(filled(check.label, screen, "    ", "    "))
        for parameter in check.takes:
            if parameter.choices:
                words = ", ".join(choice.name for choice in parameter.choices)
                lines.extend(filled(f"{parameter.name}: {words}", screen, "      ", "        "))
    return "\n".join(lines)


@takes(option("check", metavar="CHECK", nargs="?", help="a check; without it, all"), *RULES)
def explain(args: Namespace) -> int:
    """Read the rules back in plain words."""
    from ..rules.explain.game import explain as explained
    from ..terminal import Screen, wrapped

    rules = rules_of(args)
    if not rules.games:
        raise RulesError(NO_RULES)
    game, _, check = (args.check or "").rpartition(":")
    chosen = [rules.game(game)] if game or check else list(rules.games.values())
    with any_length():
        texts = [wrapped(explained(each, check or None), Screen.here()) for each in chosen]
        print("\n\n".join(texts))
    return 0


@takes()
def schema(_args: Namespace) -> int:
    """Print the JSON Schema of the rules file, for editors."""
    from ..rules.file.json_schema import json_schema

    print(json.dumps(json_schema(), indent=2))
    return 0


def rules_of(args: Namespace, answer: Callable[[Rules, str], object] = Rules.ask) -> Rules:
    """Return the rules that the options name, else those here; none at all is no mistake yet."""
    if args.game is not None:
        return load_game(args.game)
    named = rules_here() if args.rules is None else args.rules
    folders = folders_for(args.rules, args.folders)
    rules = Rules({}) if named is None else load(named, python=args.python, folders=folders)
    if args.rules is not None:
        return rules
    try:  # reading the book's tables takes time, and few questions need them
        answers = [answer(rules, query) for query in getattr(args, "queries", ())]
    except RulesError:
        return _with_tables(rules)
    return rules if answers else _with_tables(rules)


def _with_tables(rules: Rules) -> Rules:
    """Return the rules of the book here, with its random tables among their checks."""
    conf = conf_here()
    if conf is None:
        return rules
    from ..drift.plain.sources import sources_of
    from ..random_tables import with_tables_of

    return with_tables_of(rules, sources_of(conf.parent).files)[0]


def each_answered(
    rules: Rules, queries: Sequence[str], answer: Callable[[str], T]
) -> tuple[list[T], list[str]]:
    """Return the answers to all queries that have one, and the mistakes of the others."""
    answers: list[T] = []
    wrong: list[str] = []
    for query in queries:
        try:
            answers.append(answer(query))
        except RulesError as error:
            message = " ".join(str(error).split())
            wrong.append(_told(rules, query, message, alone=len(queries) == 1))
    return answers, wrong


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
