"""Backgammon next to bgsage and gnubg, engines nobody here wrote, on positions of games of chance.

Sets of distinct ends are compared, not counts. The one known difference: where one die would bear
the last piece off though two could be used, bgsage allows that too (C2 forbids it).
"""

import itertools
import json
import random
import re
from pathlib import Path

import pytest

from companion.rules import Player, Position, find_game
from companion.rules.position import count
from tests.budget import seeds
from tests.records import engine
from tests.rules.boards import games_of_chance

RULES = find_game("backgammon")
PERFT = Path(__file__).parents[1] / "data" / "perft" / "start.jsonl"
IN_GNUBG = 350

Asked = tuple[Position, Player, tuple[int, int]]


def asked(name: str, wanted: int) -> list[Asked]:
    """Turns of games of chance, with a throw each."""
    rng = random.Random(f"dice {name}")
    return [
        (position, player, (rng.randint(1, 6), rng.randint(1, 6)))
        for position, player in games_of_chance(RULES, f"engine {name}", wanted)
    ]


def board_of(position: Position, player: Player) -> list[int]:
    """26 numbers: own pieces positive by own number, 25 the own bar, 0 the other's bar."""
    mine, theirs = position.side(player), position.side(player.other)
    points = [count(mine, k) - count(theirs, 25 - k) for k in range(1, 25)]
    return [count(theirs, 25), *points, count(mine, 25)]


def our_ends(turn: Asked) -> set[tuple[int, ...]]:
    """The ends of a turn as such boards."""
    return {tuple(board_of(end, turn[1])) for end in RULES.ends(*turn).positions}


def bears_all_off(board: tuple[int, ...]) -> bool:
    return not any(number > 0 for number in board[1:])


@pytest.mark.slow
@pytest.mark.engine
def test_ends_are_those_of_bgsage() -> None:
    """Guards the backgammon rules with an engine nobody here wrote."""
    bgsage = pytest.importorskip("bgsage", reason="the bgsage engine is not installed")
    for turn in (turn for seed in seeds(4) for turn in asked(str(seed), 500)):
        position, player, dice = turn
        ours = our_ends(turn)
        theirs = set(map(tuple, bgsage.possible_moves(board_of(position, player), *dice)))
        if ours != theirs:
            assert ours < theirs, (RULES.text(position), player, dice)
            assert all(map(bears_all_off, theirs - ours))


@pytest.mark.slow
@pytest.mark.engine
def test_counts_from_the_start_are_those_of_bgsage() -> None:
    """The same numbers as in `tests/data/perft`, two turns deep."""
    bgsage = pytest.importorskip("bgsage", reason="the bgsage engine is not installed")
    throws = list(itertools.combinations_with_replacement(range(1, 7), 2))
    start = board_of(RULES.start, Player.V)
    lines = map(json.loads, PERFT.read_text(encoding="utf-8").splitlines())
    known = {tuple(line["dice"]): line for line in lines if line["game"] == "backgammon"}
    assert sorted(known) == throws
    for dice, line in known.items():
        ends = bgsage.possible_moves(start, *dice)
        turned = [[board[25], *(-board[25 - k] for k in range(1, 25)), board[0]] for board in ends]
        two = sum(len(bgsage.possible_moves(board, *throw)) for board in turned for throw in throws)
        assert (len(ends), two) == (line["one"], line["two"]), dice


# A hint names every legal move, best first; where nothing can be played there is none.
LIST_MOVES = """
gnubg.command("set evaluation chequerplay evaluation cubeful off")
gnubg.command("new session")
for theirs, mine, dice in given:
    gnubg.command("set turn 1")
    gnubg.command("set board " + gnubg.positionid((theirs, mine)))
    gnubg.command("set dice %d %d" % tuple(dice))
    try:
        hints = gnubg.hint(9999)["hint"]
    except Exception:
        hints = []
    answers.append([hint["move"] for hint in hints])
"""


NAMED = {"bar": "25", "off": "0"}


def after(start: list[int], move: str) -> tuple[int, ...]:
    """The board after a move as gnubg writes it: `8/5(2)`, `bar/22*/21`, `6/off`."""
    board = list(start)
    for chain, times in re.findall(r"([^\s(]+)(?:\((\d)\))?", move):
        points = [int(NAMED.get(stop, stop)) for stop in chain.replace("*", "").split("/")]
        for _ in range(int(times or 1)):
            for source, target in itertools.pairwise(points):
                board[source] -= 1
                if target == 0:
                    continue
                if board[target] == -1:
                    board[target] = 0
                    board[0] += 1
                board[target] += 1
    return tuple(board)


@pytest.mark.slow
@pytest.mark.engine
def test_ends_are_those_of_gnubg(tmp_path: Path) -> None:
    turns = asked("gnubg", IN_GNUBG)
    assert len(turns) == IN_GNUBG
    given = []
    for position, player, dice in turns:
        theirs, mine = position.side(player.other), position.side(player)
        given.append([[count(side, k) for k in range(1, 26)] for side in (theirs, mine)] + [dice])
    moves: list[list[str]] = engine.run(LIST_MOVES, given, tmp_path)
    for turn, said in zip(turns, moves, strict=True):
        start = board_of(turn[0], turn[1])
        theirs_ends = {after(start, move) for move in said} or {tuple(start)}
        assert our_ends(turn) == theirs_ends, (RULES.text(turn[0]), *turn[1:], said)
