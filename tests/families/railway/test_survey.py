"""Figures without records are those of records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludwright.families.railway.reference import Turn
from ludwright.families.railway.rules import load_rules
from ludwright.play.families import open_game
from ludwright.play.outcome import Reason
from ludwright.play.playtest import playtest
from tests.families.railway.wheel import wheel

GREEDY: dict[str, Any] = {"kind": "scripted", "script": 0}
PLAYERS = ("rail-greedy", "rail-one-step", "rail-destination-hungry", "rail-long-route")
SPECS = tuple({"kind": "scripted", "script": number} for number in (0, 1, 4, 2))


def _counted(game: Any, seats: int, matches: int, seed: int) -> tuple[Any, Any]:
    """The figures of a survey, and the records of the same matches."""
    players = [*PLAYERS[:seats]]
    played = playtest(game, players, matches=matches, seed=seed, seats=seats, jobs=1)
    return load_rules(game, seats).survey(SPECS[:seats], matches, seed, jobs=1), played


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["north-america-smith", "wheel"])
def test_a_survey_counts_what_records_tell(name: str, seats: int) -> None:
    game = (
        wheel(rest="(longest 5) (end 1) (gridlock first)") if name == "wheel" else open_game(name)
    )
    found, played = _counted(game, seats, 12, seed=4)
    for at, record in enumerate(played):
        outcome = record.outcome
        assert found["plies"][at] == len(record.moves)
        assert found["points"][at].tolist() == list(outcome.points)
        assert found["score"][at] == pytest.approx(np.mean(outcome.points))
        assert found["variance"][at] == pytest.approx(np.var(outcome.points))
        assert found["gridlock"][at] == (outcome.reason is Reason.NO_MOVES)
        best = [seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)]
        assert found["winner"][at] == (best[0] if len(best) == 1 else -1)
        position: Any = load_rules(game, seats).start()
        kinds = [0, 0, 0, 0]
        for numbers in record.moves.tolist():
            position = position.after(position.rules.unpack_move(numbers))
            if position.turn_completed():
                kinds[int(position.measures()[0])] += 1
        assert found["turns"][at] == sum(kinds)
        assert found["card_turns"][at] == kinds[Turn.CARDS]
        assert found["builds"][at] == kinds[Turn.TRACK]
        assert found["ticket_turns"][at] == kinds[Turn.TICKETS]
        assert found["passes"][at] == kinds[Turn.PASS]
        assert found["tickets"][at] == sum(map(len, position.state["tickets"]))
        assert found["completed"][at] == sum(map(len, position.state["completed"]))


def test_a_survey_is_equal_on_any_number_of_threads() -> None:
    rules = load_rules(open_game("north-america-smith"), 4)
    one, three = (rules.survey([GREEDY] * 4, 200, 9, jobs=jobs) for jobs in (1, 3))
    assert one.keys() == three.keys()
    assert all(np.array_equal(one[name], three[name]) for name in one)
    assert one["path_changes"].sum() > 0


def test_a_survey_needs_a_script_for_each_seat() -> None:
    rules = load_rules(wheel(), 2)
    wrong: tuple[list[dict[str, Any]], ...] = ([], [GREEDY], [GREEDY, {"kind": "uniform"}])
    for specs in wrong:
        with pytest.raises(ValueError, match="scripted"):
            rules.survey(specs, 1, 0, jobs=1)
