from __future__ import annotations

import pytest

from ludwright.experiments.paired_tests import MOST_PAIRS, permutation_p, signed_rank_p


def test_ten_differences_of_one_sign_are_as_unlikely_as_two_of_1024() -> None:
    differences = [float(one) for one in range(1, 11)]
    assert permutation_p(differences) == 2 / 1024
    assert signed_rank_p([-one for one in differences]) == 2 / 1024


def test_differences_that_cancel_say_nothing() -> None:
    assert permutation_p([1.0, -1.0, 2.0, -2.0]) == 1.0
    assert signed_rank_p([1.0, -1.0]) == 1.0


def test_the_signed_rank_test_gives_a_value_of_the_tables() -> None:
    # Five pairs, sum of the negative ranks 1 (the smallest is negative): p = 4 / 32.
    assert signed_rank_p([-1.0, 2.0, 3.0, 4.0, 5.0]) == 4 / 32


def test_ties_share_their_ranks_and_zeros_are_left_out() -> None:
    assert signed_rank_p([0.0, 1.0, 1.0, 1.0]) == 2 / 8
    assert signed_rank_p([2.0, 2.0, -2.0]) == signed_rank_p([5.0, 5.0, -5.0]) == 1.0


def test_too_many_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="at most"):
        permutation_p([1.0] * (MOST_PAIRS + 1))
