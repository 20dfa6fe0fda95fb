"""What a build keeps for previews, and what a reader does with a page, in words for tests."""

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

from tests.support.browser import View
from tests.support.cases import cases_of

CASES = cases_of(__file__)

BOX = ".rulebook-preview"
REFERENCES = CASES["references"]
LOOSE = "default-src 'self' 'unsafe-inline' data:"  # a theme's switch is its own inline script


def kept(folder: Path, name: str) -> dict[str, Any]:
    """Return all that a built book keeps for a page."""
    path = folder / "_static" / "rulebook-previews" / f"{name}.js"
    if not path.is_file():
        return {}
    packed = path.read_text("ascii").split('"')[1]
    return dict(json.loads(zlib.decompress(base64.b64decode(packed))))


def previews(folder: Path, name: str) -> dict[str, list[Any]]:
    """Return the previews that are kept for a page, by id; none where no file is there."""
    whole = kept(folder, name)
    parts = [kept(folder, f"{name}~{number}") for number in range(len(whole.get("parts", [])))]
    return {
        id_: entry for each in (whole, *parts) for id_, entry in each.get("previews", {}).items()
    }


def text_of(markup: str) -> str:
    """Return the words of some markup, parted by single spaces."""
    return " ".join(html.unescape(re.sub(r"<(\"[^\"]*\"|[^\">])*>", " ", markup)).split())


def words(folder: Path, name: str) -> dict[str, str]:
    """Return the words of each preview that is kept for a page."""
    return {id_: text_of(entry[0]) for id_, entry in previews(folder, name).items()}


def files(folder: Path) -> set[str]:
    """Return every file of a book, relative to it."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


# Timers that wait until a test lets time pass, so that no machine is too slow for them.
_NAMED = {
    "(modal)": "#references a.hxr-modal",
    "(title)": f"{BOX} .rulebook-preview-title",
    "(more)": f"{BOX} .rulebook-preview-more",
    "(off)": f"{BOX} .rulebook-preview-off",
    "(close)": f"{BOX} .rulebook-preview-close",
    "(button)": ".rulebook-preview-switch",
    "(h1)": "h1",
}
OPENING, CLOSING = 350, 450  # milliseconds after which a preview is open, and closed


class Reader:
    """Someone at a page that is open, with a mouse, a keyboard or a finger."""

    def __init__(self, view: View, base: str) -> None:
        """Look at the references of a page that has some under that name, else at all."""
        self.view, self.base = view, base
        self.page: Page = view.page
        self.scope = "#references " if self.page.locator("#references").count() else ""

    def hold_time(self) -> None:
        """Let no timer of the page run out by itself."""
        self.page.evaluate(CASES["hold"])

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass on a page that `hold_time` stopped."""
        self.page.evaluate("time => window.passTime && window.passTime(time)", milliseconds)

    def link(self, text: str) -> Locator:
        """Find the reference with this text that opens a tooltip."""
        exactly = re.compile(rf"^\s*{re.escape(text)}\s*$")
        selector = "a.hxr-tooltip" if self.scope else "a.reference"
        return self.page.locator(f"{self.scope}{selector}").filter(has_text=exactly).first

    @property
    def modal(self) -> Locator:
        """The first reference that opens a modal."""
        return self.page.locator(f"{self.scope}a.hxr-modal").first

    def within(self, text: str, level: int = 0) -> Locator:
        """Find the link with this text in a preview."""
        return self.box(level).locator("a", has_text=text)

    def hover(self, link: str | Locator) -> None:
        """Point at a reference."""
        (self.link(link) if isinstance(link, str) else link).hover()

    def focus(self, link: str | Locator) -> None:
        """Give a reference the focus."""
        (self.link(link) if isinstance(link, str) else link).focus()

    def tap(self, link: str | Locator) -> None:
        """Touch a reference."""
        (self.link(link) if isinstance(link, str) else link).tap()

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def leave(self) -> None:
        """Point at nothing, and give nothing the focus."""
        self.page.mouse.move(0, 0)
        self.page.evaluate("document.activeElement.blur()")

    def box(self, level: int = 0) -> Locator:
        """Find the preview that is open, or one that was opened from within it."""
        return self.page.locator(BOX).nth(level)

    def target(self, what: str, level: str | None) -> Locator:
        """Find what a step is about: on the page, or in one of the previews that are open."""
        if what in _NAMED:
            return self.page.locator(_NAMED[what]).first
        return self.link(what) if level is None else self.within(what, int(level))

    def act(self, step: str) -> None:
        """Do a step, or see what it says: `hover Grip`, `opens[1] How strong`, `press Tab`."""
        found = re.fullmatch(r"(\w+)(?:\[(\d)\])? ?(.*)", step)
        assert found
        verb, level, what = found.groups()
        match verb:
            case "hover" | "focus" | "tap" | "click":
                getattr(self.target(what, level), verb)()
            case "opens":
                self.opens(what, int(level or 0))
            case "closes":
                self.closes(int(level or 0))
            case "escape":
                self.escape(int(level or 0))
            case "stays":
                self.stays(int(what))
            case "wait":
                self.pass_time(int(what))
            case "press":
                self.press(what)
            case "away":
                self.page.mouse.move(0, 0)
            case "beside":
                self.page.mouse.click(2, 2)
            case "goes":
                # Firefox tells nobody of a page that comes back.
                self.page.wait_for_function("end => location.href.endsWith(end)", arg=what)
            case "back":
                # Later: a page that is put aside may never answer.
                self.page.evaluate("() => void setTimeout(() => history.back())")
            case "turn":
                self.box().get_by_text(what).first.click()
            case "sees":
                self.page.wait_for_selector(f"{BOX} {what}")
            case "hides":
                assert what not in self.box().inner_text()
            case "reload":
                self.page.reload()
                self.hold_time()
            case "focused":
                assert self.focused == what
            case "begins":
                assert self.opens().startswith(what)
            case "open":
                assert self.page.locator(BOX).count() == int(what)
            case "has":
                assert self.page.locator(what).first.is_visible()
            case "look":
                name, wanted = what.split()
                assert self.style(name) == wanted
            case "fits":
                assert self.box().evaluate("e => e.scrollWidth - e.clientWidth") == 0
            case "wide" | "top":
                assert self.place()["width" if verb == "wide" else "y"] == int(what)
            case "right":
                link = self.place(what)
                assert self.place()["x"] >= link["x"] + link["width"]
            case "inside" | "outside":
                assert self.is_in() is (verb == "inside")
            case _:
                raise ValueError(step)

    def opens(self, says: str = "", level: int = 0) -> str:
        """Return the text of a preview once it is open, which holds what it shall say."""
        self.pass_time(OPENING)
        found = self.box(level)
        found.wait_for(state="visible")
        text = " ".join(found.inner_text().split())
        assert says in text
        return text

    def closes(self, level: int = 0) -> None:
        """Wait until a preview is gone."""
        self.pass_time(CLOSING)
        self.page.wait_for_function(
            "([selector, level]) => document.querySelectorAll(selector).length <= level",
            arg=[BOX, level],
        )

    def stays(self, count: int) -> None:
        """Let the time pass in which previews open and close: so many are open."""
        self.pass_time(CLOSING)
        assert self.page.locator(BOX).count() == count

    def escape(self, level: int = 0) -> None:
        """Press Escape, which closes a preview."""
        self.press("Escape")
        self.closes(level)

    def close(self) -> None:
        """Close every preview, with the pointer away from any reference."""
        self.page.mouse.move(0, 0)
        self.press(*["Escape"] * self.page.locator(BOX).count())
        self.closes()

    def place(self, link: str | Locator | None = None) -> FloatRect:
        """Return where a reference stands, or the preview that is open."""
        found = self.link(link) if isinstance(link, str) else link or self.box()
        place = found.bounding_box()
        assert place
        return place

    @property
    def focused(self) -> str:
        """The text of the element that has the focus, or how it is called where it has none."""
        return str(
            self.page.evaluate(
                "(e => e === document.body ? '(page)' : e.ariaLabel || e.textContent.trim())"
                "(document.activeElement)"
            )
        )

    def is_in(self, selector: str = BOX) -> bool:
        """Return whether the focus is within something."""
        return bool(self.page.evaluate("s => !!document.activeElement.closest(s)", selector))

    def style(self, name: str, selector: str = BOX) -> str:
        """Return a property of the computed style of the first such element."""
        found = self.page.locator(selector).first
        return str(found.evaluate("(e, name) => getComputedStyle(e)[name]", name))
