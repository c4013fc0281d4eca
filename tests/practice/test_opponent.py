"""Weaker opponents choose more randomly; from strength 3 they choose near the best play."""

import pytest

from companion.practice.opponent import weights_of

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
