"""bgsage and gnubg behind our protocol: they say what they say alone."""

import gzip
import json
import random
import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from benchmarks.engines_alone import DATA, board_of, row_of
from companion.hints import gnubg as door
from companion.hints.advice import EngineError
from companion.hints.bgsage_engine import Sage
from companion.hints.gnubg import Gnubg, fibs_board
from companion.hints.rows import rows_of, swapped
from companion.records.ids import read_ids
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
def test_bgsage_chooses_through_our_back_end_what_it_chooses_alone() -> None:
    """Alone it judges all ends by the networks for the game plans of the position before the move;
    through us each end by its own. So what it chooses is compared where no end has other plans.
    """
    bgsage = pytest.importorskip("bgsage")
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


ACTS = """
import socket, sys
path = sys.stdin.readline().split()[1]
door = socket.socket(socket.AF_UNIX)
door.bind(path)
door.listen()
here, _ = door.accept()
for line in here.makefile():
    sys.stdout.write(line)
    sys.stdout.flush()
    here.sendall(ANSWER[:9])
    here.sendall(ANSWER[9:])
sys.stdin.read()
"""
"""What gnubg does at its socket; it answers anything with the same."""

Acted = Callable[[str], Path]


@pytest.fixture
def acted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Acted:
    """Put something that runs in gnubg's place; it writes what it is asked to the file returned."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def put(text: str) -> Path:
        (tmp_path / "acts.py").write_text(text)
        program, asked = tmp_path / "gnubg", tmp_path / "asked"
        command = [sys.executable, "-I", "-S", str(tmp_path / "acts.py")]
        program.write_text(f"#!/bin/sh\nexec {shlex.join(command)} > {shlex.quote(str(asked))}\n")
        program.chmod(0o755)
        monkeypatch.setattr(door, "PLACES", (str(program),))
        return asked

    return put


@pytest.mark.skipif(sys.platform == "win32", reason="gnubg is reached by a local socket")
def test_gnubg_is_asked_for_who_throws_and_answers_for_who_has_moved(
    acted: Acted, tmp_path: Path
) -> None:
    asked = acted(ACTS.replace("ANSWER", repr(b"0.6 0.2 0.1 0.15 0.05 0.3\n")))
    gnubg = Gnubg(RULES, plies=1)
    over = RULES.parse("VO=15v N12=1n NO=14n")
    rows = rows_of(RULES, [RULES.start, over], Player.N)
    found = gnubg.chances(rows)
    gnubg.close()
    assert found[0] == pytest.approx([0.4, 0.15, 0.05, 0.2, 0.1])
    assert found[1].tolist() == [0, 0, 0, 0, 0]  # a game that is over is not asked about
    board = fibs_board(swapped(rows)[0])
    assert asked.read_text() == (f"evaluation fibsboard {board} plies 1 cubeless prune noise 0\n")
    assert gnubg._process.returncode is not None
    assert not list(tmp_path.glob("companion-gnubg*"))


@pytest.mark.skipif(sys.platform == "win32", reason="gnubg is reached by a local socket")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "gnubg did not start"),
        (ACTS.replace("ANSWER", "b'not a number'"), "gnubg stopped answering"),
        (ACTS.replace("here.sendall", "sys.exit"), "gnubg stopped answering"),
    ],
)
def test_a_gnubg_that_does_not_do_its_part_is_said_in_a_sentence(
    acted: Acted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    monkeypatch.setattr(door, "_ANSWER_SECONDS", 0.3)
    acted(text)
    rows = rows_of(RULES, [RULES.start], Player.V)

    def ask() -> None:
        with closing(Gnubg(RULES)) as gnubg:
            gnubg.chances(rows)

    with pytest.raises(EngineError, match=told):
        ask()
    assert not list(tmp_path.glob("companion-gnubg*"))


def test_a_gnubg_that_is_not_there_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "PLACES", ("no-such-program",))
    with pytest.raises(EngineError, match="apt install gnubg"):
        Gnubg(RULES)
