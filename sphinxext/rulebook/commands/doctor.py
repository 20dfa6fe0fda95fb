"""Look over an installation and a book, and say what is missing and how to get it."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from ..rules.errors import Mistakes, RulesError, suggest
from . import DOCS, takes
from .book import book_folder, conf_here, folders_of_book, literals, rules_of_book

INSTALLED = (
    "sphinx", "docutils", "matplotlib", "sphinx-hoverxref", "furo", "myst-parser", "typst",
    "watchfiles",
)  # fmt: skip
EXTENSION, PREVIEWS = "sphinxext.rulebook", "sphinxext.rulebook.hover"


@dataclass(frozen=True)
class Output:
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
    """Everything in the conf.py that will not work, a line each, and what to write instead."""
    if not conf.is_file():
        yield f"there is no such file; 'rulebook init {conf.parent}' makes a new book"
        return
    try:
        settings = literals(conf)
        yield from _extension_faults(conf, settings.get("extensions"))
        yield from _theme_faults(settings.get("html_theme"))
        yield from _setting_faults(conf)
        if not _has_previews_alone(settings.get("extensions")):
            yield from _rules_faults(conf, python=settings.get("rulebook_python") is True)
    except Mistakes as error:
        yield from error.lines
    except RulesError as error:
        yield str(error)


def _extension_faults(conf: Path, extensions: object) -> Iterator[str]:
    if not isinstance(extensions, list | tuple):
        return
    if EXTENSION not in extensions and PREVIEWS not in extensions:
        yield f'extensions does not list "{EXTENSION}"; add it'
    beside = {
        path.stem for folder in (conf.parent, conf.parent / "_ext") for path in _modules(folder)
    }
    for name in map(str, extensions):
        if name.partition(".")[0] not in beside and not _found(name):
            yield f'extensions lists "{name}", which is not installed; install it or take it out'


def _has_previews_alone(extensions: object) -> bool:
    """Tell whether the project has our previews and no dice, so it needs no rules."""
    listed = extensions if isinstance(extensions, list | tuple) else ()
    return PREVIEWS in listed and EXTENSION not in listed


def _modules(folder: Path) -> Iterator[Path]:
    return (path for path in folder.glob("*") if path.suffix == ".py" or path.is_dir())


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _theme_faults(theme: object) -> Iterator[str]:
    """The theme, where conf.py writes out one that Sphinx cannot find."""
    from importlib.metadata import entry_points

    import sphinx

    if not isinstance(theme, str):
        return
    with_sphinx = Path(sphinx.__file__).parent / "themes" / theme
    installed = {entry.name for entry in entry_points(group="sphinx.html_themes")}
    if theme not in installed and not with_sphinx.is_dir() and not _found(theme):
        yield f'html_theme is "{theme}", which is not installed: pip install {theme}'


def _setting_faults(conf: Path) -> Iterator[str]:
    """Settings of ours that do not exist, and those with a value that they do not take."""
    from ..hover.settings import SETTINGS as PREVIEWING
    from ..press.choices import SETTINGS as LOOKS
    from ..settings import SETTINGS

    known = {each.name: each for each in (*SETTINGS, *LOOKS, *PREVIEWING)}
    for name, value in literals(conf).items():
        if not name.startswith("rulebook_"):
            continue
        if name not in known:
            yield f"{name} is not one of our settings{suggest(name, known)}"
        elif value is not None:
            try:
                known[name].read(value, conf.parent)
            except ValueError as error:
                yield f"{name}: {error}"


def _rules_faults(conf: Path, *, python: bool) -> Iterator[str]:
    """The rules files that the book names, read."""
    from ..rules import load

    named = rules_of_book(conf)
    if named is None:
        yield "no rules: write a rules.toml beside it, or set rulebook_rules"
        return
    load(named, python=python, folders=folders_of_book(conf))
