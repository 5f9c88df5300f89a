"""Shared by all tests."""

from __future__ import annotations

import signal

# Background jobs of a shell ignore Ctrl-C, and so would the processes started by tests.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
