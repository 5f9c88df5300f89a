"""Files are written atomically, and only regular files are ever replaced."""

from __future__ import annotations

import json
import os
import resource
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludwright.errors import LimitExceeded, StoreError
from ludwright.files import (
    parse_json,
    read_text,
    require_folder,
    require_free,
    require_regular,
    write_bytes,
    write_text,
)

NULL, FULL = (1, 3), (1, 7)
"""Character devices by number: one that discards everything, one that is always full."""


def device(path: Path, numbers: tuple[int, int]) -> Path:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(*numbers))
        os.close(os.open(path, os.O_WRONLY))
    except PermissionError:
        pytest.skip("device nodes cannot be made here")
    return path


@contextmanager
def small_disk(size: int) -> Iterator[None]:
    """Limit the size of files, as on a full disk."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


@contextmanager
def mask(bits: int) -> Iterator[None]:
    old = os.umask(bits)
    try:
        yield
    finally:
        os.umask(old)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_a_device_is_written_to_and_stays_a_device(tmp_path: Path) -> None:
    node = device(tmp_path / "null", NULL)
    write_bytes(node, b"x" * 1000)
    require_free(node, force=False)
    assert stat.S_ISCHR(node.lstat().st_mode)
    assert node.lstat().st_rdev == os.makedev(*NULL)
    assert names(tmp_path) == ["null"]


def test_a_full_device_is_reported_and_stays_a_device(tmp_path: Path) -> None:
    node = device(tmp_path / "full", FULL)
    with pytest.raises(StoreError, match="full cannot be written: no space left"):
        write_bytes(node, b"x")
    assert stat.S_ISCHR(node.lstat().st_mode)
    assert names(tmp_path) == ["full"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    require_free(pipe, force=False)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"y" * 100_000)
    reader.join(10)
    assert got == [b"y" * 100_000]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_a_pipe_without_a_reader_does_not_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludwright.files.PIPE_SECONDS", 0.1)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="the pipe has no reader"):
        write_bytes(tmp_path / "pipe", b"x")
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    target, link = tmp_path / "deep" / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to("deep/target")
    with pytest.raises(StoreError, match="link, which exists"):
        require_free(link, force=False)
    write_text(link, "new")
    assert link.is_symlink()
    assert link.readlink() == Path("deep/target")
    assert target.read_text() == "new"
    assert names(tmp_path / "deep") == ["target"]


def test_a_link_to_nothing_makes_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    require_free(link, force=False)
    write_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_link_to_a_device_is_written_through(tmp_path: Path) -> None:
    node, link = device(tmp_path / "null", NULL), tmp_path / "link"
    link.symlink_to(node)
    write_bytes(link, b"x")
    assert link.is_symlink()
    assert stat.S_ISCHR(node.lstat().st_mode)


def test_a_link_to_itself_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(StoreError, match="a cannot be written: too many levels"):
        require_free(tmp_path / "a", force=True)
    with pytest.raises(StoreError, match="a cannot be written: too many levels"):
        write_text(tmp_path / "a", "x")
    assert (tmp_path / "a").is_symlink()


def test_a_folder_and_a_socket_are_reported(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        for name, kind in (("folder", "a folder"), ("socket", "a socket")):
            for force in (True, False):
                with pytest.raises(StoreError, match=f"which is {kind}"):
                    require_free(tmp_path / name, force=force)
            with pytest.raises(StoreError, match=f"which is {kind}"):
                write_text(tmp_path / name, "x")
    assert names(tmp_path) == ["folder", "socket"]


def test_an_existing_file_is_not_overwritten_in_silence(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("precious")
    with pytest.raises(StoreError, match=r"old, which exists; .*--force"):
        require_free(tmp_path / "new", old, force=False)
    require_free(tmp_path / "new", old, force=True)
    assert old.read_text() == "precious"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"precious")
    with small_disk(1000):
        for name in ("old", "new"):
            with pytest.raises(StoreError, match=f"{name} cannot be written: file too large"):
                write_bytes(tmp_path / name, b"x" * 5000)
    assert old.read_bytes() == b"precious"
    assert names(tmp_path) == ["old"]


def test_an_interrupt_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    old = tmp_path / "old"
    old.write_bytes(b"precious")
    monkeypatch.setattr("ludwright.files.os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(old, b"x")
    assert old.read_bytes() == b"precious"
    assert names(tmp_path) == ["old"]


def test_the_temporary_file_follows_no_link_that_lies_in_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr("ludwright.files.secrets.token_hex", lambda _: "guessed")
    (tmp_path / ".ludwright-guessed.part").symlink_to(victim)
    with pytest.raises(StoreError, match="new cannot be written"):
        write_text(tmp_path / "new", "x")
    assert victim.read_text() == "precious"


def test_a_name_with_part_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "new.part").mkdir()
    write_text(tmp_path / "new", "x")
    assert names(tmp_path) == ["new", "new.part"]


def test_modes_are_kept_and_new_files_honour_the_mask(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("x")
    old.chmod(0o640)
    with mask(0o027):
        write_text(old, "y")
        write_text(new, "z")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    with mask(0o077):
        write_text(tmp_path / "private", "z")
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "x"
    with pytest.raises(StoreError, match=r"expected a folder to write x to, got .*nowhere"):
        require_folder(path)
    with pytest.raises(StoreError, match="cannot be written: no such file"):
        write_text(path, "x")
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(StoreError, match="expected a folder"):
        require_folder(tmp_path / "link")
    require_folder(tmp_path / "x")


def test_half_a_character_pair_is_written_escaped(tmp_path: Path) -> None:
    write_text(tmp_path / "x", "a\udc80")
    assert (tmp_path / "x").read_text() == "a\\udc80"


# --- Reading --------------------------------------------------------------------------------------


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(StoreError, match=f"{name}, which is a pipe"):
            read_text(tmp_path / name, 100)


def test_a_device_that_never_ends_is_not_read(tmp_path: Path) -> None:
    node = device(tmp_path / "zero", (1, 5))
    (tmp_path / "link").symlink_to(node)
    for path in (node, tmp_path / "link"):
        with pytest.raises(StoreError, match="which is a device"):
            read_text(path, 100)


def test_folders_sockets_and_what_is_not_there_are_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="which is a folder"):
        read_text(tmp_path, 100)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        with pytest.raises(StoreError, match="which is a socket"):
            read_text(tmp_path / "socket", 100)
    with pytest.raises(StoreError, match="cannot be read: no such file"):
        read_text(tmp_path / "missing", 100)
    with pytest.raises(StoreError, match=r"cannot be read: .*null"):
        read_text(tmp_path / "a\0b", 100)


def test_a_file_is_read_up_to_the_limit_and_one_character(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("é" * 100, encoding="utf-8")
    assert read_text(path, 100) == "é" * 100
    with pytest.raises(LimitExceeded, match="at most 99 characters, got more"):
        read_text(path, 99)
    with path.open("wb") as file:
        file.truncate(1 << 40)  # holes cost nothing
    with pytest.raises(LimitExceeded):
        read_text(path, 1000)
    with pytest.raises(StoreError, match="expected at most 1000 bytes"):
        require_regular(path, 1000)


def test_a_mark_of_the_encoding_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbfa\r\nb")
    assert read_text(tmp_path / "x", 3) == "a\nb"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 100_000, "levels"),
        ("[" * 70 + "]" * 70, "levels"),
        ('{"a":' * 70 + "1" + "}" * 70, "levels"),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("[1e999]", "finite"),
        ("[1" + "0" * 30 + "]", "larger"),
        ("[" + "9" * 100_000 + "]", "larger"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "'c' again"),
        (r'["\ud800"]', "surrogates"),
        (r'{"\udfff": 1}', "surrogates"),
        ("[1", "delimiter"),
        ("", "value"),
    ],
)
def test_json_that_would_break_something_later_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_json(text)


def test_sound_json_is_read_as_it_is() -> None:
    text = r'{"a": [1, -2.5, null, true, "\ud83c\udfb2 é"], "seed": 18446744073709551615}'
    assert parse_json(text) == json.loads(text)
