"""The few words of our own that stand among an author's figures and beside charts, by language."""

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
    mean: str = "mean"
    median: str = "median"
    stacked: str = "Stacked columns"
    bars: str = "Bar chart"
    lines: str = "Line chart"
    heatmap: str = "Heat map"
    data: str = "The figures as a table"
    mostly: str = "most often {name} ({figure})"


_WORDS = {
    "en": Words(),
    "de": Words(
        "{k} von {n}", "nie", "immer", "oder", "{low} bis {high}", "Chance", "genau",
        "mindestens", "höchstens", "mehr als", "weniger als", "nicht", "Mittelwert", "ohne",
        "Augenzahl", "Schwierigkeit", "Ergebnis", "Bedarf", "Möglichkeiten", "Hier fehlt: {what}",
        "Mittelwert", "Median",
        "Gestapelte Säulen", "Balkendiagramm", "Liniendiagramm", "Heatmap",
        "Die Zahlen als Tabelle", "meist {name} ({figure})",
    ),
    "fr": Words(
        "{k} sur {n}", "jamais", "toujours", "ou", "{low} à {high}", "Chances", "exactement",
        "au moins", "au plus", "plus de", "moins de", "autre que", "Moyenne", "sans", "Face",
        "Difficulté", "Résultat", "Requis", "Façons", "Manque ici : {what}",
        "moyenne", "médiane",
        "Colonnes empilées", "Diagramme en barres", "Courbes", "Carte de chaleur",
        "Les chiffres en tableau", "le plus souvent {name} ({figure})",
    ),
    "es": Words(
        "{k} de cada {n}", "nunca", "siempre", "o", "{low} a {high}", "Probabilidad",
        "exactamente", "al menos", "como máximo", "más de", "menos de", "distinto de", "Media",
        "sin", "Cara", "Dificultad", "Resultado", "Necesita", "Maneras", "Falta aquí: {what}",
        "media", "mediana",
        "Columnas apiladas", "Gráfico de barras", "Gráfico de líneas", "Mapa de calor",
        "Las cifras en una tabla", "lo más frecuente, {name} ({figure})",
    ),
    "it": Words(
        "{k} su {n}", "mai", "sempre", "o", "da {low} a {high}", "Probabilità", "esattamente",
        "almeno", "al massimo", "più di", "meno di", "diverso da", "Media", "senza", "Faccia",
        "Difficoltà", "Risultato", "Richiede", "Modi", "Qui manca: {what}",
        "media", "mediana",
        "Colonne impilate", "Grafico a barre", "Grafico a linee", "Mappa di calore",
        "Le cifre in tabella", "per lo più {name} ({figure})",
    ),
    "pt": Words(
        "{k} em {n}", "nunca", "sempre", "ou", "{low} a {high}", "Probabilidade", "exatamente",
        "pelo menos", "no máximo", "mais de", "menos de", "diferente de", "Média", "sem", "Face",
        "Dificuldade", "Resultado", "Requer", "Maneiras", "Falta aqui: {what}",
        "média", "mediana",
        "Colunas empilhadas", "Gráfico de barras", "Gráfico de linhas", "Mapa de calor",
        "Os números em tabela", "mais vezes {name} ({figure})",
    ),
    "pl": Words(
        "{k} na {n}", "nigdy", "zawsze", "lub", "od {low} do {high}", "Szansa", "dokładnie",
        "co najmniej", "co najwyżej", "więcej niż", "mniej niż", "inne niż", "Średnia", "bez",
        "Ścianka", "Trudność", "Wynik", "Wymaga", "Sposoby", "Tu brakuje: {what}",
        "średnia", "mediana",
        "Kolumny skumulowane", "Wykres słupkowy", "Wykres liniowy", "Mapa cieplna",
        "Liczby w tabeli", "najczęściej {name} ({figure})",
    ),
    "ru": Words(
        "{k} из {n}", "никогда", "всегда", "или", "от {low} до {high}", "Шанс", "ровно",
        "не меньше", "не больше", "больше", "меньше", "не", "Среднее", "без", "Грань",
        "Сложность", "Исход", "Нужно", "Способы", "Здесь нет: {what}",
        "среднее", "медиана",
        "Столбцы с накоплением", "Столбчатая диаграмма", "Линейный график", "Тепловая карта",
        "Числа таблицей", "чаще всего {name} ({figure})",
    ),
    "uk": Words(
        "{k} з {n}", "ніколи", "завжди", "або", "від {low} до {high}", "Шанс", "рівно",
        "щонайменше", "щонайбільше", "більше ніж", "менше ніж", "не", "Середнє", "без", "Грань",
        "Складність", "Результат", "Потрібно", "Способи", "Тут бракує: {what}",
        "середнє", "медіана",
        "Стовпчики з накопиченням", "Стовпчикова діаграма", "Лінійний графік", "Теплова карта",
        "Числа таблицею", "найчастіше {name} ({figure})",
    ),
    "tr": Words(
        "{n}'de {k}", "asla", "her zaman", "veya", "{low} ile {high}", "Olasılık", "tam",
        "en az", "en çok", "fazla", "az", "dışında", "Ortalama", "yok", "Yüz", "Zorluk", "Sonuç",
        "Gereken", "Yollar", "Burada eksik: {what}",
        "ortalama", "medyan",
        "Yığılmış sütunlar", "Çubuk grafik", "Çizgi grafik", "Isı haritası", "Tablo olarak",
        "en sık {name} ({figure})",
    ),
    "ja": Words(
        "{n}回に{k}回", "なし", "必ず", "か", "{low}～{high}", "確率", "ちょうど", "以上", "以下",
        "より大きい", "未満", "以外", "平均", "なし", "目", "難易度", "結果", "必要", "通り",
        "ここにありません：{what}",
        "平均", "中央値",
        "積み上げ棒グラフ", "棒グラフ", "折れ線グラフ", "ヒートマップ", "数値の表",
        "最多は{name}（{figure}）",
    ),
    "zh": Words(
        "{n}次中{k}次", "从不", "总是", "或", "{low}至{high}", "概率", "恰好", "至少", "至多",
        "大于", "小于", "不等于", "平均", "无", "点数", "难度", "结果", "需要", "方式",
        "此处缺少：{what}",
        "平均", "中位数",
        "堆叠柱形图", "柱形图", "折线图", "热图", "数据表", "最常见的是{name}（{figure}）",
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
