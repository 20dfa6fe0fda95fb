"""Every question is answered or refused within its budget.

The everyday tests count calls; the slow ones hold processes to a second and 300 megabytes.
"""

import os
import random
import re
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.dice.budget import EACH
from sphinxext.rulebook.rules import Rules, RulesError, count_work, load, load_game
from tests.support.cases import cases_of
from tests.support.limits import Ended, Verdict, alone
from tests.support.work import TooManyCallsError, calls

CASES = cases_of(__file__)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")
MANY = int(os.environ.get("QUESTIONS", "10000"))
SAMPLE = 150
CALLS = 5_000_000

COUNTS = (1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 5000, 10_000)
SIDES = ("d2", "d4", "d6", "d6", "d6", "d8", "d10", "d12", "d20", "d%", "d66", "d1000", "dF")
EVENTS = ("", "", "", " mean", " median", " >= {}", " >= {}", " = {}", " <= {}", " != {}")
NUMBERS = (-100_000, -100, -5, 0, 1, 2, 3, 5, 7, 10, 15, 20, 40, 100, 1000, 10_000, 99_999)
FACES = ("top", "1", "6", "5+", "2+", "2-4", "1 or 6", "1", "top once", "2+ once")
WORDS = ("highest", "lowest", "same", "sets", "row", "natural", "successes", "failures", "marks")


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

    def clauses(self) -> list[str]:
        pick = self.pick
        words: list[Callable[[], str]] = [
            lambda: f"success on {pick.choice(FACES[:7])}",
            lambda: "-1 success on 1",
            lambda: f"again on {pick.choice(FACES)}",
            lambda: f"reroll on {pick.choice(FACES[:7])}",
            lambda: f"keep {pick.choice(('highest', 'lowest'))} {pick.choice(COUNTS[:14])} of all",
        ]
        return [word() for word in pick.sample(words, pick.choice((0, 1, 1, 2, 3)))]

    def added(self) -> str:
        return f"{self.pick.choice(COUNTS)}{self.pick.choice(SIDES)}"

    def roll(self) -> str:
        pick, terms = self.pick, [self.added() for _ in range(self.pick.choice((1, 1, 1, 2, 3)))]
        if len(terms) == 1 and pick.random() < 0.2:
            terms = [f"{pick.randint(-2, 4)} * {terms[0]}"]
        if pick.random() < 0.2:
            terms.append(str(pick.randint(1, 20)))
        failed = f"reroll {pick.choice(COUNTS[:12])} on failed"
        clauses = [*self.clauses(), *([failed] if pick.random() < 0.2 else [])]
        unit = " success" if any("success" in each for each in clauses) else ""
        whole = " + ".join(term + unit if term.isdecimal() else term for term in terms)
        return ", ".join([whole, *clauses])

    def check(self, name: str, known: list[str]) -> str:
        pick = self.pick
        lines = [f"[check.{name}]"]
        if known and pick.random() < 0.1:
            return "\n".join([*lines, 'roll = "first - second"\ntakes = ["first", "second"]'])
        lines.append(f'roll = "{self.roll()}"')
        for word in ("x", "y")[: pick.choice((0, 1, 1, 2))]:
            rolled = f', default = "{pick.choice(known)}"' if known and pick.random() < 0.4 else ""
            free = "+1 success" if "success" in lines[-1] else "+1"
            mixed = ", ".join([f"+{self.added()}", *self.clauses()])
            change = pick.choice((mixed, free, "+1d6", "+3d20"))
            lines.append(f'takes.{word} = {{ least = -10, each = "{change}"{rolled} }}')
        if pick.random() < 0.5:
            first = "first." if self.again(lines) else ""
            lines.append(f'readings.marks = "{first}count(1-2)"')
            word, other = [
                each if each in ("successes", "failures", "marks") else f"{first}{each}"
                for each in pick.sample(WORDS, 2)
            ]
            if any(line.startswith("takes") for line in lines):  # which may add other dice
                word, other = ("value" if "natural" in each else each for each in (word, other))
            lines.append(
                f'outcomes = ["A: always {word} >= {pick.randint(0, 4)}", '
                f'"B: {other} >= {pick.randint(0, 4)} and >= {pick.randint(0, 9)}", '
                '"C: otherwise"]'
            )
            if pick.random() < 0.2:
                lines += [f"[check.{name}s]", f'repeats = "{name}"', 'slots = ["A", "B"]']
        elif pick.random() < 0.2:
            first = "first." if self.again(lines) else ""
            lines.append(f'result = "value * 2 - {first}highest"')
        return "\n".join(lines)

    def again(self, lines: list[str]) -> bool:
        """Whether dice of the check roll again."""
        return any("again on" in line for line in lines)

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


HANGS = CASES["hangs"]


@pytest.mark.parametrize("question", HANGS)
def test_a_question_out_of_reach_says_what_would_be_within_it(question: str) -> None:
    end = counted(lambda: answered(Rules({}), question))
    assert end.verdict is Verdict.REFUSED
    assert end.said.startswith(HANGS[question])
    assert re.search(r"\('effort = \d+' in the rules file allows more\)$|nearer to 0$", end.said)


def test_a_book_can_allow_more(stated: Any, refused: Any) -> None:
    check = "[check.a]\nroll = '30d10, again on top, keep highest 8'\n"
    assert "('effort = 2' in the rules file allows more)" in refused(stated(check), "a >= 200")
    assert stated(f"effort = 60\n{check}").ask("a >= 200").probability is not None


ENDLESS = CASES["endless"]
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
    rules = stated(DICE + checks + CASES["pool"])
    with count_work() as work:
        made = calls(lambda: answered(rules, asked))
    assert work.steps <= 2 * EACH // 10  # to be answered, and to be printed
    assert made <= CALLS // 8, work.steps


def test_long_fractions_of_a_repetition_are_charged(stated: Any, refused: Any) -> None:
    rules = stated(CASES["long_fractions_of_a_repetition_are_charged"])
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
    rules = stated(CASES["many_small_pools_of_kept_dice_cost_what_they_take"])
    end = counted(lambda: answered(rules, "test"))
    assert end.verdict is Verdict.REFUSED, end
    assert re.search(r"\('effort = \d+' in the rules file allows more\)$|nearer to 0$", end.said)


def test_symbol_dice_whose_signs_give_many_cells_are_refused_in_time(stated: Any) -> None:
    rules = stated(CASES["symbol_dice_whose_signs_give_many_cells_are_refused_in_time"])
    assert answered(rules, "act(boost=12, setback=12) is Yes") is None
    end = counted(lambda: answered(rules, "act(boost=30, setback=30) is Yes"))
    assert end.verdict is Verdict.REFUSED, end
    assert "60 dice are too many for outcomes that read 'boon', 'hit' and 'miss' too" in end.said


def test_equal_questions_are_asked_once_within_one_budget() -> None:
    rules = load_game("uwr")
    asked = ["direct(400, rerolls=200) >= 200", "9d6!kh3 = ", "direct(3) >= 1"] * 2
    with count_work() as work:
        first, wrong, small, *again = rules.ask_all(asked)
    assert work.questions == 2
    assert isinstance(wrong, RulesError)
    assert again == [first, wrong, small]
    late = load_game("uwr").ask_all(asked, most=1000)
    assert [isinstance(each, RulesError) for each in late] == [False, True, True] * 2
    assert "too much work together" in str(late[2])


def test_few_kept_of_very_many_dice_without_end_are_listed() -> None:
    answer = Rules({}).ask("300d6!kh2")
    assert sum(answer.counts.values()) == 1
    assert answer.counts[12] == Rules({}).ask("300d6!kh2 = 12").probability
