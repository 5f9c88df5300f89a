"""The reference page of the criteria."""

from __future__ import annotations

from ludwright import families  # noqa: F401 - registers the criteria of all families
from ludwright.criticism.criterion import Group, criteria_of
from ludwright.criticism.reference_page import anchor, reference_page

FAMILY = "combinatorial"


def test_every_criterion_is_told_in_full() -> None:
    page = reference_page(FAMILY)
    for one in criteria_of(FAMILY):
        section = page.partition(f'<a id="{anchor(one)}">')[2].partition("<a id=")[0]
        assert f"### {one.number} `{one.name}`" in section
        assert one.idea in section
        assert f"**Range:** {one.low:g} " in section
        assert one.fooled_by[1:] in section
        for mode in one.needs:
            assert "main matches" in section or f"`{mode}`" in section


def test_there_are_the_57_of_ludi_and_more() -> None:
    counts = dict.fromkeys(Group, 0)
    for one in criteria_of(FAMILY):
        counts[one.group] += 1
    assert counts[Group.INTRINSIC] == 16
    assert counts[Group.VIABILITY] == 11
    assert counts[Group.QUALITY] == 30
    assert counts[Group.BEYOND] >= 4


def test_names_and_numbers_are_given_once() -> None:
    criteria = criteria_of(FAMILY)
    assert len({one.name for one in criteria}) == len(criteria)
    assert len({one.number for one in criteria}) == len(criteria)


def test_rules_alone_are_told_apart_from_slow_modes() -> None:
    page = reference_page(FAMILY)
    assert "- **Based on:** the rules only\n" in page
    assert "- **Based on:** the main matches; a mean over matches\n" in page
    assert "matches of the mode `deep` (slow); a mean over matches" in page
    assert "modes `skill-1`, `skill-2`, `skill-3`, `skill-4` (slow)" in page


def test_a_range_without_an_end_was_shown_as_inf() -> None:
    page = reference_page(FAMILY)
    assert "- **Range:** 0 or more; wanted: a matter of taste\n" in page
    assert "- **Range:** 0 to 1.5; wanted: high\n" in page
    assert " inf" not in page
