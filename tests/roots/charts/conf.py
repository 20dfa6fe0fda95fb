"""Every kind of chart, with what makes each of them hard to draw."""

project = "Charts"
author = copyright = "The authors"
extensions = ["sphinxext.rulebook"]
numfig = True
rulebook_rules = {
    "narrative": "game:narrative",
    "uwr": "game:uwr",
    "unnamed": "game:unnamed",
    "arrata": "game:arrata",
    "fons": "game:fons",
    "long": "long.toml",
}
