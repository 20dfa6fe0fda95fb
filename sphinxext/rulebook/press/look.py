"""A look: a folder with a Typst file, stylesheets, fonts and a few choices in a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules.errors import RulesError
from ..tables.dice import hex_of

if TYPE_CHECKING:
    from ..rules.model.game import Game

LOOKS = Path(__file__).parent / "looks"
CHOICES = "look.toml"
SCRIPT = "look.typ"


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


class FontFace(NamedTuple):
    """A font as a stylesheet names it."""

    family: str
    file: str
    weight: str = "400"
    style: str = "normal"


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
    body: str  # the family of the text
    faces: tuple[FontFace, ...]
    dark: DarkColours

    @property
    def fonts(self) -> list[Path]:
        """The font files, in an order that never changes."""
        files = (self.folder / "fonts").glob("*")
        return sorted(path for path in files if path.suffix in (".woff2", ".ttf", ".otf"))


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
            body=data["body"],
            faces=tuple(FontFace(*values) for values in data["fonts"]),
            dark=DarkColours(**_fixed(data["dark"])),
        )
        assert look.paper in sheets, f"[paper] has no '{look.paper}', the default-paper"
        for face in look.faces:
            assert (folder / "fonts" / face.file).is_file(), f"fonts/ has no '{face.file}'"
    except KeyError as error:
        raise LookError(f"{file} lacks {error}; see a look that ships") from None
    except (TypeError, AssertionError) as error:
        raise LookError(f"{file}: {error}; see a look that ships") from None
    return look


def _fixed(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with tuples for lists."""
    return {key: tuple(each) if isinstance(each, list) else each for key, each in values.items()}
