"""`ludwright runs`: list, show, watch, measure and export the results of runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import Any

import typer

from ludwright.cli.console import (
    MOST_GAMES,
    Force,
    Json,
    Quiet,
    coloured,
    errors_told,
    print_json,
    remark,
    say,
)
from ludwright.cli.paint import has_cursor

app = typer.Typer(
    help="List, show, watch, measure and export runs.", no_args_is_help=True, rich_markup_mode=None
)
WATCH_SECONDS: float = 1.0
CAUSES: int = 12
"""Causes of rejection to list; the rest are only counted."""

Run = typer.Argument(..., help="The folder of a run, or its name inside --root.")
Root = typer.Option(Path("runs"), "--root", help="The folder that contains the runs.")


@app.callback()
def _options() -> None:
    """List, show, watch, measure and export runs."""


@app.command("ls")
def ls(root: Path = Root, as_json: bool = Json, quiet: bool = Quiet) -> None:
    """List all runs."""
    with errors_told():
        from ludwright.store.runs import run_folders

        folders = run_folders(root)
        views = [view for folder in folders if (view := _seen(folder, quiet=quiet)) is not None]
        if as_json:
            print_json({"runs": [_entry(view) for view in views]})
            return
        if not folders:
            remark(f"no runs in {root}; start one with `ludwright evolve`", quiet=quiet)
            return
        for line in _list_lines(views):
            say(line)


@app.command("show")
def show(run: str = Run, root: Path = Root, as_json: bool = Json) -> None:
    """Show the state of a run, its best games, and why children were rejected."""
    with errors_told():
        view = _view(run, root)
        if as_json:
            print_json(view.to_json())
            return
        for text in show_lines(view):
            say(text)


@app.command("watch")
def watch(
    run: str = Run,
    root: Path = Root,
    seconds: float = typer.Option(
        WATCH_SECONDS, "--every", min=0.05, max=86_400, help="Seconds between two updates."
    ),
) -> None:
    """Watch a run until it stops running."""
    with errors_told(), _views_shown() as show_view:
        while True:
            view = _view(run, root)
            show_view(view)
            if view.state != "running":
                return
            time.sleep(seconds)


@contextmanager
def _views_shown() -> Iterator[Callable[[Any], None]]:
    """A function that shows a run: redrawn on terminals, else one line for each change."""
    if has_cursor(sys.stdout):
        from ludwright.cli.live import Screenful

        screen = Screenful(sys.stdout)
        try:
            yield lambda view: screen.show("\n".join(show_lines(view)))
        finally:
            screen.close()
        return
    shown: list[str] = []

    def say_change(view: Any) -> None:
        line = _line(view)
        if shown[-1:] != [line]:
            shown[:] = [line]
            say(line)
            sys.stdout.flush()

    yield say_change


@app.command("export")
def export(
    run: str = Run,
    out: Path = typer.Option(..., "--out", help="The folder to write to."),
    force: bool = Force,
    best: int = typer.Option(
        10, "--best", min=0, max=MOST_GAMES, help="Games to export and report in full."
    ),
    root: Path = Root,
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Write the best games, a table of all candidates, and a report to a folder."""
    with errors_told():
        from ludwright.store.runs import run_folder

        folder = run_folder(run, root)
        remark("writing the report", quiet=quiet or as_json)
        report = export_run(folder, out, best, force=force)
        games = sorted((out / "games").glob("*.game"))
        files = [report, out / "candidates.csv", out / "run.json", *games]
        if as_json:
            print_json({"report": str(report), "files": [str(file) for file in files]})
            return
        for file in files:
            say(str(file))


@app.command("measure")
def measure(
    run: str = Run,
    criterion: list[str] = typer.Option(
        [], "--criterion", help="A criterion to measure; may be repeated. Default: all."
    ),
    root: Path = Root,
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Measure criteria on the matches that the run kept; nothing is played."""
    with errors_told():
        from ludwright.plain import plain_of
        from ludwright.running.measuring import measure_kept
        from ludwright.store.runs import run_folder

        found = list(measure_kept(run_folder(run, root), criterion))
        if as_json:
            print_json({"run": run, "games": [plain_of(one) for one in found]})
            return
        if not found:
            reasons = "no game is viable, --no-evidence was given, or the run is older than that"
            remark(f"no matches were kept: {reasons}", quiet=quiet)
        for one in found:
            for text in _measured_lines(one):
                say(text)


def _measured_lines(one: Any) -> list[str]:
    lines = [f"{one.name} (number {one.number}), {one.occasion}, {one.effort}"]
    for name, now in one.measures.items():
        before = one.before.get(name)
        new = "" if before == now else f"  was {_measure(before)}" if before else "  new"
        lines.append(f"  {name:<26} {_measure(now)}{new}")
    return lines


def _measure(measure: Any) -> str:
    return _score(measure) if hasattr(measure, "value") else f"none: {measure.why}"


def export_run(folder: Path, out: Path, best: int = 10, *, force: bool = False) -> Path:
    """Write a run to a folder and return the path of its report."""
    from ludwright.presentation.run_export import export_run as exported

    return exported(folder, out, best, force=force)


def show_lines(view: Any) -> list[str]:
    """A run in lines of text."""
    standing, run = view.standing, view.run
    rate = f", {standing.rate:.1f} children a minute" if standing.rate is not None else ""
    lines = [
        f"{coloured(run.name, '1')}: {view.state}, {run.family}, seed {run.seed}{rate}",
        f"{standing.generations} generations, {standing.seeds} seeds, "
        f"{standing.children} children, {standing.survivors} survived, "
        f"{standing.viable} viable, {standing.retests} retests",
    ]
    if view.state == "interrupted":
        lines.append("interrupted: continue with `ludwright evolve … --resume`")
    if not standing.generations:
        return [*lines, "no generation is finished yet"]
    lines += _final_lines(view)
    lines += _best_lines(view)
    lines += [f"seed left out: {one.name}: {one.rejection}" for one in view.lost_seeds]
    return [*lines, *_cause_lines(view), *_way_lines(view)]


def _best_lines(view: Any) -> list[str]:
    if not view.best:
        return ["no viable child yet"]
    lines = ["best viable children, as measured by screening and retests:"]
    return lines + [
        f"  {_score(row.score):>17}  {row.name} (number {row.number})" for row in view.best
    ]


def _final_lines(view: Any) -> list[str]:
    lines = ["final list:"] if view.finalists else []
    for one in view.finalists:
        lines.append(f"  {_score(one.score):>17}  {one.critique.game}")
        lines += [f"  {'':17}    not viable: {text}" for text in one.failings]
    lines += ["failed the final tests:"] if view.falls else []
    for one in view.falls:
        lines.append(f"  {one.name}, in the {one.test}: {one.reasons[0]}")
        lines += [f"    and {text}" for text in one.reasons[1:]]
    return lines


def _way_lines(view: Any) -> list[str]:
    """What to do next: open the export, or make one."""
    games = sorted((view.folder / "export" / "games").glob("*.game"))
    if not games:
        run = quote(str(view.folder))
        return [f"write the games and a report: ludwright runs export {run} --out FOLDER"]
    report = view.folder / "export" / "report" / "index.html"
    plays = [f"play:   ludwright play {quote(str(path))}" for path in games]
    return [*plays, f"report: {report}"]


def _cause_lines(view: Any) -> list[str]:
    rejected = list(view.rejections.items())
    lines = ["rejected:"] if rejected else []
    lines += [f"  {count:7}  {stage}: {cause}" for (stage, cause), count in rejected[:CAUSES]]
    rest = sum(count for _, count in rejected[CAUSES:])
    return [*lines, f"  {rest:7}  for other causes"] if rest else lines


def _line(view: Any) -> str:
    name, state, children, survive, viable, best = _cells(view)
    return f"{name:<24} {state:<12} {children:>8} {survive:>8} {viable:>7}  {best}"


def _list_lines(views: list[Any]) -> list[str]:
    head = ("run", "state", "children", "survive", "viable", "best")
    if has_cursor(sys.stdout):
        from ludwright.cli.live import table_lines

        return table_lines(head, [_cells(view) for view in views], right=(2, 3, 4))
    name, state, children, survive, viable, best = head
    top = f"{name:<24} {state:<12} {children:>8} {survive:>8} {viable:>7}  {best}"
    return [top, *map(_line, views)]


def _cells(view: Any) -> tuple[str, ...]:
    standing = view.standing
    numbers = (standing.children, standing.survivors, standing.viable)
    best = _score(standing.best) if standing.best is not None else "-"
    return view.folder.name or view.run.name, view.state, *map(str, numbers), best


def _entry(view: Any) -> dict[str, Any]:
    entry: dict[str, Any] = view.to_json()
    for long in ("settings", "best", "rejections", "finalists", "falls", "lost_seeds"):
        entry.pop(long)
    return entry


def _score(score: Any) -> str:
    return f"{score.value:.3f} ± {score.margin:.3f}" if score is not None else "no score"


def _view(run: str, root: Path) -> Any:
    from ludwright.presentation.run_view import view_of
    from ludwright.store.runs import run_folder

    return view_of(run_folder(run, root))


def _seen(folder: Path, *, quiet: bool) -> Any:
    """The run in a folder; None, with a remark, if it cannot be read: the others still can."""
    from ludwright.errors import StoreError
    from ludwright.presentation.run_view import view_of

    try:
        return view_of(folder, best=1)
    except StoreError as error:
        remark(f"left out: {error}", quiet=quiet)
        return None
