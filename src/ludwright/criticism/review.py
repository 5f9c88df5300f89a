"""A game's critique with all conclusions drawn from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludwright.criticism.criterion import criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import Effort
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.gathering import critique, in_all, matches_of
from ludwright.criticism.kept_matches import KeptMatches, NotableMatch, notable_matches
from ludwright.criticism.measure import Measure, Unscored
from ludwright.criticism.peers import Peers, Percentile, Ranked, peers_of, percent
from ludwright.criticism.profile import Profile, aesthetic_score
from ludwright.criticism.remarks import Observation, remarks_on
from ludwright.criticism.viability import Verdict, thresholds_of, verdict_of
from ludwright.language.game import Game
from ludwright.plain import plain_of
from ludwright.play.families import family_of


@dataclass(frozen=True)
class Reviewing:
    """What a review of a game takes; nothing is played yet."""

    game: Game
    effort: Effort
    profile: Profile
    seats: int | None = None
    """At the table; None for the fewest that the game allows."""

    def __post_init__(self) -> None:
        family_of(self.game).seats_for(self.game, self.seats)  # raises if it is not possible

    def reviewed(
        self, seed: int = 0, jobs: int = 1, progress: Callable[[int, int], None] | None = None
    ) -> Review:
        """Play, measure and compare the game; progress counts the matches of all modes."""
        total = matches_of(self.game, self.effort, self.seats)
        told = None if progress is None else in_all(progress, total)
        found, evidence = critique(self.game, self.effort, seed, jobs, told, seats=self.seats)
        return Review(found, evidence, self.profile)


@dataclass(frozen=True)
class Review:
    """A critique, compared with thresholds, a profile and the packaged games."""

    critique: Critique
    evidence: Evidence
    profile: Profile
    kept: KeptMatches | None = None
    """Where its matches are stored; None if they were not kept."""

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the game is viable."""
        thresholds = thresholds_of(self.evidence.game.family)
        return verdict_of(self.critique, thresholds.lenient)

    @cached_property
    def score(self) -> Measure:
        """The score by the profile."""
        return aesthetic_score(self.critique, self.profile)

    @cached_property
    def remarks_on_score(self) -> tuple[str, ...]:
        """What to know about the score: gates that the game fails, and another effort."""
        failed = (f"fails a gate: {one}" for one in self.profile.objections(self.critique))
        caveat = self.profile.caveat(self.critique.effort)
        return (*failed, *([caveat] if caveat else []))

    @cached_property
    def percentile(self) -> Ranked:
        """Where the score lies among the packaged games."""
        peers = self._peers
        return peers if isinstance(peers, Unscored) else peers.rank_score(self.score, self.profile)

    @cached_property
    def ranked(self) -> Mapping[str, Ranked]:
        """Where each criterion lies among the packaged games."""
        return ranks_of(self.critique, self.evidence.game.family, self._peers)

    @cached_property
    def remarks(self) -> tuple[Observation, ...]:
        """Observations about the game."""
        return remarks_on(self.critique, self.evidence.game.family, self.profile, self.ranked)

    @cached_property
    def notable(self) -> tuple[NotableMatch, ...]:
        """Matches worth looking at."""
        return notable_matches(self.evidence)

    @cached_property
    def _peers(self) -> Peers | Unscored:
        return others_than(self.critique, self.evidence.game.family)

    def standing(self) -> str:
        """The percentile of the score in words, or why there is none."""
        found, peers = self.percentile, self._peers
        if isinstance(found, Unscored):
            return f"no percentile: {found.why}"
        assert isinstance(peers, Peers)
        other = "other " if len(peers.critiques) < peers.measured else ""
        scored = " that have a score" if found.games < len(peers.critiques) else ""
        rough = (
            "" if peers.effort == self.critique.effort else f"; a rough figure: {peers.difference}"
        )
        return (
            f"better than {percent(found.share)} of the {found.games} {other}packaged games{scored}"
            f" ({percent(found.low)} to {percent(found.high)}){rough}"
        )

    def to_json(self) -> dict[str, Any]:
        """The critique and all conclusions as plain data."""
        found = {name: one for name, one in self.ranked.items() if isinstance(one, Percentile)}
        kept = self.kept
        return {
            **plain_of(self.critique),
            "score": plain_of(self.score),
            "profile": self.profile.name,
            "remarks_on_score": list(self.remarks_on_score),
            "percentile": plain_of(self.percentile),
            "verdict": {"viable": self.verdict.is_viable, **plain_of(self.verdict)},
            "percentiles": plain_of(found, dict[str, Percentile]),
            "remarks": plain_of(self.remarks, tuple[Observation, ...]),
            "matches": None if kept is None else {m: str(path) for m, path in kept.files.items()},
            "notable_matches": [
                plain_of(one) | ({"command": kept.command(one.match)} if kept else {})
                for one in self.notable
            ],
        }


def others_than(critique: Critique, family: str) -> Peers | Unscored:
    """The packaged games to compare a game with, except itself, or why there are none."""
    found = peers_of(family, critique.effort)
    return found if isinstance(found, Unscored) else found.without(critique.digest)


def ranks_of(critique: Critique, family: str, peers: Peers | Unscored) -> dict[str, Ranked]:
    """Where each criterion lies among the packaged games."""
    return {
        one.name: peers
        if isinstance(peers, Unscored)
        else peers.rank_criterion(one, critique[one.name])
        for one in criteria_of(family)
        if one.name in critique.measures
    }


def remarks_of(critique: Critique, family: str, profile: Profile) -> tuple[Observation, ...]:
    """Observations about a game whose matches are no longer available."""
    ranked = ranks_of(critique, family, others_than(critique, family))
    return remarks_on(critique, family, profile, ranked)
