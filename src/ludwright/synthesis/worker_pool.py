"""Worker processes that evaluate games."""

from __future__ import annotations

from ludwright.play.workers import Limits, WorkerPool
from ludwright.synthesis.evaluation import evaluate

MEMORY_BYTES: int = 1 << 30
SECONDS: float = 300.0
"""Processor time for one task: far more than nearly all games need. Tasks that take longer are
reported as faults."""


def worker_pool(jobs: int, seconds: float = SECONDS) -> WorkerPool:
    """Processes that evaluate games of any family."""
    return WorkerPool(evaluate, jobs, Limits(MEMORY_BYTES, seconds))
