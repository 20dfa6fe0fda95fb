"""Whatever form of a figure is judged wrong can be mended, and only the wrong characters change."""

from __future__ import annotations

import random
import re

import pytest

from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.drift.check.sentences import judged
from sphinxext.rulebook.figures.rephrase import applied
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load_game
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.specs import Request, RequestKind

ONE, MEAN = "direct({n}) >= 1", "direct({n}) mean"
CHANCES = (
    "{p}%", "{p}.{d}%", "about {p}%", "{k} in {m}", "{k}/{m}", "0.{p}", "1 in {m}", "{w} in {v}",
    "{k}:{m}", "{k} to {m}", "more than {p}%", "less than {p}%", "{p}-{q}%", "at least {p}%",
    "between {p}% and {q}%", "over {p} percent", "nearly {p}%", "a third", "two thirds", "half",
    "fifty-fifty", "never", "always", "up to {p}%", "⅓", "{w} out of {v} times", "a {p}% chance",
    "**{p}%**", "{p} %", "<{p}%", "~{p}%", "({p}%)", "{p}% (1 in {m})", "one time in {v}",
    "every {o} roll",
)  # fmt: skip
AVERAGES = (
    "{a}", "{a}.{d}", "about {a}", "{a} ({n}d6)", "{n}d6 (avg {a})", "{a}½", "{w} points",
    "{a} on average", "15 ({a}d6)", "more than {a}", "at least {a} points", "nearly {a}",
    "less than {a}", "just over {a}", "roughly {a}.{d}", "{a} or more",
)  # fmt: skip
FORMS = [
    *(("en", "odds", form, ONE) for form in CHANCES),
    *(("en", "odds", form, "{n}d6 mean") for form in AVERAGES),
    ("en", "odds", "{a} successes", MEAN),
    *(
        ("en", "odds", form, "ratio({n}d6 >= {n} | 3d6 >= 12)")
        for form in (
            "{p}% more",
            "{a} times as likely",
            "twice as often",
            "half as likely",
            "nearly {w} times as likely",
            "at least {w} times as often",
            "half again as likely",
            "2½ times as likely",
            "less than half as often",
            "about a third as many",
            "two and a half times as likely",
        )
    ),
    *(
        ("de", "odds", f, "ratio({n}d6 >= {n} | 3d6 >= 12)")
        for f in (
            "anderthalbmal so oft",
            "{a}-mal so oft",
            "fast {a}mal so oft",
        )
    ),
    *(
        ("fr", "odds", f, "ratio({n}d6 >= {n} | 3d6 >= 12)")
        for f in ("deux fois et demie plus", "{p} % de plus")
    ),
    ("en", "odds", "more than twice as likely", "ratio(2d6 >= {n} | 2d6 >= 6)"),
    ("de", "odds", "mehr als doppelt so oft", "ratio(2d6 >= {n} | 2d6 >= 6)"),
    ("fr", "odds", "plus de deux fois plus", "ratio(2d6 >= {n} | 2d6 >= 6)"),
    *(("en", "odds", form, "wait(2d6 >= 11)") for form in ("at least {a} rolls", "up to {a}")),
    *(("pl", "odds", f, "d6 >= {f}") for f in ("{p}% (5–6 na 1k6)", "33% ({f}–6 na 1k6)")),
    *(("de", "odds", f, "d6 >= {f}") for f in ("{p} % (5–6 auf 1W6)", "33 % (ab {f} auf 1W6)")),
    *(("es", "odds", f, "d6 >= {f}") for f in ("{p} % (5 o más en 1d6)", "la mitad", "un quinto")),
    *(("en", "odds", form, "wait(2d6 >= {n})") for form in ("{a} rolls", "{w} rolls")),
    ("en", "odds", "{p}% for 7+ on 2d6", "2d6 >= 8"),
    ("en", "odds", "8+ on 2d6 ({p}%)", "2d6 >= 8"),
    *(
        ("en", "rule", form, "direct.success")
        for form in (
            "{f}",
            "{f} or 6",
            "{f}+",
            "{f}-6",
            "{f} or higher",
            "{f} to 6",
            "at least {f}",
        )
    ),
    *(
        ("en", "rolled", form, "direct(4) on 5 6 1 2")
        for form in ("{k} successes", "{w} successes", "no successes", "one success")
    ),
    *(("de", "odds", form, ONE) for form in ("{p} %", "etwa {p} %", "{p},{d} %", "{k} von {m}")),
    ("de", "odds", "{a},{d}", MEAN),
    *(("fr", "odds", form, ONE) for form in ("{p},{d} %", "{k} chances sur {m}", "un tiers")),
    *(("es", "odds", form, ONE) for form in ("{p}%", "{k} de cada {m}", "un tercio")),
    *(("it", "odds", form, ONE) for form in ("{p}%", "{k} su {m}")),
    *(("pt", "odds", form, ONE) for form in ("{p}%", "{k} em {m}")),
    *(("pl", "odds", form, ONE) for form in ("{p}%", "{k} na {m}")),
]
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("second", "third", "fourth", "fifth", "sixth")
WRONG = 2  # that each form has to show
MOST_TRIED = 60
RULES = load_game("uwr")


@pytest.mark.parametrize(("language", "role", "form", "question"), FORMS)
def test_a_wrong_figure_of_any_form_is_mended(
    language: str, role: str, form: str, question: str
) -> None:
    chance, wrong = random.Random(f"{language} {form}"), 0
    book = Book(RULES, Style(language=language))
    for _ in range(MOST_TRIED):
        k, p, n = chance.randint(1, 5), chance.randint(1, 90), chance.randint(1, 7)
        typed = form.format(
            k=k, m=k + chance.randint(1, 9), p=p, q=p + chance.randint(1, 8), n=n,
            d=chance.randint(1, 9), w=WORDS[k - 1], v=WORDS[min(9, k + chance.randint(0, 4))],
            o=chance.choice(ORDINALS), a=chance.randint(1, 30), f=chance.randint(1, 6),
        )  # fmt: skip
        asked = Request(RequestKind(role), "", question.format(n=n, f=chance.randint(2, 6)))
        claim = Claim("page", 1, asked, typed)
        finding = judged(book, claim)
        if finding is None:
            continue
        wrong += 1
        mended = applied(typed, finding.changes)
        assert mended != typed, (typed, finding.expected)
        assert judged(book, claim._replace(words=mended)) is None, (typed, mended)
        if "1k6" in form or "1W6" in form or "1d6" in form:
            assert re.search(r"1[kWd]6\)$", mended), (typed, mended)
        if "%" in form and not re.search(r"than|between|at least|up to|nearly|over|[-<~]", form):
            assert _without_numbers(mended) == _without_numbers(typed), (typed, mended)
        if wrong == WRONG:
            return
    pytest.fail(f"only {wrong} wrong ones of {MOST_TRIED}")


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+(?:[.,]\d+)?", "#", text)
