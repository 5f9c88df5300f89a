"""Damaged texts, map files, action logs and programs are refused with our errors, or are played."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright._core import conquest as core
from ludwright.errors import DataError, GameSyntaxError
from ludwright.families.conquest.family import FAMILY
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.lower import lower
from ludwright.families.conquest.maps import packaged_map
from ludwright.families.conquest.records import (
    Action,
    actions_of,
    read_actions,
    replay_actions,
    write_actions,
)
from ludwright.families.conquest.rules import ConquestRules, load_rules
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.check import check
from ludwright.language.syntax import write
from ludwright.play.playtest import playtest
from tests.families.conquest.small import BOARD, conquest
from tools.fuzz_reader import Trial

SEEDS = st.integers(0, 2**32)
HOSTILE_NUMBERS = (
    -(2**31),
    -300,
    -129,
    -2,
    -1,
    0,
    1,
    2,
    3,
    7,
    44,
    127,
    128,
    256,
    40_000,
    2**31 - 1,
)


# --- Texts of games -------------------------------------------------------------------------------


def test_damaged_texts_are_refused_or_played(tmp_path: Path) -> None:
    trial = Trial(tmp_path, 5, "conquest")
    rng = Random(11)
    for _ in range(250):
        trial.run(trial.mutated(rng.choice(trial.seeds), rng))
    assert trial.findings == 0
    assert trial.refused > 100
    assert trial.played > 10


def test_a_timer_left_by_a_tried_text_killed_the_process_a_minute_later(tmp_path: Path) -> None:
    Trial(tmp_path, 5, "conquest").run("(conquest")
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


# --- Map files ------------------------------------------------------------------------------------


def game_with(map_file: Path) -> Path:
    """A game beside the map file, which includes it."""
    path = map_file.with_name("mine.game")
    text = conquest().text
    start, end = text.index("(map Small"), text.index("(setup")
    path.write_text(f'{text[:start]}(map "{map_file.name}")\n{text[end:]}', encoding="utf-8")
    return path


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_damaged_map_files_are_refused_where_they_are_named_or_are_maps(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    rng = Random(seed)
    data = bytearray(rng.choice([BOARD, write(packaged_map("artificial-3-10t"))]).encode())
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data))
        other = rng.randrange(len(data))
        piece = rng.choice([b"", b"(", b")", b'"', b"\xff", b"\x00", b"9", data[other : other + 9]])
        data[at : at + rng.choice((0, 1, 6))] = piece
    map_file = tmp_path_factory.mktemp("maps") / "some.map"
    map_file.write_bytes(data)
    refusal = ""
    try:
        game = FAMILY.open_game(game_with(map_file))
    except GameSyntaxError as error:
        refusal = str(error)
    if refusal:
        assert "mine.game: line " in refusal
        assert "some.map" in refusal
    elif not check(game):
        load_rules(game).start().native.playouts(1, 1, max_plies=100)


# --- Action logs ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def logged() -> tuple[str, ConquestRules]:
    """A whole match as a log."""
    game = open_game("risk-hahn")
    rules = load_rules(game, 2)
    return write_actions(actions_of(playtest(game, "hahn:332", 1, 3)[0], rules)), rules


def replayed(text: str, rules: ConquestRules) -> bool:
    """Whether a log is a whole match; anything but DataError is raised."""
    try:
        steps = list(replay_actions(read_actions(text), rules))
    except DataError:
        return False
    return steps[-1][1].outcome() is not None


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_log_with_other_numbers_is_refused_or_is_a_match(
    logged: tuple[str, ConquestRules], seed: int
) -> None:
    text, rules = logged
    rng = Random(seed)
    lines = text.splitlines()
    # Early lines as a rule, so that the replay ends soon.
    at = rng.randrange(min(len(lines), rng.choice((20, 120, 500))))
    words = lines[at].split()
    place = rng.randrange(9)  # the tenth is the time, which is not read
    words[place] = str(rng.choice([*HOSTILE_NUMBERS, int(words[place]) + 1]))
    changed = " ".join(words)
    ways = [[changed], [], [lines[at], changed], [lines[at]] * 2]
    lines[at : at + 1] = rng.choice(ways)
    replayed("\n".join(lines), rules)


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet="0123456789- \t\n\r\x0c\x85٣²xeE+._", max_size=120))
def test_any_text_is_a_log_or_refused_with_its_line(text: str) -> None:
    refusal, found = "", []
    try:
        found = read_actions(text)
    except DataError as error:
        refusal = str(error)
    assert refusal == "" or refusal.startswith("line ")
    assert read_actions(write_actions(found)) == found


@given(st.lists(st.builds(Action, *[st.integers(-999, 999_999_999)] * 10), max_size=8))
def test_what_is_written_is_read_back(actions: list[Action]) -> None:
    assert read_actions(write_actions(actions)) == actions


def test_a_log_of_endless_turns_is_refused_soon(logged: tuple[str, ConquestRules]) -> None:
    """An action far in the future does not make the replay wait for it."""
    text, rules = logged
    lines = text.splitlines()
    begun = time.process_time()
    assert not replayed("\n".join([*lines[:90], "999999999 0 2 1 2 1 -1 -1 -1 -1"]), rules)
    assert time.process_time() - begun < 5


# --- Programs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats"),
    [("risk-missions", 3), ("risk-hahn", 2), ("rossato-artificial-3-10t", 2), ("risk-lux", 6)],
)
def test_programs_with_one_number_changed_are_refused_or_played(name: str, seats: int) -> None:
    root = open_game(name).root
    assert isinstance(root, ConquestGame)
    numbers = np.asarray(lower(root, seats), dtype=np.int32)
    rng = Random(7)
    refused = 0
    for _ in range(300):
        changed = numbers.copy()
        place = rng.choice((rng.randrange(len(numbers)), rng.randrange(60)))
        changed[place] = rng.choice(HOSTILE_NUMBERS)
        try:
            core.start(changed.tolist()).playouts(2, 1, max_plies=300)
        except ValueError:
            refused += 1
    assert 50 < refused < 300


def test_a_program_cut_short_is_refused() -> None:
    root = open_game("risk-missions").root
    assert isinstance(root, ConquestGame)
    numbers = [int(number) for number in lower(root, 3)]
    for length in range(0, len(numbers), 3):
        with pytest.raises(ValueError, match=r"."):
            core.start(numbers[:length])
    with pytest.raises(ValueError, match=r"."):
        core.start([*numbers, 0])
