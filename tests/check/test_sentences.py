"""Sentences as books write them: every right way is silent, every wrong one is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.judging import Judge

Claims = dict[str, list[tuple[str, str, list[str]]]]


RIGHT: Claims = {
    "en": [
        (
            "odds",
            "d6 >= 5",
            [
                "33%",
                "33 %",
                "33\xa0%",
                "1/3",
                "1 in 3",
                "one in three",
                "two in six",
                "one third",
                "about a third",
                "~33%",
                "roughly 1 in 3",
                "33% (5-6 on 1d6)",
                "33% (5+)",
                "33% (5+ on a d6)",
                "33% (5 or 6)",
                "5+ (33%)",
                "5-6 (33%)",
                "5 or higher (33%)",
                "a 33% chance (5 or 6 on a d6)",
                "2 in 6 (5–6)",
                "33% (5-6)",
                "2-in-6",
                "1-in-3",
                "2 out of 6",
                "2 chances in 6",
                "a one in three chance",
                "one-in-three",
                "1 in 3 (33%)",
                "⅓",
                "33 1/3%",
                "33⅓%",
                "33 per cent",
                "one time in three",
                "every third roll",
                "(33%)",
                "33%.",
                "33% 🎲",
                "🎲 33%",
                "thirty-three percent",
                "thirty-three per cent",
                "about one in three",
                "a little over 33%",
            ],
        ),
        (
            "odds",
            "d20 >= 11",
            [
                "50% (11 to 20 on a d20)",
                "50% (11-20)",
                "11+ on a d20 (50%)",
                "50% (11–20 on d20)",
                "half",
                "half the time",
                "even",
                "even odds",
                "50-50",
                "fifty-fifty",
                "50/50",
                "evens",
                "50% (11 or more)",
                "50% (11 or better)",
                "an even chance",
                "half of all rolls",
                "one in two",
            ],
        ),
        (
            "odds",
            "2d6 mean",
            [
                "7 (2d6)",
                "2d6 (7)",
                "2d6 (avg 7)",
                "2d6 (avg. 7)",
                "7 (2d6) damage",
                "an average of 7 (2d6)",
                "2d6 (average 7)",
                "seven",
                "7 points",
                "2d6 = 7",
                "7 hp",
                "HP: 7 (2d6)",
                "HP: 7(2d6)",
                "2d6, or 7 on average",
                "⌀ 7",
                "Ø 7 (2d6)",
                "2d6 [7]",
                "7 [2d6]",
            ],
        ),
        ("odds", "10d8 mean", ["HP: 45(10d8)", "45 (10d8)", "45 (10d8) hit points"]),
        ("odds", "4d8+4 mean", ["22 (4d8 + 4)", "22 (4d8+4)", "4d8+4 (22)"]),
        ("odds", "d20+5 >= 15", ["55% (10+ on the d20)"]),
        ("odds", "2d6 >= 10", ["17% (10+ on 2d6)"]),
        ("odds", "d20 = 20", ["5% (a 20 on a d20)", "5% (natural 20)", "1 in 20"]),
        ("odds", "3d6 mean", ["3d6: 10.5", "10½ (3d6)", "10.5"]),
        (
            "odds",
            "2d6 >= 8",
            [
                "42% to hit",
                "42% (8+)",
                "42% of attacks against AC 15",
                "42% at level 5 or 6",
                "a 42% chance on 2d6",
                "5 in 12",
                "15 in 36",
                "15/36",
                "15 ways in 36",
                "fifteen in thirty-six",
                "42 %",
                "less than half",
                "under 50%",
                "over 40%",
                "almost 42%",
                "roughly 40%",
            ],
        ),
        ("odds", "2d6 >= 7", ["better than even"]),
        ("odds", "2d6>=8", ["just under 42%", "about 2 in 5", "about two in five"]),
        (
            "rule",
            "direct.success",
            [
                "5 or 6",
                "5-6",
                "5–6",
                "5+",
                "5 or higher",
                "5 or more",
                "five or six",
                "5 or better",
                "5 and up",
                "a 5 or a 6",
                "a five or six",
                "5, 6",
                "5 and 6",
                "5/6",
                "5 to 6",
                "at least 5",
                "≥5",
                "no less than 5",
                "above 4",
                "more than 4",
                "over 4",
                "from 5 to 6",
                "5 through 6",
                "between 5 and 6",
                "5 to 6 on a d6",
                "5s and 6s",
                "5-6 on a d6",
                "5+ on any die",
                "5 or 6 on d6",
            ],
        ),
        ("rolled", "direct(3) on 5 6 1", ["two successes", "2 successes", "a pair of successes"]),
        ("rolled", "narrative:action(blue) on 6", ["YES! AND...", "YES! AND…", "yes! and"]),
    ],
    "de": [
        (
            "odds",
            "d6 >= 5",
            [
                "33 %",
                "33 % (5-6 auf 1W6)",
                "5 oder 6 (33 %)",
                "5 oder höher auf einem W6 (33 %)",
                "dreiunddreißig Prozent",
                "1 zu 3",
                "eins von drei",
                "ein Drittel",
                "zwei von sechs",
                "etwa ein Drittel",
                "rund 33,3 %",
                "in einem von drei Fällen",
                "2 von 6 (5–6)",
                "einer von drei",
                "mindestens 30 %",
            ],
        ),
    ],
    "fr": [
        (
            "odds",
            "d6 >= 5",
            [
                "33 %",
                "33\u202f%",
                "un tiers",
                "une chance sur trois",
                "deux sur six",
                "trente-trois pour cent",
                "5 ou 6 (33 %)",
                "5 ou plus sur 1d6 (33 %)",
                "de 5 à 6 (33 %)",
                "environ 33,3 %",
                "une fois sur trois",
                "plus d'un quart",
                "au plus 35 %",
            ],
        ),
    ],
    "es": [
        (
            "odds",
            "d6 >= 5",
            [
                "33 %",
                "33%",
                "un tercio",
                "una de cada tres",
                "uno de cada tres",
                "dos de cada seis",
                "treinta y tres por ciento",
                "5 o 6 (33 %)",
                "5 o más en 1d6 (33 %)",
                "una vez de cada tres",
            ],
        ),
    ],
    "it": [
        ("odds", "d6 >= 5", ["33%", "33,3%", "1 su 3", "circa 33%", "33% (5-6 su 1d6)"]),
    ],
    "pt": [
        ("odds", "d6 >= 5", ["33%", "33,3%", "1 em 3", "cerca de 33%"]),
    ],
    "pl": [
        ("odds", "d6 >= 5", ["33%", "33,3%", "33 %", "1 na 3", "33% (5-6 na 1k6)"]),
    ],
    "ru": [
        ("odds", "d6 >= 5", ["33 %", "33,3 %", "1 из 3", "33%"]),
    ],
    "uk": [
        ("odds", "d6 >= 5", ["33 %", "33,3 %", "1 з 3"]),
    ],
    "tr": [
        ("odds", "d6 >= 5", ["%33", "%33,3", "yaklaşık %35", "3'te 1", "6'da 2"]),
    ],
    "ja": [
        ("odds", "d6 >= 5", ["33%", "33.3%", "約33%", "3分の1", "三分の一", "3回に1回"]),
    ],
    "zh": [
        ("odds", "d6 >= 5", ["33%", "33.3%", "约33%", "三分之一", "3分之1"]),
    ],
}
WRONG: Claims = {
    "en": [
        (
            "odds",
            "d6 >= 5",
            [
                "33 in 100",
                "33% (4-6 on 1d6)",
                "33% (4+)",
                "33% (4+ on a d6)",
                "33% (4 or 6)",
                "6+ (33%)",
                "4-6 (33%)",
                "4 or higher (33%)",
                "33% (4 or 5 on a d6)",
                "2-in-5",
                "one in four",
                "2 chances in 5",
                "33% (6)",
                "33% (5-6 on 1d8)",
                "three in six",
                "thirty-four percent",
            ],
        ),
        ("odds", "d20 >= 11", ["50% (10 to 20 on a d20)", "50% (12+)", "11 to 19 on a d20 (50%)"]),
        (
            "odds",
            "2d6 mean",
            [
                "8 (2d6)",
                "2d6 (8)",
                "2d6 (avg 8)",
                "HP: 8(2d6)",
                "7 (2d8)",
                "2d8 (avg 7)",
                "7 (3d6)",
                "seven (2d8)",
            ],
        ),
        ("odds", "10d8 mean", ["HP: 40(10d8)", "44 (10d8)", "45 (10d6)"]),
        ("odds", "4d8+4 mean", ["21 (4d8 + 4)", "22 (4d8+5)", "22 (4d8)"]),
        ("odds", "d20+5 >= 15", ["55% (9+ on the d20)"]),
        ("odds", "2d6 >= 10", ["17% (9+ on 2d6)"]),
        ("odds", "2d6>=8", ["nearly half: 42%"]),
        ("odds", "2d6 >= 8", ["more than half", "over 45%", "58% to 42%"]),
        (
            "rule",
            "direct.success",
            [
                "4-6",
                "4+",
                "5",
                "6",
                "4 or higher",
                "4 or more",
                "five",
                "5 to 7",
                "more than 5",
                "over 5",
                "above 5",
                "between 4 and 6",
                "5-6 on a d8",
            ],
        ),
        ("rolled", "direct(3) on 5 6 1", ["three successes", "a success", "one success"]),
    ],
    "de": [
        (
            "odds",
            "d6 >= 5",
            ["33 % (4-6 auf 1W6)", "4 oder höher (33 %)", "vierunddreißig Prozent"],
        ),
    ],
    "fr": [
        ("odds", "d6 >= 5", ["trente-quatre pour cent", "4 ou plus (33 %)", "1 chance sur 4"]),
    ],
    "es": [
        (
            "odds",
            "d6 >= 5",
            ["treinta y cuatro por ciento", "4 o más (33 %)", "una de cada cuatro"],
        ),
    ],
    "it": [
        ("odds", "d6 >= 5", ["34%", "33% (4+)"]),
    ],
    "pt": [
        ("odds", "d6 >= 5", ["34%"]),
    ],
    "pl": [
        ("odds", "d6 >= 5", ["34%"]),
    ],
    "ru": [
        ("odds", "d6 >= 5", ["34 %"]),
    ],
    "uk": [
        ("odds", "d6 >= 5", ["34 %"]),
    ],
    "tr": [
        ("odds", "d6 >= 5", ["%34"]),
    ],
    "ja": [
        ("odds", "d6 >= 5", ["34%"]),
    ],
    "zh": [
        ("odds", "d6 >= 5", ["34%"]),
    ],
}


def listed(groups: list[tuple[str, str, list[str]]]) -> tuple[str, list[str]]:
    """A page with all of the sentences, and the sentences."""
    words = [(kind, question, each) for kind, question, many in groups for each in many]
    lines = [f"- :{kind}:`{each} <{question}>`\n" for kind, question, each in words]
    return "".join(lines), [" ".join(each.split()) for _, _, each in words]


@pytest.mark.parametrize("language", RIGHT)
def test_every_right_way_is_silent(judge: Judge, language: str) -> None:
    page, words = listed(RIGHT[language])
    settings: dict[str, Any] = {"language": language}
    judged = judge(page, **settings)
    assert judged.lines == []
    assert judged.checked == len(words)


@pytest.mark.parametrize("language", [language for language, wrong in WRONG.items() if wrong])
def test_every_wrong_one_is_named(judge: Judge, language: str) -> None:
    page, words = listed(WRONG[language])
    settings: dict[str, Any] = {"language": language}
    judged = judge(page, **settings)
    assert [(line, found) for _, line, found in judged.found] == list(enumerate(words, 4))
    assert judged.checked == len(words)
