"""What of hoverxref 1.4.2 stops a build on Sphinx 9.

It unpacks `app.config.values[...]` as a tuple, which an option is no longer. Two of the three
functions that do so are of the front end and go anyhow; this is the third, and it only warns of
a setting that nothing reads any more. The module can go as soon as a release of hoverxref runs
on Sphinx 9, or when we no longer load it.
"""

from __future__ import annotations

from typing import Final

UNREADY: Final = ("deprecated_configs_warning",)
