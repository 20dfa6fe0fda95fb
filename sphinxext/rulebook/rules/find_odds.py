"""Finds the odds of a check: one roll, repetitions, parameters that are rolled."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from ..dice.budget import spend, steps_left, too_much
from ..dice.law import ZERO, Law, Listed, Moved
from .asked import Asked
from .dice.added_parameters import only_added, shifted
from .dice.decisions import Decision, cases_of, decision, roll_of, rolled_when_needed
from .dice.mechanics.marks import MarkedLaw
from .dice.notation import odds_of_dice
from .dice.odds import Odds, Piece, WorkedCase, by_cases, pieces_of, together
from .dice.outcome_results import EACH_PAIR, with_results
from .dice.prepared import prepared
from .dice.readings import cells_of, looks_at_value
from .dice.repeated import handed, slots_filled, steered, times_of
from .dice.throw import law_of
from .dice.worked import best_of
from .errors import RulesError
from .language.conditions import NATURAL, VALUE
from .language.parse import parse_dice
from .language.query import Call, PlainDice, Query
from .language.read_condition import AGAIN
from .model.arguments import Values, any_rolled, bound, is_rolled, rolled, settled
from .model.cancelling import left
from .model.game import Check, Game
from .model.roll import Roll
from .throw.run import bound_to, read
from .throw.sides import opposed_sides

MOST_TRIES = 1_000
EACH_FOUND = 40_000  # nanoseconds to bind the arguments of a check and to lay out its dice
EACH_CASE = 20_000  # nanoseconds for a value that another roll may give to a parameter
EACH_OUTCOME = 25_000  # nanoseconds for each outcome that is looked at there


def find_odds(
    rules: Asked, game_name: str, what: Call | PlainDice, asked: Check | None = None
) -> Odds:
    spend(EACH_FOUND)
    if isinstance(what, PlainDice):
        return odds_of_dice(what)
    game = rules.game(game_name)
    check = asked or game.check(what.check)
    if check.versus:
        return _opposed(rules, game_name, check, what)
    args = bound(check, what.args)
    later = rolled_when_needed(game, check, args)
    if check.choose:
        from .dice.aims import refuse_rolled_aim

        refuse_rolled_aim(check, later)
    if later:
        args = {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}
    if any_rolled(args):
        return _decided(rules, game_name, check, {**args, **later}, later, asked)
    args = left(check, args)
    if check.tries:
        return _tried(rules, game_name, game, check, args)
    if check.python:
        from .dice.mechanics.called import called

        beside = Path(game.where).parent
        return Odds.of(check, args, called(check.python, args, beside, allowed=game.python))
    if check.repeats:
        return _repeated(rules, game_name, game, check, args)
    roll = prepared(game, rolled(game, check, args))
    chosen = check.push is not None or (roll.keep is not None and roll.keep.chosen)
    check = settled(check, args) if check.readings or check.push else check
    way = _pushed if chosen else _thrown
    if check.going_on is not None:
        if chosen:
            raise RulesError(f"'{check.name}' 'continues', and its dice are chosen; keep one")
        chosen, way = True, _continued
    cells = partial(way, game, args, roll)
    law: Callable[[], Law] = partial(law_of, game, roll)
    if chosen:
        law = partial(_whole, cells, check)

    def sooner() -> Iterable[Piece]:
        plain = check._replace(result=None)
        unvalued = cells_of(game, plain, roll, valued=False)
        return pieces_of(check, args, unvalued, valued=False)

    own: CellsOfCheck = cells
    if check.result:
        law, own = _reckoned(check, args, law, cells)
    apart = check.outcomes and not chosen and not looks_at_value(check)
    shares = sooner if apart else None
    odds = Odds(check, law, lambda: pieces_of(check, args, own(check)), shares)
    if check.has_results:
        odds = with_results(check, odds, args, _own_rolls(rules, game_name, check, later))
    if check.choose:
        from .dice.pushed import Pushed
        from .dice.settling import settling

        odds.settle = settling(lambda: Pushed(game, check, args, roll))
    return odds


def _opposed(rules: Asked, game_name: str, check: Check, call: Call) -> Odds:
    """The odds of two sides: of their margin, or of whatever else the check compares."""
    reader, sides = opposed_sides(rules, game_name, check, call)
    if not check.compares:
        from ..dice.margin import margin

        return Odds.of(check, {}, margin(*[_number_of(rules, side.query) for side in sides]))
    each = [rules.odds(side.query).joint() for side in sides]
    first, second = map(len, each)
    spend(
        first * second * EACH_PAIR,
        f"the sides of '{check.name}' can give {first:,} and {second:,} results, too many to "
        "compare each; compare the margin alone",
    )
    cases: dict[WorkedCase, Fraction] = {}
    for pair in product(*[one.items() for one in each]):
        known: dict[str, Any] = {}
        for side, ((name, value), _) in zip(sides, pair, strict=True):
            bound_to(known, side, name, value)
        came = read(reader, known, "margin")
        case = came.outcome, came.value
        cases[case] = cases.get(case, ZERO) + pair[0][1] * pair[1][1]
    return by_cases(check, cases)


def _number_of(rules: Asked, side: Query) -> Law:
    """The law of the number that is compared."""
    odds = rules.odds(side)
    if odds.named_only:
        raise RulesError(f"'{side}' only names outcomes; a margin needs numbers")
    _refuse_bare(rules, side)
    return odds.law


def _refuse_bare(rules: Asked, side: Query) -> None:
    """Refuse a side whose skill decides its outcome, and not the number that is compared."""
    if isinstance(side.what, PlainDice):
        return
    check = rules.game(side.game).check(side.what.check)
    idle = check.only_in_outcomes
    if idle:
        name = sorted(idle)[0]
        raise RulesError(
            f"'{side}' would be compared by its bare dice, whatever its '{name}': give "
            f"'{check.name}' a result such as \"{name} - value\", or compare outcomes, as in "
            'win = "degree > 0"'
        )


def _own_rolls(rules: Asked, game_name: str, check: Check, later: Values) -> dict[str, Law]:
    """The law of each roll that the results of outcomes name."""
    found: dict[str, Law] = {}
    for name, value in later.items():
        found[name] = _numbers_of(rules, game_name, check, name, value, later)
    for outcome in check.outcomes:
        for key, text in (outcome.result.own_rolls() if outcome.result else {}).items():
            name = text.removesuffix(f" {AGAIN}")
            if name == text:
                found[key] = odds_of_dice(parse_dice(text)).law
            elif name in found:
                found[key] = found[name]
            else:
                raise RulesError(
                    f"'{text}' rolls '{name}' once more, and the roll itself looks at '{name}' "
                    "too; give the result a parameter of its own"
                )
    return found


def _numbers_of(
    rules: Asked, game_name: str, check: Check, name: str, value: object, args: Values
) -> Law:
    """The law of a parameter that is rolled when an outcome asks for it."""
    if not is_rolled(value):
        return Listed(int(str(value)), [1], 1)
    roll = roll_of(rules.game(game_name), check.parameter(name), args)
    odds = rules.odds(Query(game_name, roll))
    if odds.named_only:
        raise RulesError(f"'{Query('', roll)}' only names outcomes, and a number is needed")
    return odds.law


def _tried(rules: Asked, game_name: str, game: Game, check: Check, args: Values) -> Odds:
    """The odds of the best or the worst of several whole results."""
    many = times_of(check, args, check.best or check.worst)
    inner = game.check(check.tries)
    odds = rules.odds(Query(game_name, handed(inner, args)))
    if many > MOST_TRIES:
        raise RulesError(f"{many:,} tries are too many; the most is {MOST_TRIES:,}")
    return best_of(check.with_outcomes_of(inner), inner, odds.joint(), many, best=bool(check.best))


def _decided(
    rules: Asked,
    game_name: str,
    check: Check,
    args: Values,
    later: Container[str],
    asked: Check | None,
) -> Odds:
    """The odds where another roll decides a parameter: as one sum, or case by case."""
    summed = _summed(rules, game_name, check, args)
    if summed is not None:
        return summed
    found = decision(rules.game(game_name), check, args, later)
    query = Query(game_name, found.what)
    odds = rules.find(game_name, found.what, found.read) if found.read else rules.odds(query)
    keys = found.cases(odds)
    further = len(keys) * _further_cases(rules, game_name, check, args, later, found)
    each = EACH_CASE + EACH_OUTCOME * len(check.outcomes)
    if further * (each + EACH_FOUND) > steps_left(1):
        raise too_much(
            f"the rolls that decide '{check.name}' give {further:,} cases, each a roll of its own; "
            "let fewer rolls decide, or rolls with fewer results"
        )
    spend(len(keys) * each, f"'{found.roll}' decides too much: {len(keys):,} cases")
    calls = [(share, found.call(key)) for key, share in keys.items()]
    return together(check, [(share, rules.find(game_name, call, asked)) for share, call in calls])


def _further_cases(
    rules: Asked,
    game_name: str,
    check: Check,
    args: Values,
    later: Container[str],
    first: Decision,
) -> int:
    """Count the cases that the other rolls make of each of the first one, each roll by itself."""
    cases = 1
    for parameter in check.takes:
        value = args[parameter.name]
        alone = isinstance(value, PlainDice) or (isinstance(value, Call) and not value.args)
        if parameter in first.parameters or parameter.name in later or not alone:
            continue
        roll = roll_of(rules.game(game_name), parameter, args)
        if isinstance(roll, Call) and any(is_rolled(each) for _, each in roll.args):
            continue
        cases *= len(cases_of(rules.odds(Query(game_name, roll)), parameter, Query("", roll)))
    return cases


def _summed(rules: Asked, game_name: str, check: Check, args: Values) -> Odds | None:
    """The odds where rolls only add to the result, or None where one does more."""
    game = rules.game(game_name)
    added = only_added(game, check, args)
    if not added:
        return None
    known, laws = dict(args), []
    for parameter, each in added:
        odds = rules.odds(Query(game_name, roll_of(game, parameter, args)))
        law, least = odds.law, max(parameter.least, 0)
        most = law.high if parameter.most is None else parameter.most
        if odds.named_only or law.low is None or law.high is None or law.error:
            return None
        if law.low < parameter.least or most is None or law.high > most:
            return None
        known[parameter.name] = least
        laws.append((Moved(law, 1, -least), each))
    base = rules.find(game_name, Call(check.name, tuple(known.items())))
    return Odds.of(check, known, shifted(base.law, laws))


def _repeated(rules: Asked, game_name: str, game: Game, check: Check, args: Values) -> Odds:
    inner = game.check(check.repeats)
    if not check.slots:

        def found(call: Call) -> Odds:
            one = handed(inner, dict(call.args)) if check.repeated is None else call
            return rules.odds(Query(game_name, one))

        def ask(call: Call) -> Mapping[str, Fraction]:
            return found(call).exact_outcomes

        def ask_whole(call: Call) -> Mapping[WorkedCase, Fraction]:
            odds = found(call)
            if odds.law.low is None or odds.law.high is None:
                raise RulesError(
                    f"'{inner.name}' has no end, so '{check.name}' cannot change by its value; let "
                    "its dice roll again once"
                )
            return odds.joint()

        return steered(check, args, inner.with_tries(game.checks), ask, ask_whole)
    call = check.repeated or Call(inner.name, tuple(args.items()))
    return slots_filled(check, rules.odds(Query(game_name, call)).exact_outcomes)


CellsOfCheck = Callable[[Check], Sequence[MarkedLaw]]


def _thrown(game: Game, _args: Values, roll: Roll, check: Check) -> list[MarkedLaw]:
    read = set(check.result.names()) if check.result is not None else {VALUE}
    for one in check.outcomes:
        named = one.result.names() if one.result is not None else frozenset()
        read |= {*named, *one.when.names()} & {NATURAL}
    return cells_of(game, check, roll, valued=bool({*read, *check.reads} & {VALUE, NATURAL}))


def _pushed(game: Game, args: Values, roll: Roll, check: Check) -> list[MarkedLaw]:
    """The cells of a throw after which dice are thrown again, or chosen."""
    from .dice.pushed import Pushed

    return Pushed(game, check, args, roll).cells()


def _continued(game: Game, args: Values, roll: Roll, check: Check) -> list[MarkedLaw]:
    """The cells of a throw that may go on."""
    from .dice.continued import Continued

    return Continued(game, check, args, roll).cells()


def _whole(cells: CellsOfCheck, check: Check) -> Law:
    """The law of the value alone, from the cells that no outcome splits."""
    from .dice.mechanics.reckoned import whole

    return whole(cells(check._replace(outcomes=(), result=None, reads=())))


def _reckoned(
    check: Check, args: Values, law: Callable[[], Law], cells: CellsOfCheck
) -> tuple[Callable[[], Law], CellsOfCheck]:
    """Return how to find the law and the cells of a result that is calculated from the throw."""
    from .dice.mechanics.reckoned import added, reckoned, shifted, whole

    result = check.result
    assert result is not None
    if (add := added(result, args)) is not None:
        return (lambda: Moved(law(), 1, add)), (lambda one: shifted(cells(one), add))
    # The value alone needs nothing of what only the outcomes read.
    bare = check._replace(outcomes=(), reads=())
    natural = NATURAL in check.reads or any(
        NATURAL in one.when.names() or (one.result is not None and NATURAL in one.result.names())
        for one in check.outcomes
    )
    return (
        lambda: whole(reckoned(result, cells(bare), args)),
        lambda one: reckoned(result, cells(one), args, natural=natural),
    )
