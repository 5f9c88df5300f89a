"""Policies of board games: which advisors the rules call for, and how policies are improved.

A policy weighs the twenty advisors of the native core for each seat:
`E(seat) = sum of weight * advisor`, every advisor in [0, 1]. A position is judged by
`E(first seat) - E(second seat)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright._core import combinatorial as native
from ludwright.errors import UnknownName
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.lower import OWN_ROLES, Lowering
from ludwright.families.combinatorial.program import walk_rules
from ludwright.language.ludeme import Text, walk

ADVISORS: tuple[str, ...] = tuple(native.advisor_names())
"""The names of the advisors, in the order of their weights."""

_NUMBER = {name: number for number, name in enumerate(ADVISORS)}
_THOUSANDTHS = 1000
_MOST_LISTED = 20
_AGAINST = -1e-4
"""Below this sum of shares an advisor counts against its seat; the native tables agree."""

_GENERAL = 0.1
_MATERIAL = 0.3
_CENTRALITY = 0.05
_STACK_HEIGHT = -0.05
_ROOM = 0.7
_FIGHT, _FLIGHT = 1.0, 0.5

_LINKING = frozenset(("group", "connection"))
"""The advisors of goals for which pieces should keep together."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each advisor for each seat: two rows of twenty numbers."""

    first: tuple[float, ...]
    second: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.first) != len(ADVISORS) or len(self.second) != len(ADVISORS):
            raise ValueError(f"weights: expected two rows of {len(ADVISORS)} numbers")

    @property
    def rows(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Both rows, by seat."""
        return self.first, self.second

    @property
    def is_symmetric(self) -> bool:
        """Whether both seats have the same weights."""
        return self.first == self.second

    def of(self, advisor: str, seat: int = 0) -> float:
        """The weight of an advisor by name."""
        if advisor not in _NUMBER:
            raise UnknownName("advisor", advisor, ADVISORS)
        return self.rows[seat][_NUMBER[advisor]]

    def named(self, seat: int = 0) -> dict[str, float]:
        """The weights that are not 0, by name."""
        return {name: w for name, w in zip(ADVISORS, self.rows[seat], strict=True) if w != 0}

    def normalised(self) -> Weights:
        """The weights scaled so that each seat's sizes add up to 1; a row of zeros stays."""
        return Weights(_normalised(self.first), _normalised(self.second))

    def native(self, program: native.Program, scales: Sequence[float] = ()) -> native.Policy:
        """The policy for a program of the core."""
        return native.Policy(program, [list(row) for row in self.rows], list(scales))

    def to_clause(self) -> tuple[v.Advisor, ...]:
        """The `advisors` clause of a game's `support`, in thousandths.

        An advisor with different weights for the two seats is written twice, as `name/1` and
        `name/2`. Entries that do not fit are left out, the smallest first.
        """
        entries: list[tuple[str, int]] = []
        for name, first, second in zip(ADVISORS, self.first, self.second, strict=True):
            small, large = _thousandths(first), _thousandths(second)
            if small == large:
                entries.append((name, small))
            else:
                entries += [(f"{name}/1", small), (f"{name}/2", large)]
        entries = [entry for entry in entries if entry[1] != 0]
        kept = sorted(entries, key=lambda entry: -abs(entry[1]))[:_MOST_LISTED]
        return tuple(v.Advisor(name=Text(n), weight=w) for n, w in entries if (n, w) in kept)

    @classmethod
    def from_clause(cls, advisors: Iterable[v.Advisor]) -> Weights:
        """The weights an `advisors` clause lists, 0 for those it does not name, normalised."""
        rows = [[0.0] * len(ADVISORS) for _ in range(2)]
        for entry in advisors:
            name, _, seat = str(entry.name).partition("/")
            if name not in _NUMBER or seat not in ("", "1", "2"):
                raise UnknownName("advisor", str(entry.name), ADVISORS)
            for number, row in enumerate(rows):
                if seat in ("", str(number + 1)):
                    row[_NUMBER[name]] = entry.weight / _THOUSANDTHS
        return cls(tuple(rows[0]), tuple(rows[1])).normalised()


@dataclass(frozen=True, slots=True)
class Calibration:
    """The scale of a game's evaluations: `lead = tanh(kappa * E)`, and the largest values seen."""

    kappa: float
    scales: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Optimised:
    """The result of evolving a policy."""

    weights: Weights
    sigma: float
    tries: int
    accepted: int


# --- the default policy ---------------------------------------------------------------------------


def policy_of(game: v.BoardGame, lowering: Lowering | None = None) -> Weights:
    """The policy a game names in its `support`, or else the default one."""
    if game.support is not None and game.support.advisors:
        return Weights.from_clause(game.support.advisors)
    return default_policy(game, lowering)


def default_policy(game: v.BoardGame, lowering: Lowering | None = None) -> Weights:
    """The policy that follows from the rules.

    Every end clause of a seat gives its advisor weight 1, or -1 if it loses; `and` divides the
    weight evenly, `or` keeps it, `not` negates and halves it. That a seat without a move loses is
    left to the other seat's stalemate advisor. General advisors are added with small
    weights where the rules make them relevant. A seat without any clause fights or flees.
    `lowering` is that of the game, if the caller has it.
    """
    lowering = lowering or Lowering(game)
    general = _general(lowering)
    rows = [[0.0] * len(ADVISORS) for _ in range(2)]
    has_clause = [False, False]
    for seat in range(2):
        leaves: list[tuple[v.EndCondition, float]] = []
        for clause in game.end.clauses:
            if _speaks_of(clause, seat, lowering.setting.seats):
                has_clause[seat] = True
                if clause.result != v.Result.DRAW:
                    worth = 1.0 if clause.result == v.Result.WIN else -1.0
                    leaves += _leaves(clause.condition, worth)
        _weigh(leaves, seat, rows, lowering.setting.seats)
    for seat in range(2):
        for name, weight in general.items():
            rows[seat][_NUMBER[name]] += weight
        if not has_clause[seat]:
            rows[seat][_NUMBER["enemy-proximity"]] = _FIGHT
            rows[seat][_NUMBER["mobility"]] = _FLIGHT
    return Weights(tuple(rows[0]), tuple(rows[1])).normalised()


def _speaks_of(clause: v.EndClause, seat: int, seats: dict[str, int]) -> bool:
    if isinstance(clause.player, v.Role):
        return clause.player in (v.Role.ALL, v.Role.ANY)
    return seats[clause.player] == seat


def _weigh(
    leaves: list[tuple[v.EndCondition, float]],
    seat: int,
    rows: list[list[float]],
    seats: dict[str, int],
) -> None:
    """Add the weights of one seat's conditions; one advisor may serve several."""
    sums: dict[str, tuple[float, float]] = {}
    for condition, share in leaves:
        name = condition.advisor
        if name == "stalemate":
            # The advisor is about the moves the other seat lacks.
            rows[1 - seat][_NUMBER[name]] -= share
            continue
        signed = -share if _is_own_loss(condition, seat, seats) else share
        total, size = sums.get(name, (0.0, 0.0))
        sums[name] = total + signed, size + abs(signed)
    for name, (total, size) in sums.items():
        rows[seat][_NUMBER[name]] += -size if total < _AGAINST else size


def _is_own_loss(condition: v.EndCondition, seat: int, seats: dict[str, int]) -> bool:
    """Whether the condition is that the seat has lost its own pieces."""
    if isinstance(condition, v.NoPieces):
        return True
    if not isinstance(condition, v.Eliminate):
        return False
    if isinstance(condition.player, v.Role):
        return condition.player in OWN_ROLES
    return seats[condition.player] == seat


def _leaves(condition: v.EndCondition, share: float) -> list[tuple[v.EndCondition, float]]:
    match condition:
        case v.EndAnd():
            parts = _conjuncts(condition)
            return [leaf for part in parts for leaf in _leaves(part, share / len(parts))]
        case v.EndOr(conditions=parts):
            return [leaf for part in parts for leaf in _leaves(part, share)]
        case v.EndNot(condition=part):
            return _leaves(part, -0.5 * share)
    return [(condition, share)] if condition.advisor else []


def _conjuncts(condition: v.EndCondition) -> list[v.EndCondition]:
    """The parts of a condition that must all hold and that some advisor covers."""
    if isinstance(condition, v.EndAnd):
        return [leaf for part in condition.conditions for leaf in _conjuncts(part)]
    return [condition] if _leaves(condition, 1.0) else []


def _general(lowering: Lowering) -> dict[str, float]:
    """The advisors that the rules of movement call for, with their weights."""
    setting = lowering.setting
    terms = list(walk_rules(setting))
    moves = [move for piece in setting.pieces for move in piece.moves]
    captures = [term for term in terms if isinstance(term, v.Capture)]
    ends = walk(setting.game.end)
    goals = {term.advisor for term in ends if isinstance(term, v.EndCondition)}
    has_movement = any(isinstance(term, v.Pop) for term in terms)
    surrounds = any(capture.kind == v.CaptureType.SURROUND for capture in captures)
    weights: dict[str, float] = {}
    if has_movement:
        weights["mobility"] = _GENERAL
    elif "score" in goals and any(map(_is_restricted, moves)):
        # Points made early are soon lost again; a player without a move makes none at all.
        weights["mobility"] = _ROOM
    if captures:
        weights["attack"] = weights["defence"] = _GENERAL
    if captures or any(isinstance(term, v.Convert | v.Displace) for term in terms):
        weights["material"] = _MATERIAL
    if captures and has_movement:
        weights["enemy-proximity"] = _GENERAL
    if any(move.direction is None and _walks(move) for move in moves):
        weights["advance"] = _GENERAL
    if any(_is_placement(move) for move in moves):
        weights["centrality"] = _CENTRALITY
    if surrounds or goals & _LINKING:
        weights["cohesion"] = _GENERAL
    if surrounds:
        weights["freedom"] = _GENERAL
    if any(rule.may_stack for rule in lowering.rules):
        weights["stack-height"] = _STACK_HEIGHT
    return weights


def _walks(move: v.Move) -> bool:
    return move.pre is not None and any(isinstance(term, v.Steps) for term in walk(move.pre))


def _is_placement(move: v.Move) -> bool:
    kinds = {type(act) for act in move.action}
    return v.Push in kinds and v.Pop not in kinds


def _is_restricted(move: v.Move) -> bool:
    """Whether pieces may be placed only on some of the empty cells."""
    return _is_placement(move) and not isinstance(move.pre, v.Empty)


# --- improving a policy ---------------------------------------------------------------------------


def optimise_policy(
    weights: Weights,
    play: Callable[[Weights, Weights, int], float],
    rng: np.random.Generator,
    *,
    tries: int = 50,
    sigma: float = 0.2,
    least_sigma: float = 0.02,
) -> Optimised:
    """Improve a policy by a (1+1) evolution strategy.

    `play(child, parent, number)` plays the match of a trial and returns the child's score, 0 to 1;
    a child that scores more than half replaces its parent. After every ten trials the step grows if
    more than two were accepted, and shrinks otherwise.
    """
    parent = weights.normalised()
    accepted = recent = done = 0
    while done < tries and sigma >= least_sigma:
        child = _child_of(parent, sigma, rng)
        if play(child, parent, done) > 0.5:
            parent = child
            accepted += 1
            recent += 1
        done += 1
        if done % 10 == 0:
            sigma *= 1.22 if recent > 2 else 0.82
            recent = 0
    return Optimised(parent, sigma, done, accepted)


def duel(
    program: native.Program,
    child: Weights,
    parent: Weights,
    *,
    seed: int,
    count: int = 20,
    depth: int = 2,
    calibration: Calibration | None = None,
    max_plies: int = 300,
    jobs: int = 1,
) -> float:
    """The score of one policy against another, seats alternating, two random plies first."""
    scores, _ = encounter(
        program,
        child,
        parent,
        seed=seed,
        count=count,
        depth=depth,
        calibration=calibration,
        max_plies=max_plies,
        jobs=jobs,
    )
    return float(scores.mean()) if len(scores) else 0.5


def encounter(
    program: native.Program,
    first: Weights,
    second: Weights,
    *,
    seed: int,
    count: int,
    depth: int,
    calibration: Calibration | None = None,
    max_plies: int = 300,
    jobs: int = 1,
) -> tuple[NDArray[np.float64], int]:
    """The first policy's score in each match, and how many moves both evaluated."""
    scales = () if calibration is None else calibration.scales
    kappa = 1.0 if calibration is None else calibration.kappa
    policies = [first.native(program, scales), second.native(program, scales)]
    spec = {"kind": "alphabeta", "depth": depth}
    found = native.play_matches(
        program.start(),
        [spec, spec],
        policies,
        policies[0],
        kappa,
        seed,
        [2],
        max_plies,
        True,
        0,
        count,
        jobs,
    )
    seats = np.asarray(found["seating"], dtype=np.intp).argmin(axis=1)
    scores = np.asarray(found["scores"], dtype=np.float64)[np.arange(len(seats)), seats]
    return scores, int(np.asarray(found["options"]).sum())


def _child_of(parent: Weights, sigma: float, rng: np.random.Generator) -> Weights:
    """Noise on the nonzero weights; occasionally one advisor is switched on or off."""
    noise = rng.standard_normal((2, len(ADVISORS)))
    if parent.is_symmetric:
        noise[1] = noise[0]
    rows = np.array(parent.rows)
    switched = int(rng.integers(len(ADVISORS))) if rng.random() < 0.05 else -1
    changed = np.where(rows != 0, rows + sigma * noise, 0.0)
    if switched >= 0:
        is_on = rows[:, switched] != 0
        changed[:, switched] = np.where(is_on, 0.0, sigma * noise[:, switched])
    if not changed.any(axis=1).all():
        changed = rows
    first, second = (tuple(float(w) for w in row) for row in changed)
    return Weights(first, second).normalised()


# --- calibration ----------------------------------------------------------------------------------

_CALIBRATION_MATCHES, _CALIBRATION_PLIES = 64, 300
_BATCH = 8
_MOST_OPTIONS = 80_000
"""Once the players of a calibration have evaluated this many moves, no more matches are started."""
_SLOW: dict[str, int] = {
    "connection": 2,
    "stalemate": 2,
    "mobility": 2,
    "attack": 2,
    "defence": 2,
    "stack-height": 4,
}
"""Slow advisors, and the factor by which the limit on moves is divided for them."""
_LEAST_KAPPA, _MOST_KAPPA = 0.1, 50.0
_RIDGE = 0.01


def calibrate(
    program: native.Program,
    weights: Weights,
    seed: int,
    scales: Sequence[float] | None = None,
) -> Calibration:
    """The scale of a game's evaluations, from a small playtest with its own seed.

    Matches of a weak player that looks one ply ahead and moves at random every fourth time, show
    how often a lead is kept. If matches are long or moves are many, fewer are played. `scales` are
    those of the same game and seed, if they are known.
    """
    if program.start().outcome is not None:
        return Calibration(1.0, (0.0,) * len(ADVISORS))
    known = scales_of(program, seed) if scales is None else tuple(scales)
    policy = weights.native(program, known)
    dear = max(_SLOW.get(name, 1) for row in (0, 1) for name in ("", *weights.named(row)))
    spec: dict[str, object] = {"kind": "greedy", "random_share": 0.25}
    hasty = _calibration_playtest(program, spec, policy, seed, _MOST_OPTIONS // dear)
    return Calibration(_kappa_of(hasty), known)


def scales_of(program: native.Program, seed: int) -> tuple[float, ...]:
    """By advisor, the largest value seen in random matches, which no policy has an influence on.

    They show how many moves a seat may have; 0 for advisors that need no such scale.
    """
    scales = [0.0] * len(ADVISORS)
    if program.start().outcome is None:
        blind = Weights((0.0,) * len(ADVISORS), (0.0,) * len(ADVISORS)).native(program)
        found = _calibration_playtest(program, {"kind": "uniform"}, blind, seed, _MOST_OPTIONS)
        options = found["options"]
        most = float(max(1, options.max())) if options.size else 0.0
        scales[_NUMBER["stalemate"]] = scales[_NUMBER["mobility"]] = most
    return tuple(scales)


def _calibration_playtest(
    program: native.Program,
    spec: dict[str, object],
    policy: native.Policy,
    seed: int,
    most_options: int,
) -> dict[str, NDArray[Any]]:
    def play(first: int, count: int) -> dict[str, NDArray[Any]]:
        return _calibration_matches(program, spec, policy, seed, first, count)

    return _play_until(play, _CALIBRATION_MATCHES, most_options)


def _calibration_matches(
    program: native.Program,
    spec: dict[str, object],
    policy: native.Policy,
    seed: int,
    first: int,
    count: int,
) -> dict[str, NDArray[Any]]:
    """Matches of a player against itself, judged without a scale."""
    specs, policies = [spec, spec], [policy, policy]
    options = (1.0, seed, [2, 4], _CALIBRATION_PLIES, False, first, count, 1)
    found: dict[str, NDArray[Any]] = native.play_matches(
        program.start(), specs, policies, policy, *options
    )
    return found


def _kappa_of(matches: dict[str, NDArray[Any]]) -> float:
    """The scale for which the leads of these matches predict their results best."""
    lengths = matches["lengths"]
    scores = np.repeat(matches["scores"][:, 0], lengths).astype(np.float64)
    share = np.repeat(1.0 / np.maximum(lengths, 1), lengths)
    leads = matches["standings"][:, 0] - matches["standings"][:, 1]
    is_open = np.abs(leads) < 1.0
    return fit_kappa(np.arctanh(leads[is_open]), scores[is_open], share[is_open])


def _play_until(
    play: Callable[[int, int], dict[str, NDArray[Any]]], matches: int, most_options: int
) -> dict[str, NDArray[Any]]:
    """The records of `play(first, count)`, a few matches at a time until there are enough.

    The limit counts moves the players could choose from, so the same matches are played on every
    machine.
    """
    batches: list[dict[str, NDArray[Any]]] = []
    options = played = 0
    while not batches or (played < matches and options < most_options):
        # One match first: in some games it is expensive enough.
        count = min(_BATCH, matches - played) if batches else 1
        batch = play(played, count)
        batch["lengths"] = np.diff(batch["offsets"])
        batches.append(batch)
        played += count
        options += int(batch["options"].sum())
    names = ("options", "standings", "scores", "lengths")
    return {name: np.concatenate([batch[name] for batch in batches]) for name in names}


def fit_kappa(
    differences: NDArray[np.float64], scores: NDArray[np.float64], shares: NDArray[np.float64]
) -> float:
    """The kappa for which `tanh(kappa * E)` predicts results best.

    A logistic regression without a constant. `scores` are the first seat's results (1, 0.5 or 0),
    `shares` are the weights of the positions.
    """
    kappa = 1.0
    for _ in range(50):
        chance = 0.5 * (1.0 + np.tanh(kappa * differences))
        slope = float(np.sum(shares * (scores - chance) * 2.0 * differences)) - _RIDGE * kappa
        bend = float(np.sum(shares * chance * (1.0 - chance) * 4.0 * differences**2)) + _RIDGE
        wanted = min(max(kappa + slope / bend, _LEAST_KAPPA), _MOST_KAPPA)
        if abs(wanted - kappa) < 1e-9:
            break
        # Far from the optimum the curve is flat and a full step would overshoot.
        kappa = min(max(wanted, 0.5 * kappa), 2.0 * kappa)
    return float(kappa)


def _normalised(row: tuple[float, ...]) -> tuple[float, ...]:
    size = sum(abs(weight) for weight in row)
    return tuple(weight / size for weight in row) if size > 0 else row


def _thousandths(weight: float) -> int:
    return max(-_THOUSANDTHS, min(_THOUSANDTHS, round(weight * _THOUSANDTHS)))
