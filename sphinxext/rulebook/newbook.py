"""Makes a new book from the templates."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .rules.errors import RulesError

TEMPLATES = "conf_template"
BLANK = "blank"  # the game of an author who writes rules of their own
NOBODY = "The author"
SUFFIX = ".jinja"
VENDOR = "vendor"  # has the package where no index has it
PAGE = ".page"  # stands for the suffix of the book's pages
# What sphinx-quickstart knows by name, and the name that each has in the book.
_TOP = {
    "conf.py.jinja": "conf.py",
    "Makefile.new.jinja": "Makefile",
    "make.bat.new.jinja": "make.bat",
}
_ROOT = "root_doc.rst.jinja"


class BookChoices(NamedTuple):
    """The choices of the author for the new book."""

    title: str
    author: str
    language: str = "en"
    game: str = ""
    markdown: bool = False
    look: str = ""


def template_path() -> Path:
    """Find the folder of templates: inside an installed package, at the top of a checkout."""
    package = Path(__file__).parent
    places = (package / TEMPLATES, package.parents[1] / TEMPLATES)
    for place in places:
        if place.is_dir():
            return place
    raise RulesError(f"the installation lacks its {TEMPLATES}: looked for {places[0]}")


def files_of(wanted: BookChoices) -> dict[str, str | bytes]:
    """Return the contents of each file of the book by its path."""
    from sphinx.util.template import FileRenderer

    from .package_source import wheel

    suffix = ".md" if wanted.markdown else ".rst"
    folder = template_path()
    templates = {name: f"index{suffix}" if name == _ROOT else _TOP[name] for name in (*_TOP, _ROOT)}
    for path in sorted((folder / "book").rglob(f"*{SUFFIX}")):
        name = path.relative_to(folder / "book").as_posix().removesuffix(SUFFIX)
        templates[f"book/{name}{SUFFIX}"] = name.replace(PAGE, suffix)
    renderer = FileRenderer([str(folder)])
    renderer.env.filters["toml"] = _toml
    packed = wheel()
    files: dict[str, str | bytes] = {}
    context = _context(wanted, suffix)
    if packed:
        context["requirement"] = f"./{VENDOR}/{packed.name}[book]"
    for template, name in templates.items():
        text = renderer.render(template, context)
        files[name] = re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
    if packed:
        files[f"{VENDOR}/{packed.name}"] = packed.data
    return files


def _toml(text: str) -> str:
    """Write a string of TOML, which escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def prose_of(language: str) -> str:
    """Return the language that the starter's pages are written in: English where we have none."""
    name = language.partition("_")[0].lower()
    written = {path.stem for path in (template_path() / "languages").glob("*.jinja")}
    return name if name in written else "en"


def _context(wanted: BookChoices, suffix: str) -> dict[str, Any]:
    """Return the names that templates use: those of sphinx-quickstart, and our own."""
    from docutils.utils import column_width

    from .package_source import requirement

    return {
        "book": True,
        "project": wanted.title,
        "project_underline": "=" * column_width(wanted.title),
        "author": wanted.author,
        "copyright": f"{time.strftime('%Y')}, {wanted.author}",
        "language": wanted.language,
        "prose": prose_of(wanted.language),
        "game": wanted.game or BLANK,
        "look": wanted.look or "chapbook",
        "suffix": suffix,
        "root_doc": "index",
        "rsrcdir": ".",
        "rbuilddir": "_build",
        "requirement": requirement("book"),
    }


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files into the folder. A file that is there already is never touched."""
    if folder.exists() and not folder.is_dir():
        raise RulesError(f"{folder} is a file; name a folder for the new book")
    there = [name for name in files if os.path.lexists(folder / name)]
    if there:
        names = ", ".join(there[:4]) + (" and more" if len(there) > 4 else "")
        raise RulesError(
            f"{folder} already has {names}; nothing was written. Name another folder, or move "
            "these out of the way"
        )
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        ends = "\r\n" if name.endswith(".bat") else "\n"
        data = text if isinstance(text, bytes) else text.replace("\n", ends).encode()
        with path.open("xb") as file:
            file.write(data)


def title_from(folder: Path) -> str:
    """Make a title from the folder's name: "night-ferry" is "Night Ferry"."""
    words = re.split(r"[-_\s]+", folder.resolve().name)
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or "Rulebook"


def author_here() -> str:
    """Return the author's name as git knows it."""
    try:
        asked = subprocess.run(
            ["git", "config", "user.name"], capture_output=True, encoding="utf-8", check=False
        )
    except OSError:
        return NOBODY
    return " ".join(asked.stdout.split()) or NOBODY
