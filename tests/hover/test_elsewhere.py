"""Previews of links into other projects: read while the book is built, never by a browser."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.hover.conftest import Opened, Written, writer
from tests.hover.reading import words
from tests.hover.test_marks import classes
from tests.support import browser
from tests.support.books import ROOTS, Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

NEAR = ":ref:`there <far>` :py:func:`roll` :ref:`named <other:far>`\n"


CONF = "extensions = ['sphinx.ext.intersphinx', 'sphinxext.rulebook.hover']\n"
HOST = "https://example.org/"
SAYS = "What another book says."


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another project, built."""
    built = writer(Builder(tmp_path_factory.mktemp("other")))
    flag = (ROOTS / "charts/dice/bone.png").read_bytes()
    pages = {"in/far": CASES["far"], "index": "I\n=\n", "in/flag.png": flag}
    return built(pages, "project = 'Other'\n").outdir


def near(
    book: Written, base: str, inventory: Path | None, root: str = "book", **settings: Any
) -> Book:
    """Return a book that links to the other project, where that is at an address."""
    mapping = {"other": (base, inventory and str(inventory))}
    settings = {"rulebook_preview_projects": ["other"], **settings}
    return book({"index": NEAR}, CONF, root=root, intersphinx_mapping=mapping, **settings)


def texts(book: Book) -> str:
    """Return what the book keeps of the other one's page."""
    return " ".join(words(book.outdir, "~other/in/far").values())


def test_from_the_folder_beside_a_local_inventory(
    book: Written, other: Path, opened: Opened
) -> None:
    built = near(book, HOST, other / "objects.inv")
    assert built.warnings == ()
    assert len(words(built.outdir, "~other/in/far")) == 2
    with opened(built.outdir) as reader:
        for text, says in (
            ("there", f"Far away {SAYS} (a flag) First Framed."),
            ("named", f"Far away {SAYS}"),
            ("roll()", "roll(n: int = 1) Rolls."),
        ):
            reader.hover(text)
            reader.opens(says)
            if text == "there":
                link = reader.box().get_by_role("link", name="First")
                assert link.get_attribute("href") == f"{HOST}index.html"
            reader.close()
        assert reader.view.off_site(reader.base) == []


def test_from_a_folder_that_the_book_names(book: Written, other: Path, tmp_path: Path) -> None:
    inventory = Path(shutil.copy(other / "objects.inv", tmp_path / "elsewhere.inv"))
    named = {"other": str(other)}
    assert SAYS in texts(near(book, HOST, inventory, rulebook_preview_projects=named))


def test_over_the_network_once(book: Written, other: Path) -> None:
    with browser.served(other) as base:
        assert SAYS in texts(near(book, base, None))
    assert SAYS in texts(near(book, base, None))  # nobody is there any more


@pytest.mark.parametrize("limit", [{"megabytes": 0.0001}, {"seconds": 0}])
def test_beyond_the_limits_a_link_is_a_link(
    book: Written, other: Path, limit: dict[str, Any]
) -> None:
    settings = {f"rulebook_preview_project_{name}": value for name, value in limit.items()}
    with browser.served(other) as base:
        built = near(book, base, None, **settings)
    assert built.warnings == ()
    assert texts(built) == ""


def test_only_projects_that_the_book_names(book: Written, other: Path) -> None:
    inventory = other / "objects.inv"
    assert "hxr-" not in near(book, HOST, inventory, rulebook_preview_projects=[]).read()
    wrong = near(book, HOST, inventory, rulebook_preview_projects=["oter"])
    says = "rulebook_preview_projects names 'oter': put it into intersphinx_mapping"
    assert any(says in line for line in wrong.warnings)


def test_a_folder_that_is_not_there_is_named(book: Written, other: Path) -> None:
    named = {"other": "../nowhere"}
    inventory = other / "objects.inv"
    built = near(book, "http://127.0.0.1:1/", inventory, rulebook_preview_projects=named)
    says = f"rulebook_preview_projects: there is no folder {built.srcdir.parent / 'nowhere'}"
    assert f"conf.py:1: WARNING: {says} for 'other'" in built.warnings[0]
    assert SAYS in texts(built)  # beside the inventory


def test_the_settings_of_roles_hold_for_links_to_other_projects(book: Written, other: Path) -> None:
    def marked(**settings: Any) -> dict[str, str]:
        found = classes(near(book, HOST, other / "objects.inv", **settings)).items()
        return {text: each.split()[1] for text, each in found if "hxr-" in each}

    both = dict.fromkeys(("there", "named"), "hxr-tooltip")
    assert marked(hoverxref_auto_ref=True) == both
    every = {"hoverxref_role_types": {"func": "modal"}, "hoverxref_ignore_refs": ["far"]}
    assert marked(**every) == {"roll()": "hxr-modal"}


def test_what_their_page_changes_changes_here(book: Written, other: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(other, tmp_path / "copy")
    near(book, HOST, copy / "objects.inv")
    page = copy / "in/far.html"
    page.write_text(page.read_text("utf-8").replace("another book", "a newer book"), "utf-8")
    assert "What a newer book says." in texts(near(book, HOST, copy / "objects.inv"))
