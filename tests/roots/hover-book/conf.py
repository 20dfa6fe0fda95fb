project = "Hover book"
author = "Someone"
extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinx.ext.mathjax",
    "sphinxext.rulebook",
    "sphinxext.rulebook.hover",
]
rulebook_rules = "game:uwr"
myst_enable_extensions = ["colon_fence"]
mathjax_path = "mathjax.js"
mathjax3_config = {"tex": {"tags": "none"}}
html_static_path = ["_static"]
hoverxref_auto_ref = True
hoverxref_roles = ["numref", "term", "doc", "eq"]
hoverxref_role_types = {"hoverxref": "tooltip"}
numfig = True
exclude_patterns = ["left-out.rst"]
html_theme = "alabaster"
