"""Translates formulas from TeX to Typst."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from docutils.utils.math import tex2unichar

from .markup import string

if TYPE_CHECKING:
    from typst import Fonts


class MathError(ValueError):
    """A part of a formula that cannot be translated."""


# Commands that are one sign or one name of Typst.
SIGNS = {
    "times": "times", "cdot": "dot.op", "div": "div", "pm": "plus.minus", "mp": "minus.plus",
    "le": "<=", "leq": "<=", "ge": ">=", "geq": ">=", "ne": "!=", "neq": "!=", "lt": "<", "gt": ">",
    "approx": "approx", "equiv": "equiv", "sim": "tilde.op", "to": "->", "rightarrow": "->",
    "leftarrow": "<-", "Rightarrow": "=>", "iff": "<=>", "mapsto": "|->", "infty": "infinity",
    "sum": "sum", "prod": "product", "int": "integral", "partial": "partial", "nabla": "nabla",
    "ldots": "dots", "dots": "dots", "cdots": "dots.c", "vdots": "dots.v", "quad": "quad",
    "qquad": "wide", ",": "thin", ";": "med", ":": "med", "!": "", " ": "space", "in": "in",
    "notin": "in.not", "subset": "subset", "subseteq": "subset.eq", "cup": "union",
    "cap": "inter", "setminus": "without", "emptyset": "emptyset", "forall": "forall",
    "exists": "exists", "neg": "not", "land": "and", "lor": "or", "mid": "mid(|)", "vert": "|",
    "Vert": "||", "lfloor": "floor.l", "rfloor": "floor.r", "lceil": "ceil.l", "rceil": "ceil.r",
    "langle": "angle.l", "rangle": "angle.r", "lbrace": "{", "rbrace": "}", "prime": "prime",
    "min": "min", "max": "max", "log": "log", "ln": "ln", "exp": "exp", "sin": "sin", "cos": "cos",
    "tan": "tan", "lim": "lim", "gcd": "gcd", "Pr": "Pr", "det": "det", "sup": "sup", "inf": "inf",
    "ast": "*", "star": "star.op", "circ": "compose", "bullet": "bullet", "propto": "prop",
    "ll": "<<", "gg": ">>", "deg": "degree", "mod": "mod", "bmod": "mod", "backslash": "backslash",
    "epsilon": "epsilon.alt", "varepsilon": "epsilon", "phi": "phi.alt", "varphi": "phi",
}  # fmt: skip
GREEK = (
    "alpha", "beta", "gamma", "delta", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "chi", "psi", "omega", "Gamma", "Delta",
    "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
)  # fmt: skip
SIGNS |= {name: name for name in GREEK}
ACCENTS = {
    "bar": "macron", "hat": "hat", "tilde": "tilde", "vec": "arrow", "dot": "dot", "ddot": "diaer",
    "overline": "overline", "underline": "underline", "widehat": "hat", "sqrt": "sqrt",
    "mathbf": "bold", "mathbb": "bb", "mathcal": "cal", "mathit": "italic", "mathrm": "upright",
    "boldsymbol": "bold", "mathsf": "sans", "mathtt": "mono",
}  # fmt: skip
SIZES = ("big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "displaystyle",
         "textstyle", "limits", "nolimits", "nonumber", "left", "right")  # fmt: skip
NOTHING = '""'  # what stands where TeX allows an empty place and Typst does not
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[{}^_&]|[0-9]+(?:\.[0-9]+)?|[a-zA-Z]|\s+|.", re.DOTALL)
_PLAIN = {
    "#": r"\#", "$": r"\$", '"': r"\"", "@": r"\@", "~": "space", "/": r"\/", "'": "'", ",": r"\,",
    ";": r"\;", "`": r"\`", "*": "*", "(": r"\(", ")": r"\)", "[": r"\[", "]": r"\]",
}  # fmt: skip


@lru_cache(maxsize=1024)
def typst_math(source: str) -> str:
    """Return the formula as it is written between two dollar signs in Typst.

    Typst tries it here, for one that it cannot read would stop the whole book.
    """
    found = _FormulaReader(source).all()
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


class _FormulaReader:
    """Reads a formula from left to right."""

    def __init__(self, source: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(source.strip())
        self.at = 0

    def all(self) -> str:
        found = self.until(())
        if self.at < len(self.tokens):
            raise MathError(f"'{self.tokens[self.at]}' ends nothing")
        return found

    def until(self, ends: tuple[str, ...]) -> str:
        """Read everything before one of the ends."""
        parts: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at] not in ends:
            if self.tokens[self.at] == "}":
                break
            if part := self.piece():
                if part[0] in "^_" and (not parts or parts[-1] in ("&", "\\\n")):
                    parts.append(NOTHING)
                parts.append(part)
        return " ".join(parts)

    def take(self) -> str:
        if self.at >= len(self.tokens):
            raise MathError("it ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self) -> None:
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1

    def group(self) -> str:
        """Read the argument of a command: a group in braces, or one piece."""
        self.skip()
        if self.at < len(self.tokens) and self.tokens[self.at] == "{":
            self.take()
            found = self.until(())
            self.close("}")
            return found or NOTHING
        if self.at < len(self.tokens) and self.tokens[self.at][0].isdigit():  # 12 is 1, then 2
            digit, rest = self.tokens[self.at][0], self.tokens[self.at][1:]
            self.tokens[self.at : self.at + 1] = [digit, rest] if rest else [digit]
        return self.piece()

    def close(self, sign: str) -> None:
        if self.take() != sign:
            raise MathError(f"'{sign}' is missing")

    def raw(self) -> str:
        """Read the text in braces, untranslated."""
        self.skip()
        self.close("{")
        found = ""
        while (token := self.take()) != "}":
            found += token
        return found

    def piece(self) -> str:
        token = self.take()
        if token.isspace():
            return ""
        if token == "{":
            found = self.until(())
            self.close("}")
            return found
        if token in "^_" and len(token) == 1:
            return f"{token}({self.group()})"
        if token == "&":
            return "&"
        if token == "'":
            return "prime"
        if token.startswith("\\"):
            return self.command(token[1:])
        return _PLAIN.get(token, token)

    def command(self, name: str) -> str:
        if name in ("frac", "dfrac", "tfrac"):
            return f"frac({self.group()}, {self.group()})"
        if name in ("binom", "dbinom", "tbinom"):
            return f"binom({self.group()}, {self.group()})"
        if name in ("text", "textrm", "textit", "textbf", "mbox", "mathrm"):
            return string(self.raw())
        if name == "operatorname":
            return f"op({string(self.raw())})"
        if name == "sqrt" and self.at < len(self.tokens) and self.tokens[self.at] == "[":
            self.take()
            degree = self.until(("]",))
            self.close("]")
            return f"root({degree}, {self.group()})"
        if name in ACCENTS:
            return f"{ACCENTS[name]}({self.group()})"
        if name == "left":
            return self.fence()
        if name == "begin":
            return self.environment(self.raw())
        if name == "\\":
            return "\\\n"
        if name in ("{", "}", "%", "$", "#", "&", "_", "|"):
            return "||" if name == "|" else f"\\{name}"
        if name in SIZES:
            return ""
        if name in SIGNS:
            return SIGNS[name]
        if sign := _unicode_of(name):
            return sign
        raise MathError(f"no command '\\{name}' is known here")

    def fence(self) -> str:
        """Read brackets that grow with their contents."""
        open_ = self.bracket()
        depth_end = ("\\right",)
        inside = self.until(depth_end)
        self.close("\\right")
        close = self.bracket()
        return f"lr({open_} {inside} {close})"

    def bracket(self) -> str:
        self.skip()
        token = self.take()
        if token == ".":
            return ""
        name = token[1:] if token.startswith("\\") else ""
        if name in ("{", "}"):
            return f"\\{name}"
        if name:
            return SIGNS.get(name, "")
        return token

    def environment(self, name: str) -> str:
        kind = name.rstrip("*")
        self.skip()
        if kind == "array":
            self.raw()
        rows = list(self.rows(kind))
        if kind in ("aligned", "align", "split", "gather", "gathered", "equation", "eqnarray"):
            return " \\\n".join(" & ".join(row) for row in rows)
        if kind == "cases":
            return f"cases({', '.join(' & '.join(row) for row in rows)})"
        fences = {"matrix": "#none", "array": "#none", "pmatrix": '"("', "bmatrix": '"["',
                  "vmatrix": '"|"', "Bmatrix": '"{"'}  # fmt: skip
        if kind in fences:
            body = "; ".join(", ".join(row) for row in rows)
            return f"mat(delim: {fences[kind]}, {body})"
        raise MathError(f"no environment '{name}' is known here")

    def rows(self, kind: str) -> Iterator[list[str]]:
        row: list[str] = []
        while True:
            row.append(self.until(("&", "\\\\", "\\end")))
            token = self.take()
            if token == "&":
                continue
            yield row
            row = []
            if token == "\\end":
                if self.raw().rstrip("*") != kind:
                    raise MathError(f"'\\end{{{kind}}}' is missing")
                return
            self.skip()
            if self.at < len(self.tokens) and self.tokens[self.at] == "\\end":
                self.take()
                self.raw()
                return


def _unicode_of(name: str) -> str:
    """Return the sign that docutils knows by the name of a TeX command, as Typst takes it."""
    for table in ("mathord", "mathrel", "mathbin", "mathop", "mathalpha", "mathopen", "mathclose",
                  "mathfence", "mathpunct"):  # fmt: skip
        if sign := getattr(tex2unichar, table).get(name):
            return str(sign)
    return ""
