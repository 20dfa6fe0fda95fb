"""Boxes, cards and sheets as readers see them: whole, and beside each other."""

from itertools import pairwise
from typing import Any

import pytest

from sphinxext.rulebook.press.look import looks_that_ship
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.tools import epub_errors

CASES = cases_of(__file__)

CONF = CASES["conf"]
LOOKS = [pytest.param(each, marks=pytest.mark.slow) for each in looks_that_ship()]
WORDS = "Every guest carries a lantern, and every lantern has something to hide from the others. "
ROWS = "".join(
    f"   - Guest {n} whom nobody has seen before tonight in this house, and who knows\n"
    for n in range(30)
)
LONG = "".join(f"   Warden: {WORDS * 3}\n\n" for _ in range(16))
CHAPTER = CASES["chapter"].format(one=WORDS, two=WORDS * 2, three=WORDS * 3, rows=ROWS, long=LONG)


def text_of(page: Any) -> str:
    seen = page.filter(lambda each: each["object_type"] != "char" or each["size"] > 1)
    return " ".join(seen.extract_text().split())


@pytest.fixture(scope="module", params=LOOKS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book with a sheet that is a chapter, and boxes short and long."""
    build = Builder(tmp_path_factory.mktemp("boxes"))
    root = "Book\n====\n\n.. toctree::\n\n   two\n   screen\n"
    files = {"conf.py": CONF, "index.rst": root, "two.rst": CHAPTER, "screen.rst": CASES["screen"]}
    return build(builder="rulebook-pdf", files=files, conf={"rulebook_look": request.param})


def test_nothing_is_wrong_on_its_pages(book: Book) -> None:
    assert book.warnings == ()


def test_a_chapter_that_is_a_sheet_has_its_title_on_the_sheet(book: Book) -> None:
    wide = [page for page in book.pdf if page.width > page.height]
    assert "for the table · the screen" in text_of(wide[0]).lower()
    tall = [page for page in book.pdf[3:] if page.width < page.height]
    assert not any("for the table" in text_of(page).lower() for page in tall)


def test_a_sheet_that_is_too_full_goes_on_on_a_second_page(book: Book) -> None:
    wide = [page for page in book.pdf if page.width > page.height]
    assert len(wide) == 2
    assert "Guest 29" in " ".join(map(text_of, wide))
    sizes = [char["size"] for page in wide for char in page.chars if char["size"] > 1]
    assert min(sizes) > 4.5


def test_a_short_example_is_whole_and_a_long_one_breaks(book: Book) -> None:
    texts = [text_of(page) for page in book.pdf]
    [short] = [text for text in texts if "bars the door" in text]
    assert "hold up my lantern" in short
    assert sum("something to hide from the others" in text for text in texts) > 2


def test_the_answers_of_a_check_do_not_change_their_colour_beside_a_long_table(book: Book) -> None:
    source = (book.outdir / "typst/book.typ").read_text("utf-8")
    assert 'kind: "faces", outcomes: 6' in source
    assert "#rolled(outcome: 4, of: 6)[" in source


@pytest.mark.slow
def test_a_panel_longer_than_a_page_is_a_warning_at_its_line(build: Builder) -> None:
    text = f"{WORDS * 8}\n\n" * 16
    guests = f".. _guests:\n\nGuests\n------\n\n{text}"
    page = f"Book\n====\n\n{guests}.. rulebook-sheet:: Sheet\n\n   guests\n"
    book = build(builder="rulebook-pdf", files={"conf.py": CONF, "index.rst": page})
    line = page.count("\n")
    told = f"index.rst:{line}: WARNING: the panel 'Guests' is longer than page "
    [warning] = book.warnings
    assert warning.startswith(told)


@pytest.mark.slow
@pytest.mark.parametrize("look", looks_that_ship())
def test_a_short_index_is_before_a_sheet_and_boxes_keep_their_entries(
    build: Builder, look: str
) -> None:
    """A look may leave out the title of a box, but not what is indexed there."""
    box = ".. index:: lamp\n\n.. read-aloud::\n\n   A lamp.\n"
    sidebar = ".. sidebar:: Aside\n\n   Beside the text.\n"
    page = f"Book\n====\n\nOne\n---\n\n{box}\n{sidebar}\n{CHAPTER[CHAPTER.index('.. glossary') :]}"
    screen = "Screen\n======\n\n.. rulebook-sheet:: Sheet\n\n   lantern\n"
    index = "Book\n====\n\n.. toctree::\n\n   one\n   two\n"
    files = {"conf.py": CONF, "index.rst": index, "one.rst": page, "two.rst": screen}
    conf = {"rulebook_look": look, "rulebook_mirrored": True, "rulebook_paper": "us-letter"}
    book = build(builder="rulebook-pdf", files=files, conf=conf)
    assert book.warnings == ()
    last, sheet = book.pdf[-2:]
    assert "lamp, " in text_of(last)
    assert sheet.width > sheet.height


HEADS = ("Severe", "Moderate", "Mild", "none")
LETTER = 4  # points


@pytest.mark.slow
def test_heads_wider_than_columns_of_one_width_stay_apart(build: Builder) -> None:
    conf = {"rulebook_look": "mimeo", "rulebook_paper": "a5"}
    book = build("ferry", "rulebook-pdf", conf=conf)
    assert book.warnings == ()
    gaps = [
        after["x0"] - before["x1"]
        for page in book.pdf
        for before, after in pairwise(page.extract_words(x_tolerance=1))
        if (before["text"], after["text"]) in pairwise(HEADS)
    ]
    assert len(gaps) == 3 * (len(HEADS) - 1)  # on its page, in a map, and on the sheet
    assert min(gaps) > LETTER


def test_heads_that_are_words_of_the_rules_begin_with_a_capital(build: Builder) -> None:
    table = ".. dice-table:: Odds\n   :check: action\n   :rows: die = all\n   :event: is any YES\n"
    typed = "\n   ====  ===\n   die   any\n   ====  ===\n   red   33%\n   ====  ===\n"
    dials = ":game: uwr\n   :check: direct\n   :dials: favor = 0..2, dice = 1..3\n"
    page = f"{table}\n{table.replace('all', 'red')}{typed}\n.. odds-explorer::\n   {dials}"
    files = {"conf.py": CONF, "index.rst": f"Book\n====\n\n{page}"}
    games = {"narrative": "game:narrative", "uwr": "game:uwr"}
    book = build(builder="rulebook-pdf", files=files, conf={"rulebook_rules": games})
    source = book.read("typst/book.typ")
    assert book.warnings == ()
    assert source.count(";Die]") == source.count(";die]") == 1
    assert "#settings[Dice: 2.]" in source


@pytest.mark.slow
@pytest.mark.parametrize("look", looks_that_ship())
def test_two_columns_are_of_one_height(build: Builder, look: str) -> None:
    names = "".join(f"   - Name{n}\n" for n in range(24))
    table = "".join(f"   thing{n:02}  {n}.5\n" for n in range(8))
    rule = "   =======  ====\n"
    blocks = f"   {WORDS * 3}\n\n{rule}{table}{rule}\n   {WORDS * 3}\n"
    box = ".. container:: two-columns\n\n"
    page = f"Book\n====\n\nFirst.\n\n{box}{names}\n{box}{blocks}"
    files = {"conf.py": CONF, "index.rst": page}
    book = build(builder="rulebook-pdf", files=files, conf={"rulebook_look": look})
    [shown] = [each for each in book.pdf if "Name0" in text_of(each)]
    at = {word["text"]: word for word in shown.extract_words()}
    assert book.warnings == ()
    sides: list[list[Any]] = [[], []]
    for n in range(24):
        sides[at[f"Name{n}"]["x0"] > shown.width / 2].append(at[f"Name{n}"])
    left, right = (side[-1]["bottom"] for side in sides)
    assert sides[0][0]["top"] == pytest.approx(sides[1][0]["top"], abs=2)
    assert abs(left - right) < 2.5 * (at["Name1"]["top"] - at["Name0"]["top"])
    words = [word for each in book.pdf for word in each.extract_words()]
    first, last = (next(w for w in words if w["text"] == f"thing0{n}") for n in (0, 7))
    assert first["x0"] == last["x0"]  # a table stays in one column


@pytest.mark.slow
@pytest.mark.parametrize("look", looks_that_ship())
def test_a_text_to_read_aloud_is_whole(build: Builder, look: str) -> None:
    boxes = "".join(f".. read-aloud::\n\n   Start{n}. {WORDS * 4}End{n}.\n\n" for n in range(16))
    files = {"conf.py": CONF, "index.rst": f"Book\n====\n\n{boxes}"}
    book = build(builder="rulebook-pdf", files=files, conf={"rulebook_look": look})
    texts = [text_of(page) for page in book.pdf]
    assert book.warnings == ()
    assert sum("Start" in text for text in texts) > 1
    for n in range(16):
        assert [f"Start{n}." in text for text in texts] == [f"End{n}." in text for text in texts]


@pytest.mark.slow
def test_tabs_of_an_e_book_are_one_after_the_other(build: Builder) -> None:
    tabs = ".. tab-set::\n\n" + "".join(
        f"   .. tab-item:: By {time}\n\n      It stands at {time}.\n\n" for time in ("day", "night")
    )
    files = {"conf.py": f'{CONF}version = "1"\n', "index.rst": f"Book\n====\n\n{tabs}"}
    book = build(builder="epub", files=files)
    page = book.soup("index.xhtml")
    assert page.find("input") is None
    assert [name.get_text() for name in page.select("p.rubric")] == ["By day", "By night"]
    assert "It stands at night." in page.get_text()
    [file] = book.outdir.glob("*.epub")
    assert epub_errors(file) == []
