"""Playtests on disk: a compact file, and JSON lines.

The compact file is a zip archive with a JSON header and one NumPy array per column; nothing in it
is ever unpickled or run. JSON lines have a header line and one line per match, for other tools;
they omit annotations. Both contain the text of the game, so one file is enough to replay it.

Files may come from anywhere. The header states how much follows, nothing is unpacked beyond that or
beyond a limit, and every number is checked (`playtest_check`) before it becomes part of a playtest.
"""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import LudwrightError, StoreError
from ludwright.files import open_regular, parse_json, write_bytes
from ludwright.language.game import Game
from ludwright.play.columns import (
    COLUMNS,
    OFFSET_KIND,
    OFFSETS,
    Column,
    Level,
    held,
    offsets_of,
)
from ludwright.play.families import family_named
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.playtest import Playtest
from ludwright.play.playtest_check import (
    FORMAT,
    FORMAT_VERSION,
    TABLES,
    check_annotations,
    check_columns,
    check_offsets,
    check_ranges,
    checked_header,
    is_shape,
)
from ludwright.play.playtest_format_1 import upgraded_columns, upgraded_header

MOST_BYTES: Final[int] = 4 << 30
"""A file that would unpack to more is refused."""
MOST_HEADER_BYTES: Final[int] = 4 << 20
MOST_LINE_BYTES: Final[int] = 128 << 20
"""The longest line of JSON: a match of a million plies."""
FREE_BYTES: Final[int] = 64 << 20
DENSEST: Final[int] = 100
"""A compact file may unpack to `FREE_BYTES` plus this many times its size."""
_SIP: Final[int] = 1 << 20
"""The most bytes of an archive to read at once; its directory must fit."""
_USUAL_WIDTH: Final[int] = 4
"""Numbers of a move or measures, if a file has none that shows it."""
_MATCHES_AT_ONCE: Final[int] = 1000
_HEADER = "header.json"
_ANNOTATIONS = "annotations/"
_DATE = (1980, 1, 1, 0, 0, 0)  # equal playtests make equal files


def save(playtest: Playtest, path: str | Path) -> None:
    """Write a playtest: as JSON lines if the name ends in `.jsonl`, else as a compact file."""
    path = Path(path)
    write_bytes(
        path, to_jsonl(playtest).encode() if path.suffix == ".jsonl" else to_bytes(playtest)
    )


def load(path: str | Path) -> Playtest:
    """Read a playtest from a compact file or from JSON lines; the contents decide which."""
    path = Path(path)
    with open_regular(path) as file:
        try:
            is_compact = file.read(2) == b"PK"
            file.seek(0)
            return _from_file(file) if is_compact else _from_lines(_lines_of(file))
        except StoreError as error:
            raise StoreError(f"{path}: {error}") from error
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error


def to_bytes(playtest: Playtest) -> bytes:
    """The compact form; equal playtests give equal bytes."""
    arrays = {"offsets": playtest.offsets, "moment_offsets": playtest.moment_offsets}
    arrays |= {one.name: playtest.columns[one.name] for one in held(playtest.columns)}
    arrays |= {
        f"{_ANNOTATIONS}{name}": array for name, array in sorted(playtest.annotations.items())
    }
    header = json.dumps(_header(playtest), ensure_ascii=False, sort_keys=True).encode()
    members = {_HEADER: header} | {f"{key}.npy": _array_bytes(one) for key, one in arrays.items()}
    packed = _archive(members, zipfile.ZIP_DEFLATED)
    if sum(map(len, members.values())) <= _most_unpacked(len(packed)):
        return packed
    # Nearly identical matches compress so well that the file would look like a zip bomb.
    return _archive(members, zipfile.ZIP_STORED)


def from_bytes(data: bytes) -> Playtest:
    """The playtest in compact form; raises StoreError if the data is damaged."""
    return _from_file(io.BytesIO(data))


def to_jsonl(playtest: Playtest) -> str:
    """JSON lines: a header, then one line per match."""
    lines = [json.dumps(_header(playtest), ensure_ascii=False)]
    for record in playtest:
        line = record.to_json()
        line["players"] = [_writable(name) for name in record.players]
        lines.append(json.dumps(line, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def from_jsonl(text: str) -> Playtest:
    """The playtest in JSON lines; raises StoreError with the line number if they are damaged."""
    return _from_lines(text.split("\n"))


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
        "players": [_writable(name) for name in playtest.players],
        "matches": len(playtest),
        "settings": dict(playtest.settings),
        "notes": [_writable(note) for note in playtest.notes],
    }


def _writable(text: str) -> str:
    """The text with lone surrogates, which file names may contain, written as escapes."""
    return text.encode(errors="backslashreplace").decode()


def _game_of(header: Mapping[str, Any]) -> Game:
    try:
        game = family_named(header["family"]).read_game(header["game"], "<playtest>")
    except LudwrightError as error:
        raise StoreError(f"its game cannot be read: {error}") from error
    if game.digest != header["digest"]:
        raise StoreError(f"expected the game {header['digest']}, got {game.digest} in its text")
    return game


def _assembled(
    game: Game,
    header: Mapping[str, Any],
    bounds: Mapping[Level, NDArray[Any]],
    columns: dict[str, NDArray[Any]],
    annotations: dict[str, NDArray[Any]],
) -> Playtest:
    matches, seats = header["matches"], len(header["players"])
    offsets = bounds[Level.PLY]
    if header["format_version"] == 1:
        check_offsets("offsets", offsets, matches)
        rows = {Level.PLY: int(offsets[-1]), Level.MATCH: matches}
        check_ranges(TABLES[1], columns, rows, seats)
        header, columns = upgraded_header(header), upgraded_columns(offsets, columns)
    else:
        columns = {**columns, "moment_offsets": bounds[Level.MOMENT]}
    check_columns(offsets, columns, matches, seats)
    check_annotations(offsets, annotations, seats)
    return Playtest(
        game=game,
        players=tuple(header["players"]),
        seed=header["seed"],
        offsets=offsets,
        columns=columns,
        settings=dict(header["settings"]),
        annotations=annotations,
        notes=tuple(header["notes"]),
        version=header["engine_version"],
    )


def _table_of(header: Mapping[str, Any]) -> tuple[Column, ...]:
    return TABLES[header["format_version"]]


def _levels_of(table: Sequence[Column]) -> list[Level]:
    """The levels whose rows are cut into matches by offsets."""
    used = {one.level for one in table}
    return [level for level in OFFSETS if level in used]


# --- Compact files --------------------------------------------------------------------------------


def _from_file(file: BinaryIO) -> Playtest:
    try:
        size = file.seek(0, io.SEEK_END)
        with zipfile.ZipFile(_Sips(file)) as archive:
            return _from_archive(_Archive(archive, _most_unpacked(size)))
    except StoreError:
        raise
    # Damage can raise nearly anything: zlib.error, SyntaxError from array headers, MemoryError from
    # arrays that claim to be huge.
    except Exception as error:
        raise StoreError(f"expected a playtest, got a damaged file ({_why(error)})") from error


def _most_unpacked(size: int) -> int:
    return min(MOST_BYTES, FREE_BYTES + DENSEST * size)


def _from_archive(archive: _Archive) -> Playtest:
    header = checked_header(parse_json(archive.header()))
    game = _game_of(header)
    matches, seats = header["matches"], len(header["players"])
    table = _table_of(header)
    bounds = {
        level: archive.array(OFFSETS[level], OFFSET_KIND, (matches + 1,))
        for level in _levels_of(table)
    }
    rows = {Level.MATCH: matches, **{level: int(one[-1]) for level, one in bounds.items()}}
    columns = {
        one.name: archive.array(one.name, one.kind, one.shape(rows[one.level], seats))
        for one in held(archive.column_names, table)
    }
    return _assembled(game, header, bounds, columns, archive.annotations())


class _Sips(io.RawIOBase):
    """A file that is only read in small pieces, whatever its directory claims."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(_SIP + 1 if size < 0 else min(size, _SIP + 1))
        if len(data) > _SIP:
            raise StoreError(
                "expected a playtest, got an archive with a directory that is too long"
            )
        return data

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


class _Archive:
    """The members of an archive, each unpacked only up to the expected size."""

    def __init__(self, archive: zipfile.ZipFile, most: int) -> None:
        self._archive = archive
        self._most = most
        self._left = most
        names = archive.namelist()
        if len(set(names)) != len(names):
            raise StoreError("expected each column once, got one again")
        self.column_names = frozenset(name.removesuffix(".npy") for name in names)

    def header(self) -> str:
        data = bytearray()
        with self._open(_HEADER) as file:
            while len(data) <= MOST_HEADER_BYTES and (part := file.read(_SIP)):
                data += part
        if len(data) > MOST_HEADER_BYTES:
            raise StoreError(f"expected a header of at most {MOST_HEADER_BYTES} bytes, got more")
        return data.decode()

    def array(self, name: str, kind: str, shape: tuple[int | None, ...]) -> NDArray[Any]:
        """A column of this type and shape; None in the shape allows any width of rows."""
        with self._open(f"{name}.npy") as file:
            found, dtype = _array_header(file)
            if dtype != np.dtype(kind) or not is_shape(found, shape):
                wanted = " by ".join("any" if one is None else str(one) for one in shape)
                got = f"{' by '.join(map(str, found))} of {dtype}"
                raise StoreError(f"expected {wanted} {name} of {kind}, got {got:.80}")
            return self._read(file, found, dtype)

    def annotations(self) -> dict[str, NDArray[Any]]:
        """The annotations, by name."""
        members = [name for name in self._archive.namelist() if name.startswith(_ANNOTATIONS)]
        return {
            member.removeprefix(_ANNOTATIONS).removesuffix(".npy"): self._annotation(member)
            for member in members
        }

    def _annotation(self, member: str) -> NDArray[Any]:
        with self._open(member) as file:
            shape, dtype = _array_header(file)
            if dtype.kind not in "biuf" or not 1 <= len(shape) <= 3:
                raise StoreError(f"expected numbers as {member:.80}, got a damaged column")
            return self._read(file, shape, dtype)

    def _open(self, name: str) -> BinaryIO:
        found = self._archive.getinfo(name)
        # Other compression methods unpack without a limit.
        if found.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise StoreError("expected a playtest, got an archive with another compression")
        return self._archive.open(found)  # type: ignore[return-value]

    def _read(self, file: BinaryIO, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        size = dtype.itemsize
        for count in shape:
            size *= count
        self._left -= size
        if self._left < 0:
            raise StoreError(f"expected a playtest of at most {self._most} bytes, got more")
        data = bytearray()
        while len(data) < size:
            part = file.read(min(_SIP, size - len(data)))
            if not part:
                raise StoreError("expected a playtest, got a damaged file: a column is cut off")
            data += part
        if file.read(1):  # reading to the end also verifies the checksum
            raise StoreError("expected a playtest, got a damaged file: a column is too long")
        return np.frombuffer(data, dtype=dtype).reshape(shape)


def _array_header(file: BinaryIO) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """The shape and type of an array, before any of it is read."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        version = np.lib.format.read_magic(file)
        if version != (1, 0):
            raise StoreError(f"expected an array of version 1.0, got {version}")
        shape, is_by_column, dtype = np.lib.format.read_array_header_1_0(file)
    if is_by_column or any(count < 0 for count in shape):
        raise StoreError(f"expected an array by rows, got {shape!r:.80}")
    return shape, dtype


def _array_bytes(array: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


def _archive(members: Mapping[str, bytes], kind: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind, compresslevel=6) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = kind
            archive.writestr(info, data)
    return buffer.getvalue()


# --- JSON lines -----------------------------------------------------------------------------------


def _lines_of(file: BinaryIO) -> Iterator[str]:
    most, encoding = MOST_HEADER_BYTES, "utf-8-sig"
    while line := file.readline(most + 1):
        if len(line) > most:
            raise StoreError(f"expected lines of at most {most} bytes, got a longer one")
        try:
            yield line.decode(encoding)
        except UnicodeDecodeError as error:
            raise StoreError("expected a playtest, got bytes of another kind") from error
        most, encoding = MOST_LINE_BYTES, "utf-8"


def _from_lines(lines: Iterable[str]) -> Playtest:
    numbered = ((at, line) for at, line in enumerate(lines, start=1) if line.strip())
    number = 1
    try:
        number, first = next(numbered, (1, ""))
        if not first:
            raise StoreError("expected a playtest, got an empty file")
        header = checked_header(parse_json(first))
        game = _game_of(header)
        table = _table_of(header)
        some: list[dict[str, Any]] = []
        parts: list[dict[str, NDArray[Any]]] = []
        matches = 0
        for number, line in numbered:  # noqa: B007 - the error message names it
            matches += 1
            if matches > header["matches"]:
                raise StoreError(
                    f"expected {header['matches']} matches, as stated in its first line, got more"
                )
            match = _parsed(line)
            if matches == 1:
                table = held(match, table)
            some.append(_match(match, header, table))
            # Columns take far less memory than the parsed lines.
            if len(some) == _MATCHES_AT_ONCE:
                parts.append(_part(some, table, header))
                some = []
        if matches != header["matches"]:
            raise StoreError(
                f"expected {header['matches']} matches, as stated in its first line, "
                f"got {matches}; the file was cut off or changed"
            )
        if not matches:
            table = held((), table)
        columns = _joined([*parts, _part(some, table, header)])
        bounds = {level: offsets_of(columns.pop(OFFSETS[level])) for level in _levels_of(table)}
        return _assembled(game, header, bounds, columns, {})
    except StoreError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise StoreError(
            f"line {number}: expected a playtest, got damage ({_why(error)})"
        ) from error


def _parsed(line: str) -> dict[str, Any]:
    match = parse_json(line)
    if not isinstance(match, dict):
        raise ValueError(f"expected a match, got {match!r:.80}")
    return match


def _match(
    match: dict[str, Any], header: Mapping[str, Any], table: Sequence[Column]
) -> dict[str, Any]:
    if held(match, _table_of(header)) != table:
        raise ValueError("expected the same columns in all matches")
    for level in _levels_of(table):
        counts = {len(match[one.json_key]) for one in table if one.level is level}
        if len(counts) != 1:
            raise ValueError(f"expected one entry per {level} in each column")
    if match["players"] != _seated(match, header):
        raise ValueError(f"expected the players of the first line, got {match['players']!r:.80}")
    return match


def _seated(match: Mapping[str, Any], header: Mapping[str, Any]) -> list[str]:
    """The players of a match by seat, in the order that the line itself states."""
    players: list[str] = header["players"]
    if header["format_version"] == 1:
        return players[::-1] if match["swapped"] else players
    seating = match["seating"]
    if sorted(seating) != list(range(len(players))):
        raise ValueError(f"expected a seating with each player once, got {seating!r:.80}")
    return [players[player] for player in seating]


def _part(
    matches: list[dict[str, Any]], table: Sequence[Column], header: Mapping[str, Any]
) -> dict[str, NDArray[Any]]:
    """The columns of some matches, and how many rows each match has under the name of offsets."""
    seats = len(header["players"])
    try:
        found = {one.name: _column(one, matches, seats) for one in table}
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise StoreError(f"a match: expected a playtest, got damage ({_why(error)})") from error
    for level in _levels_of(table):
        key = next(one.json_key for one in table if one.level is level)
        lengths = [len(match[key]) for match in matches]
        found[OFFSETS[level]] = np.asarray(lengths, dtype=OFFSET_KIND)
    return found


def _joined(parts: list[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    # Parts without a ply have no known width of moves; those without a moment, of measures.
    wide = [one.name for one in COLUMNS if one.is_wide and one.name in parts[0]]
    chosen = {name: [one[name] for one in parts if len(one[name])] for name in wide}
    return {
        name: np.concatenate(chosen.get(name) or [one[name] for one in parts]) for name in parts[0]
    }


def _column(one: Column, matches: list[dict[str, Any]], seats: int) -> NDArray[Any]:
    entries = [match[one.json_key] for match in matches]
    if one.level is not Level.MATCH:
        entries = list(chain.from_iterable(entries))
    if one.name == "reasons":
        entries = [REASONS.index(Reason(entry)) for entry in entries]
    if not one.is_table:
        return _numbers(entries, one.kind)
    width = seats
    if one.is_wide:
        width = len(entries[0]) if entries else _USUAL_WIDTH
    if any(len(entry) != width for entry in entries):
        raise ValueError(f"expected {one.name} with {width} numbers in each row")
    rows = list(chain.from_iterable(entries))
    return _numbers(rows, one.kind).reshape(len(entries), width)


def _numbers(entries: list[Any], kind: str) -> NDArray[Any]:
    """The numbers, strictly: no text that looks like a number, no truncated fraction."""
    if kind.startswith("float"):
        entries = [float("nan") if entry is None else entry for entry in entries]
    allowed = {int, float} if kind.startswith("float") else {int, bool}
    for other in set(map(type, entries)) - allowed:
        raise ValueError(f"expected numbers, got {other.__name__}")
    with np.errstate(over="ignore"):  # becomes infinite, which is rejected where it matters
        return np.asarray(entries, dtype=kind)


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200]
