"""Charts as pictures. Matplotlib is imported here and nowhere else, when one must be drawn."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def _nobodys_settings() -> Iterator[None]:
    """A place from where matplotlib finds no settings of its user, and nothing to say of them."""
    if "matplotlib" in sys.modules:
        yield
        return
    name, here = "MATPLOTLIBRC", Path.cwd()
    before = os.environ.get(name)
    logger = logging.getLogger("matplotlib")
    level = logger.level
    os.environ[name] = os.devnull
    logger.setLevel(logging.ERROR)
    moved = (here / "matplotlibrc").exists()  # it looks beside us first, whatever else is said
    if moved:
        os.chdir(Path(__file__).parent)
    try:
        yield
    finally:
        if moved:
            os.chdir(here)
        logger.setLevel(level)
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


with _nobodys_settings():
    from .chart_files import FORMS, draw

__all__ = ["FORMS", "draw"]
