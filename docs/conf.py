"""The manual, built with the extension itself; `five_books` builds the five rulebooks beside it."""

import sys
from pathlib import Path

from sphinxext.rulebook import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Rulebook"
author = "the sphinxext-rulebook authors"
copyright = "2026, the sphinxext-rulebook authors"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinxext.rulebook",
    "sphinxext.rulebook.hover",
    "shown",
    "flat_tabs",
    "five_books",
]
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
exclude_patterns = ["_build", "rulebooks"]

rulebook_rules = {
    "uwr": "game:uwr",
    "fons": "game:fons",
    "unnamed": "game:unnamed",
    "arrata": "game:arrata",
    "narrative": "game:narrative",
    "ferry": "ferry.toml",  # the small game of the first page
}
numfig = True
hoverxref_auto_ref = True
hoverxref_roles = ["term", "numref", "doc"]

# One look for the web, for print and for e-books.
rulebook_look = "daylight"
rulebook_paper = "a5"
rulebook_fonts = ["_fonts"]  # Chinese and Japanese, as far as the manual shows any
rulebook_subtitle = "The manual of the tool that keeps your numbers right"

html_theme = "furo"
html_title = "Rulebook"
html_static_path = ["_static"]
html_css_files = ["manual.css", "book.css"]
html_js_files = [("copy.js", {"defer": "defer"})]

# The PDF: parts for what the manual is made of, chapters that begin on the next page, and fonts
# that have every symbol of the text. DejaVu's monospace has the blocks of the bars, too.
SYMBOLS = "⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞→←⚀⚁⚂⚃⚄⚅☑"  # thirds, fifths, sixths, eighths, arrows, faces of dice
latex_engine = "xelatex"
latex_toplevel_sectioning = "part"
latex_documents = [("index", "rulebook.tex", project, author, "manual")]
latex_show_urls = "footnote"
latex_elements = {
    "papersize": "a4paper",
    "extraclassoptions": "openany,oneside",
    # Where the machine lacks Pagella, a font that every Sphinx for XeLaTeX comes with stands in.
    "fontpkg": r"""
\IfFontExistsTF{TeX Gyre Pagella}{\setmainfont{TeX Gyre Pagella}}{\setmainfont{FreeSerif}}
\IfFontExistsTF{TeX Gyre Heros}{\setsansfont{TeX Gyre Heros}}{\setsansfont{FreeSans}}
\setmonofont{DejaVu Sans Mono}[Scale=0.8]
% What Pagella lacks.
\newfontfamily\symbolfont{DejaVu Sans}[Scale=MatchLowercase]
\usepackage{newunicodechar}
"""
    + "\n".join(rf"\newunicodechar{{{c}}}{{{{\symbolfont {c}}}}}" for c in SYMBOLS),
    "fncychap": "",
    "preamble": r"""
\usepackage{titlesec}
\titleclass{\part}{top}
\titleformat{\part}[display]{\sffamily\bfseries\Huge}%
  {\large\color{TitleColor}Part \thepart}{1ex}{}[\vspace{.6ex}\titlerule]
\titlespacing*{\part}{0pt}{-2ex}{4ex}
\titleformat{\chapter}[display]{\sffamily\bfseries\huge}{}{0pt}{}[\vspace{.4ex}\titlerule]
\titlespacing*{\chapter}{0pt}{-4ex}{3ex}
\AtBeginDocument{\setcounter{secnumdepth}{-1}%
  \addto\captionsenglish{\renewcommand{\contentsname}{Contents}}}
% Charts stay near their text, and none has a page to itself that has room for more.
\renewcommand{\topfraction}{.9}\renewcommand{\bottomfraction}{.8}
\renewcommand{\textfraction}{.08}\renewcommand{\floatpagefraction}{.85}
""",
    "sphinxsetup": "TitleColor={HTML}{1b6357}, VerbatimColor={HTML}{f6f6f3}",
}

epub_show_urls = "no"  # readers tap a link; as footnotes they leave empty headings
epub_description = "The manual of the tool that keeps the numbers of your rulebook right"
