"""The action log of Hahn (2010), section 4: a match as lines of ten whole numbers.

Ply, player, phase, origin, destination, units, enemy units, own casualties, enemy casualties and
milliseconds; -1 where a number does not apply. A ply is the turn of a player, counted from 1; ply 0
is the set-up. Phases 0 to 2 are Hahn's, 3 and 4 are for rules that he does not have. What ends a
phase is not written: it follows from the action after it. `docs/reference/action-log.md` has the
whole format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, cast

from ludwright.errors import DataError, LimitExceeded
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.rules import ConquestPosition, ConquestRules
from ludwright.families.conquest.vocabulary import ConquestGame, Missions
from ludwright.language.game import Game
from ludwright.play.outcome import Reason
from ludwright.play.record import Record

NOTHING: int = -1
"""A number that does not apply."""
MOST_ACTIONS: int = 1_000_000
"""The longest log that is read."""


class ActionPhase(IntEnum):
    """What an action is."""

    SUPPLY = 0
    ATTACK = 1
    REINFORCE = 2
    ROLL = 3
    OCCUPY = 4


class Action(NamedTuple):
    """One line of a log."""

    ply: int
    player: int
    phase: int
    origin: int = NOTHING
    destination: int = NOTHING
    units: int = NOTHING
    enemy_units: int = NOTHING
    casualties: int = NOTHING
    enemy_casualties: int = NOTHING
    milliseconds: int = NOTHING

    def __str__(self) -> str:
        return " ".join(map(str, self))


def why_not_logged(game: Game) -> str | None:
    """Why matches of a game cannot be written as actions; None if they can."""
    tree = cast("ConquestGame", game.root)
    if tree.cards is not None:
        return "it has cards, and the log has no place for a card"
    if isinstance(tree.goal, Missions):
        return "it has secret missions, and the log has no place for them"
    return None


# --- From a match to actions ----------------------------------------------------------------------


def actions_of(record: Record, rules: ConquestRules) -> list[Action]:
    """The actions of a whole match; raises DataError for a match that a log cannot hold."""
    _require_logged(rules)
    reason = record.outcome.reason
    if reason is not Reason.RULE:
        raise DataError(
            f"expected a match that was played to its end, got one that ended by {reason}:"
            " a log cannot say where it was cut"
        )
    positions = cast("list[ConquestPosition]", list(record.positions(rules)))
    moves = [rules.unpack_move(numbers) for numbers in record.moves]
    found = []
    for at, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if move.kind in (Kind.ROLL, Kind.ASSAULT):
            found.append(_attack(position, move, moves[at + 1]))
        elif move.kind not in (Kind.DONE, Kind.LOSSES):
            found.append(_action(position, move))
    return found


def _require_logged(rules: ConquestRules) -> None:
    why = why_not_logged(rules.game)
    if why is not None:
        raise DataError(f"{rules.game.name}: expected a game that an action log can hold; {why}")


def _ply(state: Any) -> int:
    is_setup = state["phase"] in (Phase.DEAL, Phase.SPREAD)
    return 0 if is_setup else int(state["turns"]) + 1


def _player(state: Any, seats: int) -> int:
    """The seat in turn; nobody where neutral territories are dealt."""
    mover = int(state["mover"])
    return mover if mover < seats else NOTHING


def _attack(position: ConquestPosition, move: ConquestMove, losses: ConquestMove) -> Action:
    state = position.state
    phase = ActionPhase.ATTACK if move.kind == Kind.ASSAULT else ActionPhase.ROLL
    enemies = int(state["armies"][move.b])
    fight = (move.a, move.b, move.n, enemies, losses.n, losses.m)
    return Action(_ply(state), _player(state, position.rules.seats), phase, *fight)


def _action(position: ConquestPosition, move: ConquestMove) -> Action:
    state = position.state
    ply, player = _ply(state), _player(state, position.rules.seats)
    if move.kind == Kind.FORTIFY:
        return Action(ply, player, ActionPhase.REINFORCE, move.a, move.b, move.n)
    if move.kind == Kind.OCCUPY:
        origin, target = int(state["from"]), int(state["to"])
        return Action(ply, player, ActionPhase.OCCUPY, origin, target, move.n)
    # Dealt, claimed, scattered or placed.
    return Action(ply, player, ActionPhase.SUPPLY, NOTHING, move.a, max(move.n, 1))


# --- Text -----------------------------------------------------------------------------------------


def write_actions(actions: Sequence[Action]) -> str:
    """The log as text, an action a line."""
    return "".join(f"{action}\n" for action in actions)


def read_actions(text: str) -> list[Action]:
    """The actions of a log; raises DataError, with the line, for anything else."""
    found: list[Action] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if len(found) == MOST_ACTIONS:
            raise LimitExceeded(f"expected a log of at most {MOST_ACTIONS} actions, got more")
        if len(words) != len(Action._fields) or not all(map(_is_number, words)):
            raise DataError(f"line {number}: expected ten whole numbers, got {line[:60]!r}")
        found.append(Action(*map(int, words)))
    return found


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


# --- From actions to a match ----------------------------------------------------------------------


def replay_actions(
    actions: Sequence[Action], rules: ConquestRules
) -> Iterator[tuple[ConquestMove, ConquestPosition]]:
    """The moves of a log, each with the position it leads to, checked against the rules.

    Raises DataError, with the number of the action, for one that cannot be made.
    """
    _require_logged(rules)
    position = cast("ConquestPosition", rules.start())
    for number, action in enumerate(actions, start=1):
        place = f"action {number} ({action})"
        for step in _ended(position, action):
            yield step
            position = step[1]
        _require_turn(position, action, place)
        for move in _moves(position, action, place):
            position = _made(position, move, place)
            yield move, position
    for step in _ended(position, None):
        yield step
        position = step[1]
    if position.outcome() is None:
        raise DataError("the end of the log: expected the log of a whole match, got less")


_DONE = ConquestMove(Kind.DONE)
_OPEN = {
    Phase.ATTACK: (ActionPhase.ATTACK, ActionPhase.ROLL),
    Phase.FORTIFY: (ActionPhase.REINFORCE,),
}
"""Phases that a player ends, and the actions with which they go on."""


MOST_ENDINGS: int = 20_000
"""Turns without any action are possible where no armies come, but not for ever."""


def _ended(
    position: ConquestPosition, action: Action | None
) -> Iterator[tuple[ConquestMove, ConquestPosition]]:
    """Ends the phases before an action, or before the end of the match."""
    for _ in range(MOST_ENDINGS):
        state = position.state
        if state["phase"] not in _OPEN:
            return
        is_same_turn = action is not None and action.ply == _ply(state)
        if action is not None and is_same_turn and action.phase in _OPEN[state["phase"]]:
            return
        position = position.after(_DONE)
        yield _DONE, position


def _require_turn(position: ConquestPosition, action: Action, place: str) -> None:
    if position.outcome() is not None:
        raise DataError(f"{place}: expected the end of the log, since the match is over")
    state = position.state
    turn = (_ply(state), _player(state, position.rules.seats))
    if (action.ply, action.player) != turn:
        raise DataError(
            f"{place}: expected ply {turn[0]} of player {turn[1]},"
            f" got ply {action.ply} of player {action.player}"
        )


def _moves(position: ConquestPosition, action: Action, place: str) -> tuple[ConquestMove, ...]:
    """The plies of an action."""
    target, units = action.destination, action.units
    if action.phase == ActionPhase.SUPPLY:
        return (_supply(position, target, units, place),)
    if action.phase == ActionPhase.REINFORCE:
        return (ConquestMove(Kind.FORTIFY, action.origin, target, n=units),)
    if action.phase == ActionPhase.OCCUPY:
        return (ConquestMove(Kind.OCCUPY, n=units),)
    if action.phase in (ActionPhase.ATTACK, ActionPhase.ROLL):
        _require_enemies(position, action, place)
        kind = Kind.ASSAULT if action.phase == ActionPhase.ATTACK else Kind.ROLL
        losses = ConquestMove(Kind.LOSSES, n=action.casualties, m=action.enemy_casualties)
        return (ConquestMove(kind, action.origin, target, n=units), losses)
    raise DataError(f"{place}: expected a phase from 0 to {len(ActionPhase) - 1}")


def _supply(position: ConquestPosition, target: int, units: int, place: str) -> ConquestMove:
    phase, is_chance = position.state["phase"], position.seat < 0
    if phase == Phase.PLACE:
        return ConquestMove(Kind.PLACE, target, n=units)
    if units != 1:
        raise DataError(f"{place}: expected 1 unit at a time in the set-up, got {units}")
    if phase == Phase.DEAL:
        return ConquestMove(Kind.DEAL if is_chance else Kind.CLAIM, target)
    return (
        ConquestMove(Kind.SCATTER, target) if is_chance else ConquestMove(Kind.PLACE, target, n=1)
    )


def _require_enemies(position: ConquestPosition, action: Action, place: str) -> None:
    armies = position.state["armies"]
    if not 0 <= action.destination < len(armies):
        raise DataError(f"{place}: expected a territory from 0 to {len(armies) - 1}")
    if action.enemy_units != armies[action.destination]:
        raise DataError(
            f"{place}: expected {armies[action.destination]} enemy units on territory"
            f" {action.destination}, got {action.enemy_units}"
        )


def _made(position: ConquestPosition, move: ConquestMove, place: str) -> ConquestPosition:
    if not position.is_legal(move):
        raise DataError(f"{place}: expected an action that the rules allow")
    return position.after(move)
