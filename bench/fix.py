"""What a fix costs beside a check: 200 pages with 5,000 claims, a wrong figure on every fourth.

`rulebook fix` reads the book, mends it in memory and reads once more what it changed; it may take
at most 2.2 times as long as `rulebook check`, which reads the book once. Both begin from nothing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from figures import as_installed, figure, record
from judge import PAGES, spent, written

MOST = 2.2
TURNS = 5
FIGURE = re.compile(r"(?<=:odds:`)\d+(?=%)")


def planted(folder: Path) -> int:
    """Put a wrong figure on every fourth page."""
    pages = sorted(folder.glob("page*.rst"))[::4]
    for path in pages:
        text = path.read_text("utf-8")
        path.write_text(FIGURE.sub(lambda m: str((int(m[0]) + 37) % 100), text, count=1), "utf-8")
    return len(pages)


def timed(command: str, folder: Path) -> float:
    """Seconds of a processor that a command takes, read from nothing."""
    shutil.rmtree(folder / "_build", ignore_errors=True)
    began = spent()
    more = ["--dry-run"] if command == "fix" else []
    done = subprocess.run(
        [sys.executable, "-m", "sphinxext.rulebook", command, *more, str(folder)],
        capture_output=True, encoding="utf-8", check=False, env=as_installed(),
    )  # fmt: skip
    took = spent() - began
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return took


def main() -> int:
    """Print the times; 1 where a fix costs more than it may."""
    check, fix = [], []
    with TemporaryDirectory() as made:
        folder = Path(made) / "book"
        folder.mkdir()
        written(folder)
        conf = 'extensions = ["sphinxext.rulebook"]\nrulebook_rules = "game:uwr"\n'
        (folder / "conf.py").write_text(conf, "utf-8")
        wrong = planted(folder)
        for _ in range(TURNS):
            check.append(timed("check", folder))
            fix.append(timed("fix", folder))
    ratios = [mine / theirs for mine, theirs in zip(fix, check, strict=True)]
    ratio = median(ratios)
    record([figure(f"rulebook fix, {PAGES} pages", "times", ratios, MOST, peer="rulebook check")])
    print(f"{PAGES} pages, {wrong} wrong figures; seconds, the median of {TURNS} turns")
    print(f"  rulebook check          {median(check):6.2f}")
    print(f"  rulebook fix --dry-run  {median(fix):6.2f}   {ratio:.2f} times, at most {MOST}")
    return int(ratio > MOST)


if __name__ == "__main__":
    sys.exit(main())
