"""The manual of the rulebook extension, built with the extension itself."""

project = "Rulebook"
author = "the sphinxext-rulebook authors"
copyright = "2026, the sphinxext-rulebook authors"

extensions = ["myst_parser", "sphinx_design", "sphinxext.rulebook", "sphinxext.rulebook.hover"]
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
rulebook_rules = {
    name: f"game:{name}" for name in ("narrative", "uwr", "unnamed", "arrata", "fons")
}
numfig = True
html_theme = "furo"
html_title = "Rulebook"
exclude_patterns = ["_build"]
