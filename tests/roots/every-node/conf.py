"""A book with every kind of node that Sphinx, MyST and sphinx-design make."""

project = "The Stranger"
author = copyright = "Somebody"
extensions = [
    "sphinxext.rulebook",
    "myst_parser",
    "sphinx_design",
    "sphinx.ext.todo",
    "sphinx.ext.extlinks",
    "sphinx.ext.ifconfig",
    "sphinx.ext.autosectionlabel",
]
autosectionlabel_prefix_document = True
todo_include_todos = True
numfig = True
html_theme = "basic"
extlinks = {"issue": ("https://example.org/%s", "issue %s")}
myst_enable_extensions = [
    "colon_fence", "deflist", "substitution", "dollarmath", "amsmath", "fieldlist", "html_image",
    "tasklist", "attrs_inline", "attrs_block", "replacements", "smartquotes", "strikethrough",
]  # fmt: skip
myst_substitutions = {"hero": "Substhero"}
rst_prolog = ".. |fog| replace:: the *fogsubst* rolls\n"
suppress_warnings = ["myst.strikethrough"]  # it warns that only HTML strikes words through
