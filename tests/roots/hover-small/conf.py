project = "Hover, small"
extensions = ["sphinxext.rulebook.hover"]
hoverxref_roles = ["ref", "citation"]
html_baseurl = "https://example.org/book/"
