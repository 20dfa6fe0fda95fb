"""The JSON Schema of a rules file, which an editor completes and checks it with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .schema import GAME, LADDERS


def _parts(json: Mapping[str, Any], *, top: bool = False) -> dict[str, Any]:
    """The schema with nothing needed that a file may leave to the one it extends."""
    parts = {key: value for key, value in json.items() if key != "required"}
    if "anyOf" in json:
        parts["anyOf"] = [_parts(each) for each in json["anyOf"]]
    if "properties" in json:
        parts["properties"] = {
            key: value if key in LADDERS and not top else _parts(value)
            for key, value in json["properties"].items()
        }
    if isinstance(json.get("additionalProperties"), Mapping):
        parts["additionalProperties"] = _parts(json["additionalProperties"])
    return parts


def _needed(json: Mapping[str, Any]) -> dict[str, Any]:
    """The schema's rules for a file that extends no other."""
    if "anyOf" in json:
        return next((found for each in json["anyOf"] if (found := _needed(each))), {})
    needed = {"required": json["required"]} if "required" in json else {}
    properties = {
        key: found for key, each in json.get("properties", {}).items() if (found := _needed(each))
    }
    others = json.get("additionalProperties")
    if properties:
        needed["properties"] = properties
    if isinstance(others, Mapping) and (found := _needed(others)):
        needed["additionalProperties"] = found
    return needed


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a rules file, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rules of a tabletop game",
        "description": "What the dice of a game do; each check has a table of its own.",
        **_parts(GAME.json, top=True),
        "if": {"required": ["extends"]},
        "else": _needed(GAME.json),
    }
