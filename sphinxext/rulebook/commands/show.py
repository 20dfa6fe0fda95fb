"""The commands that show a book in the browser: preview, play."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ..files import from_here
from ..rules.errors import RulesError
from . import DOCS, OPEN, RULES, option, takes
from .book import NO_RULES, book_folder, folders_for, folders_of_book, rules_here, rules_of_book

PORT_OPTION = option(
    "--port", type=int, metavar="N", help="where to serve it; 8000 or any free one if left out"
)


@takes(DOCS, PORT_OPTION, OPEN)
def preview(args: Namespace) -> int:
    """Show your book in the browser and build it again whenever you save.

    Every mistake is marked in its place on the page. A button beside a wrong figure corrects it
    in your file, as 'rulebook fix' does. Ctrl+C ends the preview.
    """
    from ..preview.serve import serve

    docs = book_folder(args.docs)
    serve(docs, args.port, partial(_rules_elsewhere, docs), shown=args.open)
    return 0


def _rules_elsewhere(docs: Path) -> list[Path]:
    """Return the folders outside the book that its rules files are in."""
    from ..rules.file.reader import GAMES, files_of

    conf = docs / "conf.py"
    try:
        named, allowed = rules_of_book(conf), folders_of_book(conf)
    except RulesError:
        return []
    sources = named.values() if isinstance(named, dict) else [named]
    named_files = [str(each) for each in sources if each and not str(each).startswith("game:")]
    files = [Path(file) for each in named_files for file in files_of(each, allowed)]
    folders = {file.parent.resolve() for file in files if file.is_file() and file.parent != GAMES}
    return sorted(place for place in folders if not place.is_relative_to(docs.resolve()))


@takes(
    *RULES,
    option("--out", metavar="DIR", type=Path, help="write the page there, and end"),
    PORT_OPTION,
    OPEN,
)
def play(args: Namespace) -> int:
    """Show every check of a rules file in the browser, with dials to turn and dice to roll.

    The page is built again whenever the rules file is saved; a mistake is shown on it. With --out
    the page is written into a folder instead, which any host can serve. Ctrl+C ends it.
    """
    from ..preview.serve import serve
    from . import play_pages

    rules = _sources(args)
    folders = [str(each.resolve()) for each in folders_for(args.rules, args.folders)]
    with TemporaryDirectory(prefix="rulebook-play-") as made:
        folder = Path(made).resolve() / "book"
        folder.mkdir()
        played = play_pages.Played(rules, args.python, folders)
        play_pages.begin(folder, played)
        if args.out is not None:
            return _write(folder, args.out)
        again = partial(play_pages.renew, folder, played)
        serve(folder, args.port, partial(_rules_elsewhere, folder), shown=args.open, before=again)
    return 0


def _sources(args: Namespace) -> dict[str, str]:
    """Each game with where its rules are, which a book elsewhere finds as well."""
    from ..settings import name_of

    if args.game is not None:
        return {args.game: f"game:{args.game}"}
    named = args.rules if args.rules is not None else rules_here()
    if named is None:
        raise RulesError(NO_RULES)
    sources = named if isinstance(named, dict) else {name_of(str(named)): named}
    return {str(name): _place(str(source)) for name, source in sources.items()}


def _place(source: str) -> str:
    """Return where the rules are, from anywhere; refuse a file that is not there."""
    if source.startswith("game:"):
        return source
    if not Path(source).is_file():
        raise RulesError(f"no file '{source}'; name a rules file or 'game:NAME'")
    return str(Path(source).resolve())


def _write(folder: Path, out: Path) -> int:
    """Write the page into a folder; a warning names the check that it is about."""
    from ..preview.noted import build_noted
    from .play_pages import check_at

    doctrees = folder.parent / "doctrees"
    app = build_noted(folder, out, doctrees, "html", {}, warning=io.StringIO())
    for each in app.noted:
        is_page = Path(each.file) == folder / "index.rst"
        place = check_at(folder, each.line) if is_page else from_here(each.file)
        place += f":{each.line}" if each.line and not is_page else ""
        says = each.says.removeprefix("odds-explorer: ")
        print(f"rulebook: {place}: {says}", file=sys.stderr)
    if not app.noted:
        print(out / "index.html")
    return int(bool(app.noted))
