"""Worker processes that may crash, hang or exhaust memory without harming other processes.

A worker is a separate Python process that imports one function and applies it to one task after
another. Tasks and answers cross a pipe as JSON: nothing is pickled. The function's own budgets
(plies, nodes, playouts) come first; the limits here catch what they do not.

A worker that dies may have been killed by a user or by a system short of memory, so its task is
tried again in a fresh worker before it is called faulty.
"""

from __future__ import annotations

import faulthandler
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
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Literal

from ludwright.errors import LudwrightError
from ludwright.language.registry import loaded, register_family, registrations

Task = Mapping[str, Any]
"""A request to a worker: plain data that JSON can represent."""
Answer = dict[str, Any]
"""The answer of a worker: plain data that JSON can represent."""
Cause = Literal["crash", "killed", "too slow", "hang", "memory", "error"]

START_SECONDS: float = 120.0
"""A worker that is not ready by then has failed to start."""
AHEAD: int = 32
"""Tasks per worker that are drawn before the first of them is answered: enough that one slow task
leaves no worker idle."""
MOST_CRASHES: int = 2
"""A task whose worker crashes or runs out of memory this often is faulty."""
MOST_KILLS: int = 6
"""A task whose worker is killed from outside this often is faulty."""
MOST_FALSE_STARTS: int = 6
"""This many workers in a row that end before they are ready are an error."""
_FROM_OUTSIDE: frozenset[int] = frozenset((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))
"""Signals that come from other processes: from users, or from a system short of memory."""
_LAST_MOMENT: float = 2.0
"""Seconds that a worker gets to write its traceback, or to end after it closed its pipe."""
UNTIMED: bytes = b"~\n"
"""A task that writes this line to its journal has no wall-time limit until its next line."""
_MOST_SAID: int = 1 << 16
_MOST_KEPT: int = 1 << 24
_PATIENCE: float = 0.5
"""Seconds between two checks whether the parent is still alive."""
_START = (
    "import json,sys;order=json.loads(sys.argv[1]);sys.path[:]=order.pop('path');"
    "from ludwright.play.workers import work;work(**order)"
)
# One thread per worker: libraries that start their own threads take cores and memory from others.
# A fixed hash seed gives sets a fixed order: an answer must not depend on the worker.
_SURROUNDINGS = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}


@dataclass(frozen=True, slots=True)
class Faulty:
    """Why a task has no answer."""

    cause: Cause
    """The worker crashed, was killed from outside, exceeded its processor time, did not answer, ran
    out of memory, or its function raised an exception."""
    detail: str
    trace: str = field(default="", compare=False)
    """The traceback, if the worker could write one."""
    journal: bytes = field(default=b"", compare=False)
    """What the task had written with `write_down`."""

    def __str__(self) -> str:
        return f"{self.cause}: {self.detail}"


Result = Answer | Faulty
"""The result of a task."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a task."""

    memory_bytes: int = 1 << 30
    """Beyond the memory used after the imports."""
    seconds: float = 60.0
    """Processor time; a task may set a lower limit in its own `seconds`."""
    wall_seconds: float | None = None
    """Wall time without a new line in the journal; by default four times `seconds`, since machines
    may be busy."""
    most_crashes: int = MOST_CRASHES
    most_kills: int = MOST_KILLS

    @property
    def patience(self) -> float:
        """The limit of wall time, in seconds."""
        return self.wall_seconds or 4.0 * self.seconds


class WorkerPool:
    """Processes that apply one function to many tasks; use it in a `with` statement.

    Output of a task is discarded, or goes to this process's stderr if the workers are `talking`.
    """

    def __init__(
        self,
        function: str | Callable[[Answer], Answer],
        jobs: int = 1,
        limits: Limits | None = None,
        *,
        talking: bool = False,
    ) -> None:
        if jobs < 1:
            raise ValueError(f"expected at least one worker, got jobs={jobs}")
        self.jobs = jobs
        self._limits = limits or Limits()
        self._is_talking = talking
        self._function = function if isinstance(function, str) else path_of(function)
        self._workers: list[_Worker] = []
        self._again: deque[_Job] = deque()
        """Tasks whose workers died, to be tried again in fresh ones."""
        self._false_starts = 0
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
        """End all workers, even busy ones."""
        while self._workers:
            self._workers.pop().end()

    def map_ordered(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks, whichever finishes first.

        Tasks are drawn as they are needed, a few ahead of the results. Closing the iterator early
        ends the workers that are busy.
        """
        if self._is_mapping:
            raise RuntimeError("expected one list of tasks at a time, got a second one")
        self._is_mapping = True
        try:
            yield from self._mapped(iter(tasks))
        finally:
            self._is_mapping = False
            self._again.clear()
            for worker in [one for one in self._workers if one.job is not None]:
                self._dismiss(worker)

    def _mapped(self, tasks: Iterator[Task]) -> Iterator[Result]:
        found: dict[int, Result] = {}
        drawn = given = 0
        is_over = False
        while True:
            while given in found:
                yield found.pop(given)
                given += 1
            self._try_again()
            while not is_over and drawn - given < AHEAD * self.jobs and self._has_room():
                task = next(tasks, None)
                is_over = task is None
                if task is not None and (worker := self._idle()) is not None:
                    worker.give(_Job(drawn, task))
                    drawn += 1
            if is_over and given == drawn:
                return
            found.update(self._collected())

    def _has_room(self) -> bool:
        """Whether a worker can take a new task; starts the workers that are missing."""
        self._start_all()
        return self._idle() is not None

    def _start_all(self) -> None:
        while len(self._workers) < self.jobs:
            self._workers.append(_Worker(self._function, self._limits, is_talking=self._is_talking))

    def _idle(self) -> _Worker | None:
        """A worker without a task; fresh ones are reserved for tasks to be tried again, if any."""
        idle = (one for one in self._workers if one.is_ready and one.job is None)
        return next((one for one in idle if not (self._again and one.is_fresh)), None)

    def _try_again(self) -> None:
        """Give tasks whose workers died to fresh workers, as far as available."""
        if self._again:
            self._start_all()
        for worker in self._workers:
            if self._again and worker.is_ready and worker.is_fresh:
                worker.give(self._again.popleft())

    def _collected(self) -> dict[int, Result]:
        """The results that arrive next, after at least one message or one time limit."""
        found: dict[int, Result] = {}
        by_source = {source: one for one in self._workers for source in one.sources}
        soonest = min((one.deadline for one in self._workers), default=math.inf)
        patience = None if math.isinf(soonest) else max(0.0, soonest - time.monotonic())
        heard = list({by_source[source]: None for source in wait(list(by_source), patience)})
        # A worker that has answered is not late, however long this process itself was suspended.
        late = [one for one in self._workers if one not in heard and one.is_late()]
        for worker in [*heard, *late]:
            job, result = worker.job, worker.outcome(is_late=worker not in heard)
            if isinstance(result, Faulty) and result.cause != "error":
                self._dismiss(worker)
                if not worker.is_ready:
                    self._count_false_start(result)
                elif job is not None and job.is_tried_again(result, self._limits):
                    self._again.append(job)
                    continue
            elif result is None:
                self._false_starts = 0
            if job is not None and result is not None:
                found[job.number] = result
        return found

    def _count_false_start(self, fault: Faulty) -> None:
        self._false_starts += 1
        if self._false_starts >= MOST_FALSE_STARTS:
            raise LudwrightError(f"the workers cannot start: {fault.detail}")
        self._start_all()

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()


def path_of(function: Callable[..., Any]) -> str:
    """The import path of a function, for workers: `module:name`."""
    module, name = function.__module__, function.__qualname__
    if module == "__main__" or "<" in name:
        raise ValueError(
            f"expected a function that can be imported by its name, got {module}:{name}; "
            "move it to the top of a module"
        )
    return f"{module}:{name}"


@dataclass(slots=True)
class _Job:
    """A task, and how often its workers have died."""

    number: int
    task: Task
    crashes: int = 0
    kills: int = 0

    def is_tried_again(self, fault: Faulty, limits: Limits) -> bool:
        """Count a fault; return whether to try again, as the task may not be the cause."""
        if fault.cause == "killed":
            self.kills += 1
            return self.kills < limits.most_kills
        if fault.cause in ("crash", "memory"):
            self.crashes += 1
            return self.crashes < limits.most_crashes
        return False


class _Worker:
    """One process, as seen by its parent."""

    def __init__(self, function: str, limits: Limits, *, is_talking: bool) -> None:
        self.is_ready = False
        self.is_fresh = True
        """Whether it has had no task yet."""
        self.job: _Job | None = None
        """The current task."""
        self.seconds = limits.seconds
        """Processor time for the current task."""
        self.deadline = time.monotonic() + START_SECONDS
        self._limits = limits
        self._is_talking = is_talking
        self._written = 0
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self._journal = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed by `end`
        self.pipe, theirs = Pipe()
        handles = [theirs.fileno(), self._journal.fileno(), self._complaints.fileno()]
        order = {
            "function": function,
            "handles": handles,
            "parent": os.getpid(),
            "memory_bytes": limits.memory_bytes,
            "seconds": limits.seconds,
            "is_talking": is_talking,
            "path": sys.path,
            "families": registrations(),
        }
        # A separate session: Ctrl-C in a terminal reaches only the parent, which ends its workers.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, json.dumps(order)],
            stdin=subprocess.DEVNULL,
            stdout=_stderr() if is_talking else subprocess.DEVNULL,
            stderr=_stderr() if is_talking else self._complaints,
            pass_fds=handles,
            start_new_session=True,
            env={**os.environ, **_SURROUNDINGS},
        )
        theirs.close()
        # A child process left behind by a task may keep the pipe open after the worker has died.
        self._life = os.pidfd_open(self._process.pid) if hasattr(os, "pidfd_open") else None

    @property
    def sources(self) -> list[Any]:
        """The handles to wait for: a message, or the end of the process."""
        return [self.pipe] if self._life is None else [self.pipe, self._life]

    def give(self, job: _Job) -> None:
        """Hand over a task."""
        message = json.dumps(dict(job.task)).encode()
        self.job, self.is_fresh = job, False
        self.seconds = _seconds_of(job.task, self._limits.seconds)
        self.deadline = time.monotonic() + self._limits.patience
        self._written = 0
        with suppress(OSError):  # a dead worker is noticed later, when its message is awaited
            for file in (self._complaints, self._journal):
                file.seek(0)
                file.truncate()
            self.pipe.send_bytes(message)

    def is_late(self) -> bool:
        """Whether the wall-time limit has passed; a new line in the journal restarts it."""
        if self.deadline > time.monotonic():
            return False
        written = os.fstat(self._journal.fileno()).st_size
        last = os.pread(self._journal.fileno(), len(UNTIMED), max(0, written - len(UNTIMED)))
        if self.job is None or (written == self._written and last != UNTIMED):
            return True
        self._written = written
        self.deadline = time.monotonic() + self._limits.patience
        return False

    def outcome(self, *, is_late: bool) -> Result | None:
        """The worker's result, or the fault that ended it; None if it has just become ready."""
        if is_late:
            return self._hang()
        try:
            if not self.pipe.poll():
                return self._death()
            message = json.loads(self.pipe.recv_bytes())
            return self._heard(message)
        except (EOFError, OSError):
            return self._death()
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            return self._fault("crash", f"an answer that cannot be read: {type(error).__name__}")

    def _heard(self, message: Any) -> Result | None:
        if "broken" in message:
            raise LudwrightError(f"the workers cannot start: {message['broken']}")
        if "ready" in message:
            self.job, self.deadline, self.is_ready = None, math.inf, True
            return None
        result: Result
        if "cause" in message:
            result = self._fault(message["cause"], str(message["detail"]))
        else:
            result = dict(message["answer"])
        self.job, self.deadline = None, math.inf
        return result

    def _fault(self, cause: Cause, detail: str) -> Faulty:
        trace = self._said() if self._is_talking else ""
        return Faulty(cause, detail, trace, os.pread(self._journal.fileno(), _MOST_KEPT, 0))

    def _hang(self) -> Faulty:
        if not self.is_ready:
            return Faulty("hang", f"not ready in {START_SECONDS:g} s")
        if self._is_talking:
            self._process.send_signal(signal.SIGABRT)  # makes it write a traceback
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LAST_MOMENT)
        return self._fault("hang", f"no answer in {self._limits.patience:g} s")

    def _death(self) -> Faulty:
        try:
            code = self._process.wait(_LAST_MOMENT)
        except subprocess.TimeoutExpired:
            return self._fault("crash", "it closed its pipe")
        if code == -signal.SIGXCPU:
            return self._fault("too slow", f"more than {self.seconds:g} s of processor time")
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        if -code in _FROM_OUTSIDE:
            return self._fault("killed", how)
        if self._is_talking:
            return self._fault("crash", how)
        said = "".join(self._said().strip().splitlines()[-1:]).strip()[:200]
        is_memory = "bad_alloc" in said or "MemoryError" in said
        return self._fault("memory" if is_memory else "crash", f"{how}: {said}" if said else how)

    def _said(self) -> str:
        """What the worker wrote to stderr."""
        return os.pread(self._complaints.fileno(), _MOST_SAID, 0).decode(errors="replace")

    def end(self) -> None:
        """Kill the process and its children, and wait until it is gone."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self.pipe.close()
        if self._life is not None:
            os.close(self._life)
        self._complaints.close()
        self._journal.close()


def _stderr() -> int:
    """The output of talking workers: stderr, or nowhere if it is closed."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2


# --- Inside a worker ------------------------------------------------------------------------------


def work(
    function: str,
    handles: list[int],
    parent: int,
    memory_bytes: int,
    seconds: float,
    families: list[list[str]],
    *,
    is_talking: bool,
) -> None:
    """Run a worker: import the function, then answer tasks until the pipe is closed.

    It knows all families that are registered in the parent, packaged or not.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    pipe, worker = Connection(handles[0]), os.getpid()
    _journals.append(handles[1])
    os.register_at_fork(after_in_child=_journals.clear)
    if is_talking:
        faulthandler.enable(handles[2], all_threads=False)
        faulthandler.register(signal.SIGXCPU, handles[2], all_threads=False, chain=True)
    try:
        for family in families:
            register_family(*family)
        called = loaded(function)
    except BaseException as error:  # noqa: BLE001 - reported to the parent, whose bug it is
        _send(pipe, {"broken": f"{function}: {type(error).__name__}: {error}"})
        return
    _limit_memory(memory_bytes)
    _send(pipe, {"ready": True})
    with suppress(EOFError, OSError):  # the parent has hung up
        while True:
            task = json.loads(pipe.recv_bytes())
            limit_seconds(_seconds_of(task, seconds))
            answer = _answer(called, task)
            if os.getpid() != worker:
                os._exit(0)  # a task forked; only the worker itself may answer
            _send(pipe, answer)


_journals: list[int] = []
"""The handle of this worker's journal; empty in processes that are not workers."""


def write_down(line: bytes) -> None:
    """Add a line to the journal of the task, which the parent reads if this worker dies."""
    for journal in _journals:
        os.write(journal, line)


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
    except BaseException as error:  # noqa: BLE001 - any exception concerns only this task
        return {"cause": "error", "detail": f"{type(error).__name__}: {error}"[:500]}
    return {"answer": answer}


def _send(pipe: Connection, message: Mapping[str, Any]) -> None:
    pipe.send_bytes(json.dumps(message).encode())


def _leave_with(parent: int) -> None:
    """End this process when its parent has ended, for whatever reason."""
    while os.getppid() == parent:
        time.sleep(_PATIENCE)
    os._exit(1)


def _limit_memory(extra: int) -> None:
    """Let this process grow by at most `extra` bytes."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    _set_soft(resource.RLIMIT_AS, _size() + extra, hard)


def limit_seconds(more: float) -> None:
    """Let this process use at most this much more processor time; infinity lifts the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    end = time.process_time() + more
    soft = resource.RLIM_INFINITY if math.isinf(end) else math.ceil(end)
    _set_soft(resource.RLIMIT_CPU, soft, hard)


def _set_soft(kind: int, wanted: int, hard: int) -> None:
    if wanted == resource.RLIM_INFINITY:
        soft = hard
    else:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(ValueError, OSError):  # not supported everywhere; the wall-time limit remains
        resource.setrlimit(kind, (soft, hard))


def _size() -> int:
    """The size of this process's address space, in bytes."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file at all
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        # Without /proc only the memory in use is known; a few hundred megabytes more are mapped.
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + (512 << 20)
