"""Backgammon next to bgsage, an engine nobody here wrote, on positions of games of chance."""

import random

import pytest

from companion.rules import Player, Position, find_game
from companion.rules.position import count
from tests.rules.boards import games_of_chance

bgsage = pytest.importorskip("bgsage", reason="the bgsage engine is not installed")
RULES = find_game("backgammon")
POSITIONS = 10_000
PARTS = 10


def board_of(position: Position, player: Player) -> list[int]:
    """26 numbers: own pieces positive by own number, 25 the own bar, 0 the other's bar."""
    mine, theirs = position.side(player), position.side(player.other)
    points = [count(mine, k) - count(theirs, 25 - k) for k in range(1, 25)]
    return [count(theirs, 25), *points, count(mine, 25)]


def bears_all_off(board: list[int]) -> bool:
    return not any(number > 0 for number in board[1:])


@pytest.mark.engine
@pytest.mark.parametrize("part", range(PARTS))
def test_ends_are_those_of_bgsage(part: int) -> None:
    """The one known difference: there a single die may bear the last piece off (C2 forbids it)."""
    rng = random.Random(f"dice {part}")
    for position, player in games_of_chance(RULES, f"engine {part}", POSITIONS // PARTS):
        dice = rng.randint(1, 6), rng.randint(1, 6)
        start = board_of(position, player)
        theirs = {tuple(board) for board in bgsage.possible_moves(start, *dice)}
        ours = {
            tuple(board_of(end, player)) for end in RULES.ends(position, player, dice).positions
        }
        if ours != theirs:
            assert ours < theirs, (RULES.text(position), player, dice)
            assert all(bears_all_off(list(board)) for board in theirs - ours)
