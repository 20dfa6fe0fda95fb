"""One check of a rules file made whole: one way to roll, what it takes, what may come of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Set
from itertools import combinations
from typing import Any

from ..language.conditions import ALL_FAILURES, NATURAL, READINGS, VALUE, duels, equals
from ..language.faces import completed, named_in
from ..language.formulas import ALWAYS, OUTCOME_OF
from ..language.nested import Nesting
from ..language.query import AVERAGES, Event, EventKind
from ..language.read_condition import AGAIN, parse_number
from ..model.game import Check, Game, Use
from ..model.names import Names, why_not_natural
from ..model.outcome import ALONE, Difficulty, Ladder, Noun, Outcome
from ..model.reading import AGAIN as THROWN_AGAIN
from ..model.reading import OUTCOME
from .build_repeats import Checks, FoundKeys, Takes, check_several, repeated_of
from .build_rolled import is_bare
from .build_shares import shares_of, throws_of
from .build_takes import check_kinds, only_adds, parameters, with_roll
from .build_throw import check_overruled, readings_of, with_further_throws
from .place import RESERVED, BuildPlace, condition_of, expect_outcome, is_name
from .read_roll import read_change
from .spec import Problems

COUNTS = ("successes", "failures")
COUNTED = Noun("success", "successes")
Groups = Mapping[str, tuple[str, ...]]
OF_WAYS = {"repeats": ("slots", "changes", "ends", "times")}
WAYS = {"sides": "roll", "several": "roll", "repeats": "repeats", "python": "python"}
AS_WRITTEN = (
    "label",
    "text",
    "notation",
    "called",
    "roll_of",
    "sides",
    "slots",
    "several",
    "python",
)
READS = {
    Use.OUTCOMES: "outcomes",
    Use.VALUES: "outcomes",
    Use.RESULT: "result",
    Use.PUSH: "roll",
    Use.GOING_ON: "roll",
    Use.CHOICE: "aim",
}


def check_of(
    game: Game, key: str, checks: Checks, own: FoundKeys, noun: Noun | None, problems: Problems
) -> Check:
    """The check of that name; `own` is what it says itself, without what it is like."""
    found = checks[key]
    taken = found.get("takes", {})
    words = {name: tuple(each["choices"]) for name, each in taken.items() if "choices" in each}
    numbers = [name for name in taken if name not in words]
    throws = throws_of(taken, checks)
    shares = shares_of(found, throws)
    numbers += [one.name for one in shares if not one.name.endswith(OUTCOME_OF)]
    place = BuildPlace(game, ("check", key), problems, tuple(numbers), tuple(checks), throws, words)
    if not is_name(key):
        place.add((), f"'{key}' cannot name a check; use letters, as in 'attack'")
    _check_ways(place, found)
    sides = found.get("sides", ())
    place = place._replace(
        thrown=Names(numbers, words, game.dice, game.signs, sides=sides, checks=checks)
    )
    place = place._replace(thrown=place.thrown._replace(later=found.get("readings", ())))
    rolled = with_roll(place, Check(key, takes=parameters(place, taken)), found)
    takes = rolled.takes
    asked: dict[str, tuple[str, ...] | None] = {
        each.name: tuple([one.name for one in each.choices]) for each in takes if not each.numbered
    }
    more: tuple[str, ...] = (THROWN_AGAIN,) if rolled.push or rolled.going_on else ()
    asked |= dict.fromkeys(throws)
    if sides:
        asked, more = dict.fromkeys(sides), (*duels(sides), *sides)
    if "repeats" in found:
        asked[OUTCOME] = None
    place = place._replace(
        names=tuple([each.name for each in (*takes, *shares) if each.numbered]),
        base=_base_ladder(game, found, checks),
        alone=any(way in found for way in WAYS),
        asked=asked,
        more=more,
        thrown=place.thrown.of_roll(rolled),
    )
    texts = found.get("readings", {})
    place = place._replace(readings=texts)
    readings = readings_of(place, texts, result="result" in found)
    place = place._replace(thrown=place.thrown._replace(readings=readings))
    result = place.figure(("result",), parse_number, found["result"]) if "result" in found else None
    same_roll = "roll" not in own and "takes" not in own
    made, ladder, groups = outcomes_of(place, found, takes, same_roll=same_roll)
    repeated = repeated_of(place, found, checks, takes) if "repeats" in found else {}
    if "several" in found:
        check_several(place, found)
    check = rolled._replace(
        result=result,
        shares=shares,
        readings=readings,
        outcomes=made,
        ladder=ladder,
        groups=groups,
        tables=found.get("table", {}),
        noun=found.get("noun", noun),
        **{word: found[word] for word in AS_WRITTEN if word in found},
        **repeated,
    )
    check = check._replace(takes=tuple([
        one._replace(free="least" not in taken[one.name] and only_adds(check, one))
        for one in check.takes
    ]))  # fmt: skip
    for one in check.takes:
        if isinstance(one.default, int) and "default" in taken[one.name] and not one.choices:
            place.value(("takes", one.name, "default"), one, one.default, 0)
    place.expect(("table",), "table", check.tables, ("difficulties", "outcomes"))
    _check_result(place, check)
    named = difficulties_of(place, check, found.get("difficulties", {}))
    check = check._replace(difficulties=named)
    check = with_further_throws(place, found, check)
    _check_words(place, check)
    if "result" in own and check.roll_of:
        check_overruled(place, own, check)
    _check_notation(place, check)
    noun = check.noun or (COUNTED if check.sides or check.counts else None)
    check = check.reading(*check.numbers)._replace(noun=noun)
    check_kinds(place, check)
    return check


def _check_ways(place: BuildPlace, found: FoundKeys) -> None:
    """Note where there is no way to roll, or more than one."""
    ways = [word for way, word in WAYS.items() if way in found]
    if "roll" in found or (found.get("takes") and not ways):
        ways.insert(0, "roll")
    if len(ways) > 1:
        place.add((), f"'{ways[0]}' and '{ways[1]}' are two ways to roll; keep one")
    takes = found.get("takes", {})
    if ways == ["roll"] and "roll" not in found and is_bare(takes):
        first, second = takes
        place.add(
            ("takes",),
            f"which is taken from the other? write roll = '{first} - {second}', or takes = "
            f"['{first}', '{second}']",
        )
    if not ways and "roll_of" not in found:
        place.add((), "nothing is rolled; give 'roll', 'takes' or 'repeats'")
    for side in {*found.get("sides", ())} & {*RESERVED, OUTCOME}:
        place.add(("takes", side), f"'{side}' cannot name a side; take another word")
    for way, words in OF_WAYS.items():
        for word in words:
            if word in found and way not in found:
                verb = "are" if word in ("slots", "changes", "times") else "is"
                place.add((word,), f"'{word}' {verb} for a check that '{way}' another")


def _check_result(place: BuildPlace, check: Check) -> None:
    """Note what the result cannot be calculated from."""
    result = check.result
    if result is None:
        return
    steered = bool(check.repeats) and not check.slots
    if place.alone and not steered and not (check.sides and result.names() & {*place.more}):
        place.add(("result",), "'result' is calculated from a throw; this check makes none")
    place.expect_number(("result",), result, place.known)
    if check.is_a_roll and VALUE not in set().union(*check.used.values()):
        for one in check.takes:
            if any("add" in dict(change) for change in one.all_changes()):
                unread = f"'{one.name}' adds to 'value', and the result does not look at it"
                place.add(("result",), f"{unread}; write '{result} + {one.name}'")


def _check_words(place: BuildPlace, check: Check) -> None:
    """Note where 'natural' would add up other dice."""
    using = [key for use, key in READS.items() if NATURAL in check.used[use]]
    if using and why_not_natural(check):
        place.add((using[0],), why_not_natural(check))


def is_ladder(outcomes: Mapping[str, Any] | Any) -> bool:
    """Return whether outcomes are names alone, worth 1, 2, 3 and so on."""
    given = outcomes.values() if isinstance(outcomes, Mapping) else ()
    return bool(given) and not any("when" in each for each in given if each is not None)


def _base_ladder(game: Game, found: FoundKeys, checks: Checks) -> Ladder | None:
    """The ladder whose names the conditions of this check may ask for."""
    here: FoundKeys | None = found
    seen: list[FoundKeys] = []
    while here is not None and here not in seen:
        seen.append(here)
        if is_ladder(here.get("outcomes")):
            names = tuple(here["outcomes"])
            return next((one for one in game.ladders.values() if one.names == names), None)
        here = checks.get(here.get("roll_of", ""))
    return None


def _check_notation(place: BuildPlace, check: Check) -> None:
    known = [parameter.name for parameter in check.takes]
    named = named_in(check.notation)
    place.expect(("notation",), "parameter", named, known)
    if re.search(r"[{}]", completed(check.notation, dict.fromkeys(named, ""))):
        place.add(("notation",), 'a bracket has no partner; write "{quality}{dice}"')


def outcomes_of(
    place: BuildPlace, found: Mapping[str, Any], takes: Takes, *, same_roll: bool
) -> tuple[tuple[Outcome, ...], str, Groups]:
    """The outcomes, the ladder they are where there is no number to ask for, and the groups."""
    given, groups = found.get("outcomes", {}), dict(found.get("groups", {}))
    ladder = is_ladder(given)
    made = []
    for number, (name, each) in enumerate(given.items(), 1):
        if ladder:
            made.append(Outcome(**each, when=equals(number)))
        elif "when" in each:
            made.append(_outcome(place, name, each))
        else:
            place.add(
                ("outcomes", name),
                "it has no condition; write its name, a colon and one, as in 'Hit: 10+'",
            )
    if [one.when for one in made].count(ALWAYS) > 1:
        place.add(("outcomes",), "several outcomes are for the rest; one can be 'otherwise'")
    several = {"result" in given[one.name] for one in made} == {True, False}
    for one in made if several else ():
        if "result" not in given[one.name]:
            message = "it has no result, and others have: write ', result 0', or ', result value'"
            place.add(("outcomes", one.name), message)
    named = ladder or same_roll or any(one.written.casefold().startswith("is ") for one in made)
    place.unique(("groups",), groups)
    base = place.base.name if place.base and named and made else ""
    for group, members in groups.items():
        place.expect(("groups", group), "outcome", members, given)
    changed = {word for each in found.get("changes", {}).values() for word in each}
    return in_order(takes, made, changed), base, groups


def in_order(takes: Takes, made: list[Outcome], changed: Set[str]) -> tuple[Outcome, ...]:
    """Return the outcomes with the order in which they are tried: the one within all others first.

    Parameters that outcomes of a repeated check changed, and rolled ones, are as thrown as dice.
    """
    nesting = Nesting(
        {one.name: (one.least, one.most) for one in takes if not one.choices},
        [one.name for one in takes if one.half is not None],
        [*COUNTS, *(w for one in made for w, rule in one.when.readings().items() if rule.counts)],
        changed | {one.name for one in takes if one.thrown is not None},
    )
    pairs = [
        (one, other, nesting.within(one.when, other.when))
        for pair in combinations(made, 2)
        if ALWAYS not in (pair[0].when, pair[1].when) and pair[0].always == pair[1].always
        if nesting.overlap(pair[0].when, pair[1].when)
        for one, other in (pair, pair[::-1])
    ]
    found: dict[str, Outcome] = {}
    inside = {(one.name, other.name) for one, other, within in pairs if within}
    inside -= {(other, one) for one, other in inside}
    inner = Counter(other for _, other in inside)
    left = made[::-1]
    while left:  # of equal ones the better goes before
        one = min(left, key=lambda each: (_turn(each), inner[each.name]))
        left.remove(one)
        inner.subtract(other for name, other in inside if name == one.name)
        beside = [(other.name, other.when) for each, other, within in pairs
                  if each is one and not within and other.name not in found]  # fmt: skip
        rank = ALONE + 1 + len(found) if pairs else _turn(one)
        found[one.name] = one._replace(rank=rank, beside=tuple(beside))
    return tuple([found[one.name] for one in made])


def _turn(one: Outcome) -> int:
    """Return when an outcome is tried, as far as its words say."""
    return ALONE if one.when == ALWAYS else ALONE - 1 - one.always


def _outcome(place: BuildPlace, name: str, found: Mapping[str, Any]) -> Outcome:
    fields = dict(found)
    written = fields.pop("when")
    at = ("outcomes", name)
    always = written.split(None, 1)[:1] == ["always"]
    said = written.split(None, 1)[-1] if always else written
    when = condition_of(place, at, said)
    if said in place.names:
        place.add(at, f"the result, or '{said}' itself? write '{said}-', '= {said}' or '{said} 1+'")
    if place.alone and when.names() & {*READINGS, ALL_FAILURES}:
        place.add(at, f"'{written}' reads dice, and here is but one number; write '2+'")
    text = fields.pop("result", None)
    result = None if text is None else place.figure((*at, "result"), parse_number, text)
    if result is not None:
        rolls = result.own_rolls()
        place.expect_number((*at, "result"), result, [*place.known, *rolls])
        again = [each.rpartition(" ")[0] for each in rolls.values() if each.endswith(f" {AGAIN}")]
        place.expect((*at, "result"), "parameter", again, place.names)
        if place.alone:
            place.add((*at, "result"), "an outcome has a result only where dice are thrown")
    return Outcome(**fields, when=when, written=said, always=always, result=result)


def difficulties_of(
    place: BuildPlace, check: Check, found: Mapping[str, Any]
) -> tuple[Difficulty, ...]:
    """The named difficulties, easiest first."""
    place.unique(("difficulties",), found)
    return tuple([_difficulty(place, check, key, each) for key, each in found.items()])


def _difficulty(place: BuildPlace, check: Check, key: str, found: Mapping[str, Any]) -> Difficulty:
    at = ("difficulties", key)
    fields = dict(found)
    given = read_change(place, (*at, "roll"), fields.pop("roll", ""), check)
    needs: Event = fields["needs"]
    if needs.kind in {*AVERAGES, EventKind.MEETS}:
        message = f"'{needs}' is not an event that a roll meets; write a number or '>= 2'"
        place.add((*at, "needs"), message)
    if needs.kind in (EventKind.IS, EventKind.ANY):
        group = needs.kind is EventKind.ANY
        expect_outcome(place, (*at, "needs"), needs.name, [check], group=group)
    return Difficulty(key, given=given, **fields)
