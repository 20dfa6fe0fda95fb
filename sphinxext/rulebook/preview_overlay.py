"""The box at the foot of a preview: everything that is wrong with the book just now.

sphinx-autobuild runs this module before and after each build. Before one nothing is known, so the
page says that the build stopped; what Sphinx wrote of its warnings replaces that when it is done.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TAG = "rulebook_preview"  # a build whose pages show what is wrong with the book
SCRIPT = "rulebook-problems.js"
WARNINGS = "warnings.txt"
STOPPED = "The build stopped, so this page is as it was before. The terminal says why."
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_KIND = re.compile(r" \[[\w.-]+\]$")

_EMPTY_PAGE = f"""\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Preview</title>
<script src="_static/{SCRIPT}"></script></head><body></body></html>
"""


def show_in_pages(app: Sphinx) -> None:
    """Have every page of a preview load what is wrong."""
    if TAG in app.tags:
        app.add_js_file(SCRIPT)


def before(folder: Path, conf: Path) -> list[str]:
    """Tell what is wrong before the build; write a first page if there is none."""
    index = folder / "html" / "index.html"
    if not index.exists():
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text(_EMPTY_PAGE, encoding="utf-8")
    (folder / WARNINGS).unlink(missing_ok=True)
    try:
        ast.parse(conf.read_bytes(), str(conf))
    except (OSError, SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = getattr(error, "msg", None) or str(error)
        return [STOPPED, f"{conf.name}:{line}: {reason}"]
    return [STOPPED]


def after(folder: Path, conf: Path) -> list[str]:
    """The warnings of Sphinx, one line each, with paths from the book's folder."""
    place = folder / WARNINGS
    text = place.read_text(encoding="utf-8", errors="replace") if place.is_file() else ""
    found = []
    for line in _COLOURS.sub("", text).splitlines():
        line = _KIND.sub("", line).replace(f"{conf.parent.resolve()}/", "")
        if " WARNING: " in line or " ERROR: " in line or " CRITICAL: " in line:
            found.append(re.sub(r" (WARNING|ERROR|CRITICAL): ", " ", line, count=1))
        elif line.startswith(("WARNING: ", "ERROR: ")):
            found.append(line.partition(": ")[2])
    return found


def say(folder: Path, problems: list[str]) -> None:
    """Write what is wrong where the pages look for it."""
    script = folder / "html" / "_static" / SCRIPT
    script.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps(problems).replace("</", "<\\/")
    show = Path(__file__).with_suffix(".js").read_text("utf-8")
    script.write_text(f"window.rulebookProblems = {data};\n{show}", encoding="utf-8")


if __name__ == "__main__":
    when, folder, conf = sys.argv[1:]
    say(Path(folder), (before if when == "before" else after)(Path(folder), Path(conf)))
