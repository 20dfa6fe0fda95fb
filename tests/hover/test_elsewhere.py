"""Previews of other projects: read while the book is built, never by a reader's browser."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.hover import books
from tests.hover.conftest import Opened
from tests.hover.reading import box, close, shown
from tests.support import browser

FAR = """
Far
===

.. _far:

Far away
--------

What another book says. |flag|

.. |flag| image:: flag.png
   :alt: (a flag)

.. raw:: html

   <p><a href="../index.html">First</a></p>
   <p style="background: url(flag.png)"><iframe src="frame.html"></iframe>Framed.</p>

.. py:function:: roll(n: int = 1)

   Rolls.
"""
NEAR = ":ref:`there <far>` :py:func:`roll` :ref:`named <other:far>`\n"


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another project, built."""
    folder = tmp_path_factory.mktemp("other")
    source = books.write(folder / "s", "project = 'Other'\n", in__far=FAR, index="I\n=\n")
    (source / "in" / "flag.png").write_bytes((books.ROOTS / "charts/dice/bone.png").read_bytes())
    return books.build(source, folder / "out").folder


def near(tmp_path: Path, base: str, inventory: str | None, **settings: Any) -> books.Book:
    source = books.write(
        tmp_path / "s",
        "extensions = ['sphinx.ext.intersphinx', 'sphinxext.rulebook.hover']\n",
        index=NEAR,
    )
    mapping = {"other": (base, inventory)}
    settings = {"rulebook_preview_projects": ["other"], **settings}
    return books.build(source, tmp_path / "out", intersphinx_mapping=mapping, **settings)


def texts(book: books.Book) -> str:
    return " ".join(str(entry[0]) for entry in book.previews("~other/in/far").values())


def test_from_the_folder_beside_a_local_inventory(
    tmp_path: Path, other: Path, opened: Opened
) -> None:
    book = near(tmp_path, "https://example.org/", str(other / "objects.inv"))
    assert book.warnings == ""
    assert len(book.previews("~other/in/far")) == 2
    with opened(book, "index.html") as view:
        for text, says in (
            ("there", "Far away What another book says. (a flag) First Framed."),
            ("named", "Far away What another book says."),
            ("roll()", "roll(n: int = 1) Rolls."),
        ):
            view.page.get_by_role("link", name=text, exact=True).hover()
            assert says in shown(view.page)
            if text == "there":
                link = box(view.page).get_by_role("link", name="First")
                assert link.get_attribute("href") == "https://example.org/index.html"
            close(view.page)
        view.page.wait_for_timeout(300)
        assert view.off_site(view.base) == []
        assert view.errors == []


def test_from_a_folder_that_the_book_names(tmp_path: Path, other: Path) -> None:
    inventory = tmp_path / "elsewhere.inv"
    inventory.write_bytes((other / "objects.inv").read_bytes())
    named = {"other": str(other)}
    book = near(tmp_path, "https://example.org/", str(inventory), rulebook_preview_projects=named)
    assert "What another book says." in texts(book)


def test_over_the_network_once(tmp_path: Path, other: Path) -> None:
    with browser.served(other) as base:
        first = near(tmp_path, base, None)
        assert "What another book says." in texts(first)
    os.utime(tmp_path / "s" / "index.rst", (2e9, 2e9))
    again = near(tmp_path, base, None)  # nobody is there any more
    assert "What another book says." in texts(again)


@pytest.mark.parametrize(
    "limits",
    [{"rulebook_preview_project_megabytes": 0.0001}, {"rulebook_preview_project_seconds": 0}],
)
def test_beyond_the_limits_a_link_is_a_link(
    tmp_path: Path, other: Path, limits: dict[str, Any]
) -> None:
    with browser.served(other) as base:
        book = near(tmp_path, base, None, **limits)
    assert book.warnings == ""
    assert texts(book) == ""


def test_only_projects_that_the_book_names(tmp_path: Path, other: Path) -> None:
    inventory = str(other / "objects.inv")
    book = near(tmp_path, "https://example.org/", inventory, rulebook_preview_projects=[])
    assert "hxr-" not in book.page("index.html")
    wrong = near(tmp_path, "https://example.org/", inventory, rulebook_preview_projects=["oter"])
    assert (
        "rulebook_preview_projects names 'oter': put it into intersphinx_mapping" in wrong.warnings
    )


def test_a_folder_that_is_not_there_or_lacks_a_page_is_named(tmp_path: Path, other: Path) -> None:
    far, inventory = "http://127.0.0.1:1/", str(other / "objects.inv")
    wrong = {"other": "../nowhere"}
    book = near(tmp_path / "a", far, inventory, rulebook_preview_projects=wrong)
    folder = tmp_path / "a" / "nowhere"
    assert (
        f"conf.py:1: WARNING: rulebook_preview_projects: there is no folder {folder} for 'other'"
        in (book.warnings)
    )
    assert "What another book says." in texts(book)  # beside the inventory
    (tmp_path / "empty").mkdir()
    shutil.copy(inventory, tmp_path / "other.inv")
    settings = {"rulebook_preview_projects": {"other": str(tmp_path / "empty")}}
    book = near(tmp_path / "b", far, str(tmp_path / "other.inv"), **settings)
    assert f"{tmp_path / 'empty'} for 'other' has no page 'in/far.html'" in book.warnings
    assert book.warnings.count("WARNING") == 1
    assert "index.rst:1: WARNING" in book.warnings
    assert "hxr-" not in book.page("index.html")


def test_the_settings_of_roles_hold_for_links_to_other_projects(
    tmp_path: Path, other: Path
) -> None:
    inventory = str(other / "objects.inv")

    def marked(**settings: Any) -> dict[str, str]:
        book = near(tmp_path, "https://example.org/", inventory, **settings)
        found = book.links("index.html").items()
        return {text: classes.split()[1] for text, classes in found if "hxr-" in classes}

    both = dict.fromkeys(("there", "named"), "hxr-tooltip")
    assert marked(hoverxref_auto_ref=True) == both
    every = {"hoverxref_role_types": {"func": "modal"}, "hoverxref_ignore_refs": ["far"]}
    assert marked(**every) == {"roll()": "hxr-modal"}


def test_what_their_page_changes_changes_here(tmp_path: Path, other: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "in").mkdir()
    page = (other / "in/far.html").read_text("utf-8")
    (copy / "in/far.html").write_text(page, "utf-8")
    (copy / "objects.inv").write_bytes((other / "objects.inv").read_bytes())
    near(tmp_path, "https://example.org/", str(copy / "objects.inv"))
    (copy / "in/far.html").write_text(page.replace("another book", "a newer book"), "utf-8")
    book = near(tmp_path, "https://example.org/", str(copy / "objects.inv"))
    assert "What a newer book says." in texts(book)
