"""The recipes of CONTRIBUTING, followed in a copy of the package that real books then use."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sphinxext.rulebook

PACKAGE = Path(sphinxext.rulebook.__file__).parent
RULES = """
name = "Pits"
[check.jump.takes]
dice = { each = { d6 = 1 } }
[check.leap]
[check.leap.takes]
dice = { each = { d6 = 1 } }
[check.leap.roll]
success = "5+"
"""
pytestmark = pytest.mark.slow


class Copy:
    """A package and a book of one's own, to be changed."""

    def __init__(self, folder: Path) -> None:
        """Copy the package, and begin a book."""
        self.root, self.book = folder / "copy", folder / "book"
        self.package = self.root / "sphinxext/rulebook"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        self.book.mkdir()
        (self.book / "rules.toml").write_text(RULES, "utf-8")

    def module(self, path: str, text: str) -> None:
        """Add a file."""
        assert not (self.package / path).exists()
        (self.package / path).write_text(text, "utf-8")

    def change(self, path: str, *changes: tuple[str, str]) -> None:
        """Write something else instead of what stands in a module once."""
        place = self.package / path
        text = place.read_text("utf-8")
        for old, new in changes:
            assert text.count(old) == 1, (path, old, text.count(old))
            text = text.replace(old, new)
        place.write_text(text, "utf-8")

    def run(self, *command: str) -> str:
        """What a module of the changed package prints."""
        environment = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.book, env=environment, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def rulebook(self, *command: str) -> str:
        """What a subcommand prints."""
        return self.run("sphinxext.rulebook", *command)

    def page(self, text: str, conf: str = "") -> None:
        """Write the one page of the book."""
        head = 'project = "Pits"\nextensions = ["sphinxext.rulebook"]\n'
        (self.book / "conf.py").write_text(head + conf, "utf-8")
        (self.book / "index.rst").write_text(f"Pits\n====\n\n{text}", "utf-8")

    def built(self) -> str:
        """The page in plain text."""
        said = self.run("sphinx", "-W", "-q", "-b", "text", ".", "out/text")
        assert not said, said
        return (self.book / "out/text/index.txt").read_text("utf-8")

    def drift(self) -> list[tuple[str, str]]:
        """What is wrong in the book, and what would be right."""
        said = self.rulebook("check", ".", "--out", "out")
        report = json.loads((self.book / "out/drift.json").read_text("utf-8"))
        assert report["checked"], said
        return [(each["found"], each["expected"]) for each in report["drift"]]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """The package and a small book, both to be changed."""
    return Copy(tmp_path)


def test_a_mechanic_is_a_change_of_the_roll_and_a_module_that_computes_it(copy: Copy) -> None:
    copy.change(
        "rules/model/roll.py",
        ('        "failures",\n', '        "failures",\n        "floor",\n'),
        ("        self.times = 1\n", "        self.times = 1\n        self.floor = 0\n"),
        (
            '    "keep": ChangeKind(',
            '    "floor": ChangeKind(\n        "whole", lambda n: f"a die counts {n} at least", '
            '"what a die counts at least"\n    ),\n    "keep": ChangeKind(',
        ),
    )
    copy.module(
        "rules/dice/mechanics/floored.py",
        '"""Dice that count a number at least."""\n\n'
        "def floored(faces: tuple[int, ...], least: int) -> tuple[int, ...]:\n"
        '    """Raise each face to the least that it counts."""\n'
        "    return tuple([max(face, least) for face in faces])\n",
    )
    copy.change(
        "rules/dice/mechanics/pool.py",
        ("from ..sums import", "from .floored import floored\nfrom ..sums import"),
        ("    minus: bool = False", "    floor: int = 0\n    minus: bool = False"),
        ("again, self.widen, die.minus)", "again, self.widen, self.floor, die.minus)"),
        ("roll.again, roll.widen)", "roll.again, roll.widen, roll.floor)"),
        ("tuple([face * sign for face in faces])", "tuple([face * sign for face in "
         "floored(faces, reading.floor)])"),
    )  # fmt: skip
    rules = copy.book / "rules.toml"
    rules.write_text(RULES + "[check.jump.roll]\nfloor = 3\n", "utf-8")

    (answer,) = json.loads(copy.rulebook("odds", "jump(2) >= 7", "--json"))
    rolls = [max(a, 3) + max(b, 3) for a in range(1, 7) for b in range(1, 7)]
    assert Fraction(answer["probability"]) == Fraction(sum(each >= 7 for each in rolls), 36)
    (judged,) = json.loads(copy.rulebook("judge", "jump(2) on 1 6", "--json"))
    assert judged["value"] == 9
    assert "A die counts 3 at least." in copy.rulebook("explain", "jump")
    assert "what a die counts at least" in copy.rulebook("schema")
    rules.write_text(RULES + "[check.jump.roll]\nflor = 3\n", "utf-8")
    assert "did you mean 'floor'" in copy.rulebook("odds", "jump(2) >= 7")


def typed(*rows: str) -> str:
    """A simple table as a body; its columns are as wide as the words of its heading."""
    rule = re.sub(r"\S+ *(?= \S)|\S+ *$", lambda word: "=" * len(word[0]), rows[0])
    lines = (rule, rows[0], rule, *rows[1:], rule)
    return "\n" + "".join(f"   {line}\n" for line in lines)


AGAINST = '''
"""Odds against: "5 to 1"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ..rules.rules import Rules
from ..words.formatter import Style
from .kind import Case, Elsewhere, FigureKind, Wrong, number_asked
from .change import Change

_TYPED = re.compile(r"(\\d+) (?:to|:) (\\d+)")


class Against(FigureKind):
    """How much likelier the opposite is."""

    name = "against"
    is_exact = True

    def write(self, value: Fraction, style: Style) -> str:
        return f"{value.numerator} to {value.denominator}"

    def is_about(self, text: str, value: Fraction, language: str) -> bool:
        return _TYPED.search(text) is not None

    def judge(self, case: Case, elsewhere: Elsewhere) -> Wrong | None:
        match = _TYPED.search(case.typed.text)
        if match is None:
            raise case.unreadable("has no odds", "'5 to 1'")
        if Fraction(int(match[1]), int(match[2])) == case.exact:
            return None
        return Wrong(self.write(case.exact, case.ground.style), self.name)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        match = _TYPED.search(case.typed.text)
        if match:
            yield Change(match.start(), match.end(), expected)


AGAINST = Against()
'''


def test_a_kind_of_figure_is_one_module_and_one_line(copy: Copy) -> None:
    copy.module("figures/against.py", AGAINST)
    copy.change(
        "figures/__init__.py",
        ("from .chance import", "from .against import AGAINST\nfrom .chance import"),
        ("KINDS = (\n", "KINDS = (\n    AGAINST,\n"),
    )
    copy.change(  # a table asks for it
        "ask/cells.py",
        ('    REACH = "reach"\n', '    REACH = "reach"\n    AGAINST = "against"\n'),
        ("from ..figures import CHANCE,", "from ..figures import AGAINST, CHANCE,"),
        (
            "    return cells\n\n\ndef _face",
            "    if ask.show is Show.AGAINST:\n"
            "        odds = [(1 - cell.value) / cell.value for cell in cells]\n"
            "        made = zip(cells, odds)\n"
            "        cells = [c._replace(kind=AGAINST, value=o, text=AGAINST.write(o, ask.style)) "
            "for c, o in made]\n"
            "    return cells\n\n\ndef _face",
        ),
    )
    table = (
        ".. dice-table:: Against\n   :check: leap\n   :rows: dice = 1..2\n   :event: >= 1\n"
        "   :show: against\n"
    )
    copy.page(table)
    assert "2 to 1" in copy.built()
    copy.page(table + typed("Dice Odds  ", "1    2 to 1", "2    6 to 4"))
    assert copy.drift() == [("6 to 4", "4 to 5")]
    copy.rulebook("fix", ".")
    assert "2    4 to 5" in (copy.book / "index.rst").read_text("utf-8")
    assert copy.drift() == []
    copy.rulebook("lock", ".")
    assert '"kind": "against"' in (copy.book / "odds.lock.json").read_text("utf-8")


def test_an_axis_is_a_name_and_a_function(copy: Copy) -> None:
    copy.change("ask/places.py", ('    ONE = "one"', '    ODD = "odd"\n    ONE = "one"'))
    copy.change(
        "ask/axis_kinds.py",
        (
            "    AxisKind.COUNTS: _counts,\n",
            "    AxisKind.COUNTS: _counts,\n    AxisKind.ODD: _odd,\n",
        ),
        (
            "NAMED = {",
            "def _odd(asked: AxisContext, op: str, values: str) -> Level:\n"
            '    """Every odd count up to a number."""\n'
            '    return _counts(asked, "=", ", ".join(map(str, range(1, int(values) + 1, 2))))\n'
            "\n\nNAMED = {",
        ),
    )
    options = "   :check: leap\n   :{}: dice = 1..4\n   :{}: odd = 3\n"
    table = f".. dice-table:: Odd\n{options.format('rows', 'columns')}"
    copy.page(f"{table}\n.. odds-chart:: Odd\n{options.format('across', 'split')}")
    text = copy.built()
    assert "49%" not in text
    assert "10%" in text  # three of four dice: 4 * 1/27 * 2/3
    copy.page(
        table
        + typed("Dice 1   3  ", "1    33% 0% ", "2    44% 0% ", "3    44% 4% ", "4    40% 11%")
    )
    assert copy.drift() == [("11%", "10%")]


def test_a_way_to_write_a_chance_is_written_and_read_back(copy: Copy) -> None:
    copy.change(
        "words/formatter.py",
        ('    ONE_IN = "one-in"\n', '    ONE_IN = "one-in"\n    PER_MILLE = "per-mille"\n'),
        (
            "    if style.format == ChanceFormat.ONE_IN:\n",
            "    if style.format == ChanceFormat.PER_MILLE:\n"
            "        near = rounded(value * 1000, style.digits, style.rounding)\n"
            '        return f"{decimal(near, style.digits, style.language)}‰"\n'
            "    if style.format == ChanceFormat.ONE_IN:\n",
        ),
    )
    copy.change(
        "words/read_figure.py",
        (
            "    if words in said.even or",
            '    if words.endswith("‰") and (mille := _number(words[:-1], language)):\n'
            "        return TypedFigure(Form.PERCENT, mille[0] / 1000, mille[1] + 1)\n"
            "    if words in said.even or",
        ),
    )
    copy.page(":odds:`2d6 >= 7` or :odds:`584‰ <2d6 >= 7>`.\n", 'rulebook_format = "per-mille"\n')
    assert [found for found, _ in copy.drift()] == ["584‰"]
    copy.page(":odds:`2d6 >= 7` or :odds:`583‰ <2d6 >= 7>`.\n", 'rulebook_format = "per-mille"\n')
    assert "583‰ or 583‰." in copy.built()


def test_a_language_is_one_file(copy: Copy) -> None:
    copy.module("words/languages/eo.toml", 'hedges = ["proksimume"]\nnever = ["neniam"]\n')
    copy.page(
        ":odds:`proksimume 60% <2d6 >= 7>`, :odds:`neniam <2d6 >= 13>`, "
        ":odds:`neniam <2d6 >= 12>`\n",
        'language = "eo"\n',
    )
    assert [found for found, _ in copy.drift()] == ["neniam"]


GEMTEXT = '''
"""Gemtext: every picture is a line of its own with its address and its words."""

import shutil
from pathlib import Path

from docutils import nodes
from sphinx.builders.text import TextBuilder
from sphinx.writers.text import TextTranslator


class GemtextTranslator(TextTranslator):
    def visit_image(self, node):
        source = Path(self.builder.srcdir, self.builder.env.images[node["uri"]][1])
        shutil.copyfile(self.builder.srcdir / node["uri"], self.builder.outdir / source.name)
        self.new_state(0)
        self.add_text(f"=> {source.name} {node['alt']}")
        self.end_state()
        raise nodes.SkipNode


class GemtextBuilder(TextBuilder):
    name = format = "gemtext"
    out_suffix = ".gmi"
    default_translator_class = GemtextTranslator


def setup(app):
    app.add_builder(GemtextBuilder)
'''


def test_an_output_gets_ordinary_nodes_and_the_form_of_charts_that_it_names(copy: Copy) -> None:
    outputs = Path(__file__).parent / "roots/outputs"
    shutil.copytree(outputs, copy.book, dirs_exist_ok=True)
    (copy.root / "gemtext.py").write_text(GEMTEXT, "utf-8")
    with (copy.book / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions.append("gemtext")\n')
    with (copy.book / "index.rst").open("a", encoding="utf-8") as page:
        page.write(
            "\n.. odds-chart:: Two of them\n   :check: direct\n   :across: dice = 1..3\n"
            "   :event: >= 2\n   :game: house\n"
        )
    made = copy.book / "out/gemtext"

    def lines() -> list[str]:
        said = copy.run("sphinx", "-W", "-q", "-E", "-b", "gemtext", ".", str(made))
        assert not said, said
        return (made / "index.gmi").read_text("utf-8").splitlines()

    plain = lines()
    assert any("comes to two successes 41% of the time" in line for line in plain)
    assert any(re.fullmatch(r" +3 \|█+\S 26%", line) for line in plain)
    copy.change(
        "page/chart_nodes.py", ('{"epub": ("svg",),', '{"epub": ("svg",), "gemtext": ("svg",),')
    )
    (chart,) = re.findall(r"=> (\S+) (.+?)\n\n", "\n".join(lines()), re.DOTALL)
    assert "3: 26%" in " ".join(chart[1].split())
    assert ElementTree.parse(made / chart[0]).getroot().tag.endswith("svg")


@pytest.mark.parametrize("version", ["0.2.0rc1", "0.2", "0.2.0+local", "1.0.0.dev3"])
def test_any_version_loads(copy: Copy, version: str) -> None:
    copy.change("version.py", ('"0.1.0"', f'"{version}"'))
    copy.page(":odds:`2d6 >= 7`.\n")
    assert "58%." in copy.built()
    assert copy.rulebook("--version") == f"rulebook {version}\n"


def test_a_subcommand_is_one_module_and_its_name(copy: Copy) -> None:
    copy.module(
        "commands/checks.py",
        '"""List the names of the checks."""\n\nfrom ..rules import load\n\n\n'
        "def arguments(parser):\n    parser.add_argument('rules')\n\n\n"
        "def run(args):\n    print(*load(args.rules).game().checks)\n    return 0\n",
    )
    copy.change("commands/__init__.py", ('    "check",\n', '    "check",\n    "checks",\n'))
    assert copy.rulebook("checks", "rules.toml") == "jump leap\n"
    assert "List the names of the checks" in copy.rulebook("--help")
