extensions = ["sphinxext.rulebook"]
exclude_patterns = ["_build"]
