"""The questions of a page, as values that can be asked again later."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from ..figures.rolled import rolled_text
from ..figures.rule_values import rule_text
from ..figures.written import write
from ..rules.answer import Answer
from ..rules.digits import in_full
from ..rules.errors import NoSuchGame, RulesError
from ..rules.questions import in_force
from ..settings import Book
from .dice import die_face
from .specs import AskingSpec, Request, RequestKind
from .target import styled


def answered(book: Book, request: Request) -> Any:
    """Answer the request with a text, a table's grid, or a chart."""
    if isinstance(request.options, AskingSpec):
        return request.options.answer(book)
    return _ANSWERS[request.kind](book, request)


def fingerprint(book: Book, request: Request) -> bytes:
    """A few bytes that change with what is shown."""
    try:
        return fingerprint_of(answered(book, request))
    except RulesError as error:
        return fingerprint_of(error)


def fingerprint_of(shown: object) -> bytes:
    """The same bytes of what is known already: a text, a grid, or why there is none."""
    if isinstance(shown, RulesError):
        text = f"error: {shown}"
    else:
        text = repr(getattr(shown, "seen", None) or in_full(shown))
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def reason(book: Book, error: RulesError) -> str:
    """Explain an error to the author; empty if a rules file has reported it already."""
    if isinstance(error, NoSuchGame):
        if (error.name or book.rules.default) in book.unread:
            return ""
        if not error.name:
            return book.problem or str(error)
    return str(error)


def odds_of(book: Book, request: Request) -> Answer:
    """Return the answer to a request for a chance or an average."""
    query = in_force(request.text, request.game)
    if query.event is None:
        raise RulesError(f"'{request.text}' asks for no event; add '>= 2', 'is NAME' or 'mean'")
    return book.rules.ask(query)


def _odds(book: Book, request: Request) -> str:
    return write(odds_of(book, request), styled(book.style, request.options)).text


def game_of(name: str, games: Mapping[str, Any]) -> str:
    """The name, if a game of the book has it."""
    if name and name not in games:
        raise NoSuchGame(name, games)
    return name


_ANSWERS: dict[RequestKind, Callable[[Book, Request], Any]] = {
    RequestKind.ODDS: _odds,
    RequestKind.RULE: lambda book, asked: rule_text(book.rules, asked.game, asked.text, book.style),
    RequestKind.ROLLED: lambda book, asked: rolled_text(
        book.rules, in_force(asked.text, asked.game)
    ),
    RequestKind.DIE: lambda book, asked: die_face(
        book.rules, asked.game, asked.text, book.style.language
    ),
    RequestKind.GAME: lambda book, asked: game_of(asked.game, book.rules.games),
}
