"""Workers killed from outside, as by a system short of memory, do not change the result."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace

from ludwright.play.workers import WorkerPool
from ludwright.synthesis.candidate import Generation
from ludwright.synthesis.evolution import Evolution
from ludwright.synthesis.worker_pool import worker_pool
from tests.synthesis.small_runs import small_seeds, small_settings

KILLS = 5


def two_turns(pool: WorkerPool) -> list[Generation]:
    evolution = Evolution(replace(small_settings(), batch=6), small_seeds())
    turns = []
    for _ in range(2):
        turns.append(evolution.turn(pool, 6))
        evolution.absorb(turns[-1])
    return [replace(turn, seconds={}) for turn in turns]


def kill_five(pool: WorkerPool, killed: list[int], is_over: threading.Event) -> None:
    """Kill five workers at work."""
    while len(killed) < KILLS and not is_over.wait(0.005):
        for worker in list(pool._workers):
            if worker.job is not None and worker._process.pid not in killed:
                os.kill(worker._process.pid, signal.SIGKILL)
                killed.append(worker._process.pid)
                break


def test_five_killed_workers_made_games_faulty() -> None:
    with worker_pool(2) as pool:
        undisturbed = two_turns(pool)
    killed: list[int] = []
    is_over = threading.Event()
    with worker_pool(2) as pool:
        killer = threading.Thread(target=kill_five, args=(pool, killed, is_over))
        killer.start()
        try:
            disturbed = two_turns(pool)
        finally:
            is_over.set()
            killer.join()
    assert len(killed) == KILLS
    assert disturbed == undisturbed
