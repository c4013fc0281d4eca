"""gnubg-nn, bgsage and gnubg behind our protocol: they say what they say alone."""

import gzip
import json
import random
from itertools import islice

import numpy as np
import pytest

from benchmarks.judge_decisions import DATA, board_of, row_of
from companion.hints.engines import Gnubg, GnubgNetworks, Sage, fibs_board
from companion.hints.rows import rows_of, swapped
from companion.rules import Player, find_game
from companion.rules.ids import read_ids
from tests.hints.positions import random_turns

RULES = find_game("backgammon")


def sample() -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], int]:
    turns = random.Random(3).sample(list(random_turns(RULES, 3, 2)), 60)
    rows = [rows_of(RULES, [position], player) for _, position, player, _ in turns]
    return np.concatenate(rows), len(turns)


@pytest.mark.engine
def test_gnubg_and_bgsage_agree_about_the_same_rows() -> None:
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
def test_gnubg_nn_gives_the_chances_of_gnubg() -> None:
    rows, _ = sample()
    gnubg = Gnubg(RULES)
    try:
        said = gnubg.chances(rows)
    finally:
        gnubg.close()
    assert np.abs(GnubgNetworks(RULES).chances(rows) - said).max() < 0.02


@pytest.mark.engine
def test_bgsage_chooses_the_same_plays_through_our_back_end() -> None:
    """Alone it judges all ends by the networks for the game plans of the position before the move;
    through us each end by its own. So what it chooses is compared where no end has other plans.
    """
    bgsage = pytest.importorskip("bgsage", reason="the bgsage engine is not installed")
    sage = Sage(RULES)
    alone = bgsage.BgBotAnalyzer(eval_level="1ply", cubeful=False, parallel_threads=1)
    with gzip.open(DATA, "rt") as lines:
        decisions = [json.loads(line) for line in islice(lines, 200)]
    compared = 0
    for one in decisions:
        position, mover = read_ids(one["board"], one["match"]).position, Player(one["mover"])
        before = board_of(rows_of(RULES, [position], mover)[0].astype(np.int64))
        moves = alone.checker_play(before, *one["dice"], jacoby=False).moves
        boards = [list(move.board) for move in moves]
        plans = [vars(bgsage.classify_game_plans(board)) for board in (before, *boards)]
        if all(plan == plans[0] for plan in plans):
            compared += 1
            ends = np.concatenate([row_of(board)[None] for board in boards])
            worth = sage.outcomes.equity(sage.chances(ends))
            assert worth[0] == pytest.approx(worth.max(), abs=1e-6), one
    assert compared > 60


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
