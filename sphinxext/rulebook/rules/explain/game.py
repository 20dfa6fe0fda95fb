"""A game read back in plain sentences, for a player to hold against the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import fold, listed
from ..language.conditions import NATURAL, THE_VALUE, VALUE, duels
from ..language.faces import ANY
from ..language.formulas import NOTHING
from ..language.query import Argument, Event, EventKind
from ..language.reading import ALL, KEPT, SUM, Reading
from ..model.arguments import noted
from ..model.game import Check, Game, Use
from ..model.outcome import ALONE, Difficulty, Noun
from ..model.reading import Aim, GoingOn, Then
from ..model.roll import Die, phrases
from ..notes import notes_on
from .conditions import COMPARED, any_of, compared, condition_in_words
from .parameters import taken, word_of
from .readings import is_count, read_of

MANY = 12  # faces: more of them in a row are named by their ends


def explain(game: Game, check: str | None = None) -> str:
    """The game, or one check of it, in plain words: headings, sentences and bulleted lines."""
    if check is not None:
        one = game.check(check)
        dice = [f"  {_die(die)}" for die in _own_dice(game, one)]
        return "\n".join([*_check(game, one, alone=True), *dice])
    parts = [[game.title], list(_game(game)), *[_check(game, one) for one in game.checks.values()]]
    return "\n\n".join("\n".join(part) for part in parts if part)


def signature(check: Check) -> str:
    """Show how to ask the check: its name, its parameters in order, and their defaults."""
    if check.sides:
        return f"{check.name}({', '.join(check.sides)})"
    takes = [
        one.name if one.required else f"{one.name}={word_of(one.default)}" for one in check.takes
    ]
    return f"{check.name}({', '.join(takes)})" if takes else check.name


def _game(game: Game) -> Iterator[str]:
    """Lines about the whole game: its limit and its dice."""
    if "limit" in game.data:
        yield f"No roll has more than {game.limit:,} dice."
    for die in game.dice.values():
        yield _die(die)


def _groups(groups: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for group, members in groups.items():
        yield f"- any {group}: {any_of(members)}"


def _die(die: Die) -> str:
    faces = ", ".join(_runs(die)) if die.by_place else _numbers_on(die.faces)
    also = f", also called {any_of(die.also)}," if die.also else ""
    many = "one face" if len(die.faces) == 1 else f"{len(die.faces)} faces"
    if die.bag:
        many = "one to draw" if len(die.faces) == 1 else f"{len(die.faces)} to draw"
    return _ended(f"The {die.name} {'bag' if die.bag else 'die'}{also} has {many}: {faces}")


def _runs(die: Die) -> Iterator[str]:
    """Yield what the faces show, by their places; equal ones of a bag in a row together."""
    first = 0
    for last, shown in enumerate(die.shown):
        if die.bag and die.shown[last + 1 : last + 2] == (shown,):
            continue
        yield (
            f"{first + 1} is {shown}" if first == last else f"{first + 1} to {last + 1} are {shown}"
        )
        first = last + 1


def _numbers_on(faces: tuple[int, ...]) -> str:
    """The numbers of a die, a long row of them by its ends: "0 to 99"."""
    low, high = min(faces), max(faces)
    if len(faces) > MANY and sorted(faces) == list(range(low, high + 1)):
        return f"{low} to {high}"
    return ", ".join(map(str, faces))


def _own_dice(game: Game, check: Check) -> list[Die]:
    """The game's own dice that the check may roll."""
    names = {key for change in check.changes() for key, _ in change}
    return [die for die in game.dice.values() if die.name in names]


def _check(game: Game, check: Check, *, alone: bool = False) -> list[str]:
    """Return a heading with how the check is asked, and everything that it says, indented.

    A check that is not alone follows its game's dice, which it need not repeat.
    """
    title = f"{check.label}: " if check.label else ""
    lines = [f"{title}{signature(check)}"]
    for part in (
        _purpose(check),
        _rolled(game, check),
        taken(game, check),
        _readings(check),
        _outcomes(game, check, alone=alone),
        _difficulties(check),
    ):
        lines.extend(f"  {line}" for line in part)
    return [*lines, *[f"  Note: {note}." for note in notes_on(game, check)]]


def _purpose(check: Check) -> Iterator[str]:
    if check.text:
        yield check.text
    if check.notation:
        some = {p.name: p.choices[0].name if p.choices else str(p.most or 5) for p in check.takes}
        yield f"Written short as {check.notation}: {check.name}({noted(check, some)})."


def _rolled(game: Game, check: Check) -> Iterator[str]:
    """Explain how the dice are rolled and what counts, in a sentence for each change."""
    if check.sides:
        first, second = check.sides
        yield f"Two checks against each other. The margin is {first} minus {second}."
    elif check.repeats:
        yield from _repeated(check) if check.slots else _steered(check)
    elif check.several is not None:
        names = [one.name for one in game.check(check.inner).outcomes]
        ranks = f" ({names[0]} is the worst, {names[-1]} the best)" if len(names) > 1 else ""
        which = "best" if check.several.best else "worst"
        yield (
            f"Make the check {check.inner} {check.several.many} times. The {which} whole result "
            f"counts: the outcome decides{ranks}, and between equal outcomes the number does."
        )
    elif check.python:
        yield f"The Python function {check.python} gives the odds, if the book allows it."
    else:
        if check.roll_of:
            yield f"The roll is the same as for {check.roll_of}."
        bags = {die.name for die in game.dice.values() if die.bag}
        sentences = [_sentence(each) for each in phrases(check.roll, "roll {}", bags)]
        if not check.counts and not check.ladder:
            sentences.append("Add up the dice.")
        if sentences:
            yield " ".join(sentences)
        yield from _pushed(check)


def _pushed(check: Check) -> Iterator[str]:
    """When dice are thrown again, and who chooses."""
    push, aims = check.push, check.aims
    if push is not None:
        when = "After that, "
        if push.when is not None:
            when = f"If {condition_in_words(push.when, _what(check), None, _numbers(check))}, "
        which = push.in_words() if aims else "the dice"
        often = "once" if push.times == 1 else f"up to {push.times} times"
        may = "may be" if aims else "are"
        those = "" if push.faces == ANY else f" that show {push.faces.in_words()}"
        yield (f"{when}{which}{those} {may} thrown again, {often}; the last faces count.")
    if check.going_on is not None:
        yield _going_on(check, check.going_on)
    if aims:
        yield f"The player chooses them for {', then for '.join(map(_goal, aims))}."


def _goal(aim: Aim) -> str:
    """Return what a player who chooses goes for."""
    number, best = aim.number, True
    if number.apply == "-" and number.parts[0] == NOTHING:
        number, best = number.parts[1], False
    if number == THE_VALUE:
        return f"the {'highest' if best else 'lowest'} average"
    if number.is_condition:
        return f"the {'best' if best else 'worst'} chance of '{aim.written.lstrip('-')}'"
    return f"the highest average of {aim.written}"


def _going_on(check: Check, on: GoingOn) -> str:
    """When the whole throw is made again, and how its throws count."""
    when = condition_in_words(on.when, _what(check), None, _numbers(check))
    most = {0: "", 1: " once"}.get(on.times, f" up to {on.times} times")
    counts = {
        Then.ADD: "and all throws are added up",
        Then.REPLACE: "and only the last throw counts",
        Then.DOUBLE: "and only the last throw counts, twice as much for each throw before it",
    }[on.then]
    which = "last" if on.then is Then.REPLACE else "first"
    read = [one.when for one in check.outcomes] + ([check.result] if check.result else [])
    looks = f" Outcomes and the result read the dice of the {which} throw."
    return (
        f"While {when}, all dice are thrown again{most}, {counts}. Each throw is looked at by "
        f"itself for this.{looks if any(one.readings() for one in read) else ''}"
    )


def _repeated(check: Check) -> Iterator[str]:
    until = "the last slot is filled" if check.full else "an outcome finds no slot"
    yield (
        f"The check {check.repeats} is repeated, and counted, until {until}. "
        f"There is one slot for each of these, lightest first: {', '.join(check.slots)}. An "
        "outcome fills its own slot or, if that is taken, the next empty one after it."
    )


def _steered(check: Check) -> Iterator[str]:
    """Explain how a check is repeated whose outcomes change its parameters."""
    ends = (
        []
        if check.ends is None
        else [condition_in_words(check.ends, Noun("", ""), None, _numbers(check))]
    )
    if check.times:
        ends.append(f"it was made {check.times} times")
    moves = [move for changes in check.after.values() for move in changes]
    if any(isinstance(by, int) and check.parameter(name).choices for name, by in moves):
        ends.append("a word moves past the last one of its list")
    yield (
        f"The check {check.repeated or check.repeats} is repeated, and counted, "
        f"until {' or '.join(ends)}."
    )
    for outcome, changes in check.after.items():
        said = [
            f"{name} {change:+d}" if isinstance(change, int) else f"{name} becomes {change}"
            for name, change in changes
        ]
        yield f"- {outcome}: {', '.join(said) or 'nothing changes'}."
    seen = check.used[Use.AMOUNT] - {one.name for one in check.takes}
    if VALUE in seen:
        yield f"Here value is the number that {check.repeats} came to that time."
    if words := sorted(seen - {VALUE}):
        are = "is" if len(words) == 1 else "are"
        yield f"Here {listed(words, 'and', '')} {are} read of that {check.repeats}."


def _readings(check: Check) -> Iterator[str]:
    for name, number in check.readings.items():
        rule = number.reads
        if number.apply == NATURAL:
            keeps = any("keep" in dict(change) for change in check.changes())
            throws = ALL if number.name else ""
            rule = Reading(SUM, among=KEPT if keeps else ALL, throws=throws)
        yield f"The throw is also read for {name}: {number if rule is None else read_of(rule)}."
    if check.result is not None:
        value = "the result of the dice"
        if not check.is_a_roll:
            value = "the margin" if check.sides else "the number of repetitions"
        where = f", where value is {value}" if VALUE in check.result.names() else ""
        yield f"The result is {check.result}{where}."


def _outcomes(game: Game, check: Check, *, alone: bool) -> Iterator[str]:
    if not check.outcomes:
        return
    ladder = game.ladders.get(check.ladder)
    if ladder is not None and [one.name for one in check.outcomes] == list(ladder.names):
        own = ladder.name == check.name
        places = [f"{place} is {name}" for place, name in enumerate(ladder.names, 1)]
        told = f": {', '.join(places)}" if alone and not own else ""
        said = f"The outcomes, worst first: {', '.join(places)}"
        yield _ended(said if own else f"The result is read as an outcome of {ladder.name}{told}")
        groups = check.groups.items()
        yield from _groups({k: v for k, v in groups if alone or own or k not in ladder.groups})
        return
    several = any(one.rank > ALONE for one in check.outcomes)
    which = "; of several, the one within all others" if several else ""
    yield f"The outcome is the one of these, worst first, that is true{which}:"
    for one in check.outcomes:
        when = condition_in_words(one.when, _what(check), ladder, _numbers(check))
        first = ", before all others" if one.always else ""
        comes = f" Its value is {one.result}." if one.result is not None else ""
        is_said = fold(when.removeprefix("exactly ")) == fold(one.shown)
        shown = f' In the book: "{one.shown}".' if one.shown and not is_said else ""
        yield f"- {one.name}{first}: {_ended(when)}{comes}{shown}"
    yield from _groups(check.groups)


def _numbers(check: Check) -> tuple[str, ...]:
    """The words of conditions that are numbers given, not counts of dice."""
    sides = (*check.sides, *duels(check.sides))
    counted = {name: one.reads for name, one in check.readings.items()}
    read = [name for name, rule in counted.items() if rule is None or not is_count(rule)]
    return (*[each.name for each in check.takes], *sides, *read)


def _what(check: Check) -> Noun:
    """The noun for a number without a word of its own."""
    if check.result is not None and not check.noun:
        return Noun("result", "result")
    if check.sides:
        return Noun("margin", "margin")
    return check.noun or Noun("total", "total")


def _difficulties(check: Check) -> Iterator[str]:
    if check.difficulties:
        yield "Difficulties, easiest first:"
        for one in check.difficulties:
            yield f"- {_difficulty(check, one)}"


def _difficulty(check: Check, difficulty: Difficulty) -> str:
    given = [f"{name} {_brought(value)}" for name, value in difficulty.given]
    change = f", with {', '.join(given)}" if given else ""
    text = f" {_ended(difficulty.text)}" if difficulty.text else ""
    return f"{difficulty.name}: {_event(difficulty.needs, _what(check))}{change}.{text}"


def _brought(value: Argument) -> str:
    return f"+{value}" if isinstance(value, int) and value >= 0 else word_of(value)


def _event(event: Event, what: Noun) -> str:
    if event.kind in COMPARED:
        return compared(THE_VALUE, event.kind, str(event.number), what)
    return f"any {event.name}" if event.kind is EventKind.ANY else event.name


def _sentence(phrase: str) -> str:
    return _ended(f"{phrase[:1].upper()}{phrase[1:]}")


def _ended(text: str) -> str:
    """Return the text with one full stop, also where a name ends with its own."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
