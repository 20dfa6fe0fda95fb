"""`rulebook lock`: a rules edit cannot move a published figure unnoticed."""

import json
import os
from pathlib import Path

import pytest

from sphinxext.rulebook.drift.lock.lockfile import read_lock
from sphinxext.rulebook.rules import RulesError
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.locked import CONF, EASIER, LOCK, PAGE, RULES, git


def recorded(locked: Run) -> list[dict[str, str]]:
    """The figures of the lock, a line each."""
    lines = locked.text(LOCK).splitlines()
    return [json.loads(line) for line in lines if line.startswith('{"place')]


def files_of_book(locked: Run) -> dict[str, str]:
    """The files of the book with its lock, to be built elsewhere."""
    files = (path for path in (locked.folder / "docs").iterdir() if path.is_file())
    return {path.name: path.read_text("utf-8") for path in files}


def test_the_lock_has_a_line_for_every_figure_and_no_line_of_a_page(locked: Run) -> None:
    figures = recorded(locked)
    place = {"place": "dice", "game": "rules"}
    assert {
        "words": "check of three dice …", "kind": "chance", "query": "direct(3) >= 1",
        "value": "19/27", "shown": "70%", **place,
    } in [{**each, "words": each["words"].removesuffix(" held")} for each in figures]  # fmt: skip
    assert {
        "words": "A die succeeds on … Anna has", "kind": "rule", "query": "direct.success",
        "value": "5 or 6", "shown": "5 or 6", **place,
    } in figures  # fmt: skip
    assert sum(each["kind"] == "reach" for each in figures) == 4
    assert len(figures) == len(read_lock(locked.folder / LOCK))
    assert not {key for each in figures for key in each} & {"file", "line"}


CASES = cases_of(__file__)


def test_a_page_that_is_moved_or_reflowed_changes_no_byte(locked: Run) -> None:
    before = locked.text(LOCK)
    page = CASES["turned"] + PAGE[PAGE.index(".. dice-table") :]
    root = "Book\n====\n\n.. toctree::\n\n   part/odds\n"
    locked.write({"docs/part/odds.rst": page, "docs/index.rst": root})
    assert locked("lock", "docs").out.endswith("figures, as before\n")
    assert locked.text(LOCK) == before
    locked.write({"docs/rules.toml": EASIER})
    moved = {(each["file"], each["line"]) for each in locked.check("docs")[1]["changed"]}
    assert ("docs/part/odds.rst", 13) in moved


def test_a_rule_is_locked_alike_in_any_language(locked: Run) -> None:
    locked.write({"docs/conf.py": CONF + 'language = "de"\n'})
    assert locked.check("docs")[1]["changed"] == []
    assert locked("lock", "docs").status == 0
    rule = next(each for each in recorded(locked) if each["kind"] == "rule")
    assert (rule["value"], rule["shown"]) == ("5 or 6", "5 oder 6")
    text = locked("diff", LOCK, "docs/rules.toml").out
    assert text.startswith("no published figures moved")
    # Locks were written so before: with the page's own words, its file and its line.
    old = {**rule, "value": "5 oder 6", "file": "index.rst", "line": 6}
    locked.write({LOCK: json.dumps({"version": 1, "figures": [old]})})
    assert locked.check("docs")[1]["changed"] == []


def test_a_rules_edit_is_seen_until_the_book_is_locked_again(locked: Run) -> None:
    status, report = locked.check("docs")
    assert (status, report["changed"]) == (0, [])
    page = PAGE.replace("26%", "50%").replace("33%", "50%").replace("56%", "75%")
    locked.write({"docs/rules.toml": EASIER, "docs/index.rst": page})
    status, report = locked.check("docs")
    assert status == 1
    assert report["drift"] == []
    first = report["changed"][0]
    assert first == {
        "query": "direct(3) >= 1", "old": "70%", "new": "88%", "file": "docs/index.rst", "line": 4,
    }  # fmt: skip
    assert {each["query"] for each in report["changed"]} >= {"direct.success", "direct(2) on 4 5"}
    assert locked("lock", "docs").status == 0
    status, report = locked.check("docs")
    assert (status, report["changed"]) == (0, [])


def test_a_wrong_book_is_not_locked(locked: Run) -> None:
    before = locked.text(LOCK)
    locked.write({"docs/rules.toml": EASIER})
    said = "3 figures are wrong in the pages, so nothing was locked; run 'rulebook fix' first"
    assert locked("lock", "docs") == (1, "", f"rulebook: {said}\n")
    assert locked.text(LOCK) == before


@pytest.mark.parametrize("accept", [[], ["--accept", "direct(3) >= 1"]])
def test_a_book_with_a_figure_that_cannot_be_read_is_not_locked(
    locked: Run, accept: list[str]
) -> None:
    before = locked.text(LOCK)
    locked.write({"docs/index.rst": "T\n=\n\n" + "\n".join(CASES["unread"])})
    said = locked("lock", "docs", *accept).refused()
    places = [":".join(line.split(":")[1:3]) for line in said]
    assert places == ["4: rolled", "5: rolled", "6: rule", "7: odds"]
    assert locked.text(LOCK) == before


def test_a_figure_that_is_moved_or_new_is_no_change(locked: Run) -> None:
    before = locked.text(LOCK).splitlines()
    locked.write({"docs/index.rst": PAGE + "\nMore: :odds:`direct(8) >= 1`.\n"})
    status, report = locked.check("docs")
    assert (status, report["changed"]) == (0, [])
    assert locked("lock", "docs").status == 0
    after = locked.text(LOCK).splitlines()
    assert len([line for line in after if line not in before]) == 1
    assert locked("lock", "docs").out.endswith("figures, as before\n")


def test_what_the_rules_no_longer_answer_is_a_change_too(locked: Run) -> None:
    renamed = RULES.replace(
        "difficulties.Normal = { needs = 1 }", "difficulties.Usual = { needs = 2 }"
    )
    locked.write({"docs/rules.toml": renamed, "docs/new.toml": renamed})
    status, report = locked.check("docs")
    assert status == 1
    gone = [each for each in report["changed"] if each["new"] == "–"]
    assert {each["query"] for each in gone} >= {"direct(dice=1) meets Normal"}
    assert [each for each in report["changed"] if each not in gone] == []
    text = locked("diff", LOCK, "docs/new.toml", "--docs", "docs").out
    assert "docs/index.rst:8: direct(dice=1) meets Normal: 33% to – (1/3 to none)\n" in text
    # What its page no longer asks is none, and neither is what other rules may say of it.
    locked.write({"docs/rules.toml": RULES, "docs/index.rst": "Dice\n====\n"})
    assert locked.check("docs")[0] == 0


def test_every_build_warns_of_a_change(locked: Run, build: Builder) -> None:
    files = {
        "conf.py": CONF, "rules.toml": EASIER, "index.rst": "T\n=\n\n:odds:`direct(3) >= 1`\n",
        "odds.lock.json": locked.text(LOCK),
    }  # fmt: skip
    built = build("other", files=files)
    (warning,) = built.warnings
    assert warning.startswith(
        "index.rst:4: WARNING: changed: direct(3) >= 1 was 70% and is 88% since 'rulebook lock'"
    )
    again = build("other", builder="drift")
    assert again.status == 1
    (change,) = json.loads(again.read("drift.json"))["changed"]
    assert (change["line"], change["old"], change["new"]) == (4, "70%", "88%")
    build("other", builder="drift", files={"index.rst": "T\n=\n\nNow\n:odds:`direct(3) >= 1`\n"})
    assert build("other").warnings[0].startswith("index.rst:5: WARNING: changed: ")
    quiet = build("other", conf={"suppress_warnings": ["rulebook.changed"]}, fresh=True)
    assert quiet.warnings == ()


def test_what_moved_is_one_line_of_news(
    locked: Run, build: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = CASES["many"]
    locked.write({"docs/index.rst": page.replace("50%", "33%").replace("75%", "56%")})
    assert locked("lock", "docs").status == 0
    locked.write({"docs/index.rst": page, "docs/rules.toml": EASIER})
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    said = locked("check", "docs")
    assert said.status == 1
    news, total, annotation = said.out.splitlines()
    assert news == (
        "16 published odds moved: 3 in docs/index.rst (33% to 50%, 70% to 88%, …), "
        "7 in the table *How likely* (33% to 50%, 11% to 25%, …), 4 in the chart "
        "(33% to 50%, 56% to 75%, …), 2 in the table *Typed* (33% to 50%, 56% to 75%); "
        "'rulebook check --moved' lists them"
    )
    assert total == "2 figures checked, no drift, 16 changed since the lock"
    assert annotation.startswith("::warning file=docs/index.rst,line=4,")
    monkeypatch.delenv("GITHUB_ACTIONS")
    each = locked("check", "docs", "--moved").out.splitlines()
    assert len(each) == 17
    assert (
        "docs/index.rst:5: changed: direct(4) >= 1 was 80% and is 94% since 'rulebook lock'" in each
    )
    news_of = build("news", files=files_of_book(locked))
    warned = [line.partition(" WARNING: ")[::2] for line in news_of.warnings]
    assert [place for place, _ in warned] == [f"index.rst:{n}:" for n in (4, 5, 7, 12, 17)]
    assert warned[2][1].startswith(
        "changed: 7 published odds moved in the table *How likely* since 'rulebook lock' (33% to"
    )


ACCEPTED = {
    "a question": ("direct(3) >= 1", {"direct(2) >= 1", "2d6 = 7"}),
    "a question otherwise spaced": ("rules:direct( 3 )>=1", {"direct(2) >= 1", "2d6 = 7"}),
    "a check": ("direct", {"2d6 = 7"}),
    "a check of a game": ("rules:direct", {"2d6 = 7"}),
    "a file": ("docs/other.rst", {"direct(3) >= 1", "2d6 = 7"}),
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_only_what_is_accepted_is_recorded(locked: Run, what: str) -> None:
    name, left = ACCEPTED[what]
    index = "T\n=\n\n:odds:`direct(3) >= 1` and :odds:`2d6 = 7`\n\n.. toctree::\n\n   other\n"
    other = "O\n=\n\n:odds:`direct(3) >= 1` and :odds:`direct(2) >= 1`\n"
    locked.write({"docs/index.rst": index, "docs/other.rst": other})
    assert locked("lock", "docs").status == 0
    before = locked.text(LOCK).replace('"1/6"', '"1/7"')
    locked.write({LOCK: before, "docs/rules.toml": EASIER})
    (said,) = locked("lock", "docs", "--accept", "nothing(1) >= 1").refused()
    assert "nothing published is of 'nothing(1) >= 1'" in said
    assert locked.text(LOCK) == before
    assert locked("lock", "docs", "--accept", name).status == 0
    status, report = locked.check("docs")
    assert (status, {each["query"] for each in report["changed"]}) == (1, left)
    assert locked("lock", "docs", "--accept", "2d6 = 7", "--accept", "direct").status == 0
    assert locked.check("docs")[0] == 0


def test_a_wrong_figure_is_not_accepted(locked: Run) -> None:
    locked.write({"docs/rules.toml": EASIER})
    said = locked("lock", "docs", "--accept", "direct(3) >= 2")
    assert said.status == 1
    assert "1 figure is wrong" in said.err
    assert locked("lock", "docs", "--accept", "direct.success").status == 0
    assert locked.check("docs")[0] == 1


CHECKS = "".join(
    f'[check.{name}]\nroll = "dice d6, success on 5+"\n\ntakes.dice = 0\n\n\n' for name in "abcd"
)
FOUR = "T\n=\n\n" + "\n".join(f":odds:`{name}(2) >= 1`" for name in "abcd") + "\n"
TWO = "A\n=\n\n:odds:`d6 >= 2`\n\nB\n=\n\n:odds:`d6 >= 3`\n"
EASED = [CHECKS.replace(each, each.replace("5+", "4+")) for each in CHECKS.split("\n\n\n")[1:3]]
WIDER = [
    TWO.replace(f"`{asked}`", f"`{asked}` and :odds:`{more}`")
    for asked, more in (("d6 >= 2", "d6 >= 4"), ("d6 >= 3", "d6 >= 5"))
]
MERGED = {  # the rules, the page, and the file that each of two branches edits
    "moved": (CHECKS, FOUR, "rules.toml", EASED),
    "added": (RULES, TWO, "index.rst", WIDER),
}


@pytest.mark.parametrize("what", MERGED)
def test_git_merges_locks_of_branches_with_different_figures(locked: Run, what: str) -> None:
    rules, page, edited, branches = MERGED[what]
    locked.write({"docs/rules.toml": rules, "docs/index.rst": page})
    assert locked("lock", "docs").status == 0
    docs = locked.folder / "docs"
    git(docs, "init", "-q", "-b", "main")
    git(docs, "add", "rules.toml", "index.rst", "conf.py", "odds.lock.json")
    git(docs, "commit", "-qm", "Lock")
    for name, text in zip("xy", branches, strict=True):
        git(docs, "checkout", "-q", "-b", name, "main")
        locked.write({f"docs/{edited}": text})
        assert locked("lock", "docs").status == 0
        git(docs, "commit", "-qam", name)
    git(docs, "merge", "-q", "-m", "Merge", "x")
    merged = locked.text(LOCK)
    assert locked.check("docs")[0] == 0
    assert locked("lock", "docs").status == 0
    assert locked.text(LOCK) == merged


def test_what_moves_in_a_draft_is_silent(locked: Run, build: Builder) -> None:
    page = "T\n=\n\n:odds:`direct(3) >= 1`\n"
    locked.write({"docs/rules.toml": EASIER, "docs/index.rst": page})
    status, report = locked.check("docs")
    assert (status, len(report["changed"])) == (1, 1)
    locked.write({"docs/conf.py": CONF + 'rulebook_stage = "draft"\n'})
    assert locked.check("docs")[0] == 0
    assert build("draft", files=files_of_book(locked)).warnings == ()
    published = {"conf.py": CONF + 'rulebook_stage = "published"\n'}
    assert len(build("draft", files=published).warnings) == 1


@pytest.mark.parametrize(
    ("lock", "why"),
    [
        ('{"version": 1, "figures": [\n{"file": "index', "cut short or was edited at line 2"),
        ('{"version": 7, "figures": []}', "of version 7, and 1 is wanted"),
        ("[]", "lists no figures"),
        ('{"version": 1, "figures": [{"file": "index.rst"}]}', "a figure lacks its 'game'"),
        (b"\xff\xfe{", "not UTF-8 text"),
    ],
)  # fmt: skip
def test_half_a_lock_or_one_of_another_version_is_one_clear_line(
    locked: Run, lock: str | bytes, why: str
) -> None:
    locked.write({LOCK: lock})
    before = (locked.folder / LOCK).read_bytes()
    status, report = locked.check("docs")
    assert status == 2
    (broken,) = report["unread"]
    assert broken["file"] == LOCK
    assert why in broken["message"]
    assert "run 'rulebook lock' again" in broken["message"]
    (line,) = locked("diff", LOCK, "new.toml").refused()
    assert why in line
    assert (locked.folder / LOCK).read_bytes() == before
    assert locked("lock", "docs").status == 0
    assert locked.check("docs")[0] == 0


def test_a_lock_that_cannot_be_written_is_named(locked: Run) -> None:
    (locked.folder / LOCK).unlink()
    (locked.folder / LOCK).mkdir()
    assert locked("lock", "docs").refused() == [f"{LOCK}: Is a directory"]
    left = sorted(os.listdir(locked.folder / "docs"))
    assert left == ["conf.py", "index.rst", "odds.lock.json", "rules.toml"]


def test_a_lock_is_read_strictly(tmp_path: Path) -> None:
    figure = {"game": "g", "kind": "chance", "query": "d6 = 1", "value": "1/0"}
    text = json.dumps({"version": 1, "figures": [figure]})
    (tmp_path / "odds.lock.json").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match="'1/0' is not a number"):
        read_lock(tmp_path / "odds.lock.json")
