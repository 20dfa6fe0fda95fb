"""Every message of the package as a template, read from its source: `…` is for what varies.

A message is a text that is handed to one of the callables in `SAY`, be it written there, kept in
a name of the module or made by a function of the module; and a text that one of `ARE_SAID` is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

SAY = {
    *("RulesError", "LookError", "MathError", "TooMuch", "TooSlow", "SphinxError", "Mistakes"),
    *("__init__", "Mistake", "Fault", "Wrong", "WrongFigure", "WrongCell", "WrongOption"),
    *("WrongRow", "ValueError", "warn", "_warn", "warning", "wrong", "leave"),
    *("unreadable", "_unreadable", "spend", "afford", "add", "unknown", "_head_wrong"),
}
ARE_SAID = {  # names and functions whose texts others hand on
    *("message", "why", "wrong", "NO_RULES", "MORE", "_kind", "followed", "_said", "_slip"),
    *("_lost_shares", "told", "_sources"),
    *("reason", "die_known", "_SLIPS"),
}
WAYS = 3  # from a call to the text that it says


@dataclass(frozen=True)
class Saying:
    """A message and the place that says it."""

    place: str
    text: str


def sayings(folder: Path) -> Iterator[Saying]:
    """Every message that the modules of a folder can say."""
    for path in sorted(folder.rglob("*.py")):
        module = Module(ast.parse(path.read_bytes()))
        place = path.relative_to(folder)
        for call in module.calls():
            for text in module.said_by(call):
                yield Saying(f"{place}:{call.lineno}", text)
        for name in sorted(ARE_SAID & module.values.keys()):
            for value in module.values[name]:
                for text in module.texts(value):
                    yield Saying(f"{place}:{value.lineno}", text)


class Module:
    """The source of a module, which knows the texts that its names may have."""

    def __init__(self, tree: ast.Module) -> None:
        """Note every name that is given a value, and every value that a function gives back."""
        self.nodes = list(ast.walk(tree))
        self.values: dict[str, list[ast.expr]] = {}
        for node in self.nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.values.setdefault(target.id, []).append(node.value)
            elif isinstance(node, ast.FunctionDef):
                self.values.setdefault(node.name, []).extend(_given_back(node.body))

    def calls(self) -> Iterator[ast.Call]:
        """The calls that say something, and those that are told why."""
        for node in self.nodes:
            if isinstance(node, ast.Call):
                told = [each for each in node.keywords if each.arg == "why"]
                if _name(node.func) in SAY:
                    yield node
                elif told:
                    yield ast.Call(node.func, [], told, lineno=node.lineno)

    def said_by(self, call: ast.Call) -> Iterator[str]:
        """The texts in the arguments of a call; of `unknown`, the message around its second."""
        if _name(call.func) == "unknown":
            kinds = (text for each in call.args[1:2] for text in self.texts(each))
            yield from (f"no {kind} named '…'…" for kind in kinds)
            return
        for argument in [*call.args, *(each.value for each in call.keywords)]:
            yield from self.texts(argument)

    def texts(self, node: ast.expr, ways: int = WAYS) -> Iterator[str]:
        """Every text that an expression may be."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr():
                yield "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "…"
                    for part in node.values
                )
            case ast.BinOp():
                sides = [list(self.texts(side, ways)) or ["…"] for side in (node.left, node.right)]
                yield from map("".join, product(*sides))
            case ast.IfExp():
                yield from self.texts(node.body, ways)
                yield from self.texts(node.orelse, ways)
            case ast.BoolOp():
                for part in node.values:
                    yield from self.texts(part, ways)
            case ast.Dict():
                for part in (*filter(None, node.keys), *node.values):
                    yield from self.texts(part, ways)
            case ast.Tuple() | ast.List():
                for part in node.elts:
                    yield from self.texts(part, ways)
            case ast.ListComp() | ast.GeneratorExp():
                yield from self.texts(node.elt, ways)
            case ast.Starred():
                yield from self.texts(node.value, ways)
            case ast.Lambda():
                yield from self.texts(node.body, ways)
            case ast.Call():
                inside = node.args[0] if _name(node.func) == "partial" else node.func
                yield from self.texts(inside, ways)
            case ast.Name() | ast.Attribute() if ways:
                for value in self.values.get(_name(node), []):
                    yield from self.texts(value, ways - 1)


def _given_back(body: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    """The values after `return`, in statements and the statements in them."""
    for each in body:
        if isinstance(each, ast.Return) and each.value:
            yield each.value
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _given_back(getattr(each, name, ()))


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
