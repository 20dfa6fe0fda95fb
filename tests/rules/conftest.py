"""Shared by the proofs of the rules: rules written on the spot, and a count of every roll."""

import json
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load, load_game

HERE = Path(__file__).parent
Chances = dict[Any, Fraction]
OPS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}


class Every:
    """Chances found by looking at every roll there is, knowing nothing of the engine."""

    @staticmethod
    def roll(dice: Sequence[Sequence[Any]], read: Callable[..., Hashable]) -> Chances:
        """The chance of everything that reading the faces of a roll may give."""
        ways: dict[Hashable, int] = {}
        for faces in product(*dice):
            shown = read(*faces)
            ways[shown] = ways.get(shown, 0) + 1
        total = prod(len(die) for die in dice)
        return {shown: Fraction(n, total) for shown, n in ways.items()}

    @staticmethod
    def chains(
        die: Sequence[int], again: Iterable[int], depth: int
    ) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """The faces of one die until it stops, and the chance; cut after `depth` throws."""
        again = set(again)

        def go(
            shown: tuple[int, ...], chance: Fraction
        ) -> Iterator[tuple[tuple[int, ...], Fraction]]:
            if shown and (shown[-1] not in again or len(shown) == depth):
                yield shown, chance
                return
            for face in die:
                yield from go((*shown, face), chance / len(die))

        return go((), Fraction(1))

    @classmethod
    def bounced(
        cls,
        dice: Sequence[tuple[Sequence[int], Iterable[int]]],
        read: Callable[..., Hashable],
        depth: int,
        *,
        once: bool = False,
    ) -> tuple[Chances, Fraction]:
        """The chances of rolls that end within `depth` throws a die, and what is left over."""
        found: Chances = {}
        whole = [list(cls.chains(die, again, depth)) for die, again in dice]
        ends = [frozenset(again) for _, again in dice]
        for chains in product(*whole):
            shown = [faces for faces, _ in chains]
            cut = not once and any(
                len(faces) == depth and faces[-1] in again
                for faces, again in zip(shown, ends, strict=True)
            )
            if not cut:
                value = read(*shown)
                chance = prod((c for _, c in chains), start=Fraction(1))
                found[value] = found.get(value, Fraction(0)) + chance
        return found, 1 - sum(found.values(), Fraction(0))

    @staticmethod
    def rerolled(
        die: Sequence[int], many: int, rerolls: int, worth: Callable[[int], int]
    ) -> Chances:
        """The chances when so many failed dice are thrown again and the better result stands."""
        found: Chances = {}
        for faces in product(die, repeat=many):
            worths = [worth(face) for face in faces]
            failed = [i for i, value in enumerate(worths) if value <= 0][:rerolls]
            share = Fraction(1, len(die) ** (many + len(failed)))
            for news in product(die, repeat=len(failed)):
                total = sum(value for i, value in enumerate(worths) if i not in failed)
                total += sum(
                    max(worths[i], worth(new)) for i, new in zip(failed, news, strict=True)
                )
                found[total] = found.get(total, Fraction(0)) + share
        return found

    @staticmethod
    def minus(first: Chances, second: Chances) -> Chances:
        """The chances of first - second."""
        found: Chances = {}
        for (a, chance), (b, other) in product(first.items(), second.items()):
            found[a - b] = found.get(a - b, Fraction(0)) + chance * other
        return found

    @staticmethod
    def mean(chances: Chances) -> Fraction:
        """The average."""
        return sum((value * chance for value, chance in chances.items()), Fraction(0))


@pytest.fixture(scope="session")
def every() -> type[Every]:
    """Chances by looking at every roll."""
    return Every


@pytest.fixture(scope="session")
def game() -> Callable[[str], Rules]:
    """A shipped game, or one of the games of these tests, by name."""

    @cache
    def find(name: str) -> Rules:
        own = HERE / "games" / f"{name}.toml"
        return load(own) if own.is_file() else load_game(name)

    return find


@pytest.fixture
def stated(tmp_path: Path) -> Callable[..., Rules]:
    """Rules from the text of a rules file."""

    def read(text: str, *, name: str = "rules.toml", python: bool = False) -> Rules:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return load(path, python=python)

    return read


@pytest.fixture
def mistakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """The lines that a rules file with mistakes is answered with."""
    monkeypatch.chdir(tmp_path)

    def read(text: str | bytes, name: str = "rules.toml") -> list[str]:
        raw = text.encode() if isinstance(text, str) else text
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(Mistakes) as caught:
            load(tmp_path / name)
        return list(caught.value.lines)

    return read


@pytest.fixture
def refused() -> Callable[[Rules, str], str]:
    """The one line with which a question is refused."""

    def read(rules: Rules, query: str) -> str:
        with pytest.raises(RulesError) as caught:
            rules.judge(query) if " on " in query else rules.ask(query).as_json()
        line = str(caught.value)
        assert "\n" not in line
        return line

    return read


@pytest.fixture(scope="session")
def agrees() -> Callable[[Rules, str, Chances], None]:
    """Checks every way to read a distribution against the chances by enumeration."""

    def check(rules: Rules, call: str, chances: Chances) -> None:
        chances = {value: chance for value, chance in chances.items() if chance}
        answer = rules.ask(call)
        assert {k: c for k, c in answer.counts.items() if c} == chances, call
        assert sum(answer.counts.values()) == 1
        assert answer.mean == Every.mean(chances)
        assert rules.ask(f"{call} mean").value == Every.mean(chances)
        values = sorted(chances)
        low, high = values[0] - 1, values[-1] + 1
        for n in range(low, high + 1):
            for op, holds in OPS.items():
                wanted = sum((c for v, c in chances.items() if holds(v, n)), Fraction(0))
                assert rules.ask(f"{call} {op} {n}").probability == wanted, (call, op, n)
        half = next(
            v for v in values if sum(chances[w] for w in values if w <= v) >= Fraction(1, 2)
        )
        assert rules.ask(f"{call} median").value == half

    return check


@pytest.fixture(scope="session")
def facts() -> Callable[[str], Any]:
    """A data file of these tests."""

    def read(name: str) -> Any:
        return json.loads((HERE / "games/data" / name).read_text(encoding="utf-8"))

    return read
