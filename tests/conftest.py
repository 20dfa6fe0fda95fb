"""What every test can ask for, and the closing word on the proofs that a machine could not give."""

import gc
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser

from tests.support import browser, machine
from tests.support.books import Builder, Once
from tests.support.command import Run

pytest_plugins = ["tests.support.judging", "tests.support.locked"]

machine.keep_out()

# The same examples in every run, however slow the machine is.
hypothesis.settings.register_profile(
    "tests",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("tests")


@pytest.fixture
def build(tmp_path: Path) -> Builder:
    """A builder of real books below this test's folder; see `Builder.__call__`."""
    return Builder(tmp_path)


@pytest.fixture
def rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs commands in this test's own folder; see `Run`."""
    monkeypatch.chdir(tmp_path)
    return Run(tmp_path, capsys)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all the tests of a worker."""
    with browser.chromium() as found:
        yield found


@pytest.fixture(scope="session")
def visitor(request: pytest.FixtureRequest) -> Iterator[Browser | browser.Firefox]:
    """The browser of previews and live odds: Chromium, or Firefox if BROWSER says so."""
    if os.environ.get("BROWSER") == "firefox":
        with browser.firefox() as found:
            yield found
    else:
        yield request.getfixturevalue("chromium")


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Gives a folder that one of the workers fills, by its name; the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared

    def filled(name: str, make: Callable[[Path], object]) -> Path:
        folder = shared / name
        made = folder / "made"
        try:
            folder.mkdir()
        except FileExistsError:
            until = time.monotonic() + 300
            while not made.exists() and time.monotonic() < until:
                time.sleep(0.1)
        else:
            try:
                make(folder)
            except BaseException:
                shutil.rmtree(folder)
                raise
            made.touch()
        return folder

    return filled


def pytest_collection_finish() -> None:
    """Leave what was imported out of every search for garbage; each took up to half a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """Say last of all which proofs were left out for want of a tool, and how to get it."""
    yield
    reasons = (report.longrepr for report in terminalreporter.stats.get("skipped", []))
    said = (str(reason[2]) for reason in reasons if isinstance(reason, tuple))
    missing = Counter(
        text.removeprefix("Skipped: needs ") for text in said if text.startswith("Skipped: needs ")
    )
    if missing:
        each = ", ".join(f"{count} that need {name}" for name, count in missing.most_common())
        terminalreporter.section("proofs left out", yellow=True)
        terminalreporter.line(f"{missing.total()} proofs were left out: {each}.")
        terminalreporter.line("`make tools` installs what they need.")
