"""Names of cities."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludwright.errors import DataError
from ludwright.families.railway.network import Network
from ludwright.families.railway.towns import (
    RealPlace,
    invented_names,
    on_map,
    read_places,
    town_names,
)


def test_invented_names_are_different_and_enough_for_the_largest_board() -> None:
    assert len(set(town_names())) == len(town_names()) >= 80
    names = invented_names(80, random.Random(1))
    assert len(set(names)) == 80
    assert names == invented_names(80, random.Random(1))


def test_cities_get_the_names_of_the_nearest_places_north_at_the_top() -> None:
    network = Network(((100, 100), (900, 100), (500, 600)), ())
    places = [
        RealPlace("Lisbon", -9.1, 38.7),
        RealPlace("Oslo", 10.8, 59.9),
        RealPlace("Dublin", -6.3, 53.3),
        RealPlace("Moscow", 37.6, 55.8),
        RealPlace("Rome", 12.5, 41.9),
    ]
    assert on_map(network, places) == ["Dublin", "Moscow", "Rome"]


def test_too_few_places_are_refused() -> None:
    with pytest.raises(DataError, match="at least 2 places with different names"):
        on_map(Network(((1, 1), (2, 2)), ()), [RealPlace("A", 0, 0), RealPlace("A", 1, 1)])


def test_a_table_of_places_is_read(tmp_path: Path) -> None:
    table = tmp_path / "places.csv"
    table.write_text("name,longitude,latitude\nOslo,10.8,59.9\n", encoding="utf-8")
    assert read_places(table) == [RealPlace("Oslo", 10.8, 59.9)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,lon,lat\nOslo,1,2\n", "the columns name, longitude, latitude"),
        ("name,longitude,latitude\nOslo,east,2\n", "line 2: expected degrees, got 'east'"),
        ("name,longitude,latitude\nOslo,200,2\n", "longitude from -180 to 180"),
        ("name,longitude,latitude\n,1,2\n", "line 2: expected a name"),
        ("name,longitude,latitude\nOslo,nan,2\n", "longitude from -180 to 180"),
    ],
)
def test_a_bad_table_gets_a_clear_error(tmp_path: Path, text: str, words: str) -> None:
    table = tmp_path / "places.csv"
    table.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=words):
        read_places(table)
