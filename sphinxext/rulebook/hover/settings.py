"""The settings of previews: hoverxref's own, so a book keeps its `conf.py`, and one of ours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from sphinx.util import logging

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

KINDS: Final = ("tooltip", "modal")
LENGTH: Final = "rulebook_preview_length"
DEFAULT_LENGTH: Final = 1000
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
SIDES: Final = {
    "tooltip": ("bottom", "top", "left", "right"),
    "modal": ("center", "top", "bottom", "left", "right"),
}
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


class PreviewSetting(NamedTuple):
    """A setting of ours: its default, what a change of it builds again, and its types."""

    name: str
    default: object
    rebuild: Literal["", "env", "html"]
    types: tuple[type, ...]


SETTINGS: Final = (
    # Previews are made anew at every build, so no page need be for another length.
    PreviewSetting(LENGTH, DEFAULT_LENGTH, "", (int,)),
    PreviewSetting(WORDS, {}, "html", (dict,)),
    PreviewSetting(DELAY, None, "html", (int, dict)),
    PreviewSetting(WIDTH, None, "html", (int, str, dict)),
    PreviewSetting(SIDE, None, "html", (str, dict)),
    PreviewSetting(LOOK, "dotted", "html", (str,)),
    PreviewSetting(SWITCH, "end", "html", (str,)),
    PreviewSetting(ALSO, "", "html", (str,)),
    PreviewSetting(NEVER, "", "html", (str,)),
    PreviewSetting(PROJECTS, {}, "env", (dict, list)),
    PreviewSetting(SECONDS, 20, "", (int, float)),
    PreviewSetting(MEGABYTES, 20, "", (int, float)),
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
_LENGTH_OF_CSS: Final = re.compile(r"\d+(\.\d+)?(px|rem|em|ch|vw|%)")


def add(app: Sphinx) -> None:
    """Register every setting that hoverxref has not registered itself."""
    for name, default in _HOVERXREF:
        if name not in app.config:
            app.add_config_value(name, default, "env")
    for setting in SETTINGS:
        app.add_config_value(setting.name, setting.default, setting.rebuild, types=setting.types)


def complete(_app: Sphinx, config: Config) -> None:
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
    if unknown := sorted(config[WORDS].keys() - set(_KNOWN_WORDS)):
        _warn("%s has no %r; its words are %s", WORDS, unknown[0], ", ".join(_KNOWN_WORDS))
    _one_of(config, LOOK, LOOKS)
    _one_of(config, SWITCH, SWITCHES)
    for name, _attributes in _BY_KIND:
        config[name] = _by_kind(name, config[name])
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
    """Tell whether `conf.py` gives a setting, even with its default value."""
    return name in config._raw_config or name in config.overrides


def place_of(name: str, conf: Path) -> str:
    """The line of `conf.py` that gives a setting, as warnings name places."""
    lines = conf.read_text("utf-8", "replace").splitlines() if conf.is_file() else []
    found = (number for number, line in enumerate(lines, 1) if line.startswith(name))
    return f"{conf}:{next(found, 1)}"


def say_what_to_mark(config: Config) -> bool:
    """Tell whether `conf.py` says which references are marked."""
    return any(is_set(config, name) for name in WHAT_TO_MARK)


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


def _by_kind(name: str, given: object) -> dict[str, object]:
    """A setting for each kind, where one value is meant for tooltips; what is wrong is left out."""
    values = given if isinstance(given, dict) else {} if given is None else {"tooltip": given}
    if unknown := sorted(str(kind) for kind in values if kind not in KINDS):
        _warn("%s has no kind %r: write 'tooltip' or 'modal'", name, unknown[0])
    good: dict[str, object] = {}
    for kind in KINDS:
        if kind not in values:
            continue
        if wish := _wish(name, kind, values[kind]):
            _warn("%s for %s is %r: write %s", name, kind, values[kind], wish)
        else:
            good[kind] = values[kind]
    return good


def _wish(name: str, kind: str, value: object) -> str:
    """The value to write instead, or nothing for a good one."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if name == SIDE:
        return "" if value in SIDES[kind] else " or ".join(map(repr, SIDES[kind]))
    if name == WIDTH:
        is_length = isinstance(value, str) and _LENGTH_OF_CSS.fullmatch(value)
        return "" if is_number or is_length else "a number of pixels or a length such as '30rem'"
    return "" if is_number else "a number of milliseconds"


def _one_of(config: Config, name: str, known: tuple[str, ...]) -> None:
    if config[name] not in known:
        choices = " or ".join(map(repr, known))
        _warn("%s is %r: write %s; %r is used", name, config[name], choices, known[0])
        config[name] = known[0]


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
