"""The store: whole generations or nothing, one writer, any number of readers, plain errors."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.errors import StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import read_plain
from ludwright.play.playtest import playtest
from ludwright.store.connection import APPLICATION
from ludwright.store.runs import RunState, differences, run_folder, run_folders
from ludwright.store.store import Store
from ludwright.store.tables import SCHEMA_VERSION
from ludwright.synthesis.candidate import Candidate, Finalist, Generation, Rejection, Retest, Stage

FAMILY = "combinatorial"
SEEDS = ("tic-tac-toe", "yavalath")
BIG_SEED = (1 << 64) - 1


def critique_of(name: str, seed: int = 1) -> Critique:
    game = open_game(name)
    measures: dict[str, Measure] = {
        "completion": Score(0.75, 0.05, 40),
        "depth": Unscored("not asked for"),
    }
    return Critique(game.digest, game.name, "20 matches", seed, measures)


def seed_candidate(number: int) -> Candidate:
    game = open_game(SEEDS[number])
    return Candidate(number, 0, game.name, game.digest, game.text)


def child(number: int, generation: int, score: float, *, is_viable: bool) -> Candidate:
    game = open_game("gomoku-15")
    parents = tuple(open_game(name).digest for name in SEEDS)
    return Candidate(
        number=number,
        generation=generation,
        name=f"Child {number}",
        digest=f"{number:032x}",
        text=game.text,
        parents=parents,
        score=Score(score, 0.1, 50),
        critique=critique_of("gomoku-15", BIG_SEED),
        is_viable=is_viable,
        failings=() if is_viable else ("too many draws",),
        distances={"parents": 0.25, "seeds": 0.5},
        cell=("short", "wide"),
        work={"policy": 10, "criteria": 20},
    )


def rejected(number: int, generation: int, stage: Stage, cause: str) -> Candidate:
    text = open_game("gomoku-15").text
    reason = Rejection(stage, cause, f"in number {number}")
    return Candidate(number, generation, "nameless", f"{number:032x}", text, rejection=reason)


def finalist(number: int) -> Finalist:
    text = open_game("gomoku-15").text
    critique = critique_of("gomoku-15", number)
    return Finalist(number, text, Score(0.65, 0.02, 200), critique, is_viable=True)


def small_run() -> list[Generation]:
    slow = rejected(5, 2, Stage.SPEED, "too slow")
    return [
        Generation(0, (seed_candidate(0), seed_candidate(1))),
        Generation(
            1,
            (
                child(2, 1, 0.4, is_viable=True),
                rejected(3, 1, Stage.SPEED, "too slow"),
                rejected(4, 1, Stage.SAFETY, "no goal"),
            ),
        ),
        Generation(
            2,
            (slow, child(6, 2, 0.9, is_viable=False), child(7, 2, 0.6, is_viable=True)),
            (Retest(2, Score(0.7, 0.05, 100), 2, is_viable=True),),
            (finalist(7), finalist(2)),
            {"speed": 1.5},
        ),
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "first" / "run.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        opened.new_run("first", FAMILY, BIG_SEED, {"children": 100, "limits": {"board": 9}})
        for generation in small_run():
            opened.save_generation("first", generation)
        yield opened


def test_generations_come_back_as_they_were_saved(store: Store, path: Path) -> None:
    assert list(store.generations("first")) == small_run()
    store.close()
    with Store.open(path, is_read_only=True) as again:
        assert list(again.generations("first")) == small_run()
        assert again.run_named("first").seed == BIG_SEED
        assert again.run_named("first").settings["limits"] == {"board": 9}


def test_lists_show_candidates_after_their_latest_test(store: Store) -> None:
    everybody = store.candidates("first")
    assert [one.number for one in everybody] == list(range(8))
    assert everybody[2].score == Score(0.7, 0.05, 100)
    assert everybody[2].cell == ("short", "wide")
    assert everybody[3].stage == "speed"
    best = store.candidates("first", best_first=True, with_seeds=False)
    assert [one.number for one in best] == [6, 2, 7, 3, 4, 5]
    viable = store.candidates("first", best_first=True, only_viable=True, limit=1, offset=1)
    assert [one.number for one in viable] == [7]
    assert len(store.candidates("first", only_survivors=True)) == 5


def test_a_candidate_stands_as_its_latest_test_says(store: Store) -> None:
    found = store.candidate("first", 2)
    assert found.score == Score(0.7, 0.05, 100)
    assert found.critique == critique_of("gomoku-15", BIG_SEED)
    with pytest.raises(StoreError, match="has no candidate 99"):
        store.candidate("first", 99)


def test_finalists_are_those_of_the_last_list(store: Store) -> None:
    assert store.finalists("first") == [finalist(7), finalist(2)]
    store.save_generation("first", Generation(3, (), (), (finalist(2),)))
    assert store.finalists("first") == [finalist(2)]


def test_rejections_are_counted_by_cause(store: Store) -> None:
    assert store.rejections("first") == {("speed", "too slow"): 2, ("rule safety", "no goal"): 1}
    assert next(iter(store.rejections("first"))) == ("speed", "too slow")


def test_the_standing_of_a_run(store: Store) -> None:
    found = store.standing("first")
    assert (found.generations, found.seeds, found.children) == (3, 2, 6)
    assert (found.survivors, found.viable, found.retests) == (3, 2, 1)
    assert found.best == Score(0.7, 0.05, 100)
    assert found.work == {"policy": 30, "criteria": 60}
    assert found.seconds == {"speed": 1.5}
    assert found.rate is not None
    assert found.rate > 0


def test_a_generation_is_saved_whole_or_not_at_all(store: Store) -> None:
    good, twice = child(8, 3, 0.5, is_viable=True), child(2, 3, 0.5, is_viable=True)
    with pytest.raises(StoreError):
        store.save_generation("first", Generation(3, (good, twice)))
    assert store.standing("first").generations == 3
    assert len(store.candidates("first")) == 8
    store.save_generation("first", Generation(3, (good,)))
    assert store.standing("first").generations == 4


def test_generations_come_in_their_order(store: Store) -> None:
    with pytest.raises(StoreError, match="expected generation 3, got 5"):
        store.save_generation("first", Generation(5, ()))


def test_a_run_resumes_with_its_own_settings_only(store: Store) -> None:
    old = {"children": 100, "limits": {"board": 9}}
    store.set_state("first", RunState.STOPPED)
    assert store.resume_run("first", FAMILY, BIG_SEED, old).state is RunState.RUNNING
    other = {"children": 200, "limits": {"board": 11}}
    with pytest.raises(StoreError, match=r"children was 100 and is 200; .*limits.board was 9"):
        store.resume_run("first", FAMILY, BIG_SEED, other)
    with pytest.raises(StoreError, match=r"seed was \d+ and is 2"):
        store.resume_run("first", FAMILY, 2, old)


def test_settings_that_came_or_went_are_named() -> None:
    found = differences({"a": 1, "b": {"c": None}}, {"b": {"c": None, "d": 2}})
    assert found == ["a was 1 and is not set", "b.d was not set and is 2"]


def test_a_setting_that_older_runs_do_not_know_kept_them_from_being_resumed() -> None:
    assert differences({"a": {}}, {"a": {"seats": None}}) == []
    assert differences({"a": {}}, {"a": {"seats": 3}}) == ["a.seats was not set and is 3"]


def test_names_of_runs_are_known_or_told(store: Store) -> None:
    with pytest.raises(StoreError, match="there is already a run 'first'"):
        store.new_run("first", FAMILY, 1, {})
    for ask in (store.run_named, store.standing, store.rejections, store.generations):
        with pytest.raises(StoreError, match="got 'second'; it has 'first'"):
            ask("second")
    assert [run.name for run in store.runs()] == ["first"]


def test_folders_of_runs_are_found(store: Store, path: Path) -> None:
    root = path.parents[1]
    assert run_folders(root) == [path.parent]
    assert run_folder("first", root) == run_folder(path.parent, root) == path.parent
    with pytest.raises(StoreError, match=r"expected a run, got 'none'.*there are first"):
        run_folder("none", root)


def test_playtests_and_critiques_are_kept(store: Store) -> None:
    game = open_game("tic-tac-toe")
    played = playtest(game, ["uniform", "uniform"], 5, seed=BIG_SEED)
    store.add_playtest("main", played)
    store.add_playtest("main", playtest(game, ["uniform", "uniform"], 7, seed=BIG_SEED))
    store.add_playtest("deep", played)
    listed = store.playtests(game.digest)
    assert [(one.mode, one.matches, one.seed) for one in listed] == [
        ("main", 7, BIG_SEED),
        ("deep", 5, BIG_SEED),
    ]
    again = store.playtest(game.digest, "deep", players=["uniform", "uniform"], seed=BIG_SEED)
    assert again is not None
    assert (again.columns["moves"] == played.columns["moves"]).all()
    assert store.playtest(game.digest, "deep", seed=1) is None
    for _ in range(2):
        store.add_critique(game, critique_of("tic-tac-toe", BIG_SEED))
    assert store.critiques(game.digest) == [critique_of("tic-tac-toe", BIG_SEED)]
    assert store.game(game.digest) == game


def test_comparisons_are_kept_in_order(store: Store) -> None:
    first, second = (open_game(name).digest for name in SEEDS)
    said = [Comparison(first, second, Preferred.SECOND, "a1")]
    said.append(Comparison(second, first, Preferred.TIE, "b2"))
    store.add_comparison(said[0], datetime(2024, 5, 1, tzinfo=UTC))
    store.add_comparison(said[1])
    assert store.comparisons() == said
    with pytest.raises(StoreError, match="not in the store"):
        store.add_comparison(Comparison(first, "0" * 32, Preferred.FIRST))


def test_a_store_has_one_writer_and_many_viewers(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="another process is writing"):
        Store.open(path)
    with Store.open(f"sqlite:///{path}", is_read_only=True) as viewer:
        assert viewer.is_being_written
        looking = viewer.generations("first")
        next(looking)
        store.save_generation("first", Generation(3, (child(8, 3, 0.5, is_viable=True),)))
        assert len(viewer.candidates("first")) == 9
        with pytest.raises(StoreError, match="reading only"):
            viewer.set_state("first", RunState.FINISHED)
        store.close()
        assert not viewer.is_being_written


def test_a_store_can_be_viewed_where_nothing_can_be_written(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    # Root may write everywhere, so a read-only folder is not enough.
    monkeypatch.setattr("os.access", lambda *_: False)
    path.with_name("run.db-lock").unlink()
    path.parent.chmod(0o555)
    try:
        with Store.open(path, is_read_only=True) as viewer:
            assert list(viewer.generations("first")) == small_run()
    finally:
        path.parent.chmod(0o755)


WRITER = """
import os, signal, sys
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Generation
store = Store.open(sys.argv[1])
store.new_run("first", "combinatorial", 1, {})
for number in range(3):
    store.save_generation("first", Generation(number, (Candidate(number, number, "n", "d", "t"),)))
with store._writing() as connection:
    connection.exec_driver_sql(
        "INSERT INTO generations VALUES ('first', 3, '{}', '2024-05-01T00:00:00+00:00')"
    )
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_writer_leaves_whole_generations(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WRITER, str(path)], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    with Store.open(path, is_read_only=True) as viewer:
        assert [one.number for one in viewer.generations("first")] == [0, 1, 2]
        assert viewer.run_named("first").state is RunState.RUNNING
        assert not viewer.is_being_written
    with Store.open(path) as again:
        again.resume_run("first", FAMILY, 1, {})
        again.save_generation("first", Generation(3, ()))
        assert [one.number for one in again.generations("first")] == [0, 1, 2, 3]


def test_what_is_no_store_is_refused_in_plain_words(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("once upon a time " * 100)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    empty = tmp_path / "empty.db"
    empty.touch()
    for is_read_only in (True, False):
        with pytest.raises(StoreError, match=r"text.db: expected a store.*another kind"):
            Store.open(text, is_read_only=is_read_only)
        with pytest.raises(StoreError, match=r"foreign.db: expected a store.*another program"):
            Store.open(foreign, is_read_only=is_read_only)
        with pytest.raises(StoreError, match="expected a file, got a folder"):
            Store.open(tmp_path, is_read_only=is_read_only)
    with pytest.raises(StoreError, match="got an empty file"):
        Store.open(empty, is_read_only=True)
    with pytest.raises(StoreError, match="no such file"):
        Store.open(tmp_path / "missing.db", is_read_only=True)
    with pytest.raises(StoreError, match="expected a path or a URL"):
        Store.open("postgresql://somewhere/games")


def test_a_damaged_store_is_told(store: Store, path: Path) -> None:
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="damaged"), Store.open(path, is_read_only=True) as broken:
        list(broken.generations("first"))
    path.write_bytes(whole)
    for data in ("'{\"number\": 1}'", "'{'"):
        connection = sqlite3.connect(path)
        connection.execute(f"UPDATE candidates SET data = {data} WHERE number = 2")
        connection.commit()
        connection.close()
        with (
            Store.open(path, is_read_only=True) as broken,
            pytest.raises(StoreError, match="damaged"),
        ):
            list(broken.generations("first"))


def test_a_lost_seed_counted_as_a_rejected_child(path: Path) -> None:
    with Store.open(path) as store:
        store.new_run("first", FAMILY, 1, {})
        lost = replace(seed_candidate(1), rejection=Rejection(Stage.SPEED, "too slow"))
        store.save_generation("first", Generation(0, (seed_candidate(0), lost)))
        assert store.rejections("first") == {}
        assert [one.name for one in store.lost_seeds("first")] == [lost.name]


@pytest.mark.parametrize(
    "change",
    [
        "playtests SET players = '{'",
        "playtests SET players = '7'",
        "playtests SET seed = 'one'",
        "playtests SET settings = '[1]'",
        "runs SET settings = '[1]'",
        "generations SET summary = '[1]'",
        "generations SET summary = '{}'",
    ],
)
def test_a_damaged_cell_was_a_traceback(store: Store, path: Path, change: str) -> None:
    game = open_game("tic-tac-toe")
    store.add_playtest("main", playtest(game, ["uniform", "uniform"], 1, 1))
    store.close()
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE {change}")
    connection.commit()
    connection.close()
    readers: dict[str, Callable[[Store], object]] = {
        "playtests": lambda broken: broken.playtests(game.digest),
        "runs": lambda broken: broken.run_named("first"),
        "generations": lambda broken: broken.falls("first"),
    }
    with (
        Store.open(path, is_read_only=True) as broken,
        pytest.raises(StoreError, match="damaged"),
    ):
        readers[change.split()[0]](broken)


@pytest.mark.parametrize(
    ("version", "way_out"), [(SCHEMA_VERSION + 1, "upgrade"), (0, "use an older")]
)
def test_another_version_is_refused(store: Store, path: Path, version: int, way_out: str) -> None:
    store.close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    connection.close()
    with pytest.raises(StoreError, match=f"got version {version}; {way_out}"):
        Store.open(path)


def test_listing_thousands_reads_no_critique(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = child(0, 0, 0.0, is_viable=True)
    many = tuple(
        replace(one, number=n, score=Score(n / 5000, 0.1, 9), is_viable=n % 2 == 0)
        for n in range(5000)
    )
    with Store.open(path) as store:
        store.new_run("first", FAMILY, 1, {})
        store.save_generation("first", Generation(0, many))
        # Reading the measures of every game would make a list slow.
        read: set[Any] = set()

        def read_noted(kind: Any, data: Any) -> Any:
            read.add(kind)
            return read_plain(kind, data)

        monkeypatch.setattr("ludwright.store.store.read_plain", read_noted)
        best = store.candidates("first", best_first=True, only_viable=True, limit=10)
        assert len(store.candidates("first")) == 5000
    assert [one.number for one in best] == list(range(4998, 4978, -2))
    assert read == {Score}
