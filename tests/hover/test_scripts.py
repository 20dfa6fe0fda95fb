"""Text is cut where its script may be cut."""

from __future__ import annotations

import unicodedata

import pytest

from sphinxext.rulebook.hover.scripts import first_words

JAPANESE = (
    "判定は六面体のサイコロを二個振って行う。合計が十以上なら成功である。失敗しても物語は進む。"
)
CHINESE = "掷两枚六面骰，把点数相加。总和达到十点即为成功，否则就是失败！"
THAI = "ทอยลูกเต๋าสองลูกแล้วรวมแต้ม ถ้าได้สิบหรือมากกว่าถือว่าสำเร็จ"


@pytest.mark.parametrize(
    ("text", "room", "says"),
    [
        ("Roll two dice and add", 13, "Roll two dice"),
        ("Roll two dice and add", 12, "Roll two"),
        ("Rolling", 4, "Roll"),
        (JAPANESE, 24, "判定は六面体のサイコロを二個振って行う。"),
        (JAPANESE, 32, "判定は六面体のサイコロを二個振って行う。合計が十以上なら成功であ"),
        (JAPANESE, 10, "判定は六面体のサイコ"),
        (CHINESE, 14, "掷两枚六面骰，把点数相加。"),
        (CHINESE, 22, "掷两枚六面骰，把点数相加。总和达到十点即为成"),
        ("「成功」とは10以上のこと", 7, "「成功」とは"),
        ("成功とは「十」", 5, "成功とは"),
        ("やった！そして", 4, "やった！"),
        ("see 規則書", 6, "see 規則"),
        ("規則書 see below", 9, "規則書 see"),
        ("한국어는 띄어쓰기를 한다", 7, "한국어는"),
        ("ナイフ e\u0301t", 5, "ナイフ"),
    ],
)
def test_a_text_is_cut_where_it_may_be(text: str, room: int, says: str) -> None:
    assert first_words(text, room) == says


@pytest.mark.parametrize("text", [JAPANESE, CHINESE, THAI])
def test_of_a_text_without_spaces_nearly_as_much_is_shown_as_there_is_room_for(text: str) -> None:
    for room in range(4, len(text)):
        start = first_words(text, room)
        assert text.startswith(start)
        assert room * 0.6 - 3 <= len(start) <= room
        after = text[len(start)]
        assert not unicodedata.category(after).startswith("M")
        assert start[-1] not in "เแโใไ"
