"""Players by name: `uniform`, `mcts:playouts=500,exploration=1.2`, `alphabeta:3`, `./mine.py:Mine`.

The players here play any game; the records of families name those that play only their games. A
bare value sets the first parameter. A path with a class loads that class from the file; its
parameters follow a second colon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludwright.errors import PlayerError, UnknownName
from ludwright.language.registry import family_names, record_named
from ludwright.play.own_player import OwnPlayer
from ludwright.play.player import Player, SearchPlayer, UniformPlayer

if TYPE_CHECKING:
    from ludwright.language.game import Game


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number, word or switch that can be set for a player."""

    name: str
    default: int | float | bool | str
    """The value if none is given; its type is the type of all values."""
    about: str
    low: float = 0.0
    high: float = 1e9
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> int | float | bool | str:
        """The value of a text; raises PlayerError if it is not valid."""
        try:
            value = self._parsed(text.strip())
        except ValueError:
            raise PlayerError(f"{self.name}: expected {self.expected}, got {text!r}") from None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and not self.low <= float(value) <= self.high:
            raise PlayerError(f"{self.name}: expected {self.expected}, got {text!r}")
        return value

    @property
    def expected(self) -> str:
        """What a valid value looks like, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if isinstance(self.default, bool):
            return "yes or no"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}"

    def _parsed(self, text: str) -> int | float | bool | str:
        if isinstance(self.default, bool):
            answer = _SWITCHES.get(text.lower())
            return _no(text) if answer is None else answer
        if isinstance(self.default, int):
            return int(text)
        if isinstance(self.default, float):
            return _finite(text)
        return text if text in self.choices else _no(text)


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A name in the roster: how to make the player, and its parameters."""

    name: str
    make: Callable[[Mapping[str, Any]], Player]
    about: str
    parameters: tuple[Parameter, ...] = ()


_SWITCHES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def player_kinds(family: str | None = None) -> tuple[PlayerKind, ...]:
    """The kinds of player for games of a family, or of all families, by name."""
    kinds = {kind.name: kind for name in _families(family) for kind in _own_kinds(name)}
    kinds |= {kind.name: kind for kind in GENERAL}
    return tuple(kinds[name] for name in sorted(kinds))


def make_player(text: str, family: str | None = None) -> Player:
    """The player that the text names, for games of this family or of any."""
    if OwnPlayer.is_named_by(text):
        return OwnPlayer.of(text).load()()
    name, _, settings = text.strip().partition(":")
    kind = _kind_named(name.lower(), family)
    if kind is None:
        raise UnknownName("player", name, [one.name for one in player_kinds(family)])
    return kind.make(_settings(kind, settings))


def player_of(text: str, game: Game) -> Player:
    """The player that the text names, if games of this family have it."""
    return make_player(text, game.family)


def _kind_named(name: str, family: str | None) -> PlayerKind | None:
    """The kind of this name; the code of a family is loaded only if no general player has it."""
    for kind in GENERAL:
        if kind.name == name:
            return kind
    for one in _families(family):
        for kind in _own_kinds(one):
            if kind.name == name:
                return kind
    return None


def _families(family: str | None) -> tuple[str, ...]:
    return family_names() if family is None else (family,)


def _own_kinds(family: str) -> tuple[PlayerKind, ...]:
    kinds: tuple[PlayerKind, ...] = record_named(family).player_kinds()
    return kinds


def split_players(text: str) -> tuple[str, ...]:
    """The players in a list such as `mcts:playouts=50,exploration=2,uniform`.

    A part with `=` and no colon before it belongs to the player on its left.
    """
    found: list[str] = []
    for part in text.split(","):
        is_setting = "=" in part and ":" not in part.partition("=")[0]
        if found and is_setting:
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return tuple(found)


def _settings(kind: PlayerKind, text: str) -> dict[str, Any]:
    """All parameters of a kind, with the values from the text."""
    known = {parameter.name: parameter for parameter in kind.parameters}
    values: dict[str, Any] = {name: parameter.default for name, parameter in known.items()}
    given: set[str] = set()
    for place, part in enumerate(filter(None, (one.strip() for one in text.split(",")))):
        name, equals, value = (one.strip() for one in part.partition("="))
        if not equals:
            if place or not kind.parameters:
                raise PlayerError(f"{kind.name}: expected name=value, got {part!r}")
            name, value = kind.parameters[0].name, name
        if name not in known:
            raise UnknownName(f"parameter of {kind.name}", name, known)
        if name in given:
            raise PlayerError(f"{kind.name}: expected {name} once, got it again in {part!r}")
        given.add(name)
        values[name] = known[name].read(value)
    return values


def _finite(text: str) -> float:
    value = float(text)
    return value if abs(value) < float("inf") else _no(text)


def _no(text: str) -> Any:
    raise ValueError(text)


# --- The players of any game ----------------------------------------------------------------------

_ROLLOUTS = ("uniform", "capped", "evaluate")
SLIPS = Parameter("random", 0.0, "share of moves made at random instead", high=1.0)
SECONDS = Parameter("seconds", 0.0, "limit of wall time per move; 0 for no limit", high=86400.0)


def searcher(kind: str) -> Callable[[Mapping[str, Any]], Player]:
    """A maker of the native players of this kind."""

    def make(values: Mapping[str, Any]) -> Player:
        renamed = {_WORDS.get(name, name): value for name, value in values.items()}
        return SearchPlayer({"kind": kind, **renamed})

    return make


def _uniform(values: Mapping[str, Any]) -> Player:  # noqa: ARG001
    return UniformPlayer()


_WORDS = {SLIPS.name: "random_share"}
"""The core's names for parameters, where they differ."""

_PLAYOUTS = Parameter("playouts", 1000, "iterations per move", low=1, high=100_000_000)
_EXPLORATION = Parameter(
    "exploration", 1.0, "how strongly it prefers rarely tried moves", high=100.0
)

GENERAL: tuple[PlayerKind, ...] = (
    PlayerKind(
        "greedy",
        searcher("greedy"),
        "chooses the move with the best position after it, as the game judges positions",
        (SLIPS,),
    ),
    PlayerKind(
        "ismcts",
        searcher("ismcts"),
        "Monte Carlo tree search for hidden information: each iteration redeals what is unseen",
        (_PLAYOUTS, _EXPLORATION, SECONDS, SLIPS),
    ),
    PlayerKind(
        "mcts",
        searcher("mcts"),
        "Monte Carlo tree search: UCT with proven wins",
        (
            _PLAYOUTS,
            _EXPLORATION,
            Parameter("rollout", "uniform", "how leaves are evaluated", choices=_ROLLOUTS),
            Parameter("depth_cap", 8, "plies of a capped rollout", high=4096),
            SECONDS,
            SLIPS,
        ),
    ),
    PlayerKind("uniform", _uniform, "chooses among the legal moves with equal probability"),
)
"""Players that are not of one family; `NativeRules.refusal` says which cannot play a game."""
