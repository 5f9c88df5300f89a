"""Progress of a run, on stderr: a live bar on a terminal, else a line every few seconds."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any, Final

from ludwright.cli.console import printable
from ludwright.cli.paint import has_cursor

LIVE_GAP: Final[float] = 0.1
"""Seconds between two updates of the live line."""
SHORT_GAP, LONG_GAP = 5.0, 60.0
"""Seconds between two lines of a log: the gap grows, so that logs of long runs stay readable."""
TITLES: Final[dict[str, str]] = {
    "seeds": "measuring seeds",
    "retests": "testing the best games again",
}


class RunLine:
    """Reports what a run is doing, game by game; results are never printed here."""

    def __init__(self, goal: Any, *, wanted: bool | None, quiet: bool) -> None:
        self.is_shown = not quiet and wanted is not False
        self.is_quiet = quiet
        self.is_live = has_cursor(sys.stderr)
        self.goal = goal
        self.begun = time.monotonic()
        self.evolution: Any = None
        self.new: list[Any] = []
        """Children of this generation."""
        self.lost = 0
        self._paces: dict[str, Pace] = {}
        self._heard = self.begun
        self._best: Any = None
        self._last = -LONG_GAP
        self._screen: Any = None

    def __call__(self, evolution: Any) -> None:
        """Show the run after a generation."""
        self.evolution, self.new = evolution, []
        self._heard = time.monotonic()
        self._best = next(iter(evolution.viable()), None)
        if evolution.generation > 0:
            self._show(*self._children_told())

    def hear(self, step: Any) -> None:
        """Show what just finished; a seed that is left out is reported at once."""
        self._note_pace(step.what)
        if step.what == "seeds" and step.candidate.rejection is not None:
            self.lost += 1
            self.say(f"left out: {step.candidate.name}: {step.candidate.rejection}")
        if step.what == "children":
            self._note_child(step.candidate)
        if self._is_due():
            self._show(*self._told(step))

    def say(self, text: str) -> None:
        """Write a line that stays."""
        if not self.is_quiet:
            self._say(text)

    def _say(self, text: str) -> None:
        if self._screen is not None:
            self._screen.say(text)
            return
        sys.stderr.write(f"{printable(text)}\n")
        sys.stderr.flush()

    def close(self) -> None:
        """End the live bar, once."""
        if self._screen is not None:
            self._screen.close()
        self.is_shown, self._screen = False, None

    def _note_pace(self, what: str) -> None:
        """Count one more; it took the time since the last step of any kind."""
        now = time.monotonic()
        self._pace(what).done += 1
        # Retesting elites counts towards the time of a generation of children.
        self._pace("children" if what == "retests" else what).seconds += now - self._heard
        self._heard = now

    def _pace(self, what: str) -> Pace:
        return self._paces.setdefault(what, Pace())

    def _note_child(self, child: Any) -> None:
        self.new.append(child)
        if child.is_viable and (self._best is None or child.score.value > self._best.score.value):
            self._best = child

    def _is_due(self) -> bool:
        now = time.monotonic()
        patient = min(LONG_GAP, max(SHORT_GAP, (now - self.begun) / 20))
        return now - self._last >= (LIVE_GAP if self.is_live else patient)

    def _show(self, text: str, share: float | None) -> None:
        """Show what is being done, and the share of it that is finished, if that is known."""
        if not self.is_shown:
            return
        self._last = time.monotonic()
        if not self.is_live:
            self._say(text)
            return
        if self._screen is None:
            from ludwright.cli.live import Screenful

            self._screen = Screenful(sys.stderr)
        self._screen.show(text, share)

    def _told(self, step: Any) -> tuple[str, float | None]:
        if step.what == "children":
            return self._children_told()
        title = TITLES.get(step.what, step.what)
        most = f"at most {step.most}" if step.what == "final measurement" else str(step.most)
        lost = f", {self.lost} left out" if step.what == "seeds" and self.lost else ""
        left = "" if step.what == "retests" else self._pace(step.what).left(step.most - step.done)
        return f"{title}: {step.done} of {most}{lost}{left}", step.done / max(step.most, 1)

    def _children_told(self) -> tuple[str, float | None]:
        census, new = self.evolution.census, self.new
        children = census.children + len(new)
        survivors = census.survivors + sum(one.has_survived for one in new)
        viable = census.viable + sum(one.is_viable for one in new)
        of = f" of {self.goal.children}" if self.goal.children else ""
        wanted = f" of {self.goal.survivors}" if self.goal.survivors else ""
        best = self._best
        found = f"; best {best.name} {best.score.value:+.2f}" if best is not None else ""
        text = (
            f"children {children}{of}: {survivors}{wanted} survive, {viable} viable{found}"
            f"{self._left(children, survivors)}"
        )
        return text, self._share(children, survivors)

    def _share(self, children: int, survivors: int) -> float | None:
        """How near the first goal is; None if there is none."""
        goal, seconds = self.goal, time.monotonic() - self.begun
        pairs = ((children, goal.children), (survivors, goal.survivors), (seconds, goal.seconds))
        return max((done / wanted for done, wanted in pairs if wanted), default=None)

    def _left(self, children: int, survivors: int) -> str:
        """The rate, and the time until the first goal is reached."""
        pace, goal = self._pace("children"), self.goal
        if not pace.done:
            return ""
        rate = pace.rate
        ends: list[float] = []
        if goal.children is not None:
            ends.append((goal.children - children) / rate)
        if goal.survivors is not None and survivors:
            ends.append((goal.survivors - survivors) * children / survivors / rate)
        if goal.seconds is not None:
            ends.append(goal.seconds - (time.monotonic() - self.begun))
        left = f", {time_told(min(ends))} left" if ends and min(ends) > 0 else ""
        return f"; {rate:.1f} a second{left}"


@dataclass
class Pace:
    """The speed of one kind of work."""

    done: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Finished per second."""
        return self.done / max(self.seconds, 1e-3)

    def left(self, more: int) -> str:
        """The time that this many more will take, in words; "" while it cannot be estimated."""
        if more <= 0 or self.done < 2:
            return ""
        return f", {time_told(more / self.rate)} left"


def time_told(seconds: float) -> str:
    """An estimated time in words."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"
