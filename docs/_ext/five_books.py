"""Builds the five rulebooks into a folder of the manual: a book with a search of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import SphinxError


def setup(app: Sphinx) -> dict[str, Any]:
    """Build the book when the manual is done."""
    app.connect("build-finished", _build)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _build(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    kept = Path(app.doctreedir).with_name(f"{Path(app.doctreedir).name}-rulebooks")
    out = Path(app.outdir) / "rulebooks"
    options = ["-q", "-W", "--keep-going", "-b", "html", "-d", str(kept)]
    source = str(Path(app.srcdir) / "rulebooks")
    command = [sys.executable, "-m", "sphinx", *options, source, str(out)]
    if subprocess.run(command, check=False).returncode:
        raise SphinxError("the five rulebooks have warnings, which stand above")
