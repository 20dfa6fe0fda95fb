"""What is kept beside a book's scripts: right after every build, and no more than needed."""

from __future__ import annotations

import gzip
import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.files import small
from sphinxext.rulebook.hover import STATIC
from sphinxext.rulebook.hover.pages import SCRIPT, STYLE
from tests.hover import books
from tests.hover.conftest import ThemedBook

CONF = 'extensions = ["sphinxext.rulebook.hover"]\n'
FROM = "From\n====\n\n:ref:`there <target>`\n\n.. toctree::\n\n   to\n"
TO = "To\n==\n\n.. _target:\n\nTarget\n------\n\n{}\n"


def texts(book: books.Book, page: str) -> dict[str, str]:
    """The words of each preview that is kept for a page."""
    return {
        name: " ".join(html.unescape(re.sub(r"<[^>]*>", " ", kept[0])).split())
        for name, kept in book.previews(page).items()
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_in_which_only_the_target_changed(tmp_path: Path, builder: str, jobs: int) -> None:
    pages = {f"other{n}": "x\n=\n" for n in range(8)}  # enough to be written in parallel
    pages["other0"] = ":ref:`there <target>`\n"
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Old words."), **pages)
    page = {"html": "to", "dirhtml": "to/index", "singlehtml": "index"}[builder]
    asking = {"html": "other0.html", "dirhtml": "other0/index.html", "singlehtml": "index.html"}
    first = books.build(source, tmp_path / "out", builder, jobs)
    assert texts(first, page) == {"target": "Target Old words."}
    written = (first.folder / asking[builder]).stat().st_mtime_ns
    books.write(source, CONF, to=TO.format("New words."))
    os.utime(source / "to.rst", (2e9, 2e9))
    again = books.build(source, tmp_path / "out", builder, jobs)
    assert texts(again, page) == {"target": "Target New words."}
    if builder != "singlehtml":
        assert (first.folder / asking[builder]).stat().st_mtime_ns == written


def test_a_build_in_which_only_the_reference_is_new(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", CONF, index="From\n====\n", to=TO.format("Words."))
    first = books.build(source, tmp_path / "out")
    assert texts(first, "to") == {}
    books.write(source, CONF, index=FROM)
    os.utime(source / "index.rst", (2e9, 2e9))
    assert texts(books.build(source, tmp_path / "out"), "to") == {"target": "Target Words."}


def test_what_no_reference_needs_any_more_is_taken_away(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    assert texts(books.build(source, tmp_path / "out"), "to")
    books.write(source, CONF, index="From\n====\n\n.. toctree::\n\n   to\n")
    os.utime(source / "index.rst", (2e9, 2e9))
    built = books.build(source, tmp_path / "out")
    assert not [name for name in built.files() if "rulebook-previews" in name]


def test_a_file_that_stays_the_same_is_left_alone(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    kept = books.build(source, tmp_path / "out").folder / "_static/rulebook-previews/to.js"
    before = kept.stat().st_mtime_ns
    os.utime(source / "index.rst", (2e9, 2e9))
    books.build(source, tmp_path / "out")
    assert kept.stat().st_mtime_ns == before


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_build_in_which_nothing_changed_changes_no_file(tmp_path: Path, builder: str) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    states = []
    for _ in range(2):
        book = books.build(source, tmp_path / "out", builder)
        files = [path for path in sorted(book.folder.rglob("*")) if path.is_file()]
        states.append({path: path.read_bytes() for path in files})
    assert states[0] == states[1]


@pytest.mark.slow
def test_a_build_in_parallel_writes_the_same(tmp_path: Path) -> None:
    source = books.ROOTS / "hover-book"
    one = books.build_apart(source, tmp_path / "one")
    two = books.build_apart(source, tmp_path / "two", jobs=2)
    for name in sorted(one.files()):
        if name.endswith((".html", ".js", ".css")) and name != "searchindex.js":
            assert one.page(name) == two.page(name), name


def test_a_build_in_which_only_the_length_changed(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words of it."))
    books.build(source, tmp_path / "out")
    again = books.build(source, tmp_path / "out", rulebook_preview_length=12)
    assert texts(again, "to") == {"target": "Target Words…"}


def test_a_table_of_dice_is_shown(tmp_path: Path) -> None:
    source = books.write(
        tmp_path / "s",
        'extensions = ["sphinxext.rulebook", "hoverxref.extension"]\n'
        'rulebook_rules = "game:uwr"\nhoverxref_auto_ref = True\n',
        index=":ref:`odds`\n\n.. toctree::\n\n   dice\n",
        dice="Dice\n====\n\n.. dice-table:: The odds\n   :name: odds\n   :check: direct\n"
        "   :rows: dice = 2..3\n   :columns: difficulties\n",
    )
    built = books.build(source, tmp_path / "out")
    assert built.warnings == ""
    assert texts(built, "dice") == {
        "odds": "The odds dice Easy Normal Difficult Extreme 2 75% 56% 11% 0% 3 88% 70% 26% 4%"
    }


def test_previews_need_nothing_of_the_dice(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    asked = (
        "import sys; from sphinx.cmd.build import main; main(sys.argv[1:]);"
        "print(sorted(name for name in sys.modules if name.startswith('sphinxext.rulebook')))"
    )
    run = [sys.executable, "-c", asked, "-q", str(source), str(tmp_path / "out")]
    loaded = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert "sphinxext.rulebook.hover" in loaded
    assert not re.search(r"rulebook\.(?!hover|version|files)", loaded)


def test_loading_previews_imports_nothing_heavy(tmp_path: Path) -> None:
    """Neither the charts' nor the dice's library, nor what Babel knows of any language."""
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    asked = f"""
import sys
from sphinx.application import Sphinx
folders = [{str(source)!r}] * 2 + [{str(tmp_path / "o")!r}, {str(tmp_path / "d")!r}]
Sphinx(*folders, "html", status=None)
heavy = {{"matplotlib", "icepool", "numpy", "sphinxext.rulebook.language"}}
heavy = sorted(heavy & set(sys.modules))
localedata = sys.modules.get("babel.localedata")
print(heavy, sorted(localedata._cache) if localedata else [])
"""
    run = [sys.executable, "-W", "ignore", "-c", asked]
    said = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert said == "[] []\n"


class TestBadInput:
    """A page that builds, and a sensible preview or a plain link."""

    def test_a_dangling_target(self, tmp_path: Path) -> None:
        source = books.write(
            tmp_path / "s", CONF, index=":ref:`no <nowhere>` :hoverxref:`nor <nowhere>` :term:`x`\n"
        )
        built = books.build(source, tmp_path / "out")
        assert "undefined label: 'nowhere'" in built.warnings
        assert "hxr-" not in built.page("index.html")

    def test_a_target_in_an_excluded_page(self, tmp_path: Path) -> None:
        conf = CONF + 'exclude_patterns = ["to.rst"]\n'
        source = books.write(tmp_path / "s", conf, index=FROM, to=TO.format("Words."))
        built = books.build(source, tmp_path / "out")
        assert "hxr-" not in built.page("index.html")
        assert not [name for name in built.files() if "rulebook-previews" in name]

    def test_a_huge_section_is_cut(self, tmp_path: Path) -> None:
        source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words of it. " * 9999))
        built = books.build(source, tmp_path / "out", rulebook_preview_length=200)
        (text,) = texts(built, "to").values()
        assert 150 < len(text) <= 202
        assert text.endswith("…")
        assert built.previews("to")["target"][1:] == [1]

    def test_a_length_of_nought_never_cuts(self, tmp_path: Path) -> None:
        source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words of it. " * 999))
        built = books.build(source, tmp_path / "out", rulebook_preview_length=0)
        assert texts(built, "to")["target"].count("Words of it.") == 999

    def test_a_length_that_is_none_is_warned_of(self, tmp_path: Path) -> None:
        source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
        built = books.build(source, tmp_path / "out", rulebook_preview_length=-5)
        assert "rulebook_preview_length: should be 0 to 1000000000, not -5" in built.warnings
        assert texts(built, "to") == {"target": "Target Words."}

    def test_a_word_that_previews_do_not_say_is_warned_of(self, tmp_path: Path) -> None:
        source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
        built = books.build(source, tmp_path / "out", rulebook_preview_words={"mehr": "Mehr"})
        assert "rulebook_preview_words: no 'mehr'; its words are more" in built.warnings

    def test_two_targets_of_one_name(self, tmp_path: Path) -> None:
        source = books.write(
            tmp_path / "s", CONF, index=FROM, to=TO.format("First."), z=TO.format("Second.")
        )
        built = books.build(source, tmp_path / "out")
        assert "duplicate label target" in built.warnings
        href = re.search(r'hxr-hoverxref[^>]*href="(\w+)\.html#target"', built.page("index.html"))
        assert href
        says = {"to": "First.", "z": "Second."}[href[1]]
        assert texts(built, href[1]) == {"target": f"Target {says}"}

    def test_a_target_that_is_a_whole_page(self, tmp_path: Path) -> None:
        conf = CONF + 'hoverxref_roles = ["doc"]\n'
        source = books.write(
            tmp_path / "s",
            conf,
            index=":doc:`to` :doc:`untitled` :doc:`index`\n",
            to=TO.format("Words."),
            untitled="Only words.\n",
        )
        built = books.build(source, tmp_path / "out")
        assert texts(built, "to") == {"": "To Target Words."}
        assert texts(built, "untitled") == {"": "Only words."}
        assert "To" in texts(built, "index")[""]

    def test_a_page_with_nothing_to_show_is_kept_as_empty(self, tmp_path: Path) -> None:
        conf = CONF + "rulebook_preview_selector = 'a'\n"
        built = books.build(
            books.write(tmp_path / "s", conf, index=":ref:`search`\n"), tmp_path / "out"
        )
        assert built.kept("search") == {"previews": {}}

    def test_names_that_an_address_cannot_hold_as_they_are(self, tmp_path: Path) -> None:
        source = books.write(
            tmp_path / "s",
            CONF,
            index=":ref:`there <target>`\n",
            **{"ein ordner__fünf & 100%": TO.format("Words.")},
        )
        built = books.build(source, tmp_path / "out")
        assert texts(built, "ein ordner/fünf & 100%") == {"target": "Target Words."}


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({"html_file_suffix": ".htm"}, "to"),
        ({"html_file_suffix": ".xhtml"}, "to"),
        ({"html_link_suffix": ""}, "to"),
    ],
)
def test_pages_by_other_endings(tmp_path: Path, settings: dict[str, str], kept: str) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    built = books.build(source, tmp_path / "out", **settings)
    assert texts(built, kept) == {"target": "Target Words."}


def test_content_is_escaped_as_it_was(tmp_path: Path) -> None:
    text = '``<b>&amp;</b>`` & "<script>alert(1)</script>"'
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format(text))
    built = books.build(source, tmp_path / "out")
    (kept,) = built.previews("to").values()
    body = kept[0].partition("</p>\n")[2].removesuffix("\n</section>")
    assert body
    assert body in built.page("to.html")


def test_a_page_gains_a_script_a_stylesheet_and_marks_and_nothing_inline(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", "", index=FROM, to=TO.format("Words."))
    plain = books.build(source, tmp_path / "plain", extensions=[])
    ours = books.build(source, tmp_path / "ours", extensions=["sphinxext.rulebook.hover"])
    before, after = (set(book.page("index.html").splitlines()) for book in (plain, ours))
    added = sorted(line.strip() for line in after - before)
    assert [re.sub(r"\?v=\w+", "", line) for line in added] == [
        '<link rel="stylesheet" type="text/css" href="_static/rulebook-hover.css" />',
        '<p><a class="hxr-hoverxref hxr-tooltip reference internal" href="to.html#target">'
        '<span class="std std-ref">there</span></a></p>',
        '<script defer="defer" src="_static/rulebook-hover.js"></script>',
    ]
    assert plain.page("to.html") == ours.page("to.html")


def test_the_script_and_the_stylesheet_are_small(themed: ThemedBook) -> None:
    shipped = sorted((themed().folder / "_static").glob("rulebook-hover.*"))
    assert [path.suffix for path in shipped] == [".css", ".js"]
    together = b"".join(path.read_bytes() for path in shipped)
    assert len(gzip.compress(together, 9)) < 8_500
    assert b"@param" not in together


def test_the_script_names_no_other_host() -> None:
    for name in (SCRIPT, STYLE):
        assert re.findall(r"//[\w.-]+", small(STATIC / name)) == []


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_every_link_within_a_book_of_one_page_leads_somewhere(
    themed: ThemedBook, theme: str
) -> None:
    text = themed(theme, "singlehtml").page("index.html")
    ids = set(re.findall(r'\sid="([^"]+)"', text))
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert {"grappling", "term-Grip", "document-lore/terms"} <= links
    assert sorted(links - ids) == []


def test_the_book_for_the_browser_builds_without_a_warning(themed: ThemedBook) -> None:
    assert themed().warnings == ""


def test_a_setting_that_a_book_gives_reaches_the_script(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "hoverxref_tooltip_maxwidth": 300,
        "hoverxref_tooltip_side": ["top", "left"],
        "rulebook_preview_words": {"more": 'Ganzer "Eintrag"'},
    }
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    built = books.build(source, tmp_path / "out", **settings)
    tag = re.search(r"<script [^>]*rulebook-hover.js[^>]*>", built.page("index.html"))
    assert tag
    assert 'data-side="top"' in tag[0]
    assert 'data-width="300"' in tag[0]
    assert "Ganzer" in tag[0]


def test_a_failed_build_leaves_what_was_kept(tmp_path: Path) -> None:
    source = books.write(tmp_path / "s", CONF, index=FROM, to=TO.format("Words."))
    out = tmp_path / "out"
    books.build(source, out)
    shutil.rmtree(source / "templates", ignore_errors=True)
    (source / "templates").mkdir()
    (source / "templates" / "layout.html").write_text("{{ 1 / 0 }}")
    with pytest.raises(Exception, match="division"):
        books.build(source, out, templates_path=["templates"])
    assert texts(books.Book(out / "html", ""), "to") == {"target": "Target Words."}
