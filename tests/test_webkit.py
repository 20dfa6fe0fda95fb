"""Previews and live odds in WebKit, the engine of Safari: by mouse and by keys, light and dark."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Keys, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from tests.support import browser, machine, tools
from tests.support.books import Builder

OWN = pytest.mark.filterwarnings("ignore::DeprecationWarning:selenium")  # of its own calls
pytestmark = [pytest.mark.slow, OWN]


@pytest.fixture(params=["Adwaita", "Adwaita:dark"])
def driver(request: pytest.FixtureRequest) -> Iterator[WebKitGTK]:
    """Debian's WebKit on a screen that nobody sees, for a reader who asks for light or dark."""
    tools.need("WebKitWebDriver", "Xvfb")
    options = WebKitGTKOptions()
    (program,) = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
    options.binary_location = str(program)
    options.add_argument("--automation")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1200x900x24"]
    with ExitStack() as stack:
        screen = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        stack.callback(screen.terminate)
        desk = {"DISPLAY": f":{screen.stdout.readline().strip()}", "GTK_THEME": request.param}
        service = Service(env={**os.environ, **desk, **machine.fonts()})
        driver = WebKitGTK(options=options, service=service)
        stack.callback(driver.quit)
        driver.implicitly_wait(15)
        yield driver


def test_previews_and_live_odds(build: Builder, driver: WebKitGTK) -> None:
    folder = build("webkit")
    assert folder.warnings == ()
    with browser.served(folder.outdir) as base:
        for start in (base, f"{folder.outdir.as_uri()}/"):
            driver.get(f"{start}index.html")
            previews_open(driver)
            dials_turn(driver)


def found(driver: WebKitGTK, selector: str) -> WebElement:
    """Return the first element of a selector, once it is there."""
    return driver.find_element(By.CSS_SELECTOR, selector)


def wait(driver: WebKitGTK, holds: Callable[[], object]) -> None:
    """Wait until something is so."""
    WebDriverWait(driver, 15).until(lambda _: holds())


def previews_open(driver: WebKitGTK) -> None:
    """Open a tooltip by mouse, and by keyboard a modal and what holds a link."""

    def opens(box: str, says: str) -> None:
        wait(driver, lambda: says in found(driver, f"{box}.rulebook-preview").text)
        ActionChains(driver).send_keys(Keys.ESCAPE).perform()
        wait(driver, lambda: driver.execute_script("return !document.querySelector(arguments[0])",
                                                   ".rulebook-preview"))  # fmt: skip

    found(driver, ".rulebook-preview-switch")  # the script is there
    link = found(driver, "a[href='#term-Grip']")
    ActionChains(driver).move_to_element(found(driver, "h1")).move_to_element(link).perform()
    opens("[role=tooltip]", "How well a creature holds on.")
    driver.execute_script("arguments[0].focus()", link)
    for words, box in (("holds", "dialog"), ("holding on", "div[role=dialog]")):
        ActionChains(driver).send_keys(Keys.TAB).perform()
        assert driver.switch_to.active_element.text == words
        opens(box, "Who is held may grip back.")


def dials_turn(driver: WebKitGTK) -> None:
    """Turn a dial by the keyboard, and throw the dice."""
    dial = found(driver, "#direct input[data-dial=dice]")
    figure = found(driver, "#direct .rulebook-figure")
    before = figure.text
    dial.send_keys(Keys.ARROW_RIGHT)
    wait(driver, lambda: figure.text != before)
    found(driver, "#direct .rbx-main").click()
    wait(driver, lambda: "success" in found(driver, "#direct .rbx-verdict").text)
