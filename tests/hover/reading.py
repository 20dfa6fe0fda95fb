"""What a reader does with a page, in words that tests are written in."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

BOX = ".rulebook-preview"
REFERENCES = {
    "html": "combat/deep/references.html",
    "dirhtml": "combat/deep/references/index.html",
    "singlehtml": "index.html",
}


def tooltip_link(page: Page, text: str) -> Locator:
    """The reference with this text that opens a tooltip, in the page of references."""
    exactly = re.compile(rf"^\s*{re.escape(text)}\s*$")
    return page.locator("#references a.hxr-tooltip").filter(has_text=exactly).first


def modal_link(page: Page) -> Locator:
    """The reference that opens a modal."""
    return page.locator("#references a.hxr-modal").first


def box(page: Page, level: int = 0) -> Locator:
    """The preview that is open, or one that was opened from within it."""
    return page.locator(BOX).nth(level)


def shown(page: Page, level: int = 0) -> str:
    """The text of a preview, once it is open."""
    found = box(page, level)
    found.wait_for(state="visible")
    return " ".join(found.inner_text().split())


def closed(page: Page, level: int = 0) -> None:
    """Wait until a preview is gone."""
    page.wait_for_function(
        "([selector, level]) => document.querySelectorAll(selector).length <= level",
        arg=[BOX, level],
    )


def close(page: Page) -> None:
    """Close every preview, with the pointer away from any reference."""
    page.mouse.move(0, 0)
    for _ in range(page.locator(BOX).count()):
        page.keyboard.press("Escape")
    closed(page)


# Timers that wait until a test lets time pass, so that no machine is too slow for them.
HOLD = """() => {
  const held = new Map(), clear = window.clearTimeout;
  let now = 0, made = 1e9;
  window.setTimeout = (act, delay = 0, ...given) => {
    held.set(++made, { at: now + delay, act: () => act(...given) });
    return made;
  };
  window.clearTimeout = (timer) => held.delete(timer) || clear(timer);
  window.passTime = (milliseconds) => {
    const end = now + milliseconds;
    const first = () =>
      [...held].filter(([, each]) => each.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
    for (let due = first(); due; due = first()) {
      held.delete(due[0]);
      now = due[1].at;
      due[1].act();
    }
    now = end;
  };
}"""


def hold_time(page: Page) -> None:
    """Let no timer of the page run out by itself."""
    page.evaluate(HOLD)


def pass_time(page: Page, milliseconds: int) -> None:
    """Let time pass on a page that `hold_time` stopped."""
    page.evaluate("time => window.passTime(time)", milliseconds)


def focused(page: Page) -> str:
    """The text of the element that has the focus, with how it is called where it has none."""
    return str(
        page.evaluate(
            "(e => e === document.body ? '(page)' : e.ariaLabel || e.textContent.trim())"
            "(document.activeElement)"
        )
    )


def focus_is_in(page: Page, selector: str) -> bool:
    """Whether the focus is within something."""
    return bool(page.evaluate("s => !!document.activeElement.closest(s)", selector))


def description_of(link: Locator) -> str:
    """What a screen reader hears of a link besides its name."""
    return str(
        link.evaluate(
            "e => (e.getAttribute('aria-describedby') || '').split(' ')"
            ".map(id => document.getElementById(id)?.textContent).join(' ')"
        )
    )
