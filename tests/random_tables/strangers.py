"""Makes random tables as strangers write them: shapes, dice, languages, right and wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sphinxext.rulebook.random_tables.dice import TableDice, dice_of

DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "2d6", "3d6", "d66", "2d10", "1d8+1d12")
LETTERS = {"en": "d", "de": "W", "fr": "d", "es": "d", "ru": "к", "pl": "k", "sv": "T", "fi": "n"}
ROLL = {"en": "Roll", "de": "Wurf", "fr": "Jet", "es": "Tirada", "ru": "Бросок", "pl": "Rzut",
        "sv": "Slag", "fi": "Heitto"}  # fmt: skip
SENTENCE = {
    "en": "Roll {dice} on the following table.",
    "de": "Würfle {dice} auf der folgenden Tabelle:",
    "fr": "Lancez {dice} sur le tableau suivant :",
    "es": "Tira {dice} en la siguiente tabla:",
    "ru": "Бросьте {dice} по таблице ниже:",
    "pl": "Rzuć {dice} na tabeli poniżej:",
    "sv": "Slå {dice} på tabellen nedan:",
    "fi": "Heitä {dice} ja katso taulukko:",
}
NOISE = ("The road goes on for 3 days.", "Each wolf has 2d6 hit points and bites for 1d6.",
         "A guard may attack twice.", "")  # fmt: skip
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
WORDS = [
    "wolf",
    "road",
    "rain",
    "tower",
    "letter",
    "crow",
    "silver",
    "bridge",
    "fog",
    "bell",
    "ferry",
    "well",
    "mill",
    "saint",
    "knife",
]


@dataclass(frozen=True)
class Page:
    """A page with one random table."""

    text: str
    markdown: bool
    what: str


def partition(rng: random.Random, dice: TableDice) -> list[tuple[int, ...]]:
    """Every value of the dice in rows, in order."""
    n = len(dice.values)
    rows = n if n <= 12 and rng.random() < 0.5 else rng.randint(min(4, n), min(n, 12))
    cuts = sorted(rng.sample(range(1, n), rows - 1))
    return [dice.values[a:b] for a, b in zip([0, *cuts], [*cuts, n], strict=True)]


def labelled(rng: random.Random, dice: TableDice, rows: Sequence[tuple[int, ...]]) -> list[str]:
    """The rows' rolls, all in one manner."""
    dash = rng.choice(("-", "–", " - ", "–", "—"))
    padded = dice.high == 100 and rng.random() < 0.6
    zeros = padded and rng.random() < 0.7

    def said(value: int) -> str:
        return "00" if zeros and value == 100 else str(value).zfill(2 if padded else 1)

    labels = [said(r[0]) if len(r) == 1 else f"{said(r[0])}{dash}{said(r[-1])}" for r in rows]
    bold = rng.random() < 0.15
    return [f"**{label}**" if bold else label for label in labels]


Mistake = Callable[[random.Random, TableDice, list[tuple[int, ...]], list[str]], "list[str] | None"]


def gap(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    row = rng.randrange(1, len(rows) - 1)
    return [*labels[:row], *labels[row + 1 :]] if len(rows) > 4 else None


def short(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    wide = [i for i, row in enumerate(rows) if len(row) > 2]
    if not wide:
        return None
    row = rng.choice(wide)
    return [
        *labels[:row],
        labelled_as(labels[row], rows[row][0], rows[row][-2]),
        *labels[row + 1 :],
    ]


def overlap(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    row = rng.randrange(1, len(rows))
    low, high = rows[row - 1][-1], rows[row][-1]
    return [*labels[:row], labelled_as(labels[row], low, high), *labels[row + 1 :]]


def twice(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    row = rng.randrange(1, len(rows))
    return [*labels[:row], labels[row - 1], *labels[row + 1 :]]


def turned(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    wide = [i for i, row in enumerate(rows) if len(row) > 1 and row[-1] != 100]
    if not wide:
        return None
    row = rng.choice(wide)
    return [
        *labels[:row],
        labelled_as(labels[row], rows[row][-1], rows[row][0]),
        *labels[row + 1 :],
    ]


def date(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    if len(rows[0]) < 2 or rows[0][-1] > 12 or dice.low != 1:
        return None
    month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
        rows[0][-1] - 1
    ]
    return [f"1-{month}", *labels[1:]]


def beyond(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    top = rows[-1]
    return [*labels[:-1], labelled_as(labels[-1], top[0], top[-1] + 1)]


def too_few(rng: random.Random, dice: TableDice, rows: list[tuple[int, ...]], labels: list[str]):
    return labels[:-1] if len(rows) > 5 and len(rows[-1]) * 5 <= len(dice.values) else None


MISTAKES: tuple[Mistake, ...] = (
    gap,
    gap,
    short,
    short,
    overlap,
    twice,
    turned,
    date,
    beyond,
    too_few,
)


def labelled_as(label: str, low: int, high: int) -> str:
    """A range in the manner of a label."""
    bold = label.startswith("**")
    text = str(low) if low == high else f"{low}-{high}"
    return f"**{text}**" if bold else text


def pipe(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    body = [f"| {label} | {text} |" for label, text in rows]
    return "\n".join([f"| {head} | Result |", "|:---:|---|", *body])


def empty_head(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    body = [f"| {label} | {text} |" for label, text in rows]
    return "\n".join(["| | |", "|---|---|", f"| **{head}** | **Result** |", *body])


def beside(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    half = (len(rows) + 1) // 2
    lines = [f"| {head} | A | {head} | B |", "|---|---|---|---|"]
    for i in range(half):
        right = rows[half + i] if half + i < len(rows) else ("", "")
        lines.append(f"| {rows[i][0]} | {rows[i][1]} | {right[0]} | {right[1]} |")
    return "\n".join(lines)


def html(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    body = [f"<tr><td>{label}</td><td>{text}</td></tr>" for label, text in rows]
    return "\n".join(["<table>", f"<tr><th>{head}</th><th>Result</th></tr>", *body, "</table>"])


def grid(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    every = [(head, "Result"), *rows]
    a = max(len(label) for label, _ in every) + 2
    b = max(len(text) for _, text in every) + 2
    rule = f"+{'-' * a}+{'-' * b}+"
    lines = [rule]
    for n, (label, text) in enumerate(every):
        lines += [f"| {label:<{a - 1}}| {text:<{b - 1}}|", rule if n else rule.replace("-", "=")]
    return "\n".join(lines)


def simple(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    width = max(len(head), *(len(label) for label, _ in rows))
    rule = f"{'=' * width}  {'=' * 30}"
    body = [f"{label:<{width}}  {text}" for label, text in rows]
    return "\n".join([rule, f"{head:<{width}}  Result", rule, *body, rule])


def list_table(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    lines = [".. list-table::", "   :header-rows: 1", "", f"   * - {head}", "     - Result"]
    for label, text in rows:
        lines += [f"   * - {label}", f"     - {text}"]
    return "\n".join(lines)


def csv(rng: random.Random, head: str, rows: Sequence[tuple[str, str]]) -> str:
    body = [f'   "{label}","{text}"' for label, text in rows]
    return "\n".join([".. csv-table::", f"   :header: {head}, Result", "", *body])


MARKDOWN = (pipe, pipe, pipe, pipe, pipe, empty_head, beside, html)
RESTRUCTURED = (grid, simple, list_table, csv)


def page(rng: random.Random, *, wrong: bool) -> Page | None:
    """A page with one table; None where the mistake has no place in it."""
    dice = dice_of(rng.choice(DICE))
    assert dice is not None
    language = rng.choice(tuple(LETTERS))
    rows = partition(rng, dice)
    labels = labelled(rng, dice, rows)
    what = "right"
    if wrong:
        mistake = rng.choice(MISTAKES)
        changed = mistake(rng, dice, rows, labels)
        if changed is None or len(changed) < 3:
            return None
        labels, what = changed, mistake.__name__
    notation = dice.name.replace("d", LETTERS[language])
    if rng.random() < 0.4 and notation[0] != "1":
        notation = f"1{notation}" if not notation[0].isdigit() else notation
    entries = [(label, rng.choice(WORDS) + " " + rng.choice(WORDS)) for label in labels]
    where = rng.random()
    head = notation if where < 0.6 else f"{ROLL[language]} ({notation})"
    heading, above = "Something", rng.choice(NOISE)
    if where > 0.75:
        head = rng.choice((ROLL[language], "", "#"))
        above = f"{above}\n\n{SENTENCE[language].format(dice=notation)}"
    elif where > 0.7:
        head, heading = ROLL[language], f"Something ({notation})"
    markdown = rng.random() < 0.85
    shape = rng.choice(MARKDOWN if markdown else RESTRUCTURED)
    if shape in (simple, empty_head) and not head:
        head = ROLL[language]
    title = f"# {heading}" if markdown else f"{heading}\n{'=' * len(heading)}"
    text = f"{title}\n\n{above}\n\n{shape(rng, head, entries)}\n\n{rng.choice(NOISE)}\n"
    return Page(text, markdown, f"{dice.name} {what} {shape.__name__} {language} {head!r}")


def pages(seed: int, count: int, *, wrong: bool) -> list[Page]:
    """So many pages, always the same for a seed."""
    rng = random.Random(seed)
    found: list[Page] = []
    while len(found) < count:
        one = page(rng, wrong=wrong)
        if one is not None:
            found.append(one)
    return found
