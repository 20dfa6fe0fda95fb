"""The settings of previews: hoverxref's own, so a book keeps its `conf.py`, and one of ours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

KINDS: Final = ("tooltip", "modal")
LENGTH: Final = "rulebook_preview_length"
DEFAULT_LENGTH: Final = 1000
WORDS: Final = "rulebook_preview_words"
# What the script says, and what a book in another language says instead.
_KNOWN_WORDS: Final = ("more", "on", "close", "off", "shown", "hint")
WHAT_TO_MARK: Final = ("hoverxref_auto_ref", "hoverxref_roles", "hoverxref_domains")

# Name and default of what still has a meaning; the way over for the rest is in the manual.
_HOVERXREF: Final[tuple[tuple[str, Any], ...]] = (
    ("hoverxref_auto_ref", False),
    ("hoverxref_roles", []),
    ("hoverxref_domains", []),
    ("hoverxref_ignore_refs", ["genindex", "modindex", "search"]),
    ("hoverxref_role_types", {}),
    ("hoverxref_default_type", "tooltip"),
    ("hoverxref_tooltip_maxwidth", 450),
    ("hoverxref_tooltip_side", "right"),
    ("hoverxref_tooltip_animation", "fade"),
    ("hoverxref_tooltip_class", "rst-content"),
    ("hoverxref_modal_hover_delay", 350),
    ("hoverxref_modal_class", "rst-content"),
    ("hoverxref_modal_default_title", "Note"),
    ("hoverxref_modal_prefix_title", "📝 "),
)

# What the script is told of a setting that the book's conf.py gives, by the script tag itself.
_FOR_THE_SCRIPT: Final = (
    ("hoverxref_tooltip_maxwidth", "data-width"),
    ("hoverxref_tooltip_side", "data-side"),
    ("hoverxref_tooltip_animation", "data-animation"),
    ("hoverxref_tooltip_class", "data-tooltip-class"),
    ("hoverxref_modal_hover_delay", "data-modal-delay"),
    ("hoverxref_modal_class", "data-modal-class"),
    ("hoverxref_modal_default_title", "data-modal-title"),
    ("hoverxref_modal_prefix_title", "data-modal-prefix"),
)


def add(app: Sphinx) -> None:
    """Register every setting that hoverxref has not registered itself."""
    for name, default in _HOVERXREF:
        if name not in app.config:
            app.add_config_value(name, default, "env")
    # Previews are made anew at every build, so no page need be for another length.
    app.add_config_value(LENGTH, DEFAULT_LENGTH, "", types=(int,))
    app.add_config_value(WORDS, {}, "html", types=(dict,))


def complete(_app: Sphinx, config: Config) -> None:
    """Fill in what to mark where the book leaves that to us, and mend what cannot be meant."""
    listed = "sphinxext.rulebook.hover" in config.extensions
    if listed and not any(is_set(config, name) for name in WHAT_TO_MARK):
        config.hoverxref_auto_ref = True
        config.hoverxref_roles = ["numref", "term"]
    default = _known_kind(config.hoverxref_default_type, "hoverxref_default_type")
    config.hoverxref_default_type = default
    # hoverxref logs a line for every reference of a role that is not in here.
    config.hoverxref_role_types = dict.fromkeys(("ref", *config.hoverxref_roles), default) | {
        role: _known_kind(kind, f"hoverxref_role_types[{role!r}]")
        for role, kind in config.hoverxref_role_types.items()
    }
    if unknown := sorted(config[WORDS].keys() - set(_KNOWN_WORDS)):
        _warn("%s has no %r; its words are %s", WORDS, unknown[0], ", ".join(_KNOWN_WORDS))
    length = config[LENGTH]
    if not isinstance(length, int) or length < 0:
        _warn(
            "%s is %r: write a number of characters, or 0 never to cut; %d is used",
            LENGTH,
            length,
            DEFAULT_LENGTH,
        )
        config[LENGTH] = DEFAULT_LENGTH


def is_set(config: Config, name: str) -> bool:
    """Whether the book itself gives a setting, be it with the default value."""
    return name in config._raw_config or name in config.overrides


def that_change_previews(config: Config) -> str:
    """The settings on which the content of previews depends, as a text to compare."""
    return repr([config[LENGTH], getattr(config, "mathjax_path", "")])


def script_attributes(config: Config) -> dict[str, str]:
    """What the script has to know of this book's settings, as attributes of its tag."""
    attributes = {
        attribute: _as_text(config[name])
        for name, attribute in _FOR_THE_SCRIPT
        if is_set(config, name)
    }
    if config[WORDS]:
        attributes["data-words"] = json.dumps(config[WORDS], ensure_ascii=False)
    return attributes


def _known_kind(kind: object, where: str) -> str:
    if kind in KINDS:
        return str(kind)
    _warn("%s is %r: write 'tooltip' or 'modal'; 'tooltip' is used", where, kind)
    return "tooltip"


def _warn(message: str, *arguments: object) -> None:
    logger.warning(message, *arguments, type="rulebook", subtype="hover")


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):  # tooltipster took several sides, the first is the wish
        return str(value[0]) if value else ""
    return str(value)
