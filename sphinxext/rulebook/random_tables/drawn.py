"""A random table as docutils nodes: numbered entries, odds, and what a roll needs of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from docutils import nodes

from ..book.held_table import ADDED
from ..language.formatter import Style, average, chance
from ..language.language_file import die_name
from ..language.phrasebook import words_of
from ..rules.errors import fold
from .dice import TableDice, dice_of
from .model import NAMED, Entry, RandomTable, is_label
from .nested import among
from .nodes import DATA, dice_said
from .source import WEIGHT

_VERBATIM = nodes.literal | nodes.math


def rolls_text(values: Sequence[int], dice: TableDice, *, first: bool, last: bool) -> str:
    """The rolls as the script reads them: "11..13,21"; the ends are open."""
    runs = dice.runs(values)
    parts = [str(low) if low == high else f"{low}..{high}" for low, high in runs]
    if first:
        parts[0] = f"..{parts[0].rpartition('..')[2]}"
    if last:
        parts[-1] = f"{parts[-1].partition('..')[0]}.."
    if first and last and len(parts) == 1:
        return ".."
    return ",".join(parts)


def row_data(table: RandomTable, entry: Entry) -> dict[str, str]:
    """The attributes that tell the script about a row."""
    first, last = (bool(table.modifier.name) and end in entry.values for end in table.ends)
    data = {"data-rolls": rolls_text(entry.values, table.dice, first=first, last=last)}
    if entry.times > 1:
        data["data-each" if entry.sends_to else "data-times"] = str(entry.times)
        if entry.is_distinct:
            data["data-distinct"] = ""
    names = [fold(each.name) for each in table.entries]
    if names.count(fold(entry.name)) > 1 and _repeats_matter(table):
        data["data-same"] = str(names.index(fold(entry.name)))
    return data


def _repeats_matter(table: RandomTable) -> bool:
    """Say whether results of the table must differ."""
    return table.draws > 1 or any(each.is_distinct for each in table.entries)


def figure_data(table: RandomTable, *, rolls: bool, language: str) -> dict[str, str]:
    """The attributes that tell the script about the table."""
    data = {"data-dice": table.dice.name}
    if rolls:
        data["data-roll"] = ""
        if (said := die_name(table.dice.name, language)) != table.dice.name:
            data["data-said"] = said
    if table.draws > 1:
        data["data-draws"] = str(table.draws)
    if table.modifier.name:
        modifier = table.modifier
        data["data-modifier"] = modifier.name
        data["data-label"] = modifier.name.replace("-", " ").replace("_", " ").capitalize()
        data["data-levels"] = ",".join(map(str, modifier.levels))
        data["data-start"] = str(min(modifier.levels, key=abs))
    return data


def row_chances(table: RandomTable, level: int = 0) -> list[Fraction]:
    """The chance of every row with a modifier on the roll; past the ends it is the last row."""
    found = [Fraction(0)] * len(table.entries)
    places = {id(entry): place for place, entry in enumerate(table.entries)}
    for value, share in table.dice.chances.items():
        entry = table.entry_of(value + level)
        if entry is not None:
            found[places[id(entry)]] += share
    return found


def numbered_table(
    items: Sequence[nodes.list_item], table: RandomTable, rolled: str, style: Style, folds: int
) -> nodes.table:
    """Return the entries of a list as a table, each with its rolls, below what is rolled."""
    head, specs = nodes.row(), list[nodes.Node]()
    for _ in range(folds):
        specs += [nodes.colspec(colwidth=10, stub=1), nodes.colspec(colwidth=90)]
        head += [_cell(rolled, "rulebook-rolls"), _cell(words_of(style.language).outcome)]
    height = -(-len(items) // folds)
    rows = [nodes.row() for _ in range(height)]
    for n in range(height * folds):
        rolls, said = nodes.entry(), nodes.entry()
        if n < len(items):
            rolls = _cell(table.entries[n].label, "rulebook-rolls")
            said += items[n].children
            strip_weight(said)
        rows[n % height] += [rolls, said]
    parts = [*specs, nodes.thead("", head), nodes.tbody("", *rows)]
    group = nodes.tgroup("", *parts, cols=2 * folds)
    return nodes.table("", group, classes=["colwidths-auto", "rulebook-generated"])


def _cell(text: str, *classes: str) -> nodes.entry:
    words = nodes.paragraph("", text, translatable=False)
    return nodes.entry("", words, classes=list(classes))


def strip_weight(entry: nodes.Element) -> None:
    """Take the weight off the end of an entry."""
    texts = list(entry.findall(nodes.Text))
    if texts and WEIGHT.search(texts[-1]):
        _set(texts[-1], WEIGHT.sub("", texts[-1]))


def strip_braces(entry: nodes.Element) -> None:
    """Show the name in braces as words, or leave it out where a text of its own follows."""
    before = ""
    for text in list(entry.findall(nodes.Text)):
        named = None if isinstance(text.parent, _VERBATIM) else NAMED.search(text)
        if named is None:
            before += text
            continue
        begins, rest = str(text[: named.start()]), str(text[named.end() :])
        if is_label(before + begins, rest.strip() or _opening(text)):
            _set(text, rest.lstrip())
        else:
            _set(text, f"{begins}{named[1]}{rest}")
        return


def _opening(text: nodes.Text) -> str:
    """Return what the node behind a text opens with; a link or a role opens a text of its own."""
    behind = text.next_node(descend=False, siblings=True)
    if behind is None or isinstance(behind, nodes.emphasis | nodes.strong):
        return behind.astext() if behind is not None else ""
    return "[]"


def _set(text: nodes.Text, new: str) -> None:
    parent = text.parent
    parent.replace(text, nodes.Text(new))
    if isinstance(parent, nodes.TextElement):
        parent.rawsource = parent.astext()


def mark_entries(made: nodes.table, table: RandomTable) -> None:
    """Note in a table which rolls lead to a row, or to a cell of a folded one."""
    rows = list(made.findall(nodes.row))
    by_row: dict[int, list[Entry]] = {}
    for entry in table.entries:
        by_row.setdefault(entry.place[0], []).append(entry)
    alone = all(len(some) == 1 for some in by_row.values())
    for r, some in by_row.items():
        cells = rows[r].children if r < len(rows) else []
        for entry in some:
            if entry.place[1] < len(cells):
                cell = cells[entry.place[1]]
                assert isinstance(cell, nodes.entry)
                strip_braces(cell)
                cell[DATA] = {"data-entry": ""} | ({} if alone else row_data(table, entry))
        if alone and cells:
            rows[r][DATA] = row_data(table, some[0])


def result_chances(table: RandomTable, level: int) -> list[Fraction]:
    """The chance of every row to come up: among all results, where the table gives several."""
    shares = row_chances(table, level)
    if table.draws == 1:
        return shares
    names: dict[str, Fraction] = {}
    for entry, share in zip(table.entries, shares, strict=True):
        names[fold(entry.name)] = names.get(fold(entry.name), Fraction(0)) + share
    found = {
        name: among([(share, Fraction(other == name)) for other, share in names.items()],
                    table.draws, True)
        for name in names
    }  # fmt: skip
    return [found[fold(entry.name)] for entry in table.entries]


def add_odds(made: nodes.table, table: RandomTable, style: Style) -> bool:
    """Add a column of odds for each level of the modifier; none to a table of another shape."""
    rows = list(made.findall(nodes.row))
    by_row = {entry.place[0]: n for n, entry in enumerate(table.entries)}
    group = next(iter(made.findall(nodes.tgroup)))
    heads = sum(len(head.children) for head in group.children if isinstance(head, nodes.thead))
    if len(by_row) != len(table.entries) or any("morerows" in e for e in made.findall(nodes.entry)):
        return False
    words = words_of(style.language)
    for level in table.modifier.levels:
        shares = result_chances(table, level)
        title = words.chance if table.draws == 1 else f"{words.chance} ({table.draws}×)"
        if table.modifier.name:
            title = f"{table.modifier.name} {level:+d}" if level else f"{table.modifier.name} 0"
        for r, row in enumerate(rows):
            place = by_row.get(r)
            text = "" if place is None else chance(shares[place], style)
            if r < heads:
                text = title if r == heads - 1 else ""
            cell = _cell(text, "rulebook-figure")
            cell[ADDED] = True
            if table.modifier.name:
                cell[DATA] = {"data-level": str(level)}
            row += cell
        spec = nodes.colspec(colwidth=10)
        specs = [child for child in group.children if isinstance(child, nodes.colspec)]
        group.insert(group.index(specs[-1]) + 1, spec)
        group["cols"] = group.get("cols", len(specs)) + 1
    return True


def add_averages(made: nodes.table, style: Style) -> None:
    """Write the average behind the dice of every entry: "2d6 (7) wolves"."""
    for cell in made.findall(nodes.entry):
        if DATA not in cell:
            continue
        for text in list(cell.findall(nodes.Text)):
            new, last = "", 0
            for notation, _, end in dice_said(str(text)):
                plain, times = (*notation.split("*"), "")[:2]
                dice = dice_of(plain)
                if dice is not None and not dice.is_digits and text[end - 1] != ")":
                    mean = Fraction(dice.low + dice.high, 2) * int(times or 1)
                    new += f"{text[last:end]} ({average(mean, style)})"
                    last = end
            if new:
                _set(text, new + text[last:])
