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

Cards are dice that are drawn, and not put back. Five of 52, by how many are of each suit, alike and
in a row:

>>> from sphinxext.rulebook.dice.folds import row
>>> deck = {
...     Look("card", rank, adds=tuple(int(suit == each) for each in range(4))): 1
...     for rank in range(2, 15)
...     for suit in range(4)
... }
>>> hands = throws([Dice(5, deck, drawn=True)], ["all"] * 4, [SetOf(same()), SetOf(row())])
>>> def count(holds):
...     return sum(
...         ways
...         for (*suits, alike, run), (least, first) in hands.items()
...         for many, ways in enumerate(first, least)
...         if holds(max(many, *suits), alike, run)
...     )
>>> count(lambda suited, alike, run: True)
2598960
>>> count(lambda suited, alike, run: suited == 5), count(lambda suited, alike, run: alike == 4)
(5148, 624)
>>> count(lambda suited, alike, run: suited == run == 5)  # those from ace to five apart
36
"""

from .packed import Dice, Keep, Look
from .pool import SetOf, throws

__all__ = ["Dice", "Keep", "Look", "SetOf", "throws"]
