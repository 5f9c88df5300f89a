"""`ludwright showcase`: one game from rules to results, in a folder of pages and records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    MOST_MATCHES,
    ChoiceSeconds,
    Force,
    Game,
    Isolate,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    Seats,
    complete_game,
    errors_told,
    jobs_of,
    jobs_option,
    print_json,
    remark,
    say,
    seat_players,
    seed_option,
    sound_game,
)
from ludwright.cli.playtest import require_matches, summary_lines

FILES: tuple[str, ...] = (
    *("index.html", "rules.txt", "board.svg", "board.png", "leads.svg", "leads.png"),
    *("tournament.playtest", "tournament.jsonl", "summary.json"),
)
"""The files written to the folder."""


def showcase(
    out: Path = typer.Option(Path("runs/showcase"), "--out", help="The folder to write to."),
    force: bool = Force,
    game: str | None = typer.Option(
        None,
        "--game",
        help=f"{Game.help} Default: a game that shows well what games can be like.",
        autocompletion=complete_game,
    ),
    players: str | None = typer.Option(
        None,
        "--players",
        help="One player for all seats, or one for each, separated by commas. "
        "Default: strong players of such games.",
    ),
    seats: int | None = Seats,
    matches: int = typer.Option(
        100, "-n", "--matches", min=1, max=MOST_MATCHES, help="Matches to play."
    ),
    seed: int = seed_option(),
    jobs: str = jobs_option("Threads"),
    isolate: bool = Isolate,
    choice_seconds: float = ChoiceSeconds,
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Play a tournament of a game and write rules, pictures, plots and records to a folder."""
    with errors_told():
        from ludwright.files import make_folder, require_free
        from ludwright.play.families import family_of
        from ludwright.play.playtest import playtest
        from ludwright.play.record import opponents

        require_free(*(out / name for name in FILES), force=force)
        found = sound_game(_shown_game() if game is None else game)
        family = family_of(found)
        usual = family.showcase[1] if family.showcase else family.opponent
        wanted = usual if players is None else players
        names = seat_players(wanted, family.seats_for(found, seats))
        threads = jobs_of(jobs)
        make_folder(out)
        remark(f"{found.name}: {opponents(names)}, {matches} matches", quiet=quiet)
        line = ProgressLine("playing", wanted=progress, quiet=quiet)
        try:
            result = playtest(
                found,
                names,
                matches,
                seed,
                threads,
                seats=seats,
                rotate_seats=True,
                progress=line,
                isolate=isolate,
                choice_seconds=choice_seconds,
            )
        finally:
            line.close()
        require_matches(result, matches)
        files = _write_all(result, out, quiet=quiet)
        if as_json:
            print_json({"files": [str(file) for file in files], "summary": result.summary()})
            return
        for text in summary_lines(result):
            say(text)
        for file in files:
            say(str(file))


def _shown_game() -> str:
    """The game that is shown if none is named."""
    from ludwright.play.families import every_family

    names = [family.showcase[0] for family in every_family() if family.showcase]
    if not names:
        raise typer.BadParameter("expected a game after --game, got none")
    return names[0]


def _write_all(result: Any, out: Path, *, quiet: bool) -> list[Path]:
    from ludwright.criticism.lead_history import lead_history
    from ludwright.files import write_text
    from ludwright.play.families import family_of, load_rules
    from ludwright.play.playtest_file import save
    from ludwright.presentation.plots import lead_plot
    from ludwright.presentation.showcase_page import showcase_page

    rules = load_rules(result.game, result.seats)
    family = family_of(result.game)
    told = family.rules_text(result.game)
    history = lead_history(result)
    chosen = history.dramatic[0] if history and history.dramatic else 0
    record = result[chosen]
    position = list(record.positions(rules))[-1]
    title = f"{result.game.name.replace('-', ' ')}, match {chosen}"
    pictures = {"board": family.draw_svg(position, title=title), "leads": lead_plot(result)}
    files = [out / "index.html", out / "rules.txt"]
    write_text(files[1], told)
    for name, svg in pictures.items():
        files += _write_picture(out, name, svg, quiet=quiet)
    page = showcase_page(record, rules, summary_lines(result), told, **pictures)
    write_text(files[0], page)
    for name in ("tournament.playtest", "tournament.jsonl"):
        save(result, out / name)
        files.append(out / name)
    summary = out / "summary.json"
    write_text(summary, json.dumps(result.summary(), indent=2) + "\n")
    return [*files, summary]


def _write_picture(out: Path, name: str, svg: str, *, quiet: bool) -> list[Path]:
    from ludwright.files import write_bytes, write_text
    from ludwright.presentation.picture_file import svg_to_png

    vector, raster = out / f"{name}.svg", out / f"{name}.png"
    write_text(vector, svg)
    try:
        write_bytes(raster, svg_to_png(svg, width=1200))
    except ImportError as missing:
        remark(f"no {raster.name}: {missing}", quiet=quiet)
        return [vector]
    return [vector, raster]
