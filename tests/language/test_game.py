"""Games, their identity and the registry of roots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from ludwright.errors import GameSyntaxError, UnknownName
from ludwright.language import registry
from ludwright.language.game import Game, game_of, load_game, read_game, root_class
from ludwright.language.ludeme import Ludeme, Name, Text, Vocabulary, item
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


# --- What stands for something longer -------------------------------------------------------------


class Listed(Ludeme):
    """Any ludeme of a small language with includes."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("listed")


class Words(Listed, word="words"):
    """Some words, or the name of a list of them."""

    name: Text = item(is_identity=False)
    words: tuple[Text, ...] = item(default=(), clause="are")

    def expanded(self, folder: Path | None) -> Words:
        if self.words:
            return self
        if self.name != "colours":
            raise UnknownName("list", f"{self.name} in {folder}", ["colours"])
        return replace(self, words=(Text("red"), Text("green")))


class WordGame(Listed, word="words-of"):
    """A root with includes at two levels."""

    name: Name = item(is_identity=False)
    first: Words | None = None
    more: tuple[Words, ...] = item(default=(), clause="more")


NAMED = "(words-of Two (words colours) (more (words mine (are blue)) (words colours)))"
WRITTEN = (
    "(words-of Two (words colours (are red green))"
    " (more (words mine (are blue)) (words colours (are red green))))"
)


def test_what_stands_for_something_longer_is_expanded() -> None:
    named, written = game_of(NAMED, WordGame), game_of(WRITTEN, WordGame)
    assert named == written
    assert (named.digest, named.text) == (written.digest, written.text)
    assert game_of(named.text, WordGame) == named
    assert named.digest != game_of(WRITTEN.replace("blue", "grey"), WordGame).digest


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(words-of Two\n  (words colour))", (2, 3)),
        ("(words-of Two (more (words colours)\n (words colour)))", (2, 2)),
    ],
)
def test_what_cannot_be_expanded_is_told_in_its_place(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(GameSyntaxError, match="expected the name of a list") as found:
        game_of(text, WordGame, "folder/two.game")
    assert (found.value.line, found.value.column) == place
    assert found.value.source == "folder/two.game"
    assert "colour in folder" in str(found.value)
    assert isinstance(found.value.__cause__, UnknownName)


def test_a_text_that_comes_from_no_file_has_no_folder() -> None:
    with pytest.raises(GameSyntaxError, match="colour in None"):
        game_of("(words-of Two (words colour))", WordGame)


def test_a_tree_without_includes_is_left_alone() -> None:
    assert game_of(WRITTEN, WordGame).root == read(WRITTEN, WordGame)
