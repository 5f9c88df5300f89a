"""The harness that compares the engines of any family finds what it should find."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from ludwright.errors import LudwrightError
from ludwright.families.combinatorial import family as boards
from ludwright.families.combinatorial.conformance import reference
from ludwright.play.families import family_named, open_game
from ludwright.play.outcome import Outcome, Reason
from ludwright.play.playtest import playtest
from ludwright.testing.conformance import compare_positions, compare_random, compare_records


@pytest.mark.parametrize("name", ["tic-tac-toe", "reversi-6", "lasca-lite"])
def test_engines_agree_on_random_and_on_recorded_matches(name: str) -> None:
    game = open_game(name)
    found = compare_random(game, seed=4, plies=40)
    assert found.disagreement is None
    assert found.plies == 40 or found.is_over
    played = playtest(game, ["uniform", "uniform"], 2, 5, max_plies=200)
    for one, record in zip(compare_records(played), played, strict=True):
        assert (one.disagreement, one.plies) == (None, len(record))


def test_a_wrong_reference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(game: Any, seats: int) -> Any:
        return reference(open_game("hex-11"), seats)

    monkeypatch.setattr(boards, "FAMILY", replace(boards.FAMILY, reference=other))
    found = compare_random(open_game("tic-tac-toe"), seed=1).disagreement
    assert found is not None
    assert str(found).startswith("moves at ply 0: reference only has [")


def test_a_family_without_a_reference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "FAMILY", replace(boards.FAMILY, reference=None))
    assert family_named("combinatorial").reference is None
    with pytest.raises(LudwrightError, match="expected a reference of the family combinatorial"):
        compare_random(open_game("tic-tac-toe"), seed=1)


class Dice:
    """Rules of positions whose moves are numbers and which know how the seats stand."""

    def pack_move(self, move: int) -> tuple[int, ...]:
        return (move,)

    def standings(self, position: Die) -> tuple[float, ...]:
        return position.stands


@dataclass(frozen=True)
class Die:
    """A position where a die is rolled, or the end."""

    chances: tuple[float, ...] = (1.0, 2.0)
    stands: tuple[float, ...] = (0.5, 0.3, 0.2)
    seat: int = -1
    end: Outcome | None = None
    rules: Any = Dice()  # noqa: RUF009 - it has no state

    def moves(self) -> tuple[int, ...]:
        return () if self.end else tuple(range(len(self.chances)))

    def weights(self) -> tuple[float, ...]:
        return () if self.end else self.chances

    def standings(self) -> tuple[float, ...]:
        return self.stands

    def outcome(self) -> Outcome | None:
        return self.end


WON = Outcome((1.0, 0.0), Reason.RULE)


@pytest.mark.parametrize(
    ("plain", "native", "what"),
    [
        (Die(), Die((2.0, 4.0)), None),  # only the ratio of weights counts
        (Die(), Die((2.0, 1.0)), "weights"),
        (Die(), Die((1.0, 2.0, 3.0)), "moves"),
        (Die(), Die(seat=0), "seat"),
        (Die(), Die(stands=(0.5, 0.2, 0.3)), "standings"),
        (Die(), Die(end=WON), "outcome"),
        (Die(end=WON), Die(end=WON, seat=1), None),  # whose turn it is does not matter at the end
        (Die(end=WON), Die(end=replace(WON, scores=(0.0, 1.0))), "outcome"),
        (Die(end=WON), Die(end=replace(WON, reason=Reason.PLY_LIMIT)), "outcome"),
    ],
)
def test_each_difference_is_named(plain: Die, native: Die, what: str | None) -> None:
    found = compare_positions(plain, native)
    assert (None if found is None else found[0]) == what


def test_points_are_compared_where_both_know_them() -> None:
    def ended(points: tuple[float, ...] | None) -> Any:
        end = SimpleNamespace(scores=(1.0, 0.0), reason=Reason.RULE, points=points)
        return replace(Die(), end=end)  # type: ignore[arg-type]

    assert compare_positions(ended((3.0, 1.0)), ended((3.0, 1.0))) is None
    assert compare_positions(ended((3.0, 1.0)), ended(None)) is None
    assert compare_positions(ended((3.0, 1.0)), ended((3.0, 2.0))) is not None
