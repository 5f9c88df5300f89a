"""Moves and ends of board games in English: what the templates of single ludemes cannot say well.

A condition such as `(and (owner from) (empty to) (line) (= (num-between any) 0))` is one thought
for a player: slide any distance. This module finds such thoughts among the conditions of a move
and leaves the rest to the templates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ludwright.families.combinatorial import vocabulary as v
from ludwright.language.english import english, listing, number_word, plural, plural_of

COMPASS: dict[str, str] = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
    "u": "top",
    "d": "bottom",
}
CONTENTS: dict[str, str] = {
    "empty": "empty cell",
    "enemy": "enemy piece",
    "friend": "piece of yours",
    "any": "piece",
    "neutral": "neutral piece",
}
_COMPARED: dict[type[v.Condition], str] = {
    v.Equal: "exactly {}",
    v.AtLeast: "at least {}",
    v.AtMost: "at most {}",
    v.Greater: "more than {}",
    v.Less: "fewer than {}",
    v.Unequal: "any number but {}",
}
_TURTLES: dict[str, str] = {
    "f": "forward",
    "b": "backward",
    "l": "turn left",
    "r": "turn right",
    "fl": "forward-left",
    "fr": "forward-right",
    "bl": "back-left",
    "br": "back-right",
}
_SITES: dict[str, str] = {
    **v.SITE_WORDS,
    **{word.replace("-", " "): name for word, name in v.SITE_WORDS.items()},
}
_SITE = "|".join(sorted(map(re.escape, _SITES), key=len, reverse=True))
_SITE_AT_FIRST = re.compile(rf"(?:{_SITE})(?= (?:is|holds|has|and)\b)")
_SITE_LATER = re.compile(rf"\b(of|at|sees|and|on) ({_SITE})\b(?! of)")
_IRREGULAR = {"Man": "Men", "Goose": "Geese", "Mouse": "Mice", "Knife": "Knives", "Wolf": "Wolves"}
_WIDE_KNIGHT = frozenset({("f", "r", "f", "f"), ("f", "l", "f", "f")})
_KNIGHT = frozenset({("f", "f", "r", "f"), ("f", "f", "l", "f")})


@dataclass
class _Way:
    """What a move's condition says, sorted by what it speaks of."""

    whose: str = "your"
    is_line: bool = False
    nbors: str = ""
    distances: list[str] = field(default_factory=list)
    is_clear: bool = False
    over: list[str] = field(default_factory=list)
    steps: list[tuple[str, ...]] = field(default_factory=list)
    is_next: bool = False
    goes_far: bool = False
    is_linked: bool = False
    target: str = ""
    provisos: list[str] = field(default_factory=list)


# --- One move -------------------------------------------------------------------------------------


def move_sentence(move: v.Move, piece: str, tiling: str, *, is_movement: bool) -> str:
    """What a player does in this move, without what follows from it."""
    if all(isinstance(act, v.PassWord | v.Pass) for act in move.action):
        text = "pass"
        provisos = [condition(part) for part in _conjuncts(move.pre) if not _is_owner(part)]
    else:
        way = _way(move)
        doing = _moved(move, piece, way, tiling) if is_movement else _placed(move, piece, way)
        text, provisos = doing, way.provisos
    if provisos:
        text += f", provided that {listing(provisos)}"
    return text


def _way(move: v.Move) -> _Way:
    way = _Way()
    for part in _conjuncts(move.pre):
        if _is_owner(part):
            continue
        if not _is_about_way(part, way) and not _is_about_target(part, way):
            way.provisos.append(condition(part))
    return way


def _conjuncts(pre: v.Condition | None) -> Iterable[v.Condition]:
    if pre is None:
        return
    if isinstance(pre, v.And):
        for part in pre.conditions:
            yield from _conjuncts(part)
    else:
        yield pre


def _is_owner(part: v.Condition) -> bool:
    """Whether the condition only says that you move your own piece, which goes without saying."""
    if isinstance(part, v.Owner):
        mine = (None, v.Role.MOVER, v.Role.CURRENT, v.Role.FRIEND)
        return part.site == v.Coord.FROM and part.player in mine
    return isinstance(part, v.Friend) and part.site == v.Coord.FROM


def _is_about_way(part: v.Condition, way: _Way) -> bool:
    if isinstance(part, v.Line):
        way.is_line = True
        way.nbors = str(part.nbors)
    elif isinstance(part, v.Enemy) and part.site == v.Coord.FROM:
        way.whose = "the opponent's"
    elif isinstance(part, v.Adjacent) and part.nbors is None:
        way.is_next = True
    elif isinstance(part, v.BlockedBeyond):
        way.goes_far = True
    elif isinstance(part, v.Connected):
        way.is_linked = True
    elif (steps := _steps(part)) is not None:
        way.steps += steps
    elif isinstance(part, v.Equal) and _is_distance(part.left) and part.right == 1:
        way.is_next = True
    elif type(part) in _COMPARED and _is_distance(getattr(part, "left", None)):
        way.distances.append(_compared(part))
    elif type(part) in _COMPARED and isinstance(getattr(part, "left", None), v.NumBetween):
        _note_between(part, way)
    else:
        return False
    return True


def _is_distance(term: object) -> bool:
    return isinstance(term, v.Distance) and term.first is None and term.second is None


def _compared(part: v.Condition) -> str:
    right: object = getattr(part, "right", 0)
    if isinstance(right, int):
        return _COMPARED[type(part)].format(number_word(right))
    if isinstance(right, v.LineCount):
        return "exactly as many cells as there are pieces on that line"
    if isinstance(right, v.Height) and right.site == v.Coord.FROM:
        return "exactly as many cells as the stack is high"
    assert isinstance(right, v.Count)
    count = english_of_sites(english(right))
    return f"a number of cells that is {_COMPARED[type(part)].format(count)}"


def _note_between(part: v.Condition, way: _Way) -> None:
    left = getattr(part, "left", None)
    right: object = getattr(part, "right", 0)
    assert isinstance(left, v.NumBetween)
    content = left.content.value
    if isinstance(part, v.Equal) and right == 0:
        if content == "any":
            way.is_clear = True
        else:
            way.over.append(f"passing over no {CONTENTS[content]}")
    elif isinstance(right, int):
        count = _COMPARED[type(part)].format(number_word(right))
        noun = CONTENTS[content] if right == 1 else _plural(CONTENTS[content])
        way.over.append(f"jumping over {count} {noun}")
    else:
        way.provisos.append(english(part))


def _plural(noun: str) -> str:
    return "pieces of yours" if noun == "piece of yours" else plural_of(noun)


def _steps(part: v.Condition) -> list[tuple[str, ...]] | None:
    if isinstance(part, v.Steps):
        return [tuple(step.value for step in part.steps)]
    if isinstance(part, v.Or):
        each = [_steps(one) for one in part.conditions]
        if all(one is not None for one in each):
            return [path for one in each if one for path in one]
    return None


def _is_about_target(part: v.Condition, way: _Way) -> bool:
    words = _target(part)
    if words is None or way.target:
        return False
    way.target = words
    return True


def _target(part: v.Condition) -> str | None:
    """The destination, if that is all the condition speaks of: "an empty cell"."""
    known: tuple[tuple[v.Condition, str], ...] = (
        (v.Empty(site=v.Coord.TO), "an empty cell"),
        (v.Enemy(site=v.Coord.TO), "a cell held by the enemy"),
        (v.Friend(site=v.Coord.TO), "a cell that you hold"),
        (v.Occupied(site=v.Coord.TO), "an occupied cell"),
        (v.Neutral(site=v.Coord.TO), "a neutral piece"),
        (v.Not(condition=v.Friend(site=v.Coord.TO)), "a cell that you do not hold"),
        (v.Not(condition=v.Enemy(site=v.Coord.TO)), "a cell that the enemy does not hold"),
        (v.Not(condition=v.Empty(site=v.Coord.TO)), "an occupied cell"),
        (v.Not(condition=v.Occupied(site=v.Coord.TO)), "an empty cell"),
    )
    for known_part, words in known:
        if part == known_part:
            return words
    if isinstance(part, v.Or):
        each = [_target(one) for one in part.conditions]
        if all(each):
            return listing([one or "" for one in each], "or")
    return None


def _placed(move: v.Move, piece: str, way: _Way) -> str:
    push = next((act for act in move.action if isinstance(act, v.Push)), v.Push(trail=False))
    whose = ""
    if push.player in (v.Role.ENEMY, v.Role.NEXT):
        whose = "enemy "
    elif push.player in (v.Role.NEUTRAL, v.Role.NONE):
        whose = "neutral "
    what = (
        f"{with_article(whose + piece)}" if push.count == 1 else plural(push.count, whose + piece)
    )
    beside = " next to one of your own pieces" if way.is_linked else ""
    return f"put {what} on {way.target or 'any cell, occupied or not'}{beside}"


def _moved(move: v.Move, piece: str, way: _Way, tiling: str) -> str:
    push = next((act for act in move.action if isinstance(act, v.Push)), None)
    pop = next((act for act in move.action if isinstance(act, v.Pop)), None)
    target = f" to {way.target}" if way.target else ""
    manner = _manner(move, way, tiling)
    if pop is None:
        # A piece is put down within reach of another, which stays where it is.
        whose = "neutral piece" if push and push.player == v.Role.NEUTRAL else f"new {piece}"
        on = f" on {way.target or 'any cell'}"
        return (
            f"put {with_article(whose)}{on}{manner} from one of your {many(piece)}{_passing(way)}"
        )
    if pop.count == v.Every.ALL:
        what = f"a stack with {way.whose} {piece} on top"
    elif pop.count == 1:
        what = f"one of {way.whose} {many(piece)}"
    else:
        what = f"the top {plural(int(pop.count), 'piece')} of one of {way.whose} stacks"
    trail = ", leaving a neutral blocker behind" if push is not None and push.trail else ""
    return f"move {what}{manner}{target}{_passing(way)}{trail}"


def many(piece: str) -> str:
    """The plural of a piece's name."""
    return _IRREGULAR.get(piece) or plural_of(piece)


def _manner(move: v.Move, way: _Way, tiling: str) -> str:
    """How a piece goes: " any distance in a straight line over empty cells"."""
    parts: list[str] = []
    rows = " along a row or column" if tiling == "square" else " along a row"
    lines = {"d-nbors": rows, "i-nbors": " along a diagonal"}.get(way.nbors, "")
    if way.steps:
        parts.append(_walk(way.steps, move, tiling))
    elif way.goes_far and way.is_line:
        parts.append(f"as far as it can go in a straight line{lines}")
    elif way.is_line and (way.distances or way.is_next or way.over):
        count = listing(way.distances) if way.distances else "one" if way.is_next else ""
        cells = "" if "cells" in count else " cells" if count and count != "one" else " cell"
        parts.append((f"{count}{cells} " if count else "") + f"in a straight line{lines}")
    elif way.is_line:
        parts.append(f"any distance in a straight line{lines}")
    elif way.is_next:
        parts.append("one step")
    elif way.distances:
        cells = "" if "cells" in way.distances[0] else " steps away"
        parts.append(listing(way.distances) + cells)
    if way.is_linked:
        parts.append("along an unbroken chain of your own pieces")
    return f" {', '.join(parts)}" if parts else ""


def _passing(way: _Way) -> str:
    """What the piece may pass over: ", jumping over exactly one enemy piece"."""
    parts = list(way.over)
    is_one_step = way.is_next or (way.steps and all(len(path) == 1 for path in way.steps))
    if way.is_clear and not is_one_step:
        parts.insert(0, "without passing over any piece")
    return "".join(f", {part}" for part in parts)


def _walk(paths: Sequence[tuple[str, ...]], move: v.Move, tiling: str) -> str:
    """The steps of a walk in words."""
    is_every_way = move.direction == v.EveryWay.ALL
    if tiling == "square" and is_every_way and frozenset(paths) == _KNIGHT:
        return "like a knight of chess"
    if tiling == "square" and frozenset(paths) == _KNIGHT | _WIDE_KNIGHT:
        return "like a knight of chess" + ("" if is_every_way else ", but only forward")
    # A first turn to the left or right stands for that direction.
    straight = [_straight(path) for path in paths]
    if all(straight) and len({count for _, count in filter(None, straight)}) == 1:
        words = [word for word, _ in filter(None, straight)]
        count = next(count for _, count in filter(None, straight))
        return f"{plural(count, 'step')} {_ways(words, tiling, is_every_way=is_every_way)}"
    shown = [" then ".join(_TURTLES[step] for step in path) for path in paths]
    turned = ", in any of the directions" if is_every_way else ""
    if tiling == "square" and set(paths) <= _KNIGHT | _WIDE_KNIGHT:
        return f"like a knight of chess ({listing(shown, 'or')}{turned})"
    return f"along the path {listing(shown, 'or')}{turned}"


def _straight(path: tuple[str, ...]) -> tuple[str, int] | None:
    if path[0] in ("l", "r") and len(path) > 1 and set(path[1:]) == {"f"}:
        return {"l": "left", "r": "right"}[path[0]], len(path) - 1
    if len(set(path)) == 1 and path[0] not in ("l", "r"):
        return path[0], len(path)
    return None


def _ways(words: Sequence[str], tiling: str, *, is_every_way: bool) -> str:
    found = frozenset(words)
    if is_every_way:
        if tiling != "square":
            return "in any direction"
        has_straight = bool(found & {"f", "b", "left", "right"})
        has_diagonal = bool(found & {"fl", "fr", "bl", "br"})
        if has_straight and has_diagonal:
            return "in any direction"
        return "diagonally" if has_diagonal else "along a row or column"
    side = "diagonally {}" if tiling == "square" else "{} to the left or right"
    names = {
        "f": "straight forward",
        "b": "straight backward",
        "left": "to the left",
        "right": "to the right",
        "fl": side.format("forward") if "fr" in found else "forward-left",
        "fr": side.format("forward") if "fl" in found else "forward-right",
        "bl": side.format("backward") if "br" in found else "back-left",
        "br": side.format("backward") if "bl" in found else "back-right",
    }
    return listing(list(dict.fromkeys(names[word] for word in words)), "or")


def with_article(noun: str) -> str:
    """A noun with its "a" or "an"."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


# --- Conditions -----------------------------------------------------------------------------------


def condition(part: v.Condition) -> str:
    """A condition as the end of "provided that …"."""
    if isinstance(part, v.And):
        return listing(condition(one) for one in part.conditions)
    if isinstance(part, v.Or):
        return "either " + listing((condition(one) for one in part.conditions), "or")
    if isinstance(part, v.Not):
        return negated(condition(part.condition))
    if type(part) in _COMPARED:
        return _comparison(part)
    if isinstance(part, v.Supported):
        way = COMPASS[part.direction]
        edge = f"{part.site} is on the {way} edge or has a piece on the next cell to the {way}"
        return english_of_sites(edge)
    return english_of_sites(english(part))


def english_of_sites(text: str) -> str:
    """The text with the sites of a move called by their plain names."""
    text = _SITE_AT_FIRST.sub(lambda found: _SITES[found[0]], text)
    return _SITE_LATER.sub(lambda found: f"{found[1]} {_SITES[found[2]]}", text)


def negated(text: str) -> str:
    """The opposite of a clause."""
    turns = (
        (" is ", " is not "),
        (" holds ", " does not hold "),
        (" captures ", " does not capture "),
        (" sees ", " does not see "),
        (" has ", " does not have "),
    )
    if text.startswith("an enemy piece sees"):
        return "no" + text.removeprefix("an")
    for plain, opposite in turns:
        if plain in text and " or " not in text and " and " not in text:
            return text.replace(plain, opposite, 1)
    return f"it is not so that {text}"


def _comparison(part: v.Condition) -> str:
    left, right = getattr(part, "left", 0), getattr(part, "right", 0)
    if not isinstance(right, int) or isinstance(left, int):
        return english_of_sites(english(part))
    # "more than 0" and "at least 1" are the same thought.
    kind, number = type(part), right
    if kind is v.Greater:
        kind, number = v.AtLeast, right + 1
    count = "no" if kind is v.Equal and number == 0 else _COMPARED[kind].format(number_word(number))
    if isinstance(left, v.Distance) and left.first and left.second:
        first, second = (_SITES.get(str(site), str(site)) for site in (left.first, left.second))
        if kind is v.Equal and number == 0:
            return f"{first} is {second}"
        return f"{first} is {count} steps from {second}"
    noun: Callable[[str], str] = lambda word: word if number == 1 else plural_of(word)  # noqa: E731
    if isinstance(left, v.NumNbors):
        site = english_of_sites(f"{left.site} is").removesuffix(" is")
        content = {"friend": "of your pieces", "any": "piece", "empty": "empty cell"}
        if left.content == v.Content.FRIEND:
            few = "none" if count == "no" else count
            return f"{site} has {few} of your own pieces next to it"
        word = content.get(left.content, f"{left.content} piece")
        return f"{site} has {count} {noun(word)} next to it"
    if isinstance(left, v.NumCaptures):
        how = {"surround": "by surrounding", "flank": "by flanking"}.get(left.kind, left.kind)
        how = {"approach": "by approach", "withdraw": "by withdrawal"}.get(left.kind, how)
        return f"the move takes {count} {noun('enemy piece')} {how}"
    if isinstance(left, v.Freedom):
        return f"the group there is left with {count} empty {noun('neighbour')}"
    if isinstance(left, v.NumCaptured):
        return f"the move has captured {count} {noun('piece')}"
    return english_of_sites(f"{english(left)} is {count if count != 'no' else 'zero'}")


# --- What follows ---------------------------------------------------------------------------------

_CAPTURED: dict[str, str] = {
    "replace": "the piece that stood on the cell you moved to",
    "surround": "every enemy group next to that cell that has no empty neighbour left",
    "between": "the enemy pieces you jumped over",
    "custodial": "every unbroken line of enemy pieces caught between that cell and another "
    "piece of yours",
    "flank": "every unbroken line of enemy pieces between that cell and another piece of yours",
    "intervention": "every pair of enemy pieces on opposite sides of that cell",
    "approach": "the unbroken line of enemy pieces in front of the move",
    "withdraw": "the unbroken line of enemy pieces behind the cell you left",
    "d-nbors": "every enemy piece directly next to that cell",
    "i-nbors": "every enemy piece diagonally next to that cell",
    "all-nbors": "every enemy piece around that cell",
    "line-of": "the first piece seen along each line from that cell",
    "group-of": "every enemy group next to that cell",
    "choice": "one enemy piece of your choice, anywhere",
    "any-one": "one enemy piece of your choice next to that cell",
}


def consequence(post: v.Post) -> str:
    """What follows the move, as a clause to be spoken to the mover."""
    optional = bool(getattr(post, "optional", False))
    asked = getattr(post, "condition", None)
    text = _consequence(post)
    if optional and not isinstance(post, v.Repeat):
        text = (
            f"you may {text}" if not text.startswith("you ") else text.replace("you ", "you may ")
        )
    if asked is not None and isinstance(post, v.Repeat):
        return f"if {_if(asked)}, {text}"
    if asked is not None:
        text += f" if {_if(asked)}"
    return text


def _if(asked: v.Condition) -> str:
    if asked == v.Side(site=v.Coord.TO, side=v.HomeOrAway.AWAY):
        return "it reached the far row"
    return condition(asked)


def _consequence(post: v.Post) -> str:
    if isinstance(post, v.Capture):
        return _capture(post)
    if isinstance(post, v.Convert):
        return _convert(post)
    if isinstance(post, v.Repeat):
        if post.optional:
            return "you may go on with the same piece in the same way, or pass"
        return "you must go on with the same piece in the same way, as long as you can"
    if isinstance(post, v.AddScore):
        if isinstance(post.points, int):
            return f"score {plural(post.points, 'point')}"
        if isinstance(post.points, v.NumCaptured):
            return "score a point for each captured piece"
        return f"score as many points as {english_of_sites(english(post.points))}"
    if isinstance(post, v.IncreaseState):
        wrap = f", starting again from 0 after {post.modulus - 1}" if post.modulus else ""
        return f"raise the state number of the piece by {number_word(post.amount)}{wrap}"
    if isinstance(post, v.Displace):
        far = "" if post.distance == 1 else f" by {plural(post.distance, 'cell')}"
        push = "what stood there is pushed on in the direction of the move"
        if post.direction == v.AwayWord.AWAY:
            return f"{push}{far} (off the board or into a piece, it is captured)"
    return english_of_sites(english(post))


def _whom(record: v.PieceRecord | None, text: str) -> str:
    if record is None:
        return text
    piece = str(record.piece) if record.piece else "piece"
    side = {"friend": "own", "mover": "own", "All": "", "any": "", "neutral": "neutral"}.get(
        str(record.player or "enemy"), "enemy"
    )
    return text.replace("enemy piece", f"{side} {piece}".strip())


def _capture(post: v.Capture) -> str:
    if isinstance(post.kind, v.Custodial):
        what = (
            f"every line of exactly {plural(post.kind.length, 'enemy piece')} caught between that "
            "cell and another piece of yours"
        )
    else:
        what = _CAPTURED[post.kind.value if post.kind else "replace"]
    what = _whom(post.record, what)
    if post.subsume:
        return f"put the top piece of {what} under your stack"
    if post.recycle:
        return f"take {what} off the board and back to the owner's hand"
    return f"capture {what}"


def _convert(post: v.Convert) -> str:
    parts: list[str] = []
    if post.piece is not None:
        parts.append(f"become{'s' if post.kind is None else ''} {with_article(str(post.piece))}")
    if post.player is not None:
        mine = post.player in (v.Role.CURRENT, v.Role.MOVER, v.Role.FRIEND)
        parts.append(
            "become"
            + ("s" if post.kind is None else "")
            + " "
            + ("yours" if mine else f"{post.player}'s")
        )
    if post.state is not None:
        parts.append(f"get{'s' if post.kind is None else ''} the state number {post.state}")
    if post.kind is None:
        return f"the piece {listing(parts)}"
    if isinstance(post.kind, v.Custodial):
        return (
            f"lines of exactly {plural(post.kind.length, 'enemy piece')} between that cell and "
            f"another piece of yours {listing(parts)}"
        )
    who = _whom(post.record, _CAPTURED[post.kind.value]).replace("every ", "all ", 1)
    who = who.replace("unbroken line of", "unbroken lines of").replace(
        "enemy piece ", "enemy pieces "
    )
    return f"{who} {listing(parts)}"


# --- Ends -----------------------------------------------------------------------------------------


def end_clause(part: v.EndCondition, region: Callable[[int], str]) -> str:
    """When a match ends, as the end of "you win if …"."""
    text = _verb(part, region)
    return text if text.startswith("nobody") else f"you {text}"


def _verb(part: v.EndCondition, region: Callable[[int], str]) -> str:
    if isinstance(part, v.EndAnd):
        return _both(part, region)
    if isinstance(part, v.EndOr):
        flat = list(dict.fromkeys(_verb(one, region) for one in _alternatives(part)))
        many = [one for one in flat if one.startswith("connect ")]
        if len(many) > 4:
            rest = [one for one in flat if one not in many]
            return listing([*rest, *_grouped_links(part)], "or")
        return listing(flat, "or")
    if isinstance(part, v.EndNot):
        return _denied(_verb(part.condition, region))
    if isinstance(part, v.InARow):
        kinds = {"d-nbors": "along rows and columns", "i-nbors": "along diagonals"}
        which = kinds.get(str(part.nbors), "")
        piece = "" if part.record is None else f" with {english(part.record)}"
        return f"make {number_word(part.count)} in a row{f' {which}' if which else ''}{piece}"
    if isinstance(part, v.Connect):
        return _linked(part, region)
    if isinstance(part, v.Cycle):
        return "make a closed ring of your pieces"
    if isinstance(part, v.Reach) and isinstance(part.target, v.RegionCells):
        return english(part).replace(f"region {part.target.region}", region(part.target.region))
    if isinstance(part, v.CaptureEnd) and isinstance(part.count, int) and part.count > 1:
        return f"have captured {part.count} enemy pieces"
    if isinstance(part, v.NoMove):
        return "cannot move in your turn"
    if isinstance(part, v.NoMoves):
        return "nobody can move"
    if isinstance(part, v.ScoreEnd) and part.goal == v.Best.BEST:
        return "have the higher score"
    if isinstance(part, v.StackEnd):
        of_yours = " of your own pieces" if part.owner else " pieces"
        return f"own a stack of {number_word(part.count)}{of_yours}"
    if isinstance(part, v.Pattern):
        path = ", ".join(_TURTLES[step.value] for step in part.steps)
        return f"hold all cells of the path {path}, in any direction"
    return english(part)


def _alternatives(part: v.EndOr) -> Iterable[v.EndCondition]:
    for one in part.conditions:
        if isinstance(one, v.EndOr):
            yield from _alternatives(one)
        else:
            yield one


def _grouped_links(part: v.EndOr) -> list[str]:
    """Many links in few words: "connect any two of six regions"."""
    sets = [
        set(one.target.regions)
        for one in _alternatives(part)
        if isinstance(one, v.Connect) and isinstance(one.target, v.RegionSet)
    ]
    found: list[str] = []
    for size in sorted({len(one) for one in sets}):
        joined = sorted(set().union(*(one for one in sets if len(one) == size)))
        found.append(
            f"connect {number_word(size)} of the regions {listing([str(n) for n in joined])}"
        )
    return found


def _both(part: v.EndAnd, region: Callable[[int], str]) -> str:
    held = [_verb(one, region) for one in part.conditions if not isinstance(one, v.EndNot)]
    held.sort(key=lambda text: not text.startswith("nobody"))
    denied = [
        _denied(_verb(one.condition, region))
        for one in part.conditions
        if isinstance(one, v.EndNot)
    ]
    if held and held[0].startswith("nobody") and len(held) > 1:
        held = [held[0], f"you {held[1]}", *held[2:]]
    text = listing(held)
    return f"{text} but {listing(denied)}" if text and denied else text or listing(denied)


def _denied(verb: str) -> str:
    if verb.startswith("nobody can"):
        return "somebody can still move"
    if verb.startswith("have "):
        return f"have not {verb.removeprefix('have ')}"
    if verb.startswith("cannot "):
        return f"can {verb.removeprefix('cannot ')}"
    return f"do not {verb}"


def _linked(part: v.Connect, region: Callable[[int], str]) -> str:
    if part.target == v.OwnRegions.OWN_REGIONS:
        where = "your own regions"
    elif part.target == v.OwnRegions.ALL_SIDES:
        where = "all sides of the board"
    else:
        assert isinstance(part.target, v.RegionSet)
        where = listing([region(number) for number in part.target.regions])
    return f"connect {where} by an unbroken chain of your pieces"
