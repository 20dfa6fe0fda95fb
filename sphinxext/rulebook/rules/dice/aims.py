"""The aims of a player who chooses dice, and refusals of rules that leave them open."""

from __future__ import annotations

from ..errors import RulesError
from ..language.conditions import VALUE
from ..model.arguments import Values, is_rolled
from ..model.game import Check
from ..model.roll import Roll


def open_choice(check: Check) -> RulesError:
    """Tell that the rules leave a choice of the player open, and the word that settles it."""
    written = [f"{'best' if aim.best else 'worst'} for {aim.written}" for aim in check.choose]
    further = ["best for mean", *[f"worst for is {one.name}" for one in check.outcomes]]
    more = next((each for each in further if each not in written), "best for natural >= 2")
    listed = ", ".join(f'"{each}"' for each in (*written, more))
    return RulesError(
        f"several choices serve the aim of '{check.name}' equally well, and this answer depends on "
        f"which the player takes; add an aim that decides, as in choose = [{listed}]"
    )


def aims_at_number(check: Check) -> bool:
    """True where a player who chooses aims at a number that outcomes give."""
    return check.has_results and any(
        aim.condition is None or VALUE in aim.condition.names() for aim in check.choose
    )


def refuse_rolled_aim(check: Check, later: Values) -> None:
    """Refuse an aim at a number that is rolled only when the dice are chosen."""
    if not aims_at_number(check):
        return
    rolled = {name for name, value in later.items() if is_rolled(value)}
    results = [one.result for one in check.outcomes if one.result is not None]
    if any(result.own_rolls() or result.names() & rolled for result in results):
        raise RulesError(
            f"the outcomes of '{check.name}' roll for their number, so the player cannot aim at "
            'it; aim at an outcome, as in choose = "best for is Hit"'
        )


def refuse_further_throws(check: Check, roll: Roll) -> None:
    """Refuse dice that are thrown again in another way, too."""
    for word in ("again", "reroll", "rerolls"):
        if getattr(roll, word):
            other = "push" if check.push is not None else "keep"
            raise RulesError(
                f"which throws '{other}' looks at beside '{word}' is open; leave '{word}' out, or "
                "make two checks of it"
            )
