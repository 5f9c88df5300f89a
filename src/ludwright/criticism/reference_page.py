"""The reference page of a family's criteria in Markdown, from their declarations."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criteria_of
from ludwright.criticism.evidence import SAMPLES
from ludwright.criticism.modes import MAIN

GROUPS: dict[Group, tuple[str, str]] = {
    Group.INTRINSIC: ("Intrinsic", "Computed from rules and equipment, without playing."),
    Group.VIABILITY: ("Viability", "Computed from the outcomes of matches."),
    Group.QUALITY: ("Quality", "Computed from the course of matches."),
    Group.BEYOND: ("Beyond Ludi", "Not among the 57 of Browne & Maire 2010."),
}
"""The title and description of each group."""
WANTED: dict[Wanted, str] = {
    Wanted.HIGH: "high",
    Wanted.LOW: "low",
    Wanted.EITHER: "a matter of taste",
}
SOURCES: dict[Source, str] = {
    Source.PAPER: "Browne & Maire 2010",
    Source.THESIS: "Browne 2008, from secondary sources",
    Source.LUDII: "after a metric of Ludii",
    Source.ROSSATO: "Rossato et al. 2023",
    Source.SMITH: "Smith",
    Source.OURS: "ours",
}
NOTATION = """\
**Notation.** G is the number of matches and S the number of seats. M is the number of turns in a
match (on boards every ply is a turn) and M_pref the preferred number, on boards 60; R plies at the
start are random and not measured; n counts turns. h_s is the standing of seat s, and the
standings sum to 1. The lead of a seat is L_s = h_s - max of the others, from -1 to 1; with two
seats, L_n is the lead of the first after turn n. w_n is the lead of the eventual winner, and m the
lead of whoever leads; w(t_i) and m(t_i) are the same at {samples} times t_i, evenly spaced from 0
(start) to 1 (end). b_n is the number of legal moves before a ply; v is the value of a move to its
mover, from 0 to 1. A round is one turn of each player. Unless stated otherwise, a value is
computed for each match and averaged over the matches where it is defined.
"""


def reference_page(family: str, criteria: Sequence[Criterion] | None = None) -> str:
    """Criteria of a family, all if none are given: a table for each group, a section for each."""
    criteria = criteria_of(family) if criteria is None else criteria
    parts = [NOTATION.strip().format(samples=SAMPLES)]
    for group in Group:
        members = [one for one in criteria if one.group == group]
        if members:
            parts.append(_group_section(group, members))
    return "\n\n".join(parts) + "\n"


def anchor(one: Criterion) -> str:
    """The link to a criterion."""
    return f"criterion-{one.name}"


def _group_section(group: Group, members: list[Criterion]) -> str:
    title, about = GROUPS[group]
    rows = ["| | Criterion | Idea | Range | Wanted | Source |", "|---|---|---|---|---|---|"]
    rows += [_row(one) for one in members]
    sections = [_section(one) for one in members]
    return "\n\n".join(
        [f"## {title}", f"{len(members)} criteria. {about}", "\n".join(rows), *sections]
    )


def _row(one: Criterion) -> str:
    link = f"[`{one.name}`](#{anchor(one)})"
    cells = [one.number, link, one.idea, _range(one), WANTED[one.wanted], _source(one)]
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _section(one: Criterion) -> str:
    return "\n".join(
        [
            f'<a id="{anchor(one)}"></a>\n\n### {one.number} `{one.name}`\n',
            f"{one.idea}\n",
            f"- **Formula:** {_escaped(one.formula)}",
            f"- **Range:** {_range(one)}; wanted: {WANTED[one.wanted]}",
            f"- **Source:** {_source(one)}{f': {one.deviation}' * bool(one.deviation)}",
            f"- **Based on:** {_reads(one)}",
            f"- **Fooled by:** {one.fooled_by[0].lower()}{one.fooled_by[1:]}",
            *_remark("When low", one.when_low),
            *_remark("When high", one.when_high),
        ]
    )


def _remark(when: str, remark: Remark | None) -> list[str]:
    if remark is None:
        return []
    return [f"- **{when}:** {remark.says}" + (f"; try {remark.instead}" * bool(remark.instead))]


def _range(one: Criterion) -> str:
    return f"{one.low:g} or more" if one.high == inf else f"{one.low:g} to {one.high:g}"


def _source(one: Criterion) -> str:
    if not one.equation:
        return SOURCES[one.source]
    return f"{SOURCES[one.source]}, {'after ' * bool(one.deviation)}equation {one.equation}"


def _reads(one: Criterion) -> str:
    """The modes of play, and whether the value is a mean over matches."""
    if not one.needs:
        return "the rules only"
    modes = "the main matches" if one.needs == (MAIN,) else _modes(one.needs)
    slow = " (slow)" if one.is_slow else ""
    return f"{modes}{slow}{'; a mean over matches' if one.is_mean else ''}"


def _modes(needs: tuple[str, ...]) -> str:
    listed = ", ".join(f"`{mode}`" for mode in needs)
    return f"matches of the mode{'s' if len(needs) > 1 else ''} {listed}"


def _escaped(text: str) -> str:
    """Text with the characters escaped that are special in Markdown."""
    for sign in ("\\", "*", "_", "<", ">"):
        text = text.replace(sign, f"\\{sign}")
    return text


def _cell(text: str) -> str:
    """Text for one table cell."""
    return text.replace("|", "\\|")
