"""Keeps the machine out of the tests: its fonts, its locale and its time zone change nothing."""

import atexit
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import matplotlib as mpl
from jinja2 import Environment
from matplotlib import font_manager
from sphinx import theming

LETTERS = Path(mpl.get_data_path(), "fonts", "ttf")  # DejaVu and STIX come with matplotlib
JAPANESE = Path("/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf")
# What a shell or a CI says about the reader of the output.
SAID = ("COLUMNS", "FORCE_COLOR", "GITHUB_ACTIONS", "LANGUAGE", "NO_COLOR", "SOURCE_DATE_EPOCH")

FONTCONFIG = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>{letters}</dir><cachedir>{cache}</cachedir>
<selectfont>
<rejectfont><glob>{letters}/*</glob></rejectfont>
<acceptfont><glob>{letters}/DejaVu*</glob><glob>{letters}/STIXGeneral*</glob></acceptfont>
</selectfont>
<alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias><family>serif</family><prefer><family>STIXGeneral</family></prefer></alias>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


def keep_out() -> None:
    """Give this process, and all that it starts, the locale, zone and fonts of the tests."""
    for name in [*SAID, *(name for name in os.environ if name.startswith("LC_"))]:
        os.environ.pop(name, None)
    os.environ.update(LANG="C.UTF-8", TZ="UTC")
    if hasattr(time, "tzset"):
        time.tzset()
    fonts = [str(JAPANESE)] if JAPANESE.is_file() else []
    font_manager.findSystemFonts = lambda *_, **__: fonts
    compile_templates_once()
    # What is installed does not change, and to look it up is a tenth of a small build.
    vars(theming)["entry_points"] = cache(metadata.entry_points)
    logging.disable(logging.DEBUG)  # Sphinx makes hundreds of records a build that nobody sees


def compile_templates_once() -> None:
    """Keep the code of each template in this process: to compile it is half of a small build."""
    compiled, known = Environment.compile, dict[Any, Any]()

    def compile_once(self: Environment, *args: Any, **options: Any) -> Any:
        key = (type(self), *sorted(self.extensions), *args, *options.items())
        if key not in known:
            known[key] = compiled(self, *args, **options)
        return known[key]

    Environment.compile = compile_once  # type: ignore[method-assign]


@cache
def fonts() -> Mapping[str, str]:
    """Return what to set for a browser, so that it knows the fonts of the tests alone."""
    folder = Path(tempfile.mkdtemp(prefix="rulebook-fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "fonts.conf"
    file.write_text(FONTCONFIG.format(letters=LETTERS, cache=folder / "cache"), "utf-8")
    return {"FONTCONFIG_FILE": str(file)}


def readable() -> str:
    """Return the folders of the fonts and of their list, as Firefox wants them."""
    folders = (LETTERS, *(Path(file).parent for file in fonts().values()))
    return ",".join(f"{folder.resolve()}/" for folder in folders)
