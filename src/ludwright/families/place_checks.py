"""What makes no sense in the places of a map: their names, and that none may be cut off."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludwright.errors import Finding
from ludwright.language.check import place
from ludwright.language.syntax import Path

LONGEST_NAME: int = 40
"""The most characters of a name on a map."""

MOST_GUESSES: int = 12
"""How many names of a text are compared with all others: where most are wrong, it takes long."""

Places = list[tuple[str, Path]]
"""Names with the parts that have them."""


def bad_name(name: str) -> str | None:
    """What is wrong with a name that people read on maps, in moves and on pages."""
    if not name or name != " ".join(name.split()):
        return f"expected a name without spaces at its ends or two in a row, got {name[:60]!r}"
    if len(name) > LONGEST_NAME:
        return f"expected a name of at most {LONGEST_NAME} characters, got {len(name)}"
    if not name.isprintable():
        return f"expected a name of printable characters, got {name!r}"
    return None


def repeated(what: str, places: Places) -> Iterator[Finding]:
    """Names that are not told apart without regard to case, as people type them."""
    known: dict[str, str] = {}
    for name, path in places:
        first = known.get(name.casefold())
        if first is None:
            known[name.casefold()] = name
            continue
        like = "again" if first == name else f"beside {first!r}"
        message = f"expected each {what} to have a name of its own, got {name!r} {like}"
        yield Finding(message, place((*path, "name")))


class KnownNames:
    """The names that others have to be among, such as those of the territories of the map."""

    def __init__(self, what: str, names: Sequence[str]) -> None:
        self.what = what
        self.names = names
        self._guesses = MOST_GUESSES

    def unknown(self, name: str) -> str:
        """That a name is not among them, and which one may have been meant."""
        is_short = len(name) <= LONGEST_NAME and self._guesses > 0
        near = [one for one in self.names if is_short and len(one) <= LONGEST_NAME]
        self._guesses -= 1
        nearest = difflib.get_close_matches(name, near, n=1)
        guess = f"; did you mean {nearest[0]!r}?" if nearest else ""
        return f"expected a {self.what}, got {name[: 2 * LONGEST_NAME]!r}{guess}"


def cut_off(what: str, places: Places, pairs: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Every place must be reachable from the first over pairs; only one that is not is named."""
    joined: dict[str, set[str]] = {name: set() for name, _ in places}
    for one, other in pairs:
        joined[one].add(other)
        joined[other].add(one)
    first = places[0][0]
    reached = _reached(first, joined)
    missed = [(name, path) for name, path in places if name not in reached]
    if missed:
        name, path = missed[0]
        others = len(missed) - 1
        rest = f", nor {others} other{'s' * (others > 1)}" if others else ""
        message = f"expected a connected {what}, got {name!r}, which cannot be reached from"
        yield Finding(f"{message} {first!r}{rest}", place(path))


def _reached(first: str, joined: Mapping[str, set[str]]) -> set[str]:
    reached, waiting = {first}, [first]
    while waiting:
        for other in joined[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return reached
