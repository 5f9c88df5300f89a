"""Measures what `playtest()` costs beyond the native call that plays the matches.

A hundred matches of tic-tac-toe between uniform players take the core well under a millisecond, so
the rest shows. Calls of `playtest()` and of the native function with the same arguments take
turns; the difference of their medians is the overhead. It is measured twice: for the same game
object again, and for the same game read from its text again; the rules of both are remembered. Of a
new game they have to be loaded once: checked, lowered to numbers and calibrated.

    python -m benchmarks.overhead
    python -m benchmarks.overhead --calls 2000 hex-7
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from ludwright.language.game import Game, read_game
from ludwright.play.families import MatchOrder, family_of, load_rules, open_game
from ludwright.play.playtest import default_openings, playtest

MATCHES = 100
CALLS = 500
MOST_MILLISECONDS = 1.5
"""The overhead that is acceptable."""
PLAYER = "uniform"


def seconds_of(calls: int, *timed: Callable[[], object]) -> list[float]:
    """The median time of each function; they take turns, so that all meet the same disturbances."""
    times: list[list[float]] = [[] for _ in timed]
    for _ in range(calls):
        for function, found in zip(timed, times, strict=True):
            begin = perf_counter()
            function()
            found.append(perf_counter() - begin)
    return [median(found) for found in times]


def overheads(game: Game, calls: int) -> tuple[float, float, float, float]:
    """Seconds of the native call, overhead for a game played before and for one read again.

    The last figure is the time to load the rules of a game.
    """
    rules = load_rules(game)
    openings = default_openings(game, rules.seats)
    specs = ({"kind": PLAYER},) * rules.seats
    order = MatchOrder(specs, MATCHES, 0, 1, openings, family_of(game).max_plies)
    new, unknown = (iter([read_game(game.text) for _ in range(calls)]) for _ in range(2))
    native, known, again, loading = seconds_of(
        calls,
        lambda: rules.play_matches(order),
        lambda: playtest(game, PLAYER, MATCHES),
        lambda: playtest(next(new), PLAYER, MATCHES),
        lambda: load_rules(next(unknown)),
    )
    return native, known - native, again - native, loading


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 1 if the overhead is larger than acceptable."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game", nargs="?", default="tic-tac-toe")
    parser.add_argument("--calls", type=int, default=CALLS)
    chosen = parser.parse_args(arguments)
    found = overheads(open_game(chosen.game), chosen.calls)
    native, known, again, loading = (1e3 * one for one in found)
    print(f"{chosen.game}, {MATCHES} matches between {PLAYER} players, {chosen.calls} calls each:")
    print(f"  native call                    {native:6.3f} ms (median)")
    print(f"  overhead, game played before   {known:6.3f} ms (difference of medians)")
    print(f"  overhead, game read again      {again:6.3f} ms")
    print(f"  rules of a new game, once      {loading:6.3f} ms, calibration not included")
    is_good = max(known, again) <= MOST_MILLISECONDS
    print(f"  {'within' if is_good else 'more than'} the bar of {MOST_MILLISECONDS} ms")
    return 0 if is_good else 1


if __name__ == "__main__":
    raise SystemExit(main())
