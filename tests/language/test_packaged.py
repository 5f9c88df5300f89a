"""Games by their names, and parts of games that are included by theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.errors import GameSyntaxError, UnknownName
from ludwright.language.packaged import PackagedTexts
from ludwright.play.families import every_family


def test_the_names_of_texts_are_those_of_their_files() -> None:
    texts = PackagedTexts("text", ("language",), ".py")
    assert "packaged" in texts.names()
    assert list(texts.names()) == sorted(texts.names())
    assert texts.text("PACKAGED").startswith('"""Texts that come with the package')


def test_a_text_of_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="expected the name of a text, got 'packagde'; did you"):
        PackagedTexts("text", ("language",), ".py").text("packagde")


def test_the_name_of_a_text_is_no_path() -> None:
    for name in ("../errors", "../language/packaged", "/etc/passwd", ""):
        with pytest.raises(UnknownName):
            PackagedTexts("text", ("language",), ".py").text(name)


@pytest.mark.parametrize("family", every_family(), ids=lambda family: family.name)
def test_every_family_opens_its_games_by_name_and_by_path(family: object, tmp_path: Path) -> None:
    names, opened = family.game_names, family.open_game  # type: ignore[attr-defined]
    name = names()[0]
    game = opened(name.upper())
    path = tmp_path / "mine.game"
    path.write_text(game.text, encoding="utf-8")
    assert opened(path).digest == opened(str(path)).digest == game.digest
    with pytest.raises(UnknownName, match="expected the name of a game"):
        opened("no-such-game")
    path.write_text("(nothing)", encoding="utf-8")
    with pytest.raises(GameSyntaxError, match=r"mine\.game"):
        opened(path)
