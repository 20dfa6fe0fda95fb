"""Reads the AXIS of an option against the rules: its levels, their titles and their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

from ..language.formatter import decimal, percent_of
from ..language.labels import Label, compared, event_label
from ..language.language_file import die_name
from ..language.markup import escaped
from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_args, parse_call, parse_event
from ..rules.language.query import Argument, Call, Event, EventKind, PlainDice
from ..rules.model.arguments import given, possible_dice
from ..rules.model.game import Check
from ..rules.model.parameter import Parameter
from ..rules.model.roll import standard_die
from .option_values import MOST, chosen, listed_values, numbers, quoted_texts, split_outside
from .places import NAMED, Axis, AxisKind, Place, Show, beside, nested
from .target import Target, parameter_of

Level = tuple[Label, list[Place]]  # the title, and the places
_UNTITLED = Label("")
_AXIS = re.compile(r"\s*([\w.-]+)\s*(?:(>=|<=|!=|=|>|<|≥|≤|≠)\s*(.*))?", re.DOTALL)
_SPELLED = {"≥": ">=", "≤": "<=", "≠": "!="}
_BARE = (AxisKind.COUNTS, AxisKind.CHANCES)  # numbers, which say nothing without their title


def read_axis(text: str, target: Target) -> Axis:
    """Read the axis that the text writes; parts between bars are beside each other."""
    parts = [each for each in split_outside(text, "|") if each]
    if len(parts) > 1:
        return beside([read_axis(each, target) for each in parts])
    levels = [_level(part, target) for part in split_outside(text, ";")]
    size = prod(len(level.places) for level in levels)
    if size > MOST:
        raise RulesError(f"'{text}' has {size:,} places; the most is {MOST}")
    return nested(levels)


def _level(text: str, target: Target) -> Axis:
    match = _AXIS.fullmatch(text)
    if match is None:
        raise RulesError(
            f"'{text}' is not an axis; write 'dice = 1..8', 'difficulties' or 'counts = 0..5'"
        )
    word, op, values = match[1], _SPELLED.get(match[2] or "", match[2] or ""), (match[3] or "")
    if op and not values.strip():
        raise RulesError(f"the axis '{text}' has no values")
    if word.lower() in NAMED:
        kind = AxisKind(word.lower())
        title, places = _named_axis(kind, target, op, values.strip())
        bare = kind in _BARE
    else:
        kind = AxisKind.PARAMETER
        title, places = _parameter_axis(word, target, op, values.strip())
        bare = not any(isinstance(place.args[0][1], str) for place in places)
    if not places:
        raise RulesError(f"the axis '{text}' is empty")
    return Axis((kind,), (title,), tuple(places), (bare,))


def _check_of(target: Target, word: str) -> Check:
    if target.check is None:
        raise RulesError(f"plain dice have no {word}")
    return target.check


def _named(label: str, name: str, *names: str) -> Label:
    """Return the rules file's own label, which may hold markup, or the name."""
    return Label(label or name, names or (name,), bool(label))


def _difficulties(target: Target, values: str) -> Level:
    check = _check_of(target, "difficulties")
    if not check.difficulties:
        raise RulesError(f"'{check.name}' has no difficulties")
    names = [difficulty.name for difficulty in check.difficulties]
    return Label(target.words.difficulty), [
        Place((_named(each.label, each.name),), difficulty=each.name, star=each.name)
        for each in map(check.difficulty, chosen(values, names))
    ]


def _outcomes(target: Target, values: str) -> Level:
    check = _check_of(target, "outcomes")
    if not check.outcomes:
        raise RulesError(f"'{check.name}' names no outcomes")
    names = [outcome.name for outcome in check.outcomes]
    places = []
    for name in chosen(values, names, [f"any {group}" for group in check.groups]):
        if name.startswith("any ") and name not in names:
            group = name.removeprefix("any ")
            check.group(group)
            event = Event(EventKind.ANY, group)
            label = Label(check.group_label(group) or name, (group, name))
        else:
            outcome = check.outcome(name)
            name = outcome.name
            label, event = _named(outcome.label, name), Event(EventKind.IS, name)
        places.append(Place((label,), event=event, star=name))
    return Label(target.words.outcome), places


def _counts(target: Target, values: str, op: str) -> Level:
    if not values:
        raise RulesError(
            "the axis 'counts' needs its values, as in 'counts = 0..5' or 'counts >= 1..6'"
        )
    places = []
    for number in numbers(values, "counts"):
        if number.denominator != 1:
            raise RulesError(f"counts are whole numbers, not {float(number)}")
        shown = str(int(number)).replace("-", "−")
        names = {">=": (f"{shown}+", f"{shown} or more"), "<=": (f"{shown} or less",)}.get(op, ())
        label = Label(shown if op == "=" else compared(op, shown), names)
        event = Event(EventKind(op), number=int(number))
        places.append(Place((label,), event=event, star=str(int(number))))
    return Label(target.counted), places


def _events(target: Target, values: str) -> Level:
    words = target.words
    short = {
        "= *": words.exactly,
        ">= *": words.at_least,
        "<= *": words.at_most,
        "> *": words.more_than,
        "< *": words.less_than,
        "!= *": words.other_than,
    }
    places = []
    for text in quoted_texts(values):
        if "*" in text:
            parse_event(text.replace("*", "1"))
            label = Label(short.get(text, text.replace("*", "…")), (text,))
            places.append(Place((label,), template=text))
        else:
            event = parse_event(text)
            places.append(Place((event_label(event, words, target.check),), event=event))
    return _UNTITLED, places


def _ways(target: Target, values: str) -> Level:
    title, places = _events(target, values)
    if len(places) == 1:
        label = places[0].labels[0]._replace(text=target.words.ways)
        places = [places[0]._replace(labels=(label,))]
    return title, [place._replace(show=Show.WAYS) for place in places]


def _with(target: Target, values: str) -> Level:
    check = _check_of(target, "arguments")
    places = []
    for text in quoted_texts(values):
        args = parse_args(text) if text else ()
        if not check.sides:
            args = tuple(given(check, args).items())
        places.append(Place((_with_label(text, args, check, target),), args))
    return _UNTITLED, places


def _differences(target: Target, values: str) -> Level:
    if not values:
        raise RulesError(
            "the axis 'difference' lists arguments, as in 'difference = \"advantage=1\"'"
        )
    _, places = _with(target, values)
    return _UNTITLED, [
        place._replace(
            labels=(place.labels[0]._replace(text=f"{place.labels[0].text} (±)"),),
            show=Show.DIFFERENCE,
            base=Place(),
        )
        for place in places
    ]


def _with_label(
    text: str, args: Sequence[tuple[str, Argument]], check: Check, target: Target
) -> Label:
    """Name a column with these arguments."""
    if not args:
        return Label(target.words.plain)
    parts = []
    for name, value in args:
        parameter = next((p for p in check.takes if p.name == name), None)
        if parameter is None:
            parts.append(escaped(f"{name} {value}"))
            continue
        title = parameter.label or escaped(parameter.name)
        choice = parameter.choice(value) if isinstance(value, str) else None
        if choice is not None:
            parts.append(choice.label or escaped(die_name(choice.name, target.style.language)))
        else:
            parts.append(title if value == 1 else f"{title} {value}")
    return Label(", ".join(parts), (text,), markup=True)


def _rules(_: Target, values: str) -> Level:
    if not values:
        raise RulesError("the axis 'rule' lists keys of the check, as in 'rule = success'")
    return _UNTITLED, [
        Place((Label(key),), show=Show.RULE, key=key) for key in listed_values(values)
    ]


def _faces(target: Target, values: str) -> Level:
    if values and values != "all":
        faces = [int(number) for number in numbers(values, "faces")]
    else:
        faces = list(range(1, _sides(target) + 1))
    return Label(target.words.face), [
        Place((Label(str(n)),), face=n, star=str(n), show=Show.FACE) for n in faces
    ]


def _sides(target: Target) -> int:
    """Count the faces of the check's die: the most that any of its dice has."""
    if isinstance(target.what, PlainDice):
        dice = [standard_die(term.die) for term in target.what.terms]
        return max(len(die.faces) for die in dice if die is not None)
    check = _check_of(target, "faces")
    found = possible_dice(target.rules.game(target.game), check)
    if not found:
        raise RulesError(f"'{check.name}' throws no die whose faces could be shown")
    return max(len(die.faces) for die in found)


def _chances(target: Target, values: str) -> Level:
    places = []
    for number in numbers(values, "chances"):
        chance = Fraction(number, 100)
        if not 0 <= chance <= 1:
            raise RulesError(f"a chance is 0% to 100%, not {float(number):g}%")
        digits = 0 if number.denominator == 1 else 1 if (number * 10).denominator == 1 else 2
        shown = percent_of(chance, digits, target.style.language)
        places.append(Place((Label(shown, (f"{float(number):g}%",)),), least_chance=chance))
    return Label(target.words.chance), places


def _checks(target: Target, values: str) -> Level:
    places = []
    for text in listed_values(values):
        _, what = parse_call(text)
        label = Label(text)
        if isinstance(what, Call):
            check = target.rules.game(target.game).check(what.check)
            label = Label(check.label if check.label and not what.args else text, (text,))
        places.append(Place((label,), what=what, star=text))
    return _UNTITLED, places


_READERS: dict[AxisKind, Callable[[Target, str], Level]] = {
    AxisKind.DIFFICULTIES: _difficulties,
    AxisKind.OUTCOMES: _outcomes,
    AxisKind.EVENTS: _events,
    AxisKind.WITH: _with,
    AxisKind.FACES: _faces,
    AxisKind.CHANCES: _chances,
    AxisKind.CHECKS: _checks,
    AxisKind.DIFFERENCE: _differences,
    AxisKind.RULE: _rules,
    AxisKind.WAYS: _ways,
}


def _named_axis(kind: AxisKind, target: Target, op: str, values: str) -> Level:
    """Return the title and the places of an axis that has a name of its own."""
    if kind is AxisKind.COUNTS:
        return _counts(target, values, op)
    if op not in ("", "="):
        raise RulesError(f"the axis '{kind}' takes '=', not '{op}'")
    return _READERS[kind](target, values)


def _parameter_axis(word: str, target: Target, op: str, values: str) -> Level:
    """Return the title and the places of a parameter."""
    check = target.check
    if check is None:
        raise RulesError(f"plain dice have no parameter '{word}'{suggest(word, NAMED)}")
    if op != "=":
        wanted = f"'{word} = 1..6'"
        known: list[str] = [*NAMED, *[p.name for p in check.takes]]
        if word not in known and "." not in word:
            raise RulesError(f"no axis named '{word}'{suggest(word, known, 12)}")
        raise RulesError(f"the parameter '{word}' needs its values, as in {wanted}")
    parameter = parameter_of(target, word)
    title = Label(parameter.label or parameter.name, (parameter.name, word), bool(parameter.label))
    side, dot, _ = word.partition(".")
    if dot:
        own = parameter.label or escaped(parameter.name)
        names = (*title.names, f"{side}: {parameter.label or parameter.name}")
        title = title._replace(text=check.side_label(side, own), names=names, markup=True)
    places = []
    for value, label in _parameter_values(parameter, values, target.style.language):
        shown = str(value) if not isinstance(value, Fraction) else f"{float(value):g}"
        places.append(Place((label,), ((word, value),), star=shown))
    return title, places


def _parameter_values(
    parameter: Parameter, values: str, language: str
) -> Iterator[tuple[Argument, Label]]:
    if parameter.choices:
        names = [choice.name for choice in parameter.choices]
        for text in chosen(values, names):
            choice = parameter.choice(text)
            if choice is None:
                hint = suggest(text, names)
                raise RulesError(f"'{parameter.name}' takes no '{text}'{hint}")
            shown = choice.label or die_name(choice.name, language)
            yield choice.name, Label(shown, (choice.name, *choice.also), bool(choice.label))
        return
    for number in numbers(values, parameter.name):
        value: Argument = int(number) if number.denominator == 1 else number
        shown = decimal(abs(number), 2, language, padded=False)
        yield value, Label(f"−{shown}" if number < 0 else shown, (f"{float(number):g}",))
