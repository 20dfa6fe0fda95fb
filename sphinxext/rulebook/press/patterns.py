"""Patterns in the place of colours, for a look with one ink: SVG for charts, CSS for boxes."""

from __future__ import annotations

from dataclasses import dataclass

INK, PAPER = "var(--look-ink)", "var(--look-paper)"
# Which tones a check with so many outcomes takes, from worst to best; more outcomes share them out.
# The looks for print choose the same ones.
CHOSEN = {
    1: (7,), 2: (0, 7), 3: (0, 3, 7), 4: (0, 1, 3, 7), 5: (0, 1, 3, 6, 7), 6: (0, 1, 3, 5, 6, 7),
    7: (0, 1, 3, 4, 5, 6, 7),
}  # fmt: skip


@dataclass(frozen=True)
class Tone:
    """One pattern: what fills a shape, the SVG that defines it, and the same as a background."""

    fill: str
    defined: str
    background: str

    @property
    def is_patterned(self) -> bool:
        """Tell if letters upon it need paper behind them."""
        return bool(self.defined)


def tone_of(number: int, many: int) -> Tone:
    """Return the tone of an outcome: ink means trouble, and the best is paper."""
    many = max(number, many)
    chosen = CHOSEN.get(many)
    return TONES[chosen[number - 1] if chosen else round((number - 1) / (many - 1) * 7)]


def _solid(colour: str) -> Tone:
    return Tone(colour, "", f"linear-gradient({colour}, {colour})")


def _pattern(name: str, size: float, drawn: str, background: str, turned: bool = False) -> Tone:
    turn = ' patternTransform="rotate(45)"' if turned else ""
    defined = (
        f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"{turn}>'
        f'<rect width="{size}" height="{size}" fill="{PAPER}"/>{drawn}</pattern>'
    )
    return Tone(f"url(#{name})", defined, background)


def _slants(name: str, size: float, width: float) -> Tone:
    drawn = f'<rect width="{width}" height="{size}" fill="{INK}"/>'
    lines = f"repeating-linear-gradient(135deg, {INK} 0 {width}px, {PAPER} {width}px {size}px)"
    return _pattern(name, size, drawn, lines, turned=True)


def _lines(name: str, size: float, width: float, angle: int) -> Tone:
    across, down = (size, width) if angle == 0 else (width, size)
    drawn = f'<rect width="{across}" height="{down}" fill="{INK}"/>'
    turn = {0: "0deg", 90: "90deg"}[angle]
    lines = f"repeating-linear-gradient({turn}, {INK} 0 {width}px, {PAPER} {width}px {size}px)"
    return _pattern(name, size, drawn, lines)


def _dots(name: str, size: float, radius: float) -> Tone:
    half = size / 2
    drawn = f'<circle cx="{half}" cy="{half}" r="{radius}" fill="{INK}"/>'
    ends = f"{INK} {radius}px, {PAPER} {radius + 0.3:g}px"
    dots = f"radial-gradient(circle, {ends}) 0 0 / {size}px {size}px"
    return _pattern(name, size, drawn, dots)


TONES = (
    _solid(INK),
    _slants("rulebook-tone-1", 5, 2.1),
    _dots("rulebook-tone-2", 4.4, 1.4),
    _dots("rulebook-tone-3", 7, 1.1),
    _slants("rulebook-tone-4", 8, 0.8),
    _lines("rulebook-tone-5", 6.5, 0.7, 0),
    _dots("rulebook-tone-6", 10, 0.8),
    _solid(PAPER),
)
# Colour without colour: the hatching of engraved coats of arms.
HATCHES = {
    "red": _lines("rulebook-hatch-red", 3.4, 1.2, 90),
    "blue": _lines("rulebook-hatch-blue", 3.4, 1.2, 0),
    "green": _slants("rulebook-hatch-green", 3.6, 1.2),
    "yellow": _dots("rulebook-hatch-yellow", 3.6, 0.8),
}


def definitions() -> str:
    """Return the drawing that defines every pattern; a stylesheet can name but not draw them."""
    drawn = "".join(each.defined for each in (*TONES, *HATCHES.values()))
    hidden = 'aria-hidden="true" width="0" height="0" style="position: absolute"'
    return f'<svg {hidden} class="rulebook-patterns"><defs>{drawn}</defs></svg>'
