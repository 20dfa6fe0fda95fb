"""The manual of the rulebook extension, built with the extension itself."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Rulebook"
author = "the sphinxext-rulebook authors"
copyright = "2026, the sphinxext-rulebook authors"

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinxext.rulebook",
    "sphinxext.rulebook.hover",
    "shown",
]
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
rulebook_rules = {
    name: f"game:{name}" for name in ("uwr", "fons", "unnamed", "arrata", "narrative")
}
numfig = True
html_theme = "furo"
html_title = "Rulebook"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
exclude_patterns = ["_build"]
