"""Look over an installation and a book, and say what is missing and how to get it."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ..rules import load
from ..rules.errors import Mistakes, RulesError, suggest
from . import DOCS, takes
from .book import book_folder, conf_here, folders_of_book, literals, rules_of_book

INSTALLED = (
    "sphinx", "docutils", "matplotlib", "sphinx-hoverxref", "furo", "myst-parser", "typst",
    "watchfiles",
)  # fmt: skip
EXTENSION, PREVIEWS = "sphinxext.rulebook", "sphinxext.rulebook.hover"


class Output(NamedTuple):
    """Something a book can be made into, and what makes it."""

    name: str
    command: str
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()


OUTPUTS = (
    Output("web pages", "make html"),
    Output("pages in Markdown", "myst_parser in conf.py", ("myst_parser",)),
    Output("PDF", "rulebook pdf", ("typst", "pypdfium2", "brotli")),
    Output("e-book", "make epub"),
    Output("rulebook preview", "rulebook preview", ("watchfiles",)),
    Output("PDF with LaTeX", "make latexpdf", (), ("latexmk", "xelatex", "xindy")),
)
LATEX = (  # the same packages as in docs/how-to/new-book.rst
    "apt-get install latexmk xindy texlive-xetex texlive-latex-extra texlive-fonts-recommended "
    "fonts-freefont-otf"
)


@takes(DOCS)
def doctor(args: Namespace) -> int:
    """Look over your installation and your book, and say what is missing and how to get it.

    The exit status is 0 if the book can be built, and 1 if something in its conf.py will not
    work. An output that you have not installed is no fault.
    """
    from ..package_source import local_path
    from ..version import __version__

    path = local_path()
    print(f"Rulebook {__version__}{f', from {path}' if path else ''}")
    print(f"Python {'.'.join(map(str, sys.version_info[:3]))}, {sys.executable}")
    for name in INSTALLED:
        print(f"  {name:<18}{_version(name)}")
    print("\nWhat you can make")
    for output in OUTPUTS:
        print(f"  {output.name:<18}{_ready(output)}")
    if args.docs is None and conf_here() is None:
        print("\nThere is no book here. Name its folder, as in 'rulebook doctor my-game'.")
        return 0
    conf = book_folder(args.docs) / "conf.py"
    faults = list(_faults(conf))
    print(f"\n{conf}")
    for fault in faults or ["nothing wrong"]:
        print(f"  {fault}")
    return 1 if faults else 0


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _ready(output: Output) -> str:
    """Says that the output is ready, or how to make it so."""
    from ..package_source import install_command

    missing = [module for module in output.modules if find_spec(module) is None]
    if missing:
        return f"needs {_listed(missing)}: {install_command('book')}"
    missing = [program for program in output.programs if shutil.which(program) is None]
    if missing:
        return f"needs {_listed(missing)}; on Debian and Ubuntu: {LATEX}"
    return f"ready: {output.command}"


def _listed(names: Sequence[str]) -> str:
    """Join names as a sentence does: "latexmk, xelatex and xindy"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _faults(conf: Path) -> Iterator[str]:
    """Yield what of ours in the conf.py will not work, a line each, and what to write instead."""
    if not conf.is_file():
        yield f"there is no such file; 'rulebook init {conf.parent}' makes a new book"
        return
    try:
        settings = literals(conf)
        listed = settings.get("extensions")
        given = listed if isinstance(listed, list | tuple) else (EXTENSION,)
        if EXTENSION not in given and PREVIEWS not in given:
            yield f'extensions does not list "{EXTENSION}"; add it'
        yield from _setting_faults(settings, conf.parent)
        if EXTENSION in given:
            if (named := rules_of_book(conf)) is None:
                yield "no rules: write a rules.toml beside it, or set rulebook_rules"
                return
            python = settings.get("rulebook_python") is True
            load(named, python=python, folders=folders_of_book(conf))
    except Mistakes as error:
        yield from error.lines
    except RulesError as error:
        yield str(error)


def _setting_faults(settings: Mapping[str, object], folder: Path) -> Iterator[str]:
    """Yield settings of ours that do not exist, and those with a value that they do not take."""
    from ..hover.settings import SETTINGS as PREVIEWING
    from ..press.look import SETTINGS as LOOKS
    from ..settings import SETTINGS

    known = {each.name: each for each in (*SETTINGS, *LOOKS, *PREVIEWING)}
    for name, value in settings.items():
        if name.startswith("rulebook_") and name not in known:
            yield f"{name} is not one of our settings{suggest(name, known)}"
        elif name in known and value is not None:
            try:
                known[name].read(value, folder)
            except ValueError as error:
                yield f"{name}: {error}"
