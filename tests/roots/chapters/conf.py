project = "Five games"
author = copyright = "The authors"
version = "1"
extensions = ["myst_parser", "sphinx_design", "sphinxext.rulebook"]
myst_enable_extensions = ["colon_fence"]
rulebook_rules = {
    name: f"game:{name}" for name in ("uwr", "fons", "unnamed", "arrata", "narrative")
}
