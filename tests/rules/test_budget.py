"""Every question is answered or refused within its budget.

The everyday tests count calls; the slow ones hold processes to a second and 300 megabytes.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.dice.budget import EACH
from sphinxext.rulebook.rules import Rules, RulesError, count_work, load, load_game
from tests.support.limits import Ended, Verdict, alone
from tests.support.work import TooManyCallsError, calls

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")
MANY = int(os.environ.get("QUESTIONS", "10000"))
SAMPLE = 150
CALLS = 5_000_000

COUNTS = (1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 5000, 10_000)
SIDES = ("d2", "d4", "d6", "d6", "d6", "d8", "d10", "d12", "d20", "d%", "d66", "d1000", "dF")
EVENTS = ("", "", "", " mean", " median", " >= {}", " >= {}", " = {}", " <= {}", " != {}")
NUMBERS = (-100_000, -100, -5, 0, 1, 2, 3, 5, 7, 10, 15, 20, 40, 100, 1000, 10_000, 99_999)
FACES = ("top", "1", "6", "5+", "2+", "2-4", "1, 6", "1", "top once", "2+ once")
WORDS = ("highest", "lowest", "same", "pairs", "row", "natural", "successes", "failures", "marks")


class Dealer:
    """Makes up rules and questions that an author could write, some of them out of all reason."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)

    def number(self) -> int:
        return self.pick.choice(NUMBERS)

    def event(self) -> str:
        return self.pick.choice(EVENTS).format(self.number())

    def term(self) -> str:
        count, die = self.pick.choice(COUNTS), self.pick.choice(SIDES)
        text = f"{count}{die}" + ("!" if self.pick.random() < 0.3 else "")
        if self.pick.random() < 0.3:
            text += self.pick.choice(("kh", "kl")) + str(min(count, self.pick.choice(COUNTS)))
        return text + (f"*{self.pick.randint(2, 12)}" if self.pick.random() < 0.1 else "")

    def dice(self) -> str:
        terms = [self.term() for _ in range(self.pick.choice((1, 1, 1, 2, 2, 3)))]
        return "".join(self.pick.choice("+-") + term for term in terms).lstrip("+-")

    def changes(self) -> str:
        pick = self.pick
        found: dict[str, object] = {
            pick.choice(SIDES): pick.choice(COUNTS) for _ in range(pick.choice((1, 1, 1, 2, 3)))
        }
        words: dict[str, Callable[[], object]] = {
            "success": lambda: f'"{pick.choice(FACES[:7])}"',
            "failure": lambda: '"1"',
            "again": lambda: f'"{pick.choice(FACES)}"',
            "reroll": lambda: f'"{pick.choice(FACES[:7])}"',
            "keep": lambda: f'"{pick.choice(("highest", "lowest"))} {pick.choice(COUNTS[:14])}"',
            "rerolls": lambda: pick.choice(COUNTS[:12]),
            "widen": lambda: pick.randint(0, 3),
            "times": lambda: pick.randint(-2, 4),
            "add": lambda: pick.randint(-20, 20),
        }
        for word in pick.sample(sorted(words), pick.choice((0, 1, 1, 2, 3))):
            found[word] = words[word]()
        return "{ " + ", ".join(f'"{key}" = {value}' for key, value in found.items()) + " }"

    def check(self, name: str, known: list[str]) -> str:
        pick = self.pick
        lines = [f"[check.{name}]"]
        if known and pick.random() < 0.1:
            return "\n".join([*lines, 'versus = ["first", "second"]'])
        lines.append(f"roll = {self.changes()}")
        for word in ("x", "y")[: pick.choice((0, 1, 1, 2))]:
            rolled = f', rolls = "{pick.choice(known)}"' if known and pick.random() < 0.4 else ""
            change = pick.choice((self.changes(), "{ add = 1 }", "{ d6 = 1 }", "{ d20 = 3 }"))
            lines.append(f"takes.{word} = {{ least = -10, each = {change}{rolled} }}")
        if pick.random() < 0.5:
            lines.append('readings.marks = "1-2"')
            word, other = pick.sample(WORDS, 2)
            lines.append(
                f'outcomes = {{ A = "{word} >= {pick.randint(0, 4)}", '
                f'B = "{other} >= {pick.randint(0, 4)} and >= {pick.randint(0, 9)}", '
                'C = "otherwise" }'
            )
            if pick.random() < 0.2:
                lines += [f"[check.{name}s]", f'repeats = "{name}"', 'slots = ["A", "B"]']
        elif pick.random() < 0.2:
            lines.append('result = "value * 2 - highest"')
        return "\n".join(lines)

    def rules(self) -> tuple[str, str]:
        """A rules file, and a question to it."""
        names = ["one", "two", "three"][: self.pick.choice((1, 2, 3))]
        checks = [self.check(name, names[:i]) for i, name in enumerate(names)]
        asked = self.pick.choice(names)
        args = ", ".join(str(self.pick.choice(COUNTS)) for _ in range(self.pick.choice((0, 1, 2))))
        sides = f"{self.pick.choice(names)}, {self.pick.choice((self.dice(), names[0]))}"
        call = f"{asked}({self.pick.choice((args, args, sides))})"
        return "\n\n".join(checks), self.pick.choice((call, call, f"{asked}s")) + self.event()


def answered(rules: Rules, question: str) -> str | None:
    """All that an answer has, or the line that refuses it."""
    try:
        rules.ask(question).as_json()
    except RulesError as error:
        return str(error)
    return None


def counted(ask: Callable[[], str | None]) -> Ended:
    """The end of a question that is asked here, within so many calls."""
    said: list[str | None] = []
    try:
        calls(lambda: said.append(ask()), CALLS)
    except TooManyCallsError:
        return Ended(Verdict.SLOW, "", 0, 0)
    except Exception:  # whatever it is, the test shall show it
        return Ended(Verdict.BROKEN, traceback.format_exc(), 0, 0)
    return Ended(Verdict.REFUSED if said[0] else Verdict.ANSWERED, said[0] or "", 0, 0)


def asked(seed: int, end: Callable[[Callable[[], str | None]], Ended]) -> tuple[str, Ended]:
    """Asks the seed's question, and says how it ends."""
    dealer = Dealer(seed)
    if seed % 2:
        question = dealer.dice() + dealer.event()
        return question, end(lambda: answered(Rules({}), question))
    text, question = dealer.rules()

    def ask() -> str | None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rules.toml"
            path.write_text(text, encoding="utf-8")
            try:
                rules = load(path)
            except RulesError as error:
                return str(error)
            return answered(rules, question)

    return f"{text}\n\n{question}", end(ask)


def unruly(seeds: range, ended: Callable[[Callable[[], str | None]], Ended] = counted) -> list[str]:
    """Questions that ended in any other way than with an answer or a line."""
    import icepool  # noqa: F401  (what a question may need is loaded before its work counts)

    found = []
    for seed in seeds:
        question, end = asked(seed, ended)
        if end.verdict not in (Verdict.ANSWERED, Verdict.REFUSED) or "\n" in end.said:
            cost = f"{end.seconds:.2f} s, {end.megabytes} MB"
            found.append(f"seed {seed}: {end.verdict}, {cost}\n{question}\n{end.said[-900:]}")
    return found


def test_some_random_questions_keep_within_bounds() -> None:
    assert not (found := unruly(range(SAMPLE))), "\n\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_random_questions_keep_within_bounds(part: int) -> None:
    found = unruly(range(part * MANY // 10, (part + 1) * MANY // 10), alone)
    assert not found, "\n\n".join(found)


HANGS = {
    "20d6!-d6! >= -100000": "a margin of 21 dice that roll again on two sides is too much",
    "d100! >= 99999": "this roll is summed exactly for results up to",
    "d6!-d6! = 100000": "a margin of 2 dice that roll again on two sides is too much",
    "500d12kl4+200d12!-10d2! >= 100": "a margin of 210 dice that roll again on two sides is too",
    "50d4+200d10-50d1000!*11 = -5": "too many kinds of dice in one roll to sum them exactly",
}


@pytest.mark.parametrize("question", HANGS)
def test_a_question_out_of_reach_says_what_would_be_within_it(question: str) -> None:
    end = counted(lambda: answered(Rules({}), question))
    assert end.verdict is Verdict.REFUSED
    assert end.said.startswith(HANGS[question])
    assert end.said.endswith("('effort' in the rules file allows more)")


def test_a_book_can_allow_more(stated: Any, refused: Any) -> None:
    check = "[check.a]\nroll = { d10 = 30, again = 'top', keep = 'highest 8' }\n"
    assert "'effort' in the rules file allows more" in refused(stated(check), "a >= 200")
    assert stated(f"effort = 60\n{check}").ask("a >= 200").probability is not None


POOL = """\
[check.pool]
roll = { success = "5+" }
takes.dice = { each = { d6 = 1 }, required = true }
[check.clash]
versus = ["a", "b"]
outcomes = { Lost = "< 0", Draw = "= 0", Won = "> 0" }
[check.war]
repeats = "clash(pool(mine), pool(yours))"
takes = { mine = { required = true }, yours = { required = true } }
changes = { Won = { yours = -1 }, Lost = { mine = -1 } }
ends = "mine = 0 or yours = 0"
outcomes = { Defeat = "mine = 0", Victory = "yours = 0" }
"""
ENDLESS = {
    "any": "roll = { d6 = 10, keep = 'highest 1' }\ncontinues = 'highest = lowest'",
    "few": "roll = { d6 = 24, success = '4+' }\ncontinues = '< 5'",
    "many": "roll = { d6 = 200, success = '4+' }\ncontinues = '< 90'",
    "long": "roll = { d100 = 20 }\ncontinues = { when = '> 500', times = 30 }",
    "doubles": "roll = { d6 = 12 }\ncontinues = { when = 'same >= 3', then = 'double' }",
    "two": (
        "roll = { d20 = 1 }\ntakes.x = { each = { d6 = 1 }, rolls = '2d20' }\n"
        "takes.y = { each = { d8 = 1 }, rolls = 'd100' }\n"
        "outcomes = { A = '> 50', B = 'otherwise' }"
    ),
    "best": "roll = { d6 = 5, again = 'top', keep = 'highest 3' }",
    "adds": (
        "repeats = 'step'\ntakes = { x = {}, y = {} }\nchanges.A.x = 'x * 2 + value'\n"
        "changes.A.y = 'y + x'\nends = 'x > 10 and y < 0'"
    ),
    "walk": (
        "repeats = 'coin'\ntakes.x = { default = 10, most = 200 }\nchanges.A.x = 1\n"
        "changes.B.x = -1\nends = 'x = 0'"
    ),
    "slow": ("repeats = 'step'\ntimes = 60\ntakes.x = {}\nchanges.A.x = 'x + value'\nresult = 'x'"),
    "square": (
        "repeats = 'step'\ntimes = 1000\ntakes.x = { default = 7 }\nchanges.A.x = 'x * x'\n"
        "result = 'x'"
    ),
    "hundred": "roll = { d100 = 3 }\ncontinues = { when = '> 3', times = 100 }",
    "step": "roll = { d6 = 5 }\noutcomes.A = '>= 1'",
    "coin": "roll = { d6 = 1 }\noutcomes = { A = '>= 2', B = 'otherwise' }",
    "duel": "versus = ['one', 'two']",
    "beats": (
        "roll = { d10 = 1 }\ntakes = { a = { each = { red = 1 } }, b = { each = { blue = 1 } } }\n"
        "readings.hits = { is = 'beats', of = 'red', against = 'blue' }\n"
        "outcomes = { A = 'hits >= 3', B = 'otherwise' }"
    ),
}
DICE = "".join(
    f"[die.{name}]\nfaces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n" for name in ("red", "blue")
)
ASKED = (
    *(name for name in ENDLESS if name not in ("duel", "beats")),
    "duel(best, best)", "beats(7, 7)", "beats(30, 30)", "war(20, 20)", "war(200, 200) is Defeat",
)  # fmt: skip


@pytest.mark.parametrize("asked", ASKED)
def test_whatever_goes_on_is_charged_as_it_grows(
    stated: Any, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sphinxext.rulebook.dice.budget.EACH", EACH // 10)  # to be sooner done
    checks = "".join(f"[check.{name}]\n{text}\n" for name, text in ENDLESS.items())
    rules = stated(DICE + checks + POOL)
    with count_work() as work:
        made = calls(lambda: answered(rules, asked))
    assert work.steps <= 2 * EACH // 10  # to be answered, and to be printed
    assert made <= CALLS // 8, work.steps


def test_long_fractions_of_a_repetition_are_charged(stated: Any, refused: Any) -> None:
    rules = stated(
        "[check.hazard]\nroll = { d6 = 3 }\noutcomes = { Grave = '<= 3', Bad = 'otherwise' }\n"
        "[check.lasting]\nrepeats = 'hazard'\nslots = ['Grave']\n"
    )
    assert "too long to list" in refused(rules, "lasting")
    assert rules.ask("lasting mean").value == 432


@pytest.mark.parametrize(
    "question", ["any", "few", "any mean", "duel(best, best)", "duel(best, best) median"]
)
def test_what_has_a_short_form_is_answered(stated: Any, question: str) -> None:
    rules = stated("".join(f"[check.{name}]\n{text}\n" for name, text in ENDLESS.items()) + DICE)
    assert answered(rules, question) is None


def test_work_is_counted_in_steps_that_no_machine_changes() -> None:
    counted = []
    for _ in range(2):
        rules = load_game("uwr")
        with count_work() as work:
            rules.ask("direct(400, rerolls=200) >= 200")
            rules.ask("direct(400, rerolls=200) mean")
        counted.append((work.questions, work.steps))
        with count_work() as again:
            rules.ask("direct(400, rerolls=200) mean")
        assert (again.questions, again.steps) == (0, 0)
    assert counted[0] == counted[1]
    assert counted[0][0] == 2
    assert 1_000_000 < counted[0][1] < 500_000_000


def test_many_small_pools_of_kept_dice_cost_what_they_take(stated: Any) -> None:
    rules = stated("""\
[check.skill]
roll = { d20 = 5 }
[check.test]
roll = { d6 = 1, keep = "highest 3" }
takes.dice = { each = { d6 = 1 }, rolls = "skill" }
takes.help = { each = { widen = 1, d8 = 1 }, rolls = "skill" }
""")
    end = counted(lambda: answered(rules, "test"))
    assert end.verdict is Verdict.REFUSED, end
    assert end.said.endswith("('effort' in the rules file allows more)")


def test_symbol_dice_whose_signs_give_many_cells_are_refused_in_time(stated: Any) -> None:
    rules = stated("""\
[die.boost]
faces = [{}, {}, { hit = 1 }, { hit = 1, boon = 1 }, { boon = 2 }, { boon = 1 }]
[die.setback]
faces = [{}, {}, { miss = 1 }, { miss = 1 }, { bane = 1 }, { bane = 1 }]
[check.act]
roll = { boost = 0 }
result = "hit - miss"
takes.boost = { each = { boost = 1 } }
takes.setback = { each = { setback = 1 } }
outcomes = { Yes = ">= 1 and boon >= 1", But = ">= 1", No = "otherwise" }
""")
    assert answered(rules, "act(12, 12) is Yes") is None
    end = counted(lambda: answered(rules, "act(30, 30) is Yes"))
    assert end.verdict is Verdict.REFUSED, end
    assert "60 dice are too many for outcomes that read 'boon', 'hit' and 'miss' too" in end.said
