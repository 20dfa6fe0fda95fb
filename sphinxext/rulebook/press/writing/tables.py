"""Tables: header and body rows, spans, widths, and the meaning of each cell."""

from __future__ import annotations

import re

from docutils import nodes

from ...book.marks import lacking, longest_decimals, number_columns, placed_cells, rows_of
from .. import markup
from .base import BaseWriter, capital

SHORT = 16  # letters; a column whose cells are all shorter keeps its natural width
WIDEST = 60
# What no line breaks: a word, or a single letter of Chinese or Japanese.
_SIGNS = r"\u3000-\u9fff\uf900-\ufaff\uff00-\uffef"
_WORD = re.compile(rf"[{_SIGNS}]|(?:[{markup.COMPARED}] (?=\d))?[^\s{_SIGNS}]+")
MOST_ROWS, MOST_LETTERS = 13, 700  # in a table that stays on one page
MOST_IN_A_CELL = 500  # letters, of a row that stays on one page
DIE = "mm"  # stands for the picture of a die before its name
WIDE = "mmmmmmmm"  # stands for a picture in a cell
_ROLLS = re.compile(r"(\d{1,4})(?:\s?[–—-]\s?\d{1,4})?")


class TablesWriter(BaseWriter):
    """Writes tables."""

    def on_table(self, node: nodes.table) -> str:
        title = next((e for e in node.children if isinstance(e, nodes.title)), None)
        label = self.label(node)
        caption = self.caption(node, title, "table")
        return OneTable(self, node).written(caption, label)


class OneTable:
    """One table with its rows and columns."""

    def __init__(self, writer: BaseWriter, table: nodes.table) -> None:
        """Keep the table, and the rows of its parts."""
        self.decimals: dict[int, str] = {}  # the longest of each column
        self.lows: dict[int, int] = {}  # digits before the dash, of columns of rolls
        self.writer, self.table = writer, table
        self.group = next(e for e in table.children if isinstance(e, nodes.tgroup))
        self.specs = [e for e in self.group.children if isinstance(e, nodes.colspec)]
        self.stubs = [bool(each.get("stub")) for each in self.specs]

    def written(self, caption: str, label: str) -> str:
        """Write the call for the table."""
        head = rows_of(self.group, nodes.thead)
        body = rows_of(self.group, nodes.tbody)
        footer: list[nodes.row] = []
        while body and "rulebook-footer" in body[-1]["classes"]:
            footer.insert(0, body.pop())
        figures = number_columns(placed_cells(body), self.stubs)
        self.lows = self._rolls(body) if self._kind() == "random" else {}
        columns = self._columns([*head, *body, *footer], figures)
        self.decimals = longest_decimals(placed_cells([*body, *footer]), figures)
        arguments = [
            f"kind: {markup.string(self._kind())}",
            f"outcomes: {many}" if (many := self._outcomes()) else "",
            label,
            f"caption: [{caption}]" if caption else "",
            f"columns: {markup.array(columns)}",
            f"figures: {markup.array(map(markup.boolean, figures))}",
            f"stubs: {sum(self.stubs)}",
            f"head: {self._cells(head)}" if head else "",
            f"rows: {self._cells(body)}",
            f"foot: {self._cells(footer)}" if footer else "",
        ]
        is_long = _is_long([*head, *body, *footer])
        if is_long and isinstance(self.table.parent, nodes.section):  # in a box it has no page
            number = str(self.writer.place(self.table))
            return markup.block("whole-or-long", number, "rtable", *arguments)
        return markup.block("rtable", *arguments, f"long: {markup.boolean(is_long)}")

    def _kind(self) -> str:
        for name in self.table["classes"]:
            if name.startswith("rulebook-table-"):
                return str(name.removeprefix("rulebook-table-"))
        return ""

    def _outcomes(self) -> str:
        """Return how many outcomes the table's check has, if its cells are outcomes."""
        return next(filter(None, (_after(e, "rulebook-of-") for e in self.table["classes"])), "")

    def _cells(self, rows: list[nodes.row]) -> str:
        lines = [
            markup.array([self._cell(entry, at) for at, entry in row]) for row in placed_cells(rows)
        ]
        return "(\n  " + ",\n  ".join(lines) + ",\n)"

    def _cell(self, entry: nodes.entry, at: int) -> str:
        if self._is_word_of_rules(entry, at):
            for first in list(entry.findall(nodes.Text))[:1]:
                first.parent.replace(first, nodes.Text(capital(first.astext())))
        with self.writer.inside(plain=True):
            body = (self.writer.children(entry) + self.writer.flush()).strip()
        body = f"[{self._room_for_rolls(entry, at)}{body}{self._room_for_decimals(entry, at)}]"
        if side := next(
            (each for each in ("center", "right") if f"text-{each}" in entry["classes"]), ""
        ):
            body = f"[{markup.inline('align', side, body=body[1:-1])}]"
        given = []
        if any(map(_is_tall, entry.parent.children)):
            given.append(("tall", "true"))
        if across := entry.get("morecols"):
            given.append(("colspan", str(int(across) + 1)))
        if down := entry.get("morerows"):
            given.append(("rowspan", str(int(down) + 1)))
        for name in entry["classes"]:
            for key in ("outcome", "shade", "die"):
                if value := _after(name, f"rulebook-{key}-"):
                    number = value if value.isdecimal() else markup.string(value)
                    given.append((key, number))
        if not given:
            return body
        return markup.dictionary([("body", body), *given])

    def _is_word_of_rules(self, entry: nodes.entry, at: int) -> bool:
        """Tell if a cell heads the labels of a generated table, as "dice" does."""
        is_head = isinstance(entry.parent.parent, nodes.thead)
        is_generated = "rulebook-generated" in self.table["classes"]
        return is_head and is_generated and self._kind() != "random" and at < sum(self.stubs)

    def _room_for_decimals(self, entry: nodes.entry, at: int) -> str:
        """Write the decimals that a figure lacks beside others, unseen, so that points align."""
        is_head = isinstance(entry.parent.parent, nodes.thead)
        missing = "" if is_head else lacking(entry, self.decimals.get(at, ""))
        return markup.inline("unseen-decimals", markup.string(missing)) if missing else ""

    def _rolls(self, rows: list[nodes.row]) -> dict[int, int]:
        """Return for each column of rolls how many digits its longest low number has."""
        found = {}
        for at, cells in enumerate(self._by_column(rows)):
            lows = [_ROLLS.fullmatch(text) for e in cells if (text := e.astext().strip())]
            if lows and all(lows):
                found[at] = max(len(low[1]) for low in lows if low)
        return found

    def _room_for_rolls(self, entry: nodes.entry, at: int) -> str:
        """Write the digits that a range lacks beside others, unseen, so that dashes align."""
        low = _ROLLS.fullmatch(entry.astext().strip())
        missing = self.lows.get(at, 0) - len(low[1]) if low else 0
        return markup.inline("unseen-decimals", markup.string("0" * missing)) if missing > 0 else ""

    def _by_column(self, rows: list[nodes.row]) -> list[list[nodes.entry]]:
        """Return the cells of each column that are over no other."""
        columns: list[list[nodes.entry]] = [[] for _ in self.specs]
        for at, entry in (cell for cells in placed_cells(rows) for cell in cells):
            if not entry.get("morecols") and at < len(columns):
                columns[at].append(entry)
        return columns

    def _columns(self, rows: list[nodes.row], figures: list[bool]) -> list[str]:
        """Describe each column: its longest line and word, and the share of the width it gets."""
        given = "colwidths-given" in self.table["classes"]
        columns = zip(self.specs, self._by_column(rows), figures, strict=True)
        return [
            _column(cells, str(spec["colwidth"]) if given else "none", is_figures, at in self.lows)
            for at, (spec, cells, is_figures) in enumerate(columns)
        ]


def _is_long(rows: list[nodes.row]) -> bool:
    """Tell if a table may go on over pages. A short one stays whole, unless that wastes paper."""
    return len(rows) > MOST_ROWS or sum(len(row.astext()) for row in rows) > MOST_LETTERS


def _column(cells: list[nodes.entry], given: str, is_figures: bool, narrow: bool) -> str:
    """Describe a column, for the look to find its width; a head over figures may have lines."""
    said = [each for each in cells if not (is_figures and _is_head(each))]
    lines = [line for each in said for line in each.astext().split("\n")]
    line = max(lines, key=len, default="")
    word = max((word for each in lines for word in _WORD.findall(each)), key=len, default="")
    line, word = max([line, *map(_room, cells)], key=len), max([word, *map(_room, cells)], key=len)
    bare = not _have(cells, nodes.row, nodes.image, nodes.literal_block)
    heads = [word for each in cells if _is_head(each) for word in _WORD.findall(each.astext())]
    head = max(heads, key=len, default="")
    return markup.dictionary(
        [
            ("share", given), ("line", markup.string(line[:WIDEST])),
            ("word", markup.string(word[:WIDEST])),
            ("head", markup.string(head[:WIDEST])),
            ("short", markup.boolean(len(line) <= SHORT)),
            ("words", markup.boolean(bare)),
            ("code", markup.boolean(_have(cells, nodes.literal, nodes.literal_block))),
            ("narrow", markup.boolean(narrow)),
        ]
    )  # fmt: skip


def _is_tall(entry: nodes.Node) -> bool:
    """Tell if a row with this cell may go on over pages: it has much text, or is in more rows."""
    spans = isinstance(entry, nodes.entry) and bool(entry.get("morerows"))
    return spans or len(entry.astext()) > MOST_IN_A_CELL


def _is_head(cell: nodes.entry) -> bool:
    return cell.parent is not None and isinstance(cell.parent.parent, nodes.thead)


def _have(cells: list[nodes.entry], *kinds: type[nodes.Node]) -> bool:
    """Tell if one of these kinds of nodes is in any of the cells."""
    return any(isinstance(node, kinds) for cell in cells for node in cell.findall())


def _room(cell: nodes.entry) -> str:
    """Return letters as wide as what is in a cell beside its words: a picture, code, a table."""
    if any(name.startswith("rulebook-die-") for name in cell["classes"]):
        return DIE + max(cell.astext().split("\n"), key=len)
    for node in cell.findall(nodes.Element):
        if isinstance(node, nodes.row):
            words = [max(e.astext().split() or [""], key=len) for e in node.children]
            return "m" * sum(len(each) + 2 for each in words)
        if isinstance(node, nodes.literal_block):
            return max(node.astext().split("\n"), key=len)
        if isinstance(node, nodes.image):
            return WIDE
    return ""


def _after(name: str, start: str) -> str:
    return name[len(start) :] if name.startswith(start) else ""
