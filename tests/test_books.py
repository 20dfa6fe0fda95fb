"""The build fixture: real books, one after the other in one process, and none marks the next."""

from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

EXTENSION = CASES["extension"]


def test_neither_roles_modules_nor_language_reach_the_next_book(build: Builder) -> None:
    page = {"index.rst": "T\n=\n\n:shout:`x`\n\n.. note:: y\n"}
    loud = {**page, "loud.py": EXTENSION, "conf.py": CASES["loud"]}
    book = build("loud", files=loud, conf={"language": "de"})
    assert not book.warnings
    assert "Bemerkung" in book.read()
    quiet = build("quiet", files=page)
    assert quiet.warnings[0].startswith("index.rst:4: ERROR: Unknown interpreted text role")
    assert "Bemerkung" not in quiet.read()
    low = build("low", files={**loud, "loud.py": EXTENSION.replace("upper", "lower")})
    assert "<strong>x</strong>" in low.read()


def test_strict_fails_with_the_whole_book_read_in_both_kinds_of_build(build: Builder) -> None:
    files = {"index.rst": "Title\n=====\n\n:none:`x`\n\n.. none::\n"}
    conf = {"html_title": "Würfel"}
    for process in False, True:
        book = build(files=files, conf=conf, strict=True, fresh=True, process=process)
        assert book.status != 0
        assert {line[:12] for line in book.warnings} >= {"index.rst:4:", "index.rst:6:"}
        assert "Würfel" in book.read()
