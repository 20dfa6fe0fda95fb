"""The whole life of a book: which pages each build reads and writes.

Sphinx itself writes a page with a toctree whenever it writes a page below: here, the index.
"""

import json
import shutil

from tests.support.books import Book, Builder
from tests.support.life import BOOK, EVERY, as_new, output, rules, was_read, was_written


def holds(build: Builder, book: Book, *, read: set[str], written: set[str]) -> None:
    """The build read and wrote these pages, and left what a build from nothing would."""
    assert was_read(book) == read
    assert was_written(book) == written
    assert output(book.outdir) == as_new(build, book)


def test_the_life_of_a_book(build: Builder) -> None:
    book = build(files=BOOK)
    holds(build, book, read=EVERY, written=EVERY)
    assert "56%" in book.read("strikes.html")

    book = build()
    holds(build, book, read=set(), written=set())

    book = build(files={"rules.toml": rules(strike="6+")})
    holds(build, book, read={"strikes", "both"}, written={"strikes", "both", "index"})
    assert "31%" in book.read("strikes.html")

    book = build(files={"rules.toml": rules(strike="6+") + '\n[check.dodge]\nroll = "strike"\n'})
    holds(build, book, read=set(), written=set())

    book = build(files={"plain.rst": "Plain\n=====\n\nNow :odds:`guard(1) >= 1`.\n"})
    holds(build, book, read={"plain"}, written={"plain", "index"})

    book = build(files={"rules.toml": rules(strike="6+", guard="3+")})
    holds(
        build, book, read={"guards", "both", "plain"}, written={"guards", "both", "plain", "index"}
    )

    shutil.rmtree(book.outdir)
    book = build()
    holds(build, book, read=set(), written=EVERY)


def test_a_page_that_goes_takes_what_it_asked_with_it(build: Builder) -> None:
    book = build(files=BOOK)
    (book.srcdir / "both.rst").unlink()
    index = BOOK["index.rst"].replace("   both\n", "")
    book = build(files={"index.rst": index, "rules.toml": rules(strike="6+")})
    assert not book.warnings
    assert was_read(book) == {"index", "strikes"}
    assert set(book.app.env.domaindata["rulebook"]["asked"]) == {"strikes", "guards"}
    book = build(files={"rules.toml": rules(strike="5+", guard="6+")})
    assert was_read(book) == {"strikes", "guards"}


def test_a_page_of_a_book_that_names_no_rules_asks_plain_dice(build: Builder) -> None:
    files = {"index.rst": "Book\n====\n\n:odds:`2d6 >= 7`\n"}
    assert "58%" in build(files=files).read()
    book = build(files={"rules.toml": rules()})
    assert was_read(book) == set()
    assert was_read(build(conf={"rulebook_digits": 1})) == {"index"}


def test_a_renamed_check_is_missed_on_every_page_that_asks_it(build: Builder) -> None:
    build(files=BOOK)
    book = build(files={"rules.toml": rules(guard_name="parry")})
    assert was_read(book) == {"guards", "both"}
    assert [line.split(":")[0] for line in book.warnings] == ["both.rst", "guards.rst"]
    assert all("no check named 'guard'" in line for line in book.warnings)
    book = build(files={"rules.toml": rules()})
    holds(build, book, read={"guards", "both"}, written={"guards", "both", "index"})


def test_broken_rules_are_said_in_each_build_and_mended_ones_bring_every_figure_back(
    build: Builder,
) -> None:
    asking = {"strikes", "guards", "both"}
    build(files=BOOK)
    broken = build(files={"rules.toml": rules() + "roll = nonsense"})
    assert was_read(broken) == asking
    assert "rulebook-missing" in broken.read("strikes.html")
    assert any("rules.toml" in line for line in broken.warnings)
    again = build()
    assert was_read(again) == set()
    assert any("rules.toml" in line for line in again.warnings)
    mended = build(files={"rules.toml": rules()})
    holds(build, mended, read=asking, written={*asking, "index"})


def test_other_rules_in_conf_are_asked_at_once(build: Builder) -> None:
    build(files={**BOOK, "harder.toml": rules(guard="5+")})
    assert was_read(build(conf={"rulebook_rules": "rules.toml"})) == set()
    book = build(conf={"rulebook_rules": "harder.toml"})
    assert was_read(book) == {"guards", "both"}
    assert was_written(book) == {"guards", "both", "index"}
    assert (
        was_read(build(conf={"rulebook_rules": {"a": "harder.toml", "b": "rules.toml"}})) == set()
    )
    assert was_read(build(conf={"rulebook_rules": {"b": "rules.toml", "a": "harder.toml"}})) == {
        "guards", "both",
    }  # fmt: skip


def test_other_rounding_digits_and_format_reach_the_figures_that_they_move(
    build: Builder,
) -> None:
    build(files=BOOK)
    down = build(conf={"rulebook_rounding": "down"})
    assert was_read(down) == {"strikes", "guards"}
    assert was_written(down) == {"strikes", "guards", "index"}
    assert "55%" in down.read("strikes.html")
    digits = build(conf={"rulebook_digits": 1})
    assert was_read(digits) == {"strikes", "guards", "both"}
    assert "55.6%" in digits.read("strikes.html")
    assert "55,6%" in build(conf={"rulebook_digits": 1, "language": "pt"}).read("strikes.html")


def test_an_edit_that_moves_no_shown_digit_reads_nothing(build: Builder) -> None:
    files = {
        "index.rst": "Book\n====\n\n:odds:`roll is Hit`\n\n.. dice-table::\n   :check: roll\n"
        "   :rows: outcomes\n   :event: is *\n",
    }
    build(files={**files, "rules.toml": thousand(334)})
    assert was_read(build(files={"rules.toml": thousand(333)})) == set()
    assert was_read(build(files={"rules.toml": thousand(300)})) == {"index"}


def thousand(most: int) -> str:
    """A roll of a die with a thousand faces that hits up to a number."""
    return (
        f"[die.mille]\nfaces = {list(range(1, 1001))}\n[check.roll]\nroll = 'mille'\n"
        f'outcomes = ["Hit: <= {most}", "Miss: > {most}"]\n'
    )


def test_the_file_that_the_rules_extend_is_watched(build: Builder) -> None:
    own = 'extends = "base.toml"\n[check.guard]\nname = "Guard"\n'
    build(files={**BOOK, "base.toml": rules(), "rules.toml": own})
    book = build(files={"base.toml": rules(strike="6+")})
    assert was_read(book) == {"strikes", "both"}
    assert "31%" in book.read("strikes.html")


def test_games_of_a_page_and_of_a_directive_are_watched(build: Builder) -> None:
    pages = {
        "index.rst": "Book\n====\n\n.. toctree::\n\n   own\n   option\n   first\n",
        "own.rst": "Own\n===\n\n.. rulebook-game:: hard\n\n:odds:`strike(1) >= 1`\n",
        "option.rst": (
            "Option\n======\n\n.. dice-table::\n   :check: strike\n   :game: hard\n"
            "   :rows: dice = 1\n   :event: >= 1\n"
        ),
        "first.rst": "First\n=====\n\n:odds:`strike(1) >= 1`\n",
        "easy.toml": rules("4+"),
        "hard.toml": rules("6+"),
    }
    both = {"easy": "easy.toml", "hard": "hard.toml"}
    book = build(files=pages, conf={"rulebook_rules": both})
    assert "17%" in book.read("own.html")
    assert "50%" in book.read("first.html")
    book = build(files={"hard.toml": rules("5+")}, conf={"rulebook_rules": both})
    assert was_read(book) == {"own", "option"}
    assert "33%" in book.read("option.html")
    book = build(conf={"rulebook_rules": {"easy": "easy.toml"}})
    assert was_read(book) == {"own", "option"}
    assert len(book.warnings) == 2
    book = build(conf={"rulebook_rules": both})
    assert was_read(book) == {"own", "option"}
    assert not book.warnings
    assert "33%" in book.read("own.html")


def test_a_callable_in_python_is_asked_again_in_each_build(build: Builder) -> None:
    module = "import icepool\n\ndef roll():\n    return icepool.d({})\n"
    files = {
        "index.rst": "Book\n====\n\n:odds:`luck >= 2`\n",
        "rules.toml": '[check.luck]\npython = "luck:roll"\n',
        "luck.py": module.format(6),
    }
    conf = {"rulebook_python": True}
    assert "83%" in build(files=files, conf=conf).read()
    assert was_read(build(conf=conf)) == set()
    book = build(files={"luck.py": module.format(4)}, conf=conf)
    assert was_read(book) == {"index"}
    assert "75%" in book.read()


def test_a_rules_edit_that_moves_held_figures_reads_nothing_and_warns(build: Builder) -> None:
    files = {
        **BOOK,
        "strikes.rst": "Strikes\n=======\n\n:odds:`56% <strike(2) >= 1>`\n",
        "both.rst": "Both\n====\n\n.. dice-table::\n   :check: strike\n   :rows: dice = 1..2\n"
        "   :event: >= 1\n\n   ==== ======\n   Dice Chance\n   ==== ======\n   1    33%\n"
        "   2    56%\n   ==== ======\n",
    }
    assert not build(files=files).warnings
    moved = build(files={"rules.toml": rules(strike="6+")})
    assert was_read(moved) == was_written(moved) == set()
    assert [line.split(":")[:2] for line in moved.warnings] == [
        ["both.rst", "12"], ["both.rst", "13"], ["strikes.rst", "4"],
    ]  # fmt: skip
    assert build().warnings == moved.warnings
    assert build(strict=True).status == 1
    judged = build(builder="drift")
    assert was_read(judged) == set()
    assert len(json.loads(judged.read("drift.json"))["drift"]) == 3
    edited = build(files={"strikes.rst": "Strikes\n=======\n\n:odds:`31% <strike(2) >= 1>`\n"})
    assert len(edited.warnings) == 2
    assert not build(files={"rules.toml": rules(), "strikes.rst": files["strikes.rst"]}).warnings
