"""Computes the input features of the networks: counts by point, and hand-made features.

*Own* is the player who has just moved. *Other* is the opponent, who throws next unless the own
player throws again. Sets of points are integers with one bit per own number, so that a question
such as "how many throws hit" takes a few vector operations.

The hand-made features follow the published ideas of GNU Backgammon's evaluation (escapes,
containment, pips lost to shots). The code was written for this program.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.hints.moves import THROWS, WEIGHTS
from companion.hints.rows import AGAIN, BYTES, POSTILLON, RIGHT, Bits, Mask, Rows, bits_of
from companion.rules import Rules
from companion.rules.games import Game
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT
from companion.rules.vocabulary import ENTRY

Floats = NDArray[np.float32]

_NUMBERS: Final = np.minimum(np.arange(27), ENTRY).astype(np.float32)
_POINTS: Final = np.uint32((1 << 25) - 2)
_ENTRY_BIT: Final = np.uint32(1 << ENTRY)
_SLOT_BITS: Final = np.uint32((1 << HAND_SLOT + 1) - 2)
_HOME_BITS: Final = np.uint32((1 << HOME + 1) - 2)
_PILES: Final = 2 * HAND_SLOT
_COMMON: Final = 4 * _PILES + 13

_THROWN: Final = np.array(THROWS).T
_CHANCES: Final = WEIGHTS.astype(np.float32)[:, None]
_DOUBLES: Final = np.flatnonzero(_THROWN[0] == _THROWN[1])
_MIXED: Final = np.flatnonzero(_THROWN[0] != _THROWN[1])
_DICE: Final = np.arange(1, 7, dtype=np.uint32)[:, None]
_HIGH, _LOW = _THROWN[:, _MIXED, None].astype(np.uint32)


def _escape_table() -> NDArray[np.float32]:
    """Return the chance that a piece can play both dice of a throw.

    The index is the set of closed points among the next twelve. A double counts as two dice.
    """
    blocked = np.arange(4096)
    escapes = np.zeros(4096, dtype=np.float32)
    for (high, low), weight in zip(THROWS, WEIGHTS, strict=True):
        stops = (blocked >> high - 1 & 1) & (blocked >> low - 1 & 1)
        lands = blocked >> high + low - 1 & 1
        escapes += (1 - stops) * (1 - lands) * weight
    return escapes.astype(np.float32)


_ESCAPES: Final = _escape_table()


class PointSets(NamedTuple):
    """The places of one side in each position, as bits in the side's own numbers.

    held -- every point with a piece, and the bar if pieces are on the bar or in hand;
    blots, points -- the points with one piece, and with two or more;
    blots_across, points_across -- the same in the opponent's numbers;
    waiting -- the number of pieces on the bar or in hand.
    """

    held: Bits
    blots: Bits
    points: Bits
    blots_across: Bits
    points_across: Bits
    waiting: NDArray[np.uint8]


def features(rules: Rules, rows: Rows) -> Floats:
    """Return the features of positions, with shape (`width(rules)`, positions)."""
    found: Floats = np.empty((width(rules), len(rows)), dtype=np.float32)
    _common(rows, found[:_COMMON])
    for row, column in enumerate(_game_features(rules, rows), start=_COMMON):
        found[row] = column
    return found


@cache
def width(rules: Rules) -> int:
    """Return the number of features for this game."""
    return _COMMON + len(_game_features(rules, np.zeros((1, 2, BYTES), dtype=np.uint8)))


def _game_features(rules: Rules, rows: Rows) -> list[Floats]:
    return _opposed(rules.game, rows) if rules.game.track.opposed else _together(rows)


def is_race(rules: Rules, rows: Rows) -> Mask:
    """Return a mask of the races: positions in which no piece must pass an opposing one (E4)."""
    farthest = _farthest(rows)
    if rules.game.track.opposed:
        return farthest[:, 0] + farthest[:, 1] < ENTRY
    across = np.array(rules.game.track.facing)
    behind = np.ones(len(rows), dtype=np.bool_)
    for own, other in ((0, 1), (1, 0)):
        nearest = np.where(rows[:, other, across[1:]] > 0, np.arange(1, ENTRY), ENTRY).min(axis=1)
        behind &= nearest > farthest[:, own]
    return behind


def _farthest(rows: Rows) -> NDArray[np.int64]:
    """Return the own number of each side's last piece, 0 if all are off."""
    highest = _highest(bits_of(rows > 0) & _SLOT_BITS)
    return np.minimum(highest, ENTRY).astype(np.int64)


def reversed_points(bits: Bits) -> Bits:
    """Return points 1 to 24 counted from the other end (25 - k)."""
    turned = bits & _POINTS
    for shift, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        mask_bits, by = np.uint32(mask), np.uint32(shift)
        turned = (turned >> by & mask_bits) | (turned & mask_bits) << by
    turned = turned >> np.uint32(16) | turned << np.uint32(16)
    return turned >> np.uint32(6)


def _common(rows: Rows, found: Floats) -> None:
    """Write the features by point, bar, hand and off, and the flags, into `found`."""
    piles = np.ascontiguousarray(rows[:, :, 1 : HAND_SLOT + 1].reshape(len(rows), -1).T)
    found[:_PILES] = piles > 0
    found[_PILES : 2 * _PILES] = piles == 2
    found[2 * _PILES : 3 * _PILES] = piles > 2
    found[3 * _PILES : 4 * _PILES] = (np.maximum(piles, 3) - np.uint8(3)) * np.float32(0.25)
    rest = found[4 * _PILES :]
    off = rows[:, :, OFF_SLOT].T
    rest[0:2] = off > 0
    rest[2:4] = np.minimum(off, 5) * np.float32(0.2)
    rest[4:6] = (np.clip(off, 5, 10) - np.uint8(5)) * np.float32(0.2)
    rest[6:8] = (np.maximum(off, 10) - np.uint8(10)) * np.float32(0.2)
    rest[8:10] = rows[:, :, HAND_SLOT].T / np.float32(15)
    rest[10:12] = rows[:, :, RIGHT].T
    rest[12] = rows[:, 0, AGAIN]


def _opposed(game: Game, rows: Rows) -> list[Floats]:
    """Return the features of the backgammon family.

    In Dutch a side without the right to hit is blocked by one piece (B3). In Acey-Deucey waiting
    pieces need not enter first (B4).
    """
    own, other = (side_of(rows[:, side]) for side in (0, 1))
    numbers, farthest, columns = _pips(rows, 150)
    for me, mine, you, yours in ((0, own, 1, other), (1, other, 0, own)):
        walls = yours.points
        hits = _shots(yours, mine, enter_first=game.enter_first)
        if game.hits_once_home:
            hits = [hit * rows[:, you, RIGHT] for hit in hits]
            walls = np.where(rows[:, me, RIGHT] > 0, walls, yours.held & _POINTS)
        columns += hits
        columns += _containment(numbers[me], mine, walls, farthest[:, me])
        columns += _shape(numbers[me], mine)
        columns += _race(numbers[me], farthest[:, me], farthest[:, you])
    return columns


def _pips(rows: Rows, scale: int) -> tuple[Floats, NDArray[np.int64], list[Floats]]:
    """Return the pieces by slot, each side's last piece, and the features of the pips."""
    numbers = np.ascontiguousarray(rows.transpose(1, 2, 0)[:, : HAND_SLOT + 1]).astype(np.float32)
    own, other = _NUMBERS @ numbers
    lead = own - other
    columns = [own / scale, other / scale, lead / 50, lead / (own + other + 10)]
    return numbers, _farthest(rows), columns


def side_of(rows: NDArray[np.uint8]) -> PointSets:
    """Return the points of one side of each row."""
    waiting = rows[:, BAR_SLOT] + rows[:, HAND_SLOT]
    held, blots = bits_of(rows > 0) & _POINTS, bits_of(rows == 1) & _POINTS
    points = held ^ blots
    held |= np.where(waiting > 0, _ENTRY_BIT, np.uint32(0))
    across = reversed_points(blots), reversed_points(points)
    return PointSets(held, blots, points, across[0], across[1], waiting)


def _count(bits: Bits) -> Floats:
    return np.bitwise_count(bits).astype(np.float32)


def _shots(hitter: PointSets, target: PointSets, *, enter_first: bool = True) -> list[Floats]:
    """Return the chance that the hitter's next throw hits a blot, and the pips that a hit costs."""
    hits = hits_of(hitter, target)
    waits = np.flatnonzero(hitter.waiting) if enter_first else np.arange(0)
    if len(waits):
        board = hitter.held[waits] & _POINTS
        blots, free = target.blots_across[waits], ~target.points_across[waits]
        hits[:, waits] = _entering_hits(board, blots, free, hitter.waiting[waits] == 1)
    likely = ((hits > 0) * _CHANCES).sum(axis=0)
    lost = (_highest(hits) * _CHANCES).sum(axis=0)
    return [likely, lost / np.float32(12)]


def hits_of(hitter: PointSets, target: PointSets) -> Bits:
    """Return the blots that each throw can hit, in the hitter's numbers, if all dice can be used.

    Pieces need not enter first.
    """
    board, blots, free = hitter.held, target.blots_across, ~target.points_across
    hits = np.empty((len(THROWS), len(blots)), dtype=np.uint32)
    stops = free >> _HIGH | free >> _LOW
    hits[_MIXED] = (board >> _HIGH | board >> _LOW | board >> _HIGH + _LOW & stops) & blots
    hits[_DOUBLES] = _double_hits(board, blots, free, 4)
    return hits


def _entering_hits(board: Bits, blots: Bits, free: Bits, only: Mask) -> Bits:
    """Return the blots that each throw hits if waiting pieces must enter first.

    only -- whether only one piece waits.
    """
    entered = np.uint32(1) << np.uint32(ENTRY) - _DICE
    enters = (free & entered) > 0
    landing = entered & blots
    hits = np.empty((len(THROWS), len(blots)), dtype=np.uint32)
    after_one = _double_hits(board | free & entered, blots, free, 3)
    hits[_DOUBLES] = np.where(enters, landing | after_one, np.uint32(0))
    direct = board >> _DICE & blots
    through = np.uint32(1) << np.uint32(ENTRY) - _HIGH - _LOW & blots
    high, low = _HIGH[:, 0] - 1, _LOW[:, 0] - 1
    entering = np.where(enters[high], direct[low] | landing[high] | through, np.uint32(0))
    entering |= np.where(enters[low], direct[high] | landing[low] | through, np.uint32(0))
    hits[_MIXED] = entering
    hits[:, ~only] = (landing[_THROWN[0] - 1] | landing[_THROWN[1] - 1])[:, ~only]
    return hits


def _double_hits(board: Bits, blots: Bits, free: Bits, steps: int) -> Bits:
    """Return the blots that the steps of each double hit.

    board -- one board for all doubles, or one for each
    """
    reached, hits = board, np.zeros((len(_DICE), len(blots)), dtype=np.uint32)
    for _ in range(steps):
        reached = reached >> _DICE
        hits = hits | reached & blots
        reached = reached & free
    return hits


def _highest(bits: Bits) -> Floats:
    """Return the number of the highest bit, 0 if there is none."""
    exponent = bits.astype(np.float32).view(np.uint32) >> np.uint32(23)
    return np.maximum(exponent.astype(np.int32) - 127, 0).astype(np.float32)


def _containment(
    numbers: Floats, mine: PointSets, walls: Bits, farthest: NDArray[np.int64]
) -> list[Floats]:
    """Return how freely a side's pieces escape. walls -- closed points, in the other's numbers."""
    windows = walls[None, :] >> (np.uint32(26) - np.arange(7, 26, dtype=np.uint32))[:, None]
    escapes = _ESCAPES[windows & np.uint32(4095)]
    at = np.clip(farthest - 7, 0, 18)
    back = np.where(farthest >= 7, escapes[at, np.arange(len(at))], np.float32(1))
    pieces = numbers[7:26].copy()
    pieces[18] += numbers[HAND_SLOT]
    free = escapes * pieces
    weights = np.arange(1, 20, dtype=np.float32)
    stuck = weights @ pieces - weights @ free
    outside = pieces.sum(axis=0) + np.float32(1e-6)
    closed = np.bitwise_count(walls & _HOME_BITS).astype(np.float32)
    entering = 1 - (closed / 6) ** 2
    return [
        back,
        back * back,
        1 - escapes[8:18].min(axis=0),
        1 - escapes[11:18].mean(axis=0),
        stuck / 60,
        free.sum(axis=0) / outside,
        entering,
        (mine.waiting > 0) * (1 - entering),
    ]


def _shape(numbers: Floats, mine: PointSets) -> list[Floats]:
    """Return the features for primes, home points, blots, stacks and anchors."""
    run = mine.points
    runs = [run]
    for _ in range(5):
        runs.append(runs[-1] & run >> np.uint32(len(runs)))
    return [
        *[(runs[length] > 0).astype(np.float32) for length in (2, 3, 4, 5)],
        np.bitwise_count(run & _HOME_BITS) / np.float32(6),
        np.bitwise_count(mine.blots & _HOME_BITS) / np.float32(4),
        np.bitwise_count(mine.blots) / np.float32(6),
        np.bitwise_count(run) / np.float32(7),
        np.maximum(numbers[1:25] - 3, 0).sum(axis=0) / np.float32(6),
        np.maximum(numbers[4:13] - 2, 0).sum(axis=0) / np.float32(4),
        (mine.points >> np.uint32(19) > 0).astype(np.float32),
        _highest(mine.points & np.uint32(0b1111111 << 18)) / np.float32(24),
        np.bitwise_count(mine.points & np.uint32(0b111111 << 19)) / np.float32(2),
    ]


def _race(numbers: Floats, farthest: NDArray[np.int64], facing: NDArray[np.int64]) -> list[Floats]:
    """Return the features of the race.

    These are the last piece, the pips needed to pass the other's last piece, and the pips needed to
    come home. Further features count the pieces far back, on the lowest points, and not yet borne
    off.
    """
    passing = np.maximum(_NUMBERS[:, None] - (ENTRY - facing).astype(np.float32)[None, :], 0)
    left = numbers[1:].sum(axis=0)
    return [
        farthest / np.float32(25),
        (numbers * passing).sum(axis=0) / np.float32(80),
        np.maximum(_NUMBERS - HOME, 0) @ numbers / np.float32(80),
        numbers[19:].sum(axis=0) / np.float32(4),
        numbers[13:].sum(axis=0) / np.float32(5),
        numbers[1:4].sum(axis=0) / np.float32(8),
        left / np.float32(15),
        (left % 2) * (left < 9),
    ]


def _together(rows: Rows) -> list[Floats]:
    """Return the features of Jacquet: postillons, blocks, mobility and bearing off."""
    numbers, farthest, columns = _pips(rows, 200)
    held = bits_of(rows > 0) & _POINTS
    for me, you in ((0, 1), (1, 0)):
        walls = _from_opposite(held[:, you])
        columns += _travel(rows[:, me], held[:, me], walls)
        columns += _blocking(held[:, me], rows[:, you, POSTILLON], farthest[:, you])
        columns += _progress(numbers[me], held[:, you], farthest[:, me])
    return columns


def _from_opposite(bits: Bits) -> Bits:
    """Return the points in the numbers of the opponent, who moves the same way."""
    low = np.uint32((1 << 13) - 2)
    return (bits >> np.uint32(12) & low) | (bits & low) << np.uint32(12)


def _travel(rows: NDArray[np.uint8], held: Bits, walls: Bits) -> list[Floats]:
    """Return the features of the postillon's way home, and of the moves with each die."""
    stage = rows[:, POSTILLON].astype(np.uint32)
    free = ~walls
    travelling = stage > 0
    alone = np.where(travelling, np.uint32(1) << stage, np.uint32(0))
    able: list[Floats] = []
    moves = []
    for die in range(1, 7):
        landing = free << np.uint32(die)
        moves.append((alone & landing) > 0)
        pieces = np.bitwise_count(held & landing & np.uint32(-(1 << die + 1) & 0x1FFFFFE))
        able.append(np.minimum(pieces, 4) * np.float32(0.25))
    played = np.stack(moves, axis=1).astype(np.float32)
    back = np.where(travelling, played.mean(axis=1), np.float32(1))
    stages = (stage / np.float32(24)).astype(np.float32)
    return [travelling.astype(np.float32), stages, back, back * back, *able]


def _blocking(
    held: Bits, postillon: NDArray[np.uint8], farthest: NDArray[np.int64]
) -> list[Floats]:
    """Return the features of rows of held points in Jacquet.

    There are three groups of features: for all points, for those ahead of the opponent's last
    piece, and for those ahead of its postillon.
    """
    run = _from_opposite(held)
    ahead = run & ((np.uint32(1) << farthest.astype(np.uint32)) - np.uint32(1))
    to_postillon = run & ((np.uint32(1) << postillon.astype(np.uint32)) - np.uint32(1))
    found: list[Floats] = []
    for of in (run, ahead, to_postillon):
        runs = of
        for length in range(2, 7):
            runs = runs & of >> np.uint32(length - 1)
            if length > 2:
                found.append((runs > 0).astype(np.float32))
        found.append(_count(of) / np.float32(10))
    near = farthest.astype(np.uint32)
    shift = np.maximum(near.astype(np.int64) - 7, 0).astype(np.uint32)
    window = ahead >> shift & np.uint32(0b1111111)
    found.append(_count(window) / np.float32(6))
    return found


def _progress(numbers: Floats, theirs: Bits, farthest: NDArray[np.int64]) -> list[Floats]:
    """Return the features for the talon, quarters, home, exit point and spread of pieces."""
    exit_held = theirs >> np.uint32(24) & np.uint32(1)
    return [
        numbers[24] / np.float32(15),
        numbers[19:25].sum(axis=0) / np.float32(15),
        numbers[13:19].sum(axis=0) / np.float32(15),
        numbers[7:13].sum(axis=0) / np.float32(15),
        numbers[1:7].sum(axis=0) / np.float32(15),
        (numbers[1:25] > 0).sum(axis=0) / np.float32(15),
        np.maximum(numbers[1:24] - 2, 0).sum(axis=0) / np.float32(10),
        farthest / np.float32(25),
        exit_held.astype(np.float32),
        np.maximum(_NUMBERS - HOME, 0) @ numbers / np.float32(200),
    ]
