"""Plain Markdown and reStructuredText, held by comments that no renderer shows."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.plain.claims import held_spans
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from tests.support.cases import cases_of
from tests.support.command import Run

RULES = Path(__file__).parents[2] / "sphinxext/rulebook/rules/games"


@pytest.fixture
def folder(rulebook: Run) -> Run:
    """Runs commands in a folder with the rules of a game."""
    rulebook.write({"rules.toml": (RULES / "narrative.toml").read_bytes()})
    return rulebook


def found(folder: Run, *more: str) -> tuple[int, list[tuple[int, str, str]]]:
    """The exit status of a check here, and each figure that is wrong."""
    status, report = folder.check(".", *more)
    assert report["unread"] == []
    return status, [(each["line"], each["found"], each["expected"]) for each in report["drift"]]


CASES = cases_of(__file__)
RED = "<!-- odds: action(red) is any YES -->"


@pytest.mark.parametrize("deep", [8, 12, 25])
def test_a_mark_deep_in_a_list_is_read(deep: int, folder: Run) -> None:
    outline = "".join("  " * i + "- and then\n" for i in range(deep))
    folder.write({"a.md": f"{outline}{'  ' * deep}- with 50% {RED}\n"})
    assert found(folder) == (1, [(deep + 1, "50%", "33%")])


@pytest.mark.parametrize("case", CASES["words"])
def test_a_comment_holds_the_figure_before_it(case: tuple[str, ...], folder: Run) -> None:
    text, *wrong = case
    sentence = text.replace("{}", RED)
    folder.write({"a.md": f"# Odds\n\nYou have {sentence} and so on.\n"})
    status, drift = found(folder)
    assert drift == ([(3, *wrong)] if wrong else [])
    assert status == (1 if wrong else 0)


PAGE = CASES["page"]
DRIFT = [
    (5, "15 (4d6)"), (14, "35%"), (17, "35%"), (26, "34%"), (32, "3-4"), (37, "35%"),
]  # fmt: skip


def test_a_page_is_read_as_commonmark_has_it(folder: Run) -> None:
    folder.write({"a.md": PAGE})
    status, drift = found(folder)
    assert [(line, text) for line, text, _ in drift] == DRIFT
    assert status == 1


def test_fix_mends_it_and_nothing_else(folder: Run) -> None:
    folder.write({"a.md": PAGE.replace("\n", "\r\n").encode()})
    assert folder("fix", ".").status == 0
    lines = PAGE.split("\n")
    for line, text in DRIFT:
        right = {"15 (4d6)": "14 (4d6)", "3-4": "3-5"}.get(text, "33%")
        lines[line - 1] = lines[line - 1].replace(text, right)
    assert folder.text("a.md") == "\r\n".join(lines)
    assert found(folder) == (0, [])


RST = CASES["rst"]


def test_so_is_restructuredtext(folder: Run) -> None:
    folder.write({"a.rst": RST})
    assert found(folder) == (1, [(4, "35%", "33%"), (14, "98%", "97%")])
    assert folder("fix", ".").status == 0
    assert folder.text("a.rst") == RST.replace("35%", "33%").replace("98%", "97%")


HTML = CASES["html"]


def test_a_table_in_html_is_held_and_mended(folder: Run) -> None:
    folder.write({"a.md": HTML})
    assert found(folder) == (1, [(6, "34%", "33%"), (10, "35%", "33%")])
    assert folder("fix", ".").status == 0
    mended = HTML.replace("34%", "33%").replace("35%", "33%")
    assert folder.text("a.md") == mended


RED_DIE = '["NO! AND...", "NO!", "NO!", "NO! BUT...", "YES! BUT...", "YES!"]'


def test_lock_and_diff_know_the_figures(folder: Run) -> None:
    folder.write({"a.md": f"33% {RED}\n"})
    assert folder("lock", ".").status == 0
    locked = json.loads(folder.text("odds.lock.json"))
    assert [(f["place"], f["query"], f["shown"]) for f in locked["figures"]] == [
        ("", "action(red) is any YES", "33%")
    ]
    rules = folder.text("rules.toml")
    assert RED_DIE in rules
    easier = rules.replace(RED_DIE, RED_DIE.replace('"NO!"', '"YES!"', 1))
    folder.write({"old.toml": rules, "rules.toml": easier})
    assert "1 in a.md (33% to 50%)" in folder("check", ".", ends=1).out
    assert (
        "action(red) is any YES was 33% and is 50%" in folder("check", ".", "--moved", ends=1).out
    )
    assert (
        "a.md:1: action(red) is any YES: 33% to 50%"
        in folder("diff", "old.toml", "rules.toml", "--docs", ".", ends=1).out
    )


@pytest.mark.parametrize(("text", "said"), CASES["mistakes"])
def test_what_cannot_be_read_is_one_line(text: str, said: str, folder: Run) -> None:
    folder.write({"a.md": text})
    lines = folder("check", ".", ends=2).out.splitlines()
    assert len(lines) == 2, lines
    assert said in lines[0]


ODD = st.sampled_from(
    ["<!--", "-->", " odds:", " 2d6 >= 7 ", "33%", "|", "\n", "\n\n", "`", "**", "> ", "- ", "    ",
     "<!-- odds: 2d6 >= 7 -->", "<!-- dice-table: check=2d6 -->", "|--|", ".. odds: d6 = 1", "&",
     "[a](b)", "\\", "<b>", "```", "| a | b |\n|--|--|\n| 1 | 2 |\n", "a ", "\u00a0", "1 in 6"]
)  # fmt: skip


@settings(max_examples=150)
@given(text=st.lists(ODD, max_size=14).map("".join), markdown=st.booleans())
def test_no_text_is_too_odd(text: str, markdown: bool) -> None:
    for start, end in held_spans(
        read_text(text, "a.md", Book(Rules({}), Style()), markdown=markdown)
    ):
        assert text[start:end].strip() == text[start:end] != ""


def test_suggestions_are_written_in_where_they_are_right(folder: Run) -> None:
    folder.write({"a.md": CASES["loose"]})
    said = folder("check", ".", "--suggest", "--apply", ends=0).out
    text = folder.text("a.md")
    assert "a chance of 58%<!-- odds: 2d6 >= 7 -->." in text  # and no space before the full stop
    assert "**45** <!-- odds: 6d8+18 mean --> (6d8 + 18)" in text
    assert "99%." in text
    assert "<!-- dice-table: check=2d6; rows=counts >= 10..12 -->\n\n| 2d6 | Chance |" in text
    assert all(f"+{line}\n" in said for line in text.split("\n") if "<!--" in line)
    assert found(folder) == (0, [])
    assert folder.check()[1]["checked"] == 5
    assert folder("check", ".", "--suggest", "--apply").status == 0
    assert folder.text("a.md") == text


@pytest.mark.parametrize(("text", "marked", "query"), CASES["same"])
def test_the_suggested_figure_is_marked_and_no_other_one_like_it(
    text: str, marked: str, query: str, folder: Run
) -> None:
    folder.write({"a.md": f"# Foes\n\nHere it begins.\n{text}\n"})
    assert folder("check", ".", "--suggest", "--apply").status == 0
    found = folder.text("a.md")
    assert marked.format(f"<!-- odds: {query} -->") in found
    assert found.count("<!--") == 1


STRIKE = CASES["strike"]
NAMED = CASES["named"]  # what is typed, the question that its words name, and its chance


@pytest.mark.parametrize("case", NAMED, ids=[text for text, *_ in NAMED])
def test_a_comment_is_written_only_for_a_question_that_the_words_name(
    case: tuple[str, ...], folder: Run
) -> None:
    text, query, *whys = case
    folder.write({"rules.toml": STRIKE, "a.md": f"{text}\n"})
    said = folder("check", ".", "--suggest", "--apply", ends=0).err
    marked = folder.text("a.md")
    assert (f"<!-- odds: {query} -->" in marked) == bool(query)
    assert ("<!--" in marked) == bool(query)
    assert all(why in said if why else "wrong" not in said for why in whys)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_page_or_a_lock_that_is_a_pipe_is_never_waited_for(folder: Run) -> None:
    for name in ("b.md", "odds.lock.json"):
        os.mkfifo(folder.folder / name)
    status, report = folder.check()
    assert (status, [each["file"] for each in report["unread"]]) == (2, ["odds.lock.json", "b.md"])


HITS = "| Nerve | {} |\n|-------|-----|\n| 1 | 33% |\n| 2 | 56% |\n| 3 | {} |\n| 4 | 80% |\n"


@pytest.mark.parametrize(
    ("head", "last", "held"), CASES["a_table_is_held_only_if_its_own_words_name_its_question"]
)
def test_a_table_is_held_only_if_its_own_words_name_its_question(
    head: str, last: str, held: bool, folder: Run
) -> None:
    folder.write({"rules.toml": STRIKE, "a.md": HITS.format(head, last)})
    said = folder("check", ".", "--suggest", "--apply", ends=0).err
    marked = folder.text("a.md")
    comment = "<!-- dice-table: check=strike; rows=nerve = 1..4; event=is Hit -->"
    assert (comment in marked) == held
    assert f"| {last} |" in marked  # a wrong figure has no comment of its own
    assert ("strike(nerve=3) is Hit is 19/27" in said) == (last == "59%")


def test_below_a_paragraph_the_last_figure_alone_can_be_marked(folder: Run) -> None:
    text = "Foes\n====\n\nThe bite deals 9 (2d8), the sack weighs 9.\n\nArmour 7 stops 7 (2d6).\n"
    folder.write({"a.rst": text})
    assert folder("check", ".", "--suggest", "--apply").status == 0
    found = folder.text("a.rst")
    assert found == text + "\n.. odds: 2d6 mean\n"
