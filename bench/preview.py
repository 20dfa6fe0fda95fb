"""How long a saved rule takes to show on an open page: the starter book, and one of 100 pages.

A real preview, a real browser. The clock runs from the save until the page shows the new figure; of
every two saves, the second comes while the other pages are still being read.

    python bench/preview.py
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from build import write_book
from figures import RULEBOOK, figure, finish, run
from playwright.sync_api import Page, sync_playwright

from sphinxext.rulebook import rules

ROUNDS = 5
GAMES = Path(rules.__file__).parent / "games"


class Book(NamedTuple):
    """A book, the rule that is saved, and the page that is open on it."""

    name: str
    most: float  # seconds
    rules: str
    before: str
    after: str
    page: str


STARTER = Book("the starter", 2, "rules.toml", "5+", "4+", "odds.html")
HUNDRED = Book("100 pages", 4, "uwr.toml", "5+", "4+", "page50.html")
LOADED = "document.documentElement?.dataset.rulebookBuild"
BUILDING = "fetch('/_rulebook/state?page=').then((a) => a.json()).then((s) => s.building)"
SHOWN = f"{LOADED} && document.querySelector('.rulebook-moved')"


def main() -> int:
    """Save a rule of each book."""
    found = []
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for book in (STARTER, HUNDRED):
            folder = Path(made) / book.name.replace(" ", "-")
            write(book, folder)
            took = measured(book, folder, browser.new_page())
            found.append(figure(f"a saved rule shows, {book.name}", "s", took, book.most))
        browser.close()
    return finish(found)


def write(book: Book, folder: Path) -> None:
    """Write the book."""
    if book is STARTER:
        run(*RULEBOOK, "init", folder, "--title", "A book")
        return
    write_book(folder, 100, kind="generated")
    conf = folder / "conf.py"
    conf.write_text(conf.read_text("utf-8").replace("'game:uwr'", "'uwr.toml'"), "utf-8")
    shutil.copyfile(GAMES / "uwr.toml", folder / book.rules)


def measured(book: Book, folder: Path, page: Page) -> list[float]:
    """The seconds from each save until the page shows it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*RULEBOOK, "preview", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    took: list[float] = []
    try:
        address = f"http://127.0.0.1:{port}/{book.page}"
        while not ready(page, address):
            time.sleep(0.2)
        file = folder / book.rules
        old = file.read_text("utf-8")
        new = old.replace(book.before, book.after)
        for turn in range(2 * ROUNDS):
            page.wait_for_timeout(0 if turn % 2 else 500)
            while not turn % 2 and page.evaluate(BUILDING):
                page.wait_for_timeout(500)
            start = time.perf_counter()
            file.write_text(old if turn % 2 else new, "utf-8")
            page.wait_for_function(SHOWN, timeout=60_000)
            took.append(time.perf_counter() - start)
            page.reload()  # what moved is no longer lit
            page.wait_for_function(LOADED)
    finally:
        process.terminate()
        process.wait()
    return took


def ready(page: Page, address: str) -> bool:
    """Whether the first build is done and its page shown."""
    try:
        page.goto(address)
        return bool(page.locator("table.rulebook-table").count())
    except Exception:  # the server has not begun
        return False


if __name__ == "__main__":
    sys.exit(main())
