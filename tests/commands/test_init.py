"""A new book: whatever was asked for, it builds at once, holds, and overwrites nothing."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from sphinx.cmd.quickstart import main as sphinx_quickstart

from sphinxext.rulebook import newbook, package_source
from sphinxext.rulebook.rules import Mistakes, load, shipped
from tests.support import tools
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)

HARD = 'The "Night" Ferry: *fog* & `Ash` | 50% of 東京 \\ end_'
EVERY = {
    "conf.py", "rules.toml", "requirements.txt", "Makefile", "make.bat", ".gitignore",
    ".readthedocs.yaml", ".github/workflows/book.yml",
}  # fmt: skip
ROOT = Path(__file__).parents[2]
PAGES = ("index", "rolling", "odds")


def files(**wanted: Any) -> dict[str, str]:
    """Return the texts of a new book."""
    made = newbook.files_of(newbook.BookChoices(**{"title": "Ash", "author": "Ada", **wanted}))
    return {name: text for name, text in made.items() if isinstance(text, str)}


@pytest.mark.parametrize("markdown", [False, True], ids=["rst", "md"])
@pytest.mark.parametrize("game", ["", *shipped()], ids=["blank", *shipped()])
def test_it_builds_without_a_warning_and_passes_its_drift_check(
    build: Builder, game: str, markdown: bool
) -> None:
    made = files(game=game, markdown=markdown)
    book = build(files=made, strict=True)
    assert book.warnings == ()
    assert book.status == 0
    checked = build(builder="drift")
    report = json.loads((checked.outdir / "drift.json").read_text("utf-8"))
    assert report["drift"] == []
    assert report["checked"] >= 10
    odds = book.soup("odds.html")
    assert len(odds.select("table.rulebook-table")) >= 2
    assert odds.select(".rulebook-chart, .rulebook-odds-chart, svg, figure")
    assert odds.select("dl.glossary dt")
    rolling = book.soup("rolling.html")
    assert rolling.select("table.rulebook-table")
    assert rolling.select("a.hxr-hoverxref")
    assert rolling.select(".rulebook-rolled")
    assert rolling.select(".rulebook-odds")


def said(book: Book) -> set[str]:
    """The titles, captions, cells, terms and sentences of a new book, without its figures."""
    pages = [book.soup(f"{name}.html") for name in ("index", *PAGES[1:])]
    found = [e for page in pages for e in page.select("h1, h2, caption, figcaption, dt, dd, p, td")]
    lines = (" ".join(each.get_text().strip("¶#").split()) for each in found)
    return {line for line in lines if re.search(r"[^\W\d_]{3}", line)}


@pytest.mark.parametrize(
    "language",
    ["de", *(pytest.param(x, marks=pytest.mark.slow) for x in ["fr", "es", "it", "pt", "pl"])],
)
def test_a_book_in_another_language_has_its_words(tmp_path: Path, language: str) -> None:
    english = Builder(tmp_path / "en")(files=files(), strict=True)
    book = Builder(tmp_path / language)(files=files(language=language), strict=True)
    assert book.warnings == ()
    assert book.soup().html["lang"] == language
    same_in_german = {"Ash", "Chance", "Triumph"}
    assert len(said(english)) > 30
    assert (said(book) & said(english)) - same_in_german == set()


def test_a_language_without_words_of_ours_is_in_english(build: Builder) -> None:
    book = build(files=files(language="ja"), strict=True)
    assert book.warnings == ()
    assert book.soup().html["lang"] == "ja"
    assert "Rolling the dice" in book.read("rolling.html")


def test_every_language_says_everything() -> None:
    folder = newbook.template_path() / "languages"
    keys = {p.stem: re.findall(r"set (\w+) ", p.read_text("utf-8")) for p in folder.glob("*.jinja")}
    assert set(keys) == {"en", "de", "fr", "es", "it", "pt", "pl"}
    assert [name for name, found in keys.items() if found != keys["en"]] == []


@pytest.mark.parametrize("markdown", [False, True], ids=["rst", "md"])
def test_a_title_of_any_letters_is_the_title(build: Builder, markdown: bool) -> None:
    book = build(files=files(title=HARD, author='O"Hara \\ Söhne', markdown=markdown), strict=True)
    assert book.warnings == ()
    assert book.app.config.project == HARD
    heading = book.soup().select_one("h1")
    assert heading.get_text().rstrip("¶#").replace("“", '"').replace("”", '"') == HARD
    assert load(book.srcdir / "rules.toml").game().title == HARD


def test_it_makes_every_file_of_a_book(tmp_path: Path, rulebook: Run) -> None:
    book = tmp_path / "night-ferry"
    status, out, _ = rulebook("init", book)
    made = {p.relative_to(book).as_posix() for p in book.rglob("*") if p.is_file()}
    assert status == 0
    own = {name for name in made if not name.startswith("vendor/")}
    assert own == EVERY | {f"{page}.rst" for page in PAGES}
    assert out.startswith("Night Ferry is in ")
    conf = (book / "conf.py").read_text("utf-8")
    assert "project = 'Night Ferry'" in conf
    assert re.search(r"author = '.+'", conf)
    assert tomllib.loads((book / "rules.toml").read_text("utf-8"))["name"] == "Night Ferry"
    assert yaml.safe_load((book / ".readthedocs.yaml").read_text("utf-8"))["version"] == 2
    steps = yaml.safe_load((book / ".github/workflows/book.yml").read_text("utf-8"))
    assert {"run": "rulebook check ."} in steps["jobs"]["book"]["steps"]
    for target in ("check", "fix", "lock"):
        told = ["make", "-sn", "--no-print-directory", "-C", str(book), target]
        done = subprocess.run(told, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, f'rulebook {target} "."\n'), done.stderr
    ignored = (book / ".gitignore").read_text("utf-8").split()
    assert {"_build/", "/report/", "/site/"} <= {*ignored}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "it", "pl", "pt"])
def test_the_starter_names_no_die_that_a_rules_edit_makes_wrong(language: str) -> None:
    for markdown in (False, True):
        made = files(language=language, markdown=markdown)
        page = made["rolling.md" if markdown else "rolling.rst"]
        six = r"(?i)\bsix|sechs|\bsix faces|seis (caras|lados)|\bsei facce|sześci|\b[dWk]6\b"
        assert not re.search(six, page)


def test_it_ends_with_the_commands_to_type_next(tmp_path: Path, rulebook: Run) -> None:
    _, out, _ = rulebook("init", tmp_path / "my game", "--markdown")
    lines = out.splitlines()
    first = lines.index("Next:") + 2
    typed = [line.partition("#")[0].strip() for line in lines[first : first + 4]]
    assert typed == [
        f"cd {shlex.quote(str(tmp_path / 'my game'))}",
        "make html",
        "make pdf",
        "rulebook preview .",
    ]


@pytest.mark.parametrize("lacks", ["myst_parser", "watchfiles"])
def test_it_says_what_those_commands_still_need(
    tmp_path: Path, rulebook: Run, monkeypatch: pytest.MonkeyPatch, lacks: str
) -> None:
    needs = "more than is installed: pip install "
    assert needs not in rulebook("init", tmp_path / "one", "--markdown")[1]
    monkeypatch.setitem(sys.modules, lacks, None)
    assert needs in rulebook("init", tmp_path / "two", "--markdown")[1]
    assert (needs in rulebook("init", tmp_path / "three")[1]) is (lacks != "myst_parser")


WHEEL = "vendor/sphinxext_rulebook-0.1.0-py3-none-any.whl"


@pytest.mark.parametrize(
    ("recorded", "line"),
    [
        (None, "sphinxext-rulebook[book]==0.1.0"),
        (
            {
                "url": "https://example.org/r.git",
                "vcs_info": {"vcs": "git", "commit_id": "a1b2"},
            },
            "sphinxext-rulebook[book] @ git+https://example.org/r.git@a1b2",
        ),
        ({"url": ROOT.as_uri(), "dir_info": {"editable": True}}, f"./{WHEEL}[book]"),
    ],
    ids=["index", "git", "clone"],
)
def test_its_requirements_say_where_the_package_came_from(
    tmp_path: Path,
    rulebook: Run,
    monkeypatch: pytest.MonkeyPatch,
    recorded: dict[str, Any] | None,
    line: str,
) -> None:
    monkeypatch.setattr(package_source, "_recorded", lambda: recorded or {})
    monkeypatch.setattr(package_source, "__version__", "0.1.0")
    _, out, _ = rulebook("init", tmp_path / "book")
    needed = (tmp_path / "book/requirements.txt").read_text("utf-8")
    assert needed.splitlines()[-1] == line
    assert ("commit it too" in out) is (tmp_path / "book" / WHEEL).is_file() is ("./" in line)


def test_a_wheel_that_the_package_came_from_goes_into_the_book(
    tmp_path: Path, rulebook: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "dist folder" / "sphinxext_rulebook-9-py3-none-any.whl"
    given.parent.mkdir()
    given.write_bytes(b"a wheel")
    monkeypatch.setattr(package_source, "_recorded", lambda: {"url": given.as_uri()})
    rulebook("init", tmp_path / "book")
    assert (tmp_path / "book/vendor" / given.name).read_bytes() == b"a wheel"
    needed = (tmp_path / "book/requirements.txt").read_text("utf-8")
    assert needed.splitlines()[-1] == f"./vendor/{given.name}[book]"


@pytest.mark.slow
def test_its_workflow_passes_where_there_is_only_the_book(tmp_path: Path, rulebook: Run) -> None:
    rulebook("init", tmp_path / "made", "--markdown")
    author = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    git = ["git", *author, "-C", str(tmp_path / "made")]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "A new book"]):
        subprocess.run([*git, *words], check=True)
    cloned = tmp_path / "a clone"
    subprocess.run(["git", "clone", "-q", tmp_path / "made", cloned], check=True)
    shutil.rmtree(tmp_path / "made")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "new"], check=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env = {**kept, "PATH": f"{tmp_path / 'new/bin'}{os.pathsep}{os.environ['PATH']}"}
    workflow = yaml.safe_load((cloned / ".github/workflows/book.yml").read_text("utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["book"]["steps"] if "run" in step]
    assert len(commands) == 3
    for command in commands:
        done = subprocess.run(
            command, shell=True, cwd=cloned, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    assert (cloned / "_build/html/index.html").is_file()


def test_a_book_in_a_folder_of_a_repository_is_told_where_workflows_go(
    tmp_path: Path, rulebook: Run
) -> None:
    (tmp_path / ".git").mkdir()
    _, out, _ = rulebook("init", tmp_path / "docs")
    assert f"GitHub runs only the workflows in {tmp_path / '.github'}.\n" in out


def test_a_book_in_the_current_folder_needs_no_cd(rulebook: Run) -> None:
    _, out, _ = rulebook("init", ".", "--title", "Salt")
    assert out.startswith("Salt is in this folder: ")
    assert "cd " not in out


@pytest.mark.slow
def test_the_commands_it_names_work(tmp_path: Path, rulebook: Run) -> None:
    rulebook("init", tmp_path / "book")
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["make", "html", "check"],
        cwd=tmp_path / "book",
        env={**os.environ, "PATH": beside},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "book/_build/html/index.html").is_file()


@pytest.mark.parametrize("there", ["conf.py", "rolling.rst", ".github/workflows/book.yml"])
def test_it_never_overwrites(tmp_path: Path, rulebook: Run, there: str) -> None:
    (tmp_path / there).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / there).write_text("mine")
    (line,) = rulebook("init", ".").refused()
    assert f"already has {there}; nothing was written" in line
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [tmp_path / there]
    (tmp_path / there).rename(tmp_path / "LICENSE")  # what the book has no file of is fine
    assert rulebook("init", ".").status == 0
    assert (tmp_path / "LICENSE").read_text() == "mine"


def test_what_lies_beside_the_pages_is_no_page(build: Builder) -> None:
    """A read-me, a licence and a virtual environment are in the folder of many a book."""
    beside = (
        "README.md", "LICENSE.md", ".github/ISSUE_TEMPLATE/bug.md", ".venv/lib/a.md",
        "env/lib/python3/site-packages/other/notes.md",
    )  # fmt: skip
    made = files(markdown=True) | dict.fromkeys(beside, "# No page\n\n[gone](gone.txt)\n")
    book = build(files=made, strict=True)
    assert book.warnings == ()
    assert book.app.env.found_docs == set(PAGES)


def test_a_language_is_spelled_as_who_reads_it_does(build: Builder, rulebook: Run) -> None:
    rulebook("init", build.folder / "book", "--language", "pt-BR")
    book = build(files={}, builder="epub", strict=True)
    assert book.app.config.language == "pt_BR"  # Sphinx
    assert "<dc:language>pt-BR<" in (book.outdir / "content.opf").read_text("utf-8")  # e-books


@pytest.mark.parametrize(("words", "message"), CASES["what_it_cannot_do_it_says_in_one_line"])
def test_what_it_cannot_do_it_says_in_one_line(
    tmp_path: Path, rulebook: Run, words: tuple[str, ...], message: str
) -> None:
    (tmp_path / "file").touch()
    (line,) = rulebook("init", *words).refused()
    assert message in line
    assert not (tmp_path / "book").exists()


@pytest.mark.parametrize(
    ("game", "suffix"),
    [
        *((None, ".md"), (None, ".rst"), ("narrative", ".rst")),
        *(pytest.param(g, ".rst", marks=pytest.mark.slow) for g in shipped() if g != "narrative"),
    ],
)
def test_quickstart_starts_from_the_same_templates(
    build: Builder, rulebook: Run, game: str | None, suffix: str
) -> None:
    templates = rulebook("init", "--template-path").out.strip()
    quickstart(build.folder / "book", templates, suffix, *(["-d", f"game={game}"] if game else []))
    book = build(files={}, strict=True)
    assert book.warnings == ()
    assert book.app.config.rulebook_rules == f"game:{game or 'uwr'}"
    assert book.soup().select("table.rulebook-table")
    assert "check:" in (book.srcdir / "Makefile").read_text("utf-8")


def quickstart(folder: Path, templates: str, suffix: str, *words: str) -> None:
    """Run sphinx-quickstart with our templates."""
    folder.mkdir(parents=True, exist_ok=True)
    told = ["-q", "-p", "My *Game*", "-a", "Ada", "-v", "1", "--suffix", suffix, "-t", templates]
    assert sphinx_quickstart([*told, *words, str(folder)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("markdown", [False, True], ids=["rst", "md"])
@pytest.mark.parametrize("game", ["", "narrative"], ids=["blank", "narrative"])
def test_it_can_be_printed_and_read_on_a_reader(build: Builder, game: str, markdown: bool) -> None:
    made = files(
        game=game, markdown=markdown, title=HARD.replace(" of 東京", "") if game else "Ash"
    )
    printed = build(files=made, builder="latex", strict=True)
    assert printed.warnings == ()
    pages = tools.pdf_text(tools.pdf_from(printed.outdir))
    assert "Rolling the dice" in pages
    assert "%" in pages
    epub = build(builder="epub", strict=True)
    assert epub.warnings == ()
    (file,) = epub.outdir.glob("*.epub")
    assert tools.epub_errors(file) == []


def test_the_lesson_says_what_a_mistake_in_its_book_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message in the first lesson is the one that the book it makes would give."""
    lesson = (Path(__file__).parents[2] / "docs/tutorial/first-book.rst").read_text("utf-8")
    said = re.search(r"^   rules\.toml:(\d+): (.+)$", lesson, re.MULTILINE)
    assert said
    monkeypatch.chdir(tmp_path)
    rules = Path("rules.toml")
    rules.write_text(files()["rules.toml"].replace(", success on", ", succes on"), "utf-8")
    with pytest.raises(Mistakes) as found:
        load(rules)
    assert said[0].strip() in str(found.value)


def test_a_game_in_another_language_says_that_its_words_are_english(
    tmp_path: Path, rulebook: Run
) -> None:
    said = rulebook("init", "a", "--game", "arrata", "--language", "de")
    assert "The words of the game 'arrata' are English" in said.out
