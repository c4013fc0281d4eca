"""Gives advice: all legal plays of a turn, judged and explained, the best first."""

from typing import Final

import numpy as np

from companion.hints.advice import Advice, AdvisedPlay, Stake
from companion.hints.evaluator import Evaluator, evaluator_of
from companion.hints.match_score import worth_at
from companion.hints.reasons import reasons
from companion.hints.rows import Rows, rows_of
from companion.hints.search import Judged, Search
from companion.rules import Player, Position, Rules

MOST_EXPLAINED: Final = 5
"""So many plays get moves and reasons; a list of all has no use at a table."""

_MANY: Final = 1000
"""So many ends (only an ace-deuce has them) are judged as they stand and no further."""


class Advisor:
    """Advises players of one game.

    engine -- see `evaluator`; deep -- look at one further throw. Raises `EngineError`.
    """

    def __init__(self, rules: Rules, engine: str = "own", *, deep: bool = True) -> None:
        self._rules = rules
        self._deep = deep
        self._evaluator: Evaluator = evaluator_of(rules, engine)

    def advise(  # noqa: PLR0913 - the turn, and what is asked of it
        self,
        position: Position,
        player: Player,
        dice: tuple[int, int],
        stake: Stake = Stake(),  # noqa: B008 - frozen
        *,
        most: int = MOST_EXPLAINED,
        also: Position | None = None,
    ) -> Advice:
        """The best plays; also -- this legal end is told of too, wherever it ranks."""
        rules = self._rules
        ends = rules.ends(position, player, dice)
        order = sorted(ends.positions, key=rules.text)
        again = [end in ends.again for end in order]
        rows = rows_of(rules, order, player, again)
        judged = self._judge(rows, stake)
        ranking = [int(index) for index in np.argsort(-judged.worth, kind="stable")]
        chosen = ranking[:most]
        if also is not None and order.index(also) not in chosen:
            chosen.append(order.index(also))
        plays = tuple(
            AdvisedPlay(
                order[index],
                rules.plays(position, player, dice, order[index])[0].moves,
                round(float(judged.worth[index]), 4),
                reasons(rules, position, player, order[index], again=again[index]),
            )
            for index in chosen
        )
        return Advice(plays, judged.deep)

    def _judge(self, rows: Rows, stake: Stake) -> Judged:
        outcomes = self._evaluator.outcomes
        search = Search(
            self._rules,
            self._evaluator,
            worth_at(outcomes, stake),
            worth_at(outcomes, stake.turned),
        )
        if self._deep and len(rows) <= _MANY:
            return search.best(rows)
        return search.static(rows)
