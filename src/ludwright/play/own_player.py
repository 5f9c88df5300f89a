"""A player from a file: a class in a Python file, and its failures in words.

Its code may do anything: raise SystemExit, raise errors whose messages raise, return any object.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from ludwright.errors import PlayerError, StoreError, UnknownName
from ludwright.files import require_regular
from ludwright.play.limits import CHOICE_SECONDS as CHOICE_SECONDS
from ludwright.shown import shown

if TYPE_CHECKING:
    from ludwright.play.player import Player

LARGEST_FILE: int = 4 << 20
"""The largest file of a player, in bytes."""
MOST_WORDS: int = 300
"""Characters of a player's own message that are shown."""
_PACKAGE = str(Path(__file__).parents[1])


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    """A class in a file, and the settings it is called with."""

    path: Path
    name: str
    settings: Mapping[str, Any]

    @staticmethod
    def is_named_by(text: str) -> bool:
        """Whether a player's text names a file."""
        name = text.strip().partition(":")[0]
        return name.endswith(".py") or "/" in name or "\\" in name

    @classmethod
    def of(cls, text: str) -> OwnPlayer:
        """The player named by a text such as `./mine.py:Mine:step=3`; the file is not read yet."""
        file, _, rest = text.strip().partition(":")
        name, _, settings = rest.partition(":")
        if not name:
            raise PlayerError(f"expected the class after the file, as in {file}:Mine, got {file}")
        return cls(Path(file), name, _own_settings(settings))

    def load(self) -> Callable[[], Player]:
        """Run the file and return a function that makes the player; raises PlayerError if it fails.

        What the file prints goes to stderr, since stdout may be data.
        """
        try:
            require_regular(self.path, LARGEST_FILE)
        except StoreError as error:
            raise PlayerError(f"expected a Python file with a player: {error}") from error
        module = _module_of(self.path)
        made: Any = vars(module).get(self.name)
        if not inspect.isclass(made):
            classes = [key for key, value in vars(module).items() if inspect.isclass(value)]
            raise UnknownName(f"player in {self.path.name}", self.name, classes)
        if not callable(inspect.getattr_static(made, "choose", None)):
            raise PlayerError(f"{self}: expected a method choose(position, budget, rng)")
        self._check_settings(made)
        return lambda: cast("Player", made(**self.settings))

    def __str__(self) -> str:
        return f"{self.path}:{self.name}"

    def _check_settings(self, made: Any) -> None:
        try:
            signature = inspect.signature(made)
        except (TypeError, ValueError):
            return  # a class without a signature is checked when it is called
        try:
            signature.bind(**self.settings)
        except TypeError as error:
            raise PlayerError(f"{self} cannot be created: {error}") from error


def fault_words(error: BaseException, path: Path | None = None) -> str:
    """An exception in printable words: its type, its message, and the line that raised it.

    The line is the last one in the file of the player, if there is one.
    """
    return f"{_kind_and_message(error)}{_line_of(error, path)}"


def _line(text: str) -> str:
    """A text as one short printable line."""
    line = shown(" ".join(str.__str__(text)[:MOST_WORDS].split()))
    return line if len(text) <= MOST_WORDS else f"{line} …"


def value_words(value: object) -> str:
    """Any object in words, even one whose `repr` fails."""
    try:
        return _line(repr(value))
    except BaseException:  # noqa: BLE001 - the object's own code may raise anything
        return f"an object of {_kind(type(value))} that cannot be shown"


def _kind_and_message(error: BaseException) -> str:
    kind = _kind(type(error))
    try:
        message = _line(str(error))
    except BaseException:  # noqa: BLE001 - the error's own code may raise anything
        return f"{kind} (its message cannot be shown)"
    return f"{kind}: {message}" if message else kind


def _kind(cls: type) -> str:
    try:
        return _line(type.__getattribute__(cls, "__name__"))
    except BaseException:  # noqa: BLE001 - a metaclass may do anything
        return "an unnamed class"


def _line_of(error: BaseException, path: Path | None) -> str:
    try:
        # A subclass may override `__traceback__`; the slot of BaseException holds the real one.
        places = _places(vars(BaseException)["__traceback__"].__get__(error))
        wanted = None if path is None else str(path.resolve())
        own = [line for file, line in places if wanted and str(Path(file).resolve()) == wanted]
        if own:
            return f" ({path}:{own[-1]})"
        others = [(file, line) for file, line in places if not file.startswith(_PACKAGE)]
        return f" ({others[-1][0]}:{others[-1][1]})" if others else ""
    except Exception:  # noqa: BLE001 - a fault is reported with its line or without
        return ""


def _places(trace: TracebackType | None) -> list[tuple[str, int]]:
    return [(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)]


# --- Files ----------------------------------------------------------------------------------------


def _module_of(path: Path) -> Any:
    stamp = hashlib.blake2b(str(path.resolve()).encode(), digest_size=6).hexdigest()
    spec = importlib.util.spec_from_file_location(f"_ludwright_player_{stamp}", path)
    if spec is None or spec.loader is None:
        raise PlayerError(f"expected a Python file with a player, got {str(path)!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module there
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.modules.pop(spec.name, None)
        raise PlayerError(f"{path} cannot be loaded: {fault_words(error, path)}") from error
    return module


def _own_settings(text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, equals, value = (one.strip() for one in part.partition("="))
        if not equals or not name.isidentifier():
            raise PlayerError(f"expected name=value, got {part!r}")
        values[name] = _number_or_text(value)
    return values


def _number_or_text(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
