"""Builds the parameters of a check and the changes that they make, every word of them checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RulesError, nearest
from ..language.conditions import VALUE
from ..language.faces import Amount, named_in
from ..language.formulas import NOTHING, OUTCOME_OF, Condition, Number
from ..language.parse import parse_rolled
from ..language.query import Call, PlainDice
from ..language.read_condition import parse_number
from ..model.arguments import die_named, possible_names
from ..model.game import Check, Use
from ..model.parameter import Choice, Parameter
from ..model.reading import OUTCOME
from ..model.roll import CHANGES, COUNTS, FACED, MOVES, RollChange, as_number
from .place import ROLL_WORDS, BuildPlace, condition_of
from .positions import KeyPath
from .read_roll import RollReader, read_change, read_roll

MODIFIES = ("each", "first", "further")
LEVELS = (*MODIFIES, "half")
FOR_NUMBERS = (*LEVELS, "least", "most", "cancels")
WORDS = "no die named '{}'; a list names dice, and words have a table, as in {{ bold = \"+1\" }}"
FREE = "a roll that counts says what its numbers are: 'bonus success' are successes without rolling"
NO_DICE = "no dice are thrown; say how many, as in 'dice d6, success on 5+'"
OF_DICE = {*FACED, "worth", "keep", "rerolls"}


def _check_die(place: BuildPlace, at: KeyPath, die: str, check: Check) -> None:
    """Note a die that is not there, whatever the parameters that complete its name are."""
    for name in possible_names(check, die):
        try:
            die_named(place.game, name)
        except RulesError as error:
            wrong, bare = str(error), die.strip("{}")
            if bare in place.choices and nearest(name, place.game.dice) is None:
                wrong = (
                    f"'{bare}' stands for dice here, and '{name}' is none: write what it rolls, as "
                    f'in {name} = "2" or {name} = "d6", or leave \'{bare}\' out of the roll'
                )
            place.add(at, wrong)
            return


def parameters(place: BuildPlace, found: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The parameters in the order of the file, and whether what they name is there."""
    place.unique(("takes",), found)
    takes = tuple([_parameter(place, key, each) for key, each in found.items()])
    numbers = [parameter.name for parameter in takes if not parameter.choices]
    for one in takes:
        others = [name for name in numbers if name != one.name]
        at = ("takes", one.name, "cancels")
        place.expect(at, "other parameter of numbers", one.cancels, others)
    return takes


def _parameter(place: BuildPlace, key: str, found: Mapping[str, Any]) -> Parameter:
    at = ("takes", key)
    # Conditions ask for the words of a parameter as they ask for an outcome.
    taken = {*ROLL_WORDS, *((OUTCOME,) if "choices" in found else ())}
    place.expect_name(at, key, "parameter", taken)
    for word in FOR_NUMBERS if "choices" in found else ():
        if word in found:
            said = f"'{word}' is for numbers; write what each word changes in 'choices'"
            place.add((*at, word), said)
    levels = {w: read_change(place, (*at, w), found[w]) for w in LEVELS if w in found}
    choices = _choices(place, found["choices"], (*at, "choices")) if "choices" in found else ()
    least, most = found.get("least", 0), found.get("most")
    if most is not None and most < least:
        place.add((*at, "most"), f"the most, {most}, is less than the least, {least}")
    # Levels of a modifier are none where a question leaves them out, if they can be.
    none = {*MODIFIES} & {*found} and least <= 0 and (most is None or most >= 0)
    needed = "default" not in found and not none
    needs = _needs(place, (*at, "needs"), found["needs"]) if "needs" in found else None
    own = {"required": needed, **found, **levels, "choices": choices, "needs": needs}
    parameter = Parameter(key, **own)
    if "default" in found:
        return parameter._replace(default=_default(place, parameter, (*at, "default")))
    return parameter


def _needs(place: BuildPlace, at: KeyPath, written: str) -> Condition:
    """Return the condition on the other parameters."""
    asked: dict[str, tuple[str, ...] | None] = {**place.choices}
    when = condition_of(place._replace(names=place.numbers, alone=True, asked=asked), at, written)
    if VALUE in when.names():
        place.add(at, f"'{written}' looks at a result; compare a parameter, as in 'care = 0'")
    return when


def _default(place: BuildPlace, parameter: Parameter, at: KeyPath) -> Any:
    """The default, its words and its bounds checked; where it is calculated, the number."""
    default = parameter.default
    if isinstance(default, str) and parameter.choice(default) is None:
        return _read_default(place, parameter, default, at)
    return place.value(at, parameter, default, default) if parameter.choices else default


def _read_default(place: BuildPlace, parameter: Parameter, text: str, at: KeyPath) -> Any:
    """The check or the dice that the text rolls, or the number that it calculates."""
    if parameter.name in place.throws:
        return place.throws[parameter.name]  # the same object for all that shares the throw
    others = [name for name in place.numbers if name != parameter.name]
    try:
        what: Any = parse_rolled(text)
    except RulesError:
        what = None
    if isinstance(what, PlainDice) and parameter.numbered:
        return what
    if isinstance(what, Call) and what.check in place.checks:
        if what.check not in others or what.args or text.rstrip().endswith("()"):
            return what
        if place.throws.get(what.check) != what:
            both = f"'{text}' is a check and a parameter: write '{text}()' for the check, "
            place.add(at, f"{both}or '({text})' for the parameter")
    if parameter.choices:
        if text in place.throws:
            return Number(f"{text}{OUTCOME_OF}")
        known = [*[each.name for each in parameter.choices], *place.throws, *place.checks]
        place.unknown(at, "choice or check", text, known)
        return parameter.choices[0].name
    number: Number = place.read(at, parse_number, text, NOTHING)
    if number.own_rolls():
        place.add(at, f"'{text}' calculates with dice; make a check of it, and name that one")
        return NOTHING
    if number.readings():
        place.add(at, f"'{text}' reads a throw, and a default is known before it is made")
        return NOTHING
    for word in sorted(number.names() & {*place.checks} - {*others}):
        held = f'takes.hit = "{word}", and calculate with that'
        place.add(at, f"'{text}' calculates with a check; let a parameter hold it, as in {held}")
        return NOTHING
    place = place._replace(asked={**place.choices})
    place.expect_number(at, number, [*others, *place.checks], "parameter or check")
    return number


def _choices(place: BuildPlace, found: Any, at: KeyPath) -> tuple[Choice, ...]:
    if not found:
        place.add(at, "no choices; name dice, or words with what they roll or change")
    choices = []
    if isinstance(found, Mapping):
        for name, each in found.items():
            words = {key: said for key, said in each.items() if key != "roll"}
            text = each.get("roll", "")
            change = RollReader(text, place).is_change if text else True
            here = (*at, name)
            rolls = None if change else read_roll(place, here, text)
            changes = read_change(place, here, text) if text and change else ()
            choices.append(Choice(name, changes, rolls=rolls, **words))
    else:
        for i, name in enumerate(found):
            try:
                die = die_named(place.game, name)
            except RulesError as error:
                word = not name[1:].isdecimal() and nearest(name, place.game.dice) is None
                place.add((*at, str(i)), WORDS.format(name) if word else str(error))
                choices.append(Choice(name, rolls=()))
            else:
                choices.append(Choice(name, (), die.also, die.label, ((name, 1),)))
    place.unique(at, [word for choice in choices for word in choice.words])
    return tuple(choices)


def with_roll(place: BuildPlace, check: Check, found: Mapping[str, Any]) -> Check:
    """The check with its roll, where the words that it takes stand for what they roll."""
    roll = read_roll(place, ("roll",), found["roll"]) if "roll" in found else ()
    none = read_roll(place, ("none",), found["none"]) if "none" in found else None
    dice = dict(roll)
    push, goes = dice.pop("push", None), dice.pop("goes", None)
    takes = tuple([_rolled(place, one, dice) for one in check.takes])
    roll = tuple(dice.items())
    if none is not None:
        roll = (*roll, ("none", none))
    elif "least" in found:
        roll = (*roll, ("least", found["least"]))
    check = check._replace(roll=roll, takes=takes, push=push, going_on=goes)
    place.problems.attempt((*place.at, "takes"), lambda: check.moving)
    place.problems.attempt((*place.at, "takes"), lambda: check.calculated)
    changes = [*check.changes()]
    for key in dict.fromkeys(key for change in changes for key, _ in change if "{" in key):
        _check_die(place, ("roll",), key.removeprefix("-"), check)
    keys = {key for change in changes for key, _ in change}
    at: KeyPath = ("roll",) if "roll" in found else ()
    if "add" in keys and keys & COUNTS:
        place.add(at, FREE)
    if keys & OF_DICE and all(key in CHANGES or key.startswith(MOVES) for key in keys):
        place.add(at, NO_DICE)
    _check_kept(place, check)
    return check


def _rolled(place: BuildPlace, one: Parameter, dice: dict[str, Amount]) -> Parameter:
    """Return the parameter whose words roll their texts; the roll then leaves its dice out."""
    texts = [choice.rolls for choice in one.choices]
    plain = all(each.rolls in (None, ((each.name, 1),)) for each in one.choices)
    for sign in ("", "-") if any(text is not None for text in texts) else ():
        key = f"{sign}{{{one.name}}}"
        if key in dice and not (plain and (sign or dice[key] != 1)):
            many = dice.pop(key)
            given = [_rolls(place, one, each, sign, many) for each in one.choices]
            one = one._replace(choices=tuple(given))
    return one


def _rolls(place: BuildPlace, one: Parameter, word: Choice, sign: str, many: Amount) -> Choice:
    """Return the word with what it rolls, so many times."""
    rolls = ((word.name, 1),) if word.rolls is None else word.rolls
    if sign or many != 1:
        if len(rolls) > 1 or not word.die:
            _refuse_word(place, one, word, "the roll multiplies it or takes it away")
        ((_, each),) = rolls[:1] or (("", 1),)
        if isinstance(many, int) and isinstance(each, int):
            product: Amount = many * each
        else:
            product = Number("*", (as_number(many), as_number(each)))
        rolls = ((sign + word.die, product),)
    return word._replace(change=(*rolls, *word.change))


def _refuse_word(place: BuildPlace, one: Parameter, word: Choice, why: str) -> None:
    """Note a word whose text is no dice of one kind, though these are needed."""
    text = f"'{word.name}' should roll dice of one kind, as in '1 d6'"
    place.add(("takes", one.name, "choices", word.name), f"{text}: {why}")


def check_kinds(place: BuildPlace, check: Check) -> None:
    """Note the words that stand for no one kind of dice where the check needs one of them."""
    keys = {key for change in check.changes() for key, _ in change}
    added = {name for key in keys if not key.startswith(MOVES) for name in named_in(key)}
    for one in check.takes:
        idle = [each for each in one.choices if each.rolls and not each.change]
        broken = (*place.at, "roll") in dict(place.problems.found)
        for each in idle if check.is_a_roll and one.name not in added and not broken else ():
            if each.rolls == ((each.name, 1),):
                continue  # as a die in a list: a clause or reading may name it
            at = ("takes", one.name, "choices", each.name)
            hint = f"write it there, as in 'd20 + {one.name}', or a change here, as in '+1d6'"
            place.add(at, f"the roll does not name '{one.name}', so this rolls nothing; {hint}")
        for each in one.choices if one.name in check.used[Use.ROLL] else ():
            if each.rolls == ():
                continue  # a mistake that is noted already
            if one.name in added and each.rolls not in (None, ((each.die, 1),)):
                _refuse_word(place, one, each, f"a change adds one die of '{one.name}'")
            elif not each.die:
                why = f"a clause or reading looks at the dice of '{one.name}'"
                _refuse_word(place, one, each, why)


def _check_kept(place: BuildPlace, check: Check) -> None:
    """Note each `keep` that is of several kinds of dice, or for dice that others are added to."""
    roll = tuple([pair for pair in check.roll if pair[0] != "none"])
    changes: list[tuple[KeyPath, RollChange]] = [(("roll",), roll)]
    for one in check.takes:
        changes += [(("takes", one.name), change) for change in one.all_changes()]
    kinds = _kinds(change for _, change in changes)
    for at, change in changes:
        keep = dict(change).get("keep")
        if keep is not None and keep.open and len(kinds) > 1:
            each = " or ".join(f"'of {kind}'" for kind in [*sorted(kinds), "all"])
            place.add(at, f"'keep' is of which dice? write {each}")
        # The words of a parameter stand for each other.
        added = _kinds([more for where, more in changes if where != at])
        if (
            keep is not None
            and keep.bound
            and any(kind == keep.of or "{" in keep.of + kind for kind in added)
        ):
            message = (
                f"a {keep.of} would be added to the {keep.of} that is kept: let a parameter say "
                "how many dice there are, or write a comma before 'keep'"
            )
            place.add(at, message)


def only_adds(check: Check, parameter: Parameter) -> bool:
    """Return whether a parameter is added to a number, and nothing else looks at it."""
    name, levels = parameter.name, (parameter.first, parameter.further, parameter.half)
    if parameter.choices or any(levels) or any(key != "add" for key, _ in parameter.each):
        return False
    added = (Use.ADDED, Use.RESULT, Use.VALUES)
    others = [words for use, words in check.used.items() if use not in (*added, Use.LEVELS)]
    read = set().union(*others, *check.links, *[one.needed for one in check.takes])
    formulas = [check.result, *[one.result for one in check.outcomes]]
    formulas += [value for key, value in check.roll if key == "add" and isinstance(value, Number)]
    looks = [formula for formula in formulas if formula and name in formula.names()]
    used = bool(parameter.each or looks)
    return used and name not in read and all(formula.adds(name) for formula in looks)


def _kinds(changes: Any) -> set[str]:
    """The kinds of dice that changes name."""
    return {
        key.removeprefix("-")
        for change in changes
        for key, _ in change
        if key not in CHANGES and not key.startswith(MOVES)
    }
