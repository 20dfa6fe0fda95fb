project = "Wanderings"
author = copyright = "The authors"
version = "1"
extensions = ["sphinxext.rulebook", "myst_parser"]
rulebook_rules = "game:uwr"
exclude_patterns = ["_build"]
