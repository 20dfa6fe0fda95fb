"""`check --suggest`: what looks like a figure of the dice is found, and what does not is not."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.rules.rules import Rules
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.work import calls

CASES = cases_of(__file__)

PLANTED = tomllib.loads(Path(__file__).with_name("planted.toml").read_text("utf-8"))
STRANGERS = Path(__file__).parents[1] / "roots" / "strangers"
CONF = 'extensions = ["sphinxext.rulebook", "myst_parser"]\nrulebook_rules = "game:uwr"\n'


def planted() -> str:
    """The chapter of figures."""
    texts = "\n\n".join(text for text, *_ in PLANTED["figures"])
    table = PLANTED["table"]
    return f"Rolling the dice\n================\n\n{texts}\n\nChances by dice:\n\n{table}"


def suggested(rulebook: Run, files: Mapping[str, str]) -> tuple[int, list[dict[str, Any]]]:
    """The exit status of a check of these files, and what it suggests."""
    rulebook.write(files)
    status, report = rulebook.check(".", "--suggest")
    return status, report["suggestions"]


@pytest.mark.parametrize("book", [True, False], ids=["a book with rules", "a folder without"])
def test_nine_of_ten_planted_figures_are_found(book: bool, rulebook: Run) -> None:
    files = {"index.rst": planted(), **({"conf.py": CONF} if book else {})}
    status, found = suggested(rulebook, files)
    assert status == 0
    have = [each["found"] for each in found]
    wanted = [each for _, *figures in PLANTED["figures"] for each in figures] + PLANTED["cells"]
    missing = []
    for figure in wanted:
        if figure in have:
            have.remove(figure)
        else:
            missing.append(figure)
    assert len(wanted) >= 38
    assert len(missing) <= len(wanted) // 10, missing
    assert len(have) <= 4, have


@pytest.mark.parametrize("book", [True, False], ids=["a book with rules", "a folder without"])
def test_prices_weights_widths_and_rules_in_percent_are_left_alone(
    book: bool, rulebook: Run
) -> None:
    text = "Things\n======\n\n" + "\n\n".join(PLANTED["decoys"])
    text += "\n\nWhat it costs:\n\n" + PLANTED["prices"]
    files = {"index.rst": text, **({"conf.py": CONF} if book else {})}
    assert suggested(rulebook, files) == (0, [])
    # In one paragraph with the dice they are still left alone.
    mixed = "Dice\n====\n\nRoll 2d6 and hope for a 7.\n" + "\n".join(PLANTED["decoys"])
    _, found = suggested(rulebook, {**files, "index.rst": mixed})
    assert found == []


def test_another_book_of_several_dice(rulebook: Run) -> None:
    risks = (STRANGERS / "risks.md").read_text("utf-8")  # its figures are marked
    pages = {
        "risks.md": re.sub("[⟦⟧]", "", risks),
        "trade.md": (STRANGERS / "trade.md").read_text("utf-8"),
    }
    status, found = suggested(rulebook, pages)
    assert status == 0
    assert [each for each in found if each["file"].endswith("trade.md")] == []
    have = [(each["line"], each["found"]) for each in found]
    wanted = [
        (number, figure)
        for number, line in enumerate(risks.splitlines(), 1)
        for figure in re.findall("⟦(.*?)⟧", line)
    ]
    missing = [each for each in wanted if each not in have]
    assert len(missing) <= len(wanted) // 8, missing
    assert len(have) <= len(wanted) + 2
    known = [each["write"] for each in found if "CHECK" not in each["write"]]
    for write in ("65% <d20 >= 8>", "1/9 <2d6 = 9>", "4.5 <1d8 mean>", "28 <8d6 mean>"):
        assert any(write in each for each in known), write


def test_what_stands_after_a_list_table_is_read(rulebook: Run) -> None:
    page = CASES["page"]
    _, found = suggested(rulebook, {"odds.rst": page})
    table = ".. dice-table::\n   :check: 2d6\n   :rows: counts >= 10\n\n   (the table, indented)"
    assert [(each["line"], each["write"]) for each in found] == [
        (9, table),
        (13, ":odds:`58% <2d6 >= 7>`"),
        (13, ":odds:`3% <2d6 = 12>`"),
    ]


def test_no_role_is_put_into_a_drawn_table(rulebook: Run) -> None:
    page = CASES["no_role_is_put_into_a_drawn_table"]
    _, found = suggested(rulebook, {"odds.rst": page})
    assert [each["found"] for each in found] == ["50%", "75%", "25%", "44%"]
    assert {each["write"].partition("\n")[0] for each in found} == {".. dice-table::"}


def test_what_it_suggests_can_be_pasted(rulebook: Run) -> None:
    _, found = suggested(rulebook, {"index.rst": planted(), "conf.py": CONF})
    roles = [e for e in found if "\n" not in e["write"] and "CHECK" not in e["write"]]
    known = [each for each in roles if "EVENT" not in each["write"]]
    assert len(known) >= 15
    lines = planted().split("\n")
    for each in known:
        text = lines[each["line"] - 1]
        # The last of equal figures first, so that none is pasted into another's question.
        at = text.rfind(each["found"], 0, text.find(":odds:`") if ":odds:`" in text else None)
        at = text.rfind(each["found"]) if at < 0 else at
        lines[each["line"] - 1] = text[:at] + each["write"] + text[at + len(each["found"]) :]
    first = next(i for i, line in enumerate(lines) if line.startswith("=====  ==="))
    (wrap,) = {each["write"] for each in found if "\n" in each["write"]}
    table = [f"   {line}" for line in lines[first:] if line]
    body = wrap.replace("   (the table, indented)", "\n".join(table))
    rulebook.write({"index.rst": "\n".join([*lines[:first], body, ""])})
    report = rulebook("check", ".", "--suggest", "--format", "json", ends=0).json
    assert (report["drift"], report["unread"]) == ([], [])
    assert report["checked"] >= len(known) + 10
    left = [each["found"] for each in report["suggestions"]]
    assert len(left) == len(found) - len(known) - 10


def test_markdown_of_a_stranger(rulebook: Run) -> None:
    status, found = suggested(rulebook, {"notes/odds.md": CASES["markdown"]})
    assert status == 0
    table = "```{dice-table}\n:check: 2d6\n:rows: counts >= 7, 10\n\n(the table)\n```"
    assert [(each["line"], each["found"], each["write"]) for each in found] == [
        (2, "41%", "17%"),  # wrong, and no role stands in front matter
        (6, "17%", "{odds}`17% <2d6 >= 10>`"),
        (18, "58%", table),
        (19, "17%", table),
        (22, "30%", "{odds}`30% <d20 >= 15>`"),
    ]
    assert all(each["file"].endswith("notes/odds.md") for each in found)


def test_code_comments_and_links_are_no_prose(rulebook: Run) -> None:
    status, found = suggested(rulebook, {"odds.rst": CASES["rest"]})
    assert status == 0
    assert [(each["line"], each["found"]) for each in found] == [
        (14, "28%"),
        (19, "30%"),
        (27, "58%"),
    ]
    assert found[1]["write"] == ":odds:`30% <d20 >= 15>`"


def test_the_exit_status_stays_that_of_the_check(rulebook: Run) -> None:
    page = "T\n=\n\nRoll 2d6: 10+ comes 17% of the time, :odds:`59% <2d6 >= 7>` more.\n"
    status, found = suggested(rulebook, {"index.rst": page, "conf.py": CONF})
    assert (status, len(found)) == (1, 1)
    out = rulebook("check", ".", "--suggest=all", ends=1).out
    assert "index.rst:4: suggest: :odds:`17% <2d6 >= 10>`" in out
    assert out.endswith("1 figure checked, 1 drifted, 1 that nothing checks\n")
    written = json.loads(rulebook.text("_build/drift/drift.json"))
    assert written["suggestions"] == found


SCRAPS = CASES["scraps"]


@settings(max_examples=150)
@given(lines=st.lists(st.lists(st.sampled_from(SCRAPS), max_size=4).map(" ".join), max_size=12),
       markdown=st.booleans())  # fmt: skip
def test_no_text_is_too_odd_to_read(
    lines: list[str], markdown: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"odd.{'md' if markdown else 'rst'}"
    path.write_text("\n".join(lines), "utf-8")
    found = suggestions([path], load("game:uwr"), Style())
    said = " ".join("\n".join(lines).split())
    assert all(each.found in said for each in found)


@settings(max_examples=150)
@given(
    text=st.text(st.sampled_from(" \t\n\u00a0\x0c:`~#>|+-=.*_%<!([{a1d6")), markdown=st.booleans()
)
def test_every_scanner_comes_to_an_end(
    text: str, markdown: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"random.{'md' if markdown else 'rst'}"
    path.write_text(text, "utf-8")
    suggestions([path], Rules({}), Style())


@settings(max_examples=150)
@given(raw=st.binary(max_size=400), kind=st.sampled_from(("md", "rst", "txt", "qmd")))
def test_any_bytes_are_read(
    raw: bytes, kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"bytes.{kind}"
    path.write_bytes(raw)
    suggestions([path], Rules({}), Style())


@pytest.mark.parametrize("scrap", CASES["long_lines"])
def test_a_long_line_costs_no_more_than_its_length(scrap: str, tmp_path: Path) -> None:
    path = tmp_path / "long.md"

    def work(letters: int) -> int:
        path.write_text(scrap * (letters // len(scrap)), "utf-8")
        return calls(lambda: suggestions([path], Rules({}), Style()))

    work(1_000)  # what is compiled at first use is no work of a line
    assert work(8_000) < 5 * work(2_000)


TARGETS = CASES["targets"]


def test_target_numbers_are_no_random_table(rulebook: Run) -> None:
    _, found = suggested(rulebook, {"a.md": TARGETS})
    assert not any("random-table" in each["write"] for each in found)
    ranges = TARGETS.replace("7+ ", "2-8").replace("9+ ", "9-10")
    _, found = suggested(rulebook, {"a.md": ranges})
    assert any("random-table" in each["write"] for each in found)


MOVES = CASES["moves"]


def test_signed_labels_are_values_of_a_parameter(rulebook: Run) -> None:
    rules = MOVES.replace("default = 0", "default = 0, least = -3")
    _, found = suggested(rulebook, {"rules.toml": rules, "a.md": CASES["bonuses"]})
    (write,) = {each["write"] for each in found}
    said = "check=move; rows=stat = -1..1; columns=outcomes = Weak, Strong"
    assert write == f"<!-- dice-table: {said} -->"


@pytest.mark.parametrize("beside", ["rules.toml", "mkdocs.yml", "../book.toml"])
def test_comments_are_suggested_where_no_sphinx_builds_the_pages(
    beside: str, rulebook: Run
) -> None:
    settings = MOVES if beside == "rules.toml" else ""
    page = "A 7 or more on 2d6 comes up 58% of the time.\n"
    rulebook.write({f"book/{beside}": settings, "book/a.md": page})
    found = rulebook("check", "book", "--suggest", "--format", "json").json["suggestions"]
    assert [each["write"] for each in found] == ["58% <!-- odds: 2d6 >= 7 -->"]


def test_a_table_of_dice_that_fits_no_rules_names_its_dice_and_totals(rulebook: Run) -> None:
    page = "Odds, blessed:\n\n| 2d6 | Odds |\n|-----|------|\n| 7+ | 62% |\n| 9+ | 33% |\n"
    _, found = suggested(rulebook, {"a.md": page})
    assert found[0]["write"].startswith("```{dice-table}\n:check: 2d6\n:rows: counts >= 7, 9\n")
