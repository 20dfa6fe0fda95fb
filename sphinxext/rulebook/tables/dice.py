"""The dice of a book: their colours, and a face as a sentence shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..language.language_file import die_name
from ..language.markup import plain_text
from ..rules.errors import RulesError, fold, suggest
from ..rules.model.roll import Die, standard_die

if TYPE_CHECKING:
    from ..rules.rules import Rules


def hex_of(text: str) -> str:
    """Return the colour as #rrggbb, empty where the text names none."""
    from PIL import ImageColor  # not before a colour is read

    try:
        red, green, blue = ImageColor.getrgb(text.strip())[:3]
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"


def own_colour(text: str, owner: str) -> str:
    """Return the colour that the rules give a die or an outcome, empty where they give none."""
    found = hex_of(text) if text else ""
    if text and not found:
        raise RulesError(f"'{text}' of '{owner}' is not a colour; write '#6b3d7d'")
    return found


def die_colour(die: Die) -> str:
    """Return the colour of a die, empty where the rules give none."""
    return own_colour(die.colour, die.name)


def die_class(name: str) -> str:
    """Return the class of something that is one of a game's own dice."""
    from docutils.nodes import make_id

    return f"rulebook-die-{make_id(name) or 'other'}"


class DieFace(NamedTuple):
    """A die, and what it shows; an empty face is the die itself."""

    die: str
    face: str
    sides: int
    colour: str  # of a game's own die, "#a8281f"
    name: str  # in the words of the book: its label, or W6 in German
    own: bool

    @property
    def words(self) -> str:
        """The words that replace the picture."""
        name = self.name if self.own or self.sides != 6 or not self.face else ""
        return f"[{' '.join(part for part in (name, self.face) if part)}]"

    @property
    def said(self) -> str:
        """The words for a screen reader."""
        return f"{self.name}: {self.face}" if self.face else self.name


def die_face(rules: Rules, game: str, text: str, language: str) -> DieFace:
    """The face that "d6 5" or "yellow 4" names, or the die that "yellow" does."""
    own = rules.game(game).dice if rules.games else {}
    words = text.split()
    if not words:
        raise RulesError("name a die and a face, as in 'd6 5'")
    names = {
        fold(name): die
        for die in own.values()
        for name in (die.name, plain_text(die.label))
        if name
    }
    for cut in (len(words), len(words) - 1):
        name, face = " ".join(words[:cut]), " ".join(words[cut:])
        if die := names.get(fold(name)):
            colour, said = die_colour(die), plain_text(die.label) or die.name
            return DieFace(die.name, _face(die, face), len(die.faces), colour, said, own=True)
        if name and (found := standard_die(name)):
            said = die_name(found.name, language)
            return DieFace(found.name, _face(found, face), len(found.faces), "", said, own=False)
    name = " ".join(words[:-1]) or words[0]
    raise RulesError(f"no die '{name}'{suggest(name, (*own, 'd6', 'd20'))}")


def _face(die: Die, face: str) -> str:
    if not face:
        return ""
    known = range(1, len(die.faces) + 1) if die.by_place else die.faces
    number = face.replace("−", "-")
    if len(number) < 9 and number.lstrip("+-").isdecimal() and int(number) in known:
        return face
    low, high = min(known), max(known)
    raise RulesError(f"'{die.name}' has no face '{face}'; it has {low} to {high}")
