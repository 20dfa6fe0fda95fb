"""A real browser for tests: pages over http under a content-security policy, or from a disk.

    with browser.chromium() as chromium, browser.served(folder) as base:
        with browser.view(chromium, base + "index.html", width=360, dark=True) as view:
            view.page.hover("a.hxr-hoverxref")
            assert view.refused_to("rulebook") == []
            assert browser.axe_violations(view.page, ".rulebook-preview") == []

`chromium` is one browser for many views, and so is `firefox`; each view is a clean visit of its
own, in Chromium by a page that is used again. Playwright drives Debian's browsers and axe-core
comes from the npm registry, all by `make tools`; without them a test is left out, and fails on CI.
"""

import _thread
import contextlib
import functools
import http.server
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
)

from tests.support import machine, tools

STRICT = "default-src 'self'"
_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-component-update")


@dataclass
class View:
    """A page that is open, what it asked for, and what went wrong in it."""

    page: Page
    base: str = ""
    requests: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    is_reused: bool = True  # false where something is left that the next visit must not find

    def off_site(self, base: str) -> list[str]:
        """The requests that went anywhere but to the book."""
        return [url for url in self.requests if not url.startswith((base, "data:", "blob:"))]

    def refused_to(self, script: str) -> list[str]:
        """What the policy kept a script from: themes and Sphinx have inline code of their own.

        Pictures that a theme's stylesheet holds as data count for whoever shows the element.
        """
        return [
            text
            for text in self.refused
            if script in text.partition(" ")[0] and "Loading the image 'data:" not in text
        ]

    def not_found(self) -> list[str]:
        """What could not be loaded, but for the search index, which themes look for in vain."""
        return [text for text in self.failed if "searchindex.js" not in text]


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium; close it by leaving."""
    tools.need("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=list(_ARGUMENTS),
            env={**os.environ, **machine.fonts()},
        )
        try:
            yield browser
        finally:
            _idle.clear()
            browser.close()


class Firefox:
    """Debian's Firefox, one for each of what a reader may have asked the system for."""

    def __init__(self, launch: Callable[..., Browser]) -> None:
        self._launch = functools.cache(launch)

    def new_context(
        self,
        viewport: Any,
        color_scheme: str,
        reduced_motion: str,
        forced_colors: str,
        has_touch: bool,
        java_script_enabled: bool,
    ) -> BrowserContext:
        """A clean visit; a test that needs what Playwright cannot do with Firefox is left out."""
        if has_touch or not java_script_enabled:
            pytest.skip("Playwright cannot touch in Firefox, nor switch scripts off")
        dark, still = color_scheme == "dark", reduced_motion == "reduce"
        launched = self._launch(dark, still, forced_colors == "active")
        return launched.new_context(viewport=viewport)


@contextlib.contextmanager
def firefox() -> Iterator[Firefox]:
    """A headless Firefox; close it by leaving."""
    tools.need("firefox-esr")
    from playwright.sync_api import sync_playwright

    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    with sync_playwright() as playwright, contextlib.ExitStack() as stack:

        def launch(dark: bool, still: bool, forced: bool) -> Browser:
            browser = playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=Path(__file__).with_name("firefox.py"),
                env={**os.environ, **machine.fonts(), "PATH": path},
                firefox_user_prefs={
                    "ui.systemUsesDarkTheme": int(dark),
                    "ui.prefersReducedMotion": int(still),
                    "browser.display.document_color_use": 2 if forced else 0,
                    # Its sandbox keeps pages from files elsewhere, such as the tests' fonts.
                    "security.sandbox.content.read_path_whitelist": machine.readable(),
                },
            )
            stack.callback(browser.close)
            return browser

        yield Firefox(launch)


FORGETS = "() => [localStorage, sessionStorage].forEach(each => each.clear())"


class _Tab:
    """A page of a browser that visits take turns with: a new one costs more than most visits."""

    def __init__(self, browser: Browser | Firefox, options: dict[str, Any]) -> None:
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(15000)
        self.page = self.context.new_page()
        self.seen = View(self.page)
        self.page.on("request", lambda request: self.seen.requests.append(request.url))
        self.page.on("requestfailed", lambda request: self.seen.failed.append(_why(request)))
        self.page.on("pageerror", lambda error: _note_error(self.seen, str(error)))
        self.page.on("console", lambda message: _note_refusal(self.seen, message))

    def cleaned(self) -> Self:
        """Leave the page, and nothing of the visit."""
        self.page.unroute_all()
        self.page.evaluate(FORGETS)
        self.context.clear_cookies()
        session = self.context.new_cdp_session(self.page)
        session.send("Network.clearBrowserCache")
        session.detach()
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        return self


_idle: dict[tuple[int, bool, bool], list[_Tab]] = {}


@contextlib.contextmanager
def view(
    browser: Browser | Firefox,
    url: str,
    *,
    width: int = 1100,
    height: int = 800,
    dark: bool = False,
    touch: bool = False,
    still: bool = False,
    forced: bool = False,
    script: bool = True,
) -> Iterator[View]:
    """A visit of a page, with a clean storage."""
    size = ViewportSize(width=width, height=height)
    media: dict[str, Any] = {
        "color_scheme": "dark" if dark else "light",
        "reduced_motion": "reduce" if still else "no-preference",
        "forced_colors": "active" if forced else "none",
    }
    idle = _idle.setdefault((id(browser), touch, script), [])
    if idle and not isinstance(browser, Firefox):
        tab = idle.pop()
        tab.seen = View(tab.page)
        tab.page.set_viewport_size(size)
        tab.page.emulate_media(media="null", **media)
    else:
        own = {"viewport": size, "has_touch": touch, "java_script_enabled": script}
        tab = _Tab(browser, {**own, **media})
    seen = tab.seen
    is_whole = False
    try:
        tab.page.goto(url)
        yield seen
        is_whole = seen.is_reused and not isinstance(browser, Firefox)
    finally:
        if is_whole:
            idle.append(tab.cleaned())
        else:
            tab.context.close()


def _why(request: Request) -> str:
    return f"{request.url}: {request.failure}"


def _note_refusal(seen: View, message: ConsoleMessage) -> None:
    if "Content Security Policy" in message.text:
        seen.refused.append(f"{message.location['url']}: {message.text}")


def _note_error(seen: View, text: str) -> None:
    """Keep an error; Firefox counts as one what a policy refuses."""
    (seen.refused if text.startswith("The page’s settings") else seen.errors).append(text)


class _Server(http.server.ThreadingHTTPServer):
    """Answers in threads that coverage does not follow: Python 3.11 now and then refuses it one."""

    def process_request(self, request: Any, client_address: Any) -> None:
        _thread.start_new_thread(self.process_request_thread, (request, client_address))


@contextlib.contextmanager
def served(folder: Path, policy: str = STRICT, prefix: str = "/a/book/") -> Iterator[str]:
    """The address of a folder that is served under a path of a host, with a policy."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            if not path.startswith(prefix):
                return str(folder / "no-such-file")
            return super().translate_path("/" + path.removeprefix(prefix))

        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", policy)
            super().end_headers()

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002  its name there
            pass

    handler = functools.partial(Handler, directory=str(folder))
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def axe_violations(page: Page, within: str) -> list[str]:
    """What axe-core finds wrong in a part of the page, a line each.

    The script is handed to the page by the debugger, so no policy keeps it out.
    """
    tools.need("axe")
    page.evaluate(tools.AXE.read_text("utf-8"))
    found = page.evaluate("within => axe.run({include: [within]})", within)
    return [
        f"{violation['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


STILL = """() => {
  let frames = 0, last = NaN;
  window.isStill = false;
  const look = () => {
    const moves = document.getAnimations().some(({ playState }) => playState === "running");
    frames = moves || scrollY !== last ? 0 : frames + 1;
    last = scrollY;
    if (frames < 5) requestAnimationFrame(look);
    else window.isStill = true;
  };
  look();
}"""


def settled(page: Page) -> None:
    """Wait until a page lies still: it has scrolled, and what is measured has its place."""
    page.evaluate(STILL)
    page.wait_for_function("() => window.isStill")
