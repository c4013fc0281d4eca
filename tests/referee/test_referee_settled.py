"""One line of the board is one step of the referee, in one order."""

from companion.board.health import Changed
from companion.board.observation import Observation, Pressed, SettledBoard
from companion.link.messages import Key
from companion.referee.board_facts import BoardFault
from companion.referee.facts import RollVoid, TurnEnds, VerdictGiven
from companion.referee.talk_facts import KeyAnswer
from tests.referee.harness import N, TableTop, V, names

PLAYED = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def moving() -> TableTop:
    top = TableTop()
    top.begin("31")
    return top


def test_keys_come_first_then_faults_then_what_has_settled() -> None:
    top = moving()
    top.board = PLAYED
    faults = Changed(lasting=(("V7", "short"), ("N2", "short")), gone=(("N9", "dirty"),))
    keys = Pressed(N, Key.SCORE), Pressed(V, Key.SCORE)
    told = top.referee.settled(Observation(2_000, keys, faults, SettledBoard(top.line())))
    first, second, lasts, gone, verdict = told
    assert isinstance(first, KeyAnswer)
    assert isinstance(second, KeyAnswer)
    assert (first.player, second.player) == (N, V)
    assert (lasts, gone) == (
        BoardFault("V7", "short", also=("N2",)),
        BoardFault("N9", "dirty", gone=True),
    )
    assert isinstance(verdict, VerdictGiven)


def test_a_board_that_has_not_settled_tells_nothing_of_its_pieces() -> None:
    top = moving()
    assert top.referee.settled(Observation(2_000)) == ()
    told = top.lift()
    assert not any(isinstance(fact, RollVoid) for fact in told)
    assert isinstance(told[0], TurnEnds)


def test_nobody_is_reminded_while_hands_move_the_pieces() -> None:
    top = TableTop()
    top.stand("V6=15v N6=15n")
    assert top.referee.settled(Observation(top.ms + 20_000, is_changing=True)) == ()
    assert names(top.at(top.ms + 20_300)) == ["Setup"]
