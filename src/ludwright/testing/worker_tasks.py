"""Tasks for worker processes, most of them badly behaved."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludwright.play.workers import write_down

Plain = dict[str, Any]


def behave(task: Plain) -> Plain:
    """Call the function of this module whose name the task gives as `do`."""
    return _DEEDS[task["do"]](task)


def echo(task: Plain) -> Plain:
    """The task itself, with the process that answered it."""
    return {**task, "pid": os.getpid()}


def doze(task: Plain) -> Plain:
    """The task, after a `nap` of that many seconds."""
    time.sleep(task["nap"])
    return echo(task)


def jot(task: Plain) -> Plain:
    """The task, after a `line` in the journal and a `nap` of that many seconds."""
    write_down(task["line"].encode())
    return doze(task)


def spin(task: Plain) -> Plain:
    """Never returns: uses the processor in an endless loop."""
    while True:
        task["turns"] = task.get("turns", 0) + 1


def leave(task: Plain) -> Plain:
    """Never returns: the process exits silently."""
    os._exit(task.get("code", 7))


def fork(task: Plain) -> Plain:
    """The task, from two processes at once."""
    os.fork()
    return echo(task)


def orphan(task: Plain) -> Plain:
    """Never returns: the process exits, and leaves a child that keeps its files open."""
    if os.fork():
        os._exit(7)
    time.sleep(60)
    return task


def unplug(task: Plain) -> Plain:
    """Closes all open files, and waits."""
    os.closerange(3, 256)
    return doze({**task, "nap": 60})


def fall(task: Plain) -> Plain:
    """Never returns: reads an invalid address."""
    ctypes.string_at(8)
    return task


def die(task: Plain) -> Plain:
    """Never returns: kills its own process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def falter(task: Plain) -> Plain:
    """The task, but the first `times` tries kill the process with the signal named `by`.

    The `file` counts the tries.
    """
    with Path(task["file"]).open("a+b") as file:
        file.write(b".")
        tried = file.tell()
    if tried <= task["times"]:
        os.kill(os.getpid(), signal.Signals[task["by"]])
        time.sleep(60)
    return {**echo(task), "tried": tried}


def eat(task: Plain) -> Plain:
    """Never returns: allocates memory in an endless loop."""
    hoard: list[bytes] = []
    while True:
        hoard.append(bytes(1 << 20))
        task["eaten"] = len(hoard)


def fail(task: Plain) -> Plain:
    """Raises an exception."""
    raise ValueError(f"expected better, got {task['do']}")


def mumble(task: Plain) -> Plain:
    """Returns a value that JSON cannot represent."""
    return {"set": {1, 2}, **task}


def chatter(task: Plain) -> Plain:
    """The task, after writing to standard output."""
    os.write(1, b"never mind\n")
    return echo(task)


_DEEDS: dict[str, Callable[[Plain], Plain]] = {
    one.__name__: one
    for one in (
        *(echo, doze, jot, spin, leave, fork, orphan, unplug, fall, die, falter, eat, fail),
        *(mumble, chatter),
    )
}
