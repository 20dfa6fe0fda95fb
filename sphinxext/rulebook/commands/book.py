"""Find the book and the rules of a folder: what its conf.py names is read without running it."""

from __future__ import annotations

import ast
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..files import is_within
from ..rules.errors import RulesError

RULES_FILE = "rules.toml"
PLACES = (".", "docs", "source", "docs/source")
Named = str | Path | dict[str, str | Path]
NO_RULES = (
    "there are no rules here (no rules.toml, and no conf.py that names any); "
    "name them with --rules FILE or --game NAME"
)


def book_folder(named: Path | None) -> Path:
    """The folder that was named, else the one of the book here."""
    if named is not None:
        return named
    if conf := conf_here():
        return conf.parent
    raise RulesError(
        "no conf.py here, nor in docs or source; name the folder of your book, or make one with "
        "'rulebook init my-game'"
    )


def pages_folder(args: Namespace) -> Path:
    """Return the folder that was named, else that of the book here, else this one.

    A folder without a conf.py is read as plain pages, which one line says.
    """
    from ..drift.plain.sources import sources_of
    from ..drift.report.reading import is_book

    conf = conf_here()
    docs: Path = args.docs or (conf.parent if conf else Path())
    plain = not args.plain and docs.is_dir() and not is_book(docs)
    if plain and sources_of(docs).files:
        where = "here" if docs == Path() else f"in {docs}"
        print(f"rulebook: no conf.py {where}, so the pages are read as plain ones", file=sys.stderr)
    return docs


def rules_here() -> Named | None:
    """The rules.toml here, else the rules that the conf.py of a book names."""
    here = Path(RULES_FILE)
    conf = conf_here()
    if here.is_file() and (conf is None or conf.parent != Path()):
        return here
    if conf is None:
        return None
    try:
        return rules_of_book(conf)
    except RulesError:
        if here.is_file():
            return here
        raise


def conf_here() -> Path | None:
    """The conf.py of the book here, in one of the usual places."""
    return next((conf for place in PLACES if (conf := Path(place) / "conf.py").is_file()), None)


def rules_of_book(conf: Path) -> Named | None:
    """The rules that the conf.py names, else the rules.toml beside it, if there is one."""
    beside = conf.parent / RULES_FILE
    values = list(_assigned(conf, "rulebook_rules"))
    if not values:
        if not beside.is_file():
            return None
        if is_within(beside, folders_of_book(conf)):
            return beside
        raise RulesError(
            f"{beside}: this link leads outside the book's folder; name it in {conf}: "
            f'rulebook_rules = "{RULES_FILE}"'
        )
    line, named = max(values, key=lambda value: (value[1] is None, value[0]))
    if isinstance(named, str):
        return _place(named, conf)
    items = named.items() if isinstance(named, Mapping) else ()
    if items and all(isinstance(each, str) for item in items for each in item):
        return {name: _place(value, conf) for name, value in items}
    raise RulesError(
        f"{conf}:{line}: rulebook_rules is not written out as text or a dict of texts, so it "
        "cannot be read without running conf.py; name the rules with --rules FILE or --game NAME"
    )


def folders_of_book(conf: Path | None) -> tuple[Path, ...]:
    """The folders that the rules of a book may build on: its own, and those its conf.py names."""
    if conf is None:
        return ()
    named = [value for _, value in _assigned(conf, "rulebook_rules_folders")][-1:]
    folders = named[0] if named and isinstance(named[0], list | tuple) else ()
    return conf.parent, *(conf.parent / each for each in folders if isinstance(each, str))


def folders_for(named: str | None, given: Sequence[Path]) -> list[Path]:
    """Return the folders that a rules file may build on: those given, and those of its book."""
    conf = conf_here()
    inside = conf is not None and (named is None or is_within(Path(named), [conf.parent]))
    return [*given, *(folders_of_book(conf) if inside else ())]


def literals(conf: Path) -> dict[str, object]:
    """Every setting of the conf.py that is written out, by name; None for one that is computed."""
    targets = (each for node in _parsed(conf).body for each in getattr(node, "targets", ()))
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return {name: list(_assigned(conf, name))[-1][1] for name in names}


def _place(named: str, conf: Path) -> str | Path:
    return named if named.startswith("game:") else conf.parent / named


def _assigned(conf: Path, name: str) -> Iterator[tuple[int, object]]:
    """Each line that sets the name, with its value; None where it is not written out."""
    tree = _parsed(conf)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            plain = node in tree.body and not isinstance(node, ast.AugAssign)
            yield node.lineno, _literal(node.value) if plain else None


def _parsed(conf: Path) -> ast.Module:
    try:
        return ast.parse(conf.read_bytes())
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None) or 1
        raise RulesError(f"{conf}:{line}: not Python that can be read: {error}") from None


def _literal(node: ast.expr | None) -> object:
    try:
        return ast.literal_eval(node) if node is not None else None
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
