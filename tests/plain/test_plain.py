"""Plain Markdown and reStructuredText, held by comments that no renderer shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.plain.claims import held_spans
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from tests.support.cases import cases_of

RULES = Path(__file__).parents[2] / "sphinxext/rulebook/rules/games"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the rules of a game, which is the working directory."""
    (tmp_path / "rules.toml").write_text((RULES / "narrative.toml").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[tuple[int, str, str]]]:
    """The exit status of a check here, and each figure that is wrong."""
    status = main(["check", ".", "--format", "json", *more])
    report = json.loads(capsys.readouterr().out)
    assert report["unread"] == []
    return status, [(each["line"], each["found"], each["expected"]) for each in report["drift"]]


CASES = cases_of(__file__)
RED = "<!-- odds: action(red) is any YES -->"


@pytest.mark.parametrize("deep", [8, 12, 25])
def test_a_mark_deep_in_a_list_is_read(
    deep: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outline = "".join("  " * i + "- and then\n" for i in range(deep))
    (folder / "a.md").write_text(f"{outline}{'  ' * deep}- with 50% {RED}\n", "utf-8")
    assert found(capsys) == (1, [(deep + 1, "50%", "33%")])


@pytest.mark.parametrize("case", CASES["words"])
def test_a_comment_holds_the_figure_before_it(
    case: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, *wrong = case
    sentence = text.replace("{}", RED)
    (folder / "a.md").write_text(f"# Odds\n\nYou have {sentence} and so on.\n", "utf-8")
    status, drift = found(capsys)
    assert drift == ([(3, *wrong)] if wrong else [])
    assert status == (1 if wrong else 0)


PAGE = CASES["page"]
DRIFT = [
    (5, "15 (4d6)"), (14, "35%"), (17, "35%"), (26, "34%"), (32, "3-4"), (37, "35%"),
]  # fmt: skip


def test_a_page_is_read_as_commonmark_has_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.md").write_text(PAGE, "utf-8")
    status, drift = found(capsys)
    assert [(line, text) for line, text, _ in drift] == DRIFT
    assert status == 1


def test_fix_mends_it_and_nothing_else(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.md").write_bytes(PAGE.replace("\n", "\r\n").encode())
    assert main(["fix", "."]) == 0
    lines = PAGE.split("\n")
    for line, text in DRIFT:
        right = {"15 (4d6)": "14 (4d6)", "3-4": "3-5"}.get(text, "33%")
        lines[line - 1] = lines[line - 1].replace(text, right)
    assert (folder / "a.md").read_bytes().decode() == "\r\n".join(lines)
    capsys.readouterr()
    assert found(capsys) == (0, [])


RST = CASES["rst"]


def test_so_is_restructuredtext(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.rst").write_text(RST, "utf-8")
    assert found(capsys) == (1, [(4, "35%", "33%"), (14, "98%", "97%")])
    assert main(["fix", "."]) == 0
    assert (folder / "a.rst").read_text() == RST.replace("35%", "33%").replace("98%", "97%")


HTML = CASES["html"]


def test_a_table_in_html_is_held_and_mended(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.md").write_text(HTML, "utf-8")
    assert found(capsys) == (1, [(6, "34%", "33%"), (10, "35%", "33%")])
    assert main(["fix", "."]) == 0
    mended = HTML.replace("34%", "33%").replace("35%", "33%")
    assert (folder / "a.md").read_text("utf-8") == mended


RED_DIE = '["NO! AND...", "NO!", "NO!", "NO! BUT...", "YES! BUT...", "YES!"]'


def test_lock_and_diff_know_the_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.md").write_text(f"33% {RED}\n", "utf-8")
    assert main(["lock", "."]) == 0
    locked = json.loads((folder / "odds.lock.json").read_text())
    assert [(f["place"], f["query"], f["shown"]) for f in locked["figures"]] == [
        ("", "action(red) is any YES", "33%")
    ]
    rules = (folder / "rules.toml").read_text("utf-8")
    assert RED_DIE in rules
    (folder / "rules.toml").write_text(
        rules.replace(RED_DIE, RED_DIE.replace('"NO!"', '"YES!"', 1))
    )
    capsys.readouterr()
    assert main(["check", "."]) == 1
    assert "1 in a.md (33% to 50%)" in capsys.readouterr().out
    assert main(["check", ".", "--moved"]) == 1
    assert "action(red) is any YES was 33% and is 50%" in capsys.readouterr().out
    (folder / "old.toml").write_text(rules, "utf-8")
    assert main(["diff", "old.toml", "rules.toml", "--docs", "."]) == 1
    assert "a.md:1: action(red) is any YES: 33% to 50%" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "said"), CASES["mistakes"])
def test_what_cannot_be_read_is_one_line(
    text: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.md").write_text(text, "utf-8")
    assert main(["check", "."]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2, lines
    assert said in lines[0]


def test_a_book_of_sphinx_is_plain_when_told_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "conf.py").write_text("raise SystemExit('conf.py ran')", "utf-8")
    (folder / "a.md").write_text(f"35% {RED}\n", "utf-8")
    assert found(capsys, "--plain") == (1, [(1, "35%", "33%")])


def test_settings_are_those_of_conf_py(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.md").write_text("66% <!-- odds: d6 <= 4 -->\n", "utf-8")
    assert found(capsys)[0] == 1
    (folder / "rulebook.toml").write_text('rulebook_rounding = "down"\n', "utf-8")
    assert found(capsys) == (0, [])
    (folder / "rulebook.toml").write_text('rulebook_ronding = "down"\n', "utf-8")
    assert main(["check", "."]) == 2
    assert "did you mean 'rulebook_rounding'?" in capsys.readouterr().err


def test_what_was_not_read_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.qmd", "_posts/b.md", "c.typ", "d.typ", "_build/e.md", "_includes/f.md"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("You roll 2d6 and hit on 7+ with a chance of 58%.", "utf-8")
    main(["check", ".", "--suggest"])
    out = capsys.readouterr().out
    assert all(name in out for name in ("a.qmd: 1", "_posts/b.md: 1", "_includes/f.md: 1"))
    assert "not read: 2 .typ files" in out
    assert "not read: the folder _build" in out


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


def test_suggestions_are_written_in_where_they_are_right(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.md").write_text(CASES["loose"], "utf-8")
    assert main(["check", ".", "--suggest", "--apply"]) == 0
    said = capsys.readouterr().out
    text = (folder / "a.md").read_text("utf-8")
    assert "a chance of 58%<!-- odds: 2d6 >= 7 -->." in text  # and no space before the full stop
    assert "**45** <!-- odds: 6d8+18 mean --> (6d8 + 18)" in text
    assert "99%." in text
    assert "<!-- dice-table: check=2d6; rows=counts >= 10..12 -->\n\n| 2d6 | Chance |" in text
    assert all(f"+{line}\n" in said for line in text.split("\n") if "<!--" in line)
    assert found(capsys) == (0, [])
    assert main(["check", ".", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["checked"] == 5
    before = text
    assert main(["check", ".", "--suggest", "--apply"]) == 0
    assert (folder / "a.md").read_text("utf-8") == before


def test_a_role_is_no_comment(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "Text\n:odds:`33% <d6 >= 5>` and :die:`d6 5`, `:odds:`\n\n    :odds:`d6`\n"
    (folder / "page.md").write_text(page, "utf-8")
    assert main(["check", "."]) == 2
    first, second, _ = capsys.readouterr().out.splitlines()
    said = "error: {0}: without Sphinx, :{0}:`…` is shown as it is; write "
    assert first == f"page.md:2: {said.format('odds')}the figure, then <!-- odds: … -->"
    assert second == f"page.md:2: {said.format('die')}it in words"


@pytest.mark.parametrize(("text", "marked", "query"), CASES["same"])
def test_the_suggested_figure_is_marked_and_no_other_one_like_it(
    text: str, marked: str, query: str, folder: Path
) -> None:
    (folder / "a.md").write_text(f"# Foes\n\nHere it begins.\n{text}\n", "utf-8")
    assert main(["check", ".", "--suggest", "--apply"]) == 0
    found = (folder / "a.md").read_text("utf-8")
    assert marked.format(f"<!-- odds: {query} -->") in found
    assert found.count("<!--") == 1


STRIKE = CASES["strike"]
NAMED = CASES["named"]  # what is typed, the question that its words name, and its chance


@pytest.mark.parametrize("case", NAMED, ids=[text for text, *_ in NAMED])
def test_a_comment_is_written_only_for_a_question_that_the_words_name(
    case: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, query, *whys = case
    (folder / "rules.toml").write_text(STRIKE, "utf-8")
    (folder / "a.md").write_text(f"{text}\n", "utf-8")
    assert main(["check", ".", "--suggest", "--apply"]) == 0
    said = capsys.readouterr().err
    marked = (folder / "a.md").read_text("utf-8")
    assert (f"<!-- odds: {query} -->" in marked) == bool(query)
    assert ("<!--" in marked) == bool(query)
    assert all(why in said if why else "wrong" not in said for why in whys)


HITS = "| Nerve | {} |\n|-------|-----|\n| 1 | 33% |\n| 2 | 56% |\n| 3 | {} |\n| 4 | 80% |\n"


@pytest.mark.parametrize(
    ("head", "last", "held"),
    CASES["a_table_is_held_only_if_its_own_words_name_its_question"],
)
def test_a_table_is_held_only_if_its_own_words_name_its_question(
    head: str, last: str, held: bool, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "rules.toml").write_text(STRIKE, "utf-8")
    (folder / "a.md").write_text(HITS.format(head, last), "utf-8")
    assert main(["check", ".", "--suggest", "--apply"]) == 0
    said = capsys.readouterr().err
    marked = (folder / "a.md").read_text("utf-8")
    comment = "<!-- dice-table: check=strike; rows=nerve = 1..4; event=is Hit -->"
    assert (comment in marked) == held
    assert f"| {last} |" in marked  # a wrong figure has no comment of its own
    assert ("strike(nerve=3) is Hit is 19/27" in said) == (last == "59%")


def test_below_a_paragraph_the_last_figure_alone_can_be_marked(folder: Path) -> None:
    text = "Foes\n====\n\nThe bite deals 9 (2d8), the sack weighs 9.\n\nArmour 7 stops 7 (2d6).\n"
    (folder / "a.rst").write_text(text, "utf-8")
    assert main(["check", ".", "--suggest", "--apply"]) == 0
    found = (folder / "a.rst").read_text("utf-8")
    assert found == text + "\n.. odds: 2d6 mean\n"
