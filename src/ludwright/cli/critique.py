"""`ludwright critique`: how good a game is, by all criteria, with standard errors."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    MOST_MATCHES,
    Force,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    Seats,
    check_output,
    coloured,
    complete_game,
    effort_named,
    errors_told,
    jobs_of,
    jobs_option,
    print_json,
    remark,
    say,
    seed_option,
    sound_game,
    uncoloured,
)
from ludwright.cli.paint import has_cursor

KEPT = Path("runs/critiques")
"""Where matches are kept by default."""


def critique(
    games: list[str] = typer.Argument(
        ..., help="Packaged games by name, or paths of .game files.", autocompletion=complete_game
    ),
    effort: str = typer.Option(
        "quick",
        "--effort",
        help="quick: 20 matches. full: 100 matches by stronger players, all criteria. On boards "
        "also quick-alphabeta and full-alphabeta: by alpha-beta at depth 2 or 3, without a trial.",
    ),
    matches: int = typer.Option(
        0,
        "-n",
        "--matches",
        min=0,
        max=MOST_MATCHES,
        help="Matches to play; 0 for the number of the effort.",
    ),
    depth: int = typer.Option(
        0,
        "--depth",
        min=0,
        max=6,
        help="Search depth, without a trial of players; 0 for what the effort says.",
    ),
    player: str | None = typer.Option(
        None, "--player", help="Plays the ordinary matches, instead of what the effort says."
    ),
    profile: str | None = typer.Option(
        None,
        "--profile",
        help="How to score: the path of a file, or a name such as ludi or gated.",
    ),
    seats: int | None = Seats,
    seed: int = seed_option(),
    jobs: str = jobs_option("Threads"),
    as_json: bool = Json,
    as_csv: bool = typer.Option(False, "--csv", help="Print CSV, one line per criterion."),
    as_html: bool = typer.Option(False, "--html", help="Print an HTML page with plots."),
    out: Path | None = typer.Option(
        None,
        "--out",
        "-o",
        help="Write to this file instead; .html, .csv and .json choose the format.",
    ),
    force: bool = Force,
    keep: Path | None = typer.Option(
        None, "--keep", help=f"The folder to keep the matches in. Default: {KEPT}."
    ),
    no_keep: bool = typer.Option(False, "--no-keep", help="Do not keep the matches."),
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Play a game and measure how good it is."""
    with errors_told():
        check_output(out, force=force, makes_folder=True)
        if keep is not None and no_keep:
            raise typer.BadParameter("expected --keep or --no-keep, got both")
        # All of them first: a bad third game must not cost the work on two good ones.
        asked = [
            _asked(sound_game(one), effort, matches, depth, player, profile, seats) for one in games
        ]
        reviews = []
        for name, one in zip(games, asked, strict=True):
            with closing(ProgressLine(f"criticising {name}", wanted=progress, quiet=quiet)) as line:
                review = one.reviewed(seed, jobs_of(jobs), line)
            reviews.append(review if no_keep else _kept(review, keep, quiet=quiet))
        _give(reviews, out, as_json=as_json, as_csv=as_csv, as_html=as_html, quiet=quiet)


def _asked(
    game: Any,
    effort: str,
    matches: int,
    depth: int,
    player: str | None,
    profile: str | None,
    seats: int | None,
) -> Any:
    """How one game is to be criticised; effort and profile are those of its family."""
    from ludwright.criticism.profile import profile_of
    from ludwright.criticism.review import Reviewing
    from ludwright.play.roster import player_of

    found = effort_named(effort, game.family)
    chosen = replace(found, matches=matches or found.matches, player=player)
    if depth:
        chosen = replace(chosen, depth=depth, work=0)
    if player is not None:
        player_of(player, game)
    return Reviewing(game, chosen, profile_of(profile, game.family), seats)


def _give(
    reviews: list[Any],
    out: Path | None,
    *,
    as_json: bool,
    as_csv: bool,
    as_html: bool,
    quiet: bool,
) -> None:
    """Write or print the reviews."""
    from ludwright.files import write_text

    text = _text(reviews, as_json=as_json, as_csv=as_csv, as_html=as_html, out=out)
    if out is not None:
        write_text(out, uncoloured(text))
        remark(f"wrote {out}", quiet=quiet)
    elif as_json:
        print_json(_json(reviews))
    else:
        say(text.rstrip("\n"))


def _kept(review: Any, folder: Path | None, *, quiet: bool) -> Any:
    """The review with its matches in files; only a folder named by the user must be writable."""
    from ludwright.criticism.kept_matches import keep_matches
    from ludwright.errors import StoreError

    try:
        kept = keep_matches(review.critique, review.evidence, folder or KEPT)
    except StoreError as error:
        if folder is not None:
            raise
        remark(f"matches are not kept: {error}", quiet=quiet)
        return review
    return replace(review, kept=kept)


def _text(reviews: list[Any], *, as_json: bool, as_csv: bool, as_html: bool, out: Any) -> str:
    import json

    from ludwright.presentation.critique_report import page, table_csv

    suffix = out.suffix.lower() if out is not None else ""
    if as_html or suffix == ".html":
        return page(reviews)
    if as_csv or suffix == ".csv":
        return table_csv(reviews)
    if as_json or suffix == ".json":
        return json.dumps(_json(reviews), indent=2, allow_nan=False) + "\n"
    on_terminal = out is None and has_cursor(sys.stdout)
    return "\n\n".join(_lines(review, on_terminal=on_terminal) for review in reviews) + "\n"


def _json(reviews: list[Any]) -> dict[str, Any]:
    return {"critiques": [review.to_json() for review in reviews]}


def _lines(review: Any, *, on_terminal: bool) -> str:
    critique = review.critique
    lines = [
        f"{coloured(critique.game, '1')}: {review.verdict}",
        f"  score {review.score}, by the profile {review.profile.name}",
        *(f"  {text}" for text in review.remarks_on_score),
        f"  {review.standing()}",
        f"  {critique.effort}, seed {critique.seed}",
    ]
    lines += [] if critique.players is None else [f"  {critique.players}"]
    lines += _remark_lines(review)
    lines += _match_lines(review)
    return "\n".join([*lines, *_table_lines(review, on_terminal=on_terminal)])


_BULLETS = {"strengths": ("+", "32"), "weaknesses": ("-", "31"), "unlike most games": ("~", "36")}
"""The bullet of each kind of remark, and its colour."""


def _remark_lines(review: Any) -> list[str]:
    lines: list[str] = []
    for kind, (mark, colour) in _BULLETS.items():
        found = [one for one in review.remarks if one.kind == kind]
        lines += ["", f"  {kind}"] if found else []
        for one in found:
            lines.append(f"    {coloured(mark, colour)} {one.says} ({one.figures})")
            if one.advice:
                before = "try" if kind == "weaknesses" else "to change that, try"
                lines.append(f"      {before} {one.advice}")
    return lines


def _match_lines(review: Any) -> list[str]:
    if review.kept is None:
        return []
    lines = ["", f"  matches, kept in {review.kept.folder}"]
    for one in review.notable:
        lines.append(f"    match {one.match}, the {one.why}, {one.plies} moves: {one.ended}")
        lines.append(f"      {review.kept.command(one.match)}")
    return lines


def _table_lines(review: Any, *, on_terminal: bool) -> list[str]:
    from ludwright.criticism.criterion import Group, criteria_of
    from ludwright.criticism.peers import Percentile

    critique = review.critique
    known = [
        one for one in criteria_of(review.evidence.game.family) if one.name in critique.measures
    ]
    ranks = {n: str(one) for n, one in review.ranked.items() if isinstance(one, Percentile)}
    groups = {group.value: [one.name for one in known if one.group == group] for group in Group}
    groups = {group: names for group, names in groups.items() if names}
    if on_terminal:
        return _terminal_table(critique, groups, ranks)
    head = f"  {'criterion':28} {'value':24}"
    lines = ["", f"{head} percentile" if ranks else head.rstrip()]
    for group, names in groups.items():
        lines.append(f"  {group}")
        for name in names:
            line = f"    {name:26} {critique[name]!s:24} {ranks.get(name, '')}"
            lines.append(line.rstrip())
    return lines


def _terminal_table(
    critique: Any, groups: dict[str, list[str]], ranks: dict[str, str]
) -> list[str]:
    """The values come last, because a reason for a missing one may be long."""
    from ludwright.cli.live import table_lines

    rows: list[tuple[str, ...]] = []
    for group, names in groups.items():
        rows.append((group, "", ""))
        rows += [(f"  {name}", ranks.get(name, ""), str(critique[name])) for name in names]
    return ["", *table_lines(("criterion", "percentile", "value"), rows)]
