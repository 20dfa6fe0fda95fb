"""A chart is drawn once for what it shows, the same anywhere, by a matplotlib nobody has set."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sphinxext.rulebook.book.drawings import Drawings
from sphinxext.rulebook.charts.drawing import Drawing
from tests.charts.test_read_chart import asked
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import directive

CASES = cases_of(__file__)

RULES = CASES["rules"]
PAGE = directive("odds-chart", "One", check="own:one") + directive(
    "odds-chart", "Two", check="own:two"
)
FILES = {"conf.py": CASES["conf"], "own.toml": RULES, "index.rst": PAGE}


def drawn(book: Book) -> dict[str, int]:
    """The drawn charts, each with the time it was written."""
    folder = book.doctreedir / "rulebook-charts"
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_a_chart_is_drawn_once_for_all_builds_and_builders(build: Builder) -> None:
    first = drawn(build(files=FILES))
    assert sorted(Path(name).suffix for name in first) == [".html", ".html"]
    touched = build(files={"index.rst": PAGE + "\nMore words.\n"})
    assert drawn(touched) == first
    assert drawn(build(builder="dirhtml")) == first
    assert drawn(build(builder="singlehtml")) == first
    latex = drawn(build(builder="latex"))
    assert {name: latex[name] for name in first} == first
    assert sorted(Path(name).suffix for name in latex) == [
        *(".html", ".html"),
        *(".pdf", ".pdf"),
    ]


def test_an_edited_rule_draws_only_the_charts_that_it_moves(build: Builder) -> None:
    before = drawn(build(files=FILES))
    after = drawn(build(files={"own.toml": RULES.replace("< 5", "< 4").replace(">= 5", ">= 4")}))
    assert len(after) == 2  # the one that no page shows any more is gone
    assert len({*after} - {*before}) == 1
    assert all(after[name] == before[name] for name in {*after} & {*before})


def test_a_drawing_that_no_page_shows_goes_in_every_form(build: Builder) -> None:
    other = directive("odds-chart", "Three", check="3d6")
    files = {**FILES, "other.rst": f":orphan:\n\nOther\n=====\n\n{other}"}
    build(builder="latex", files=files)
    both = drawn(build(files=files))
    assert len(both) == 5  # LaTeX leaves an orphan out
    (build.folder / "book/other.rst").unlink()
    left = drawn(build())
    assert len(left) == 4
    assert all(left[name] == both[name] for name in left)


@pytest.mark.parametrize("spoil", [lambda _: b"", lambda data: data[:-9] + b"\xff" + data[-8:]])
@pytest.mark.parametrize("builder", ["html", "latex", "epub"])
def test_a_spoilt_drawing_is_drawn_again(
    build: Builder, builder: str, spoil: Callable[[bytes], bytes]
) -> None:
    whole = build(builder=builder, files=FILES, conf={"version": "1"})
    kept = {p: p.read_bytes() for p in (whole.doctreedir / "rulebook-charts").iterdir()}
    assert kept
    for path, data in kept.items():
        path.write_bytes(spoil(data))
    more = {"index.rst": PAGE + "\nMore words.\n"}
    again = build(builder=builder, files=more, conf={"version": "1"})
    assert again.warnings == ()
    assert {path: path.read_bytes() for path in kept} == kept


@pytest.mark.slow
def test_parallel_builds_draw_the_same(build: Builder) -> None:
    pages = {
        f"page{n}.rst": f"Page {n}\n======\n\n"
        + directive("odds-chart", "Pool", check=f"{n + 1}d6")
        + directive("odds-chart", "Again", check="2d6")
        + directive("odds-chart", "Highest", check=f"{n + 2}d6kh1")
        for n in range(10)
    }
    files = {**FILES, **pages, "index.rst": "Book\n====\n\n.. toctree::\n   :glob:\n\n   page*\n"}
    alone = build(files=files)
    together = build("together", files=files, jobs=4, process=True)
    assert together.warnings == ()
    for n in range(10):
        page = f"page{n}.html"
        assert alone.read(page) == together.read(page)
    assert set(drawn(alone)) == set(drawn(together))


def odd_environment(folder: Path) -> dict[str, str]:
    """The settings of a user who has set everything."""
    rc = folder / "matplotlibrc"
    rc.write_text(
        "backend: TkAgg\nfont.size: 40\nlines.linewidth: 9\npatch.linewidth: 9\n"
        "path.sketch: 5, 100, 2\nsvg.fonttype: path\npdf.fonttype: 3\ntext.usetex: True\n"
        "hatch.color: red\n"
    )
    return {
        **os.environ, "MATPLOTLIBRC": str(rc), "MPLBACKEND": "TkAgg", "DISPLAY": ":77",
        "PYTHONHASHSEED": "7", "PYTHONPATH": str(Path(__file__).parents[2]),
    }  # fmt: skip


def in_a_process(code: str, folder: Path) -> str:
    """What the code prints, run where a matplotlibrc lies beside it."""
    env = odd_environment(folder)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, encoding="utf-8", env=env, cwd=folder, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_matplotlib_is_imported_only_when_something_is_drawn(
    build: Builder, tmp_path: Path
) -> None:
    book = build(files=FILES)
    code = (
        "import sys, sphinxext.rulebook, sphinxext.rulebook.extension\n"
        "assert 'matplotlib' not in sys.modules\n"
        "from sphinx.application import Sphinx\n"
        f"a, b, c = {str(book.srcdir)!r}, {str(book.outdir)!r}, {str(book.doctreedir)!r}\n"
        "app = Sphinx(a, a, b, c, 'html', freshenv=True, status=None)\n"
        "app.build(force_all=True)\n"
        "assert 'matplotlib' not in sys.modules\n"
        "assert 'numpy' not in sys.modules\n"
    )
    in_a_process(code, tmp_path)


def test_drawings_are_the_same_whatever_a_user_has_set_of_matplotlib(tmp_path: Path) -> None:
    """Nothing of it is drawn with or left changed."""
    drawing = Drawing.of(asked("narrative", "action", across="die = all"))
    forms = ("html", "svg", "pdf")
    here = [Drawings(tmp_path).file(drawing, form).read_bytes() for form in forms]
    in_a_process(CASES["drawn_elsewhere"], tmp_path)
    there = [Drawings(tmp_path / "again").path(drawing, form).read_bytes() for form in forms]
    assert there == here
    assert b"/Type3" not in here[2]  # letters that a reader of a PDF can search and copy
