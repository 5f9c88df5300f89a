"""`ludwright learn`: rank games by people's comparisons, and fit a profile to the ranking."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import typer

from ludwright.cli.console import (
    Force,
    Json,
    Progress,
    ProgressLine,
    Quiet,
    check_output,
    errors_told,
    print_json,
    remark,
    say,
    seed_option,
)


def learn(
    comparisons: Path = typer.Argument(
        ..., help="CSV with the columns first,second,preferred,person; or a store (.db)."
    ),
    critiques: Path | None = typer.Option(
        None,
        "--critiques",
        "-c",
        help="Output of `ludwright critique --json`, or CSV with a column per criterion.",
    ),
    output: Path | None = typer.Option(
        None, "--out", "-o", help="Write the fitted profile to this .json or .toml file."
    ),
    force: bool = Force,
    name: str = typer.Option("learned", "--name", help="The name of the profile."),
    target: str = typer.Option(
        "strength", "--target", help="What the criteria should predict: strength or rank."
    ),
    seed: int = seed_option(0),
    restarts: int = typer.Option(
        30, "--restarts", min=1, max=10_000, help="Restarts of the cross-entropy search."
    ),
    folds: int = typer.Option(
        10, "--folds", min=2, max=10_000, help="Folds of the outer cross-validation."
    ),
    shuffles: int = typer.Option(
        39,
        "--shuffles",
        min=19,
        max=99_999,
        help="Validations on shuffled rankings, which show what chance alone achieves.",
    ),
    as_json: bool = Json,
    quiet: bool = Quiet,
    progress: bool | None = Progress,
) -> None:
    """Rank games by people's comparisons; with critiques, learn which criteria predict them."""
    with errors_told():
        aim = _target(target)
        if output is not None and critiques is None:
            raise typer.BadParameter("expected --critiques with --out, got none")
        check_output(output, force=force)
        work = _work(_comparisons(comparisons), critiques, seed)

        def shown(what: str) -> closing[ProgressLine]:
            return closing(ProgressLine(what, wanted=progress, quiet=quiet))

        with shown("ranking") as line:
            ranking = work.ranked(restarts, line)
        for text in (*ranking.coverage.remarks(), *work.missing(ranking)):
            remark(f"note: {text}", quiet=quiet)
        with shown("validating") as line:
            found = work.studied(ranking, aim, folds, shuffles, line)
        fitted = None if found is None or not found.fit.criteria else found.fit
        profile = None if fitted is None else fitted.profile(name, work.effort)
        _finish(ranking, found, output, profile, as_json=as_json, quiet=quiet)


def _work(said: Any, critiques: Path | None, seed: int) -> Any:
    from ludwright.criticism.learning import Learning, read_critiques

    return Learning(said, None if critiques is None else read_critiques(critiques), seed)


def _comparisons(path: Path) -> Any:
    """People's comparisons, from a file or from a store, which identifies games by digest."""
    from dataclasses import replace

    from ludwright.criticism.comparisons import read_comparisons

    if path.suffix != ".db":
        return read_comparisons(path)
    from ludwright.store.store import Store

    with Store.open(path, is_read_only=True) as store:
        said = store.comparisons()
        digests = {digest for one in said for digest in (one.first, one.second)}
        names = {digest: store.game(digest).name or digest for digest in digests}
    return [replace(one, first=names[one.first], second=names[one.second]) for one in said]


def _target(text: str) -> Any:
    from ludwright.criticism.learning import Target

    if text not in tuple(Target):
        raise typer.BadParameter(f"expected strength or rank, got {text!r}")
    return Target(text)


def _finish(
    ranking: Any, found: Any, output: Path | None, profile: Any, *, as_json: bool, quiet: bool
) -> None:
    from ludwright.criticism.profile import write_profile
    from ludwright.plain import plain_of

    if output is not None:
        if profile is None:
            remark("note: no criterion predicts the ranking, so there is no profile to write")
        else:
            write_profile(profile, output)
            remark(f"wrote {output}", quiet=quiet or as_json)
    if as_json:
        print_json(
            {
                "ranking": ranking.to_json(),
                "study": None if found is None else found.to_json(),
                "profile": None if profile is None else plain_of(profile),
            }
        )
        return
    for text in [*ranking_lines(ranking), *([] if found is None else study_lines(found))]:
        say(text)


def ranking_lines(ranking: Any) -> list[str]:
    """A ranking as a table and its reliability."""
    facts = ranking.to_json()
    told, rates = facts["coverage"], facts["rates"]
    width = max(len(row["game"]) for row in facts["games"])
    lines = [
        f"{told['games']} games, {told['comparisons']} comparisons ({told['ties']} ties), "
        f"{told['people']} people",
        f"  {'':>3}  {'game':<{width}}  strength  95 % interval     mean rank",
    ]
    for place, row in enumerate(facts["games"], 1):
        lines.append(
            f"  {place:>3}  {row['game']:<{width}}  {row['strength']:>+8.2f}  "
            f"{row['low']:>+6.2f} to {row['high']:>+6.2f}  {row['mean_rank']:>9.1f}"
        )
    return [
        *lines,
        "comparisons that agree with the order:",
        f"  by strengths (Bradley-Terry): {rates['strengths']:.1%}",
        f"  by cross-entropy: {rates['cross_entropy_mean']:.1%} on average "
        f"(variance {rates['cross_entropy_variance']:.6f})",
        f"  best order found: {rates['best_found']:.1%}; none can exceed "
        f"{rates['best_conceivable']:.1%}",
        f"both orders agree by Kendall's tau {facts['tau']:+.3f}",
    ]


def set_lines(sets: Any) -> list[str]:
    """How well each set of criteria predicts, as in Table I of Browne & Maire 2010."""
    return [
        "honest, by set of criteria:",
        *(f"  {f'{one.name} ({one.criteria})':<16} {one.outer}" for one in sets),
    ]


def study_lines(found: Any) -> list[str]:
    """How well the criteria predict the ranking, the honest number first."""
    lines = [
        "correlation of predictions with the ranking:",
        f"  honest, criteria chosen without the predicted games: {found.outer}",
        f"  honest, all criteria: {found.outer_all}",
        f"  flattering, on the games by which the criteria were chosen: {found.inner}",
        *set_lines(found.sets),
        f"chosen criteria (prediction error {found.error:.1%} of the range):",
    ]
    width = max((len(one.criterion) for one in found.importances), default=0)
    lines += [
        f"  {one.criterion:<{width}}  weight {one.weight:>+7.3f}  without it "
        f"{one.increase:>+6.1%} error  chosen in {one.chosen:.0%} of the folds"
        for one in found.importances
    ]
    if not found.importances:
        lines.append("  none")
    if found.left_out:
        lines.append(f"left out (too few values, or all equal): {', '.join(found.left_out)}")
    return lines
