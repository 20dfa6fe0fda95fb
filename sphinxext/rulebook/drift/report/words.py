"""The words for what a check finds; nothing before this room has any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...book.claims import Finding
from ...figures.kind import Explanation, Reason
from ...figures.mean import MEAN
from ...files import from_here
from ...language.formatter import ROUNDED, ROUNDINGS, Rounding
from ..lock.published import Part

MOST_SHOWN = 2  # changes that a line gives as examples
MOST_PARTS = 5  # tables, charts and pages that the line on the book names


def message(found: Finding) -> str:
    """Return what was found as one line without its place."""
    query, old, new = found.query, found.found, found.expected
    match found.why:
        case Explanation(Reason.UNREAD, (_, said)):
            return str(said)
        case Explanation(Reason.UNASKED, names):
            return f"nobody asked for {', '.join(map(repr, names))}"
        case Explanation(Reason.GONE):
            return f"{query} was {old} at the last 'rulebook lock', and the rules no longer have it"
        case Explanation(Reason.MOVED):
            return f"{query} was {old} and is {new} since 'rulebook lock'"
    reason = f"; {said}" if (said := why(found)) else ""
    return f'"{old}" should be "{new}": {query} is {found.answer}{reason}'


def subtype(found: Finding) -> str:
    """Return the subtype of the warning about what could not be read."""
    return str(found.why.about[0]) if found.why else "drift"


def part_of(found: Finding) -> Part:
    """Return the table, the chart or the sentence of a figure that moved."""
    part = found.why.about[0] if found.why else None
    assert isinstance(part, Part)
    return part


def why(finding: Finding) -> str:
    """Return why a figure may be wrong; nothing where nobody knows."""
    figure = finding.found if len(finding.found.split()) == 1 else "it"
    match finding.why:
        case Explanation(Reason.ROUNDED, (Rounding() as way,)):
            said = f"{figure} is {finding.answer.partition(' (')[0]} rounded {ROUNDED[way]}"
            is_average = finding.case is not None and finding.case.kind is MEAN
            can_be_told = is_average and way in ROUNDINGS
            return f"{said}, as rulebook_mean_rounding can allow" if can_be_told else said
        case Explanation(Reason.ROW, (step,)):
            return f"right one row further {'down' if step == 1 else 'up'}"
        case Explanation(Reason.COLUMN, (step,)):
            return f"right one column further {'right' if step == 1 else 'left'}"
        case Explanation(Reason.ARGUMENT, (name, value)):
            return f"right with {name}={value}"
        case Explanation(Reason.RANGE, (faces,)):
            return f"'{faces}' is another chance"
        case Explanation(Reason.DICE):
            return "the dice are others"
        case Explanation(Reason.LABEL):
            return "a label that reads as another value"
        case Explanation(Reason.LOCK, (name, is_whole)):
            return f"the whole table matches {name}" if is_whole else f"matches {name}"
        case Explanation(_, about):
            return "".join(map(str, about))
    return ""


def messages(changed: Iterable[Finding]) -> list[tuple[Part, str]]:
    """Say what moved in one line for each table, chart and sentence."""
    return [
        (part, message(found[0]) if len(found) == 1 else _several(part, found))
        for part, found in _grouped((part_of(each), each) for each in changed).items()
    ]


def _several(part: Part, found: Sequence[Finding]) -> str:
    where = f" in {_named(part)}" if part.kind else ""
    return f"{_odds(len(found))} moved{where} since 'rulebook lock'{_examples(found)}"


def news(changed: Sequence[Finding]) -> str:
    """Say in one line what moved in the whole book: how many, where, and how to see each."""
    pages = ((part if part.kind else Part(part.file, 0), each)
             for each in changed for part in [part_of(each)])  # fmt: skip
    parts = _grouped(pages)
    said = [f"{len(found):,} in {_named(part)}{_examples(found)}" for part, found in parts.items()]
    if len(said) > MOST_PARTS:
        rest = sum(len(found) for found in list(parts.values())[MOST_PARTS:])
        said[MOST_PARTS:] = [f"{rest:,} elsewhere"]
    them = "it" if len(changed) == 1 else "them"
    return f"{_odds(len(changed))} moved: {', '.join(said)}; 'rulebook check --moved' lists {them}"


def _named(part: Part) -> str:
    """Return the table, chart or page as a line names it."""
    if not part.kind:
        return from_here(part.file)
    return f"the {part.kind} *{part.caption}*" if part.caption else f"the {part.kind}"


def _odds(many: int) -> str:
    return "1 published figure" if many == 1 else f"{many:,} published odds"


def _examples(found: Sequence[Finding]) -> str:
    pairs = list(dict.fromkeys(f"{each.found} to {each.expected}" for each in found))
    more = ", …" if len(pairs) > MOST_SHOWN else ""
    return f" ({', '.join(pairs[:MOST_SHOWN])}{more})"


def _grouped(pairs: Iterable[tuple[Part, Finding]]) -> dict[Part, list[Finding]]:
    found: dict[Part, list[Finding]] = {}
    for part, each in pairs:
        found.setdefault(part, []).append(each)
    return found
