"""What is kept beside a book's scripts: right after every build, and no more than needed."""

import gzip
import re
import subprocess
import sys
from typing import Any

import pytest

from sphinxext.rulebook.files import small
from sphinxext.rulebook.hover import STATIC
from sphinxext.rulebook.hover.pages import SCRIPT, STYLE
from tests.hover.conftest import CONF, ThemedBook, Written
from tests.hover.reading import files, kept, previews, words
from tests.support.books import Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

FROM = "From\n====\n\n:ref:`there <target>`\n\n.. toctree::\n\n   to\n"
TO = "To\n==\n\n.. _target:\n\nTarget\n------\n\n{}\n"
PAGES = {"index": FROM, "to": TO.format("Words.")}
TARGET = {"target": "Target Words."}


def kept_files(book: Book) -> list[str]:
    """Return the files of previews that a book has."""
    return [name for name in files(book.outdir) if "rulebook-previews" in name]


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_in_which_only_the_target_changed(book: Written, builder: str, jobs: int) -> None:
    pages = {f"other{n}": "x\n=\n" for n in range(8)}  # enough to be written in parallel
    pages |= {"index": FROM, "other0": ":ref:`there <target>`\n", "to": TO.format("Old words.")}
    page = {"html": "to", "dirhtml": "to/index", "singlehtml": "index"}[builder]
    asking = {"html": "other0.html", "dirhtml": "other0/index.html", "singlehtml": "index.html"}
    first = book(pages, builder=builder, jobs=jobs).outdir
    assert words(first, page) == {"target": "Target Old words."}
    written = (first / asking[builder]).stat().st_mtime_ns
    book({"to": TO.format("New words.")}, builder=builder, jobs=jobs)
    assert words(first, page) == {"target": "Target New words."}
    if builder != "singlehtml":
        assert (first / asking[builder]).stat().st_mtime_ns == written


def test_builds_in_which_only_the_references_changed(book: Written) -> None:
    """A new one is served, a file that stays the same is left alone, and what is idle goes."""
    bare = "From\n====\n\n.. toctree::\n\n   to\n"
    first = book({**PAGES, "index": bare})
    assert kept_files(first) == []
    assert words(book({"index": FROM}).outdir, "to") == TARGET
    path = first.outdir / "_static/rulebook-previews/to.js"
    before = path.stat().st_mtime_ns
    book({"index": FROM + "\nMore.\n"})
    assert path.stat().st_mtime_ns == before
    assert kept_files(book({"index": bare})) == []


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_build_in_which_nothing_changed_changes_no_file(book: Written, builder: str) -> None:
    states = []
    for pages in (PAGES, {}):
        folder = book(pages, builder=builder).outdir
        states.append({name: (folder / name).read_bytes() for name in files(folder)})
    assert states[0] == states[1]


@pytest.mark.slow
def test_a_build_in_parallel_writes_the_same(themed: ThemedBook, build: Builder) -> None:
    one, two = themed(), build("hover-book", jobs=2, process=True).outdir
    for name in sorted(files(one)):
        if name.endswith((".html", ".js", ".css")) and name != "searchindex.js":
            assert (one / name).read_bytes() == (two / name).read_bytes(), name


def test_a_build_in_which_only_the_length_changed(book: Written) -> None:
    book({**PAGES, "to": TO.format("Words of it.")})
    again = book({}, rulebook_preview_length=12)
    assert words(again.outdir, "to") == {"target": "Target Words…"}


def test_a_table_of_dice_is_shown(book: Written) -> None:
    pages = {
        "index": ":ref:`odds`\n\n.. toctree::\n\n   dice\n",
        "dice": "Dice\n====\n\n.. dice-table:: The odds\n   :name: odds\n   :check: direct\n"
        "   :rows: dice = 2..3\n   :columns: difficulties\n",
    }
    conf = (
        'extensions = ["sphinxext.rulebook", "hoverxref.extension"]\n'
        'rulebook_rules = "game:uwr"\nhoverxref_auto_ref = True\n'
    )
    built = book(pages, conf)
    assert built.warnings == ()
    assert words(built.outdir, "dice") == {
        "odds": "The odds dice Easy Normal Difficult Extreme 2 75% 56% 11% 0% 3 88% 70% 26% 4%"
    }


def test_previews_need_nothing_of_the_dice_and_nothing_heavy(book: Written) -> None:
    """Neither the charts' nor the dice's library, nor what Babel knows of any language."""
    source = book(PAGES).srcdir
    asked = f"""
import sys
from sphinx.application import Sphinx
from sphinx.cmd.build import main
folders = [{str(source)!r}] * 2 + [{str(source / "o")!r}, {str(source / "d")!r}]
Sphinx(*folders, "html", status=None)
localedata = sys.modules.get("babel.localedata")
print(sorted(localedata._cache) if localedata else [])
main(["-q", {str(source)!r}, {str(source / "o2")!r}])
print(*sorted(sys.modules))
"""
    run = [sys.executable, "-W", "ignore", "-c", asked]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    locales, modules = done.stdout.splitlines()
    assert locales == "[]"
    assert not {"matplotlib", "icepool", "numpy"} & set(modules.split())
    assert "sphinxext.rulebook.hover" in modules.split()
    assert not re.search(r"sphinxext\.rulebook\.(?!hover|version|files)", modules)


def test_targets_that_are_not_there_have_no_preview(book: Written) -> None:
    dangling = ":ref:`no <nowhere>` :hoverxref:`nor <nowhere>` :term:`x`\n"
    built = book({"index": dangling}, root="dangling")
    assert any("undefined label: 'nowhere'" in line for line in built.warnings)
    excluded = book(PAGES, CONF + 'exclude_patterns = ["to.rst"]\n')
    assert kept_files(excluded) == []
    assert "hxr-" not in built.read() + excluded.read()


@pytest.mark.parametrize("length", [200, 0])
def test_a_huge_section_is_cut_unless_the_length_is_nought(book: Written, length: int) -> None:
    pages = {**PAGES, "to": TO.format("Words of it. " * 9999)}
    folder = book(pages, rulebook_preview_length=length).outdir
    (text,) = words(folder, "to").values()
    if length:
        assert 150 < len(text) <= 202
        assert text.endswith("…")
    else:
        assert text.count("Words of it.") == 9999
    assert previews(folder, "to")["target"][1:] == [1] * bool(length)


def test_two_targets_of_one_name(book: Written) -> None:
    built = book({"index": FROM, "to": TO.format("First."), "z": TO.format("Second.")})
    assert any("duplicate label target" in line for line in built.warnings)
    href = re.search(r'hxr-hoverxref[^>]*href="(\w+)\.html#target"', built.read())
    assert href
    says = {"to": "First.", "z": "Second."}[href[1]]
    assert words(built.outdir, href[1]) == {"target": f"Target {says}"}


def test_a_target_that_is_a_whole_page(book: Written) -> None:
    index = ":doc:`to` :doc:`untitled` :doc:`index`\n"
    pages = {**PAGES, "index": index, "untitled": "Only words.\n"}
    folder = book(pages, CONF + 'hoverxref_roles = ["doc"]\n').outdir
    assert words(folder, "to") == {"": "To Target Words."}
    assert words(folder, "untitled") == {"": "Only words."}
    assert "To" in words(folder, "index")[""]


def test_a_page_with_nothing_to_show_is_kept_as_empty(book: Written) -> None:
    built = book({"index": ":ref:`search`\n"}, CONF + "rulebook_preview_selector = 'a'\n")
    assert kept(built.outdir, "search") == {"previews": {}}


@pytest.mark.parametrize(("settings", "page"), CASES["pages_by_any_name_and_ending"])
def test_pages_by_any_name_and_ending(book: Written, settings: dict[str, str], page: str) -> None:
    built = book({"index": ":ref:`there <target>`\n", page: PAGES["to"]}, **settings)
    assert words(built.outdir, page) == TARGET


def test_content_is_escaped_as_it_was(book: Written) -> None:
    text = '``<b>&amp;</b>`` & "<script>alert(1)</script>"'
    built = book({**PAGES, "to": TO.format(text)})
    (entry,) = previews(built.outdir, "to").values()
    body = entry[0].partition("</p>\n")[2].removesuffix("\n</section>")
    assert body
    assert body in built.read("to.html")


def test_a_page_gains_a_script_a_stylesheet_and_marks_and_nothing_inline(book: Written) -> None:
    plain = book(PAGES, root="plain", extensions=[])
    ours = book(PAGES, root="ours", extensions=["sphinxext.rulebook.hover"])
    before, after = (set(built.read().splitlines()) for built in (plain, ours))
    added = sorted(line.strip() for line in after - before)
    assert [re.sub(r"\?v=\w+", "", line) for line in added] == [
        '<link rel="stylesheet" type="text/css" href="_static/rulebook-hover.css" />',
        '<p><a class="hxr-hoverxref hxr-tooltip reference internal" href="to.html#target">'
        '<span class="std std-ref">there</span></a></p>',
        '<script defer="defer" src="_static/rulebook-hover.js"></script>',
    ]
    assert plain.read("to.html") == ours.read("to.html")


def test_the_script_and_the_stylesheet_are_small_and_name_no_other_host(
    themed: ThemedBook,
) -> None:
    shipped = sorted((themed() / "_static").glob("rulebook-hover.*"))
    assert [path.suffix for path in shipped] == [".css", ".js"]
    together = b"".join(path.read_bytes() for path in shipped)
    assert len(gzip.compress(together, 9)) < 8_500
    assert b"@param" not in together
    assert [re.findall(r"//[\w.-]+", small(STATIC / name)) for name in (SCRIPT, STYLE)] == [[], []]


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_every_link_within_a_book_of_one_page_leads_somewhere(
    themed: ThemedBook, theme: str
) -> None:
    text = (themed(theme, "singlehtml") / "index.html").read_text("utf-8")
    ids = set(re.findall(r'\sid="([^"]+)"', text))
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert {"grappling", "term-Grip", "document-lore/terms"} <= links
    assert sorted(links - ids) == []


def test_the_book_for_the_browser_builds_without_a_warning(themed: ThemedBook) -> None:
    assert (themed().parents[1] / "warnings.txt").read_text("utf-8") == ""


def test_a_setting_that_a_book_gives_reaches_the_script(book: Written) -> None:
    settings: dict[str, Any] = {
        "hoverxref_tooltip_maxwidth": 300,
        "hoverxref_tooltip_side": ["top", "left"],
        "rulebook_preview_words": {"more": 'Ganzer "Eintrag"'},
    }
    tag = re.search(r"<script [^>]*rulebook-hover.js[^>]*>", book(PAGES, **settings).read())
    assert tag
    assert all(each in tag[0] for each in ('data-side="top"', 'data-width="300"', "Ganzer"))


def test_a_failed_build_leaves_what_was_kept(book: Written) -> None:
    folder = book(PAGES).outdir
    with pytest.raises(Exception, match="division"):
        book({"templates/layout.html": "{{ 1 / 0 }}"}, templates_path=["templates"])
    assert words(folder, "to") == TARGET
