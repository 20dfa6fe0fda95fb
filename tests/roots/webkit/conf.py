extensions = ["sphinxext.rulebook", "sphinxext.rulebook.hover"]
rulebook_rules = "game:uwr"
