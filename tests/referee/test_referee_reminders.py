"""The causes of a silent wait are named, also dice that are out of place or out of turn."""

from itertools import pairwise

from companion.board.observation import Observation
from companion.link.messages import Key
from companion.referee.board_facts import Setup
from companion.referee.reminders import AFTER_MS, AGAIN_MS, MOST
from companion.referee.state import Phase
from companion.rules import Player
from tests.referee.harness import STARTS, TableTop, names

V, N = Player.V, Player.N
MOVED = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def to_throw(game: str = "backgammon") -> TableTop:
    top = TableTop(game)
    top.begin("31")
    top.set(phase=Phase.TO_THROW, player=N, number=4, dice=None, trays="", down=())
    top.lift()
    return top


def test_no_turn_is_called_while_a_question_is_open() -> None:
    top = to_throw()
    top.press(N, Key.NO)
    waits = top.referee.state.waits
    assert waits is None or waits.what != "throw"


def test_it_is_named_again_ever_more_rarely_and_five_times_at_most() -> None:
    top = to_throw()
    top.seat(N, "64")
    told = [ms for ms in range(0, 3_600_000, 1_000) if top.at(top.ms + ms)]
    gaps = [after - before for before, after in pairwise([0, *told])]
    assert len(gaps) == MOST
    assert gaps[0] == AFTER_MS + 1_000
    assert gaps[1:] == [(AGAIN_MS << times) + 1_000 for times in range(MOST - 1)]


def test_a_die_in_the_opening_is_named_after_the_situation_was_said_again() -> None:
    top = TableTop("backgammon")
    top.begin()
    top.stand(MOVED)
    top.at(top.ms + AFTER_MS + 1)
    top.seat(N, "~3")
    top.stand(STARTS["backgammon"])
    said = [fact for ms in range(0, 15_000, 1_000) for fact in top.at(top.ms + ms)]
    assert names(tuple(said)) == ["SayAgain", "DieWaits"]


def test_a_question_that_lapsed_uncovers_what_is_waited_for() -> None:
    top = to_throw()
    top.seat(N, "64")
    top.press(V, Key.NO)
    told = [fact for ms in range(0, 15_000, 1_000) for fact in top.at(top.ms + ms)]
    assert names(tuple(told)) == ["DieWaits", "KeyAnswer"]


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
