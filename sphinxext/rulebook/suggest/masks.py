"""A source with all that is no prose blanked out: code, literals, addresses, comments, options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .blank import SPOKEN, blank, kept_dice
from .markdown_mask import masked_markdown

_INLINE = (
    r"``.+?``",
    r":[\w:.+-]{1,80}:`[^`]+`",
    r"`[^`]+`:[\w:.+-]+:",
    r"`[^`<]*<[^`>]+>`__?",
    r"(?<![\w`])`[^`]+`(?!_)",
    r"\|[^|\s][^|]*\|_*(?=\W|$)(?=[^|\n]*(?:\n|\Z))",
    r"\[[^\[\]\s]+\]_",
)
_EMPHASIS = re.compile(r"(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto|file):[^\s<>)\]]+|www\.[^\s<>)\]]+")


def masked(text: str, *, markdown: bool) -> str:
    """The source with everything but its prose blanked, each letter at its place."""
    lines = text.expandtabs(1).split("\n")
    if markdown:
        found = "\n".join(masked_markdown(lines))
    else:
        found = "\n".join(_restructured(lines))
        for pattern in _INLINE:
            found = re.sub(pattern, _kept, found, flags=re.DOTALL)
        found = _EMPHASIS.sub(lambda match: blank(match[0]), found)
    return _ADDRESS.sub(lambda match: blank(match[0]), found)


def _kept(match: re.Match[str]) -> str:
    """The match blanked, but for dice that are written as code."""
    first, last = kept_dice(match[0])
    return blank(match[0][:first]) + match[0][first:last] + blank(match[0][last:])


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
