"""The inputs of the networks are those of their training."""

import numpy as np
import pytest

from companion.hints.features import width
from companion.rules import Player, find_game
from tests.hints.pinned import GAMES, inputs, pinned


@pytest.mark.parametrize("game", GAMES)
def test_each_input_is_as_in_the_training_of_the_networks(game: str) -> None:
    for case in pinned(game):
        rules = find_game(game, case["options"])
        position, player = rules.parse(case["position"]), Player(case["player"])
        found = inputs(rules, position, player, again=case["again"])
        wrong = [
            f"input {place} is {now}, was {then}"
            for place, (now, then) in enumerate(zip(found, case["inputs"], strict=True))
            if now != pytest.approx(then, abs=2e-4)
        ]
        assert not wrong, f"{case['position']} as {player} sees it: {wrong}"


@pytest.mark.parametrize("game", GAMES)
def test_nearly_every_input_varies_among_the_pinned_positions(game: str) -> None:
    values = np.array([case["inputs"] for case in pinned(game)])
    assert values.shape[1] == width(find_game(game))
    same = (values == values[0]).all(axis=0)
    assert same.mean() < 0.2
