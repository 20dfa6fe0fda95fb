"""Random rules files over the whole vocabulary, against a count of every roll."""

import random
from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError, load
from sphinxext.rulebook.rules.explain.game import explain

from .counting import Cases, Counted, NotHere, Way, faces_of
from .writing import Writer, written

MOST_ROLLS = 1_500  # of one file that are all counted
JUDGED = 12  # of them that are judged, too


def asked(writer: Writer) -> str:
    """The question for the check with its arguments."""
    given = ", ".join(f"{name}={value}" for name, value in writer.args.items())
    return f"x({given})" if given else "x"


def too_large(counted: Counted) -> bool:
    """True where there are more rolls than one file is worth."""
    sides = [len(faces_of(counted.game, kind)) for kind in counted.kinds]
    again = sum(key in counted.roll for key in ("again", "reroll")) + bool(counted.roll["rerolls"])
    return bool(prod(sides) * 2 ** (again * len(sides)) > MOST_ROLLS)


def dice_of(counted: Counted, way: Way) -> str:
    """The dice of one way, as a worked example writes them."""

    def face(i: int, place: int) -> int:
        kind = counted.kinds[i]
        return place + 1 if kind == "rune" else counted.faces[kind][place].number

    first = " ".join(str(face(i, place)) for i, place in enumerate(way.first))
    if not way.after:
        return first
    # Which die each further throw is of is known only to the roll; here all are of one kind.
    return f"{first}; {' '.join(str(face(0, place)) for place in way.after)}"


def agrees(seed: int, folder: Path, rare: Collection[str] = ()) -> set[str]:
    """The words of a file on which the engine and the count agree."""
    writer = Writer(seed, rare)
    check = writer.check()
    writer.game["check"]["x"] = check
    text = written(writer.game)
    counted = Counted(writer.game, check, writer.args)
    if too_large(counted):
        return set()
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    rules = load(path)
    question = asked(writer)
    try:
        ways = list(counted.ways())
        read = [counted.read(way.dice) for way in ways]
    except NotHere as error:
        with pytest.raises(RulesError, match=str(error)):
            rules.ask(question).as_json()
        return set()
    cases: Cases = {}
    for way, shown in zip(ways, read, strict=True):
        case = shown.outcome, shown.value
        cases[case] = cases.get(case, Fraction(0)) + way.chance
    try:
        assert rules.ask(question).as_json()
    except RulesError as error:
        if "counts nothing here" in str(error):
            return set()  # a die of its own that no success can show
        if "'keep' keeps is open" in str(error):
            assert counted.leaves_open(ways), text
            return set()
        raise
    held_against(rules, question, cases, text)
    if len(set(counted.kinds)) == 1 or all(not way.after for way in ways):
        chance = random.Random(seed)  # the same rolls for the same seed
        for i in chance.sample(range(len(ways)), min(JUDGED, len(ways))):
            judged = rules.judge(f"{question} on {dice_of(counted, ways[i])}")
            shown = read[i]
            assert (judged.value, judged.outcome) == (shown.value, shown.outcome), text
            if counted.counts:
                assert judged.successes == shown.successes, text
                assert judged.failures == shown.failures, text
    told(rules, check, text)
    return writer.used


def held_against(rules: Rules, question: str, cases: Cases, text: str) -> None:
    """Every number and every outcome has its chance."""
    numbers: dict[int, Fraction] = {}
    outcomes: dict[str | None, Fraction] = {}
    for (name, value), chance in [(case, c) for case, c in cases.items() if c]:
        numbers[value] = numbers.get(value, Fraction(0)) + chance
        outcomes[name] = outcomes.get(name, Fraction(0)) + chance
    answer = rules.ask(question)
    assert {k: c for k, c in answer.counts.items() if c} == numbers, text
    if answer.outcomes is not None:
        assert {k: c for k, c in answer.outcomes.items() if c} == outcomes, text
    mean = sum((value * chance for value, chance in numbers.items()), Fraction(0))
    assert rules.ask(f"{question} mean").value == mean, text
    half, below = None, Fraction(0)
    for value in sorted(numbers):
        below += numbers[value]
        if half is None and below >= Fraction(1, 2):
            half = value
    assert rules.ask(f"{question} median").value == half, text


def told(rules: Rules, check: dict[str, Any], text: str) -> None:
    """explain tells every part of the rules, each in its own words."""
    said = explain(rules.game())
    roll = check["roll"]
    parts = {
        "success": "is a success",
        "failure": "takes one success away",
        "again": "is rolled again, once",
        "reroll": "is thrown once more, and the second throw counts",
        "rerolls": "rolled again, once, and the better result counts",
        "keep": "count",
        "ties": "of dice that show the same",
        "add": "to the result",
        "times": f"the dice count {roll.get('times')}-fold",
    }
    for word, sentence in parts.items():
        if word in roll:
            assert sentence.casefold() in said.casefold(), (word, text)
    for name, rule in check.get("readings", {}).items():
        line = next(line for line in said.splitlines() if f"read for {name}:" in line)
        if " + " in line or "count(1)" in line:  # a formula is as the file writes it
            continue
        scope = rule.get("among") if isinstance(rule, dict) and "keep" in roll else None
        assert ("that count" in line) == (scope == "kept"), text
        assert ("do not count" in line) == (scope == "dropped"), text
        if isinstance(rule, dict) and "again" in roll and rule.get("is", "sum") == "sum":
            assert ("every throw" in line) == (rule.get("throws") == "every"), text
    for name in check.get("outcomes", {}):
        assert f"- {name}: " in said or f"- {name}, before" in said, text
    for name in check.get("takes", {}):
        assert f"- {name}: " in said or f"- {name}, before" in said, text


@pytest.mark.parametrize("start", range(0, 160, 40))
def test_a_sample_of_files(start: int, tmp_path: Path) -> None:
    used: Counter[str] = Counter()
    for seed in range(start, start + 40):
        used.update(agrees(seed, tmp_path))
    assert used


PARTS = 10
EACH_WORD = 500  # files, all parts together


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_each_word_in_its_share_of_five_hundred_files(part: int, tmp_path: Path) -> None:
    used: Counter[str] = Counter()
    seed = first = 10_000 * (part + 1)
    while seed < first + 100 or min(used.values()) < EACH_WORD // PARTS:
        rare = {word for word, many in used.items() if many < EACH_WORD // PARTS}
        used.update(agrees(seed, tmp_path, rare if seed >= first + 100 else ()))
        seed += 1
        assert seed < first + 10_000, used
