"""Plays many games between two players in parallel, to measure which player is stronger."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats
from companion.hints.moves import THROWS, WEIGHTS, Mover, Reached, best_of
from companion.hints.outcomes import Evaluator, Outcomes, outcomes_of
from companion.hints.rows import AGAIN, Mask, Numbers, Rows, rows_of, swapped
from companion.hints.search import Search
from companion.rules import Player, Rules
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

BOARDS: Final = 500


class Chooser(Protocol):
    """A player that evaluates the ends of many turns."""

    def worth(self, rows: Rows) -> Floats:
        """Return the values of positions without looking ahead."""

    def choose(self, reached: Reached) -> Floats:
        """Return the values by which the player chooses, with the player's full search."""


class Static:
    """Plays the end with the highest equity, without looking ahead."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def worth(self, rows: Rows) -> Floats:
        """Return the equities."""
        return self._evaluator.outcomes.equity(self._evaluator.chances(rows))

    def choose(self, reached: Reached) -> Floats:
        """Return the equities."""
        return self.worth(reached.rows)


class Deep(Static):
    """Looks ahead by one throw for the best few plays."""

    def __init__(self, rules: Rules, evaluator: Evaluator, most: int = 4) -> None:
        super().__init__(evaluator)
        self._search = Search(rules, evaluator)
        self._most = most

    def choose(self, reached: Reached) -> Floats:
        """Return the equities after one further throw for the best few plays.

        All others are very low.
        """
        static = self.worth(reached.rows)
        order = np.lexsort((-static, reached.turn))
        turns = reached.turn[order]
        chosen = order[np.arange(len(order)) - np.searchsorted(turns, turns) < self._most]
        worth = np.full(len(static), -1e6, dtype=np.float32)
        outcomes = self._evaluator.outcomes
        worth[chosen] = outcomes.equity(self._search.chances_after(reached.rows[chosen]))
        return worth


class Random:
    """Plays at random."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)

    def worth(self, rows: Rows) -> Floats:
        """Return random values."""
        return self._chance.random(len(rows), dtype=np.float32)

    def choose(self, reached: Reached) -> Floats:
        """Return random values."""
        return self.worth(reached.rows)


class Estimate(NamedTuple):
    """A mean and half the width of its 95 % confidence interval."""

    mean: float
    half: float


def estimate(values: NDArray[np.float64]) -> Estimate:
    """Return the mean of independent values."""
    return Estimate(float(values.mean()), float(1.96 * values.std(ddof=1) / np.sqrt(len(values))))


@dataclass
class Tournament:
    """A match of many games between two players, who begin in turn.

    Points are counted for the first player.

    Every game that was begun is completed and counted, so that short games are not favoured.
    """

    rules: Rules
    players: tuple[Chooser, Chooser]
    games: int
    seed: int
    points: list[float] = field(default_factory=list)
    _begun: int = 0

    def __post_init__(self) -> None:
        self._chance = np.random.default_rng(self.seed)
        self._mover = Mover(self.rules)
        self._outcomes: Outcomes = outcomes_of(self.rules)
        self._start = rows_of(self.rules, [self.rules.start], Player.V)
        boards = min(self.games, BOARDS)
        self._rows = np.repeat(self._start, boards, axis=0)
        self.turn: Numbers = np.arange(boards) % 2  # the side to move on each board
        self._first: Mask = np.ones(boards, dtype=np.bool_)
        self._alive: Mask = np.ones(boards, dtype=np.bool_)
        self._begun = boards

    def play(self) -> tuple[Estimate, Estimate]:
        """Play all games. Return the first player's wins in per cent and points per game."""
        while self._alive.any():
            for side in (0, 1):
                acting = np.flatnonzero(self._alive & (self.turn == side))
                if len(acting):
                    self._act(side, acting)
        points = np.array(self.points, dtype=np.float64)
        return estimate(np.where(points > 0, 100.0, 0.0)), estimate(points)

    def _act(self, side: int, acting: Numbers) -> None:
        player = self.players[side]
        reached = self._ends(player, acting)
        best = best_of(reached.turn, player.choose(reached))
        after, boards = reached.rows[best], reached.turn[best]
        stays = after[:, 0, AGAIN] > 0
        following = swapped(after)
        following[stays] = after[stays]
        following[:, :, AGAIN] = 0
        self._rows[boards] = following
        self.turn[boards] = np.where(stays, side, 1 - side)
        over = after[:, 0, OFF_SLOT] == PIECES_A_SIDE
        if over.any():
            self._count(side, boards[over], after[over])

    def _ends(self, player: Chooser, acting: Numbers) -> Reached:
        throws = self.throws(acting)
        rows, turns = [], []
        for number, dice in enumerate(THROWS):
            boards = acting[throws == number]
            if len(boards):
                reached = self._mover.ends(self._rows[boards], dice, player.worth)
                rows.append(reached.rows)
                turns.append(boards[reached.turn])
        return Reached(np.concatenate(rows), np.concatenate(turns))

    def throws(self, acting: Numbers) -> Numbers:
        """Return a throw for each board.

        In the backgammon family the first throw is not a double.
        """
        throws = self._chance.choice(len(THROWS), size=len(acting), p=WEIGHTS)
        if self.rules.game.track.opposed:
            for at in np.flatnonzero(self._first[acting]):
                while len(set(THROWS[throws[at]])) == 1:
                    throws[at] = self._chance.choice(len(THROWS), p=WEIGHTS)
        self._first[acting] = False
        return throws

    def _count(self, side: int, boards: Numbers, after: Rows) -> None:
        blank = np.zeros((len(after), len(self._outcomes.names)), dtype=np.float32)
        won = self._outcomes.equity(self._outcomes.correct(blank, after))
        self.points += [float(value) if side == 0 else -float(value) for value in won]
        for board in boards:
            if self._begun == self.games:
                self._alive[board] = False
                continue
            self._rows[board] = self._start[0]
            self.turn[board], self._first[board] = self._begun % 2, True
            self._begun += 1
