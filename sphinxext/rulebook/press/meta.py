"""Writes down everything that a look knows about the book and its choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from docutils import nodes

from ..book.domain import rulebook_of
from . import markup
from .choices import PAPERS, runs_from_the_right
from .look import dice_colours

if TYPE_CHECKING:
    from sphinx.config import Config

    from .builder import PressBuilder
    from .writing import Writer

CONTENTS = 70  # headings that the contents have room for


def meta_of(builder: PressBuilder, writer: Writer) -> str:
    """Write the book's title, its words, its page and its colours as Typst."""
    choices, look, config = builder.choices, builder.look, builder.config
    author = "" if config.author == "Author name not set" else config.author
    subtitle = choices.subtitle or builder.subtitle
    blurb = choices.blurb or builder.blurb()
    said = (config.project, config.release, _copyright(config), author, subtitle, blurb)
    for text in (*said, *choices.facts):
        writer.words_of(text, builder.tree)
    picture = builder.copy(choices.cover) if choices.cover else ""
    told = [
        ("title", markup.string(config.project)),
        ("subtitle", markup.string(subtitle)),
        ("author", markup.string(author)),
        ("keywords", markup.array(map(markup.string, _keywords(builder.tree)))),
        ("date", "auto" if builder.timestamp() else "none"),
        ("copyright", markup.string(_copyright(config))),
        ("release", markup.string(config.release)),
        ("blurb", markup.string(blurb)),
        ("facts", markup.array(map(markup.string, choices.facts))),
        ("picture", markup.string(picture) if picture else "none"),
        ("language", markup.string((config.language or "en").replace("_", "-"))),
        ("rtl", markup.boolean(runs_from_the_right(config.language))),
        ("accent", f"rgb({markup.string(choices.accent or look.accent)})"),
        ("outcomes", markup.array(f"rgb({markup.string(each)})" for each in look.chart.outcomes)),
        ("paper", markup.string(choices.paper or look.paper)),
        ("page", markup.dictionary(_page(builder))),
        ("words", markup.dictionary((k, markup.string(v)) for k, v in builder.words.items())),
        (
            "dice",
            markup.dictionary((k, f"rgb({markup.string(v)})") for k, v in dice_of(builder).items()),
        ),
        ("index", markup.boolean(writer.has_index)),
        ("contents-depth", str(_contents_depth(builder.tree))),
    ]
    lines = ",\n  ".join(f"{key}: {value}" for key, value in told)
    return f"#let meta = (\n  {lines},\n)\n"


def _copyright(config: Config) -> str:
    """Return the years and names of `copyright`, of which there may be several."""
    told = config.copyright
    words = told if isinstance(told, str) else ", ".join(map(str, told))
    return words.strip().removeprefix("©").strip()


def _page(builder: PressBuilder) -> list[tuple[str, str]]:
    """Return the measures of a page with what the print shop cuts off."""
    choices, sheet = builder.choices, builder.sheet
    width, height = PAPERS[choices.paper or builder.look.paper]
    edge = choices.bleed
    return [
        ("width", f"{width + 2 * edge}mm"), ("height", f"{height + 2 * edge}mm"),
        ("inside", f"{sheet.inside + edge}mm"), ("outside", f"{sheet.outside + edge}mm"),
        ("top", f"{sheet.top + edge}mm"), ("bottom", f"{sheet.bottom + edge}mm"),
        ("size", f"{sheet.size}pt"), ("step", f"{sheet.step}pt"),
        ("columns", str(sheet.columns)), ("gutter", f"{sheet.gutter}mm"),
        ("margin-column", f"{sheet.margin_column}mm"),
        ("mirrored", markup.boolean(choices.mirrored)),
    ]  # fmt: skip


def _keywords(tree: nodes.document) -> list[str]:
    """Return the keywords that '.. meta::' gives on any page, each once."""
    told = [each["content"] for each in tree.findall(nodes.meta) if each.get("name") == "keywords"]
    words = (word.strip() for each in told for word in each.split(","))
    return list(dict.fromkeys(filter(None, words)))


def _contents_depth(tree: nodes.document) -> int:
    """Return the depth of the contents: two levels if these fit on about two pages."""
    sections = sum(1 for _ in tree.findall(nodes.section))
    return 2 if sections <= CONTENTS else 1


def dice_of(builder: PressBuilder) -> Mapping[str, str]:
    """Return the colour of each die in the book."""
    return dice_colours(builder.look, rulebook_of(builder.env).book.rules.games)
