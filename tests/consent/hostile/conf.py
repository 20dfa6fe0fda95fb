project = author = "B"
extensions = ["sphinxext.rulebook", "sphinxext.rulebook.hover"]
html_theme = "basic"
