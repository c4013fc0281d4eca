"""A match turn by turn: in Dutch the right to hit is won during the game."""

import pytest

from companion.records.sheet import Walk
from companion.rules import find_game


@pytest.mark.parametrize(
    ("game", "end", "won"),
    [
        ("dutch", "V6=1v V8=14v NH=15n", {"may-hit-V"}),
        ("dutch", "V6=1v V8=14v N7=1n N1=14n", {"may-hit-V", "may-hit-N"}),
        ("dutch", "V8=15v N6=15n", set()),
        ("dutch", "", set()),
        ("backgammon", "V6=1v V8=14v N7=1n N1=14n", set()),
    ],
)
def test_the_first_piece_home_wins_the_right_for_good(game: str, end: str, won: set[str]) -> None:
    walk = Walk(find_game(game))
    walk.enter(end)
    assert walk.rules.options == won
    walk.enter("V8=15v N6=15n" if game == "dutch" else end)
    assert walk.rules.options == won
