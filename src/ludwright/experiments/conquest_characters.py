"""How strong the players of known character are among each other, beside what was published.

Each match is played by different players drawn at random, in random seats, so that the matches are
independent of each other and a player meets all others equally often.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.errors import UnknownName
from ludwright.experiments.rank_statistics import spearman
from ludwright.families.conquest.players import CHARACTERS
from ludwright.play.families import game_from
from ludwright.play.playtest import Playtest, playtest
from ludwright.play.share import Share, wilson

GAME: str = "risk-lux"
MATCHES: int = 4000
MOST_PLIES: int = 50_000
"""Bonuses and sets grow all the time, so matches end long before."""
RESAMPLES: int = 1000
"""How often the wins are drawn again for the error of the agreement."""
NAMES: tuple[str, ...] = tuple(name for name, _, _ in CHARACTERS)
PUBLISHED: Mapping[int, Mapping[str, float]] = {
    2: {
        "evil-pixie": 0.73,
        "yakool": 0.67,
        "angry": 0.66,
        "bort": 0.61,
        "boscoe": 0.60,
        "pixie": 0.59,
        "vulture": 0.55,
        "cluster": 0.53,
        "killbot": 0.53,
        "better-pixie": 0.52,
        "quo": 0.44,
    },
    4: {
        "killbot": 0.53,
        "evil-pixie": 0.39,
        "better-pixie": 0.38,
        "boscoe": 0.36,
        "bort": 0.34,
        "pixie": 0.30,
        "vulture": 0.29,
        "yakool": 0.29,
        "quo": 0.26,
        "cluster": 0.18,
        "trotsky": 0.15,
        "angry": 0.10,
        "communist": 0.08,
        "shaft": 0.07,
        "stinky": 0.04,
    },
    6: {
        "killbot": 0.54,
        "better-pixie": 0.30,
        "vulture": 0.25,
        "boscoe": 0.23,
        "pixie": 0.21,
        "evil-pixie": 0.21,
        "bort": 0.19,
        "quo": 0.15,
        "yakool": 0.12,
        "shaft": 0.03,
    },
}
"""Shares of wins by number of seats, as measured for the original players under similar rules.

4000 matches with four seats, 2000 with two and six; weak players were left out of the last two.
"""

Told = Callable[[int, int], None]
"""Called with the numbers of (finished, all) matches."""


@dataclass(frozen=True)
class Ranking:
    """What each player won, and how far the order agrees with the published one."""

    seats: int
    seed: int
    matches: int
    shares: Mapping[str, Share]
    """By name, the highest first."""
    agreement: Measure
    """Spearman's rank correlation with the published shares."""
    mean_plies: float
    seconds: float

    @property
    def published(self) -> Mapping[str, float]:
        """The published shares for this number of seats."""
        return PUBLISHED.get(self.seats, {})

    def to_json(self) -> dict[str, Any]:
        """All numbers as plain data."""
        scored = self.agreement if isinstance(self.agreement, Score) else None
        return {
            "game": GAME,
            "seats": self.seats,
            "seed": self.seed,
            "matches": self.matches,
            "players": [
                {"name": name, "share": share.to_json(), "published": self.published.get(name)}
                for name, share in self.shares.items()
            ],
            "spearman": scored.value if scored else None,
            "spearman_error": scored.error if scored else None,
            "spearman_players": sum(name in self.published for name in self.shares),
            "unscored": None if scored else str(self.agreement),
            "mean_plies": self.mean_plies,
            "seconds": self.seconds,
        }


def ranking(
    matches: int = MATCHES,
    seats: int = 4,
    seed: int = 1,
    names: Sequence[str] = NAMES,
    told: Told | None = None,
) -> Ranking:
    """Play the matches and rank the players; the result depends only on the arguments."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise UnknownName("player", unknown[0], NAMES)
    if len(names) < seats:
        raise ValueError(f"expected at least {seats} players for {seats} seats, got {len(names)}")
    begun = time.monotonic()
    game, rng = game_from(GAME), Random(seed)
    points: dict[str, list[float]] = {name: [] for name in names}
    plies = 0
    for match in range(matches):
        group = rng.sample(list(names), seats)
        found = playtest(
            game, group, 1, rng.getrandbits(48), seats=seats, max_plies=MOST_PLIES, openings=(0,)
        )
        _require_sound(found)
        for name, score in zip(group, found.columns["scores"][0].tolist(), strict=True):
            points[name].append(score)
        plies += int(found.lengths[0])
        if told is not None:
            told(match + 1, matches)
    shares = {name: wilson(sum(won), len(won)) for name, won in points.items()}
    order = sorted(names, key=lambda name: -(shares[name].value or 0.0))
    return Ranking(
        seats=seats,
        seed=seed,
        matches=matches,
        shares={name: shares[name] for name in order},
        agreement=agreement(shares, PUBLISHED.get(seats, {}), seed),
        mean_plies=plies / matches,
        seconds=time.monotonic() - begun,
    )


def agreement(shares: Mapping[str, Share], published: Mapping[str, float], seed: int) -> Measure:
    """Spearman's rank correlation of the shares with the published ones.

    Its error is the spread over shares that are drawn again from the binomial distributions that
    were found.
    """
    names = [name for name in shares if name in published]
    known = [shares[name].value for name in names]
    if len(names) < 3:
        return Unscored("expected published shares of at least three of the players")
    if any(one is None for one in known):
        return Unscored("expected matches of every player")
    found, samples = np.array(known, float), np.array([shares[name].samples for name in names])
    wanted = np.array([published[name] for name in names])
    rng = np.random.default_rng(seed)
    drawn = rng.binomial(samples, found, (RESAMPLES, len(names))) / samples
    spread = np.array([spearman(row, wanted) for row in drawn])
    return Score(spearman(found, wanted), float(spread.std()), int(samples.sum()))


def _require_sound(found: Playtest) -> None:
    if found.notes or found.is_faulty.any():
        raise RuntimeError(f"a match of {', '.join(found.players)} failed: {found.notes}")


def ranking_lines(found: Ranking) -> list[str]:
    """The ranking as a table, with the published shares beside it."""
    lines = [f"{'player':<14}{'won':>7}  {'95 % interval':<16}{'published':>9}"]
    for name, share in found.shares.items():
        value = "-" if share.value is None else f"{share.value:.3f}"
        known = f"{found.published[name]:.2f}" if name in found.published else "-"
        interval = f"{share.low:.3f} to {share.high:.3f}"
        lines.append(f"{name:<14}{value:>7}  {interval:<16}{known:>9}")
    return [*lines, "", f"Spearman's rank correlation: {found.agreement}"]
