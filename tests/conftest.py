"""What all tests share."""

from __future__ import annotations

import signal

# A shell lets its background jobs ignore Ctrl-C, and so would the processes that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
