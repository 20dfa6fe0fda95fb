"""Make the book as a PDF, ready to print or to sell.

It needs no program but Python: the typesetter comes with pip install "sphinxext-rulebook[book]".
"""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .book import add_docs, book_folder

FOLDER = Path("_build", "pdf")


def arguments(parser: ArgumentParser) -> None:
    """Declare which book is set, how it looks and where the file goes."""
    add_docs(parser)
    parser.add_argument(
        "--look",
        metavar="NAME",
        help="a look, or a folder with one; conf.py's if left out",
    )
    parser.add_argument("--paper", metavar="NAME", help="a4, us-letter, a5 or digest")
    parser.add_argument(
        "--out", metavar="FILE", help="the file to write; in DOCS/_build/pdf if left out"
    )
    parser.add_argument(
        "-W", dest="strict", action="store_true", help="exit with 1 where anything is warned of"
    )


def run(args: Namespace) -> int:
    """Build the book with the builder rulebook-pdf, and say where the file is."""
    from ..package_source import install_command
    from ..rules.errors import RulesError

    docs = book_folder(args.docs)
    if not (docs / "conf.py").is_file():
        raise RulesError(f"{docs} has no conf.py; 'rulebook init {docs}' makes a new book")
    if find_spec("typst") is None:
        raise RulesError(f"a PDF needs typst: {install_command('book')}")
    given = {"rulebook_look": args.look, "rulebook_paper": args.paper}
    status, made = _built(docs, {k: v for k, v in given.items() if v}, strict=args.strict)
    if made is None:
        return status or 1
    target = made
    if args.out:
        target = Path(args.out)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, target)
    print(f"{target}")
    return status


def _built(docs: Path, given: dict[str, Any], *, strict: bool) -> tuple[int, Path | None]:
    """The status of Sphinx, and the PDF where there is one."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from ..rules.errors import RulesError

    folder = docs / FOLDER
    try:
        with patch_docutils(str(docs)), docutils_namespace():
            app = Sphinx(
                str(docs), str(docs), str(folder), str(folder / "doctrees"), "rulebook-pdf",
                confoverrides=given, status=None, warningiserror=strict,
                **_going_on(strict=strict),
            )  # fmt: skip
            app.build()
            return app.statuscode, getattr(app.builder, "made", None)
    except SphinxError as error:
        raise RulesError(" ".join(str(error).split())) from None


def _going_on(*, strict: bool) -> dict[str, Any]:
    """The option that lets Sphinx say every warning before it fails; from 8.1 on it always does."""
    import sphinx

    return {"keep_going": True} if strict and sphinx.version_info < (8, 1) else {}
