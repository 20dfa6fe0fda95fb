"""Questions asked in processes of their own, with a limit on their time and memory."""

import os
import resource
import signal
import traceback
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

SECONDS = 1.0
MEGABYTES = 300


class Verdict(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    SLOW = "slow"
    LARGE = "large"
    BROKEN = "broken"


class Ended(NamedTuple):
    """How a question ended, the line that refused it or the traceback, and its cost."""

    verdict: Verdict
    said: str
    seconds: float
    megabytes: int


def alone(
    ask: Callable[[], str | None], seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> Ended:
    """The end of a question that is asked in a child of this process.

    `ask` gives the line that refuses the question, or None where it is answered. Time is what the
    processor worked for the child alone, so that a busy machine makes nothing slow; memory is what
    the child took beside what it has from this process.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _limit(seconds, megabytes)
        before = _peak()
        try:
            said = ask()
            verdict, text = (Verdict.REFUSED, said) if said else (Verdict.ANSWERED, "")
        except MemoryError:
            verdict, text = Verdict.LARGE, ""
        except BaseException:  # whatever it is, the parent shall see it
            verdict, text = Verdict.BROKEN, traceback.format_exc()
        os.write(writer, f"{_peak() - before} {verdict} {text}".encode()[:4000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read().decode(errors="replace")
    _, status, used = os.wait4(child, 0)
    spent = used.ru_utime + used.ru_stime
    if os.WIFSIGNALED(status):
        killed = os.WTERMSIG(status)
        slow = killed in (signal.SIGXCPU, signal.SIGKILL)
        return Ended(Verdict.SLOW if slow else Verdict.BROKEN, f"signal {killed}", spent, 0)
    peak, word, said = answer.split(" ", 2)
    found = Verdict(word)
    if found in (Verdict.ANSWERED, Verdict.REFUSED):
        if spent > seconds:
            found = Verdict.SLOW
        elif int(peak) > megabytes:
            found = Verdict.LARGE
    return Ended(found, said, spent, int(peak))


def _limit(seconds: float, megabytes: int) -> None:
    """Let this process live no longer, and take no more, than that and a little."""
    most = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    room = pages * resource.getpagesize() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    Path("/proc/self/clear_refs").write_text(
        "5", encoding="utf-8"
    )  # the peak is this process's own from here on


def _peak() -> int:
    """The most megabytes that this process had in memory."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) // 1024
