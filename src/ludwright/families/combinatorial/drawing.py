"""Pictures of positions: scalable vector graphics, plain text for terminals, and PNG.

Drawing reads the geometry of a board and a plain mapping of pieces, never a position or a rule,
so every engine, tool and page can use it. Colour is never the only cue: White is round, Black is
square with round corners, neutral blockers are crosses, and piece types carry letters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from math import hypot
from pathlib import Path
from typing import Final, Protocol

from ludwright.families.combinatorial.board import Board
from ludwright.shown import shown

UNIT: Final[float] = 60.0
"""Picture units per unit of board geometry: about one cell."""

MARGIN: Final[float] = 0.55
"""Room around the board, in cells, for the coordinates."""

DISCS_SHOWN: Final[int] = 4
"""The most pieces of one stack that are drawn; the number beside it counts them all."""

_TINTS: Final[tuple[str, ...]] = ("#dfcba4", "#efe3cb", "#f8f2e4")
_LINE: Final[str] = "#8f7f5f"
_INK: Final[str] = "#33302a"
_FILLS: Final[tuple[str, ...]] = ("#fdfdfb", "#262626", "#8a8a8a")
_LETTERS: Final[tuple[str, ...]] = ("#262626", "#fdfdfb", "#262626")
_OUTLINES: Final[tuple[str, ...]] = ("#262626", "#fdfdfb", "#262626")
# The colours of Okabe and Ito (2008), which stay apart for colour-blind readers.
_MARK: Final[str] = "#009E73"
_LAST: Final[str] = "#D55E00"
_BADGE: Final[str] = "#0072B2"
_REGIONS: Final[tuple[str, ...]] = (
    "#56B4E9",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#F0E442",
    "#0072B2",
    "#D55E00",
)


class Piece(Protocol):
    """What drawing needs to know of a piece."""

    @property
    def owner(self) -> int:
        """0 White, 1 Black, 2 neutral."""

    @property
    def letter(self) -> str:
        """One character for the type, or nothing if the game has a single type."""

    @property
    def state(self) -> int:
        """The state number; 0 is not shown."""


def draw_svg(
    board: Board,
    pieces: Mapping[int, Sequence[Piece]],
    *,
    marks: Collection[int] = (),
    last: Collection[int] = (),
    regions: Sequence[Collection[int]] = (),
    title: str = "",
    captions: Sequence[str] = (),
) -> str:
    """Return a picture of a position as SVG text.

    Args:
        board: the board.
        pieces: the pieces on each site, bottom to top.
        marks: sites to dot, such as the targets of legal moves.
        last: sites to ring, such as those of the last move.
        regions: groups of sites to tint, each in its own colour.
        title: a heading above the board, also the accessible name of the picture.
        captions: lines of text below the board.
    """
    left, top, right, bottom = _frame(board)
    head = 0.7 if title else 0.0
    foot = 0.45 * len(captions) + (0.15 if captions else 0.0)
    box = (left, top - head, right - left, bottom - top + head + foot)
    view = " ".join(_number(UNIT * value) for value in box)
    name = escape(title or "board")
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" '
        f'aria-label="{name}" font-family="Source Sans Pro, sans-serif" text-anchor="middle">',
        f"<title>{name}</title>",
        _rectangle(box, fill="#ffffff"),
        *_cells(board, regions),
        *_coordinates(board),
        *(_ring(board, site) for site in sorted(last)),
        *(part for site in sorted(pieces) for part in _stack(board, site, pieces[site])),
        *(_mark(board, site, is_taken=bool(pieces.get(site))) for site in sorted(marks)),
    ]
    middle = (left + right) / 2
    if title:
        body.append(_text(title, middle, top - 0.3, 0.4, fill=_INK, weight="bold"))
    for i, line in enumerate(captions):
        body.append(_text(line, middle, bottom + 0.2 + 0.45 * i, 0.3, fill=_INK))
    return shown("\n".join([*body, "</svg>"]) + "\n")


def draw_text(
    board: Board,
    pieces: Mapping[int, Sequence[Piece]],
    *,
    marks: Collection[int] = (),
    last: Collection[int] = (),
    title: str = "",
    captions: Sequence[str] = (),
) -> str:
    """Return a picture of a position in characters, northmost row first.

    ``O`` is White, ``X`` Black, ``#`` neutral, ``.`` empty; piece types show their letter, White
    in upper and Black in lower case. A digit after a cell is the height of its stack, ``*`` a
    mark (``+`` alone on an empty cell) and ``!`` a site of the last move.
    """
    lines = [title] if title else []
    for level in range(board.levels):
        if board.levels > 1:
            lines.append(f"level {level + 1}")
        lines += _level_text(board, level, pieces, marks, last)
    return "\n".join([*lines, *captions]) + "\n"


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    """Return the picture as PNG, drawn by resvg with Source Sans Pro where it is installed.

    Needs the extra ``picture``; the bundled font keeps images equal on all machines, also on
    those without any font.
    """
    try:
        import resvg_py
    except ImportError as missing:
        message = "PNG needs resvg; install it with: pip install 'ludwright[picture]'"
        raise ImportError(message) from missing
    fonts = _font_files()
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=fonts or None,
            skip_system_fonts=bool(fonts),
            sans_serif_family="Source Sans Pro" if fonts else None,
        )
    )


def _font_files() -> list[str]:
    """Return the regular and bold faces of the package font-source-sans-pro, if installed."""
    spec = find_spec("font_source_sans_pro")
    folders = [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    names = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")
    return [str(file) for folder in folders for name in names for file in folder.rglob(name)]


# Vector graphics. All lengths are in cells with y downward; only the last functions scale them.


def _frame(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the board with its margin."""
    points = [point for site in board.sites for point in board.polygon(site)]
    across, upward = [x for x, _ in points], [y for _, y in points]
    return (
        min(across) - MARGIN,
        -max(upward) - MARGIN,
        max(across) + MARGIN,
        -min(upward) + MARGIN,
    )


def _place(board: Board, site: int) -> tuple[float, float]:
    """Return the middle of a cell with y downward."""
    x, y = board.centre_of(site)
    return x, -y


def _room(board: Board, site: int) -> float:
    """Return the radius of the circle inside a cell."""
    x, y = board.centre_of(site)
    (x1, y1), (x2, y2) = board.polygon(site)[:2]
    return hypot((x1 + x2) / 2 - x, (y1 + y2) / 2 - y)


def _cells(board: Board, regions: Sequence[Collection[int]]) -> list[str]:
    """Draw the cells, tinted by phase, with the regions over them."""
    shapes = [_polygon(board, site, _TINTS[board.phase[site]]) for site in board.sites]
    for i, region in enumerate(regions):
        colour = _REGIONS[i % len(_REGIONS)]
        shapes += [_polygon(board, site, colour, opacity=0.35) for site in sorted(region)]
    return shapes


def _polygon(board: Board, site: int, fill: str, opacity: float = 1.0) -> str:
    """Draw the outline of one cell."""
    points = " ".join(f"{_number(UNIT * x)},{_number(-UNIT * y)}" for x, y in board.polygon(site))
    return (
        f'<polygon points="{points}" fill="{fill}" fill-opacity="{opacity:g}" '
        f'stroke="{_LINE}" stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _coordinates(board: Board) -> list[str]:
    """Write coordinates: along the border of squares, at the ends of rows of other tilings."""
    texts: list[str] = []
    for site, text, dx, dy in _border_labels(board):
        x, y = _place(board, site)
        texts.append(_text(text, x + dx, y + dy, 0.24, fill="#6b6354"))
    return texts


def _border_labels(board: Board) -> list[tuple[int, str, float, float]]:
    """Return (site, text, shift right, shift down) for the coordinates along the border.

    Rows of hexes and triangles also show how many cells they have, which numbers the last one.
    """
    found: list[tuple[int, str, float, float]] = []
    rows = _rows_of_sites(board)
    if board.tiling in ("hex", "tri"):
        away = 0.95 if board.tiling == "tri" else 0.75
        for cells in rows.values():
            for site, text, dx in (
                (cells[0], _name(board, cells[0]), -away),
                (cells[-1], str(len(cells)), away),
            ):
                found.append((site, text, dx, _middle_of_strip(board, site)))
        return found
    lowest: dict[tuple[int, int], int] = {}
    for site in reversed(board.sites):
        level, _, column = board.coordinates(site)
        lowest[level, column] = site
    # The little squares of 4.8.8 lie half a cell inside the border.
    for (_, row), cells in rows.items():
        inside = 0.5 if board.tiling == "trunc-square" and row % 2 else 0.0
        found.append((cells[0], str(row + 1), -0.75 - inside, 0.0))
    for (_, column), site in lowest.items():
        inside = 0.5 if board.tiling == "trunc-square" and column % 2 else 0.0
        found.append((site, _name(board, site), 0.0, 0.75 + inside))
    return found


def _middle_of_strip(board: Board, site: int) -> float:
    """Return the way down from a cell to the middle of its row, which triangles lie off."""
    if board.tiling != "tri":
        return 0.0
    heights = [y for _, y in board.polygon(site)]
    return board.centre_of(site)[1] - (max(heights) + min(heights)) / 2


def _name(board: Board, site: int) -> str:
    """Return the letters of a label: the name of a column, or of a row of hexes or triangles."""
    return board.label(site).partition(".")[0].rstrip("0123456789")


def _rows_of_sites(board: Board) -> dict[tuple[int, int], list[int]]:
    """Return the sites of each (level, row), west to east, southmost row first."""
    rows: dict[tuple[int, int], list[int]] = {}
    for site in board.sites:
        rows.setdefault(board.coordinates(site)[:2], []).append(site)
    return rows


def _ring(board: Board, site: int) -> str:
    """Ring a site of the last move."""
    x, y = _place(board, site)
    return _circle(x, y, 0.94 * _room(board, site), fill="none", stroke=_LAST, stroke_width=0.06)


def _mark(board: Board, site: int, *, is_taken: bool) -> str:
    """Dot a marked site, or ring it broadly when a piece would hide the dot."""
    x, y = _place(board, site)
    room = _room(board, site)
    if is_taken:
        return _circle(x, y, 0.9 * room, fill="none", stroke=_MARK, stroke_width=0.08)
    return _circle(x, y, 0.3 * room, fill=_MARK, stroke="#ffffff", stroke_width=0.03)


def _stack(board: Board, site: int, stack: Sequence[Piece]) -> list[str]:
    """Draw the pieces of one site from bottom to top, and their number if it is above one."""
    if not stack:
        return []
    x, y = _place(board, site)
    room = _room(board, site)
    shown = stack[-DISCS_SHOWN:]
    rise = 0.2 * room
    size = 0.76 * room if len(shown) == 1 else 0.64 * room
    low = y + rise * (len(shown) - 1) / 2
    parts: list[str] = []
    for i, piece in enumerate(shown):
        parts += _piece(piece, x, low - i * rise, size, is_top=piece is shown[-1])
    if len(stack) > 1:
        badge_x, badge_y = x + 0.68 * room, y - 0.68 * room
        parts.append(_circle(badge_x, badge_y, 0.3 * room, fill=_BADGE, stroke="#ffffff"))
        parts.append(_text(str(len(stack)), badge_x, badge_y, 0.42 * room, fill="#ffffff"))
    return parts


def _piece(piece: Piece, x: float, y: float, size: float, *, is_top: bool) -> list[str]:
    """Draw one piece; only the top piece of a stack shows its letter and state."""
    owner = piece.owner if piece.owner in (0, 1) else 2
    fill, outline = _FILLS[owner], _OUTLINES[owner]
    if owner == 0:
        parts = [_circle(x, y, size, fill=fill, stroke=outline, stroke_width=0.04)]
    elif owner == 1:
        side = 0.9 * size
        parts = [_rectangle((x - side, y - side, 2 * side, 2 * side), fill, 0.45 * side, outline)]
    else:
        parts = _cross(x, y, 0.62 * size)
    if not is_top:
        return parts
    if piece.letter:
        halo = fill if owner == 2 else ""
        parts.append(
            _text(piece.letter, x, y, 1.1 * size, fill=_LETTERS[owner], weight="bold", halo=halo)
        )
    if piece.state:
        parts.append(_state(piece.state, x + 0.8 * size, y + 0.8 * size, size))
    return parts


def _state(state: int, x: float, y: float, size: float) -> str:
    """Write the state of a piece on a small label at its lower right."""
    label = _circle(x, y, 0.36 * size, fill="#ffffff", stroke=_INK, stroke_width=0.02)
    return label + _text(str(state), x, y, 0.5 * size, fill=_INK)


def _cross(x: float, y: float, size: float) -> list[str]:
    """Draw a broad cross with a dark rim, which reads as blocked."""
    ends = ((-1, -1, 1, 1), (-1, 1, 1, -1))
    lines = [
        " ".join(
            f"{name}={_quoted(UNIT * value)}"
            for name, value in zip(
                ("x1", "y1", "x2", "y2"),
                (x + a * size, y + b * size, x + c * size, y + d * size),
                strict=True,
            )
        )
        for a, b, c, d in ends
    ]
    return [
        f'<line {line} stroke="{colour}" stroke-width={_quoted(UNIT * width)} '
        'stroke-linecap="round"/>'
        for colour, width in ((_INK, 0.6 * size), (_FILLS[2], 0.36 * size))
        for line in lines
    ]


def _circle(
    x: float, y: float, radius: float, *, fill: str, stroke: str, stroke_width: float = 0.03
) -> str:
    """Write a circle given in cells."""
    return (
        f"<circle cx={_quoted(UNIT * x)} cy={_quoted(UNIT * y)} r={_quoted(UNIT * radius)} "
        f'fill="{fill}" stroke="{stroke}" stroke-width={_quoted(UNIT * stroke_width)}/>'
    )


def _rectangle(
    box: tuple[float, float, float, float], fill: str, rounding: float = 0.0, stroke: str = "none"
) -> str:
    """Write a rectangle (left, top, width, height) given in cells."""
    x, y, width, height = (_quoted(UNIT * value) for value in box)
    return (
        f"<rect x={x} y={y} width={width} height={height} rx={_quoted(UNIT * rounding)} "
        f'fill="{fill}" stroke="{stroke}" stroke-width={_quoted(UNIT * 0.04)}/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str,
    weight: str = "normal",
    halo: str = "",
) -> str:
    """Write escaped text centred on a point, with an optional rim that keeps it legible."""
    # Capitals are about 0.71 of the font size high, so half of that lowers the base line.
    base = _quoted(UNIT * (y + 0.355 * size))
    rim = f' stroke="{halo}" stroke-width="4" paint-order="stroke"' if halo else ""
    return (
        f"<text x={_quoted(UNIT * x)} y={base} font-size={_quoted(UNIT * size)} "
        f'font-weight="{weight}" fill="{fill}"{rim}>{escape(text)}</text>'
    )


def _number(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e4 else f"{value:.1f}"


def _quoted(value: float) -> str:
    """Write a number as an attribute value."""
    return f'"{_number(value)}"'


# Plain text.


def _level_text(
    board: Board,
    level: int,
    pieces: Mapping[int, Sequence[Piece]],
    marks: Collection[int],
    last: Collection[int],
) -> list[str]:
    """Draw one level with the names of its rows, and of its columns where they are upright."""
    rows = {row: cells for (at, row), cells in _rows_of_sites(board).items() if at == level}
    has_columns = board.tiling not in ("hex", "tri")
    indents = {row: _indent(board, cells[0]) for row, cells in rows.items()}
    least = min(indents.values())
    lines: list[str] = []
    for row in sorted(rows, reverse=True):
        name = str(row + 1) if has_columns else _name(board, rows[row][0])
        cells = {_column(board, site): _cell_text(site, pieces, marks, last) for site in rows[row]}
        line = "".join(
            cells.get(column, " ").ljust(_pitch(board))
            for column in range(min(cells), max(cells) + 1)
        )
        tail = "" if has_columns else f" {len(cells)}"
        lines.append(f"{name:>2}  {' ' * (indents[row] - least)}{line.rstrip()}{tail}")
    if has_columns:
        names = {_column(board, site): _name(board, site) for site in board.sites}
        columns = (names.get(column, "").ljust(_pitch(board)) for column in range(board.width))
        lines.append(("    " + "".join(columns)).rstrip())
    return lines


def _pitch(board: Board) -> int:
    """Return the characters from one cell to the next in a row."""
    return 4 if board.tiling == "hex" else 3


def _column(board: Board, site: int) -> int:
    """Return the place of a site within its row of text."""
    return board.coordinates(site)[2]


def _indent(board: Board, site: int) -> int:
    """Return the characters before the first cell of a row, which slants hexes and triangles."""
    _, row, column = board.coordinates(site)
    if board.tiling == "hex":
        return 4 * column + 2 * row
    if board.tiling == "tri":
        return 3 * (column + row)
    return 3 * column


def _cell_text(
    site: int,
    pieces: Mapping[int, Sequence[Piece]],
    marks: Collection[int],
    last: Collection[int],
) -> str:
    """Write one cell in at most three characters: piece, height, mark."""
    stack = pieces.get(site, ())
    if not stack:
        empty = "+" if site in marks else "."
        return empty + ("!" if site in last else "")
    height = (str(len(stack)) if len(stack) < 10 else "^") if len(stack) > 1 else ""
    sign = "*" if site in marks else "!" if site in last else ""
    return _letter(stack[-1]) + height + sign


def _letter(piece: Piece) -> str:
    """Return the character of a piece; its case or shape tells the owner."""
    if piece.owner not in (0, 1):
        return "#"
    if not piece.letter:
        return "OX"[piece.owner]
    return piece.letter.upper() if piece.owner == 0 else piece.letter.lower()
