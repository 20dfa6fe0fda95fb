"""Exact laws of pools of dice: a library of five names that knows nothing of rulebooks.

A `Look` is one way for a die to lie: its kind, its face, and what it adds to each sum. `Dice` are
alike: so many of them, and the ways to each look.

>>> d6 = {Look("d6", face, adds=(face,)): 1 for face in range(1, 7)}
>>> throws([Dice(3, d6)], ["kept"])[()]
(3, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])

The totals begin at 3, and 27 of 216 throws come to 10. A look with a rank may be left out:

>>> ranked = {look._replace(rank=(look.face,)): 1 for look in d6}
>>> throws([Dice(2, ranked)], ["kept"], keep=Keep(1, highest=True))[()]
(1, [1, 3, 5, 7, 9, 11])

A `SetOf` reads a throw as a set. Here, by how many dice are alike, the totals of three dice:

>>> from sphinxext.rulebook.dice.folds import same
>>> alike = throws([Dice(3, d6)], ["kept"], [SetOf(same())])
>>> {count: sum(ways) for (count,), (_, ways) in alike.items()}
{3: 6, 2: 90, 1: 120}
"""

from .packed import Dice, Keep, Look
from .pool import SetOf, throws

__all__ = ["Dice", "Keep", "Look", "SetOf", "throws"]
