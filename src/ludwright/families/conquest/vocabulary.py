"""The ludemes of conquest games: every word of their language, with its meaning.

These declarations are normative: the docstrings define each word, `reference.py` states the same in
plain Python, and the native core must agree with both.

Words used throughout. A *territory* has an owner and *armies*; the owner is a seat, or nobody for
*neutral* territories, which never move. A *border* joins two territories and may be crossed both
ways. The *mover* is the seat whose turn it is. A seat without territories is *eliminated*.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from ludwright.errors import Finding
from ludwright.language.ludeme import Ludeme, Name, Text, Vocabulary, item
from ludwright.language.seats import Seats

MOST_TERRITORIES: int = 120
"""The most territories of a map."""
MOST_CONTINENTS: int = 30
"""The most continents of a map."""
FEWEST_SEATS: int = 2
"""The fewest players of a conquest game."""
MOST_SEATS: int = 6
"""The most players of a conquest game."""
SEAT_NAMES: tuple[str, ...] = ("Red", "Blue", "Yellow", "Green", "Pink", "White")
"""What the players are called, in the order of their seats; no two begin with the same letter."""
MOST_WILDS: int = 8
"""The most wild cards of a deck."""
MOST_ARMIES: int = 30_000
"""The most armies on one territory, or waiting to be placed; more are lost."""


class Deal(StrEnum):
    """How the territories find their first owners, in turn from the first seat, an army on each.

    `random`: each is drawn by chance. `draft`: each player chooses a free one.
    """

    RANDOM = "random"
    DRAFT = "draft"


class Spread(StrEnum):
    """How armies left after the deal are placed, one at a time in turn from the first seat.

    `chosen`: on an own territory of the player's choice. `scattered`: on an own territory drawn by
    chance.
    """

    CHOSEN = "chosen"
    SCATTERED = "scattered"


class First(StrEnum):
    """Who has the first turn.

    `first-seat`: the first seat. `next-seat`: whoever comes after the seat that was given the last
    territory.
    """

    FIRST_SEAT = "first-seat"
    NEXT_SEAT = "next-seat"


class Rounding(StrEnum):
    """How the number of territories divided by the divisor is rounded."""

    FLOOR = "floor"
    CEILING = "ceiling"


class BonusPlace(StrEnum):
    """Where the armies of a continent are placed: `anywhere`, or `inside` that continent."""

    ANYWHERE = "anywhere"
    INSIDE = "inside"


class Sets(StrEnum):
    """Which three cards are a set.

    `any`: any three. `kinds`: three of one kind, one of each of the three kinds, or two cards and
    a wild one.
    """

    ANY = "any"
    KINDS = "kinds"


class Ties(StrEnum):
    """Who wins when two compared dice are equal."""

    DEFENDER = "ties-to-defender"
    ATTACKER = "ties-to-attacker"


class Fighting(StrEnum):
    """How an attack goes on.

    `by-rolls`: the attacker chooses the dice of every roll and may stop after each; it may also
    announce an assault, which goes on with all armies but one and the most dice until one side is
    gone. `to-the-end`: the attacker commits a number of armies, and every attack is an assault
    with these.
    """

    BY_ROLLS = "by-rolls"
    TO_THE_END = "to-the-end"


class Occupation(StrEnum):
    """How many armies move into a conquered territory; one always stays behind.

    `survivors`: those that fought and are left: of an assault the armies committed less the lost,
    of a roll the dice less the lost. `dice`: as many as the attacker rolled dice in the last
    roll (in an assault: could roll), at most all but one. `all`: all but one. `choice`: as the
    player chooses from as many as `dice` to all but one; the minimum if that wins the match.
    """

    SURVIVORS = "survivors"
    DICE = "dice"
    ALL = "all"
    CHOICE = "choice"


class Fortifying(StrEnum):
    """How armies may be moved between own territories at the end of a turn; one always stays.

    `none`: not at all. `one-adjacent`: once, over one border. `one-connected`: once, to any
    territory that is connected through own ones. `each-army-once`: any number of times over one
    border, but armies that arrived in this turn's fortification stay. `unlimited`: any number
    of times over one border. "Any number" is at most twice as often as there are territories.
    """

    NONE = "none"
    ONE_ADJACENT = "one-adjacent"
    ONE_CONNECTED = "one-connected"
    EACH_ARMY_ONCE = "each-army-once"
    UNLIMITED = "unlimited"


class Conquest(Ludeme):
    """Any ludeme of a conquest game."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("conquest")


# --- The map --------------------------------------------------------------------------------------


class At(Conquest, word="at", example="(at 70 90)"):
    """Where a territory is drawn, in thousandths of the width of the map, from the top left."""

    x: int = item(low=0, high=2000)
    y: int = item(low=0, high=2000)


class Territory(
    Conquest, word="territory", example='(territory "Alaska" (at 70 90) (borders "Alberta"))'
):
    """A territory, its place in the picture, and the territories it borders.

    Each border is written once, on either side.
    """

    name: Text
    at: At | None = item(default=None, is_identity=False)
    borders: tuple[Text, ...] = item(default=(), clause="borders", at_least=0, at_most=64)


class Continent(Conquest, word="continent", example='(continent "Australia" 2 (territory "Siam"))'):
    """A continent: the armies that whoever owns all of it receives in a turn; its territories."""

    name: Text
    bonus: int = item(low=0, high=99, unit="armies")
    territories: tuple[Territory, ...] = item(at_least=1, at_most=MOST_TERRITORIES)


class Map(Conquest, word="map", example="(map classic)"):
    """The map: its continents with their territories.

    Without continents it is the packaged map of that name, or the map in the file of that name if
    it ends in `.map`; the game is then the one with that map written out.
    """

    name: Text = item(is_identity=False)
    continents: tuple[Continent, ...] = item(default=(), at_most=MOST_CONTINENTS)

    def expanded(self, folder: Path | None) -> Map:
        """The map with its continents; `folder` is where the file of the game is, if it has one."""
        # Imported here because maps are read with these words.
        from ludwright.families.conquest.maps import written_out

        return written_out(self, folder)


# --- Set-up ---------------------------------------------------------------------------------------


class Armies(Conquest):
    """How many armies a player begins with, those on the dealt territories included."""


class BySeats(Armies, word="by-seats", example="(by-seats 40 35 30 25 20)"):
    """A number for each number of players, from two upwards; the last one counts for more."""

    numbers: tuple[int, ...] = item(at_least=1, at_most=5, low=1, high=200, unit="armies")


class PerTerritory(Armies, word="per-territory", example="(per-territory 2)"):
    """So many for each territory of the map, shared among the players and rounded up."""

    number: int = item(low=1, high=20, unit="armies")


class Setup(
    Conquest, word="setup", example="(setup draft (by-seats 40 35 30 25 20) chosen neutral)"
):
    """How a match begins.

    Without armies only the one on each dealt territory is there. `neutral`: with two players the
    territories are dealt by chance to three, the third of whom is neutral and has as many armies as
    a player; in turn the players place two armies of their own and a neutral one, as long as there
    are any.
    """

    deal: Deal = Deal.RANDOM
    armies: Armies | None = None
    spread: Spread = Spread.CHOSEN
    is_neutral: bool = item(default=False, flag="neutral")
    first: First = First.FIRST_SEAT


# --- The turn -------------------------------------------------------------------------------------


class Reinforcement(
    Conquest, word="reinforcement", example="(reinforcement 3 floor (least 3) (growing 5))"
):
    """The armies that a player receives at the beginning of a turn and has to place.

    The number of own territories divided by the divisor, at least `least`, and the bonus of
    each continent that the player owns. Bonuses grow by a percentage of themselves with every
    round but the first, for a hundred rounds and up to 1000 armies; they are rounded to the nearest
    number, a half up.
    """

    divisor: int = item(default=3, low=1, high=4)
    rounding: Rounding = Rounding.FLOOR
    least: int = item(default=3, clause="least", low=1, high=20, unit="armies")
    growth: int = item(default=0, clause="growing", low=0, high=50, unit="per cent a round")
    place: BonusPlace = BonusPlace.ANYWHERE


class Cards(
    Conquest,
    word="cards",
    example="(cards kinds (series 4 6 8 10 12 15) (step 5) (wilds 2) (depicted 2))",
):
    """Cards, one for each territory and some wild ones; kept in the hand, hidden from the others.

    Whoever conquered a territory in a turn draws a card at its end, from all that are in no hand.
    Three cards that are a set can be traded at the beginning of a turn, for as many armies as the
    series says: the first set traded in a match brings the first number, and so on; after the
    last number each set brings `step` more. Whoever holds `hold` cards or more has to trade. If a
    traded card shows an own territory, `depicted` armies are placed on it at once, on one
    territory only. Whoever eliminates a player takes their cards, and with `at-once` cards or
    more in the hand trades until fewer than `hold` are left, and places the armies, before the
    next attack. The territory cards show the three kinds in turn, in the order of the map.
    """

    sets: Sets
    series: tuple[int, ...] = item(clause="series", at_least=1, at_most=32, low=1, high=200)
    step: int = item(default=5, clause="step", low=0, high=50, unit="armies")
    wilds: int = item(default=0, clause="wilds", low=0, high=MOST_WILDS, unit="cards")
    depicted: int = item(default=0, clause="depicted", low=0, high=20, unit="armies")
    hold: int = item(default=5, clause="hold", low=5, high=12, unit="cards")
    at_once: int = item(default=6, clause="at-once", low=5, high=20, unit="cards")


class Battle(
    Conquest,
    word="battle",
    example="(battle (attack-dice 3) (defence-dice 2) ties-to-defender by-rolls choice)",
):
    """How territories are attacked and conquered.

    A territory with more than one army may attack a territory of another owner across a border.
    The attacker rolls up to `attack-dice` dice, fewer than its armies; the defender as many as it
    can, up to `defence-dice`. The highest dice are compared, then the second highest and so on;
    whoever has the lower one loses an army.
    """

    dice: int = item(default=3, clause="attack-dice", low=1, high=3, unit="dice")
    against: int = item(default=2, clause="defence-dice", low=1, high=3, unit="dice")
    ties: Ties = Ties.DEFENDER
    fighting: Fighting = Fighting.BY_ROLLS
    occupation: Occupation = Occupation.CHOICE


# --- The end --------------------------------------------------------------------------------------


class Goal(Conquest):
    """What wins, besides being the last player who is not eliminated, which always does."""


class Share(Goal, word="share", example="(share 70)"):
    """Whoever owns this percentage of the territories after a conquest wins."""

    percent: int = item(low=10, high=100, unit="per cent")


class Mission(Conquest):
    """A secret aim of one player."""


class Hold(Mission, word="hold", example='(hold "Asia" "Africa")'):
    """Own these continents; with `and-another` also any one more."""

    continents: tuple[Text, ...] = item(at_least=1, at_most=6)
    is_more: bool = item(default=False, flag="and-another")


class Occupy(Mission, word="occupy", example="(occupy 18 2)"):
    """Own this many territories, each with so many armies."""

    territories: int = item(low=1, high=MOST_TERRITORIES, unit="territories")
    armies: int = item(default=1, low=1, high=20, unit="armies")


class Destroy(Mission, word="destroy", example="(destroy 3 24)"):
    """Eliminate the player in this seat.

    If that seat is one's own, is not at the table, or was eliminated by another: own this many
    territories.
    """

    seat: int = item(low=1, high=MOST_SEATS)
    otherwise: int = item(low=1, high=MOST_TERRITORIES, unit="territories")


class Missions(Goal, word="missions", example="(missions (occupy 24) (occupy 18 2))"):
    """Each player is dealt one of these in secret; fulfilling it wins.

    It is checked after each conquest of the player, and at the end of the player's turn.
    """

    missions: tuple[Mission, ...] = item(at_least=2, at_most=60)


class Limit(Conquest, word="limit", example="(limit 48)"):
    """After so many turns, those of all players counted, all who are left share the win."""

    turns: int = item(low=1, high=9999, unit="turns")


class ConquestGame(
    Conquest,
    word="conquest",
    example='(conquest Tiny (seats 2 2) (map Tiny (continent "A" 1 (territory "P" (borders "Q"))'
    ' (territory "Q"))) (setup) (reinforcement) (battle) (fortify none) (limit 48))',
):
    """A whole conquest game: players, map, set-up, the rules of a turn, and the end."""

    name: Name = item(is_identity=False)
    seats: Seats
    map: Map
    setup: Setup
    reinforcement: Reinforcement
    cards: Cards | None = None
    battle: Battle
    fortify: Fortifying = item(clause="fortify")
    goal: Goal | None = None
    limit: Limit | None = None

    def findings(self) -> Iterable[Finding]:
        """What makes no sense in this game; called by the static check."""
        # Imported here because the checks are written in these words.
        from ludwright.families.conquest.sense import findings

        return findings(self)

    def warnings(self) -> Iterable[Finding]:
        """What has no effect in this game."""
        from ludwright.families.conquest.sense import warnings

        return warnings(self)
