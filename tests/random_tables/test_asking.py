"""A table is a check of the book's rules: asked, rolled, through other tables and modifiers."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.random_tables.dice import dice_of
from sphinxext.rulebook.random_tables.model import RandomTable
from sphinxext.rulebook.random_tables.numbering import numbered
from sphinxext.rulebook.random_tables.source import directives_in, read_table
from sphinxext.rulebook.rules.errors import RulesError
from sphinxext.rulebook.rules.explain.game import explain
from sphinxext.rulebook.rules.rules import Rules, load_game
from sphinxext.rulebook.source.document import Directive
from sphinxext.rulebook.source.read import read_document
from tests.random_tables.made_up import with_tables
from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

BOOK = Path(__file__).with_name("road.rst").read_text("utf-8")


def tables(text: str, rules: Rules) -> list[RandomTable]:
    return [read_table(rules, "", found) for found in found_in(text)]


def found_in(text: str) -> list[Directive]:
    return directives_in(read_document(text, markdown="```" in text, myst=True))


@pytest.fixture(scope="module")
def rules() -> Rules:
    uwr = load_game("uwr")
    return with_tables(uwr, tables(BOOK, uwr))


def chance(rules: Rules, question: str) -> Fraction:
    found = rules.ask(question).probability
    assert found is not None
    return found


def test_entries_are_numbered_by_their_weights(rules: Rules) -> None:
    road = tables(BOOK, rules)[0]
    assert [entry.label for entry in road.entries] == ["11–21", "22–55", "56–66"]
    assert [entry.name for entry in road.entries] == ["Wolves", "A pedlar", "Rain"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("road is Wolves", Fraction(7, 36)),
        ("road is Rain", Fraction(7, 36)),
        ("mood is friendly", Fraction(10, 36)),
        ("mood(charm=2) is friendly", Fraction(21, 36)),
        ("mood(charm=-1) is hostile", Fraction(15, 36)),
        ("names is Ivy", Fraction(2, 36)),
        ('hits is "You slip"', Fraction(8, 27)),
        ("names mean", None),
    ],
)
def test_a_row_is_asked_for_by_its_name(
    rules: Rules, question: str, expected: Fraction | None
) -> None:
    if expected is None:
        assert rules.ask(question).value is not None
    else:
        assert chance(rules, question) == expected


def test_the_noun_of_the_book_is_not_for_the_dice_of_a_table(rules: Rules) -> None:
    assert "- hostile: the total is 5 or less." in explain(rules.game(), "mood")
    assert " success" in explain(rules.game(), "hits").partition("- You hold: ")[2]  # by a check
    assert rules.game().check("mood").noun is None


def test_odds_go_through_every_level(rules: Rules) -> None:
    assert chance(rules, "road is friendly") == Fraction(22, 36) * Fraction(10, 36)
    assert chance(rules, "cargo is grain") == Fraction(2, 6) / (1 - Fraction(1, 6))
    assert chance(rules, "road is grain") == Fraction(22, 36) * Fraction(2, 5)


def test_rolling_twice_is_counted_as_every_roll_counts_it(rules: Rules) -> None:
    rows = ["A knife", "A rope", "A letter", "Nothing"]
    pairs = list(product(rows, rows))
    with_doubles = Fraction(sum("A knife" in pair for pair in pairs), len(pairs))
    assert chance(rules, "loot is A knife") == Fraction(1, 5) + Fraction(1, 5) * with_doubles
    apart = [pair for pair in pairs if pair[0] != pair[1]]
    without = Fraction(sum("A knife" in pair for pair in apart), len(apart))
    assert chance(rules, "more is A knife") == Fraction(1, 5) + Fraction(1, 5) * without


def test_given_dice_lead_to_a_row(rules: Rules) -> None:
    assert rules.judge("mood on 3 4").outcome == "busy"
    assert rules.judge("mood(charm=2) on 3 4").outcome == "friendly"
    assert rules.judge("road on 61").outcome == "Rain"


def luck(game: Rules, options: str) -> Rules:
    """The rules with a table on a check that comes to nothing or to 1 and more."""
    rows = "   ===  ===\n     0  No\n    1+  Yes\n   ===  ===\n"
    return with_tables(game, tables(f".. random-table::\n   :name: luck\n{options}\n{rows}", game))


def test_a_table_on_a_check_has_the_arguments_that_its_notation_says() -> None:
    arrata = load_game("arrata")
    rules = luck(arrata, "   :dice: stat(B5)\n")
    assert chance(rules, "luck is Yes") == chance(arrata, "stat(B5) >= 1")
    assert chance(rules, "luck(dice=3) is Yes") == chance(arrata, "stat(B3) >= 1")


def test_a_modifier_adds_to_what_a_check_counts() -> None:
    uwr = load_game("uwr")
    rules = luck(uwr, "   :dice: direct(4)\n   :modifier: hope = 0..2\n")
    assert chance(rules, "luck is Yes") == chance(uwr, "direct(4) >= 1")
    assert chance(rules, "luck(hope=1) is Yes") == 1


def test_a_circle_without_an_end_is_refused() -> None:
    text = "".join(
        f".. random-table::\n   :name: {a}\n   :dice: d6\n\n   - On to :ref:`{b}`\n"
        f"   - Or to :ref:`{b}` again\n\n"
        for a, b in (("one", "two"), ("two", "one"))
    )
    rules = with_tables(Rules({}), tables(text, Rules({})))
    with pytest.raises(RulesError, match="a roll on 'one' never ends"):
        rules.ask('one is "On to two"')


def test_a_table_may_not_take_the_name_of_a_check() -> None:
    uwr = load_game("uwr")
    text = ".. random-table::\n   :name: direct\n   :dice: d6\n\n   - a\n   - b\n"
    with pytest.raises(RulesError, match="named 'direct' already"):
        with_tables(uwr, tables(text, uwr))


@pytest.mark.parametrize(
    ("dice", "entries", "labels"), CASES["a_list_is_numbered_as_even_as_the_dice_allow"]
)
def test_a_list_is_numbered_as_even_as_the_dice_allow(
    dice: str, entries: int, labels: list[str]
) -> None:
    body = "".join(f"   - entry {n}\n" for n in range(entries))
    found = tables(f".. random-table::\n   :dice: {dice}\n\n{body}", Rules({}))
    assert [entry.label for entry in found[0].entries] == labels


@given(
    st.sampled_from(("d6", "d8", "2d4", "2d6", "3d4")),
    st.lists(st.integers(1, 9), min_size=2, max_size=4),
)
def test_no_other_numbering_is_nearer_to_the_weights(notation: str, weights: list[int]) -> None:
    dice = dice_of(notation)
    rules = Rules({})
    chances = {value: chance(rules, f"{notation} = {value}") for value in dice.values}

    def distance(rows: Sequence[Sequence[int]]) -> Fraction:
        shares = (sum(chances[value] for value in row) for row in rows)
        wanted = (Fraction(weight, sum(weights)) for weight in weights)
        return sum((abs(a - b) for a, b in zip(shares, wanted, strict=True)), Fraction(0))

    tried = (
        [dice.values[low:high] for low, high in pairwise((0, *cuts, len(dice.values)))]
        for cuts in combinations(range(1, len(dice.values)), len(weights) - 1)
    )
    found = numbered(dice, [Fraction(weight) for weight in weights], chances)
    assert distance(found) == min(map(distance, tried))


@pytest.mark.parametrize(("options", "body", "message"), CASES["what_cannot_be_numbered_is_told"])
def test_what_cannot_be_numbered_is_told(options: str, body: str, message: str) -> None:
    lines = [".. random-table:: Road"]
    lines += [f"   {line}" for line in [*options.splitlines(), "", *body.splitlines()]]
    with pytest.raises(RulesError, match=message):
        tables("\n".join(lines), Rules({}))


def test_an_example_in_a_code_block_is_no_table() -> None:
    text = ".. code-block:: rst\n\n   .. random-table:: Road\n      :dice: d6\n\n      - a\n"
    assert found_in(text) == []
    text = "````md\n```{random-table} Road\n:dice: d6\n\n- a\n```\n````\n"
    assert found_in(text) == []


def test_every_table_of_a_markdown_page_is_read() -> None:
    one = "```{random-table} One\n:dice: d6\n\n- a\n- b\n```\n\n"
    text = f"{one}````md\n{one}````\n\n:::{{note}}\n{one}:::\n\n```python\nx\n```\n\n{one}"
    assert len(found_in(text)) == 3


def piped(head: str, *rows: str) -> str:
    lines = "".join(f"| {row} |\n" for row in rows)
    bars = head.count("|") + 1
    return f"```{{random-table}} T\n\n| {head} |\n{'|-' * bars}|\n{lines}```\n"


def test_rows_of_two_rolls_beside_or_below_each_other_are_not_lost() -> None:
    for page in (
        piped("d6 | x | d6 | y", "1-3 | a | 1-2 | b", "4-6 | c | 3-6 | d"),
        piped("d6 | x", "1-3 | a", "4-6 | b", "1-2 | c", "3-6 | d"),
        piped("d6 | x", "1-3 | a", "4-6 | b", "**d6** | y", "1-2 | c", "3-6 | d"),
    ):
        with pytest.raises(RulesError, match="give each its own table"):
            tables(page, Rules({}))


def test_a_table_goes_on_below_its_head_repeated() -> None:
    page = piped("d6 | x", "1-2 | a", "3 | b", "**d6** | **x**", "4 | c", "5-6 | d")
    (table,) = tables(page, Rules({}))
    assert [(row.name, row.values) for row in table.entries] == [
        ("a", (1, 2)), ("b", (3,)), ("c", (4,)), ("d", (5, 6))
    ]  # fmt: skip


def test_rolls_are_kept_as_readers_see_them() -> None:
    (table,) = tables(piped("d6 | x", "**1-3** | *a*", "4&ndash;6 | b"), Rules({}))
    assert [(row.label, row.text) for row in table.entries] == [("1-3", "*a*"), ("4–6", "b")]


def test_an_underline_of_tildes_opens_no_fence() -> None:
    text = "Road\n~~~~\n\n.. random-table:: Road\n   :dice: d6\n\n   - a\n   - b\n"
    assert len(found_in(text)) == 1


def test_averages_stand_behind_the_dice(build: Builder) -> None:
    text = "Book\n====\n\n.. random-table:: Road\n   :dice: d6\n   :averages:\n\n"
    entries = "   - 2d6 wolves\n   - 1d4 × 10 coins and 3d6 (10½) more\n"
    book = build(files={"index.rst": text + entries}, strict=True)
    cells = [cell.get_text(" ", strip=True) for cell in book.soup().select("tbody td")]
    assert cells == ["2d6 (7) wolves", "1d4 × 10 (25) coins and 3d6 (10½) more"]
    dice = [each.get_text() for each in book.soup().select(".rulebook-dice")]
    assert dice == ["2d6 (7)", "1d4 × 10 (25)", "3d6 (10½)"]
