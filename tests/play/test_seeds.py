"""Seeds derived for one purpose."""

from __future__ import annotations

from ludwright.play.seeds import seed_of, stream


def test_seeds_of_different_purposes_differ_and_those_of_one_purpose_do_not() -> None:
    assert seed_of(5, "deep") == seed_of(5, "deep")
    assert len({seed_of(5, "deep"), seed_of(6, "deep"), seed_of(5, "other-first")}) == 3
    assert all(0 <= seed_of(seed, "x") < 1 << 63 for seed in range(100))


def test_derived_seeds_stay_as_they_are_since_runs_and_records_depend_on_them() -> None:
    assert seed_of(0, "other-first") == 6_915_941_247_181_522_592
    assert stream(0, 0, "setup").random() == 0.7088053388029738


def test_a_stream_does_not_depend_on_what_was_drawn_from_another() -> None:
    first = stream(1, 2, "player 0")
    expected = stream(1, 2, "player 1").random()
    first.random()
    assert stream(1, 2, "player 1").random() == expected
    assert stream(1, 3, "player 1").random() != expected
