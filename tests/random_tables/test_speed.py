"""Reading a folder of strangers takes time that grows with its length, whatever is in it."""

from __future__ import annotations

import time

import pytest

from sphinxext.rulebook.random_tables.finder import find

LINES = 3000
TEXTS = {
    "rules": "=== ===\na   b\n=== ===\n1   x\n2   y\n3   z\n=== ===\n\n",
    "fences": "```x\n",
    "comments": "<!-- a\n",
    "dashes": "a b\n--- ---\n1 2\n\n",
    "tables": "| d6 | x |\n|--|--|\n| 1 | a |\n| 2 | b |\n| 4-6 | c |\n\n",
    "unclosed": "<table><tr><td>1\n",
    "items": "- 1: a\n",
    "quotes": "> " * 40 + "a\n",
    "dice": "d6 " * 20 + "\n\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_four_times_the_text_takes_about_four_times_as_long(name: str) -> None:
    took = []
    for times in (1, 4):
        text = TEXTS[name] * (times * LINES // TEXTS[name].count("\n"))
        began = time.process_time()
        find(text, markdown=True)
        took.append(time.process_time() - began)
    assert took[1] < 8 * took[0] + 0.5
