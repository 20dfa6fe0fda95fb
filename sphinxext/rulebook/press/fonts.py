"""Gathers fonts for Typst, from the look, the book and the machine."""

from __future__ import annotations

import hashlib
import shutil
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from ..files import write_atomically

PLAIN = (".ttf", ".otf", ".ttc")


def gather(own: Sequence[Path], letters: Iterable[str], folder: Path) -> set[str]:
    """Put the book's fonts and spare ones for its other letters into a folder.

    Returns the letters that no font has. Fonts of an earlier build go.
    """
    known = unpacked(own, folder)
    missing = lacking(letters, known)
    for spare in (lambda _: fonts_of_matplotlib(), fonts_of_machine):
        if missing:
            found = unpacked(spare(missing), folder)
            known += found
            missing = lacking(missing, found)
    for path in folder.iterdir():
        if path not in known:
            path.unlink()
    return missing


def within(folders: Iterable[Path]) -> list[Path]:
    """Return the fonts in some folders."""
    files = [path for each in folders for path in sorted(each.iterdir())]
    return [path for path in files if path.suffix in (*PLAIN, ".woff2")]


def unpacked(files: Sequence[Path], folder: Path) -> list[Path]:
    """Put fonts into a folder as Typst reads them. A web font is unpacked once and kept."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for file in files:
        print_ = hashlib.blake2b(file.read_bytes(), digest_size=4).hexdigest()
        suffix = file.suffix if file.suffix in PLAIN else ".ttf"
        target = folder / f"{file.stem}-{print_}{suffix}"
        if not target.exists() and file.suffix in PLAIN:
            shutil.copyfile(file, target)
        elif not target.exists():
            write_atomically(target, _decompressed(file, print_))
        found.append(target)
    return found


@lru_cache(maxsize=32)
def _decompressed(file: Path, _print: str) -> bytes:
    """Return a web font as Typst reads it; to make one is most of the work of a small book."""
    from fontTools.ttLib.woff2 import decompress

    font = BytesIO()
    decompress(file, font)
    return font.getvalue()


@lru_cache(maxsize=64)
def letters_of(file: Path) -> frozenset[int]:
    """Return the characters that a font can show."""
    from fontTools.ttLib import TTFont

    with TTFont(file, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap() or ())


def lacking(text: Iterable[str], files: Sequence[Path]) -> set[str]:
    """Return the letters that none of the fonts can show."""
    known: set[int] = set().union(*map(letters_of, files)) if files else set()
    return {char for char in text if ord(char) not in known and not _is_invisible(char)}


def _is_invisible(char: str) -> bool:
    """Tell if the character is invisible in any font."""
    is_selector = 0xFE00 <= ord(char) <= 0xFE0F
    return is_selector or unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Zs")


def fonts_of_matplotlib() -> list[Path]:
    """Return DejaVu, which has many letters that looks lack, the same on every machine."""
    import matplotlib as mpl

    folder = Path(mpl.get_data_path(), "fonts", "ttf")
    names = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansMono")
    return [folder / f"{name}.ttf" for name in names]


def fonts_of_machine(missing: set[str]) -> list[Path]:
    """Find fonts of the machine that have the letters, as few as possible."""
    from matplotlib.font_manager import findSystemFonts

    found: list[Path] = []
    for name in sorted(findSystemFonts(), key=lambda name: ("serif" not in name.lower(), name)):
        if not missing:
            break
        file = Path(name)
        try:
            has = {char for char in missing if ord(char) in letters_of(file)}
        except Exception:  # a file of the machine that is no sound font
            continue
        if has:
            found.append(file)
            missing = missing - has
    return found


# Fonts to look for, by the first word in the Unicode name of a letter. All are free.
KANA = "Noto Sans JP"
CJK = "Noto Sans SC, TC, JP or KR"
WANTED = {
    "CJK": CJK, "IDEOGRAPHIC": CJK, "FULLWIDTH": CJK, "HIRAGANA": KANA, "KATAKANA": KANA,
    "KATAKANA-HIRAGANA": KANA, "HANGUL": "Noto Sans KR",
}  # fmt: skip
SYMBOLS = "Noto Emoji or Noto Sans Symbols 2"
QUOTED = 6  # letters that a warning lists


def by_script(missing: Iterable[str]) -> dict[str, list[str]]:
    """Group letters by the font to look for."""
    found: dict[str, list[str]] = {}
    for char in sorted(missing):
        script = unicodedata.name(char, "").partition(" ")[0]
        known = WANTED.get(script) or (
            f"Noto Sans {script.capitalize()}" if unicodedata.category(char)[0] in "LM" else SYMBOLS
        )
        found.setdefault(known, []).append(char)
    return found


def listed(letters: Sequence[str]) -> str:
    """List the first letters with their code points."""
    shown = [f"{char} (U+{ord(char):04X})" for char in letters[:QUOTED]]
    rest = f" and {len(letters) - QUOTED} more" if len(letters) > QUOTED else ""
    return ", ".join(shown) + rest
