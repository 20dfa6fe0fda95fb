"""Books for the tests: built for real, once for all the workers that look at them."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

ROOTS = Path(__file__).parent.parent / "roots"


@dataclass(frozen=True)
class Book:
    """A book that was built: its pages, and what the build warned of."""

    folder: Path
    warnings: str

    def page(self, name: str) -> str:
        """The markup of a page."""
        return (self.folder / name).read_text("utf-8")

    def links(self, name: str) -> dict[str, str]:
        """The classes of the links in a page, by their text."""
        found = re.findall(
            r'<a class="([^"]*)" href="[^"]*"[^>]*>(.*?)</a>', self.page(name), re.DOTALL
        )
        return {re.sub(r"<[^>]*>", "", text): classes for classes, text in found}

    def previews(self, name: str) -> dict[str, list[Any]]:
        """The previews that are kept for a page, by id; none where no file is there."""
        kept = self.kept(name)
        parts = [self.kept(f"{name}~{number}") for number in range(len(kept.get("parts", [])))]
        return {
            id_: entry for each in (kept, *parts) for id_, entry in each.get("previews", {}).items()
        }

    def kept(self, name: str) -> dict[str, Any]:
        """All that is kept for a page."""
        path = self.folder / "_static" / "rulebook-previews" / f"{name}.js"
        if not path.is_file():
            return {}
        packed = path.read_text("ascii").split('"')[1]
        return dict(json.loads(zlib.decompress(base64.b64decode(packed))))

    def files(self) -> set[str]:
        """Every file, relative to the book."""
        return {
            path.relative_to(self.folder).as_posix()
            for path in self.folder.rglob("*")
            if path.is_file()
        }


def build(source: Path, out: Path, builder: str = "html", jobs: int = 1, **settings: Any) -> Book:
    """A book, built in this process."""
    warnings = io.StringIO()
    with patch_docutils(str(source)), docutils_namespace():
        app = Sphinx(
            str(source),
            str(source),
            str(out / builder),
            str(out / "doctrees"),
            builder,
            confoverrides=settings,
            status=None,
            warning=warnings,
            parallel=jobs,
        )
        app.build()
    return Book(out / builder, warnings.getvalue())


def build_apart(
    source: Path, out: Path, builder: str = "html", jobs: int = 1, **settings: Any
) -> Book:
    """A book, built in a process of its own: some themes leave their mark on the process."""
    command = [sys.executable, "-W", "ignore", "-m", "sphinx", "-q", f"-j{jobs}", "-b", builder]
    command += [f"-D{name}={value}" for name, value in settings.items()]
    command += ["-d", str(out / "doctrees"), str(source), str(out / builder)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Book(out / builder, done.stderr)


def write(source: Path, conf: str = "", **pages: str) -> Path:
    """A source folder with a few pages; `__` in a name stands for a folder."""
    source.mkdir(parents=True, exist_ok=True)
    (source / "conf.py").write_text(conf or 'extensions = ["sphinxext.rulebook.hover"]\n', "utf-8")
    for name, text in pages.items():
        path = source / f"{name.replace('__', '/')}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return source


def once(folder: Path, make: Any) -> None:
    """Have one worker make a folder, and the others wait until it is whole."""
    done = folder.with_name(f"{folder.name}.done")
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        for _ in range(1200):
            if done.exists():
                return
            time.sleep(0.1)
        raise TimeoutError(folder) from None
    try:
        done.write_text(make() or "", "utf-8")
    except BaseException:
        shutil.rmtree(folder)
        raise
