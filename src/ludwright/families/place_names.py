"""Names of places on maps as people type them: in any case, cut off, or as numbers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from ludwright.language.english import listing
from ludwright.shown import brief

_SPACES: Final = re.compile(r"[\s_,;]+")
_MOST_STRANGE: Final[int] = 4
"""As many words that name no place are told."""


def key_of(text: str) -> str:
    """A text as it is compared: in lower case, with single spaces for any separators."""
    return _SPACES.sub(" ", text).strip().casefold()


def labels_of(names: Sequence[str], is_safe: Callable[[str], bool]) -> tuple[str, ...]:
    """What places are called in moves: by name, or by number where the name could mislead.

    `is_safe` says of a name, as `key_of` returns it, whether it can be read within a move.
    """
    keys = [key_of(name) for name in names]
    return tuple(
        name if key and is_safe(key) and keys.count(key) == 1 else f"@{at}"
        for at, (name, key) in enumerate(zip(names, keys, strict=True), start=1)
    )


def rank_of(keys: Sequence[str], text: str, place: int) -> int | None:
    """How far a text is from the whole name of a place; None if it cannot mean it.

    `keys` are the names of all places, as `key_of` returns them; `text` is such a key too.
    """
    name, text = _spelt(keys[place]), _spelt(text)
    if not text:
        return None
    if text in (name, str(place + 1), f"@{place + 1}"):
        return 0
    if name.startswith(text):
        return 1
    parts, whole = text.split(), name.split()
    if 1 < len(parts) <= len(whole):
        return 2 if all(map(str.startswith, whole, parts)) else None
    if len(whole) > 1 and _is_squeezed(text, whole):
        return 2
    return 3 if any(word.startswith(text) for word in whole) else None


@lru_cache(maxsize=4096)
def _spelt(key: str) -> str:
    """A key in which Saint is written in one way."""
    if "st" not in key:
        return key
    return " ".join("saint" if word in ("st", "st.") else word for word in key.split())


def _is_squeezed(text: str, words: Sequence[str]) -> bool:
    """Whether a text is a beginning of each word, without spaces: `gb`, `waus`, `naf`."""
    if not words:
        return not text
    lengths = (at for at in range(1, len(text) + 1) if words[0].startswith(text[:at]))
    return any(_is_squeezed(text[at:], words[1:]) for at in lengths)


def find_place(keys: Sequence[str], text: str) -> int | None:
    """The only place that a text may mean: its number or the beginning of its name."""
    ranks = {at: rank_of(keys, key_of(text), at) for at in range(len(keys))}
    known = {at: rank for at, rank in ranks.items() if rank is not None}
    best = [at for at, rank in known.items() if rank == min(known.values())]
    return best[0] if len(best) == 1 else None


def near_text(words: Sequence[str], names: Sequence[str], noun: str) -> str:
    """That no place of these names is like some words, and which ones may have been meant."""
    words = [brief(word, 40) for word in words[:_MOST_STRANGE]]
    keys = {key_of(name): name for name in names}
    parts = {part: name for key, name in keys.items() for part in key.split()}
    known = {**parts, **keys}
    found = [
        known[near]
        for text in (" ".join(words), *words)
        for near in difflib.get_close_matches(text, known, n=3, cutoff=0.6)
    ]
    told = f"no {noun} is like {listing([repr(word) for word in words], 'or')}"
    meant = list(dict.fromkeys(found))[:3]
    return f"{told}; did you mean {listing(meant, 'or')}?" if meant else told


def strange_words(words: Iterable[str], keys: Sequence[str]) -> list[str]:
    """The words that cannot mean any place."""
    places = range(len(keys))
    return [word for word in words if all(rank_of(keys, word, at) is None for at in places)]
