"""How many of a hundred inputs go to each door, and how long and where they are."""

from __future__ import annotations

import os

# The slowest door first, since several are searched at once.
DOORS: dict[str, int] = {
    "page": 6,
    "prose": 3,
    "rules": 16,
    "role": 16,
    "plain": 8,
    "question": 20,
    "axes": 14,
    "figure": 8,
    "csv": 4,
    "catalogue": 4,
    "settings": 1,
}
NAMES = [name for name, share in DOORS.items() for _ in range(share)]
LONGEST = 400  # bytes of an input
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # faster than a disk
