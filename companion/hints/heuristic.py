"""A hand-written player, used as a baseline for the networks.

It also advises in games that have no network.

It counts pips and common principles. In the backgammon family a blot costs the pips it would lose
times a rough chance of a hit: each opposing piece up to six points away counts as 11 to 17 of 36
shots, farther ones fewer. Points at home, points in a row and opposing pieces on the bar earn. In
Jacquet the postillon comes first, then held points, most of all in a row ahead of the opponent's
last piece and of his postillon, and a small talon. There is no search.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats
from companion.hints.outcomes import Outcomes, outcomes_of
from companion.hints.rows import AGAIN, POSTILLON, RIGHT, Mask, Rows
from companion.rules import Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT
from companion.rules.track import ENTRY, LAST_POINT

Whole = NDArray[np.int64]

_PIPS: Final = np.minimum(np.arange(HAND_SLOT + 1), ENTRY)
_POINTS: Final = np.arange(1, LAST_POINT + 1)
_SHOTS: Final = (0, 11, 12, 13, 14, 15, 17, 6, 6, 5, 3, 2)
"""Roughly how many of 36 throws hit at each distance."""

_MOST_SHOTS: Final = 30


class Plain:
    """Evaluates positions by rules of thumb, in pips."""

    def __init__(self, rules: Rules) -> None:
        self.outcomes: Outcomes = outcomes_of(rules)
        self._judge = _opposed if rules.game.track.opposed else _together
        self._facing: Whole = np.array(rules.game.track.facing)[1:]

    def worth(self, rows: Rows) -> Floats:
        """Return the values of positions in pips, for the player who has just moved."""
        return self._judge(rows.astype(np.int64), self._facing)

    def chances(self, rows: Rows) -> Floats:
        """Return the values as pseudo-chances, of which only the order is meaningful."""
        chance = 1 / (1 + np.exp(-self.worth(rows) / 100))
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        found[:, 0] = chance
        if self.outcomes.rules.game.ace_deuce:
            found[:, 1], found[:, 2] = chance, 1 - chance
        return self.outcomes.correct(found, rows)


def _lead(rows: Whole) -> Floats:
    lead: Floats = ((rows[:, 1] - rows[:, 0])[:, : HAND_SLOT + 1] @ _PIPS).astype(np.float32)
    return lead


def _opposed(rows: Whole, facing: Whole) -> Floats:
    """Return the values in the backgammon family."""
    own, other = rows[:, 0], rows[:, 1]
    mine, theirs = own[:, 1 : LAST_POINT + 1], other[:, facing]
    points = mine > 1
    at_home = points[:, :HOME].sum(axis=1)
    meets = (theirs * _POINTS).max(axis=1) > 0
    earned = (2 * at_home + 2 * np.maximum(_longest(points) - 2, 0)) * meets
    barred = 2 * other[:, BAR_SLOT] * (3 + at_home)
    jam = np.maximum(mine - 4, 0).sum(axis=1)
    bonus = 2 * own[:, OFF_SLOT] + 8 * own[:, AGAIN] + 4 * own[:, RIGHT]
    worth: Floats = _lead(rows) + earned + barred + bonus - jam - _danger(mine, theirs, other)
    return worth.astype(np.float32)


def _danger(mine: Whole, theirs: Whole, other: Whole) -> Floats:
    """Return the pips that blots may lose. The opponent moves from low to high numbers."""
    waiting = (other[:, BAR_SLOT] + other[:, HAND_SLOT] > 0).astype(np.int64)
    reach = np.zeros(mine.shape, dtype=np.int64)
    for distance, shots in enumerate(_SHOTS[1:], start=1):
        reach[:, distance:] += shots * (theirs[:, :-distance] > 0)
        reach[:, distance - 1] += shots * waiting * (distance <= HOME)
    lost = (mine == 1) * np.minimum(reach, _MOST_SHOTS) * (ENTRY - _POINTS)
    danger: Floats = lost.sum(axis=1).astype(np.float32) / np.float32(36)
    return danger


def _together(rows: Whole, facing: Whole) -> Floats:
    """Return the values in Jacquet, where both sides move the same way."""
    own, other = rows[:, 0], rows[:, 1]
    walked = own[:, facing] > 0
    last = (_POINTS * (other[:, 1 : LAST_POINT + 1] > 0)).max(axis=1)
    blocks = _longest(walked & (last[:, None] > _POINTS))
    before = _longest(walked & (other[:, POSTILLON][:, None] > _POINTS))
    postillon = 12 * (own[:, POSTILLON] == 0) - 0.5 * own[:, POSTILLON]
    held = (own[:, 1 : LAST_POINT + 1] > 0).sum(axis=1)
    talon = np.maximum(own[:, LAST_POINT] - 2, 0)
    early = (own[:, OFF_SLOT] == 0) * (1.5 * blocks + 2.5 * before + 1.5 * held - talon)
    worth: Floats = (_lead(rows) + 2 * own[:, OFF_SLOT] + postillon + early).astype(np.float32)
    return worth


def _longest(flags: Mask) -> Whole:
    """Return the longest run of true values in each row."""
    run: Whole = np.zeros(len(flags), dtype=np.int64)
    longest = run.copy()
    for column in range(flags.shape[1]):
        run = (run + 1) * flags[:, column]
        longest = np.maximum(longest, run)
    return longest
