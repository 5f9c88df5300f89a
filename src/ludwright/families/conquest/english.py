"""The complete rules of a conquest game in English, for a reader who has never seen it."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.families.conquest import vocabulary as words
from ludwright.families.conquest.lower import MOST_BONUS, MOST_ROUNDS, borders_of, territories_of
from ludwright.families.paragraphs import sections_text
from ludwright.language.english import counted, listing, number_word, plural
from ludwright.language.game import Game

KINDS: tuple[str, str, str] = ("infantry", "cavalry", "artillery")
"""What territory cards show, in turn in the order of the map."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def rules_text(game: Game) -> str:
    """The rules in paragraphs, each with a heading."""
    root = conquest_game(game)
    parts = (
        ("Aim", _aim(root)),
        ("Players", _players(root)),
        ("Map", _map(root)),
        ("Set-up", _setup(root)),
        ("Turn", _turn(root)),
        ("New armies", _reinforcement(root)),
        ("Cards", _cards(root)),
        ("Attacks", _attacks(root)),
        ("Conquests", _conquests(root)),
        ("Fortification", _fortification(root)),
        ("Missions", _missions(root)),
        ("End", _end(root)),
        ("Borders", _borders(root)),
    )
    return sections_text(game.name, parts)


def conquest_game(game: Game) -> words.ConquestGame:
    """The tree of a conquest game."""
    if not isinstance(game.root, words.ConquestGame):
        raise TypeError(f"expected a conquest game, got a game of the family {game.family}")
    return game.root


def mission_text(mission: words.Mission) -> str:
    """A mission as an order, without a full stop."""
    if isinstance(mission, words.Hold):
        more = ", and any one continent more" if mission.is_more else ""
        return f"own all of {listing(map(str, mission.continents))}{more}"
    if isinstance(mission, words.Occupy):
        each = f" with at least {plural(mission.armies, 'army')} on each"
        return f"own {mission.territories} territories{each if mission.armies > 1 else ''}"
    if isinstance(mission, words.Destroy):
        enemy = words.SEAT_NAMES[mission.seat - 1]
        return (
            f"eliminate {enemy}; if you are {enemy} yourself, if nobody is, or if another player "
            f"eliminated {enemy}, own {mission.otherwise} territories instead"
        )
    raise TypeError(f"expected a mission, got {mission!r}")


def territories_needed(share: words.Share, territories: int) -> int:
    """How many territories a share of the map is."""
    return -(-share.percent * territories // 100)


# --- Before the match -----------------------------------------------------------------------------


def _aim(root: words.ConquestGame) -> Iterator[str]:
    last = "be the last player who owns a territory"
    if isinstance(root.goal, words.Missions):
        yield f"Fulfil your secret mission, or {last}."
    elif isinstance(root.goal, words.Share):
        needed = territories_needed(root.goal, len(territories_of(root.map)))
        yield f"Own {needed} of the territories after a conquest, or {last}."
    else:
        yield f"Conquer your opponents: {last}."


def _players(root: words.ConquestGame) -> Iterator[str]:
    names = words.SEAT_NAMES[: root.seats.most]
    yield f"The game is {root.seats.in_english()}: {listing(names)}, who take turns in this order."
    if root.seats.least < root.seats.most:
        yield "With fewer players, the last of these are left out."


def _map(root: words.ConquestGame) -> Iterator[str]:
    board = root.map
    count = len(territories_of(board))
    yield (
        f"The map has {count} territories in {plural(len(board.continents), 'continent')}. "
        "A continent brings armies in each of your turns while you own all of it:"
    )
    for continent in board.continents:
        names = [str(one.name) for one in continent.territories]
        size, brings = counted(len(names), "territory"), counted(continent.bonus, "army")
        yield f"- {continent.name}: {brings}, {size} ({listing(names)})."


def _setup(root: words.ConquestGame) -> Iterator[str]:
    if isinstance(root.goal, words.Missions):
        yield "Each player is dealt a mission at random, which the others do not see."
    # Two players who share the map with a neutral army do not choose their territories.
    if not root.setup.is_neutral or root.seats.most > 2:
        yield from _deal(root)
    if root.setup.is_neutral and root.seats.least == 2:
        yield from _neutral_deal(root)
    first = words.SEAT_NAMES[0]
    if root.setup.first is words.First.FIRST_SEAT:
        yield f"{first} has the first turn."
    else:
        yield "Whoever comes after the player who was given the last territory has the first turn."


def _deal(root: words.ConquestGame) -> Iterator[str]:
    setup = root.setup
    who = "With three players or more, the" if setup.is_neutral else "The"
    begins = f"beginning with {words.SEAT_NAMES[0]}"
    if setup.deal is words.Deal.DRAFT:
        yield (
            f"{who} players choose territories in turn, {begins}, until none is free, and put an "
            "army on each."
        )
    else:
        yield (
            f"{who} territories are dealt at random to the players in turn, {begins}; each player "
            "puts an army on each."
        )
    if setup.armies is None:
        yield "There are no other armies at the beginning."
        return
    spread = "one at a time in turn, on own territories"
    if setup.spread is words.Spread.SCATTERED:
        spread = "one at a time in turn, on own territories drawn at random"
    yield f"{_first_armies(root)} Those that are not on the map yet are placed {spread}."


def _first_armies(root: words.ConquestGame) -> str:
    armies = root.setup.armies
    least = 3 if root.setup.is_neutral else root.seats.least
    if isinstance(armies, words.PerTerritory):
        each = plural(armies.number, "army")
        return (
            f"All players begin with the same number of armies: {each} for each territory of the "
            "map, divided by the number of players and rounded up."
        )
    if not isinstance(armies, words.BySeats):
        return ""
    seats = range(least, root.seats.most + 1)
    told = [f"{_armies_of(armies, count)} with {number_word(count)} players" for count in seats]
    if len(told) == 1:
        return f"Each player begins with {_armies_of(armies, least)} armies."
    return f"Each player begins with these armies: {listing(told)}."


def _armies_of(armies: words.BySeats, seats: int) -> int:
    return armies.numbers[min(seats - 2, len(armies.numbers) - 1)]


def _neutral_deal(root: words.ConquestGame) -> Iterator[str]:
    setup = root.setup
    yield (
        "With two players, the territories are dealt at random to three in turn: the two players "
        "and a neutral army, which belongs to nobody. An army is put on each. Neutral armies "
        "defend themselves, but never attack, move or grow."
    )
    if setup.armies is None:
        return
    if isinstance(setup.armies, words.BySeats):
        count = f"{_armies_of(setup.armies, 2)} armies"
    else:
        count = _first_armies(root).partition(": ")[2].rstrip(".")
    where = "wherever they like" if setup.spread is words.Spread.CHOSEN else "drawn at random"
    yield (
        f"Each of the three begins with {count}. Of those that are not on the map yet, the players "
        "in turn place two armies on their own territories and then one on a neutral territory, "
        f"{where}."
    )


# --- The turn -------------------------------------------------------------------------------------


def _turn(root: words.ConquestGame) -> Iterator[str]:
    yield "A turn has these steps; one in which you can do nothing is left out."
    if root.cards:
        yield "- Trade sets of cards, if you want to or have to."
    yield "- Place your new armies."
    yield "- Attack, as often as you like."
    if root.fortify is not words.Fortifying.NONE:
        yield "- Fortify: move armies between your territories."
    if root.cards:
        yield "- Draw a card, if you conquered a territory."


def _reinforcement(root: words.ConquestGame) -> Iterator[str]:
    rule = root.reinforcement
    if rule.divisor == 1:
        share = "one for each of your territories"
    else:
        way = "down" if rule.rounding is words.Rounding.FLOOR else "up"
        share = (
            f"the number of your territories divided by {number_word(rule.divisor)}, rounded {way}"
        )
    least = f" (but at least {number_word(rule.least)})" if rule.least else ""
    yield f"In each turn you receive new armies: {share}{least}."
    yield (
        "Each continent that you own at the beginning of your turn brings the armies of the list "
        "above."
    )
    if rule.growth:
        yield (
            f"These armies grow by {rule.growth} per cent with every round, a round being a turn "
            "of each player, and are rounded to the nearest number: in the second round they are "
            f"{rule.growth} per cent more than in the list, in the third {rule.growth} per cent "
            f"more than that, and so on for {MOST_ROUNDS} rounds, up to {MOST_BONUS} armies."
        )
    if rule.place is words.BonusPlace.INSIDE:
        yield (
            "The armies of a continent have to be placed in that continent, one continent after "
            "another in the order of the list; then the other armies are placed."
        )
    yield "Place all of them on your own territories as you like."


def _cards(root: words.ConquestGame) -> Iterator[str]:
    cards = root.cards
    if cards is None:
        yield "There are no cards."
        return
    wilds = f", and {plural(cards.wilds, 'wild card')}" if cards.wilds else ""
    shows = ""
    if cards.sets is words.Sets.KINDS:
        shows = (
            f" Territory cards also show {listing(KINDS, 'or')}, in turn in the order of the map: "
            "the first territory infantry, the second cavalry, the third artillery, the fourth "
            "infantry again, and so on."
        )
    yield f"There is a card for each territory{wilds}.{shows}"
    yield (
        "If you conquered a territory in your turn, you draw one card at its end, at random from "
        "all that nobody holds. Only you see your cards; everyone sees how many you have."
    )
    yield _set_words(cards)
    yield _series_words(cards)
    if cards.depicted:
        yield (
            "If a traded card shows a territory that you own, you also put "
            f"{plural(cards.depicted, 'army')} on that territory at once; if several do, you "
            "choose one of them."
        )
    hold = number_word(cards.hold)
    yield (
        "You may trade at the beginning of your turn, before you place armies, as often as you "
        f"have a set. While you hold {hold} cards or more at that time, you have to. Traded cards "
        "can be drawn again."
    )
    at_once = number_word(max(cards.at_once, cards.hold))
    yield (
        "If you eliminate a player, you take all their cards. If you then hold "
        f"{at_once} or more, trade until you hold fewer than {hold}, and place the armies, before "
        "your next attack."
    )


def _set_words(cards: words.Cards) -> str:
    if cards.sets is words.Sets.ANY:
        return "Any three cards are a set."
    wild = ", or any two cards and a wild one" if cards.wilds else ""
    joined = ", " if wild else " or "
    return f"A set is three cards of one kind{joined}one of each of the three kinds{wild}."


def _series_words(cards: words.Cards) -> str:
    first = (
        f"The first set that anyone trades in the match brings {counted(cards.series[0], 'army')}"
    )
    rest = cards.series[1:]
    if rest:
        nexts = listing([str(number) for number in rest])
        first += f", the next {'one' if len(rest) == 1 else 'ones'} {nexts}"
    if cards.step:
        return f"{first}; each set after that brings {cards.step} more than the one before."
    return f"{first}; each set after that brings as many as that."


def _attacks(root: words.ConquestGame) -> Iterator[str]:
    battle = root.battle
    yield (
        "Attack from one of your territories that has at least two armies, across a border, a "
        "territory that is not yours. You may attack as often as you like, or not at all."
    )
    if battle.fighting is words.Fighting.BY_ROLLS:
        dice = "one die" if battle.dice == 1 else f"up to {number_word(battle.dice)} dice"
        yield (
            f"For each roll choose your dice: {dice}, but fewer than there are armies in your "
            f"territory. {_defence(battle)}"
        )
    else:
        yield (
            "Say how many armies attack: at least one, and at most all but one. They fight until "
            f"either they or the defenders are gone. In each roll you roll {_most(battle.dice)} "
            f"there are attacking armies left. {_defence(battle)}"
        )
    yield _comparison(battle)
    if battle.fighting is words.Fighting.BY_ROLLS:
        yield (
            "After each roll you may go on, attack elsewhere or stop. You may also announce an "
            "assault: then the rolls go on, with the most dice, until the territory is conquered "
            "or you have only one army left in yours."
        )


def _most(dice: int) -> str:
    if dice == 1:
        return "one die while"
    return f"as many dice, up to {number_word(dice)}, as"


def _defence(battle: words.Battle) -> str:
    if battle.against == 1:
        return "The defender rolls one die."
    return (
        f"The defender rolls as many dice as there are armies in the attacked territory, up to "
        f"{number_word(battle.against)}."
    )


def _comparison(battle: words.Battle) -> str:
    loser = "attacker" if battle.ties is words.Ties.DEFENDER else "defender"
    pairs = min(battle.dice, battle.against)
    if pairs == 1:
        return (
            "The highest dice of both sides are compared: whoever has the lower one loses an army; "
            f"if they are equal, the {loser} does."
        )
    then = "then the second highest" + (", then the third" if pairs == 3 else "")
    return (
        f"The highest dice of both sides are compared, {then}, as far as both have dice. For each "
        "pair, whoever has the lower die loses an army; if the dice are equal, the "
        f"{loser} does."
    )


def _conquests(root: words.ConquestGame) -> Iterator[str]:
    yield (
        "When the last army of the attacked territory is gone, it is yours, and armies from the "
        f"attacking territory move into it; one has to stay behind. {_occupation(root.battle)}"
    )
    yield "A player who has no territory left is eliminated."


def _occupation(battle: words.Battle) -> str:
    by_rolls = battle.fighting is words.Fighting.BY_ROLLS
    match battle.occupation:
        case words.Occupation.SURVIVORS:
            who = "as many as you rolled dice, or after an assault all but one"
            return f"Those that fought and were not lost move in{f': {who}' if by_rolls else ''}."
        case words.Occupation.DICE:
            return "As many move in as you rolled dice in the last roll."
        case words.Occupation.ALL:
            return "All but one move in."
        case words.Occupation.CHOICE:
            return (
                "You choose how many: at least as many as you rolled dice in the last roll, and at "
                "most all but one."
            )


_FORTIFYING: dict[words.Fortifying, str] = {
    words.Fortifying.NONE: "Armies cannot be moved between your territories outside of attacks.",
    words.Fortifying.ONE_ADJACENT: "At the end of your turn you may once move armies from one of "
    "your territories across a border to another one.",
    words.Fortifying.ONE_CONNECTED: "At the end of your turn you may once move armies from one of "
    "your territories to any other that can be reached through your own territories.",
    words.Fortifying.EACH_ARMY_ONCE: "At the end of your turn you may move armies across borders "
    "between your territories, as often as you like, but no army more than once.",
    words.Fortifying.UNLIMITED: "At the end of your turn you may move armies across borders "
    "between your territories, as often as you like, also the same armies again and again.",
}


def _fortification(root: words.ConquestGame) -> Iterator[str]:
    told = _FORTIFYING[root.fortify]
    if root.fortify is words.Fortifying.NONE:
        yield told
        return
    yield f"{told} One army has to stay behind."
    if root.fortify is words.Fortifying.UNLIMITED:
        most = 2 * len(territories_of(root.map))
        yield f"After {most} of these moves your turn ends."


# --- The end --------------------------------------------------------------------------------------


def _missions(root: words.ConquestGame) -> Iterator[str]:
    if not isinstance(root.goal, words.Missions):
        return
    yield (
        "You win as soon as your mission is fulfilled after one of your conquests, when armies "
        "have moved in, or at the end of one of your turns. The missions are:"
    )
    for number, mission in enumerate(root.goal.missions, start=1):
        yield f"- {number}: {mission_text(mission)}."


def _end(root: words.ConquestGame) -> Iterator[str]:
    neutral = ""
    if root.setup.is_neutral and root.seats.least == 2:
        neutral = " Neutral territories need not be conquered."
    yield f"You win when all other players are eliminated.{neutral}"
    if isinstance(root.goal, words.Share):
        count = len(territories_of(root.map))
        needed = territories_needed(root.goal, count)
        yield (
            f"You also win if you own {root.goal.percent} per cent of the territories, "
            f"that is {needed} of {count}, after a conquest."
        )
    if isinstance(root.goal, words.Missions):
        yield "You also win if you fulfil your mission."
    if root.limit:
        yield (
            f"After {plural(root.limit.turns, 'turn')}, those of all players counted, the match "
            "ends, and all players who are not eliminated share the win."
        )


def _borders(root: words.ConquestGame) -> Iterator[str]:
    names = [str(one.name) for one in territories_of(root.map)]
    beside: list[list[str]] = [[] for _ in names]
    for one, other in borders_of(root.map):
        beside[one].append(names[other])
        beside[other].append(names[one])
    yield "Armies cross these borders both ways; each is listed on both sides."
    for name, others in zip(names, beside, strict=True):
        yield f"- {name}: {listing(others)}."
