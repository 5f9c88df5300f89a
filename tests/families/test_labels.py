"""Names beside circles."""

from __future__ import annotations

from ludwright.families.labels import Ground, overlap, placed_labels

FRAME = (0.0, 0.0, 400.0, 300.0)


def test_a_name_goes_round_a_line_that_is_in_its_way() -> None:
    place = (200.0, 150.0)
    for away in ((400.0, 150.0), (0.0, 150.0), (200.0, 0.0), (200.0, 300.0)):
        ground = Ground((place,), 8.0, ((place, away),), FRAME, 6.0, 20.0, 2.0)
        (label,) = placed_labels(("Somewhere",), 13.0, ground, is_round=True)
        for step in range(1, 20):
            share = step / 20
            x = place[0] + share * (away[0] - place[0])
            y = place[1] + share * (away[1] - place[1])
            assert overlap(label.box, (x - 5, y - 5, x + 5, y + 5)) == 0


def test_names_of_neighbours_do_not_overlap() -> None:
    places = tuple((100.0 + 30 * at, 150.0) for at in range(6))
    ground = Ground(places, 8.0, (), FRAME)
    labels = placed_labels(("Longname",) * 6, 13.0, ground, is_round=True)
    boxes = [label.box for label in labels]
    assert all(overlap(a, b) < 1 for at, a in enumerate(boxes) for b in boxes[:at])


def test_names_stay_in_the_frame() -> None:
    corners = ((2.0, 2.0), (398.0, 2.0), (2.0, 298.0), (398.0, 298.0))
    for is_round in (False, True):
        ground = Ground(corners, 5.0, (), FRAME)
        for label in placed_labels(("Corner",) * 4, 12.0, ground, is_round=is_round):
            left, top, right, bottom = label.box
            assert left >= -8
            assert top >= -8
            assert right <= 408
            assert bottom <= 308


def test_long_names_are_broken_at_a_space() -> None:
    ground = Ground(((200.0, 150.0),), 8.0, (), FRAME)
    (label,) = placed_labels(("Northwest Territory of Ours",), 12.0, ground)
    assert len(label.lines) == 2
    assert " ".join(label.lines) == "Northwest Territory of Ours"
