"""Each kind of axis: its title and its places, as the rules give them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_args, parse_call, parse_event
from ..rules.language.query import Argument, Call, Event, EventKind, PlainDice
from ..rules.model.arguments import given, possible_dice
from ..rules.model.game import Check, Parameter
from ..rules.model.roll import standard_die
from ..words.die_names import die_name
from ..words.formatter import decimal, percent_of
from ..words.labels import Label, compared, event_label
from ..words.markup import escaped
from .option_values import chosen, listed_values, numbers, quoted_texts
from .places import AxisContext, AxisKind, Patch, Place, Show

Level = tuple[Label, list[Place]]


def _place(label: Label, patch: Patch) -> Place:
    return Place((label,), (patch,))


def _needs_equals(op: str, word: str) -> None:
    if op not in ("", "="):
        raise RulesError(f"the axis '{word}' takes '=', not '{op}'")


def _checked(asked: AxisContext, word: str) -> Check:
    check = asked.check
    if check is None:
        raise RulesError(f"plain dice have no {word}")
    return check


def _difficulties(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "difficulties")
    check = _checked(asked, "difficulties")
    if not check.difficulties:
        raise RulesError(f"'{check.name}' has no difficulties")
    names = [difficulty.name for difficulty in check.difficulties]
    found = [check.difficulty(name) for name in chosen(values, names)]
    return Label(asked.words.difficulty), [
        _place(
            Label(each.label or each.name, (each.name,), bool(each.label)),
            Patch(difficulty=each.name, star=each.name),
        )
        for each in found
    ]


def _outcomes(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "outcomes")
    check = _checked(asked, "outcomes")
    if not check.outcomes:
        raise RulesError(f"'{check.name}' names no outcomes")
    names = [outcome.name for outcome in check.outcomes]
    places = []
    for name in chosen(values, names, [f"any {group}" for group in check.groups]):
        if name.startswith("any ") and name not in names:
            group = name.removeprefix("any ")
            check.group(group)
            places.append(
                _place(
                    Label(check.group_label(group) or name, (group, name)),
                    Patch(event=Event(EventKind.ANY, group), star=name),
                )
            )
            continue
        outcome = check.outcome(name)
        label = Label(outcome.label or outcome.name, (outcome.name,), bool(outcome.label))
        places.append(
            _place(label, Patch(event=Event(EventKind.IS, outcome.name), star=outcome.name))
        )
    return Label(asked.words.outcome), places


def _counts(asked: AxisContext, op: str, values: str) -> Level:
    if not values:
        raise RulesError(
            "the axis 'counts' needs its values, as in 'counts = 0..5' or 'counts >= 1..6'"
        )
    places = []
    for number in numbers(values, "counts"):
        if number.denominator != 1:
            raise RulesError(f"counts are whole numbers, not {float(number)}")
        shown = str(int(number)).replace("-", "−")
        text = shown if op == "=" else compared(op, shown)
        names = (f"{shown}+", f"{shown} or more") if op == ">=" else (f"{shown} or less",)
        patch = Patch(event=Event(EventKind(op), number=int(number)), star=str(int(number)))
        places.append(_place(Label(text, names if op in (">=", "<=") else ()), patch))
    noun = asked.check.noun if asked.check else None
    return Label(noun.many if noun else ""), places


def _events(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "events")
    words = asked.words
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
            label, patch = (
                Label(short.get(text, text.replace("*", "…")), (text,)),
                Patch(template=text),
            )
        else:
            event = parse_event(text)
            label, patch = event_label(event, words, asked.check), Patch(event=event)
        places.append(_place(label, patch))
    return Label(""), places


def _with(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "with")
    check = _checked(asked, "arguments")
    places = []
    for text in quoted_texts(values):
        args = parse_args(text) if text else ()
        if not check.versus:
            args = tuple(given(check, args).items())
        places.append(_place(with_label(text, args, check, asked), Patch(args=args)))
    return Label(""), places


def with_label(
    text: str, args: Sequence[tuple[str, Argument]], check: Check, asked: AxisContext
) -> Label:
    """Name a column with these arguments."""
    if not args:
        return Label(asked.words.plain)
    parts = []
    for name, value in args:
        parameter = next((p for p in check.takes if p.name == name), None)
        if parameter is None:
            parts.append(escaped(f"{name} {value}"))
            continue
        title = parameter.label or escaped(parameter.name)
        choice = parameter.choice(value) if isinstance(value, str) else None
        if choice is not None:
            parts.append(choice.label or escaped(die_name(choice.name, asked.language)))
        else:
            parts.append(title if value == 1 else f"{title} {value}")
    return Label(", ".join(parts), (text,), markup=True)


def _faces(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "faces")
    if values and values != "all":
        chosen_faces = [int(number) for number in numbers(values, "faces")]
    else:
        chosen_faces = list(range(1, _sides(asked) + 1))
    places = [
        _place(Label(str(n)), Patch(face=n, star=str(n), show=Show.FACE)) for n in chosen_faces
    ]
    return Label(asked.words.face), places


def _sides(asked: AxisContext) -> int:
    """Count the faces of the check's die: the most that any of its dice has."""
    if isinstance(asked.what, PlainDice):
        dice = [standard_die(term.die) for term in asked.what.terms]
        return max(len(die.faces) for die in dice if die is not None)
    check = _checked(asked, "faces")
    found = possible_dice(asked.rules.game(asked.game), check)
    if not found:
        raise RulesError(f"'{check.name}' throws no die whose faces could be shown")
    return max(len(die.faces) for die in found)


def _chances(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "chances")
    places = []
    for number in numbers(values, "chances"):
        chance = Fraction(number, 100)
        if not 0 <= chance <= 1:
            raise RulesError(f"a chance is 0% to 100%, not {float(number):g}%")
        digits = 0 if number.denominator == 1 else 1 if (number * 10).denominator == 1 else 2
        shown = percent_of(chance, digits, asked.language)
        places.append(_place(Label(shown, (f"{float(number):g}%",)), Patch(least_chance=chance)))
    return Label(asked.words.chance), places


def _checks(asked: AxisContext, op: str, values: str) -> Level:
    _needs_equals(op, "checks")
    places = []
    for text in listed_values(values):
        _, what = parse_call(text)
        if isinstance(what, Call):
            check = asked.rules.game(asked.game).check(what.check)
            label = Label(check.title if check.title and not what.args else text, (text,))
        else:
            label = Label(text)
        places.append(_place(label, Patch(what=what, star=text)))
    return Label(""), places


NAMED = {
    AxisKind.DIFFICULTIES: _difficulties,
    AxisKind.OUTCOMES: _outcomes,
    AxisKind.COUNTS: _counts,
    AxisKind.EVENTS: _events,
    AxisKind.WITH: _with,
    AxisKind.FACES: _faces,
    AxisKind.CHANCES: _chances,
    AxisKind.CHECKS: _checks,
}


def parameter_axis(word: str, asked: AxisContext, op: str, values: str) -> Level:
    check = asked.check
    if check is None:
        raise RulesError(f"plain dice have no parameter '{word}'{suggest(word, NAMED)}")
    if op != "=":
        wanted = f"'{word} = 1..6'"
        known: list[str] = [*NAMED, *[p.name for p in check.takes]]
        if word not in known and "." not in word:
            raise RulesError(f"no axis named '{word}'{suggest(word, known, 12)}")
        raise RulesError(f"the parameter '{word}' needs its values, as in {wanted}")
    parameter = parameter_of(asked, word)
    title = Label(parameter.label or parameter.name, (parameter.name, word), bool(parameter.label))
    side, dot, _ = word.partition(".")
    if dot:
        own = parameter.label or escaped(parameter.name)
        names = (*title.names, f"{side}: {parameter.label or parameter.name}")
        title = title._replace(text=check.side_label(side, own), names=names, markup=True)
    places = []
    for value, label in _parameter_values(parameter, values, asked.language):
        shown = str(value) if not isinstance(value, Fraction) else f"{float(value):g}"
        places.append(_place(label, Patch(args=((word, value),), star=shown)))
    return title, places


def parameter_of(asked: AxisContext, word: str) -> Parameter:
    """The parameter of the check, or of one side of it where the word has a dot."""
    check = asked.check
    if check is None:
        raise RulesError(f"plain dice have no parameter '{word}'")
    if not check.versus:
        try:
            return check.parameter(word)
        except RulesError:
            known: list[str] = [*NAMED, *[p.name for p in check.takes]]
            hint = suggest(word, known, 12)
            raise RulesError(f"'{check.name}' takes no '{word}'{hint}") from None
    side, dot, name = word.partition(".")
    if dot and side not in check.versus:
        raise RulesError(f"'{check.name}' has no side named '{side}'{suggest(side, check.versus)}")
    if not dot:
        first = check.versus[0]
        raise RulesError(f"name the side too, as in '{first}.{name or side}'")
    assert isinstance(asked.what, Call)  # only a call can be of a check with two sides
    sides = asked.rules.sides(asked.game, check, asked.what)
    what = sides[check.versus.index(side)].what
    return parameter_of(asked._replace(what=what), name)


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
