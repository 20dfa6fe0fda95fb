"""Mistakes in a rules file: one line each, all in one run, with what would be right."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load
from sphinxext.rulebook.settings import SETTINGS, sealed

R = "[check.x]\nroll = { d6 = 1 }\n"
Lines = Callable[..., list[str]]
LINE = re.compile(r"[^:\n]+:\d+: (?:\S.*: )?\S.*")

UNKNOWN = [
    ("nam = 'a'\n" + R, 1, "nam", "did you mean 'name'?"),
    ("[check.x]\nrol = { d6 = 1 }", 2, "check.x.rol", "did you mean 'roll'?"),
    ("[check.x]\nroll = { sucess = '5+' }", 2, "check.x.roll.sucess", "did you mean 'success'?"),
    (R + "takes.k.eech = { d6 = 1 }", 3, "check.x.takes.k.eech", "did you mean 'each'?"),
    (R + "takes.k.each = { wide = 1 }", 3, "check.x.takes.k.each.wide", "did you mean 'widen'?"),
    (R + "outcomes.a = { wen = '>= 1', when = '>= 1' }", 3, "check.x.outcomes.a.wen", "'when'"),
    (R + "difficulties.a = { need = 1, needs = 1 }", 3, "check.x.difficulties.a.need", "'needs'"),
    (R + "readings.a = { face = '1', faces = '1' }", 3, "check.x.readings.a.face", "'faces'"),
    ("[die.a]\nfaces = [1]\ncolor = 'red'\n" + R, 3, "die.a.color", "did you mean 'colour'?"),
    ("[outcomes.a]\nnames = ['b']\ngroup = {}\n" + R, 3, "outcomes.a.group", "'groups'"),
    (R + "noun = { one = 'a', many = 'b', nun = 'c' }", 3, "check.x.noun.nun", "'none'"),
]
WRONG = [
    ("name = 5\n" + R, "1: name: should be text in quotes, not 5"),
    ("check = 1", "1: check: should be a table, not 1"),
    ("[check]", "1: check: there is no check; a game needs at least one [check.NAME]"),
    ("name = 'a'", "1: the key 'check' is missing (the checks)"),
    (
        "[check.x]\nroll = 5",
        "2: check.x.roll: should be a table of changes such as { d6 = 2 }, not 5",
    ),
    ("[check.x]\nroll = { d6 = 1.5 }", "2: check.x.roll.d6: should be a whole number, not 1.5"),
    ("[check.x]\nroll = { d6 = true }", "2: check.x.roll.d6: should be a whole number, not true"),
    ("[check.x]\nroll = { d6 = inf }", "2: check.x.roll.d6: should be a whole number, not inf"),
    ("[check.x]\nroll = { d6 = 1979-05-27 }", "should be a whole number, not 1979-05-27"),
    ("[check.x]\nroll = { d6 = 9999999 }", "9,999,999 is out of reason; it should be -1,000,000"),
    ("limit = 0\n" + R, "1: limit: 0 is out of reason; it should be 1 to 100,000"),
    ("[check.x]\nroll = { d0 = 1 }", "2: check.x.roll.d0: no die 'd0': a die has 1 to 1000 sides"),
    ("[check.x]\nroll = { d7x = 1 }", "unknown key 'd7x': neither a change nor a die"),
    ("[check.x]\nroll = { success = '5+ x' }", "'5+ x' is not a set of faces; write \"5+\""),
    ("[check.x]\nroll = { success = '6-5' }", "the faces '6-5' run backwards; write \"5-6\""),
    ("[check.x]\nroll = { success = '' }", "'' is not a set of faces"),
    ("[check.x]\nroll = { success = '²+' }", "2: check.x.roll.success: '²+' is not a set of faces"),
    ("[check.x]\nroll = { success = '1-Ⅷ' }", "'1-Ⅷ' is not a set of faces; write \"5+\""),
    ("[check.x]\nroll = { keep = 'top 3' }", "'top 3' keeps nothing; write \"highest 3\""),
    ("[check.x]\nroll = { keep = 'highest 0' }", "'highest 0' keeps nothing"),
    ("[check.x]\nroll = { keep = 'highest of q' }", "2: check.x.roll.keep: no die named 'q'"),
    ("[check.x]\nroll = { none = 'stop' }", 'should be "error" or a table of changes such as'),
    ("[check.x]\nroll = { none = { q = 1 } }", "2: check.x.roll.none.q: unknown key 'q'"),
    ("[check.x]\nroll = { d6 = 1, step = 1 }", "the file has no 'steps'"),
    ("steps = ['d6', 'q']\n" + R, "1: steps.1: no die named 'q'"),
    ("steps = ['d6', 'd6']\n" + R, "1: steps: 'd6' is there twice"),
    ("[check.x]", "1: check.x: nothing is rolled; give 'roll', 'takes', 'like', 'versus'"),
    ("[check.d6]\nroll = { d6 = 1 }", "1: check.d6: 'd6' cannot name a check; use letters"),
    ("[check.'a b']\nroll = { d6 = 1 }", "1: check.\"a b\": 'a b' cannot name a check"),
    (R + "[check.X]\nroll = { d6 = 1 }", "check: 'X' is there twice; letter case does not matter"),
    ("[check.x]\nversus = ['a', 'b']\nroll = { d6 = 1 }", "two ways to roll; keep one"),
    ("[check.x]\nversus = ['a']", '2: check.x.versus: two sides are needed: ["first", "second"]'),
    ("[check.x]\nversus = ['a', 'a']", "2: check.x.versus: two sides are needed"),
    ("[check.x]\nversus = ['a', 'b']\ntakes.k = {}", "check.x.takes: a check of two sides takes"),
    ("[check.x]\npython = 'q'", "2: check.x.python: 'q' should be 'module:name'"),
    (R + "slots = ['a']", "3: check.x.slots: 'slots' are for a check that 'repeats' another"),
    (R + "[check.y]\nrepeats = 'x'\nslots = ['a']", "'x' names no outcomes to fill slots with"),
    (R + "[check.y]\nrepeats = 'z'\nslots = ['a']", "4: check.y.repeats: no check named 'z'"),
    (
        R + "outcomes = { a = '<= 3', b = '>= 4' }\n[check.y]\nrepeats = 'x'",
        "4: check.y: 'repeats' needs 'slots', the outcomes that fill one each",
    ),
    (
        R + "outcomes = { a = '<= 3', b = '>= 4' }\n[check.y]\nrepeats = 'x'\nslots = ['c']",
        "check.y.slots: unknown name 'c'; there is 'a' and 'b'",
    ),
    (
        R + "outcomes = { a = '<= 3' }\n[check.y]\nrepeats = 'x'\nslots = ['a']\ntakes.k = {}",
        "check.y.takes.k: no parameter of 'x' named 'k'; there is none",
    ),
    (R + "outcomes = 'z'", "3: check.x.outcomes: no ladder of outcomes named 'z'; there is none"),
    (R + "outcomes.a = 'is YES'", "check.x.outcomes.a: no outcome named 'YES'; there is none"),
    (R + "outcomes.a = 'is any YES'", "check.x.outcomes.a: no group named 'YES'; there is none"),
    (R + "outcomes.a = ''", 'check.x.outcomes.a: an empty condition; write ">= 2"'),
    (R + "outcomes.a = '>='", "should be a number or a parameter, not 'the end'"),
    (
        R + "outcomes.a = '>= skil'\ntakes.skill = {}",
        "no parameter or reading named 'skil'; did you mean",
    ),
    (R + "outcomes.a = 'hihgest >= 2'", "no parameter or reading named 'hihgest'; did you"),
    (R + "outcomes.a = '>= " + "(" * 500 + "'", "a condition too long to read"),
    (R + "outcomes.a = '>= 1" + "+1" * 500 + "'", "a condition too long to read"),
    (R + "outcomes = { a = '>= 1', A = '<= 0' }", "check.x.outcomes: 'A' is there twice"),
    (R + "groups.g = ['b']", "check.x.groups.g: unknown name 'b'; there is none"),
    ("[check.x]\nversus = ['a', 'b']\noutcomes.q = 'highest >= 2'", "reads dice, and here is but"),
    ("[check.x]\nversus = ['a', 'b']\noutcomes.q = 'all failures'", "reads dice, and here is but"),
    (
        R + "difficulties.a = 1",
        "3: check.x.difficulties.a: should be a table such as { needs = 2 }, not 1",
    ),
    (R + "difficulties.a.needs = 'is b'", "check.x.difficulties.a.needs: no outcome named 'b'"),
    (R + "difficulties.a.needs = 'is any b'", "no group of outcomes named 'b'; there is none"),
    (R + "difficulties.a.needs = 'mean'", "'mean' is not an event that a roll meets"),
    (R + "difficulties.a.needs = 999999", "999,999 is out of reason; it should be -100,000"),
    (R + "difficulties.a = { needs = 1, with = { z = 1 } }", "no parameter named 'z'; there is"),
    (
        R + "takes.k = {}\ndifficulties.a = { needs = 1, with = { k = 'q' } }",
        "check.x.difficulties.a.with.k: should be a number, not 'q'",
    ),
    (
        R + "takes.k.choices = ['d6', 'd8']\ndifficulties.a = { needs = 1, with = { k = 'd7x' } }",
        "no choice named 'd7x'; there is 'd6' and 'd8'",
    ),
    (R + "difficulties = { a = { needs = 1 }, A = { needs = 2 } }", "'A' is there twice"),
    (R + "takes.is = {}", "check.x.takes.is: 'is' cannot name a parameter; take another word"),
    (R + "takes.k = { least = 5, most = 2 }", "the most, 2, is less than the least, 5"),
    (R + "takes.k.default = 'a'", "check.x.takes.k.default: no parameter named 'a'; there is 'k'"),
    (R + "takes.k.default = '1 +'", "takes.k.default: in '1 +' there should be a number or a"),
    (
        R + "takes = { k = { default = 'j' }, j = { default = 'k' } }",
        "'j' is calculated too; put it earlier",
    ),
    (R + "takes.k = { default = 9, most = 5 }", "9 is not among what the parameter takes"),
    (R + "takes.k.choices = []", "check.x.takes.k.choices: should be a list of"),
    (R + "takes.k.choices = {}", "check.x.takes.k.choices: no choices; name dice, or words"),
    (R + "takes.k.choices = ['q']", "check.x.takes.k.choices.0: no die named 'q'"),
    (R + "takes.k.choices = ['d6', 'D6']", "check.x.takes.k.choices: 'D6' is there twice"),
    (R + "takes.k.choices.a.also = 5", "check.x.takes.k.choices.a.also: should be text in quotes"),
    (R + "takes.k = { choices = ['d6'], most = 3 }", "'most' is for numbers; this parameter takes"),
    (
        R + "takes.k = { choices = ['d6'], default = 'd7' }",
        "no choice named 'd7'; there is 'd6'",
    ),
    (R + "takes.k.cancels = 'z'", "check.x.takes.k.cancels: no other parameter of numbers named"),
    (R + "takes.k.cancels = 'k'", "no other parameter of numbers named 'k'; there is none"),
    (R + "takes.j.choices = ['d6']\ntakes.k.excludes = 'j'", "no other parameter of numbers"),
    (R + "readings.highest = '1'", "check.x.readings.highest: 'highest' cannot name a reading"),
    (R + "readings.and = '1'", "check.x.readings.and: 'and' cannot name a reading"),
    (R + "takes.k = {}\nreadings.k = '1'", "'k' cannot name a reading; take another word"),
    (R + "readings.a = { faces = '1', of = 'q' }", "check.x.readings.a.of: no die named 'q'"),
    (R + "outcomes.a = '7-9'", "'7 - 9' takes one number from another; write '7..9'"),
    (R + "outcomes.a = '9..7'", "check.x.outcomes.a: '9..7' runs backwards; write '7..9'"),
    (R + "outcomes.a = '10+'", "'10+' is how faces are written; write '>= 10' for a result"),
    (R.replace("}", ", flubber = '6' }"), "unknown key 'flubber': no change; there is 'widen',"),
    ("[check.x]\nroll = '2d6'", "2: check.x.roll: should be a table of changes such as { d6 = 2 }"),
    (
        "[check.x]\nroll = { d% = 1 }",
        "2: not TOML: expected '=' after a key in a key/value pair; w",
    ),
    ("[check.x]\nroll = { d6 = 1,\n}", "; a table in braces is on one line, with a comma"),
    ("[check.x]\nroll = { d6 = 1, }", "; a table in braces is on one line, with a comma"),
    ("[check.x]\nroll = { d6 = 1", "; a table in braces is on one line, with a comma"),
    ("[check.x]\ntitle = Leap", '; text needs quotes: "…"'),
    (R + "outcomes = { A = >= 2 }", '; text needs quotes: "…"'),
    (R + "again = '6'", "3: check.x.again: unknown key 'again'; write it into 'roll'"),
    (R + "takes.k = { each = { explode = '6' } }", "unknown key 'explode'; did you mean 'again'?"),
    ("[check.x]\nroll = { d6 = 1, bonus = 2 }", "unknown key 'bonus'; did you mean 'add'?"),
    (
        R + "outcomes = { A = '1', B = 'else' }",
        "no parameter or reading named 'else'; write 'other",
    ),
    (R + "outcomes.A = 'doubles'", "no parameter or reading named 'doubles'; write 'same >= 2'"),
    (R + "outcomes.A = 'not (>= 2)'", "a condition has no 'not': write the opposite, such as"),
    (R + "outcomes.A = 'is not B'", "no outcome named 'not B'"),
    (R + "result = 'round(value / 2)'", "'round' is no function; the functions are floor, ceil,"),
    (
        R + "takes.mood.choices = ['d6', 'wild mood']\noutcomes = { A = 'mood is wild mood' }",
        "no die named 'wild mood'; a list names dice, and words have a table: choices = "
        '{ "wild mood" = {} }',
    ),
    ("extends = 'uwr'\n" + R, 'there is no such file; write "game:uwr" for the game that ships'),
    (R + "result = 'valu + 1'", "3: check.x.result: no parameter or reading named 'valu'; did you"),
    (R + "result = '>= 2'", "check.x.result: in '>= 2' there should be a number or a parameter"),
    (
        "[check.x]\nversus = ['a', 'b']\nresult = 'value'",
        "'result' is calculated from a throw; this",
    ),
    (R + "readings.a = 'k+'", "3: check.x.readings.a: no parameter named 'k'; there is none"),
    ("[check.x.roll]\nd6 = 1\nkeep = 'highest k'", "check.x.roll.keep: no parameter named 'k'"),
    ("[check.x.roll]\nd6 = 1\nworth = { 'k+' = 2 }", "check.x.roll.worth: no parameter named 'k'"),
    ("[die.a]\nfaces = [{ any = 1 }]\n" + R, "2: die.a.faces: 'any' cannot name what a face shows"),
    ("[die.a]\nfaces = [{ k = 1 }]\n" + R + "takes.k = {}", "'k' cannot name a parameter; take"),
    (R + "notation = '{z}'", "check.x.notation: no parameter named 'z'; there is none"),
    (R + "notation = '{'", "check.x.notation: a bracket has no partner; write"),
    (R + "table.foo = ['a']", "check.x.table: no table named 'foo'; there is 'difficulties' and"),
    (R + "table.outcomes = []", "should be a table or a list of text in quotes, not an empty list"),
    (R + "noun.one = 'a'", "check.x.noun: the key 'many' is missing"),
    ("[die.a]\nfaces = []\n" + R, "2: die.a.faces: should be a list of a whole number or text"),
    ("[die.a]\nfaces = ['x']\n" + R, "2: die.a.faces: no outcome named 'x'; a face is a number"),
    ("[die.a]\nfaces = [1, 'x']\n" + R, "the faces are all numbers or all names, not both"),
    ("[die.a]\nfaces = [1000001]\n" + R, "2: die.a.faces.0: 1,000,001 is out of reason"),
    (f"[die.a]\nfaces = {[1] * 1001}\n" + R, "2: die.a.faces: 1,001 faces; the most is 1,000"),
    ("[die.d6]\nfaces = [1]\n" + R, "1: die.d6: 'd6' cannot name a die; use letters"),
    ("[outcomes.a]\nnames = ['b', 'B']\n" + R, "2: outcomes.a.names: 'B' is there twice"),
    (
        "[outcomes.a]\nnames = ['b']\ngroups.g = ['c']\n" + R,
        "outcomes.a.groups.g: unknown name 'c'",
    ),
    ("[check.x]\nlike = 'x'", "2: check.x.like: a circle: 'x' is like itself"),
    ("[check.x]\nlike = 'y'\n" + R.replace("x", "z"), "2: check.x.like: no check named 'y'"),
    ("extends = 'nope.toml'\n" + R, "1: extends: nope.toml: there is no such file"),
    ("extends = 'game:nop'\n" + R, "1: extends: no game named 'nop' ships; there is 'arrata'"),
    ("extends = 'game:../x'\n" + R, "1: extends: no game named '../x' ships"),
    ("extends = '.'\n" + R, "1: extends: .: this is a folder; name the rules file in it"),
    ("extends = 'rules.toml'\n" + R, "1: extends: a circle: 'rules.toml' extends 'rules.toml'"),
    ("extends = 5\n" + R, "1: extends: should be text in quotes, not 5"),
    (
        "check.x.roll.d6 = 1\ncheck.x.roll.d6 = 2",
        "2: not TOML: cannot overwrite a value; 'check.x.roll.d6' is there already, above",
    ),
    ("[check.x]\ntakes = {}\n[check.x.takes]", "3: not TOML: cannot declare [check.x.takes] twice"),
    ("check.x.roll.2d6 = 1", "'2d6' names no die; for that many dice write d6 = 2"),
    (
        R + "takes.k = { choices = ['d6'], first = 1 }",
        "'first' is for numbers; this parameter takes words; write what each word changes",
    ),
    (
        R + "takes.my-skill = {}\noutcomes = { A = '>= my-skill-2', B = 'otherwise' }",
        "a minus needs spaces around it: 'my-skill - 2'",
    ),
    ("[check.x]\n[check.x]\n", "2: not TOML: cannot declare"),
    ("check = ", "1: not TOML: invalid value"),
    ("'unclosed", '1: not TOML: expected "\'"'),
    (R + "title = '''abc", "3: not TOML: expected \"'''\""),
    ("[check.x]\nroll = { d6 = " + "9" * 5000 + " }", "2: a number of more than 400 digits"),
    ("a = " + "[" * 3000 + "]" * 3000, "1: nested too deeply"),
    ("a = " + "{a = " * 3000 + "1" + "}" * 3000, "1: nested too deeply"),
    ("", "1: the file is empty; a game needs at least one [check.NAME]"),
    ("\ufeff\n \n", "1: the file is empty"),
    ("# nothing but a remark\n", "1: the key 'check' is missing"),
]


@pytest.mark.parametrize(("text", "line", "path", "hint"), UNKNOWN, ids=[u[2] for u in UNKNOWN])
def test_an_unknown_key_is_a_mistake_at_every_level(
    mistakes: Lines, text: str, line: int, path: str, hint: str
) -> None:
    (found,) = mistakes(text)
    key = path.rpartition(".")[2]
    assert found.startswith(f"rules.toml:{line}: {path}: unknown key '{key}'")
    assert hint in found


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[said[:60] for _, said in WRONG])
def test_a_mistake_is_one_line_with_what_would_be_right(
    mistakes: Lines, text: str, said: str
) -> None:
    found = mistakes(text)
    assert any(said in line for line in found), found
    assert len(found) == 1, found
    assert LINE.fullmatch(found[0])
    assert len(found[0]) < 400


def test_all_mistakes_of_a_file_stand_in_one_run(mistakes: Lines) -> None:
    found = mistakes(
        "nme = 'a'\n"
        "[check.x]\n"
        "roll = { d6 = 'two', d7x = 1, sucess = '5+' }\n"
        "takes.k = { most = 'many', cancels = 'j' }\n"
        "[check.x.outcomes]\n"
        "good = '>= skil'\n"
        "bad = 5\n"
        "[check.y]\n"
        "like = 'z'\n"
    )
    places = [line.split(": ")[:2] for line in found]
    assert sorted(places) == [
        ["rules.toml:1", "nme"],
        ["rules.toml:3", "check.x.roll.d6"],
        ["rules.toml:3", "check.x.roll.d7x"],
        ["rules.toml:3", "check.x.roll.sucess"],
        ["rules.toml:4", "check.x.takes.k.cancels"],
        ["rules.toml:4", "check.x.takes.k.most"],
        ["rules.toml:6", "check.x.outcomes.good"],
        ["rules.toml:7", "check.x.outcomes.bad"],
        ["rules.toml:9", "check.y.like"],
    ]


def test_what_only_follows_from_a_mistake_is_no_second_one(mistakes: Lines) -> None:
    assert len(mistakes("[check.x]\nrol = { d6 = 1 }")) == 1
    assert len(mistakes("[die.a]\nfaces = 5\n[check.x]\nroll = { a = 1 }")) == 1
    shared = mistakes("[check.x]\nroll = { q = 1 }\n[check.y]\nlike = 'x'\ntitle = 'again'\n")
    assert [line.split(": ")[:2] for line in shared] == [["rules.toml:2", "check.x.roll.q"]]


def test_a_circle_of_likes_and_of_repeats_is_named_where_it_is(mistakes: Lines) -> None:
    likes = mistakes("[check.x]\nlike = 'y'\n[check.y]\nlike = 'x'")
    assert any("a circle" in line for line in likes)
    repeats = mistakes(
        "[check.x]\nrepeats = 'y'\nslots = ['a']\noutcomes.a = '>= 1'\n"
        "[check.y]\nrepeats = 'x'\nslots = ['a']\noutcomes.a = '>= 1'\n"
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


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "0b" + "1" * 5000])
def test_a_number_of_thousands_of_digits_is_one_line(mistakes: Lines, number: str) -> None:
    (line,) = mistakes(f"limit = {number}\n{R}")
    assert line == "rules.toml:1: a number of more than 400 digits; write a smaller one"


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


def test_a_path_that_no_system_knows_is_one_clear_line() -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        load("a\0b.toml")


def test_a_key_with_a_line_break_is_still_one_line(mistakes: Lines) -> None:
    (line,) = mistakes(R + '"a\\nb" = 1\n')
    assert 'check.x."a\\nb": unknown key' in line


def test_a_long_value_is_not_repeated_whole(mistakes: Lines) -> None:
    (line,) = mistakes("[check.x]\nroll = { d6 = '" + "ab" * 5000 + "' }")
    assert len(line) < 200


def test_a_very_long_value_leaves_its_message_readable(mistakes: Lines) -> None:
    (line,) = mistakes("[check.x]\nroll = { d6 = 1, success = '%s' }" % ("(" * 50_000))
    assert len(line) < 1000
    assert line.startswith("rules.toml:2: check.x.roll.success: '((")
    assert line.endswith('write "5+", "2-4", "1, 6" or "top"')


def test_thousands_of_mistakes_are_counted_rather_than_told(mistakes: Lines) -> None:
    lines = mistakes("[check.x]\n" + "".join(f"k{n} = 1\n" for n in range(3000)))
    assert len(lines) == 201
    assert lines[-1] == "and 2,800 more mistakes"


def test_faces_worth_something_are_no_more_than_a_die_has(mistakes: Lines) -> None:
    many = ", ".join(f'"{n}" = 1' for n in range(3000))
    (line,) = mistakes(f"[check.x]\nroll = {{ d100 = 1, worth = {{ {many} }} }}")
    assert "3,000 keys are too many; no die has more than 1,000 sides" in line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "rules.toml"
    os.mkfifo(pipe)
    with pytest.raises(RulesError, match="this is a device or a pipe"):
        load(pipe)
    config: Any = SimpleNamespace(language="en", **{one.name: one.default for one in SETTINGS})
    assert sealed(config, [str(pipe)]).files == (str(pipe),)
