"""`ludwright critique`: how good a game is, by all criteria, with errors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    MOST_MATCHES,
    Json,
    ProgressLine,
    Quiet,
    complete_game,
    errors_told,
    jobs_of,
    open_game,
    print_json,
    remark,
    say,
    seed_option,
)


def critique(
    games: list[str] = typer.Argument(
        ..., help="Packaged games by name, or paths of .game files.", autocompletion=complete_game
    ),
    effort: str = typer.Option(
        "quick",
        "--effort",
        help="quick: 20 matches at depth 2; full: 100 at depth 3, all criteria.",
    ),
    matches: int = typer.Option(
        0, "-n", "--matches", min=0, max=MOST_MATCHES, help="Other than the effort's."
    ),
    depth: int = typer.Option(0, "--depth", min=0, max=6, help="Other than the effort's."),
    profile: str | None = typer.Option(
        None, "--profile", help="How games are scored: a file with weights, or gated."
    ),
    seed: int = seed_option(),
    jobs: str = typer.Option("auto", "--jobs", "-j"),
    as_json: bool = Json,
    as_csv: bool = typer.Option(False, "--csv", help="Print one line per criterion."),
    as_html: bool = typer.Option(False, "--html", help="Print a page with plots."),
    out: Path | None = typer.Option(None, "--out", "-o", help="Write the page or table here."),
    quiet: bool = Quiet,
    progress: bool | None = typer.Option(None, "--progress/--no-progress"),
) -> None:
    """Play a game and measure how good it is."""
    with errors_told():
        chosen = _effort(effort, matches, depth)
        weights = _profile(profile, games)
        reviews = []
        for name in games:
            line = ProgressLine(f"criticising {name}", wanted=progress, quiet=quiet)
            try:
                reviews.append(_review(name, chosen, weights, seed, jobs_of(jobs), line))
            finally:
                line.close()
        text = _text(reviews, as_json=as_json, as_csv=as_csv, as_html=as_html, out=out)
        if out is not None:
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(text, encoding="utf-8")
            remark(f"wrote {out}", quiet=quiet)
        elif as_json:
            print_json(_json(reviews))
        else:
            say(text.rstrip("\n"))


def _effort(name: str, matches: int, depth: int) -> Any:
    from ludwright.criticism.effort import EFFORTS
    from ludwright.errors import UnknownName

    if name not in EFFORTS:
        raise UnknownName("effort", name, EFFORTS)
    found = EFFORTS[name]
    return replace(found, matches=matches or found.matches, depth=depth or found.depth)


def _profile(name: str | None, games: list[str]) -> Any:
    from ludwright.criticism.profile import profile_of

    return profile_of(name, open_game(games[0]).family)


def _review(name: str, effort: Any, weights: Any, seed: int, jobs: int, line: ProgressLine) -> Any:
    from ludwright.criticism.effort import critique as criticised
    from ludwright.criticism.effort import modes_of
    from ludwright.criticism.profile import aesthetic_score
    from ludwright.criticism.report import Review
    from ludwright.criticism.viability import verdict_of

    total = sum(mode.matches for mode in modes_of(effort))
    done: dict[str, int] = {}

    def told(mode: str, finished: int, _: int) -> None:
        done[mode] = finished
        line(sum(done.values()), total)

    found, evidence = criticised(open_game(name), effort, seed, jobs, told)
    return Review(found, evidence, verdict_of(found), aesthetic_score(found, weights))


def _text(reviews: list[Any], *, as_json: bool, as_csv: bool, as_html: bool, out: Any) -> str:
    import json

    from ludwright.criticism.report import page, table_csv

    suffix = out.suffix.lower() if out is not None else ""
    if as_html or suffix == ".html":
        return page(reviews, "Critique of " + ", ".join(one.critique.game for one in reviews))
    if as_csv or suffix == ".csv":
        return table_csv(reviews)
    if as_json or suffix == ".json":
        return json.dumps(_json(reviews), indent=2, allow_nan=False) + "\n"
    return "\n\n".join(map(_lines, reviews)) + "\n"


def _json(reviews: list[Any]) -> dict[str, Any]:
    return {
        "critiques": [
            {
                **review.critique.to_json(),
                "score": review.score.to_json(),
                "verdict": review.verdict.to_json(),
            }
            for review in reviews
        ]
    }


def _lines(review: Any) -> str:
    from ludwright.criticism.criterion import Group, criteria_of
    from ludwright.criticism.report import told

    critique = review.critique
    lines = [f"{critique.game}: {review.verdict}", f"  score {told(review.score)}"]
    lines.append(f"  {critique.effort}, seed {critique.seed}")
    for group in Group:
        found = [
            one
            for one in criteria_of(review.evidence.game.family)
            if one.group == group and one.name in critique.measures
        ]
        lines += [f"  {group.value}"] if found else []
        lines += [f"    {one.name:26} {told(critique[one.name])}" for one in found]
    return "\n".join(lines)
