project = "The Last Ferry"
author = "Ines Harrow"
copyright = "2026, Ines Harrow"
version = release = "1"
extensions = ["sphinxext.rulebook"]
html_theme = "furo"
exclude_patterns = ["_build"]
rulebook_subtitle = "A game of five dice and six answers"
rulebook_facts = ["2 to 5 players", "One evening"]
