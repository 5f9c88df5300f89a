"""The rules of any board game in plain Python, straight from its tree: the specification of play.

The native core is checked against this engine move by move. Everything here is immutable and
deterministic; clarity comes before speed. `reference_terms` defines what conditions, counts and
captures mean, `reference_ends` when a match ends; this module holds the position, the moves and
the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import product
from typing import Any, Final

from ludwright.errors import IllegalMove
from ludwright.families.combinatorial import vocabulary as words
from ludwright.families.combinatorial.board import Board
from ludwright.families.combinatorial.move import SWAP_RULE, Move
from ludwright.families.combinatorial.reference_ends import Facts, decide
from ludwright.families.combinatorial.reference_terms import (
    ABSENT,
    BOTH,
    CHOOSING,
    NEUTRAL,
    Equipment,
    Piece,
    Scene,
    Stack,
    affected_by,
    direction_named,
    fits,
    holds,
    number,
    stack_named,
)
from ludwright.families.combinatorial.vocabulary import Coord, Repetition, Role
from ludwright.language.ludeme import walk
from ludwright.play.outcome import Outcome, Reason

PASS: Final[Move] = Move(-1, ABSENT, ABSENT, 0)
"""A pass, by choice or because there is no other move."""
SWAP: Final[Move] = Move(SWAP_RULE, ABSENT, ABSENT, 0)
"""The players change sides."""
OPTION_BITS: Final[int] = 4
"""Bits of a move's option that select the optional consequences."""
LONGEST_CAPTURE: Final[int] = 64
"""The most moves of a capture that are looked at to find the longest one."""
DRAWN_REPETITIONS: Final[int] = 3
"""A position that occurs this many times is a draw, if repetition draws."""

_FROM_WORDS: Final[tuple[type[words.Combinatorial], ...]] = (
    words.Line,
    words.Steps,
    words.Adjacent,
    words.NumBetween,
    words.LineCount,
    words.LineLength,
    words.BlockedBeyond,
)
"""Words about the way from `from` to `to`."""
_OWNER_WORDS: Final = (words.Owner, words.Friend, words.Enemy, words.Neutral)
_COMPARISONS: Final = (
    words.Equal,
    words.Unequal,
    words.Less,
    words.AtMost,
    words.Greater,
    words.AtLeast,
)

DEFAULT_PLAY: Final = words.Play(can_pass=False, first_move_one=False, progressive=False)
"""The rules of play of a game without a `play` clause."""

Key = tuple[object, ...]


class _Impossible(Exception):
    """The action or a chosen consequence cannot be carried out."""


# --- The rules of one game ------------------------------------------------------------------------


class _Rule:
    """One move rule with what can be precomputed."""

    def __init__(self, index: int, kind: int, move: words.Move, equipment: Equipment) -> None:
        self.index = index
        self.kind = kind
        self.move = move
        condition = () if move.pre is None else tuple(walk(move.pre))
        acts = [act for act in move.action if not isinstance(act, words.PassWord | words.Pass)]
        self.is_pass = not acts
        posts = () if self.is_pass else move.post
        self.has_source = any(isinstance(act, words.Pop) for act in acts) or any(
            map(_speaks_of_from, condition)
        )
        self.asks_owner = any(
            isinstance(term, _OWNER_WORDS) and term.site == Coord.FROM for term in condition
        )
        self.optional = tuple(
            index
            for index, post in enumerate(posts)
            if getattr(post, "optional", False) and not isinstance(post, words.Repeat)
        )
        choosers = (index for index, post in enumerate(posts) if _is_choosing(post))
        self.chooser = next(choosers, None)
        repeats = (post for post in posts if isinstance(post, words.Repeat))
        self.repeat = next(repeats, None)
        self._geometry = tuple(term for term in _conjuncts(move.pre) if _is_geometry(term))
        self._reach: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._equipment = equipment

    def reach(self, source: int, mover: int, facing: int) -> tuple[int, ...]:
        """The sites that the geometry of the condition allows from here, regardless of pieces."""
        found = self._reach.get((source, mover, facing))
        if found is None:
            scene = Scene(self._equipment, [], [], [], [], [], [facing, facing], mover)
            scene.source, scene.rule = source, self.move
            found = self._reach[source, mover, facing] = tuple(self._reached(scene))
        return found

    def _reached(self, scene: Scene) -> Iterator[int]:
        for scene.target in self._equipment.board.sites:
            if scene.target != scene.source and all(holds(term, scene) for term in self._geometry):
                yield scene.target

    def is_for(self, mover: int) -> bool:
        """True if this seat may make the move: by the piece's player and the move's owner."""
        player = self._equipment.pieces[self.kind].player
        users = self._equipment.owners(player, mover)
        owners = self._equipment.owners(self.move.owner, mover)
        # Both seats may move neutral pieces.
        return mover in owners and (mover in users or NEUTRAL in users)


def _speaks_of_from(term: Any) -> bool:
    if isinstance(term, words.Distance):
        return Coord.FROM in (term.first, term.second) or None in (term.first, term.second)
    sites = (getattr(term, name, None) for name in ("site", "first", "second"))
    return isinstance(term, _FROM_WORDS) or Coord.FROM in [
        site for site in sites if isinstance(site, Coord)
    ]


def _conjuncts(condition: words.Condition | None) -> tuple[words.Condition, ...]:
    """The conditions that must all hold."""
    if isinstance(condition, words.And):
        return condition.conditions
    return () if condition is None else (condition,)


def _is_geometry(term: words.Condition) -> bool:
    """True if it depends only on `from`, `to` and the mover's facing: evaluated once."""
    if isinstance(term, _COMPARISONS):
        return all(isinstance(side, int) or _is_way(side) for side in (term.left, term.right))
    return isinstance(term, words.Line | words.Adjacent | words.Steps)


def _is_way(count: words.Count) -> bool:
    """True for the distance between `from` and `to`."""
    ends = (None, Coord.FROM, Coord.TO)
    return isinstance(count, words.Distance) and count.first in ends and count.second in ends


def _is_choosing(post: words.Post) -> bool:
    if isinstance(post, words.Rotate):
        return post.amount == words.AnyTurn.ANY
    return isinstance(post, words.Capture | words.Convert) and post.kind in CHOOSING


class ReferenceRules:
    """The rules of a game: where matches start."""

    def __init__(self, game_root: words.BoardGame) -> None:
        """Prepare the equipment and number the move rules in written order over all pieces."""
        self.game = game_root
        self.equipment = Equipment(game_root)
        self.play = game_root.play or DEFAULT_PLAY
        written = [
            (kind, move) for kind, piece in enumerate(self.equipment.pieces) for move in piece.moves
        ]
        self.moves = tuple(
            _Rule(index, kind, move, self.equipment) for index, (kind, move) in enumerate(written)
        )
        self._start = _start_position(self)

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.equipment.board

    def start(self) -> ReferencePosition:
        """The position before the first move."""
        return self._start

    def turn_length(self, turn: int) -> int:
        """How many plies a turn has; turns count from 1."""
        return turn_length(self.play, turn)


def turn_length(play: words.Play | None, turn: int) -> int:
    """How many moves a turn has; turns count from 1."""
    play = play or DEFAULT_PLAY
    if play.progressive:
        return turn
    if play.first_move_one and turn == 1:
        return 1
    return play.moves_per_turn


# --- The position ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReferencePosition:
    """A position of a match, with what the rules remember of the past. Immutable."""

    rules: ReferenceRules = field(repr=False, compare=False)
    stacks: tuple[Stack, ...]
    """By site, the pieces from bottom to top."""
    hands: tuple[tuple[int | None, ...], ...]
    """By seat and kind; None is unlimited."""
    cell_states: tuple[int, ...]
    captured: tuple[tuple[int, ...], ...]
    """By seat and kind of the captured piece, the blocker last."""
    facing: tuple[int, ...]
    """By seat, the direction in which steps begin."""
    scores: tuple[int, ...] = (0, 0)
    side: int = 0
    """Which side is to move: 0 for the first that the game names."""
    is_swapped: bool = False
    """Whether the players have changed sides."""
    ply: int = 0
    moves_made: tuple[int, int] = (0, 0)
    """By seat, plies that were not passes."""
    turn: int = 1
    plies_left: int = 1
    """Plies left in the turn, this one included."""
    continuation: tuple[int, int] | None = None
    """The rule and the site (-1 for a placement) with which the mover continues."""
    last_from: int = ABSENT
    last_to: int = ABSENT
    passes: int = 0
    """Consecutive passes just before."""
    quiet: int = 0
    """Consecutive plies without a capture or a placement."""
    had_pieces: tuple[bool, bool] = (False, False)
    last_mover: int | None = None
    visited: frozenset[int] = frozenset()
    """Sites that were `from` or `to` in this turn."""
    held: frozenset[int] = frozenset()
    """Sites of pieces that are captured but stay until the turn ends."""
    was_pass: bool = False
    """Whether the last ply was a pass, or the end of a repeated move."""
    history: Mapping[Key, int] = field(default_factory=dict, repr=False, compare=False)
    """How often each position has occurred, this one included; empty if repetition is ignored."""

    @property
    def seat(self) -> int:
        """Who is to move: the first player is 0, whichever side they play."""
        return self.side ^ self.is_swapped

    @cached_property
    def key(self) -> Key:
        """Equal for two positions that are the same for the repetition rule."""
        board = self._board_key
        if self.rules.play.repetition == Repetition.BOARD_DRAW:
            return board
        return (*board, self.side, self.continuation, self.plies_left)

    @property
    def _board_key(self) -> Key:
        return (self.stacks, self.hands, self.cell_states, self.facing, self.held)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended for each seat, or None while it is in progress."""
        outcome = self._outcome_of_sides()
        if outcome is None or not self.is_swapped:
            return outcome
        return replace(outcome, scores=outcome.scores[::-1])

    def _outcome_of_sides(self) -> Outcome | None:
        outcome = None if self.last_mover is None else self._decided(self.last_mover)
        if outcome is None and self._is_dead():
            return Outcome((0.5, 0.5), Reason.NO_MOVES)
        return outcome

    def _decided(self, last_mover: int) -> Outcome | None:
        """The result of the end clauses and limits after a ply."""
        scenes = (self.scene(0), self.scene(1))
        scores = decide(self.rules.game.end, scenes, self.facts(last_mover))
        if scores is not None:
            return Outcome(scores, Reason.RULE)
        reason = self._draw()
        return None if reason is None else Outcome((0.5, 0.5), reason)

    def facts(self, last_mover: int) -> Facts:
        """What the end clauses need to know beyond the pieces on the board."""
        return Facts(
            last_mover=last_mover,
            had_pieces=self.had_pieces,
            began_with=self.rules.start().pieces_on_board(),
            is_stuck=lambda seat: seat == self.side and self._is_stuck(),
            is_all_stuck=self._is_all_stuck,
        )

    def _draw(self) -> Reason | None:
        if self.passes >= 2:
            return Reason.PASSES
        play = self.rules.play
        most = {Repetition.DRAW: DRAWN_REPETITIONS, Repetition.BOARD_DRAW: 2}.get(play.repetition)
        # A pass leaves the board unchanged; that is not a repetition.
        is_counted = play.repetition == Repetition.DRAW or not self.was_pass
        if most is not None and is_counted and self.history.get(self.key, 0) >= most:
            return Reason.REPETITION
        if play.quiet_limit is not None and self.quiet >= play.quiet_limit:
            return Reason.QUIET_LIMIT
        return None

    def pieces_on_board(self) -> tuple[int, int]:
        """How many pieces each seat has on the board, buried ones included."""
        scene = self.scene(0)
        return scene.pieces_of((0,)), scene.pieces_of((1,))

    def scene(self, mover: int) -> Scene:
        """The position as seen by a mover; changes to it do not change the position."""
        return Scene(
            equipment=self.rules.equipment,
            stacks=list(self.stacks),
            hands=[list(hand) for hand in self.hands],
            cell_states=list(self.cell_states),
            scores=list(self.scores),
            captured=[list(counts) for counts in self.captured],
            facing=list(self.facing),
            mover=mover,
            ply=self.ply,
            moves_made=self.moves_made,
            last_from=self.last_from,
            last_to=self.last_to,
            visited=self.visited,
            held=self.held,
        )

    # Legal moves.

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted; none once the match is over."""
        return () if self.outcome is not None else tuple(sorted(self._legal))

    def after(self, move: Move) -> ReferencePosition:
        """The position after a legal move."""
        if self.outcome is not None:
            raise IllegalMove(f"expected no move because the match is over, got {move}")
        result = self._legal.get(move)
        if result is None:
            raise IllegalMove(f"expected one of {len(self._legal)} legal moves, got {move}")
        return result if move == SWAP else _remembered(result)

    def followed(self, move: Move) -> ReferencePosition:
        """The position after a move that is known to be legal, without listing the others."""
        if move == SWAP:
            return self._after_swap()
        rule = None if move == PASS else self.rules.moves[move.rule]
        if rule is None or rule.is_pass:
            return _remembered(self._after_pass())
        made = self._made(rule, move, may_go_on=True)
        if made is None:
            raise IllegalMove(f"expected a legal move, got {move}")
        return _remembered(made)

    @cached_property
    def _legal(self) -> dict[Move, ReferencePosition]:
        """What each legal move leads to, whether or not the match is over."""
        found = dict(self._candidates())
        found = self._longest(_most_urgent(self.rules, found))
        can_pass = self.rules.play.can_pass
        if self.continuation is not None:
            repeat = self.rules.moves[self.continuation[0]].repeat
            can_pass = repeat is not None and repeat.optional
        if can_pass or not found:
            found[PASS] = self._after_pass()
        if self._can_swap():
            found[SWAP] = self._after_swap()
        return found

    def _longest(self, found: dict[Move, ReferencePosition]) -> dict[Move, ReferencePosition]:
        """The moves that begin a capture of as many pieces as possible, if that is the rule."""
        if not self.rules.play.longest_capture:
            return found
        captures = {move: self._captures(result, 1) for move, result in found.items()}
        most = max(captures.values(), default=0)
        return {move: result for move, result in found.items() if captures[move] == most}

    def _captures(self, after: ReferencePosition, depth: int) -> int:
        """How many pieces the ply that led there and its repetitions can capture."""
        taken = sum(after.captured[self.side]) - sum(self.captured[self.side])
        if not taken or after.continuation is None or depth == LONGEST_CAPTURE:
            return taken
        further = _most_urgent(self.rules, dict(after._candidates()))
        return taken + max(
            (after._captures(result, depth + 1) for result in further.values()), default=0
        )

    def _can_swap(self) -> bool:
        """True before the second player's first move, if the pie rule lets them change sides."""
        is_first = self.turn == 2 and self.plies_left == self.rules.turn_length(2)
        is_open = is_first and self.continuation is None and not self.is_swapped
        return self.rules.play.pie is not None and is_open

    def _after_swap(self) -> ReferencePosition:
        return self._but(is_swapped=True, ply=self.ply + 1)

    def _candidates(self) -> Iterator[tuple[Move, ReferencePosition]]:
        """The moves that can be made and are not forbidden, before `mandatory` and `priority`."""
        if self.continuation is not None:
            index, site = self.continuation
            for rule in self._repetitions(self.rules.moves[index]):
                yield from self._moves_by(rule, site)
            return
        for each in self.rules.moves:
            if each.is_for(self.side):
                yield from self._moves_by(each, None)

    def _repetitions(self, rule: _Rule) -> Iterator[_Rule]:
        """The rules by which a move of this rule may go on."""
        if rule.repeat is None or not rule.repeat.any_kind:
            yield rule
            return
        for other in self.rules.moves:
            is_alike = (other.kind, other.has_source) == (rule.kind, rule.has_source)
            if other.repeat is not None and is_alike and other.is_for(self.side):
                yield other

    def _moves_by(
        self, rule: _Rule, only_source: int | None, *, may_go_on: bool = True
    ) -> Iterator[tuple[Move, ReferencePosition]]:
        """The moves by one rule, from one source if that is given.

        With `may_go_on` false, `repeat` is ignored: this way a move can find out whether it can be
        repeated without asking the same about its repetition.
        """
        scene = self.scene(self.side)
        scene.rule, scene.kind = rule.move, rule.kind
        for source, target in self._ways(rule, only_source):
            scene.source, scene.target = source, target
            if not holds(rule.move.pre, scene) or not self._touches(source, target):
                continue
            if rule.is_pass:
                yield Move(rule.index, ABSENT, ABSENT, 0), self._after_pass()
                continue
            for option in self._options(rule, source, target):
                move = Move(rule.index, source, target, option)
                result = self._made(rule, move, may_go_on=may_go_on)
                if result is not None:
                    yield move, result

    def _ways(self, rule: _Rule, only_source: int | None) -> Iterable[tuple[int, int]]:
        """The pairs of `from` and `to` to try."""
        if rule.is_pass:
            return ((ABSENT, ABSENT),)
        sites = self.rules.board.sites
        if not rule.has_source:
            return product((ABSENT,), sites)
        sources = [site for site in sites if self._can_start(rule, site)]
        if only_source is not None:
            sources = [site for site in sources if site == only_source]
        facing = self.facing[self.side]
        return (
            (source, target)
            for source in sources
            for target in rule.reach(source, self.side, facing)
        )

    def _can_start(self, rule: _Rule, site: int) -> bool:
        stack = self.stacks[site]
        if not stack or stack[-1].kind != rule.kind:
            return False
        return rule.asks_owner or stack[-1].owner == self.side

    def _touches(self, source: int, target: int) -> bool:
        """True unless the game is boardless and the piece would not touch another."""
        if self.rules.board.shape != "boardless" or target < 0:
            return True
        beside = self.rules.board.neighbours[target]
        if any(self.stacks[site] for site in beside if site != source):
            return True
        return not any(stack for site, stack in enumerate(self.stacks) if site != source)

    def _options(self, rule: _Rule, source: int, target: int) -> Iterator[int]:
        """Every set of optional consequences with every choice the mover then has."""
        for mask in range(1 << len(rule.optional)):
            done = {post for bit, post in enumerate(rule.optional) if mask >> bit & 1}
            chooser = rule.chooser
            if chooser is None or (chooser in rule.optional and chooser not in done):
                yield mask
                continue
            for choice in self._choices(rule, rule.move.post[chooser], source, target):
                yield mask | choice << OPTION_BITS

    def _choices(self, rule: _Rule, post: words.Post, source: int, target: int) -> tuple[int, ...]:
        """What the mover may choose, as if the piece had moved; 0 if there is nothing."""
        if not isinstance(post, words.Capture | words.Convert):
            return tuple(range(1, _turns(self.rules.board)))
        scene = self.scene(self.side)
        scene.rule, scene.kind = rule.move, rule.kind
        scene.source, scene.target = source, target
        moved = scene.as_if_moved()
        sites = affected_by(moved, replace(post, condition=None))
        return tuple(site + 1 for site in sites) or (0,)

    # What a move does.

    def _acted(self, rule: _Rule, source: int, target: int) -> Scene | None:
        """The scene after the action alone, or None if it cannot be carried out."""
        scene = self.scene(self.side)
        scene.rule, scene.kind = rule.move, rule.kind
        scene.source, scene.target = source, target
        scene.underneath = len(scene.stacks[target]) if target >= 0 else 0
        try:
            _act(scene, rule.move.action)
        except _Impossible:
            return None
        scene.is_made = True
        return scene

    def _made(self, rule: _Rule, move: Move, *, may_go_on: bool) -> ReferencePosition | None:
        """The position after a move whose condition holds, or None if it is not allowed."""
        scene = self._acted(rule, move.source, move.target)
        if scene is None:
            return None
        _follow(scene, rule, move.option)
        made = self._with(
            scene,
            moves_made=_raised(self.moves_made, self.side),
            last_from=scene.source,
            last_to=scene.target,
            passes=0,
            visited=self.visited | ({scene.source, scene.target} - {ABSENT}),
            quiet=0 if scene.taken or scene.has_placed else self.quiet + 1,
        )
        if made._board_key == self._board_key:
            return None
        if not may_go_on:
            return made
        result = made._next_ply(rule, scene, move.option)
        is_repeated = (
            self.rules.play.repetition == Repetition.ILLEGAL and result.key in self.history
        )
        return None if is_repeated else result

    def _with(self, scene: Scene, **changes: Any) -> ReferencePosition:
        """This position with the changes of the scene, one ply later, in the same turn."""
        known: dict[str, Any] = {
            "stacks": tuple(scene.stacks),
            "hands": tuple(map(tuple, scene.hands)),
            "cell_states": tuple(scene.cell_states),
            "scores": tuple(scene.scores),
            "captured": tuple(map(tuple, scene.captured)),
            "facing": tuple(scene.facing),
            "held": scene.held,
            "ply": self.ply + 1,
            "quiet": self.quiet + 1,
            "had_pieces": (
                self.had_pieces[0] or bool(_belongings(scene, 0)),
                self.had_pieces[1] or bool(_belongings(scene, 1)),
            ),
            "last_mover": self.side,
            "was_pass": False,
            "continuation": None,
        }
        return self._but(**(known | changes))

    def _but(self, **changes: Any) -> ReferencePosition:
        """The same except for the changes. `dataclasses.replace` takes several times as long."""
        other = object.__new__(ReferencePosition)
        mine = self.__dict__
        # Cached results about this position are dropped.
        other.__dict__.update({name: mine[name] for name in _FIELDS}, **changes)
        return other

    def _after_pass(self) -> ReferencePosition:
        # Stopping a repeated move is not a pass that could end the match.
        passes = self.passes + (self.continuation is None)
        after = self._with(self.scene(self.side), passes=passes, was_pass=True)
        return after._next_turn()

    # Whose turn it is.

    def _next_ply(self, rule: _Rule, scene: Scene, option: int) -> ReferencePosition:
        """Continue with the same piece, the same turn, or the next turn."""
        if self._wants_repeat(rule, scene):
            site = scene.target if rule.has_source else ABSENT
            going_on = self._but(continuation=(rule.index, site))
            further = (
                move
                for each in self._repetitions(rule)
                for move in going_on._moves_by(each, site, may_go_on=False)
            )
            if any(True for _ in further):
                return going_on
        rested = self._at_rest(rule, option)
        if self.plies_left > 1:
            return rested._but(plies_left=self.plies_left - 1)
        return rested._next_turn()

    def _at_rest(self, rule: _Rule, option: int) -> ReferencePosition:
        """With what a piece becomes where its move is not repeated."""
        if not any(map(_is_at_rest, rule.move.post)):
            return self
        scene = self.scene(self.side)
        scene.rule, scene.kind, scene.is_made = rule.move, rule.kind, True
        scene.source, scene.target = self.last_from, self.last_to
        _follow(scene, rule, option, at_rest=True)
        return self._but(stacks=tuple(scene.stacks))

    def _wants_repeat(self, rule: _Rule, scene: Scene) -> bool:
        if rule.repeat is None or not holds(rule.repeat.condition, scene):
            return False
        if not rule.has_source:
            return True
        top = scene.stacks[scene.target][-1:]
        return bool(top) and (top[0].kind, top[0].owner) == (rule.kind, scene.mover)

    def _next_turn(self) -> ReferencePosition:
        turn = self.turn + 1
        length = self.rules.turn_length(turn)
        left = (() if site in self.held else stack for site, stack in enumerate(self.stacks))
        return self._but(
            stacks=tuple(left),
            side=1 - self.side,
            turn=turn,
            plies_left=length,
            continuation=None,
            visited=frozenset(),
            held=frozenset(),
        )

    def _turned_over(self) -> ReferencePosition:
        """As if it were the other seat's turn."""
        return self._but(side=1 - self.side, plies_left=1, continuation=None, visited=frozenset())

    def _is_stuck(self) -> bool:
        """True if the seat to move has nothing but a pass; never during a repeated move."""
        return self.continuation is None and self._legal.keys() <= {PASS, SWAP}

    def _is_all_stuck(self) -> bool:
        """True if neither seat would have a legal move."""
        return self._is_stuck() and self._turned_over()._is_stuck()

    def _is_dead(self) -> bool:
        """True if neither seat can move and players may not pass freely: the match ends at once."""
        return not self.rules.play.can_pass and self._is_all_stuck()


_FIELDS: Final = tuple(each.name for each in fields(ReferencePosition))


def _raised(counts: tuple[int, int], seat: int) -> tuple[int, int]:
    return (counts[0] + (seat == 0), counts[1] + (seat == 1))


def _belongings(scene: Scene, seat: int) -> int:
    return scene.pieces_of((seat,)) + scene.hand_of(seat)


def _remembered(position: ReferencePosition) -> ReferencePosition:
    """The position added to its own history."""
    repetition = position.rules.play.repetition
    if repetition == Repetition.IGNORED:
        return position
    if repetition == Repetition.BOARD_DRAW and position.was_pass:
        return position
    key, past = position.key, position.history
    return position._but(history={**past, key: past.get(key, 0) + 1})


def _most_urgent(
    rules: ReferenceRules, found: dict[Move, ReferencePosition]
) -> dict[Move, ReferencePosition]:
    """Only mandatory moves if there are any; of those, only the ones with the smallest priority."""
    rule_of = {move: rules.moves[move.rule].move for move in found}
    if any(rule.mandatory for rule in rule_of.values()):
        found = {move: result for move, result in found.items() if rule_of[move].mandatory}
    first = min((rule_of[move].priority for move in found), default=0)
    return {move: result for move, result in found.items() if rule_of[move].priority == first}


def perft(position: ReferencePosition, depth: int) -> int:
    """The number of sequences of exactly that many plies."""
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(move), depth - 1) for move in moves)


# --- The action -----------------------------------------------------------------------------------


def _act(scene: Scene, action: Iterable[words.PassWord | words.Act]) -> None:
    """Carry out the action."""
    lifted: Stack = ()
    for act in action:
        if isinstance(act, words.Pop):
            lifted += _pop(scene, act)
        elif isinstance(act, words.Push):
            _put(scene, scene.site(act.site or Coord.TO), lifted or _from_hand(scene, act))
            lifted = ()
            if act.trail and scene.source >= 0 and not scene.stacks[scene.source]:
                scene.stacks[scene.source] = (scene.equipment.blocker,)


def _pop(scene: Scene, act: words.Pop) -> Stack:
    site = scene.site(act.site or Coord.FROM)
    stack = scene.stacks[site] if site >= 0 else ()
    count = act.count if isinstance(act.count, int) else len(stack)
    if not 0 < count <= len(stack):
        raise _Impossible
    scene.stacks[site] = stack[:-count]
    if site == scene.target:
        scene.underneath = min(scene.underneath, len(stack) - count)
    return stack[-count:]


def _from_hand(scene: Scene, act: words.Push) -> Stack:
    """New pieces, taken from the mover's hand if it is limited."""
    held = scene.hands[scene.mover][scene.kind]
    if held is not None:
        if held < act.count:
            raise _Impossible
        scene.hands[scene.mover][scene.kind] = held - act.count
    scene.has_placed = True
    owner = scene.equipment.new_owner(act.player, scene.mover)
    return (scene.equipment.new_piece(scene.kind, owner),) * act.count


def _put(scene: Scene, site: int, pieces: Stack) -> None:
    """Put pieces on top of a site."""
    if site < 0 or len(scene.stacks[site]) + len(pieces) > words.LARGEST_STACK:
        raise _Impossible
    scene.stacks[site] += pieces


# --- The consequences -----------------------------------------------------------------------------


def _follow(scene: Scene, rule: _Rule, option: int, *, at_rest: bool = False) -> None:
    """Carry out the consequences in written order; optional ones only if chosen.

    Those that wait until the move is not repeated are carried out apart from the others.
    """
    done = {post for bit, post in enumerate(rule.optional) if option >> bit & 1}
    choice = option >> OPTION_BITS
    for index, post in enumerate(rule.move.post):
        if isinstance(post, words.Repeat) or (index in rule.optional and index not in done):
            continue
        if _is_at_rest(post) != at_rest:
            continue
        scene.current = None
        _POSTS[type(post)](scene, post, choice)
    scene.current = None


def _is_at_rest(post: words.Post) -> bool:
    return isinstance(post, words.Convert) and post.kind is None and post.at_rest


def _turns(board: Board) -> int:
    """How many turns make a full circle."""
    return 6 if board.tiling in ("hex", "tri") else 4


def _chosen(scene: Scene, post: words.Capture | words.Convert, choice: int) -> tuple[int, ...]:
    if post.kind not in CHOOSING:
        return affected_by(scene, post)
    # The chosen stack may be gone by now, or may have changed hands.
    site, record = choice - 1, post.record
    owners = scene.owners(record.player if record and record.player else Role.ENEMY)
    if site < 0 or scene.owner(site) not in owners:
        return ()
    is_meant = fits(scene, scene.stacks[site][-1], record)
    return (site,) if is_meant and holds(post.condition, replace(scene, current=site)) else ()


def _capture(scene: Scene, post: words.Capture, choice: int) -> bool:
    sites = _chosen(scene, post, choice)
    if post.kind not in (None, words.CaptureType.REPLACE):
        sites = tuple(site for site in sites if site not in scene.held)
    for site in sites:
        stack = stack_named(scene, site, post.kind)
        rest = scene.stacks[site][len(stack) :]
        if post.subsume:
            if site != scene.target and len(scene.stacks[scene.target]) >= words.LARGEST_STACK:
                continue
            scene.stacks[site] = stack[:-1] + rest
            scene.stacks[scene.target] = (stack[-1], *scene.stacks[scene.target])
            _count_captured(scene, stack[-1:])
            continue
        scene.stacks[site] = rest
        if post.later and site != scene.target:
            scene.stacks[site] = tuple(piece._replace(owner=NEUTRAL) for piece in stack) + rest
            scene.held |= {site}
        if site == scene.target:
            scene.underneath = 0
        _count_captured(scene, stack)
        if post.recycle:
            _give_back(scene, stack)
    return bool(sites)


def _count_captured(scene: Scene, pieces: Stack) -> None:
    for piece in pieces:
        scene.captured[scene.mover][piece.kind] += 1
        scene.taken_value += scene.equipment.values[piece.kind]
    scene.taken += len(pieces)


def _give_back(scene: Scene, pieces: Stack) -> None:
    """Return pieces to the hands of their owners."""
    for piece in pieces:
        if piece.owner in BOTH and piece.kind < len(scene.equipment.pieces):
            held = scene.hands[piece.owner][piece.kind]
            scene.hands[piece.owner][piece.kind] = None if held is None else held + 1


def _convert(scene: Scene, post: words.Convert, choice: int) -> bool:
    if post.kind is None:
        return _convert_moved(scene, post)
    sites = _chosen(scene, post, choice)
    for site in sites:
        _change(scene, site, len(stack_named(scene, site, post.kind)) - 1, post)
    return bool(sites)


def _convert_moved(scene: Scene, post: words.Convert) -> bool:
    """Convert the piece on `to`."""
    piece, record = _top(scene, None), post.record
    if piece is None or not fits(scene, piece, record) or not holds(post.condition, scene):
        return False
    if record and record.player and piece.owner not in scene.owners(record.player):
        return False
    _change(scene, scene.target, len(scene.stacks[scene.target]) - 1, post)
    return True


def _change(scene: Scene, site: int, index: int, post: words.Convert) -> None:
    """Give one piece of a stack the type, owner and state that the conversion names."""
    stack = scene.stacks[site]
    piece = stack[index]
    if post.piece is not None:
        piece = piece._replace(kind=scene.equipment.kind_of[post.piece])
    if post.player is not None:
        piece = piece._replace(owner=scene.equipment.new_owner(post.player, scene.mover))
    if post.state is not None:
        piece = piece._replace(state=post.state)
    scene.stacks[site] = (*stack[:index], piece, *stack[index + 1 :])


def _top(scene: Scene, place: Coord | None) -> Piece | None:
    """The top piece of `to` or of the named site."""
    site = scene.site(place or Coord.TO)
    return scene.stacks[site][-1] if site >= 0 and scene.stacks[site] else None


def _set_top(scene: Scene, place: Coord | None, piece: Piece) -> None:
    site = scene.site(place or Coord.TO)
    scene.stacks[site] = (*scene.stacks[site][:-1], piece)


def _rotate(scene: Scene, post: words.Rotate, choice: int) -> bool:
    piece = _top(scene, None)
    if piece is None or not holds(post.condition, scene):
        return False
    board, turns = scene.board, post.amount if isinstance(post.amount, int) else choice
    pointed = [line for line in range(len(board.directions)) if piece.flags >> line & 1]
    flags = sum(1 << board.turn(line, turns) for line in pointed)
    _set_top(scene, None, piece._replace(flags=flags))
    return True


def _change_direction(scene: Scene, post: words.ChangeDirection, _: int) -> bool:
    if not holds(post.condition, scene):
        return False
    scene.facing[scene.mover] = scene.board.facing(post.direction)
    return True


def _displace(scene: Scene, post: words.Displace, _: int) -> bool:
    if scene.target < 0 or not holds(post.condition, scene):
        return False
    if post.direction == words.AwayWord.AWAY:
        direction = scene.direction()
        return direction is not None and _displace_one(
            scene, post, scene.target, direction, scene.underneath
        )
    if post.direction == words.EveryWay.ALL:
        lines = scene.board.line_directions()
    else:
        named = direction_named(scene.board, str(post.direction))
        lines = () if named is None else (named,)
    has_happened = False
    for line in lines:
        site = scene.board.step[line][scene.target]
        if site >= 0:
            has_happened |= _displace_one(scene, post, site, line, len(scene.stacks[site]))
    return has_happened


def _displace_one(
    scene: Scene, post: words.Displace, site: int, direction: int, height: int
) -> bool:
    """Push the given number of lowest pieces of a site if the top one of these fits."""
    stack, rest = scene.stacks[site][:height], scene.stacks[site][height:]
    record = post.record
    owners = scene.owners(record.player if record and record.player else Role.ENEMY)
    if not stack or stack[-1].owner not in owners or not fits(scene, stack[-1], record):
        return False
    scene.stacks[site] = rest
    if site == scene.target:
        scene.underneath = 0
    for _ in range(post.distance):
        site = scene.board.step[direction][site]
        if site < 0 or scene.stacks[site]:
            _count_captured(scene, stack)
            return True
    scene.stacks[site] = stack
    return True


def _set_cell_state(scene: Scene, post: words.SetCellState, _: int) -> bool:
    site = scene.site(post.site)
    if site < 0 or not holds(post.condition, scene):
        return False
    scene.cell_states[site] = _state(number(post.state, scene))
    return True


def _state(value: int) -> int:
    return min(max(value, 0), words.LARGEST_STATE)


def _change_top(
    change: Callable[[Scene, Any, Piece], Piece],
) -> Callable[[Scene, Any, int], bool]:
    """A consequence that changes the top piece of `to` or of the named site, if there is one."""

    def post_of(scene: Scene, post: Any, _: int) -> bool:
        piece = _top(scene, post.site)
        if piece is None or not holds(post.condition, scene):
            return False
        _set_top(scene, post.site, change(scene, post, piece))
        return True

    return post_of


def _with_state(scene: Scene, post: words.SetPieceState, piece: Piece) -> Piece:
    return piece._replace(state=_state(number(post.state, scene)))


def _with_raised_state(_: Scene, post: words.IncreaseState, piece: Piece) -> Piece:
    raised = piece.state + post.amount
    return piece._replace(state=_state(raised % post.modulus if post.modulus else raised))


def _with_flags(scene: Scene, post: words.AddFlags, piece: Piece) -> Piece:
    return piece._replace(flags=piece.flags | scene.equipment.flags(post.flags))


def _without_flags(scene: Scene, post: words.RemoveFlags, piece: Piece) -> Piece:
    return piece._replace(flags=piece.flags & ~scene.equipment.flags(post.flags))


def _add_score(scene: Scene, post: words.AddScore, _: int) -> bool:
    if not holds(post.condition, scene):
        return False
    scene.scores[scene.mover] += number(post.points, scene)
    return True


def _swap(scene: Scene, post: words.Swap, _: int) -> bool:
    if scene.source < 0 or scene.underneath <= 0 or not holds(post.condition, scene):
        return False
    stack, there = scene.stacks[scene.target], scene.stacks[scene.source]
    if len(there) + scene.underneath > words.LARGEST_STACK:
        return False
    scene.stacks[scene.target] = stack[scene.underneath :]
    scene.stacks[scene.source] = there + stack[: scene.underneath]
    scene.underneath = 0
    return True


def _remove(scene: Scene, post: words.Remove, _: int) -> bool:
    site = scene.site(post.site)
    if site < 0 or not scene.stacks[site] or not holds(post.condition, scene):
        return False
    scene.stacks[site] = ()
    if site == scene.target:
        scene.underneath = 0
    return True


def _gravity(scene: Scene, post: words.Gravity, _: int) -> bool:
    """Let the stack on `to` fall; `to` becomes its new site."""
    direction = direction_named(scene.board, post.direction)
    if scene.target < 0 or direction is None or not holds(post.condition, scene):
        return False
    stack = scene.stacks[scene.target]
    if not stack:
        return False
    scene.stacks[scene.target] = ()
    while (below := scene.board.step[direction][scene.target]) >= 0 and not scene.stacks[below]:
        scene.target = below
    scene.stacks[scene.target] = stack
    return True


_POSTS: Final[dict[type[words.Post], Callable[[Scene, Any, int], bool]]] = {
    words.Capture: _capture,
    words.Convert: _convert,
    words.Rotate: _rotate,
    words.ChangeDirection: _change_direction,
    words.Displace: _displace,
    words.SetCellState: _set_cell_state,
    words.SetPieceState: _change_top(_with_state),
    words.IncreaseState: _change_top(_with_raised_state),
    words.AddFlags: _change_top(_with_flags),
    words.RemoveFlags: _change_top(_without_flags),
    words.AddScore: _add_score,
    words.Swap: _swap,
    words.Remove: _remove,
    words.Gravity: _gravity,
}
"""What each consequence does; True if it had an effect. The number is the mover's choice."""


# --- The start ------------------------------------------------------------------------------------


def _start_position(rules: ReferenceRules) -> ReferencePosition:
    """Place the pieces and fill the hands."""
    equipment, start = rules.equipment, rules.game.start or words.Start()
    stacks: list[Stack] = [()] * equipment.board.extent
    for place in start.places:
        for site, piece in _placed(equipment, place).items():
            stacks[site] = stacks[site] or (piece,)
    hands = _start_hands(equipment, start.hands)
    position = ReferencePosition(
        rules=rules,
        stacks=tuple(stacks),
        hands=hands,
        cell_states=(0,) * equipment.board.extent,
        captured=((0,) * (len(equipment.pieces) + 1),) * 2,
        facing=tuple(map(equipment.board.facing, equipment.facing)),
        plies_left=rules.turn_length(1),
    )
    scene = position.scene(0)
    has = (bool(_belongings(scene, 0)), bool(_belongings(scene, 1)))
    return _remembered(position._but(had_pieces=has))


def _start_hands(
    equipment: Equipment, clauses: Iterable[words.InHand]
) -> tuple[tuple[int | None, ...], ...]:
    """Hands are unlimited, except for the types that a clause names."""
    hands: list[list[int | None]] = [[None] * len(equipment.pieces) for _ in BOTH]
    for clause in clauses:
        kind = equipment.kind_of[clause.piece.piece]
        named = equipment.owners(clause.piece.player, 0)
        for seat, hand in enumerate(hands):
            hand[kind] = (hand[kind] or 0) + (clause.count if seat in named else 0)
    return tuple(map(tuple, hands))


def _placed(equipment: Equipment, place: words.Place) -> dict[int, Piece]:
    """The pieces of one clause by site; a site that two players would get goes to the first."""
    kind = equipment.kind_of[place.piece.piece]
    owners = sorted(equipment.owners(place.piece.player, 0))
    found: dict[int, Piece] = {}
    for owner in owners:
        sites = _start_sites(equipment, place, owner)
        for site in sorted(sites):
            found.setdefault(site, equipment.new_piece(kind, owner))
        if place.symmetry is not None and len(owners) == 1 and owner in BOTH:
            for site in sorted(sites):
                image = _image(equipment.board, site, place.symmetry)
                found.setdefault(image, equipment.new_piece(kind, 1 - owner))
    found.pop(ABSENT, None)
    return found


def _start_sites(equipment: Equipment, place: words.Place, owner: int) -> frozenset[int]:
    """The sites of one owner: all that are named, of the right phase, except the excluded ones."""
    board = equipment.board
    rows = equipment.rows[owner % 2]
    sites = frozenset[int]().union(*(_named(equipment, where, rows) for where in place.where))
    excepted = {equipment.site(label) for label in place.excepted}
    return frozenset(
        site for site in sites - excepted if place.phase is None or board.phase[site] == place.phase
    )


def _named(
    equipment: Equipment,
    where: words.HomeWord | words.Where | str,
    rows: tuple[frozenset[int], ...],
) -> frozenset[int]:
    if isinstance(where, words.RegionCells):
        regions = equipment.regions
        return regions[where.region] if where.region < len(regions) else frozenset()
    if isinstance(where, words.HomeRow) or where == words.HomeWord.HOME:
        row = where.row if isinstance(where, words.HomeRow) else 0
        return rows[row] if row < len(rows) else frozenset()
    if isinstance(where, words.AwayRow) or where == words.HomeWord.AWAY:
        row = where.row if isinstance(where, words.AwayRow) else 0
        return rows[-1 - row] if row < len(rows) else frozenset()
    return frozenset((equipment.site(str(where)),)) - {ABSENT}


def _image(board: Board, site: int, symmetry: words.Symmetry) -> int:
    """The site's image, mirrored north to south or under a half turn, on its own level."""
    places = {other: _on_level(board, other) for other in board.sites}
    across = [place[1] for place in places.values()]
    along = [place[2] for place in places.values()]
    level, x, y = places[site]
    if symmetry == words.Symmetry.ROTATE_SYM:
        x = min(across) + max(across) - x
    y = min(along) + max(along) - y
    near = (
        other
        for other, place in places.items()
        if place[0] == level and abs(place[1] - x) + abs(place[2] - y) < 0.01
    )
    return next(near, ABSENT)


def _on_level(board: Board, site: int) -> tuple[int, float, float]:
    level = board.coordinates(site)[0]
    x, y = board.centre_of(site)
    first_x, _ = board.centre_of(board.sites[0])
    shift = level * (board.width + 1)
    return level, x - shift - first_x, y
