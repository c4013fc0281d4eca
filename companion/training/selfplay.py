"""Many games of a network against itself at once, so that all candidates are judged together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats
from companion.hints.moves import THROWS, WEIGHTS, Mover, Reached, best_of
from companion.hints.network import Network
from companion.hints.rows import AGAIN, Numbers, Rows, rows_of, swapped
from companion.rules import Player, Rules
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

LONGEST: Final = 1000
"""A game of more turns is given up; only players that know nothing come near it."""

_WILD_SHARE: Final = 0.3
_WILD_TURNS: Final = 10

TRAINING_BEAM: Final = 2
"""So many walks of an ace-deuce are followed at each step while a network learns."""


@dataclass
class Game:
    """One game under way: its turns so far.

    wild -- so many turns are still played at random and not learnt from, so that positions
    good players avoid are met too; rows, chances -- what stood after each turn and what was
    thought of it; stays -- whether its player threw again.
    """

    wild: int
    rows: list[Rows] = field(default_factory=list)
    chances: list[Floats] = field(default_factory=list)
    stays: list[bool] = field(default_factory=list)


class Lesson(NamedTuple):
    """Positions of finished games, and the chances that should have been seen in them."""

    rows: Rows
    targets: Floats
    games: int
    turns: int


class SelfPlay:
    """A room full of boards. Its network may learn between turns."""

    def __init__(
        self, rules: Rules, network: Network, boards: int, chance: np.random.Generator
    ) -> None:
        self.network = network
        self._rules = rules
        self._mover = Mover(rules)
        self._chance = chance
        self._start = rows_of(rules, [rules.start], Player.V)
        self._rows = np.repeat(self._start, boards, axis=0)
        self._games = [self._new_game() for _ in range(boards)]

    def _new_game(self) -> Game:
        wild = self._chance.random() < _WILD_SHARE
        return Game(int(self._chance.integers(1, _WILD_TURNS + 1)) if wild else 0)

    def turn(self, decay: float) -> Iterator[Lesson]:
        """Play one turn on every board; returns the lessons of the games that ended.

        decay -- lambda: how far a lesson looks beyond the next position, 0 not at all.
        """
        throws = self._throw()
        reached = all_ends(self._mover, self._rows, throws, self.network)
        chances = self.network.chances(reached.rows)
        equity = self.network.outcomes.equity(chances)
        wild = np.array([game.wild > 0 for game in self._games])
        random = self._chance.random(len(equity), dtype=np.float32)
        best = best_of(reached.turn, np.where(wild[reached.turn], random, equity))
        after, thought = reached.rows[best], chances[best]
        stays = after[:, 0, AGAIN] > 0
        self._rows = swapped(after)
        self._rows[stays] = after[stays]
        self._rows[:, :, AGAIN] = 0
        over = after[:, 0, OFF_SLOT] == PIECES_A_SIDE
        ended = self._note(after, thought, stays, over)
        if ended:
            yield self._lesson(ended, decay)

    def _throw(self) -> Numbers:
        """The number of a throw for each board; a game begins with two different dice."""
        throws = self._chance.choice(len(THROWS), size=len(self._games), p=WEIGHTS)
        if self._rules.game.track.opposed:
            for index, game in enumerate(self._games):
                while not game.rows and THROWS[throws[index]][0] == THROWS[throws[index]][1]:
                    throws[index] = self._chance.choice(len(THROWS), p=WEIGHTS)
        return throws

    def _note(
        self, after: Rows, thought: Floats, stays: NDArray[np.bool_], over: NDArray[np.bool_]
    ) -> list[Game]:
        """Write the turn down; gives the games that ended, and sets up new ones."""
        ended = []
        for index, game in enumerate(self._games):
            if game.wild:
                game.wild -= 1
            else:
                game.rows.append(after[index])
                game.chances.append(thought[index])
                game.stays.append(bool(stays[index]))
            if over[index] or len(game.rows) > LONGEST:
                if over[index] and len(game.rows) > 1:
                    ended.append(game)
                self._games[index] = self._new_game()
                self._rows[index] = self._start[0]
        return ended

    def _lesson(self, games: Sequence[Game], decay: float) -> Lesson:
        rows = np.concatenate([np.stack(game.rows[:-1]) for game in games])
        targets = np.concatenate([self._targets(game, decay) for game in games])
        return Lesson(rows, targets, len(games), len(rows))

    def _targets(self, game: Game, decay: float) -> Floats:
        """For every position but the last: what came later, weighed by lambda (TD)."""
        outcomes = self.network.outcomes
        target = game.chances[-1]
        found = []
        for index in range(len(game.rows) - 2, -1, -1):
            target = (1 - decay) * game.chances[index + 1] + decay * target
            if not game.stays[index]:
                target = outcomes.swapped(target)
            found.append(target)
        return np.stack(found[::-1]).astype(np.float32)


def all_ends(mover: Mover, rows: Rows, throws: Numbers, network: Network) -> Reached:
    """Every end of one turn from each row, each with its own throw (numbers of `THROWS`)."""
    found, turns = [], []
    for number, dice in enumerate(THROWS):
        boards = np.flatnonzero(throws == number)
        if len(boards):
            reached = mover.ends(rows[boards], dice, network.equity, TRAINING_BEAM)
            found.append(reached.rows)
            turns.append(boards[reached.turn])
    return Reached(np.concatenate(found), np.concatenate(turns))
