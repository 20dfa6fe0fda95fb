"""The manual of the rulebook extension, built with the extension itself."""

project = "Rulebook"
author = "the sphinxext-rulebook authors"
copyright = "2026, the sphinxext-rulebook authors"

extensions = ["myst_parser", "sphinx_design", "sphinxext.rulebook", "sphinxext.rulebook.hover"]
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
html_theme = "furo"
html_title = "Rulebook"
exclude_patterns = ["_build"]

rulebook_rules = {name: f"game:{name}" for name in ("uwr", "fons", "unnamed", "arrata", "narrative")}
