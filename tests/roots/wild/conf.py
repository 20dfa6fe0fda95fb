"""Three chapters in the manner of real books, with mistakes planted in them."""

project = "Three chapters"
author = copyright = "The authors"
version = "1"
extensions = ["myst_parser", "sphinxext.rulebook"]
myst_enable_extensions = ["colon_fence"]
rulebook_rules = {
    "road": "rules/road.toml",
    "steps": "rules/steps.toml",
    "delve": "rules/delve.toml",
    "archive": "rules/archive.toml",
    "ember": "rules/ember.toml",
}
