"""Writes what authors type, nearly right: questions, axes, figures, tables, pages, catalogues."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import cast

from .choices import Choices

PIECES: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("pieces.toml").read_text("utf-8")
)
OPTIONS: dict[str, list[str]] = {
    **cast(dict[str, list[str]], PIECES["options"]),
    "check": [
        f"{name}({given})" if given else name
        for name in PIECES["checks"]
        for given in PIECES["arguments"][:4]
    ],
    **dict.fromkeys(("rows", "columns", "across", "split"), PIECES["axes"]),
    "dials": [*PIECES["axes"], "dice = 1..3, boost = 0..2"],
    **dict.fromkeys(("event", "footer"), PIECES["events"]),
    **dict.fromkeys(("with", "start"), PIECES["arguments"]),
}
TAKES: dict[str, list[str]] = cast(dict[str, list[str]], PIECES["takes"])


def bent(choices: Choices, text: str, percent: int = 30) -> str:
    """The text, with some of it changed so often."""
    if not choices.often(percent):
        return text
    for _ in choices.some(4):
        start = choices.number(0, len(text))
        end = min(len(text), start + choices.number(0, 6))
        new = choices.pick(PIECES["pieces"]) if choices.often(80) else choices.text(6)
        text = text[:start] + (text[start:end] * 2 if choices.often(10) else new) + text[end:]
    return text


def question(choices: Choices) -> str:
    """What a role, an option or the command line asks."""
    given, event = choices.pick(PIECES["arguments"]), choices.pick(PIECES["events"])
    call = choices.pick(PIECES["checks"]) + (f"({given})" if given else "")
    return bent(choices, f"{call} {event}".strip())


def figure(choices: Choices) -> str:
    """A figure as authors type it."""
    return bent(choices, choices.pick(PIECES["figures"]), 20)


def role(choices: Choices) -> str:
    """What stands between the backticks of a role."""
    asked = bent(choices, choices.pick(PIECES["paths"])) if choices.often(25) else question(choices)
    return f"{figure(choices)} <{asked}>" if choices.often(70) else asked


def options(choices: Choices, directive: str) -> dict[str, str]:
    """The options of a directive of ours."""
    found = {"check": bent(choices, choices.pick(OPTIONS["check"]), 5)}
    known = TAKES[directive]
    if directive == "random-table":
        found = {"dice": choices.pick(OPTIONS["dice"])}
    for _ in choices.some(5):
        name = choices.pick(known)
        found[name] = bent(choices, choices.pick(OPTIONS[name]), 10)
    return {key: " ".join(value.split()) for key, value in found.items()}


def cells(choices: Choices) -> list[list[str]]:
    """A table of labels and figures, perhaps with rows that are too short."""
    width, deep = choices.number(1, 4), choices.number(1, 6)
    rows = [
        [figure(choices) if i and j else bent(choices, choices.pick(PIECES["labels"]), 10)
         for i in range(width)]
        for j in range(deep)
    ]  # fmt: skip
    if choices.often(10):
        del rows[-1][-1]
    return [[" ".join(text.split()) for text in row] for row in rows]


def grid(rows: list[list[str]]) -> str:
    """A grid table of reStructuredText."""
    wide = [max(1, *(len(row[i]) for row in rows if i < len(row))) for i in range(len(rows[0]))]
    rule = "+" + "+".join("-" * (size + 2) for size in wide) + "+"
    lines = [rule]
    for number, row in enumerate(rows):
        filled = [*row, *[""] * (len(wide) - len(row))]
        text = " | ".join(each.ljust(size) for each, size in zip(filled, wide, strict=True))
        lines += [f"| {text} |", rule.replace("-", "=") if not number and len(rows) > 1 else rule]
    return "\n".join(lines)


def simple(rows: list[list[str]]) -> str:
    """A simple table of reStructuredText."""
    wide = [max(1, *(len(row[i]) for row in rows if i < len(row))) for i in range(len(rows[0]))]
    rule = "  ".join("=" * size for size in wide)
    lines = ["  ".join((text or "\\").ljust(size) for text, size in zip(row, wide, strict=False))
             for row in rows]  # fmt: skip
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def listed(rows: list[list[str]]) -> str:
    """A list-table."""
    body = ["\n".join(f"{'  ' if i else '* '}- {text}".rstrip() for i, text in enumerate(row))
            for row in rows]  # fmt: skip
    text = "\n".join(body).replace("\n", "\n   ")
    return f".. list-table::\n   :header-rows: 1\n\n   {text}"


def quoted(rows: list[list[str]]) -> str:
    """Comma-separated values."""
    return "\n".join(
        ",".join('"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text
                 for text in row)
        for row in rows
    )  # fmt: skip


def csv_table(rows: list[list[str]]) -> str:
    """A csv-table with its data below it."""
    return ".. csv-table::\n   :header-rows: 1\n\n   " + quoted(rows).replace("\n", "\n   ")


def piped(rows: list[list[str]]) -> str:
    """A pipe table of Markdown."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def numbered(rows: list[list[str]]) -> str:
    """A list."""
    return "\n".join(f"- {' '.join(row)}" for row in rows)


TABLES: tuple[Callable[[list[list[str]]], str], ...] = (grid, simple, listed, csv_table)


def rst_block(choices: Choices) -> str:
    """A directive of ours, a role in a sentence, or a table under a comment that holds it."""
    if choices.often(35):
        kind = choices.pick(("odds", "rule", "rolled", "die", "odds"))
        return f"Here is :{kind}:`{role(choices)}` and more."
    rows = cells(choices)
    body = bent(choices, choices.pick(TABLES)(rows), 15)
    directive = choices.pick(list(TAKES))
    if directive == "random-table" and choices.often(40):
        body = numbered(rows)
    found = options(choices, directive)
    if choices.often(10):
        marks = "; ".join(f"{key}={value}" for key, value in found.items())
        return f".. {directive}: {marks}\n\n{body}"
    caption = choices.pick(("", "Odds", "At <b> & `x`", "ü")) if choices.often(30) else ""
    lines = [f":{key}: {value}".rstrip() for key, value in found.items()]
    if directive in ("odds-chart", "odds-explorer") or choices.often(25):
        body = ""
    text = "\n".join([*lines, "", *body.split("\n")]).replace("\n", "\n   ")
    return f".. {directive}:: {caption}\n   {text}"


def markdown_block(choices: Choices) -> str:
    """The same in Markdown, and what comments hold there."""
    if choices.often(35):
        kind = choices.pick(("odds", "rule", "rolled"))
        asked = role(choices)
        if choices.often(50):
            words, _, rest = asked.partition(" <")
            return f"Here are {words} <!-- {kind}: {rest.rstrip('>')} --> and more."
        return f"Here is {{{kind}}}`{asked}` and more."
    body = bent(choices, piped(cells(choices)), 15)
    directive = choices.pick(list(TAKES))
    found = options(choices, directive)
    if choices.often(40):
        marks = "; ".join(f"{key}={value}" for key, value in found.items())
        return f"<!-- {directive}: {marks} -->\n{body}"
    lines = [f":{key}: {value}".rstrip() for key, value in found.items()]
    fence = choices.pick(("```", ":::", "````"))
    return "\n".join([f"{fence}{{{directive}}}", *lines, "", body, fence])


def page(choices: Choices, *, markdown: bool) -> str:
    """A page of some blocks."""
    block = markdown_block if markdown else rst_block
    title = "# Page" if markdown else "Page\n===="
    blocks = [block(choices) for _ in choices.some(6)]
    return "\n\n".join([title, *blocks]) + "\n"


def prose(choices: Choices) -> str:
    """Paragraphs with figures that nothing holds."""
    found = [figure(choices) if choices.often(30) else choices.pick(PIECES["prose"])
             for _ in range(choices.number(1, 60))]  # fmt: skip
    return bent(choices, " ".join(found), 50)


def catalogue(choices: Choices) -> str:
    """A catalogue of translations."""
    found = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"']
    for _ in choices.some(5):
        words = f"Here is :odds:`{role(choices)}`"
        text = json.dumps(words, ensure_ascii=choices.often(20))
        found.append(f"#: ../index.rst:{choices.number(1, 9)}\nmsgid {text}\nmsgstr {text}")
    return bent(choices, "\n\n".join(found) + "\n", 60)
