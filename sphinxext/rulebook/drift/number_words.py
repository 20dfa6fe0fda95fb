"""The names of the numbers from 0 to 100, in the languages whose sentences spell them."""

from __future__ import annotations


def _words(text: str) -> list[str]:
    return text.split()


_EN_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_EN = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_DE_TENS = _words("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_DE = _words(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
_FR_TENS = _words("vingt trente quarante cinquante soixante")
_FR = _words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
)
_ES_TENS = _words("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_ES = _words(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve"
)


def english() -> tuple[str, ...]:
    """The English names: "thirty-three"."""
    above = [ten if not n else f"{ten}-{_EN[n]}" for ten in _EN_TENS for n in range(10)]
    return (*_EN, *above, "hundred")


def german() -> tuple[str, ...]:
    """The German names: "dreiunddreißig"."""
    ones = ["", "ein", *_DE[2:10]]
    above = [f"{ones[n]}und{ten}" if n else ten for ten in _DE_TENS for n in range(10)]
    return tuple(name.casefold() for name in (*_DE, *above, "hundert"))


def french() -> tuple[str, ...]:
    """The French names: "trente-trois"."""
    names = list(_FR)
    for ten in _FR_TENS:
        names += [ten, f"{ten} et un", *[f"{ten}-{_FR[n]}" for n in range(2, 10)]]
    names += ["soixante-dix", "soixante et onze", *[f"soixante-{_FR[n]}" for n in range(12, 20)]]
    names += ["quatre-vingts", *[f"quatre-vingt-{_FR[n]}" for n in range(1, 20)]]
    return (*names, "cent")


def spanish() -> tuple[str, ...]:
    """The Spanish names: "treinta y tres"."""
    above = [f"{ten} y {_ES[n]}" if n else ten for ten in _ES_TENS for n in range(10)]
    return (*_ES, *above, "cien")
