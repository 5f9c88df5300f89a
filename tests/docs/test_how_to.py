"""Following the how-to pages literally, in a copy of the project, gives the described results."""

from __future__ import annotations

import doctest
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from ludwright import _core
from tests.docs.documents import ROOT, block_for, blocks_of, commands_of

HOW_TO = ROOT / "docs" / "how-to"
PARTS = ("src", "native", "tests", "tools", "docs", "CMakeLists.txt", "pyproject.toml")
SITE_PACKAGES = str(Path(np.__file__).parents[1])


class Checkout:
    """A copy of the project, for programs that import this copy and not the installed one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            if (ROOT / part).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / part, folder / part, ignore=ignored)
            else:
                shutil.copy(ROOT / part, folder / part)
        self.use_core(Path(str(_core.__file__)))

    def use_core(self, built: Path) -> None:
        shutil.copy(built, self.folder / "src" / "ludwright" / built.name)

    def apply(self, page: str) -> None:
        """Make the changes that a page shows as differences."""
        for block in blocks_of(HOW_TO / page):
            if block.language == "diff":
                head, *hunks = re.split(r"^@@\n", block.text, flags=re.MULTILINE)
                file = self.folder / head.removeprefix("--- ").strip()
                for hunk in hunks:
                    file.write_text(changed(file.read_text(encoding="utf-8"), hunk), "utf-8")

    def python(self, *arguments: str) -> str:
        """The output of Python, which looks for the package here first."""
        places = [str(self.folder / "src"), str(self.folder), SITE_PACKAGES]
        done = subprocess.run(
            # Without `site`, the installed project cannot put itself before this copy.
            [sys.executable, "-S", *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def ludwright(self, *arguments: str) -> str:
        return self.python("-m", "ludwright.cli.main", *arguments)

    def passes(self, *arguments: str) -> None:
        """The selected tests of the copy exist and pass."""
        plain = ("-q", "-p", "no:xdist", "-p", "no:cacheprovider")
        assert " passed" in self.python("-m", "pytest", *plain, *arguments)

    def follow(self, page: str) -> None:
        """Run every command line of a page that runs this program or a tool of the project."""
        for arguments in commands_of(HOW_TO / page):
            self.ludwright(*arguments)
        for block in blocks_of(HOW_TO / page):
            for line in block.text.splitlines() if block.language == "sh" else ():
                if line.startswith("python ") and "tools" in line:
                    self.python(*line.split()[1:])


def changed(text: str, hunk: str) -> str:
    """The text with one hunk applied; its context must occur exactly once."""
    lines = hunk.splitlines()
    before = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    after = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(before + "\n") == 1, f"expected once:\n{before}"
    return text.replace(before + "\n", after + "\n")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_game_is_added(checkout: Checkout) -> None:
    page = HOW_TO / "add-a-game.md"
    file = "src/ludwright/games/combinatorial/trio.game"
    (checkout.folder / file).write_text(block_for(page, file), encoding="utf-8")
    checkout.follow("add-a-game.md")
    games = checkout.folder / "docs" / "games.md"
    head, line, rest = games.read_text(encoding="utf-8").partition("| `hex-11` |")
    games.write_text(head + block_for(page, "docs/games.md") + line + rest, encoding="utf-8")
    tests = (
        "families/combinatorial/test_library.py",
        "golden/test_perft.py",
        "golden/test_playthroughs.py",
    )
    checkout.passes(*(f"tests/{one}" for one in tests), "-k", "trio")
    assert "\ntrio " in checkout.ludwright("games")


def test_a_criterion_is_added(checkout: Checkout) -> None:
    checkout.apply("add-a-criterion.md")
    checkout.passes("tests/criticism/test_beyond_criteria.py", "-k", "forced_moves or sound")
    assert '"forced-moves"' in checkout.ludwright("critique", "tic-tac-toe", "--json")
    checkout.python("-m", "tools.docs")
    assert "forced-moves" in (checkout.folder / "docs/reference/criteria.md").read_text("utf-8")


def test_a_player_is_added(checkout: Checkout) -> None:
    file = "middle.py"
    (checkout.folder / file).write_text(block_for(HOW_TO / "add-a-player.md", file), "utf-8")
    checkout.follow("add-a-player.md")


@pytest.mark.slow
def test_a_ludeme_is_added(checkout: Checkout) -> None:
    checkout.apply("add-a-ludeme.md")
    built = checkout.folder / "build"
    # A quick build is enough: nothing here is timed.
    options = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DSKBUILD=2")
    programs = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    for command in (
        (
            "-G",
            "Ninja",
            "-S",
            ".",
            "-B",
            "build",
            *options,
            f"-DPython_EXECUTABLE={sys.executable}",
        ),
        ("--build", "build", "--target", "_core"),
    ):
        subprocess.run(
            ["cmake", *command],
            cwd=checkout.folder,
            env={**os.environ, "PATH": programs},
            check=True,
            stdout=subprocess.DEVNULL,
        )
    (core,) = built.glob("native/_core*.so")
    checkout.use_core(core)
    checkout.passes(
        "tests/docs/test_ludeme_examples.py",
        "tests/families/combinatorial/test_reference.py",
        "-k",
        "NearestEnemy or nearest_enemy or Corners or corners",
    )
    game = (
        "(game G (players White Black) (board (tiling square) (size 5)) (pieces (Stone All (moves"
    )
    game += " (move (pre (and (empty to) (<= (nearest-enemy to) 2))) (action (push))))))"
    (checkout.folder / "near.game").write_text(game + " (end (All win (in-a-row 5))))", "utf-8")
    assert "nearest enemy" in checkout.ludwright("rules", "near.game")
    game = "(game C (players White Black) (board (tiling square) (size 3)) (end {}))"
    end = "(All win (corners 2)) (All draw (corners 6))"
    (checkout.folder / "corners.game").write_text(game.format(end), "utf-8")
    rules = checkout.ludwright("rules", "corners.game")
    assert "hold at least two corners with your pieces" in rules
    assert "the board has 4 corners" in checkout.ludwright("check", "corners.game")


def test_an_end_condition_took_fourteen_files() -> None:
    page = (HOW_TO / "add-a-ludeme.md").read_text(encoding="utf-8")
    _, section = page.split("\n## Add an end condition\n")
    files = re.findall(r"^ *--- (\S+)$", section, re.MULTILINE)
    assert len(files) == len(set(files)) == 9
    assert "Nine files change." in section
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [file for file in files if Path(file).name not in contributing] == []


def test_options_of_the_native_build_are_those_the_page_names() -> None:
    known = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    page = (HOW_TO / "build-native.md").read_text(encoding="utf-8")
    named = set(re.findall(r"LUDWRIGHT_[A-Z]+", page))
    assert named
    assert named <= set(re.findall(r"LUDWRIGHT_[A-Z]+", known))


def shortened(arguments: list[str]) -> list[str]:
    """The same command, with a run of boards made short."""
    if arguments[:2] != ["evolve", "combinatorial"]:
        return arguments
    few = [re.sub("^(500|1389)$", "4", word) for word in arguments]
    seeds = ("--seeds", "tic-tac-toe,four-by-four,gomoku")
    return [*few, *seeds, "--finalists", "1", "--effort", "quick"]


def test_games_are_evolved_as_the_page_says(checkout: Checkout) -> None:
    first, steered, *looks = commands_of(HOW_TO / "evolve-games.md")
    for arguments in (first, *looks):
        if "watch" not in arguments and "play" not in arguments:
            checkout.ludwright(*shortened(arguments))
    assert "--lock" in steered


def test_python_is_used_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = HOW_TO / "use-from-python.md"
    text = "\n".join(block.text for block in blocks_of(page) if block.language == "pycon")
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(session.examples) > 15
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session, out=told.write)
    assert runner.failures == 0, told.getvalue()


def test_agents_play_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="make install installs it")
    page = HOW_TO / "train-agents.md"
    (program,) = (block.text for block in blocks_of(page) if block.language == "python")
    exec(compile(program, page.name, "exec"), {"__name__": "page"})
    assert " wins" in capsys.readouterr().out
    from ludwright.environments.pettingzoo import MatchEnv

    told = page.read_text(encoding="utf-8")
    for name in ("yavalath", "breakthrough-6"):
        assert str(MatchEnv(name).encoding.actions) in told
    for plane in MatchEnv("yavalath").encoding.planes:
        named = plane.replace("Stone", "KIND")
        named = {"other's captured": "own captured", "other's points": "own points"}.get(
            named, named
        )
        assert f"`{named}`" in told, plane
