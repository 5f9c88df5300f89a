"""The population: every candidate of a run, and the games that children can be bred from.

It only grows, and it is a fold over generations: a resumed run has the same population.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ludwright.criticism.measure import Score
from ludwright.language.distance import nearest_distance, rule_distance
from ludwright.language.game import Game
from ludwright.language.ludeme import walk
from ludwright.synthesis.candidate import Candidate, Generation, Rejection, Retest, Stage

TOO_NEAR: float = 0.005
"""Children whose rules are closer than this to those of a member are rejected."""
FEW_WORDS: int = 2
"""Games that differ in more than this many words are farther apart than `TOO_NEAR`."""


@dataclass
class Census:
    """A run in a few numbers."""

    children: int = 0
    survivors: int = 0
    viable: int = 0
    rejections: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By stage and cause."""
    seconds: Counter[str] = field(default_factory=Counter)
    """Processor time by stage."""

    def count(self, child: Candidate) -> None:
        """Count a child."""
        self.children += 1
        if child.rejection is not None:
            self.rejections[child.rejection.stage, child.rejection.cause] += 1
        else:
            self.survivors += 1
            self.viable += child.is_viable


@dataclass
class Member:
    """A game of the population, ready to be compared and crossed."""

    candidate: Candidate
    game: Game
    words: Counter[str]


class Population:
    """All candidates of a run by number, and its members: seeds and surviving children."""

    def __init__(self) -> None:
        self.census = Census()
        self.digests: set[str] = set()
        self.names: set[str] = set()
        self.signatures: set[str] = set()
        """How the members play."""
        self._members: dict[str, Member] = {}
        """By digest."""
        self._candidates: dict[int, Candidate] = {}
        self._retests: dict[int, Retest] = {}
        """The latest of each candidate."""

    def __len__(self) -> int:
        """The number of candidates, rejected ones included."""
        return len(self._candidates)

    def __getitem__(self, number: int) -> Candidate:
        return self._candidates[number]

    def member(self, digest: str) -> Member:
        """The member with this digest."""
        return self._members[digest]

    def ranked(self) -> list[Candidate]:
        """The members, best first."""
        return sorted((one.candidate for one in self._members.values()), key=_by_score)

    def viable(self) -> list[Candidate]:
        """The viable children, best first; scores are from their retests, if any."""
        found = [
            replace(one, score=self._retests[one.number].score)
            if one.number in self._retests
            else one
            for one in self.ranked()
            if one.is_viable and one.generation > 0
        ]
        return sorted(found, key=_by_score)

    def lost_seeds(self) -> list[Candidate]:
        """The seeds that could not be played or measured, and so cannot be parents."""
        return [one for one in self._candidates.values() if one.generation == 0 and one.rejection]

    def tests(self, number: int) -> tuple[int, Score | None]:
        """How often a candidate was retested, and its score pooled over the retests."""
        found = self._retests.get(number)
        return (0, None) if found is None else (found.tests, found.score)

    def absorb(self, generation: Generation) -> None:
        """Add a generation."""
        for candidate in generation.candidates:
            self._add(candidate)
        for retest in generation.retests:
            self._retests[retest.number] = retest
            if not retest.is_viable:
                self._lose_viability(retest.number)
        self.census.seconds.update(generation.seconds)

    def _add(self, candidate: Candidate) -> None:
        self._candidates[candidate.number] = candidate
        self.digests.add(candidate.digest)
        self.names.add(candidate.name)
        if candidate.generation > 0:
            self.census.count(candidate)
        if candidate.has_survived:
            game = candidate.game
            self._members[candidate.digest] = Member(candidate, game, _words_of(game))
            self.signatures.add(candidate.signature)

    def _lose_viability(self, number: int) -> None:
        """A game that fails on fresh seeds stays a parent, but no longer counts as viable."""
        candidate = self._candidates[number]
        if candidate.is_viable:
            self._candidates[number] = replace(candidate, is_viable=False)
            self._members[candidate.digest].candidate = self._candidates[number]
            self.census.viable -= 1

    def is_near(self, game: Game) -> bool:
        """Whether the rules of a member are too close to those of the game."""
        words = _words_of(game)
        near = (
            one.game for one in self._members.values() if _differing(words, one.words) <= FEW_WORDS
        )
        return nearest_distance(game, near) < TOO_NEAR


def inbred_with(siblings: Sequence[Candidate], child: Candidate) -> Rejection | None:
    """The check for inbreeding with the population, applied to siblings."""
    if any(child.signature == one.signature for one in siblings):
        return Rejection(Stage.INBREEDING, "plays like a sibling")
    if any(_are_near(child.game, one.game) for one in siblings):
        return Rejection(Stage.INBREEDING, "too near a sibling")
    return None


def _are_near(one: Game, other: Game) -> bool:
    return (
        _differing(_words_of(one), _words_of(other)) <= FEW_WORDS
        and rule_distance(one, other) < TOO_NEAR
    )


def _words_of(game: Game) -> Counter[str]:
    return Counter(type(ludeme).__name__ for ludeme in walk(game.root))


def _differing(first: Counter[str], second: Counter[str]) -> int:
    return max((first - second).total(), (second - first).total())


def _by_score(candidate: Candidate) -> tuple[float, int]:
    """Best first; candidates without a score come last, older ones first among equals."""
    value = candidate.score.value if candidate.score is not None else float("-inf")
    return -value, candidate.number
