"""Every text of the package as a template, read from its source: `…` is for what varies."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Saying:
    """A text that the package may say, and its place."""

    place: str
    text: str


def sayings(folder: Path) -> Iterator[Saying]:
    """Find the texts of all modules of a folder, but for what explains the code."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_bytes())
        inner = {id(part) for node in ast.walk(tree) for part in _not_said(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in inner:
                yield Saying(f"{path.relative_to(folder)}:{node.lineno}", _template(node))


def _not_said(node: ast.AST) -> list[ast.AST]:
    """Find docstrings, and the pieces that a text is made of."""
    if isinstance(node, ast.Expr):
        return [node.value]
    return list(ast.walk(node))[1:] if isinstance(node, ast.JoinedStr) else []


def _template(node: ast.expr) -> str:
    """Write a text with `…` for each value in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_template, node.values))
    return str(node.value) if isinstance(node, ast.Constant) else "…"
