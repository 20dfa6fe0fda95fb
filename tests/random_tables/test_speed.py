"""Reading a folder of strangers takes work that grows with its length, whatever is in it."""

import pytest

from sphinxext.rulebook.random_tables.finder import find
from sphinxext.rulebook.source.read import read_document
from tests.support.work import calls

LINES = 500
TEXTS = {
    "rules": "=== ===\na   b\n=== ===\n1   x\n2   y\n3   z\n=== ===\n\n",
    "tables": "| d6 | x |\n|--|--|\n| 1 | a |\n| 2 | b |\n| 4-6 | c |\n\n",
    "unclosed": "<table><tr><td>1\n",
    "quotes": "> " * 40 + "a\n",
    "dice": "d6 " * 20 + "\n\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_four_times_the_text_takes_four_times_the_work(name: str) -> None:
    text = TEXTS[name] * (LINES // TEXTS[name].count("\n"))
    once, four_times = (calls(lambda: find(read_document(text * n, markdown=True))) for n in (1, 4))  # noqa: B023
    assert four_times < 5 * once
