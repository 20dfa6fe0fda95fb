"""The rules engine: what the dice of a game do, exactly, with nothing of Sphinx in it."""

from .answer import Answer
from .errors import Mistakes, RulesError
from .judge import Judged
from .load import shipped
from .rules import Rules, load, load_game

__all__ = ["Answer", "Judged", "Mistakes", "Rules", "RulesError", "load", "load_game", "shipped"]
