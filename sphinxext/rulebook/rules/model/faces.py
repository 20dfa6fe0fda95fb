"""Sets of faces as a rules file writes them: "5+", "2-4", "1, 6", "top"; and kinds of dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..errors import PLAIN, RulesError

_END = r"-?\d+|[^\W\d]\w*"
_RANGE = re.compile(rf"({_END})(?:\s*(\+)|\s*-\s*({_END}))?")
_WHOLE = re.compile(
    r"(?P<faces>.*?)(?P<late> once)?(?: of (?P<of>\S+?))?(?P<once> once)?"
    r"(?: (?P<throws>first|every))?",
    re.IGNORECASE,
)
PARITY = ("even", "odd")
WRITE = 'write "5+", "2-4", "1, 6" or "top"'
WRITE_ONE = 'write one such as "5+" or "1-3", or name the faces of each choice'
NO_TOP = 10**9  # the highest face of a die that is not known yet
_BRACES = re.compile(r"\{([^{}]*)\}")
_PLAIN = re.compile(r"d(?:\d+|[Ff%])")
End = int | str  # a face, or the parameter that says which


class Faces(NamedTuple):
    """Faces of a die: ranges with both ends, the last one perhaps open; or words for some."""

    ranges: tuple[tuple[End, End | None], ...] = ()
    top: bool = False
    once: bool = False  # of dice that roll again: what they show then does not roll again
    below: int = 0  # how many faces below the top one are meant with it
    parity: tuple[str, ...] = ()  # even, odd
    of: str = ""  # the only kind of dice that is meant
    throws: str = ""  # of dice that are thrown once more: the first throw only, or every one
    parts: tuple[Faces, ...] = ()  # where each kind of dice has its own

    def on(self, die: str) -> Faces:
        """The set as it is on that kind of dice."""
        if self.parts:
            return next((part for part in self.parts if part.of == die), NO_FACES)
        return self if self.of in ("", die) else NO_FACES

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of dice that the set names."""
        own = (self.of,) if self.of else ()
        return (*own, *[part.of for part in self.parts]) if self.parts else own

    def holds(self, face: int, top: int) -> bool:
        """True where `face` is one of these on a die whose highest face is `top`."""
        if self.top and top - self.below <= face <= top:
            return True
        if self.parity and ("odd" if face % 2 else "even") in self.parity:
            return True
        return any(
            not isinstance(low, str)
            and low <= face
            and (high is None or (not isinstance(high, str) and face <= high))
            for low, high in self.ranges
        )

    @property
    def face_names(self) -> tuple[str, ...]:
        """The parameters that say which faces are meant."""
        own = tuple([end for span in self.ranges for end in span if isinstance(end, str)])
        if not self.parts:
            return own
        return (*own, *[name for part in self.parts for name in part.face_names])

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that say which faces are meant, and on which dice."""
        return _names_in(self)

    def settled(self, values: Mapping[str, int]) -> Faces:
        """The same set with every parameter as the face that it is."""

        def face(end: End) -> int:
            return values[end] if isinstance(end, str) else end

        ranges = [(face(low), None if high is None else face(high)) for low, high in self.ranges]
        parts = tuple([part.settled(values) for part in self.parts])
        of = completed(self.of, values)
        return self._replace(ranges=tuple(ranges), parts=parts, of=of)

    def widened(self, levels: int, bottom: int) -> Faces:
        """Return the set, larger by `levels` faces: downwards, or upwards from the lowest face."""
        if not levels or not (self.ranges or self.parity):
            return self._replace(below=self.below + levels)
        whole = _joined(sorted(self.ranges, key=_first))
        if len(whole) > 1 or self.top or self.parity:
            raise RulesError(
                f"'widen' lets one range of faces grow, and \"{self}\" is none; {WRITE_ONE}"
            )
        ((low, high),) = whole
        if isinstance(low, str) or isinstance(high, str):
            return self
        if low <= bottom and high is not None:
            return self._replace(ranges=((low, high + levels),))
        return self._replace(ranges=((low - levels, high),))

    def __str__(self) -> str:
        """The set as a rules file writes it."""
        if self.parts:
            return "; ".join(map(str, self.parts))
        parts = ["top"] if self.top else []
        parts += self.parity
        for low, high in self.ranges:
            if high is None:
                parts.append(f"{low}+")
            else:
                parts.append(f"{low}" if low == high else f"{low}-{high}")
        of = f" of {self.of}" if self.of else ""
        throws = f" {self.throws}" if self.throws else ""
        return ", ".join(parts) + of + (" once" if self.once else "") + throws

    def in_words(self) -> str:
        """The set as a sentence says it: "5 or more", "2 to 4", "1 or 6"."""
        if self.parts:
            return " or ".join(part.in_words() for part in self.parts)
        words = []
        for low, high in self.ranges:
            if high is None:
                words.append(f"{low} or more")
            elif isinstance(low, int) and isinstance(high, int) and high - low == 1:
                words.append(f"{low} or {high}")
            else:
                words.append(f"{low}" if low == high else f"{low} to {high}")
        words += [f"an {each} number" for each in self.parity]
        if self.top:
            words.append("its highest face")
        on = f" on {one_in_words(self.of)}" if self.of else ""
        if len(words) < 3:
            return " or ".join(words) + on
        return f"{', '.join(words[:-1])} or {words[-1]}{on}"


@lru_cache(maxsize=512)
def _names_in(faces: Faces) -> tuple[str, ...]:
    return (*faces.face_names, *[name for die in faces.kinds for name in named_in(die)])


NO_FACES = Faces()


def parse_faces(text: str) -> Faces:
    """The set that the text writes."""
    match = _WHOLE.fullmatch(" ".join(text.translate(PLAIN).split()))
    assert match is not None
    ranges: list[tuple[End, End | None]] = []
    words = set()
    for part in match["faces"].split(","):
        item = part.strip()
        if item.casefold() in ("top", *PARITY):
            words.add(item.casefold())
            continue
        span = _RANGE.fullmatch(item)
        if span is None or not all(map(_is_end, span.group(1, 3))):
            raise RulesError(f"'{text}' is not a set of faces; {WRITE}")
        low = _end(span[1])
        high = None if span[2] else _end(span[3] or span[1])
        if isinstance(low, int) and isinstance(high, int) and high < low:
            raise RulesError(f"the faces '{item}' run backwards; write \"{high}-{low}\"")
        ranges.append((low, high))
    return Faces(
        tuple(sorted(ranges, key=_first)),
        top="top" in words,
        once=(match["once"] or match["late"]) is not None,
        parity=tuple([each for each in PARITY if each in words]),
        of=match["of"] or "",
        throws=(match["throws"] or "").casefold(),
    )


def _joined(ranges: Iterable[tuple[End, End | None]]) -> list[tuple[End, End | None]]:
    """Return the ranges, those in one that have no face between them."""
    whole: list[tuple[End, End | None]] = []
    for low, high in ranges:
        if whole and isinstance(low, int):
            before, last = whole[-1]
            if last is None:
                continue
            if isinstance(last, int) and low <= last + 1:
                further = None if high is None or isinstance(high, str) else max(last, high)
                whole[-1] = before, further
                continue
        whole.append((low, high))
    return whole


def _is_end(text: str | None) -> bool:
    """True for a number or a name; "²" is a letter to a pattern, but neither of them."""
    return text is None or _is_name(text) or text.removeprefix("-").isdecimal()


def _end(text: str) -> End:
    return text if _is_name(text) else int(text)


def _is_name(text: str) -> bool:
    return text[0].isalpha() or text[0] == "_"


def _first(span: tuple[End, End | None]) -> tuple[bool, int]:
    """The sort key of a range; ranges named by parameters come last."""
    low = span[0]
    return (True, 0) if isinstance(low, str) else (False, low)


def refuse_two_values(
    table: Sequence[tuple[Faces, int | str]], faces: Iterable[int], top: int = NO_TOP
) -> None:
    """Refuse a `worth` in which two keys say different things about one of the faces."""
    for face in faces:
        said = [(held, count) for held, count in table if held.holds(face, top)]
        if len({face if isinstance(count, str) else count for _, count in said}) > 1:
            (first, one), (second, other), *_ = said
            raise RulesError(
                f'two keys of \'worth\' name a {face}: "{first}" counts {one} and "{second}" '
                f'counts {other}; write each face in one key, as in {{ "7-9" = 1, "10+" = 2 }}'
            )


def named_faces(table: Iterable[Faces]) -> list[int]:
    """Faces that show each overlap of these sets, as far as no parameter decides."""
    ends = {end for held in table for span in held.ranges for end in span if isinstance(end, int)}
    return sorted(ends | {end + 1 for end in ends})


def named_in(die: str) -> tuple[str, ...]:
    """The parameters that complete the name of a die."""
    return tuple(_BRACES.findall(die)) if "{" in die else ()


def completed(die: str, values: Mapping[str, object]) -> str:
    """The name of the die with these values of its parameters."""
    if "{" not in die:
        return die
    return _BRACES.sub(lambda match: str(values.get(match[1], match[0])), die)


def kind_in_words(die: str, *, many: bool = False) -> str:
    """A kind of dice as a sentence names it: "d6", "die with as many sides as size"."""
    if "{" not in die:
        return f"{die} dice" if many else die
    noun = "dice" if many else "die"
    size = re.fullmatch(r"d\{([^{}]*)\}", die)
    if size is not None:
        return f"{noun} with as many sides as {size[1]}"
    return f"{noun} of the kind that {' and '.join(named_in(die))} gives"


def several_in_words(die: str) -> str:
    """Several dice of a kind: "d6s", "omen dice"."""
    return f"{die}s" if _PLAIN.fullmatch(die) else kind_in_words(die, many=True)


def one_in_words(die: str) -> str:
    """One die of a kind with its article: "a d6", "an omen die"."""
    kind = kind_in_words(die)
    if "{" in die or _PLAIN.fullmatch(die):
        return f"a {kind}"
    return f"{'an' if die[0].casefold() in 'aeiou' else 'a'} {kind} die"
