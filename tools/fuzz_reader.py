"""Feed mutated game texts to the reader, and play whatever passes the checks.

    python tools/fuzz_reader.py --seconds 300               guided by coverage, needs atheris
    python tools/fuzz_reader.py --seconds 300 --blind       without coverage
    python tools/fuzz_reader.py --family conquest           texts of conquest games, with their maps
    python tools/fuzz_reader.py --family railway            those of railway games, with boards
    python tools/fuzz_reader.py --again findings/x.game     one text again, with the traceback

A text must either be rejected with one of Ludwright's errors or be playable. Anything else is a
finding: another exception, an input that takes longer than two seconds, or one that needs more
memory than allowed. Findings are kept in a folder, each with a report; a crash or a hang
of the core leaves the text in `current.game`.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import hashlib
import os
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

SLOWEST = 2.0
"""Seconds of CPU that one text may take, from reading to the last ply."""
HANGING = 60
"""Seconds of CPU after which an input counts as a hang: the process ends with a traceback."""
MOST_MEMORY = 3 << 30
PLIES = 20
INSTRUMENTED = (
    "ludwright.language",
    "ludwright.families.combinatorial",
    "ludwright.families.conquest",
    "ludwright.families.railway",
)
FAMILIES = ("combinatorial", "conquest", "railway")
SETUP = {"conquest": 1_400, "railway": 200}
"""Plies after which the set-up of the largest games is over, of families that deal ply by ply."""
MOST_MOVES = 20_000
"""Play stops at positions with more moves than this."""
TOKENS = re.compile(r'\s+|[()]|"[^"]*"|;[^\n]*|[^\s()";]+')
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "31",
    "32",
    "63",
    "64",
    "99",
    "1000",
    "99999999999999999999",
)


class Trial:
    """Tries texts, counts the results and keeps the findings."""

    def __init__(self, folder: Path, seed: int, family: str = FAMILIES[0]) -> None:
        from ludwright.errors import LudwrightError
        from ludwright.play.families import family_named

        self._refusal, self._family = LudwrightError, family_named(family)
        self.seeds = self._texts()
        self.words = sorted(
            {token for text in self.seeds for token in TOKENS.findall(text) if token.strip()}
        )
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._current = folder / "current.game"
        self.rng = random.Random(seed)
        self.inputs = self.refused = self.played = self.findings = 0
        self._kinds: set[str] = set()

    def _texts(self) -> list[str]:
        """The texts of the packaged games; those with included maps also with the maps in them."""
        games = [self._family.open_game(name) for name in self._family.game_names()]
        written = [game.source.text for game in games if game.source is not None]
        assert len(written) == len(games)
        return list(dict.fromkeys([*written, *self._written_out(games)]))

    def _written_out(self, games: Sequence[Any]) -> list[str]:
        return [game.text for game in games] if self._family.name in SETUP else []

    def run(self, text: str) -> None:
        """Tries one text."""
        self.inputs += 1
        self._current.write_text(text, encoding="utf-8", errors="surrogatepass")
        begun = time.process_time()
        try:
            signal.setitimer(signal.ITIMER_PROF, HANGING)
            self.play(text)
            self.played += 1
        except self._refusal:
            self.refused += 1
        except Exception as error:  # noqa: BLE001 (every other exception is what is looked for)
            where = traceback.extract_tb(error.__traceback__)[-1]
            self._keep(text, f"{type(error).__name__} {where.name}", traceback.format_exc())
        finally:
            # Whoever called goes on: a timer left running would end the process much later.
            signal.setitimer(signal.ITIMER_PROF, 0)
        taken = time.process_time() - begun
        if taken > SLOWEST:
            self._keep(text, "slow", f"{taken:.1f} seconds of CPU")

    def play(self, text: str) -> None:
        """Reads, checks and lowers the text and plays a few plies; raises what that raises."""
        game = self._family.read_game(text, "<fuzz>")
        rng = random.Random(len(text))
        rules = self._family.load_rules(game, rng.randint(*self._family.seats(game)))
        if self._family.name in SETUP:
            self._play_dealt(game, rules, rng)
        else:
            self._play_board(rules, rng)

    def _play_board(self, rules: Any, rng: random.Random) -> None:
        position = rules.program.start()
        for _ in range(PLIES):
            if position.outcome is not None:
                break
            moves = position.moves()
            if len(moves) > MOST_MOVES:
                break
            position = position.after(*(int(part) for part in moves[rng.randrange(len(moves))]))
            _ = position.key
        rules.program.start().playouts(2, 1, max_plies=100)

    def _play_dealt(self, game: Any, rules: Any, rng: random.Random) -> None:
        """Writes the game, its rules and its board too: all of that is made of the text."""
        again = self._family.read_game(game.text, "<again>")
        assert again.digest == game.digest, "the written text is another game"
        self._family.rules_text(game)
        position = rules.start()
        for ply in range(PLIES + SETUP[self._family.name]):
            if position.native.outcome() is not None:
                break
            moves = position.native.moves()
            if len(moves) > MOST_MOVES:
                break
            position = position.after(rules.unpack_move(moves[rng.randrange(len(moves))]))
            if ply % 50 == 0:
                self._family.draw_text(position)
        position.native.playouts(2, 1, max_plies=400)

    def _keep(self, text: str, kind: str, report: str) -> None:
        self.findings += 1
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        name = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:12]
        (self.folder / f"{name}.game").write_text(text, encoding="utf-8", errors="surrogatepass")
        (self.folder / f"{name}.txt").write_text(
            f"{kind}\n{report}", encoding="utf-8", errors="replace"
        )
        print(f"finding: {kind}: {self.folder / name}.game\n{report}", flush=True)

    def mutated(self, text: str, rng: random.Random) -> str:
        """The text with a few of its tokens, clauses or characters changed."""
        for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
            way = rng.random()
            if way < 0.15:
                text = _changed_characters(text, rng)
            elif way < 0.55:
                text = self._changed_clause(text, rng)
            else:
                text = self._changed_token(text, rng)
        return text[: 70 * 1024]

    def _changed_token(self, text: str, rng: random.Random) -> str:
        tokens = TOKENS.findall(text)
        places = [i for i, token in enumerate(tokens) if token.strip() and token[0] != ";"]
        if not places:
            return rng.choice(self.seeds)
        i = rng.choice(places)
        way = rng.random()
        if way < 0.4 and re.fullmatch(r"-?\d+", tokens[i]):
            tokens[i] = rng.choice((*NUMBERS, str(int(tokens[i][:30]) + rng.randint(-3, 3))))
        elif way < 0.8:
            tokens[i] = rng.choice(self.words)
        elif way < 0.9:
            tokens[i] = ""
        else:
            tokens[i] = f"{tokens[i]} {rng.choice(self.words)}"
        return "".join(tokens)

    def _changed_clause(self, text: str, rng: random.Random) -> str:
        spans = _clauses(text)
        if not spans:
            return rng.choice(self.seeds)
        begin, end = rng.choice(spans)
        way = rng.random()
        if way < 0.45:
            other = rng.choice(self.seeds)
            first, last = rng.choice(_clauses(other))
            # A clause with the same head word is more likely to make sense there.
            head = text[begin : begin + 6]
            alike = [span for span in _clauses(other) if other.startswith(head, span[0])]
            if alike and rng.random() < 0.7:
                first, last = rng.choice(alike)
            return text[:begin] + other[first:last] + text[end:]
        if way < 0.65:
            return text[:end] + " " + text[begin:end] + text[end:]
        if way < 0.8:
            return text[:begin] + text[end:]
        if way < 0.9:
            return text[:begin] + f"(not {text[begin:end]})" + text[end:]
        inner, outer = rng.choice(spans)
        return text[:begin] + text[inner:outer] + text[end:]

    def summary(self) -> str:
        """The counts in one line."""
        tried = f"{self.inputs} inputs, {self.refused} refused, {self.played} played"
        return f"{tried}, {self.findings} findings"


def _clauses(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    open_at: list[int] = []
    for match in TOKENS.finditer(text):
        if match.group() == "(":
            open_at.append(match.start())
        elif match.group() == ")" and open_at:
            spans.append((open_at.pop(), match.end()))
    return spans


def _changed_characters(text: str, rng: random.Random) -> str:
    i = rng.randrange(len(text) + 1)
    way = rng.randrange(4)
    if way == 0:
        return text[:i] + text[i + rng.randint(1, 8) :]
    if way == 1:
        return text[:i] + rng.choice('()";\\\x00\n é٣😀-0') * rng.randint(1, 4) + text[i:]
    if way == 2:
        return text[:i] + chr(rng.randrange(32, 127)) + text[i + 1 :]
    j = rng.randrange(len(text) + 1)
    return text[:i] + text[j : j + rng.randint(1, 60)] + text[i:]


def fuzz_blind(trial: Trial, seconds: float) -> None:
    """Try mutants of the packaged games and of mutants that turned out playable."""
    kept = list(trial.seeds)
    deadline = time.monotonic() + seconds
    for text in kept:
        trial.run(text)
    if trial.played < len(kept):
        raise SystemExit(f"expected all packaged games to be played, got {trial.summary()}")
    while time.monotonic() < deadline:
        text = trial.mutated(trial.rng.choice(kept), trial.rng)
        played = trial.played
        trial.run(text)
        if trial.played > played:
            if len(kept) < 4 * len(trial.seeds):
                kept.append(text)
            else:
                kept[trial.rng.randrange(len(trial.seeds), len(kept))] = text


def fuzz_guided(trial: Trial, seconds: float, atheris: Any, corpus: Path) -> None:
    """The same, with atheris keeping the inputs that reach new code; does not return."""
    corpus.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(trial.seeds):
        (corpus / f"seed-{number}").write_text(text, encoding="utf-8")
    deadline = time.monotonic() + seconds

    def one_input(data: bytes) -> None:
        trial.run(data.decode("utf-8", errors="replace"))
        if time.monotonic() > deadline:
            print(trial.summary(), flush=True)
            (trial.folder / "current.game").unlink(missing_ok=True)
            os._exit(1 if trial.findings else 0)

    def mutator(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.1:
            return bytes(atheris.Mutate(data, most))
        return trial.mutated(data.decode("utf-8", errors="replace"), rng).encode()[:most]

    arguments = [
        sys.argv[0],
        "-max_len=70000",
        "-timeout=1200",
        "-rss_limit_mb=3000",
        "-verbosity=1",
        str(corpus),
    ]
    atheris.Setup(arguments, one_input, custom_mutator=mutator)
    atheris.Fuzz()


def _count_coverage(atheris: Any) -> None:
    # Its import hook does not work with an editable install, so functions are changed in place.
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and (found.__module__ or "").startswith(INSTRUMENTED):
            atheris.instrument_func(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/reader-findings"))
    parser.add_argument("--family", choices=FAMILIES, default=FAMILIES[0])
    parser.add_argument("--corpus", type=Path, default=Path("build/reader-corpus"))
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--again", type=Path)
    options = parser.parse_args(arguments)
    faulthandler.register(signal.SIGPROF, chain=True)
    atheris: Any = None
    if not options.blind and options.again is None:
        try:
            atheris = import_module("atheris")
        except ImportError:
            print("atheris is not installed: running without coverage (pip install atheris)")
    if atheris is not None:
        trial = Trial(options.out, options.seed, options.family)
        _count_coverage(atheris)
        fuzz_guided(trial, options.seconds, atheris, options.corpus)
    trial = Trial(options.out, options.seed, options.family)
    if options.again is not None:
        trial.play(options.again.read_text(encoding="utf-8"))
        return 0
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    fuzz_blind(trial, options.seconds)
    (options.out / "current.game").unlink(missing_ok=True)
    print(trial.summary())
    return 1 if trial.findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
