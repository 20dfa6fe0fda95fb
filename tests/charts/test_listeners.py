"""An extension draws on a chart with matplotlib: on the web, in print and in an e-book."""

import pytest

from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

CONF = CASES["conf"]
SILENT = CONF.partition("def setup")[0]
CHART = CASES["chart"]


def test_a_listener_draws_in_the_coordinates_of_the_figures(build: Builder) -> None:
    files = {"conf.py": CONF, "index.rst": CHART}
    book = build(builder="html", files=files)
    assert book.warnings == ()
    drawings = book.soup().select("svg")
    assert len(drawings) == 2  # wide and narrow
    for svg in drawings:
        line = svg.select_one('[stroke="#c00000"]')
        half = next(text for text in svg.select("text") if text.text == "50%")
        four = next(text for text in svg.select("text") if text.text == "4")
        note = next(text for text in svg.select("text") if text.text == "even odds")
        height = float(str(line["d"]).split("L")[0].split()[1])
        assert height == pytest.approx(float(str(half["y"])), abs=6)
        assert height == pytest.approx(float(str(note["y"])), abs=6)
        assert float(str(note["x"])) == pytest.approx(float(str(four["x"])), abs=3)
        assert svg.select_one('[stroke="#0000c0"]') is None
        span = svg.select_one('[fill="#00c000"]')
        assert span["fill-opacity"] == "0.25"
        assert float(str(span["height"])) > 0
        title = next(text for text in svg.select("text") if text.text.startswith("Look: "))
        others = [float(str(each["y"])) for each in svg.select("text[y]") if each is not title]
        assert 0 < float(str(title["y"])) < min(others)


def test_a_listener_draws_in_print(build: Builder) -> None:
    book = build(builder="rulebook-pdf", files={"conf.py": CONF, "index.rst": CHART})
    assert book.warnings == ()
    text = " ".join(page.extract_text() for page in book.pdf)
    assert "even odds" in text
    assert "Look: " in text


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_a_listener_that_changes_or_goes_has_the_charts_drawn_anew(
    build: Builder, builder: str
) -> None:
    def words(conf: str) -> tuple[bool, bool]:
        book = build(builder=builder, files={"conf.py": conf, "index.rst": CHART})
        files = [*book.outdir.glob("index.*html"), *book.outdir.glob("_images/*.svg")]
        shown = " ".join(file.read_text("utf-8") for file in files)
        return "even odds" in shown, "half<" in shown

    half = CONF.replace("even odds", "half")
    assert words(SILENT) == (False, False)
    assert words(CONF) == (True, False)
    assert words(half) == (False, True)
    assert words(SILENT) == (False, False)
