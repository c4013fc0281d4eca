"""Chooses the evaluator of a game: `auto`, or an engine by name.

`own` uses the included networks. The other engines support backgammon only: `gnubg-nn` runs GNU
Backgammon's networks in this process, `gnubg` runs GNU Backgammon itself, and `bgsage` runs the
optional library of that name. `auto` is `gnubg-nn` if it is installed and supports the game, else
`own`. `RulesOfThumb` judges a game without a network, and is the baseline for the networks.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints.advice import ENGINES, EngineError, EngineGameError
from companion.hints.bearoff import Tabled, is_counted
from companion.hints.features import Floats
from companion.hints.network import read_network
from companion.hints.outcomes import Evaluator, Outcomes, outcomes_of
from companion.hints.rows import AGAIN, PIPS, POSTILLON, RIGHT, Mask, Rows, rows_of
from companion.optional import is_there
from companion.rules import Player, Position, Rules, find_game
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT
from companion.rules.vocabulary import ENTRY, LAST_POINT

Whole = NDArray[np.int64]

_POINTS: Final = np.arange(1, LAST_POINT + 1)
_SHOTS: Final = (0, 11, 12, 13, 14, 15, 17, 6, 6, 5, 3, 2)
"""The approximate number of throws, of 36, that hit at each distance."""

_MOST_SHOTS: Final = 30


class RulesOfThumb:
    """Evaluates positions by rules of thumb, in pips."""

    def __init__(self, rules: Rules) -> None:
        self.outcomes: Outcomes = outcomes_of(rules)
        self._judge = _opposed if rules.game.track.opposed else _together
        self._facing: Whole = np.array(rules.game.track.facing)[1:]

    def worth(self, rows: Rows) -> Floats:
        """Return the values of positions in pips, for the player who has just moved."""
        return self._judge(rows.astype(np.int64), self._facing)

    def chances(self, rows: Rows) -> Floats:
        """Return the values as pseudo-chances. Only their order is meaningful."""
        chance = 1 / (1 + np.exp(-self.worth(rows) / 100))
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        found[:, 0] = chance
        if self.outcomes.rules.game.ace_deuce:
            found[:, 1], found[:, 2] = chance, 1 - chance
        return self.outcomes.correct(found, rows)


def _lead(rows: Whole) -> Floats:
    return ((rows[:, 1] - rows[:, 0])[:, : HAND_SLOT + 1] @ PIPS).astype(np.float32)


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
    """Return the pips that blots may lose.

    mine -- counts by the player's own numbers. The opponent moves from 1 to 24.
    """
    waiting = (other[:, BAR_SLOT] + other[:, HAND_SLOT] > 0).astype(np.int64)
    reach = np.zeros(mine.shape, dtype=np.int64)
    for distance, shots in enumerate(_SHOTS[1:], start=1):
        reach[:, distance:] += shots * (theirs[:, :-distance] > 0)
        reach[:, distance - 1] += shots * waiting * (distance <= HOME)
    lost = (mine == 1) * np.minimum(reach, _MOST_SHOTS) * (ENTRY - _POINTS)
    return lost.sum(axis=1).astype(np.float32) / np.float32(36)


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
    return (_lead(rows) + 2 * own[:, OFF_SLOT] + postillon + early).astype(np.float32)


def _longest(flags: Mask) -> Whole:
    """Return the length of the longest series of true values in each row."""
    run: Whole = np.zeros(len(flags), dtype=np.int64)
    longest = run.copy()
    for column in range(flags.shape[1]):
        run = (run + 1) * flags[:, column]
        longest = np.maximum(longest, run)
    return longest


def engine_of(game: str) -> str:
    """Return the name of the engine that `auto` chooses for a game."""
    return "gnubg-nn" if game == "backgammon" and is_there("gnubg_nn") else "own"


def evaluator_of(rules: Rules, engine: str = "auto") -> Evaluator:
    """Return the evaluator for a game.

    Raises `EngineError` if the engine is not installed, `EngineGameError` if it does not support
    the game.
    """
    if engine == "auto":
        engine = engine_of(rules.name)
    if engine == "own":
        return own_network(rules.name)
    if engine not in ENGINES:
        known = ", ".join(ENGINES)
        raise EngineError("error.unknown-engine", engine=repr(engine[:40]), known=known)
    if rules.name != "backgammon":
        raise EngineGameError("error.engine-game", engine=engine, game=rules.name)
    from companion.hints.engines import BY_NAME  # noqa: PLC0415 - loaded only when needed

    found = BY_NAME[engine](rules)
    return Tabled(rules, found) if engine == "gnubg-nn" else found


@cache
def own_network(game: str) -> Evaluator:
    """Return the included network of a game, or `RulesOfThumb` if there is none.

    The network is combined with the bear-off table if the table is valid for the game. All options
    of a game share one evaluator, because they hardly change the value of a position.
    """
    rules = find_game(game)
    source = files("companion.hints") / "weights" / f"{game}.npz"
    if not source.is_file():
        return RulesOfThumb(rules)
    with source.open("rb") as stream, np.load(stream) as stored:
        network = read_network(rules, stored)
    return Tabled(rules, network) if is_counted(rules) else network


MARGIN: Final = 0.1
"""A fair resignation may be this much below the equity, in points."""


def is_fair(rules: Rules, position: Position, games: int, player: Player, thrower: Player) -> bool:
    """Return whether the player should accept a resignation of this many games.

    thrower -- the player to throw. Raises `EngineError`.
    """
    evaluator = evaluator_of(rules)
    moved = thrower.other
    chances = evaluator.chances(rows_of(rules, [position], moved))
    worth = float(evaluator.outcomes.equity(chances)[0])
    return games + MARGIN >= (worth if moved is player else -worth)
