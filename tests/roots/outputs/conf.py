"""A small book that uses everything once, for every output."""

project = "Dice"
author = "The authors"
copyright = "The authors"
version = release = "1"
extensions = ["myst_parser", "sphinxext.rulebook"]
myst_enable_extensions = ["substitution"]
myst_substitutions = {"often": "{odds}`direct(4) >= 2`"}
rulebook_rules = {"house": "house.toml", "narrative": "game:narrative"}
rst_prolog = """
.. role:: in-six(odds)
   :format: one-in
   :digits: 1
"""
numfig = True
epub_identifier = epub_uid = "dice"
epub_scheme = "URL"
man_pages = [("index", "dice", "Dice", "The authors", 6)]
texinfo_documents = [("index", "dice", "Dice", "The authors", "dice", "Dice.", "Games")]
latex_documents = [("index", "dice.tex", "Dice", "The authors", "manual")]
latex_elements = {
    "tableofcontents": r"\sphinxtableofcontents\listoftables",
    "extraclassoptions": "openany,oneside",
}
