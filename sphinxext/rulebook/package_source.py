"""Find where this package was installed from, and pack it for a book that others build."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple
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


class Wheel(NamedTuple):
    """A wheel: the name of its file, and its bytes."""

    name: str
    data: bytes


def wheel() -> Wheel | None:
    """Return the wheel of this package where it came from this machine, so that no index has it."""
    source = local_path()
    if source is None:
        return None
    if source.suffix == ".whl" and source.is_file():
        return Wheel(source.name, source.read_bytes())
    try:
        return _packed(distribution(PACKAGE))
    except PackageNotFoundError:
        return None


def _packed(installed: Distribution) -> Wheel:
    """Pack the installed files as they are: pure Python, the same bytes each time."""
    stem = f"{PACKAGE.replace('-', '_')}-{installed.version}"
    told = f"{stem}.dist-info"
    files = dict(_package_files())
    for name in ("METADATA", "entry_points.txt"):
        files[f"{told}/{name}"] = (installed.read_text(name) or "").encode()
    files[f"{told}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: rulebook\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    for each in installed.files or ():
        if f"{told}/licenses/" in each.as_posix():
            files[each.as_posix()] = Path(str(each.locate())).read_bytes()
    sums = [f"{name},sha256={_sum(data)},{len(data)}\n" for name, data in sorted(files.items())]
    files[f"{told}/RECORD"] = f"{''.join(sums)}{told}/RECORD,,\n".encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return Wheel(f"{stem}-py3-none-any.whl", packed.getvalue())


def _package_files() -> Iterator[tuple[str, bytes]]:
    """Find each file of the package, with its place in a wheel."""
    package = Path(__file__).parent
    top = f"sphinxext/{package.name}"
    beside = {  # in a checkout; installed, they are in the package
        f"{top}/conf_template": package.parents[1] / "conf_template",
        f"{top}/preview/troubleshooting": package.parents[1] / "docs" / "troubleshooting",
    }
    is_checkout = not (package / "conf_template").is_dir()
    for name, folder in {top: package, **(beside if is_checkout else {})}.items():
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _sum(data: bytes) -> str:
    """Return a checksum as wheels write it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _recorded() -> dict[str, Any]:
    """The source that pip wrote down; empty where the package came from an index such as PyPI."""
    try:
        text = distribution(PACKAGE).read_text("direct_url.json")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return {"url": Path(__file__).parents[2].as_uri()}
    found = json.loads(text) if text else {}
    return found if isinstance(found, dict) else {}
