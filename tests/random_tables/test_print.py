"""Random tables on paper: ranges align on their dash, rolls have narrow columns, heads repeat."""

import pytest

from tests.support.books import Builder

ROWS = ("1–9", "10–99", "100–999", "1000")
CONF = 'project = "Book"\nauthor = "A"\nextensions = ["sphinxext.rulebook"]\n'


def page(entries: int) -> str:
    """A typed table of long ranges, a folded one, and one that is longer than a page."""
    typed = "".join(f"   * - {rolls}\n     - Oak {n}\n" for n, rolls in enumerate(ROWS))
    names = "".join(f"   - Name{n}\n" for n in range(36))
    long = "".join(f"   - Way{n} and something to read about it\n" for n in range(entries))
    made = f".. list-table::\n   :header-rows: 1\n\n   * - d1000\n     - Tree\n{typed}"
    held = "".join(f"   {line}\n" for line in made.splitlines())
    return (
        f"Book\n====\n\n.. random-table::\n\n{held}\n"
        f".. random-table::\n   :dice: d66\n   :columns: 3\n\n{names}\n"
        f".. random-table::\n   :dice: d100\n\n{long}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("look", ["chapbook", "mimeo"])
def test_a_printed_table_is_set_as_a_table_to_roll_on(build: Builder, look: str) -> None:
    files = {"conf.py": CONF, "index.rst": page(60)}
    book = build("print", "rulebook-pdf", files=files, conf={"rulebook_look": look}, strict=True)
    words = [word for each in book.pdf for word in each.extract_words(return_chars=True)]
    texts = [each.extract_text() for each in book.pdf]
    ranges = [word for word in words if word["text"] in ROWS[:3]]
    dashes = [c["x0"] for word in ranges for c in word["chars"] if c["text"] == "–"]
    assert len(dashes) == 3
    assert max(dashes) - min(dashes) < 0.5
    starts = sorted({round(w["x0"]) for w in words if w["text"] in ("Name0", "Name12", "Name24")})
    rolls = sorted({round(w["x0"]) for w in words if w["text"] in ("11", "31", "51")})
    gaps = [name - roll for roll, name in zip(rolls, starts, strict=False)]
    assert max(gaps) - min(gaps) <= 2
    heads = [text.split("Way")[0] for text in texts if "Way" in text]
    assert len(heads) > 1
    assert all("100" in head for head in heads)


def test_in_latex_a_long_table_goes_on_over_pages(build: Builder) -> None:
    book = build("print", "latex", files={"conf.py": CONF, "index.rst": page(40)}, strict=True)
    text = next(book.outdir.glob("*.tex")).read_text("utf-8")
    assert text.count(r"\begin{longtable}") + text.count(r"\begin{xltabular}") == 1
    assert text.count(r"\endhead") == 1
