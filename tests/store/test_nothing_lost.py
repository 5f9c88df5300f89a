"""Nothing in a store is lost: new runs, killed processes, late readers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.errors import StoreError
from ludwright.families.combinatorial.library import open_game
from ludwright.running.driver import open_run
from ludwright.store.connection import is_locked
from ludwright.store.runs import RUN_FILE
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Generation
from tests.synthesis.small_runs import small_settings

KILLED = """
import os, signal, sys
import ludwright.families
from ludwright.families.combinatorial.library import open_game
from ludwright.store.store import Store
store = Store.open(sys.argv[1])
store.add_game(open_game("tic-tac-toe"))
os.kill(os.getpid(), signal.SIGKILL)
"""


def beside(path: Path) -> list[str]:
    return sorted(one.name.removeprefix(path.name) for one in path.parent.iterdir())


def leave_a_log(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert "-wal" in beside(path)


def test_evolve_deletes_no_comparisons(tmp_path: Path) -> None:
    first, second = open_game("tic-tac-toe"), open_game("hex-7")
    said = Comparison(first.digest, second.digest, Preferred.SECOND, "Ann")
    with Store.open(tmp_path / RUN_FILE) as store:
        store.add_game(first)
        store.add_game(second)
        store.add_comparison(said)
    with open_run(tmp_path, small_settings(), is_resumed=False) as store:
        assert store.comparisons() == [said]
        assert store.game(second.digest).name == second.name
        assert [run.name for run in store.runs()] == [tmp_path.name]


def test_a_run_without_a_generation_makes_room_and_others_stay(tmp_path: Path) -> None:
    settings = small_settings()
    open_run(tmp_path, settings, is_resumed=False).close()
    with open_run(tmp_path, settings, is_resumed=False) as store:
        store.save_generation(tmp_path.name, Generation(0, ()))
    with pytest.raises(StoreError, match="resume it with --resume"):
        open_run(tmp_path, settings, is_resumed=False)
    with open_run(tmp_path, settings, is_resumed=True) as store:
        assert len(list(store.generations(tmp_path.name))) == 1


@pytest.mark.parametrize("is_read_only", [True, False])
def test_a_log_left_by_a_kill_is_folded_in_when_the_store_is_opened(
    tmp_path: Path, is_read_only: bool
) -> None:
    path = tmp_path / RUN_FILE
    leave_a_log(path)
    log = path.with_name(f"{RUN_FILE}-wal")
    assert log.stat().st_size > 0
    with Store.open(path, is_read_only=is_read_only) as store:
        # A reader creates a new empty log; the content of the old one is in the file.
        assert not is_read_only or log.stat().st_size == 0
        assert store.game(open_game("tic-tac-toe").digest).text
    assert beside(path) == ["", "-lock"]


def test_a_log_is_folded_in_when_a_late_viewer_leaves(tmp_path: Path) -> None:
    path = tmp_path / RUN_FILE
    writer = Store.open(path)
    writer.add_game(open_game("tic-tac-toe"))
    viewer = Store.open(path, is_read_only=True)
    with viewer._reading() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM games").scalar_one()
        writer.add_game(open_game("hex-7"))
        writer.close()
        assert "-wal" in beside(path)
    viewer.close()
    assert beside(path) == ["", "-lock"]
    with Store.open(path, is_read_only=True) as store:
        assert store.game(open_game("hex-7").digest).text


def test_the_log_of_a_writer_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / RUN_FILE
    with Store.open(path) as writer:
        writer.add_game(open_game("tic-tac-toe"))
        Store.open(path, is_read_only=True).close()
        assert "-wal" in beside(path)
        writer.add_game(open_game("hex-7"))
    assert beside(path) == ["", "-lock"]


def test_a_pipe_or_a_link_in_place_of_the_lock_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / RUN_FILE
    os.mkfifo(tmp_path / f"{RUN_FILE}-lock")
    Store.open(path).close()
    assert not is_locked(path)  # asked by those who only look
    (tmp_path / f"{RUN_FILE}-lock").unlink()
    (tmp_path / f"{RUN_FILE}-lock").symlink_to(tmp_path / "victim")
    with pytest.raises(StoreError):
        Store.open(path)
    assert not (tmp_path / "victim").exists()
