"""The generator for batches lists what the rules list, in every game."""

import random

import numpy as np
import pytest

from companion.hints.moves import Mover
from companion.hints.rows import AGAIN, Rows, positions_of, rows_of, swapped
from companion.rules import Player, find_game, game_names
from tests.hints.positions import random_turns


def nothing(rows: Rows) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.zeros(len(rows), dtype=np.float32)


@pytest.mark.parametrize(
    ("game", "options"),
    [*((game, ()) for game in game_names()), ("jacquet", ("no-full-prime", "double-bouchage"))],
)
def test_all_ends_and_no_others_are_generated(game: str, options: tuple[str, ...]) -> None:
    rules = find_game(game, options)
    mover = Mover(rules)
    for now, position, player, dice in random_turns(rules, 1, 5, ace_deuce=False):
        reached = mover.ends(rows_of(now, [position], player), dice, nothing)
        found = positions_of(reached.rows, player)
        assert len(found) == len(set(found))
        assert set(found) == now.ends(position, player, dice).positions


def test_an_ace_deuce_follows_the_best_ranked_walks() -> None:
    rules = find_game("acey-deucey")
    start = rules.parse("V3=1v V5=1v VO=13v N4=2n N8=2n NO=11n")
    ends = rules.ends(start, Player.V, (1, 2))
    reached = Mover(rules).ends(rows_of(rules, [start], Player.V), (2, 1), nothing, beam=10**6)
    again = reached.rows[:, 0, AGAIN] > 0
    assert set(positions_of(reached.rows, Player.V)) == ends.positions
    assert set(positions_of(reached.rows[again], Player.V)) == ends.again


def test_a_narrow_beam_gives_legal_ends_only() -> None:
    rules = find_game("acey-deucey")
    start = rules.parse("V3=2v V12=3v N3=2v VH=8v V8=2n N6=3n NH=10n")
    reached = Mover(rules).ends(rows_of(rules, [start], Player.V), (2, 1), nothing, beam=2)
    found = positions_of(reached.rows, Player.V)
    ends = rules.ends(start, Player.V, (2, 1))
    assert found
    assert set(found) <= ends.positions
    for position, row in zip(found, reached.rows, strict=True):
        assert (row[0, AGAIN] > 0) == (position in ends.again)


@pytest.mark.parametrize("game", game_names())
def test_rows_are_converted_back_and_swapped(game: str) -> None:
    rules = find_game(game)
    turns = random.Random(2).sample(list(random_turns(rules, 1, 7, ace_deuce=False)), 40)
    for now, position, player, _ in turns:
        rows = rows_of(now, [position], player)
        assert positions_of(rows, player) == [position]
        assert positions_of(swapped(rows), player.other) == [position]
        assert np.array_equal(swapped(rows), rows_of(now, [position], player.other))


def test_many_turns_at_once_are_kept_apart() -> None:
    rules = find_game("backgammon")
    turns = list(random_turns(rules, 1, 3))[:30]
    reached = Mover(rules).ends(
        np.concatenate([rows_of(rules, [position], player) for _, position, player, _ in turns]),
        (5, 2),
        nothing,
    )
    for number, (_, position, player, _) in enumerate(turns):
        found = positions_of(reached.rows[reached.turn == number], player)
        assert set(found) == rules.ends(position, player, (5, 2)).positions
