"""Serves a built book on this machine, with the script that marks what is wrong with it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..drift.report.words import message
from ..rules.errors import RulesError
from .builds import Builds
from .help import help_page

HOST = "127.0.0.1"
OWN = "/_rulebook/"
STATIC = Path(__file__).parent / "static"
STARTING = (
    "<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>Preview</title></head>"
    "<body><p>{}</p></body></html>"
)
WAIT = 20.0  # seconds after which a quiet stream says that it is still there


class Server(ThreadingHTTPServer):
    """A server for this machine alone."""

    daemon_threads = True

    def __init__(self, port: int, builds: Builds) -> None:
        """Take the port."""
        self.builds = builds
        super().__init__((HOST, port), partial(Handler, directory=str(builds.html)))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that goes away in the middle."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(SimpleHTTPRequestHandler):
    """Answers a browser."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """A page with the script in it, a file, or what the script asks for."""
        self._answer(self._get)

    def do_HEAD(self) -> None:
        """The length and the date of a file."""
        self._answer(super().do_HEAD)

    def do_POST(self) -> None:
        """Correct a figure; only a page of this server may ask."""
        self._answer(self._correct)

    def _answer(self, work: Callable[[], None]) -> None:
        """Do the work if a page of ours asks for it; an address that is none is refused."""
        if not self._is_for_us():
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        try:
            work()
        except ConnectionError:
            self.close_connection = True
        except (OSError, ValueError):  # too long a name, a zero byte, half a bracket
            self.send_error(HTTPStatus.BAD_REQUEST)

    def _get(self) -> None:
        address = urlsplit(self.path)
        if not address.path.startswith(OWN):
            self._page_or_file(address.path)
            return
        name = address.path.removeprefix(OWN)
        if name == "state":
            self._json(self.server.builds.state(parse_qs(address.query).get("page", [""])[0]))
        elif name == "events":
            self._events()
        elif name == "help.html":
            self._send(help_page().encode(), "text/html; charset=utf-8")
        elif name in ("preview.js", "preview.css"):
            kind = "text/javascript" if name.endswith("js") else "text/css"
            self._send((STATIC / name).read_bytes(), f"{kind}; charset=utf-8")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _correct(self) -> None:
        if self.headers.get("X-Rulebook") != "fix" or not self.headers.get("Origin"):
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        given = parse_qs(urlsplit(self.path).query)
        try:
            fixed = self.server.builds.fix(given.get("key", [""])[0])
            reasons = [each.note for each in fixed.left] or [message(each) for each in fixed.broken]
            gone = "it is gone already; the page will show it in a moment"
            why = "" if fixed.mended else (reasons or [gone])[0]
        except RulesError as error:
            why = str(error)
        self._json({"why": why})

    def _is_for_us(self) -> bool:
        """Return whether our own page asks, or a person opens an address.

        A page of elsewhere may give its own name to this machine, ask from its own origin, or show
        a page of ours in a frame.
        """
        said = self.headers
        host = said.get("Host", "")
        if re.sub(r":\d+$", "", host) not in (HOST, "localhost"):
            return False
        if said.get("Origin", f"http://{host}") != f"http://{host}":
            return False
        opened = said.get("Sec-Fetch-Mode"), said.get("Sec-Fetch-Dest")
        is_ours = said.get("Sec-Fetch-Site", "none") in ("none", "same-origin")
        return is_ours or opened == ("navigate", "document")

    def _page_or_file(self, path: str) -> None:
        place = Path(self.translate_path(path))
        if place.is_dir() and path.endswith("/"):
            place /= "index.html"
        if place.suffix not in (".html", "") or place.is_dir():
            super().do_GET()
            return
        if place.is_file():
            page, status = place.read_text("utf-8", "replace"), HTTPStatus.OK
        elif self.server.builds.last.number:
            page, status = STARTING.format("There is no such page."), HTTPStatus.NOT_FOUND
        else:
            page, status = STARTING.format("Building the book…"), HTTPStatus.OK
        ours = (
            f'<link rel="stylesheet" href="{OWN}preview.css">'
            f'<script src="{OWN}preview.js" data-page="{self.server.builds.stamp(path)}"></script>'
        )
        before, body, after = page.rpartition("</body>")
        self._send((before + ours + body + after).encode(), "text/html; charset=utf-8", status)

    def _events(self) -> None:
        """Tell the page of each build until it is closed."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        builds, told = self.server.builds, -1
        try:
            while True:
                number = builds.last.number
                said = f"data: {builds.name}-{number}\n\n" if number != told else ": here\n\n"
                self.wfile.write(said.encode())
                told = number
                with builds.news:
                    # It is called here, before the loop goes on.
                    builds.news.wait_for(lambda: builds.last.number != told, WAIT)  # noqa: B023
        except OSError:
            self.close_connection = True

    def _json(self, value: object) -> None:
        self._send(json.dumps(value).encode(), "application/json")

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        """Let the browser keep nothing: a file may be half written, and is another soon."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # as the base names it
        """Leave the terminal to what is wrong with the book."""
