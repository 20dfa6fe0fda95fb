"""Looks on the web: a stylesheet and fonts over the theme, light and dark, and large initials."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.epub3 import Epub3Builder
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..book.domain import rulebook_of
from ..book.marks import align_numbers
from ..charts.colours import HEATS, between, contrast, ink_on
from ..tables.dice import die_class
from .book_tree import visible
from .fonts import within
from .look import (
    LONG_ENOUGH,
    LOOKS,
    Choices,
    Look,
    dice_colours,
    look_of,
    may_be_large,
    runs_from_the_right,
)
from .patterns import TONES, definitions, is_patterned, tone_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..rules.model.game import Game

THEMES = ("furo",)  # themes that a look is made for; others are left alone
SHEET = "rulebook-look.css"
FONTS = "rulebook-fonts"
SHADES = 10  # of a table's cells, from never to always
MOST = 12  # outcomes of a check that a stylesheet names
_PAPER = re.compile(r"--look-paper: (#[0-9a-fA-F]{6})")
DARK = ('body[data-theme="dark"]', 'body:not([data-theme="light"])')
# The theme around the text turns as well; code and drawings do not.
FROM_THE_RIGHT = """
body { direction: rtl; } article { text-align: start; }
.admonition:not([class*="rulebook-"]) { border-left: 0; border-inline-start: 0.2rem solid; }
pre, code, kbd, svg, .highlight { direction: ltr; unicode-bidi: isolate; }
"""


def dress_pages(app: Sphinx) -> None:
    """Add the look's stylesheet and fonts to the pages, if the look knows their theme."""
    if app.builder.format != "html":
        return
    book = app.builder.name == "epub"
    choices, look = look_of(app.config, Path(app.confdir), tells=True)
    if look is None or not (book or app.config.html_theme in THEMES):
        return
    folder = Path(app.doctreedir, "rulebook-look")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / FONTS).mkdir(parents=True)
    # The list of an e-book lacks this kind of file, and Sphinx declares no such list.
    if book:
        app.builder.media_types = {**app.builder.media_types, ".woff2": "font/woff2"}  # type: ignore[attr-defined]
    # The names in each font say its licence as well; an e-book has no place for the text.
    licences = [] if book else look.folder.glob("fonts/*.txt")
    for path in [*within([look.folder / "fonts"]), *licences]:
        shutil.copyfile(path, folder / FONTS / path.name)
    games = rulebook_of(app.env).book.rules.games
    theme = app.config.html_theme
    sheet = book_sheet(look, choices, games) if book else stylesheet(look, choices, games, theme)
    if runs_from_the_right(app.config.language):
        _turn_pages(app)
        sheet += "" if book else FROM_THE_RIGHT
    (folder / SHEET).write_text(sheet, "utf-8", newline="\n")
    app.config.html_static_path.append(str(folder))
    # The title of a manual by Sphinx; a book is called by its own.
    if not book and app.config.html_title == _manual_title(app):
        app.config.html_title = app.config.project
    app.add_css_file(SHEET, priority=850)
    if look.chart.patterns and not book:
        _put_around_pages(app, definitions())


def _manual_title(app: Sphinx) -> str:
    """Return the title that Sphinx gives to pages if conf.py gives none."""
    title: str = _("%s %s documentation") % (app.config.project, app.config.release)
    return title


def _turn_pages(app: Sphinx) -> None:
    """Let pages run from right to left; Sphinx and its themes never say so."""
    _put_around_pages(app, '<div dir="rtl">', "</div>")
    if isinstance(app.builder, Epub3Builder):
        told = app.builder.content_metadata
        turned = {"page_progression_direction": "rtl"}
        # Sphinx has no setting for it.
        app.builder.content_metadata = lambda: {**told(), **turned}  # type: ignore[method-assign]


def _put_around_pages(app: Sphinx, before: str, after: str = "") -> None:
    """Put HTML before and after the text of every page."""

    def put(_: Sphinx, __: str, ___: str, context: dict[str, Any], *____: Any) -> None:
        if "body" in context:
            context["body"] = f"{before}{context['body']}{after}"

    app.connect("html-page-context", put)


def stylesheet(look: Look, choices: Choices, games: Mapping[str, Game], theme: str) -> str:
    """Write the stylesheet: fonts, colours, rules that looks share, the look, the theme's names."""
    parts = [
        (look.folder / "fonts.css").read_text("utf-8").strip(),
        *_colours(look, choices, games),
        (LOOKS / "common.css").read_text("utf-8"),
        (LOOKS / f"{theme}.css").read_text("utf-8"),
        (look.folder / "look.css").read_text("utf-8"),
    ]
    return "\n".join(parts)


def book_sheet(look: Look, choices: Choices, games: Mapping[str, Game]) -> str:
    """Write the plainer stylesheet of an e-book. Old readers know no variables."""
    lines = []
    for many, number, share in () if look.chart.patterns else _outcomes(games):
        fill = between(look.chart.outcomes, share)
        lines.append(
            f".rulebook-of-{many} td.rulebook-outcome-{number} "
            f"{{ background: {fill}; color: {ink_on(fill)}; }}"
        )
    for level in range(SHADES + 1):
        fill = between(("#ffffff", look.chart.heat[-1]), level * 0.05)
        lines.append(
            f"table.rulebook-table td.rulebook-shade-{level}.rulebook-shade-{level} "
            f"{{ background-color: {fill} !important; color: {ink_on(fill)}; }}"
        )
    fonts, *sheets = look.folder / "fonts.css", LOOKS / "epub.css", look.folder / "epub.css"
    texts = (sheet.read_text("utf-8") for sheet in sheets)
    text = "\n".join([fonts.read_text("utf-8").strip(), *lines, *texts])
    is_coloured = choices.accent and not look.chart.patterns
    return text.replace(look.accent, choices.accent) if is_coloured else text


def _colours(look: Look, choices: Choices, games: Mapping[str, Game]) -> Iterator[str]:
    """Yield the colours of accent, dice, outcomes and shades, by day and by night."""
    accent = choices.accent or look.accent
    night_accent = (choices.accent and _light(choices.accent)) or look.dark.accent
    day = [f"--look-second: {accent};", f"--look-heat: {look.chart.heat[-1]};"]
    night = [f"--look-second: {night_accent};", f"--look-heat: {look.dark.heat};"]
    yield from _by_day_and_night("", day, night)
    for name, colour in dice_colours(look, games).items():
        dark = look.dark.dice.get(name, colour)
        where = f".{die_class(name)}"
        day = [f"--die: {colour};", f"--die-line: {_seen(colour, '#ffffff', '#000000')};"]
        night = [f"--die: {dark};", f"--die-line: {_seen(dark, '#1b1b1b', '#ffffff')};"]
        yield from _by_day_and_night(where, day, night)
    lines = look.chart.lines
    for number in range(1, MOST + 1):
        colour = lines[(number - 1) % len(lines)]
        first, second = [f"--series: {colour};"], [f"--series: {_light(colour)};"]
        yield from _by_day_and_night(f".rulebook-series-{number}", first, second)
    for many, number, share in _outcomes(games):
        yield from _outcome(look, many, number, share)
    if not look.chart.patterns:
        yield from _heat(look)


def _outcomes(games: Mapping[str, Game]) -> Iterator[tuple[int, int, float]]:
    """Yield how many outcomes a check may have, and each with its place from 0 to 1."""
    counts = {len(check.outcomes) for game in games.values() for check in game.checks.values()}
    for many in sorted(n for n in counts if 0 < n <= MOST):
        for number in range(1, many + 1):
            yield many, number, (number - 1) / max(1, many - 1)


def _heat(look: Look) -> Iterator[str]:
    """Yield the cells of heat maps from the page's paper on, and the letters that each can bear."""
    sheet = (look.folder / "look.css").read_text("utf-8")
    papers = _PAPER.findall(sheet)  # by day, then by night
    day_paper = papers[0] if papers else "#ffffff"
    night_paper = papers[1] if len(papers) > 1 else "#141414"
    for level in range(HEATS + 1):
        share = level * 0.8 / HEATS
        day = between((day_paper, look.chart.heat[-1]), share)
        night = between((night_paper, look.dark.heat), share)
        yield from _by_day_and_night(
            f".rulebook-heat-{level}", [f"fill: {day};"], [f"fill: {night};"]
        )
        on = f"text.rulebook-on-heat-{level}"
        yield from _by_day_and_night(on, [f"fill: {ink_on(day)};"], [f"fill: {ink_on(night)};"])


def _outcome(look: Look, many: int, number: int, share: float) -> Iterator[str]:
    where = ", ".join(
        f".rulebook-of-{many}{gap}.rulebook-{name}-{number}"
        for gap in (" ", "")
        for name in ("outcome", "on")
    )
    day, night = between(look.chart.outcomes, share), between(look.dark.outcomes, share)
    if look.chart.patterns:
        tone = tone_of(number, many)
        ink = "paper" if number == 1 < many else "ink"
        words = [f"--o: {TONES[tone]};", f"--b: var(--tone-{tone});", f"--on: var(--look-{ink});"]
        yield f"{where} {{ {' '.join(words)} }}"
        if is_patterned(tone):
            halo = "stroke: var(--look-paper); stroke-width: 6px; paint-order: stroke;"
            yield f".rulebook-of-{many} text.rulebook-on-{number} {{ {halo} }}"
        return
    first = [f"--o: {day};", f"--on: {ink_on(day)};"]
    second = [f"--o: {night};", f"--on: {ink_on(night)};"]
    yield from _by_day_and_night(where, first, second)


def _by_day_and_night(where: str, day: list[str], night: list[str]) -> Iterator[str]:
    """Give names other values in the dark, both chosen and by the machine's setting."""
    chosen, machine = (
        ", ".join(f"{body} {each}".strip() for each in where.split(", ")) for body in DARK
    )
    yield f"{where or 'body'} {{ {' '.join(day)} }}"
    yield f"{chosen} {{ {' '.join(night)} }}"
    yield f"@media (prefers-color-scheme: dark) {{ {machine} {{ {' '.join(night)} }} }}"


def _light(colour: str) -> str:
    """Lighten an author's colour until it is easy to read on a dark page."""
    return _seen(colour, "#1b1b1b", "#ffffff", 5.5)


def _seen(colour: str, paper: str, towards: str, least: float = 3) -> str:
    """Move a colour towards another until it stands out from the paper."""
    for share in range(0, 100, 5):
        found = between((colour, towards), share / 100)
        if contrast(found, paper) >= least:
            return found
    return towards


class AlignNumbers(SphinxPostTransform):
    """Lets a stylesheet align numbers on the decimal, also in tables that an author typed."""

    default_priority = 890  # before cells become others
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Mark the columns of numbers, where a look's stylesheet knows the marks."""
        for table in self.document.findall(nodes.table) if self.config.rulebook_look else ():
            align_numbers(table)


class MarkOpenings(SphinxPostTransform):
    """Marks the first paragraph of a chapter for a large initial."""

    default_priority = 950
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Mark the paragraph if it follows the page's title and is long enough."""
        section = next(iter(self.document.findall(nodes.section)), None)
        if section is None:
            return
        shown = (each for each in visible(section.children) if not isinstance(each, nodes.title))
        first = next(shown, None)
        if isinstance(first, nodes.paragraph) and isinstance(first[0], nodes.Text):
            words = first.astext()
            if len(words) >= LONG_ENOUGH and may_be_large(words[0]):
                first["classes"].append("rulebook-opening")


def add_web_looks(app: Sphinx) -> None:
    """Add looks for web pages to Sphinx."""
    app.connect("builder-inited", dress_pages)
    app.add_post_transform(AlignNumbers)
    app.add_post_transform(MarkOpenings)
