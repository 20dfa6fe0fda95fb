"""Tables in every shape that real books use: right ones are silent, wrong cells named."""

import tomllib
from pathlib import Path

from tests.support.judging import Judge

CASES = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text("utf-8"))
CONF = """\
extensions = ["myst_parser", "sphinxext.rulebook"]
rulebook_rules = "x.toml"
"""


def test_every_wrong_cell_of_every_shape_is_named_and_nothing_else(judge: Judge) -> None:
    lines = ["# Shapes", ""]
    wanted = []
    for shape in CASES["shapes"].values():
        head, *rows = shape["rows"].splitlines()
        lines += [
            f"```{{dice-table}} {shape.get('caption', '')}".rstrip(),
            *shape["options"].splitlines(),
            "",
        ]
        lines += [head, "|---" * (head.count("|") - 1) + "|"]
        start = len(lines) + 1
        lines += rows
        wrong, found = list(shape.get("wrong", ())), []
        for number, row in reversed(list(enumerate(rows, start))):
            cells = [cell.strip().replace("**", "") for cell in row.strip("|").split("|")]
            while wrong and wrong[-1] in cells:
                found.append(("index.md", number, wrong.pop()))
        wanted += reversed(found)
        assert not wrong
        lines += ["```", ""]
    files = {"conf.py": CONF, "x.toml": CASES["rules"], "index.md": "\n".join(lines)}
    judged = judge(files=files)
    assert judged.found == wanted, judged.text
    assert judged.status == 1
