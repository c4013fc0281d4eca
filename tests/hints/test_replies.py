"""The replies that a search leaves out are not the best ones."""

import numpy as np
import pytest

from companion.hints.evaluator import own_network
from companion.hints.moves import Mover, best_of, each_throw
from companion.hints.rows import rows_of, swapped
from companion.hints.search import GOOD_LATER, evaluated
from companion.rules import Player, find_game
from tests.hints.positions import random_turns


@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_the_best_reply_to_a_throw_is_nearly_always_evaluated(game: str) -> None:
    rules, network = find_game(game), own_network(game)
    worth, mover = network.outcomes.equity, Mover(rules)
    lost, tried, listed = [], 0, 0
    turns = list(random_turns(rules, 1, seed=3, ace_deuce=False))
    for now, position, player, dice in turns[7::16]:
        ends = rows_of(now, sorted(now.ends(position, player, dice).positions), player)
        order = np.argsort(-worth(network.chances(ends)), kind="stable")
        start = swapped(ends[order[:5]])
        reached = mover.ends(*each_throw(start))
        every = worth(network.chances(reached.rows))
        some, chances = evaluated(start, reached, network.chances, worth)
        best, found = every[best_of(reached.turn, every)], worth(chances)
        lost += list(best - found[best_of(some.turn, found)])
        tried, listed = tried + len(some.turn), listed + len(reached.turn)
    assert np.mean(lost) < 0.01
    assert tried < 0.9 * listed


def test_a_turn_without_similar_turns_is_evaluated_fully() -> None:
    rules, network = find_game("backgammon"), own_network("backgammon")
    start = rows_of(rules, [rules.start], Player.V)
    reached = Mover(rules).ends(*each_throw(start))
    some, _ = evaluated(start, reached, network.chances, network.outcomes.equity)
    assert np.array_equal(some.turn, reached.turn)


def test_evaluating_more_ends_loses_less() -> None:
    rules, network = find_game("backgammon"), own_network("backgammon")
    worth, mover = network.outcomes.equity, Mover(rules)
    lost, tried = np.zeros(2), np.zeros(2, dtype=np.int64)
    for now, position, player, dice in list(random_turns(rules, 1, seed=3))[3::8]:
        ends = rows_of(now, sorted(now.ends(position, player, dice).positions), player)
        start = swapped(ends[:20])
        reached = mover.ends(*each_throw(start))
        every = worth(network.chances(reached.rows))
        best = every[best_of(reached.turn, every)]
        for which, good in enumerate((1, GOOD_LATER)):
            some, chances = evaluated(start, reached, network.chances, worth, good)
            found = worth(chances)
            lost[which] += (best - found[best_of(some.turn, found)]).sum()
            tried[which] += len(some.turn)
    assert lost[1] < lost[0] / 10
    assert tried[0] < tried[1]
