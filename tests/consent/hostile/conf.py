project = author = "B"
extensions = ["sphinxext.rulebook", "sphinxext.rulebook.hover"]
html_theme = "basic"
rulebook_rules = {
    "own": "rules.toml",
    "beside": "beside.toml",
    "linked": "linked.toml",
    "absolute": "absolute.toml",
}
