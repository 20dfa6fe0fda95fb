"""Events that ask for two things at once, in tables, charts and sentences of both markups."""

from __future__ import annotations

import pytest

from tests.support.books import Builder

CONF = 'extensions = ["myst_parser", "sphinxext.rulebook"]\n'
RULES = (
    "[check.normal]\n"
    'roll = "3d10, keep highest 2"\n'
    'takes.skill = { each = "+1", required = true }\n'
    'readings = { body = { is = "lowest" }, tens = "10" }\n'
    'outcomes = ["Miss: < 12", "Hit: otherwise"]\n'
)
REST = """\
Normal
======

.. toctree::

   more

.. dice-table:: Both
   :check: normal
   :rows: skill = 1..2
   :event: >= 15 and body >= 4

.. dice-table:: Columns
   :check: normal
   :rows: skill = 1..2
   :columns: events = ">= 15 and body >= 4", "outcome is Hit and tens >= 1"

.. dice-table:: Held
   :check: normal
   :rows: skill = 1..2
   :event: >= 15 and body >= 4

   ===== ======
   Skill Chance
   ===== ======
   1     27%
   2     31%
   ===== ======

It is :odds:`normal(2) >= 15 and body >= 4`.
"""
MYST = """\
# More

```{odds-chart} Both
:check: normal
:across: skill = 1..2
:event: "outcome is Hit and tens >= 1"
:data: show
```

It is {odds}`30% <normal(2) >= 15 and body >= 4>`.
"""


@pytest.mark.slow
def test_two_things_at_once_in_a_book(build: Builder) -> None:
    files = {"conf.py": CONF, "rules.toml": RULES, "index.rst": REST, "more.md": MYST}
    book = build("", files=files)
    (warning,) = [line for line in book.warnings if "rulebook" in line]
    assert '"31%" should be "30%"' in warning
    tables = [
        [[cell.get_text(strip=True) for cell in row.select("th, td")] for row in one.select("tr")]
        for one in book.soup().select("table")
    ]
    assert tables[0] == [["skill", "≥ 15 and body ≥ 4"], ["1", "27%"], ["2", "30%"]]
    assert tables[1][0][1:] == ["≥ 15 and body ≥ 4", "Hit and tens ≥ 1"]
    assert [row[1:] for row in tables[1][1:]] == [["27%", "27%"], ["30%", "27%"]]
    assert "It is 30%." in " ".join(book.soup().get_text(" ").split()).replace(" .", ".")
    more = book.soup("more.html")
    rows = [[c.get_text(strip=True) for c in r.select("th, td")] for r in more.select("tr")]
    assert rows == [["skill", "Hit and tens ≥ 1"], ["1", "27%"], ["2", "27%"]]
