"""`rulebook play`: every check of a rules file on a page, written once or served and renewed."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sphinxext.rulebook.rules import load_game
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.previewing import serving

CASES = cases_of(__file__)

RULES = CASES["rules"]


@pytest.mark.parametrize("game", ["unnamed", "narrative", "arrata"])
def test_every_check_of_a_shipped_game_has_its_explorer(game: str, rulebook: Run) -> None:
    assert rulebook("play", "--game", game, "--out", "out").status == 0
    page = BeautifulSoup(Path("out/index.html").read_text("utf-8"), "html.parser")
    found = [figure["id"] for figure in page.select("figure.rulebook-explorer")]
    assert found == [f"{game}-{name}" for name in load_game(game).game().checks]
    assert load_game(game).game().title in page.select_one("h1").text


def test_strangers_rules_are_played_and_their_mistakes_are_said(
    rulebook: Run, tmp_path: Path
) -> None:
    rules, out = tmp_path / "strange.toml", tmp_path / "out"
    rules.write_text(
        f'{RULES}[check.low]\nroll = "d8"\nname = "*Low* | `ticks`"\n'
        "takes.skill = { most = 8 }\n"
        'outcomes = ["No: > skill", "Yes: otherwise"]\n'
        '[check.feud]\ntakes = ["a", "b"]\noutcomes = ["won: a beats b", "lost: otherwise"]\n'
        '[check.cards]\npython = "deck:highest"\n',
        "utf-8",
    )
    status, _, said = rulebook("play", "--rules", rules, "--out", out)
    assert status == 1
    assert said.startswith("rulebook: cards: the rules allow none of these settings: the rules")
    assert said.count("\n") == 1
    page = BeautifulSoup((out / "index.html").read_text("utf-8"), "html.parser")
    found = [figure["id"] for figure in page.select("figure.rulebook-explorer")]
    assert found == ["strange-test", "strange-duel", "strange-low", "strange-feud"]
    assert '"roll":' in page.select("figure.rulebook-explorer script")[3].text
    rules.write_text(RULES.replace("success", "succes"), "utf-8")
    status, _, said = rulebook("play", "--rules", rules, "--out", out)
    assert status == 1
    assert "strange.toml:4" in said
    assert "did you mean" in (out / "index.html").read_text("utf-8")


@pytest.mark.parametrize(("arguments", "says"), CASES["what_cannot_be_played_is_said_in_a_line"])
def test_what_cannot_be_played_is_said_in_a_line(
    arguments: list[str], says: str, rulebook: Run
) -> None:
    (line,) = rulebook("play", *arguments, "--out", "out").refused()
    assert says in line


def test_the_page_is_built_again_when_the_file_is_saved(tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "duel.toml"
    rules.parent.mkdir()
    rules.write_text(RULES, "utf-8")
    with serving(rules.parent, "play", "--rules", rules) as served:
        served.until(lambda: "A test" in served.read() and "duel-duel" in served.read())
        served.write("duel.toml", RULES.replace("A test", "A trial"))
        served.until(lambda: "A trial" in served.read())
        served.write("duel.toml", RULES.replace("success", "succes"))
        served.until(lambda: "did you mean" in served.problems)
        served.write("duel.toml", RULES)
        served.until(lambda: "A test" in served.read() and "duel-test" in served.read())
