"""The board object of the library: play, undo, write and read."""

import ast
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules import (
    Board,
    Code,
    IdError,
    IllegalPlayError,
    PositionError,
    RulesError,
    Verdict,
    game_names,
)
from companion.rules.games import BY_NAME
from tests.fifth_game import BLOCK
from tests.tables import table

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_played_to_its_end_and_taken_back(game: str) -> None:
    dice, board = random.Random(game), Board(game)
    assert Board(game).result is None
    before = []
    while not board.winner:
        first, second = dice.randint(1, 6), dice.randint(1, 6)
        if {first, second} == {1, 2} and board.rules.game.ace_deuce:
            continue
        board.roll(first, second)
        ends = board.rules.ends(board.position, board.turn, (first, second))
        before.append((repr(board), board.turn))
        play = next(iter(board.legal_plays))
        if len(before) % 10 == 0:
            plays = list(board.legal_plays)
            assert len(plays) == len(board.legal_plays) == len(ends.positions)
            play = dice.choice(plays)
            assert play in board.legal_plays
        board.play(play)
        assert board.position in ends.positions
        assert board.dice is None
        assert board.turn is not before[-1][1]
        assert board.history[-1].moves == play.moves
    assert board.result
    assert board.result.winner is board.winner
    while board.history:
        board.undo()
        assert (repr(board), board.turn) == before.pop()
    assert board.position == board.rules.start
    with pytest.raises(IndexError, match="no turn"):
        board.undo()


@pytest.mark.parametrize(
    "board",
    [
        Board(),
        Board("jacquet", "V3=1v V12=14n1N N12=14v", turn="N", options=["no-full-prime"]),
        Board("dutch", "V6=2v V5=1n VH=13v NH=14n", dice=(6, 5)),
    ],
)
def test_a_repr_recreates_the_board(board: Board) -> None:
    again = ast.literal_eval  # what stands in it are plain values
    assert repr(board).startswith("Board(")
    call = ast.parse(repr(board), mode="eval").body
    assert isinstance(call, ast.Call)
    made = Board(
        *map(again, call.args), **{each.arg or "": again(each.value) for each in call.keywords}
    )
    assert (made.at, made.rules) == (board.at, board.rules)
    assert str(made) == board.text == board.rules.text(board.position)


@pytest.mark.parametrize(("game", "position", "dice", "moves", "named"), table("rules/moves-read"))
def test_moves_are_read_in_players_notation(
    game: str, position: str, dice: tuple[int, int], moves: str, named: tuple[str, ...]
) -> None:
    board = Board(game, position, dice=dice)
    if named == ():
        (passed,) = board.legal_plays
        assert str(passed) == "-"
        assert repr(board.legal_plays) == "<LegalPlays (-)>"
    board.play(moves)
    assert board.history[-1].moves == named


def test_a_further_throw_keeps_the_turn() -> None:
    board = Board("acey-deucey", "V1=2v V6=5v VO=8v N1=15n", dice=(1, 2))
    ends = board.rules.ends(board.position, board.turn, (1, 2))
    end = min(ends.again)
    board.play(board.rules.plays(board.position, board.turn, (1, 2), end)[0])
    assert (board.turn.value, board.dice) == ("V", None)


def test_an_illegal_play_is_refused_with_its_faults_and_changes_nothing() -> None:
    board = Board(dice=(3, 1))
    before = board.at
    with pytest.raises(IllegalPlayError, match=r"^V8/V5 V6/V4: wrong-distance$") as error:
        board.play("8/5 6/4")
    assert [fault.code for fault in error.value.judgement.faults] == [Code.WRONG_DISTANCE]
    with pytest.raises(IllegalPlayError, match="No move: dice-unused"):
        board.play()
    assert board.judge("8/5").verdict is Verdict.INCOMPLETE
    assert board.judge("8/5 6/5").verdict is Verdict.LEGAL
    assert (board.at, board.history) == (before, [])
    other = Board(dice=(6, 5))
    assert next(iter(other.legal_plays)) not in board.legal_plays
    assert object() not in board.legal_plays


@pytest.mark.parametrize(
    "moves", ["8", "8/x", "26/20", "7/4", "NB/20", "8/5(x)", "8/5(0)", "8/5(-1)", "/"]
)
def test_an_invalid_move_is_refused(moves: str) -> None:
    with pytest.raises(ValueError, match=r"no move|no place") as error:
        Board(dice=(3, 1)).play(moves)
    assert not isinstance(error.value, IllegalPlayError)


def test_before_a_throw_nothing_is_legal() -> None:
    for asked in (lambda: Board().legal_plays, lambda: Board().play("8/5")):
        with pytest.raises(ValueError, match="No dice"):
            asked()
    for dice in ((0, 7), (True, 1.0), ("3", "1"), (3, None)):
        with pytest.raises(RulesError, match="from 1 to 6"):
            Board().roll(*dice)
    for few in ((1,), (1, 2, 3)):
        with pytest.raises(RulesError, match="from 1 to 6"):
            Board(dice=few)  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        Board(position="V1=1v")


def test_the_text_of_an_empty_play_passes_the_turn() -> None:
    board = Board("jacquet", position="V3=1N V12=14n N4=1V N12=14v", dice=(4, 4))
    (passing,) = board.legal_plays
    board.play(str(passing))
    assert (board.turn.value, len(board.history)) == ("N", 1)


def test_after_a_win_nothing_is_thrown() -> None:
    board = Board(position="V1=1v VO=14v N1=15n", dice=(3, 1))
    board.play("1/off")
    with pytest.raises(ValueError, match="is won"):
        board.roll(3, 1)


def test_ids_are_read_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(dice=(3, 1))
    for again in (Board.from_xgid(board.xgid()), Board.from_gnu_id(board.gnu_id())):
        assert again.at.dice == (3, 1)
        assert again.at == board.at
    with pytest.raises(IdError):
        Board.from_gnu_id("4HPwATDgc/ABMA")
    monkeypatch.setitem(BY_NAME, "with-cube", replace(BLOCK, name="with-cube", cube=True))
    for game in set(game_names()) - {"backgammon"}:
        with pytest.raises(IdError, match="ID"):
            Board(game).xgid()


def test_the_library_imports_the_standard_library_alone() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); "
        "import companion.rules; print(*(set(sys.modules) - before))"
    )
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", "-c", code, str(ROOT)],
        check=True,
        capture_output=True,
        text=True,
    )
    rooms = {".".join(name.split(".")[:2]) for name in done.stdout.split()}
    foreign = {name for name in rooms if name.split(".")[0] not in sys.stdlib_module_names}
    assert foreign == {"companion", "companion.message_error", "companion.rules"}
