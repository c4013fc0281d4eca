"""A match of several games: set-up, results, breaks, and options that change the stake."""

import pytest

from companion.board.observation import Observation
from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.board_facts import Setup
from companion.referee.machine import reopen
from companion.referee.referee import Referee
from companion.referee.requests import Output
from companion.referee.state import State
from companion.rules import agree_match, find_game, game_names
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def test_no_automatic_double_in_the_crawford_game() -> None:
    top = TableTop(options=("automatic-doubles",), length=3)
    top.set(match=top.referee.state.match.after(V, 2))
    top.begin()
    top.throw(V, "4-")
    assert names(top.throw(N, "4-")) == ["Opening"]


def test_a_right_won_in_dutch_is_no_option_of_a_game_that_goes_on() -> None:
    top = TableTop("dutch")
    top.begin("61")
    top.set(rights=("may-hit-V",))
    top.referee.state = reopen(top.referee.state)
    begins = [each for each in top.look() if isinstance(each, f.GameBegins)]
    assert [(each.resumed, each.options) for each in begins] == [(True, ())]


# --- going on after a break --------------------------------------------------------------------


def go_on(top: TableTop, board: str | None = None) -> tuple[TableTop, tuple[Output, ...]]:
    """Start a second companion on the state of the first."""
    again = TableTop(top.game, top.options, top.length, top.referee.state)
    again.seats = dict(top.seats)
    facts = again.stand(top.board if board is None else board)
    return again, facts


def test_a_break_before_the_throw() -> None:
    top = TableTop(length=3)
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    again, facts = go_on(top)
    assert facts == (
        Setup(ok=True),
        f.GameBegins("backgammon", (), 1, 3, (0, 0), resumed=True),
        f.TurnBegins(N, RIGHT),
    )
    assert again.throw(N, "64") == (f.Roll(N, (6, 4)),)


def test_a_break_in_the_middle_of_a_play() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    again, facts = go_on(top)
    assert names(facts) == ["Setup", "GameBegins", "TurnBegins", "Roll", "VerdictGiven"]
    assert names(again.lift()) == ["TurnEnds", "TurnBegins"]


def test_dice_picked_up_during_the_break_do_not_end_the_turn() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    top.seats = {V: "--", N: "--"}
    again, facts = go_on(top)
    assert names(facts[:4]) == ["Setup", "GameBegins", "TurnBegins", "Roll"]
    assert names(facts[4:]) == ["KeyAnswer", "VerdictGiven"]
    again.throw(V, "3-")
    assert again.throw(N, "1-") == ()
    assert names(again.lift()) == ["TurnEnds", "TurnBegins"]


def test_a_board_that_was_changed_meanwhile_is_to_be_put_right() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    again, facts = go_on(top, RIGHT.replace("N12=2v", "N12=1v"))
    kept, setup = facts
    assert isinstance(kept, f.GameKept)
    assert (kept.player, kept.begins.number, kept.begins.resumed) == (V, 1, True)
    assert isinstance(setup, Setup)
    assert not setup.ok
    assert "GameKept" not in names(again.stand(START.replace("N12=2v", "N11=2v")))  # told once
    assert names(again.stand(START))[0] == "Setup"


def test_a_break_with_an_open_error() -> None:
    top = TableTop()
    top.begin("31")
    top.stand("V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
    top.lift()
    again, facts = go_on(top)
    assert names(facts) == ["Setup", "GameBegins", "TurnBegins", "Roll", "ErrorOpen"]
    assert names(again.throw(N, "64")) == ["ErrorClosed", "TurnBegins", "Roll"]


def test_a_break_with_the_cube_offered() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    top.press(N, Key.CUBE, Key.YES)
    again, facts = go_on(top)
    assert facts[-1] == f.CubeAction(N, "offer", 2, None, still=True)
    assert again.press(V, Key.YES) == (f.CubeAction(V, "take", 2, V),)


def test_a_break_in_the_opening_or_before_it() -> None:
    top = TableTop()
    waiting = go_on(top, START)[1]
    assert names(waiting) == ["Setup", "GameBegins"]
    top.begin()
    top.throw(V, "3-")
    again, facts = go_on(top, STARTS["backgammon"])
    assert names(facts) == ["Setup", "GameBegins", "OpeningDie"]
    assert again.referee.state.game.opening == (3, 0)


def test_a_break_during_the_set_up_closes_the_menu_and_the_board_is_named_again() -> None:
    top = TableTop()
    top.stand("V6=15v N6=15n")
    top.press(V, Key.NO)
    again, facts = go_on(top)
    assert names(facts) == ["GameKept", "Setup"]
    assert again.referee.state.asked is None


# --- Jacquet on a real board -------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
def test_a_state_starts_with_the_start_position(game: str) -> None:
    rules = find_game(game)
    referee = Referee(rules, agree_match(rules, None))
    assert isinstance(referee.state, State)
    assert referee.state.game.position == rules.start


def test_a_set_up_left_alone_is_named_five_times_ever_later() -> None:
    top = TableTop()
    top.stand("V6=15v N6=15n")
    told = [now for now in range(0, 3_600_000, 1000) if top.at(top.ms + now)]
    assert told == [15_000, 44_000, 101_000, 214_000, 439_000]
    (setup,) = top.press(N, Key.BOARD)
    assert isinstance(setup, Setup)
    assert not setup.empty
    top.stand("V6=14v V7=1v N6=15n")
    assert top.referee.state.setup.reminded == 0


def test_nobody_is_reminded_while_hands_move_the_pieces() -> None:
    top = TableTop()
    top.stand("V6=15v N6=15n")
    assert top.referee.settled(Observation(top.ms + 20_000, is_changing=True)) == ()
    assert names(top.at(top.ms + 20_300)) == ["Setup"]
