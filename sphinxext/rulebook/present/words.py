"""The few words of our own that stand among an author's figures, by language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Words(NamedTuple):
    """What one language says."""

    one_in: str = "{k} in {n}"
    never: str = "never"
    always: str = "always"
    either: str = "or"
    upto: str = "{low} to {high}"
    chance: str = "Chance"
    exactly: str = "exactly"
    at_least: str = "at least"
    at_most: str = "at most"
    more_than: str = "more than"
    less_than: str = "less than"
    other_than: str = "other than"
    average: str = "Average"
    plain: str = "plain"
    face: str = "Face"
    difficulty: str = "Difficulty"
    outcome: str = "Outcome"
    needs: str = "Needs"
    ways: str = "Ways"
    missing: str = "Missing here: {what}"


_WORDS = {
    "en": Words(),
    "de": Words(
        "{k} von {n}", "nie", "immer", "oder", "{low} bis {high}", "Chance", "genau",
        "mindestens", "höchstens", "mehr als", "weniger als", "nicht", "Mittelwert", "ohne",
        "Augenzahl", "Schwierigkeit", "Ergebnis", "Bedarf", "Möglichkeiten", "Hier fehlt: {what}",
    ),
    "fr": Words(
        "{k} sur {n}", "jamais", "toujours", "ou", "{low} à {high}", "Chances", "exactement",
        "au moins", "au plus", "plus de", "moins de", "autre que", "Moyenne", "sans", "Face",
        "Difficulté", "Résultat", "Requis", "Façons", "Manque ici : {what}",
    ),
    "es": Words(
        "{k} de cada {n}", "nunca", "siempre", "o", "{low} a {high}", "Probabilidad",
        "exactamente", "al menos", "como máximo", "más de", "menos de", "distinto de", "Media",
        "sin", "Cara", "Dificultad", "Resultado", "Necesita", "Maneras", "Falta aquí: {what}",
    ),
    "it": Words(
        "{k} su {n}", "mai", "sempre", "o", "da {low} a {high}", "Probabilità", "esattamente",
        "almeno", "al massimo", "più di", "meno di", "diverso da", "Media", "senza", "Faccia",
        "Difficoltà", "Risultato", "Richiede", "Modi", "Qui manca: {what}",
    ),
    "pt": Words(
        "{k} em {n}", "nunca", "sempre", "ou", "{low} a {high}", "Probabilidade", "exatamente",
        "pelo menos", "no máximo", "mais de", "menos de", "diferente de", "Média", "sem", "Face",
        "Dificuldade", "Resultado", "Requer", "Maneiras", "Falta aqui: {what}",
    ),
    "pl": Words(
        "{k} na {n}", "nigdy", "zawsze", "lub", "od {low} do {high}", "Szansa", "dokładnie",
        "co najmniej", "co najwyżej", "więcej niż", "mniej niż", "inne niż", "Średnia", "bez",
        "Ścianka", "Trudność", "Wynik", "Wymaga", "Sposoby", "Tu brakuje: {what}",
    ),
    "ru": Words(
        "{k} из {n}", "никогда", "всегда", "или", "от {low} до {high}", "Шанс", "ровно",
        "не меньше", "не больше", "больше", "меньше", "не", "Среднее", "без", "Грань",
        "Сложность", "Исход", "Нужно", "Способы", "Здесь нет: {what}",
    ),
    "uk": Words(
        "{k} з {n}", "ніколи", "завжди", "або", "від {low} до {high}", "Шанс", "рівно",
        "щонайменше", "щонайбільше", "більше ніж", "менше ніж", "не", "Середнє", "без", "Грань",
        "Складність", "Результат", "Потрібно", "Способи", "Тут бракує: {what}",
    ),
    "tr": Words(
        "{n}'de {k}", "asla", "her zaman", "veya", "{low} ile {high}", "Olasılık", "tam",
        "en az", "en çok", "fazla", "az", "dışında", "Ortalama", "yok", "Yüz", "Zorluk", "Sonuç",
        "Gereken", "Yollar", "Burada eksik: {what}",
    ),
    "ja": Words(
        "{n}回に{k}回", "なし", "必ず", "か", "{low}～{high}", "確率", "ちょうど", "以上", "以下",
        "より大きい", "未満", "以外", "平均", "なし", "目", "難易度", "結果", "必要", "通り",
        "ここにありません：{what}",
    ),
    "zh": Words(
        "{n}次中{k}次", "从不", "总是", "或", "{low}至{high}", "概率", "恰好", "至少", "至多",
        "大于", "小于", "不等于", "平均", "无", "点数", "难度", "结果", "需要", "方式",
        "此处缺少：{what}",
    ),
}  # fmt: skip


@lru_cache(maxsize=64)
def words_of(language: str) -> Words:
    """The words of a language, English where there are none."""
    return _WORDS.get(language.replace("-", "_").split("_")[0].lower(), _WORDS["en"])


def either(items: Sequence[str], words: Words) -> str:
    """The items as a sentence lists them."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {words.either} {items[-1]}"


def faces(shown: Sequence[int], words: Words) -> str:
    """Faces as a sentence says them: "6", "5 or 6", "4 to 6"."""
    if len(shown) > 2 and shown[-1] - shown[0] == len(shown) - 1:
        return words.upto.format(low=shown[0], high=shown[-1])
    return either([str(face) for face in shown], words)
