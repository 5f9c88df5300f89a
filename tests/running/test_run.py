"""A run can be read back as a value: games, generations, champions, critiques and evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.criticism.critique import criticise
from ludwright.errors import StoreError, UnknownName
from ludwright.running.run import Run, load_run
from ludwright.synthesis.candidate import Occasion
from tests.running.conftest import CHILDREN, two_seed_settings, two_seeds


@pytest.fixture(scope="module")
def run(finished: Run) -> Run:
    return load_run(finished.folder)


def test_a_loaded_run_is_the_run_that_was_made(run: Run, finished: Run) -> None:
    assert (run.name, run.family, run.seed) == ("first", "combinatorial", 11)
    assert run.settings == two_seed_settings()
    assert run.evolution.census.children == CHILDREN == run.standing.children
    assert run.evolution.population == finished.evolution.population
    assert run.evolution.finalists == run.finalists == finished.finalists
    assert repr(run).startswith("<run 'first', finished: 18 children, ")


def test_games_are_seeds_and_survivors_and_champions_come_from_the_final_list(run: Run) -> None:
    digests = [game.digest for game in run.games]
    assert set(digests) >= {game.digest for game in two_seeds()}
    assert len(digests) == 2 + run.standing.survivors
    assert [game.text for game in run.champions] == [one.text for one in run.finalists]
    assert run.champions
    assert list(run.critiques) == digests
    final = run.finalists[0]
    assert run.critiques[final.critique.digest] == final.critique


@pytest.mark.parametrize("occasion", list(Occasion))
def test_the_evidence_of_a_viable_game_gives_its_critique_again(
    run: Run, occasion: Occasion
) -> None:
    champion = run.champions[0]
    kept = run.evidence(champion, occasion)
    assert kept is not None
    critique = run.candidate(champion).critique
    if occasion is Occasion.FINAL:
        critique = run.finalists[0].critique
        assert kept.game.text == champion.text
    assert critique is not None
    assert criticise(kept, critique.effort, critique.seed, with_slow=False) == critique


def test_only_viable_games_keep_their_matches(run: Run) -> None:
    for one in run.evolution.population:
        assert (run.evidence(one.number) is not None) == one.is_viable


def test_games_are_found_by_number_digest_and_name(run: Run) -> None:
    game = run.games[0]
    one = run.candidate(game)
    assert one == run.candidate(one.number) == run.candidate(one.name) == run.candidate(one.digest)
    with pytest.raises(UnknownName, match="did you mean 'Hex-7'"):
        run.candidate("Hex-8")
    with pytest.raises(StoreError, match="has no candidate 999"):
        run.candidate(999)


def test_a_folder_without_a_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="expected a run, got 'nowhere'"):
        load_run("nowhere", tmp_path)
