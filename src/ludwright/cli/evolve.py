"""`ludwright evolve`: search for new games, and record the whole run."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote
from typing import Any

import typer

from ludwright.cli.console import (
    INTERRUPTED,
    MOST_CHILDREN,
    MOST_GAMES,
    MOST_MATCHES,
    Json,
    Quiet,
    RunProgress,
    Seats,
    complete_family,
    effort_named,
    errors_told,
    jobs_of,
    jobs_option,
    open_game,
    print_json,
    remark,
    say,
    seed_option,
)
from ludwright.cli.run_line import RunLine

DEFAULT_CHILDREN = 500
DEFAULT_ARCHIVE = "concept,mean-length"
SEEDS_HELP = "Games to start with: names or paths, separated by commas. Default: all seeds."
FAULTS_TOLD = 3
EXPORT = "export"
"""The folder of the report, in the folder of the run."""


def evolve(
    family: str | None = typer.Argument(
        None,
        help="The family of games to evolve. Default: the family of the seeds, or the only one.",
        autocompletion=complete_family,
    ),
    seeds: str | None = typer.Option(None, "--seeds", help=SEEDS_HELP),
    children: int | None = typer.Option(
        None,
        "--children",
        min=1,
        max=MOST_CHILDREN,
        help=f"Stop after this many children. Default: {DEFAULT_CHILDREN}, "
        "unless --survivors or --budget is given.",
    ),
    survivors: int | None = typer.Option(
        None,
        "--survivors",
        min=1,
        max=MOST_CHILDREN,
        help="Stop when this many children have joined the population.",
    ),
    budget: str | None = typer.Option(
        None, "--budget", help="Stop after this time, such as 90s, 30m or 2h."
    ),
    preset: str | None = typer.Option(
        None,
        "--preset",
        help="A whole way of evolving games, such as paper. Default: the first that the family "
        "has, if any.",
    ),
    pressure: float | None = typer.Option(
        None,
        "--pressure",
        min=1.0,
        max=2.0,
        help="Selection pressure of the usual loop: how often the best game is a parent, relative "
        "to the average. Default: 1.7.",
    ),
    novelty: float | None = typer.Option(
        None,
        "--novelty",
        min=0.0,
        max=1.0,
        help="The share of parents in the usual loop that are chosen for being unlike the seeds. "
        "Default: 0.",
    ),
    generations: int | None = typer.Option(
        None, "--generations", min=1, max=MOST_CHILDREN, help="With a preset: its generations."
    ),
    offspring: int | None = typer.Option(
        None, "--offspring", min=2, max=MOST_GAMES, help="With a preset: games in a population."
    ),
    tournament: int | None = typer.Option(
        None,
        "--tournament",
        min=1,
        max=MOST_GAMES,
        help="With a preset: games drawn, the two best of which become parents.",
    ),
    mutation: float | None = typer.Option(
        None, "--mutation", min=0.0, max=1.0, help="With a preset: the chance of each mutation."
    ),
    matches: int | None = typer.Option(
        None, "--matches", min=2, max=MOST_MATCHES, help="With a preset: matches of each game."
    ),
    floor: int | None = typer.Option(
        None,
        "--floor",
        min=1,
        max=MOST_GAMES,
        help="With a preset: the smallest size of a game, such as the territories of a map.",
    ),
    reference: str | None = typer.Option(
        None,
        "--reference",
        help="With a preset that has targets: the game that new ones should be like.",
    ),
    player: str | None = typer.Option(
        None, "--player", help="With a preset: who plays all seats. Default: the family's choice."
    ),
    archive: str | None = typer.Option(
        None,
        "--archive",
        help="The measures that define the kinds of games to keep apart, separated by commas; "
        f"a measure may have a width, such as duration:0.2. Default: {DEFAULT_ARCHIVE}, or the "
        "preset's.",
    ),
    profile: str | None = typer.Option(
        None,
        "--profile",
        help="How to score: the path of a file, or the name of a profile. Default: the family's, "
        "or the preset's.",
    ),
    lock: list[str] = typer.Option(
        [],
        "--lock",
        help="A part of the rules that must not change, such as board; may be repeated.",
    ),
    limit: list[str] = typer.Option(
        [],
        "--limit",
        help="Reject games outside this limit, such as 'mean-length<=40'; may be repeated.",
    ),
    target: list[str] = typer.Option(
        [],
        "--target",
        help="Prefer games near this value, such as 'mean-length=30'; may be repeated.",
    ),
    seed: int = seed_option(),
    jobs: str = jobs_option("Worker processes"),
    finalists: int = typer.Option(
        10, "--finalists", min=0, max=MOST_GAMES, help="Games on the final list."
    ),
    effort: str | None = typer.Option(
        None,
        "--effort",
        help="How thoroughly to measure the finalists: quick or full. Default: full; presets "
        "measure them in their own way.",
    ),
    screening: str | None = typer.Option(
        None,
        "--screening",
        help="The effort by which children are measured. Default: quick, on boards "
        "quick-alphabeta, which takes less time and plays worse.",
    ),
    seats: int | None = Seats,
    keep_evidence: bool = typer.Option(
        True,
        "--keep-evidence/--no-evidence",
        help="Keep the matches of viable games, so that `runs measure` can use them.",
    ),
    out: Path = typer.Option(Path("runs/evolution"), "--out", help="The folder of the run."),
    resume: bool = typer.Option(False, "--resume", help="Resume the run in the folder."),
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = RunProgress,
) -> None:
    """Evolve games from seeds; survivors are kept, measured and reported."""
    with errors_told():
        from ludwright.running.driver import Goal
        from ludwright.store.runs import RUN_FILE

        family = _family_of(seeds) if family is None else family
        numbers = {
            "generations": generations,
            "offspring": offspring,
            "tournament": tournament,
            "mutation": mutation,
            "floor": floor,
        }
        asked = Search(family, preset, numbers, matches, player, reference)
        games = asked.seeds(seats) if seeds is None else seeds_named(family, seeds)
        settings = settings_of(
            family,
            games,
            seed,
            finalists,
            archive=archive,
            profile=profile,
            steering=(lock, limit, target),
            effort=effort,
            screening=screening,
            seats=seats,
            search=asked,
            pressure=pressure,
            novelty=novelty,
        )
        goal = Goal(children, survivors, _seconds(budget))
        if goal == Goal() and settings.search is None:
            goal = Goal(children=DEFAULT_CHILDREN)
        if resume and not (out / RUN_FILE).is_file():
            remark(f"no run in {out} yet: starting one", quiet=quiet)
        _check_report(out, is_begun=(out / RUN_FILE).exists())
        line = RunLine(goal, wanted=progress, quiet=quiet)
        way_on = "add --resume to the same command to continue"
        found = kept_run(
            out,
            settings,
            games,
            goal,
            jobs,
            line,
            is_resumed=resume,
            way_on=way_on,
            keeps_evidence=keep_evidence,
        )
        report = _report(out, finalists, quiet=quiet)
        if as_json:
            print_json(_summary(found, out))
        else:
            for text in summary_lines(found, out, report):
                say(text)


def kept_run(
    folder: Path,
    settings: Any,
    games: list[Any],
    goal: Any,
    jobs: str,
    line: RunLine,
    *,
    is_resumed: bool,
    way_on: str,
    keeps_evidence: bool = True,
) -> Any:
    """Run until the goal is met; if Ctrl-C stops it, print `way_on`: how to continue."""
    from ludwright.running.driver import evolve as evolved
    from ludwright.synthesis.worker_pool import worker_pool

    try:
        with worker_pool(jobs_of(jobs)) as pool:
            run = evolved(
                folder,
                settings,
                games,
                goal,
                pool,
                told=line,
                heard=line.hear,
                is_resumed=is_resumed,
                keeps_evidence=keeps_evidence,
            )
            return run.evolution
    except KeyboardInterrupt:
        line.close()
        remark(f"interrupted, saved in {folder}; {way_on}")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        line.close()


def _family_of(seeds: str | None) -> str:
    """The family to evolve if none is named."""
    from ludwright.language.registry import family_names

    if seeds is not None and (names := [name for name in seeds.split(",") if name.strip()]):
        return str(open_game(names[0].strip()).family)
    known = family_names()
    if len(known) > 1:
        raise typer.BadParameter(f"expected a family, such as {known[0]}, got none of {known}")
    return known[0]


def seeds_named(family: str, names: str | None) -> list[Any]:
    """The games in a list separated by commas, or all seeds of the family if it is None."""
    from ludwright.running.settings import require_seed
    from ludwright.synthesis.variation import variation_named

    variation = variation_named(family)
    if names is None:
        return list(variation.seeds())
    games = [open_game(name.strip()) for name in names.split(",") if name.strip()]
    if not games:
        raise typer.BadParameter(
            f"expected names or paths of games after --seeds, got {names[:40]!r}; "
            "leave the option out to start with all seeds"
        )
    require_seed(games)
    return games


class Search:
    """What was asked for about a search by a preset, from the options of the command line."""

    def __init__(
        self,
        family: str,
        preset: str | None,
        numbers: dict[str, Any],
        matches: int | None,
        player: str | None,
        reference: str | None = None,
    ) -> None:
        from ludwright.synthesis.preset import presets_of

        self.family = family
        known = presets_of(family)
        self.preset = (preset or next(iter(known))) if known else None
        self.loop = None if known else preset
        """A preset of the usual loop."""
        self.numbers = {name: one for name, one in numbers.items() if one is not None}
        self.matches = matches
        self.player = player
        self.reference = reference
        given = {**self.numbers, "matches": matches, "player": player, "reference": reference}
        wrong = [f"--{name}" for name, one in given.items() if one is not None]
        if self.preset is None and wrong:
            raise typer.BadParameter(
                f"expected a family with presets for {wrong[0]}, got {family}, which has none"
            )

    def seeds(self, seats: int | None) -> list[Any]:
        """The games to start with."""
        from ludwright.synthesis.preset import preset_named

        if self.preset is None:
            return seeds_named(self.family, None)
        preset = preset_named(self.preset, self.family)
        if self.reference is None:
            return list(preset.seeds(seats))
        if preset.referred is None:
            raise typer.BadParameter(
                f"expected a preset with targets for --reference, got {self.preset}"
            )
        return [preset.referred(open_game(self.reference), seats)]

    def settings(self, games: list[Any], seed: int, **named: Any) -> Any:
        """The settings of the search."""
        from dataclasses import replace

        from ludwright.running.settings import search_settings
        from ludwright.synthesis.preset import preset_named

        assert self.preset is not None, "expected a preset"
        preset = preset_named(self.preset, self.family)
        options = replace(preset.options, **self.numbers)
        named |= {"matches": self.matches, "player": self.player}
        if preset.targets is not None and named.get("profile") is None:
            named["profile"] = preset.targets(games[0], named.get("seats"), seed, 1)
        return search_settings(self.family, games, options, seed, **named)


def settings_of(
    family: str,
    games: list[Any],
    seed: int,
    finalists: int,
    *,
    archive: str | None = None,
    profile: str | None = None,
    steering: tuple[list[str], list[str], list[str]] = ([], [], []),
    effort: str | None = None,
    screening: str | None = None,
    seats: int | None = None,
    search: Search | None = None,
    pressure: float | None = None,
    novelty: float | None = None,
) -> Any:
    """The settings of a run, from the options of the command line."""
    from ludwright.errors import LudwrightError
    from ludwright.running.settings import settings_for

    locks, limits, targets = steering
    asked: dict[str, Any] = {
        "finalists": finalists,
        "profile": profile,
        "limits": limits,
        "targets": targets,
        "seats": seats,
    }
    try:
        if search is not None and search.preset is not None:
            _refuse_with_preset(
                {
                    "--lock": locks,
                    "--effort": effort,
                    "--screening": screening,
                    "--pressure": pressure,
                    "--novelty": novelty,
                }
            )
            axes = _axes(archive) if archive is not None else ()
            return search.settings(games, seed, axes=axes, **asked)
        return settings_for(
            family,
            games,
            seed,
            axes=_axes(DEFAULT_ARCHIVE if archive is None else archive),
            locks=locks,
            finish=effort_named(effort or "full", family),
            screening=screening,
            preset=None if search is None else search.loop,
            pressure=pressure,
            novelty=novelty,
            **asked,
        )
    except LudwrightError:
        raise
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def _refuse_with_preset(options: dict[str, Any]) -> None:
    for name, given in options.items():
        if given:
            raise typer.BadParameter(
                f"expected no {name} with a preset, which varies and measures games in its own "
                f"way, got {name}"
            )


def _axes(archive: str) -> tuple[str, ...]:
    axes = tuple(name.strip() for name in archive.split(",") if name.strip())
    if not axes:
        raise typer.BadParameter(
            f"expected measures such as {DEFAULT_ARCHIVE} after --archive, got {archive[:40]!r}"
        )
    return axes


def _seconds(budget: str | None) -> float | None:
    if budget is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(s|m|h|)", budget.strip())
    if found is None or float(found[1]) <= 0:
        raise typer.BadParameter(f"expected a time such as 90s, 30m or 2h, got {budget[:40]!r}")
    return float(found[1]) * {"s": 1, "": 1, "m": 60, "h": 3600}[found[2]]


def _check_report(out: Path, *, is_begun: bool) -> None:
    """Refuse to replace a report that does not belong to the run in the folder."""
    from ludwright.files import require_free
    from ludwright.presentation.run_export import FILES

    way_out = "choose another folder, or remove it"
    require_free(*(out / EXPORT / name for name in FILES), force=is_begun, way_out=way_out)


def _report(out: Path, best: int, *, quiet: bool) -> Path:
    from ludwright.cli.runs import export_run

    remark("writing the report", quiet=quiet)
    # The folder belongs to the run; the report of an earlier start is out of date.
    return export_run(out, out / EXPORT, best=best, force=True)


def _summary(found: Any, out: Path) -> dict[str, Any]:
    from ludwright.plain import plain_of

    census = found.census
    return {
        "run": str(out),
        "children": census.children,
        "survivors": census.survivors,
        "viable": census.viable,
        "cells": len(found.archive),
        "rejections": [
            {"stage": str(stage), "cause": cause, "count": count}
            for (stage, cause), count in sorted(census.rejections.items())
        ],
        "lost_seeds": {one.name: str(one.rejection) for one in found.lost_seeds()},
        "faults": found.faults,
        "falls": [plain_of(one) for one in found.falls],
        "finalists": [
            {
                "game": one.critique.game,
                "digest": one.critique.digest,
                "score": plain_of(one.score),
                "viable": one.is_viable,
                "failings": list(one.failings),
            }
            for one in found.finalists
        ],
    }


def summary_lines(found: Any, out: Path, report: Path) -> list[str]:
    """A run in a few lines, with the commands to use next."""
    from ludwright.presentation.run_export import file_stem

    census = found.census
    lines = [
        f"{census.children} children: {census.survivors} survived, {census.viable} viable, "
        f"of {len(found.archive)} kinds",
        *_rejected_lines(census),
        *(f"seed left out: {one.name}: {one.rejection}" for one in found.lost_seeds()),
        *(f"failed: {text}" for text in found.faults[-FAULTS_TOLD:]),
        *_final_lines(found),
        "",
    ]
    games = out / EXPORT / "games"
    names = [file_stem(one.critique.game) for one in found.finalists]
    lines += [f"play:    ludwright play {quote(str(games / name))}.game" for name in names]
    return [*lines, f"report:  {report}", f"details: ludwright runs show {quote(str(out))}"]


def _rejected_lines(census: Any) -> list[str]:
    rejected = census.rejections.most_common()
    lines = [f"  {count:5} rejected by {stage}: {cause}" for (stage, cause), count in rejected[:6]]
    rest = sum(count for _, count in rejected[6:])
    return [*lines, f"  {rest:5} rejected for other reasons"] if rest else lines


def _final_lines(found: Any) -> list[str]:
    lines = ["", "final list:"] if found.finalists else []
    for one in found.finalists:
        lines.append(f"  {one.critique.game:12} score {one.score}")
        lines += [f"    not viable: {text}" for text in one.failings]
    lines += ["failed the final tests:"] if found.falls else []
    for one in found.falls:
        lines.append(f"  {one.name}, in the {one.test}: {one.reasons[0]}")
        lines += [f"    and {text}" for text in one.reasons[1:]]
    return lines
