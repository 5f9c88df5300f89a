"""Playtests on disk: a compact file, and JSON lines.

The compact file is a zip archive with a JSON header and one NumPy array per column; nothing in it
is ever unpickled or run. JSON lines hold a header line and one line per match, for other tools;
they leave annotations out. Both carry the text of the game, so one file is enough to replay it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import LudwrightError, StoreError
from ludwright.language.game import Game
from ludwright.play.families import family_named
from ludwright.play.outcome import Reason
from ludwright.play.playtest import MATCH_COLUMNS, PLY_COLUMNS, REASONS, Playtest

FORMAT: Final[str] = "ludwright playtest"
FORMAT_VERSION: Final[int] = 1
MOST_BYTES: Final[int] = 4 << 30
"""A file that would unpack to more is refused."""
MOST_HEADER_BYTES: Final[int] = 4 << 20
PAIRS: Final[frozenset[str]] = frozenset({"scores", "work"})
"""Columns with one number per seat."""
_HEADER = "header.json"
_DATE = (1980, 1, 1, 0, 0, 0)  # equal playtests make equal files


def save(playtest: Playtest, path: str | Path) -> None:
    """Write a playtest: as JSON lines if the name ends in `.jsonl`, else as a compact file."""
    path = Path(path)
    data = to_jsonl(playtest).encode() if path.suffix == ".jsonl" else to_bytes(playtest)
    try:
        temporary = path.with_name(path.name + ".part")
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from error


def load(path: str | Path) -> Playtest:
    """Read a playtest from a compact file or from JSON lines, whichever it is."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        return from_bytes(data) if data[:2] == b"PK" else from_jsonl(_decoded(data))
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from error


def to_bytes(playtest: Playtest) -> bytes:
    """The compact form; equal playtests give equal bytes."""
    buffer = io.BytesIO()
    arrays = {"offsets": playtest.offsets, **playtest.columns}
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        header = json.dumps(_header(playtest), ensure_ascii=False, sort_keys=True)
        _write(archive, _HEADER, header.encode())
        for name, array in arrays.items():
            _write(archive, f"{name}.npy", _array_bytes(array))
        for name, array in sorted(playtest.annotations.items()):
            _write(archive, f"annotations/{name}.npy", _array_bytes(array))
    return buffer.getvalue()


def from_bytes(data: bytes) -> Playtest:
    """The playtest of a compact form; raises StoreError if it is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _from_archive(archive)
    except StoreError:
        raise
    except LudwrightError as error:
        raise StoreError(f"its game cannot be read: {error}") from error
    # Damage shows as nearly anything: zlib.error, SyntaxError of array headers, MemoryError of
    # arrays that say they are huge.
    except Exception as error:
        raise StoreError(f"expected a playtest, got a damaged file ({_why(error)})") from error


def to_jsonl(playtest: Playtest) -> str:
    """JSON lines: a header, then one line per match."""
    lines = [json.dumps(_header(playtest), ensure_ascii=False)]
    for match, record in enumerate(playtest):
        line = record.to_json()
        line["swapped"] = bool(playtest.columns["swapped"][match])
        line["work"] = playtest.columns["work"][match].tolist()
        lines.append(json.dumps(line, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def from_jsonl(text: str) -> Playtest:
    """The playtest of JSON lines; raises StoreError, with the line, if they are damaged."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise StoreError("expected a playtest, got an empty file")
    number = 1
    try:
        header = _checked_header(json.loads(lines[0]))
        game = _game_of(header)
        matches: list[dict[str, Any]] = []
        for number, line in enumerate(lines[1:], start=2):  # noqa: B007 - told by the error
            matches.append(json.loads(line))
        if len(matches) != header["matches"]:
            raise StoreError(
                f"expected {header['matches']} matches, as its first line says, "
                f"got {len(matches)}; the file was cut or changed"
            )
        columns = {name: _joined(name, kind, matches) for name, kind in PLY_COLUMNS.items()}
        columns |= {name: _column(name, kind, matches) for name, kind in MATCH_COLUMNS.items()}
        offsets = np.cumsum([0, *(len(match["seats"]) for match in matches)], dtype=np.int64)
        return _assembled(game, header, offsets, columns, {})
    except StoreError:
        raise
    except LudwrightError as error:
        raise StoreError(f"its game cannot be read: {error}") from error
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        where = f"line {number}" if number < len(lines) or number == 1 else "a match"
        raise StoreError(f"{where}: expected a playtest, got damage ({_why(error)})") from error


# --- Headers --------------------------------------------------------------------------------------


def _header(playtest: Playtest) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "engine_version": playtest.version,
        "family": playtest.game.family,
        "game": playtest.game.text,
        "digest": playtest.game.digest,
        "seed": playtest.seed,
        "players": list(playtest.players),
        "matches": len(playtest),
        "settings": dict(playtest.settings),
        "notes": list(playtest.notes),
    }


def _checked_header(header: Any) -> dict[str, Any]:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise StoreError("expected a playtest, got a file of another kind")
    version = header.get("format_version")
    if version != FORMAT_VERSION:
        raise StoreError(
            f"expected format version {FORMAT_VERSION}, got {version!r}; "
            "the file may come from a newer Ludwright"
        )
    kinds = {"family": str, "game": str, "digest": str, "seed": int, "players": list}
    for name, kind in kinds.items():
        if not isinstance(header.get(name), kind):
            raise StoreError(f"expected {name!r} in the header, got {header.get(name)!r:.80}")
    return header


def _game_of(header: Mapping[str, Any]) -> Game:
    game = family_named(header["family"]).read_game(header["game"], "<playtest>")
    if game.digest != header["digest"]:
        raise StoreError(f"expected the game {header['digest']}, got {game.digest} in its text")
    return game


# --- Columns --------------------------------------------------------------------------------------


def _from_archive(archive: zipfile.ZipFile) -> Playtest:
    if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
        raise StoreError(f"expected at most {MOST_BYTES} bytes in a playtest, got more")
    if archive.getinfo(_HEADER).file_size > MOST_HEADER_BYTES:
        raise StoreError(f"expected a header of at most {MOST_HEADER_BYTES} bytes, got more")
    header = _checked_header(json.loads(archive.read(_HEADER)))
    game = _game_of(header)
    offsets = _array(archive, "offsets.npy")
    columns = {name: _array(archive, f"{name}.npy") for name in (*PLY_COLUMNS, *MATCH_COLUMNS)}
    added = {
        Path(name).stem: _array(archive, name)
        for name in archive.namelist()
        if name.startswith("annotations/")
    }
    return _assembled(game, header, offsets, columns, added)


def _assembled(
    game: Game,
    header: Mapping[str, Any],
    offsets: NDArray[Any],
    columns: dict[str, NDArray[Any]],
    annotations: dict[str, NDArray[Any]],
) -> Playtest:
    _check_columns(offsets, columns)
    return Playtest(
        game=game,
        players=tuple(str(name) for name in header["players"]),
        seed=header["seed"],
        offsets=offsets,
        columns=columns,
        settings=dict(header.get("settings") or {}),
        annotations=annotations,
        notes=tuple(str(note) for note in header.get("notes") or ()),
        version=str(header.get("engine_version")),
    )


def _check_columns(offsets: NDArray[Any], columns: Mapping[str, NDArray[Any]]) -> None:
    """Raise StoreError unless all columns fit together."""
    if offsets.dtype != np.int64 or offsets.ndim != 1 or not len(offsets) or offsets[0] != 0:
        raise StoreError("expected offsets from 0, got other numbers")
    if (np.diff(offsets) < 0).any():
        raise StoreError("expected offsets that grow, got some that fall")
    matches, plies = len(offsets) - 1, int(offsets[-1])
    for kinds, count in ((PLY_COLUMNS, plies), (MATCH_COLUMNS, matches)):
        for name, kind in kinds.items():
            column = columns[name]
            ranks = 2 if name in PAIRS or name == "moves" else 1
            if column.dtype != kind or column.ndim != ranks or len(column) != count:
                got = f"{len(column)} of {column.dtype}"
                raise StoreError(f"expected {count} {name} of {kind}, got {got}")
            if name in PAIRS and column.shape[1] != 2:
                raise StoreError(f"expected two {name} a match, got {column.shape[1]}")
    if matches and int(columns["reasons"].max()) >= len(REASONS):
        raise StoreError(f"expected reasons below {len(REASONS)}, got a larger number")


def _joined(name: str, kind: str, matches: list[dict[str, Any]]) -> NDArray[Any]:
    rows = [entry for match in matches for entry in match[name]]
    if kind.startswith("float"):
        rows = [float("nan") if entry is None else entry for entry in rows]
    width = len(rows[0]) if name == "moves" and rows else 4
    array = np.asarray(rows, dtype=kind)
    return array.reshape(len(rows), width) if name == "moves" else array


def _column(name: str, kind: str, matches: list[dict[str, Any]]) -> NDArray[Any]:
    key = {"start_leads": "start_lead", "reasons": "reason", "indices": "match"}.get(name, name)
    entries = [match[key] for match in matches]
    if name == "reasons":
        entries = [REASONS.index(Reason(entry)) for entry in entries]
    array = np.asarray(entries, dtype=kind)
    return array.reshape(len(entries), 2) if name in PAIRS else array


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    array: NDArray[Any] = np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
    return array


def _array_bytes(array: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _DATE)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StoreError("expected a playtest, got bytes of another kind") from error


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200]
