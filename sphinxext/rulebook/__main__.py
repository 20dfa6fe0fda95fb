"""`python -m sphinxext.rulebook`, the same as `rulebook`."""

from __future__ import annotations

import sys

from .cli import main

sys.exit(main())
