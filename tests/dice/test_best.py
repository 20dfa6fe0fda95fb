"""The sum of the best few dice against the enumeration of every throw."""

from itertools import product
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.dice.best import Alike, sums_of_best
from sphinxext.rulebook.dice.packed import Keep

ways = st.lists(st.integers(0, 3), max_size=4).map(lambda some: [*some, 1])
pools = st.lists(st.builds(Alike, st.integers(1, 3), ways), min_size=1, max_size=3).filter(
    lambda dice: sum(each.many for each in dice) <= 5
)


@given(pools, st.integers(1, 6), st.booleans(), st.none() | st.integers(0, 15))
def test_every_throw_is_counted_once(
    dice: list[Alike], keep: int, highest: bool, most: int | None
) -> None:
    wanted: dict[int, int] = {}
    each = [list(enumerate(alike.ways)) for alike in dice for _ in range(alike.many)]
    for throw in product(*each):
        best = sorted((value for value, _ in throw), reverse=highest)[:keep]
        wanted[sum(best)] = wanted.get(sum(best), 0) + prod(many for _, many in throw)
    found = sums_of_best(dice, Keep(keep, highest), most)
    reach = range(max(wanted) + 1 if most is None else most + 1)
    padded = [*found, *[0] * len(reach)][: len(reach)]
    assert padded == [wanted.get(value, 0) for value in reach]
