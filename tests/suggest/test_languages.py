"""Pages in languages whose figures are read in English, too: odds are found, prices are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules

PAGES = {
    "nl": """\
# Kansen met dobbelstenen

Je gooit met 2d6 en telt de ogen op. De kans op 7 of meer is 58%, en op 10 of hoger 17%. Met
voordeel slaag je in 84% van de gevallen. De trol heeft 46 (6d8+18) levenspunten en doet
gemiddeld 7 (2d6) schade. Gif: 13 (3d6).

Een zwaard kost 15 goudstukken, en in de haven is alles 20% duurder. De rugzak weegt 12 kg en
je bent 25% langzamer. Op pagina 12 staat een kaart van 30 bij 40 cm. Per dag regent het met
30%. Volgens een enquête speelt 62% van de lezers elke week.
""",
    "sv": """\
# Chanser

Slå 2T6. Chansen att få 7 eller mer är 58 %, och 10 eller högre 17 %. Med fördel lyckas du i
84 % av fallen. Trollet har 46 (6T8+18) kroppspoäng. Gift: 13 (3T6).

Ett svärd kostar 15 silver, i hamnen är allt 20 % dyrare. Packningen väger 12 kg. Enligt en
enkät spelar 62 % av läsarna varje vecka.
""",
    "ru": """\
# Шансы

Бросьте 2d6. Вероятность выбросить 7 или больше равна 58 %, а 10 или больше — 17 %. В 42 %
случаев бросок неудачен. В среднем 2d6 даёт 7. Яд: 13 (3d6).

Меч стоит 15 золотых, а в порту всё на 20 % дороже. Рюкзак весит 12 кг. Согласно опросу, 62 %
читателей играют каждую неделю.
""",
    "uk": """\
# Шанси

Киньте 2d6. Ймовірність отримати 7 або більше — 58 %, а 10 або більше — 17 %. У 42 % випадків
кидок невдалий. Отрута: 13 (3d6).

Меч коштує 15 монет, а в порту все на 20 % дорожче. Рюкзак важить 12 кг. Згідно з опитуванням,
62 % читачів грають щотижня.
""",
    "pl": """\
# Szanse

Rzuć 2k6. Szansa na 7 lub więcej wynosi 58%, a na 10 lub więcej 17%. Z przewagą test udaje się
w 84% przypadków. Trucizna: 13 (3k6).

Miecz kosztuje 15 sztuk złota, a w porcie wszystko jest o 20% droższe. Plecak waży 12 kg.
Według ankiety 62% czytelników gra co tydzień.
""",
}
FOUND = {
    "nl": ["46", "7", "13", "58%", "17%", "84%"],
    "sv": ["46", "13", "58 %", "17 %", "84 %"],
    "ru": ["7", "13", "58 %", "17 %", "42 %"],
    "uk": ["13", "58 %", "17 %", "42 %"],
    "pl": ["13", "58%", "17%", "84%"],
}


@pytest.mark.parametrize("language", PAGES)
def test_odds_of_a_page_are_found_and_nothing_else(language: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGES[language], encoding="utf-8")
    found = suggestions([page], Rules({}), Style(), plain=True)
    assert sorted(each.found for each in found) == sorted(FOUND[language])
    queries = [each.write for each in found if "%" in each.found and each.known]
    asked = [each.partition("odds: ")[2] for each in queries]
    assert asked == ["2d6 >= 7 -->", "2d6 >= 10 -->"]


@pytest.mark.parametrize(
    "sentence",
    [
        "On 2d6 the gap from 7 to 10 costs you 17% of the time.",
        "With 2d6, 5 or more is what you want, but 17% of the time 7 friends go.",
    ],
)
def test_no_question_is_filled_in_by_coincidence(sentence: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{sentence}\n", encoding="utf-8")
    found = suggestions([page], Rules({}), Style(), plain=True)
    assert [each.known for each in found] == [False]
