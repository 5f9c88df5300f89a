"""`ludwright odds`: what people and programs are told about a battle."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner, Result

from ludwright.experiments.conquest_commands import app
from ludwright.families.conquest.battle import Dice, odds


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["odds", *words])


def test_odds_as_json_hold_every_number() -> None:
    result = run("10", "6", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert list(found) == [
        *("attackers", "defenders", "dice", "ties", "win", "survivors", "losses", "distribution")
    ]
    assert (found["attackers"], found["defenders"]) == (10, 6)
    assert (found["dice"], found["ties"]) == ([3, 2], "defender")
    assert round(found["win"], 4) == 0.8611
    assert round(found["survivors"], 4) == 6.0885
    assert {side: round(mean, 2) for side, mean in found["losses"].items()} == {
        "attackers": 4.76,
        "defenders": 5.64,
    }
    assert found["distribution"][0] == {
        "attackers": 10,
        "defenders": 0,
        "chance": odds(10, 6).distribution[0].chance,
    }
    assert sum(end["chance"] for end in found["distribution"]) == pytest.approx(1.0)


def test_dice_and_ties_are_those_that_were_asked_for() -> None:
    found = json.loads(run("7", "9", "--dice", "2, 3", "--ties", "attacker", "--json").stdout)
    assert found == odds(7, 9, Dice(2, 3, "attacker")).to_json()


def test_what_cannot_be_won_has_no_survivors() -> None:
    assert json.loads(run("1", "30000", "--json").stdout)["survivors"] is None
    assert "left if they win" not in run("1", "30000").output


def test_odds_for_people_are_a_table_and_bars() -> None:
    lines = run("3", "2").output.splitlines()
    assert lines[0] == "3 attackers against 2 defenders, dice 3 against 2, ties to the defender"
    assert "chance to win                65.60 %" in lines
    assert "attackers left if they win      2.43" in lines
    bars = dict(re.findall(r"^(\d \w+) left +[\d.]+ % +(#+)$", "\n".join(lines), re.MULTILINE))
    assert list(bars) == ["3 attackers", "2 attackers", "1 attacker", "1 defender", "2 defenders"]
    assert len(bars["3 attackers"]) == 40


@pytest.mark.parametrize("troops", [("30000", "30000"), ("300", "290"), ("9", "2000")])
def test_bars_of_large_battles_are_grouped_and_add_up(troops: tuple[str, str]) -> None:
    lines = run(*troops).output.splitlines()
    bars = lines[lines.index("", 2) + 1 :]
    assert 3 <= len(bars) <= 23
    shares = [float(found[1]) for line in bars if (found := re.search(r"left +([\d.]+) %", line))]
    assert sum(shares) == pytest.approx(100.0, abs=0.2)
    assert not any("attacker" in line and "defender" in line for line in bars)


def test_the_likely_was_told_as_certain() -> None:
    assert "> 99.99 %" in run("20", "1").output
    assert "< 0.01 %" in run("1", "20").output


@pytest.mark.parametrize(
    ("words", "place", "message"),
    [
        (("0", "6"), "attackers", "greater than or equal to 1"),
        (("--", "-5", "6"), "attackers", "greater than or equal to 1"),
        (("5", "30001"), "defenders", "less than or equal to 30000"),
        (("5", "1" * 40), "defenders", "30000"),
        (("5", "many"), "defenders", "integer"),
        (("5",), "defenders", "Missing argument"),
        (("5", "6", "--dice", "4,2"), "--dice", "1 to 3 each, such as 3,2, got '4,2'"),
        (("5", "6", "--dice", "3"), "--dice", "got '3'"),
        (("5", "6", "--dice", "3,2,1"), "--dice", "got '3,2,1'"),
        (("5", "6", "--dice", "3,²"), "--dice", "got '3,²'"),
        (("5", "6", "--ties", "none"), "--ties", "expected defender or attacker, got 'none'"),
    ],
)
def test_wrong_usage_is_told_with_its_place(
    words: tuple[str, ...], place: str, message: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert place in result.output
    assert message in result.output
