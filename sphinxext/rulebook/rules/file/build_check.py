"""One check of a rules file made whole: one way to roll, what it takes, what may come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..language.conditions import ALL_FAILURES, DEGREE, NATURAL, READINGS, VALUE, equals
from ..language.formulas import Number
from ..language.query import AVERAGES, Event, EventKind
from ..language.read_condition import AGAIN
from ..model.game import Check, Difficulty, Game, Ladder, Noun, Outcome, Use
from ..model.reading import CONTINUED, OUTCOME, PUSHED
from .build_repeats import Checks, FoundKeys, check_tries, repeated_of
from .build_takes import parameters, with_roll
from .build_throw import check_overruled, reading_of, with_further_throws
from .place import RESERVED, BuildPlace, condition_of, expect_outcome, is_name
from .spec import Problems

COUNTED = Noun("success", "successes")
Groups = Mapping[str, tuple[str, ...]]
OF_WAYS = {"repeats": ("slots", "changes", "ends", "times"), "tries": ("best", "worst")}
WAYS = ("versus", "repeats", "tries", "python")
AS_WRITTEN = ("title", "text", "notation", "labels", "like", "versus", "slots", "tries",
              "best", "worst", "python", "result")  # fmt: skip
READS = {
    Use.OUTCOMES: "outcomes",
    Use.VALUES: "outcomes",
    Use.RESULT: "result",
    Use.PUSH: "push",
    Use.GOING_ON: "continues",
    Use.CHOICE: "choose",
}
_BRACES = re.compile(r"\{([^{}]*)\}")


def check_of(
    game: Game, key: str, checks: Checks, own: FoundKeys, noun: Noun | None, problems: Problems
) -> Check:
    """The check of that name; `own` is what it says itself, without what it is like."""
    found = checks[key]
    taken = found.get("takes", {})
    words = {name: tuple(each["choices"]) for name, each in taken.items() if "choices" in each}
    numbers = tuple(name for name in taken if name not in words)
    place = BuildPlace(game, ("check", key), problems, numbers, words)
    if not is_name(key):
        place.add((), f"'{key}' cannot name a check; use letters, as in 'attack'")
    _check_ways(place, found)
    takes = parameters(place, taken)
    readings = {k: reading_of(place, k, v) for k, v in found.get("readings", {}).items()}
    asked: dict[str, tuple[str, ...] | None] = {
        each.name: tuple([one.name for one in each.choices]) for each in takes if not each.numbered
    }
    more = tuple(word for way, word in (("push", PUSHED), ("continues", CONTINUED)) if way in found)
    if "versus" in found:
        asked, more = dict.fromkeys(found["versus"]), (DEGREE, *found["versus"])
    if "repeats" in found:
        asked[OUTCOME] = None
    place = place._replace(
        names=tuple([each.name for each in takes if each.numbered]),
        readings=readings,
        base=_base_ladder(game, found, checks),
        alone=any(way in found for way in WAYS),
        asked=asked,
        more=more,
    )
    same_roll = "roll" not in own and "takes" not in own
    made, ladder, groups = outcomes_of(place, found, same_roll=same_roll)
    repeated = repeated_of(place, found, checks, takes) if "repeats" in found else {}
    if "tries" in found:
        check_tries(place, found, checks)
    place.expect(
        ("labels",), "side or group", own.get("labels", {}), [*found.get("versus", ()), *groups]
    )
    check = Check(
        name=key,
        takes=takes,
        readings=readings,
        outcomes=made,
        ladder=ladder,
        groups=groups,
        tables=found.get("table", {}),
        noun=found.get("noun", noun),
        **{word: found[word] for word in AS_WRITTEN if word in found},
        **repeated,
    )
    check = with_roll(place, check, found)
    place.expect(("table",), "table", check.tables, ("difficulties", "outcomes"))
    _check_result(place, check)
    named = difficulties_of(place, check, found.get("difficulties", {}))
    check = check._replace(difficulties=named)
    check = with_further_throws(place, found, check)
    _check_words(place, check)
    if "result" in own and check.like:
        check_overruled(place, own, check)
    _check_notation(place, check)
    return check._replace(noun=check.noun or (COUNTED if _counts(check) else None))


def _check_ways(place: BuildPlace, found: FoundKeys) -> None:
    """Note where there is no way to roll, or more than one."""
    ways = [way for way in WAYS if way in found]
    if "roll" in found or (found.get("takes") and not ways):
        ways.insert(0, "roll")
    if len(ways) > 1:
        place.add((), f"'{ways[0]}' and '{ways[1]}' are two ways to roll; keep one")
    if not ways and "like" not in found:
        place.add((), "nothing is rolled; give 'roll', 'takes', 'like', 'versus' or 'repeats'")
    sides = found.get("versus")
    if sides is not None:
        if len(sides) != 2 or sides[0] == sides[1]:
            place.add(("versus",), 'two sides are needed: ["first", "second"]')
        for side in {*sides} & {*RESERVED, DEGREE, OUTCOME}:
            place.add(("versus",), f"'{side}' cannot name a side; take another word")
        if found.get("takes"):
            place.add(("takes",), "a check of two sides takes its two sides and nothing more")
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
    if place.alone and not steered and not (check.versus and result.names() & {*place.more}):
        place.add(("result",), "'result' is calculated from a throw; this check makes none")
    place.expect_number(("result",), result, place.known, "parameter or reading")


def _check_words(place: BuildPlace, check: Check) -> None:
    """Note where 'natural' would add up other dice."""
    using = [key for use, key in READS.items() if NATURAL in check.used[use]]
    if using and check.why_not_natural:
        place.add((using[0],), check.why_not_natural)


def _base_ladder(game: Game, found: FoundKeys, checks: Checks) -> Ladder | None:
    """The ladder whose names the conditions of this check may ask for."""
    here: FoundKeys | None = found
    seen: list[FoundKeys] = []
    while here is not None and here not in seen:
        seen.append(here)
        if isinstance(here.get("outcomes"), str):
            return game.ladders.get(here["outcomes"])
        here = checks.get(here.get("like", ""))
    return None


def _check_notation(place: BuildPlace, check: Check) -> None:
    known = [parameter.name for parameter in check.takes]
    place.expect(("notation",), "parameter", _BRACES.findall(check.notation), known)
    if re.search(r"[{}]", _BRACES.sub("", check.notation)):
        place.add(("notation",), 'a bracket has no partner; write "{quality}{dice}"')


def _counts(check: Check) -> bool:
    """True where the roll can count successes."""
    return bool(check.versus) or any(
        key in ("success", "failure", "worth") for change in check.changes() for key, _ in change
    )


def outcomes_of(
    place: BuildPlace, found: Mapping[str, Any], *, same_roll: bool
) -> tuple[tuple[Outcome, ...], str, Groups]:
    """The outcomes, the ladder they are where there is no number to ask for, and the groups."""
    given, groups = found.get("outcomes", {}), dict(found.get("groups", {}))
    if isinstance(given, str):
        ladder = place.game.ladders.get(given)
        if ladder is None:
            place.unknown(("outcomes",), "ladder of outcomes", given, place.game.ladders)
            return (), "", groups
        made, name, known = _of_ladder(ladder), given, ladder.names
        every = {**ladder.groups, **groups}
    else:
        made = tuple([_outcome(place, name, each) for name, each in given.items()])
        place.unique(("outcomes",), given)
        named = same_roll or any(one.written.casefold().startswith("is ") for one in made)
        name = place.base.name if place.base and named and made else ""
        known, every = tuple(given), groups
    for group, members in groups.items():
        place.expect(("groups", group), "outcome", members, known)
    return made, name, every


def _of_ladder(ladder: Ladder) -> tuple[Outcome, ...]:
    texts, colours = ladder.texts, ladder.colours
    return tuple(
        [
            Outcome(name, equals(at), text=texts.get(name, ""), colour=colours.get(name, ""))
            for at, name in enumerate(ladder.names, 1)
        ]
    )


def _outcome(place: BuildPlace, name: str, found: Mapping[str, Any]) -> Outcome:
    fields = dict(found)
    written = fields.pop("when", "")
    at = ("outcomes", name)
    when = condition_of(place, at, written)
    if place.alone and when.names() & {*READINGS, ALL_FAILURES} - {VALUE}:
        place.add(at, f"'{written}' reads dice, and here is but one number; write '>= 2'")
    result: Number | None = fields.get("result")
    if result is not None:
        rolls = result.own_rolls()
        words = sorted(result.names() - rolls.keys() - {*place.known})
        place.expect((*at, "result"), "parameter or reading", words, place.known)
        again = [each.rpartition(" ")[0] for each in rolls.values() if each.endswith(f" {AGAIN}")]
        place.expect((*at, "result"), "parameter", again, place.names)
        if place.alone:
            place.add((*at, "result"), "an outcome has a result only where dice are thrown")
    return Outcome(name, when, written, **fields)


def difficulties_of(
    place: BuildPlace, check: Check, found: Mapping[str, Any]
) -> tuple[Difficulty, ...]:
    """The named difficulties, easiest first."""
    place.unique(("difficulties",), found)
    return tuple([_difficulty(place, check, key, each) for key, each in found.items()])


def _difficulty(place: BuildPlace, check: Check, key: str, found: Mapping[str, Any]) -> Difficulty:
    at = ("difficulties", key)
    fields = dict(found)
    given = tuple(fields.pop("with", {}).items())
    known = {parameter.name: parameter for parameter in check.takes}
    place.expect((*at, "with"), "parameter", [name for name, _ in given], known)
    for name, value in given:
        parameter = known.get(name)
        if parameter is None:
            continue
        if parameter.choices and parameter.choice(str(value)) is None:
            names = [choice.name for choice in parameter.choices]
            place.unknown((*at, "with", name), "choice", str(value), names)
        elif not parameter.choices and isinstance(value, str):
            place.add((*at, "with", name), f"should be a number, not '{value}'")
    needs: Event = fields["needs"]
    if needs.kind in {*AVERAGES, EventKind.MEETS}:
        message = f"'{needs}' is not an event that a roll meets; write a number or '>= 2'"
        place.add((*at, "needs"), message)
    if needs.kind in (EventKind.IS, EventKind.ANY):
        group = needs.kind is EventKind.ANY
        expect_outcome(place, (*at, "needs"), needs.name, check.outcomes, check.groups, group=group)
    return Difficulty(key, given=given, **fields)
