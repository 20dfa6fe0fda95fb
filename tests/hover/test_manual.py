"""The manual's way over from sphinx-hoverxref leaves no setting out."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

MANUAL = Path(__file__).parents[2] / "docs" / "previews" / "moving.rst"


def test_every_setting_of_hoverxref_is_told_of() -> None:
    spec = find_spec("hoverxref")
    if spec is None or spec.origin is None:
        pytest.skip("sphinx-hoverxref is not installed")
    source = Path(spec.origin).with_name("extension.py").read_text("utf-8")
    settings = set(re.findall(r"add_config_value\('(\w+)'", source))
    assert len(settings) > 30
    told = set(re.findall(r"``(hoverxref_\w+)``", MANUAL.read_text("utf-8")))
    assert sorted(settings - told) == []
    assert sorted(told - settings) == []
