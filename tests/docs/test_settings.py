"""The reference has an entry for every option, setting, code and flag, and no other."""

import re
from argparse import ArgumentParser

import pytest

from sphinxext.rulebook.book.chart import OddsChart
from sphinxext.rulebook.book.roles import OPTIONS
from sphinxext.rulebook.book.table import DiceTable
from sphinxext.rulebook.book.warn import SUBTYPES
from sphinxext.rulebook.charts.chart import ChartKind
from sphinxext.rulebook.commands import COMMANDS, command_named
from sphinxext.rulebook.hover import settings as hover
from sphinxext.rulebook.press.look import SETTINGS as LOOKS
from sphinxext.rulebook.settings import SETTINGS

from .conftest import DOCS

PREVIEWS = {setting.name for setting in hover.SETTINGS}


def page(name: str) -> str:
    """The source of a page of the reference."""
    return (DOCS / f"reference/{name}.rst").read_text("utf-8")


def entries(text: str, name: str) -> set[str]:
    """The names at the head of the page's entries, or of the rows of its tables."""
    heads = re.finditer(rf"(?m)^(?: +\* - )?(?:``{name}``(?:, )?)+$", text)
    return {found[1] for head in heads for found in re.finditer(f"``{name}``", head[0])}


def test_options_of_directives_and_roles() -> None:
    assert entries(page("dice-table"), r":([\w-]+):") == set(DiceTable.option_spec)
    assert entries(page("odds-chart"), r"([\w-]+)") - set(ChartKind) == set(OddsChart.option_spec)
    assert entries(page("roles"), r":([\w-]+):") == set(OPTIONS)


def test_settings() -> None:
    named = re.findall(r"(?m)^\.\. confval:: (\w+)$", page("configuration"))
    assert set(named) == {*(s.name for s in (*SETTINGS, *LOOKS)), *PREVIEWS}


def test_warnings() -> None:
    assert entries(page("configuration"), r"rulebook\.(\w+)") == set(SUBTYPES)


@pytest.mark.parametrize("name", COMMANDS)
def test_options_of_a_command(name: str) -> None:
    shared, *parts = re.split(r"(?m)^rulebook (\w+)\n-+$", page("command-line"))
    told = dict(zip(parts[::2], parts[1::2], strict=True))[name]
    parser = ArgumentParser("rulebook", add_help=False)
    command_named(name).arguments(parser)
    for option in parser.format_usage().split():
        if option.strip("[]").startswith("-"):
            assert option.strip("[]") in told + shared
