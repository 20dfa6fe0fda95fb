"""Every warning of ours: of type ``rulebook``, and of one of these subtypes."""

from __future__ import annotations

from typing import Any

from sphinx.util import logging

logger = logging.getLogger(__name__)

SUBTYPES = {
    "config": "a setting in conf.py",
    "rules": "a rules file",
    "game": "rulebook-game",
    "table": "dice-table",
    "chart": "odds-chart",
    "explorer": "odds-explorer",
    "odds": "odds, and roles derived from it",
    "rule": "rule, and roles derived from it",
    "rolled": "rolled, and roles derived from it",
    "die": "die",
    "sheet": "rulebook-sheet",
    "drift": "a held figure or word that the rules do not bear out",
    "changed": "a published figure that has moved since it was locked",
    "press": "something that the PDF cannot show as it is written",
    "advice": "something in print that could look better; the PDF is made",
    "hover": "a setting of the previews, or a preview that cannot be made",
}


def warn(subtype: str, message: str, location: Any) -> None:
    """Tell the author what is wrong where; the message is shown unchanged."""
    assert subtype in SUBTYPES, subtype
    logger.warning("%s", message, location=location, type="rulebook", subtype=subtype)
