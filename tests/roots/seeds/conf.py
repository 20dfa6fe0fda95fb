"""Five tables that real books typed by hand, beside the ones that come from their rules."""

project = "Five books"
author = copyright = "The authors"
version = "1"
extensions = ["myst_parser", "sphinxext.rulebook"]
rulebook_rules = {
    "uwr": "uwr.toml",
    "fons": "fons.toml",
    "unnamed": "unnamed.toml",
    "narrative": "narrative.toml",
}
