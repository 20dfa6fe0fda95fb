"""A wrong figure that was right once: the check names the older lock."""

from pathlib import Path

import pytest

from sphinxext.rulebook.drift.lock.older import earlier_versions
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.locked import git

CASES = cases_of(__file__)
RULES = CASES["rules"]
ROWS = "".join(f"| {dice} | {shown} |\n" for dice, shown in enumerate((33, 56, 70, 80, 87, 91), 1))
PAGE = CASES["page"]


def lock_as_rules_are(rulebook: Run) -> None:
    """Lock the book with its figures mended, and put its page back as it was."""
    assert (rulebook("fix", ".").status, rulebook("lock", ".").status) == (0, 0)
    rulebook.write({"dice.md": PAGE})


def reasons(rulebook: Run) -> list[str]:
    """The reason of each wrong figure; the second one of the page has none."""
    drift = rulebook.check()[1]["drift"]
    assert [each["line"] for each in drift] == [1, 1, *range(7, 13)]
    return [each["why"] for each in drift]


def test_the_lock_for_which_the_figures_were_right_is_named(
    rulebook: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = Path("odds.lock.json")
    rulebook.write({"rules.toml": RULES, "dice.md": PAGE})
    lock_as_rules_are(rulebook)
    kept = lock.read_bytes()
    git(rulebook.folder, "init", "-q")
    git(rulebook.folder, "add", ".")
    git(rulebook.folder, "commit", "-q", "-m", "one")
    rulebook.write({"rules.toml": RULES.replace("5+", "4+")})

    # The rules were edited, and nobody has locked the book again.
    by = "matches odds.lock.json"
    found = reasons(rulebook)
    assert found[0] == by
    assert by not in found[1]
    assert found[2:] == [f"the whole table {by}"] * 6

    # The book was locked again: git has the lock of before, and of a third edit both.
    lock_as_rules_are(rulebook)
    git(rulebook.folder, "commit", "-q", "-a", "-m", "two")
    rulebook.write({"rules.toml": RULES.replace("5+", "3+")})
    lock_as_rules_are(rulebook)
    git(rulebook.folder, "commit", "-q", "-a", "-m", "three")
    oldest = list(earlier_versions(lock.absolute(), 9))[-1]
    assert oldest.data == kept
    found = reasons(rulebook)
    assert found[0] == f"{by} of {oldest.day} ({oldest.commit})"
    assert set(found[2:]) == {f"the whole table {found[0]}"}

    # Without git, a kept file tells as much; without either, nothing is said.
    monkeypatch.setenv("PATH", "")
    assert by not in "".join(reasons(rulebook))
    rulebook.write({"second-edition.lock.json": kept})
    assert reasons(rulebook)[0] == "matches second-edition.lock.json"
