"""A book that the command line serves: its address, its files, and what it says of them."""

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any


@dataclass
class Served:
    """A folder that is being served."""

    folder: Path
    port: int

    @property
    def address(self) -> str:
        """The address of its first page."""
        return f"http://127.0.0.1:{self.port}/"

    def write(self, name: str, text: str) -> None:
        """Save a file of the book as an editor does."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def text(self, name: str) -> str:
        """What a file of the book says."""
        return (self.folder / name).read_text(encoding="utf-8")

    def read(self, path: str = "") -> str:
        """What a browser gets there, empty where there is nothing yet."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=5) as answer:
                return str(answer.read().decode())
        except (OSError, HTTPException):  # not there, or just being written
            return ""

    @property
    def state(self) -> dict[str, Any]:
        """All that a page is told of the build."""
        found: dict[str, Any] = json.loads(self.read("_rulebook/state?page=/index.html"))
        return found

    @property
    def is_building(self) -> bool:
        """True while the book or some of its pages are not built yet."""
        return bool(self.state["building"])

    @property
    def problems(self) -> str:
        """Everything that the preview finds wrong."""
        return " | ".join(f"{each['where']}: {each['says']}" for each in self.state["problems"])

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for it."""
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end, f"{self.problems}\n{self.read()[-500:]}"
            time.sleep(0.05)

    def asked(self, method: str, path: str, **headers: str) -> int:
        """The status of an answer to somebody who says what they like about themselves."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(connection):
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, headers=given)
            return connection.getresponse().status


@contextlib.contextmanager
def serving(folder: Path, *command: object) -> Iterator[Served]:
    """Have a command serve a folder on a free port; what it says goes into `said` beside it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = Served(folder, free.getsockname()[1])
    words = ["-m", "sphinxext.rulebook", *map(str, command), "--port", str(place.port)]
    with (folder.parent / "said").open("w") as said:
        process = subprocess.Popen([sys.executable, *words], stdout=said, stderr=subprocess.STDOUT)
        try:
            yield place
        finally:
            process.terminate()
            process.wait(10)
