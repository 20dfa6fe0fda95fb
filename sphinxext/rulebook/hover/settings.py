"""The settings of previews: hoverxref's own, so a book keeps its `conf.py`, and one of ours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

from sphinxext.rulebook.hover.conf import Setting, declare, read_settings
from sphinxext.rulebook.hover.private import is_set

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

KINDS: Final = ("tooltip", "modal")
# The roles of hoverxref, and the kind that the role's own name gives.
ROLES: Final[dict[str, str | None]] = {
    "hoverxref": None,
    "hoverxreftooltip": "tooltip",
    "hoverxrefmodal": "modal",
}
# Words of the script, for a book in another language to replace.
_KNOWN_WORDS: Final = ("more", "on", "close", "off", "shown", "hint")
WHAT_TO_MARK: Final = ("hoverxref_auto_ref", "hoverxref_roles", "hoverxref_domains")


def _words(value: dict[str, str], _: Path) -> dict[str, str]:
    if unknown := sorted(value.keys() - set(_KNOWN_WORDS)):
        raise ValueError(f"no {unknown[0]!r}; its words are {', '.join(_KNOWN_WORDS)}")
    return value


def _by_kind(tooltip: str, modal: str, wish: str = "") -> Callable[[Any, Path], dict[str, Any]]:
    """Return what reads a value for each kind; one value alone is meant for tooltips."""

    def read(value: Any, _: Path) -> dict[str, Any]:
        given = value if isinstance(value, dict) else {} if value is None else {"tooltip": value}
        for kind, each in given.items():
            if kind not in KINDS:
                raise ValueError(f"no kind {kind!r}; write 'tooltip' or 'modal'")
            pattern = {"tooltip": tooltip, "modal": modal}[kind]
            if not re.fullmatch(pattern, str(each)):
                instead = wish or " or ".join(map(repr, pattern.split("|")))
                raise ValueError(f"no {each!r} for a {kind}; write {instead}")
        return given

    return read


def _types(value: dict[str, str], _: Path) -> dict[str, str]:
    for role, kind in value.items():
        if kind not in KINDS:
            raise ValueError(f"no {kind!r} for {role!r}; write 'tooltip' or 'modal'")
    return value


_SIZE: Final = r"\d+|\d+(\.\d+)?(px|rem|em|ch|vw|%)"
# Settings of hoverxref that still have a meaning; the way over for the rest is in the manual.
HOVERXREF: Final = (
    Setting("hoverxref_auto_ref", False, rebuild="env"),
    Setting("hoverxref_roles", [], rebuild="env"),
    Setting("hoverxref_domains", [], rebuild="env"),
    Setting("hoverxref_ignore_refs", ["genindex", "modindex", "search"], rebuild="env"),
    Setting("hoverxref_role_types", {}, (dict,), check=_types, rebuild="env"),
    Setting("hoverxref_default_type", "tooltip", (str,), KINDS, rebuild="env"),
    Setting("hoverxref_tooltip_maxwidth", 450, told=("data-width",), rebuild="env"),
    Setting("hoverxref_tooltip_side", "right", told=("data-side",), rebuild="env"),
    Setting("hoverxref_tooltip_animation", "fade", told=("data-animation",), rebuild="env"),
    Setting("hoverxref_tooltip_class", "rst-content", told=("data-tooltip-class",), rebuild="env"),
    Setting("hoverxref_modal_hover_delay", 350, told=("data-modal-delay",), rebuild="env"),
    Setting("hoverxref_modal_class", "rst-content", told=("data-modal-class",), rebuild="env"),
    Setting("hoverxref_modal_default_title", "Note", told=("data-modal-title",), rebuild="env"),
    Setting("hoverxref_modal_prefix_title", "📝 ", told=("data-modal-prefix",), rebuild="env"),
)
SETTINGS: Final = (
    # Previews are made anew at every build, so no page need be for another length.
    Setting("rulebook_preview_length", 1000, (int,)),
    Setting("rulebook_preview_words", {}, (dict,), check=_words, told=("data-words",)),
    Setting(
        "rulebook_preview_delay", None, told=("data-delay", "data-modal-delay"),
        check=_by_kind(r"\d+", r"\d+", "a number of milliseconds"),
    ),
    Setting(
        "rulebook_preview_width", None, told=("data-width", "data-modal-width"),
        check=_by_kind(_SIZE, _SIZE, "a number of pixels or a length such as '30rem'"),
    ),
    Setting(
        "rulebook_preview_side", None, told=("data-side", "data-modal-side"),
        check=_by_kind("bottom|top|left|right", "center|top|bottom|left|right"),
    ),
    Setting(
        "rulebook_preview_look", "dotted", (str,), ("dotted", "underlined", "icon", "plain"),
        told=("data-links",),
    ),
    Setting(
        "rulebook_preview_switch", "end", (str,), ("end", "buttons", "off"), told=("data-switch",)
    ),
    Setting("rulebook_preview_selector", "", (str,), told=("data-also",)),
    Setting("rulebook_preview_except", "", (str,), told=("data-never",)),
    Setting("rulebook_preview_projects", {}, (list, tuple, dict), rebuild="env"),
    Setting("rulebook_preview_project_seconds", 20, (int, float)),
    Setting("rulebook_preview_project_megabytes", 20, (int, float)),
)  # fmt: skip


def add(app: Sphinx) -> None:
    """Register every setting that hoverxref has not registered itself."""
    declare(app, [each for each in (*HOVERXREF, *SETTINGS) if each.name not in app.config])


def complete(app: Sphinx, config: Config) -> None:
    """Fill in what to mark where the book leaves that to us, and mend what cannot be meant."""
    listed = "sphinxext.rulebook.hover" in config.extensions
    if listed and not say_what_to_mark(config):
        config.hoverxref_auto_ref = True
        config.hoverxref_roles = ["numref", "term"]
    values, wrong = read_settings((*HOVERXREF, *SETTINGS), config, app.confdir / "conf.py")
    for name, value in values.items():
        config[name] = value
    for name, message, where in wrong:
        warn(f"{name}: {message}", where)


def say_what_to_mark(config: Config) -> bool:
    """Tell whether `conf.py` says which references are marked."""
    return any(is_set(config, name) for name in WHAT_TO_MARK)


def kind_of(
    config: Config, domain: str, role: str, target: str, *, every: bool = False
) -> str | None:
    """Return the kind of preview that a reference opens, or None if it opens none.

    The settings name the roles that open one, unless every role does.
    """
    if target in config.hoverxref_ignore_refs:
        return None
    names = ("citation", role) if domain == "citation" else (f"{domain}:{role}", role)
    if not every and not any(_is_chosen(config, domain, name) for name in names):
        return None
    types = config.hoverxref_role_types
    found = ROLES.get(role) or types.get(names[0]) or types.get(role)
    return str(found or config.hoverxref_default_type)


def _is_chosen(config: Config, domain: str, name: str) -> bool:
    return (
        name in ROLES
        or (name == "ref" and config.hoverxref_auto_ref)
        or name in config.hoverxref_roles
        or domain in config.hoverxref_domains
    )


def that_change_previews(config: Config) -> str:
    """Return the settings on which the content of previews depends, as a text to compare."""
    ours = ("length", "selector", "projects", "project_seconds", "project_megabytes")
    names = [*(f"rulebook_preview_{name}" for name in ours), "mathjax_path", "intersphinx_mapping"]
    return repr([getattr(config, name, None) for name in names])


def script_attributes(config: Config, projects: dict[str, str]) -> dict[str, str]:
    """Return the book's settings that the script needs, as attributes of its tag."""
    attributes: dict[str, str] = {}
    for setting in (*HOVERXREF, *SETTINGS):
        if not setting.told or not is_set(config, setting.name):
            continue
        value = config[setting.name]
        if len(setting.told) > 1:  # one for each kind
            told = dict(zip(KINDS, setting.told, strict=True))
            attributes |= {told[kind]: _as_text(each) for kind, each in value.items()}
        else:
            attributes[setting.told[0]] = _as_text(value)
    if projects:
        attributes["data-projects"] = _as_text(projects)
    return attributes


def warn(message: str, where: str | nodes.Node | None = None) -> None:
    """Warn of a setting, or of what it names."""
    logger.warning("%s", message, location=where, type="rulebook", subtype="hover")


def _as_text(value: object) -> str:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):  # tooltipster took several sides, the first is the wish
        return str(value[0]) if value else ""
    return str(value)
