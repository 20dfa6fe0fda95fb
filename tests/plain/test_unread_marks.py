"""Comments of plain folders on the pages of a Sphinx book, which does not read them."""

from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)


def test_each_page_with_such_comments_is_warned_of_by_every_check(rulebook: Run) -> None:
    files = {
        "conf.py": 'extensions = ["sphinxext.rulebook", "myst_parser"]\n',
        "index.md": CASES["markdown"],
        "more.rst": ":orphan:\n\n" + CASES["rest"],
        "none.rst": ":orphan:\n\nT\n=\n\nCode::\n\n   .. odds: 2d6\n",
    }
    rulebook.write(files)
    for _ in range(2):
        said = rulebook("check", ".").err
        text = "WARNING: a Sphinx book does not read comments such as those here"
        assert f"index.md:3: {text} (2); write {{odds}}" in said
        assert f"more.rst:8: {text} (1); write :odds:" in said
        assert said.count("WARNING") == 2
