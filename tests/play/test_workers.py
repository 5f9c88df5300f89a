"""Worker processes: results in order, and faults that stay with their task."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludwright.errors import LudwrightError
from ludwright.play.workers import (
    AHEAD,
    MOST_CRASHES,
    MOST_KILLS,
    UNTIMED,
    Answer,
    Faulty,
    Limits,
    Result,
    WorkerPool,
    path_of,
)
from ludwright.testing import worker_tasks

BEHAVE = "ludwright.testing.worker_tasks:behave"


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_soon_gone(pid: int, patience: float = 10.0) -> bool:
    end = time.monotonic() + patience
    while lives(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not lives(pid)


def answer_of(result: Result) -> Answer:
    assert isinstance(result, dict), result
    return result


def fault_of(result: Result) -> Faulty:
    assert isinstance(result, Faulty), result
    return result


@pytest.fixture
def pair() -> Iterator[WorkerPool]:
    with WorkerPool(worker_tasks.behave, 2, Limits(256 << 20, 60)) as pool:
        yield pool


def test_results_come_in_the_order_of_the_tasks(pair: WorkerPool) -> None:
    naps = [0.3, 0.0, 0.1, 0.0, 0.0, 0.0]
    tasks = [{"do": "doze", "nap": nap, "name": n} for n, nap in enumerate(naps)]
    results = [answer_of(one) for one in pair.map_ordered(tasks)]
    assert [one["name"] for one in results] == list(range(6))


def test_workers_stay_alive_between_lists_of_tasks() -> None:
    with WorkerPool(BEHAVE) as pool:
        pids = [
            answer_of(one)["pid"]
            for _ in range(2)
            for one in pool.map_ordered([{"do": "echo"}, {"do": "echo"}])
        ]
    assert len(set(pids)) == 1
    assert pids[0] != os.getpid()
    assert is_soon_gone(pids[0])


@pytest.mark.parametrize(
    ("deed", "cause", "detail"),
    [
        ("leave", "crash", "exit code 7"),
        ("fall", "crash", "signal SIGSEGV"),
        ("die", "killed", "signal SIGKILL"),
        ("orphan", "crash", "exit code 7"),
        ("eat", "memory", "out of memory"),
        ("fail", "error", "ValueError: expected better, got fail"),
        ("mumble", "error", "TypeError"),
    ],
)
def test_a_fault_stays_with_its_task(pair: WorkerPool, deed: str, cause: str, detail: str) -> None:
    deeds = ["echo", deed, "echo", "echo", deed, "echo"]
    results = list(pair.map_ordered({"do": one, "name": n} for n, one in enumerate(deeds)))
    for place, (done, result) in enumerate(zip(deeds, results, strict=True)):
        if done == "echo":
            assert answer_of(result)["name"] == place
        else:
            assert fault_of(result).cause == cause
            assert detail in fault_of(result).detail


@pytest.mark.parametrize(("times", "by"), [(MOST_KILLS - 1, "SIGKILL"), (1, "SIGSEGV")])
def test_a_worker_killed_from_outside_was_the_fault_of_its_task(
    tmp_path: Path, times: int, by: str
) -> None:
    task = {"do": "falter", "file": str(tmp_path / "tried"), "times": times, "by": by}
    with WorkerPool(BEHAVE) as pool:
        before, again, after = pool.map_ordered([{"do": "echo"}, task, {"do": "echo"}])
    assert answer_of(again)["tried"] == times + 1
    assert answer_of(before)["pid"] != answer_of(again)["pid"]
    assert answer_of(after)["do"] == "echo"


@pytest.mark.parametrize(
    ("by", "fault", "tried"),
    [
        ("SIGKILL", Faulty("killed", "signal SIGKILL"), MOST_KILLS),
        ("SIGSEGV", Faulty("crash", "signal SIGSEGV"), MOST_CRASHES),
    ],
)
def test_a_task_that_kills_every_worker_is_faulty_in_the_end(
    tmp_path: Path, by: str, fault: Faulty, tried: int
) -> None:
    file = tmp_path / "tried"
    task = {"do": "falter", "file": str(file), "times": 99, "by": by}
    with WorkerPool(BEHAVE) as pool:
        assert list(pool.map_ordered([task])) == [fault]
    assert file.stat().st_size == tried


def test_workers_killed_while_they_started_ended_the_whole_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def watched(*arguments: Any, **settings: Any) -> subprocess.Popen[bytes]:
        process = start(*arguments, **settings)
        started.append(process)
        if len(started) <= 2:
            process.kill()
        return process

    monkeypatch.setattr(subprocess, "Popen", watched)
    with WorkerPool(BEHAVE) as pool:
        assert answer_of(next(iter(pool.map_ordered([{"do": "echo"}]))))["do"] == "echo"
    assert len(started) == 3


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ({"do": "doze", "nap": 60}, Faulty("hang", "no answer in 1 s")),
        ({"do": "spin"}, Faulty("too slow", "more than 1 s of processor time")),
    ],
)
def test_a_hanging_worker_is_killed_and_replaced(task: dict[str, Any], expected: Faulty) -> None:
    wall = 1.0 if task["do"] == "doze" else 60.0
    with WorkerPool(BEHAVE, limits=Limits(seconds=1, wall_seconds=wall)) as pool:
        before, fault, after = pool.map_ordered([{"do": "echo"}, task, {"do": "echo"}])
        assert fault_of(fault) == expected
        assert answer_of(before)["pid"] != answer_of(after)["pid"]
        assert is_soon_gone(answer_of(before)["pid"])


def test_no_clock_runs_while_the_end_of_a_task_is_sure() -> None:
    tasks = [{"do": "jot", "line": line, "nap": 2.5} for line in (UNTIMED.decode(), "ply 1\n")]
    with WorkerPool(BEHAVE, 2, Limits(wall_seconds=1.0)) as pool:
        sure, other = pool.map_ordered(tasks)
    assert answer_of(sure)["nap"] == 2.5
    assert fault_of(other) == Faulty("hang", "no answer in 1 s")
    assert fault_of(other).journal == b"ply 1\n"


def test_what_a_task_prints_is_discarded(capfd: pytest.CaptureFixture[str]) -> None:
    with WorkerPool(BEHAVE) as pool:
        assert answer_of(next(pool.map_ordered([{"do": "chatter", "name": 1}])))["name"] == 1
    assert capfd.readouterr() == ("", "")


def test_tasks_are_drawn_only_a_little_ahead() -> None:
    drawn = 0

    def endless() -> Iterator[dict[str, Any]]:
        nonlocal drawn
        while True:
            drawn += 1
            yield {"do": "echo"}

    with WorkerPool(BEHAVE) as pool:
        results = pool.map_ordered(endless())
        for _ in range(10):
            next(results)
        assert drawn <= 10 + AHEAD
        results.close()  # type: ignore[attr-defined]
        assert len(list(pool.map_ordered([{"do": "echo"}]))) == 1


def test_a_worker_that_closes_its_pipe_was_taken_for_killed() -> None:
    with WorkerPool(BEHAVE, 1, Limits(most_crashes=1)) as pool:
        fault, answer = pool.map_ordered([{"do": "unplug"}, {"do": "echo"}])
    assert fault_of(fault) == Faulty("crash", "it closed its pipe")
    assert answer_of(answer)["do"] == "echo"


def test_a_task_that_forked_answered_twice() -> None:
    deeds = ["fork", "echo", "fork", "echo", "echo"]
    with WorkerPool(BEHAVE) as pool:
        results = list(pool.map_ordered({"do": one, "name": n} for n, one in enumerate(deeds)))
    assert [answer_of(one)["name"] for one in results] == [0, 1, 2, 3, 4]
    assert len({answer_of(one)["pid"] for one in results}) == 1


def test_no_tasks_give_no_results() -> None:
    with WorkerPool(BEHAVE) as pool:
        assert list(pool.map_ordered([])) == []


def test_a_function_that_cannot_be_imported_is_the_callers_error() -> None:
    with (
        WorkerPool("ludwright.testing.worker_tasks:nobody") as pool,
        pytest.raises(LudwrightError, match=r"cannot start.*nobody"),
    ):
        list(pool.map_ordered([{}]))


def test_a_function_without_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="imported by its name"):
        path_of(lambda task: task)
    with pytest.raises(ValueError, match="at least one worker"):
        WorkerPool(BEHAVE, jobs=0)


PARENT = """
import sys
import signal
from ludwright.play.workers import Limits, WorkerPool
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job would ignore it
with WorkerPool("ludwright.testing.worker_tasks:behave", 2, Limits(seconds=600)) as pool:
    results = pool.map_ordered([{"do": "echo"}, {"do": "echo"}, {"do": "%s"}, {"do": "%s"}])
    try:
        for result in results:
            print(result["pid"], flush=True)
    except KeyboardInterrupt:
        pool.close()
        print("stopped", flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(how: signal.Signals) -> None:
    command = [sys.executable, "-c", PARENT % ("spin", "spin")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(how)
        try:
            rest, _ = parent.communicate(timeout=30)
        finally:
            parent.kill()
    assert rest == ("stopped\n" if how == signal.SIGINT else "")
    assert all(is_soon_gone(pid) for pid in pids)


def test_a_task_may_set_a_lower_time_limit() -> None:
    with WorkerPool(BEHAVE, 1, Limits(seconds=60)) as pool:
        fault, answer = pool.map_ordered([{"do": "spin", "seconds": 1}, {"do": "echo"}])
    assert fault_of(fault) == Faulty("too slow", "more than 1 s of processor time")
    assert answer_of(answer)["do"] == "echo"
