"""The tests on every supported version: `nox` runs all that this machine has interpreters for.

    nox -s python          Python 3.11 to the newest, with the newest of everything
    nox -s sphinx          each supported Sphinx, with the docutils that belongs to it
    nox -s lowest          every lower bound of pyproject.toml at once
    nox -s bounds          each lower bound by itself, everything else the newest

What stands after `--` goes to pytest.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
nox.options.sessions = ["python", "sphinx", "lowest"]
nox.options.error_on_missing_interpreters = False

SPHINX = [  # the Python to try it on, which Sphinx, and the docutils that belongs to it
    ("3.11", "7.4", "0.20"),
    ("3.11", "8.2", "0.21"),
    ("3.11", "9.0", "0.22"),
    ("3.12", "9.1", "0.22"),
    ("3.13", "9.2", "0.22"),
]
PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
PYTHON = "Programming Language :: Python :: 3."
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if name.startswith(PYTHON)]
BOUNDS = [  # of the package, and of what a book installs beside it
    each
    for each in PROJECT["dependencies"]
    + PROJECT["optional-dependencies"]["book"]
    + PROJECT["optional-dependencies"]["preview"]
    if ">=" in each
]
# The tests of the tools and of the wheel say nothing about a version.
EVERYDAY = ("-n", "auto", "-m", "not slow", "-p", "no:cacheprovider")
APART = ("--ignore", "tests/test_tools.py", "--ignore", "tests/supply/test_wheel.py")


def tested(session: nox.Session, *pins: str) -> None:
    """Install the project with these pins and run the everyday tests."""
    session.install("--editable", ".", "--group", "tests", *pins)
    session.run("pytest", "-W", "default", *EVERYDAY, *APART, *session.posargs)


@nox.session(python=PYTHONS)
def python(session: nox.Session) -> None:
    """Each Python with the newest of everything."""
    tested(session)


@nox.session
@nox.parametrize(("python", "version", "docutils"), SPHINX)
def sphinx(session: nox.Session, version: str, docutils: str) -> None:
    """Each Sphinx with a docutils of its time."""
    tested(session, f"sphinx=={version}.*", f"docutils=={docutils}.*")


@nox.session(python=PYTHONS[0])
def lowest(session: nox.Session) -> None:
    """Every lower bound at once."""
    tested(session, "--resolution", "lowest-direct")


@nox.session(python=PYTHONS[0])
@nox.parametrize("bound", BOUNDS)
def bounds(session: nox.Session, bound: str) -> None:
    """One lower bound by itself."""
    tested(session, bound.replace(">=", "=="))
