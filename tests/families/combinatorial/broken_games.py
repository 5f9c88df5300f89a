"""Twenty deliberately broken games, each with a word that the verdict must contain."""

from __future__ import annotations

KING = "(moves (move (pre (and (owner from) (empty to) (= (distance) 1))) (action (pop) (push))))"
TWO_KINGS = "(start (place (King White) A1) (place (King Black) E5))"
POINT = "(pieces (Stone All (moves (move (pre (empty to)) (action (push)) (post (score 1))))))"
SQUARE = "(board (tiling square i-nbors) (size 5 5))"
PLAYERS = "(players White Black)"


def _game(name: str, *parts: str, players: str = PLAYERS) -> str:
    return f"(game {name} {players} {' '.join(parts)})"


BROKEN: dict[str, tuple[str, str]] = {
    "a line longer than the board": (
        _game(
            "Too-Long-Line", "(board (tiling square) (size 4 4))", "(end (All win (in-a-row 5)))"
        ),
        "winner",
    ),
    "the first move wins": (
        _game("First-Stone", SQUARE, POINT, "(end (All win (score 1)))"),
        "at once",
    ),
    "the first move loses": (
        _game("Last-Stone", SQUARE, POINT, "(end (All lose (score 1)))"),
        "at once",
    ),
    "kings that never meet": (
        _game(
            "Endless",
            "(board (tiling square i-nbors) (size 9 9))",
            f"(pieces (King All {KING}))",
            "(start (place (King White) A1) (place (King Black) I9))",
            "(end (All win (in-a-row 5)))",
        ),
        "winner",
    ),
    "elimination without captures": (
        _game(
            "Harmless",
            SQUARE,
            f"(pieces (King All {KING}))",
            TWO_KINGS,
            "(end (All win (eliminate enemy)))",
        ),
        "winner",
    ),
    "two to join": (
        _game("Pair", SQUARE, "(end (All win (in-a-row 2)))"),
        "at once",
    ),
    "an even board to fill": (
        _game("Fill-Even", "(board (tiling square) (size 4 4))", "(end (All lose (no-move)))"),
        "too often",
    ),
    "an odd board to fill": (
        _game("Fill-Odd", "(board (tiling square) (size 5 5))", "(end (All lose (no-move)))"),
        "too often",
    ),
    "nobody but White can win": (
        _game("White-Only", SQUARE, "(end (White win (in-a-row 3)))"),
        "too often",
    ),
    "nobody but Black can lose": (
        _game("Black-Only", SQUARE, "(end (Black lose (in-a-row 3)))"),
        "too often",
    ),
    "a line is a draw": (
        _game("Agreed", SQUARE, "(end (All draw (in-a-row 3)))"),
        "winner",
    ),
    "one step after another": (
        _game(
            "Parade",
            "(board (tiling square) (size 2 16))",
            "(pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps f)))"
            " (action (pop) (push))))))",
            "(start (place (Man White) A1) (place (Man Black) B16))",
            "(end (All win (reach away)))",
            players="(players (White n) (Black s))",
        ),
        "choice",
    ),
    "a column to drop into": (
        _game(
            "Chimney",
            "(board (tiling square) (size 1 30))",
            "(pieces (Stone All (moves (move (pre (and (empty to) (supported to s)))"
            " (action (push))))))",
            "(end (All lose (no-move)))",
        ),
        "choice",
    ),
    "a board that takes all day": (
        _game(
            "All-Day",
            "(board (tiling square) (size 15 15))",
            "(end (All win (and (no-moves) (score best))) (All lose (no-moves)) draw)",
        ),
        "who moves first",
    ),
    "men who only walk home": (
        _game(
            "Homesick",
            SQUARE,
            "(pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps b)))"
            " (action (pop) (push))))))",
            "(start (place (Man White) home) (place (Man Black) home))",
            "(end (All win (reach away)))",
            players="(players (White n) (Black s))",
        ),
        "before the first move",
    ),
    "ten against one": (
        _game(
            "Bullies",
            SQUARE,
            "(pieces (Man All (moves (move (pre (and (owner from) (not (friend to))"
            " (= (distance) 1))) (action (pop) (push)) (post (capture replace))))))",
            "(start (place (Man White) home (home 1)) (place (Man Black) C5))",
            "(end (All win (eliminate enemy)))",
            players="(players (White n) (Black s))",
        ),
        "too often",
    ),
    "a race that the first has won": (
        _game(
            "Head-Start",
            "(board (tiling square) (size 4 12))",
            "(pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps f)))"
            " (action (pop) (push))))))",
            "(start (place (Man White) A1 B6) (place (Man Black) C12 D12))",
            "(end (All win (reach away)))",
            players="(players (White n) (Black s))",
        ),
        "too often",
    ),
    "two points win": (
        _game(
            "Quick-Point",
            SQUARE,
            POINT,
            "(end (All win (score 2)))",
        ),
        "at once",
    ),
    "regions that no stone may enter": (
        _game(
            "Walled",
            "(board (tiling hex) (shape rhombus) (size 5)"
            " (regions (White n) (White s) (Black e) (Black w)))",
            "(pieces (Stone All (moves (move (pre (and (empty to) (not (edge to))))"
            " (action (push))))))",
            "(end (All win (connect own-regions)))",
        ),
        "winner",
    ),
    "stones for nobody": (
        _game(
            "Empty-Hands",
            SQUARE,
            "(pieces (Stone All (moves (move (pre (empty to)) (action (push))))))",
            "(start (in-hand (Stone White) 3) (in-hand (Stone Black) 3))",
            "(end (All win (in-a-row 4)))",
        ),
        "winner",
    ),
}
"""By defect: the text, and a word that the verdict must contain."""
