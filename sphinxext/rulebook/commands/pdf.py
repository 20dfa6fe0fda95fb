"""Make the book as a PDF."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..rules.errors import RulesError
from . import DOCS, flag, option, takes
from .book import book_folder

if TYPE_CHECKING:
    from ..preview.noted import Noted

FOLDER = Path("_build", "pdf")
NOT_RIGHT = "-not-right.pdf"  # the end of the name of a PDF until nothing is wrong with it


@takes(
    DOCS,
    option("--look", metavar="NAME", help="a look, or a folder with one; conf.py's if left out"),
    option("--paper", metavar="NAME", help="a4, us-letter, a5 or digest"),
    option("--out", metavar="FILE", help="the file to write; in DOCS/_build/pdf if left out"),
    option(
        "--copy-look", metavar="FOLDER",
        help="make no PDF, but copy the look into FOLDER in the book, to make your own of it",
    ),
    flag("-W", dest="strict", help="take every warning of Sphinx for a problem"),
)  # fmt: skip
def pdf(args: Namespace) -> int:
    """Make the book as a PDF, ready to print or to sell.

    It needs no program but Python: the typesetter comes with pip install "sphinxext-
    rulebook[book]". Where a page has a problem, such as a wrong figure, the exit status is 1, and
    the PDF that you had stays as it is.
    """
    from ..drift.report.reading import source_of
    from ..package_source import install_command

    docs = source_of(book_folder(args.docs))
    if args.copy_look:
        return _copy_look(args.look, docs, args.copy_look)
    if find_spec("typst") is None:
        raise RulesError(f"a PDF needs typst: {install_command('book')}")
    given = {f"rulebook_{k}": v for k in ("look", "paper") if (v := getattr(args, k))}
    _check(given, docs)
    made, problems = _built(docs, given, strict=args.strict)
    if problems:
        many = "1 problem" if problems == 1 else f"{problems} problems"
        print(f"{many}; this PDF is not right: {made}", file=sys.stderr)
        return 1
    name = f"{made.name.removesuffix(NOT_RIGHT)}.pdf"
    target = Path(args.out) if args.out else made.with_name(name)
    if target.is_dir():
        target /= name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, target)
    print(f"{target}")
    return 0


def _copy_look(name: str | None, docs: Path, folder: str) -> int:
    """Copy a look into the book, and say how to use it."""
    from ..press.look import DEFAULT_LOOK, shipped_look

    look, target = shipped_look(name or DEFAULT_LOOK), docs / folder
    if target.exists():
        raise RulesError(f"--copy-look: {target} exists already; write the name of a new folder")
    shutil.copytree(look, target)
    print(f"{target} is a copy of {look.name}. Write this into conf.py:\n")
    print(f"    rulebook_look = {folder!r}")
    return 0


def _check(given: dict[str, str], docs: Path) -> None:
    """Stop at an option with a wrong value; the build would take it for one of conf.py."""
    from ..press.look import SETTINGS

    known = {setting.name: setting for setting in SETTINGS}
    for name, value in given.items():
        try:
            known[name].read(value, docs)
        except ValueError as error:
            raise RulesError(f"--{name.removeprefix('rulebook_')}: {error}") from None


def _built(docs: Path, given: dict[str, Any], *, strict: bool) -> tuple[Path, int]:
    """Make the PDF under a name of its own, and count what is wrong with it."""
    from sphinx.application import ENV_PICKLE_FILENAME
    from sphinx.errors import SphinxError

    from ..press.builder import PressBuilder
    from ..preview.noted import NotingSphinx, build_noted

    def prepare(app: NotingSphinx) -> None:
        assert isinstance(app.builder, PressBuilder)
        app.builder.ending = NOT_RIGHT

    folder = docs / FOLDER
    doctrees = folder / "doctrees"
    try:
        app = build_noted(
            docs, folder, doctrees, PressBuilder.name, given, warning=sys.stderr, prepare=prepare
        )
    except SphinxError as error:
        raise RulesError(" ".join(str(error).split())) from None
    if app.noted:  # Sphinx repeats some only when it reads the page again
        (doctrees / ENV_PICKLE_FILENAME).unlink(missing_ok=True)
    assert isinstance(app.builder, PressBuilder)
    return app.builder.pdf, sum(strict or _is_problem(each) for each in app.noted)


def _is_problem(warning: Noted) -> bool:
    """Return whether the rules do not bear the page out, or part of it is missing."""
    kind, _, subtype = warning.code.partition(".")
    return (kind == "rulebook" and subtype != "advice") or warning.is_error
