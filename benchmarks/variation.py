"""Makes ten thousand children of board games: checks that each is sound, and measures the speed.

Parents are drawn from the seeds and from recent children. The time covers crossover, mutation,
repair, the static check and the digest. It does not cover the tests of the child afterwards: that
its text reads back and that it can be lowered to a program of the native core. The same children
are made five times, each time in a new process, and the best time of each batch counts, because
other processes on the machine may slow down some of them.

    python -m benchmarks.variation                     writes the results page
    python -m benchmarks.variation --children 500      a smaller number, for a quick check
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.variation import Birth, birth, seeds
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.check import check, type_findings
from ludwright.language.game import Game
from ludwright.language.ludeme import size
from ludwright.language.syntax import read, write
from ludwright.language.vary import collect_rarely
from ludwright.synthesis.steering import Steering

PAGE = Path(__file__).parents[1] / "docs" / "results" / "variation.md"

CHILDREN = 10_000
SEED = 2008
BATCH = 500
RECENT = 500
"""The number of recent children that can be parents, so that there are many generations."""
RUNS = 5
LEAST_RATE = 1000


@dataclass
class Account:
    """The results for all children."""

    children: int = 0
    ill_typed: int = 0
    unreadable: int = 0
    senseless: int = 0
    not_lowered: int = 0
    undone: Counter[str] = field(default_factory=Counter)
    retried: int = 0
    like_a_parent: int = 0
    digests: set[str] = field(default_factory=set)
    sizes: list[int] = field(default_factory=list)
    generations: list[int] = field(default_factory=list)
    runs: list[list[float]] = field(default_factory=list)
    """Processor time of each batch, by run."""

    @property
    def failures(self) -> int:
        return self.ill_typed + self.unreadable + self.senseless + self.not_lowered

    @property
    def rate(self) -> float:
        return self.children / sum(map(min, zip(*self.runs, strict=True)))

    @property
    def run_rates(self) -> list[float]:
        return sorted(self.children / sum(run) for run in self.runs)

    def note(self, made: Birth, template: Game, other: Game, generation: int) -> None:
        root = made.game.root
        self.children += 1
        self.ill_typed += bool(type_findings(root))
        self.unreadable += read(write(root), BoardGame) != root
        self.senseless += bool(check(made.game))
        self.not_lowered += not _is_lowered(root)
        self.undone.update(["children"] if made.undone else [])
        self.retried += made.tries > 1
        self.like_a_parent += made.game.digest in (template.digest, other.digest)
        self.digests.add(made.game.digest)
        self.sizes.append(size(root))
        self.generations.append(generation)


def _is_lowered(root: object) -> bool:
    assert isinstance(root, BoardGame)
    try:
        native.Program(lower(root))
    except (ValueError, LookupError, AssertionError):
        return False
    return True


def account(children: int, seed: int, runs: int) -> Account:
    new_process = multiprocessing.get_context("spawn")
    found = Account()
    for number in range(runs):
        with new_process.Pool(1) as pool:
            made = pool.apply(_made, (children, seed, number == 0))
        found = found if number else made
        found.runs += made.runs if number else []
    return found


def _made(children: int, seed: int, is_looked_at: bool) -> Account:  # noqa: FBT001
    """One run; children are tested only if `is_looked_at`."""
    collect_rarely()  # as every evolution does
    rng = random.Random(seed)
    found = Account()
    seconds: list[float] = []
    first = [(game, 0) for game in seeds()]
    recent: list[tuple[Game, int]] = []
    for game, _ in first:
        game.digest  # noqa: B018 - a parent's digest was computed when it was a child
    while len(recent) < children:
        born: list[tuple[Birth, tuple[Game, int], tuple[Game, int]]] = []
        parents = [*first, *recent[-RECENT:]]
        began = time.process_time()
        for _ in range(min(BATCH, children - len(recent))):
            template, other = rng.choice(parents), rng.choice(parents)
            born.append((birth(template[0], other[0], rng, Steering()), template, other))
        seconds.append(time.process_time() - began)
        for made, template, other in born:
            generation = 1 + max(template[1], other[1])
            if is_looked_at:
                found.note(made, template[0], other[0], generation)
            recent.append((made.game, generation))
    found.runs.append(seconds)
    return found


def page(found: Account, seed: int) -> str:
    sizes = sorted(found.sizes)
    rates = [BATCH / min(one) for one in zip(*found.runs, strict=True)]
    rows = (
        ("children", f"{found.children:,}"),
        ("ill-typed", found.ill_typed),
        ("text that does not read back as the same game", found.unreadable),
        ("findings of the static check", found.senseless),
        ("not lowered to a program of the native core", found.not_lowered),
        (
            "a part taken back from the template, as no repair made sense of it",
            found.undone["children"],
        ),
        ("mutated again, having the rules of a parent", found.retried),
        ("still with the rules of a parent", found.like_a_parent),
        ("different rules among them", f"{len(found.digests):,}"),
        ("generations since the seeds, at most", max(found.generations)),
        (
            "ludemes: median, 95 %, largest",
            f"{sizes[len(sizes) // 2]}, {sizes[len(sizes) * 95 // 100]}, {sizes[-1]}",
        ),
        ("**children a second on one core**", f"**{found.rate:,.0f}**"),
        (
            f"the same by batches of {BATCH}: slowest, median, fastest",
            f"{min(rates):,.0f}, {statistics.median(rates):,.0f}, {max(rates):,.0f}",
        ),
        (
            "the same by whole runs, slowest first",
            ", ".join(f"{rate:,.0f}" for rate in found.run_rates),
        ),
    )
    table = "\n".join(f"| {what} | {value} |" for what, value in rows)
    return PAGE_TEXT.format(table=table, seed=seed)


PAGE_TEXT = """# Variation

Does every child of board games make sense, and how fast are children made? Parents are drawn from
the 107 seeds and from the last 500 children, and one of them is the template. Each element is
replaced by one of the other parent with probability 0.10, then mutated with probability 0.10, and
what no longer makes sense is repaired.

| | |
|---|---|
{table}

The time is processor time of crossover, mutation, repair, the static check and the digest together.
The same children are made several times, each time by a new process; the best time of each batch
counts.

Command: `python -m benchmarks.variation` with seed {seed}.
"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--children", type=int, default=CHILDREN)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--runs", type=int, default=RUNS)
    given = parser.parse_args(arguments)
    found = account(given.children, given.seed, given.runs)
    text = page(found, given.seed)
    print(text)
    if (given.children, given.seed) == (CHILDREN, SEED):
        PAGE.write_text(text, encoding="utf-8")
    is_proved = found.failures == 0 and found.like_a_parent == 0 and found.rate >= LEAST_RATE
    return 0 if is_proved else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
