"""Tables that an author typed, in every syntax, each cell held at its own line."""

from __future__ import annotations

import pytest

from tests.drift.conftest import Judge

HEAD = """
.. dice-table::
   :check: direct
   :rows: dice = 1..3
   :columns: counts >= 1..3

"""
RST = {
    "grid": """
   +------+------+------+------+
   | dice | 1+   | 2+   | 3+   |
   +======+======+======+======+
   | 1    | 33%  | 0%   | 0%   |
   +------+------+------+------+
   | 2    | 91%  | 11%  | 92%  |
   +------+------+------+------+
   | 3    | 70%  | 93%  | 4%   |
   +------+------+------+------+
""",
    "grid without a head": """
   +------+------+------+------+
   |      | 1+   | 2+   | 3+   |
   +------+------+------+------+
   | 1    | 33%  | 0%   | 0%   |
   +------+------+------+------+
   | 2    | 91%  | 11%  | 92%  |
   +------+------+------+------+
   | 3    | 70%  | 93%  | 4%   |
   +------+------+------+------+
""",
    "grid with spans": """
   +------+--------------------+
   | dice | successes          |
   |      +------+------+------+
   |      | 1+   | 2+   | 3+   |
   +======+======+======+======+
   | 1    | 33%  | 0%          |
   +------+------+------+------+
   | 2    | 91%  | 11%  | 92%  |
   +------+------+------+------+
   | 3    | 70%  | 93%  | 4%   |
   +------+------+------+------+
""",
    "simple": """
   =====  ====  ====  ====
   dice   1+    2+    3+
   =====  ====  ====  ====
   1      33%   0%    0%
   2      91%   11%   92%
   3      70%   93%   4%
   =====  ====  ====  ====
""",
    "simple with spans and bold": """
   .. table:: Pools

      =====  ====  ====  ====
      \\      successes
      -----  ----------------
      dice   1+    2+    3+
      =====  ====  ====  ====
      **1**  33%   0%    0%
      **2**  91%   11%   **92%**
      **3**  70%   93%   4%
      =====  ====  ====  ====
""",
    "csv": """
   .. csv-table::
      :header: dice, 1+, 2+, 3+

      1, 33%, 0%, 0%
      2, 91%, 11%, "92%"
      3, 70%, 93%, 4%
""",
    "csv with long cells": """
   .. csv-table:: Pools
      :header-rows: 1
      :widths: 1, 1, 1, 1
      :delim: ;

      dice; 1+; 2+; 3+
      "1

      die"; 33%; 0%; 0%
      2; "91%"; "

      11%
      "; "92%"

      3; 70%; 93%; 4%
""",
    "list": """
   .. list-table::
      :header-rows: 1
      :stub-columns: 1

      * - dice
        - 1+
        - 2+
        - 3+
      * - 1
        - 33%
        - 0%
        - 0%
      * - 2
        - 91%
        - 11%
        - 92%
      * - 3
        - 70%
        - 93%
        - 4%
""",
    "list with long cells": """
   .. list-table::

      * - dice
        - 1+
        - 2+
        - 3+
      * - 1
        - 33%
        -
        - no chance: 0%
      * - A pair

          of 2 dice
        - 91%

          .. really
        - 11%
        - .. container:: loud

             - 92%
      * - 3
        - 70%
        - 93%
        - 4%
""",
    "footnotes": """
   ====  =====  =======  ====
   dice  1+     2+       3+
   ====  =====  =======  ====
   1     33%    0% [#]_  –
   2     91%    11%      92%
   3     70%    93%      4%
   ====  =====  =======  ====

   .. [#] Not with a single die.
""",
    "empty cells": """
   ====  =====  =======  ====
   dice  1+     2+       3+
   ====  =====  =======  ====
   1     33%             \\-
   2     91%    11%      92%
   3     70%    93%      4%
   ====  =====  =======  ====
""",
}
MD_HEAD = """
````{dice-table} Pools
:check: direct
:rows: dice = 1..3
:columns: counts >= 1..3

"""
MD = {
    "pipes": """
| dice | 1+ | 2+ | 3+ |
| --: | :-- | --- | --- |
| 1 | 33% | 0% | 0% |
| **2** | 91% | 11% | 92% |
| 3 | 70% | **93%** | 4% |
""",
    "pipes without edges": """
dice | 1+ | 2+ | 3+
--- | --- | --- | ---
1 | 33% | | –
2 | 91% | 11% | 92%
3 | 70% | 93% | 4%
""",
    "list in colons": """
:::{list-table}
:header-rows: 1

* - dice
  - 1+
  - 2+
  - 3+
* - 1
  - 33%
  - 0%
  - 0%
* - 2
  - 91%
  - 11%
  - 92%
* - 3
  - 70%
  - 93%
  - 4%
:::
""",
    "csv in colons": """
:::{csv-table}
:header-rows: 1

dice, 1+, 2+, 3+
1, 33%, 0%, 0%
2, 91%, 11%, "92%"
3, 70%, 93%, 4%
:::
""",
    "table in colons": """
:::{table} Pools

| dice | 1+ | 2+ | 3+ |
| --: | :-- | --- | --- |
| 1 | 33% | 0% | 0% |
| **2** | 91% | 11% | 92% |
| 3 | 70% | **93%** | 4% |
:::
""",
    "eval-rst": """
```{eval-rst}
====  =====  =======  ====
dice  1+     2+       3+
====  =====  =======  ====
1     33%             \\-
2     91%    11%      92%
3     70%    93%      4%
====  =====  =======  ====
```
""",
}
WRONG = ("91%", "92%", "93%")


def indented(text: str, by: str) -> str:
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))


AROUND = {
    "plain": "{}",
    "deep": """
.. container:: outer

   .. admonition:: Odds
      :class: tip

      - A list with a table:

{2}
""",
    "tabs": """
.. tab-set::

   .. tab-item:: One

{1}
""",
    "only": """
.. only:: drift

{0}
""",
}


@pytest.mark.parametrize("kind", RST)
def test_each_wrong_cell_of_a_table_is_named_at_its_line(judge: Judge, kind: str) -> None:
    judged = judge(HEAD + RST[kind])
    assert sorted(judged.found) == judged.places(*WRONG), judged.text
    assert judged.checked == 9


@pytest.mark.parametrize("kind", MD)
def test_so_it_is_in_markdown(judge: Judge, kind: str) -> None:
    judged = judge(MD_HEAD + MD[kind] + "````\n", markdown=True)
    assert sorted(judged.found) == judged.places(*WRONG), judged.text
    assert judged.checked == 9
