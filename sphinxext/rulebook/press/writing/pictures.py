"""Pictures, figures and charts."""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes

from .. import markup
from ..charts import chart_call
from .base import BaseWriter

TINY = 48  # dots, of an ornament that may be drawn larger
SHARP, GOOD = 72, 200  # dots to the inch: fewer look coarse, and what looks well


class PicturesWriter(BaseWriter):
    """Writes pictures and figures."""

    def on_image(self, node: nodes.Element) -> str:
        call = self._picture(node)
        if not call:
            return self.text_of(nodes.Text(node.get("alt", "")))
        if isinstance(node.parent, nodes.paragraph | nodes.term | nodes.line | nodes.reference):
            return markup.inline("small-picture", *call)
        return markup.block("figure-of", f"picture({', '.join(call)})")

    def _picture(self, node: nodes.Element) -> list[str]:
        path = self.builder.picture(node, self.where.page)
        if not path:
            return []
        side = node.get("align") or getattr(node.parent, "attributes", {}).get("align")
        told = [
            ("width", _length(node.get("width", ""))),
            ("height", _length(node.get("height", ""))),
            ("share", f"{node['scale']}%" if "scale" in node else ""),
            ("side", side if side in ("left", "right") else ""),
        ]
        alt = " ".join(node.get("alt", "").split())
        self._judge_picture(node, path)
        given = [markup.string(path), f"alt: {markup.string(alt)}" if alt else ""]
        given += [f"{name}: {value}" for name, value in told if value]
        return [each for each in given if each]

    def _judge_picture(self, node: nodes.Element, path: str) -> None:
        """Warn of a picture without a description, and of one with too few dots to print."""
        name = Path(path).name.partition("-")[2]
        if "alt" not in node:
            self.warn(
                f"the picture '{name}' has no ':alt:'; say what it shows, for those who cannot "
                "see it, or leave the option empty if it says nothing",
                node,
                "advice",
            )
        dots, natural = _size(Path(f"{self.builder.sources}{path}"))
        points = _points(node, natural, self.where.room or self.builder.text_room())
        found = round(72 * dots / points) if dots > TINY and points else SHARP
        if found < SHARP:
            self.warn(
                f"the picture '{name}' has {found} dots to the inch in print, which looks coarse; "
                f"make it smaller, or take one that is {round(points / 72 * GOOD)} dots wide",
                node,
                "advice",
            )

    def on_figure(self, node: nodes.Element) -> str:
        caption = next((e for e in node.children if isinstance(e, nodes.caption)), None)
        legend = [e for e in node.children if isinstance(e, nodes.legend)]
        label = self.label(node)
        words = self.caption(node, caption, "figure")
        rest = "".join(map(self.children, legend)).strip()
        pictures = [e for e in node.children if e is not caption and e not in legend]
        shown = map(self._picture_argument, pictures)
        arguments = [label, f"caption: [{words}]" if words else ""]
        arguments += [f"legend: [{rest}]"] * bool(rest)
        if isinstance(node.parent, nodes.section) and not rest:  # in a box nothing can float
            arguments.append(f"float: {self.place(node)}")
        return markup.block("figure-of", *shown, *[each for each in arguments if each])

    def _picture_argument(self, node: nodes.Node) -> str:
        """Write the picture of a figure as an argument."""
        from ...book.chart import OddsChartNode

        if isinstance(node, OddsChartNode):
            return chart_call(self.builder, node, self)
        if isinstance(node, nodes.reference) and len(node) == 1:
            return self._picture_argument(node[0])
        if isinstance(node, nodes.image) and (call := self._picture(node)):
            return f"picture({', '.join(call)})"
        return markup.content(self(node).strip())

    def on_OddsChartNode(self, node: nodes.Element) -> str:  # noqa: N802  # the node is named so
        return markup.block("figure-of", chart_call(self.builder, node, self))


def _size(path: Path) -> tuple[int, float]:
    """Return how wide a picture is in dots, and in points as it is; 0 for one that is drawn."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as picture:
            return picture.width, picture.width * 72 / (picture.info.get("dpi", (72,))[0] or 72)
    except (UnidentifiedImageError, OSError):
        return 0, 0


def _points(node: nodes.Element, natural: float, room: float) -> float:
    """Return how wide base.typ prints a picture, in points; 0 where its height alone says so."""
    text = _length(node.get("width", ""))
    if not text and node.get("height"):
        return 0
    share = int(node.get("scale", 100)) / 100
    if text.endswith("%"):
        wide = float(text[:-1]) / 100 * room
    elif text.endswith("pt"):
        wide = float(text[:-2])
    else:
        wide = 0 if text else natural
    return min(wide * share, room)


_UNITS = {"px": 0.75, "": 0.75, "pt": 1, "pc": 12, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4}


def _length(text: str) -> str:
    """Write a length of docutils as a length of Typst."""
    match = re.fullmatch(r"([0-9.]+)\s*(\S*)", str(text))
    if match is None:
        return ""
    if match[2] == "%":
        return f"{match[1]}%"
    if match[2] in ("em", "rem", "ex", "ch"):
        return f"{match[1]}em"
    return f"{float(match[1]) * _UNITS.get(match[2], 0.75):g}pt"
