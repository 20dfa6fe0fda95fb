"""Counts what suggestions find in pages whose figures are marked, and what they should not find."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules

MARK = re.compile(r"⟦([^⟧→]*?)(?: → ([^⟧]*))?⟧")
FigureAt = tuple[int, str]


@dataclass(frozen=True)
class Score:
    """The counts of a page, or of several."""

    figures: int = 0
    found: int = 0
    false: int = 0  # pointed out, and no figure
    wrong: int = 0  # wrong by themselves
    called: int = 0  # and said to be, with what is right
    falsely: int = 0  # said to be wrong, and right
    lines: int = 0
    details: tuple[str, ...] = ()

    def __add__(self, other: Score) -> Score:
        """Both counts together."""
        return Score(
            *(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__)
        )

    def row(self, name: str) -> str:
        """The counts as a row."""
        return (
            f"{name:18} {self.figures:8} {self.found:6} {self.false:6} "
            f"{self.wrong:6} {self.called:7} {self.falsely:8}"
        )


def score(path: Path) -> Score:
    """The counts of a marked page; of a table it is enough that one cell is pointed out."""
    marked = path.read_text("utf-8").split("\n")
    wanted: Counter[FigureAt] = Counter()
    wrong: Counter[tuple[int, str, str]] = Counter()
    for number, line in enumerate(marked, 1):
        for match in MARK.finditer(line):
            wanted[number, _plain(match[1])] += 1
            if match[2]:
                wrong[number, _plain(match[1]), _plain(match[2])] += 1
    text = MARK.sub(lambda match: match[1], "\n".join(marked))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / path.name
        page.write_text(text, encoding="utf-8")
        said = suggestions([page], Rules({}), Style())
    own = [each for each in said if each.right is not None or "random-table" not in each.write]
    got = Counter({(each.line, _plain(each.found)): 1 for each in own})
    called = Counter(
        (each.line, _plain(each.found), _plain(each.right)) for each in own if each.right
    )
    missed, false = wanted - got, got - wanted
    details = (
        *(f"{line}: missed {text}" for line, text in sorted(missed)),
        *(f"{line}: false {text}" for line, text in sorted(false)),
        *(f"{line}: not called wrong: {old} → {new}" for line, old, new in sorted(wrong - called)),
        *(f"{line}: falsely wrong: {old} → {new}" for line, old, new in sorted(called - wrong)),
    )
    return Score(
        figures=sum(wanted.values()),
        found=sum((wanted & got).values())
        + sum(count - 1 for each, count in wanted.items() if count > 1 and each in got),
        false=sum(false.values()),
        wrong=sum(wrong.values()),
        called=sum((wrong & called).values()),
        falsely=sum((called - wrong).values()),
        lines=len(marked),
        details=details,
    )


def _plain(text: str) -> str:
    return " ".join(text.split()).strip("~ ")
