"""Players from files in worker processes, so that nothing they do can harm this one.

Whole matches run in a worker: one request per match. Every move is written to the worker's
journal, so that a player that ends its process ends only its match, at the right ply. In
interactive play each choice is a request to one worker, which keeps the player.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

from ludwright.errors import LudwrightError, PlayerError, PlayerFault
from ludwright.language.game import Game
from ludwright.play.families import (
    MatchOrder,
    NativeRules,
    family_named,
    load_rules,
)
from ludwright.play.match_loop import (
    Chair,
    Entrant,
    Interrupts,
    Match,
    PlayedMatch,
    Witness,
    columns,
    indices,
    notes,
)
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.own_player import CHOICE_SECONDS, OwnPlayer
from ludwright.play.player import Budget
from ludwright.play.rules import Rules
from ludwright.play.workers import (
    UNTIMED,
    Answer,
    Faulty,
    Limits,
    Result,
    WorkerPool,
    limit_seconds,
    write_down,
)

PLAYER_LIMITS = Limits(memory_bytes=2 << 30, seconds=CHOICE_SECONDS, most_crashes=1, most_kills=2)
"""The limits of a player from a file: processor time to load it, to make it and for each choice,
and wall time without a move. A crash counts at once; a kill may have come from outside."""
MOST_TIMEOUTS: int = 3
"""After this many matches in a row in which a player took too long, the playtest stops."""
_ANSWER = "ludwright.play.match_worker:answer"
_LOAD, _MATCH, _CHOOSE = "load", "match", "choose"
_TURN = b"?\n"
"""The journal line before a player from a file chooses."""
_TRACED = re.compile(r'File "(.*)", line (\d+) in ')


def play_in_workers(
    rules: Rules,
    players: Sequence[str],
    order: MatchOrder,
    progress: Callable[[int, int], None] | None,
    limits: Limits = PLAYER_LIMITS,
) -> tuple[dict[str, Any], list[str], bool]:
    """The columns of the matches, notes on faults, and whether they ran without interruption."""
    matches: list[PlayedMatch] = []
    more: list[str] = []
    is_complete = True
    jobs = max(1, min(order.jobs or os.cpu_count() or 1, order.matches))
    try:
        with WorkerPool(_ANSWER, jobs, limits, talking=True) as pool:
            _check_players(pool, players, rules.game)
            table = {
                **_game_task(rules.game, rules.seats),
                "kind": _MATCH,
                "players": list(players),
                "order": asdict(order),
                "seconds": limits.seconds,
            }
            tasks = ({**table, "index": index} for index in indices(order))
            for index, result in zip(indices(order), pool.map_ordered(tasks), strict=False):
                matches.append(_match_of(rules, players, order, index, result))
                if progress is not None:
                    progress(len(matches), order.matches)
                if _is_too_slow(matches) and len(matches) < order.matches:
                    more.append(
                        f"stopped after {len(matches)} matches: "
                        f"the last {MOST_TIMEOUTS} ended because a player took too long"
                    )
                    break
    except KeyboardInterrupt:
        is_complete = False
    return columns(rules, matches), [*notes(players, matches), *more], is_complete


def _is_too_slow(matches: Sequence[PlayedMatch]) -> bool:
    last = matches[-MOST_TIMEOUTS:]
    return len(last) == MOST_TIMEOUTS and all(match.fault and match.out_of_time for match in last)


class IsolatedPlayer(AbstractContextManager["IsolatedPlayer"]):
    """A player from a file in a worker process, for one match.

    It chooses as it would in this process; all its failures are PlayerFaults.
    """

    def __init__(
        self, text: str, game: Game, limits: Limits = PLAYER_LIMITS, seats: int | None = None
    ) -> None:
        """Start the process and load the file; raises PlayerError if there is no such player."""
        self.text = text
        # No second try: a fresh process would not have what the player remembers of the match.
        limits = replace(limits, most_kills=1)
        self._rules = load_rules(game, seats)
        self._task = {
            **_game_task(game, self._rules.seats),
            "kind": _CHOOSE,
            "players": [text],
            "seconds": limits.seconds,
        }
        self._pool = WorkerPool(_ANSWER, 1, limits, talking=True)
        try:
            _check_players(self._pool, [text], game)
        except BaseException:
            self.close()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._pool.close()

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:
        """The player's choice; it uses `rng` as if it had been called in this process."""
        version, numbers, gauss = rng.getstate()
        task = {
            **self._task,
            "position": position.encode().hex(),
            "budget": asdict(budget),
            "luck": [version, list(numbers), gauss],
        }
        [result] = self._pool.map_ordered([task])
        if isinstance(result, Faulty):
            words = crash_words(result, self.text)
            raise PlayerFault(f"{self.text} failed at ply {position.ply + 1}: {words}")
        if "fault" in result:
            raise PlayerFault(f"{self.text} failed at ply {position.ply + 1}: {result['fault']}")
        rng.setstate(_luck(result["luck"]))
        return self._rules.unpack_move(result["move"])


def own_player(
    text: str,
    game: Game,
    choice_seconds: float | None = CHOICE_SECONDS,
    seats: int | None = None,
) -> IsolatedPlayer | LocalPlayer:
    """A player from a file for one interactive match; use it in a `with` statement.

    It runs in a separate process with this limit per choice, or in this one if the limit is None.
    """
    if choice_seconds is None:
        return LocalPlayer(text, game, seats)
    return IsolatedPlayer(text, game, replace(PLAYER_LIMITS, seconds=choice_seconds), seats)


class LocalPlayer(AbstractContextManager["LocalPlayer"]):
    """A player from a file in this process; all its failures are PlayerFaults."""

    def __init__(self, text: str, game: Game, seats: int | None = None) -> None:
        """Load the file; raises PlayerError if there is no such player."""
        self.text = text
        self._rules = load_rules(game, seats)
        self._chair = Chair(Entrant.of(text), Random(0))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing has to be closed."""

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:
        """The player's choice."""
        self._chair.rng = rng
        with Interrupts() as interrupts:
            try:
                return self._chair.search(position, budget, self._rules).move
            except BaseException as error:
                interrupts.pass_on()
                words = self._chair.words(error)
                raise PlayerFault(
                    f"{self.text} failed at ply {position.ply + 1}: {words}"
                ) from error


def _check_players(pool: WorkerPool, players: Sequence[str], game: Game) -> None:
    """Raise PlayerError unless all players can be loaded."""
    task = {"family": game.family, "kind": _LOAD, "players": list(players)}
    [result] = pool.map_ordered([task])
    if isinstance(result, Faulty):
        files = ", ".join(one for one in players if OwnPlayer.is_named_by(one))
        raise PlayerError(f"{files} cannot be loaded: {crash_words(result)}")
    if "refused" in result:
        raise PlayerError(result["refused"])


def _game_task(game: Game, seats: int) -> dict[str, Any]:
    """The game and its seats for a worker, which knows all families registered in this process."""
    return {"family": game.family, "game": game.text, "seats": seats}


def _match_of(
    rules: Rules, players: Sequence[str], order: MatchOrder, index: int, result: Result
) -> PlayedMatch:
    if not isinstance(result, Faulty):
        return PlayedMatch.from_json(result)
    match = Match(rules, order, index)
    for move, value, work in _written(rules, result.journal):
        try:
            match.make(move, value, work)
        except (LudwrightError, TypeError, ValueError, OverflowError):
            break  # the player itself wrote into the journal
    outcome = match.position.outcome()
    if outcome is not None:  # the worker died after the last move
        return match.ended(outcome)
    if match.is_too_long:
        return match.ended(Outcome.shared(rules.seats, Reason.PLY_LIMIT))
    name = players[match.entrant_at(match.position.seat)]
    match.kept.out_of_time = result.cause in ("too slow", "hang")
    return match.broken(crash_words(result, name), name)


def _written(rules: Rules, journal: bytes) -> Iterator[tuple[Any, float, int]]:
    """The moves in the journal of a match."""
    for line in journal.splitlines(keepends=True):
        if line in (UNTIMED, _TURN):
            continue
        try:
            numbers, value, work = json.loads(line)
            yield rules.unpack_move([int(one) for one in numbers]), float(value), int(work)
        except (ValueError, TypeError):
            return  # the worker died while writing


def crash_words(fault: Faulty, name: str = "") -> str:
    """How the process of a player ended, with the line in the player's file if known."""
    words = {
        "too slow": f"{fault.detail} for one choice" if name else fault.detail,
        "hang": fault.detail,
        "killed": f"its process was killed ({fault.detail})",
        "crash": f"its process ended ({fault.detail})",
        "memory": fault.detail,
    }
    path = OwnPlayer.of(name).path if OwnPlayer.is_named_by(name) else None
    wanted = None if path is None else str(path.resolve())
    for file, line in _TRACED.findall(fault.trace):
        if wanted is not None and str(Path(file).resolve()) == wanted:
            return f"{words.get(fault.cause, fault.detail)} ({path}:{line})"
    return words.get(fault.cause, fault.detail)


# --- Inside a worker ------------------------------------------------------------------------------


def answer(task: Answer) -> Answer:
    """Carry out a task."""
    players = tuple(task["players"])
    if task["kind"] == _LOAD:
        try:
            _entrants(players, task["family"])
        except LudwrightError as error:
            return {"refused": str(error)}
        return {}
    entrants, recorder = _entrants(players, task["family"]), _Recorder(task["seconds"])
    recorder.lift_limits()
    rules = _rules(task["family"], task["game"], task["seats"])
    if task["kind"] == _CHOOSE:
        return _chosen(task, rules, recorder)
    with Interrupts() as interrupts:
        match = Match(rules, _order(task["order"]), task["index"])
        return match.play(entrants, recorder, interrupts).to_json()


class _Recorder(Witness):
    """Limits each choice of a player from a file, and keeps the journal of the match."""

    is_isolated = True

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def lift_limits(self) -> None:
        """Lift the limits while a game is loaded and while native players think."""
        limit_seconds(math.inf)
        write_down(UNTIMED)

    def before(self, entrant: Entrant) -> None:
        if entrant.own is None:
            self.lift_limits()
        else:
            limit_seconds(self._seconds)
            write_down(_TURN)

    def after(self, numbers: Sequence[int], value: float, work: int) -> None:
        write_down(json.dumps([list(numbers), value, work]).encode() + b"\n")


@lru_cache(maxsize=1)
def _rules(family: str, text: str, seats: int) -> NativeRules:
    found = family_named(family)
    return found.load_rules(found.read_game(text, "<match>"), seats)


@lru_cache(maxsize=1)
def _entrants(players: tuple[str, ...], family: str) -> tuple[Entrant, ...]:
    return tuple(Entrant.of(player, family) for player in players)


@lru_cache(maxsize=1)
def _chair(player: str, family: str) -> Chair:
    """The player of an interactive match, kept between its choices."""
    return Chair(_entrants((player,), family)[0], Random(0))


def _chosen(task: Mapping[str, Any], rules: NativeRules, recorder: _Recorder) -> Answer:
    chair = _chair(task["players"][0], task["family"])
    chair.rng.setstate(_luck(task["luck"]))
    position = rules.decode(bytes.fromhex(task["position"]))
    try:
        recorder.before(chair.entrant)
        found = chair.search(position, Budget(**task["budget"]), rules)
        position.after(found.move)
    except MemoryError as error:
        raise MemoryError(chair.words(error)) from None
    except BaseException as error:  # noqa: BLE001 - a player may raise anything
        return {"fault": chair.words(error)}
    version, numbers, gauss = chair.rng.getstate()
    return {"move": rules.pack_move(found.move), "luck": [version, list(numbers), gauss]}


def _luck(state: Sequence[Any]) -> tuple[Any, ...]:
    version, numbers, gauss = state
    return version, tuple(numbers), gauss


def _order(data: Mapping[str, Any]) -> MatchOrder:
    return MatchOrder(**{**data, "specs": (), "openings": tuple(data["openings"])})
