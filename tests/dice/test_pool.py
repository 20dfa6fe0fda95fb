"""Pools of dice beside the enumeration of every throw."""

import doctest
import random
import tracemalloc
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from math import prod
from types import ModuleType

import pytest

from sphinxext.rulebook import dice as library
from sphinxext.rulebook.dice import Dice, Keep, Look, SetOf, die, folds, law, pool, throws
from sphinxext.rulebook.dice.folds import Fold
from sphinxext.rulebook.dice.packed import ALL, DROPPED, KEPT

READINGS: dict[str, Callable[[], Fold]] = {
    "highest": folds.highest,
    "lowest": folds.lowest,
    "same": folds.same,
    "sets": lambda: folds.sets(2),
    "height": lambda: folds.height(2),
    "width": lambda: folds.width(2),
    "row": folds.row,
    "groups": lambda: folds.groups(5),
}
DUELS = {
    "cancelled": lambda: folds.without(folds.counted(lambda face: face >= 2)),
    "beats": folds.beats,
    "ties": folds.ties,
}


def by_hand(name: str, sides: list[list[int]]) -> int:
    """Read sorted faces as a player would."""
    mine = sorted(sides[0], reverse=True)
    counts = Counter(mine)
    if name in DUELS:
        theirs = sorted(sides[1], reverse=True)
        pairs = list(zip(mine, theirs, strict=False))
        if name == "cancelled":
            return sum(max(0, n - theirs.count(face)) for face, n in counts.items() if face >= 2)
        return sum(a > b if name == "beats" else a == b for a, b in pairs)
    if name in ("highest", "lowest"):
        return (mine[0] if name == "highest" else mine[-1]) if mine else 0
    if name == "row":
        runs = [0]
        for face in counts:
            length = 1
            while face + length in counts:
                length += 1
            runs.append(length)
        return max(runs)
    if name == "groups":
        return folds.most_groups(tuple(sorted(face for face in mine if face > 0)), 5)
    sizes = sorted(counts.values(), reverse=True)
    big = [face for face, n in counts.items() if n >= 2]
    return {
        "same": max(sizes, default=0),
        "sets": len(big),
        "height": max(big, default=0),
        "width": sizes[1] if len(sizes) > 1 else 0,
    }[name]


def counted(
    dice: list[Dice], among: list[str], sets: list[tuple[str, SetOf]], keep: Keep | None
) -> Counter[tuple[int, ...]]:
    """Count every throw, die by die; a look that several faces have stands for them all."""
    each: list[list[tuple[tuple[Look, int], ...]]] = []
    for group in dice:
        faces = [(look, 1) for look, ways in group.looks.items() for _ in range(ways)]
        fallen = product(group.looks.items(), repeat=group.many)
        each.append(list(combinations(faces, group.many) if group.drawn else fallen))
    found: Counter[tuple[int, ...]] = Counter()
    for throw in product(*each):
        looks = [look for part in throw for look, _ in part]
        ways = prod(ways for part in throw for _, ways in part)
        ranked = [look for look in looks if look.rank]
        ranked.sort(key=lambda look: look.rank, reverse=keep is None or keep.highest)
        split = len(ranked) if keep is None else keep.many
        kept = [look for look in looks if not look.rank] + ranked[:split]
        lots = {ALL: looks, KEPT: kept, DROPPED: ranked[split:]}
        sums = [sum(look.adds[i] for look in lots[which]) for i, which in enumerate(among)]
        seen = []
        for name, one in sets:
            sides: list[list[int]] = [[] for _ in one.sides]
            for look in lots[one.among]:
                side = one.side(look.kind)
                if side is not None:
                    sides[side].append(look.face)
            seen.append(by_hand(name, sides))
        found[(*sums, *seen)] += ways
    return found


def random_pool(
    rng: random.Random,
) -> tuple[list[Dice], list[str], list[tuple[str, SetOf]], Keep | None]:
    """Draw dice, sums, sets and what is kept."""
    keep = Keep(rng.randint(1, 3), rng.random() < 0.5) if rng.random() < 0.6 else None
    of = rng.choice(["a", "b", ""])
    among = [KEPT, *[rng.choice([ALL, KEPT, DROPPED]) for _ in range(rng.randint(0, 2))]]
    strange = rng.random() < 0.4  # whether better dice may have lower faces
    values = sorted(rng.sample(range(-2, 9), 5))
    if strange:
        rng.shuffle(values)
    dice = []
    for kind in rng.sample(["a", "b", "c"], rng.randint(1, 3)):
        looks: dict[Look, int] = {}
        for face in rng.sample(range(1, 6), rng.randint(1, 4)):
            adds = (values[face - 1], *[rng.randint(-2, 3) for _ in among[1:]])
            ranked = keep is not None and of in ("", kind)
            rank = (adds[0], face, *adds, ord(kind)) if ranked else ()
            looks[Look(kind, face, adds, rank)] = rng.randint(1, 2)
        many = rng.randint(0, 3)
        dice.append(Dice(many, looks, many <= len(looks) and rng.random() < 0.3))
    sets: list[tuple[str, SetOf]] = []
    for _ in range(rng.randint(0, 2)):
        which = rng.choice([ALL, KEPT, DROPPED])
        if rng.random() < 0.3:
            name = rng.choice(sorted(DUELS))
            sets.append((name, SetOf(DUELS[name](), ("a", "b"), which)))
        else:
            name = rng.choice(sorted(READINGS))
            fold: Fold = READINGS[name]()
            sets.append((name, SetOf(fold, (rng.choice(["", "a", "b"]),), which)))
    return dice, among, sets, keep


@pytest.mark.parametrize("module", [library, die, folds, law, pool], ids=lambda one: one.__name__)
def test_the_examples_are_right(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed


@pytest.mark.parametrize("seed", range(300))
def test_a_pool_is_what_counting_every_throw_gives(seed: int) -> None:
    dice, among, sets, keep = random_pool(random.Random(seed))
    found: Counter[tuple[int, ...]] = Counter()
    for shown, (low, ways) in throws(dice, among, [one for _, one in sets], keep).items():
        for value, many in enumerate(ways, low):
            if many:
                found[(value, *shown)] += many
    assert found == counted(dice, among, sets, keep)


def test_memory_is_told_before_states_appear() -> None:
    d12 = {Look("d12", face, (face,)): 1 for face in range(1, 13)}

    def spend(_: float, bits: float) -> None:
        if bits > 2e8:
            raise MemoryError

    tracemalloc.start()
    with pytest.raises(MemoryError):
        throws([Dice(500, d12)], [KEPT], [SetOf(folds.row())], spend=spend)
    assert tracemalloc.get_traced_memory()[1] < 5e7
    tracemalloc.stop()
