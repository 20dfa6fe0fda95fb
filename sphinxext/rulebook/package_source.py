"""Finds the source this package was installed from, so that new books and messages can name it."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from .version import __version__

PACKAGE = "sphinxext-rulebook"


def requirement(extra: str) -> str:
    """The line of a requirements.txt that installs this very package, with the extra."""
    named = f"{PACKAGE}[{extra}]"
    recorded = _recorded()
    url = recorded.get("url", "")
    if not url:
        return f"{named}=={__version__}"
    version_control = recorded.get("vcs_info", {})
    if version_control:
        return f"{named} @ {version_control['vcs']}+{url}@{version_control['commit_id']}"
    return f"{named} @ {url}"


def install_command(extra: str) -> str:
    """The command that installs the package with this extra."""
    recorded = _recorded()
    if recorded.get("url"):
        return f'pip install "{requirement(extra)}"'
    return f'pip install "{PACKAGE}[{extra}]"'


def local_path() -> Path | None:
    """The folder or wheel on this machine that the package came from, if it did."""
    parts = urlsplit(_recorded().get("url", ""))
    return Path(url2pathname(unquote(parts.path))) if parts.scheme == "file" else None


def _recorded() -> dict[str, Any]:
    """The source that pip wrote down; empty where the package came from an index such as PyPI."""
    try:
        text = distribution(PACKAGE).read_text("direct_url.json")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return {"url": Path(__file__).parents[2].as_uri()}
    found = json.loads(text) if text else {}
    return found if isinstance(found, dict) else {}
