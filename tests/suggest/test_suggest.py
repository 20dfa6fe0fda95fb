"""`check --suggest`: what looks like a figure of the dice is found, and what does not is not."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.rules.rules import Rules
from tests.support.cases import cases_of
from tests.support.work import calls

if TYPE_CHECKING:
    from collections.abc import Mapping

CASES = cases_of(__file__)

PLANTED = tomllib.loads(Path(__file__).with_name("planted.toml").read_text("utf-8"))
STRANGERS = Path(__file__).parents[1] / "roots" / "strangers"
CONF = 'extensions = ["sphinxext.rulebook", "myst_parser"]\nrulebook_rules = "game:uwr"\n'


def planted() -> str:
    """The chapter of figures."""
    texts = "\n\n".join(text for text, *_ in PLANTED["figures"])
    table = PLANTED["table"]
    return f"Rolling the dice\n================\n\n{texts}\n\nChances by dice:\n\n{table}"


def suggested(
    folder: Path, files: Mapping[str, str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict[str, Any]]]:
    """The exit status of a check, and what it suggests."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    status = main(["check", str(folder), "--suggest", "--format", "json"])
    return status, json.loads(capsys.readouterr().out)["suggestions"]


@pytest.mark.parametrize("book", [True, False], ids=["a book with rules", "a folder without"])
def test_nine_of_ten_planted_figures_are_found(
    book: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"index.rst": planted(), **({"conf.py": CONF} if book else {})}
    status, found = suggested(tmp_path, files, capsys)
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
    book: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Things\n======\n\n" + "\n\n".join(PLANTED["decoys"])
    text += "\n\nWhat it costs:\n\n" + PLANTED["prices"]
    files = {"index.rst": text, **({"conf.py": CONF} if book else {})}
    assert suggested(tmp_path, files, capsys) == (0, [])
    # In one paragraph with the dice they are still left alone.
    mixed = "Dice\n====\n\nRoll 2d6 and hope for a 7.\n" + "\n".join(PLANTED["decoys"])
    _, found = suggested(tmp_path, {**files, "index.rst": mixed}, capsys)
    assert found == []


def test_another_book_of_several_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    risks = (STRANGERS / "risks.md").read_text("utf-8")  # its figures are marked
    pages = {
        "risks.md": re.sub("[⟦⟧]", "", risks),
        "trade.md": (STRANGERS / "trade.md").read_text("utf-8"),
    }
    status, found = suggested(tmp_path, pages, capsys)
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


def test_a_sphinx_project_that_has_not_begun_with_us(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"conf.py": "extensions = []\n", "index.rst": "T\n=\n\nA 12 on 2d6: 3% of rolls.\n"}
    status, found = suggested(tmp_path, files, capsys)
    assert (status, [each["write"] for each in found]) == (0, [":odds:`3% <2d6 = 12>`"])


def test_what_stands_after_a_list_table_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = """\
Odds of 2d6
===========

.. list-table::

   * - Total
     - Chance
   * - 10+
     - 17%

.. admonition:: More

   You roll 7 or more 58% of the time. A 12 comes up 3% of the time.
"""
    _, found = suggested(tmp_path, {"odds.rst": page}, capsys)
    assert [(each["line"], each["write"]) for each in found] == [
        (9, ":odds:`17% <2d6 >= 10>`"),
        (13, ":odds:`58% <2d6 >= 7>`"),
        (13, ":odds:`3% <2d6 = 12>`"),
    ]


def test_no_role_is_put_into_a_drawn_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = """\
Odds of d20
===========

====  ======  =========
Need  Chance  Advantage
====  ======  =========
11+   50%     75%
16+   25%     44%
====  ======  =========
"""
    _, found = suggested(tmp_path, {"odds.rst": page}, capsys)
    assert [each["found"] for each in found] == ["50%", "75%", "25%", "44%"]
    assert {each["write"].partition("\n")[0] for each in found} == {".. dice-table::"}


def test_what_it_suggests_can_be_pasted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = suggested(tmp_path, {"index.rst": planted(), "conf.py": CONF}, capsys)
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
    (tmp_path / "index.rst").write_text("\n".join([*lines[:first], body, ""]), encoding="utf-8")
    assert main(["check", str(tmp_path), "--suggest", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["drift"], report["unread"]) == ([], [])
    assert report["checked"] >= len(known) + 10
    left = [each["found"] for each in report["suggestions"]]
    assert len(left) == len(found) - len(known) - 10


def test_markdown_of_a_stranger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = suggested(tmp_path, {"notes/odds.md": CASES["markdown"]}, capsys)
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


def test_code_comments_and_links_are_no_prose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = suggested(tmp_path, {"odds.rst": CASES["rest"]}, capsys)
    assert status == 0
    assert [(each["line"], each["found"]) for each in found] == [
        (14, "28%"),
        (19, "30%"),
        (27, "58%"),
    ]
    assert found[1]["write"] == ":odds:`30% <d20 >= 15>`"


def test_the_exit_status_stays_that_of_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "T\n=\n\nRoll 2d6: 10+ comes 17% of the time, :odds:`59% <2d6 >= 7>` more.\n"
    status, found = suggested(tmp_path, {"index.rst": page, "conf.py": CONF}, capsys)
    assert (status, len(found)) == (1, 1)
    assert main(["check", str(tmp_path), "--suggest=all"]) == 1
    out = capsys.readouterr().out
    assert "index.rst:4: suggest: :odds:`17% <2d6 >= 10>`" in out
    assert out.endswith("1 figure checked, 1 drifted, 1 that nothing checks\n")
    written = json.loads((tmp_path / "_build" / "drift" / "drift.json").read_text("utf-8"))
    assert written["suggestions"] == found


SCRAPS = [
    "2d6", "7 or more", "58%", "| a | 5% |", "|---|---|", "+--+--+", "+==+==+", "====  ====", "::",
    ".. list-table::", "* - x", "  - 5%", ".. csv-table:: odds", '   "a", 5%', "```", ":::{note}",
    "   indented", "rolls 3, 4 and 5", "2 successes", "# Odds", "-----", "", "", "1/0", "1 in 0",
    ".. csv-table::\n   :delim: ;;\n\n   a;;5%", "   :quote: '", "   'a\n   b',5%",
    "   :file: x.csv",
    "    ", "\u00a0\u00a0\u00a0\u00a0", "    :::{note}", "\t", "\x0c", ">>> 1", "%%", "> ", "-   ",
    "{odds}`5% <d6 = 1>`", ":odds:`5%", "<!--", "on average", "½", "chance of 0.5", "99999999999%",
]  # fmt: skip


@settings(max_examples=150)
@given(lines=st.lists(st.lists(st.sampled_from(SCRAPS), max_size=4).map(" ".join), max_size=12),
       markdown=st.booleans())  # fmt: skip
def test_no_text_is_too_odd_to_read(
    lines: list[str], markdown: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"odd.{'md' if markdown else 'rst'}"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = suggestions([path], load("game:uwr"), Style())
    said = " ".join("\n".join(lines).split())
    assert all(each.found in said for each in found)


def test_a_folder_without_sources_or_none_at_all_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path), "--suggest"]) == 2
    assert "no reStructuredText or Markdown" in capsys.readouterr().err
    assert main(["check", str(tmp_path / "none"), "--suggest"]) == 2
    assert "no folder" in capsys.readouterr().err


@settings(max_examples=150)
@given(
    text=st.text(st.sampled_from(" \t\n\u00a0\x0c:`~#>|+-=.*_%<!([{a1d6")), markdown=st.booleans()
)
def test_every_scanner_comes_to_an_end(
    text: str, markdown: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"random.{'md' if markdown else 'rst'}"
    path.write_text(text, encoding="utf-8")
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
        path.write_text(scrap * (letters // len(scrap)), encoding="utf-8")
        return calls(lambda: suggestions([path], Rules({}), Style()))

    work(1_000)  # what is compiled at first use is no work of a line
    assert work(16_000) < 5 * work(4_000)


TARGETS = CASES["targets"]


def test_target_numbers_are_no_random_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = suggested(tmp_path, {"a.md": TARGETS}, capsys)
    assert not any("random-table" in each["write"] for each in found)
    _, found = suggested(
        tmp_path, {"a.md": TARGETS.replace("7+ ", "2-8").replace("9+ ", "9-10")}, capsys
    )
    assert any("random-table" in each["write"] for each in found)


def test_a_table_with_a_row_without_cells_is_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("|\n|---|---|\n| 1 | 5% on 1d20 |\n| 1 | 2 |\n", "utf-8")
    assert main(["check", str(tmp_path), "--suggest"]) == 0
    assert capsys.readouterr().out.endswith("nothing checks\n")


MOVES = CASES["moves"]


def test_signed_labels_are_values_of_a_parameter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = MOVES.replace("default = 0", "default = 0, least = -3")
    _, found = suggested(tmp_path, {"rules.toml": rules, "a.md": CASES["bonuses"]}, capsys)
    (write,) = {each["write"] for each in found}
    said = "check=move; rows=stat = -1..1; columns=outcomes = Weak, Strong"
    assert write == f"<!-- dice-table: {said} -->"


@pytest.mark.parametrize("beside", ["rules.toml", "mkdocs.yml", "../book.toml"])
def test_comments_are_suggested_where_no_sphinx_builds_the_pages(
    beside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = MOVES if beside == "rules.toml" else ""
    page = "A 7 or more on 2d6 comes up 58% of the time.\n"
    _, found = suggested(tmp_path / "book", {beside: settings, "a.md": page}, capsys)
    assert [each["write"] for each in found] == ["58% <!-- odds: 2d6 >= 7 -->"]


def test_a_table_of_dice_that_fits_no_rules_names_its_dice_and_totals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "Odds, blessed:\n\n| 2d6 | Odds |\n|-----|------|\n| 7+ | 62% |\n| 9+ | 33% |\n"
    _, found = suggested(tmp_path, {"a.md": page}, capsys)
    assert found[0]["write"].startswith("```{dice-table}\n:check: 2d6\n:rows: counts >= 7, 9\n")
