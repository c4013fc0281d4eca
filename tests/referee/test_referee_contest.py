"""A match of several games: set-up, results, breaks, and options that change the stake."""

from dataclasses import replace

import pytest

from companion.board.observation import Observation
from companion.link.messages import Key
from companion.referee.board_facts import Setup
from companion.referee.facts import (
    CubeAction,
    GameBegins,
    GameEnds,
    GameKept,
    MatchEnds,
    Roll,
    TurnBegins,
)
from companion.referee.machine import reopen
from companion.referee.referee import Referee
from companion.referee.reminders import SETUP_MS
from companion.referee.requests import Output
from companion.referee.state import Phase, State
from companion.rules import Cube, Verdict, agree_match, find_game, game_names
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
ONE_LEFT = "V6=1v VO=14v N1=15n"


def about_to_win(length: int | None = None, **changes: object) -> TableTop:
    """Green has one piece left on V6 and throws."""
    top = TableTop(length=length)
    top.begin("31")
    top.set(phase=Phase.TO_THROW, position=ONE_LEFT, player=V, number=9, dice=None, trays="")
    top.set(**changes)
    top.lift()
    top.stand(ONE_LEFT)
    top.throw(V, "66")
    top.stand("VO=15v N1=15n")
    return top


def test_the_last_turn_ends_then_the_game() -> None:
    top = about_to_win()
    ended, game = top.lift()
    assert names((ended,)) == ["TurnEnds"]
    assert game == GameEnds(V, "gammon", "off", 2, (2, 0))


def test_the_cube_multiplies_and_the_match_is_won() -> None:
    top = about_to_win(length=7, cube=Cube(4, V))
    facts = top.lift()
    assert facts[1:] == (GameEnds(V, "gammon", "off", 8, (8, 0), over=True), MatchEnds(V, (8, 0)))


def test_the_next_game_waits_for_the_start_position() -> None:
    top = about_to_win(length=7)
    top.lift()
    assert top.stand("V6=3v VO=12v N1=15n") == ()
    setup, begins = top.stand(START)
    assert setup == Setup(ok=True)
    assert begins == GameBegins("backgammon", (), 2, 7, (2, 0))


def test_a_nearly_right_set_up_is_named_once() -> None:
    top = about_to_win(length=7)
    top.lift()
    nearly = START.replace("V6=5v", "V6=4v")
    (setup,) = top.stand(nearly)
    assert isinstance(setup, Setup)
    assert [(each.zone, each.want, each.have) for each in setup.differences] == [("V6", "5v", "4v")]
    assert top.look() == ()


def test_a_wrong_set_up_is_named_at_the_first_look_and_again_after_a_while() -> None:
    top = TableTop()
    (setup,) = top.stand("V6=15v N6=15n")
    assert isinstance(setup, Setup)
    assert not setup.ok
    assert top.at(top.ms + SETUP_MS) == ()
    assert top.at(top.ms + SETUP_MS + 1) == (replace(setup, again=True),)
    assert top.at(top.ms + SETUP_MS + 1_000) == ()


def test_an_empty_board_is_named_once_and_again_after_a_while() -> None:
    top = TableTop()
    assert names(top.stand("")) == ["Setup"]
    assert top.look() == ()
    assert names(top.at(top.ms + 15_000)) == ["Setup"]


def test_after_the_match_the_start_position_begins_another() -> None:
    top = about_to_win(length=1)
    top.lift()
    assert top.referee.state.phase is Phase.OVER
    assert top.stand(ONE_LEFT) == ()
    assert top.stand(START)[1] == GameBegins("backgammon", (), 1, 1, (0, 0), crawford=True)


def test_no_automatic_double_in_the_crawford_game() -> None:
    top = TableTop(options=("automatic-doubles",), length=3)
    top.set(match=top.referee.state.match.after(V, 2))
    top.begin()
    top.throw(V, "4-")
    assert names(top.throw(N, "4-")) == ["Opening"]


def test_dutch_keeps_the_right_to_hit_once_won() -> None:
    before = "V7=1v V8=14v NH=15n"
    top = TableTop("dutch")
    top.begin("61")
    top.set(phase=Phase.TO_THROW, position=before, player=V, number=9, dice=None, trays="")
    top.lift()
    top.stand(before)
    top.throw(V, "21")
    top.stand("V6=2v V8=13v")
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]
    assert top.referee.state.game.rights == ("may-hit-V",)
    top.throw(N, "21")
    top.stand("V6=2v V8=13v V1=1n V2=1n")
    top.lift()
    assert top.referee.state.game.rights == ("may-hit-V",)


def test_a_right_won_in_dutch_is_no_option_of_a_game_that_goes_on() -> None:
    top = TableTop("dutch")
    top.begin("61")
    top.set(rights=("may-hit-V",))
    top.referee.state = reopen(top.referee.state)
    begins = [each for each in top.look() if isinstance(each, GameBegins)]
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
        GameBegins("backgammon", (), 1, 3, (0, 0), resumed=True),
        TurnBegins(N, RIGHT),
    )
    assert again.throw(N, "64") == (Roll(N, (6, 4)),)


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
    assert isinstance(kept, GameKept)
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
    assert facts[-1] == CubeAction(N, "offer", 2, None, still=True)
    assert again.press(V, Key.YES) == (CubeAction(V, "take", 2, V),)


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


def jacquet(position: str, dice: str, board: str) -> TableTop:
    """Green throws in a Jacquet position."""
    top = TableTop("jacquet")
    top.begin("52")
    top.set(phase=Phase.TO_THROW, position=position, player=V, number=9, dice=None, trays="")
    top.lift()
    top.stand(board)
    top.throw(V, dice)
    return top


def test_pieces_borne_off_stand_on_the_exit_point() -> None:
    position = "V1=4v V2=3v V3=1v V4=2v V5=1v V7=3n VO=4v N1=12n"
    top = jacquet(position, "63", "V1=4v V2=3v V3=1v V4=2v V5=1v V7=3n V12=4v N1=12n")
    assert top.referee.state.throw.dice == (6, 3)
    (verdict,) = top.stand("V1=4v V2=3v V4=2v V7=3n V12=6v N1=12n")
    assert verdict.verdict is Verdict.LEGAL  # type: ignore[union-attr]
    _, begins = top.lift()
    assert begins == TurnBegins(N, "V1=4v V2=3v V4=2v V7=3n N1=12n VO=6v")


def test_a_black_piece_borne_off_stands_on_n12() -> None:
    position = "V1=14v V2=1v N1=13n NO=2n"
    top = jacquet(position, "21", "V1=14v V2=1v N1=13n N12=2n")
    assert top.referee.state.throw.dice == (2, 1)


def test_a_star_whose_postillon_is_home_is_a_pawn_wherever_it_is_put() -> None:
    """Hands that took a play back exchanged the star for a pawn (J2)."""
    position = "V5=1v V12=14n1N N12=14v"
    top = jacquet(position, "31", "V5=1V V12=14n1N N12=14v")
    (verdict,) = top.stand("V5=1v V12=14n1N N8=1V N12=13v")
    assert verdict.verdict is Verdict.LEGAL  # type: ignore[union-attr]
    _, begins = top.lift()
    assert begins == TurnBegins(N, "V5=1v V12=14n1N N8=1v N12=13v")


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


def test_a_board_that_made_a_throw_void_is_told_when_it_is_right_again() -> None:
    top = about_to_win(phase=Phase.TO_THROW)
    top.set(phase=Phase.TO_THROW, player=N, dice=None, trays="", right=False)
    top.lift()
    assert names(top.throw(N, "31")) == ["RollVoid", "Setup"]
    assert top.lift() == ()
    assert top.stand(ONE_LEFT) == (Setup(ok=True),)
    assert top.look() == ()
