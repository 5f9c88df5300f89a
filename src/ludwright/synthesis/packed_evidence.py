"""The evidence of a critique in compact form, so that a run can keep it with the game.

A criterion never plays: with the matches of a game kept, criteria that are written later can be
measured on them. Only viable games keep theirs, and each game only those of its latest critique.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ludwright.criticism.evidence import Evidence
from ludwright.language.game import Game
from ludwright.play.playtest import Playtest
from ludwright.play.playtest_file import from_bytes, to_bytes


@dataclass(frozen=True)
class PackedPlaytest:
    """A playtest as a compact file, and what it can be found by."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "ser_json_bytes": "base64",
        "val_json_bytes": "base64",
    }

    players: tuple[str, ...]
    seed: int
    matches: int
    settings: Mapping[str, Any]
    data: bytes


@dataclass(frozen=True)
class PackedEvidence:
    """The playtests of a game, packed."""

    preferred_length: int
    playtests: Mapping[str, PackedPlaytest]
    """By mode."""

    @property
    def size(self) -> int:
        """The number of bytes of all playtests."""
        return sum(len(one.data) for one in self.playtests.values())

    def evidence(self, game: Game) -> Evidence:
        """The evidence about the game; raises StoreError if a playtest is damaged."""
        played = {mode: from_bytes(one.data) for mode, one in self.playtests.items()}
        return Evidence(game, played, self.preferred_length)


def pack(evidence: Evidence) -> PackedEvidence:
    """The evidence in compact form."""
    packed = {mode: pack_playtest(played) for mode, played in evidence.playtests.items()}
    return PackedEvidence(evidence.preferred_length, packed)


def pack_playtest(playtest: Playtest) -> PackedPlaytest:
    """A playtest in compact form."""
    settings = dict(playtest.settings)
    return PackedPlaytest(
        playtest.players, playtest.seed, len(playtest), settings, to_bytes(playtest)
    )
