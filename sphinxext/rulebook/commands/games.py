"""List the games that ship, with their checks and parameters."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..rules.model.game import Game
    from ..terminal import Screen


def arguments(parser: ArgumentParser) -> None:
    """Declare nothing: all games are listed."""


def run(args: Namespace) -> int:  # noqa: ARG001  # every command is given its arguments
    """Print each game with its checks."""
    from ..rules import load_game, shipped
    from ..terminal import Screen

    screen = Screen.here()
    games = [load_game(name).game() for name in shipped()]
    print("\n\n".join(listed(game, screen) for game in games))
    return 0


def listed(game: Game, screen: Screen) -> str:
    """The game with its checks: how each is asked, and which words it takes."""
    from ..rules.explain.game import signature
    from ..terminal import BOLD, filled, wide

    lines = [f"{screen.styled(game.name, BOLD)}  {game.title}"]
    asked = {check.name: signature(check) for check in game.checks.values()}
    widest = max(map(wide, asked.values()))
    for check in game.checks.values():
        how = asked[check.name]
        line = f"  {how}{' ' * (widest - wide(how))}  {check.title}".rstrip()
        if wide(line) <= screen.width:
            lines.append(line)
        else:
            lines.extend(filled(how, screen, "  ", "      "))
            lines.extend(filled(check.title, screen, "    ", "    "))
        for parameter in check.takes:
            if parameter.choices:
                words = ", ".join(choice.name for choice in parameter.choices)
                lines.extend(filled(f"{parameter.name}: {words}", screen, "      ", "        "))
    return "\n".join(lines)
