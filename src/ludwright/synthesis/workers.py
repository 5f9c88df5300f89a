"""Worker processes that may crash, hang or eat memory without hurting anybody else.

A worker is a Python process of its own that imports one function and applies it to task after
task. Tasks and answers cross a pipe as JSON: nothing is pickled. The function's own budgets (plies,
nodes, playouts) come first; the limits here are for what they do not foresee.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Literal

from ludwright.errors import LudwrightError

Task = Mapping[str, Any]
"""What a worker is asked: plain data, as JSON knows it."""
Answer = dict[str, Any]
"""What a worker says: plain data, as JSON knows it."""
Cause = Literal["crash", "too slow", "hang", "memory", "error"]

START_SECONDS: float = 120.0
"""A worker that is not ready by then never will be."""
AHEAD: int = 32
"""Tasks per worker that are taken before the first of them is answered: enough that one slow task
lets nobody wait."""
_PATIENCE: float = 0.5
"""Seconds between two looks at whether the parent still lives."""
_START = (
    "import json,sys;order=json.loads(sys.argv[1]);sys.path[:]=order.pop('path');"
    "from ludwright.synthesis.workers import work;work(**order)"
)
# One thread per worker: libraries that start their own would take cores and memory from the others.
# One order of sets: an answer must not depend on which worker gave it.
_SURROUNDINGS = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}


@dataclass(frozen=True, slots=True)
class Faulty:
    """What became of a task that has no answer."""

    cause: Cause
    """The worker died, used up its processor time, gave no answer, ran out of memory, or its
    function raised an exception."""
    detail: str

    def __str__(self) -> str:
        return f"{self.cause}: {self.detail}"


Result = Answer | Faulty
"""What a task comes to."""


class WorkerPool:
    """Processes that apply one function of a task to many tasks; use it in a `with` statement.

    A task may take `memory_bytes` beyond what the imports took, `seconds` of processor time (or
    fewer, if it names its own `seconds`), and
    `wall_seconds` by the clock, four times as many if left out: machines may be busy.
    """

    def __init__(
        self,
        function: str | Callable[[Answer], Answer],
        jobs: int = 1,
        memory_bytes: int = 1 << 30,
        seconds: float = 60.0,
        *,
        wall_seconds: float | None = None,
    ) -> None:
        if jobs < 1:
            raise ValueError(f"expected at least one worker, got jobs={jobs}")
        self.jobs = jobs
        self._limits = _Limits(memory_bytes, seconds, wall_seconds or 4.0 * seconds)
        self._function = function if isinstance(function, str) else path_of(function)
        self._workers: list[_Worker] = []
        self._is_mapping = False

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers, whatever they do."""
        while self._workers:
            self._workers.pop().end()

    def map_ordered(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """The results of the tasks, in the order of the tasks, whichever is finished first.

        Tasks are drawn as they are needed, a few ahead of the results. Who stops asking early stops
        the workers that are busy.
        """
        if self._is_mapping:
            raise RuntimeError("expected one list of tasks at a time, got a second one")
        self._is_mapping = True
        try:
            yield from self._mapped(iter(tasks))
        finally:
            self._is_mapping = False
            for worker in [one for one in self._workers if one.number is not None]:
                self._dismiss(worker)

    def _mapped(self, tasks: Iterator[Task]) -> Iterator[Result]:
        found: dict[int, Result] = {}
        drawn = given = 0
        is_over = False
        while True:
            while given in found:
                yield found.pop(given)
                given += 1
            while not is_over and drawn - given < AHEAD * self.jobs and self._has_room():
                task = next(tasks, None)
                is_over = task is None
                if task is not None and (worker := self._idle()) is not None:
                    worker.give(drawn, task)
                    drawn += 1
            if is_over and given == drawn:
                return
            found.update(self._collected())

    def _has_room(self) -> bool:
        """Whether somebody can take a task; starts workers until all have started."""
        while len(self._workers) < self.jobs:
            self._workers.append(_Worker(self._function, self._limits))
        return self._idle() is not None

    def _idle(self) -> _Worker | None:
        return next((one for one in self._workers if one.is_ready and one.number is None), None)

    def _collected(self) -> dict[int, Result]:
        """What arrives next: at least one message, or one worker out of time."""
        found: dict[int, Result] = {}
        by_pipe: dict[Any, _Worker] = {one.pipe: one for one in self._workers}
        soonest = min((one.deadline for one in self._workers), default=math.inf)
        patience = None if math.isinf(soonest) else max(0.0, soonest - time.monotonic())
        heard = [by_pipe[pipe] for pipe in wait(list(by_pipe), patience)]
        # Those that were heard in time are in time, however long this process itself was away.
        late = [one for one in self._workers if one.deadline <= time.monotonic()]
        for worker in [*heard, *(one for one in late if one not in heard)]:
            number, result = worker.number, worker.outcome(is_late=worker not in heard)
            if isinstance(result, Faulty) and result.cause != "error":
                self._dismiss(worker)
            if number is not None and result is not None:
                found[number] = result
        return found

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()


def path_of(function: Callable[..., Any]) -> str:
    """Where workers find a function: `module:name`."""
    module, name = function.__module__, function.__qualname__
    if module == "__main__" or "<" in name:
        raise ValueError(
            f"expected a function that can be imported by its name, got {module}:{name}; "
            "move it to the top of a module"
        )
    return f"{module}:{name}"


@dataclass(frozen=True, slots=True)
class _Limits:
    memory_bytes: int
    seconds: float
    wall_seconds: float


class _Worker:
    """One process, as its parent sees it."""

    def __init__(self, function: str, limits: _Limits) -> None:
        self.is_ready = False
        self.number: int | None = None
        """Of the task it works on."""
        self.seconds = limits.seconds
        """Of processor time, for that task."""
        self.deadline = time.monotonic() + START_SECONDS
        self._limits = limits
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self.pipe, theirs = Pipe()
        order = {
            "function": function,
            "handle": theirs.fileno(),
            "parent": os.getpid(),
            "memory_bytes": limits.memory_bytes,
            "seconds": limits.seconds,
            "path": sys.path,
        }
        # A session of its own: Ctrl-C in the terminal is for the parent, who ends its workers.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, json.dumps(order)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._complaints,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            env={**os.environ, **_SURROUNDINGS},
        )
        theirs.close()

    def give(self, number: int, task: Task) -> None:
        """Hand over a task."""
        message = json.dumps(dict(task)).encode()
        self.number = number
        self.seconds = _seconds_of(task, self._limits.seconds)
        self.deadline = time.monotonic() + self._limits.wall_seconds
        with suppress(OSError):  # a dead worker is noticed when it is listened to
            self._complaints.seek(0)
            self._complaints.truncate()
            self.pipe.send_bytes(message)

    def outcome(self, *, is_late: bool) -> Result | None:
        """What the worker has to say, or what is to be said of it; None if it is ready."""
        if is_late:
            return self._at_work(Faulty("hang", f"no answer in {self._limits.wall_seconds:g} s"))
        try:
            message = json.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            return self._at_work(self._death())
        self.number, self.deadline = None, math.inf
        if "broken" in message:
            raise LudwrightError(f"the workers cannot start: {message['broken']}")
        if "ready" in message:
            self.is_ready = True
            return None
        if "cause" in message:
            return Faulty(message["cause"], message["detail"])
        return dict(message["answer"])

    def _at_work(self, fault: Faulty) -> Faulty:
        """The fault, unless there is no task that it could be blamed on."""
        if not self.is_ready:
            raise LudwrightError(f"the workers cannot start: {fault.detail}")
        return fault

    def _death(self) -> Faulty:
        self._process.kill()
        code = self._process.wait()
        if code == -signal.SIGXCPU:
            return Faulty("too slow", f"more than {self.seconds:g} s of processor time")
        said = self._last_words()
        is_memory = "bad_alloc" in said or "MemoryError" in said
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return Faulty("memory" if is_memory else "crash", f"{how}: {said}" if said else how)

    def _last_words(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        return lines[-1].strip()[:200] if lines else ""

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        self._process.kill()
        self._process.wait()
        self.pipe.close()
        self._complaints.close()


# --- Inside a worker ------------------------------------------------------------------------------


def work(function: str, handle: int, parent: int, memory_bytes: int, seconds: float) -> None:
    """The life of a worker: import the function, then answer tasks until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    pipe = Connection(handle)
    try:
        module, _, name = function.partition(":")
        called = getattr(import_module(module), name)
    except BaseException as error:  # noqa: BLE001 - told to the parent, whose bug it is
        _send(pipe, {"broken": f"{function}: {type(error).__name__}: {error}"})
        return
    _limit_memory(memory_bytes)
    _send(pipe, {"ready": True})
    with suppress(EOFError, OSError):  # the parent has hung up
        while True:
            task = json.loads(pipe.recv_bytes())
            _limit_seconds(_seconds_of(task, seconds))
            _send(pipe, _answer(called, task))


def _seconds_of(task: Task, most: float) -> float:
    """The processor time a task may take."""
    return min(most, float(task.get("seconds", most)))


def _answer(called: Callable[[Answer], Answer], task: Answer) -> dict[str, Any]:
    try:
        answer = called(task)
        if not isinstance(answer, dict):
            raise TypeError(f"expected an answer with names, got {type(answer).__name__}")
        json.dumps(answer)
    except MemoryError as error:
        return {"cause": "memory", "detail": f"out of memory: {error}"[:500].rstrip(": ")}
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is this task's alone
        return {"cause": "error", "detail": f"{type(error).__name__}: {error}"[:500]}
    return {"answer": answer}


def _send(pipe: Connection, message: Mapping[str, Any]) -> None:
    pipe.send_bytes(json.dumps(message).encode())


def _leave_with(parent: int) -> None:
    """End this process when its parent has ended, however that happened."""
    while os.getppid() == parent:
        time.sleep(_PATIENCE)
    os._exit(1)


def _limit_memory(extra: int) -> None:
    """Let this process grow by so many bytes at most."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    _set_soft(resource.RLIMIT_AS, _size() + extra, hard)


def _limit_seconds(more: float) -> None:
    """Let this process use so much more processor time at most."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    _set_soft(resource.RLIMIT_CPU, math.ceil(time.process_time() + more), hard)


def _set_soft(kind: int, wanted: int, hard: int) -> None:
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(ValueError, OSError):  # some systems have no such limit; the clock still guards
        resource.setrlimit(kind, (soft, hard))


def _size() -> int:
    """Bytes of address space that this process has."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file at all
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        # Without /proc only what is in use is known: a few hundred megabytes are mapped besides.
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + (512 << 20)
