extensions = ["sphinxext.rulebook"]
project = "Łowcy 影"
language = "pl"
