"""Make a new rulebook, ready to build."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from .. import newbook
from ..rules.errors import RulesError
from . import flag, option, takes


@takes(
    option("folder", metavar="DIR", nargs="?", help="the folder to make the book in"),
    option("--title", help="of the game; the folder's name if left out"),
    option("--author", help="your name; what git knows if left out"),
    option(
        "--language", default="en", metavar="CODE", help="of the book, as in 'de'; 'en' if left out"
    ),
    option("--game", metavar="NAME", help="build on a game that ships; a blank one if left out"),
    option("--look", metavar="NAME", help="its look, as in 'daylight'; 'chapbook' if left out"),
    flag("--markdown", help="pages in Markdown instead of reStructuredText"),
    flag(
        "--template-path",
        help="print where the templates are, for sphinx-quickstart -t, and do nothing else",
    ),
)
def init(args: Namespace) -> int:
    """Make a new rulebook, ready to build.

    It asks nothing and overwrites nothing: what you do not say is guessed, and what is there
    already is left alone.
    """
    from ..press.look import shipped_look
    from ..rules.file.reader import game_path

    if args.template_path:
        print(newbook.template_path())
        return 0
    if args.folder is None:
        raise RulesError("name a folder for the new book, as in 'rulebook init my-game'")
    if args.game:
        game_path(args.game)  # refuses one that does not ship
    if args.look:
        shipped_look(args.look)
    folder = Path(args.folder)
    wanted = newbook.BookChoices(
        title=" ".join((args.title or "").split()) or newbook.title_from(folder),
        author=" ".join((args.author or "").split()) or newbook.author_here(),
        language=_language(args.language),
        game=args.game or "",
        markdown=args.markdown,
        look=args.look or "",
    )
    files = newbook.files_of(wanted)
    newbook.write(folder, files)
    print(_done(folder, wanted, files))
    return 0


def _language(code: str) -> str:
    """The code of a language as Sphinx spells it, if there is one of that name."""
    from babel import Locale, UnknownLocaleError

    try:
        Locale.parse(code.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        raise RulesError(
            f"no language '{code}'; write its code, as in 'en', 'de' or 'pt_BR'"
        ) from None
    return code.replace("-", "_")


def _done(folder: Path, wanted: newbook.BookChoices, files: Iterable[str]) -> str:
    """List the new files and the three commands to type next."""
    from ..package_source import install_command

    suffix = "md" if wanted.markdown else "rst"
    chapters = [f"{name}.{suffix}" for name in ("index", "rolling", "odds")]
    needed = ["watchfiles", *["myst_parser"] * wanted.markdown]
    lacking = any(find_spec(module) is None for module in needed)
    is_here = folder.resolve() == Path.cwd()
    place = "this folder" if is_here else folder
    english = bool(wanted.game) and not (wanted.language or "en").startswith("en")
    lines = [
        f"{wanted.title} is in {place}: the rules in rules.toml, the pages in "
        f"{', '.join(chapters)}.",
        *[f"The words of the game '{wanted.game}' are English: write your own over them."]
        * english,
        *[f"It needs more than is installed: {install_command('book')}"] * lacking,
        "Next:",
        "",
        *[f"  cd {shlex.quote(str(folder))}"] * (not is_here),
        "  make html            # the book, in _build/html/index.html",
        "  make pdf             # the same to print, in _build/pdf",
        "  rulebook preview .   # write on, and watch it in the browser",
    ]
    top = next((each for each in folder.resolve().parents if (each / ".git").exists()), None)
    if top and not (folder / ".git").exists():
        lines += [
            "",
            f"GitHub runs only the workflows in {top / '.github'}.",
            'The manual has one for a book in a folder of a repository: "Put it in your CI".',
        ]
    if any(name.startswith(newbook.VENDOR) for name in files):
        lines += ["", "vendor has a copy of Rulebook, which the book's CI installs: commit it too."]
    return "\n".join(lines)
