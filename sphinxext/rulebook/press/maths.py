"""Translates formulas: docutils reads TeX as MathML, which is written as Typst."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, fromstring

from docutils.utils.math.latex2mathml import tex2mathml

from .markup import string

if TYPE_CHECKING:
    from typst import Fonts


class MathError(ValueError):
    """A part of a formula that cannot be translated."""


# What docutils does not know by the name that LaTeX, AMS or Sphinx gives it.
_KNOWN = (
    (r"\\[bB]igg?[lr]?(?![a-zA-Z])|\\(?:non|no)(?:number|limits)|\\limits|\\displaystyle", ""),
    (r"\\([dt]?(?:frac|binom))\s*(\d)\s*(\d)", r"\\\1{\2}{\3}"),
    (r"\\(begin|end)\{(?:align|split|gather|gathered|equation|eqnarray)\*?\}", r"\\\1{aligned}"),
    (r"\\begin\{array\}\s*\{[^}]*\}", r"\\begin{matrix}"),
    (r"\\end\{array\}", r"\\end{matrix}"),
    (r"(^|[{&]|\\\\)(\s*[_^])", r"\1{}\2"),
)
# Signs above and below others that have a name in Typst.
_ABOVE = {
    "ˉ": "macron", "ˆ": "hat", "^": "hat", "~": "tilde", "→": "arrow", "˙": "dot",
    "¨": "dot.double", "´": "acute", "`": "grave", "_": "overline", "⏞": "overbrace",
}  # fmt: skip
_BELOW = {"_": "underline", "⏟": "underbrace"}
_SIGN = re.compile(r"""[\\#$"@/,;:`()\[\]{}&_^~*|<>=!.+-]""")
_SCRIPTS = {
    "msub": "_", "msup": "^", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^",
}  # fmt: skip


@lru_cache(maxsize=1024)
def typst_math(source: str) -> str:
    """Return the formula as it is written between two dollar signs in Typst.

    Typst tries it here, for one that it cannot read would stop the whole book.
    """
    tex = source.strip()
    for pattern, instead in _KNOWN:
        tex = re.sub(pattern, instead, tex)
    if r"\begin" not in tex and re.search(r"\\\\|(?<!\\)&", tex):
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    try:
        found = _all(fromstring(tex2mathml(tex).replace("&ApplyFunction;", "")))
    except (ValueError, SyntaxError, LookupError, AttributeError) as error:
        raise MathError(" ".join(str(error).split())) from None
    with suppress(ImportError):
        import typst

        try:
            typst.Compiler(f"$ {found} $".encode(), font_paths=_no_fonts()).compile(format="svg")
        except typst.TypstError as error:
            raise MathError(error.message) from None
    return found


@lru_cache(maxsize=1)
def _no_fonts() -> Fonts:
    """Return the fonts within Typst, which are enough to try a formula."""
    import typst

    return typst.Fonts(include_system_fonts=False)


def _all(parts: Iterable[Element]) -> str:
    return " ".join(filter(None, map(_written, parts))) or '""'


def _written(node: Element) -> str:
    """Write one element of MathML as Typst."""
    kind = node.tag.rpartition("}")[2]
    said = node.text or ""
    if kind == "mtext":
        return string(said)
    if kind == "mn":
        return said.replace(",", r" \, ")
    if kind in ("mi", "mo"):
        if len(said) > 1 and said.isascii():
            limits = ", limits: #true" * (node.get("movablelimits") == "true")
            return f"op({string(said)}{limits})"
        sign = _SIGN.sub(r"\\\g<0>", said.replace("'", "′"))
        return f"upright({sign})" if node.get("mathvariant") == "normal" else sign
    if kind == "mspace":
        return f"#h({node.get('width', '0em')})"
    if kind == "mtable":
        return _table(node)
    if kind in ("mfrac", "mroot"):
        first, second = (_all([each]) for each in node)
        return f"frac({first}, {second})" if kind == "mfrac" else f"root({second}, {first})"
    if kind in _SCRIPTS:
        return _scripted(kind, node)
    inside = _all(node)
    return f"sqrt({inside})" if kind == "msqrt" else _row(node, inside)


def _row(node: Element, inside: str) -> str:
    """Write a row. Brackets around it grow with what is in it."""
    kinds = (node.get("class") or "").split()
    if "binom" in kinds:
        return f"binom({', '.join(_all([each]) for each in node[1])})"
    if "boldsymbol" in kinds:
        return f"bold({inside})"
    if len(node) and node[-1].get("class") == "cases":
        return f"cases({', '.join(_rows(node[-1]))})"
    grows = any(each.tag.endswith("mo") and not each.get("stretchy") for each in node)
    return f"lr({inside})" if grows and node.tag.endswith("mrow") else inside


def _scripted(kind: str, node: Element) -> str:
    base, *marks = (_all([each]) for each in node)
    sign = node[-1].text or ""
    named = {"mover": _ABOVE, "munder": _BELOW}.get(kind, {})
    if sign in named:
        return f"{named[sign]}({base})"
    return " ".join(
        [base, *(f"{at}({each})" for at, each in zip(_SCRIPTS[kind], marks, strict=True))]
    )


def _rows(table: Element) -> list[str]:
    return [" & ".join(map(_all, row)) for row in table]


def _table(node: Element) -> str:
    if node.get("class") == "ams-align":
        return " \\\n".join(_rows(node))
    return f"mat(delim: #none, {'; '.join(_rows(node)).replace(' & ', ', ')})"
