"""A piece of a source as readers see it, with the place of each letter in the source."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

_MARKDOWN = re.compile(
    r"(?P<gone><!--.*?-->|</?[a-zA-Z][^>\n]*>|!?\[(?=[^\]\n]*\]\()|\]\([^()\n]*\)|\*+|`+|~~"
    r"|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?![^\W_]))"
    r"|&(?P<entity>#\w+|\w+);|\\(?P<escaped>[!-/:-@\[-`{-~])|(?P<end>\n[ \t>]*)",
    re.DOTALL,
)
_RESTRUCTURED = re.compile(
    r"(?P<gone>``?|\*+|\\\s|:[\w-]+:(?=`))|\\(?P<escaped>\S)|(?P<end>\n[ \t]*)|(?P<entity>(?!))"
)

MOST_READ = 4_000  # letters before a mark, in which its figure is


@dataclass(frozen=True)
class ShownText:
    """The letters that readers see, and the offset of each in the source."""

    text: str
    places: tuple[int, ...]

    def raw(self, source: str, start: int, end: int) -> tuple[int, str]:
        """Find a piece of the text in the source, and how it is typed there."""
        first, last = self.places[start], self.places[end - 1]
        return first, source[first : last + 1]


def shown(source: str, start: int, end: int, *, markdown: bool) -> ShownText:
    """The piece of the source between two offsets without its markup."""
    letters: list[str] = []
    places: list[int] = []
    at = start
    for match in (_MARKDOWN if markdown else _RESTRUCTURED).finditer(source, start, end):
        letters += source[at : match.start()]
        places += range(at, match.start())
        at = match.end()
        said = ""
        if match["escaped"]:
            said = match["escaped"]
        elif match["end"]:
            said = " "
        elif match["entity"]:
            said = html.unescape(match[0]).replace("\u00a0", " ")
        for letter in said:
            letters.append(letter)
            places.append(match.end() - 1 if match["escaped"] else match.start())
    letters += source[at:end]
    places += range(at, end)
    return ShownText("".join(letters), tuple(places))
