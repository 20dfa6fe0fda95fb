"""Which files a rules file may build on: those of its folder, and those of folders it was given."""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from sphinxext.rulebook.rules import Mistakes, RulesError, load
from sphinxext.rulebook.rules.file.reader import files_of

BASE = '[check.own]\nroll = "d6, success on 6"\n'


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A folder for rules, a folder in it, and one file outside."""
    for folder in ("", "book", "book/more", "shared"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "base.toml").write_text(BASE)
    return tmp_path / "book"


def chance(book: Path, base: str, *folders: Path, file: str = "own.toml") -> Fraction | None:
    """A chance by rules in the book's folder that build on another file."""
    (book / file).write_text(f"extends = {base!r}\n")
    return load(book / file, folders=folders).ask("own >= 1").probability


@pytest.mark.parametrize(
    "base", ["base.toml", "more/base.toml", "./more/../base.toml", "../book/base.toml"]
)
def test_files_of_its_own_folder_are_read(book: Path, base: str) -> None:
    assert chance(book, base) == Fraction(1, 6)


def test_the_whole_path_of_a_file_of_its_own_folder_is_read(book: Path) -> None:
    assert chance(book, str(book / "more/base.toml")) == Fraction(1, 6)


ELSEWHERE = """
../base.toml ../none.toml ../shared/base.toml /dev/zero more/../../base.toml //host/share/base.toml
"""


@pytest.mark.parametrize("base", ELSEWHERE.split())
def test_a_file_elsewhere_is_refused_in_one_line(book: Path, base: str) -> None:
    with pytest.raises(Mistakes) as refused:
        chance(book, base)
    (line,) = refused.value.lines
    folder = Path(os.path.normpath(base)).parent
    assert line.endswith(
        f"own.toml:1: extends: '{base}' is outside the book's folder; "
        "to allow it, name its folder: "
        f'rulebook_rules_folders = ["{folder}"] in conf.py, or --rules-folder {folder}'
    )
    assert files_of(str(book / "own.toml")) == [str(book / "own.toml")]


@pytest.mark.parametrize("base", ["link.toml", "folder/base.toml"])
def test_a_link_that_leads_elsewhere_is_refused(book: Path, base: str) -> None:
    (book / "link.toml").symlink_to(book.parent / "base.toml")
    (book / "folder").symlink_to(book.parent / "shared")
    with pytest.raises(Mistakes, match=f"'{base}' is outside the book's folder"):
        chance(book, base)
    assert chance(book, base, book.parent) == Fraction(1, 6)


def test_a_circle_of_links_is_said(book: Path) -> None:
    (book / "a.toml").symlink_to(book / "b.toml")
    (book / "b.toml").symlink_to(book / "a.toml")
    with pytest.raises(Mistakes, match=r"own.toml:1: extends: .*cannot be read"):
        chance(book, "a.toml")


def test_a_folder_that_is_named_is_read_and_what_its_files_build_on(book: Path) -> None:
    shared = book.parent / "shared"
    (shared / "between.toml").write_text('extends = "../base.toml"\n')
    with pytest.raises(Mistakes, match=r"between.toml:1: extends: '../base.toml' is outside"):
        chance(book, "../shared/between.toml", shared)
    assert chance(book, "../shared/between.toml", shared, book.parent) == Fraction(1, 6)
    assert chance(book, "../shared/base.toml", book / "../shared") == Fraction(1, 6)


def test_a_file_in_a_folder_of_the_book_builds_on_any_file_of_the_book(book: Path) -> None:
    with pytest.raises(Mistakes, match="outside"):
        chance(book, "../base.toml", file="more/own.toml")
    assert chance(book, "../base.toml", book, file="more/own.toml") == Fraction(1, 6)


def test_a_named_file_may_be_a_link(book: Path) -> None:
    (book.parent / "real.toml").write_text('extends = "base.toml"\n')
    (book / "named.toml").symlink_to(book.parent / "real.toml")
    assert load(book / "named.toml").ask("own >= 1").probability == Fraction(1, 6)


@pytest.mark.parametrize("takes", ["takes = ['k']", "takes.k = 3", "takes.k = {}"])
def test_short_forms_of_parameters_are_added_to(book: Path, takes: str) -> None:
    (book / "low.toml").write_text(f'[check.x]\nroll = "d6 + k"\n{takes}\n')
    (book / "own.toml").write_text('extends = "low.toml"\n[check.x]\ntakes.k.most = 3\n')
    rules = load(book / "own.toml")
    assert rules.ask("x(k=3) mean").value == Fraction(13, 2)
    with pytest.raises(RulesError, match="must be 3 or less"):
        rules.ask("x(k=4)")


@pytest.mark.parametrize(
    ("low", "own", "asked", "mean"),
    [
        ("['b', 'a']", "takes.a.most = 3", "x(2, 1)", Fraction(45, 2)),
        ("['b', 'a']", "takes.c = 0", "x(2, 1)", Fraction(45, 2)),
        ("['b', 'a']", "takes = ['a', 'b']", "x(1, 2)", Fraction(45, 2)),
        ("{ b = {}, a = {} }", "takes = ['a', 'b']", "x(1, 2)", Fraction(45, 2)),
    ],
)
def test_the_order_of_a_list_stays(
    book: Path, low: str, own: str, asked: str, mean: Fraction
) -> None:
    (book / "low.toml").write_text(
        f'[check.x]\nroll = "d6"\nresult = "value + 10 * b - a"\ntakes = {low}\n'
    )
    (book / "own.toml").write_text(f'extends = "low.toml"\n[check.x]\n{own}\n')
    assert load(book / "own.toml").ask(f"{asked} mean").value == mean
