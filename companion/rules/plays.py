"""Lists the plays that lead to an end, step by step, and names their moves.

Source: docs/protocol.md, "hint", for the zone names (`V8/V5`, `VB/N10`, `N12/N6/N3`, `*` after
a hit).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from companion.rules.position import SIDE, Position, counts, state_of
from companion.rules.steps import (
    DOUBLES,
    PlayerRules,
    earns_double,
    end_filter,
    required,
    steps,
    within_reach,
)
from companion.rules.vocabulary import Dice, Player


class Step(NamedTuple):
    """One piece moved by one die, from zone to zone.

    hit -- whether the step hit an opposing piece.
    """

    source: str
    target: str
    die: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a turn.

    pieces -- the steps of each moved piece in playing order, beginning with the piece farthest
    back.
    """

    pieces: tuple[tuple[Step, ...], ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, piece by piece."""
        return tuple(step for piece in self.pieces for step in piece)

    @property
    def moves(self) -> tuple[str, ...]:
        """One text per piece, with every stop: `V8/V5`, `VB/N10*`, `N12/N6/N3`."""
        return tuple(_named(piece) for piece in self.pieces)

    def __str__(self) -> str:
        return " ".join(self.moves) or "-"


class _Stepped(NamedTuple):
    """One step, with places as slots."""

    source: int
    target: int
    die: int
    hit: bool


_Route = tuple[_Stepped, ...]
"""Steps in the order in which they are made."""


def _named(piece: tuple[Step, ...]) -> str:
    return piece[0].source + "".join(f"/{step.target}{'*' * step.hit}" for step in piece)


def plays(
    rules: PlayerRules, position: Position, player: Player, dice: Dice, end: Position
) -> tuple[Play, ...]:
    """Return every play that leads to an end, the canonical one first; none if the end is illegal.

    The canonical play moves the fewest pieces; among equals it is the first in the mover's zone
    order. In an ace-deuce it has the most steps. If nothing can be played, the unchanged position
    is the end of one play without steps.
    """
    start, goal = state_of(position, player), state_of(end, player)
    runner = rules.game.runner
    runs = runner is not None and runner.slot(start & SIDE) > 0
    routes = {_by_piece(walk, runs=runs) for walk in _walks(rules, start, dice, goal)}
    ordered, zones = sorted(routes, key=_canonical_first), rules.game.track.zones[player]
    return tuple(Play(tuple(_piece(zones, piece) for piece in route)) for route in ordered)


def _piece(zones: tuple[str, ...], piece: _Route) -> tuple[Step, ...]:
    return tuple(Step(zones[one.source], zones[one.target], one.die, one.hit) for one in piece)


def _canonical_first(route: tuple[_Route, ...]) -> tuple[int, int, list[int], list[int]]:
    made = [one for piece in route for one in piece]
    sources = [-piece[0].source for piece in route]
    return -len(made), len(route), sources, [-one.die for one in made]


def _by_piece(walk: _Route, *, runs: bool) -> tuple[_Route, ...]:
    """Group the steps of a walk by piece: a step continues the piece that stopped at its source.

    runs -- whether the first piece is a runner, which comes before other pieces on its point
    """
    pieces: list[list[_Stepped]] = []
    for step in walk:
        stopped = (piece for piece in pieces if piece[-1].target == step.source)
        piece = next(stopped, None)
        if piece is None:
            pieces.append([step])
        else:
            piece.append(step)

    def place(piece: list[_Stepped]) -> tuple[int, bool, list[tuple[int, int]]]:
        follows = runs and piece is not pieces[0]
        return -piece[0].source, follows, [(-one.source, -one.die) for one in piece]

    return tuple(map(tuple, sorted(pieces, key=place)))


def _walks(rules: PlayerRules, start: int, dice: Dice, goal: int) -> Iterator[_Route]:
    """Yield the walks to a state, for an ace-deuce with every double that may follow (B4).

    A state is followed only if the remaining dice can reach the goal from it. Each state is
    followed once, although many walks may lead to it.
    """
    allowed, target = end_filter(rules, start), tuple(counts(goal & SIDE))
    orders = required(rules, start, dice, allowed)
    doubles = DOUBLES if earns_double(rules, dice, orders) else ((),)

    @cache
    def walks(state: int, order: tuple[int, ...]) -> list[_Route]:
        if not within_reach(state, target, order):
            return []
        following = steps(rules, state, order[0]) if order else []
        if not following and len(order) <= len(doubles[0]):  # a double is played as far as possible
            return [()] * (state == goal)
        return [
            (_Stepped(step.source, step.target, order[0], step.hit), *rest)
            for step in following
            for rest in walks(step.state, order[1:])
        ]

    for order, double in product(orders, doubles) if allowed(goal) else ():
        yield from walks(start, order + double)
