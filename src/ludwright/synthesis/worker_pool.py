"""Worker processes that evaluate games."""

from __future__ import annotations

from ludwright.play.workers import Limits, WorkerPool
from ludwright.synthesis.evaluation import evaluate

MEMORY_BYTES: int = 1 << 30
SECONDS: float = 1_200.0
"""Processor time for one task. Tasks have limits of counted work, which are reached in a quarter of
it even by the longest; this ends what no step counts, and is reported as a fault."""


def worker_pool(jobs: int, seconds: float = SECONDS) -> WorkerPool:
    """Processes that evaluate games of any family."""
    return WorkerPool(evaluate, jobs, Limits(MEMORY_BYTES, seconds))
