"""Which references carry the marks, with hoverxref, without it and where it cannot load."""

import logging
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

from tests.hover.conftest import Written
from tests.hover.reading import files, previews
from tests.support import tools
from tests.support.books import Book
from tests.support.cases import cases_of

CASES = cases_of(__file__)
BOTH = ("hoverxref.extension", "sphinxext.rulebook.hover")


def conf(*extensions: str) -> str:
    return f"extensions = {list(extensions)!r}\nnumfig = True\n"


@pytest.fixture
def marks(book: Written) -> Callable[..., Book]:
    """Builds `roots/hover-marks`, or a root of another name, with these extensions."""

    def built(*extensions: str, root: str = "hover-marks", **options: Any) -> Book:
        return book({}, conf(*(extensions or BOTH[1:])), root=root, **options)

    return built


def classes(built: Book) -> dict[str, str]:
    """Return the classes of the links in the first page, by their text."""
    links = built.soup().select("a[class]")
    return {link.get_text(): " ".join(link["class"]) for link in links}


def marked(built: Book) -> dict[str, str]:
    """Return the texts of the marked links in the first page, and how each opens."""
    return {
        text: each.split()[1].removeprefix("hxr-")
        for text, each in classes(built).items()
        if each.startswith("hxr-hoverxref ")
    }


def tooltips(*names: str) -> dict[str, str]:
    """Return these links as marked, each of which opens a tooltip."""
    return dict.fromkeys(names, "tooltip")


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


def test_an_index_that_sphinx_makes_has_no_preview(book: Written) -> None:
    links = ":ref:`py-modindex` :ref:`genindex` :ref:`search` :any:`py-modindex`"
    page = f"X\n=\n\n.. py:module:: dice\n\n{links}\n"
    built = book({"index": page}, hoverxref_roles=["ref", "any"])
    assert 'href="py-modindex.html"' in built.read()
    assert marked(built) == {}


@pytest.mark.usefixtures("hoverxref")
@pytest.mark.parametrize(("settings", "wanted"), CASES["the_same_is_marked"])
def test_the_same_is_marked_with_and_without_hoverxref(
    marks: Callable[..., Book], settings: dict[str, Any], wanted: dict[str, str]
) -> None:
    built = marks(**settings)
    assert built.warnings == ()
    assert marked(built) == ROLES | wanted
    front_end = ("hoverxref", "tooltipster", "micromodal", "jquery")
    assert [name for name in files(built.outdir) if any(each in name for each in front_end)] == []
    loaded = ("js/hoverxref.js", *front_end[1:])
    assert [each for each in loaded if each in built.read()] == []


@pytest.mark.usefixtures("hoverxref")
def test_ignored_targets_stay_plain(marks: Callable[..., Book]) -> None:
    ignored = {"hoverxref_auto_ref": True, "hoverxref_ignore_refs": ["here"]}
    built = marks(**ignored)
    assert marked(built) == {}  # and its index has nothing to preview
    assert classes(built)["the index"] == "reference internal"


@pytest.mark.parametrize(
    "extensions",
    [
        BOTH[1:],
        BOTH,
        BOTH[::-1],
        ("hoverxref.extension", "sphinxext.rulebook"),
        ("sphinxext.rulebook", "hoverxref.extension"),
    ],
)
def test_it_may_be_listed_before_or_after_hoverxref(
    marks: Callable[..., Book], extensions: tuple[str]
) -> None:
    settings = {"hoverxref_auto_ref": True, "hoverxref_roles": ["term"]}
    built = marks(*extensions, **settings)
    assert built.warnings == ()
    assert marked(built) == ROLES | tooltips("a ref", "Grip", "GRIP")
    assert "here" in previews(built.outdir, "index")
    names = files(built.outdir)
    assert not any("hoverxref.js" in name or "jquery" in name for name in names)


def test_hoverxref_listed_after_us_may_be_missing(
    marks: Callable[..., Book], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing(monkeypatch)
    built = marks(*BOTH[::-1], hoverxref_auto_ref=True)
    assert marked(built) == ROLES | tooltips("a ref")


def test_beside_hoverxref_the_book_says_what_is_marked_alone_nothing_is(
    marks: Callable[..., Book],
) -> None:
    alone = marks("sphinxext.rulebook")
    assert not any("rulebook-hover" in name for name in files(alone.outdir))
    assert marked(marks("sphinxext.rulebook", "hoverxref.extension")) == ROLES


@pytest.mark.parametrize("builder", ["epub", "json", "latex", "text", "man", "texinfo", "htmlhelp"])
def test_other_outputs_have_no_marks_and_no_assets(
    marks: Callable[..., Book], builder: str
) -> None:
    built = marks(builder=builder)
    for name in files(built.outdir) - {".buildinfo"}:
        assert "rulebook" not in name
        assert "hoverxref" not in name
        if name.endswith((".xhtml", ".html", ".tex", ".fjson", ".txt", ".opf", ".texi")):
            assert "hxr-" not in built.read(name)
            assert "rulebook-hover" not in built.read(name)


@pytest.mark.slow
def test_an_epub_passes_its_check(marks: Callable[..., Book]) -> None:
    settings = {"version": "1", "copyright": "2026", "epub_show_urls": "no"}
    built = marks(builder="epub", **settings)
    (epub,) = built.outdir.glob("*.epub")
    assert tools.epub_errors(epub) == []


def test_a_kind_that_is_none_is_warned_of(marks: Callable[..., Book]) -> None:
    wrong = {"hoverxref_default_type": "popup", "hoverxref_role_types": {"term": "bubble"}}
    built = marks(**wrong)
    warned = "\n".join(built.warnings)
    assert "hoverxref_default_type: no 'popup'; write 'tooltip' or 'modal'" in warned
    assert "hoverxref_role_types: no 'bubble' for 'term'" in warned
    assert set(marked(built).values()) == {"tooltip", "modal"}


def test_references_into_other_projects_stay_plain(book: Written) -> None:
    other = book({"index": "Index\n=====\n\n.. _far:\n\nFar\n---\n"}, root="other")
    inventory = str(other.outdir / "objects.inv")
    built = book(
        {"index": ":ref:`far <far>` :ref:`named <there:far>` :hoverxref:`hover <far>`\n"},
        conf("sphinx.ext.intersphinx", "sphinxext.rulebook.hover"),
        intersphinx_mapping={"there": ("https://example.org/", inventory)},
        hoverxref_intersphinx=["there"],
        hoverxref_auto_ref=True,
    )
    assert built.warnings == ()
    links = classes(built)
    assert [links[text] for text in ("far", "named", "hover")] == ["reference external"] * 3
    assert "rulebook-hover" not in built.read()


@pytest.mark.parametrize(("settings", "texts"), CASES["every_kind_of_target"])
@pytest.mark.usefixtures("hoverxref")
def test_every_kind_of_target_is_marked_by_a_setting(
    marks: Callable[..., Book], settings: dict[str, Any], texts: list[str]
) -> None:
    settings = {"default_role": "any", "hoverxref_auto_ref": False, **settings}
    built = marks(root="hover-kinds", **settings)
    found = built.soup().select("a.hxr-hoverxref")
    assert sorted({link.get_text() for link in found}) == texts
    kept = previews(built.outdir, "index") | previews(built.outdir, "other")
    assert {str(link["href"]).partition("#")[2] for link in found} <= kept.keys()


@pytest.mark.parametrize("extensions", CASES["jquery_stays_for_whoever_asks"])
def test_jquery_stays_for_whoever_asks(
    marks: Callable[..., Book], extensions: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = types.ModuleType("asks")
    module.__dict__["setup"] = lambda app: app.setup_extension("sphinxcontrib.jquery")
    monkeypatch.setitem(sys.modules, "asks", module)
    built = marks(*extensions)
    assert built.read().count("jquery.js") == 1
    assert "_static/jquery.js" in files(built.outdir)


def test_jquery_stays_for_a_theme_that_asks(marks: Callable[..., Book]) -> None:
    built = marks(html_theme="sphinx_rtd_theme")
    assert built.read().count("jquery.js") == 1
    assert not any("tooltipster" in name for name in files(built.outdir))


def test_a_page_with_no_marked_reference_loads_nothing(marks: Callable[..., Book]) -> None:
    built = marks()
    assert "rulebook-hover.js" in built.read()
    assert "rulebook" not in built.read("other.html")


def test_links_of_markdown_are_marked_as_the_roles_are(book: Written) -> None:
    pages = {
        "index.md": "# Index\n\n[a label](#here) [a page](other.md) {ref}`a role <here>` "
        "{term}`grip` [away](https://example.org)\n\n(here)=\n## Here\n\n"
        "```{toctree}\nother\n```\n",
        "other.md": "# Other\n\n```{glossary}\nGrip\n  A hold.\n```\n",
    }
    roles = ["ref", "doc", "term"]
    built = book(pages, conf("myst_parser", "sphinxext.rulebook.hover"), hoverxref_roles=roles)
    assert marked(built) == tooltips("a label", "a page", "a role", "grip")


def test_hoverxref_tells_nothing_of_each_reference(
    marks: Callable[..., Book], caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("sphinx.hoverxref.domains")
    logger.addHandler(caplog.handler)
    settings = {"hoverxref_roles": ["term"], "hoverxref_domains": ["py"]}
    marks(**settings, hoverxref_ignore_refs=["here"])
    logger.removeHandler(caplog.handler)
    assert caplog.messages == []
