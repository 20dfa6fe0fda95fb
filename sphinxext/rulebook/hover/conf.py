"""Settings of conf.py: declared in tables, each with its default and the check of its value."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.config import Config

NAMES = {
    str: "a text",
    int: "a whole number",
    bool: "True or False",
    list: "a list",
    dict: "a dict",
}


class Setting(NamedTuple):
    """A setting, what it takes, and what a change of it builds again."""

    name: str
    default: Any
    types: tuple[type, ...] = (object,)
    words: Sequence[str] = ()
    most: int = 10**9  # of a number
    check: Callable[[Any, Path], Any] | None = None  # reads the value, beside the folder
    rebuild: Literal["", "env", "html"] = ""
    told: tuple[str, ...] = ()  # what the script of previews is told of it, once or for each kind

    def read(self, value: Any, folder: Path) -> Any:
        """Return the value as it is meant; a ValueError says what to write."""
        if int in self.types and isinstance(value, str) and value.isdecimal():
            value = int(value)  # from the command line
        elif bool in self.types and value in ("0", "1", 0, 1):
            value = value in ("1", 1)
        if not isinstance(value, self.types) or (isinstance(value, bool) and int in self.types):
            raise ValueError(f"should be {NAMES[self.types[0]]}, not {value!r}")
        if self.words and value not in self.words:
            raise ValueError(f"no '{value}'; {self._instead(str(value))}")
        if isinstance(value, int) and not 0 <= value <= self.most:
            raise ValueError(f"should be 0 to {self.most}, not {value}")
        return self.check(value, folder) if self.check else value

    def _instead(self, word: str) -> str:
        if near := difflib.get_close_matches(word, self.words, n=1):
            return f"did you mean '{near[0]}'?"
        known = "' or '".join(self.words)
        return f"write '{known}'; '{self.default}' is used"


Wrong = tuple[str, str, str]  # a setting, what is wrong with its value, and where


def declare(app: Sphinx, settings: Sequence[Setting]) -> None:
    """Tell Sphinx of the settings."""
    for setting in settings:
        # Sphinx would warn of a wrong type in its own words, beside ours.
        rebuild = setting.rebuild or ("html" if setting.told else "")
        app.add_config_value(setting.name, setting.default, rebuild, Any)


def read_settings(
    settings: Sequence[Setting], config: Config, conf: Path
) -> tuple[dict[str, Any], list[Wrong]]:
    """Return the value of each setting, its default where it is wrong, and what is wrong."""
    values: dict[str, Any] = {}
    wrong: list[Wrong] = []
    for setting in settings:
        name = setting.name
        try:
            values[name] = setting.read(getattr(config, name), conf.parent)
        except ValueError as error:
            values[name] = setting.read(setting.default, conf.parent)
            wrong.append((name, str(error), place_of(name, conf)))
    return values, wrong


def place_of(name: str, conf: Path) -> str:
    """Return the line of `conf.py` that gives a setting, as warnings name places."""
    lines = conf.read_text("utf-8", "replace").splitlines() if conf.is_file() else []
    found = (number for number, line in enumerate(lines, 1) if re.match(rf"{name}\b", line))
    return f"{conf}:{next(found, 1)}"
