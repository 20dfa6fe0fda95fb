"""Figures that need nobody's rules: the wrong ones are called wrong, what only looks so is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

# Each with what is wrong in it and what would be right; all of one kind are books of their own.
WRONG = {
    "averages": [
        ("**Hit Points** 46 (6d8 + 18)", "46", "45"),
        ("*Hit:* 12 (2d6 + 4) slashing damage.", "12", "11"),
        ("Ogre, HD 12d8+3 (81 hp)", "81", "57"),
        ("Gems worth 120d10 gp (avg 1,200).", "1,200", "660"),
        ("It heals 1d4+4 (avg 7.5).", "7.5", "6.5"),
        ("An average of 11.5 on 3d6 is enough.", "11.5", "10.5"),
        ("3d6 averages 12.5.", "12.5", "10.5"),
        ("The trap deals 3d6 × 10 gp (average 115 gp).", "115", "105"),
        ("The blast does 24 (5d8) fire damage", "24", "22"),
        ("Treffer: 12 (2W6 + 4) Schaden", "12", "11"),
        ("Points de vie 46 (6d8 + 18)", "46", "45"),
        ("Puntos de golpe 54 (6d8 + 18)", "54", "45"),
        ("HD 1d8+1 plus 1d8+2 (15 hp)", "15", "12"),
        ("El ogro tiene 39 (4d10 + 8) puntos de golpe.", "39", "30"),
    ],
    "harms": [
        ("Poison: 13 (3d6), or half on a save.", "13", "10"),
        ("Gift: 13 (3W6) bei misslungener Probe", "13", "10"),
        ("Poison : 13 (3d6)", "13", "10"),
        ("Veneno: 13 (3d6)", "13", "10"),
    ],
    "spellings of averages": [
        ("It deals 2d6+3 damage (12 on average).", "12", "10"),
        ("2d6 = 9 on average.", "9", "7"),
        ("A hoard of 2d6x100 cp (avg 750 cp)", "750", "700"),
        ("The ogre (4d8+8, 30 hp) and its wolf (2d8+2; 11 hp)", "30", "26"),
        ("Your age is 20 + 3d6 (avg 31.5).", "31.5", "30.5"),
    ],
    "ranges": [
        ("Claws for 3-8 (2d4-1)", "3-8", "1-7"),
        ("Gold 30-300 (1W10 * 3)", "30-300", "3-30"),
        ("A band of 2–13 (2d6)", "2–13", "2–12"),
        ("Roll 3d6 (3-17)", "3-17", "3-18"),
    ],
    "ranges said to be so": [
        ("Each is 2d6 × 8 (range 10-96, nobody is perfect!)", "10-96", "16-96"),
        ("The roll is 2d6 + 1 = 3 to 14.", "3 to 14", "3 to 13"),
    ],
    "chances": [
        ("That is 41.67% for 6-8 on 2d6.", "41.67%", "44.44%"),
        ("It has a 60% chance (1-3 on 1d6).", "60%", "50%"),
        ("Rolling 9 or more on 2d6 is 25%.", "25%", "28%"),
        ("A 1 in 6 chance (15%).", "15%", "17%"),
        ("There is a 35% (2 in 6) risk.", "35%", "33%"),
        ("- Master: 2d6 ≥ 5 (80%)", "80%", "83%"),
        ("A 12 on 2d6 comes up 3.5% of the time.", "3.5%", "2.8%"),
        ("There are 16 ways to roll 7+ on 2d6.", "16", "21"),
        ("Throwing a 4+ is 97.1% on 2d6.", "97.1%", "91.7%"),
        ("A 7 is 6/36 ≈ 17.6%.", "17.6%", "16.7%"),
        ("Two rolls tie in 146 of 1,296 ordered outcomes (12.27%).", "12.27%", "11.27%"),
        ("That is 15 out of 36 combinations (43%).", "43%", "42%"),
    ],
    "German": [
        ("Eine 7 oder mehr auf 2W6 gelingt zu 62 %.", "62 %", "58 %"),
        ("In 15 von 36 Fällen (43 %) trifft es.", "43 %", "42 %"),
    ],
    "French": [
        ("Un 11 sur 2d6 sort dans 6,5 % des cas.", "6,5 %", "5,6 %"),
    ],
    "Spanish": [
        ("Un 9 o más en 2d6 sale el 25 % de las veces.", "25 %", "28 %"),
    ],
    "Italian": [
        ("Un 12 su 2d6 esce nel 3,5% dei casi.", "3,5%", "2,8%"),
    ],
    "Portuguese": [
        ("Tirar 10 ou mais em 2d6 acontece 20% das vezes.", "20%", "17%"),
    ],
    "Polish": [
        ("Wynik 9 lub więcej na 2k6 wypada w 30% rzutów.", "30%", "28%"),
    ],
    "tables": [
        (
            "Roll 2d6:\n\n| Roll | Chance |\n|--|--|\n| 6+ | 72% |\n| 7+ | 58% |\n| 8+ | 42% |\n"
            "| 9+ | 25% |",
            "25%",
            "28%",
        ),
        (
            "| Weapon | Damage | Average |\n|--|--|--|\n| Dirk | 1d4 | 2.5 |\n| Axe | 1d8 | 4.5 |\n"
            "| Maul | 2d6 | 7 |\n| Lance | 1d12 | 7.5 |",
            "7.5",
            "6.5",
        ),
        (
            "| AC | Roll needed | Chance |\n|--|--|--|\n| 9 | 10 | 55% |\n| 7 | 12 | 45% |\n"
            "| 5 | 14 | 35% |\n| 3 | 16 | 25% |\n| 1 | 18 | 20% |",
            "20%",
            "15%",
        ),
    ],
    "tables of other shapes": [
        (
            "On 2d6:\n\n| Scenario | Target | Chance |\n|--|--|--|\n| near | 6+ | 72% |\n"
            "| far | 7+ (no cover) | 58% |\n| wet | 7+ | 58% |\n| dark | 8+ | 42% |\n"
            "| both | 9+ | 38% |\n| worse | 10+ | 17% |",
            "38%",
            "28%",
        ),
        (
            "On 2d6:\n\n| 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|--|--|--|--|--|--|--|\n"
            "| 2.8% | 5.6% | 8.3% | 11.1% | 13.9% | 17.6% | 13.9% |",
            "17.6%",
            "16.7%",
        ),
    ],
}
RIGHT = """\
**Hit Points** 45 (6d8 + 18), *Hit:* 11 (2d6 + 4) slashing damage, or 10 (3d6) fire damage.

Melee +18 melee (1d6+9), Agility 2 (1d6), 1d6 (2d6), 1d10 (1) Alchemist, 11 (3d6) at level 3.

1d8+1 plus 1d8+2 (12 hp). A weight of 80 pounds and a 50% chance (1-3 on 1d6). 33% (2 in 6).

| d6 | Who            |
|----|----------------|
| 1-3 | (1d6) goblins |
| 4-6 | 2 (1d4) ogres |

Roll 1d20 (12) + 5 = 17. A 1 in 6 chance (17%), or about 15%. 2-12 (2d6) orcs, 1–8 (1d8).
A shortcut on the desktop (W32).
The commit 9d18-4f2e9d18 and 1-3 = goblins, 1/2 = half, f(3) + 2 = 9, x + 3 = 9.
A double six on 2d6, 2.8%. At least one six on 2d6: 30.6%. More than 50% for 7+ on 2d6.
With a 6 on 1d6, 50% of the crew dies. A 7+ on 2d6 works 65% of the time with a reroll.
SD D12 W13 P14 B15. Commits 97d3146 and 224d376. 2d6 × 1,000 (7,000) gp. Roll 1d6+2 = 7.

| Roll | Open | Cost |
|------|------|------|
| 5+   | 40%  | 3.5  |
| 6+   | 30%  | 2.5  |
| 7+   | 20%  | 1.5  |
| 8+   | 10%  | 0.5  |

| Level | 2 | 3 | 4 | 5 | 6 |
|-------|---|---|---|---|---|
| Ways to spend it | 1 | 2 | 4 | 4 | 5 |
| Share | 10% | 20% | 30% | 40% | 50% |

Chance | Roll
-------|-----
 5%    | 1 on a d20
 8.3%  | 1 on a d12
10%    | 2 or less on a d20

Page 12 (2d6), level 9 (2d6), DC 15 (2d6). 58% for 7 or more on 2d6, 44.4% for 6-8 on 2d6.
12 / 5 = 2.4, 7 / 12 = 58.33%, 5 / 8 = 63%, 30 / 2 = 15%, 1 - 0.9 × 0.9 = 19%,
0.25 × 4 = 100% and 100 / 3 = 33.
Half of 10% + 20% = 30%. Range 60/120 ft. (1d6).

A miss on 2d6 = 2-6, a weak hit on 2d6 = 7-9. 1d6 = 1-6. 15 ways to roll 8+ on 2d6. She knows
12 ways to hit with 2d6. Scimitar 2d4 (18-20), a band of 2-12 (2d6), coins 1-6 (1d6).
From 1d8 to 2d6 (avg. gain of 2.5), 3d6 (avg 10-11 damage).
It rolls 4×d6 (avg 14), 3 x 2d6 (average 21) and 5 * d6 (avg 17.5).
He won 3 of 20 games (40% of them at night). A 6/36 ≈ 16.5% chance. Noise 23% (7/16).

$\\frac{1}{2} + 2 = 7$ and `4 + 3 = 9`.
"""


def suggestions(folder: Path, text: str, capsys: pytest.CaptureFixture[str], *more: str):  # type: ignore[no-untyped-def]
    """What a check of a folder with one page suggests, and its exit status."""
    (folder / "page.md").write_text(text, encoding="utf-8")
    status = main(["check", str(folder), "--suggest", "--format", "json", *more])
    return status, json.loads(capsys.readouterr().out)["suggestions"]


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"), [each for kind in WRONG.values() for each in kind]
)
def test_so_it_is_alone_on_a_page(
    sentence: str, wrong: str, right: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = suggestions(tmp_path, sentence, capsys)
    assert [(e["found"], e["right"]) for e in found if e["right"]] == [(wrong, right)]


STAT_BLOCKS = """\
**Hound.** Hit Points 33 (6d8 + 6). Bite. *Hit:* 11 (2d8 + 2) piercing damage.

**Giant.** Hit Points 138 (12d12 + 60). Club. *Hit:* 19 (3d8 + 6) bludgeoning damage.

**Mage.** HP 40 (9d8). *Cone of cold* 36 (8d8), *fire bolt* 11 (3d10), *light*.

**Beetle**: HD 3+1 (14 hp). **Hag**: HD 4* (18hp). **Toad**: HD 2 (9 hp). **Drake**: HD 7** (41hp).
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "Mindestens eine Sechs auf 3W6: 42 %.",
        "Au moins un six sur 3d6 : 42 %.",
        "Al menos un seis en 3d6: 42 %.",
        "Almeno un sei su 3d6: 42%.",
        "Pelo menos um seis em 3d6: 42%.",
        "At least one six on 3d6: 42%.",
    ],
)
def test_at_least_one_six_is_no_total(
    sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [e["right"] for e in suggestions(tmp_path, sentence, capsys)[1]] == [None]


def test_among_many_averages_another_number_beside_dice_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = suggestions(tmp_path, STAT_BLOCKS, capsys)
    wrong = [(each["found"], each["right"]) for each in found if each["right"]]
    assert wrong == [("41", "31")]
    held = {each["found"] for each in found}
    assert {"33", "138", "19", "40", "36", "14", "18", "9"} <= held


def test_what_is_right_or_only_looks_so_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = suggestions(tmp_path, RIGHT, capsys)
    assert [each for each in found if each["right"] is not None] == []


LOOK_ALIKES = [
    "Agility 2 (1d6), Might 3 (2d6)", "Room 7 (1d4 rats)", "Fire 3 (2d6)", "Might 8 (1d8)",
    "Blade 2 (3d6), Rifle 1 (3d6)", "Fighting 6 (1d8)", "ML 8 (2d6)", "Sword 3 (1d6+1)",
    "Grenades 6 (3d6)", "Arrows 18 (1d6)", "ammo: 12 (2d6)", "Burning 2 (1d6 each)",
    "Speed 12 (2d6)", "range 30 (2d6)", "There are 7 (2d6+2) guards here.",
    "It costs 20 (4d6 damage) mana", "Sword: 3 (1d6+1), Axe: 4 (1d8+1)", "Poison 4 (1d6)",
]  # fmt: skip


@pytest.mark.parametrize("beside", LOOK_ALIKES)
def test_right_averages_of_a_page_make_no_average_of_other_numbers(
    beside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    troll = "Bite: 7 (2d6) damage. Breath 28 (8d6). The troll has 45 (6d8+18) hit points."
    _, found = suggestions(tmp_path, f"# Beasts\n\n{troll}\n\n{beside}\n", capsys)
    assert [each["found"] for each in found if each["right"]] == []


HALVES = [(n, s) for n in (1, 3, 5, 7, 9) for s in (4, 6, 8, 10)]


@pytest.mark.parametrize(("up", "wrong"), [(0, "8"), (1, "7")], ids=["down", "up"])
def test_a_book_that_rounds_one_way_is_held_to_it(
    up: int, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [f"It takes {n * (s + 1) // 2 + up} ({n}d{s}) damage." for n, s in HALVES]
    _, found = suggestions(tmp_path, "\n\n".join([*lines, f"And {wrong} (3d4) damage."]), capsys)
    got = [(each["found"], each["right"]) for each in found if each["right"] is not None]
    assert got == [(wrong, str(15 - int(wrong)))]


def test_a_book_that_rounds_each_die_or_gives_the_highest_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    per_die = [f"It takes {n * (s // 2)} ({n}d{s}) damage." for n, s in HALVES]
    highest = [f"It has {n}d{s} ({n * s} hp)." for n, s in HALVES]
    for lines in (per_die, highest):
        _, found = suggestions(tmp_path, "\n\n".join(lines), capsys)
        assert [each for each in found if each["right"] is not None] == []


def test_each_folder_of_a_book_rounds_in_its_own_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = ("1d8", "2d6", "3d6", "3d8", "5d6", "7d6", "8d6")
    totals = {  # the last of each is another folder's, or nobody's
        "down": (4, 7, 10, 13, 17, 24, 48),
        "up": (5, 7, 11, 14, 18, 25, 31),
        "highest": (8, 12, 18, 24, 30, 42, 46),
    }
    for name, numbers in totals.items():
        (tmp_path / name).mkdir()
        for n, (number, thrown) in enumerate(zip(numbers, dice, strict=True)):
            file = tmp_path / name / f"{n // 2}.md"
            with file.open("a", encoding="utf-8") as page:
                page.write(f"**Hit Points** {number} ({thrown})\n\n")
    assert main(["check", str(tmp_path), "--suggest", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["suggestions"]
    wrong = {(e["file"].split("/")[-2], e["found"], e["right"]) for e in found if e["right"]}
    assert wrong == {("down", "48", "28"), ("up", "31", "28"), ("highest", "46", "48")}


def test_the_sure_ones_alone_set_the_status_with_strict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert suggestions(tmp_path, "Hit: 12 (2d6 + 4) damage", capsys, "--strict")[0] == 1
    assert suggestions(tmp_path, RIGHT, capsys, "--strict")[0] == 0


def test_text_says_what_is_wrong_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("Hit: 12 (2d6 + 4) damage", encoding="utf-8")
    main(["check", ".", "--suggest"])
    assert 'a.md:1: wrong: "12" should be "11": 2d6 + 4 is 11 on average' in capsys.readouterr().out
