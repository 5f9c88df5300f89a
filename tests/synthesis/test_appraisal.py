from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.play.workers import WorkerPool
from ludwright.synthesis.appraisal import Lottery, Order, Table, appraise, criteria_needed
from ludwright.synthesis.archive import axes_named
from ludwright.synthesis.candidate import Stage
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.worker_pool import worker_pool
from tests.synthesis.small_searches import FAMILY, seeds_of, small_settings

SETTINGS = small_settings("paper")


def orders(count: int) -> list[Order]:
    games = seeds_of("paper")[-count:]
    return [Order(game.text, place, 6, game) for place, game in enumerate(games)]


def test_only_what_the_run_needs_is_measured() -> None:
    needed = criteria_needed(SETTINGS)
    assert needed == ("conquest-fitness", "territories", "conquest-duration")
    found = appraise(orders(1)[0], SETTINGS.screening, needed)
    assert found.critique is not None
    assert set(found.critique.measures) == set(needed)
    assert found.score is not None
    assert found.score.value == -found.critique["conquest-fitness"].value  # type: ignore[union-attr]


def test_workers_and_this_process_find_the_same() -> None:
    table = Table(SETTINGS)
    here = table.findings(orders(4), None)
    with worker_pool(2) as pool:
        there = table.findings(orders(4), pool)
    assert [one.score for one in here] == [one.score for one in there]
    assert [one.critique for one in here] == [one.critique for one in there]


def test_a_game_that_cannot_be_played_is_rejected_and_the_others_are_not() -> None:
    broken = Order("(conquest Nothing (seats 2 2))", 1, 4)
    with worker_pool(1) as pool:
        found = Table(SETTINGS).findings([orders(1)[0], broken], pool)
    assert found[0].rejection is None
    assert found[1].rejection is not None
    assert found[1].rejection.stage is Stage.SAFETY


def crash(task: dict[str, object]) -> dict[str, object]:
    raise RuntimeError(f"no {task['kind']}")


def test_a_worker_that_fails_is_told_for_each_game() -> None:
    with WorkerPool(crash) as pool:
        found = Table(SETTINGS).findings(orders(3), pool)
    causes = [one.rejection.stage for one in found if one.rejection is not None]
    assert causes == [Stage.FAULT] * 3


def test_games_outside_a_limit_are_rejected() -> None:
    steering = Steering.parse([], ["territories>=30"], [], family=FAMILY, games=())
    screening = replace(SETTINGS.screening, steering=steering)
    found = appraise(orders(1)[0], screening, criteria_needed(SETTINGS))
    assert found.rejection is not None
    assert found.rejection.stage is Stage.STEERING


def test_a_lottery_depends_on_the_game_and_the_seed_alone() -> None:
    drawn = Lottery().findings(orders(3), None)
    assert drawn == Lottery().findings(orders(3), None)
    assert len({one.score for one in drawn}) == 3
    (known,) = Lottery(("territories",)).findings(orders(1), None)
    assert known.critique is not None
    assert known.critique.value("territories") == 12


def test_axes_can_have_a_width() -> None:
    sizes, lengths = axes_named(("territories:1", "conquest-duration:0.5"), FAMILY)
    assert sizes.edges[:3] == (3.0, 4.0, 5.0)
    assert lengths.edges[:2] == (0.5, 1.0)
    with pytest.raises(ValueError, match="at most 200 bins"):
        axes_named(("territories:0.1",), FAMILY)
