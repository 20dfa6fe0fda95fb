"""What of a page a preview shows, and where a long one is cut."""

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.hover.store import previews_of
from tests.hover.reading import text_of

CASES = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text("utf-8"))["case"]


def preview(body: str, limit: int = 0) -> str:
    """Return the preview of an id, which is cut."""
    markup, is_cut = previews_of(f"<main>{body}</main>", ["x"], limit)["x"]
    assert is_cut
    return str(markup)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("body", "a page"))
def test_what_a_preview_shows(case: dict[str, Any]) -> None:
    name, page = case.get("id", "x"), case.get("page") or f"<main>{case['body']}</main>"
    found = previews_of(page, [name], case.get("limit", 0)).get(name, [""])
    if "markup" in case:
        assert found[0] == case["markup"]
    else:
        assert text_of(str(found[0])) == case["says"]
    assert (len(found) > 1) is (bool(case.get("limit")) and found[0] != case.get("body"))


LONG = [f"Paragraph {n} of <em>words</em>." for n in range(50)]


@pytest.mark.parametrize("limit", [1, 5, 10, 17, 30, 44, 100, 250])
def test_a_long_text_is_cut_between_words_within_its_length(limit: int) -> None:
    markup = preview(f"<div id='x'>{''.join(f'<p>{each}</p>' for each in LONG)}</div>", limit)
    text = text_of(markup)
    assert len(text.replace(" ", "")) <= limit + 1
    assert text.endswith("…")
    whole = text_of(" ".join(LONG)).split()
    assert whole[: len(text.split()) - 1] == text.split()[:-1]
    assert len(re.findall(r"<\w", markup)) == len(re.findall(r"</", markup))


def test_a_long_table_is_cut_between_rows() -> None:
    rows = "".join(f"<tr><td>{n}</td><td>outcome {n}</td></tr>" for n in range(50))
    table = f'<table id="x"><thead><tr><th>Roll</th></tr></thead><tbody>{rows}</tbody></table>'
    markup = preview(table, 100)
    assert re.fullmatch(r"Roll( (\d+) outcome \2)+", text_of(markup))
    assert markup.endswith("</tr></tbody></table>")


def test_pictures_take_room_so_a_gallery_ends() -> None:
    gallery = '<div id="x">' + '<img src="a.png">' * 100 + "</div>"
    assert 5 < preview(gallery, 600).count("<img") < 15


@pytest.mark.parametrize(
    "text",
    [
        "判定は六面体のサイコロを二個振って行う。合計が十以上なら成功である。失敗しても物語は進む。",
        "掷两枚六面骰，把点数相加。总和达到十点即为成功，否则就是失败！",
        "ทอยลูกเต๋าสองลูกแล้วรวมแต้ม ถ้าได้สิบหรือมากกว่าถือว่าสำเร็จ",
    ],
)
def test_of_a_text_without_spaces_nearly_as_much_is_shown_as_there_is_room_for(text: str) -> None:
    for room in range(4, len(text)):
        start = text_of(preview(f'<p id="x">{text}</p>', room)).removesuffix("…")
        assert text.startswith(start)
        assert room * 0.6 - 3 <= len(start) <= room
        after = text[len(start)]
        assert not unicodedata.category(after).startswith("M")
        assert start[-1] not in "เแโใไ"


def test_of_a_page_that_is_nested_without_end_nothing_is_shown() -> None:
    assert previews_of(f"<main><div id='x'>{'<div>' * 5000}Deep.", ["x"], 0) == {}
