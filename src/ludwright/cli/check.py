"""`ludwright check`: read games and report what is wrong with them."""

from __future__ import annotations

from typing import Any

import typer

from ludwright.cli.console import (
    BAD_INPUT,
    OK,
    Json,
    Quiet,
    code_of,
    errors_told,
    open_game,
    print_json,
    say,
)


def check(
    files: list[str] = typer.Argument(..., help="Game files, or names of packaged games."),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Check that games can be read and make sense."""
    with errors_told():
        reports = [_report(name) for name in files]
        if as_json:
            print_json({"games": reports})
        for report in [] if as_json else reports:
            _tell(report, quiet=quiet)
    raise typer.Exit(max(int(report["code"]) for report in reports))


def _report(name: str) -> dict[str, Any]:
    from ludwright.errors import GameSyntaxError, LudwrightError
    from ludwright.language.check import check as findings_of
    from ludwright.language.check import warnings

    try:
        game = open_game(name)
    except GameSyntaxError as error:
        place = {"line": error.line, "column": error.column}
        return _entry(
            name,
            code_of(error),
            [{"severity": "error", "message": error.message, **place}],
            [error.told()],
        )
    except (OSError, LudwrightError) as error:
        # Some errors name the file themselves.
        message = (getattr(error, "strerror", None) or str(error)).removeprefix(f"{name}: ")
        return _entry(name, code_of(error), [{"severity": "error", "message": message}], [message])
    found = findings_of(game)
    told = [("error", one) for one in found]
    told += [] if found else [("warning", one) for one in warnings(game)]
    listed = [{"severity": severity, **one.to_json()} for severity, one in told]
    texts = [("warning: " if severity == "warning" else "") + str(one) for severity, one in told]
    entry = _entry(name, BAD_INPUT if found else OK, listed, texts)
    return {**entry, "name": game.name, "digest": game.digest}


def _entry(
    file: str, code: int, findings: list[dict[str, Any]], texts: list[str]
) -> dict[str, Any]:
    """The findings about a file; `text` is the same in human-readable form."""
    text = "\n".join(f"{file}: {one}" for one in texts)
    return {"file": file, "ok": code == OK, "code": code, "findings": findings, "text": text}


def _tell(report: dict[str, Any], *, quiet: bool) -> None:
    if report["text"]:
        say(report["text"])
    if report["ok"] and not quiet:
        say(f"{report['file']}: ok ({report['name']}, {report['digest']})")
