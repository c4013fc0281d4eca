"""The two hand-written players must not change, because results in docs/hints.md refer to them."""

import pytest

from benchmarks.careful import Careful
from benchmarks.tournament import Static, Tournament
from companion.hints.evaluator import RulesOfThumb
from companion.rules import find_game


@pytest.mark.parametrize(
    ("game", "points"),
    [
        ("backgammon", [-2.0, 1.0, 1.0, -1.0]),
        ("jacquet", [-3.0, 1.0, -1.0, 1.0]),
        ("dutch", [2.0, 1.0, -1.0, -1.0]),
        ("acey-deucey", [15.0, 15.0, -5.0, -1.0]),
    ],
)
def test_a_seeded_tournament_of_both_players_ends_as_it_always_did(
    game: str, points: list[float]
) -> None:
    rules = find_game(game)
    tournament = Tournament(rules, (Static(Careful(rules)), Static(RulesOfThumb(rules))), 4, 1)
    tournament.play()
    assert tournament.points == points
