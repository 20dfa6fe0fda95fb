"""The few words of our own that stand beside a chart, by language."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class ChartWords(NamedTuple):
    """What one language says of a chart."""

    stacked: str = "Stacked columns"
    bars: str = "Bar chart"
    lines: str = "Line chart"
    heatmap: str = "Heat map"
    data: str = "The figures as a table"
    mostly: str = "most often {name} ({figure})"


_WORDS = {
    "en": ChartWords(),
    "de": ChartWords(
        "Gestapelte Säulen", "Balkendiagramm", "Liniendiagramm", "Heatmap",
        "Die Zahlen als Tabelle", "meist {name} ({figure})",
    ),
    "fr": ChartWords(
        "Colonnes empilées", "Diagramme en barres", "Courbes", "Carte de chaleur",
        "Les chiffres en tableau", "le plus souvent {name} ({figure})",
    ),
    "es": ChartWords(
        "Columnas apiladas", "Gráfico de barras", "Gráfico de líneas", "Mapa de calor",
        "Las cifras en una tabla", "lo más frecuente, {name} ({figure})",
    ),
    "it": ChartWords(
        "Colonne impilate", "Grafico a barre", "Grafico a linee", "Mappa di calore",
        "Le cifre in tabella", "per lo più {name} ({figure})",
    ),
    "pt": ChartWords(
        "Colunas empilhadas", "Gráfico de barras", "Gráfico de linhas", "Mapa de calor",
        "Os números em tabela", "mais vezes {name} ({figure})",
    ),
    "pl": ChartWords(
        "Kolumny skumulowane", "Wykres słupkowy", "Wykres liniowy", "Mapa cieplna",
        "Liczby w tabeli", "najczęściej {name} ({figure})",
    ),
    "ru": ChartWords(
        "Столбцы с накоплением", "Столбчатая диаграмма", "Линейный график", "Тепловая карта",
        "Числа таблицей", "чаще всего {name} ({figure})",
    ),
    "uk": ChartWords(
        "Стовпчики з накопиченням", "Стовпчикова діаграма", "Лінійний графік", "Теплова карта",
        "Числа таблицею", "найчастіше {name} ({figure})",
    ),
    "tr": ChartWords(
        "Yığılmış sütunlar", "Çubuk grafik", "Çizgi grafik", "Isı haritası", "Tablo olarak",
        "en sık {name} ({figure})",
    ),
    "ja": ChartWords(
        "積み上げ棒グラフ", "棒グラフ", "折れ線グラフ", "ヒートマップ", "数値の表",
        "最多は{name}（{figure}）",
    ),
    "zh": ChartWords(
        "堆叠柱形图", "柱形图", "折线图", "热图", "数据表", "最常见的是{name}（{figure}）",
    ),
}  # fmt: skip


@lru_cache(maxsize=64)
def chart_words(language: str) -> ChartWords:
    """The words of a language, English where there are none."""
    return _WORDS.get(language.replace("-", "_").split("_")[0].lower(), _WORDS["en"])
