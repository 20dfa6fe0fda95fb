"""Which references carry the marks, with hoverxref, without it and where it cannot load."""

from __future__ import annotations

import logging
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from tests.hover import books
from tests.support import tools

PAGES = {
    "index": """
Index
=====

.. _here:

Here
----

:ref:`a ref <here>` :numref:`a table %s <tab>` :term:`Grip` :term:`GRIP <gRiP>`
:doc:`a page <other>`
:hoverxref:`a hover <here>` :hoverxreftooltip:`a tooltip <here>` :hoverxrefmodal:`a modal <here>`
:option:`-x` :ref:`the index <genindex>` :py:func:`roll` :eq:`sum`

.. _tab:

.. table:: A table

   == ==
   a  b
   == ==

.. option:: -x

   An option.

.. math:: a + b
   :label: sum

.. py:function:: roll()

   Rolls.

.. toctree::

   other
""",
    "other": "Other\n=====\n\n.. glossary::\n\n   Grip\n      A hold.\n",
}
TOOLTIP = "hxr-hoverxref hxr-tooltip reference internal"
MODAL = "hxr-hoverxref hxr-modal reference internal"
PLAIN = "reference internal"


def conf(*extensions: str, **settings: Any) -> str:
    lines = [f"extensions = {list(extensions)!r}", "numfig = True"]
    return "\n".join([*lines, *(f"{name} = {value!r}" for name, value in settings.items())])


@pytest.fixture
def book(tmp_path: Path) -> Callable[..., books.Book]:
    def built(*extensions: str, builder: str = "html", **settings: Any) -> books.Book:
        chosen = extensions or ("sphinxext.rulebook.hover",)
        source = books.write(tmp_path / "source", conf(*chosen, **settings), **PAGES)
        return books.build(source, tmp_path / "out", builder)

    return built


def marked(built: books.Book) -> dict[str, str]:
    """The texts of the marked links in the first page, and how each opens."""
    return {
        text: classes.split()[1].removeprefix("hxr-")
        for text, classes in built.links("index.html").items()
        if classes.startswith("hxr-hoverxref ")
    }


ROLES = {"a hover": "tooltip", "a tooltip": "tooltip", "a modal": "modal"}


def missing(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(sys.modules, "hoverxref.extension", None)


def broken(patch: pytest.MonkeyPatch) -> None:
    """A release whose setup has done half its work when it fails."""

    def setup(app: Any) -> None:
        app.add_config_value("hoverxref_auto_ref", False, "env")
        app.add_js_file("js/hoverxref.js")
        app.connect("config-inited", fail)
        raise AttributeError("gone in Sphinx 12")

    def fail(_app: Any, _config: Any) -> None:
        raise AttributeError("gone in Sphinx 12")

    fail.__module__ = "hoverxref.extension"
    module = types.ModuleType("hoverxref.extension")
    module.__dict__.update(setup=setup, ASSETS_FILES=["js/hoverxref.js_t"])
    patch.setitem(sys.modules, "hoverxref.extension", module)


def broken_domains(patch: pytest.MonkeyPatch) -> None:
    """A release that loads and fails where it changes the domains."""
    import hoverxref.extension

    def setup_domains(_app: Any, _config: Any) -> None:
        raise TypeError("gone in Sphinx 12")

    setup_domains.__module__ = "hoverxref.extension"
    patch.setattr(hoverxref.extension, "setup_domains", setup_domains)


def released(_patch: pytest.MonkeyPatch) -> None:
    """The release as it is installed."""


@pytest.fixture(params=[released, missing, broken, broken_domains])
def hoverxref(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    request.param(monkeypatch)


def test_an_index_that_sphinx_makes_has_no_preview(tmp_path: Path) -> None:
    links = ":ref:`py-modindex` :ref:`genindex` :ref:`search` :any:`py-modindex`"
    page = f"X\n=\n\n.. py:module:: dice\n\n{links}\n"
    settings = conf("sphinxext.rulebook.hover", hoverxref_roles=["ref", "any"])
    built = books.build(books.write(tmp_path / "source", settings, index=page), tmp_path / "out")
    assert 'href="py-modindex.html"' in built.page("index.html")
    assert marked(built) == {}


@pytest.mark.usefixtures("hoverxref")
class TestWithAndWithoutHoverxref:
    """The same marks, wherever they come from."""

    def test_with_nothing_set_ref_numref_and_term_are_marked(self, book: Any) -> None:
        built = book()
        assert built.warnings == ""
        assert marked(built) == ROLES | dict.fromkeys(
            ("a ref", "a table 1", "Grip", "GRIP"), "tooltip"
        )

    def test_auto_ref_marks_ref_alone(self, book: Any) -> None:
        assert marked(book(hoverxref_auto_ref=True)) == ROLES | {"a ref": "tooltip"}

    def test_auto_ref_off_is_a_setting_too(self, book: Any) -> None:
        assert marked(book(hoverxref_auto_ref=False)) == ROLES

    def test_roles_mark_what_they_name_in_any_letter_case(self, book: Any) -> None:
        built = book(hoverxref_roles=["term", "doc", "option", "numref"])
        assert marked(built) == ROLES | dict.fromkeys(
            ("Grip", "GRIP", "a page", "-x", "a table 1"), "tooltip"
        )

    def test_a_role_is_marked_that_its_domain_does_not_list(self, book: Any) -> None:
        assert marked(book(hoverxref_roles=["eq"])) == ROLES | {"(1)": "tooltip"}

    def test_domains_mark_all_of_a_domain(self, book: Any) -> None:
        assert marked(book(hoverxref_domains=["py"])) == ROLES | {"roll()": "tooltip"}

    def test_types_say_how_a_role_opens(self, book: Any) -> None:
        built = book(
            hoverxref_auto_ref=True,
            hoverxref_roles=["term"],
            hoverxref_role_types={"ref": "modal", "hoverxref": "tooltip"},
            hoverxref_default_type="modal",
        )
        assert marked(built) == ROLES | {"a ref": "modal", "Grip": "modal", "GRIP": "modal"}

    def test_ignored_targets_stay_plain(self, book: Any) -> None:
        built = book(hoverxref_auto_ref=True, hoverxref_ignore_refs=["here"])
        assert marked(built) == {}  # and its index has nothing to preview
        assert built.links("index.html")["the index"] == PLAIN

    def test_nothing_of_its_front_end_is_shipped(self, book: Any) -> None:
        built = book()
        wrong = ("hoverxref", "tooltipster", "micromodal", "jquery")
        assert [name for name in built.files() if any(word in name for word in wrong)] == []
        assert [word for word in wrong[1:] if word in built.page("index.html")] == []
        assert "js/hoverxref.js" not in built.page("index.html")


@pytest.mark.parametrize(
    "extensions",
    [
        ("sphinxext.rulebook.hover",),
        ("hoverxref.extension", "sphinxext.rulebook.hover"),
        ("sphinxext.rulebook.hover", "hoverxref.extension"),
        ("hoverxref.extension", "sphinxext.rulebook"),
        ("sphinxext.rulebook", "hoverxref.extension"),
    ],
)
def test_it_may_be_listed_before_or_after_hoverxref(book: Any, extensions: tuple[str]) -> None:
    built = book(*extensions, hoverxref_auto_ref=True, hoverxref_roles=["term"])
    assert built.warnings == ""
    assert marked(built) == ROLES | {"a ref": "tooltip", "Grip": "tooltip", "GRIP": "tooltip"}
    assert "here" in built.previews("index")
    assert not any("hoverxref.js" in name or "jquery" in name for name in built.files())


def test_hoverxref_listed_after_us_may_be_missing(
    book: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing(monkeypatch)
    built = book("sphinxext.rulebook.hover", "hoverxref.extension", hoverxref_auto_ref=True)
    assert marked(built) == ROLES | {"a ref": "tooltip"}


def test_the_rulebook_alone_brings_no_previews(book: Any) -> None:
    source_roles = "sphinxext.rulebook"
    built = book(source_roles)
    assert not any("rulebook-hover" in name for name in built.files())


def test_beside_hoverxref_the_book_says_what_is_marked(book: Any) -> None:
    assert marked(book("sphinxext.rulebook", "hoverxref.extension")) == ROLES


@pytest.mark.parametrize("builder", ["epub", "json", "latex", "text", "man", "texinfo", "htmlhelp"])
def test_other_outputs_have_no_marks_and_no_assets(book: Any, builder: str) -> None:
    built = book(builder=builder)
    for name in built.files() - {".buildinfo"}:
        assert "rulebook" not in name
        assert "hoverxref" not in name
        if name.endswith((".xhtml", ".html", ".tex", ".fjson", ".txt", ".opf", ".texi")):
            assert "hxr-" not in built.page(name)
            assert "rulebook-hover" not in built.page(name)


@pytest.mark.slow
def test_an_epub_passes_its_check(book: Any) -> None:
    built = book(builder="epub", version="1", copyright="2026", epub_show_urls="no")
    (epub,) = built.folder.glob("*.epub")
    assert tools.epub_errors(epub) == []


def test_a_kind_that_is_none_is_warned_of(book: Any) -> None:
    built = book(hoverxref_default_type="popup", hoverxref_role_types={"term": "bubble"})
    assert "hoverxref_default_type is 'popup': write 'tooltip' or 'modal'" in built.warnings
    assert "hoverxref_role_types['term'] is 'bubble'" in built.warnings
    assert set(marked(built).values()) == {"tooltip", "modal"}


def test_references_into_other_projects_stay_plain(tmp_path: Path) -> None:
    other = books.write(tmp_path / "other", index="Index\n=====\n\n.. _far:\n\nFar\n---\n")
    inventory = books.build(other, tmp_path / "other-out").folder / "objects.inv"
    source = books.write(
        tmp_path / "source",
        conf(
            "sphinx.ext.intersphinx",
            "sphinxext.rulebook.hover",
            intersphinx_mapping={"there": ("https://example.org/", str(inventory))},
            hoverxref_intersphinx=["there"],
            hoverxref_auto_ref=True,
        ),
        index=":ref:`far <far>` :ref:`named <there:far>` :hoverxref:`hover <far>`\n",
    )
    built = books.build(source, tmp_path / "out")
    assert built.warnings == ""
    links = built.links("index.html")
    assert [links[text] for text in ("far", "named", "hover")] == ["reference external"] * 3
    assert "rulebook-hover" not in built.page("index.html")


EVERYTHING = """
Index
=====

:any:`roll` `roll` :any:`hold` :any:`other` :any:`here` :any:`DICE_SEED` :any:`dice --sides`
:c:func:`c_roll` :cpp:class:`Cup` :js:func:`jsRoll` :option:`--sides <dice --sides>`
:envvar:`DICE_SEED` [1]_ [Knizia]_

.. _here:

Here
----

.. [1] A note.
.. [Knizia] A book.

.. py:function:: roll()
.. c:function:: int c_roll(void)
.. cpp:class:: Cup
.. js:function:: jsRoll()
.. program:: dice
.. option:: --sides
.. envvar:: DICE_SEED

.. glossary::

   hold
      A grip.

.. toctree::

   other
"""


@pytest.mark.parametrize(
    ("settings", "texts"),
    [
        (
            {"hoverxref_roles": ["any"]},
            {"roll", "hold", "Other", "Here", "DICE_SEED", "dice --sides"},
        ),
        ({"hoverxref_roles": ["py:func"]}, {"roll"}),
        ({"hoverxref_domains": ["py"]}, {"roll"}),
        ({"hoverxref_domains": ["c", "cpp", "js"]}, {"c_roll()", "Cup", "jsRoll()"}),
        ({"hoverxref_roles": ["option", "envvar"]}, {"--sides", "dice --sides", "DICE_SEED"}),
        ({"hoverxref_roles": ["footnote"]}, {"[1]"}),
        ({"hoverxref_roles": ["citation"]}, {"[Knizia]"}),
    ],
)
@pytest.mark.usefixtures("hoverxref")
def test_every_kind_of_target_is_marked_by_a_setting(
    tmp_path: Path, settings: dict[str, Any], texts: set[str]
) -> None:
    text = conf(
        "sphinxext.rulebook.hover", default_role="any", hoverxref_auto_ref=False, **settings
    )
    source = books.write(tmp_path / "source", text, index=EVERYTHING, other=PAGES["other"])
    built = books.build(source, tmp_path / "out")
    found = BeautifulSoup(built.page("index.html"), "html.parser").select("a.hxr-hoverxref")
    assert {link.get_text() for link in found} == texts
    previews = built.previews("index") | built.previews("other")
    assert {str(link["href"]).partition("#")[2] for link in found} <= previews.keys()


ASKS = "def setup(app):\n    app.setup_extension('sphinxcontrib.jquery')\n"


@pytest.mark.parametrize("first", ["asks", "hoverxref.extension", "sphinxext.rulebook.hover"])
def test_jquery_stays_for_an_extension_that_asks(tmp_path: Path, first: str) -> None:
    extensions = ["asks", "hoverxref.extension", "sphinxext.rulebook.hover"]
    extensions.remove(first)
    text = "import sys\nsys.path.insert(0, '.')\n" + conf(first, *extensions)
    source = books.write(tmp_path / "source", text, **PAGES)
    (source / "asks.py").write_text(ASKS)
    sys.modules.pop("asks", None)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(source))
        built = books.build(source, tmp_path / "out")
    assert built.page("index.html").count("jquery.js") == 1
    assert "_static/jquery.js" in built.files()


def test_jquery_stays_where_the_book_lists_it(book: Any) -> None:
    built = book("sphinxcontrib.jquery", "sphinxext.rulebook.hover")
    assert built.page("index.html").count("jquery.js") == 1


def test_jquery_stays_for_a_theme_that_asks(book: Any) -> None:
    built = book(html_theme="sphinx_rtd_theme")
    assert built.page("index.html").count("jquery.js") == 1
    assert not any("tooltipster" in name for name in built.files())


def test_a_page_with_no_marked_reference_loads_nothing(book: Any) -> None:
    built = book()
    assert "rulebook-hover.js" in built.page("index.html")
    assert "rulebook" not in built.page("other.html")


def test_links_of_markdown_are_marked_as_the_roles_are(tmp_path: Path) -> None:
    source = books.write(
        tmp_path / "source",
        conf("myst_parser", "sphinxext.rulebook.hover", hoverxref_roles=["ref", "doc", "term"]),
    )
    (source / "index.md").write_text(
        "# Index\n\n[a label](#here) [a page](other.md) {ref}`a role <here>` {term}`grip`"
        " [away](https://example.org)\n\n(here)=\n## Here\n\n```{toctree}\nother\n```\n"
    )
    (source / "other.md").write_text("# Other\n\n```{glossary}\nGrip\n  A hold.\n```\n")
    built = books.build(source, tmp_path / "out")
    assert marked(built) == dict.fromkeys(("a label", "a page", "a role", "grip"), "tooltip")


def test_hoverxref_tells_nothing_of_each_reference(
    book: Callable[..., books.Book], caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("sphinx.hoverxref.domains")
    logger.addHandler(caplog.handler)
    book(hoverxref_roles=["term"], hoverxref_domains=["py"], hoverxref_ignore_refs=["here"])
    logger.removeHandler(caplog.handler)
    assert caplog.messages == []
