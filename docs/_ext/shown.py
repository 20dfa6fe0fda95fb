"""A directive for the manual: an example in both languages of markup, and what it comes to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

DIRECTIVE = re.compile(r"^\.\. (?:\|[^|]+\| )?([\w-]+):: ?(.*)$")
OPTION = re.compile(r"^ +:([\w-]+): ?(.*)$")
ROLE = re.compile(r":([\w-]+):`([^`]*)`")


class Shown(SphinxDirective):
    """The source of its body in Markdown and in reStructuredText, with the body itself below."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Tabs with the sources, then the result."""
        rst = "\n".join(self.content)
        tabs = [
            ".. tab-set::",
            "",
            *_tab("Markdown", "md", "markdown", in_markdown(rst)),
            *_tab("reStructuredText", "rst", "rst", rst),
        ]
        result = nodes.container(classes=["shown-result"])
        result += self.parse_content_to_nodes()
        return [*self.parse_text_to_nodes("\n".join(tabs)), result]


def _tab(title: str, key: str, language: str, source: str) -> list[str]:
    lines = [f"   .. tab-item:: {title}", f"      :sync: {key}", ""]
    lines += [f"      .. code-block:: {language}", ""]
    return [*lines, *[f"         {line}".rstrip() for line in source.splitlines()], ""]


def in_markdown(rst: str) -> str:
    """Directives with options and a body, roles and paragraphs, as Markdown writes them."""
    lines: list[str] = []
    inside = body = False
    for line in [*rst.splitlines(), "end"]:
        if inside and line and not line.startswith(" "):
            while lines and not lines[-1]:
                lines.pop()
            lines += ["```", ""]
            inside = False
        if found := DIRECTIVE.match(line):
            lines.append(f"```{{{found[1]}}} {_roles(found[2])}".rstrip())
            inside, body = True, False
        elif inside and not body and (option := OPTION.match(line)):
            lines.append(f":{option[1]}: {_yaml(option[2])}".rstrip())
        elif inside:
            body = True
            lines += _table_row(_roles(line[3:]), lines)
        else:
            lines.append(_roles(line))
    return "\n".join(lines[:-1]).strip()


def _roles(line: str) -> str:
    return ROLE.sub(r"{\1}`\2`", line)


def _table_row(line: str, lines: list[str]) -> list[str]:
    """A line of a simple table as Markdown draws it: the second rule stays, the others go."""
    if re.fullmatch(r"=+(?: +=+)+", line):
        heads = [each for each in lines if each.startswith("|")]
        return ["|---" * len(line.split()) + "|"] if len(heads) == 1 else []
    if re.search(r"\S {2,}\S", line):
        return [f"| {' | '.join(re.split(r' {2,}', line.strip()))} |"]
    return [line]


def _yaml(value: str) -> str:
    """The value as YAML takes it."""
    if not value.startswith((">", "!", '"', "'")) and " #" not in value:
        return value
    return f"'{value}'" if '"' in value else f'"{value}"'


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("shown", Shown)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
