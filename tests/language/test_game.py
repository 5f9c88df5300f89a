"""Games, their identity and the registry of roots."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.errors import GameSyntaxError
from ludwright.language import registry
from ludwright.language.game import Game, load_game, read_game, root_class
from ludwright.language.registry import register_family
from ludwright.language.syntax import read
from tests.language.toy import SEEDS, ToyGame


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small language is registered in this module only."""
    registry.registrations()
    others = {one.name: one for one in registry.registrations() if one.root_word != "toy"}
    monkeypatch.setattr(registry, "_registered", others)
    register_family("small", "toy", "tests.language.toy_family")


def test_a_text_finds_its_family() -> None:
    game = read_game(SEEDS[0])
    assert (game.name, game.family) == ("Fun", "toy")
    assert game.root == read(SEEDS[0], ToyGame)
    assert read_game(game.text) == game
    assert root_class("toy") is ToyGame


def test_name_and_notes_do_not_change_the_digest() -> None:
    game = read_game(SEEDS[0])
    renamed = read_game(SEEDS[0].replace("Fun", "Other").replace("(size", "(note x) (size"))
    assert game.digest == renamed.digest
    assert game != renamed
    assert len(game.digest) == 32


def test_rules_change_the_digest() -> None:
    assert len({read_game(text).digest for text in SEEDS}) == len(SEEDS)


def test_unknown_roots_get_a_suggestion() -> None:
    with pytest.raises(GameSyntaxError, match="did you mean 'toy'"):
        read_game("(toi Fun)")
    with pytest.raises(GameSyntaxError):
        read_game("")


def test_one_word_has_one_family() -> None:
    register_family("small", "toy", "tests.language.toy_family")
    for name, word in (("other", "toy"), ("small", "other")):
        with pytest.raises(ValueError, match="expected one family"):
            register_family(name, word, "tests.language.another_family")


def test_a_file_is_loaded_and_named_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "fun.game"
    path.write_text(SEEDS[0], encoding="utf-8")
    assert load_game(path) == Game(read(SEEDS[0], ToyGame))
    path.write_text("(toy", encoding="utf-8")
    with pytest.raises(GameSyntaxError, match=r"fun\.game"):
        load_game(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameSyntaxError, match="UTF-8"):
        load_game(path)
