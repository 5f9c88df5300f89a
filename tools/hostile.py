"""Try to break the command line: crafted files, misused options, awkward outputs.

    python -m tools.hostile                  all of it, a few minutes
    python -m tools.hostile --only outputs   one part: files, lines or outputs
    python -m tools.hostile --json           findings as JSON

Every case runs the real program in a separate folder, with limits of memory and time. It may
reject the input with a message or do as asked. Anything else is a finding: a traceback, a signal,
an unknown exit code, more than ten seconds, or a file outside the output that was changed. Devices,
pipes and full disks are nodes and mounts made in that folder; the machine's own are never used.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

SLOWEST = 10.0
"""The most seconds a command may take."""
MOST_MEMORY = 4 << 30
CODES = frozenset({0, 1, 2, 3, 4, 130})
GAME = "(game G (players White Black) (board (tiling square i-nbors) (size 3)){} (end {}))"
ROW = "(All win (in-a-row 3))"
PLAYERS = ("-p", "uniform,uniform", "-n", "4", "--seed", "1", "-q")
PLAYTEST = ("playtest", *PLAYERS)


Check = Callable[[int], str]
"""Of an exit code: what is wrong with what the command left, or ""."""


@dataclass(frozen=True)
class Case:
    """One command in one folder."""

    name: str
    folder: Path
    arguments: tuple[str, ...]
    prepare: Callable[[], Check] = lambda: lambda _: ""
    """Runs just before the command; returns the check of the folder afterwards."""
    environment: tuple[tuple[str, str], ...] = ()
    shell: str = ""
    """Shell text after the command: closed streams, pipes."""


def run(case: Case) -> str:
    """What went wrong, or ""."""
    try:
        check = case.prepare()
    except PermissionError:
        return ""  # Making nodes and mounts needs privileges.
    before = _outside(case.folder)
    begun = time.monotonic()
    code, said, result = _finished(case)
    seconds = time.monotonic() - begun
    # Always: it also ends what was prepared.
    left = check(code)
    if "Traceback (most recent call last)" in said or "Exception ignored" in said:
        return "traceback: " + said.strip().splitlines()[-1]
    if code not in CODES:
        return f"exit code {code}: {said.strip()[-200:]}"
    if "\x1b" in said or "\x9b" in said:
        return "a terminal escape reached the output"
    if "--json" in case.arguments and code == 0 and not _is_json(result):
        return f"expected JSON alone on stdout, got {result[:80]!r}"
    if seconds > SLOWEST:
        return f"took {seconds:.1f} s"
    if _outside(case.folder) != before:
        return "changed something outside its folder"
    return left


def _finished(case: Case) -> tuple[int, str, bytes]:
    """The exit code of the command, all that it printed, and its stdout."""
    program = [sys.executable, "-m", "ludwright.cli.main", *case.arguments]
    command = ["bash", "-c", f'"$@" {case.shell}', "bash", *program] if case.shell else program
    with subprocess.Popen(
        command,
        cwd=case.folder,
        env={**os.environ, **dict(case.environment)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_limited,
        start_new_session=True,
    ) as running:
        try:
            result, remarks = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)  # workers too
            return -1, "did not end within 60 s", b""
    return running.returncode, (result + remarks).decode(errors="replace"), result


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _outside(folder: Path) -> list[tuple[str, int, int]]:
    """The files next to the folder of a case, none of which may change."""
    beside = folder.parent / "beside"
    return [
        (path.name, path.lstat().st_mtime_ns, path.lstat().st_size)
        for path in sorted(beside.iterdir())
    ]


# --- Crafted files --------------------------------------------------------------------------------


def hostile_texts() -> dict[str, bytes]:
    """Game texts by name."""
    plain = GAME.format("", ROW)
    deep = "(not " * 40_000
    many = " ".join(["(in-a-row 3)"] * 12)
    texts: dict[str, str | bytes] = {
        "empty": "",
        "blank": " \n\t\r\n",
        "only a byte-order mark": b"\xef\xbb\xbf",
        "a byte-order mark": b"\xef\xbb\xbf" + plain.encode(),
        "utf-16": plain.encode("utf-16"),
        "latin-1": plain.replace("G ", "Gö ").encode("latin-1"),
        "nul bytes": b"\0" * 1000,
        "nul inside": plain.replace("White", "Wh\0ite"),
        "half a character": plain.encode() + b"\xe2\x82",
        "opening brackets": "(" * 60_000,
        "closing brackets": ")" * 60_000,
        "deep": GAME.format("", "(All win " + deep),
        "too long": plain + " " * 70_000,
        "a megabyte": "(game " + "x" * (1 << 20),
        "a long name": plain.replace("G ", "G" * 60_000 + " "),
        "unclosed": plain[:-3],
        "unclosed text": plain.replace("(end", '(support (aim "never ends')[:-2],
        "closed twice": plain + ")))",
        "two games": plain + plain,
        "comment only": "; nothing here",
        "windows": plain.replace(" ", "\r\n"),
        "old mac": plain.replace(" ", "\r"),
        "escapes in names": plain.replace("White", "\x1b[2J\x1b]0;owned\x07White"),
        "escapes in notes": plain[:-1] + ' (support (aim "\x1b[31mred\x9b2J\u202etxet")))',
        "bidirectional": plain.replace("White", "\u202eetihW"),
        "markup": plain.replace("White", "<script>alert(1)</script>"),
        "same players": plain.replace("Black", "White"),
        "huge number": plain.replace("size 3", "size 99999999999999999999999"),
        "negative": plain.replace("size 3", "size -3"),
        "zero": plain.replace("size 3", "size 0"),
        "float": plain.replace("size 3", "size 1e309"),
        "not a number": plain.replace("size 3", "size nan"),
        "largest board": plain.replace("size 3", "size 32 32"),
        "too many cells": plain.replace("size 3", "size 32 32 32"),
        "row longer than the board": plain.replace("in-a-row 3", "in-a-row 7"),
        "many ors": GAME.format("", f"(All win (or {many}))"),
        "ors in ors": GAME.format(
            "", "(All win " + "(or (in-a-row 3) " * 20 + ROW[9:-1] + ")" * 21
        ),
        "colours": GAME.format(" (start (place (Stone White) home (phase 2)))", ROW),
        "regions": GAME.format("", "(All win (connect own-regions))"),
        "another family": plain.replace("(game", "(conquest", 1),
        "not a game": "(board (tiling hex))",
        "json": json.dumps({"game": plain}),
        "python": "import os; os._exit(3)",
        "surrogates": plain.encode().replace(b"White", b"\xed\xa0\x80"),
        "smileys": plain.replace("White", "🙂"),
        "no end": plain.replace(f" (end {ROW})", ""),
        "many pieces": GAME.format(
            " (pieces "
            + " ".join(f"(P{i} All (moves (move (action (push)))))" for i in range(40))
            + ")",
            ROW,
        ),
    }
    return {name: one.encode() if isinstance(one, str) else one for name, one in texts.items()}


def hostile_playtests(good: bytes) -> dict[str, bytes]:
    """Playtest files by name, made from a good one."""
    rng = random.Random(1)
    made = {f"cut at {share} %": good[: len(good) * share // 100] for share in (0, 1, 50, 99)}
    for turn in range(8):
        bent = bytearray(good)
        for _ in range(1 + turn):
            bent[rng.randrange(len(bent))] ^= 1 << rng.randrange(8)
        made[f"bits changed {turn}"] = bytes(bent)
    made["not an archive"] = b"PK" + b"\0" * 100
    made["text"] = b"hello\n"
    made["a line of json"] = b'{"format": "ludwright playtest", "version": 1}\n'
    made["deep json"] = b"[" * 100_000 + b"\n"
    made["bomb"] = _rebuilt(good, {"standings.npy": b"\0" * (400 << 20)})
    made["bomb in the header"] = _rebuilt(good, {"header.json": b" " * (200 << 20)})
    made["no header"] = _rebuilt(good, {"header.json": None})
    made["an empty column"] = _rebuilt(good, {"moves.npy": b""})
    made["a pickled column"] = _rebuilt(good, {"moves.npy": b"\x80\x04K\x01."})
    for name, value in {
        "players": ["uniform"],
        "seed": -1,
        "matches": 10**12,
        "game": "(game",
        "settings": {"max_plies": float("nan")},
        "notes": ["\ud800", "\x1b[2J"],
        "version": 99,
    }.items():
        made[f"header: {name}"] = _rebuilt(good, {}, {name: value})
    return made


def _rebuilt(
    good: bytes, parts: dict[str, bytes | None], header: dict[str, object] | None = None
) -> bytes:
    """The archive with some of its parts replaced or left out."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as old, zipfile.ZipFile(buffer, "w", 8) as new:
        for name in old.namelist():
            data = parts.get(name, old.read(name))
            if name == "header.json" and header is not None:
                data = json.dumps(json.loads(old.read(name)) | header).encode()
            if data is not None:
                new.writestr(name, data)
    return buffer.getvalue()


def hostile_data() -> dict[str, bytes]:
    """Profiles, critiques and comparisons by name."""
    return {
        "empty": b"",
        "nothing": b"null",
        "number": b"1e999",
        "not numbers": b'{"name": "x", "method": "sum", "criteria": {"drama": {"weight": NaN}}}',
        "deep": b"[" * 100_000,
        "deep objects": b'{"a":' * 100_000,
        "huge number": b'{"bias": ' + b"9" * 10_000 + b"}",
        "wrong kinds": b'{"name": [], "method": 3, "criteria": "all", "gates": 1}',
        "unknown criterion": b'{"method": "sum", "criteria": {"no-such": {"weight": 1}}}',
        "twice": b'{"method": "sum", "method": "harmonic"}',
        "columns": b"first,second,preferred\n",
        "one column": b"first\nHex\n",
        "binary": bytes(range(256)) * 10,
        "mark": b"\xef\xbb\xbffirst,second,preferred,person\nHex,Y,first,Ann\n",
        "quotes": b'first,second,preferred,person\n"Hex,Y,first,Ann\n',
        "itself": b"first,second,preferred,person\nHex,Hex,first,Ann\n",
        "escapes": b"first,second,preferred,person\n\x1b[2J,Y,first,Ann\n",
        "no preference": b"first,second,preferred,person\nHex,Y,both,Ann\n",
    }


PLAYER_TEXTS = {
    "syntax": "def choose(:\n",
    "import": "raise RuntimeError('at import')\n",
    "leaves at import": "import sys; sys.exit(0)\n",
    "no class": "x = 1\n",
    "leaves": "import sys\nclass P:\n def choose(self, p, b, r): sys.exit(0)\n",
    "ends the process": "import os\nclass P:\n def choose(self, p, b, r): os._exit(0)\n",
    "constructor": "class P:\n def __init__(self): raise ValueError('no')\n",
    "generator": "class P:\n def choose(self, p, b, r): raise GeneratorExit\n",
    "nonsense": "class P:\n def choose(self, p, b, r): return object()\n",
    "string": "class P:\n def __str__(self): raise ValueError\n choose = lambda s, p, b, r: 0\n",
    "recursion": "class P:\n def choose(self, p, b, r): return self.choose(p, b, r)\n",
    "memory": "class P:\n def choose(self, p, b, r): return [0] * (1 << 36)\n",
    "prints": "class P:\n def choose(self, p, b, r): print('}{'); return p.moves()[0]\n",
    "escapes": "class P:\n def choose(self, p, b, r): raise ValueError('\\x1b[2J')\n",
}


class Folders:
    """A folder for every case, next to one that must not change."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.count = 0
        (root / "beside").mkdir()
        (root / "beside" / "kept.txt").write_text("kept")

    def new(self) -> Path:
        self.count += 1
        folder = self.root / f"{self.count}"
        folder.mkdir()
        return folder


def file_cases(folders: Folders, good: bytes) -> Iterator[Case]:
    """Commands that read crafted files."""
    for name, data in hostile_texts().items():
        commands: tuple[tuple[str, ...], ...] = (("check",), ("rules",), ("show",), PLAYTEST)
        for command in commands:
            folder = folders.new()
            (folder / "x.game").write_bytes(data)
            yield Case(f"text {name}: {command[0]}", folder, (command[0], "x.game", *command[1:]))
    for name, data in hostile_playtests(good).items():
        for options in ((), ("--verify",), ("--json",)):
            folder = folders.new()
            (folder / "x.playtest").write_bytes(data)
            yield Case(f"playtest {name}", folder, ("replay", "x.playtest", *options))
    readers: tuple[tuple[str, ...], ...] = (
        ("learn", "x.json"),
        ("learn", "good.csv", "--critiques", "x.json"),
        ("critique", "tic-tac-toe", "-n", "2", "--profile", "x.json"),
    )
    for name, data in hostile_data().items():
        for command in readers:
            folder = folders.new()
            (folder / "x.json").write_bytes(data)
            pairs = ("Hex,Y,first", "Y,Go,first", "Hex,Go,tie")
            text = "first,second,preferred,person\n" + "".join(f"{pair},Ann\n" for pair in pairs)
            (folder / "good.csv").write_text(text)
            yield Case(f"data {name}: {command[0]}", folder, command)
    for name, text in PLAYER_TEXTS.items():
        folder = folders.new()
        (folder / "p.py").write_text(text)
        arguments = ("playtest", "tic-tac-toe", "-p", "./p.py:P,uniform", "-n", "2", "--json")
        yield Case(f"player {name}", folder, arguments)
    yield from _odd_files(folders)


def _odd_files(folders: Folders) -> Iterator[Case]:
    """Paths that are not regular files, given to every command that reads one."""
    makers: dict[str, Callable[[Path], object]] = {
        "missing": lambda _: None,
        "folder": lambda path: path.mkdir(),
        "pipe": lambda path: os.mkfifo(path),
        "socket": _make_socket,
        "loop": lambda path: path.symlink_to(path),
        "dangling": lambda path: path.symlink_to(path.with_name("nowhere")),
        "endless": lambda path: os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5)),
        "link to endless": _link_to_endless,
    }
    commands = (
        ("check", "{}"),
        ("rules", "{}"),
        ("replay", "{}"),
        ("learn", "{}"),
        ("critique", "tic-tac-toe", "-n", "2", "--profile", "{}"),
        ("playtest", "tic-tac-toe", "-p", "{}:P,uniform", "-n", "2"),
    )
    for name, make in makers.items():
        for command in commands:
            folder = folders.new()
            suffix = {"replay": "playtest", "learn": "csv", "critique": "json", "playtest": "py"}
            path = folder / f"x.{suffix.get(command[0], 'game')}"
            try:
                make(path)
            except PermissionError:
                continue  # Making nodes needs privileges.
            words = tuple(word.format(f"./{path.name}") for word in command)
            yield Case(f"{name}: {command[0]}", folder, words)


def _make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _link_to_endless(path: Path) -> None:
    node = path.with_name("node")
    os.mknod(node, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    path.symlink_to(node)


# --- Misused command lines ------------------------------------------------------------------------

LINES: tuple[tuple[str, ...], ...] = (
    ("nonsense",),
    ("",),
    ("--no-such",),
    ("check",),
    ("check", ""),
    ("check", "no-such-game"),
    ("check", "x" * 100_000),
    ("check", "../../../../../../etc"),
    ("check", "a\nb"),
    ("check", "\x1b[2J"),
    ("rules", "yavalath", "extra"),
    ("show", "yavalath", "--moves", "Z99"),
    ("show", "yavalath", "--moves", "\x1b[2J"),
    ("show", "yavalath", "--moves", "E5 " * 5000),
    ("show", "yavalath", "--width", "0"),
    ("show", "yavalath", "-o", "x.bmp"),
    ("show", "yavalath", "-o", ""),
    ("playtest", "yavalath", "-n", "-1"),
    ("playtest", "yavalath", "-n", "1e3"),
    ("playtest", "yavalath", "-n", "9" * 40),
    ("playtest", "yavalath", "--jobs", "²", "-n", "2"),
    ("playtest", "yavalath", "--jobs", "0", "-n", "2"),
    ("playtest", "yavalath", "--jobs", "-3", "-n", "2"),
    ("playtest", "yavalath", "--jobs", "many", "-n", "2"),
    ("playtest", "yavalath", "--seed", str(1 << 64), "-n", "2"),
    ("playtest", "yavalath", "--seed", "-1", "-n", "2"),
    ("playtest", "yavalath", "-p", "", "-n", "2"),
    ("playtest", "yavalath", "-p", ",", "-n", "2"),
    ("playtest", "yavalath", "-p", "uniform", "-n", "2"),
    ("playtest", "yavalath", "-p", "uniform,uniform,uniform", "-n", "2"),
    ("playtest", "yavalath", "-p", "nobody,uniform", "-n", "2"),
    ("playtest", "yavalath", "-p", "mcts:playouts=-1,uniform", "-n", "2"),
    ("playtest", "yavalath", "-p", "mcts:playouts=nan,uniform", "-n", "2"),
    ("playtest", "yavalath", "-p", "mcts:exploration=inf,uniform", "-n", "2"),
    ("playtest", "yavalath", "-p", "mcts:nothing=1,uniform", "-n", "2"),
    (
        "playtest",
        "yavalath",
        "-p",
        "alphabeta:depth=9999999,uniform",
        "-n",
        "1",
        "--max-plies",
        "1",
    ),
    ("playtest", "yavalath", "--openings", "3,x", "-n", "2"),
    ("playtest", "yavalath", "--openings", "999999", "-n", "2"),
    ("playtest", "yavalath", "--max-plies", "0", "-n", "2"),
    ("replay",),
    ("replay", "x.playtest", "--match", "-1"),
    ("games", "--tag", "no-such-tag"),
    ("games", "\x1b[2J"),
    ("critique", "tic-tac-toe", "--effort", "enormous"),
    ("critique", "tic-tac-toe", "--depth", "99"),
    ("critique", "tic-tac-toe", "--seed", str(1 << 64), "-n", "2"),
    ("critique", "tic-tac-toe", "--profile", "no-such-profile"),
    ("critique", "tic-tac-toe", "--json", "--csv", "--html", "-n", "2"),
    ("evolve", "no-such-family"),
    ("evolve", "combinatorial", "--seeds", "", "--children", "1"),
    ("evolve", "combinatorial", "--seeds", "nobody", "--children", "1"),
    ("evolve", "combinatorial", "--children", "0"),
    ("evolve", "combinatorial", "--budget", "soon"),
    ("evolve", "combinatorial", "--budget", "-5m"),
    ("evolve", "combinatorial", "--limit", "drama", "--children", "1"),
    ("evolve", "combinatorial", "--limit", "no-such<=1", "--children", "1"),
    ("evolve", "combinatorial", "--target", "drama=nan", "--children", "1"),
    ("evolve", "combinatorial", "--archive", "one", "--children", "1"),
    ("evolve", "combinatorial", "--lock", "no/such/part", "--children", "1"),
    ("evolve", "combinatorial", "--jobs", "²", "--children", "1"),
    ("learn", "nothing.csv"),
    ("runs", "show", "nothing"),
    ("runs", "show", "../../.."),
    ("runs", "export", "nothing"),
    ("runs", "watch", "nothing"),
    ("experiment", "no-such"),
    ("bench", "playouts", "nobody"),
    ("bench", "no-such"),
    ("play", "yavalath", "--first", "nobody"),
    ("play", "yavalath", "--first", "person", "--second", "person"),
    ("play", "no-such-game"),
)

STREAMS: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "ascii": ((("PYTHONIOENCODING", "ascii"), ("LC_ALL", "C")), ""),
    "closed stdout": ((), ">&-"),
    "closed stderr": ((), "2>&-"),
    "both closed": ((), ">&- 2>&-"),
    "reader gone": ((), "| true"),
    "closed stdin": ((), "<&-"),
}


def line_cases(folders: Folders) -> Iterator[Case]:
    """Nonsensical command lines, and closed or broken streams."""
    for words in LINES:
        shown = " ".join(words)
        yield Case(f"line {shown[:60]!r}", folders.new(), words)
    for name, (environment, shell) in STREAMS.items():
        for words in (
            ("rules", "reversi-8"),
            ("games",),
            ("check", "no-such-game"),
            ("playtest", "reversi-6", *PLAYERS),
            ("critique", "tic-tac-toe", "-n", "2"),
            ("play", "tic-tac-toe", "--first", "uniform", "--second", "uniform"),
            ("--help",),
        ):
            yield Case(
                f"{name}: {words[0]}", folders.new(), words, environment=environment, shell=shell
            )


# --- Outputs --------------------------------------------------------------------------------------

OUTPUTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("x.svg", ("show", "yavalath", "-o", "{}")),
    ("x.png", ("show", "yavalath", "-o", "{}")),
    ("x.playtest", ("playtest", "yavalath", *PLAYERS, "-o", "{}")),
    ("x.jsonl", ("playtest", "yavalath", *PLAYERS, "-o", "{}")),
    ("x.html", ("critique", "tic-tac-toe", "-n", "2", "--no-keep", "--html", "-o", "{}")),
    ("x.csv", ("critique", "tic-tac-toe", "-n", "2", "--no-keep", "--csv", "-o", "{}")),
    ("x.json", ("learn", "good.csv", "--critiques", "criteria.csv", "--restarts", "2", "-o", "{}")),
)


def output_cases(folders: Folders) -> Iterator[Case]:
    """Every command that writes, with outputs where it must be careful."""
    for name, command in OUTPUTS:
        for force, kinds in ((False, KINDS), (True, FORCED)):
            for kind, make in kinds.items():
                folder = folders.new()
                words = tuple(word.format(name) for word in command)
                if command[0] == "learn":
                    _write_tastes(folder)
                prepare = partial(make, folder, folder / name)
                more = ("--force",) if force else ()
                yield Case(f"output {kind}: {name}", folder, (*words, *more), prepare)


def _write_tastes(folder: Path) -> None:
    """Comparisons of ten games, each liked better than the next, and one criterion of them."""
    pairs = [f"g{one},g{one + 1},first,Ann\n" for one in range(9) for _ in range(3)]
    (folder / "good.csv").write_text("first,second,preferred,person\n" + "".join(pairs))
    rows = [f"g{one},{one / 10},{one * one % 7}\n" for one in range(10)]
    (folder / "criteria.csv").write_text("game,drama-average,mean-length\n" + "".join(rows))


def _existing(_: Path, path: Path) -> Check:
    path.write_text("precious")
    return lambda code: _expected(code, is_done=False) or _kept(path)


def _replaced(folder: Path, path: Path) -> Check:
    path.write_text("precious")
    return lambda code: _expected(code) or _changed(path) or _left_over(folder, {path.name})


def _folder(_: Path, path: Path) -> Check:
    path.mkdir()
    (path / "inside").write_text("precious")
    return lambda code: _expected(code, is_done=False) or _kept(path / "inside")


def _node(minor: int, *, is_done: bool) -> Callable[[Path, Path], Check]:
    def make(folder: Path, path: Path) -> Check:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        before = path.lstat()

        def check(code: int) -> str:
            after = path.lstat()
            same = (before.st_ino, before.st_mode, before.st_rdev)
            if same != (after.st_ino, after.st_mode, after.st_rdev):
                return "the device was replaced"
            return _expected(code, is_done=is_done) or _left_over(folder, {path.name})

        return check

    return make


def _pipe(folder: Path, path: Path) -> Check:
    os.mkfifo(path)
    read = subprocess.Popen(["timeout", "30", "cat", str(path)], stdout=subprocess.PIPE)

    def check(code: int) -> str:
        if code != 0:
            read.kill()
        received, _ = read.communicate()
        if not stat.S_ISFIFO(path.lstat().st_mode):
            return "the pipe was replaced"
        lost = "" if received else "nothing arrived"
        return _expected(code) or lost or _left_over(folder, {path.name})

    return check


def _link(folder: Path, path: Path) -> Check:
    target = _target(folder, path)
    return lambda code: _expected(code, is_done=False) or _kept(target) or _still_a_link(path)


def _followed(folder: Path, path: Path) -> Check:
    target = _target(folder, path)

    def check(code: int) -> str:
        left = _left_over(target.parent, {target.name})
        return _expected(code) or _changed(target) or _still_a_link(path) or left

    return check


def _target(folder: Path, path: Path) -> Path:
    target = folder / "elsewhere" / "real"
    target.parent.mkdir()
    target.write_text("precious")
    path.symlink_to(target)
    return target


def _dangling(folder: Path, path: Path) -> Check:
    path.symlink_to(folder / "new")
    return lambda code: _expected(code) or _still_a_link(path)


def _loop(_: Path, path: Path) -> Check:
    path.symlink_to(path)
    return lambda code: _expected(code, is_done=False) or _still_a_link(path)


def _planted(folder: Path, path: Path) -> Check:
    """A temporary name that an attacker guessed, pointing elsewhere."""
    victim = folder / "victim"
    victim.write_text("precious")
    for suffix in (".part", ".tmp", "~"):
        path.with_name(path.name + suffix).symlink_to(victim)
    return lambda code: _expected(code) or _kept(victim)


def _missing(folder: Path, path: Path) -> Check:
    path.symlink_to(folder / "no" / "such" / "folder" / "file")
    return lambda code: _expected(code, is_done=False)


def _full(folder: Path, path: Path) -> Check:
    """A disk of one page, with the output as a link into it."""
    disk = _small_disk(folder)
    path.symlink_to(disk / path.name)

    def check(code: int) -> str:
        # A few outputs are so short that they fit.
        found = "" if code == 0 else _left_over(disk, set())
        subprocess.run(["umount", str(disk)], check=False)
        return found

    return check


def _full_under_a_file(folder: Path, path: Path) -> Check:
    disk = _small_disk(folder)
    old = disk / path.name
    old.write_text("precious")
    path.symlink_to(old)

    def check(code: int) -> str:
        found = "" if code == 0 else _kept(old) or _left_over(disk, {old.name})
        subprocess.run(["umount", str(disk)], check=False)
        return found

    return check


def _small_disk(folder: Path) -> Path:
    disk = folder / "disk"
    disk.mkdir()
    options = ["-t", "tmpfs", "-o", "size=8k", "tmpfs", str(disk)]
    if subprocess.run(["mount", *options], check=False, capture_output=True).returncode:
        raise PermissionError
    return disk


def _expected(code: int, *, is_done: bool = True) -> str:
    if is_done == (code == 0):
        return ""
    return f"expected it to {'succeed' if is_done else 'be refused'}, got exit code {code}"


def _kept(path: Path) -> str:
    return "" if path.read_text(errors="replace") == "precious" else f"{path.name} was overwritten"


def _changed(path: Path) -> str:
    return "" if _kept(path) else f"{path.name} was not replaced"


def _still_a_link(path: Path) -> str:
    return "" if path.is_symlink() else "the link was replaced"


def _left_over(folder: Path, known: set[str]) -> str:
    found = {path.name for path in folder.iterdir()} - known - {"good.csv", "criteria.csv"}
    return f"left behind: {', '.join(sorted(found))}" if found else ""


KINDS: dict[str, Callable[[Path, Path], Check]] = {
    "existing file": _existing,
    "folder": _folder,
    "device": _node(3, is_done=True),
    "full device": _node(7, is_done=False),
    "pipe": _pipe,
    "link": _link,
    "dangling link": _dangling,
    "loop of links": _loop,
    "planted names": _planted,
    "missing folder": _missing,
    "full disk": _full,
}
FORCED: dict[str, Callable[[Path, Path], Check]] = {
    "existing file, forced": _replaced,
    "folder, forced": _folder,
    "device, forced": _node(3, is_done=True),
    "link, forced": _followed,
    "full disk under a file, forced": _full_under_a_file,
}


# --- The whole ------------------------------------------------------------------------------------


def cases(folders: Folders, only: str) -> Iterator[Case]:
    """All cases, or those of one part."""
    source = folders.new()
    arguments = ("playtest", "yavalath", *PLAYERS, "-o", "good.playtest")
    run(Case("a good playtest", source, arguments))
    good = (source / "good.playtest").read_bytes()
    if only in ("", "files"):
        yield from file_cases(folders, good)
    if only in ("", "lines"):
        yield from line_cases(folders)
    if only in ("", "outputs"):
        yield from output_cases(folders)


def main() -> int:
    """Run the cases; the exit code is 1 if there are findings."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", choices=("files", "lines", "outputs"), default="")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="hostile-"))
    begun = time.monotonic()
    try:
        every = list(cases(Folders(root), options.only))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = [(case, what) for case, what in zip(every, pool.map(run, every), strict=True)]
    finally:
        shutil.rmtree(root, ignore_errors=True)
    findings = [
        f"{case.name} ({' '.join(case.arguments)[:80]}): {what}" for case, what in found if what
    ]
    for one in findings:
        print(one, file=sys.stderr)
    counts = {"cases": len(every), "findings": len(findings)}
    counts["seconds"] = round(time.monotonic() - begun)
    print(json.dumps({**counts, "found": findings} if options.json else counts))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
