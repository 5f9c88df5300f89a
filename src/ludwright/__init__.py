"""Ludwright writes, plays, measures and evolves games.

    import ludwright

    game = ludwright.open_game("yavalath")
    ludwright.playtest(game, "mcts:200", matches=100)
    ludwright.critique(game)

Everything listed in `__all__` is imported on first use, so that the package itself costs nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludwright.api import critique, evolve, game_names, review, rules_text
    from ludwright.criticism.critique import Critique
    from ludwright.criticism.evidence import Evidence
    from ludwright.criticism.measure import Score, Unscored
    from ludwright.criticism.review import Review
    from ludwright.criticism.viability import Verdict
    from ludwright.errors import LudwrightError
    from ludwright.language.game import Game, read_game
    from ludwright.play.families import load_rules, open_game
    from ludwright.play.outcome import Outcome, Reason
    from ludwright.play.player import Budget, Player
    from ludwright.play.playtest import Playtest, playtest, replay
    from ludwright.play.playtest_file import load as load_playtest
    from ludwright.play.playtest_file import save as save_playtest
    from ludwright.play.record import Record
    from ludwright.play.rules import Position, Rules
    from ludwright.play.share import Share
    from ludwright.running.run import Run, load_run
    from ludwright.synthesis.candidate import Candidate, Finalist
    from ludwright.synthesis.step import Step

__version__ = "0.1.0"

__all__ = [
    "Budget",
    "Candidate",
    "Critique",
    "Evidence",
    "Finalist",
    "Game",
    "LudwrightError",
    "Outcome",
    "Player",
    "Playtest",
    "Position",
    "Reason",
    "Record",
    "Review",
    "Rules",
    "Run",
    "Score",
    "Share",
    "Step",
    "Unscored",
    "Verdict",
    "critique",
    "evolve",
    "game_names",
    "load_playtest",
    "load_rules",
    "load_run",
    "open_game",
    "playtest",
    "read_game",
    "replay",
    "review",
    "rules_text",
    "save_playtest",
]

_PLACES = {
    "Budget": "play.player:Budget",
    "Candidate": "synthesis.candidate:Candidate",
    "Critique": "criticism.critique:Critique",
    "Evidence": "criticism.evidence:Evidence",
    "Finalist": "synthesis.candidate:Finalist",
    "Game": "language.game:Game",
    "LudwrightError": "errors:LudwrightError",
    "Outcome": "play.outcome:Outcome",
    "Player": "play.player:Player",
    "Playtest": "play.playtest:Playtest",
    "Position": "play.rules:Position",
    "Reason": "play.outcome:Reason",
    "Record": "play.record:Record",
    "Review": "criticism.review:Review",
    "Rules": "play.rules:Rules",
    "Run": "running.run:Run",
    "Score": "criticism.measure:Score",
    "Share": "play.share:Share",
    "Step": "synthesis.step:Step",
    "Unscored": "criticism.measure:Unscored",
    "Verdict": "criticism.viability:Verdict",
    "critique": "api:critique",
    "evolve": "api:evolve",
    "game_names": "api:game_names",
    "load_playtest": "play.playtest_file:load",
    "load_rules": "play.families:load_rules",
    "load_run": "running.run:load_run",
    "open_game": "play.families:open_game",
    "playtest": "play.playtest:playtest",
    "read_game": "language.game:read_game",
    "replay": "play.playtest:replay",
    "review": "api:review",
    "rules_text": "api:rules_text",
    "save_playtest": "play.playtest_file:save",
}
"""Where each public name is defined; a test compares this with the imports above."""


if not TYPE_CHECKING:  # to type checkers, an unknown name is a mistake

    def __getattr__(name: str) -> object:
        """A public name, imported when it is first used."""
        place = _PLACES.get(name)
        if place is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        from importlib import import_module

        module, _, attribute = place.partition(":")
        found: object = getattr(import_module(f"{__name__}.{module}"), attribute)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
