"""The pages on troubleshooting: which messages each explains, and how a preview shows them.

A page lists messages as an author sees them, with `…` for what varies, above what they mean:

    .. messages::

       no check named '…' in …
          A check has the name that the rules file gives it.

They are shown without Sphinx and without a network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.core import publish_parts
from docutils.parsers.rst import Directive, directives, roles
from docutils.writers.html5_polyglot import Writer
from sphinx.util.docutils import docutils_namespace

STYLE = """<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem }
dd { margin: .2rem 0 1rem 1.5rem }
dd p { margin: 0 }
.literal, pre { font-family: ui-monospace, monospace; font-size: .92em }
dt:target .literal { background: #ffe08a; color: #000; padding: .1em .3em }
</style></head>"""
NAME = "troubleshooting"
PLACES = (Path(__file__).parent / NAME, Path(__file__).parents[3] / "docs" / NAME)
INDENT = "   "
LONGEST = 60  # characters of an anchor
_LIST = re.compile(r"^\.\. messages::\n((?: .*\n|\n)*)", re.MULTILINE)
_SAID = re.compile(rf"^{INDENT}(\S.*)$", re.MULTILINE)


@dataclass(frozen=True)
class KnownMessage:
    """A message as an author sees it, with `…` for what varies."""

    text: str

    @property
    def anchor(self) -> str:
        """The address of its entry on the page."""
        words = re.sub(r"[^a-z0-9]+", "-", self.text.lower().replace(">=", "at-least"))
        return f"message-{words.strip('-')[:LONGEST].strip('-')}"

    @property
    def letters(self) -> int:
        """Count the letters that never vary: of two messages that fit, the longer one is meant."""
        return len(self.text.replace("…", ""))

    def fits(self, said: str) -> bool:
        """True if a message that was given is this one, alone or among other words."""
        return bool(_pattern(self.text).search(said))


@dataclass(frozen=True)
class MessageHelp:
    """Messages that one text explains; the lines of the text begin at `start`."""

    messages: tuple[KnownMessage, ...]
    start: int
    lines: tuple[str, ...]


@cache
def _pattern(text: str) -> re.Pattern[str]:
    begin = r"(?<!\w)" if text[:1].isalnum() else ""
    return re.compile(begin + ".*?".join(map(re.escape, text.strip("… ").split("…"))))


def entries(lines: Sequence[str]) -> Iterator[MessageHelp]:
    """The entries of one list: messages at the margin, and what they mean below, indented."""
    messages: list[KnownMessage] = []
    text: list[str] = []
    start = 0
    for number, line in enumerate([*lines, "end"]):
        if not line.strip() or line.startswith(" "):
            text.append(line.removeprefix(INDENT))
            continue
        if any(text):
            yield MessageHelp(tuple(messages), start, tuple(text))
            messages = []
        messages.append(KnownMessage(line.strip()))
        start, text = number + 1, []


def pages() -> list[Path]:
    """The pages on troubleshooting, the first one first; none where they are not installed."""
    folder = next((path for path in PLACES if path.is_dir()), None)
    found = sorted(folder.glob("*.rst")) if folder else []
    return sorted(found, key=lambda path: path.stem != "index")


@cache
def all_messages() -> tuple[KnownMessage, ...]:
    """Find every message that has an entry, the longest first."""
    lists = [text for page in pages() for text in _LIST.findall(page.read_text("utf-8"))]
    messages = [KnownMessage(said) for text in lists for said in _SAID.findall(text)]
    return tuple(sorted(messages, key=lambda message: -message.letters))


def anchor_for(said: str) -> str:
    """The address of the entry that explains a message; empty if none does."""
    return next((message.anchor for message in all_messages() if message.fits(said)), "")


class Messages(Directive):
    """A list of messages with what they mean, each message with an anchor."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The list as definitions, so that every output shows it."""
        shown = nodes.definition_list(classes=["rulebook-messages"])
        for entry in entries(self.content.data):
            item = nodes.definition_list_item()
            for message in entry.messages:
                item += self._term(message)
            meaning = nodes.definition()
            text = self.content[entry.start : entry.start + len(entry.lines)]
            text.trim_left(len(INDENT))
            self.state.nested_parse(text, self.content_offset + entry.start, meaning)
            item += meaning
            shown += item
        return [shown]

    def _term(self, message: KnownMessage) -> nodes.term:
        text = message.text.strip(" ,;:")
        term = nodes.term(message.text, "", nodes.literal(text, text), ids=[message.anchor])
        self.state.document.ids[message.anchor] = term
        return term


@cache
def help_page() -> str:
    """All of them on one page, with an anchor for each message and for each code."""
    texts = [path.read_text("utf-8") for path in pages()]
    if not texts:
        return "<!doctype html><title>Troubleshooting</title><p>The page is not installed.</p>"
    settings = {"report_level": 5, "stylesheet_path": "", "file_insertion_enabled": False}
    text = re.sub(r"^\.\. toctree::\n(?:(?: .*)?\n)*", "", "\n\n".join(texts), flags=re.M)
    shown: Any = _shown  # typeshed names arguments that docutils gives by place
    with docutils_namespace():  # so that the roles of Sphinx are its own again afterwards
        directives.register_directive("messages", Messages)
        for name in ("doc", "ref", "file", "term"):
            roles.register_local_role(name, shown)
        page = publish_parts(text, writer=Writer(), settings_overrides=settings)["whole"]
    return str(page).replace("</head>", STYLE, 1)


def _shown(
    name: str, raw: str, text: str, *_: Any, **__: Any
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Show a role of Sphinx as plain text; another page by its name."""
    shown = re.sub(r"\s*<[^>]*>$", "", text)
    if name == "doc" and shown == text:
        shown = "the manual's page “" + text.rpartition("/")[2].replace("-", " ") + "”"
    return [nodes.literal(raw, shown) if name == "file" else nodes.inline(raw, shown)], []
