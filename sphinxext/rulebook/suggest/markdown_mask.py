"""Blanks everything in Markdown that is no prose, as markdown-it reads its structure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .blank import SPOKEN, blank, kept_dice
from .worth_reading import is_worth_reading

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

    Rule = Callable[[StateInline, bool], bool]

_OPTION = re.compile(r"\s*:[\w-]+:")  # of a MyST directive, which is no Markdown
_NAMED = re.compile(r"\{([\w:+.-]+)\}(.*)")
_ATTRIBUTES = re.compile(r"\{:?\s*[#.][^{}\n]*\}")  # of MkDocs and kramdown
_MARKS = frozenset("`<[*_${\\!:")
_UNREAD = frozenset(
    (
        *("code_block", "front_matter", "myst_line_comment", "myst_target", "math_block"),
        "math_block_label",
    )
)
MOST_LETTERS = 2000  # that are read at once
MOST_LINES = 100  # of a file, which are read at once
MOST_NESTED = 60  # lists and quotations within others
_LONG = frozenset(("fence", "colon_fence", "html_block", "math_block"))
_DEEPEST = 8  # directives within directives
_OPENS = re.compile(r"[\s>*+\d.)-]*(?:`{3}|~{3}|:{3}|\${2}|<)")
_SILENT_HTML = ("<script", "<style", "<!--", "<?", "<!")


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.colon_fence import colon_fence_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin
    from mdit_py_plugins.myst_blocks import myst_block_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": MOST_NESTED}).enable("table")
    parser.use(front_matter_plugin).use(colon_fence_plugin).use(myst_block_plugin)
    parser.use(myst_role_plugin).use(dollarmath_plugin, allow_space=False, allow_digits=False)
    for name in ("normalizeLink", "normalizeLinkText", "validateLink"):
        setattr(parser, name, _as_it_is)  # nobody follows the links
    for rule in parser.inline.ruler.__rules__:
        rule.fn = _recorded(rule.name, rule.fn)
    return parser.disable("inline")


def _as_it_is(url: str) -> str:
    return url or "#"


def _recorded(name: str, rule: Rule) -> Rule:
    """The rule, which remembers the place of each token that it makes."""

    def apply(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        spans: list[tuple[int, int, Any]] = state.env["spans"]
        made = [] if silent else state.tokens[before:]
        if name == "emphasis":
            signs = made[-(state.pos - start) :]  # the text before them may be a token of its own
            spans += [(start + i, start + i + 1, token) for i, token in enumerate(signs)]
            return True
        for token in made:
            if (
                token.type in ("code_inline", "html_inline", "myst_role")
                or (token.type.startswith("math"))
                or (name == "autolink" and token.type == "link_open")
            ):
                spans.append((start, state.pos, token))
        if name in ("link", "image") and not silent:
            end = state.pos
            target = state.md.helpers.parseLinkLabel(state, start + (name == "image")) + 1
            state.pos = end
            spans.append((target, end, None))
        return True

    return apply


def masked_markdown(lines: Sequence[str]) -> list[str]:
    """The lines with everything but prose blanked, each letter at its place.

    A long file is read in parts, so that its blocks need not all be kept at once.
    """
    out: list[str] = []
    while len(out) < len(lines):
        first, size = len(out), MOST_LINES
        while True:
            end = _next_start(lines, first + size)
            part = lines[first:end]
            if _is_plain(part) and (first or not part[0].startswith("---")):
                out += part
                break
            masked, is_open = _masked(part)
            if not is_open or end == len(lines):
                out += masked
                break
            size *= 2  # a code block goes on
    return out


def _is_plain(lines: Sequence[str]) -> bool:
    """Check that no line opens a block that may be long, and that no paragraph has figures."""
    if any(_OPENS.match(line) for line in lines):
        return False
    paragraphs = groupby(lines, key=lambda line: bool(line.strip()))
    return not any(is_worth_reading("\n".join(part)) for is_text, part in paragraphs if is_text)


def _next_start(lines: Sequence[str], first: int) -> int:
    """The next line at which a block begins at the margin."""
    for number in range(first, len(lines)):
        begins = not lines[number - 1].strip() and lines[number][:1].strip()
        if begins and not lines[number].startswith("---"):  # which would be front matter
            return number
    return len(lines)


def _masked(lines: Sequence[str], depth: int = 0) -> tuple[list[str], bool]:
    """The lines masked, and whether their last block is not closed."""
    out = list(lines)
    is_open = False
    filled = max((n for n, line in enumerate(lines, 1) if line.strip()), default=0)
    cursors: dict[int, int] = {}  # how far a line's cells were read
    for token in _parser().parse("\n".join(lines)):
        if token.map is None:
            continue
        first, last = token.map[0], min(token.map[1], len(out))
        is_open = token.type in _LONG and last >= filled
        if token.type in ("fence", "colon_fence"):
            _fence(out, token, first, last, depth)
        elif token.type in _UNREAD:
            out[first:last] = [blank(each) for each in out[first:last]]
        elif token.type == "html_block":
            out[first:last] = _html(out[first:last])
        elif (
            token.type == "inline"
            and not _MARKS.isdisjoint(token.content)
            and is_worth_reading(token.content)
        ):
            _inline(out, token, cursors)
    return out, is_open


def _fence(out: list[str], token: Token, first: int, last: int, depth: int) -> None:
    """Blank a code block, or read on in a directive that holds prose."""
    named = _NAMED.match(token.info.strip())
    name = named[1].lower() if named else ""
    closed = last > first + 1 and set(out[last - 1].strip("> \t")) == {token.markup[0]}
    plain_colons = token.type == "colon_fence" and not name
    if depth > _DEEPEST or not (name in SPOKEN or plain_colons):
        out[first:last] = [blank(each) for each in out[first:last]]
        return
    title = named[2].strip() if named and name != "figure" else ""
    head = out[first]
    at = head.rfind(title) if title else len(head)
    out[first] = blank(head[:at]) + head[at:]
    begin, end = first + 1, last - 1 if closed else last
    if closed:
        out[end] = blank(out[end])
    while begin < end and _OPTION.match(out[begin]):
        out[begin] = blank(out[begin])
        begin += 1
    indent = min((_indent(each) for each in out[begin:end] if each.strip()), default=0)
    inner, _ = _masked([each[indent:] for each in out[begin:end]], depth + 1)
    out[begin:end] = [old[:indent] + new for old, new in zip(out[begin:end], inner, strict=True)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _html(lines: Sequence[str]) -> list[str]:
    """The text of a block of HTML, without its tags."""
    from markdown_it.common.html_re import close_tag, open_tag

    text = "\n".join(lines)
    if text.lstrip().lower().startswith(_SILENT_HTML[:2]):
        return blank(text).split("\n")
    text = re.sub(r"<!--.*?(?:-->|\Z)", lambda match: blank(match[0]), text, flags=re.DOTALL)
    return re.sub(f"{open_tag}|{close_tag}", lambda match: blank(match[0]), text).split("\n")


def _inline(out: list[str], token: Token, cursors: dict[int, int]) -> None:
    """Blank the code, addresses, tags and signs within a paragraph, a heading or a cell."""
    assert token.map is not None  # a token that has lines
    parts = token.content.split("\n")
    places: list[tuple[int, int, int]] = []  # offset in the content, line, column
    offset = 0
    for number, part in enumerate(parts, token.map[0]):
        column = _column(out[number], part, cursors.get(number, 0)) if number < len(out) else -1
        if column >= 0:
            places.append((offset, number, column))
            cursors[number] = column + len(part.rstrip())
        offset += len(part) + 1
    for begin, piece in _pieces(token.content):
        env: dict[str, Any] = {"spans": []}
        _parser().inline.parse(piece, _parser(), env, [])
        for start, end in _blanks(env["spans"], piece):
            _blank_span(out, places, parts, (begin + start, begin + end), token.map[0])


def _pieces(content: str) -> Iterator[tuple[int, str]]:
    """The content, cut between words where it is so long that brackets would cost too much."""
    begin = 0
    while len(content) - begin > MOST_LETTERS:
        space = content.rfind(" ", begin, begin + MOST_LETTERS)
        end = space + 1 if space > begin else begin + MOST_LETTERS
        yield begin, content[begin:end]
        begin = end
    yield begin, content[begin:]


def _column(line: str, part: str, cursor: int) -> int:
    """Find where a line of the content begins in its source line."""
    return line.find(part.strip(), cursor)


def _blanks(spans: Sequence[tuple[int, int, Any]], content: str) -> Iterator[tuple[int, int]]:
    """The parts of the content that readers do not read as prose."""
    for start, end, token in spans:
        if token is None or token.type in ("html_inline", "link_open", "myst_role"):
            yield start, end
        elif token.type == "code_inline":
            inner = kept_dice(content[start:end])
            yield start, start + inner[0]
            yield start + inner[1], end
        elif token.type.startswith("math"):
            yield start, end
        elif token.type in ("em_open", "em_close", "strong_open", "strong_close"):
            sign = content[start]
            while start and content[start - 1] == sign:
                start -= 1
            while content[end : end + 1] == sign:
                end += 1
            yield start, end
    for match in _ATTRIBUTES.finditer(content) if "{" in content else ():
        yield match.span()


def _blank_span(
    out: list[str],
    places: Sequence[tuple[int, int, int]],
    parts: Sequence[str],
    span: tuple[int, int],
    top: int,
) -> None:
    for offset, number, column in places:
        part = parts[number - top]
        lead = len(part) - len(part.lstrip())
        first = max(span[0], offset) - offset - lead
        last = min(span[1], offset + len(part)) - offset - lead
        first = max(first, 0)
        if first < last:
            line = out[number]
            out[number] = (
                line[: column + first]
                + blank(line[column + first : column + last])
                + line[column + last :]
            )
