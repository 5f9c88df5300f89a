"""Rules in English as sections, and the goal of a game as a sentence, for pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ludwright.language.game import Game
from ludwright.play.families import family_of


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A heading of the rules with its paragraphs; those that begin with `- ` are list items."""

    heading: str
    paragraphs: tuple[str, ...]

    @property
    def blocks(self) -> list[tuple[bool, list[str]]]:
        """Neighbouring paragraphs, or the items of a list: whether it is a list, and its texts."""
        groups = groupby(self.paragraphs, lambda text: text.startswith("- "))
        return [
            (is_list, [text.removeprefix("- ") if is_list else text for text in group])
            for is_list, group in groups
        ]


def rules_sections(text: str) -> list[RulesSection]:
    """The sections of rules in English."""
    # The first block is the title of the game.
    blocks = [block.split("\n") for block in text.strip().split("\n\n")[1:]]
    return [RulesSection(heading.strip(), _paragraphs(lines)) for heading, *lines in blocks]


def _paragraphs(lines: Sequence[str]) -> tuple[str, ...]:
    parts: list[str] = []
    for line in lines:
        is_more = bool(parts) and not line.startswith("  - ")
        is_inside = line.startswith("    ") or not (parts and parts[-1].startswith("- "))
        if is_more and is_inside:
            parts[-1] += f" {line.strip()}"
        else:
            parts.append(line.strip())
    return tuple(parts)


def goal_of(game: Game) -> str:
    """The goal of a game as a sentence; "" if it has none."""
    goal = family_of(game).summary(game).goal
    return f"{goal[0].upper()}{goal[1:]}." if goal else ""
