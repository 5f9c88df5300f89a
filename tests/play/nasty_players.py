"""Misbehaving players; loaded by path, never imported."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from random import Random
from typing import Any, NoReturn


class Nice:
    """Remembers how many choices it made, and prints."""

    def __init__(self, step: int = 1) -> None:
        self.step = step
        self.choices = 0

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        """A random move, or one by the number of choices made."""
        print("my turn", self.choices)  # noqa: T201 - where it goes is tested
        self.choices += self.step
        moves = position.moves()
        return rng.choice(moves) if self.choices % 2 else moves[self.choices % len(moves)]


class Does:
    """Does what the setting `what` names, at its second choice in a match."""

    def __init__(self, what: str = "", at: int = 2) -> None:
        self.what = what
        self.left = at

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        """The first move, until it is time."""
        self.left -= 1
        return position.moves()[0] if self.left else getattr(self, self.what)()

    def leave(self) -> NoReturn:
        sys.exit(0)

    def close(self) -> NoReturn:
        raise GeneratorExit

    def interrupt(self) -> NoReturn:
        raise KeyboardInterrupt

    def stop(self) -> NoReturn:
        raise StopIteration

    def exit(self) -> NoReturn:
        os._exit(3)

    def fall(self) -> None:
        ctypes.string_at(8)

    def recurse(self) -> Any:
        return self.recurse()

    def spin(self) -> NoReturn:
        print("spinning", os.getpid(), flush=True)  # noqa: T201 - for the test
        while True:
            pass

    def sleep(self) -> None:
        time.sleep(1000)

    def eat(self) -> None:
        hoard = []
        while True:
            hoard.append(bytes(1 << 22))

    def mumble(self) -> NoReturn:
        raise Mumbling

    def nothing(self) -> None:
        return None

    def other(self) -> Any:
        return Other()

    def forge(self) -> Any:
        return Forged()

    def huge(self) -> str:
        return "\x1b[31m" + "x" * 10_000_000

    def spawn(self) -> NoReturn:
        child = subprocess.Popen(["sleep", "1000"])
        print("child", child.pid, flush=True)  # noqa: T201 - for the test
        os._exit(4)


class Mumbling(Exception):
    """Its message cannot be shown."""

    def __str__(self) -> str:
        raise SystemExit(9)

    __repr__ = __str__


class Other:
    """A move whose attributes cannot be read."""

    def __getattr__(self, name: str) -> Any:
        raise SystemExit(name)

    def __eq__(self, other: object) -> bool:
        raise GeneratorExit

    def __hash__(self) -> int:
        raise GeneratorExit

    def __repr__(self) -> str:
        raise KeyboardInterrupt


class Forged:
    """A move with numbers that are not numbers."""

    rule = source = target = option = "0"

    def __repr__(self) -> str:
        raise KeyboardInterrupt


class Stillborn:
    """Cannot be created."""

    def __init__(self) -> None:
        raise SystemExit(5)

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:
        """Never called."""


class Deaf:
    """Has no method `choose`."""
