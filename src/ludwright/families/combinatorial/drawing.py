"""Pictures of positions: scalable vector graphics, plain text for terminals, and PNG.

Drawing needs the geometry of a board and a plain mapping of pieces, never a position or a rule,
so every engine, tool and page can use it. Colour is never the only cue: the seats have different
shapes, neutral blockers are crosses, and piece types carry letters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, hypot, pi, sin
from typing import Final, Protocol

from ludwright.families.combinatorial.board import Board
from ludwright.families.painted import Paint, plain
from ludwright.play.seat_colours import SeatColour
from ludwright.shown import shown

UNIT: Final[float] = 60.0
"""Picture units per unit of board geometry: about one cell."""

MARGIN: Final[float] = 0.55
"""Room around the board, in cells, for the coordinates."""

DISCS_SHOWN: Final[int] = 4
"""The most pieces of one stack that are drawn; the number next to it counts them all."""

_TINTS: Final[tuple[str, ...]] = ("#dfcba4", "#efe3cb", "#f8f2e4")
_LINE: Final[str] = "#8f7f5f"
_INK: Final[str] = "#33302a"
_NEUTRAL: Final[str] = "#8a8a8a"
# The colours of Okabe and Ito (2008), which colour-blind readers can tell apart.
_MARK: Final[str] = "#009E73"
_LAST: Final[str] = "#D55E00"
_BADGE: Final[str] = "#0072B2"
_NOBODYS: Final[tuple[str, ...]] = ("#9fb3c8", "#bfa9c6", "#a9bd9f", "#c8aca3")
"""Tints of regions that no single seat owns, one after another."""


@dataclass(frozen=True, slots=True)
class Region:
    """Cells to tint in the colour of their owner, or in a neutral tint if they have none."""

    cells: Collection[int]
    owner: SeatColour | None = None


class Piece(Protocol):
    """What drawing needs to know about a piece."""

    @property
    def owner(self) -> int:
        """The number of the seat; 2 if neutral."""

    @property
    def colour(self) -> SeatColour | None:
        """How the owner's pieces look; None if neutral."""

    @property
    def letter(self) -> str:
        """One character for the type, or "" if the game has a single type."""

    @property
    def state(self) -> int:
        """The state number; 0 is not shown."""


def draw_svg(
    board: Board,
    pieces: Mapping[int, Sequence[Piece]],
    *,
    marks: Collection[int] = (),
    last: Collection[int] = (),
    regions: Sequence[Region] = (),
    title: str = "",
    captions: Sequence[str] = (),
) -> str:
    """Return a picture of a position as SVG text.

    Args:
        board: the board.
        pieces: the pieces on each site, bottom to top.
        marks: sites to dot, such as the targets of legal moves.
        last: sites to ring, such as those of the last move.
        regions: groups of sites to tint.
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
    paint: Paint = plain,
) -> str:
    """Return a picture of a position in characters, northmost row first.

    ``O`` is the lighter seat, ``X`` the darker, ``#`` neutral, ``.`` empty; piece types show their
    letter, the lighter seat's in upper and the darker's in lower case. A digit after a cell is the
    height of its stack, ``*`` a mark (``+`` alone on an empty cell) and ``!`` a site of the last
    move. Empty hexes and triangles show their number in the row instead of a dot, since no column
    names them. `paint` may colour each part.
    """
    shown = _TextBoard(board, pieces, marks, last, paint, _pitch(board, pieces))
    lines = [title] if title else []
    for level in range(board.levels):
        if board.levels > 1:
            lines.append(f"level {level + 1}")
        lines += shown.level(level)
    return "\n".join([*lines, *captions]) + "\n"


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


def _cells(board: Board, regions: Sequence[Region]) -> list[str]:
    """Draw the cells, tinted by phase, with the regions over them."""
    shapes = [_polygon(board, site, _TINTS[board.phase[site]]) for site in board.sites]
    nobodys = [region for region in regions if region.owner is None]
    for i, region in enumerate(nobodys):
        tint = _NOBODYS[i % len(_NOBODYS)]
        shapes += [_polygon(board, site, tint, opacity=0.6) for site in sorted(region.cells)]
    for site in board.sites:
        owners = dict.fromkeys(
            region.owner for region in regions if region.owner and site in region.cells
        )
        shapes += _owned(board, site, list(owners))
    return shapes + _rims(board, [region for region in regions if region.owner is not None])


def _owned(board: Board, site: int, owners: Sequence[SeatColour]) -> list[str]:
    """Tint a cell in the colours of its owners and put their marks there, small."""
    x, y = _place(board, site)
    room = _room(board, site)
    # Tints are translucent, so shared cells look mixed.
    shapes = [
        _polygon(board, site, owner.fill, opacity=0.5 / (i + 1)) for i, owner in enumerate(owners)
    ]
    for i, owner in enumerate(owners):
        across = x + 0.5 * room * (i - (len(owners) - 1) / 2)
        shapes.append(_shape(owner, across, y, 0.16 * room, rim=0.02))
    return shapes


def _rims(board: Board, regions: Sequence[Region]) -> list[str]:
    """Draw the border of the board along owned regions as bars in the owners' colours.

    An edge of a cell in several regions belongs to the region on that side.
    """
    middle_x, middle_y = _middle(board, board.sites)
    ways = []
    for region in regions:
        x, y = _middle(board, region.cells or board.sites)
        ways.append((x - middle_x, y - middle_y))
    bars: list[tuple[tuple[float, ...], SeatColour]] = []
    for site, x1, y1, x2, y2 in _border(board):
        x, y = board.centre_of(site)
        out_x, out_y = (x1 + x2) / 2 - x, (y1 + y2) / 2 - y
        found = [
            (out_x * way[0] + out_y * way[1], -i, region.owner)
            for i, (region, way) in enumerate(zip(regions, ways, strict=True))
            if site in region.cells and region.owner is not None
        ]
        if found:
            bars.append(((x1, -y1, x2, -y2), max(found, key=lambda one: one[:2])[2]))
    rims = [_line(ends, colour.ink, 0.17) for ends, colour in bars]
    return rims + [_line(ends, colour.fill, 0.11) for ends, colour in bars]


def _middle(board: Board, sites: Collection[int]) -> tuple[float, float]:
    """Return the mean of the middles of some cells."""
    middles = [board.centre_of(site) for site in sites]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _border(board: Board) -> list[tuple[int, float, float, float, float]]:
    """Return the edges of cells that no other cell shares: site and both ends, y upward."""
    edges: dict[tuple[int, int], list[tuple[int, float, float, float, float]]] = {}
    for site in board.sites:
        corners = board.polygon(site)
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            middle = (round(500 * (x1 + x2)), round(500 * (y1 + y2)))
            edges.setdefault(middle, []).append((site, x1, y1, x2, y2))
    return [shared[0] for shared in edges.values() if len(shared) == 1]


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
    """Return how far the middle of its row is below a cell; triangles are off centre."""
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
    seat = piece.colour
    parts = _cross(x, y, 0.62 * size) if seat is None else [_shape(seat, x, y, size)]
    if not is_top:
        return parts
    if piece.letter and seat is None:
        parts.append(_circle(x, y, 0.52 * size, fill="#ffffff", stroke=_INK, stroke_width=0.02))
        parts.append(_text(piece.letter, x, y, 0.8 * size, fill=_INK, weight="bold"))
    elif piece.letter and seat is not None:
        parts.append(_text(piece.letter, x, y, 1.1 * size, fill=seat.ink, weight="bold"))
    if piece.state:
        parts.append(_state(piece.state, x + 0.8 * size, y + 0.8 * size, size))
    return parts


def _shape(seat: SeatColour, x: float, y: float, size: float, rim: float = 0.04) -> str:
    """Draw the shape of a seat in its colour, with a rim that stands out from any cell."""
    if seat.shape == "disc":
        return _circle(x, y, size, fill=seat.fill, stroke=seat.ink, stroke_width=rim)
    if seat.shape in ("square", "bar"):
        across, up = (0.9 * size, 0.9 * size) if seat.shape == "square" else (size, 0.62 * size)
        box = (x - across, y - up, 2 * across, 2 * up)
        return _rectangle(box, seat.fill, 0.45 * up, seat.ink, rim)
    corners = {"triangle": 3, "diamond": 4, "hexagon": 6}[seat.shape]
    # A triangle has more of its area below its middle, so it is larger and sits lower.
    reach, low = (1.25 * size, 0.18 * size) if corners == 3 else (1.08 * size, 0.0)
    turns = [2 * pi * i / corners for i in range(corners)]
    points = [(x + reach * sin(turn), y + low - reach * cos(turn)) for turn in turns]
    told = " ".join(f"{_number(UNIT * a)},{_number(UNIT * b)}" for a, b in points)
    return (
        f'<polygon points="{told}" fill="{seat.fill}" stroke="{seat.ink}" '
        f'stroke-width={_quoted(UNIT * rim)} stroke-linejoin="round"/>'
    )


def _state(state: int, x: float, y: float, size: float) -> str:
    """Write the state of a piece on a small label at its lower right."""
    label = _circle(x, y, 0.36 * size, fill="#ffffff", stroke=_INK, stroke_width=0.02)
    return label + _text(str(state), x, y, 0.5 * size, fill=_INK)


def _cross(x: float, y: float, size: float) -> list[str]:
    """Draw a broad cross with a dark rim, which means blocked."""
    ends = [
        (x + a * size, y + b * size, x + c * size, y + d * size)
        for a, b, c, d in ((-1, -1, 1, 1), (-1, 1, 1, -1))
    ]
    layers = ((_INK, 0.6 * size), (_NEUTRAL, 0.36 * size))
    return [_line(one, colour, width) for colour, width in layers for one in ends]


def _line(ends: Sequence[float], colour: str, width: float) -> str:
    """Write a line with round ends, given in cells as x1, y1, x2, y2."""
    x1, y1, x2, y2 = (_quoted(UNIT * value) for value in ends)
    return (
        f'<line x1={x1} y1={y1} x2={x2} y2={y2} stroke="{colour}" '
        f'stroke-width={_quoted(UNIT * width)} stroke-linecap="round"/>'
    )


def _circle(
    x: float, y: float, radius: float, *, fill: str, stroke: str, stroke_width: float = 0.03
) -> str:
    """Write a circle given in cells."""
    return (
        f"<circle cx={_quoted(UNIT * x)} cy={_quoted(UNIT * y)} r={_quoted(UNIT * radius)} "
        f'fill="{fill}" stroke="{stroke}" stroke-width={_quoted(UNIT * stroke_width)}/>'
    )


def _rectangle(
    box: tuple[float, float, float, float],
    fill: str,
    rounding: float = 0.0,
    stroke: str = "none",
    stroke_width: float = 0.04,
) -> str:
    """Write a rectangle (left, top, width, height) given in cells."""
    x, y, width, height = (_quoted(UNIT * value) for value in box)
    return (
        f"<rect x={x} y={y} width={width} height={height} rx={_quoted(UNIT * rounding)} "
        f'fill="{fill}" stroke="{stroke}" stroke-width={_quoted(UNIT * stroke_width)}/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str,
    weight: str = "normal",
) -> str:
    """Write escaped text centred on a point."""
    # Capitals are about 0.71 of the font size high, so half of that lowers the base line.
    base = _quoted(UNIT * (y + 0.355 * size))
    return (
        f"<text x={_quoted(UNIT * x)} y={base} font-size={_quoted(UNIT * size)} "
        f'font-weight="{weight}" fill="{fill}">{escape(text)}</text>'
    )


def _number(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e4 else f"{value:.1f}"


def _quoted(value: float) -> str:
    """Write a number as an attribute value."""
    return f'"{_number(value)}"'


# Plain text.


@dataclass(frozen=True, slots=True)
class _TextBoard:
    """Draws a position in characters."""

    board: Board
    pieces: Mapping[int, Sequence[Piece]]
    marks: Collection[int]
    last: Collection[int]
    paint: Paint
    pitch: int
    """The characters from one cell to the next in a row."""

    @property
    def has_columns(self) -> bool:
        """Whether columns are upright, so that their names can stand below them."""
        return self.board.tiling not in ("hex", "tri")

    def level(self, level: int) -> list[str]:
        """One level with the names of its rows, and of its columns where they are upright."""
        rows = {
            row: cells for (at, row), cells in _rows_of_sites(self.board).items() if at == level
        }
        least = min(self._indent(cells[0]) for cells in rows.values())
        lines = [self._row(row, rows[row], least) for row in sorted(rows, reverse=True)]
        if self.has_columns:
            names = {
                _column(self.board, site): _name(self.board, site) for site in self.board.sites
            }
            columns = [names.get(column, "") for column in range(self.board.width)]
            line = "".join(name.ljust(self.pitch) for name in columns).rstrip()
            lines.append(f"    {self.paint(line, 'label')}")
        return lines

    def _row(self, row: int, sites: Sequence[int], least: int) -> str:
        name = str(row + 1) if self.has_columns else _name(self.board, sites[0])
        cells = {_column(self.board, site): self._cell(site) for site in sites}
        line, gap = "", self._indent(sites[0]) - least
        for column in range(min(cells), max(cells) + 1):
            text, painted = cells.get(column, ("", ""))
            line += " " * gap + painted
            gap = self.pitch - len(text)
        # Empty cells of these rows show their numbers; a piece on the last cell hides how many.
        is_hidden = not self.has_columns and bool(self.pieces.get(sites[-1]))
        tail = " " * gap + self.paint(f"({len(sites)})", "label") if is_hidden else ""
        return f"{self.paint(f'{name:>2}', 'label')}  {line}{tail}"

    def _indent(self, site: int) -> int:
        """The characters before the first cell of a row, which slants hexes and triangles."""
        _, row, column = self.board.coordinates(site)
        if self.board.tiling == "hex":
            return 4 * column + 2 * row
        if self.board.tiling == "tri":
            return self.pitch * (column + row)
        return self.pitch * column

    def _cell(self, site: int) -> tuple[str, str]:
        """One cell, plain and painted: the piece, the height of its stack, a mark."""
        text, role = self._signs(site)
        roles = (role, *(("last",) if site in self.last else ()))
        return text, self.paint(text, *roles)

    def _signs(self, site: int) -> tuple[str, str]:
        """The characters of a cell, and whose they are."""
        stack = self.pieces.get(site, ())
        is_marked, is_last = site in self.marks, site in self.last
        if not stack:
            if self.has_columns:
                sign = "+" if is_marked else "."
            else:
                sign = _number_in_row(self.board, site) + "+" * is_marked
            return sign + "!" * is_last, "mark" if is_marked else "empty"
        height = (str(len(stack)) if len(stack) < 10 else "^") if len(stack) > 1 else ""
        sign = "*" if is_marked else "!" if is_last else ""
        colour = stack[-1].colour
        role = "neutral" if colour is None else f"seat {colour.name}"
        return _letter(stack[-1]) + height + sign, role


def _pitch(board: Board, pieces: Mapping[int, Sequence[Piece]]) -> int:
    """Three characters per cell, four if stack heights or long numbers need them."""
    has_stacks = any(len(stack) > 1 for stack in pieces.values())
    longest = max((len(row) for row in _rows_of_sites(board).values()), default=0)
    has_numbers = board.tiling == "tri" and longest >= 10
    return 4 if board.tiling == "hex" or has_stacks or has_numbers else 3


def _number_in_row(board: Board, site: int) -> str:
    """The digits of a label."""
    return board.label(site).removeprefix(_name(board, site))


def _column(board: Board, site: int) -> int:
    """Return the place of a site within its row of text."""
    return board.coordinates(site)[2]


def _letter(piece: Piece) -> str:
    """Return the character of a piece; its case or shape shows the owner."""
    if piece.colour is None:
        return "#"
    return piece.colour.letter(piece.letter) if piece.letter else piece.colour.sign
