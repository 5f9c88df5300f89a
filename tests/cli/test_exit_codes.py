"""One mistake, one exit code: a matrix of commands and mistakes; options with hostile values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from ludwright.cli.console import BAD_INPUT, EXIT_CODES, LIMIT, OK, USAGE, code_of, jobs_of
from ludwright.cli.main import app
from ludwright.errors import GameFault

GOOD = """(game Little (players White Black) (board (tiling square) (size 3 3))
  (end (All win (in-a-row 3))))
"""
GAME_COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check",),
    "rules": ("rules",),
    "show": ("show",),
    "play": ("play",),
    "playtest": ("playtest", "-n", "1", "-p", "uniform"),
    "critique": ("critique", "-n", "1", "--depth", "1"),
    "bench": ("bench", "playouts", "-s", "0.01"),
    "showcase": ("showcase", "-n", "1", "--players", "uniform", "--out", "showcase", "--game"),
    "evolve": ("evolve", "--children", "1", "-j", "1", "--out", "run", "--seeds"),
    "experiment": ("experiment", "ludi-rediscover", "-j", "1", "--out", "runs", "--seeds"),
}
"""Every command that takes a game; the game comes last."""
BAD_GAMES: dict[str, int] = {
    "nosuch": USAGE,
    "a\0b": USAGE,
    "missing.game": BAD_INPUT,
    "folder.game": BAD_INPUT,
    "binary.game": BAD_INPUT,
    "syntax.game": BAD_INPUT,
    "unclosed.game": BAD_INPUT,
    "senseless.game": BAD_INPUT,
    "x" * 5000: BAD_INPUT,
    "long.game": LIMIT,
    "deep.game": LIMIT,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {
        "good": GOOD,
        "syntax": GOOD.replace("in-a-row", "in-a-raw"),
        "senseless": GOOD.replace("(in-a-row 3)", "(capture Queen)"),
        "unclosed": GOOD.replace("3))))", "3)))"),
        "long": GOOD + " " * 70_000,
        "deep": "(" * 100,
    }
    for name, text in texts.items():
        Path(f"{name}.game").write_text(text)
    Path("binary.game").write_bytes(b"\xff\xfe(\0g")
    Path("folder.game").mkdir()
    return tmp_path


def run(*words: str) -> Result:
    result = CliRunner().invoke(app, list(words), input="quit\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("game", BAD_GAMES, ids=lambda name: name[:12].replace("\0", "0"))
@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_the_same_bad_game_had_another_code_in_another_command(command: str, game: str) -> None:
    result = run(*GAME_COMMANDS[command], game)
    assert result.exit_code == BAD_GAMES[game], result.output
    # `check` prints findings to stdout, since they are its result.
    assert result.stdout if command == "check" else result.stderr.startswith("error: ")


def test_a_check_of_several_games_gives_the_highest_code() -> None:
    assert run("check", "good.game", "nosuch").exit_code == USAGE
    assert run("check", "syntax.game", "good.game", "nosuch").exit_code == BAD_INPUT
    assert run("check", "long.game", "syntax.game").exit_code == LIMIT
    assert run("check", "good.game", "tic-tac-toe").exit_code == OK


T = "tic-tac-toe"


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", T, "-n", "1", "-p"),
        ("play", T, "--first"),
        ("play", T, "--black"),
        ("showcase", "--game", T, "-n", "1", "--players"),
    ],
    ids=lambda words: f"{words[0]}{words[-1]}",
)
@pytest.mark.parametrize(
    "player",
    [
        *("nobody", "./nosuch.py:Mine", "mcts:playouts=²", "mcts:playouts=0", "mcts:seconds=nan"),
        *("mcts:nosuch=1", "mcts:playouts=" + "9" * 5000, "uniform:1"),
    ],
    ids=lambda name: name[:20],
)
def test_an_unknown_player_is_wrong_usage_everywhere(words: tuple[str, ...], player: str) -> None:
    assert run(*words, player).exit_code == USAGE


SEEDED = (
    ("playtest", T, "-n", "1", "-p", "uniform"),
    ("critique", T, "-n", "1", "--depth", "1"),
    ("bench", "playouts", T, "-s", "0.01"),
    ("showcase", "--game", T, "-n", "1", "--players", "uniform"),
    ("play", T),
    ("evolve", "--seeds", T, "--children", "1"),
    ("experiment", "ludi-measure"),
    ("experiment", "ludi-evolve"),
    ("experiment", "ludi-rediscover"),
    ("learn", "comparisons.csv"),
)


@pytest.mark.parametrize("seed", ["-1", str(2**63), str(2**64), "²"])
@pytest.mark.parametrize("words", SEEDED, ids=lambda words: " ".join(words[:2]))
def test_a_seed_beyond_64_bits_ended_in_a_traceback(words: tuple[str, ...], seed: str) -> None:
    assert run(*words, "--seed", seed).exit_code == USAGE


def test_the_largest_seed_is_taken() -> None:
    largest = str(2**63 - 1)
    assert run("playtest", T, "-n", "2", "-p", "uniform", "--seed", largest).exit_code == OK
    assert run("bench", "playouts", T, "-s", "0.01", "--seed", largest).exit_code == OK
    players = ("--first", "uniform", "--second", "uniform")
    assert run("play", T, *players, "--seed", largest).exit_code == OK
    beyond = ("experiment", "ludi-rediscover", "--runs", "2", "--seeds", T, "--seed", largest)
    assert run(*beyond).exit_code == USAGE


@pytest.mark.parametrize("jobs", ["²", "0"])
@pytest.mark.parametrize(
    "words",
    [words for words in SEEDED if words[0] not in ("play", "learn")],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_superscript_for_jobs_ended_in_a_traceback(words: tuple[str, ...], jobs: str) -> None:
    assert run(*words, "--jobs", jobs).exit_code == USAGE
    assert not Path("runs").exists()


@pytest.mark.parametrize("jobs", ["²", "٣", "-1", "1.5", "", "nan", "9" * 5000, "four"])
def test_a_number_of_jobs_is_written_in_plain_digits(jobs: str) -> None:
    with pytest.raises(typer.BadParameter, match="number of threads"):
        jobs_of(jobs)
    assert jobs_of("3") == 3
    assert jobs_of("9" * 18) == 1024


HUGE = str(10**30)


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", T, "-n", HUGE),
        ("playtest", T, "-n", "-1"),
        ("playtest", T, "--openings", "²"),
        ("playtest", T, "--openings", "2,,4"),
        ("playtest", T, "--openings", "3"),
        ("playtest", T, "--openings", "9" * 5000),
        ("playtest", T, "--openings", "99999999999999998"),
        ("playtest", T, "--max-plies", HUGE),
        ("playtest", T, "-p", "uniform,uniform,uniform"),
        ("playtest", T, "-p", ""),
        ("play", T, "--first", "uniform", "--white", "greedy", "--black", "greedy"),
        ("showcase", "--game", T, "--players", "uniform,uniform,uniform"),
        ("showcase", "--game", T, "-n", HUGE),
        ("showcase", "--game", T, "-n", "0"),
        ("critique", T, "-n", HUGE),
        ("critique", T, "--depth", "7"),
        ("critique", T, "--effort", "nosuch"),
        ("bench", "playouts", T, "-s", "nan"),
        ("bench", "playouts", T, "-s", "inf"),
        ("bench", "playouts", T, "-s", "-1"),
        ("bench", "playouts", T, "--max-plies", HUGE),
        ("evolve", "nosuch"),
        ("evolve", "--seeds", ","),
        ("evolve", "--seeds", T, "--children", HUGE),
        ("evolve", "--seeds", T, "--survivors", HUGE),
        ("evolve", "--seeds", T, "--finalists", HUGE),
        ("evolve", "--seeds", T, "--budget", "²"),
        ("evolve", "--seeds", T, "--budget", "nan"),
        ("evolve", "--seeds", T, "--budget", "0"),
        ("evolve", "--seeds", T, "--budget", "9" * 400 + "h"),
        ("evolve", "--seeds", T, "--archive", "nosuch,mean-length"),
        ("evolve", "--seeds", T, "--limit", "mean-length<=nan"),
        ("evolve", "--seeds", T, "--limit", "mean-length<=" + "9" * 400),
        ("evolve", "--seeds", T, "--limit", "nosuch<=1"),
        ("evolve", "--seeds", T, "--target", "mean-length=" + "9" * 400),
        ("evolve", "--seeds", T, "--target", "mean-length=30*0"),
        ("evolve", "--seeds", T, "--lock", "nosuch/x"),
        ("evolve", "--seeds", T, "--effort", "nosuch"),
        ("experiment", "nosuch"),
        ("experiment", "ludi-evolve", "--survivors", HUGE),
        ("experiment", "ludi-rediscover", "--runs", HUGE),
        ("experiment", "ludi-rediscover", "--children", HUGE),
        ("runs", "watch", "run", "--every", "nan"),
        ("runs", "watch", "run", "--every", "inf"),
        ("runs", "watch", "run", "--every", "-1"),
        ("runs", "export", "run", "--out", "exported", "--best", HUGE),
        ("games", "--tag", "nosuch"),
        ("show", T, "--moves", "Z99"),
        ("show", T, "--moves", "A1 A1"),
        ("show", T, "-o", "board.gif"),
        ("show", T, "--width", HUGE),
        ("learn", "comparisons.csv", "--target", "nosuch"),
        ("learn", "comparisons.csv", "-o", "profile.toml"),
        ("learn", "comparisons.csv", "--folds", HUGE),
        ("learn", "comparisons.csv", "--restarts", "0"),
        ("rules",),
        ("rules", T, "--nosuch"),
        ("nosuch",),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_a_value_out_of_range_is_wrong_usage_and_begins_nothing(words: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    assert run(*words).exit_code == USAGE
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "missing.playtest"),
        ("replay", "good.game"),
        ("replay", "folder.game"),
        ("replay", "binary.game"),
        ("learn", "missing.csv"),
        ("learn", "good.game"),
        ("learn", "folder.game"),
        ("learn", "binary.game"),
        ("learn", "missing.db"),
        ("critique", T, "--profile", "missing.toml"),
        ("critique", T, "--profile", "good.game"),
        ("evolve", "--seeds", T, "--profile", "missing.toml"),
        ("runs", "show", "missing"),
        ("runs", "watch", "missing"),
        ("runs", "export", "missing", "--out", "exported"),
        ("playtest", T, "-n", "1", "-p", "uniform", "-o", "missing/a.playtest"),
        ("playtest", T, "-n", "1", "-p", "uniform", "-o", "folder.game"),
        ("playtest", T, "-n", "1", "-p", "uniform", "-o", "good.game/a.playtest"),
        ("show", T, "-o", "missing/a.svg"),
        ("show", T, "-o", "good.game/a.svg"),
        ("critique", T, "-n", "1", "--depth", "1", "-o", "good.game/a.html"),
        ("showcase", "--game", T, "-n", "1", "--players", "uniform", "--out", "good.game"),
        ("evolve", "--seeds", T, "--children", "1", "-j", "1", "--out", "good.game"),
        ("experiment", "ludi-rediscover", "--seeds", T, "-j", "1", "--out", "good.game"),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_a_file_that_cannot_be_read_or_written_has_one_code(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == BAD_INPUT
    assert result.stderr.startswith("error: ")
    assert Path("good.game").read_text() == GOOD


def test_one_player_of_a_showcase_ended_in_a_traceback() -> None:
    words = ("showcase", "--game", T, "-n", "1", "--players", "uniform", "--out", "showcase")
    assert run(*words).exit_code == OK
    assert Path("showcase/index.html").is_file()


def test_a_byte_order_mark_was_refused() -> None:
    Path("marked.game").write_text(GOOD, encoding="utf-8-sig")
    assert run("check", "marked.game").exit_code == OK
    broken = GOOD.replace("players", "playres")
    Path("broken.game").write_text(broken, encoding="utf-8-sig")
    Path("plain.game").write_text(broken)
    marked, plain = (run("check", f"{name}.game").stdout for name in ("broken", "plain"))
    assert marked.replace("broken", "plain") == plain


def test_a_byte_order_mark_before_json_lines_was_refused() -> None:
    assert run("playtest", T, "-n", "2", "-p", "uniform", "-o", "a.jsonl").exit_code == OK
    text = Path("a.jsonl").read_text()
    Path("b.jsonl").write_text(text, encoding="utf-8-sig")
    assert run("replay", "b.jsonl", "--verify").exit_code == OK


def test_check_reported_no_line_for_what_makes_no_sense() -> None:
    text = run("check", "senseless.game").stdout
    assert text.startswith("senseless.game: line 2, column 26: expected a type of piece")
    assert text.splitlines()[2].endswith("^")
    (report,) = json.loads(run("check", "senseless.game", "--json").stdout)["games"]
    (finding,) = report["findings"]
    assert (finding["line"], finding["column"]) == (2, 26)
    assert finding["place"] == "end.clauses[0].condition.record.piece"


def test_check_did_not_warn_of_seven_in_a_row_on_three_by_three() -> None:
    Path("vain.game").write_text(GOOD.replace("(in-a-row 3)", "(or (in-a-row 3) (in-a-row 7))"))
    result = run("check", "vain.game")
    assert result.exit_code == OK
    assert "vain.game: warning: line 2, column 34: this can never happen" in result.stdout
    assert "vain.game: ok (Little" in result.stdout
    (report,) = json.loads(run("check", "vain.game", "--json").stdout)["games"]
    (warning,) = report["findings"]
    assert report["ok"] is True
    assert warning["severity"] == "warning"
    assert (warning["line"], warning["column"]) == (2, 34)
    (report,) = json.loads(run("check", "senseless.game", "--json").stdout)["games"]
    assert [finding["severity"] for finding in report["findings"]] == ["error"]
    assert run("playtest", "vain.game", "-n", "1", "-p", "uniform").exit_code == OK


def test_every_code_is_in_the_table() -> None:
    fault = code_of(GameFault("broke", digest="0", seed=0, ply=0))
    assert {OK, fault, USAGE, BAD_INPUT, LIMIT, 130} == {code for code, _ in EXIT_CODES}
