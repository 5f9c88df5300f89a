"""Shared by all tests."""

from __future__ import annotations

import signal
import subprocess
from typing import Any

import pytest

# Background jobs of a shell ignore Ctrl-C, and so would the processes started by tests.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object | None) -> None:
    """Say how a process that ran tests died: pytest-xdist only says that it is gone."""
    if not error:
        return
    try:
        code = node.gateway._io.popen.wait(timeout=5)
    except (AttributeError, subprocess.TimeoutExpired):
        return
    how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    node.config.get_terminal_writer().line(f"\n{node.gateway.id} ended: {how}")
