"""What makes no sense in a conquest game, beyond what the types of its ludemes exclude.

A game without findings can be played by both engines with every number of players it is for. Rules
that are merely useless, such as a mission that nobody can fulfil, are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.errors import Finding
from ludwright.families.conquest import vocabulary as words
from ludwright.families.place_checks import (
    LONGEST_NAME,
    KnownNames,
    Places,
    bad_name,
    cut_off,
    repeated,
)
from ludwright.language.check import place
from ludwright.language.syntax import Path

FEWEST_CARDS: int = 3
"""The cards of a set."""
_MARKUP = "<>&[]"
"""What a page or a terminal may take for more than text."""


def findings(game: words.ConquestGame) -> Iterator[Finding]:
    """Everything that makes no sense in a well-typed game."""
    yield from _seats(game)
    if not game.map.continents:
        name = str(game.map.name)[:LONGEST_NAME]
        message = f"expected a map with continents, got only its name {name!r}"
        yield Finding(f"{message}; read the game from its text", place(("map",)))
        return
    yield from _names(game.map)
    yield from _size(game)
    unknown = [*_borders(game.map)]
    yield from unknown
    # Without its misspelt borders a map may fall apart; that would be told twice.
    if not unknown:
        yield from _connection(game.map)
    yield from _cards(game)
    if isinstance(game.goal, words.Missions):
        yield from _missions(game, game.goal)


def warnings(game: words.ConquestGame) -> Iterator[Finding]:
    """What has no effect, or never happens, in a sound game."""
    if isinstance(game.goal, words.Missions):
        for at, mission in enumerate(game.goal.missions):
            message = _hopeless(mission, game)
            if message is not None:
                yield Finding(message, place(("goal", "missions", at)))
    if game.cards is not None and game.cards.at_once < game.cards.hold:
        least = game.cards.hold
        message = f"expected {least} or more, as trading stops below {least} cards"
        yield Finding(f"{message}; got {game.cards.at_once}", place(("cards", "at_once")))
    if game.setup.is_neutral and game.seats.least > 2:
        yield Finding(
            "expected a game for two players, who alone have neutral territories", place(("setup",))
        )


# --- Players and sizes ----------------------------------------------------------------------------


def _seats(game: words.ConquestGame) -> Iterator[Finding]:
    least, most = game.seats.least, game.seats.most
    if least < words.FEWEST_SEATS:
        message = f"expected {words.FEWEST_SEATS} or more players, got {least}"
        yield Finding(message, place(("seats", "least")))
    if most > words.MOST_SEATS:
        message = f"expected at most {words.MOST_SEATS} players, got {most}"
        yield Finding(message, place(("seats", "most")))


def _size(game: words.ConquestGame) -> Iterator[Finding]:
    count = len(_territories(game.map))
    if count > words.MOST_TERRITORIES:
        message = f"expected at most {words.MOST_TERRITORIES} territories, got {count}"
        yield Finding(message, place(("map",)))
    needed, why = max(game.seats.most, words.FEWEST_SEATS), "one for each player"
    if game.setup.is_neutral and game.seats.least == 2 and needed == 2:
        needed, why = 3, "one for each player and a neutral one"
    if count < needed:
        message = f"expected {needed} or more territories, {why}, got {count}"
        yield Finding(message, place(("map",)))


def _cards(game: words.ConquestGame) -> Iterator[Finding]:
    if game.cards is None:
        return
    count = len(_territories(game.map)) + game.cards.wilds
    if count < FEWEST_CARDS:
        message = f"expected {FEWEST_CARDS} or more cards, as a set has, got {count}"
        yield Finding(message, place(("cards",)))


# --- Names ----------------------------------------------------------------------------------------


def _territories(board: words.Map) -> Places:
    """The territories in the order of their numbers."""
    return [
        (str(one.name), ("map", "continents", outer, "territories", inner))
        for outer, continent in enumerate(board.continents)
        for inner, one in enumerate(continent.territories)
    ]


def _continents(board: words.Map) -> Places:
    return [(str(one.name), ("map", "continents", at)) for at, one in enumerate(board.continents)]


def _names(board: words.Map) -> Iterator[Finding]:
    yield from _bad_names([(str(board.name), ("map",))])
    for what, places in (("territory", _territories(board)), ("continent", _continents(board))):
        yield from _bad_names(places)
        yield from repeated(what, places)


def _bad_names(places: Places) -> Iterator[Finding]:
    for name, path in places:
        message = _bad_name(name)
        if message is not None:
            yield Finding(message, place((*path, "name")))


def _bad_name(name: str) -> str | None:
    """What is wrong with a name that people read on maps, in moves and on pages."""
    marks = [mark for mark in _MARKUP if mark in name]
    if marks and bad_name(name) is None:
        return f"expected a name without any of {' '.join(_MARKUP)}, got {name!r}"
    return bad_name(name)


# --- Borders --------------------------------------------------------------------------------------


def _borders(board: words.Map) -> Iterator[Finding]:
    known = KnownNames("territory of the map", [name for name, _ in _territories(board)])
    seen: dict[frozenset[str], str] = {}
    for name, path in _territories(board):
        for at, other in enumerate(_at(board, path).borders):
            here = place((*path, "borders", at))
            pair = frozenset((name, str(other)))
            if other not in known.names:
                yield Finding(known.unknown(str(other)), here)
            elif other == name:
                yield Finding(f"expected a border to another territory, got {name!r} itself", here)
            elif pair in seen:
                where = "twice here" if seen[pair] == name else f"at {seen[pair]!r} already"
                message = f"expected each border once, got {name!r} to {str(other)!r} {where}"
                yield Finding(message, here)
            else:
                seen[pair] = name


def _at(board: words.Map, path: Path) -> words.Territory:
    _, _, outer, _, inner = path
    return board.continents[int(outer)].territories[int(inner)]


def _connection(board: words.Map) -> Iterator[Finding]:
    places = _territories(board)
    pairs = [(name, str(one)) for name, path in places for one in _at(board, path).borders]
    yield from cut_off("map", places, pairs)


# --- Missions -------------------------------------------------------------------------------------


def _missions(game: words.ConquestGame, goal: words.Missions) -> Iterator[Finding]:
    if len(goal.missions) < game.seats.most:
        message = f"expected a mission for each of {game.seats.most} players"
        yield Finding(f"{message}, got {len(goal.missions)}", place(("goal", "missions")))
    known = KnownNames("continent of the map", [name for name, _ in _continents(game.map)])
    for at, mission in enumerate(goal.missions):
        if isinstance(mission, words.Hold):
            yield from _hold(mission, known, ("goal", "missions", at))


def _hold(mission: words.Hold, known: KnownNames, path: Path) -> Iterator[Finding]:
    for at, name in enumerate(mission.continents):
        here = place((*path, "continents", at))
        if name not in known.names:
            yield Finding(known.unknown(str(name)), here)
        elif name in mission.continents[:at]:
            yield Finding(f"expected each continent once, got {str(name)!r} again", here)


def _hopeless(mission: words.Mission, game: words.ConquestGame) -> str | None:
    territories, continents = len(_territories(game.map)), len(game.map.continents)
    if isinstance(mission, words.Occupy) and mission.territories > territories:
        return f"expected at most {territories} territories, as the map has, got more"
    if isinstance(mission, words.Destroy) and mission.otherwise > territories:
        return f"expected at most {territories} territories, as the map has, got more"
    if not isinstance(mission, words.Hold) or not mission.is_more:
        return None
    if len(mission.continents) == continents:
        return "expected another continent to hold, got all of the map"
    return None
