"""What live odds cost: the time to work them out, what a page weighs, and how fast a dial turns.

python bench/live.py
"""

from __future__ import annotations

import gzip
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, figure, finish

from sphinxext.rulebook.files import small
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.live.directive import ExplorerSpec
from sphinxext.rulebook.live.explorer import explorer
from sphinxext.rulebook.live.pages import SCRIPT, STATIC, STYLE, script
from sphinxext.rulebook.rules import load_game

ROUNDS = 3
SPECS = (
    (
        "160 settings, 11 counts", "uwr", "direct",
        "dice = 1..10, favor = 0..3, rerolls = 0..3", 4, 1,
    ),
    (
        "10,000 settings, 6 outcomes", "unnamed", "pull",
        "traits = 0..9, aspects = 0..9, burned_aspects = 0..4, penalty = 0..9, drama = 0..1", 20, 3,
    ),
)  # fmt: skip
TURN, SLOW_TURN, SLOWER = 16, 50, 6  # milliseconds, and how many times slower the slow machine is
TURNS = """(id) => {
  const dials = document.querySelectorAll(`#${id} input[type=range][data-dial]`), all = [];
  for (let k = 0; k < 60; k++) {
    const dial = dials[k % dials.length];
    dial.value = +dial.value < +dial.max ? +dial.value + 1 : dial.min;
    const began = performance.now();
    dial.dispatchEvent(new Event("input"));
    document.body.offsetHeight;
    all.push(performance.now() - began);
  }
  return all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
}"""


def measured() -> Iterator[Figure]:
    """Work out explorers, and weigh and turn them."""
    texts = []
    for name, game, check, dials, kilobytes, seconds in SPECS:
        spec = ExplorerSpec(game, check, dials, roll="yes")
        took = []
        for _ in range(ROUNDS):
            rules, began = load_game(game), time.process_time()
            found = explorer(rules, Style(), spec, 60)
            took.append(time.process_time() - began)
        texts.append(found.text)
        yield figure(f"live odds, {name}", "s", took, seconds, least=True)
        yield figure(f"live odds, {name}", "kB", compressed(found.text), kilobytes)
    yield figure(SCRIPT, "kB", compressed(script()), 15)
    yield figure(STYLE, "kB", compressed(small(STATIC / STYLE)), 5)
    for name, slower, most in (("", 1, TURN), (f", {SLOWER} times slower", SLOWER, SLOW_TURN)):
        if (turn := _turn(texts, slower)) is None:
            print("the browser was left out: it needs playwright and chromium (`make tools`)")
            break
        yield figure(f"a turn of a dial{name}", "ms", turn, most)


def compressed(text: str) -> float:
    """Return the kilobytes that a page sends."""
    return len(gzip.compress(text.encode(), 9)) / 1000


def _turn(figures: list[str], slower: int) -> float | None:
    """How long a turn takes with layout, the middle one of sixty; None without a browser."""
    import shutil

    path = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if path is None:
        return None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder, "index.html")
        for name, text in ((SCRIPT, script()), (STYLE, small(STATIC / STYLE))):
            Path(folder, name).write_text(text, "utf-8")
        body = "".join(
            f'<figure class="rulebook-explorer" id="e{n}">'
            f'<script type="application/json">{text}</script></figure>'
            for n, text in enumerate(figures)
        )
        page.write_text(
            f'<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="{STYLE}">'
            f'<body>{body}<script src="{SCRIPT}"></script>',
            "utf-8",
        )
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        opened = browser.new_page()
        opened.goto(page.as_uri())
        session = opened.context.new_cdp_session(opened)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        turns = [float(opened.evaluate(TURNS, f"e{n}")) for n in range(len(figures))]
        browser.close()
    return max(turns)


if __name__ == "__main__":
    sys.exit(finish(measured()))
