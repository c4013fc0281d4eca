"""Moves as a player names them, legal or not: made on a placement, and joined to whole pieces.

A named move is one piece with every zone where it stops, `V8/V5` or `N12/N6*/N3`; the star says
that it hits there. Nothing is checked here: named moves may break any rule.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from companion.rules.track import Track
from companion.rules.vocabulary import BAR, Placement, Player

HIT = "*"


class PieceMove(NamedTuple):
    """One moved piece: the slots where it stood and stands, and whether it is the postillon."""

    source: int
    target: int
    star: bool = False


def after_moves(board: Placement, moves: Iterable[str], player: Player) -> Placement:
    """Return the placement after a player's named moves."""
    for move in moves:
        source, *stops = move.split("/")
        for stop in stops:
            target = stop.rstrip(HIT)
            board = after_step(board, source, target, player, hits=stop != target)
            source = target
    return board


def after_step(
    board: Placement, source: str, target: str, player: Player, *, hits: bool
) -> Placement:
    """Return the placement after one piece went from zone to zone.

    hits -- one opposing piece there goes to its bar. If the travelling postillon stands on the
    source, it is the piece that moves.
    """
    one = (0, 1) if board[source].postillon(player) else (1, 0)
    changes = {source: board[source].plus(player, -one[0], -one[1])}
    there = board[target]
    if hits:
        there = there.plus(player.other, -1)
        bar = BAR[player.other]
        changes[bar] = board[bar].plus(player.other, 1)
    changes[target] = there.plus(player, *one)
    return board.with_piles(changes)


# --- piece by piece ------------------------------------------------------------------------------

Leg = tuple[int, int]
"""From one stop of a piece to the next, in slots."""


def legs_of(moves: Iterable[str], track: Track, player: Player) -> tuple[Leg, ...]:
    """Every step between two named stops, in order."""
    legs: list[Leg] = []
    for move in moves:
        slots = [track.slot(stop.rstrip(HIT), player) for stop in move.split("/")]
        legs += pairwise(slots)
    return tuple(legs)


def piece_moves(
    legs: tuple[Leg, ...], resting: tuple[int, ...], star: int
) -> Iterator[tuple[PieceMove, ...]]:
    """Yield every way to assign steps to pieces, as pairs of first start and last target.

    resting -- how many pieces stood in each slot when the turn began, the postillon among them;
    star -- the slot in which the postillon travels, 0: nowhere. A piece that is back where it
    stood has not moved. First comes the way in which a piece that was moved is moved on.
    """
    pawns = tuple(count - (slot == star and star > 0) for slot, count in enumerate(resting))
    for pieces in _joined(legs, (), pawns, star):
        yield tuple(piece for piece in pieces if piece.source != piece.target)


def _joined(
    legs: tuple[Leg, ...], pieces: tuple[PieceMove, ...], resting: tuple[int, ...], star: int
) -> Iterator[tuple[PieceMove, ...]]:
    if not legs:
        yield pieces
        return
    (source, target), rest = legs[0], legs[1:]
    if star and source == star:
        yield from _joined(rest, (*pieces, PieceMove(source, target, star=True)), resting, 0)
        return
    known: set[PieceMove] = set()
    for index in reversed(range(len(pieces))):
        piece = pieces[index]
        if piece.target == source and piece not in known:
            known.add(piece)
            moved = piece._replace(target=target)
            yield from _joined(rest, (*pieces[:index], moved, *pieces[index + 1 :]), resting, star)
    if resting[source] > 0:
        left = (*resting[:source], resting[source] - 1, *resting[source + 1 :])
        yield from _joined(rest, (*pieces, PieceMove(source, target)), left, star)
