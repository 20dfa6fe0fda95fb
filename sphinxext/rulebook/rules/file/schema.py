"""Every key of a rules file, declared once: its kind, its meaning, its JSON Schema."""

from __future__ import annotations

import re
from typing import Any

from ..errors import MOST_EFFORT, RulesError
from ..language.parse import parse_event, parse_rolled
from ..language.query import FARTHEST, Event, EventKind
from ..model.outcome import Noun, Table
from .spec import (
    TEXT,
    Field,
    a_list,
    bare_names,
    either,
    marked,
    named_list,
    names_of,
    parsed,
    record,
    text_like,
    whole,
)

# Given again in a file that extends another these stand for themselves; all else is added.
LADDERS = frozenset({"difficulties", "outcomes", "choices", "table"})


def parse_outcome(text: str) -> dict[str, Any]:
    """The name of an outcome, its condition and its result, as in "Hit: 10+, result d6 + 2"."""
    name, colon, rest = text.partition(":")
    when, comma, result = rest.partition(", result ")
    found: dict[str, Any] = {"name": name.strip()}
    if colon:
        found["when"] = when.strip()
    return found | ({"result": result.strip()} if comma else {})


def parse_callable(text: str) -> str:
    """The Python callable that the text names."""
    if not re.fullmatch(r"[\w.]+:\w+", text):
        raise RulesError(f"'{text}' should be 'module:name'")
    return text


def _named_levels(found: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter's table with the names of one level and of more apart."""
    one, label = found.pop("name", ("", ""))
    return {**found, "one": one, "label": label}


def _named_outcome(found: dict[str, Any]) -> dict[str, Any]:
    """Return an outcome's table; readers see its name, and rules say the other one."""
    if "also" not in found:
        return found
    name, label = found.pop("also"), found["name"]
    return {**found, "name": name, "label": label}


RENAMED = "write it as 'name'"
CONDITION = text_like('a condition such as "10+", "7-9", "natural 20" or "is NAME"')
RESULT = text_like('a number such as "value + skill / 2 down"')
NEEDS = either(
    whole(-FARTHEST, FARTHEST).made(lambda least: Event(EventKind.AT_LEAST, number=least)),
    parsed('an event such as "<= 3" or "is any YES"', parse_event),
)
ARGUMENT = either(whole(), TEXT)
TIMES = either(whole(1, 10_000), TEXT)
TABLE = either(
    names_of(TEXT).made(lambda cells: Table(tuple(cells), tuple(cells.values()))),
    a_list(TEXT).made(lambda cells: Table((), cells)),
)
NOUN = either(
    a_list(TEXT, 3).made(lambda words: Noun(words[0], *(words[1:] or words))),
    TEXT.made(lambda word: Noun(word, word)),
)._replace(called='a list for one, for more and for none: ["success", "successes", "no success"]')

NAMES = either(
    TEXT.made(lambda word: ("", word)),
    a_list(TEXT, 2).made(lambda words: (words[0], words[-1])),
)._replace(called='a text such as "dice", or two for one and for more: ["die", "dice"]')
WORDS = either(TEXT.made(lambda word: (word,)), a_list(TEXT))

ROLL = text_like('a roll such as "2d6 + stat" or "dice d6, success on 5+, again on 6"')
CHANGE = text_like('a change such as "+1d6", "+1 favor" or "again on 6"')
CHOICE = either(
    record(
        {
            "roll": Field(CHANGE, "what it rolls, or what it changes in the roll"),
            "also": Field(WORDS, "other words for it"),
            "name": Field(TEXT, "how tables and charts name it", into="label"),
        },
        'a text such as "+1d6"',
        gone={"label": RENAMED},
    ),
    CHANGE.made(lambda text: {"roll": text}),
)
LEVELS = record(
    {
        "each": Field(CHANGE, "what every level changes"),
        "first": Field(CHANGE, "what the first level changes"),
        "further": Field(CHANGE, "what every level after the first changes"),
        "half": Field(CHANGE, "what half a level more changes; without it halves are refused"),
        "choices": Field(
            either(a_list(TEXT), names_of(CHOICE)),
            "the words it takes instead of a number: dice by name, or words with their changes",
        ),
        "least": Field(whole(), "the least number it takes (0)"),
        "most": Field(whole(), "the greatest number it takes"),
        "default": Field(
            ARGUMENT, "what it is when a question leaves it out; without one it is needed"
        ),
        "cancels": Field(
            TEXT.made(lambda text: tuple([name.strip() for name in text.split(",") if text])),
            "the parameter that it cancels, one for one, or several in order",
        ),
        "needs": Field(
            CONDITION, "what must hold of the other parameters where it is given: 'care = 0'"
        ),
        "name": Field(NAMES, "what readers call it, for one and for more"),
        "text": Field(TEXT, "what it is, for a reader"),
    },
    'a table such as { each = "+1d6" }',
    gone={
        "label": RENAMED,
        "min": "write least = {}",
        "max": "write most = {}",
        "one": "write name = ['{}', 'dice'], for one and for more",
        "rolls": "write default = '{}'; more of one throw is takes.hit = 'CHECK', then 'hit.tens'",
        "excludes": "write needs = '{} = 0'",
        "required": "leave it out: what has no default is needed, others say takes.x = 0",
    },
).made(_named_levels)
PARAMETER = either(
    LEVELS,
    ARGUMENT.made(lambda default: {"default": default}),
    a_list(TEXT).made(lambda choices: {"choices": choices}),
)._replace(called=f'{LEVELS.called}, a default such as 0, or a list such as ["d4", "d6"]')
TAKES = either(marked(names_of(PARAMETER)), bare_names())
OUTCOME = either(
    record(
        {
            "name": Field(TEXT, "its name", needed=True),
            "also": Field(TEXT, "another name for it, in questions"),
            "when": Field(CONDITION, "the condition under which it is true"),
            "shown": Field(TEXT, "the condition in the words of the book"),
            "text": Field(TEXT, "what it means for the story"),
            "colour": Field(TEXT, "its colour in charts"),
            "result": Field(RESULT, "the result of the check in that case"),
        },
        'a table such as { name = "Hit", when = "10+" }',
        gone={"label": "write it as 'name', and the name so far as 'also'"},
    ).made(_named_outcome),
    parsed('a text such as "Hit: 10+" or "Hit: 10+, result d6 + 2"', parse_outcome),
)
OUTCOMES = either(TEXT, named_list(OUTCOME))._replace(
    called='a list such as ["Miss: 6-", "Hit: 7+"], or the name of a check'
)
BROUGHT = text_like('a change such as "+1 favor" or "die = red"')
GROUP = either(
    a_list(TEXT).made(lambda outcomes: {"outcomes": outcomes}),
    record(
        {
            "outcomes": Field(a_list(TEXT), "the outcomes in the group", needed=True),
            "name": Field(TEXT, "what readers call the group"),
        }
    ),
)._replace(called="a list of outcomes")
DIFFICULTY = either(
    record(
        {
            "needs": Field(NEEDS, "how many successes it needs, or any event", needed=True),
            "roll": Field(BROUGHT, "what it changes in what the check is given"),
            "text": Field(TEXT, "what it means, or an example of such a task"),
            "name": Field(TEXT, "how the book writes its name", into="label"),
        },
        "a table such as { needs = 2 }",
        gone={
            "with": "write roll = '+1 favor', or roll = 'die = red' for a word",
            "example": "write it as 'text'",
            "label": RENAMED,
        },
    ),
    NEEDS.made(lambda needs: {"needs": needs}),
)
READING = text_like(
    'a formula such as "count(1)", "highest(d6)", "kept.count(6 of red)", "natural(red)", '
    '"sets(3)", "bundles(10)", "red beats blue" or "value >= 10"'
)
CHECK = record(
    {
        "name": Field(TEXT, "how the book calls the check", into="label"),
        "text": Field(TEXT, "what the check is for"),
        "notation": Field(TEXT, 'a short way to write arguments: "{quality}{dice}"'),
        "roll": Field(ROLL, "what is rolled"),
        "none": Field(ROLL, "what is rolled instead where there are no dice"),
        "least": Field(whole(1, 1000), "the fewest dice of a roll; fewer are refused (0)"),
        "takes": Field(TAKES, "the parameters; a list of names is also their order in a question"),
        "aim": Field(
            WORDS,
            "what a player who chooses dice aims at: 'is Success', '2+' or 'value'; or a list, "
            "where each decides between choices that are equal so far",
        ),
        "readings": Field(names_of(READING), "names for what the throw shows: a formula each"),
        "result": Field(RESULT, "the result of the throw, calculated from what it shows"),
        "outcomes": Field(
            OUTCOMES,
            "the named outcomes, worst first, or the check that has them",
        ),
        "groups": Field(names_of(GROUP), "names for groups of outcomes"),
        "difficulties": Field(names_of(DIFFICULTY), "the named difficulties, easiest first"),
        "table": Field(
            names_of(TABLE), "headings and cells of the tables of difficulties, outcomes"
        ),
        "noun": Field(NOUN, "what is counted, by default a success"),
        "repeats": Field(
            parsed('a check such as "save" or "clash(pool(mine), 2d6)"', parse_rolled),
            "the check that is repeated",
        ),
        "slots": Field(a_list(TEXT, 12), "the outcomes that fill a slot each, lightest first"),
        "changes": Field(
            names_of(names_of(ARGUMENT)), "what each outcome changes in the parameters"
        ),
        "ends": Field(TEXT, "when the repetition ends: a condition; with slots, full or beyond"),
        "times": Field(TIMES, "how often it is repeated at most, or the parameter that says it"),
        "python": Field(
            parsed("a Python callable, 'module:name'", parse_callable),
            "what gives the odds: it returns an icepool die",
        ),
    },
    gone={
        "title": RENAMED,
        "like": "write roll = '{}'",
        "versus": "write takes = ['mine', 'yours'] and roll = 'mine - yours'",
        "labels": "write takes.SIDE.name, or groups.GROUP = {{ name = …, outcomes = […] }}",
        "tries": "write roll = '2 {} keep highest'",
        "best": "write roll = '{} CHECK keep highest'",
        "worst": "write roll = '{} CHECK keep lowest'",
        "push": "write 'reroll on 1-5 when 0' in 'roll', or 'may reroll on 1-5' for a choice",
        "continues": "write 'again when same 2', 'reroll when …' or 'again doubled when …' in "
        "'roll'",
        "choose": "write aim = 'is Success' (or aim = 'value', the average)",
        **dict.fromkeys(
            ("success", "failure", "again", "keep", "add"), f"write it into 'roll': {ROLL.called}"
        ),
    },
)
FACE = either(whole(), TEXT)
DIE = record(
    {
        "faces": Field(
            either(
                a_list(FACE, 1000),
                TEXT.made(lambda text: (text,)),
                names_of(whole(1, 1000)).made(
                    lambda many: tuple([face for face, n in many.items() for _ in range(n)])
                ),
            ),
            'its faces: numbers, signs such as "1 + boon", outcomes, all of them as in "0-99", '
            "or how many there are of each",
            needed=True,
        ),
        "also": Field(WORDS, "other words for the die"),
        "name": Field(TEXT, "how tables and charts name it", into="label"),
        "colour": Field(TEXT, "its colour in charts"),
        "image": Field(TEXT, "its picture, beside conf.py"),
    },
    gone={"label": RENAMED},
)
GAME = record(
    {
        "name": Field(TEXT, "the title of the game"),
        "extends": Field(TEXT, 'the rules file, or "game:NAME", that this one builds on'),
        "effort": Field(
            whole(1, MOST_EFFORT),
            "how much work one question may be: 1, if left out, is about half a second and always "
            "less than 300 megabytes; 4 is four times as much",
        ),
        "limit": Field(whole(1, 100_000), "the most dice of one roll (10,000)"),
        "noun": Field(NOUN, "what is counted, by default a success"),
        "die": Field(names_of(DIE), "dice of the game's own"),
        "bag": Field(names_of(DIE), "cards or tokens, which are drawn and not put back"),
        "check": Field(names_of(CHECK), "the checks", needed=True),
    },
    gone={
        "outcomes": "write outcomes = [...] in a check; others say outcomes = 'CHECK'",
        "steps": "write the dice as a list that a parameter takes; '+1 die' moves along it",
    },
)
