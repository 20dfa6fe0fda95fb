"""Finds the figures of a page that some rule may give: those that are likely odds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...language.clue_words import speaks_of, spoken_in
from ...language.lexicon import one_of
from ...language.read_figure import Form, read
from .features import features_of, shape_of, words_in
from .forms import Candidate, Kind, candidates
from .page import Sentence, SourceTable
from .proofs import TableProof
from .typed import EVERY

NAMES = frozenset(("dice", "happens"))  # what the words of the rules speak of
MANY = 2  # chances that speak for others under their heading
SPEAKING = frozenset(("dice", "odds", "often", "named dice", "happens"))
_PERCENT = re.compile(rf"%|(?<!\w)(?:{one_of(EVERY.percent)})", re.IGNORECASE)
_SIGNED = (Form.PERCENT, Form.ONE_IN, Form.FRACTION, Form.ODDS)


@dataclass(frozen=True)
class LookColumn:
    """A column of a table whose cells are typed as chances or averages."""

    column: int
    rows: tuple[int, ...]
    features: frozenset[str]


def candidates_of(
    sentences: Sequence[Sentence], names: re.Pattern[str] | None, language: str
) -> Iterator[tuple[Sentence, list[Candidate]]]:
    """Yield each sentence of a page that has candidates, and what speaks for each of them."""
    found = [
        (sentence, own, words_in(sentence.text, language))
        for sentence in sentences
        if (own := list(candidates(sentence.text, language)))
    ]
    company = Counter(
        sentence.heading
        for sentence, own, words in found
        for each in own
        if each.kind is Kind.CHANCE and words & {"odds", "often", "named dice", "event"}
    )
    for sentence, own, words in found:
        around = words_in(f"{sentence.heading}\n{sentence.before}", language) & SPEAKING
        around |= {"company"} if company[sentence.heading] >= MANY else set()
        around |= {"dice before"} if sentence.dice else set()
        named = NAMES if names is not None and names.search(sentence.text) else frozenset[str]()
        looks = (features_of(sentence.text, each, words, around, language) for each in own)
        yield sentence, [each._replace(features=look | named)
                         for each, look in zip(own, looks, strict=True)]  # fmt: skip


def columns_of(
    table: SourceTable,
    proof: TableProof,
    names: re.Pattern[str] | None,
    language: str,
) -> Iterator[LookColumn]:
    """Yield the columns of a table that are typed as chances or averages."""
    if len(table.texts) < 2:
        return
    heads = heads_of(table, language)
    titles = " ".join(text for row in table.texts[:heads] for text in row)
    labels = " ".join(row[0] for row in table.texts if row)
    proved = proof.columns
    words = f"{table.caption}; {titles}; {labels}"
    said = words_in(words, language)
    if names is not None and names.search(words):
        said |= NAMES | {"odds head"}
    around = {f"{name} around" for name in words_in(table.heading, language) & SPEAKING}
    spoken = spoken_in(language)
    for column in range(int(len(table.texts[0]) > 1), len(table.texts[0])):
        head = " ".join(row[column] for row in table.texts[:heads] if column < len(row))
        own = words_in(head, language)
        cells = {
            r: figure
            for r, row in enumerate(table.texts[heads:], heads)
            if column < len(row) and (figure := read(row[column], language))
            and figure.form is not Form.BLANK
        }  # fmt: skip
        forms = Counter(figure.form for figure in cells.values())
        signed = sum(forms[form] for form in _SIGNED)
        is_average = speaks_of("average_near median", head, spoken) and not forms[Form.PERCENT]
        is_told = _PERCENT.search(f"{head} {table.caption}") or own & {"odds"}
        if not cells or not (signed or is_average or is_told or column in proved):
            continue
        found = {*said, *around, *(f"{name} head" for name in own)}
        found |= {"average head"} if is_average else set()
        found |= {"proved"} if column in proved else set()
        found |= {"other proved"} if proved - {column} else set()
        texts = [table.texts[r][column] for r in cells]
        if all("round" in shape_of(text) for text in texts) and len(texts) > 1:
            found.add("round")
        if any("on a grid" in shape_of(text) for text in texts):
            found.add("on a grid")
        wanted = (Form.NUMBER, Form.FRACTION, Form.DECIMAL, Form.MIXED) if is_average else (
            *_SIGNED, Form.DECIMAL, *((Form.NUMBER,) if not signed else ()))  # fmt: skip
        rows = tuple(r for r, figure in cells.items() if figure.form in wanted)
        if rows:
            yield LookColumn(column, rows, frozenset(found))


def heads_of(table: SourceTable, language: str) -> int:
    """Count the heading rows, which hold no figure."""
    for i, row in enumerate(table.texts[:3]):
        if any(text.strip() and read(text, language) for text in row[1:]):
            return max(1, i)
    return 1
