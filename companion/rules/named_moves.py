"""Applies moves in written notation to a placement, and joins steps into moves of single pieces.

A named move is the move of one piece with every zone where it stops, such as `V8/V5` or
`N12/N6*/N3`; a star marks a hit. Legality is not checked.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from companion.rules.vocabulary import BAR, Placement, Player, Track

HIT = "*"


class PieceMove(NamedTuple):
    """One moved piece: its source and target slots, and whether it is the postillon."""

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
    """Return the placement after one piece has moved from one zone to another.

    hits -- whether one opposing piece on the target goes to its bar. A travelling postillon on
    the source moves before any pawn.
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

Legs = tuple[tuple[int, int], ...]
"""The legs of moves, each with its source slot and target slot."""


def legs_of(moves: Iterable[str], track: Track, player: Player) -> Legs:
    """Return every leg between two named stops, in order."""
    legs: list[tuple[int, int]] = []
    for move in moves:
        slots = [track.slot(stop.rstrip(HIT), player) for stop in move.split("/")]
        legs += pairwise(slots)
    return tuple(legs)


def piece_moves(legs: Legs, resting: tuple[int, ...], star: int) -> Iterator[tuple[PieceMove, ...]]:
    """Yield, for every way to assign the legs to pieces, the move of each moved piece.

    resting -- how many pieces, postillon included, each slot had at the start of the turn;
    star -- the slot in which the postillon travels, 0 if none. A piece that came back to its start
    counts as not moved. Assignments in which an already moved piece continues come first.
    """
    pawns = tuple(count - (slot == star and star > 0) for slot, count in enumerate(resting))
    for pieces in _joined(legs, (), pawns, star):
        yield tuple(piece for piece in pieces if piece.source != piece.target)


def _joined(
    legs: Legs, pieces: tuple[PieceMove, ...], resting: tuple[int, ...], star: int
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
