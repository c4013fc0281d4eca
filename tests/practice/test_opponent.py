"""Weaker opponents choose more randomly; from strength 3 they choose near the best play."""

from queue import SimpleQueue

import pytest

from companion.practice.opponent import CAREFUL, WILD, Decision, Partner, likely, weights_of
from companion.referee.inputs import Names
from companion.referee.state import GameState, Phase, Practice, State, Throw, TurnState
from companion.rules import agree_match, find_game
from companion.rules.vocabulary import Player
from companion.speech.catalogue import Sentence

WORTHS = [0.3, 0.29, 0.2, 0.1, -0.4]
"""Plays of one turn, best first; the last is a blunder."""


def chances(strength: int) -> list[float]:
    weights = weights_of(strength, WORTHS)
    return [weight / sum(weights) for weight in weights]


def test_a_stronger_opponent_finds_the_best_play_more_often() -> None:
    best = [chances(strength)[0] for strength in range(1, 6)]
    assert best == sorted(best)
    assert best[0] < 0.35
    assert best[3:] == [1.0, 1.0]


@pytest.mark.parametrize(("strength", "blunders"), [(1, True), (2, True), (3, False)])
def test_from_strength_3_the_opponent_makes_no_blunder(strength: int, *, blunders: bool) -> None:
    found = chances(strength)
    assert (found[-1] > 0) == blunders
    assert found[1] > 0.1  # but it does not always find the best of two that are close


def test_from_strength_3_a_play_may_have_a_twentieth_of_the_weight_of_the_best_not_less() -> None:
    worths = [0.0, -0.2, -0.25, -1.0]
    full = likely(worths, WILD[CAREFUL])
    assert full[1] / full[0] > 0.05 > full[2] / full[0] > 0.02
    assert [weight > 0 for weight in weights_of(CAREFUL, worths)] == [True, True, False, False]


def test_a_strong_opponent_makes_the_best_opening_play() -> None:
    decisions, complaints = SimpleQueue[Decision](), SimpleQueue[Sentence]()
    rules = find_game("backgammon")
    state = State(
        agree_match(rules, None),
        GameState(rules.start),
        TurnState(Player.V, 5),
        Throw((3, 1)),
        phase=Phase.MOVING,
        practice=Practice(Player.V),
    )
    partner = Partner(4, decisions.put, complaints.put)
    assert partner.look(rules, state, 0.0) is None
    act = decisions.get(timeout=60).act
    partner.close()
    assert complaints.empty()
    assert act == Names("V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
