"""The five rulebooks: a book beside the manual, which is built into its folder `rulebooks`."""

project = "Five rulebooks"
author = "the sphinxext-rulebook authors"
copyright = "2026, the sphinxext-rulebook authors"

extensions = ["myst_parser", "sphinxext.rulebook", "sphinxext.rulebook.hover"]
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
exclude_patterns = ["_build"]

rulebook_rules = {
    name: f"game:{name}" for name in ("uwr", "fons", "unnamed", "arrata", "narrative")
}
rulebook_look = "daylight"
rulebook_paper = "a5"
numfig = True
hoverxref_auto_ref = True
hoverxref_roles = ["term", "numref", "doc"]

html_theme = "furo"
html_title = "Five rulebooks"
html_static_path = ["../_static"]
html_css_files = ["book.css"]
