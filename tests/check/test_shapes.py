"""Tables in every shape that real books use: right ones are silent, wrong cells named."""

from __future__ import annotations

from typing import NamedTuple

from tests.support.judging import Judge

RULES = """\
name="X"
steps=["d4","d6","d8","d10","d12"]
[check.save]
roll={d20=1}
[check.save.takes]
target={}
bonus={each={add=1},least=-5}
advantage={first={d20=1,keep="highest 1"},most=1,cancels="disadvantage"}
disadvantage={first={d20=1,keep="lowest 1"},most=1}
[check.save.outcomes]
Fumble="natural = 1"
Critical="natural = 20"
Failure="< target"
Success=">= target"
[check.save.difficulties]
Easy={needs=8}
Hard={needs=15}
[check.pool]
roll={success="5+"}
takes.dice={each={d6=1},required=true}
takes.favor={each={widen=1}}
[check.fight]
versus=["a","d"]
outcomes={lose="<= 0",win="> 0"}
[check.die]
takes.die.choices=["d4","d6","d8","d10","d12"]
[check.pc]
roll={"d%"=1}
takes.skill={required=true,least=1,most=100}
[check.pc.outcomes]
Fumble="= 100"
Failure="> skill"
Extreme="<= floor(skill / 5)"
Hard="<= floor(skill / 2)"
Regular="<= skill"
[check.act]
roll={d6=2}
takes.stat={each={add=1},least=-3,most=5}
takes.target={}
outcomes={Miss="< target - 3",Partial="< target",Hit=">= target"}
[check.act.difficulties]
Simple={needs="is Hit",with={target=8}}
Tough={needs="is Hit",with={target=11}}
"""


class Shape(NamedTuple):
    """A typed table: its caption, its options, its rows, and the cells that are wrong."""

    caption: str
    options: str
    rows: str
    wrong: tuple[str, ...] = ()


SHAPES = {
    "modifier down targets across": Shape(
        "",
        """\
:check: save
:rows: bonus = 0, 5
:columns: counts >= 10, 15
""",
        """\
| Bonus | DC 10 | DC 15 |
| +0 | 55% | 30% |
| +5 | 80% | 56% |
""",
        ("56%",),
    ),
    "die down": Shape(
        "",
        """\
:check: die
:rows: die = all
:event: '>= 4'
""",
        """\
| Die | 4+ |
| d4 | 25% |
| d6 | 50 |
| d8 | 62.5% |
| d10 | 70% |
| d12 | 70% |
""",
        ("70%",),
    ),
    "exactly and at least": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..5
:columns: events = "= *", ">= *"
""",
        """\
| Roll | exactly | or more |
| 2 | 3% | 100% |
| 3 | 5.6% | 97% |
| 4 | 8.3% | 92% |
| 5 | 11% | 84% |
""",
        ("84%",),
    ),
    "exactly and at least swapped": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..5
:columns: events = "= *", ">= *"
""",
        """\
| Roll | At least | Exactly |
| 2 | 100% | 3% |
| 3 | 97% | 5.6% |
| 4 | 92% | 8.3% |
| 5 | 83% | 12% |
""",
        ("12%",),
    ),
    "outcomes of difficulty": Shape(
        "",
        """\
:check: act
:rows: outcomes
:columns: difficulties
""",
        """\
| | Simple (8+) | Tough (11+) |
| Miss | 17% | 58% |
| Partial | 42% | 33% |
| Hit | 42% | 9% |
""",
        ("9%",),
    ),
    "outcomes of difficulty other way": Shape(
        "",
        """\
:check: act
:rows: difficulties
:columns: outcomes
""",
        """\
| | Miss | Partial | Hit |
| Simple | 17% | 42% | 42% |
| Tough | 58% | 33% | 8% |
""",
        (),
    ),
    "outcomes, difficulty in caption": Shape(
        "Against 8",
        """\
:check: act
:rows: stat = 0..1
:columns: outcomes
:with: target=8
""",
        """\
| Stat | Miss | Partial | Hit |
| +0 | 17% | 42% | 42% |
| +1 | 8% | 33% | 58% |
""",
        (),
    ),
    "outcomes, difficulty only in heading": Shape(
        "",
        """\
:check: act
:rows: stat = 0..1
:columns: outcomes
:with: target=8
""",
        """\
| | Difficulty 8 | Difficulty 8 | Difficulty 8 |
| Stat | Miss | Partial | Hit |
| +0 | 17% | 42% | 42% |
| +1 | 8% | 33% | 58% |
""",
        (),
    ),
    "versus": Shape(
        "",
        """\
:check: fight(pool(1), pool(1))
:rows: a.dice = 1..2
:columns: d.dice = 1..2
:event: is win
""",
        """\
| | | Defender | Defender |
| | | 1 die | 2 dice |
| Attacker | 1 die | 22% | 15% |
| Attacker | 2 dice | 43% | 33% |
""",
        ("43%", "33%"),
    ),
    "dice headers": Shape(
        "",
        """\
:check: d20
:rows: counts >= 10, 15
:columns: checks = d20, 2d10
""",
        """\
| Target | d20 | 2d10 |
| 10 | 55% | 64% |
| 15 | 30% | 22% |
""",
        ("22%",),
    ),
    "dice headers rows": Shape(
        "",
        """\
:check: d20
:rows: checks = d20, 2d10, 3d6
:columns: counts >= 10, 15
""",
        """\
| Roll | 10+ | 15+ |
| 1d20 | 55% | 30% |
| 2d10 | 64% | 21% |
| 3d6 | 63% | 9% |
""",
        (),
    ),
    "ways": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..4
:show: ways
""",
        """\
| Total | Ways |
| 2 | 1 |
| 3 | 2 in 36 |
| 4 | 3/36 |
""",
        (),
    ),
    "ways words": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..4
:show: ways
""",
        """\
| Total | Ways |
| 2 | one |
| 3 | two |
| 4 | four |
""",
        ("four",),
    ),
    "avg cell": Shape(
        "",
        """\
:check: d6
:rows: checks = 2d6, 10d8, 4d8+4
:show: mean
""",
        """\
| Monster | HP |
| Goblin | 7 (2d6) |
| Ogre | 44 (10d8) |
| Orc | 22 (4d8+4) |
""",
        ("44 (10d8)",),
    ),
    "avg cell permuted": Shape(
        "",
        """\
:check: d6
:rows: checks = 2d6, 10d8, 4d8+4
:show: mean
""",
        """\
| Monster | HP |
| Ogre | 45 (10d8) |
| Goblin | 2d6 (avg 7) |
| Orc | 23 (4d8 + 4) |
""",
        ("23 (4d8 + 4)",),
    ),
    "reach": Shape(
        "",
        """\
:check: pool
:rows: counts >= 1..3
:columns: chances = 10%, 50%, 90%
:show: reach
:of: dice
""",
        """\
| Successes | 10% | 50% | 90% |
| 1 | 1 | 2 | 6 |
| 2 | 2 | 5 | 9 |
| 3 | 4 | 8 | 13 |
""",
        ("9", "13"),
    ),
    "reach any none": Shape(
        "",
        """\
:check: die
:rows: counts >= 1, 3, 12
:columns: chances = 50%
:show: reach
:of: die
""",
        """\
| Target | even |
| 1 | any |
| 3 | d4 |
| 12 | none |
""",
        (),
    ),
    "reach any none wrong": Shape(
        "",
        """\
:check: die
:rows: counts >= 1, 3, 12
:columns: chances = 50%
:show: reach
:of: die
""",
        """\
| Target | even |
| 1 | d6 |
| 3 | any |
| 12 | d12 |
""",
        ("d6", "d12"),
    ),
    "folded": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 2..7
""",
        """\
| Roll | | Roll | |
| 2 | 100% | 5 | 83% |
| 3 | 97% | 6 | 72% |
| 4 | 92% | 7 | 59% |
""",
        ("59%",),
    ),
    "folded odd": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 2..8
""",
        """\
| Roll | Chance | Roll | Chance | Roll | Chance |
| 2 | 100% | 5 | 83% | 8 | 42% |
| 3 | 97% | 6 | 73% | | |
| 4 | 92% | 7 | 58% | | |
""",
        ("73%",),
    ),
    "faces and odds": Shape(
        "",
        """\
:check: act
:rows: outcomes
:with: target=10
:show: chance
""",
        """\
| | Chance |
| Miss | 42% |
| Partial | 41% |
| Hit | 17% |
""",
        ("41%",),
    ),
    "plain adv": Shape(
        "",
        """\
:check: save
:rows: counts >= 10, 15
:columns: with = "", "advantage=1", "disadvantage=1"
""",
        """\
| DC | Plain | Adv. | Dis. |
| 10 | 55% | 80% | 30% |
| 15 | 30% | 51% | 10% |
""",
        ("10%",),
    ),
    "plain adv diff": Shape(
        "",
        """\
:check: save
:rows: counts >= 10, 15
:columns: with = "", "advantage=1", "disadvantage=1"
""",
        """\
| DC | Plain | Advantage | Disadvantage | Difference |
| 10 | 55% | 80% | 30% | +25% |
| 15 | 30% | 51% | 9% | +20% |
""",
        ("+20%",),
    ),
    "plain adv diff2": Shape(
        "",
        """\
:check: save
:rows: counts >= 10, 15
:columns: with = "", "advantage=1", "disadvantage=1"
""",
        """\
| DC | Normal | Adv | Dis | Adv +/- | Dis +/- |
| 10 | 55 | 80 | 30 | +25 | −25 |
| 15 | 30 | 51 | 9 | +21 | −20 |
""",
        ("−20",),
    ),
    "blanks": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 1, 2, 12, 13
""",
        """\
| 1 | 100 |
| 2 | |
| 12 | 3% |
| 13 | – |
""",
        (),
    ),
    "blank wrong": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 1, 2, 12, 13
""",
        """\
| 1 | – |
| 2 | 100 |
| 12 | |
| 13 | 0 |
""",
        ("",),
    ),
    "sign in header": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 10..12
""",
        """\
| Roll | % |
| 10 | 17 |
| 11 | 8.3 |
| 12 | 3 🎲 |
""",
        (),
    ),
    "percentile": Shape(
        "",
        """\
:check: pc
:rows: skill = 20, 50
:columns: outcomes
""",
        """\
| Skill | Fumble | Failure | Extreme | Hard | Regular |
| 20% | 1% | 79% | 4% | 6% | 10% |
| 50% | 1 | 49 | 10 | 15 | 24 |
""",
        ("24",),
    ),
    "target reached": Shape(
        "",
        """\
:check: d6
:rows: checks = d6, 2d6, 3d6
:columns: chances = 5%, 50%, 90%
:show: reach
:of: counts
""",
        """\
| Dice | 5% | 50% | 90% |
| d6 | any | 4 | 1 |
| 2d6 | 11 | 7 | 4 |
| 3d6 | 16 | 11 | 7 |
""",
        ("16",),
    ),
    "any die": Shape(
        "",
        """\
:check: pool
:rows: counts >= 1
:columns: chances = 33%, 50%
:show: reach
:of: dice
""",
        """\
| 1 | any | 2 |
""",
        (),
    ),
    "folded blank headings": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..9
""",
        """\
| Roll | | Roll | | Roll | |
| 2 | 3% | 5 | 11% | 8 | 14% |
| 3 | 6% | 6 | 14% | 9 | 11% |
| 4 | 8% | 7 | 17% | | |
""",
        (),
    ),
    "folded row-wise": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..7
""",
        """\
| Roll | Odds | Roll | Odds |
| 2 | 3% | 3 | 6% |
| 4 | 8% | 5 | 12% |
| 6 | 14% | 7 | 17% |
""",
        ("12%",),
    ),
    "folded of two figures": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..5
:columns: events = "= *", ">= *"
""",
        """\
| Roll | = | + | Roll | = | + |
| 2 | 3 | 100 | 4 | 8 | 92 |
| 3 | 6 | 97 | 5 | 11 | 84 |
""",
        ("84",),
    ),
    "folded no heads no labels numeric": Shape(
        "",
        """\
:check: die
:rows: die = all
:event: '>= 4'
""",
        """\
| d4 | 25% | d8 | 63% | d12 | 75% |
| d6 | 50% | d10 | 71% | | |
""",
        ("71%",),
    ),
    "two label cols + note": Shape(
        "",
        """\
:check: pool
:rows: dice = 1..2
:columns: counts >= 1..2
""",
        """\
| Rank | Dice | 1+ | 2+ | Comment |
| Novice | 1 | 33% | – | weak |
| Adept | 2 | 56% | 12% | better |
""",
        ("12%",),
    ),
    "difficulty col first, header sign": Shape(
        "",
        """\
:check: act
:rows: stat = 0..1
:columns: difficulties
""",
        """\
| Stat | Simple 8+ (%) | Tough 11+ (%) |
| 0 | 41.7 | 8.33 |
| 1 | 58 | 17 |
""",
        (),
    ),
    "versus header 2": Shape(
        "",
        """\
:check: fight(pool(1), pool(1))
:rows: a.dice = 1..2 ; a.favor = 0, 1
:columns: d.dice = 1..2
:event: is win
""",
        """\
| | | Defender has | Defender has |
| Dice | Favor | 1 | 2 |
| 1 | 0 | 22% | 15% |
| 1 | 1 | 33% | 22% |
| 2 | 0 | 41% | 30% |
| 2 | 1 | 58% | 43% |
""",
        ("43%",),
    ),
    "percent range": Shape(
        "",
        """\
:check: pc
:rows: outcomes
:with: skill=60
:show: chance
""",
        """\
| Result | Chance |
| Fumble | 1% |
| Failure | 39% |
| Extreme (01-12) | 12% |
| Hard (13-30) | 18% |
| Regular (31-60) | 31% |
""",
        ("31%",),
    ),
    "dash vs tiny": Shape(
        "",
        """\
:check: 3d6
:rows: counts = 3..5
""",
        """\
| 3 | <1% |
| 4 | 1.4% |
| 5 | 3% |
""",
        (),
    ),
    "one-in cells": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 10..12
""",
        """\
| 10 | 1 in 6 |
| 11 | 1 in 12 |
| 12 | 1 in 35 |
""",
        ("1 in 35",),
    ),
    "fraction+pct": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 10..12
""",
        """\
| 10 | 6/36 (17%) |
| 11 | 3/36 (8%) |
| 12 | 1/36 (2%) |
""",
        ("1/36 (2%)",),
    ),
    "on its side": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..7
""",
        """\
| Total | 2 | 3 | 4 | 5 | 6 | 7 |
| Chance | 3% | 6% | 8% | 12% | 14% | 17% |
""",
        ("12%",),
    ),
    "ways on their side": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..7
:show: ways
""",
        """\
| Total | 2 | 3 | 4 | 5 | 6 | 7 |
| Ways | 1 | 2 | 3 | 4 | 6 | 6 |
""",
        ("6",),
    ),
    "square on its side": Shape(
        "",
        """\
:check: pool
:rows: dice = 1..3
:columns: counts >= 1..3
""",
        """\
| | 1 die | 2 dice | 3 dice |
| 1 success | 33% | 56% | 70% |
| 2 successes | – | 11% | 28% |
| 3 successes | – | – | 4% |
""",
        ("28%",),
    ),
    "exactly and at least on its side": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..5
:columns: events = "= *", ">= *"
""",
        """\
| 2d6 | 2 | 3 | 4 | 5 |
| Exactly | 3% | 6% | 8% | 11% |
| At least | 100% | 97% | 93% | 83% |
""",
        ("93%",),
    ),
    "outcomes by their totals, last first": Shape(
        "",
        """\
:check: act
:rows: stat = 0..2
:columns: outcomes
:with: target=10
""",
        """\
| Stat | 10+ | 7–9 | 6 or less |
| +0 | 17% | 42% | 42% |
| +1 | 28% | 44% | 28% |
| +2 | 42% | 44% | 17% |
""",
        ("44%",),
    ),
    "headings cut short": Shape(
        "",
        """\
:check: save
:rows: counts >= 10, 15, 18
:columns: with = "", "advantage=1", "disadvantage=1"
""",
        """\
| DC | Dis. | – | Adv. |
| 10 | 30% | 55% | 80% |
| 15 | 9% | 30% | 52% |
| 18 | 2% | 15% | 28% |
""",
        ("52%",),
    ),
    "ways and their chance in one cell": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..5
:show: ways
""",
        """\
| Total | Ways |
| 2 | 1/36 (3%) |
| 3 | 2 (6%) |
| 4 | 3 ways (9%) |
| 5 | 1 in 9 |
""",
        ("3 ways (9%)",),
    ),
    "ways beside chances": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..5
:columns: ways = "= *" | events = "= *", ">= *"
""",
        """\
| Total | Ways | Chance | Or more |
| 2 | 1 | 3% | 100% |
| 3 | 2 | 6% | 97% |
| 4 | 9 | 8% | 92% |
| 5 | 4 | 11% | 84% |
""",
        ("9", "84%"),
    ),
    "ways with their sum": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..12
:show: ways
:footer: '>= 2'
""",
        """\
| Total | Ways |
| 2 or 12 | 1 |
| 3 | 2 |
| 4 | 3 |
| 5 | 4 |
| 6 | 5 |
| 7 | 6 |
| 8 | 5 |
| 9 | 4 |
| 10 | 3 |
| 11 | 2 |
| 12 | 1 |
| All | 35 |
""",
        ("35",),
    ),
    "headings within": Shape(
        "",
        """\
:check: pool
:rows: dice = 1..4
:columns: counts >= 1..2
""",
        """\
| Dice | 1+ | 2+ |
| **Novices** | | |
| 1 | 33% | 0% |
| 2 | 56% | 11% |
| **Masters** | | |
| Dice | 1+ | 2+ |
| 3 | 70% | 26% |
| 4 | 81% | 41% |
""",
        ("81%",),
    ),
    "a note below": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 5..7
""",
        """\
| Roll | Chance |
| 5 | 83% |
| 6 | 72% |
| 7 | 59% |
| Rounded to whole percent. | |
""",
        ("59%",),
    ),
    "notes with numbers in them": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 5..7
""",
        """\
| Roll | Chance | See |
| 5 | 83% | page 12 |
| 6 | 72% | rule 4.2 |
| 7 | 59% | p. 7 |
""",
        ("59%",),
    ),
    "folded around an empty column": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 2..7
""",
        """\
| Need | % | | Need | % |
| 2+ | 100 | | 5+ | 83 |
| 3+ | 97 | | 6+ | 72 |
| 4+ | 92 | | 7+ | 59 |
""",
        ("59",),
    ),
    "marks of notes": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 10..12
""",
        """\
| Total | Chance |
| 10 | 17%† |
| 11 | 8%‡ |
| 12 | 4%¹ |
""",
        ("4%¹",),
    ),
    "dice as labels of their number": Shape(
        "",
        """\
:check: pool
:rows: dice = 1..6
:columns: counts >= 1..2
""",
        """\
| Pool | 1+ | 2+ |
| 1d6 | 33% | – |
| 2d6 | 56% | 11% |
| 3d6 | 70% | 26% |
| 4d6 | 80% | 42% |
| 5d6 | 87% | 54% |
| 6d6 | 91% | 65% |
""",
        ("42%",),
    ),
    "a sum below": Shape(
        "",
        """\
:check: 2d6
:rows: counts = 2..12
:columns: ways = "= *" | events = "= *"
""",
        """\
| Total | Ways | Chance |
| 2 | 1 | 3% |
| 3 | 2 | 6% |
| 4 | 3 | 8% |
| 5 | 4 | 11% |
| 6 | 5 | 14% |
| 7 | 6 | 17% |
| 8 | 5 | 14% |
| 9 | 4 | 12% |
| 10 | 3 | 8% |
| 11 | 2 | 6% |
| 12 | 1 | 3% |
| Sum | 36 | 100% |
""",
        ("12%",),
    ),
    "modifier worth as much": Shape(
        "",
        """\
:check: save
:rows: counts >= 10, 15
:columns: with = "", "advantage=1"
:of: bonus
""",
        """\
| DC | Plain | Advantage | Worth |
| 10 | 55% | 80% | +5 |
| 15 | 30% | 51% | +3.2 |
""",
        ("+3.2",),
    ),
    "notes at the end": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 10..12
""",
        """\
| Total | Chance | What it means |
| 10 | 17% | you win |
| 11 | 9% | you shine |
| 12 | 3% | you are a legend |
""",
        ("9%",),
    ),
    "bold and emoji": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 10..12
""",
        """\
| Total | Chance |
| **10** | **17%** |
| 11 | 8% 🎲 |
| 12 | 🔥 **4%** |
""",
        ("🔥 4%",),
    ),
    "never and always": Shape(
        "",
        """\
:check: 2d6
:rows: counts >= 1, 2, 12, 13
""",
        """\
| Need | Chance |
| 1 | 100 |
| 2 | |
| 12 | 3 |
| 13 | 0 |
""",
        (),
    ),
    "inverse targets": Shape(
        "",
        """\
:check: save
:rows: bonus = 0, 5
:columns: chances = 25%, 50%
:show: reach
:of: target
:event: is Success
""",
        """\
| Bonus | 25% | 50% |
| +0 | 15 | 10 |
| +5 | 20 | 14 |
""",
        ("14",),
    ),
    "faces of the rules and odds": Shape(
        "",
        """\
:check: pool(1)
:rows: favor = 0..2
:columns: rule = success | counts >= 1
""",
        """\
| Favor | Success | Chance |
| 0 | 5+ | 1 in 3 |
| 1 | 4-6 | 50% |
| 2 | 4-6 | 67% |
""",
        ("4-6",),
    ),
}

CONF = """\
extensions = ["myst_parser", "sphinxext.rulebook"]
rulebook_rules = "x.toml"
"""


def test_every_wrong_cell_of_every_shape_is_named_and_nothing_else(judge: Judge) -> None:
    lines = ["# Shapes", ""]
    wanted = []
    for shape in SHAPES.values():
        head, *rows = shape.rows.splitlines()
        lines += [f"```{{dice-table}} {shape.caption}".rstrip(), *shape.options.splitlines(), ""]
        lines += [head, "|---" * (head.count("|") - 1) + "|"]
        start = len(lines) + 1
        lines += rows
        wrong, found = list(shape.wrong), []
        for number, row in reversed(list(enumerate(rows, start))):
            cells = [cell.strip().replace("**", "") for cell in row.strip("|").split("|")]
            while wrong and wrong[-1] in cells:
                found.append(("index.md", number, wrong.pop()))
        wanted += reversed(found)
        assert not wrong
        lines += ["```", ""]
    files = {"conf.py": CONF, "x.toml": RULES, "index.md": "\n".join(lines)}
    judged = judge(files=files)
    assert judged.found == wanted, judged.text
    assert judged.status == 1
