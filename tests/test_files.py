"""The small files beside the doctrees: whatever became of one, the next build does without."""

from pathlib import Path

import pytest

from sphinxext.rulebook.files import load_json, save_json

SPOILT = [b"", b"[" * 100_000, b'{"a": 1', b"\xff\xfe", b"\x00" * 50, b"[" * 999 + b"]" * 998]


@pytest.mark.parametrize("data", SPOILT, ids=range(len(SPOILT)))
def test_a_spoilt_file_is_as_none_and_is_written_anew(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(data)
    assert load_json(path) is None
    save_json(path, [1, 2])
    assert load_json(path) == [1, 2]
