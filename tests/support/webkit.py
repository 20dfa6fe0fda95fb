"""WebKit, the engine of Safari, for tests: Debian's build of it, driven over WebDriver.

    with webkit.browser() as visit:
        visit.open(base + "index.html")
        visit.hover("a.hxr-hoverxref")
        visit.wait_for("return document.querySelector('.rulebook-preview')?.innerText")

`make tools` installs the driver, its browser and a screen for it; without them a test is left out,
and fails on CI.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support import machine, tools

BROWSERS: Final = ("webkit2gtk-4.1/MiniBrowser", "webkit2gtk-4.0/MiniBrowser")
PATIENCE: Final = 20.0
TAB: Final = "\ue004"
ESCAPE: Final = "\ue00c"


@dataclass(frozen=True)
class Visit:
    """A window of the browser."""

    ask: Callable[..., Any]

    def open(self, url: str) -> None:
        """Load a page."""
        self.ask("POST", "url", url=url)

    def run(self, script: str, *arguments: object) -> Any:
        """What a script in the page returns."""
        return self.ask("POST", "execute/sync", script=script, args=list(arguments))

    def wait_for(self, script: str, *arguments: object) -> Any:
        """What a script in the page returns, once that is anything."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.run(script, *arguments):
                return found
            time.sleep(0.05)
        raise AssertionError(f"never came true in WebKit: {script}")

    def act(self, source: dict[str, Any]) -> None:
        """Have a pointer or the keys do things one after the other."""
        self.ask("POST", "actions", actions=[source])


@contextlib.contextmanager
def browser(dark: bool = False, still: bool = False) -> Iterator[Visit]:
    """A WebKit of its own, on a screen that nobody sees, for a reader who asks for dark or calm."""
    tools.need("WebKitWebDriver", "Xvfb")
    found = [path for name in BROWSERS for path in Path("/usr/lib").glob(f"*/{name}")]
    if not found:
        pytest.fail("WebKitWebDriver is installed without its MiniBrowser")
    with contextlib.ExitStack() as stack:
        screen = _started(stack, "Xvfb", "-displayfd", "1", "-screen", "0", "1200x900x24")
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().decode().strip()}"
        port = _free_port()
        asked_for = stack.enter_context(tempfile.TemporaryDirectory())
        Path(asked_for, "gtk-3.0").mkdir()
        Path(asked_for, "gtk-3.0/settings.ini").write_text(
            f"[Settings]\ngtk-enable-animations={int(not still)}\n"
        )
        theme = "Adwaita:dark" if dark else "Adwaita"
        desk = {
            "DISPLAY": display,
            "XDG_CONFIG_HOME": asked_for,
            "GTK_THEME": theme,
            **machine.fonts(),
        }
        _started(stack, "WebKitWebDriver", f"--port={port}", **desk)
        options = {"binary": str(found[0]), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        driver = f"http://127.0.0.1:{port}/session"
        session = f"{driver}/{_first_answer(driver, asked)['sessionId']}"
        try:
            yield Visit(lambda method, path, **body: _sent(method, f"{session}/{path}", body))
        finally:
            _sent("DELETE", session, {})


def _started(stack: contextlib.ExitStack, *command: str, **env: str) -> subprocess.Popen[bytes]:
    process = stack.enter_context(
        subprocess.Popen(
            command, env=os.environ | env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    )
    stack.callback(process.terminate)
    return process


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _first_answer(url: str, body: dict[str, Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return _sent("POST", url, body)
        except urllib.error.URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _sent(method: str, url: str, body: dict[str, Any]) -> Any:
    data = None if method == "GET" else json.dumps(body).encode()
    request = urllib.request.Request(url, data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            raise AssertionError(f"WebKit: {json.load(error)['value']}") from None
