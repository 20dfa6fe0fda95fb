import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Code to look at"
extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.mathjax",
    "sphinxext.rulebook.hover",
]
myst_enable_extensions = ["colon_fence"]
hoverxref_auto_ref = True
hoverxref_roles = ["any", "term", "numref", "doc", "eq", "option", "envvar", "footnote", "citation"]
hoverxref_domains = ["py", "c", "cpp", "js", "rst"]
default_role = "any"
numfig = True
python_maximum_signature_line_length = 80
rulebook_preview_length = 0
