"""What a PDF takes of a processor: a new book and this manual, by Typst and, if here, LaTeX."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from figures import as_installed, figure, record
from judge import spent

ROOT = Path(__file__).parents[1]
MOST = {"a new book": 3.0, "the manual": 20.0}  # seconds


def timed(*command: str) -> float:
    """How many seconds a command takes."""
    start = spent()
    subprocess.run(command, check=True, capture_output=True, env=as_installed())
    return spent() - start


def main() -> int:
    """Print the times; 1 where one is over its budget."""
    rulebook = (sys.executable, "-m", "sphinxext.rulebook")
    over = 0
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder, "new")
        timed(*rulebook, "init", str(new), "--title", "New", "--author", "Ada")
        manual = Path(folder, "manual")
        sphinx = (sys.executable, "-m", "sphinx", "-q", "-b")
        found = {
            "a new book": timed(*rulebook, "pdf", str(new)),
            "the manual": timed(*sphinx, "rulebook-pdf", str(ROOT / "docs"), str(manual)),
        }
        for name, seconds in found.items():
            print(f"{name:<12} Typst {seconds:6.1f} s   at most {MOST[name]:.0f} s")
            over += seconds > MOST[name]
        latex: dict[str, float] = {}
        if shutil.which("latexmk") and shutil.which("xelatex"):
            out = str(Path(folder, "latex"))
            seconds = timed(*sphinx, "latex", str(new), out) + timed("make", "-C", out)
            latex["a new book"] = seconds
            print(f"{'a new book':<12} LaTeX {seconds:6.1f} s")
        record(
            figure(f"PDF of {name}", "s", [seconds], MOST[name],
                   peer="LaTeX" if name in latex else "", beside=latex.get(name))
            for name, seconds in found.items()
        )  # fmt: skip
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
