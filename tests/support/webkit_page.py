"""WebKit as Playwright would drive it: as much of its manner as our tests of pages ask for.

Playwright has no build of WebKit that can be had from a package registry, so the tests that are
written for it meet Debian's WebKit here, over WebDriver. A locator is a list of steps, which a
script in the page follows each time anew; whatever acts on one waits until it is there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fnmatch import fnmatch
from functools import cache
from typing import Any, Final

import pytest

from tests.support import webkit

FIND: Final = """
const tidy = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
const seen = (e) =>
  e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
const ROLES = {
  link: "a[href]", button: "button, summary", cell: "td", slider: "input[type=range]",
  group: "fieldset", radio: "input[type=radio]",
};
const nameOf = (e) => tidy(e.ariaLabel || e.labels?.[0]?.textContent ||
  e.querySelector(":scope > legend")?.textContent || e.textContent);
const says = (text, [kind, wanted]) =>
  kind === "pattern" ? new RegExp(wanted).test(text)
    : kind === "exact" ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
const WAYS = {
  css: (all, selector) => {
    const visible = selector.endsWith(":visible");
    const plain = selector.replace(/:visible$/, "");
    const found = all.flatMap((e) => [...e.querySelectorAll(plain)]);
    return visible ? found.filter(seen) : found;
  },
  has: (all, wanted) => all.filter((e) => says(tidy(e.textContent), wanted)),
  text: (all, wanted) => all.flatMap((e) => [...e.querySelectorAll("*")])
    .filter((e) => says(tidy(e.textContent), wanted))
    .filter((e, _, found) => !found.some((other) => other !== e && e.contains(other))),
  label: (all, wanted) => all.flatMap((e) => [...e.querySelectorAll("[aria-label], input")])
    .filter((e) => says(nameOf(e), wanted)),
  role: (all, role, wanted) => all
    .flatMap((e) => [...e.querySelectorAll(`${ROLES[role] ?? "x"}, [role=${role}]`)])
    .filter((e) => wanted === null || says(nameOf(e), wanted)),
  nth: (all, n) => all.slice(n).slice(0, 1),
};
const find = (steps) =>
  steps.reduce((all, [way, ...rest]) => WAYS[way](all, ...rest), [document]);
"""
CALL: Final = "const it = ({}); return typeof it === 'function' ? it(...arguments) : it;"
KEYS: Final = {
    "Alt": "\ue00a", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
    "Control": "\ue009", "Enter": "\ue007", "Escape": webkit.ESCAPE, "Home": "\ue011",
    "Shift": "\ue008", "Space": " ", "Tab": webkit.TAB,
}  # fmt: skip
AWAY: Final = "about:blank"
SIDES: Final = ("width", "height")
NARROWEST: Final = 500


def until(what: Callable[[], Any], told: str) -> Any:
    """Wait until something is true."""
    end = time.monotonic() + webkit.PATIENCE
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.03)
    raise AssertionError(f"never came true in WebKit: {told}")


def _wanted(text: str | re.Pattern[str], *, exact: bool = False) -> list[str]:
    if isinstance(text, re.Pattern):
        return ["pattern", text.pattern]
    return ["exact" if exact else "part", text]


class Searched:
    """What can be searched for elements: a page, or what was found in it."""

    page: Page
    steps: list[list[Any]]

    def __getattr__(self, name: str) -> Any:
        """Leave a test out that asks for what WebDriver cannot do."""
        pytest.skip(f"WebDriver has no {name}")

    def _then(self, *step: Any) -> Locator:
        return Locator(self.page, [*self.steps, list(step)])

    def locator(self, selector: str, has_text: str | re.Pattern[str] | None = None) -> Locator:
        """The elements of a selector, with a text."""
        found = self._then("css", selector)
        return found if has_text is None else found.filter(has_text)

    def get_by_text(self, text: str) -> Locator:
        """The innermost elements with a text."""
        return self._then("text", _wanted(text))

    def get_by_label(self, text: str) -> Locator:
        """The elements that have this for a name."""
        return self._then("label", _wanted(text))

    def get_by_role(self, role: str, name: str | None = None, exact: bool = False) -> Locator:
        """The elements of a role, with a name."""
        return self._then("role", role, None if name is None else _wanted(name, exact=exact))


class Locator(Searched):
    """Elements of a page, looked for each time anew."""

    def __init__(self, page: Page, steps: list[list[Any]]) -> None:
        """Note how to find them."""
        self.page = page
        self.steps = steps

    def filter(self, has_text: str | re.Pattern[str]) -> Locator:
        """Those of them with a text."""
        return self._then("has", _wanted(has_text))

    def nth(self, number: int) -> Locator:
        """One of them."""
        return self._then("nth", number)

    @property
    def first(self) -> Locator:
        """The first of them."""
        return self.nth(0)

    @property
    def last(self) -> Locator:
        """The last of them."""
        return self.nth(-1)

    def _run(self, body: str, *arguments: object) -> Any:
        return self.page.visit.run(f"{FIND} {body}", self.steps, *arguments)

    def count(self) -> int:
        """How many there are now."""
        return int(self._run("return find(arguments[0]).length;"))

    def all(self) -> list[Locator]:
        """Each of those that are there now."""
        return [self.nth(number) for number in range(self.count())]

    def is_visible(self) -> bool:
        """Whether the first is to be seen now."""
        return bool(self._run("const [e] = find(arguments[0]); return !!e && seen(e);"))

    def wait_for(self, state: str = "visible") -> None:
        """Wait until the first is to be seen."""
        assert state == "visible"
        until(self.is_visible, f"{self.steps} to be seen")

    def evaluate(self, function: str, argument: object = None) -> Any:
        """What a function in the page returns for the first."""
        until(self.count, f"{self.steps} to be there")
        return self._run(f"return ({function})(find(arguments[0])[0], arguments[1]);", argument)

    def get_attribute(self, name: str) -> str | None:
        """An attribute of the first."""
        found = self.evaluate("(e, name) => e.getAttribute(name)", name)
        return None if found is None else str(found)

    def inner_text(self) -> str:
        """The text of the first, as it is to be seen."""
        return str(self.evaluate("e => e.innerText"))

    def text_content(self) -> str:
        """The text of the first."""
        return str(self.evaluate("e => e.textContent"))

    def input_value(self) -> str:
        """What a field holds."""
        return str(self.evaluate("e => e.value"))

    def is_checked(self) -> bool:
        """Whether a button is pressed in."""
        return bool(self.evaluate("e => e.checked"))

    def is_disabled(self) -> bool:
        """Whether a control is switched off."""
        return bool(self.evaluate("e => e.disabled"))

    def bounding_box(self) -> dict[str, float]:
        """The place of the first in the window."""
        place = "({ x, y, width, height })"
        box = self.evaluate(
            f"e => {{ const {place[1:-1]} = e.getBoundingClientRect(); return {place} }}"
        )
        return dict(box)

    def focus(self) -> None:
        """Give the first the focus."""
        self.evaluate("e => e.focus()")

    def scroll_into_view_if_needed(self) -> None:
        """Bring the first into the window, if it is not there."""
        self.evaluate("e => e.scrollIntoViewIfNeeded()")

    def _center(self) -> tuple[float, float]:
        """The middle of its first line."""
        self.wait_for()
        self.scroll_into_view_if_needed()
        x, y = self.evaluate(
            "e => { const box = [...e.getClientRects()].find((r) => r.width && r.height)"
            " ?? e.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2] }"
        )
        return x, y

    def hover(self) -> None:
        """Move the mouse onto the first."""
        self.page.mouse.move(*self._center())

    def click(self) -> None:
        """Click the first."""
        self.page.mouse.click(*self._center())


class Keyboard:
    """The keys of a page."""

    def __init__(self, page: Page) -> None:
        """Remember whose they are."""
        self._page = page

    def press(self, keys: str) -> None:
        """Press a key, with those that are held down before it: "Shift+Tab"."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._page.visit.act({"type": "key", "id": "keys", "actions": down + up})


class Mouse:
    """The mouse of a page."""

    def __init__(self, page: Page) -> None:
        """Remember whose it is."""
        self._page = page
        self._at = (0.0, 0.0)

    def move(self, x: float, y: float, steps: int = 1) -> None:
        """Move to a place, through others."""
        from_x, from_y = self._at
        self._at = x, y
        ways = [
            {"type": "pointerMove", "duration": 10, "origin": "viewport",
             "x": round(from_x + (x - from_x) * n / steps),
             "y": round(from_y + (y - from_y) * n / steps)}
            for n in range(1, steps + 1)
        ]  # fmt: skip
        self._page.act(*ways)

    def click(self, x: float, y: float) -> None:
        """Click at a place."""
        self.move(x, y)
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._page.act(down, up)


class Page(Searched):
    """A page that is open in WebKit."""

    def __init__(self, visit: webkit.Visit) -> None:
        """Begin with nothing open."""
        self.visit = visit
        self.page = self
        self.steps = []
        self.keyboard = Keyboard(self)
        self.mouse = Mouse(self)

    def on(self, _event: str, _act: Callable[..., object]) -> None:
        """Nothing: WebDriver does not tell what a page loads or logs."""

    def act(self, *actions: dict[str, Any]) -> None:
        """Have the mouse do things one after the other."""
        self.visit.act({"type": "pointer", "id": "mouse", "actions": list(actions)})

    @property
    def url(self) -> str:
        """The address of the page."""
        return str(self.visit.ask("GET", "url"))

    def goto(self, url: str) -> None:
        """Open a page."""
        self.visit.open(url)

    def reload(self) -> None:
        """Open the page again."""
        self.visit.ask("POST", "refresh")

    def evaluate(self, expression: str, *arguments: object) -> Any:
        """What an expression is worth in the page, or a function returns."""
        is_program = re.match(r"(/\*|window\b|document\b|location\b).*;", expression, re.DOTALL)
        text = expression if is_program else CALL.format(expression.strip().removesuffix(";"))
        return self.visit.run(text, *arguments)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Wait."""
        time.sleep(milliseconds / 1000)

    def wait_for_function(self, function: str, arg: object = None) -> None:
        """Wait until a function returns something."""
        until(lambda: self.evaluate(function, arg), function)

    def wait_for_selector(self, selector: str) -> Locator:
        """Wait until an element is to be seen."""
        found = self.locator(selector)
        found.wait_for()
        return found

    def wait_for_url(self, pattern: str) -> None:
        """Wait until the page is at such an address."""
        until(lambda: fnmatch(self.url, pattern), pattern)


class Context:
    """A clean visit, of a window of some size."""

    def __init__(self, visit: webkit.Visit, viewport: dict[str, int]) -> None:
        """Size the window, whose edges are its own."""
        if viewport["width"] < NARROWEST:
            pytest.skip(f"the window of this WebKit is never {viewport['width']} wide")
        self._visit = visit
        self._viewport = viewport
        visit.open(AWAY)
        until(self._is_sized, f"a window of {viewport}")

    def _is_sized(self) -> bool:
        """Whether the page has its size; else ask for it, as a window takes its time."""
        inner = dict(zip(SIDES, self._visit.run("return [innerWidth, innerHeight]"), strict=True))
        if inner == self._viewport:
            return True
        outer = self._visit.ask("GET", "window/rect")
        size = {side: outer[side] + self._viewport[side] - inner[side] for side in SIDES}
        self._visit.ask("POST", "window/rect", **size)
        return False

    def new_page(self) -> Page:
        """The one page of a visit, with the mouse in a corner."""
        page = Page(self._visit)
        page.mouse.move(0, 0)
        return page

    def set_default_timeout(self, _milliseconds: float) -> None:
        """Nothing: how long we wait is settled."""

    def close(self) -> None:
        """Leave nothing of the visit behind."""
        self._visit.run("try { localStorage.clear() } catch {}")
        self._visit.open(AWAY)


class WebKit:
    """Debian's WebKit, one for each of what a reader may have asked the system for."""

    def __init__(self, launch: Callable[[bool, bool], webkit.Visit]) -> None:
        """Begin with none."""
        self._launch = cache(launch)

    def new_context(
        self,
        viewport: dict[str, int],
        color_scheme: str,
        reduced_motion: str,
        forced_colors: str,
        has_touch: bool,
        java_script_enabled: bool,
    ) -> Context:
        """A clean visit; a test that needs what WebDriver cannot do is left out."""
        if has_touch or forced_colors == "active" or not java_script_enabled:
            pytest.skip("this WebDriver cannot touch, force colours or switch scripts off")
        return Context(self._launch(color_scheme == "dark", reduced_motion == "reduce"), viewport)


def browsers() -> Iterator[WebKit]:
    """WebKit, for a fixture of pytest."""
    with ExitStack() as stack:
        yield WebKit(lambda dark, still: stack.enter_context(webkit.browser(dark, still)))
