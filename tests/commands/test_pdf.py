"""`rulebook pdf`: a PDF is only called right where nothing is wrong with the book."""

import shutil
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.press.look import LOOKS, LookError, read_look
from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)

CONF = 'project = "Book"\nextensions = ["sphinxext.rulebook"]\n'
RIGHT = "Book\n====\n\nA six comes up :odds:`17% <d6 = 6>` of the time.\n"
WRONG = RIGHT.replace("17%", "71%")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of one page, of which a PDF was made once."""
    folder = tmp_path_factory.mktemp("pdf")
    (folder / "conf.py").write_text(CONF, "utf-8")
    (folder / "index.rst").write_text(RIGHT, "utf-8")
    assert main(["pdf", str(folder)]) == 0
    return folder


def pdf(book: Path, page: str, *options: str) -> tuple[int, dict[str, bytes]]:
    """The exit status, and the PDFs that lie in the folder now."""
    (book / "index.rst").write_text(page, "utf-8")
    status = main(["pdf", str(book), *options])
    return status, {path.name: path.read_bytes() for path in book.glob("_build/pdf/*.pdf")}


def test_a_wrong_figure_is_status_1_and_the_good_pdf_stays(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (book / "_build/pdf/book.pdf").read_bytes()
    status, files = pdf(book, WRONG, "--out", str(book / "out.pdf"))
    said = capsys.readouterr()
    assert status == 1
    last = said.err.splitlines()[-1]
    wrong = book / "_build/pdf/book-not-right.pdf"
    assert last == f"1 problem; this PDF is not right: {wrong}"
    assert said.out == ""
    assert not (book / "out.pdf").exists()
    assert sorted(files) == ["book-not-right.pdf", "book.pdf"]
    assert files["book.pdf"] == before != files["book-not-right.pdf"]


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "options", "status"), CASES["it_fails_until_it_is_mended"])
def test_it_fails_until_it_is_mended(
    book: Path, wrong: str, options: tuple[str, ...], status: int
) -> None:
    assert [pdf(book, f"{RIGHT}\n{wrong}", *options)[0] for _ in range(2)] == [status] * 2
    mended, files = pdf(book, RIGHT, *options)
    assert (mended, list(files)) == (0, ["book.pdf"])


@pytest.mark.slow
def test_wrong_rules_are_status_1(book: Path) -> None:
    rules = book / "rules.toml"
    rules.write_text("[check.a]\nrol = { d6 = 1 }\n", "utf-8")
    assert pdf(book, f"{RIGHT}\n:odds:`a >= 2`\n")[0] == 1
    rules.unlink()
    assert pdf(book, RIGHT)[0] == 0


def test_a_formula_that_cannot_be_set_is_no_reason_to_refuse_the_book(
    book: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = f"{RIGHT}\nA :math:`\\unheard{{x}}` and :math:`x^^2` and :math:`^2`.\n"
    (book / "index.rst").write_text(page, "utf-8")
    folder = book / "made"
    folder.mkdir()
    (book / "_build/pdf/book.pdf").unlink(missing_ok=True)
    for out, made in ((folder, folder / "book.pdf"), (folder / "a/b.pdf", folder / "a/b.pdf")):
        assert main(["pdf", str(book), "--out", str(out)]) == 0
        said = capfd.readouterr()
        assert said.out.strip() == str(made)
        assert made.read_bytes().startswith(b"%PDF")
        assert not list(book.glob("_build/pdf/*.pdf"))
    assert main(["pdf", str(book), "-W"]) == 1
    assert "2 problems" in capfd.readouterr().err
    assert pdf(book, RIGHT)[0] == 0


def test_a_look_is_copied_to_make_another_of_it(rulebook: Run, tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, "utf-8")
    asked = ["pdf", "--look", "daylight", "--copy-look", "my-look"]
    assert "rulebook_look = 'my-look'" in rulebook(*asked).out
    assert {"look.toml", "look.typ", "look.css"} <= {e.name for e in tmp_path.glob("my-look/*")}
    assert read_look(tmp_path / "my-look").chart.font.startswith("Figtree")
    for words, says in (
        (asked, "exists already; write the name of a new folder"),
        (["pdf", "--look", "daylite", "--copy-look", "x"], "ships; did you mean 'daylight'?"),
        (["pdf", "--look", "dailight"], "--look: no look named 'dailight'"),
        (["pdf", "--paper", "a55"], "--paper: no "),
    ):
        (line,) = rulebook(*words).refused()
        assert says in line
    assert not (tmp_path / "_build").exists()


def test_a_look_that_names_a_font_it_lacks_is_wrong(tmp_path: Path) -> None:
    shutil.copytree(LOOKS / "mimeo", tmp_path / "look")
    (tmp_path / "look/fonts/LeagueGothic_400Regular.woff2").unlink()
    with pytest.raises(LookError, match=r"fonts/ has no 'LeagueGothic_400Regular\.woff2'"):
        read_look(tmp_path / "look")
