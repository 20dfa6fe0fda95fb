"""Pictures of dice in a sentence: ``:die:`d6 5```, drawn for pages and named for screen readers."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from ..charts.colours import ink_on
from ..tables.dice import die_class

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..tables.dice import DieFace

# Where the pips of 1 to 6 are, in a grid of three by three.
PIPS = ((4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
# The corners by which a die is known; a d10 looks like a d8.
CORNERS = {
    4: "12.0,1.0 22.8,19.8 1.2,19.8",
    8: "12.0,1.0 23.0,12.0 12.0,23.0 1.0,12.0",
    10: "12.0,1.0 23.0,12.0 12.0,23.0 1.0,12.0",
    12: "12.0,1.0 22.5,8.6 18.5,20.9 5.5,20.9 1.5,8.6",
    20: "12.0,1.0 21.5,6.5 21.5,17.5 12.0,23.0 2.5,17.5 2.5,6.5",
}
SIZE = 24


class rulebook_die(nodes.inline):  # noqa: N801  # writers call their methods by this name
    """A picture of a die; its text is what writers without pictures show."""


def die_node(face: DieFace, rawsource: str, more: list[str]) -> rulebook_die:
    """Return the node of a face, with more classes."""
    classes = ["rulebook-die", *([die_class(face.die)] if face.own else []), *more]
    node = rulebook_die(rawsource, face.words, classes=classes)
    node["face"] = face
    return node


def face_svg(face: DieFace) -> str:
    """The face as SVG in the page's ink, a game's own die in its colour."""
    fill = f'fill="{face.colour}"' if face.colour else 'fill="none"'
    ink = ink_on(face.colour) if face.colour else "currentColor"
    parts = [_outline(face.sides, fill)]
    if face.sides == 6 and face.face.isdecimal() and 1 <= int(face.face) <= len(PIPS):
        for at in PIPS[int(face.face) - 1]:
            x, y = 6 + 6 * (at % 3), 6 + 6 * (at // 3)
            parts.append(f'<circle cx="{x}" cy="{y}" r="2.2" fill="{ink}"/>')
    elif face.face:
        small = 13 if len(face.face) < 2 else 10.5 if len(face.face) < 3 else 8
        low = 17.5 if face.sides == 4 else 12
        parts.append(
            f'<text x="12" y="{low + small * 0.36:g}" font-size="{small:g}" font-weight="bold" '
            f'text-anchor="middle" fill="{ink}">{escape(face.face)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" '
        f'height="{SIZE}" role="img" aria-label="{escape(face.said)}">{"".join(parts)}</svg>'
    )


def _outline(sides: int, fill: str) -> str:
    look = f'{fill} stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"'
    name = 'class="rulebook-die-body"'
    if sides == 6:
        return f'<rect {name} x="2" y="2" width="20" height="20" rx="3.5" {look}/>'
    if sides not in CORNERS:
        return f'<circle {name} cx="12" cy="12" r="10.5" {look}/>'
    return f'<polygon {name} points="{CORNERS[sides]}" {look}/>'


def _visit_html(self: Any, node: rulebook_die) -> None:
    self.body.append(self.starttag(node, "span", ""))
    picture = face_svg(node["face"])
    if self.builder.name == "epub":  # a page with SVG in it would have to be listed as such
        address = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
        said = escape(node["face"].said)
        picture = f'<img src="{address}" alt="{said}" style="height: 1em; width: 1em"/>'
    self.body.append(f"{picture}</span>")
    raise nodes.SkipNode


def add_dice(app: Sphinx) -> None:
    """Make the node known; writers other than HTML's take it for the words within."""
    app.add_node(rulebook_die, html=(_visit_html, None))
