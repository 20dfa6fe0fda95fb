"""Counts the work that something takes: calls of functions, which no busy machine changes."""

import gc
import sys
from collections.abc import Callable


class TooManyCallsError(BaseException):
    """The work was stopped; no `except Exception` on its way takes it for its own."""


def calls(work: Callable[[], object], most: int = 20_000_000) -> int:
    """Count the calls of functions, Python's own among them, that the work makes.

    Work that goes on beyond the most is stopped, so that nothing hangs.
    """
    count = 0

    def noticed(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > most:
            sys.setprofile(None)
            raise TooManyCallsError(f"more than {most:,} calls")

    before = sys.getprofile()
    gc.disable()  # what is collected, and when, depends on what ran before
    sys.setprofile(noticed)
    try:
        work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return count
