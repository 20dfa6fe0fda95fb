"""One check of a rules file made whole: one way to roll, what it takes, what may come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ..language.conditions import DEGREE, VALUE
from ..language.formulas import Number
from ..language.query import Call
from ..language.read_condition import parse_number
from ..model.game import Check, Game, Ladder, Noun, Parameter
from ..model.going_on import CONTINUED
from ..model.push import OUTCOME, PUSHED
from ..model.roll import FACE
from .build_names import RESERVED, BuildPlace, among, is_name
from .build_outcomes import (
    Context,
    condition_of,
    difficulties,
    known_words,
    outcomes,
    reading,
    table,
)
from .build_push import AIM, aim_of, going_on_of, keeps, overruled, push_of
from .build_takes import change, parameters
from .spec import Problems

COUNTED = Noun("success", "successes")
MOST_SLOTS = 12
MOST_TIMES = 10_000
FULL, BEYOND = "full", "beyond"
OF_REPEATS = ("slots", "changes", "ends", "times")
OF_TRIES = ("best", "worst")
WAYS = ("versus", "repeats", "tries", "python")
_CALLABLE = re.compile(r"[\w.]+:\w+")
_BRACES = re.compile(r"\{([^{}]*)\}")

FoundKeys = Mapping[str, Any]


def noun_of(given: Any) -> Noun | None:
    """The file's word for the thing that is counted."""
    if given is None:
        return None
    if isinstance(given, str):
        return Noun(given, given)
    return Noun(given["one"], given["many"], given.get("none", ""))


def check_of(
    game: Game,
    key: str,
    checks: Mapping[str, FoundKeys],
    own: FoundKeys,
    noun: Noun | None,
    problems: Problems,
) -> Check:
    """The check of that name; `own` is what it says itself, without what it is like."""
    found = checks[key]
    taken = found.get("takes", {})
    numbers = tuple(name for name, each in taken.items() if "choices" not in each)
    worded = {name: tuple(each["choices"]) for name, each in taken.items() if "choices" in each}
    place = BuildPlace(game, ("check", key), problems, numbers, worded)
    if not is_name(key):
        place.add((), f"'{key}' cannot name a check; use letters, as in 'attack'")
    _one_way(place, found)
    takes = parameters(place, found.get("takes", {}))
    names = tuple(parameter.name for parameter in takes)
    readings = {k: reading(place, k, v, names) for k, v in found.get("readings", {}).items()}
    alone = any(way in found for way in WAYS)
    words: dict[str, tuple[str, ...] | None] = {
        each.name: tuple([choice.name for choice in each.choices])
        for each in takes
        if not each.numbered
    }
    more: tuple[str, ...] = ()
    if "versus" in found:
        words, more = dict.fromkeys(found["versus"]), (DEGREE, *found["versus"])
    if "repeats" in found:
        words[OUTCOME] = None
    numbers = tuple(parameter.name for parameter in takes if parameter.numbered)
    if "push" in found:
        more = (PUSHED,)
    if "continues" in found:
        more = (*more, CONTINUED)
    context = Context(
        numbers, readings, _base_ladder(game, found, checks), game.signs, alone, words, more
    )
    same_roll = "roll" not in own and "takes" not in own
    made, ladder, groups = outcomes(place, found, context, same_roll=same_roll)
    repeated = _repeated(place, found, checks, takes, context) if "repeats" in found else {}
    if "tries" in found:
        _tried(place, found, checks, takes)
    if "python" in found and not _CALLABLE.fullmatch(found["python"]):
        place.add(("python",), f"'{found['python']}' should be 'module:name'")
    _labelled(place, own, [*found.get("versus", ()), *groups])
    check = Check(
        name=key,
        title=found.get("title", ""),
        text=found.get("text", ""),
        notation=found.get("notation", ""),
        roll=change(place, found.get("roll", ()), ("roll",)),
        takes=takes,
        readings=readings,
        outcomes=made,
        ladder=ladder,
        groups=groups,
        labels=found.get("labels", {}),
        difficulties=difficulties(place, found.get("difficulties", {}), takes, made, groups),
        tables={k: table(place, k, v) for k, v in found.get("table", {}).items()},
        noun=noun_of(found.get("noun")) or noun,
        like=found.get("like", ""),
        versus=found.get("versus", ()),
        slots=found.get("slots", ()),
        tries=found.get("tries", ""),
        best=found.get("best", 0),
        worst=found.get("worst", 0),
        **repeated,
        python=found.get("python", ""),
        result=found.get("result"),
    )
    if check.result is not None:
        steered = bool(check.repeats) and not check.slots
        several = steered or bool(check.versus and check.result.names() & set(more))
        _result(place, check.result, context, several=several)
    check = _chosen(place, found, check, context)
    if "result" in own and check.like:
        overruled(place, own, check)
    _notation(place, check)
    return check._replace(noun=check.noun or (COUNTED if _counts(check) else None))


def _chosen(place: BuildPlace, found: FoundKeys, check: Check, context: Context) -> Check:
    """The check with its push, and with the aim of a player who chooses."""
    if "push" in found:
        check = check._replace(push=push_of(place, found["push"], check, context))
        names = [each.name for each in check.takes] + [*check.readings]
        if PUSHED in names:
            place.add(("push",), f"'{PUSHED}' is how often dice were thrown again; rename yours")
    if "continues" in found:
        check = check._replace(going_on=going_on_of(place, found["continues"], check, context))
        if "push" in found or "choose" in found:
            other = "push" if "push" in found else "choose"
            place.add(("continues",), f"'continues' and '{other}' are two ways to go on; keep one")
    if "choose" in found:
        aims = [aim_of(place, each, check, context) for each in found["choose"]]
        check = check._replace(choose=tuple([aim for aim in aims if aim is not None]))
    elif any(keep.chosen for keep in keeps(check)):
        place.add((), f"which dice are the best to keep is open; {AIM} at 'choose'")
    return check


def _one_way(place: BuildPlace, found: FoundKeys) -> None:
    """Note where there is no way to roll, or more than one."""
    ways = [way for way in WAYS if way in found]
    if "roll" in found or (found.get("takes") and not ways):
        ways.insert(0, "roll")
    if len(ways) > 1:
        place.add((), f"'{ways[0]}' and '{ways[1]}' are two ways to roll; keep one")
    if not ways and "like" not in found:
        message = "nothing is rolled; give 'roll', 'takes', 'like', 'versus' or 'repeats'"
        place.add((), message)
    if "versus" in found:
        sides = found["versus"]
        if len(sides) != 2 or sides[0] == sides[1]:
            place.add(("versus",), 'two sides are needed: ["first", "second"]')
        for side in sides:
            if side in {*RESERVED, DEGREE, OUTCOME}:
                place.add(("versus",), f"'{side}' cannot name a side; take another word")
        if found.get("takes"):
            place.add(("takes",), "a check of two sides takes its two sides and nothing more")
    for words, way in ((OF_REPEATS, "repeats"), (OF_TRIES, "tries")):
        for word in words:
            if word in found and way not in found:
                verb = "are" if word in ("slots", "changes", "times") else "is"
                place.add((word,), f"'{word}' {verb} for a check that '{way}' another")


def _result(place: BuildPlace, result: Number, context: Context, *, several: bool) -> None:
    """Note what the result cannot be calculated from."""
    if context.alone and not several:
        place.add(("result",), "'result' is calculated from a throw; this check makes none")
    if result.own_rolls():
        place.add(("result",), "dice in a formula belong to an outcome's own 'result'")
    known = known_words(context)
    for word in sorted(result.names() - result.own_rolls().keys() - {*known}):
        place.unknown(("result",), "parameter or reading", word, known)


def _number_or_name(
    place: BuildPlace, found: FoundKeys, key: str, takes: tuple[Parameter, ...]
) -> None:
    """Note a number of times that is none."""
    value, numbers = found.get(key), [each.name for each in takes if not each.choices]
    if isinstance(value, str) and value not in numbers:
        place.unknown((key,), "parameter of numbers", value, numbers)
    if isinstance(value, int) and not 1 <= value <= MOST_TIMES:
        place.add((key,), f"{value:,} times; it should be 1 to {MOST_TIMES:,}")


def _tried(
    place: BuildPlace,
    found: FoundKeys,
    checks: Mapping[str, FoundKeys],
    takes: tuple[Parameter, ...],
) -> None:
    """Note what does not fit between a check that is tried and the one that tries it."""
    if found["tries"] not in checks:
        place.unknown(("tries",), "check", found["tries"], checks)
    if ("best" in found) == ("worst" in found):
        place.add(("tries",), "say which of how many tries to keep: best = 2, or worst = 2")
    for key in ("best", "worst"):
        _number_or_name(place, found, key, takes)
    if "outcomes" in found:
        message = f"a check that tries '{found['tries']}' has its outcomes; write yours there"
        place.add(("outcomes",), message)


def _repeated(
    place: BuildPlace,
    found: FoundKeys,
    checks: Mapping[str, FoundKeys],
    takes: tuple[Parameter, ...],
    context: Context,
) -> dict[str, Any]:
    """The repeated check and its end; notes the words that do not fit."""
    call = found["repeats"]
    repeated = checks.get(call.check) if isinstance(call, Call) else None
    if repeated is None:
        name = call.check if isinstance(call, Call) else call.text
        place.unknown(("repeats",), "check", name, checks)
        return {"repeats": ""}
    _number_or_name(place, found, "times", takes)
    outcomes = checks.get(repeated.get("tries", ""), repeated).get("outcomes") or ()
    if isinstance(outcomes, str):
        ladder = place.game.ladders.get(outcomes)
        outcomes = ladder.names if ladder else found.get("slots", ())
    own = {"repeats": call.check, "repeated": call if call.args else None}
    handed = repeated.get("takes", {})
    by_slots = "slots" in found or not {"changes", "ends", "times"} & found.keys()
    if not by_slots:
        return {**own, **_steered(place, found, takes, outcomes, context)}
    if "slots" not in found:
        place.add((), "'repeats' needs 'slots', the outcomes that fill one each")
    if len(found.get("slots", ())) > MOST_SLOTS:
        place.add(("slots",), f"{len(found['slots'])} slots; the most is {MOST_SLOTS}")
    if not outcomes:
        message = f"'{call.check}' names no outcomes to fill slots with"
        place.add(("repeats",), message)
    else:
        among(found.get("slots", ()), outcomes, (*place.at, "slots"), place.problems)
    for word in ("changes", "times"):
        if word in found:
            place.add((word,), f"'{word}' and 'slots' are two ways to repeat; keep one")
    if found.get("ends", BEYOND) not in (FULL, BEYOND):
        message = 'with slots, write "full" (when the last slot is filled) or "beyond" (when an '
        place.add(("ends",), f"{message}outcome finds none left)")
    for parameter in takes if not call.args else ():
        if parameter.name not in handed:
            at = ("takes", parameter.name)
            place.unknown(at, f"parameter of '{call.check}'", parameter.name, handed)
    return {**own, "full": found.get("ends") == FULL}


def _steered(
    place: BuildPlace,
    found: FoundKeys,
    takes: tuple[Parameter, ...],
    outcomes: Any,
    context: Context,
) -> dict[str, Any]:
    """The changes that the outcomes of each repetition make, and the condition that ends it."""
    if not {"ends", "times"} & found.keys() and not any(each.choices for each in takes):
        place.add((), "a repetition needs 'ends', a condition, or 'times', the most it takes")
    changes = found.get("changes", {})
    among(changes, outcomes, (*place.at, "changes"), place.problems)
    known = {each.name: each for each in takes}
    after: dict[str, tuple[tuple[str, Any], ...]] = {}
    for outcome, changed in changes.items():
        made = []
        for name, value in changed.items():
            at = ("changes", outcome, name)
            if name not in known:
                place.unknown(at, "parameter", name, known)
            elif isinstance(value, str) and not known[name].choices:
                made.append((name, _changing(place, at, value, name, context)))
                continue
            elif isinstance(value, str) and known[name].choice(value) is None:
                place.unknown(at, "choice", value, [one.name for one in known[name].choices])
            made.append((name, value))
        after[outcome] = tuple(made)
    ends = found.get("ends")
    return {
        "after": after,
        "ends": None if ends is None else condition_of(place, ("ends",), _last(ends), context),
        "times": found.get("times", 0),
    }


def _changing(
    place: BuildPlace, at: tuple[str, ...], written: str, name: str, context: Context
) -> Number | None:
    """The number that a parameter becomes after an outcome."""
    if written.strip()[:1] in ("-", "+", "−"):
        taken = f"{name} {written.strip()[0]} {written.strip()[1:].strip()}"
        place.add(at, f"a text replaces '{name}'; to change it by so much, write '{taken}'")
        return None
    number: Number | None = place.problems.attempt((*place.at, *at), partial(parse_number, written))
    if number is None:
        return None
    known = (*context.names, VALUE)
    if number.own_rolls():
        place.add(at, "dice in a formula belong to an outcome's own 'result'")
    for word in sorted(number.names() - number.own_rolls().keys() - {*known}):
        place.unknown(at, "parameter", word, known)
    return number


def _last(written: str) -> str:
    """A condition in which "is Dead" alone asks for the last outcome."""
    return f"outcome {written}" if written.strip().casefold().startswith("is ") else written


def _base_ladder(game: Game, found: FoundKeys, checks: Mapping[str, FoundKeys]) -> Ladder | None:
    """The ladder whose names the conditions of this check may ask for."""
    here: FoundKeys | None = found
    seen: list[FoundKeys] = []
    while here is not None and here not in seen:
        seen.append(here)
        if isinstance(here.get("outcomes"), str):
            return game.ladders.get(here["outcomes"])
        here = checks.get(here.get("like", ""))
    return None


def _notation(place: BuildPlace, check: Check) -> None:
    known = [parameter.name for parameter in check.takes]
    for word in _BRACES.findall(check.notation):
        if word not in known:
            place.unknown(("notation",), "parameter", word, known)
    if re.search(r"[{}]", _BRACES.sub("", check.notation)):
        place.add(("notation",), 'a bracket has no partner; write "{quality}{dice}"')


def _counts(check: Check) -> bool:
    """True where the roll can count successes."""
    changes = [check.roll] + [
        change
        for parameter in check.takes
        for change in (parameter.each, parameter.first, *[c.change for c in parameter.choices])
    ]
    counting = any(_is_counting(key, value) for each in changes for key, value in each)
    return counting or bool(check.versus)


def _is_counting(key: str, value: Any) -> bool:
    """True where a key of the roll counts successes; faces that count what they show add up."""
    if key == "worth":
        return any(count not in (FACE, 0) for _, count in value)
    return key in ("success", "failure")


def _labelled(place: BuildPlace, own: Mapping[str, Any], known: Sequence[str]) -> None:
    """Note labels for something that is neither a side nor a group of the check."""
    among(own.get("labels", {}), known, (*place.at, "labels"), place.problems)
