"""A text whose letters know their places in the source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self, SupportsIndex, cast, overload


class Text(str):
    """A text with the offset of each of its letters; slices and strips of it keep them."""

    __slots__ = ("places",)
    places: Sequence[int]

    def __new__(cls, text: str, places: Sequence[int] = ()) -> Self:
        """Make a text; without places nobody knows where it is."""
        made = str.__new__(cls, text)
        made.places = places
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process needs to make it again."""
        return Text, (str(self), self.places)

    @property
    def start(self) -> int | None:
        """Return the offset of the first letter, or of the room if there is none."""
        if self.places:
            return self.places[0]
        return self.places.start if isinstance(self.places, range) else None

    @property
    def end(self) -> int | None:
        """Return the offset behind the last letter."""
        return self.places[-1] + 1 if self.places else self.start

    @overload
    def __getitem__(self, key: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, key: slice) -> Text: ...
    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """Return a part of the text with its places, or a letter."""
        found = str.__getitem__(self, key)
        return Text(found, self.places[key]) if isinstance(key, slice) else found

    def __add__(self, other: str, /) -> Text:
        """Return the text with another behind it."""
        at = self.end or 0
        more = other.places if isinstance(other, Text) else range(at, at + len(other))
        known = len(self.places) == len(self) and len(more) == len(other)
        return Text(str.__add__(self, other), [*self.places, *more] if known else ())

    def rstrip(self, chars: str | None = None, /) -> Text:
        """Return the text without the spaces at its end."""
        end = len(str.rstrip(self, chars))
        return self if end == len(self) else self[:end]

    def lstrip(self, chars: str | None = None, /) -> Text:
        """Return the text without the spaces at its beginning."""
        start = len(self) - len(str.lstrip(self, chars))
        return self[start:] if start else self

    def strip(self, chars: str | None = None, /) -> Text:
        """Return the text without the spaces around it."""
        return self.lstrip(chars).rstrip(chars)

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> Text:
        """Return the text with some letters instead of others, or without one."""
        if old not in self:
            return self
        if len(old) == len(new):
            return Text(str.replace(self, old, new, count), self.places)
        if new:
            return Text(str.replace(self, old, new, count))
        return self.chosen(i for i, letter in enumerate(self) if letter != old)

    def lines(self) -> list[Text]:
        """Return the lines of the text."""
        found, at = [], 0
        for line in str.split(self, "\n"):
            found.append(self[at : at + len(line)])
            at += len(line) + 1
        return found

    def chosen(self, letters: Iterable[int]) -> Text:
        """Return the letters at some places of the text, which are in its order."""
        kept = list(letters)
        if kept and kept[-1] - kept[0] + 1 == len(kept):
            return self[kept[0] : kept[-1] + 1]
        text = "".join(str.__getitem__(self, i) for i in kept)
        return Text(text, [self.places[i] for i in kept] if self.places else ())


def joined(parts: Sequence[str], between: str = "\n") -> Text:
    """Return the parts as one text; what is between them is behind the one before."""
    if len(parts) == 1 and isinstance(parts[0], Text):
        return parts[0]
    if not all(isinstance(part, Text) and (part.start is not None or not part) for part in parts):
        return Text(between.join(parts))
    texts = cast("Sequence[Text]", parts)
    if texts and between == "\n" and _is_one_piece(texts):
        first, last = texts[0].start, texts[-1].end
        return Text(between.join(parts), range(first or 0, last or 0))
    places: list[int] = []
    for part in texts:
        if part is not texts[0]:
            places += [places[-1] + 1 if places else part.start or 0] * len(between)
        places += part.places
    if not places and (start := next((part.start for part in texts), None)) is not None:
        return Text(between.join(parts), range(start, start))
    return Text(between.join(parts), places)


def _is_one_piece(texts: Sequence[Text]) -> bool:
    """Check that each line is right behind the newline of the one before."""
    at = texts[0].start
    for text in texts:
        if text.start != at or not isinstance(text.places, range):
            return False
        at = (text.end or 0) + 1
    return True


def lines_of(source: str) -> list[Text]:
    """Return the lines of a source with their places."""
    return Text(source, range(len(source))).lines()
