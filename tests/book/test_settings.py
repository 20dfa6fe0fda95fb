"""What conf.py says, and what is said of what it says wrongly."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sphinxext.rulebook.book.warn import SUBTYPES
from sphinxext.rulebook.settings import SETTINGS, read_book
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.pages import text

CASES = cases_of(__file__)

PAGE = "T\n=\n\nIt is :odds:`direct(4) >= 2`, on average :odds:`direct(4) mean`.\n"
PLAIN = "T\n=\n\nIt is :odds:`2d6 >= 10`.\n"
RULES = 'name = "House"\nextends = "game:uwr"\n'


def said(build: Builder, source: str = PAGE, *, files: Any = None, **conf: Any) -> tuple[str, Any]:
    """The first paragraph, and the warnings."""
    lines = CASES["conf"] + "".join(f"{name} = {value!r}\n" for name, value in conf.items())
    book = build(files={"index.rst": source, "conf.py": lines, **(files or {})}, fresh=True)
    found = book.soup().select_one("section > p")
    assert found is not None
    return text(found), book.warnings


@pytest.mark.parametrize(("conf", "shown"), CASES["a_setting"])
def test_a_setting(build: Builder, conf: dict[str, Any], shown: str) -> None:
    assert said(build, rulebook_rules="game:uwr", **conf) == (f"It is {shown}.", ())


def test_rules_build_on_files_elsewhere_only_where_conf_says_so(build: Builder) -> None:
    files = {"house.toml": 'extends = "../shared/base.toml"\n', "../shared/base.toml": RULES}
    _, refused = said(build, files=files, rulebook_rules="house.toml")
    assert any("'../shared/base.toml' is outside the book's folder" in each for each in refused)
    conf: dict[str, Any] = {"rulebook_rules": "house.toml", "rulebook_rules_folders": ["../shared"]}
    assert said(build, files=files, **conf) == ("It is 41%, on average 1.33.", ())
    _, missing = said(build, files=files, **conf | {"rulebook_rules_folders": ["nowhere", 5]})
    assert "rulebook_rules_folders: there is no folder 'nowhere'" in missing[0]
    assert "rulebook_rules_folders: should be a list of folders, not 5" in missing[1]


def test_settings_of_the_command_line(build: Builder) -> None:
    conf = {"rulebook_rules": "game:uwr", "rulebook_digits": 2, "rulebook_python": False}
    book = build(files={"index.rst": PAGE}, conf=conf, process=True)
    assert book.warnings == ()
    assert "40.74%" in book.read()


@pytest.mark.parametrize("name", ["rules.toml", "house.toml", "../house.toml"])
def test_rules_beside_conf_py(build: Builder, name: str) -> None:
    conf = {} if name == "rules.toml" else {"rulebook_rules": name}
    words, warnings = said(build, files={name: RULES}, **conf)
    assert warnings == ()
    assert words.startswith("It is 41%")


def test_a_single_game_is_named_as_it_ships_or_as_its_file(build: Builder) -> None:
    source = PAGE.replace("direct(4) >= 2", "house:direct(4) >= 2")
    words, warnings = said(build, source, files={"house.toml": RULES}, rulebook_rules="house.toml")
    assert (warnings, words[:9]) == ((), "It is 41%")
    source = PAGE.replace("direct(4) >= 2", "uwr:direct(4) >= 2")
    words, warnings = said(build, source, rulebook_rules="game:uwr")
    assert (warnings, words[:9]) == ((), "It is 41%")


def test_the_first_of_several_games_is_asked(build: Builder) -> None:
    games = {"mine": "house.toml", "arrata": "game:arrata"}
    words, warnings = said(build, files={"house.toml": RULES}, rulebook_rules=games)
    assert (warnings, words[:9]) == ((), "It is 41%")


def test_plain_dice_need_no_rules(build: Builder) -> None:
    assert said(build, PLAIN) == ("It is 17%.", ())


@pytest.mark.parametrize(("conf", "words"), CASES["a_wrong_setting_is_one_warning"])
def test_a_wrong_setting_is_one_warning(build: Builder, conf: dict[str, Any], words: str) -> None:
    shown, warnings = said(build, PLAIN, **conf)
    assert shown == "It is 17%."
    assert len(warnings) == 1, warnings
    assert warnings[0].startswith("conf.py:5: WARNING: ")
    assert words in warnings[0]
    assert warnings[0].endswith("[rulebook.config]")


def test_a_wrong_setting_of_a_file_that_is_not_utf_8_has_its_line_and_a_short_message(
    tmp_path: Path,
) -> None:
    (tmp_path / "conf.py").write_bytes(b"# coding: latin-1\n# \xe9\nrulebook_digits = 1\n")
    settings = {setting.name: setting.default for setting in SETTINGS}
    config: Any = SimpleNamespace(**settings, language="en")
    config.rulebook_digits = "x" * 50_000
    (mistake,) = read_book(config, tmp_path).mistakes
    assert mistake.where == f"{tmp_path / 'conf.py'}:3"
    assert mistake.message.startswith("rulebook_digits: should be a whole number, not 'xxx")
    assert len(mistake.message) < 1000


BROKEN = (
    'name = "House"\n\n[check.direct]\nrol = { success = "5+" }\n\n[check.other]\nroll = "dirct"\n'
)


def test_a_broken_rules_file_is_said_at_its_lines_and_nowhere_else(build: Builder) -> None:
    source = PAGE + "\n.. dice-table:: Table\n   :check: direct\n   :rows: dice = 1\n"
    shown, warnings = said(build, source, files={"rules.toml": BROKEN})
    assert [line.partition(": ")[0] for line in warnings] == ["rules.toml:4", "rules.toml:7"]
    assert all(line.endswith("[rulebook.rules]") for line in warnings)
    assert "did you mean 'roll'?" in warnings[0]
    assert "did you mean 'direct'?" in warnings[1]
    assert shown == "It is [direct(4) >= 2], on average [direct(4) mean]."


def test_toml_that_cannot_be_read(build: Builder) -> None:
    _, warnings = said(build, files={"rules.toml": 'name = "House\n'})
    (line,) = warnings
    assert line.startswith("rules.toml:1: WARNING: ")


def test_a_broken_file_below_is_said_with_its_folder(build: Builder) -> None:
    files = {"games/house.toml": BROKEN}
    _, warnings = said(build, files=files, rulebook_rules="games/house.toml")
    assert warnings[0].startswith("games/house.toml:4: WARNING: ")


def test_of_several_games_one_is_broken(build: Builder) -> None:
    games = {"house": "house.toml", "uwr": "game:uwr"}
    source = "T\n=\n\n:odds:`uwr:direct(4) >= 2` but :odds:`direct(4) >= 2`\n"
    shown, warnings = said(build, source, files={"house.toml": BROKEN}, rulebook_rules=games)
    assert len(warnings) == 2
    assert all(line.startswith("house.toml:") for line in warnings)
    assert shown == "41% but [direct(4) >= 2]"


def test_no_rules_at_all_is_said_where_a_game_is_asked(build: Builder) -> None:
    shown, warnings = said(build, "T\n=\n\n:odds:`direct(4) >= 2`, :odds:`2d6 >= 10`\n")
    (line,) = warnings
    assert line.startswith("index.rst:4: WARNING: odds: the book names no rules")
    assert shown == "[direct(4) >= 2], 17%"


def test_every_subtype_is_documented() -> None:
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs/reference/configuration.rst"
    for subtype in SUBTYPES:
        assert f"rulebook.{subtype}" in page.read_text("utf-8"), subtype
