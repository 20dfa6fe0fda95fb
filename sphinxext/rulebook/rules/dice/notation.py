"""Plain dice notation, which needs no rules: its rolls and its odds."""

from __future__ import annotations

from collections.abc import Sequence

from ...dice.law import Law
from ...dice.sums import Factor, Sum, merged
from ..errors import RulesError
from ..language.query import PlainDice, Term
from ..model.arguments import die_named
from ..model.faces import Faces
from ..model.game import Game
from ..model.roll import Keep, Roll
from .mechanics.pool import part, reading_of, within_reach
from .odds import Odds
from .throw import law_of

PLAIN = Game("dice", "Plain dice")


def roll_of_term(term: Term) -> Roll:
    roll = Roll()
    roll.dice = {term.die: term.many}
    roll.times = term.sign * term.times
    if term.explodes:
        roll.again = Faces(top=True)
    if term.keep and term.keep[0] < term.many:
        roll.keep = Keep(*term.keep)
    return roll


def odds_of_dice(dice: PlainDice) -> Odds:
    """The odds of plain dice notation."""
    total = sum(term.many for term in dice.terms)
    if total > PLAIN.limit:
        raise RulesError(f"{total:,} dice are more than the {PLAIN.limit:,} that are allowed")
    if any(term.explodes and term.sign < 0 for term in dice.terms):
        from ...dice.margin import margin

        # Dice taken away without end: what is before them against what they come to.
        plus = [term for term in dice.terms if term.sign > 0]
        less = [term._replace(sign=1) for term in dice.terms if term.sign < 0]
        return Odds.of(None, {}, margin(_summed(plus, dice.add), _summed(less, 0)))
    return Odds.of(None, {}, _summed(dice.terms, dice.add))


def _summed(terms: Sequence[Term], add: int) -> Law:
    """The law of some terms of plain dice together."""
    rolls = [roll_of_term(term) for term in terms]
    if len(rolls) == 1:
        rolls[0].add = add
        return law_of(PLAIN, rolls[0])
    found: list[tuple[Factor, int]] = []
    for term, roll in zip(terms, rolls, strict=True):
        if roll.keep is None:
            one = part(die_named(PLAIN, term.die), reading_of(roll)).stretched(roll.times)
            found.append((one, term.many))
            continue
        law = law_of(PLAIN, roll.bare())
        if not isinstance(law, Sum) or law.high is None:
            raise RulesError("dice that roll again and are kept cannot go beside others")
        top = tuple(law.all_numerators())
        kept = Factor(law.low, top, (law.den,), law.mean)
        found.append((kept.stretched(roll.times), 1))
    within_reach(found, add)
    return Sum(merged(found), add)
