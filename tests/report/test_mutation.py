"""Every number of the rules that ship, altered: the check of a book that holds them goes red."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.drift.report.coverage import key_path
from sphinxext.rulebook.rules.file.numbers import numbers
from sphinxext.rulebook.rules.file.reader import game_path
from tests.support.books import ROOTS
from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)

GAMES = ("uwr", "fons", "unnamed", "arrata", "narrative")
EVERY = 9  # of so many mutations one is tried every day
# "< 1" for "< 0" means the same beside "0", which is the narrower of the two.
SAME = {"unnamed:check.pull.outcomes.Failure.when"}


class Mutation(NamedTuple):
    """One number of a rules file, raised by one."""

    game: str
    path: tuple[str, ...]
    text: str  # the whole file, altered

    def __str__(self) -> str:
        return f"{self.game}:{'.'.join(self.path)}"


def mutations(game: str) -> Iterator[Mutation]:
    """Each number of the game's own file altered where it stands, and nothing else with it."""
    text = game_path(game).read_text("utf-8")
    before = dict(numbers(tomllib.loads(text)))
    for match in re.finditer(r"\d+", text):
        raised = text[: match.start()] + str(int(match[0]) + 1) + text[match.end() :]
        try:
            after = dict(numbers(tomllib.loads(raised)))
        except tomllib.TOMLDecodeError:
            continue
        changed = [path for path in before if after.get(path) != before[path]]
        if after.keys() == before.keys() and len(changed) == 1:
            yield Mutation(game, changed[0], raised)


@cache
def every() -> list[Mutation]:
    """Each mutation of each game."""
    return [mutation for game in GAMES for mutation in mutations(game)]


def test_no_number_is_left_out() -> None:
    for game in GAMES:
        known = {path for path, _ in numbers(tomllib.loads(game_path(game).read_text("utf-8")))}
        assert known == {mutation.path for mutation in every() if mutation.game == game}


class Held:
    """A book with rules files of its own, checked again and again."""

    def __init__(self, rulebook: Run, page: str = "") -> None:
        self.rulebook, self.folder = rulebook, rulebook.folder / "book"
        folder = self.folder
        if page:
            folder.mkdir()
            (folder / "index.rst").write_text(f"Odds\n====\n\n{page}\n", "utf-8")
            conf = 'extensions = ["sphinxext.rulebook"]\nrulebook_rules = "game:uwr"\n'
        else:
            shutil.copytree(ROOTS / "chapters", folder)
            conf = (folder / "conf.py").read_text("utf-8")
        for game in GAMES:
            self.write(game, game_path(game).read_text("utf-8"))
        named = {game: f"{game}.toml" for game in GAMES}
        (folder / "conf.py").write_text(f"{conf}\nrulebook_rules = {named!r}\n", "utf-8")
        self.status, self.report = self.check()

    def write(self, game: str, text: str) -> None:
        # What another file builds on is altered with it, as it would be in the package.
        text = text.replace('extends = "game:', 'extends = "').replace('"uwr"\n', '"uwr.toml"\n')
        (self.folder / f"{game}.toml").write_text(text, "utf-8")

    def check(self) -> tuple[int, dict[str, Any]]:
        return self.rulebook.check(self.folder)

    def notices(self, mutation: Mutation) -> bool:
        """Whether the check goes red for the mutation."""
        self.write(mutation.game, mutation.text)
        status, _ = self.check()
        self.write(mutation.game, game_path(mutation.game).read_text("utf-8"))
        return status != 0

    def unshown(self, mutation: Mutation) -> bool:
        """Whether the number is listed as one that no page shows."""
        listed = {"game": mutation.game, "kind": "number", "name": key_path(mutation.path)}
        return listed in self.report["undocumented"]


def escaped(held: Held, tried: list[Mutation]) -> list[str]:
    """The mutations that nothing says: a number that could move unnoticed."""
    assert held.status == 0
    return [str(each) for each in tried if not held.unshown(each) and not held.notices(each)]


def test_a_sample_of_altered_numbers_turns_the_check_red(rulebook: Run) -> None:
    assert escaped(Held(rulebook), every()[::EVERY]) == []


def test_a_default_in_its_short_form_is_shown_by_what_has_it(rulebook: Run) -> None:
    roll = "dice d6, success on (5 - favor)+"
    rules = f"name = 'R'\n[check.hit]\nroll = '{roll}'\ntakes.dice = {{}}\ntakes.favor = 0\n"
    page = "33% <!-- odds: hit(1{}) >= 1 -->\n"
    rulebook.write({"rules.toml": rules, "page.md": page.format("")})
    assert rulebook.check()[1]["undocumented"] == []
    rulebook.write({"page.md": page.replace("33", "50").format(", favor=1")})
    assert [each["name"] for each in rulebook.check()[1]["undocumented"]] == ["hit.favor"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_altered_number_turns_the_check_red(rulebook: Run, game: str) -> None:
    held = Held(rulebook)
    tried = [mutation for mutation in every() if mutation.game == game]
    assert set(escaped(held, tried)) == SAME & set(map(str, tried))
    # This book holds everything, so that no number escapes by being listed.
    assert [each for each in held.report["undocumented"] if each["kind"] == "number"] == []


@pytest.mark.slow
@pytest.mark.parametrize("claim", CASES["one_claim"])
def test_where_a_book_claims_little_the_rest_is_listed(rulebook: Run, claim: str) -> None:
    held = Held(rulebook, claim)
    game = claim.partition("<")[2].partition(":")[0]
    assert escaped(held, [mutation for mutation in every() if mutation.game == game]) == []
