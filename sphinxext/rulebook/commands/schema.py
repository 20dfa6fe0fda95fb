"""Print the JSON Schema of the rules file, for editors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Declare nothing: there is one schema."""


def run(args: Namespace) -> int:  # noqa: ARG001  # every command is given its arguments
    """Print the schema."""
    import json

    from ..rules.file.json_schema import json_schema

    print(json.dumps(json_schema(), indent=2))
    return 0
