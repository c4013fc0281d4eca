"""bgsage and gnubg behind our protocol: they say what they say alone."""

import random

import numpy as np
import pytest

from companion.hints.gnubg import Gnubg, fibs_board
from companion.hints.rows import rows_of, swapped
from companion.hints.sage import Sage
from companion.rules import Player, find_game
from tests.hints.positions import random_turns

RULES = find_game("backgammon")


def sample() -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], int]:
    turns = random.Random(3).sample(list(random_turns(RULES, 3, 2)), 60)
    rows = [rows_of(RULES, [position], player) for _, position, player, _ in turns]
    return np.concatenate(rows), len(turns)


@pytest.mark.engine
def test_two_engines_nobody_here_wrote_agree_about_the_same_rows() -> None:
    """A bar or a side read the wrong way round would set them far apart."""
    rows, count = sample()
    gnubg = Gnubg(RULES)
    try:
        said, other = gnubg.chances(rows), Sage(RULES).chances(rows)
    finally:
        gnubg.close()
    assert said.shape == other.shape == (count, 5)
    assert np.abs(said[:, 0] - other[:, 0]).mean() < 0.03


@pytest.mark.engine
def test_gnubg_knows_a_lost_race() -> None:
    gnubg = Gnubg(RULES, plies=1)
    try:
        end = RULES.parse("V6=15v N12=1n NO=14n")
        assert gnubg.chances(rows_of(RULES, [end], Player.V))[0, 0] < 0.001
        over = RULES.parse("VO=15v N12=1n NO=14n")
        assert gnubg.chances(rows_of(RULES, [over], Player.V))[0].tolist() == [1, 0, 0, 0, 0]
    finally:
        gnubg.close()


def test_the_start_as_fibs_writes_it() -> None:
    (row,) = swapped(rows_of(RULES, [RULES.start], Player.N))
    assert fibs_board(row) == (
        "board:own:other:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
        "1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
    )
