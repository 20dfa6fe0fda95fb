"""How languages write numbers in words, hedges and ranges, as far as books of rules use them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..present.numbers import locale_of
from .number_words import english, french, german, spanish


class Lexicon(NamedTuple):
    """The words of one language."""

    numbers: tuple[str, ...] = ()  # none, one, two, … in order
    parts: tuple[tuple[str, int], ...] = ()  # "half": 2, "third": 3, …
    hedges: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # a hedge that follows its figure: "or so"
    one_in: tuple[str, ...] = ()  # what stands between k and n
    of: tuple[str, ...] = ()  # "a" or "one" of a part: "a third"
    plus: tuple[str, ...] = ()  # "or more"
    minus: tuple[str, ...] = ()  # "or less"
    to: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    percent: tuple[str, ...] = ()
    above: tuple[str, ...] = ()  # "more than"
    between: tuple[str, ...] = ()
    on: tuple[str, ...] = ()  # what stands between a range and its dice: "on a"
    even: tuple[str, ...] = ()  # a chance of one half
    pairs: tuple[str, ...] = ()  # "a pair"
    roll: tuple[str, ...] = ()  # what a range of faces follows: "a roll of"
    any: tuple[str, ...] = ()  # every value will do
    more: tuple[str, ...] = ()  # in front of a chance that is more
    less: tuple[str, ...] = ()


EN = Lexicon(
    numbers=english(),
    parts=(
        ("half", 2), ("halves", 2), ("third", 3), ("thirds", 3), ("quarter", 4), ("quarters", 4),
        ("fourth", 4), ("fourths", 4), ("fifth", 5), ("fifths", 5), ("sixth", 6), ("sixths", 6),
        ("eighth", 8), ("eighths", 8), ("ninth", 9), ("ninths", 9), ("tenth", 10), ("tenths", 10),
        ("twelfth", 12), ("twelfths", 12),
    ),
    hedges=(
        "about", "around", "roughly", "approximately", "approx.", "approx", "nearly", "almost",
        "some", "circa", "ca.", "c.", "just over", "just under", "a little over",
        "a little under", "close to",
    ),
    about=("or so", "or thereabouts"),
    one_in=("in", "out of", "of", *(
        f"{noun} {joint}"
        for noun in (
            "chance", "chances", "time", "times", "roll", "rolls", "try", "tries", "way", "ways",
        )
        for joint in ("in", "out of")
    )),
    of=("a", "an", "one", "once"),
    plus=("or more", "or higher", "or above", "or better", "or greater", "and up", "and above",
          "and higher", "at least", "no less than"),
    minus=("or less", "or lower", "or below", "or fewer", "or under", "at most", "no more than"),
    to=("to", "through", "up to"),
    either=("or", "and"),
    none=("no", "no chance", "none", "never", "nothing", "impossible"),
    always=("always", "certain", "automatic"),
    percent=("percent", "per cent"),
    above=("more than", "above", "over", "higher than", "greater than", "better than"),
    between=("between",),
    on=("on the", "on a", "on an", "on", "with a", "with the", "of a", "of the"),
    even=("even", "evens", "even odds", "even chance", "fifty-fifty", "50-50", "50/50",
          "a coin flip", "coin flip"),
    pairs=("pair", "couple"),
    any=("any", "all", "anything", "every"),
    roll=("roll of", "rolls of", "result of", "total of", "roll", "rolling", "rolls", "needs",
          "need"),
    more=("more than", "over", "above", "better than", "greater than", "upwards of"),
    less=("less than", "under", "below", "fewer than", "worse than"),
)  # fmt: skip
DE = Lexicon(
    numbers=german(),
    parts=(
        ("hälfte", 2), ("halb", 2), ("drittel", 3), ("viertel", 4), ("fünftel", 5),
        ("sechstel", 6), ("achtel", 8), ("neuntel", 9), ("zehntel", 10), ("zwölftel", 12),
    ),
    hedges=("etwa", "ungefähr", "rund", "circa", "ca.", "knapp", "fast", "gut", "um die"),
    about=("oder so",),
    one_in=("von", "zu", "aus", "in"),
    of=("ein", "eine", "einem", "einen", "einer", "die", "eins"),
    plus=("oder mehr", "oder höher", "oder besser", "und mehr", "mindestens"),
    minus=("oder weniger", "oder niedriger", "höchstens"),
    to=("bis", "bis zu"),
    either=("oder", "und"),
    none=("kein", "keine", "keinen", "nie", "niemals", "unmöglich"),
    always=("immer", "sicher", "automatisch"),
    percent=("prozent",),
    above=("mehr als", "über", "höher als"),
    between=("zwischen",),
    on=("auf einem", "auf dem", "auf", "mit einem", "mit dem", "mit", "bei einem", "bei"),
    even=("fifty-fifty", "50-50", "50/50", "halbe-halbe"),
    pairs=("paar",),
    any=("jede", "jeder", "jedes", "alle", "beliebig"),
    roll=("wurf", "wurf von", "ergebnis von", "ab"),
    more=("mehr als", "über"),
    less=("weniger als", "unter"),
)  # fmt: skip
FR = Lexicon(
    numbers=french(),
    parts=(
        ("moitié", 2), ("demi", 2), ("tiers", 3), ("quart", 4), ("quarts", 4), ("cinquième", 5),
        ("cinquièmes", 5), ("sixième", 6), ("sixièmes", 6), ("huitième", 8), ("huitièmes", 8),
        ("neuvième", 9), ("dixième", 10), ("dixièmes", 10), ("douzième", 12), ("douzièmes", 12),
    ),
    hedges=("environ", "à peu près", "presque", "près de", "quelque", "autour de"),
    one_in=("sur", "chance sur", "chances sur", "fois sur", "en"),
    of=("un", "une", "la"),
    plus=("ou plus", "ou mieux", "et plus", "au moins"),
    minus=("ou moins", "et moins", "au plus"),
    to=("à", "jusqu'à"),
    either=("ou", "et"),
    none=("aucun", "aucune", "jamais", "impossible"),
    always=("toujours", "certain", "automatique"),
    percent=("pour cent", "pourcent"),
    above=("plus de",),
    between=("entre",),
    on=("sur un", "sur le", "sur", "au", "avec un", "avec"),
    even=("cinquante-cinquante", "50-50", "50/50"),
    pairs=("paire",),
    any=("tous", "toutes", "tout", "n'importe lequel"),
    roll=("jet de", "résultat de", "obtenir", "de"),
    more=("plus de", "plus d'"),
    less=("moins de", "moins d'"),
)  # fmt: skip
ES = Lexicon(
    numbers=spanish(),
    parts=(
        ("mitad", 2), ("medio", 2), ("tercio", 3), ("tercios", 3), ("cuarto", 4), ("cuartos", 4),
        ("quinto", 5), ("quintos", 5), ("sexto", 6), ("sextos", 6), ("octavo", 8), ("octavos", 8),
        ("noveno", 9), ("décimo", 10), ("décimos", 10), ("doceavo", 12), ("doceavos", 12),
    ),
    hedges=("alrededor de", "aproximadamente", "unos", "unas", "casi", "cerca de", "más o menos"),
    one_in=("de cada", "vez de cada", "veces de cada", "entre", "de", "en"),
    of=("un", "una", "la"),
    plus=("o más", "o mejor", "y más", "al menos"),
    minus=("o menos", "y menos", "como máximo"),
    to=("a", "hasta"),
    either=("o", "u", "y"),
    none=("ningún", "ninguno", "ninguna", "nunca", "imposible"),
    always=("siempre", "seguro", "automático"),
    percent=("por ciento",),
    above=("más de",),
    between=("entre",),
    on=("en un", "en el", "en", "con un", "con"),
    even=("cincuenta-cincuenta", "50-50", "50/50"),
    pairs=("par",),
    any=("cualquiera", "todos", "todas"),
    roll=("tirada de", "resultado de", "sacar"),
    more=("más de",),
    less=("menos de",),
)  # fmt: skip
# Of other languages only digits and signs are read, with the words that stand between them.
_BY_LANGUAGE = {
    "en": EN,
    "de": DE,
    "fr": FR,
    "es": ES,
    "it": Lexicon(one_in=("su",), hedges=("circa", "quasi"), plus=("o più",), minus=("o meno",),
                  to=("a",), either=("o", "e"), percent=("per cento",)),
    "pt": Lexicon(one_in=("em",), hedges=("cerca de", "quase"), plus=("ou mais",),
                  minus=("ou menos",), to=("a",), either=("ou", "e"), percent=("por cento",)),
    "pl": Lexicon(one_in=("na",), hedges=("około", "prawie"), plus=("lub więcej",),
                  minus=("lub mniej",), to=("do",), either=("lub", "albo")),
    "ru": Lexicon(one_in=("из",), hedges=("около", "почти"), plus=("или больше", "или более"),
                  minus=("или меньше", "или менее"), to=("до",), either=("или", "и")),
    "uk": Lexicon(one_in=("з", "із"), hedges=("близько", "майже"), plus=("або більше",),
                  minus=("або менше",), to=("до",), either=("або", "чи", "і")),
    "tr": Lexicon(hedges=("yaklaşık",), plus=("veya fazlası",), either=("veya",)),
    "ja": Lexicon(hedges=("約",), plus=("以上",), minus=("以下",), to=("から",)),
    "zh": Lexicon(hedges=("约", "大约"), plus=("以上", "或以上"), minus=("以下", "或以下"),
                  to=("到", "至"), either=("或",)),
}  # fmt: skip


@lru_cache(maxsize=64)
def lexicon_of(language: str) -> Lexicon:
    """The words of the book's language, with English beside where it has none of its own."""
    return _BY_LANGUAGE.get(language.replace("-", "_").split("_")[0].lower(), EN)


@lru_cache(maxsize=64)
def point_of(language: str) -> str:
    """The sign between whole and decimals in the language."""
    symbols = locale_of(language).number_symbols
    return str(symbols.get("latn", symbols).get("decimal", "."))
