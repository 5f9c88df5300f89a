"""Every command that writes: files are replaced only on request, and nothing else ever is."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludwright.cli import critique as critique_command
from ludwright.cli import evolve as evolve_command
from ludwright.cli.main import app

NULL, FULL = (1, 3), (1, 7)
"""Character devices by number: one that discards everything, one that is always full."""
COMMANDS = {
    "board.svg": ("show", "tic-tac-toe", "-o"),
    "board.txt": ("show", "tic-tac-toe", "-o"),
    "a.playtest": ("playtest", "tic-tac-toe", "-p", "uniform", "-n", "4", "-o"),
    "a.jsonl": ("playtest", "tic-tac-toe", "-p", "uniform", "-n", "4", "-o"),
    "critique.csv": ("critique", "tic-tac-toe", "-n", "4", "--depth", "1", "-o"),
}
"""Commands that write one file, by its name."""


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def device(path: Path, numbers: tuple[int, int]) -> Path:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(*numbers))
        os.close(os.open(path, os.O_WRONLY))
    except PermissionError:
        pytest.skip("device nodes cannot be made here")
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_that_exists_is_not_overwritten_in_silence(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("precious")
    refused = run(*COMMANDS[name], file)
    assert refused.exit_code == 3
    assert f"{file}, which exists" in refused.stderr
    assert "--force" in refused.stderr
    assert file.read_text() == "precious"
    assert run(*COMMANDS[name], file, "--force").exit_code == 0
    assert file.read_bytes() != b"precious"
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_device_is_written_to_and_not_destroyed(tmp_path: Path, name: str) -> None:
    node = device(tmp_path / name, NULL)
    assert run(*COMMANDS[name], node).exit_code == 0
    assert stat.S_ISCHR(node.lstat().st_mode)
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["board.svg", "a.playtest", "critique.csv"])
def test_a_full_output_is_reported(tmp_path: Path, name: str) -> None:
    node = device(tmp_path / name, FULL)
    result = run(*COMMANDS[name], node)
    assert result.exit_code == 3
    assert "no space left" in result.stderr
    assert stat.S_ISCHR(node.lstat().st_mode)


def test_an_output_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, got = tmp_path / "board.svg", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    assert run(*COMMANDS["board.svg"], pipe).exit_code == 0
    reader.join(10)
    assert got[0].startswith(b"<svg")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_an_output_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "a.playtest", tmp_path / "real"
    link.symlink_to(target)
    assert run(*COMMANDS["a.playtest"], link).exit_code == 0
    assert link.is_symlink()
    assert target.stat().st_size > 0
    assert run(*COMMANDS["a.playtest"], link).exit_code == 3


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_folder_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    result = run(*COMMANDS[name], tmp_path / name, "--force")
    assert result.exit_code == 3
    assert "which is a folder" in result.stderr


def test_an_output_is_refused_before_the_work_and_not_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "critique.csv"
    file.write_text("precious")
    monkeypatch.setattr(critique_command, "_asked", None)  # would raise TypeError
    assert run(*COMMANDS["critique.csv"], file).exit_code == 3


def test_a_showcase_replaces_nothing_unasked(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("my own")
    words = ("showcase", "--out", tmp_path, "--players", "uniform,uniform", "-n", "2")
    refused = run(*words)
    assert refused.exit_code == 3
    assert "rules.txt, which exists" in refused.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["rules.txt"]
    assert run(*words, "--force").exit_code == 0
    assert (tmp_path / "rules.txt").read_text() != "my own"
    assert (tmp_path / "index.html").exists()


def test_a_profile_is_not_overwritten_in_silence(tmp_path: Path) -> None:
    profile, said = tmp_path / "mine.json", tmp_path / "said.csv"
    profile.write_text("precious")
    said.write_text("first,second,preferred\na,b,first\n")
    result = run("learn", said, "--critiques", said, "--out", profile)
    assert result.exit_code == 3
    assert "mine.json, which exists" in result.stderr


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("ludi-measure", "table.csv"),
        ("ludi-evolve", "account.json"),
        ("ludi-rediscover", "rediscovery.json"),
    ],
)
def test_an_experiment_replaces_no_file_of_others(tmp_path: Path, command: str, file: str) -> None:
    (tmp_path / file).write_text("precious")
    result = run("experiment", command, "--out", tmp_path)
    assert result.exit_code == 3
    assert f"{file}, which exists" in result.stderr
    assert [one.name for one in tmp_path.iterdir()] == [file]


def test_a_run_replaces_no_report_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evolve_command, "kept_run", None)  # would raise TypeError
    (tmp_path / "export" / "report").mkdir(parents=True)
    (tmp_path / "export" / "report" / "index.html").write_text("precious")
    result = run("evolve", "--out", tmp_path, "--seeds", "tic-tac-toe")
    assert result.exit_code == 3
    assert "index.html, which exists; choose another folder" in result.stderr


def test_an_interrupt_while_writing_leaves_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludwright.files.os.fsync", interrupted)
    assert run(*COMMANDS["a.playtest"], tmp_path / "a.playtest").exit_code == 130
    assert list(tmp_path.iterdir()) == []
