"""A source with all that is no prose blanked out: code, literals, addresses, comments, options."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

# Directives whose content is text for readers; of all others the content is blanked too.
SPOKEN = frozenset(
    re.findall(
        r"\S+",
        "note tip hint warning caution danger attention important error seealso admonition topic "
        "sidebar epigraph highlights pull-quote compound container rst-class class centered "
        "glossary versionadded versionchanged deprecated table list-table csv-table figure card "
        "grid grid-item grid-item-card dropdown tab-set tab-item example rubric aside",
    )
)
_INLINE = (
    r"``.+?``",
    r":[\w:.+-]+:`[^`]+`",
    r"`[^`]+`:[\w:.+-]+:",
    r"`[^`<]*<[^`>]+>`__?",
    r"(?<![\w`])`[^`]+`(?!_)",
    r"\|[^|\s][^|]*\|_*(?=\W|$)(?![^\n]*\|)",
    r"\[[^\]\s]+\]_",
)
_INLINE_MD = (
    r"\{[\w:.+-]+\}`[^`]+`",
    r"(`+)(?!`).+?(?<!`)\1(?!`)",
    r"(?<=\])\([^)\s]{0,2000}(?:\s+\"[^\"]{0,500}\")?\)",
    r"<!--.*?-->",
    r"</?[a-zA-Z][^<>\n]*>",
    r"\$\$?[^$\n]+\$\$?(?!\d)",
    r"\{#[^}]*\}|\{\.[^}]*\}",
)
_EMPHASIS = re.compile(r"(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto|file):[^\s<>)\]]+|www\.[^\s<>)\]]+")


def blank(text: str) -> str:
    """As many spaces as the text has letters, its line ends kept."""
    return re.sub(r"[^\n]", " ", text)


def masked(text: str, *, markdown: bool) -> str:
    """The source with everything but its prose blanked, each letter at its place."""
    lines = text.expandtabs(1).split("\n")
    lines = _markdown(lines) if markdown else _restructured(lines)
    found = "\n".join(lines)
    for pattern in _INLINE_MD if markdown else _INLINE:
        found = re.sub(pattern, _kept, found, flags=re.DOTALL)
    found = _EMPHASIS.sub(lambda match: blank(match[0]), found)
    return _ADDRESS.sub(lambda match: blank(match[0]), found)


def _kept(match: re.Match[str]) -> str:
    """The match blanked, but for dice that are written as code."""
    inner = match[0].strip("`")
    if re.fullmatch(r"\d*d(?:\d+|%|F)[\w+-]*", inner):
        return (
            " " * (match[0].index(inner))
            + inner
            + " " * (len(match[0]) - len(match[0].rstrip("`")))
        )
    return blank(match[0])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _below(lines: Sequence[str], first: int, indent: int) -> int:
    """The line after the indented block that follows a line."""
    last = first + 1
    for i in range(first + 1, len(lines)):
        if lines[i].strip():
            if _indent(lines[i]) <= indent:
                break
            last = i + 1
    return last


def _restructured(lines: list[str]) -> list[str]:
    out = list(lines)
    i = 0
    while i < len(lines):
        line = out[i]
        head = line.lstrip()
        indent = _indent(line)
        directive = re.match(r"\.\.\s+(?:\|[^|]+\|\s+)?([\w:+.-]+)::\s*(.*)", head)
        if directive:
            i = _directive(out, i, indent, directive[1], directive[2])
            continue
        if re.match(r"\.\.\s+(?:\[[^\]]+\])\s", head):
            out[i] = re.sub(r"\.\.\s+\[[^\]]+\]", lambda match: blank(match[0]), line, count=1)
        elif head == ".." or head.startswith(".. "):
            end = _below(out, i, indent)
            out[i:end] = [blank(each) for each in out[i:end]]
            i = end
            continue
        elif head.startswith(">>>"):
            while i < len(lines) and out[i].strip():
                out[i] = blank(out[i])
                i += 1
            continue
        elif re.match(r":[^:`\s][^:`]*:(\s|$)", head):
            out[i] = re.sub(r":[^:]+:", lambda match: blank(match[0]), line, count=1)
        if line.rstrip().endswith("::"):
            end = _below(out, i, indent)
            out[i + 1 : end] = [blank(each) for each in out[i + 1 : end]]
            i = end
            continue
        i += 1
    return out


def _directive(out: list[str], first: int, indent: int, name: str, argument: str) -> int:
    """The line at which reading goes on behind the head of a directive."""
    end = _below(out, first, indent)
    spoken = name.lower() in SPOKEN
    titled = spoken and name.lower() not in ("figure", "class", "rst-class")
    keep = argument if titled else ""
    at = len(out[first]) - len(keep)
    out[first] = blank(out[first][:at]) + keep if keep else blank(out[first])
    if not spoken:
        out[first:end] = [blank(each) for each in out[first:end]]
        return end
    line = first + 1
    while line < end and re.match(r"\s+:[\w-]+:", out[line]):
        if not re.match(r"\s+:header:", out[line]):
            out[line] = blank(out[line])
        line += 1
    return line


def _markdown(lines: list[str]) -> list[str]:
    out = list(lines)
    i = 0
    if out and out[0].strip() == "---":
        end = next((k for k in range(1, len(out)) if out[k].strip() in ("---", "...")), 0)
        out[: end + 1] = [blank(each) for each in out[: end + 1]]
        i = end + 1
    while i < len(out):
        fence = re.match(r"\s*(`{3,}|~{3,}|:{3,})\s*(\{([\w:+.-]+)\})?(.*)", out[i])
        if fence:
            i = _fenced(out, i, fence[1], (fence[3] or "").lower(), fence[4])
            continue
        begins = i == 0 or not out[i - 1].strip()
        if begins and out[i].strip() and out[i].startswith(("%", "    ")):
            comment = out[i].startswith("%")
            while i < len(out) and out[i].strip() and (comment or out[i].startswith("    ")):
                out[i] = blank(out[i])
                i += 1
            continue
        i += 1
    return out


def _fenced(out: list[str], first: int, marks: str, name: str, argument: str) -> int:
    """The line at which reading goes on behind the head of a fenced block."""
    closing: Callable[[str], object] = re.compile(
        rf"\s*{re.escape(marks[0])}{{{len(marks)},}}\s*"
    ).fullmatch
    end = next((k for k in range(first + 1, len(out)) if closing(out[k])), len(out))
    keep = argument if name in SPOKEN and name != "figure" else ""
    out[first] = blank(out[first][: len(out[first]) - len(keep)]) + keep
    if end < len(out):
        out[end] = blank(out[end])
    if name not in SPOKEN and not (marks[0] == ":" and not name):
        out[first:end] = [blank(each) for each in out[first:end]]
        return end + 1
    line = first + 1
    while line < end and re.match(r"\s*:[\w-]+:", out[line]):
        out[line] = blank(out[line])
        line += 1
    return line
