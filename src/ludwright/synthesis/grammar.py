"""Grammatical evolution: a genome of whole numbers chooses the way through a grammar.

A grammar is a text in Backus-Naur form:

    ; comments begin like this
    <chunks> ::= <chunk> | <chunk> <chunks>
    <chunk>  ::= gap(<x>, <y>) | platform(<x>, <y>) | <pair>{2}
    <x>      ::= [5, 95]
    <y>      ::= int[3, 5]

The first symbol is where derivations begin. `{2}` repeats a symbol. A genome consists of *codons*,
whole numbers from 0 to `MOST`. Wherever there is more than one option, the next codon chooses one:
its remainder after division by their number. A real range takes the proportion that the codon is of
`MOST`, a range of whole numbers its remainder. Symbols are derived depth first, from left to right.

A call, such as `gap(…)`, is a function of the phenotype: an `Action` may compute something
with its arguments, and may have further symbols derived, at once or when nothing else is left
(O'Neill and Ryan 2001; Shaker et al. 2012; Smith).
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from ludwright.errors import GrammarError

MOST: Final[int] = 2**31 - 1
"""The largest codon."""
MOST_STEPS: Final[int] = 100_000
"""The most symbols and calls of a derivation."""
MOST_WRAPS: Final[int] = 20
"""How often a genome is read from its beginning again."""
MOST_REPEATS: Final[int] = 100
"""Of a symbol, by a number in braces."""
LARGEST: Final[int] = 100_000
"""Characters in a grammar."""

Genome = Sequence[int]


class AtEnd(StrEnum):
    """What happens when a genome has no codon left."""

    WRAP = "wrap"
    """It is read from its beginning again."""
    STOP = "stop"
    """The derivation ends where it is."""


# --- Grammars -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol that stands for its options."""

    name: str

    def __str__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True)
class Word:
    """A text that stands for itself."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Range:
    """A number between two others, both included."""

    low: float
    high: float
    is_whole: bool = False

    def __str__(self) -> str:
        low, high = (repr(one).removesuffix(".0") for one in (self.low, self.high))
        return f"{'int' if self.is_whole else ''}[{low}, {high}]"

    def value(self, codon: int) -> float | int:
        """The number that a codon stands for."""
        if self.is_whole:
            return int(self.low) + codon % (int(self.high) - int(self.low) + 1)
        return self.low + (self.high - self.low) * (codon / MOST)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the phenotype, with an option as each argument."""

    name: str
    arguments: tuple[tuple[Item, ...], ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(told, self.arguments))})"


Item = Symbol | Word | Range | Call
Option = tuple[Item, ...]


def told(option: Option) -> str:
    """An option as it is written."""
    return " ".join(map(str, option))


@dataclass(frozen=True)
class Grammar:
    """Symbols with their options; the first is where derivations begin."""

    rules: Mapping[str, tuple[Option, ...]]

    @property
    def start(self) -> str:
        """The first symbol."""
        return next(iter(self.rules))

    def __str__(self) -> str:
        wide = max(map(len, self.rules)) + 2
        return "\n".join(
            f"{f'<{name}>':{wide}} ::= {' | '.join(map(told, options))}"
            for name, options in self.rules.items()
        )


def read_grammar(text: str) -> Grammar:
    """Read a grammar; raises GrammarError with the place of what is wrong."""
    if len(text) > LARGEST:
        raise GrammarError(f"expected at most {LARGEST} characters, got {len(text)}")
    grammar = Grammar(_Reader(text).rules())
    _require_defined(grammar)
    _require_ends(grammar)
    return grammar


_TOKEN = re.compile(
    r"""(?P<space>\s+|;[^\n]*)
    |(?P<symbol><[^\W\d][\w-]*>)
    |(?P<is>::=)|(?P<or>\|)|(?P<comma>,)|(?P<close>\))
    |(?P<range>(?:int\s*)?\[\s*-?[0-9.]+\s*,\s*-?[0-9.]+\s*\])
    |(?P<repeat>\{\s*[0-9]{1,4}\s*\})
    |(?P<call>[^\W\d][\w-]*\()
    |(?P<quoted>"[^"\n]*")
    |(?P<word>[^\s<>|,(){}\[\]";]+)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


class _Reader:
    """Reads the rules of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*self._tokens(), _Token("end", "the end", len(text))]
        self.at = 0

    def _tokens(self) -> Iterator[_Token]:
        at = 0
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise self._error(f"expected a part of a rule, got {self.text[at]!r}", at)
            if found.lastgroup != "space":
                yield _Token(str(found.lastgroup), found[0], at)
            at = found.end()

    def _error(self, message: str, at: int) -> GrammarError:
        line = self.text.count("\n", 0, at) + 1
        column = at - (self.text.rfind("\n", 0, at) + 1) + 1
        return GrammarError(f"line {line}, column {column}: {message}")

    @property
    def _now(self) -> _Token:
        return self.tokens[self.at]

    def _take(self, kind: str, wanted: str) -> _Token:
        token = self._now
        if token.kind != kind:
            raise self._error(f"expected {wanted}, got {token.text[:40]!r}", token.at)
        self.at += 1
        return token

    def rules(self) -> dict[str, tuple[Option, ...]]:
        found: dict[str, tuple[Option, ...]] = {}
        while self._now.kind != "end" or not found:
            token = self._take("symbol", "a rule such as <name> ::= …")
            name = token.text[1:-1]
            if name in found:
                raise self._error(f"expected one rule for <{name}>, got another", token.at)
            self._take("is", f"::= after <{name}>")
            found[name] = self._options()
        return found

    def _options(self) -> tuple[Option, ...]:
        options = [self._option()]
        while self._now.kind == "or":
            self.at += 1
            options.append(self._option())
        return tuple(options)

    def _option(self) -> Option:
        items: list[Item] = []
        while not self._is_past_option():
            items += self._item()
        if not items:
            raise self._error(f"expected an option, got {self._now.text[:40]!r}", self._now.at)
        return tuple(items)

    def _is_past_option(self) -> bool:
        begins_rule = self._now.kind == "symbol" and self.tokens[self.at + 1].kind == "is"
        return begins_rule or self._now.kind in ("or", "comma", "close", "end", "is")

    def _item(self) -> list[Item]:
        token = self._now
        self.at += 1
        if token.kind == "symbol":
            return [Symbol(token.text[1:-1])] * self._repeats()
        if token.kind == "range":
            return [self._range(token)]
        if token.kind == "call":
            return [Call(token.text[:-1], self._arguments())]
        if token.kind == "quoted":
            return [Word(token.text[1:-1])]
        if token.kind == "word":
            return [Word(token.text)]
        raise self._error(f"expected a symbol or a word, got {token.text!r}", token.at)

    def _repeats(self) -> int:
        if self._now.kind != "repeat":
            return 1
        token = self._now
        self.at += 1
        count = int(token.text[1:-1])
        if not 1 <= count <= MOST_REPEATS:
            raise self._error(f"expected 1 to {MOST_REPEATS} in braces, got {count}", token.at)
        return count

    def _range(self, token: _Token) -> Range:
        is_whole = token.text.startswith("int")
        ends = token.text[token.text.index("[") + 1 : -1].split(",")
        try:
            low, high = (int(one) if is_whole else float(one) for one in ends)
        except ValueError:
            raise self._error(f"expected two numbers, got {token.text!r}", token.at) from None
        if low > high:
            raise self._error(f"expected the lower end first, got {token.text!r}", token.at)
        return Range(low, high, is_whole)

    def _arguments(self) -> tuple[Option, ...]:
        found: list[Option] = []
        if self._now.kind != "close":
            found.append(self._option())
            while self._now.kind == "comma":
                self.at += 1
                found.append(self._option())
        self._take("close", "a comma or a closing bracket")
        return tuple(found)


def _symbols_in(option: Option) -> Iterator[str]:
    for one in option:
        if isinstance(one, Symbol):
            yield one.name
        elif isinstance(one, Call):
            for argument in one.arguments:
                yield from _symbols_in(argument)


def _require_defined(grammar: Grammar) -> None:
    for name, options in grammar.rules.items():
        for option in options:
            for used in _symbols_in(option):
                if used not in grammar.rules:
                    known = ", ".join(f"<{one}>" for one in grammar.rules)
                    raise GrammarError(
                        f"<{name}>: expected a symbol that has a rule, got <{used}>; "
                        f"there are rules for {known}"
                    )


def _require_ends(grammar: Grammar) -> None:
    """Every symbol must be able to end: one of its options consists of symbols that can."""
    ending: set[str] = set()
    while True:
        more = {
            name
            for name, options in grammar.rules.items()
            if name not in ending
            and any(all(one in ending for one in _symbols_in(option)) for option in options)
        }
        if not more:
            break
        ending |= more
    endless = [f"<{name}>" for name in grammar.rules if name not in ending]
    if endless:
        raise GrammarError(
            "expected every symbol to have an option without itself, got endless derivations of "
            f"{', '.join(endless)}; add an option that ends"
        )


# --- Derivations ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """A codon and what it decided."""

    place: int
    """Of the codon in the genome."""
    codon: int
    symbol: str
    """The symbol that was derived; "" for a range within an option."""
    options: int
    """To choose from; 0 for a real range."""
    chosen: str
    depth: int

    def __str__(self) -> str:
        how = (
            f"mod {self.options} = {self.codon % self.options}" if self.options else "of the range"
        )
        why = f"codon {self.place}: {self.codon} {how}"
        return f"{'  ' * self.depth}{self.symbol} -> {self.chosen}  ({why})"


@dataclass(frozen=True)
class Applied:
    """A call in a phenotype: the function and what its arguments became."""

    name: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(_written, self.arguments))})"


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_written, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Derivation:
    """What a genome became, and how."""

    values: tuple[Any, ...]
    """The phenotype: words, numbers and what calls returned, in their order."""
    choices: tuple[Choice, ...]
    used: int
    """Codons that were read; more than the genome has if it was read again."""
    is_complete: bool
    """Whether the genome sufficed."""

    @cached_property
    def text(self) -> str:
        """The phenotype as a text."""
        return " ".join(map(_written, self.values))

    @property
    def trace(self) -> str:
        """Every choice in a line of its own, indented by depth."""
        return "\n".join(map(str, self.choices))


Action = Callable[["Deriving", Sequence[Any], Any], Any]
"""(deriving, arguments, context): what a call becomes. An argument of one item is its value, one of
several is their list."""


class _NoCodon(Exception):
    """The genome has no codon left."""


@dataclass(slots=True)
class _Task:
    """Something that has to be derived: its values go to the end of `into`."""

    item: Item
    into: list[Any]
    context: Any
    depth: int
    arguments: list[list[Any]] | None = None
    """Of a call, once they are derived."""


@dataclass
class Deriving:
    """A derivation that is going on."""

    grammar: Grammar
    genome: Genome
    at_end: AtEnd = AtEnd.WRAP
    actions: Mapping[str, Action] = field(default_factory=dict)
    most_steps: int = MOST_STEPS
    most_wraps: int = MOST_WRAPS
    is_traced: bool = True
    used: int = 0
    _choices: list[Choice] = field(default_factory=list)
    _tasks: list[_Task] = field(default_factory=list)
    _waiting: deque[_Task] = field(default_factory=deque)
    _depth: int = 0

    def now(self, symbol: str, context: Any = None) -> None:
        """Have a symbol derived before anything else; only calls that it makes are kept."""
        self._tasks.append(_Task(Symbol(symbol), [], context, self._depth + 1))

    def later(self, symbol: str, context: Any = None) -> None:
        """Have a symbol derived when nothing else is left, in the order of requests."""
        self._waiting.append(_Task(Symbol(symbol), [], context, self._depth + 1))

    def derive(self, start: str | None = None, context: Any = None) -> Derivation:
        """The phenotype of the genome.

        Raises GrammarError if it has no codon, or if the derivation does not end.
        """
        if not self.genome:
            raise GrammarError("expected a genome with at least one codon, got none")
        values: list[Any] = []
        self._tasks.append(_Task(Symbol(start or self.grammar.start), values, context, 0))
        is_complete = True
        try:
            self._run()
        except _NoCodon:
            is_complete = False
        return Derivation(tuple(values), tuple(self._choices), self.used, is_complete)

    def _run(self) -> None:
        steps = 0
        while self._tasks or self._waiting:
            task = self._tasks.pop() if self._tasks else self._waiting.popleft()
            steps += 1
            if steps > self.most_steps:
                raise GrammarError(
                    f"expected a derivation of at most {self.most_steps} steps, got more at "
                    f"{task.item}, {task.depth} deep; the grammar recurs without an end, or the "
                    "limit is too low"
                )
            self._step(task)

    def _step(self, task: _Task) -> None:
        item, self._depth = task.item, task.depth
        if isinstance(item, Word):
            task.into.append(item.text)
        elif isinstance(item, Range):
            task.into.append(self._number(item, str(item), task.depth))
        elif isinstance(item, Symbol):
            self._expand(item, task)
        elif task.arguments is None:
            self._prepare(item, task)
        else:
            self._call(item, task)

    def _expand(self, symbol: Symbol, task: _Task) -> None:
        options = self.grammar.rules.get(symbol.name)
        if options is None:
            raise GrammarError(f"expected a symbol that has a rule, got {symbol}")
        option = options[0]
        if len(options) > 1:
            place, codon = self._codon()
            option = options[codon % len(options)]
            if self.is_traced:
                told_as = told(option)
                self._choices.append(
                    Choice(place, codon, str(symbol), len(options), told_as, task.depth)
                )
        elif len(option) == 1 and isinstance(option[0], Range):
            task.into.append(self._number(option[0], str(symbol), task.depth))
            return
        self._push(option, task.into, task)

    def _push(self, option: Option, into: list[Any], task: _Task) -> None:
        self._tasks += [_Task(one, into, task.context, task.depth + 1) for one in reversed(option)]

    def _prepare(self, call: Call, task: _Task) -> None:
        task.arguments = [[] for _ in call.arguments]
        self._tasks.append(task)
        for option, into in zip(reversed(call.arguments), reversed(task.arguments), strict=True):
            self._push(option, into, task)

    def _call(self, call: Call, task: _Task) -> None:
        assert task.arguments is not None, "arguments are derived first"
        given = [one[0] if len(one) == 1 else one for one in task.arguments]
        action = self.actions.get(call.name)
        if action is None:
            task.into.append(Applied(call.name, tuple(given)))
        else:
            task.into.append(action(self, given, task.context))

    def _number(self, item: Range, name: str, depth: int) -> float | int:
        place, codon = self._codon()
        value = item.value(codon)
        if self.is_traced:
            options = int(item.high - item.low) + 1 if item.is_whole else 0
            chosen = f"{value} in {item}" if item.is_whole else f"{value:.4g} in {item}"
            self._choices.append(Choice(place, codon, name, options, chosen, depth))
        return value

    def _codon(self) -> tuple[int, int]:
        length = len(self.genome)
        most = length * (1 + self.most_wraps) if self.at_end is AtEnd.WRAP else length
        if self.used >= most:
            raise _NoCodon
        place = self.used % length
        self.used += 1
        return place, self.genome[place]


def derive(
    grammar: Grammar,
    genome: Genome,
    at_end: AtEnd = AtEnd.WRAP,
    actions: Mapping[str, Action] | None = None,
) -> Derivation:
    """The phenotype of a genome, with the trace of every choice."""
    return Deriving(grammar, genome, at_end, actions or {}).derive()


# --- Genomes --------------------------------------------------------------------------------------


def random_genome(length: int, rng: random.Random) -> tuple[int, ...]:
    """A genome of random codons."""
    return tuple(rng.getrandbits(MOST.bit_length()) for _ in range(length))


def one_point_child(first: Genome, second: Genome, rng: random.Random) -> tuple[int, ...]:
    """The codons of the first up to a random point, then those of the second."""
    if len(first) != len(second):
        raise GrammarError(
            f"expected genomes of one length, got {len(first)} and {len(second)} codons"
        )
    point = rng.randint(1, max(1, len(first) - 1))
    return (*first[:point], *second[point:])


def gaussian_mutant(
    genome: Genome, each: float, deviation: float, rng: random.Random
) -> tuple[int, ...]:
    """The genome with normal deviations added to some codons, each chosen with a probability.

    `deviation` is a proportion of `MOST`; a codon that leaves the range enters at its other end.
    """
    found = list(genome)
    for place, codon in enumerate(found):
        if rng.random() < each:
            found[place] = (codon + round(rng.gauss(0.0, deviation) * MOST)) % (MOST + 1)
    return tuple(found)
