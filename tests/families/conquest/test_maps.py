"""The packaged maps, and games that name a map instead of writing it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.errors import GameSyntaxError
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.lower import borders_of, territories_of
from ludwright.families.conquest.maps import map_names, packaged_map
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import game_of, load_game
from ludwright.language.syntax import write
from tests.families.conquest.small import BOARD, conquest

SIZES = {
    # Territories, borders, continents as size/bonus.
    "artificial-1-17t": (17, 25, "4/2 5/3 5/3 3/1"),
    "artificial-2-18t": (18, 29, "5/2 3/1 4/2 6/3"),
    "artificial-3-10t": (10, 15, "3/1 3/1 4/2"),
    "artificial-4-13t": (13, 19, "6/3 3/1 4/2"),
    "artificial-5-12t": (12, 19, "7/3 5/2"),
    "classic": (42, 83, "9/5 4/2 7/5 6/3 12/7 4/2"),
    "hahn-43": (43, 85, "9/5 4/2 7/5 6/3 12/7 5/2"),
    "halo-wars": (42, 84, "4/2 12/7 7/5 6/3 4/2 9/5"),
    "original-risk": (42, 81, "9/5 4/2 6/3 7/5 12/7 4/2"),
    "star-wars-clone-wars": (42, 76, "10/6 7/5 4/3 9/5 7/3 5/2"),
    "starcraft": (42, 82, "12/7 4/2 7/5 6/3 4/2 9/5"),
    "transformers": (42, 73, "6/3 12/7 9/5 4/2 7/5 4/2"),
    "war-grow": (42, 80, "9/5 4/2 6/3 7/5 12/7 4/2"),
}


def test_all_maps_are_here() -> None:
    assert set(map_names()) == set(SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_a_map_has_the_published_size(name: str) -> None:
    board = packaged_map(name)
    parts = [f"{len(one.territories)}/{one.bonus}" for one in board.continents]
    assert (len(territories_of(board)), len(borders_of(board)), " ".join(parts)) == SIZES[name]
    assert str(board.name) == name


def names_of_borders(name: str) -> set[frozenset[str]]:
    board = packaged_map(name)
    names = [str(one.name) for one in territories_of(board)]
    return {frozenset((names[first], names[second])) for first, second in borders_of(board)}


def border(text: str) -> frozenset[str]:
    first, _, second = text.partition(" - ")
    return frozenset((first, second))


def test_boards_like_the_classic_one_differ_in_few_borders() -> None:
    classic = names_of_borders("classic")
    assert classic ^ names_of_borders("starcraft") == {border("Egypt - Middle East")}
    assert classic ^ names_of_borders("halo-wars") == {border("Peru - Central America")}
    assert classic ^ names_of_borders("original-risk") == {
        border("Central America - Eastern United States"),
        border("Northern Europe - Ukraine"),
        border("Northern Europe - Western Europe"),
        border("Siam - Mongolia"),
    }
    assert names_of_borders("hahn-43") - classic == {
        border("New Zealand - New Guinea"),
        border("New Zealand - Eastern Australia"),
    }


@pytest.mark.parametrize("name", ["classic", "hahn-43", "original-risk", "starcraft", "halo-wars"])
def test_boards_with_a_geography_have_places_in_the_picture(name: str) -> None:
    places = [one.at for one in territories_of(packaged_map(name))]
    found = {(place.x, place.y) for place in places if place is not None}
    assert len(found) == len(places)
    assert max(x for x, _ in found) <= 1000
    assert max(y for _, y in found) <= 600


# --- Expansion ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", map_names())
def test_a_map_by_its_name_is_the_map_written_out(name: str) -> None:
    named, written = conquest(board=f"(map {name})"), conquest(board=write(packaged_map(name)))
    assert named == written
    assert named.digest == written.digest
    assert named.text == written.text
    assert f"(map {name}\n" in named.text


def test_maps_and_rules_combine_freely() -> None:
    games = {conquest(board=f"(map {name})").digest for name in map_names()}
    assert len(games) == len(map_names())


@pytest.mark.parametrize("name", game_names())
def test_a_packaged_game_is_read_from_its_own_text(name: str) -> None:
    game = open_game(name)
    again = game_of(game.text, ConquestGame)
    assert again == game
    assert again.digest == game.digest
    assert again.text == game.text


def test_where_territories_are_drawn_is_not_part_of_the_rules() -> None:
    moved = BOARD.replace("(territory C)", "(territory C (at 5 5))")
    assert conquest(board=moved).digest == conquest().digest
    assert conquest(board=moved) != conquest()


def test_an_unknown_map_is_refused_where_it_is_named() -> None:
    whole = conquest().text.replace("\n", " ")
    start = whole.index("(map")
    text = whole[:start] + "\n" + "(map clasic)" + whole[whole.index("(setup") - 1 :]
    with pytest.raises(GameSyntaxError, match="did you mean 'classic'") as found:
        game_of(text, ConquestGame, "mine.game")
    assert (found.value.line, found.value.column) == (2, 1)
    assert str(found.value).startswith("mine.game: line 2, column 1: expected the name of a map")


def test_the_name_of_an_unknown_map_is_told_as_it_was_given() -> None:
    with pytest.raises(GameSyntaxError, match="got 'Atlantis'"):
        conquest(board="(map Atlantis)")
    assert conquest(board="(map Classic)") == conquest(board="(map classic)")


# --- Files ----------------------------------------------------------------------------------------


def game_file(folder: Path, include: str) -> Path:
    path = folder / "mine.game"
    path.write_text(conquest().text.replace("(map Small\n", f"{include}\n(map Small\n"))
    text = path.read_text()
    start = text.index("(map Small")
    path.write_text(text[:start] + text[text.index("  (setup") :])
    return path


def test_a_map_file_is_read_beside_the_game(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "ring.map").write_text(f"; a ring\n{BOARD}\n")
    game = load_game(game_file(tmp_path, '(map "maps/ring.map")'))
    assert game.digest == conquest().digest
    assert game.text == conquest().text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read: no such file"),
        ("(map Ring (continent West 2))", r"ring\.map: line 1, column 11: expected \(continent"),
        ("(map classic)", "expected a map with continents, got only the name 'classic'"),
        ('(map "ring.map")', "expected a map with continents"),
        ("(board)", r"ring\.map: line 1, column 2: expected \(map …\)"),
        ("(map Ring " + "x" * 70_000, "expected a text of at most 65536 characters"),
        (b"\xff\xfe", "expected UTF-8 text"),
    ],
)
def test_a_bad_map_file_is_refused_where_it_is_named(
    tmp_path: Path, text: str | bytes | None, message: str
) -> None:
    if isinstance(text, bytes):
        (tmp_path / "ring.map").write_bytes(text)
    elif text is not None:
        (tmp_path / "ring.map").write_text(text)
    with pytest.raises(GameSyntaxError, match=message) as found:
        load_game(game_file(tmp_path, '(map "ring.map")'))
    assert found.value.source == str(tmp_path / "mine.game")
    assert found.value.line > 1


def test_a_folder_is_no_map(tmp_path: Path) -> None:
    (tmp_path / "ring.map").mkdir()
    with pytest.raises(GameSyntaxError, match="which is a folder"):
        load_game(game_file(tmp_path, '(map "ring.map")'))


def test_a_text_from_no_file_cannot_have_files_read() -> None:
    with pytest.raises(GameSyntaxError, match="expected a game in a file to read"):
        conquest(board='(map "ring.map")')
