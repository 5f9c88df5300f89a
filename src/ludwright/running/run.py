"""A run as a value: its games, their critiques and the evidence behind them, from its folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from ludwright.criticism.critique import Critique
from ludwright.criticism.evidence import Evidence
from ludwright.errors import StoreError
from ludwright.language.game import Game, read_game
from ludwright.plain import read_plain
from ludwright.store.runs import RUN_FILE, RunRow, Standing, run_folder
from ludwright.store.store import Store
from ludwright.synthesis.candidate import Candidate, Finalist, Generation, Occasion, Retest
from ludwright.synthesis.loops import Loop, loop_of
from ludwright.synthesis.run_settings import RunSettings


class Run:
    """A run in a folder. Everything is read once, when it is first asked for."""

    def __init__(self, folder: Path, evolution: Loop | None = None) -> None:
        self.folder = folder
        if evolution is not None:
            self.__dict__["evolution"] = evolution

    def __repr__(self) -> str:
        standing = self.standing
        return (
            f"<run {self.name!r}, {self.row.state}: {standing.children} children, "
            f"{standing.survivors} survived, {standing.viable} viable>"
        )

    @cached_property
    def row(self) -> RunRow:
        """Its settings as they were saved, its state and its times."""
        with opened_run(self.folder) as (_, row):
            return row

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.row.name

    @property
    def family(self) -> str:
        """The family of its games."""
        return self.row.family

    @property
    def seed(self) -> int:
        """The seed of all its random numbers."""
        return self.row.seed

    @cached_property
    def settings(self) -> RunSettings:
        """Everything that determines what it finds."""
        return read_plain(RunSettings, self.row.settings, place=f"{self.folder}: settings")

    @cached_property
    def standing(self) -> Standing:
        """Its progress, in numbers."""
        with opened_run(self.folder) as (store, row):
            return store.standing(row.name)

    @cached_property
    def generations(self) -> tuple[Generation, ...]:
        """Its generations in order; the first holds the seeds."""
        with opened_run(self.folder) as (store, row):
            return tuple(store.generations(row.name))

    @cached_property
    def evolution(self) -> Loop:
        """The state of the loop after the last generation."""
        seeds = [one.game for one in self.generations[0].candidates] if self.generations else []
        found = loop_of(self.settings, seeds)
        for generation in self.generations:
            found.absorb(generation)
        return found

    @cached_property
    def finalists(self) -> tuple[Finalist, ...]:
        """The final list, best first; empty before the run has ended."""
        with opened_run(self.folder) as (store, row):
            return tuple(store.finalists(row.name))

    @property
    def games(self) -> list[Game]:
        """Seeds and surviving children, best first."""
        return [one.game for one in self.evolution.population]

    @property
    def champions(self) -> list[Game]:
        """The games of the final list; before the run has ended, the viable children; best first.

        The games of the final list have improved policies.
        """
        if self.finalists:
            return [read_game(one.text, one.critique.game) for one in self.finalists]
        return [one.game for one in self.evolution.viable()]

    @cached_property
    def critiques(self) -> dict[str, Critique]:
        """The latest critique of each surviving game, by its digest; best games first."""
        found = {one.digest: one.critique for one in self.evolution.population if one.critique}
        numbers = {one.number: one.digest for one in self.evolution.population}
        for generation in self.generations:
            tests: list[Retest | Finalist] = [*generation.retests, *generation.finalists]
            for test in tests:
                if test.critique is not None and test.number in numbers:
                    found[numbers[test.number]] = test.critique
        return found

    def candidate(self, game: Game | str | int) -> Candidate:
        """The candidate with this number, digest or name, or of this game, by its latest test."""
        with opened_run(self.folder) as (store, row):
            return store.candidate(row.name, self._number(store, row, game))

    def evidence(
        self, game: Game | str | int, occasion: Occasion = Occasion.SCREENING
    ) -> Evidence | None:
        """The matches behind a critique of a viable game; None if they were not kept."""
        with opened_run(self.folder) as (store, row):
            return store.evidence(row.name, self._number(store, row, game), occasion)

    def _number(self, store: Store, row: RunRow, game: Game | str | int) -> int:
        if isinstance(game, int):
            return game
        wanted = game if isinstance(game, str) else game.digest
        return store.candidate_number(row.name, wanted)


def load_run(run: str | Path, root: str | Path = "runs") -> Run:
    """The run in a folder, or in the folder of that name below `root`."""
    found = Run(run_folder(run, Path(root)))
    _ = found.row  # raises StoreError here if there is no run
    return found


@contextmanager
def opened_run(folder: Path) -> Iterator[tuple[Store, RunRow]]:
    """The store of a run folder, read-only, and its run, even if the folder was renamed."""
    with Store.open(folder / RUN_FILE, is_read_only=True) as store:
        runs = store.runs()
        named = [run for run in runs if run.name == folder.resolve().name]
        if not named and len(runs) != 1:
            raise StoreError(
                f"{folder}: expected one run in {RUN_FILE}, got {len(runs)}; "
                "wait until one has started, or choose another folder"
            )
        yield store, (named or runs)[0]
