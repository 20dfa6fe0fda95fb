"""No page ever shows an old figure: which pages to read again, and which to write again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .domain import RulebookDomain, rulebook_of
from .present.requests import Request, fingerprint

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

# Both are kept beside the doctrees: an environment is saved only when a page was read, and a
# file more in an output folder would be packed into EPUB and help books.
READ = "rulebook-read.json"
SHOWN = "rulebook-shown"
TITLES = ""  # stands where a page's name would, for the figures in titles of all pages


def keep_fresh(app: Sphinx) -> None:
    """Let every build read and write what the rules moved."""
    reading = Reading()
    app.connect("env-get-outdated", reading.outdated)
    app.connect("env-before-read-docs", reading.begin)
    app.connect("write-started", reading.saved)
    app.connect("build-finished", reading.finished)
    output = Output()
    app.connect("env-updated", output.outdated)
    app.connect("doctree-resolved", output.note)
    app.connect("build-finished", output.finished)


class State(NamedTuple):
    """What is known of the doctrees that the last build left."""

    stamp: str = ""  # of the rules that every fingerprint in the environment was held to
    unsure: tuple[str, ...] = ()  # pages whose doctrees may be newer than the environment


class Reading:
    """Which pages to read again."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.state = State()

    def outdated(self, app: Sphinx, env: BuildEnvironment, *_: Any) -> list[str]:
        """The pages whose figures moved since they were read, or whose reading was cut short."""
        memory = rulebook_of(env)
        self.state = _state(app)
        pages = set(self.state.unsure)
        if memory.asked and self.state.stamp != memory.book.stamp:
            prints: dict[Request, bytes] = {}
            pages.update(p for p, asked in memory.asked.items() if _moved(memory, asked, prints))
        return sorted(pages)

    def begin(self, app: Sphinx, env: BuildEnvironment, pages: Sequence[str]) -> None:
        """Note what is being read: a build killed now leaves doctrees that no environment knows."""
        del env
        if pages:
            unsure = tuple(sorted({*self.state.unsure, *pages}))
            _write(_state_file(app), json.dumps(State("", unsure)))

    def saved(self, app: Sphinx, *_: Any) -> None:
        """Note that the environment on disk knows what was read: it is saved before any writing."""
        _write(_state_file(app), json.dumps(State(rulebook_of(app.env).book.stamp)))

    def finished(self, app: Sphinx, exception: Exception | None) -> None:
        """The same for builders that never say that they start to write."""
        if exception is None and getattr(app, "env", None) is not None:
            self.saved(app)


def _moved(
    memory: RulebookDomain, asked: Mapping[Request, bytes], prints: dict[Request, bytes]
) -> bool:
    for request, shown in asked.items():
        now = prints.get(request)
        if now is None:
            now = prints[request] = fingerprint(memory.book, request)
        if now != shown:
            return True
    return False


class Output:
    """Which pages to write again, whichever builder read them: what this output still shows."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        self.before: dict[str, str] = {}
        self.written: set[str] = set()

    def outdated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """The pages that this output shows otherwise than they were read."""
        memory = rulebook_of(env)
        if not memory.asked or not _page_by_page(app.builder):
            return []
        self.before = _shown(app)
        now = _digests(memory)
        differing = {
            page for page in {*self.before, *now} if self.before.get(page) != now.get(page)
        }
        # A build that is killed while it writes leaves these pages in either shape.
        certain = {page: self.before[page] for page in self.before if page not in differing}
        if certain != self.before:
            _write(_shown_file(app), json.dumps(certain, sort_keys=True))
        # A figure in a title stands in menus, links and lists of any page.
        return sorted(env.found_docs if TITLES in differing else env.found_docs & differing)

    def note(self, app: Sphinx, doctree: Any, page: str) -> None:
        """Note a page that is written."""
        del app, doctree
        self.written.add(page)

    def finished(self, app: Sphinx, exception: Exception | None) -> None:
        """Note what this output shows now that all of it is written."""
        if exception is not None or getattr(app, "env", None) is None:
            return
        memory = rulebook_of(app.env)
        if not memory.asked or not _page_by_page(app.builder):
            return
        now = _digests(memory)
        written = set(self.written)
        if written >= app.env.found_docs:
            written.add(TITLES)
        # Some pages alone are written where the command line names them.
        shown = {
            page: digest
            for page, digest in now.items()
            if page in written or self.before.get(page) == digest
        }
        _write(_shown_file(app), json.dumps(shown, sort_keys=True))


def _page_by_page(builder: Builder) -> bool:
    """Whether the builder writes pages, and only those that changed."""
    return bool(builder.format) and not isinstance(builder.get_outdated_docs(), str)


def _digests(memory: RulebookDomain) -> dict[str, str]:
    """A digest of what each page shows, and of all figures in titles."""
    digests = {page: _digest(list(asked.items())) for page, asked in memory.asked.items()}
    digests[TITLES] = _digest(sorted(memory.titles.items()))
    return digests


def _digest(value: object) -> str:
    return hashlib.blake2b(repr(value).encode(), digest_size=12).hexdigest()


def _state_file(app: Sphinx) -> Path:
    return Path(app.doctreedir) / READ


def _state(app: Sphinx) -> State:
    found = _json(_state_file(app))
    try:
        stamp, unsure = found
        return State(str(stamp), tuple(map(str, unsure)))
    except (TypeError, ValueError):
        return State()


def _shown_file(app: Sphinx) -> Path:
    """One file for each output that shares the doctrees."""
    output = hashlib.blake2b(f"{app.builder.name}:{app.outdir}".encode(), digest_size=6)
    return Path(app.doctreedir) / f"{SHOWN}-{output.hexdigest()}.json"


def _shown(app: Sphinx) -> dict[str, str]:
    found = _json(_shown_file(app))
    return found if isinstance(found, dict) else {}


def _json(path: Path) -> Any:
    """What the file holds, None where it is missing or spoilt."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _write(path: Path, text: str) -> None:
    """Replace the file in one go, so that a killed build leaves the old one or the new."""
    try:
        if path.read_text("utf-8") == text:
            return
    except (OSError, ValueError):
        pass  # it is written now
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
