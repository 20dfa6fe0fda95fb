"""A look: a folder with a Typst file, stylesheets, fonts and a few choices in a TOML file.

Settings of conf.py choose a look and change it for a book.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..book.warn import warn
from ..dice.errors import one_line
from ..hover.conf import Setting, place_of, read_settings
from ..language.language_file import short_name
from ..rules.errors import RulesError, suggest
from ..tables.dice import hex_of

if TYPE_CHECKING:
    from sphinx.config import Config

    from ..rules.model.game import Game

LOOKS = Path(__file__).parent / "looks"
CHOICES = "look.toml"
SCRIPT = "look.typ"
LONG_ENOUGH = 130  # letters that a paragraph needs before its first one may be a large initial
# Scripts whose letters are separate, so the first may be large: not Arabic, where they join,
# nor Chinese, where each is a word.
WITH_INITIALS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW")
FROM_THE_RIGHT = ("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi")
PAPERS = {  # width and height in millimetres
    "a4": (210.0, 297.0),
    "us-letter": (215.9, 279.4),
    "a5": (148.0, 210.0),
    "digest": (139.7, 215.9),
}
POINTS = 72 / 25.4  # in a millimetre
DEFAULT_LOOK = "chapbook"
PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".pdf")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}


class LookError(RulesError):
    """A mistake in a look that its author can mend."""


class Sheet(NamedTuple):
    """A page of one paper: margins and column width in millimetres, the text's size in points."""

    inside: float
    outside: float
    top: float
    bottom: float
    size: float
    step: float  # from one baseline to the next, in points
    columns: int = 1
    gutter: float = 0
    margin_column: float = 0  # for sidebars, beside the text

    def text_width(self, paper_width: float) -> float:
        """Return the width of a line of text in millimetres."""
        whole = paper_width - self.inside - self.outside
        return (whole - self.gutter * (self.columns - 1)) / self.columns


class ChartStyle(NamedTuple):
    """The letters of charts, and their colours from worst to best and from never to always."""

    font: str  # the files, by their names in fonts/
    bold: str
    size: float  # in points
    outcomes: tuple[str, ...]
    heat: tuple[str, ...]
    lines: tuple[str, ...]
    bar: str
    patterns: bool = False  # outcomes are told apart by patterns and not by colours


class DarkColours(NamedTuple):
    """The colours that change on a dark page: outcomes from worst to best, accent, dice."""

    accent: str
    outcomes: tuple[str, ...]
    heat: str  # the colour that a certain chance has
    dice: Mapping[str, str] = MappingProxyType({})


class Look(NamedTuple):
    """A look, as read from its folder."""

    name: str
    folder: Path
    paper: str
    accent: str
    sheets: Mapping[str, Sheet]
    chart: ChartStyle
    dice: Mapping[str, str]
    dark: DarkColours


def dice_colours(look: Look, games: Mapping[str, Game]) -> dict[str, str]:
    """Return the colour of each die: the look's, else the first in the rules."""
    found: dict[str, str] = {}
    for die in (die for game in games.values() for die in game.dice.values()):
        if colour := hex_of(die.colour) if die.colour else "":
            found.setdefault(die.name, colour)
    return {**found, **look.dice}


def looks_that_ship() -> tuple[str, ...]:
    """Return the names of the looks that ship."""
    return tuple(sorted(path.parent.name for path in LOOKS.glob(f"*/{CHOICES}")))


def shipped_look(name: str) -> Path:
    """Return the folder of a look that ships."""
    names = looks_that_ship()
    if name not in names:
        raise LookError(f"no look named '{name}' ships{suggest(name, names)}")
    return LOOKS / name


def look_named(name: str) -> Look:
    """Read a look that ships, or one from a folder in the book."""
    return read_look(LOOKS / name if name in looks_that_ship() else Path(name))


@lru_cache(maxsize=16)
def read_look(folder: Path) -> Look:
    """Read the choices of a look."""
    file = folder / CHOICES
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LookError(f"{file}: {error}") from None
    if not (folder / SCRIPT).is_file():
        raise LookError(f"{folder} has no {SCRIPT}; copy a look that ships to start from")
    try:
        sheets = {name: Sheet(**values) for name, values in data["paper"].items()}
        look = Look(
            name=folder.name,
            folder=folder,
            paper=data["default-paper"],
            accent=data["accent"],
            sheets=sheets,
            chart=ChartStyle(**_fixed(data["chart"])),
            dice=data.get("dice", {}),
            dark=DarkColours(**_fixed(data["dark"])),
        )
        assert look.paper in sheets, f"[paper] has no '{look.paper}', the default-paper"
        for font in (look.chart.font, look.chart.bold):
            assert (folder / "fonts" / font).is_file(), f"fonts/ has no '{font}'"
    except KeyError as error:
        raise LookError(f"{file} lacks {error}; see a look that ships") from None
    except (TypeError, AssertionError) as error:
        raise LookError(f"{file}: {error}; see a look that ships") from None
    return look


def _fixed(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with tuples for lists."""
    return {key: tuple(each) if isinstance(each, list) else each for key, each in values.items()}


def runs_from_the_right(language: str | None) -> bool:
    """Tell if a language is written from right to left."""
    return short_name(language or "en") in FROM_THE_RIGHT


def may_be_large(letter: str) -> bool:
    """Tell if a letter may open a chapter as a large initial."""
    return unicodedata.name(letter, "").startswith(WITH_INITIALS)


class Choices(NamedTuple):
    """The author's choices for the look of a book."""

    look: str
    accent: str  # a colour, "#8f1d16"; the look's own if empty
    cover: Path | None
    paper: str
    bleed: float  # millimetres around the page, for a print shop
    mirrored: bool
    subtitle: str
    blurb: str
    facts: tuple[str, ...]
    fonts: tuple[Path, ...]


def look_of(
    config: Config, confdir: Path, *, tells: bool, default: str = ""
) -> tuple[Choices, Look | None]:
    """Return the choices and the look that they name, else the default's or none.

    Mistakes in them are told once in a build.
    """
    found, wrong = read_settings(SETTINGS, config, confdir / "conf.py")
    choices = Choices(*[found[f"rulebook_{name}"] for name in Choices._fields])
    look = None
    try:
        look = look_named(choices.look or default) if choices.look or default else None
    except LookError as error:
        wrong.append(("rulebook_look", str(error), place_of("rulebook_look", confdir / "conf.py")))
        look = look_named(default) if default else None
    for name, message, where in wrong if tells else ():
        warn("config", one_line(f"{name}: {message}"), where)
    return choices, look


def _look(value: Any, confdir: Path) -> str:
    name = str(value or "")
    folder = confdir / name
    if name in looks_that_ship() or not name:
        return name
    if "/" in name or "\\" in name or folder.is_dir():
        if (folder / "look.toml").is_file():
            return str(folder.resolve())
        raise ValueError(f"the folder '{name}' has no look.toml; copy a look that ships")
    names = looks_that_ship()
    raise ValueError(f"no look named '{name}'{suggest(name, names)}; {_listed(names)}, or a folder")


def _listed(names: Sequence[str]) -> str:
    return "write " + ", ".join(f"'{name}'" for name in names)


def _accent(value: Any, _: Path) -> str:
    colour = str(value or "")
    if colour and not _COLOUR.fullmatch(colour):
        raise ValueError(f"'{colour}' should be a colour such as '#8f1d16'")
    return colour.lower()


def _cover(value: Any, confdir: Path) -> Path | None:
    if not value:
        return None
    path = confdir / str(value)
    if path.suffix.lower() not in PICTURES:
        raise ValueError(f"'{value}' is not a picture; write one of {', '.join(PICTURES)}")
    if not path.is_file():
        raise ValueError(f"there is no file '{value}' beside conf.py")
    return path


def _paper(value: Any, _: Path) -> str:
    text = str(value or "")
    if text and text not in PAPERS:
        raise ValueError(f"no paper '{text}'{suggest(text, PAPERS)}; {_listed(tuple(PAPERS))}")
    return text


def _length(value: Any, _: Path) -> float:
    match = _LENGTH.fullmatch(str(value or "0mm").strip())
    if match is None:
        raise ValueError(f"'{value}' should be a length such as '3mm'")
    millimetres = float(match[1]) * _MM[match[2]]
    if millimetres > 20:
        raise ValueError(f"'{value}' is too much; print shops ask for 3mm")
    return millimetres


def _words(value: str, _: Path) -> str:
    return " ".join(value.split())


def _texts(value: Any, _: Path) -> tuple[str, ...]:
    if isinstance(value, str) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"should be a list of texts, not {value!r}")
    return tuple(value)


def _folders(value: Any, confdir: Path) -> tuple[Path, ...]:
    folders = tuple(confdir / name for name in _texts(value, confdir))
    for folder in folders:
        if not folder.is_dir():
            raise ValueError(f"there is no folder '{folder.name}' beside conf.py")
    return folders


SETTINGS = (
    Setting("rulebook_look", "", check=_look),
    Setting("rulebook_accent", "", check=_accent),
    Setting("rulebook_cover", "", check=_cover),
    Setting("rulebook_paper", "", check=_paper),
    Setting("rulebook_bleed", "", check=_length),
    Setting("rulebook_mirrored", False, (bool,)),
    Setting("rulebook_subtitle", "", (str,), check=_words),
    Setting("rulebook_blurb", "", (str,), check=_words),
    Setting("rulebook_facts", (), check=_texts),
    Setting("rulebook_fonts", (), check=_folders),
)
