"""Explorers where nothing turns: a numbered table in every other output."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.live.conftest import CONF, INDEX, MARKDOWN, Opened
from tests.support import browser
from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

PAGE = CASES["page"]


@pytest.mark.parametrize(
    ("builder", "file", "wanted"), CASES["other_outputs_have_a_numbered_table"]
)
def test_other_outputs_have_a_numbered_table(
    build: Builder, builder: str, file: str, wanted: list[str]
) -> None:
    conf = f"{CONF}man_pages = [('index', 'book', 'Book', [], 1)]\n"
    book = build("outputs-of-live", builder, files={"conf.py": conf, "index.rst": PAGE})
    assert book.warnings == ()
    text = book.read(file)
    assert [word for word in wanted if word not in text] == []
    assert "rulebook-live" not in text
    assert "application/json" not in text
    assert not [word for word in (".svg", "includegraphics", "Fig. 1") if word in text]


@pytest.mark.slow
def test_long_names_of_outcomes_fit_a_small_page(build: Builder) -> None:
    book = build("pdf-of-live", "rulebook-pdf", files={"conf.py": CONF, "index.rst": PAGE})
    assert book.warnings == ()  # the build looks for words over each other, and off the page


def test_a_description_names_the_explorer_for_screen_readers(build: Builder) -> None:
    book = build("described", files={"conf.py": CONF, "index.rst": PAGE})
    assert book.soup().select_one("#pull")["aria-label"] == "How traits help."


def test_epub_holds_no_script(build: Builder) -> None:
    book = build("epub-of-live", "epub", files={"conf.py": CONF, "index.rst": PAGE})
    (epub,) = book.outdir.glob("*.epub")
    names = zipfile.ZipFile(epub).namelist()
    assert [name for name in names if "rulebook-live" in name] == []


def test_a_page_without_an_explorer_loads_nothing(build: Builder) -> None:
    book = build(files={"conf.py": CONF, "index.rst": "Bare\n====\n\nNothing here.\n"})
    assert "rulebook-live" not in book.read()


@pytest.mark.slow
def test_parallel_and_incremental_builds_are_the_same_byte_for_byte(build: Builder) -> None:
    pages = {f"page{n}.rst": f"Page {n}\n======\n\n{PAGE.partition('See')[2]}" for n in range(7)}
    pages = {name: text.replace("   :name: pull\n", "") for name, text in pages.items()}
    listed = "\n   ".join(name.removesuffix(".rst") for name in pages)
    index = f"{INDEX}   {listed}\n"
    files = {"conf.py": CONF, "markdown.md": MARKDOWN, **pages}
    one = build("one", files={**files, "index.rst": index})
    shutil.rmtree(one.srcdir.parent / "kept", ignore_errors=True)
    first = _contents(one.outdir)
    two = build("one", files={"page3.rst": f"{pages['page3.rst']}\nMore.\n"})
    assert _contents(two.outdir) != first
    back = build("one", files={"page3.rst": pages["page3.rst"]})
    assert _contents(back.outdir) == first
    both = build("one", fresh=True, jobs=2)
    assert _contents(both.outdir) == first


def _contents(folder: Path) -> dict[str, bytes]:
    """Every page and every file of ours."""
    kept = [*folder.glob("*.html"), *Path(folder, "_static").glob("rulebook*")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def test_a_preview_shows_its_table(build: Builder, opened: Opened) -> None:
    page = "Other\n=====\n\nSee :ref:`pull`.\n\n.. toctree::\n\n   odds\n"
    conf = CONF.replace(
        '"sphinxext.rulebook"]', '"sphinxext.rulebook", "sphinxext.rulebook.hover"]'
    )
    book = build("previews", files={"conf.py": conf, "index.rst": page, "odds.rst": PAGE})
    assert book.warnings == ()
    with opened(from_disk=True, folder=book.outdir) as view:
        view.page.hover("a.hxr-hoverxref")
        shown = view.page.locator(".rulebook-preview")
        shown.wait_for()
        assert shown.locator("table").is_visible()
        assert shown.locator("td").first.is_visible()
        assert "application/json" not in (shown.inner_html())
        assert '"texts"' not in (shown.text_content() or "")
        assert browser.axe_violations(view.page, ".rulebook-preview") == []


def test_the_words_of_dials_are_translated(build: Builder, tmp_path: Path) -> None:
    conf = f"{CONF}locale_dirs = [{str(tmp_path / 'locales')!r}]\n"
    page = PAGE.partition(".. odds-explorer:: Two")[0].replace("aspects = 0..2", "aspects = 0..1")
    catalogue = build("catalogue", "gettext", files={"conf.py": conf, "index.rst": page})
    offered = catalogue.read("index.pot")
    for word in ("Traits", "Trait", "Disaster!", "Success", "Done, just as planned."):
        assert f'msgid "{word}"' in offered
    assert "Success or better" not in offered
    words = {"Traits": "Merkmale", "Trait": "Merkmal", "Aspects": "Bilder", "Success": "Erfolg"}
    folder = tmp_path / "locales" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    told = Catalog(locale="de")
    for word, other in words.items():
        told.add(word, other)
    with (folder / "index.mo").open("wb") as file:
        write_mo(file, told)
    files = {"conf.py": conf, "index.rst": page}
    book = build("translated", files=files, conf={"language": "de"})
    assert book.warnings == ()
    data = json.loads(book.soup().select_one("#pull script").string)
    assert [dial["label"] for dial in data["dials"]] == ["Merkmale", "Bilder"]
    assert (data["dials"][0]["one"], data["names"][4]) == ("Merkmal", "Erfolg")
    assert data["tails"][-2] == "Erfolg oder besser"
    assert book.soup().select_one("#pull .rulebook-fixed").text == "Bilder: 1."


def test_every_output_has_the_same_numbers(build: Builder) -> None:
    files = {"conf.py": CONF, "index.rst": CASES["numbered"]}
    wanted = {("Fig. 1", "After"), ("Table 2", "Last"), ("Table 1", "Resisting")}
    for builder in ("html", "singlehtml", "epub", "rulebook-pdf", "html"):
        book = build("numbers", builder, files=files)
        if builder == "rulebook-pdf":
            source = book.read("typst/book.typ")
            assert [each for each in wanted if each[0] not in source] == []
            continue
        soup = book.soup("index.xhtml" if builder == "epub" else "index.html")
        captions = [[*tag.parent.stripped_strings] for tag in soup.select(".caption-number")]
        found = {(number, title) for number, title, *_ in captions}
        assert wanted <= found, builder
        numbers = {number.get_text(strip=True) for number in soup.select(".caption-number")}
        assert numbers == {"Fig. 1", "Table 1", "Table 2"}, builder
