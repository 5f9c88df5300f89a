"""The registered families of games: names and modules only, so that this costs nothing to import.

`register_family` is the only registration. A family's module defines `FAMILY`, a record of
everything that the rest of the program needs (`ludwright.play.family`); it is imported when the
family is first needed. The families that come with the package are registered at the first lookup,
whichever part of the package was imported before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from ludwright.errors import UnknownName

_PACKAGED = "ludwright.families"
"""Importing this package registers the families that come with Ludwright."""


class Registration(NamedTuple):
    """One registered family."""

    name: str
    root_word: str
    """The first word of its texts."""
    module: str
    """The module that defines `FAMILY`."""


_registered: dict[str, Registration] = {}


def register_family(name: str, root_word: str, module: str) -> None:
    """Let texts that begin with `root_word` be games of the family defined by a module."""
    new = Registration(name, root_word, module)
    for known in _registered.values():
        is_rival = name == known.name or root_word == known.root_word
        if is_rival and known != new:
            raise ValueError(
                f"expected one family for the name {name!r} and the root word {root_word!r}, "
                f"got {known.module} and {module}"
            )
    _registered[name] = new


def registrations() -> tuple[Registration, ...]:
    """All registered families, by name."""
    import_module(_PACKAGED)
    return tuple(_registered[name] for name in sorted(_registered))


def family_names() -> tuple[str, ...]:
    """The names of all registered families."""
    return tuple(one.name for one in registrations())


def record_named(name: str) -> Any:
    """The record of the family with this name: an object of type `play.family.Family`."""
    known = {one.name: one for one in registrations()}
    if name not in known:
        raise UnknownName("family", name, known)
    return import_module(known[name].module).FAMILY


def record_for_word(root_word: str) -> Any | None:
    """The record of the family whose texts begin with this word, if there is one."""
    for one in registrations():
        if one.root_word == root_word:
            return record_named(one.name)
    return None


def loaded(path: str) -> Any:
    """The object at a path such as `some.package.module:name`; its module is imported."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
