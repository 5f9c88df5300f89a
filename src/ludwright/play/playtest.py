"""A playtest: many matches of one game, as columns, and `playtest()`, which plays them.

Matches between players of the native core run there in one call, on any number of threads.
If any player is written in Python, the matches run in a Python loop, with records of the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ludwright import __version__
from ludwright.errors import GameFault
from ludwright.language.game import Game
from ludwright.play.families import (
    Annotation,
    MatchOrder,
    Told,
    load_rules,
)
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.own_player import CHOICE_SECONDS, OwnPlayer
from ludwright.play.player import Player, SearchPlayer, UniformPlayer
from ludwright.play.record import Record
from ludwright.play.roster import make_player
from ludwright.play.rules import Rules
from ludwright.play.share import Share, wilson

REASONS: tuple[Reason | None, ...] = (None, *Reason)
"""Reasons by their numbers in columns, the same as in the native core."""

PLY_COLUMNS: dict[str, str] = {
    "moves": "int32",
    "seats": "uint8",
    "options": "int32",
    "leads": "float32",
    "values": "float32",
}
"""Columns with one entry per ply, and their types."""
MATCH_COLUMNS: dict[str, str] = {
    "start_leads": "float32",
    "scores": "float32",
    "reasons": "uint8",
    "indices": "uint64",
    "opening_plies": "int32",
    "swapped": "uint8",
    "out_of_time": "uint8",
    "work": "uint64",
}
"""Columns with one entry per match, and their types."""
PLY_ANNOTATIONS: tuple[str, ...] = ("played", "best_moves", "threats", "value_depths")
"""Annotations with one entry per ply; values of moves have more."""
DEFAULT_OPENINGS: tuple[int, ...] = (2, 4)
"""Random first plies: an even number, so that the first player stays first."""
DEFAULT_MAX_PLIES: int = 1000
"""A match of this length is abandoned as a draw."""

Progress = Callable[[int, int], None]
"""Called with (finished, total) matches."""


def is_annotation_name(name: str) -> bool:
    """Whether a column may be added under this name."""
    return name.isidentifier() and name not in PLY_COLUMNS and name not in MATCH_COLUMNS


class PlaytestInterrupted(KeyboardInterrupt):
    """Ctrl-C was pressed; `playtest` holds the matches finished before."""

    def __init__(self, playtest: Playtest) -> None:
        self.playtest = playtest
        super().__init__(f"interrupted after {len(playtest)} matches")


@dataclass(frozen=True, eq=False)
class Playtest:
    """Matches of one game as columns; the plies of match i start at `offsets[i]`."""

    game: Game
    players: tuple[str, ...]
    """By seat in the first match; in swapped matches the order is reversed."""
    seed: int
    offsets: NDArray[np.int64]
    columns: Mapping[str, NDArray[Any]]
    """The columns named in `PLY_COLUMNS` and `MATCH_COLUMNS`."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How the matches were set up: openings, max_plies, swap_seats."""
    annotations: dict[str, NDArray[Any]] = field(default_factory=dict)
    """Columns that were added later."""
    notes: tuple[str, ...] = ()
    """What went wrong: the first faults of players, in words."""
    version: str = __version__
    """The version of the engine that played."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, match: int) -> Record:
        if not -len(self) <= match < len(self):
            raise IndexError(f"expected a match from 0 to {len(self) - 1}, got {match}")
        match %= len(self)
        plies = slice(int(self.offsets[match]), int(self.offsets[match + 1]))
        column = self.columns
        players = self.players[::-1] if column["swapped"][match] else self.players
        return Record(
            digest=self.game.digest,
            seed=self.seed,
            index=int(column["indices"][match]),
            players=players,
            **{name: column[name][plies] for name in PLY_COLUMNS},
            start_lead=float(column["start_leads"][match]),
            opening_plies=int(column["opening_plies"][match]),
            outcome=self.outcome(match),
            is_out_of_time=bool(column["out_of_time"][match]),
        )

    def __iter__(self) -> Iterator[Record]:
        return (self[match] for match in range(len(self)))

    def outcome(self, match: int) -> Outcome:
        """How a match ended."""
        reason = REASONS[int(self.columns["reasons"][match])]
        first, second = self.columns["scores"][match].tolist()
        return Outcome((first, second), reason or Reason.FAULT)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Plies of each match."""
        return np.diff(self.offsets)

    @cached_property
    def winners(self) -> NDArray[np.int8]:
        """The seat that won each match, or -1 for a draw."""
        scores = self.columns["scores"]
        best = scores.argmax(axis=1).astype(np.int8)
        is_shared = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1
        return np.where(is_shared, np.int8(-1), best)

    def decided(self) -> Iterator[Record]:
        """The matches that have a winner."""
        return (self[int(match)] for match in np.flatnonzero(self.winners >= 0))

    def first_share(self) -> Share:
        """The share of decided matches that the first seat won."""
        return wilson(int((self.winners == 0).sum()), int((self.winners >= 0).sum()))

    @cached_property
    def is_faulty(self) -> NDArray[np.bool_]:
        """Which matches ended because a player failed: they do not show which player is better."""
        return np.asarray(self.columns["reasons"] == REASONS.index(Reason.FAULT))

    def drawn_share(self) -> Share:
        """The share of matches without a fault that were drawn."""
        played = ~self.is_faulty
        return wilson(int((self.winners[played] < 0).sum()), int(played.sum()))

    def player_share(self, player: int) -> Share:
        """The share of points that a player won in matches without a fault, at either seat.

        A draw counts half.
        """
        played = ~self.is_faulty
        return wilson(float(self.player_points(player)[played].sum()), int(played.sum()))

    def player_points(self, player: int) -> NDArray[np.float64]:
        """The points of a player in each match, at either seat: 1, 0.5 or 0.

        A match that `is_faulty` counts as a draw here.
        """
        seats = np.where(self.columns["swapped"] != 0, 1 - player, player)
        return np.where(self.winners < 0, 0.5, self.winners == seats).astype(np.float64)

    def reasons(self) -> dict[str, int]:
        """How many matches ended for each reason."""
        numbers, counts = np.unique(self.columns["reasons"], return_counts=True)
        return {str(REASONS[n] or "none"): int(c) for n, c in zip(numbers, counts, strict=True)}

    def annotate(self, name: str, column: NDArray[Any]) -> None:
        """Add a column, or replace one that was added before."""
        if not is_annotation_name(name):
            raise ValueError(f"expected a new name for an annotation, got {name!r}")
        self.annotations[name] = np.asarray(column)

    def some(self, first: int, last: int) -> Playtest:
        """The matches from `first` to before `last`, with their annotations."""
        start, end = int(self.offsets[first]), int(self.offsets[last])
        columns = {
            name: column[start:end] if name in PLY_COLUMNS else column[first:last]
            for name, column in self.columns.items()
        }
        found = replace(self, offsets=self.offsets[first : last + 1] - start, columns=columns)
        return replace(found, annotations=_cut_annotations(self.annotations, start, end))

    def summary(self) -> dict[str, Any]:
        """The playtest in a few numbers, as plain data."""
        lengths = self.lengths
        return {
            "game": self.game.name,
            "digest": self.game.digest,
            "players": list(self.players),
            "seed": self.seed,
            "matches": len(self),
            "first_share": self.first_share().to_json(),
            "drawn_share": self.drawn_share().to_json(),
            "player_shares": [self.player_share(i).to_json() for i in range(len(self.players))],
            "plies": {
                "mean": float(lengths.mean()) if len(self) else None,
                "shortest": int(lengths.min()) if len(self) else None,
                "longest": int(lengths.max()) if len(self) else None,
            },
            "options_mean": _mean(self.columns["options"]),
            "reasons": self.reasons(),
            "faults": int(self.is_faulty.sum()),
            "settings": dict(self.settings),
            "notes": list(self.notes),
            "version": self.version,
        }


def playtest(
    game: Game,
    players: Sequence[str | Player],
    matches: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    seats: int | None = None,
    openings: Sequence[int] = DEFAULT_OPENINGS,
    max_plies: int = DEFAULT_MAX_PLIES,
    swap_seats: bool = False,
    progress: Progress | None = None,
    isolate: bool = True,
    choice_seconds: float = CHOICE_SECONDS,
) -> Playtest:
    """Play matches of a game; the result depends only on the arguments, and not on `jobs`.

    With `swap_seats`, each odd match repeats the opening of the match before with seats swapped.
    Ctrl-C raises PlaytestInterrupted with the matches finished so far. Players from files run in
    worker processes, where a choice may take `choice_seconds` of processor time, unless `isolate`
    is False or another player is given as an object. If a player takes too long in several matches
    in a row, the playtest ends early, with a note.
    """
    rules = load_rules(game, seats)
    seated = [_native_or_not(one) for one in players]
    _check_order(rules, players, matches, openings, max_plies)
    if rules.start(seed).outcome() is not None:
        message = "expected a playable game, got one that is over before the first move"
        raise GameFault(message, digest=game.digest, seed=seed, ply=0)
    specs = tuple(one.spec for one in seated if one is not None)
    settings = {"openings": list(openings), "max_plies": max_plies, "swap_seats": swap_seats}
    order = MatchOrder(specs, matches, seed, jobs, tuple(openings), max_plies, swap_seats)

    def result(columns: dict[str, Any], notes: Sequence[str] = ()) -> Playtest:
        names = tuple(_name_of(one) for one in players)
        return _from_columns(game, names, seed, columns, settings, notes)

    notes: Sequence[str] = ()
    if len(specs) == len(seated):
        columns = rules.play_matches(order, _told(progress, matches))
        error = columns["interruption"]
        if error is not None and not isinstance(error, KeyboardInterrupt):
            raise error
        is_complete = error is None
        if is_complete and progress is not None:
            progress(matches, matches)
    elif isolate and (texts := _portable(players, seated)) is not None:
        from ludwright.play.match_worker import PLAYER_LIMITS, play_in_workers

        limits = replace(PLAYER_LIMITS, seconds=choice_seconds)
        columns, notes, is_complete = play_in_workers(game, texts, order, progress, limits)
    else:
        from ludwright.play.match_loop import play_in_python

        columns, notes, is_complete = play_in_python(rules, players, order, progress)
    found = result(columns, notes)
    if not is_complete:
        raise PlaytestInterrupted(found)
    return found


def _told(progress: Progress | None, total: int) -> Told | None:
    return None if progress is None else lambda done: progress(done, total)


def replay(playtest: Playtest, rules: Rules | None = None) -> int:
    """Replay every match, checking seats, moves, options and outcomes; return the number of plies.

    Raises GameFault at the first difference.
    """
    known = rules if rules is not None else load_rules(playtest.game)
    plies = 0
    for record in playtest:
        plies += sum(1 for _ in record.positions(known)) - 1
    return plies


def annotate(
    playtest: Playtest, request: Annotation | None = None, progress: Progress | None = None
) -> None:
    """Annotate the recorded positions with values, best moves and threats from the native core.

    `move_values` are the values of all legal moves; those of position k start at
    `move_value_offsets[k]`. `played` and `best_moves` are indices into the legal moves, the latter
    at depths 1 to 4, -1 where not reached. `threats` are 1, 0, or -1 if not known, by seat.
    Positions that the request leaves out have only `played`: no values, a depth of -1 in
    `value_depths`, and -1 for best moves and threats.
    """
    _check_positions(playtest, request)
    rules = load_rules(playtest.game)
    told = _told(progress, len(playtest))
    found = rules.annotations(playtest, request or Annotation(), told)
    if progress is not None:
        progress(len(playtest), len(playtest))
    for name, column in found.items():
        playtest.annotate(name, column)


def _cut_annotations(
    annotations: Mapping[str, NDArray[Any]], start: int, end: int
) -> dict[str, NDArray[Any]]:
    """The annotations of these plies that `annotate` added; other columns are left out."""
    found = {name: annotations[name][start:end] for name in PLY_ANNOTATIONS if name in annotations}
    offsets, values = annotations.get("move_value_offsets"), annotations.get("move_values")
    if offsets is not None and values is not None:
        found["move_value_offsets"] = offsets[start : end + 1] - offsets[start]
        found["move_values"] = values[int(offsets[start]) : int(offsets[end])]
    return found


def _check_positions(playtest: Playtest, request: Annotation | None) -> None:
    positions = None if request is None else request.positions
    if positions is None:
        return
    plies = int(playtest.offsets[-1])
    if positions.shape != (plies,) or positions.dtype != np.bool_:
        raise ValueError(
            f"positions: expected {plies} entries of True or False, one per recorded ply, "
            f"got {positions.dtype} of shape {positions.shape}"
        )


def _check_order(
    rules: Rules,
    players: Sequence[str | Player],
    matches: int,
    openings: Sequence[int],
    max_plies: int,
) -> None:
    if len(players) != rules.seats:
        raise ValueError(f"expected {rules.seats} players, got {len(players)}")
    if matches < 0:
        raise ValueError(f"expected a number of matches, got {matches}")
    if max_plies < 1:
        raise ValueError(f"expected at least one ply a match, got max_plies={max_plies}")
    if any(plies < 0 or plies % 2 for plies in openings):
        raise ValueError(f"expected even numbers of opening plies, got {list(openings)}")


def _native_or_not(player: str | Player) -> SearchPlayer | UniformPlayer | None:
    """The player, if the core can play whole matches for it."""
    if isinstance(player, str):
        if OwnPlayer.is_named_by(player):
            return None  # its file is not run here
        player = make_player(player)
    is_native = type(player) in (SearchPlayer, UniformPlayer)
    return cast("SearchPlayer | UniformPlayer", player) if is_native else None


def _portable(
    players: Sequence[str | Player], seated: Sequence[SearchPlayer | UniformPlayer | None]
) -> list[str] | None:
    """The texts of the players, if another process can make all of them."""
    texts = [one for one in players if isinstance(one, str)]
    known = [
        one
        for one, native in zip(players, seated, strict=True)
        if isinstance(one, str) and (native is not None or OwnPlayer.is_named_by(one))
    ]
    return texts if len(known) == len(players) else None


def _name_of(player: str | Player) -> str:
    return player if isinstance(player, str) else type(player).__name__


def _from_columns(
    game: Game,
    players: tuple[str, ...],
    seed: int,
    columns: dict[str, Any],
    settings: dict[str, Any],
    notes: Sequence[str],
) -> Playtest:
    """A playtest of the finished matches among the columns."""
    offsets = np.asarray(columns["offsets"], dtype=np.int64)
    finished = np.asarray(columns["finished"]).astype(bool)
    lengths = np.diff(offsets)
    kept = np.repeat(finished, lengths)
    found = {
        name: np.ascontiguousarray(np.asarray(columns[name], dtype=kind)[kept])
        for name, kind in PLY_COLUMNS.items()
    }
    found |= {
        name: np.ascontiguousarray(np.asarray(columns[name], dtype=kind)[finished])
        for name, kind in MATCH_COLUMNS.items()
    }
    ends = np.concatenate([[0], np.cumsum(lengths[finished])]).astype(np.int64)
    return Playtest(game, players, seed, ends, found, settings, notes=tuple(notes))


def _mean(values: NDArray[Any]) -> float | None:
    return float(values.mean()) if values.size else None
