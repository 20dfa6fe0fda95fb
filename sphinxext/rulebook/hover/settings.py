"""The settings of previews: hoverxref's own, so a book keeps its `conf.py`, and one of ours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

from sphinxext.rulebook.hover.conf import Setting, declare, read_settings

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
LENGTH: Final = "rulebook_preview_length"
WORDS: Final = "rulebook_preview_words"
DELAY: Final = "rulebook_preview_delay"
WIDTH: Final = "rulebook_preview_width"
SIDE: Final = "rulebook_preview_side"
LOOK: Final = "rulebook_preview_look"
SWITCH: Final = "rulebook_preview_switch"
ALSO: Final = "rulebook_preview_selector"
NEVER: Final = "rulebook_preview_except"
PROJECTS: Final = "rulebook_preview_projects"
SECONDS: Final = "rulebook_preview_project_seconds"
MEGABYTES: Final = "rulebook_preview_project_megabytes"
LOOKS: Final = ("dotted", "underlined", "icon", "plain")
SWITCHES: Final = ("end", "buttons", "off")
_DELAYS: Final = dict.fromkeys(KINDS, r"\d+")
_WIDTHS: Final = dict.fromkeys(KINDS, r"\d+|\d+(\.\d+)?(px|rem|em|ch|vw|%)")
_WIDTH_WISH: Final = "a number of pixels or a length such as '30rem'"
_SIDES: Final = {"tooltip": "bottom|top|left|right", "modal": "center|top|bottom|left|right"}
# What the script says, and what a book in another language says instead.
_KNOWN_WORDS: Final = ("more", "on", "close", "off", "shown", "hint")
WHAT_TO_MARK: Final = ("hoverxref_auto_ref", "hoverxref_roles", "hoverxref_domains")

# Name and default of what still has a meaning, and what the script is told of it by its own tag
# where conf.py gives it; the way over for the rest is in the manual.
_HOVERXREF: Final[tuple[tuple[str, Any, str], ...]] = (
    ("hoverxref_auto_ref", False, ""),
    ("hoverxref_roles", [], ""),
    ("hoverxref_domains", [], ""),
    ("hoverxref_ignore_refs", ["genindex", "modindex", "search"], ""),
    ("hoverxref_role_types", {}, ""),
    ("hoverxref_default_type", "tooltip", ""),
    ("hoverxref_tooltip_maxwidth", 450, "data-width"),
    ("hoverxref_tooltip_side", "right", "data-side"),
    ("hoverxref_tooltip_animation", "fade", "data-animation"),
    ("hoverxref_tooltip_class", "rst-content", "data-tooltip-class"),
    ("hoverxref_modal_hover_delay", 350, "data-modal-delay"),
    ("hoverxref_modal_class", "rst-content", "data-modal-class"),
    ("hoverxref_modal_default_title", "Note", "data-modal-title"),
    ("hoverxref_modal_prefix_title", "📝 ", "data-modal-prefix"),
)
_FOR_THE_SCRIPT: Final = (
    *((name, attribute) for name, _, attribute in _HOVERXREF if attribute),
    (LOOK, "data-links"),
    (SWITCH, "data-switch"),
    (ALSO, "data-also"),
    (NEVER, "data-never"),
)
# Settings that may differ by kind, and what the script is told for each.
_BY_KIND: Final = (
    (DELAY, {"tooltip": "data-delay", "modal": "data-modal-delay"}),
    (WIDTH, {"tooltip": "data-width", "modal": "data-modal-width"}),
    (SIDE, {"tooltip": "data-side", "modal": "data-modal-side"}),
)


def _words(value: dict[str, str], _: Path) -> dict[str, str]:
    if unknown := sorted(value.keys() - set(_KNOWN_WORDS)):
        raise ValueError(f"no {unknown[0]!r}; its words are {', '.join(_KNOWN_WORDS)}")
    return value


def _by_kind(patterns: dict[str, str], wish: str = "") -> Callable[[Any, Path], dict[str, Any]]:
    """Return what reads a value for each kind; one value alone is meant for tooltips."""

    def read(value: Any, _: Path) -> dict[str, Any]:
        given = value if isinstance(value, dict) else {} if value is None else {"tooltip": value}
        for kind, each in given.items():
            if kind not in KINDS:
                raise ValueError(f"no kind {kind!r}; write 'tooltip' or 'modal'")
            if not re.fullmatch(patterns[kind], str(each)):
                instead = wish or " or ".join(map(repr, patterns[kind].split("|")))
                raise ValueError(f"no {each!r} for a {kind}; write {instead}")
        return given

    return read


SETTINGS: Final = (
    # Previews are made anew at every build, so no page need be for another length.
    Setting(LENGTH, 1000, (int,)),
    Setting(WORDS, {}, (dict,), check=_words, rebuild="html"),
    Setting(DELAY, None, check=_by_kind(_DELAYS, "a number of milliseconds"), rebuild="html"),
    Setting(WIDTH, None, check=_by_kind(_WIDTHS, _WIDTH_WISH), rebuild="html"),
    Setting(SIDE, None, check=_by_kind(_SIDES), rebuild="html"),
    Setting(LOOK, "dotted", (str,), LOOKS, rebuild="html"),
    Setting(SWITCH, "end", (str,), SWITCHES, rebuild="html"),
    Setting(ALSO, "", (str,), rebuild="html"),
    Setting(NEVER, "", (str,), rebuild="html"),
    Setting(PROJECTS, {}, (list, tuple, dict), rebuild="env"),
    Setting(SECONDS, 20, (int, float)),
    Setting(MEGABYTES, 20, (int, float)),
)


def add(app: Sphinx) -> None:
    """Register every setting that hoverxref has not registered itself."""
    for name, default, _ in _HOVERXREF:
        if name not in app.config:
            app.add_config_value(name, default, "env")
    declare(app, SETTINGS)


def complete(app: Sphinx, config: Config) -> None:
    """Fill in what to mark where the book leaves that to us, and mend what cannot be meant."""
    listed = "sphinxext.rulebook.hover" in config.extensions
    if listed and not say_what_to_mark(config):
        config.hoverxref_auto_ref = True
        config.hoverxref_roles = ["numref", "term"]
    default = _known_kind(config.hoverxref_default_type, "hoverxref_default_type")
    config.hoverxref_default_type = default
    config.hoverxref_role_types = {
        role: _known_kind(kind, f"hoverxref_role_types[{role!r}]")
        for role, kind in config.hoverxref_role_types.items()
    }
    values, wrong = read_settings(SETTINGS, config, app.confdir / "conf.py")
    for name, value in values.items():
        config[name] = value
    for name, message, where in wrong:
        warn(f"{name}: {message}", where)


def is_set(config: Config, name: str) -> bool:
    """Tell whether `conf.py` gives a setting, even with its default value."""
    # Sphinx has no public way to tell a default from the same value given.
    return name in config._raw_config or name in config.overrides


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
    """The settings on which the content of previews depends, as a text to compare."""
    return repr(
        [config[name] for name in (LENGTH, ALSO, PROJECTS, SECONDS, MEGABYTES)]
        + [getattr(config, name, None) for name in ("mathjax_path", "intersphinx_mapping")]
    )


def script_attributes(config: Config, projects: dict[str, str]) -> dict[str, str]:
    """The book's settings that the script needs, as attributes of its tag."""
    attributes = {
        attribute: _as_text(config[name])
        for name, attribute in _FOR_THE_SCRIPT
        if is_set(config, name)
    }
    for name, told in _BY_KIND:
        attributes |= {told[kind]: _as_text(value) for kind, value in config[name].items()}
    if config[WORDS]:
        attributes["data-words"] = json.dumps(config[WORDS], ensure_ascii=False)
    if projects:
        attributes["data-projects"] = json.dumps(projects, ensure_ascii=False)
    return attributes


def _known_kind(kind: object, where: str) -> str:
    if kind in KINDS:
        return str(kind)
    warn(f"{where} is {kind!r}: write 'tooltip' or 'modal'; 'tooltip' is used")
    return "tooltip"


def warn(message: str, where: str | nodes.Node | None = None) -> None:
    """Warn of a setting, or of what it names."""
    logger.warning("%s", message, location=where, type="rulebook", subtype="hover")


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):  # tooltipster took several sides, the first is the wish
        return str(value[0]) if value else ""
    return str(value)
