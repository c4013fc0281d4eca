"""Plays many self-play games in parallel, so that all positions are judged in one batch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

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
"""The most turns recorded in a game. Longer games, which untrained networks play, are discarded."""

_WILD_SHARE: Final = 0.3
_WILD_TURNS: Final = 10

TRAINING_BEAM: Final = 2
"""The beam width of an ace-deuce turn during training."""


@dataclass
class Game:
    """One game in progress: its turns so far.

    wild -- opening turns still to be played at random and not recorded, for unusual positions;
    begun -- whether a turn has been played;
    rows, chances -- the position after each recorded turn, and the network's estimate of it;
    stays -- whether the same player throws again after the turn.
    """

    wild: int
    rows: list[Rows] = field(default_factory=list)
    chances: list[Floats] = field(default_factory=list)
    stays: list[bool] = field(default_factory=list)
    begun: bool = False


class Lesson(NamedTuple):
    """Training examples from finished games: positions and their target chances."""

    rows: Rows
    targets: Floats
    games: int
    turns: int


class SelfPlay:
    """A batch of games in parallel. The weights of `network` may change between turns."""

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
        """Play one turn on every board. Yield the lesson of the games that ended, if any.

        decay -- the lambda of TD(lambda); with 0, a target is the estimate of the next position.
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
        """Return the index of a throw in `THROWS` for each board.

        In the backgammon family the first throw of a game is not a double.
        """
        throws = self._chance.choice(len(THROWS), size=len(self._games), p=WEIGHTS)
        if self._rules.game.track.opposed:
            for index, game in enumerate(self._games):
                while not game.begun and THROWS[throws[index]][0] == THROWS[throws[index]][1]:
                    throws[index] = self._chance.choice(len(THROWS), p=WEIGHTS)
        return throws

    def _note(
        self, after: Rows, thought: Floats, stays: NDArray[np.bool_], over: NDArray[np.bool_]
    ) -> list[Game]:
        """Record the turn, replace ended games by new ones, and return those to learn from."""
        ended = []
        for index, game in enumerate(self._games):
            game.begun = True
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

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the games in progress as arrays, to continue with `restore`."""
        names = len(self.network.outcomes.names)
        rows = [row for game in self._games for row in game.rows]
        chances = [each for game in self._games for each in game.chances]
        return {
            "boards": self._rows,
            "wild": np.array([game.wild for game in self._games]),
            "begun": np.array([game.begun for game in self._games]),
            "lengths": np.array([len(game.rows) for game in self._games]),
            "rows": np.array(rows, dtype=np.uint8).reshape(-1, *self._rows.shape[1:]),
            "chances": np.array(chances, dtype=np.float32).reshape(-1, names),
            "stays": np.array([stay for game in self._games for stay in game.stays], dtype=bool),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Continue the games of `state`, whose number replaces the present one."""
        ends = state["lengths"].cumsum()
        self._rows = state["boards"].copy()
        self._games = [
            Game(
                int(state["wild"][index]),
                list(state["rows"][end - length : end]),
                list(state["chances"][end - length : end]),
                state["stays"][end - length : end].tolist(),
                bool(state["begun"][index]),
            )
            for index, (end, length) in enumerate(zip(ends, state["lengths"], strict=True))
        ]

    def _lesson(self, games: Sequence[Game], decay: float) -> Lesson:
        rows = np.concatenate([np.stack(game.rows[:-1]) for game in games])
        targets = np.concatenate([self._targets(game, decay) for game in games])
        return Lesson(rows, targets, len(games), len(rows))

    def _targets(self, game: Game, decay: float) -> Floats:
        """Return the TD(lambda) target of every recorded position but the last."""
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
    """Return every end of one turn from each row. throws -- an index in `THROWS` for each row."""
    found, turns = [], []
    for number, dice in enumerate(THROWS):
        boards = np.flatnonzero(throws == number)
        if len(boards):
            reached = mover.ends(rows[boards], dice, network.equity, TRAINING_BEAM)
            found.append(reached.rows)
            turns.append(boards[reached.turn])
    return Reached(np.concatenate(found), np.concatenate(turns))
