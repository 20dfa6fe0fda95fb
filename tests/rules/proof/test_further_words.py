"""Random rules files with the words for sizes, shared throws, sets, pushes and endless dice."""

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from . import throwing
from .counting import Cases, Counted, Shown, holds, outcome, reckon
from .playing import added
from .set_words import cancelled, set_word
from .test_checks_of_checks import OPS, Played
from .test_every_roll import held_against


def condition(played: Played, words: list[str]) -> str:
    """A comparison of one of the words."""
    word = played.pick(*words)
    left = "" if word == "value" else f"{word} "
    return f"{left}{played.pick(*OPS)} {played.pick(0, 1, 2, 3, 5)}"


def outcomes(played: Played, words: list[str]) -> dict[str, str]:
    return {"One": condition(played, words), "Two": condition(played, words), "X": "otherwise"}


def completed(value: Any, args: dict[str, Any]) -> Any:
    """The check with every name in braces as it is."""
    if isinstance(value, dict):
        return {completed(k, args): completed(v, args) for k, v in value.items()}
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda match: str(args[match[1]]), value)
    return value


def sizes(played: Played) -> set[str]:
    """Dice of a size or kind that is given, halves, defaults, no dice."""
    used = {"die size", "half", "default", "none"}
    kind = played.pick("d{size}", "{kind}")
    used.add("die kind" if kind == "{kind}" else "die size")
    takes: dict[str, Any] = {
        "size": {"least": 2, "most": 6},
        "kind": {"choices": {"d3": {}, "d4": {}, "d6": {}}},
        "dice": {"each": {kind: 1}},
        "more": {"each": {"add": 2}, "half": {"add": 1}},
        "spare": {
            "default": played.pick("max(1, dice - 1)", "size - dice", "down((dice + 4) / 2)")
        },
    }
    roll: dict[str, Any] = {"none": {"d3": 2, "add": 1}}
    if played.pick(True, False):
        roll["keep"] = f"highest kept of {kind}"
        takes["kept"] = {"least": 1, "default": 1}
        used.add("keep by parameter")
    if played.pick(True, False):
        roll["success"] = played.pick(f"3+ of {kind}", "2+", {kind: "2-3"})
        roll["none"]["success"] = played.pick("2+", "spare+", "1-spare")
        takes["more"] = {"each": {"successes": 2}, "half": {"successes": 1}}
        used.add("none with a parameter")
    words = ["value", "natural", "highest", "spare", "threes"]
    check = {
        "roll": roll,
        "takes": takes,
        "readings": {"threes": {"faces": "3", "of": kind}},
        "outcomes": outcomes(played, words),
    }
    args: dict[str, Any] = {
        "size": played.pick(2, 3, 4, 6),
        "kind": played.pick("d3", "d4", "d6"),
        "dice": played.pick(0, 1, 2, 2, 3),
        "more": played.pick(0, 1, Fraction(1, 2), Fraction(3, 2)),
    }
    said = ", ".join(f"{k}={float(v) if isinstance(v, Fraction) else v}" for k, v in args.items())
    rules, text = played.load(check)
    args["spare"] = reckon(str(takes["spare"]["default"]), args)
    if args["spare"] < 0:
        return set()
    if "kept" in takes:
        args["kept"] = 1
    whole, more = completed(check, args), args.pop("more")
    whole["takes"] = {k: v for k, v in whole["takes"].items() if k != "more"}
    whole["takes"]["kind"] = {"choices": {args["kind"]: {}}}
    counted = Counted(played.game, whole, args)
    counted.roll["add"] += int(more // 1) * 2 + (more % 1 > 0)
    held_against(rules, f"y({said})", counted.cases(), text)
    return used


def decided(played: Played) -> set[str]:
    """Parameters that are rolled, several of them by one throw."""
    inner = {
        "roll": {"d4": 1, "d3": 1, "add": played.pick(0, 1)},
        "readings": {"low": "1-2"},
        "outcomes": {"Bad": condition(played, ["value", "same", "low"]), "Good": "otherwise"},
    }
    read = played.pick("low", "highest", "value - 2 * low", "natural", "same + low")
    if read == "natural":  # of dice of several kinds it is refused
        inner["roll"] = {"d4": 2, "add": 1}
    last = played.pick("value", "lowest")

    def of_throw(words: str) -> str:
        return re.sub(r"[a-z]+", lambda word: f"w.{word[0]}", words).replace("w.value", "w")

    check = {
        "roll": {"d3": 1},
        "takes": {
            "w": {"default": "blow", "least": -9},
            "a": {"default": of_throw(read), "each": {"add": 1}, "least": -9},
            "b": {"default": "w", "choices": {"Bad": {"add": 1}, "Good": {"d2": 1}}},
            "c": {"default": of_throw(last), "least": -9},
            "d": played.pick(
                {"default": "d2", "each": {"d2": 1}}, {"default": "blow", "each": {"add": 1}}
            ),
        },
        "outcomes": outcomes(played, ["value", "a", "c", "a - c"]),
    }
    played.game["check"]["blow"] = inner
    blow = Counted(played.game, inner, {})
    together = []
    for way in blow.ways():
        known = blow.known(way.dice)
        args = reckon(read, known), outcome(inner, known), known[last]
        together.append((args, way.chance))
    alone: dict[int, Fraction] = {1: Fraction(1, 2), 2: Fraction(1, 2)}
    if check["takes"]["d"]["default"] == "blow":
        alone = added([(blow.read(way.dice).value, way.chance) for way in blow.ways()])
    cases: list[tuple[Any, Fraction]] = []
    for (args, p), (d, q) in product(added(together).items(), alone.items()):
        values = {"w": 0, "a": args[0], "b": args[1], "c": args[2], "d": d}
        own = Counted(played.game, check, values).cases()
        cases += [(case, p * q * chance) for case, chance in own.items()]
    rules, text = played.load(check)
    held_against(rules, "y", added(cases), text)
    return {"rolls", "outcome of a throw", "word of a throw"}


def going_on(played: Played) -> set[str]:
    """A throw that goes on."""
    then, times = played.pick("add", "replace", "double"), played.pick(1, 2)
    words = ["value", "marks", "highest", "continued", "value", "skill"]
    other = played.pick("d2", "d3", "d4")
    natural = ["natural"] if other == "d3" else []
    if then == "add":
        words += natural
    check = {
        "roll": {"d3": 1 + (other == "d3"), "add": played.pick(0, 2)}
        | ({} if other == "d3" else {other: 1}),
        "takes": {"skill": {"default": 2}},
        "readings": {"marks": played.pick("1", "3+", "even")},
        "continues": {
            "when": condition(played, ["value", "same", "marks", *natural, "skill - lowest"]),
            "then": then,
            "times": times,
        },
        "outcomes": outcomes(played, words),
    }
    if played.pick(True, False):
        check["result"] = played.pick("value + 2 * marks", "max(0, value - highest)")
    rules, text = played.load(check)
    thrown = throwing.Thrown(played.game, check, {"skill": 2})
    held_against(rules, "y", throwing.going_on(thrown, times), text)
    return {f"continues, {then}"}


def a_pool(played: Played) -> dict[str, Any]:
    roll: dict[str, Any] = {"d3": played.pick(1, 2)}
    roll |= {"d4": 1} if played.pick(True, False) else {"d3": 3}
    if played.pick(True, False):
        roll |= {"success": played.pick("3+", "2-3"), "failure": "1"}
    if played.pick(True, False):
        roll["successes" if "success" in roll else "add"] = 1
    return roll


def natural_of(roll: dict[str, Any]) -> list[str]:
    return [] if "d4" in roll else ["natural"]


def pushed(played: Played) -> set[str]:
    """Dice that are thrown again."""
    roll = a_pool(played)
    words = ["value", "marks", "highest", "pushed", "same", *natural_of(roll)]
    check: dict[str, Any] = {
        "roll": roll,
        "readings": {"marks": played.pick("1", "3+")},
        "push": {"faces": played.pick("1", "1-2", "2+", {"d3": "1-2"}), "times": played.pick(1, 2)},
        "outcomes": outcomes(played, words),
    }
    if played.pick(True, False):
        check["push"]["when"] = played.pick("is One", "< 4", "marks >= 1", "is Two")
    rules, text = played.load(check)
    held_against(rules, "y", throwing.pushed(throwing.Thrown(played.game, check, {})), text)
    return {"push"}


def chosen(played: Played) -> set[str]:
    """Dice that a player throws again, or keeps."""
    word, keeps = played.pick("best", "worst"), played.pick(True, False)
    roll = a_pool(played)
    event = condition(played, ["value", "marks", "same", *natural_of(roll)])
    check: dict[str, Any] = {
        "roll": roll,
        "readings": {"marks": {"faces": played.pick("1", "3+")}},
        "choose": f"{word} for {event}",
    }
    if keeps:
        check["roll"]["keep"] = "best 2"
        check["readings"]["marks"]["among"] = "kept"
    else:
        check["push"] = {"faces": played.pick("1-4", "1-2"), "times": played.pick(1, 2)}
    rules, text = played.load(check)
    thrown = throwing.Thrown(played.game, check, {})
    if keeps:
        thrown.counted.roll.pop("keep")
        wanted = throwing.kept_best(thrown, 2, event, best=word == "best")
    else:
        wanted = throwing.chosen(thrown, event, best=word == "best")
    assert rules.ask(f"y {event if event[0] not in '<>=!' else 'value ' + event}").probability == (
        wanted
    ), text
    return {f"choose {word}", "keep best" if keeps else "choose and push"}


def sets(played: Played) -> set[str]:
    """Sets of equal faces, groups, and dice held against others."""
    rules_for = {
        "sets": {"is": "sets", "size": played.pick(2, 3)},
        "height": {"is": "height", "size": played.pick(1, 2, 3)},
        "width": {"is": "width", "place": played.pick(1, 2)},
        "groups": {"is": "groups", "reach": played.pick(4, 5, 7)},
        "beats": {"is": "beats", "of": "d3", "against": "d4"},
        "ties": {"is": "ties", "of": "d4", "against": "d3"},
    }
    names = [played.pick("sets", "height"), played.pick("width", "groups")]
    names.append(played.pick("beats", "ties"))
    roll: dict[str, Any] = {"d3": played.pick(2, 3), "d4": played.pick(1, 2)}
    readings: dict[str, Any] = {f"its-{name}": dict(rules_for[name]) for name in names}
    if played.pick(True, False):
        roll["keep"] = f"{played.pick('highest', 'lowest')} 3"
        for name in names[:2]:
            readings[f"its-{name}"]["among"] = played.pick("all", "kept", "dropped")
    if played.pick(True, False):
        readings["left"] = {"faces": played.pick("3+", "1"), "of": "d3", "against": "d4"}
    words = [*readings, "value"]
    check = {"roll": roll, "readings": readings, "outcomes": outcomes(played, words)}
    rules, text = played.load(check)
    plain = {**check, "readings": {}}
    counted = Counted(played.game, plain, {})
    cases = []
    for way in counted.ways():
        known = counted.known(way.dice)
        kept = counted.kept(way.dice)
        scopes: dict[str, list[Shown]] = {
            "all": list(way.dice),
            "kept": [way.dice[i] for i in kept],
            "dropped": [one for i, one in enumerate(way.dice) if i not in kept],
        }
        for name, rule in readings.items():
            dice = [(one.kind, one.throws[0] + 1) for one in scopes[rule.get("among", "all")]]
            if "is" in rule:
                known[name] = set_word(rule, dice)
                continue
            left = cancelled(
                [n for kind, n in dice if kind == "d3"], [n for kind, n in dice if kind == "d4"]
            )
            known[name] = sum(n >= 3 if rule["faces"] == "3+" else n == 1 for n in left)
        underlined = {k.replace("-", "_"): v for k, v in known.items()}
        named = {k: v.replace("its-", "its_") for k, v in check["outcomes"].items()}
        cases.append(((outcome({"outcomes": named}, underlined), known["value"]), way.chance))
    held_against(rules, "y", added(cases), text)
    return {*names, *({"cancelled"} if "left" in readings else ())}


def endless(played: Played) -> set[str]:
    """Dice that roll again without end, as far as they are looked at."""
    upto, sides = 8, played.pick(3, 4)
    faces = played.pick({sides}, {sides - 1, sides}, {2})
    many = played.pick(1, 2, 2, 3)
    keep = played.pick("", "highest 1", "lowest 1") if many > 1 else ""
    add = played.pick(0, 1)
    mark = played.pick(1, sides)
    check: dict[str, Any] = {
        "roll": {f"d{sides}": many, "again": ", ".join(map(str, sorted(faces))), "add": add},
        "readings": {"marks": str(mark)},
        "outcomes": outcomes(played, ["value", "marks"]),
    }
    if keep:
        check["roll"]["keep"] = keep
    rules, text = played.load(check)
    die = throwing.endless_die(sides, frozenset(faces), upto + 1)
    thrown: dict[tuple[tuple[int, ...], int], Fraction] = {((), 0): Fraction(1)}
    for _ in range(many):
        thrown = added(
            [
                ((tuple(sorted((*totals, total))), marks + (first == mark)), p * q)
                for (totals, marks), p in thrown.items()
                for (first, total), q in die.items()
            ]
        )
    numbers: Cases = {}
    for (rising, marks), chance in thrown.items():
        totals = rising[::-1] if keep.startswith("highest") else rising
        value = sum(totals[: int(keep[-1])] if keep else totals) + add
        name = next(
            n for n, w in check["outcomes"].items() if holds(w, {"value": value, "marks": marks})
        )
        if value <= upto:
            numbers[name, value] = numbers.get((name, value), Fraction(0)) + chance
    for value in range(many and 1, upto + 1):
        both = {n: numbers.get((n, value), Fraction(0)) for n in check["outcomes"]}
        assert rules.ask(f"y = {value}").probability == sum(both.values()), text
        name = played.pick(*both)
        asked = rules.ask(f"y outcome is {name} and = {value}").probability
        assert asked == both[name], (text, name, value)
    assert sum((rules.ask("y").outcomes or {}).values()) == 1, text
    return {"endless", *({f"endless, {keep}"} if keep else ())}


KINDS: tuple[Callable[[Played], set[str]], ...] = (
    *(sizes, decided, going_on, pushed, chosen, sets, endless),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_files(kind: Callable[[Played], set[str]], tmp_path: Path) -> None:
    used = [kind(Played(seed, tmp_path)) for seed in range(3)]
    assert any(used)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_word_in_five_hundred_files(
    kind: Callable[[Played], set[str]], tmp_path: Path
) -> None:
    used: Counter[str] = Counter()
    seed = 1_000
    while seed < 1_500 or min(used.values()) < 500:
        used.update(kind(Played(seed, tmp_path)))
        seed += 1
        assert seed < 9_000, used
