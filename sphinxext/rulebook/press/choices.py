"""The settings of conf.py about looks, checked and gathered in one value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules.errors import suggest
from ..words.language_file import short_name
from .look import LookError, looks_that_ship

if TYPE_CHECKING:
    from sphinx.config import Config

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


class LookSetting(NamedTuple):
    """One setting of conf.py and the function that reads it."""

    name: str
    default: Any
    read: Callable[[Any, Path], Any]


def read_choices(config: Config, confdir: Path) -> tuple[Choices, list[str]]:
    """Return the choices, and one line for each wrong setting, which takes its default."""
    found: dict[str, Any] = {}
    wrong = []
    for setting in SETTINGS:
        value = getattr(config, setting.name)
        try:
            read = setting.read(value, confdir)
        except LookError as error:
            wrong.append(f"{setting.name}: {error}")
            read = setting.read(setting.default, confdir)
        found[setting.name.removeprefix("rulebook_")] = read
    return Choices(**found), wrong


def check_choice(name: str, value: str, confdir: Path) -> None:
    """Raise what is wrong with the value of one setting."""
    next(each for each in SETTINGS if each.name == name).read(value, confdir)


def _look(value: Any, confdir: Path) -> str:
    name = str(value or "")
    folder = confdir / name
    if name in looks_that_ship() or not name:
        return name
    if "/" in name or "\\" in name or folder.is_dir():
        if (folder / "look.toml").is_file():
            return str(folder.resolve())
        raise LookError(f"the folder '{name}' has no look.toml; copy a look that ships")
    names = looks_that_ship()
    raise LookError(f"no look named '{name}'{suggest(name, names)}; {_listed(names)}, or a folder")


def _listed(names: Sequence[str]) -> str:
    return "write " + ", ".join(f"'{name}'" for name in names)


def _accent(value: Any, _: Path) -> str:
    text = str(value or "")
    if text and not _COLOUR.fullmatch(text):
        raise LookError(f"'{text}' should be a colour such as '#8f1d16'")
    return text.lower()


def _cover(value: Any, confdir: Path) -> Path | None:
    if not value:
        return None
    path = confdir / str(value)
    if path.suffix.lower() not in PICTURES:
        raise LookError(f"'{value}' is not a picture; write one of {', '.join(PICTURES)}")
    if not path.is_file():
        raise LookError(f"there is no file '{value}' beside conf.py")
    return path


def _paper(value: Any, _: Path) -> str:
    text = str(value or "")
    if text and text not in PAPERS:
        raise LookError(f"no paper '{text}'{suggest(text, PAPERS)}; {_listed(tuple(PAPERS))}")
    return text


def _length(value: Any, _: Path) -> float:
    match = _LENGTH.fullmatch(str(value or "0mm").strip())
    if match is None:
        raise LookError(f"'{value}' should be a length such as '3mm'")
    millimetres = float(match[1]) * _MM[match[2]]
    if millimetres > 20:
        raise LookError(f"'{value}' is too much; print shops ask for 3mm")
    return millimetres


def _flag(value: Any, _: Path) -> bool:
    if value in (True, False, "0", "1", 0, 1):
        return value in (True, "1", 1)
    raise LookError(f"should be True or False, not {value!r}")


def _text(value: Any, _: Path) -> str:
    if not isinstance(value, str):
        raise LookError(f"should be a text, not {value!r}")
    return " ".join(value.split())


def _texts(value: Any, _: Path) -> tuple[str, ...]:
    if isinstance(value, str) or not all(isinstance(each, str) for each in value):
        raise LookError(f"should be a list of texts, not {value!r}")
    return tuple(value)


def _folders(value: Any, confdir: Path) -> tuple[Path, ...]:
    folders = tuple(confdir / name for name in _texts(value, confdir))
    for folder in folders:
        if not folder.is_dir():
            raise LookError(f"there is no folder '{folder.name}' beside conf.py")
    return folders


SETTINGS = (
    LookSetting("rulebook_look", "", _look),
    LookSetting("rulebook_accent", "", _accent),
    LookSetting("rulebook_cover", "", _cover),
    LookSetting("rulebook_paper", "", _paper),
    LookSetting("rulebook_bleed", "", _length),
    LookSetting("rulebook_mirrored", False, _flag),
    LookSetting("rulebook_subtitle", "", _text),
    LookSetting("rulebook_blurb", "", _text),
    LookSetting("rulebook_facts", (), _texts),
    LookSetting("rulebook_fonts", (), _folders),
)
