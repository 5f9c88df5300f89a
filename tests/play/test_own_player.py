"""Players from files: whatever they do wrong is reported as their fault, with its place."""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright.errors import PlayerError, PlayerFault
from ludwright.families.combinatorial.library import open_game
from ludwright.play.families import MatchOrder, load_rules
from ludwright.play.match_worker import PLAYER_LIMITS, own_player, play_in_workers
from ludwright.play.outcome import Reason
from ludwright.play.player import UNLIMITED
from ludwright.play.playtest import Playtest, PlaytestInterrupted, playtest, replay
from ludwright.play.playtest_file import to_bytes
from ludwright.play.workers import Limits

GAME = open_game("tic-tac-toe")
FILE = Path(__file__).with_name("nasty_players.py")
LINES = FILE.read_text(encoding="utf-8").splitlines()
OPPONENT = "mcts:playouts=10"
SMALL = Limits(256 << 20, seconds=30, wall_seconds=60, most_crashes=1, most_kills=2)
BRIEF = replace(SMALL, seconds=2)
SHORT = replace(SMALL, wall_seconds=1)


def does(what: str, at: int = 2) -> str:
    return f"{FILE}:Does:what={what},at={at}"


def line_in(note: str) -> str:
    """The line number at the end of a note."""
    found = re.search(r"nasty_players\.py:(\d+)\)$", note)
    return LINES[int(found[1]) - 1].strip() if found else ""


def bytes_of(*players: str, matches: int = 6, **settings: Any) -> bytes:
    return to_bytes(playtest(GAME, players, matches, 4, rotate_seats=True, **settings))


def test_a_well_behaved_player_plays_the_same_in_a_separate_process() -> None:
    here = bytes_of(f"{FILE}:Nice", OPPONENT, isolate=False)
    assert bytes_of(f"{FILE}:Nice", OPPONENT) == here
    assert bytes_of(f"{FILE}:Nice", OPPONENT, jobs=2) == here


def test_a_player_begins_every_match_afresh() -> None:
    whole = playtest(GAME, [f"{FILE}:Nice", OPPONENT], 4, 4, isolate=False)
    alone = playtest(GAME, [f"{FILE}:Nice", OPPONENT], 1, 4, isolate=False)
    again = playtest(GAME, [f"{FILE}:Nice", OPPONENT], 4, 4, isolate=False)
    assert to_bytes(whole.some(0, 1)) == to_bytes(alone)
    assert to_bytes(whole) == to_bytes(again)


@pytest.mark.parametrize(
    ("what", "words", "line"),
    [
        ("leave", "SystemExit: 0", "sys.exit(0)"),
        ("close", "GeneratorExit", "raise GeneratorExit"),
        ("interrupt", "KeyboardInterrupt", "raise KeyboardInterrupt"),
        ("stop", "StopIteration", "raise StopIteration"),
        ("recurse", "RecursionError", "return self.recurse()"),
        ("mumble", "Mumbling (its message cannot be shown)", "raise Mumbling"),
        ("other", "SystemExit: rule", "raise SystemExit(name)"),
        ("nothing", "IllegalMove: expected one of position.moves(), got None", ""),
        ("forge", "got an object of Forged that cannot be shown", ""),
        ("huge", r"got '\x1b[31mxxx", ""),
    ],
)
def test_what_a_player_raised_ended_the_process(what: str, words: str, line: str) -> None:
    found = playtest(GAME, [OPPONENT, does(what)], 3, 1, openings=[], isolate=False)
    assert found.reasons() == {"fault": 3}
    assert found.notes[0].startswith(f"match 0, ply 3, seat 1 ({does(what)}): ")
    assert words in found.notes[0]
    assert line_in(found.notes[0]) == line
    assert len(found.notes[0]) < len(does(what)) + 500
    assert found.notes[-1] == f"{does(what)} failed in 3 of 3 matches"
    replay(found)


def test_a_raising_constructor_is_a_fault_of_the_match() -> None:
    found = playtest(GAME, [f"{FILE}:Stillborn", "uniform"], 2, 1, openings=[], isolate=False)
    assert found.reasons() == {"fault": 2}
    assert "seat 0" in found.notes[0]
    assert line_in(found.notes[0]) == "raise SystemExit(5)"


def in_workers(
    *players: str, matches: int = 2, limits: Limits = SMALL
) -> tuple[dict[str, Any], list[str], bool]:
    order = MatchOrder((), matches, 1, 1, (), 100)
    return play_in_workers(load_rules(GAME), players, order, None, limits)


@pytest.mark.parametrize(
    ("what", "words", "line"),
    [
        ("leave", "SystemExit: 0", "sys.exit(0)"),
        ("exit", "its process ended (exit code 3)", ""),
        ("fall", "its process ended (signal SIGSEGV)", "ctypes.string_at(8)"),
        ("eat", "out of memory: MemoryError", "hoard.append(bytes(1 << 22))"),
    ],
)
def test_a_player_that_ends_its_process_ends_its_match_alone(
    what: str, words: str, line: str
) -> None:
    columns, notes, is_complete = in_workers("uniform", does(what))
    assert is_complete
    assert len(notes) == 3
    for match, note in enumerate(notes[:-1]):
        assert note.startswith(f"match {match}, ply 3, seat 1 ({does(what)}): {words}")
        assert line_in(note) == line
    assert columns["offsets"].tolist() == [0, 3, 6]
    assert columns["out_of_time"].tolist() == [0, 0]


def test_an_endless_loop_ends_by_its_processor_time() -> None:
    columns, notes, _ = in_workers("uniform", does("spin"), matches=1, limits=BRIEF)
    assert "more than 2 s of processor time for one choice" in notes[0]
    assert line_in(notes[0]) in ("while True:", "pass")
    assert columns["out_of_time"] == [True]


def test_an_endless_loop_in_every_match_took_hours() -> None:
    columns, notes, is_complete = in_workers("uniform", does("sleep"), matches=200, limits=SHORT)
    assert is_complete
    assert len(columns["indices"]) == 3
    assert notes[-1].startswith("stopped after 3 matches")


def test_a_player_that_waits_for_ever_ends_by_the_clock() -> None:
    columns, notes, _ = in_workers("uniform", does("sleep"), matches=1, limits=SHORT)
    assert notes[0].startswith("match 0, ply 3, seat 1")
    assert "no answer in 1 s" in notes[0]
    assert line_in(notes[0]) == "time.sleep(1000)"
    assert columns["out_of_time"] == [True]


def test_children_of_a_player_outlived_the_playtest(capfd: pytest.CaptureFixture[str]) -> None:
    in_workers("uniform", does("spawn"), matches=1)
    found = re.search(r"child (\d+)", capfd.readouterr().err)
    assert found is not None
    assert is_soon_gone(int(found[1]))


def is_soon_gone(pid: int) -> bool:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text(encoding="ascii"):
            return True  # dead, but not waited for
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (f"{FILE}:Nobody", "expected the name of a player in nasty_players.py"),
        (f"{FILE}:Deaf", "choose"),
        (f"{FILE}:Nice:size=2", "cannot be created: got an unexpected keyword argument 'size'"),
        ("./missing.py:Mine", "no such file"),
        ("./missing.py", "expected the class after the file"),
    ],
)
def test_a_player_that_cannot_be_loaded_is_reported_before_the_first_match(
    player: str, words: str
) -> None:
    for isolate in (False, True):
        with pytest.raises((PlayerError, LookupError), match=re.escape(words)):
            playtest(GAME, [player, "uniform"], 1, isolate=isolate)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import sys\nsys.exit(3)\n", r"SystemExit: 3 \(.*bad.py:2\)"),
        ("import os\nos._exit(3)\n", r"its process ended \(exit code 3\)"),
        ("raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    ],
)
def test_a_file_that_ends_the_process_is_reported(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(PlayerError, match=f"cannot be loaded: .*{words}"):
        playtest(GAME, [f"{tmp_path / 'bad.py'}:Mine", "uniform"], 1)


def test_faults_counted_as_draws() -> None:
    found = playtest(GAME, [does("leave"), "uniform"], 12, 2, openings=[], isolate=False)
    reasons = found.reasons()
    assert reasons["fault"] == found.is_faulty.sum() == found.summary()["faults"] == 12
    assert found.player_share(0).value is None
    assert found.drawn_share().value is None
    mixed = playtest(GAME, [does("leave", at=4), "uniform"], 12, 2, openings=[], isolate=False)
    played = int((~mixed.is_faulty).sum())
    assert 0 < played < 12
    assert mixed.player_share(0).samples == mixed.drawn_share().samples == played
    points = mixed.player_points(0)[~mixed.is_faulty]
    assert mixed.player_share(0).value == pytest.approx(float(np.mean(points)))


def test_a_player_with_a_specification_was_taken_for_a_native_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n"
        "    spec = {'kind': 'mine'}\n"
        "    def choose(self, position, budget, rng):\n"
        "        return position.moves()[-1]\n"
    )
    found = playtest(GAME, [f"{file}:Mine", "uniform"], 2, openings=[], isolate=False)
    assert Reason.FAULT.value not in found.reasons()
    assert found[0].moves[0][2] == load_rules(GAME).start().moves()[-1].target


# --- Ctrl-C ---------------------------------------------------------------------------------------


class Pressed:
    """Presses Ctrl-C in its third match, and swallows the exception."""

    made = 0

    def choose(self, position: Any, budget: Any, rng: Random) -> Any:  # noqa: ARG002
        if position.ply == 0:
            self.made += 1
        if self.made == 3:
            try:
                os.kill(os.getpid(), 2)
                time.sleep(0.1)
            except BaseException:  # noqa: BLE001 - on purpose
                self.made = 100
        return position.moves()[0]


def test_a_real_interrupt_is_noticed_even_if_the_player_catches_it() -> None:
    with pytest.raises(PlaytestInterrupted) as caught:
        playtest(GAME, [Pressed(), "uniform"], 10, openings=[])
    kept: Playtest = caught.value.playtest
    assert len(kept) == 2
    assert kept.reasons().get("fault") is None


# --- At the table ---------------------------------------------------------------------------------


def at_the_table(text: str, *, isolate: bool) -> tuple[list[Any], float]:
    """The moves of a player against the first legal move, and the next random number."""
    rules: Any = load_rules(GAME)
    position, rng = rules.start(), Random(3)
    with own_player(text, GAME, 60.0 if isolate else None) as player:
        while position.outcome() is None:
            is_own = position.seat == 0
            chosen = player.choose(position, UNLIMITED, rng) if is_own else position.moves()[0]
            position = position.after(chosen)
    return list(position.history()), rng.random()


def test_a_player_at_the_table_keeps_its_state_and_its_random_numbers(
    capfd: pytest.CaptureFixture[str],
) -> None:
    here = at_the_table(f"{FILE}:Nice", isolate=False)
    assert at_the_table(f"{FILE}:Nice", isolate=True) == here
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("my turn 2") == 2


@pytest.mark.parametrize("isolate", [False, True])
def test_a_fault_at_the_table_is_reported_with_its_place(isolate: bool) -> None:
    with pytest.raises(PlayerFault) as caught:
        at_the_table(does("close"), isolate=isolate)
    assert str(caught.value).startswith(f"{does('close')} failed at ply 3: GeneratorExit")
    assert line_in(str(caught.value)) == "raise GeneratorExit"


def test_a_crash_at_the_table_is_a_fault() -> None:
    with pytest.raises(PlayerFault, match=r"failed at ply 3: its process ended \(exit code 3\)"):
        at_the_table(does("exit"), isolate=True)


def test_limits_leave_room_for_honest_players() -> None:
    assert PLAYER_LIMITS.seconds >= 10
    assert PLAYER_LIMITS.memory_bytes >= 1 << 30
    assert PLAYER_LIMITS.patience > PLAYER_LIMITS.seconds


def test_a_worker_killed_from_outside_was_a_fault_of_the_player(tmp_path: Path) -> None:
    file, mark = tmp_path / "mine.py", tmp_path / "killed"
    file.write_text(
        "import os\n"
        "from pathlib import Path\n"
        "class Mine:\n"
        "    def choose(self, position, budget, rng):\n"
        f"        mark = Path({str(mark)!r})\n"
        "        if position.ply == 3 and not mark.exists():\n"
        "            mark.touch()\n"
        "            os.kill(os.getpid(), 9)  # as a system short of memory would\n"
        "        return rng.choice(position.moves())\n"
    )
    players = ["uniform", f"{file}:Mine"]
    disturbed = playtest(GAME, players, 4, 1, openings=[])
    assert mark.exists()
    assert to_bytes(disturbed) == to_bytes(playtest(GAME, players, 4, 1, openings=[]))
    assert disturbed.reasons().get("fault") is None
