"""The store: everything that outlives a process, in one file.

One process writes at a time; any number may read. A generation is saved whole or not at all, so a
killed run can be resumed from its last whole generation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

from sqlalchemy import Connection, Engine, Select, and_, delete, func, insert, or_, select, update

from ludwright import __version__
from ludwright.criticism.comparisons import Comparison, Preferred
from ludwright.criticism.critique import Critique
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import Score
from ludwright.errors import LudwrightError, StoreError, UnknownName
from ludwright.files import make_folder
from ludwright.language.game import Game, read_game
from ludwright.plain import plain_of, read_plain
from ludwright.play.families import family_named
from ludwright.play.playtest import Playtest
from ludwright.play.playtest_file import from_bytes
from ludwright.store import tables
from ludwright.store.connection import (
    errors_in,
    fold_log,
    is_locked,
    lock,
    open_engine,
    path_of,
    transaction,
)
from ludwright.store.runs import (
    CandidateRow,
    PlaytestRow,
    RunRow,
    RunState,
    Standing,
    differences,
)
from ludwright.synthesis.candidate import (
    Candidate,
    CandidateEvidence,
    Fall,
    Finalist,
    Generation,
    Occasion,
    Retest,
)
from ludwright.synthesis.packed_evidence import PackedPlaytest, pack_playtest

EVIDENCE_BYTES: int = 256 << 20
"""The most bytes of evidence that a run keeps, the best games first. A viable game needs about
200 kB for its 150 matches, nearly all of it the values of all moves."""
RATED_GENERATIONS: int = 20
"""The number of last generations over which the rate of a run is measured."""

Found = TypeVar("Found")
_ROW = tables.candidates.c


class Store:
    """Games, playtests, critiques, runs and comparisons in one file; open it with `Store.open`."""

    def __init__(self, path: Path, engine: Engine, lock_file: IO[bytes] | None) -> None:
        self.path = path
        self._engine = engine
        self._lock = lock_file

    @classmethod
    def open(cls, path_or_url: str | Path, *, is_read_only: bool = False) -> Store:
        """The store in a file, which is created if it does not exist, unless it is read-only.

        Raises StoreError if the file is not a store, is damaged, or another process writes to it.
        """
        path = path_of(path_or_url)
        if is_read_only:
            fold_log(path, is_writer=False)
            return cls(path, open_engine(path, is_read_only=True), None)
        with errors_in(path):
            make_folder(path.parent)
            held = lock(path)
        try:
            return cls(path, open_engine(path, is_read_only=False), held)
        except BaseException:
            held.close()
            raise

    def close(self) -> None:
        """Close the file; the last process to do so leaves no log next to it."""
        self._engine.dispose()
        try:
            fold_log(self.path, is_writer=self._lock is not None)
        finally:
            if self._lock is not None:
                self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def is_being_written(self) -> bool:
        """Whether a process, perhaps this one, has the store open for writing."""
        return is_locked(self.path)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with errors_in(self.path), transaction(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self._lock is None:
            raise StoreError(f"{self.path}: it was opened for reading only")
        with errors_in(self.path), transaction(self._engine, is_writing=True) as connection:
            yield connection

    def _made(self, make: Callable[[], Found], what: str) -> Found:
        """The result of `make`, which reads stored data; StoreError if that is damaged."""
        try:
            return make()
        except (
            *(LudwrightError, LookupError, TypeError, ValueError, AttributeError),
            *(ArithmeticError, RecursionError),
        ) as error:
            why = f"{type(error).__name__}: {error}"[:200]
            raise StoreError(
                f"{self.path}: {what} is damaged ({why}); restore the file from a copy"
            ) from error

    # --- Runs ------------------------------------------------------------------------------------

    def new_run(self, name: str, family: str, seed: int, settings: Mapping[str, Any]) -> RunRow:
        """Start a run."""
        now = _now()
        row = {
            "name": name,
            "family": family,
            "seed": str(seed),
            "settings": dict(settings),
            "state": RunState.RUNNING.value,
            "version": __version__,
            "created": now,
            "updated": now,
        }
        with self._writing() as connection:
            if _count(connection, select(tables.runs).where(tables.runs.c.name == name)):
                raise StoreError(
                    f"{self.path}: there is already a run {name!r}; resume it or choose "
                    "another folder"
                )
            connection.execute(insert(tables.runs), row)
        return self.run_named(name)

    def resume_run(
        self,
        name: str,
        family: str,
        seed: int,
        settings: Mapping[str, Any],
    ) -> RunRow:
        """Resume a run; raises StoreError with the differences if it has other settings."""
        run = self.run_named(name)
        fresh = json.loads(json.dumps(dict(settings)))
        now = {"family": family, "seed": seed, "version": __version__, "settings": fresh}
        then = {key: getattr(run, key) for key in now}
        if different := differences(then, now):
            raise StoreError(
                f"{self.path}: expected the run {name!r} with its settings, got others: "
                f"{'; '.join(different)}. Use the old ones, or start another run"
            )
        self._update_run(name, state=RunState.RUNNING.value)
        return self.run_named(name)

    def forget_empty_runs(self) -> None:
        """Remove the runs without a generation: they have nothing to resume."""
        begun = select(tables.generations.c.run)
        with self._writing() as connection:
            connection.execute(delete(tables.runs).where(tables.runs.c.name.not_in(begun)))

    def set_state(self, name: str, state: RunState) -> None:
        """Set the state of a run."""
        self._update_run(name, state=state.value)

    def _update_run(self, name: str, **columns: Any) -> None:
        chosen = update(tables.runs).where(tables.runs.c.name == name)
        with self._writing() as connection:
            if not connection.execute(chosen.values(updated=_now(), **columns)).rowcount:
                raise self._no_run(connection, name)

    def runs(self) -> list[RunRow]:
        """All runs, by name."""
        with self._reading() as connection:
            rows = connection.execute(select(tables.runs).order_by(tables.runs.c.name)).all()
            return [self._run(row) for row in rows]

    def run_named(self, name: str) -> RunRow:
        """The run of that name."""
        with self._reading() as connection:
            row = connection.execute(select(tables.runs).where(tables.runs.c.name == name)).first()
            if row is None:
                raise self._no_run(connection, name)
            return self._run(row)

    def _run(self, row: Any) -> RunRow:
        return self._made(
            lambda: RunRow(
                name=row.name,
                family=row.family,
                seed=int(row.seed),
                settings=dict(row.settings),
                state=RunState(row.state),
                version=row.version,
                created=datetime.fromisoformat(row.created),
                updated=datetime.fromisoformat(row.updated),
            ),
            f"the run {row.name!r}",
        )

    def _no_run(self, connection: Connection, name: str) -> StoreError:
        known = connection.scalars(select(tables.runs.c.name).limit(8)).all()
        way_out = f"it has {', '.join(map(repr, known))}" if known else "it has none"
        return StoreError(f"{self.path}: expected one of its runs, got {name!r}; {way_out}")

    # --- Generations -----------------------------------------------------------------------------

    def save_generation(self, run: str, generation: Generation) -> None:
        """Save a generation, whole or not at all; they must come in order, from 0."""
        number = generation.number
        with self._writing() as connection:
            known = self._run_family(connection, run)
            expected = _count(
                connection, select(tables.generations).where(tables.generations.c.run == run)
            )
            if number != expected:
                raise StoreError(f"{self.path}: expected generation {expected}, got {number}")
            now = _now()
            row = {"run": run, "number": number, "summary": _summary(generation), "created": now}
            connection.execute(insert(tables.generations), row)
            _insert(
                connection, tables.candidates, [_row(run, one) for one in generation.candidates]
            )
            _save_retests(connection, run, generation)
            _note(connection, tables.finalists, run, number, generation.finalists)
            survivors = [one for one in generation.candidates if one.has_survived]
            _add_games(connection, ((one.digest, known, one.name, one.text) for one in survivors))
            for kept in generation.evidence:
                _save_evidence(connection, run, kept)
            if generation.evidence:
                _bound_evidence(connection, run)
            chosen = update(tables.runs).where(tables.runs.c.name == run)
            connection.execute(chosen.values(updated=now))

    def _run_family(self, connection: Connection, run: str) -> str:
        family = connection.scalar(select(tables.runs.c.family).where(tables.runs.c.name == run))
        if family is None:
            raise self._no_run(connection, run)
        return str(family)

    def generations(self, run: str) -> Iterator[Generation]:
        """The generations of a run as they were saved, in order."""
        column = tables.generations.c
        with self._reading() as connection:
            self._run_family(connection, run)
            chosen = select(column.number).where(column.run == run).order_by(column.number)
            numbers = connection.scalars(chosen).all()
        # One short transaction each: a long one would keep the writer from truncating its log.
        return (self._generation(run, number) for number in numbers)

    def _generation(self, run: str, number: int) -> Generation:
        column = tables.generations.c
        with self._reading() as connection:
            summary = connection.execute(
                select(column.summary).where(column.run == run, column.number == number)
            ).scalar_one()
            children = connection.scalars(
                select(_ROW.data)
                .where(_ROW.run == run, _ROW.generation == number)
                .order_by(_ROW.number)
            ).all()
            again = _noted(connection, tables.retests, run, number)
            last = _noted(connection, tables.finalists, run, number)
        return self._made(
            lambda: Generation(
                number,
                tuple(read_plain(Candidate, one) for one in children),
                tuple(read_plain(Retest, one) for one in again),
                tuple(read_plain(Finalist, one) for one in last),
                dict(summary["seconds"]),
                tuple(summary.get("faults", ())),
                read_plain(tuple[Fall, ...], summary.get("falls", [])),
            ),
            f"generation {number} of the run {run!r}",
        )

    # --- Candidates ------------------------------------------------------------------------------

    def candidates(
        self,
        run: str,
        *,
        best_first: bool = False,
        only_viable: bool = False,
        only_survivors: bool = False,
        with_seeds: bool = True,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[CandidateRow]:
        """A list of candidates by their latest tests; fast even for long lists.

        Ordered by number, or best first with those without a score last.
        """
        chosen = select(*[_ROW[name] for name in _LISTED]).where(_ROW.run == run)
        if only_viable:
            chosen = chosen.where(_ROW.is_viable)
        if only_survivors:
            chosen = chosen.where(_ROW.stage.is_(None))
        if not with_seeds:
            chosen = chosen.where(_ROW.generation > 0)
        order = (_ROW.score.desc().nulls_last(), _ROW.number) if best_first else (_ROW.number,)
        with self._reading() as connection:
            self._run_family(connection, run)
            rows = connection.execute(chosen.order_by(*order).limit(limit).offset(offset)).all()
            return self._made(
                lambda: [_listed(row) for row in rows], f"the list of the run {run!r}"
            )

    def candidate(self, run: str, number: int) -> Candidate:
        """A candidate with everything known about it after its latest test."""
        retest = tables.retests.c
        with self._reading() as connection:
            data = connection.scalar(
                select(_ROW.data).where(_ROW.run == run, _ROW.number == number)
            )
            if data is None:
                raise StoreError(f"{self.path}: the run {run!r} has no candidate {number}")
            again = connection.scalars(
                select(retest.data)
                .where(retest.run == run, retest.number == number)
                .order_by(retest.generation, retest.place)
            ).all()
            return self._made(lambda: _as_it_stands(data, again), f"candidate {number}")

    def candidate_number(self, run: str, wanted: str) -> int:
        """The number of the surviving candidate with this digest or name."""
        chosen = select(_ROW.number).where(
            _ROW.run == run, _ROW.stage.is_(None), or_(_ROW.digest == wanted, _ROW.name == wanted)
        )
        with self._reading() as connection:
            self._run_family(connection, run)
            number = connection.scalar(chosen.order_by(_ROW.number).limit(1))
            names = [] if number is not None else self._names(connection, run)
        if number is None:
            raise UnknownName("game of the run", wanted, names)
        return int(number)

    def _names(self, connection: Connection, run: str) -> list[str]:
        chosen = select(_ROW.name).where(_ROW.run == run, _ROW.stage.is_(None))
        return list(connection.scalars(chosen))

    def finalists(self, run: str) -> list[Finalist]:
        """The games of the final list, best first; empty before the run has ended."""
        column = tables.finalists.c
        with self._reading() as connection:
            self._run_family(connection, run)
            last = connection.scalar(select(func.max(column.generation)).where(column.run == run))
            rows = [] if last is None else _noted(connection, tables.finalists, run, last)
        return self._made(
            lambda: [read_plain(Finalist, row) for row in rows], f"a finalist of the run {run!r}"
        )

    def falls(self, run: str) -> list[Fall]:
        """The games that failed the final tests when the run was last finished."""
        column = tables.generations.c
        with self._reading() as connection:
            self._run_family(connection, run)
            chosen = select(column.summary).where(column.run == run)
            latest = connection.scalars(chosen.order_by(column.number.desc())).all()
        return self._made(lambda: _falls_of(latest), f"the run {run!r}")

    def lost_seeds(self, run: str) -> list[Candidate]:
        """The seeds that could not be played or measured, with the reason."""
        with self._reading() as connection:
            self._run_family(connection, run)
            chosen = select(_ROW.data).where(
                _ROW.run == run, _ROW.generation == 0, _ROW.stage.is_not(None)
            )
            rows = connection.scalars(chosen.order_by(_ROW.number)).all()
        return self._made(lambda: [read_plain(Candidate, one) for one in rows], f"the run {run!r}")

    def rejections(self, run: str) -> dict[tuple[str, str], int]:
        """How many children were rejected, by stage and cause; the most frequent first."""
        count = func.count()
        chosen = (
            select(_ROW.stage, _ROW.cause, count)
            .where(_ROW.run == run, _ROW.generation > 0, _ROW.stage.is_not(None))
            .group_by(_ROW.stage, _ROW.cause)
            .order_by(count.desc(), _ROW.stage, _ROW.cause)
        )
        with self._reading() as connection:
            self._run_family(connection, run)
            return {(row[0], row[1]): row[2] for row in connection.execute(chosen)}

    def standing(self, run: str) -> Standing:
        """The progress of a run, in numbers."""
        with self._reading() as connection:
            self._run_family(connection, run)
            chosen = select(tables.generations.c.summary, tables.generations.c.created)
            chosen = chosen.where(tables.generations.c.run == run)
            turns = connection.execute(chosen.order_by(tables.generations.c.number)).all()
            children = and_(_ROW.run == run, _ROW.generation > 0)
            counts = {
                "children": children,
                "survivors": and_(children, _ROW.stage.is_(None)),
                "viable": and_(children, _ROW.is_viable),
                "seeds": and_(_ROW.run == run, _ROW.generation == 0),
            }
            found = {
                name: _count(connection, select(_ROW.number).where(which))
                for name, which in counts.items()
            }
        best = self.candidates(run, best_first=True, only_viable=True, with_seeds=False, limit=1)
        return self._made(
            lambda: Standing(
                generations=len(turns),
                retests=sum(turn.summary["retests"] for turn in turns),
                best=best[0].score if best else None,
                rate=_rate(turns),
                work=_added(turn.summary["work"] for turn in turns),
                seconds=_added(turn.summary["seconds"] for turn in turns),
                **found,
            ),
            f"the run {run!r}",
        )

    # --- Games, critiques and playtests -----------------------------------------------------------

    def add_game(self, game: Game) -> None:
        """Add a game, unless one with its digest is in the store."""
        with self._writing() as connection:
            _add_game(connection, game)

    def game(self, digest: str) -> Game:
        """The game with this digest."""
        column = tables.games.c
        with self._reading() as connection:
            chosen = select(column.family, column.text).where(column.digest == digest)
            row = connection.execute(chosen).first()
        if row is None:
            raise StoreError(f"{self.path}: there is no game {digest} in it")
        return self._made(
            lambda: family_named(row.family).read_game(row.text, digest), f"the game {digest}"
        )

    def add_critique(self, game: Game, critique: Critique) -> None:
        """Add a critique; it replaces an older one of the same effort and seed."""
        key = {"digest": game.digest, "effort": critique.effort, "seed": str(critique.seed)}
        with self._writing() as connection:
            _add_game(connection, game)
            _replace(connection, tables.critiques, key, {"data": plain_of(critique)})

    def critiques(self, digest: str) -> list[Critique]:
        """All critiques of a game, the newest last."""
        column = tables.critiques.c
        with self._reading() as connection:
            chosen = select(column.data).where(column.digest == digest).order_by(column.id)
            rows = connection.scalars(chosen).all()
        return self._made(
            lambda: [read_plain(Critique, row) for row in rows], f"a critique of {digest}"
        )

    def add_playtest(self, mode: str, playtest: Playtest) -> None:
        """Add a playtest; it replaces an older one of the same mode, players and seed."""
        row = _playtest_columns(playtest.game.digest, mode, pack_playtest(playtest))
        key = {name: row.pop(name) for name in ("digest", "mode", "players", "seed")}
        with self._writing() as connection:
            _add_game(connection, playtest.game)
            _replace(connection, tables.playtests, {**key, "run": None}, row)

    def playtests(self, digest: str) -> list[PlaytestRow]:
        """A list of the playtests of a game, the newest last."""
        column = tables.playtests.c
        names = ("digest", "mode", "players", "seed", "matches", "settings")
        with self._reading() as connection:
            chosen = select(*[column[name] for name in names]).where(column.digest == digest)
            rows = connection.execute(chosen.order_by(column.id)).all()
        return self._made(lambda: [_playtest_row(row) for row in rows], f"a playtest of {digest}")

    def playtest(
        self,
        digest: str,
        mode: str,
        *,
        players: Iterable[str] | None = None,
        seed: int | None = None,
    ) -> Playtest | None:
        """The newest matching playtest of a game, or None."""
        column = tables.playtests.c
        chosen = select(column.bytes).where(column.digest == digest, column.mode == mode)
        if players is not None:
            chosen = chosen.where(column.players == json.dumps(list(players)))
        if seed is not None:
            chosen = chosen.where(column.seed == str(seed))
        with self._reading() as connection:
            data = connection.scalar(chosen.order_by(column.id.desc()).limit(1))
        return None if data is None else self._made(lambda: from_bytes(data), "a playtest")

    def evidence(
        self, run: str, number: int, occasion: Occasion = Occasion.SCREENING
    ) -> Evidence | None:
        """The matches behind a critique of a candidate; None if they were not kept."""
        column = tables.playtests.c
        chosen = select(column.mode, column.preferred_length, column.bytes).where(
            column.run == run, column.number == number, column.occasion == occasion.value
        )
        with self._reading() as connection:
            text = self._text_of(connection, run, number, occasion)
            rows = connection.execute(chosen.order_by(column.id)).all()
        if not rows or text is None:
            return None
        return self._made(
            lambda: Evidence(
                read_game(text),
                {row.mode: from_bytes(row.bytes) for row in rows},
                rows[0].preferred_length,
            ),
            f"the evidence of candidate {number}",
        )

    def _text_of(
        self, connection: Connection, run: str, number: int, occasion: Occasion
    ) -> str | None:
        """The text of a candidate on an occasion: the final one has an improved policy."""
        table = tables.candidates if occasion is Occasion.SCREENING else tables.finalists
        chosen = select(table.c.data).where(table.c.run == run, table.c.number == number)
        data = connection.scalars(chosen.order_by(table.c.generation.desc()).limit(1)).first()
        return None if data is None else self._made(lambda: str(data["text"]), "a candidate")

    def evidence_kept(self, run: str) -> list[tuple[int, Occasion]]:
        """The candidates with evidence, and on which occasion it was gathered, in order."""
        column = tables.playtests.c
        chosen = select(column.number, column.occasion).where(column.run == run).distinct()
        with self._reading() as connection:
            self._run_family(connection, run)
            rows = connection.execute(chosen.order_by(column.number, column.occasion.desc())).all()
        return self._made(
            lambda: [(row.number, Occasion(row.occasion)) for row in rows],
            f"the evidence of the run {run!r}",
        )

    # --- Comparisons ------------------------------------------------------------------------------

    def add_comparison(self, comparison: Comparison, created: datetime | None = None) -> None:
        """Add a person's comparison of two games, which are named by their digests."""
        row = {
            "first": comparison.first,
            "second": comparison.second,
            "preferred": comparison.preferred.value,
            "person": comparison.person,
            "created": created.isoformat() if created is not None else _now(),
        }
        with self._writing() as connection:
            connection.execute(insert(tables.comparisons), row)

    def comparisons(self) -> list[Comparison]:
        """All comparisons, in the order in which they were added."""
        with self._reading() as connection:
            chosen = select(tables.comparisons).order_by(tables.comparisons.c.id)
            rows = connection.execute(chosen).all()
        return self._made(
            lambda: [
                Comparison(row.first, row.second, Preferred(row.preferred), row.person)
                for row in rows
            ],
            "a comparison",
        )


# --- Rows -----------------------------------------------------------------------------------------

_LISTED = (
    *("number", "generation", "digest", "name", "parents", "stage", "cause"),
    *("score", "error", "samples", "is_viable", "distances", "cell"),
)


def _listed(row: Any) -> CandidateRow:
    return CandidateRow(
        number=row.number,
        generation=row.generation,
        digest=row.digest,
        name=row.name,
        parents=tuple(map(str, row.parents)),
        stage=row.stage,
        cause=row.cause,
        score=None if row.score is None else read_plain(Score, _scores_of(row)),
        is_viable=row.is_viable,
        distances={name: float(far) for name, far in row.distances.items()},
        cell=tuple(map(str, row.cell)),
    )


def _playtest_row(row: Any) -> PlaytestRow:
    players = tuple(map(str, json.loads(row.players)))
    settings = dict(row.settings)
    return PlaytestRow(row.digest, row.mode, players, int(row.seed), row.matches, settings)


def _falls_of(summaries: Iterable[Mapping[str, Any]]) -> list[Fall]:
    """The falls in the latest summary of a generation that finished the run."""
    found = next((one.get("falls", ()) for one in summaries if not one["candidates"]), ())
    return list(read_plain(tuple[Fall, ...], list(found)))


def _scores_of(row: Any) -> dict[str, Any]:
    return {"value": row.score, "error": row.error, "samples": row.samples}


def _row(run: str, one: Candidate) -> dict[str, Any]:
    rejected = one.rejection
    return {
        "run": run,
        "number": one.number,
        "generation": one.generation,
        "digest": one.digest,
        "name": one.name,
        "parents": list(one.parents),
        "stage": None if rejected is None else rejected.stage.value,
        "cause": None if rejected is None else rejected.cause,
        **_score_columns(one.score),
        "is_viable": one.is_viable,
        "distances": dict(one.distances),
        "cell": list(one.cell),
        "data": plain_of(one),
    }


def _score_columns(score: Score | None) -> dict[str, Any]:
    if score is None:
        return {"score": None, "error": None, "samples": None}
    return {"score": score.value, "error": score.error, "samples": score.samples}


def _save_retests(connection: Connection, run: str, generation: Generation) -> None:
    _note(connection, tables.retests, run, generation.number, generation.retests)
    for one in generation.retests:
        chosen = update(tables.candidates).where(_ROW.run == run, _ROW.number == one.number)
        connection.execute(chosen.values(is_viable=one.is_viable, **_score_columns(one.score)))


def _save_evidence(connection: Connection, run: str, kept: CandidateEvidence) -> None:
    """Save the matches of a candidate in place of those of its last test on such an occasion."""
    column = tables.playtests.c
    key = {"run": run, "number": kept.number, "occasion": kept.occasion.value}
    connection.execute(
        delete(tables.playtests).where(*(column[name] == value for name, value in key.items()))
    )
    if kept.packed is None:
        return
    digest = connection.scalar(
        select(_ROW.digest).where(_ROW.run == run, _ROW.number == kept.number)
    )
    shared = {**key, "preferred_length": kept.packed.preferred_length}
    rows = [
        {**_playtest_columns(str(digest), mode, one), **shared}
        for mode, one in kept.packed.playtests.items()
    ]
    _insert(connection, tables.playtests, rows)


def _bound_evidence(connection: Connection, run: str) -> None:
    """Remove the matches of the worst games until those of the run fit into `EVIDENCE_BYTES`."""
    column = tables.playtests.c
    size = func.sum(func.length(column.bytes))
    theirs = and_(_ROW.run == column.run, _ROW.number == column.number)
    chosen = (
        select(column.number, size)
        .join(tables.candidates, theirs)
        .where(column.run == run)
        .group_by(column.number)
        .order_by(_ROW.score.desc().nulls_last(), column.number)
    )
    total, gone = 0, []
    for number, its_size in connection.execute(chosen):
        total += its_size
        if total > EVIDENCE_BYTES:
            gone.append(number)
    if gone:
        connection.execute(
            delete(tables.playtests).where(column.run == run, column.number.in_(gone))
        )


def _playtest_columns(digest: str, mode: str, packed: PackedPlaytest) -> dict[str, Any]:
    return {
        "digest": digest,
        "mode": mode,
        "players": json.dumps(list(packed.players)),
        "seed": str(packed.seed),
        "matches": packed.matches,
        "settings": dict(packed.settings),
        "bytes": packed.data,
    }


def _note(
    connection: Connection,
    table: Any,
    run: str,
    generation: int,
    notes: Iterable[Retest | Finalist],
) -> None:
    """Save a generation's retests or finalists, in order."""
    rows = [
        {
            "run": run,
            "generation": generation,
            "place": place,
            "number": one.number,
            "data": plain_of(one),
        }
        for place, one in enumerate(notes)
    ]
    _insert(connection, table, rows)


def _noted(connection: Connection, table: Any, run: str, generation: int) -> list[Any]:
    column = table.c
    chosen = select(column.data).where(column.run == run, column.generation == generation)
    return list(connection.scalars(chosen.order_by(column.place)))


def _as_it_stands(data: Mapping[str, Any], retests: Iterable[Mapping[str, Any]]) -> Candidate:
    found = read_plain(Candidate, data)
    for again in (read_plain(Retest, one) for one in retests):
        critique = again.critique or found.critique
        found = replace(found, score=again.score, is_viable=again.is_viable, critique=critique)
    return found


def _summary(generation: Generation) -> dict[str, Any]:
    made = generation.candidates
    return {
        "candidates": len(made),
        "survivors": sum(one.has_survived for one in made),
        "viable": sum(one.is_viable for one in made),
        "retests": len(generation.retests),
        "work": _added(one.work for one in made),
        "seconds": dict(generation.seconds),
        "faults": list(generation.faults),
        "falls": [plain_of(one) for one in generation.falls],
    }


def _added(sums: Iterable[Mapping[str, float]]) -> dict[str, float]:
    total: dict[str, float] = {}
    for one in sums:
        for name, amount in one.items():
            total[name] = total.get(name, 0.0) + amount
    return total


def _rate(turns: Iterable[Any]) -> float | None:
    """Children per minute over the last generations."""
    last = list(turns)[-RATED_GENERATIONS - 1 :]
    if len(last) < 2:
        return None
    times = [datetime.fromisoformat(turn.created) for turn in last]
    minutes = (times[-1] - times[0]).total_seconds() / 60.0
    children = sum(turn.summary["candidates"] for turn in last[1:])
    return float(children / minutes) if minutes > 0 else None


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _replace(
    connection: Connection, table: Any, key: Mapping[str, Any], rest: Mapping[str, Any]
) -> None:
    old = and_(*[table.c[name] == value for name, value in key.items()])
    connection.execute(delete(table).where(old))
    connection.execute(insert(table), {**key, **rest})


def _add_game(connection: Connection, game: Game) -> None:
    _add_games(connection, [(game.digest, game.family, game.name, game.text)])


def _add_games(connection: Connection, games: Iterable[tuple[str, str, str, str]]) -> None:
    rows = {one[0]: dict(zip(_GAME, one, strict=True)) for one in reversed(list(games))}
    column = tables.games.c.digest
    known = set(connection.scalars(select(column).where(column.in_(list(rows)))))
    _insert(connection, tables.games, [row for key, row in rows.items() if key not in known])


_GAME = ("digest", "family", "name", "text")


def _count(connection: Connection, chosen: Select[Any]) -> int:
    counted: int = connection.execute(
        select(func.count()).select_from(chosen.subquery())
    ).scalar_one()
    return counted


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
