"""Show every check of a rules file in the browser, with dials to turn and dice to roll.

The page is built again whenever the rules file is saved; a mistake is shown on it. With --beside a
second rules file is next to it, with what moves between them. With --out the page is written
into a folder instead, which any host can serve. Ctrl+C ends it.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from .preview import PORT, free_port, rules_elsewhere
from .shared import NO_RULES, folders_for, rules_arguments


def arguments(parser: ArgumentParser) -> None:
    """Declare which rules are played, and where."""
    rules_arguments(parser)
    parser.add_argument("--beside", metavar="FILE", help="a second rules file to compare with")
    parser.add_argument("--out", metavar="DIR", type=Path, help="write the page there, and end")
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"where to serve it; {PORT} or any free one"
    )
    parser.add_argument("--open", action="store_true", help="open the browser as well")


def run(args: Namespace) -> int:
    """Serve the page until the author ends it, or write it once."""
    from . import play_pages

    rules = _sources(args)
    beside = _place(args.beside) if args.beside else ""
    folders = [str(each.resolve()) for each in folders_for(args.rules, args.folders)]
    with TemporaryDirectory(prefix="rulebook-play-") as made:
        folder = Path(made).resolve() / "book"
        folder.mkdir()
        play_pages.begin(folder, play_pages.Played(rules, beside, args.python, folders))
        if args.out is not None:
            return _write(folder, args.out)
        return _serve(folder, args)


def _sources(args: Namespace) -> dict[str, str]:
    """Each game with where its rules are, which a book elsewhere finds as well."""
    from ..rules.errors import RulesError
    from .book import rules_here

    if args.game is not None:
        return {args.game: f"game:{args.game}"}
    named = args.rules if args.rules is not None else rules_here()
    if named is None:
        raise RulesError(NO_RULES)
    sources = named if isinstance(named, dict) else {_name_of(str(named)): named}
    found = {str(name): _place(str(source)) for name, source in sources.items()}
    if args.beside and len(found) > 1:
        raise RulesError("--beside compares one rules file; name it with --rules FILE")
    return found


def _name_of(source: str) -> str:
    return source.removeprefix("game:") if source.startswith("game:") else Path(source).stem


def _place(source: str) -> str:
    """Return where the rules are, from anywhere; refuse a file that is not there."""
    from ..rules.errors import RulesError

    if source.startswith("game:"):
        return source
    if not Path(source).is_file():
        raise RulesError(f"no file '{source}'; name a rules file or 'game:NAME'")
    return str(Path(source).resolve())


def _write(folder: Path, out: Path) -> int:
    from sphinx.cmd.build import build_main

    doctrees = folder.parent / "doctrees"
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        status = build_main(
            ["-q", "-N", "-W", "--keep-going", "-d", str(doctrees), str(folder), str(out)]
        )
    for line in said.getvalue().splitlines():
        print(_of_a_check(line, folder), file=sys.stderr)
    if not status:
        print(out / "index.html")
    return status


def _of_a_check(line: str, folder: Path) -> str:
    """Return a warning with the check that it is about, not the line of a page of ours."""
    from .play_pages import check_at

    match = re.match(r"(.*):(\d+): WARNING: [\w-]+: (.*?)(?: \[[\w.]+\])?$", line)
    if match is None or Path(match[1]) != folder / "index.rst":
        return line
    return f"rulebook: {check_at(folder, int(match[2]))}: {match[3]}"


def _serve(folder: Path, args: Namespace) -> int:
    from ..preview.serve import serve
    from .play_pages import renew

    port = args.port if args.port is not None else free_port(PORT)
    outside = partial(rules_elsewhere, folder, folder / "conf.py")
    serve(folder, port, outside, shown=args.open, before=partial(renew, folder))
    return 0
