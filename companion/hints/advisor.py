"""Gives advice: the legal plays of a turn with values and reasons, the best first."""

from dataclasses import replace
from typing import Final

import numpy as np

from companion.hints.advice import Advice, AdvisedPlay, Stake
from companion.hints.cube import CubeAdvisor, worth_at
from companion.hints.evaluator import evaluator_of
from companion.hints.features import Floats
from companion.hints.moves import Mover
from companion.hints.outcomes import Evaluator
from companion.hints.reasons import Explainer
from companion.hints.rows import AGAIN, Rows, positions_of, rows_of
from companion.hints.search import Search
from companion.hints.weighing import PlayChoice
from companion.rules import Player, Position, Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, OFF_SLOT, UNIT, count

MOST_EXPLAINED: Final = 5
"""The default number of plays explained with moves and reasons. More are not useful at a table."""

_BEAM: Final = 100
"""The beam width for an ace-deuce, which may have sixty thousand ends (B4).

The best play found is worth a few thousandths of a point less than in a full search.
"""

_EQUAL: Final = 5e-4
"""A play that loses less than this, in points, counts as equal to the best."""

_ACE_DEUCE: Final = {1, 2}
_WHOLE_ACE_DEUCE: Final = 6
"""The number of steps in a complete ace-deuce (1, 2 and four times the double)."""


class Advisor:
    """Advises players of one game.

    engine -- see `evaluator`; deep -- whether to search further throws;
    cube -- the advisor on the cube.

    Raises `EngineError`.
    """

    def __init__(self, rules: Rules, engine: str = "auto", *, deep: bool = True) -> None:
        self._rules = rules
        self._deep = deep
        self._evaluator: Evaluator = evaluator_of(rules, engine)
        self.cube = CubeAdvisor(rules, self._evaluator)
        self._mover = Mover(rules)
        self._explainer = Explainer(rules)

    def advise(  # noqa: PLR0913 - the turn and the options of the search
        self,
        position: Position,
        player: Player,
        dice: tuple[int, int],
        stake: Stake = Stake(),  # noqa: B008 - frozen
        *,
        most: int = MOST_EXPLAINED,
        also: Position | None = None,
        closer: bool = False,
    ) -> Advice:
        """Return the best plays. also -- a legal end to include, whatever its rank.

        closer -- whether to search a second throw for the plays closest to the best, if
        `looks_closer`. This improves the advice and takes up to a quarter of a second.
        """
        rules = self._rules
        ends, again, asked = self._choices(position, player, dice, most, also)
        rows, search = rows_of(rules, ends, player, again), self._search(stake)
        deep = self._deep
        judged = search.best(rows, also=asked, closer=closer) if deep else search.static(rows)
        if also is not None and asked is not None:
            ends[asked] = also
        value = np.where(
            judged.worth > judged.worth.max() - _EQUAL, judged.worth.max(), judged.worth
        )
        ranking = self._ranking(ends, player, value)
        chosen = ranking[:most]
        if asked is not None and asked not in chosen:
            chosen.append(asked)
        chosen_ends = [ends[index] for index in chosen]
        further = frozenset(end for end, throws in zip(ends, again, strict=True) if throws)
        whole = not rules.game.ace_deuce or set(dice) != _ACE_DEUCE
        worth = dict(zip(ends, value.tolist(), strict=True))
        choice = PlayChoice(ends, further, whole, also, worth=worth)
        explained = self._explainer.explain(position, player, chosen_ends, choice)
        plays = tuple(
            AdvisedPlay(
                end,
                rules.plays(position, player, dice, end)[0].moves,
                round(float(value[index]), 4),
                because,
            )
            for index, end, because in zip(chosen, chosen_ends, explained.reasons, strict=True)
        )
        best = replace(plays[0], clue=explained.clue, leads=explained.leads)
        lost = value[ranking[0]] - value[ranking]
        middle, worst = (round(float(one), 4) for one in (lost[len(lost) // 2], lost[-1]))
        return Advice((best, *plays[1:]), judged.is_searched, middle, worst)

    @property
    def looks_closer(self) -> bool:
        """Whether a second throw can be searched; see `Search.looks_closer`."""
        return self._deep and self._search(Stake()).looks_closer

    def _choices(
        self,
        position: Position,
        player: Player,
        dice: tuple[int, int],
        least: int,
        also: Position | None,
    ) -> tuple[list[Position], list[bool], int | None]:
        """Return the ends to evaluate, whether each earns another throw, and the index of `also`.

        If ends differ only in pieces on the bar or in hand, only the end with the fewest pieces on
        the bar is kept.
        """
        listed = self._ends(position, player, dice, least)
        if also is not None and also not in listed:
            play = self._rules.plays(position, player, dice, also)[0]
            whole = len(play.steps) == _WHOLE_ACE_DEUCE
            listed[also] = whole and self._rules.winner(also) is None
        kept: dict[tuple[int, int, bool], Position] = {}
        for end in sorted(listed, key=lambda end: (count(end.side(player), BAR_SLOT), end)):
            kept.setdefault(_key(end, player, throws=listed[end]), end)
        asked = None
        if also is not None:
            asked = list(kept).index(_key(also, player, throws=listed[also]))
        return list(kept.values()), [throws for _, _, throws in kept], asked

    def _ends(
        self, position: Position, player: Player, dice: tuple[int, int], least: int
    ) -> dict[Position, bool]:
        """Return the ends of a turn, each with whether the player throws again after it.

        For an ace-deuce, only the best ends are returned.
        """
        rules = self._rules
        if rules.game.ace_deuce and set(dice) == _ACE_DEUCE:
            start = rows_of(rules, [position], player)
            rows = self._mover.ends(start, dice, self._rank, max(_BEAM, least)).rows
            found: dict[Position, bool] = {}
            for end, throws in zip(positions_of(rows, player), rows[:, 0, AGAIN], strict=True):
                found[end] = found.get(end, False) or bool(throws)
            return found
        listed = rules.ends(position, player, dice)
        return {end: end in listed.again for end in sorted(listed.positions)}

    def _ranking(self, ends: list[Position], player: Player, worth: Floats) -> list[int]:
        """Return the indices of the ends, the best first.

        Among equal best plays, those with more pieces off come first, then those with fewer pips.
        """
        order = [int(index) for index in np.argsort(-worth, kind="stable")]
        best = [index for index in order if worth[index] == worth[order[0]]]

        def left(index: int) -> tuple[int, int]:
            end = ends[index]
            return -count(end.side(player), OFF_SLOT), self._rules.pips(end, player)

        return sorted(best, key=left) + order[len(best) :]

    def _rank(self, rows: Rows) -> Floats:
        return self._evaluator.outcomes.equity(self._evaluator.chances(rows))

    def _search(self, stake: Stake) -> Search:
        outcomes = self._evaluator.outcomes
        worths = worth_at(outcomes, stake), worth_at(outcomes, stake.turned)
        return Search(self._rules, self._evaluator, *worths)


def _key(end: Position, player: Player, *, throws: bool) -> tuple[int, int, bool]:
    """Return a key that is equal for ends that differ only in pieces on the bar or in hand."""
    side = end.side(player)
    alike = side + count(side, BAR_SLOT) * (UNIT[HAND_SLOT] - UNIT[BAR_SLOT])
    return alike, end.side(player.other), throws
