"""What a build does not do: import what nothing asks for, read rules that did not move."""

import pickle
import subprocess
import sys
from typing import Any

import pytest

from sphinxext.rulebook.book.domain import KINDS
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.life import BOOK, EVERY, rules, was_read

CASES = cases_of(__file__)

ENGINE = ["rules.rules", "tables.grid", "figures.chance", "live.answers", "press.writing.base"]


def said(book: str) -> list[str]:
    """What a process of its own says that it imported."""
    run = [sys.executable, "-c", CASES["loaded"].format(book, ENGINE)]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()


def test_loading_the_extension_imports_neither_matplotlib_icepool_nor_the_engine(
    build: Builder,
) -> None:
    folder = str(build(files=BOOK).srcdir)
    asked = [f"sphinxext.rulebook.{name}" for name in ENGINE[:3]]
    assert said(folder) == ["loaded []", f"built {asked}"]
    assert said(folder) == ["loaded []", "built []"]  # nothing changed, so nothing is asked


def test_an_environment_keeps_less_than_300_bytes_for_a_figure(build: Builder) -> None:
    lines = [f":odds:`strike({n}) >= {m}`" for n in range(1, 21) for m in range(1, 11)]
    book = build(files={**BOOK, "plain.rst": "Plain\n=====\n\n" + "\n".join(lines) + "\n"})
    kept = book.app.env.domaindata["rulebook"]
    figures = sum(len(asked) for asked in kept["asked"].values())
    assert figures == 200 + 4
    assert len(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)) < 300 * figures


class Shut(dict[str, Any]):
    """A memory of pages that cannot be walked."""

    def __iter__(self) -> Any:
        raise AssertionError("walked")

    keys = values = items = __iter__


def test_what_a_page_asked_is_found_without_walking_the_others(build: Builder) -> None:
    book = build(files=BOOK)
    domain: Any = book.app.env.domains["rulebook"]
    for kind in KINDS:
        domain.data[kind] = Shut(domain.data[kind])
        setattr(domain, kind, domain.data[kind])
    other = {**domain.data, "asked": {"strikes": dict(domain.asked["strikes"])}}
    domain.clear_doc("strikes")
    assert "strikes" not in domain.asked
    domain.merge_domaindata(["strikes"], other)
    assert len(domain.asked["strikes"]) == 1


def test_an_environment_of_another_version_is_read_anew(
    build: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sphinxext.rulebook.book.domain import RulebookDomain

    build(files=BOOK)
    monkeypatch.setattr(RulebookDomain, "data_version", 99)
    book = build()
    assert was_read(book) == EVERY
    assert not book.warnings


def test_a_new_version_of_the_extension_reads_every_page(
    build: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sphinxext.rulebook

    build(files=BOOK)
    monkeypatch.setattr(sphinxext.rulebook, "__version__", "9.8.7")
    assert was_read(build()) == EVERY
    assert was_read(build(files={"rules.toml": rules(strike="6+")})) == {"strikes", "both"}
