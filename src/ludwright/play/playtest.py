"""A playtest: many matches of one game, as columns, and `playtest()`, which plays them.

Matches between players of the native core run there in one call, on any number of threads.
If any player is written in Python, the matches run in a Python loop, with records of the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ludwright import __version__
from ludwright.errors import GameFault
from ludwright.language.game import Game
from ludwright.play.columns import (
    CHANCE,
    COLUMN_NAMES,
    MATCH_COLUMNS,
    cut,
    finished_only,
    leads_of,
    measures_of,
)
from ludwright.play.data_frame import data_frame
from ludwright.play.families import (
    Annotation,
    MatchOrder,
    NativeRules,
    Told,
    family_of,
    game_from,
    load_rules,
)
from ludwright.play.native_rules import require_player
from ludwright.play.outcome import REASONS, Outcome, Reason
from ludwright.play.own_player import CHOICE_SECONDS, OwnPlayer
from ludwright.play.player import Player, SearchPlayer, UniformPlayer
from ludwright.play.record import Record, opponents
from ludwright.play.roster import player_of
from ludwright.play.rules import Rules
from ludwright.play.share import Share, wilson
from ludwright.shown import brief, displayed

PLY_ANNOTATIONS: tuple[str, ...] = (
    "played",
    "best_moves",
    "threats",
    "value_depths",
    "judged_values",
    "judged_standings",
)
"""Annotations with one entry per ply; values of moves have more."""
DEFAULT_MATCHES: int = 100
JUDGE: str = "judge"
"""The setting that names the judge of the leads."""

Progress = Callable[[int, int], None]
"""Called with (finished, total) matches."""


def is_annotation_name(name: str) -> bool:
    """Whether a column may be added under this name."""
    return name.isidentifier() and name not in COLUMN_NAMES


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
    """By number; in matches that rotate seats, `columns["seating"]` says who sat where."""
    seed: int
    offsets: NDArray[np.int64]
    columns: Mapping[str, NDArray[Any]]
    """The columns declared in `ludwright.play.columns`, and `moment_offsets`."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How the matches were set up: openings, max_plies, rotate_seats; and who judged the leads."""
    annotations: dict[str, NDArray[Any]] = field(default_factory=dict)
    """Columns that were added later."""
    notes: tuple[str, ...] = ()
    """What went wrong: the first faults of players, in words."""
    version: str = __version__
    """The version of the engine that played."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        players = brief(opponents(self.players))
        return f"<Playtest of {brief(self.game.name, 40)!r}: {len(self)} matches, {players}>"

    def _repr_html_(self) -> str:
        html: str = displayed("playtest_html", self)
        return html

    def _repr_svg_(self) -> str:
        svg: str = displayed("playtest_svg", self)
        return svg

    def to_records(self) -> list[dict[str, Any]]:
        """One dictionary for each match: who played, how long, how it ended.

        Seats are counted from 1 here, as in "player_1"; the "winner" of a draw is None.
        """
        return [
            {
                "match": record.index,
                **{f"player_{seat + 1}": name for seat, name in enumerate(record.players)},
                **{f"score_{seat + 1}": one for seat, one in enumerate(record.outcome.scores)},
                "winner": None if record.winner is None else record.winner + 1,
                "reason": record.outcome.reason.value,
                "plies": len(record),
                "opening_plies": record.opening_plies,
                "options_mean": _mean(record.options[record.seats != CHANCE]),
                "out_of_time": record.is_out_of_time,
            }
            for record in self
        ]

    def to_pandas(self) -> Any:
        """The same as a `pandas.DataFrame`; raises ImportError if pandas is not installed."""
        return data_frame(self.to_records())

    def __getitem__(self, match: int) -> Record:
        if not -len(self) <= match < len(self):
            raise IndexError(f"expected a match from 0 to {len(self) - 1}, got {match}")
        match %= len(self)
        one = cut(self.columns, self.offsets, match, match + 1)
        rows = {name: row[0] if name in MATCH_COLUMNS else row for name, row in one.items()}
        return Record(
            digest=self.game.digest,
            seed=self.seed,
            index=int(rows["indices"]),
            players=tuple(self.players[player] for player in rows["seating"]),
            opening_plies=int(rows["opening_plies"]),
            outcome=self.outcome(match),
            is_out_of_time=bool(rows["out_of_time"]),
            columns=rows,
        )

    def __iter__(self) -> Iterator[Record]:
        return (self[match] for match in range(len(self)))

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return len(self.players)

    @property
    def moment_offsets(self) -> NDArray[np.int64]:
        """Where the moments of each match start, in `standings` and the other columns of moments.

        A moment is a position that was judged: after every ply or, where turns take several plies,
        after every turn.
        """
        return self.columns["moment_offsets"]

    @property
    def standings(self) -> NDArray[np.float64]:
        """How the seats stand at each moment: numbers from 0 that sum to 1."""
        return self.columns["standings"]

    @property
    def measures(self) -> NDArray[np.float64]:
        """The family's own numbers at each moment; rows of none where it has none."""
        return measures_of(self.columns)

    @property
    def start_standings(self) -> NDArray[np.float64]:
        """How the seats stand before the first ply of each match."""
        return self.columns["start_standings"]

    @cached_property
    def leads(self) -> NDArray[np.float64]:
        """How far each seat is ahead of the best of the others, at each moment."""
        return leads_of(self.standings)

    @cached_property
    def start_leads(self) -> NDArray[np.float64]:
        """How far each seat is ahead of the best of the others, before the first ply."""
        return leads_of(self.start_standings)

    def outcome(self, match: int) -> Outcome:
        """How a match ended."""
        column = self.columns
        reason = REASONS[int(column["reasons"][match])]
        points, places = column["points"][match], column["places"][match]
        return Outcome(
            tuple(column["scores"][match].tolist()),
            reason or Reason.FAULT,
            None if np.isnan(points).all() else tuple(points.tolist()),
            tuple(places.tolist()) if places.any() else None,
        )

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
        """The share of decided matches that the first seat won; 1 / seats is even."""
        return wilson(int((self.winners == 0).sum()), int((self.winners >= 0).sum()))

    @cached_property
    def is_faulty(self) -> NDArray[np.bool_]:
        """Which matches ended because a player failed: they do not show which player is better."""
        return np.asarray(self.columns["reasons"] == REASONS.index(Reason.FAULT))

    def drawn_share(self) -> Share:
        """The share of matches without a fault that were drawn."""
        played = ~self.is_faulty
        return wilson(int((self.winners[played] < 0).sum()), int(played.sum()))

    @property
    def drawn_in_words(self) -> str:
        """What `drawn_share` counts: with more than two seats, some may share a win."""
        return "drawn" if self.seats == 2 else "drawn or shared"

    def player_share(self, player: int) -> Share:
        """The share of points that a player won in matches without a fault, at any seat.

        A draw counts as an equal share for each; 1 / seats is even.
        """
        played = ~self.is_faulty
        return wilson(float(self.player_points(player)[played].sum()), int(played.sum()))

    def player_points(self, player: int) -> NDArray[np.float64]:
        """The score of a player in each match, at whichever seat it sat.

        A match that `is_faulty` counts as a draw here.
        """
        scores = self.columns["scores"]
        found: NDArray[np.float64] = scores[self.columns["seating"] == player].astype(np.float64)
        return found

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
        columns = cut(self.columns, self.offsets, first, last)
        found = replace(self, offsets=self.offsets[first : last + 1] - start, columns=columns)
        return replace(found, annotations=_cut_annotations(self.annotations, start, end))

    def summary(self) -> dict[str, Any]:
        """The playtest in a few numbers, as plain data."""
        lengths = self.lengths
        return {
            "game": self.game.name,
            "digest": self.game.digest,
            "players": list(self.players),
            "seats": self.seats,
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
            "options_mean": _mean(self.columns["options"][self.columns["seats"] != CHANCE]),
            "reasons": self.reasons(),
            "faults": int(self.is_faulty.sum()),
            "settings": dict(self.settings),
            "notes": list(self.notes),
            "version": self.version,
        }


def playtest(
    game: Game | str | Path,
    players: str | Player | Sequence[str | Player] | None = None,
    matches: int = DEFAULT_MATCHES,
    seed: int = 0,
    jobs: int = 1,
    *,
    seats: int | None = None,
    openings: Sequence[int] | None = None,
    max_plies: int | None = None,
    rotate_seats: bool = False,
    progress: Progress | None = None,
    isolate: bool = True,
    choice_seconds: float = CHOICE_SECONDS,
) -> Playtest:
    """Play matches of a game; the result depends only on the arguments, and not on `jobs`.

    The game may be given as an object, by name or as the path of a file. `players` are one player
    for all seats or one per seat, by default the family's; `seats` is the number of seats, by
    default the smallest that the game allows. `openings` are numbers of random first plies to
    choose from and `max_plies` is where a match is abandoned, by default the family's. With
    `rotate_seats`, the players move on by one seat after each match, and as many matches as there
    are seats share a deal and an opening.

    Ctrl-C raises PlaytestInterrupted with the matches finished so far. Players from files run in
    worker processes, where a choice may take `choice_seconds` of processor time, unless `isolate`
    is False or another player is given as an object. If a player takes too long in several matches
    in a row, the playtest ends early, with a note.
    """
    game = game_from(game)
    rules = load_rules(game, seats)
    players = family_of(game).default_player if players is None else players
    players = _one_per_seat(players, rules.seats)
    openings = default_openings(game, rules.seats) if openings is None else tuple(openings)
    max_plies = family_of(game).max_plies if max_plies is None else max_plies
    _check_order(rules, matches, openings, max_plies)
    seated = [_native_or_not(one, game) for one in players]
    _check_players(rules, players, seated)
    if rules.start(seed).outcome() is not None:
        message = "expected a playable game, got one that is over before the first move"
        raise GameFault(message, digest=game.digest, seed=seed, ply=0)
    specs = tuple(one.spec for one in seated if one is not None)
    settings = {"openings": list(openings), "max_plies": max_plies, "rotate_seats": rotate_seats}
    order = MatchOrder(specs, matches, seed, jobs, tuple(openings), max_plies, rotate_seats)

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
        columns, notes, is_complete = play_in_workers(rules, texts, order, progress, limits)
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
    known = rules if rules is not None else load_rules(playtest.game, playtest.seats)
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
    rules = load_rules(playtest.game, playtest.seats)
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


def default_openings(game: Game, seats: int) -> tuple[int, ...]:
    """The numbers of random first plies if none are given: the family's, as far as they fit."""
    return tuple(plies for plies in family_of(game).openings if plies % seats == 0)


def _one_per_seat(
    players: str | Player | Sequence[str | Player], seats: int
) -> tuple[str | Player, ...]:
    is_one = isinstance(players, str) or not isinstance(players, Sequence)
    given = (cast("str | Player", players),) if is_one else tuple(cast("Sequence[Any]", players))
    if len(given) == 1:
        return given * seats
    if len(given) != seats:
        raise ValueError(f"expected one player or {seats} players, got {len(given)}")
    return given


def _check_order(rules: Rules, matches: int, openings: Sequence[int], max_plies: int) -> None:
    if matches < 0:
        raise ValueError(f"expected a number of matches, got {matches}")
    if max_plies < 1:
        raise ValueError(f"expected at least one ply a match, got max_plies={max_plies}")
    if any(plies < 0 or plies % rules.seats for plies in openings):
        wanted = "even numbers" if rules.seats == 2 else f"multiples of {rules.seats}"
        raise ValueError(f"expected {wanted} of opening plies, got {list(openings)}")


def _check_players(
    rules: NativeRules,
    players: Sequence[str | Player],
    seated: Sequence[SearchPlayer | UniformPlayer | None],
) -> None:
    """Raise PlayerError for a native player that games of this family do not have."""
    for player, native in zip(players, seated, strict=True):
        if native is not None:
            require_player(rules, native.spec, _name_of(player))


def _native_or_not(player: str | Player, game: Game) -> SearchPlayer | UniformPlayer | None:
    """The player, if the core can play whole matches for it."""
    if isinstance(player, str):
        if OwnPlayer.is_named_by(player):
            return None  # its file is not run here
        player = player_of(player, game)
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
    offsets, found = finished_only(columns)
    return Playtest(game, players, seed, offsets, found, settings, notes=tuple(notes))


def _mean(values: NDArray[Any]) -> float | None:
    return float(values.mean()) if values.size else None
