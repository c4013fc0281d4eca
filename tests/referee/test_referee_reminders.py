"""The causes of a silent wait are named, also dice that are out of place or out of turn."""

from itertools import pairwise

import pytest

from companion.link.messages import Key
from companion.referee.facts import DieWaits
from companion.referee.inputs import Draws, Names
from companion.referee.referee import Referee
from companion.referee.reminders import (
    AFTER_MS,
    AGAIN_MS,
    MOST,
    OPENING_MS,
    SILENCE_MS,
    UNCLEAR_MS,
)
from companion.referee.requests import GiveHint, Output
from companion.referee.state import Phase, Practice
from companion.rules import Player
from tests.referee.harness import STARTS, TableTop, names

V, N = Player.V, Player.N
MOVED = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def later(top: TableTop, what: str) -> tuple[Output, ...]:
    """What is said when so much time has passed, and once more as much."""
    first = {"opening": OPENING_MS, "throw": SILENCE_MS, "unclear": UNCLEAR_MS}
    after = first.get(what, AFTER_MS)
    assert top.at(top.ms + after) == ()
    told = top.at(top.ms + after + 1)
    assert top.at(top.ms + 3 * after) == ()
    return told


def to_throw(game: str = "backgammon") -> TableTop:
    top = TableTop(game)
    top.begin("31")
    top.set(phase=Phase.TO_THROW, player=N, number=4, dice=None, trays="", down=())
    top.lift()
    return top


@pytest.mark.parametrize("faces", ["6-", "-6"])
def test_one_die_that_lies_alone_is_named(faces: str) -> None:
    top = to_throw()
    top.throw(N, faces)
    assert later(top, "second") == (DieWaits(N, "second", 6),)
    top.look()
    assert later(top, "second") == ()


@pytest.mark.parametrize("seats", ["64", "c-", "~~", "6-"])
def test_what_lies_there_and_was_not_thrown_is_to_be_thrown_again(seats: str) -> None:
    top = to_throw()
    top.seat(N, seats)
    assert later(top, "again") == (DieWaits(N, "again", 0),)


@pytest.mark.parametrize(("player", "seats"), [(N, "--"), (V, "64"), (V, "6~")])
def test_where_no_dice_of_his_lie_his_turn_is_called_after_a_long_silence(
    player: Player, seats: str
) -> None:
    top = to_throw()
    top.seat(player, seats)
    waits = top.referee.state.waits
    assert waits is not None
    assert top.at(waits.since + SILENCE_MS) == ()
    called = top.at(waits.since + SILENCE_MS + 1)
    assert called == (DieWaits(N, "throw", 0),)


def test_no_turn_is_called_while_a_question_is_open() -> None:
    top = to_throw()
    top.press(N, Key.NO)
    waits = top.referee.state.waits
    assert waits is None or waits.what != "throw"


def test_seats_out_of_order_are_not_waited_for() -> None:
    top = to_throw()
    top.set(dead=("N-dice",))
    top.seat(N, "6~")
    assert top.referee.state.waits is None


def test_it_is_named_again_ever_more_rarely_and_five_times_at_most() -> None:
    top = to_throw()
    top.seat(N, "64")
    told = [ms for ms in range(0, 3_600_000, 1_000) if top.at(top.ms + ms)]
    gaps = [after - before for before, after in pairwise([0, *told])]
    assert len(gaps) == MOST
    assert gaps[0] == AFTER_MS + 1_000
    assert gaps[1:] == [(AGAIN_MS << times) + 1_000 for times in range(MOST - 1)]


@pytest.mark.parametrize("seats", ["6~", "65"])
def test_dice_that_do_not_lie_as_thrown_are_named(seats: str) -> None:
    top = to_throw()
    top.throw(N, "64")
    top.seat(N, seats)
    assert later(top, "unread") == (DieWaits(N, "unread", 0),)


@pytest.mark.parametrize(("player", "seats"), [(V, "33"), (N, "~-"), (N, "-3")])
def test_in_the_opening_what_lies_there_uncounted_is_named(player: Player, seats: str) -> None:
    top = TableTop()
    top.begin()
    top.seat(player, seats)
    assert later(top, "again-one") == (DieWaits(player, "again-one", 0),)


GONE = STARTS["backgammon"].replace("V6=5v", "V6=4v")


@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.TO_THROW, Phase.DOUBLED])
@pytest.mark.parametrize("board", [GONE, MOVED])
def test_a_piece_that_left_before_the_throw_is_named(phase: Phase, board: str) -> None:
    top = to_throw()
    top.set(phase=phase)
    assert top.stand(board) == ()
    assert names(later(top, "board")) == ["Setup"]
    assert names(top.stand(STARTS["backgammon"])) == ["Setup"]
    calls = "DieWaits" if phase is Phase.TO_THROW else "SayAgain"
    assert names(later(top, "unclear")) == [calls]


def test_a_die_in_the_opening_is_named_after_the_situation_was_said_again() -> None:
    top = TableTop("backgammon")
    top.begin()
    top.stand(MOVED)
    later(top, "board")
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


def partners(position: str, *, simulated: bool) -> TableTop:
    """Black is the companion, and has thrown 3 and 1 and named its play."""
    top = to_throw()
    top.set(practice=Practice(N, simulated=simulated))
    if simulated:
        top.referee.take(Draws((3, 1)), top.ms)
    else:
        top.throw(N, "31")
    top.referee.take(Names(position), top.ms)
    return top


FIVE = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v"
HALF = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N8=1n N12=2v"


@pytest.mark.parametrize("simulated", [True, False])
def test_the_partners_play_is_named_again_and_what_of_it_is_left(simulated: bool) -> None:  # noqa: FBT001
    top = partners(FIVE, simulated=simulated)
    assert names(later(top, "play")) == ["PlayNamed"]
    top.stand(HALF)
    assert names(later(top, "play")) == ["PlayDiffers"]


def test_where_the_partner_has_nothing_to_play_every_hint_is_answered() -> None:
    top = partners(STARTS["backgammon"], simulated=False)
    for times in range(1, 5):
        assert top.press(V, Key.HINT) == (GiveHint(V, times),)


def test_a_die_that_was_turned_and_is_gone_after_a_break_keeps_no_verdict_waiting() -> None:
    top = to_throw()
    top.throw(N, "31")
    top.seat(N, "35")
    top.referee = Referee(top.referee.rules, top.referee.state.match, top.referee.state)
    top.seat(N, "--")
    assert top.referee.state.throw.by_hand
    assert names(top.stand(FIVE)) == ["VerdictGiven"]


def test_the_partners_dice_are_to_be_picked_up() -> None:
    top = partners(FIVE, simulated=False)
    top.stand(FIVE)
    assert later(top, "lift") == (DieWaits(N, "lift", 0),)


# --- throws at rest ------------------------------------------------------------------------------


# --- the opening ---------------------------------------------------------------------------------


# --- what the key `board` reads ------------------------------------------------------------------
