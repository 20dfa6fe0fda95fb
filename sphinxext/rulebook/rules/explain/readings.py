"""Says what is read of dice, in the words of a sentence."""

from __future__ import annotations

from ..language.faces import kind_in_words
from ..language.reading import ALL, COUNT, DROPPED, FIRST, KEPT, PAIRED, SIGN, SUM, Reading

_SETS = {
    "highest": "the highest face of the {}",
    "lowest": "the lowest face of the {}",
    "same": "the largest group of equal {}",
    "further same": "the size of set number {1} of equal faces on the {0}, the largest first",
    "sets": "the number of faces that {1} or more of the {0} show",
    "row": "the longest row of faces on the {}",
    "height": "the highest face that {1} or more of the {0} show, 0 if there is none",
    "bundles": "the most bundles of the {0} of which each adds up to {1} or more",
}


def is_count(rule: Reading) -> bool:
    """Return whether it counts faces or signs."""
    return rule.what in (COUNT, SIGN)


def read_of(rule: Reading) -> str:
    """Return what is read of dice as a sentence says it: "how many dice show 6"."""
    kind = kind_in_words(rule.of, many=True) if rule.of else "dice"
    if rule.what in PAIRED:
        how = "show more" if rule.what == "beats" else "show the same"
        return f"how many {rule.of} dice {how}, each against a {rule.against} die, highest first"
    those = {ALL: "", KEPT: " that count", DROPPED: " that do not count"}[rule.among]
    if rule.what == COUNT and rule.faces is not None:
        some = f"of the {kind}{those}" if those else kind
        shown = rule.faces._replace(of="") if rule.of else rule.faces
        said = f"how many {some} show {shown.in_words()}"
    elif rule.what == SIGN:
        said = f"how many of {rule.sign} the {kind}{those} show"
    elif rule.what == SUM:
        said = f"what the {kind}{those} show, added up"
    else:
        word = "further same" if rule.what == "same" and rule.size != 1 else rule.what
        on = " on their first throw" if rule.throws else ""
        return _SETS[word].format(f"{kind}{those}{on}", rule.size) + _taken(rule)
    if not rule.throws:
        return said + _taken(rule)
    return f"{said}, on {'their first throw' if rule.throws == FIRST else 'every throw'}"


def _taken(rule: Reading) -> str:
    taken = f", after each {rule.against} die took away one that shows the same"
    return taken if rule.against else ""
