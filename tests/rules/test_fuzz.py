"""Rules files and questions changed at random: never anything but a RulesError."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load, shipped
from sphinxext.rulebook.rules.file.reader import GAMES

OWN = Path(__file__).parent / "games"
FILES = [*sorted(GAMES.glob("*.toml")), *sorted(OWN.glob("*.toml"))]
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in FILES}
CALM = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
EVERYDAY = settings(max_examples=150, suppress_health_check=CALM)
LONG = settings(max_examples=20_000, derandomize=False, suppress_health_check=CALM)
LINE = re.compile(r".+?(?::\d+)?: \S.*")

KEYS = (
    "each first d6 d8 success failure again keep worth 6 times none rerolls widen step "
    "choices needs when also reroll"
)

numbers = st.sampled_from([-1_000_001, -7, -1, 0, 1, 2, 3, 6, 12, 40, 1000, 100_000, 10**7])
words = st.sampled_from(
    [
        "",
        "d6",
        "d%",
        "5+",
        "1-dice",
        "dice+ once",
        "1-3 once",
        "top",
        "highest 2",
        "lowest 1 of d8",
        ">= 2",
        "<= dice / 0",
        "all failures",
        "same >= 2",
        "highest = 6 and natural < 3",
        "is any YES",
        "is NO!",
        "error",
        "any YES",
        "{quality}{dice}",
        "\n",
        "„",
        "x" * 500,
    ]
)
values = st.recursive(
    st.one_of(numbers, words, st.booleans(), st.floats(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(KEYS.split()),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=5,
)


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in the data."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (*at, key)
        if isinstance(value, dict | list):
            yield from places(value, (*at, key))


def toml(value: Any) -> str:
    """The value as TOML, tables inline."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(str(k))} = {toml(v)}" for k, v in value.items())
        return "{" + inner + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool) or value is None:
        return str(bool(value)).lower()
    return json.dumps(value) if isinstance(value, str) else repr(value)


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A rules file in which some keys have gone, moved, or hold something else."""
    data = tomllib.loads(TEXTS[draw(st.sampled_from(sorted(TEXTS)))])
    for _ in range(draw(st.integers(1, 3))):
        if not data:
            break
        path = draw(st.sampled_from(sorted(places(data), key=str)))
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        how = draw(st.sampled_from(["set", "set", "set", "drop", "name", "copy"]))
        if how == "set" or isinstance(inner, list):
            inner[path[-1]] = draw(values)
        elif how == "drop":
            del inner[path[-1]]
        elif how == "name":
            inner[str(draw(words)) or "k"] = inner.pop(path[-1])
        else:
            other = draw(st.sampled_from(sorted(places(data), key=str)))
            there: Any = data
            for key in other:
                there = there[key]
            inner[path[-1]] = json.loads(json.dumps(there))
    return "".join(f"{json.dumps(str(key))} = {toml(value)}\n" for key, value in data.items())


@st.composite
def cut(draw: st.DrawFn) -> bytes:
    """A rules file with some bytes of it changed."""
    raw = bytearray(TEXTS[draw(st.sampled_from(sorted(TEXTS)))].encode())
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        end = start + draw(st.integers(0, 12))
        raw[start:end] = draw(st.binary(max_size=6))
    return bytes(raw)


@st.composite
def renumbered(draw: st.DrawFn) -> str:
    """A rules file in which some digits are others: nearly always still a game."""
    text = TEXTS[draw(st.sampled_from(sorted(TEXTS)))]
    digits = [match.start() for match in re.finditer(r"\d", text)]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from(digits))
        text = text[:at] + draw(st.sampled_from("0123456789")) + text[at + 1 :]
    return text


def one_line_each(error: RulesError) -> None:
    """Make sure that every mistake is one line that says where and what."""
    lines = error.lines if isinstance(error, Mistakes) else (str(error),)
    assert lines
    for line in lines:
        assert "\n" not in line
        assert LINE.fullmatch(line), line


def answers(rules: Rules) -> None:
    """Ask everything that can be asked without knowing the game."""
    game = rules.game()
    for check in game.checks.values():
        given = [p.choices[0].name if p.choices else str(max(2, p.least)) for p in check.takes[:2]]
        quoted = ", ".join(f'"{each}"' if not each.isdecimal() else each for each in given)
        for event in ("", " >= 2", " mean", f" is {next(iter(check.outcomes), ('x',))[0]}"):
            try:
                answer = rules.ask(f"{check.name}({quoted}){event}")
                answer.as_json()
                assert answer.counts is None or sum(answer.counts.values()) == 1
                assert answer.outcomes is None or sum(answer.outcomes.values()) == 1
            except RulesError as error:
                assert "\n" not in str(error)  # noqa: PT017  # where any comes at all  # both ways are right
        try:
            rules.judge(f"{check.name}({quoted}) on 1 2 3; 4")
        except RulesError as error:
            assert "\n" not in str(error)  # noqa: PT017  # where any comes at all


def read(folder: Path, raw: bytes) -> None:
    """Read the file and, where it can be read, ask it."""
    path = folder / "rules.toml"
    path.write_bytes(raw)
    try:
        rules = load(path)
    except RulesError as error:
        one_line_each(error)
    else:
        answers(rules)


@given(changed())
@EVERYDAY
def test_changed_keys_give_mistakes_or_another_game(tmp_path: Path, text: str) -> None:
    read(tmp_path, text.encode())


@given(renumbered())
@EVERYDAY
def test_changed_numbers_give_mistakes_or_chances_that_sum_to_one(
    tmp_path: Path, text: str
) -> None:
    read(tmp_path, text.encode())


@given(cut())
@EVERYDAY
def test_changed_bytes_give_mistakes_or_another_game(tmp_path: Path, raw: bytes) -> None:
    read(tmp_path, raw)


QUESTIONS = [
    "direct(4, favor=1) >= 2",
    "opposed(direct(5), direct(4)) is win",
    'action("overwhelming disadvantage") is any YES',
    "stat(B5, advantage=3) on 2 6 4 5 1 3 4; 4",
    "pull(traits=2, aspects=2) is “Success with a twist”",
    "2d6+3 >= 10",
    "4d6kh3 - 3dF*2 mean",
    "taken-out(red) <= 5",
]
PIECES = "( ) , >= = is any on d6 2d6! - + 5 0.5 ; | B5 direct mean … − 999999 kh ½ ٣ opposed("
pieces = st.sampled_from([*PIECES.split(), '"', "'", "\n", " ", "\0"])


@st.composite
def question(draw: st.DrawFn) -> str:
    """A question with some of it changed."""
    text = draw(st.sampled_from(QUESTIONS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 5))
        text = text[:start] + draw(pieces | st.text(max_size=2)) + text[end:]
    return text


def ask(rules: Rules, text: str) -> None:
    """Ask and judge; a refusal is one line."""
    for put in (lambda q: rules.ask(q).as_json(), rules.judge):
        try:
            put(text)
        except RulesError as error:
            assert "\n" not in str(error)  # noqa: PT017  # where any comes at all


@pytest.fixture(scope="session")
def all_games() -> list[Rules]:
    """Every game that ships."""
    return [load(f"game:{name}") for name in shipped()]


@given(question())
@EVERYDAY
def test_changed_questions_are_answered_or_refused(all_games: list[Rules], text: str) -> None:
    for rules in all_games:
        ask(rules, text)


@pytest.mark.slow
@given(changed())
@LONG
def test_many_changed_keys(tmp_path: Path, text: str) -> None:
    read(tmp_path, text.encode())


@pytest.mark.slow
@given(renumbered())
@LONG
def test_many_changed_numbers(tmp_path: Path, text: str) -> None:
    read(tmp_path, text.encode())


@pytest.mark.slow
@given(cut())
@LONG
def test_many_changed_bytes(tmp_path: Path, raw: bytes) -> None:
    read(tmp_path, raw)


@pytest.mark.slow
@given(question())
@LONG
def test_many_changed_questions(all_games: list[Rules], text: str) -> None:
    for rules in all_games:
        ask(rules, text)


def test_a_file_is_read_the_same_twice(stated: Callable[..., Rules]) -> None:
    for name in shipped():
        text = (GAMES / f"{name}.toml").read_text(encoding="utf-8")
        assert stated(text).game().checks == stated(text).game().checks
