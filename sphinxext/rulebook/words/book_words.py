"""The words that a book says of itself, such as "Contents" and "Chapter", in its language."""

from __future__ import annotations

KEYS = ("contents", "chapter", "part", "index", "see", "see-also", "example", "remember",
        "read-aloud", "page", "continued")  # fmt: skip
_WORDS = {
    "en": ("Contents", "Chapter", "Part", "Index", "see", "see also", "Example of play",
           "Remember", "Read aloud", "page", "continued"),
    "de": ("Inhalt", "Kapitel", "Teil", "Register", "siehe", "siehe auch", "Spielbeispiel",
           "Merke", "Vorlesen", "Seite", "Fortsetzung"),
    "fr": ("Sommaire", "Chapitre", "Partie", "Index", "voir", "voir aussi", "Exemple de jeu",
           "À retenir", "À lire à voix haute", "page", "suite"),
    "es": ("Contenido", "Capítulo", "Parte", "Índice alfabético", "véase", "véase también",
           "Ejemplo de juego", "Recuerda", "Para leer en voz alta", "página", "continuación"),
    "it": ("Indice", "Capitolo", "Parte", "Indice analitico", "vedi", "vedi anche",
           "Esempio di gioco", "Da ricordare", "Da leggere ad alta voce", "pagina", "segue"),
    "pt": ("Sumário", "Capítulo", "Parte", "Índice remissivo", "ver", "ver também",
           "Exemplo de jogo", "Lembre-se", "Leia em voz alta", "página", "continuação"),
    "pl": ("Spis treści", "Rozdział", "Część", "Indeks", "zobacz", "zobacz też",
           "Przykład gry", "Zapamiętaj", "Przeczytaj na głos", "strona", "ciąg dalszy"),
}  # fmt: skip


def words_of(language: str) -> dict[str, str]:
    """The words in a language, English where we do not have it."""
    known = _WORDS.get(language.replace("-", "_").partition("_")[0], _WORDS["en"])
    return dict(zip(KEYS, known, strict=True))
