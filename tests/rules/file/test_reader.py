"""Mistakes in a rules file: one line each, all in one run, with what would be right."""

import os
import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load
from sphinxext.rulebook.settings import SETTINGS, sealed

R = '[check.x]\nroll = "d6"\n'
Lines = Callable[..., list[str]]
LINE = re.compile(r"[^:\n]+:\d+: (?:\S.*: )?\S.*")

CASES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))
UNKNOWN, WRONG = CASES["unknown"], CASES["wrong"]
WRONG += [
    [R + "outcomes = ['a: >= " + "(" * 500 + "']", "a condition too long to read"],
    [R + "outcomes = ['a: >= 1" + "+1" * 500 + "']", "a condition too long to read"],
    [f"[die.a]\nfaces = {[1] * 1001}\n" + R, "2: die.a.faces: 1,001 of them; the most is 1,000"],
    ["[check.x]\nleast = " + "9" * 5000, "2: a number of more than 400 digits"],
    [
        "limit = 0x" + "f" * 5000 + "\n" + R,
        "1: a number of more than 400 digits; write a smaller one",
    ],
    [
        "limit = 0b" + "1" * 5000 + "\n" + R,
        "1: a number of more than 400 digits; write a smaller one",
    ],
    [R + '"a\\nb" = 1\n', 'check.x."a\\nb": unknown key'],
    [
        "[check.x]\nroll = 'd6'\nleast = '" + "ab" * 5000 + "'",
        "3: check.x.least: should be a whole number",
    ],
    ["a = " + "[" * 3000 + "]" * 3000, "1: nested too deeply"],
    ["a = " + "{a = " * 3000 + "1" + "}" * 3000, "1: nested too deeply"],
]


@pytest.mark.parametrize(("text", "line", "path", "hint"), UNKNOWN, ids=[u[2] for u in UNKNOWN])
def test_an_unknown_key_is_a_mistake_at_every_level(
    mistakes: Lines, text: str, line: int, path: str, hint: str
) -> None:
    (found,) = mistakes(text.replace("{R}", R))
    key = path.rpartition(".")[2]
    assert found.startswith(f"rules.toml:{line}: {path}: unknown key '{key}'")
    assert hint in found


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[said[:60] for _, said in WRONG])
def test_a_mistake_is_one_line_with_what_would_be_right(
    mistakes: Lines, text: str, said: str
) -> None:
    found = mistakes(text.replace("{R}", R))
    assert any(said in line for line in found), found
    assert len(found) == 1, found
    assert LINE.fullmatch(found[0])
    assert len(found[0]) < 400


def test_all_mistakes_of_a_file_stand_in_one_run(mistakes: Lines) -> None:
    found = mistakes(
        "nme = 'a'\n"
        "[check.x]\n"
        "roll = 'two d6, sucess on 5+'\n"
        "takes.k = { most = 'many', cancels = 'j', default = 0 }\n"
        "outcomes = [\n"
        " 'good: >= skil',\n"
        " { name = 'bad', when = 5 }]\n"
        "[check.y]\n"
        "roll = 'z'\n"
    )
    places = [line.split(": ")[:2] for line in found]
    assert sorted(places) == [
        ["rules.toml:1", "nme"],
        ["rules.toml:3", "check.x.roll"],
        ["rules.toml:4", "check.x.takes.k.cancels"],
        ["rules.toml:4", "check.x.takes.k.most"],
        ["rules.toml:6", "check.x.outcomes.good"],
        ["rules.toml:7", "check.x.outcomes.bad.when"],
        ["rules.toml:9", "check.y.roll"],
    ]


def test_what_only_follows_from_a_mistake_is_no_second_one(mistakes: Lines) -> None:
    assert len(mistakes("[check.x]\nrol = 'd6'")) == 1
    assert len(mistakes('[die.a]\nfaces = 5\n[check.x]\nroll = "a"')) == 1
    shared = mistakes("[check.x]\nroll = 'q'\n[check.y]\nroll = 'x'\nname = 'again'\n")
    assert [line.split(": ")[:2] for line in shared] == [["rules.toml:2", "check.x.roll"]]


def test_a_circle_of_likes_and_of_repeats_is_named_where_it_is(mistakes: Lines) -> None:
    likes = mistakes("[check.x]\nroll = 'y'\n[check.y]\nroll = 'x'")
    assert any("a circle" in line for line in likes)
    repeats = mistakes(
        "[check.x]\nrepeats = 'y'\nslots = ['a']\noutcomes = ['a: >= 1']\n"
        "[check.y]\nrepeats = 'x'\nslots = ['a']\noutcomes = ['a: >= 1']\n"
    )
    assert repeats[0] == "rules.toml:2: check.x.repeats: a circle: 'x' repeats itself"


def test_a_circle_of_files_that_extend_each_other_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{one}.toml").write_text(f"extends = '{other}.toml'\n{R}")
    with pytest.raises(Mistakes) as caught:
        load(tmp_path / "a.toml")
    (line,) = caught.value.lines
    assert "extends: a circle: 'a.toml' extends 'b.toml' extends 'c.toml' extends 'a.toml'" in line


def test_a_long_chain_of_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for i in range(1500):
        (tmp_path / f"c{i}.toml").write_text(f"extends = 'c{i + 1}.toml'\n")
    (tmp_path / "c1500.toml").write_text(R)
    with pytest.raises(Mistakes, match=r"c50.toml:1: extends: more than 50 files build on each"):
        load(tmp_path / "c0.toml")
    assert load(tmp_path / "c1451.toml").ask("x >= 6").probability == Fraction(1, 6)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_a_device_or_a_pipe_is_never_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "own.toml").write_text(f"extends = '{name}'\n{R}")
    with pytest.raises(Mistakes, match=r"own.toml:1: extends: .*: this is a device or a pipe"):
        load(tmp_path / "own.toml", folders=["/dev"])


def test_a_mistake_in_the_file_that_is_built_on_names_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.toml").write_text(R + "titel = 'a'\n")
    (tmp_path / "own.toml").write_text("extends = 'base.toml'\n\n[check.x]\ntext = 5\n")
    with pytest.raises(Mistakes) as caught:
        load(tmp_path / "own.toml")
    assert [line.split(": ")[:2] for line in caught.value.lines] == [
        ["base.toml:3", "check.x.titel"],
        ["own.toml:4", "check.x.text"],
    ]


def test_wrong_encodings_name_the_line_and_what_to_save_as(mistakes: Lines) -> None:
    latin = (R + 'title = "Prüfung"\n').encode("latin-1")
    assert mistakes(latin) == ["rules.toml:3: not UTF-8; save the file as UTF-8"]
    assert mistakes(R.encode("utf-16")) == ["rules.toml:1: not UTF-8; save the file as UTF-8"]


def test_windows_files_are_read_and_keep_their_lines(
    stated: Callable[..., Rules], tmp_path: Path, mistakes: Lines
) -> None:
    (tmp_path / "win.toml").write_bytes(b"\xef\xbb\xbf" + R.replace("\n", "\r\n").encode())
    assert load(tmp_path / "win.toml").ask("x = 6").probability is not None
    (found,) = mistakes((R + "titel = 'a'\n").replace("\n", "\r\n"))
    assert found.startswith("rules.toml:3: check.x.titel: ")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.mkdir(), "this is a folder; name the rules file in it"),
        (lambda path: path.parent, "there is no such file"),
        (lambda path: path.write_text("#" * 1_000_001), "larger than 1,000,000 bytes"),
        (lambda path: path.symlink_to(path), "cannot be read: "),
    ],
)
def test_what_is_no_file_is_one_clear_line(
    tmp_path: Path, make: Callable[[Path], object], said: str
) -> None:
    make(tmp_path / "rules.toml")
    with pytest.raises(RulesError) as caught:
        load(tmp_path / "rules.toml")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(RulesError, match="cannot be read"):
        load("a\0b.toml")


def test_a_very_long_value_leaves_its_message_readable(mistakes: Lines) -> None:
    (line,) = mistakes(("[check.x]\nroll = 'd6, success on %s'") % ("(" * 50_000))
    assert len(line) < 1000
    assert (
        line == "rules.toml:2: check.x.roll: a condition too long to read; state it in fewer words"
    )


def test_thousands_of_mistakes_are_counted_rather_than_told(mistakes: Lines) -> None:
    lines = mistakes("[check.x]\n" + "".join(f"k{n} = 1\n" for n in range(3000)))
    assert len(lines) == 201
    assert lines[-1] == "and 2,800 more mistakes"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "rules.toml"
    os.mkfifo(pipe)
    with pytest.raises(RulesError, match="this is a device or a pipe"):
        load(pipe)
    config: Any = SimpleNamespace(language="en", **{one.name: one.default for one in SETTINGS})
    assert sealed(config, [str(pipe)]).files == (str(pipe),)
