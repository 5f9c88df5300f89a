"""What people type: short forms of every kind of move, and errors that help."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.errors import IllegalMove, NeedlessMove
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.play.families import load_rules
from tests.families.conquest.matches import full_game, random_match, reached


@pytest.fixture(scope="module")
def classic() -> Any:
    """Red has Alaska, Kamchatka and every second of the others; all armies are on Alaska."""
    rules: Any = load_rules(open_game("risk-lux"))
    position: Any = rules.start()
    names = rules.territory_names
    mine = [names.index(name) for name in ("Alaska", "Alberta")]
    rest = [at for at in range(len(names)) if at not in mine]
    order = [mine[0], rest[0], mine[1], *rest[1:]]
    for territory in order:
        position = position.after(ConquestMove(Kind.DEAL, territory))
    while position.state["phase"] == Phase.SPREAD:
        position = position.after(position.moves()[0])
    return position


def typed(position: Any, text: str) -> str:
    """The notation of the move that a text means."""
    rules = position.rules
    return str(rules.name_of(position, rules.read_move(position, text)))


def why(position: Any, text: str) -> str:
    """What is said about a text that is no move."""
    with pytest.raises(IllegalMove) as found:
        position.rules.read_move(position, text)
    return str(found.value)


@pytest.mark.parametrize(
    "text",
    ["place 3 ala", "place alaska 3", "ala 3", "3 ALA", "1 3", "put 3 on Alaska", "p 3 Alas"],
)
def test_armies_are_placed(classic: Any, text: str) -> None:
    assert typed(classic, text) == "place Alaska 3"


def test_all_armies_are_placed(classic: Any) -> None:
    pool = classic.state["pool"]
    for text in ("ala", "place ala all", "place all ala", "1"):
        assert typed(classic, text) == f"place Alaska {pool}"


def test_errors_of_placements_say_what_is_wrong(classic: Any) -> None:
    assert "Northwest Territory is Blue's" in why(classic, "place 3 northw")
    assert f"only {classic.state['pool']} armies can be placed" in why(classic, "ala 99")
    assert "did you mean Alaska?" in why(classic, "place 3 alsaka")
    assert "'attack' is for another part of the turn" in why(classic, "attack ala kam")
    assert "which may be place Alaska 3 or place Alberta 3" in why(classic, "al 3")


@pytest.fixture(scope="module")
def attacking(classic: Any) -> Any:
    return classic.after(classic.rules.read_move(classic, "ala"))


@pytest.mark.parametrize(
    "text",
    ["attack ala kam", "ala kam", "1 30", "a Alaska to Kamchatka", "assault ala->kam", "kam"],
)
def test_attacks_go_to_the_end(attacking: Any, text: str) -> None:
    text = text.replace("->", " -> ")
    armies = attacking.state["armies"][0] - 1
    assert typed(attacking, text) == f"assault Alaska to Kamchatka {armies}"


def test_single_rolls_and_their_repetition(attacking: Any) -> None:
    assert typed(attacking, "roll ala kam 2") == "roll Alaska to Kamchatka 2"
    assert typed(attacking, "attack ala kam 1") == "roll Alaska to Kamchatka 1"
    assert typed(attacking, "r kam") == "roll Alaska to Kamchatka 3"
    after = attacking.after(attacking.rules.read_move(attacking, "roll ala nt"))
    after = after.after(ConquestMove(Kind.LOSSES, n=1, m=1))
    assert typed(after, "again") == "roll Alaska to Northwest Territory 3"


@pytest.mark.parametrize("text", ["done", "stop", "pass", "end", "no", "DONE"])
def test_a_phase_is_ended(attacking: Any, text: str) -> None:
    assert typed(attacking, text) == "done"


def test_errors_of_attacks_say_what_is_wrong(attacking: Any) -> None:
    assert "Alaska does not border Brazil" in why(attacking, "attack ala braz")
    assert "Alberta is your own" in why(attacking, "attack ala alb")
    assert "Brazil is Blue's" in why(attacking, "attack braz ala")
    assert "Alberta has only one army" in why(attacking, "attack alb northw")
    assert "no territory is like 'kxm'" in why(attacking, "attack ala kxm")
    assert "did you mean Kamchatka?" in why(attacking, "attack ala kamtchaka")
    assert "expected an attack, as in 'attack Alaska" in why(attacking, "x y z")
    assert "got ''" in why(attacking, "")


def test_the_occupation_is_a_number_all_or_the_least(attacking: Any) -> None:
    after = attacking.after(attacking.rules.read_move(attacking, "kam"))
    after = after.after(ConquestMove(Kind.LOSSES, n=2, m=1))
    most = after.state["armies"][0] - 1
    assert typed(after, "4") == typed(after, "occupy 4") == typed(after, "move 4") == "occupy 4"
    assert typed(after, "all") == f"occupy {most}"
    assert typed(after, "least") == "occupy 3"
    assert f"from 3 to {most}, got '2'" in why(after, "2")
    assert f"from 3 to {most}, got '²'" in why(after, "²")


def test_fortifications_have_a_number_or_move_all(attacking: Any) -> None:
    after = attacking.after(ConquestMove(Kind.DONE))
    most = after.state["armies"][0] - 1
    assert typed(after, "fortify ala alb 3") == "fortify Alaska to Alberta 3"
    assert typed(after, "move 3 ala alb") == "fortify Alaska to Alberta 3"
    assert typed(after, "ala alb") == f"fortify Alaska to Alberta {most}"
    assert f"999 is too many; there are {most + 1} armies" in why(after, "ala alb 999")
    assert "Kamchatka is Blue's" in why(after, "ala kam 3")


def test_territories_are_claimed_by_name_or_number() -> None:
    position: Any = load_rules(open_game("risk-official"), 3).start()
    assert typed(position, "claim siam") == typed(position, "siam") == "claim Siam"
    assert typed(position, "38") == "claim Siam"
    for text in ("w aus", "wa", "waus", "western a"):
        assert typed(position, text) == "claim Western Australia"
    after = position.after(ConquestMove(Kind.CLAIM, 37))
    assert "Siam is Red's" in why(after, "siam")


def test_cards_are_traded_by_their_places_in_the_hand() -> None:
    position = reached(full_game(), Phase.TRADE)
    hand = position.state["hands"][position.seat]
    trades = [move for move in position.moves() if move.kind == Kind.TRADE]
    for move in trades:
        places = " ".join(str(hand.index(card) + 1) for card in (move.a, move.b, move.c))
        shown = position.rules.territory_names[move.n - 1] if move.n else ""
        text = f"trade {places}" + (f" for {shown}" if shown else "")
        assert position.rules.read_move(position, text) == move
    assert position.rules.read_move(position, "trade") in trades
    assert "name three of your cards" in why(position, "trade 1 1 2")
    assert "name three of your cards" in why(position, "trade 1 2 77")


def test_wild_cards_are_kept_if_there_is_another_set() -> None:
    for seed in range(40):
        for position in random_match(full_game(), seed):
            if position.state["phase"] != Phase.TRADE:
                continue
            wild = len(position.rules.territory_names)
            moves = [move for move in position.moves() if move.kind == Kind.TRADE]
            spent = {sum(card >= wild for card in move[1:4]) for move in moves}
            if len(spent) > 1:
                chosen = position.rules.read_move(position, "trade")
                assert sum(card >= wild for card in chosen[1:4]) == min(spent)
                return
    raise AssertionError("no hand had a choice")


def test_nothing_can_be_typed_while_chance_decides(attacking: Any) -> None:
    after = attacking.after(attacking.rules.read_move(attacking, "kam"))
    assert "chance decides" in why(after, "done")


def test_an_occupation_without_a_choice_is_needless(attacking: Any) -> None:
    for text in ("all", "occupy 3", "least"):
        with pytest.raises(NeedlessMove, match="have done so"):
            attacking.rules.read_move(attacking, text)
