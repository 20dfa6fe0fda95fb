"""What a reader sees of a page: the cells of its tables."""

from bs4 import BeautifulSoup, Tag


def cells(table: Tag | BeautifulSoup) -> list[list[str]]:
    """The texts of a table's cells, row by row."""
    return [[text(cell) for cell in row.select("th, td")] for row in table.select("tr")]


def text(node: Tag) -> str:
    """The words of a node, spaces as one."""
    return " ".join(node.get_text().split())


def captioned(page: BeautifulSoup, caption: str) -> Tag:
    """The table with that caption."""
    for table in page.select("table"):
        found = table.select_one(".caption-text")
        if found is not None and text(found) == caption:
            return table
    raise LookupError(caption)


def directive(name: str, caption: str = "", body: str = "", /, **options: str) -> str:
    """A directive of ours in reStructuredText; ``_`` in an option's name stands for ``-``."""
    lines = [f"   :{key.replace('_', '-')}: {value}".rstrip() for key, value in options.items()]
    rest = [f"   {line}".rstrip() for line in body.splitlines()]
    return "\n".join([f".. {name}:: {caption}".rstrip(), *lines, "", *rest, "", ""])


def in_markdown(name: str, caption: str = "", body: str = "", /, **options: str) -> str:
    """The same directive in Markdown, its values quoted as YAML needs it."""
    lines = [
        f":{key.replace('_', '-')}: {_quoted(value)}".rstrip() for key, value in options.items()
    ]
    return "\n".join([f"````{{{name}}} {caption}".rstrip(), *lines, "", body, "````", "", ""])


def _quoted(value: str) -> str:
    needs = value.startswith((">", "!", '"', "'", "=", "<")) or " #" in value
    return "'" + value.replace("'", "''") + "'" if needs else value
