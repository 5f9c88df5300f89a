"""Runs on the command line: listed, shown, watched and exported, with plain errors."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli.main import app
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import QUICK
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.profile import default_profile
from ludwright.families.combinatorial.library import open_game
from ludwright.plain import plain_of
from ludwright.store.runs import RUN_FILE, RunState
from ludwright.store.store import Store
from ludwright.synthesis.candidate import (
    Candidate,
    Fall,
    Finalist,
    Generation,
    Rejection,
    Retest,
    Stage,
)

HOSTILE = "<script>alert(1)</script>"


def candidate(number: int, name: str, generation: int, **more: Any) -> Candidate:
    game = open_game(name)
    return Candidate(number, generation, game.name, game.digest, game.text, **more)


def critique_of(name: str) -> Critique:
    game = open_game(name)
    measures: dict[str, Measure] = {"completion": Score(0.9, 0.05, 40)}
    measures["drama-average"] = Unscored("nobody was behind")
    return Critique(game.digest, game.name, "20 matches", 1, measures)


def generations() -> list[Generation]:
    seeds = [candidate(0, "tic-tac-toe", 0), candidate(1, "gomoku-15", 0)]
    parents = (seeds[0].digest, seeds[1].digest)
    first = candidate(
        2,
        "yavalath",
        1,
        parents=parents,
        score=Score(0.5, 0.1, 20),
        critique=critique_of("yavalath"),
        is_viable=True,
        distances={"parents": 0.25, "nearest": 0.125},
        cell=("line", "below 12"),
    )
    second = candidate(
        5,
        "connect-four",
        2,
        parents=(first.digest, seeds[0].digest),
        score=Score(0.625, 0.1, 20),
        is_viable=True,
        cell=("line", "12–20"),
    )
    slow = Rejection(Stage.SPEED, "too slow", "7 s")
    odd = Rejection(Stage.SAFETY, HOSTILE)
    return [
        Generation(0, tuple(seeds)),
        Generation(
            1,
            (
                first,
                replace(seeds[0], number=3, generation=1, rejection=slow),
                replace(seeds[0], number=4, generation=1, rejection=odd, name=HOSTILE),
            ),
            seconds={"speed": 60.0},
        ),
        Generation(2, (second,), (Retest(2, Score(0.75, 0.05, 60), 2, is_viable=True),)),
    ]


def final() -> Generation:
    text = open_game("connect-four").text
    score, critique = Score(0.875, 0.02, 200), critique_of("connect-four")
    return Generation(3, (), (), (Finalist(5, text, score, critique, is_viable=True),))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with Store.open(tmp_path / "runs" / "first" / RUN_FILE) as store:
        store.new_run("first", "combinatorial", 7, {"axes": ["concept", "length"], "x": HOSTILE})
        for generation in generations():
            store.save_generation("first", generation)
    return tmp_path / "runs"


@pytest.fixture
def finished(root: Path) -> Path:
    with Store.open(root / "first" / RUN_FILE) as store:
        store.save_generation("first", final())
        store.set_state("first", RunState.FINISHED)
    return root


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["runs", *words])


def good(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_runs_are_listed(finished: Path) -> None:
    line = good("ls", "--root", str(finished)).splitlines()[1]
    assert line.split() == ["first", "finished", "4", "2", "2", "0.750", "±", "0.098"]
    (entry,) = json.loads(good("ls", "--root", str(finished), "--json"))["runs"]
    assert entry["standing"]["best"]["value"] == 0.75


def test_no_runs_are_no_error(tmp_path: Path) -> None:
    result = run("ls", "--root", str(tmp_path / "nowhere"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "start one with" in result.stderr
    assert json.loads(good("ls", "--root", str(tmp_path), "--json")) == {"runs": []}


def test_one_damaged_run_does_not_hide_the_others(root: Path) -> None:
    (root / "second").mkdir()
    (root / "second" / RUN_FILE).write_text("no store " * 100)
    result = run("ls", "--root", str(root))
    assert "first" in result.stdout
    assert "left out" in result.stderr


def test_a_run_is_shown_with_its_best_games_and_rejections(root: Path) -> None:
    told = good("show", "first", "--root", str(root))
    assert "interrupted" in told
    assert "4 children, 2 survived, 2 viable" in told
    best = [line.strip() for line in told.splitlines() if "±" in line]
    assert best == [
        "0.750 ± 0.098  Yavalath (number 2)",
        "0.625 ± 0.196  Connect-Four (number 5)",
    ]
    assert "1  speed: too slow" in told


def test_a_run_is_shown_as_json(finished: Path) -> None:
    view = json.loads(good("show", str(finished / "first"), "--json"))
    assert view["state"] == "finished"
    assert [row["number"] for row in view["best"]] == [2, 5]
    assert view["finalists"][0]["score"]["value"] == 0.875
    assert {"stage": "speed", "cause": "too slow", "count": 1} in view["rejections"]


def test_the_state_tells_whether_the_run_is_running(root: Path) -> None:
    with Store.open(root / "first" / RUN_FILE):
        assert "first: running" in good("show", "first", "--root", str(root))
    assert "--resume" in good("show", "first", "--root", str(root))


def test_watching_ends_when_the_run_stops(root: Path) -> None:
    with Store.open(root / "first" / RUN_FILE) as store:
        command = [sys.executable, "-m", "ludwright.cli.main", "runs", "watch", "first"]
        command += ["--root", str(root), "--every", "0.1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watcher:
            assert watcher.stdout is not None
            assert "running" in watcher.stdout.readline()
            store.save_generation("first", final())
            store.set_state("first", RunState.FINISHED)
            rest, _ = watcher.communicate(timeout=30)
    assert "finished" in rest.splitlines()[-1]


@pytest.mark.parametrize("command", ["show", "watch", "export"])
def test_a_missing_run_is_reported(root: Path, command: str, tmp_path: Path) -> None:
    more = ["--out", str(tmp_path / "out")] if command == "export" else []
    result = run(command, "third", "--root", str(root), *more)
    assert result.exit_code == 3
    assert "expected a run, got 'third'" in result.stderr
    assert "there are first" in result.stderr


def test_an_empty_run_is_shown_but_not_exported(tmp_path: Path) -> None:
    with Store.open(tmp_path / "empty" / RUN_FILE) as store:
        store.new_run("empty", "combinatorial", 1, {})
    assert "no generation is finished yet" in good("show", "empty", "--root", str(tmp_path))
    result = run("export", "empty", "--root", str(tmp_path), "--out", str(tmp_path / "out"))
    assert result.exit_code == 3
    assert "no candidates yet" in result.stderr


def test_a_store_without_a_run_is_reported(tmp_path: Path) -> None:
    Store.open(tmp_path / "bare" / RUN_FILE).close()
    result = run("show", "bare", "--root", str(tmp_path))
    assert result.exit_code == 3
    assert "expected one run" in result.stderr


def test_a_renamed_folder_still_shows_its_run(root: Path) -> None:
    (root / "first").rename(root / "second")
    assert "4 children" in good("show", "second", "--root", str(root))


def exported(root: Path, out: Path, *more: str) -> list[str]:
    words = ("export", "first", "--root", str(root), "--out", str(out), "--json", *more)
    files: list[str] = json.loads(good(*words))["files"]
    assert all(Path(file).is_file() for file in files)
    return files


def test_an_export_holds_games_that_can_be_played(finished: Path, tmp_path: Path) -> None:
    exported(finished, tmp_path / "out")
    games = sorted((tmp_path / "out" / "games").iterdir())
    assert [path.name for path in games] == ["connect-four.game", "yavalath.game"]
    for path in games:
        assert CliRunner().invoke(app, ["check", str(path)]).exit_code == 0
    exported(finished, tmp_path / "out", "--best", "1", "--force")
    assert [path.name for path in (tmp_path / "out" / "games").iterdir()] == ["connect-four.game"]


def test_an_export_holds_all_candidates_as_a_table(finished: Path, tmp_path: Path) -> None:
    exported(finished, tmp_path / "out")
    text = (tmp_path / "out" / "candidates.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["number"] for row in rows] == ["0", "1", "2", "3", "4", "5"]
    assert rows[2]["score"] == "0.75"
    assert rows[2]["samples"] == "60"
    assert rows[2]["is_viable"] == "1"
    assert rows[2]["distance_parents"] == "0.25"
    assert rows[2]["cell"] == "line / below 12"
    assert len(rows[2]["parents"].split()) == 2
    assert rows[3]["stage"] == "speed"
    assert rows[3]["score"] == ""
    summary = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))
    assert summary["seed"] == 7


class Page(HTMLParser):
    """The tags of a page, and whether it loads anything else."""

    VOID = frozenset({"meta", "br", "img", "link"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_that_needs_nothing_else(finished: Path, tmp_path: Path) -> None:
    report = exported(finished, tmp_path / "out")[0]
    text = Path(report).read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert page.tags.count("section") == 2
    # For each game a card, the start, the end and a radar (one has no critique); and two plots.
    assert page.tags.count("svg") == 2 * 3 + 2 + 2
    assert "script" not in page.tags
    assert all(link.startswith("#") for link in page.links)
    assert "&lt;script&gt;" in text
    assert f"ludwright play {tmp_path / 'out' / 'games' / 'yavalath.game'}" in text
    assert "Yavalath ← Tic-Tac-Toe (seed)" in text
    assert "0.875 (0.836 to 0.914, 200 samples)" in text
    assert text.index("1. Connect Four") < text.index("2. Yavalath")


def test_a_report_begins_with_pictures_of_the_games_and_ends_with_the_settings(
    finished: Path, tmp_path: Path
) -> None:
    text = Path(exported(finished, tmp_path / "out")[0]).read_text(encoding="utf-8")
    order = [
        *('<article class="card"', "<svg", "Connect Four</a>", "Win: "),
        *("not on the final list", "1. Connect Four", "How the run went", ">Settings<"),
    ]
    places = [text.index(one) for one in order]
    assert places == sorted(places)
    card = text[places[0] : text.index("</article>")]
    for part in ("viable", "score 0.88 ± 0.04", "ludwright play ", 'href="#game-1"'):
        assert part in card


def test_a_finalist_that_fell_is_explained_in_show_and_in_the_report(
    finished: Path, tmp_path: Path
) -> None:
    why = "one colour wins too often: balance 0.55 ± 0.10, expected at least 0.7"
    fall = Fall(2, "Yavalath", "play-off", (why,))
    with Store.open(finished / "first" / RUN_FILE) as store:
        last = final().finalists
        store.save_generation("first", Generation(4, (), finalists=last, falls=(fall,)))
    told = good("show", "first", "--root", str(finished))
    assert f"Yavalath, in the play-off: {why}" in told
    view = json.loads(good("show", "first", "--root", str(finished), "--json"))
    assert view["falls"] == [plain_of(fall)]
    text = Path(exported(finished, tmp_path / "out")[0]).read_text(encoding="utf-8")
    assert "Failed the final tests" in text
    assert text.count(why) == 2
    assert text.count("failed the play-off") == 2


def test_a_seed_that_was_left_out_is_explained_in_show_and_in_the_report(tmp_path: Path) -> None:
    lost = Rejection(Stage.SAFETY, "GameCheckError", "no player is called Green")
    seeds = (candidate(0, "tic-tac-toe", 0), candidate(1, "hex-7", 0, rejection=lost))
    with Store.open(tmp_path / "first" / RUN_FILE) as store:
        store.new_run("first", "combinatorial", 1, {})
        store.save_generation("first", Generation(0, seeds))
    told = good("show", "first", "--root", str(tmp_path))
    assert "seed left out: Hex-7: rule safety, GameCheckError (no player is called Green)" in told
    text = Path(exported(tmp_path, tmp_path / "out")[0]).read_text(encoding="utf-8")
    assert "Seeds left out" in text
    assert "no player is called Green" in text


def test_a_report_says_in_words_what_its_games_are_like(tmp_path: Path) -> None:
    game = open_game("hex-7")
    drawn = {"drawishness": Score(0.9, 0.01, 20), "completion": Score(1.0, 0.05, 20)}
    critique = Critique(game.digest, game.name, str(QUICK), 1, drawn)
    child = candidate(0, "hex-7", 1, score=Score(0.5, 0.1, 9), critique=critique, is_viable=True)
    with Store.open(tmp_path / "first" / RUN_FILE) as store:
        profile = plain_of(default_profile("combinatorial"))
        store.new_run("first", "combinatorial", 1, {"screening": {"profile": profile}})
        store.save_generation("first", Generation(0, ()))
        store.save_generation("first", Generation(1, (child,)))
    text = Path(exported(tmp_path, tmp_path / "out")[0]).read_text(encoding="utf-8")
    assert "Many matches end in a draw." in text
    assert "% of packaged games" in text


def test_show_ends_with_the_commands_that_open_what_was_found(finished: Path) -> None:
    folder = finished / "first"
    assert f"ludwright runs export {folder} --out FOLDER" in good("show", str(folder))
    exported(finished, folder / "export")
    told = good("show", str(folder))
    assert f"ludwright play {folder / 'export' / 'games' / 'yavalath.game'}" in told
    assert f"report: {folder / 'export' / 'report' / 'index.html'}" in told


def test_a_report_without_survivors_says_so(tmp_path: Path) -> None:
    slow = Rejection(Stage.SPEED, "too slow")
    with Store.open(tmp_path / "first" / RUN_FILE) as store:
        store.new_run("first", "combinatorial", 1, {})
        store.save_generation("first", Generation(0, (candidate(0, "tic-tac-toe", 0),)))
        child = candidate(1, "tic-tac-toe", 1, rejection=slow)
        store.save_generation("first", Generation(1, (child,)))
    report = exported(tmp_path, tmp_path / "out")[0]
    assert "No child has survived" in Path(report).read_text(encoding="utf-8")
    assert "no viable child yet" in good("show", "first", "--root", str(tmp_path))


def test_a_game_that_cannot_be_read_does_not_spoil_the_report(tmp_path: Path) -> None:
    broken = Candidate(0, 1, "Torn", "0" * 32, "(game Torn", score=Score(0.5, 0.1, 9))
    with Store.open(tmp_path / "first" / RUN_FILE) as store:
        store.new_run("first", "combinatorial", 1, {})
        store.save_generation("first", Generation(0, ()))
        store.save_generation("first", Generation(1, (broken,)))
    report = exported(tmp_path, tmp_path / "out")[0]
    assert "The board could not be drawn" in Path(report).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        # It was sound when the run began; a newer version finds what is wrong with it.
        (
            "(end",
            "(start (place (Stone White) home (phase 2))) (end",
            "The board could not be drawn",
        ),
        (
            "(size 3 3)",
            "(size 3 3) (regions (Red n))",
            "The rules could not be written in English: KeyError",
        ),
    ],
)
def test_one_bad_game_took_the_whole_report_down(
    tmp_path: Path, before: str, after: str, words: str
) -> None:
    text = open_game("tic-tac-toe").text.replace(before, after, 1)
    odd = Candidate(2, 1, "Odd", "0" * 32, text, score=Score(0.5, 0.1, 9), is_viable=True)
    fine = candidate(3, "hex-7", 1, score=Score(0.4, 0.1, 9), is_viable=True)
    with Store.open(tmp_path / "first" / RUN_FILE) as store:
        store.new_run("first", "combinatorial", 1, {})
        store.save_generation("first", Generation(0, ()))
        store.save_generation("first", Generation(1, (odd, fine)))
    report = exported(tmp_path, tmp_path / "out")[0]
    page = Path(report).read_text(encoding="utf-8")
    assert words in page
    assert page.count("<svg") >= 3  # the scores, and both boards of the other game
    assert "Odd" in good("show", "first", "--root", str(tmp_path))


def test_help_loads_no_database() -> None:
    code = (
        "import sys; from ludwright.cli.main import app; "
        "print('sqlalchemy' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
