"""Multiples and waiting times in plain sentences, in the languages whose books we read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

THREE, TWO = "ratio(d6 >= 4 | d6 >= 6)", "ratio(d6 >= 5 | d6 >= 6)"
HALF, THIRD = "ratio(d6 >= 6 | d6 >= 5)", "ratio(d6 >= 6 | d6 >= 4)"
MORE, LESS, WAIT = "ratio(d6 >= 4 | d6 >= 5)", "ratio(d6 >= 5 | d6 >= 4)", "wait(d20 = 20)"
# Each with its question, and what is right instead where it is wrong.
SAID = {
    "en": [
        ("It is three times as likely", THREE, ""),
        ("twice as likely as before", TWO, ""),
        ("twice as likely", THREE, "thrice"),
        ("half as likely", HALF, ""),
        ("a third as many", THIRD, ""),
        ("half as many", THIRD, "a third"),
        ("50% more than before", MORE, ""),
        ("60% more", MORE, "50"),
        ("33% less often", LESS, ""),
        ("In 3 of 4 games it is 3 times as likely", THREE, ""),
        ("You wait 20 rolls", WAIT, ""),
        ("more than twice as likely", THREE, ""),
        ("more than three times as likely", THREE, "3"),
        ("at least three times as likely", THREE, ""),
        ("half again as likely", MORE, ""),
        ("half as likely again", TWO, "twice"),
        ("one and a half times as likely", MORE, ""),
        ("1½ times as often", MORE, ""),
        ("twice as likely", MORE, "1.5 times"),
        ("nearly a third as many", "ratio(d100 <= 31 | d100 <= 96)", ""),
        ("You wait nearly 21 rolls", WAIT, ""),
        ("you wait more than 20 rolls", WAIT, "20"),
        ("you wait 21 rolls on average", WAIT, "20"),
    ],
    "de": [
        ("Dreimal so wahrscheinlich", THREE, ""),
        ("doppelt so oft", TWO, ""),
        ("doppelt so oft", THREE, "dreimal"),
        ("ein Drittel so oft", THIRD, ""),
        ("60 % mehr", MORE, "50"),
        ("Man wartet 21 Würfe", WAIT, "20"),
        ("anderthalbmal so oft", MORE, ""),
        ("mehr als doppelt so oft", THREE, ""),
        ("mehr als doppelt so oft", TWO, "zweimal"),
    ],
    "fr": [
        ("trois fois plus probable", THREE, ""),
        ("deux fois plus probable", THREE, "3"),
        ("50 % de plus", MORE, ""),
        ("On attend 21 jets", WAIT, "20"),
        ("une fois et demie plus probable", MORE, ""),
        ("deux fois et demie plus probable", TWO, "le double"),
        ("plus de deux fois plus probable", THREE, ""),
    ],
    "es": [
        ("el triple de probable", THREE, ""),
        ("el doble de probable", THREE, "el triple"),
        ("50 % más", MORE, ""),
        ("una vez y media más probable", MORE, ""),
        ("más del doble", THREE, ""),
    ],
    "it": [
        ("il doppio", TWO, ""),
        ("due volte più probabile", THREE, "3"),
        ("50% in più", MORE, ""),
    ],
    "pt": [("o dobro", TWO, ""), ("três vezes mais provável", THREE, ""), ("50% a mais", MORE, "")],
    "pl": [
        ("dwa razy częściej", TWO, ""),
        ("o 50% więcej", MORE, ""),
        ("trzykrotnie", TWO, "dwukrotnie"),
    ],
}


@pytest.mark.parametrize("language", SAID)
def test_multiples_are_held(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rulebook.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
    text = "\n".join(f"{words} <!-- odds: {asked} -->.\n" for words, asked, _ in SAID[language])
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    main(["check", str(tmp_path), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert report["unread"] == []
    found = {(each["line"] - 1) // 2: each["expected"] for each in report["drift"]}
    wrong = {n: right for n, (_, _, right) in enumerate(SAID[language]) if right}
    assert found.keys() == wrong.keys()
    assert [(found[n], right) for n, right in wrong.items() if right not in found[n]] == []
