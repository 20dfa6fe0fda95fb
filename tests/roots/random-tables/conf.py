project = "Tables"
author = "The authors"
extensions = ["sphinxext.rulebook", "myst_parser"]
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["_build"]
rulebook_rules = "game:uwr"
