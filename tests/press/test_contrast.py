"""Letters stand out from their ground in every look, by day and by night: axe reads every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from sphinxext.rulebook.press.look import looks_that_ship
from tests.support import browser
from tests.support.books import Builder

# axe passes over letters in drawings: each is compared with the shape of its outcome or chance.
IN_CHARTS = """() => {
  const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const light = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((each) => {
      const c = each / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const text of document.querySelectorAll("article svg text[class*='rulebook-on-']")) {
    const [, name] = /rulebook-on-([\\w-]+)/.exec(text.getAttribute("class"));
    const kind = name.startsWith("heat") ? name : "outcome-" + name;
    const shape = text.ownerSVGElement.querySelector(".rulebook-" + kind);
    const fill = shape && getComputedStyle(shape).fill;
    if (!fill || fill.startsWith("url")) continue;
    const [low, high] = [light(fill), light(getComputedStyle(text).fill)].sort((a, b) => a - b);
    found.push([kind, (high + 0.05) / (low + 0.05)]);
  }
  return found;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", looks_that_ship())
def test_every_page_passes(
    tmp_path_factory: pytest.TempPathFactory, chromium: Browser, name: str, dark: bool
) -> None:
    built = Builder(tmp_path_factory.mktemp(name))("ferry", conf={"rulebook_look": name})
    compared = []
    for page in ("dice", "water", "words"):
        with browser.view(chromium, (built.outdir / f"{page}.html").as_uri(), dark=dark) as view:
            assert browser.axe_violations(view.page, "article") == [], (name, page)
            compared += view.page.evaluate(IN_CHARTS)
    assert len(compared) > 20
    assert [each for each in compared if each[1] < 4.5] == []
