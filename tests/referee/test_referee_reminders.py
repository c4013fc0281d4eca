"""The causes of a silent wait are named, also dice that are out of place or out of turn."""

from itertools import pairwise

import pytest

from companion.link.messages import Key
from companion.referee.facts import DieWaits, RollVoid
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
from companion.referee.requests import GiveHint, Output, SayAgain
from companion.referee.state import Phase, Practice
from companion.referee.talk_facts import Explained, KeyAnswer
from companion.rules import Player
from tests.menu_keys import to
from tests.referee.harness import STARTS, TableTop, names

V, N = Player.V, Player.N
PLAYED = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MOVED = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
TURNED = "N1=2n N6=5v N8=3v N12=5n V1=5v V5=3n V7=5n V12=2v"


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


def test_a_die_that_never_comes_to_rest_is_named_too() -> None:
    top = to_throw()
    top.seat(N, "~4")
    assert later(top, "second") == (DieWaits(N, "second", 4),)


def test_over_an_open_error_the_opponents_die_is_named() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(MOVED)
    top.lift()
    top.throw(N, "-2")
    assert later(top, "second") == (DieWaits(N, "second", 2),)


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


def test_an_early_throw_left_lying_is_named_when_its_owner_is_to_throw() -> None:
    top = TableTop()
    top.begin("31")
    assert names(top.throw(N, "66")) == ["RollVoid"]
    top.stand(PLAYED)
    assert names(top.seat(V, "--")) == ["TurnEnds", "TurnBegins"]
    assert later(top, "again") == (DieWaits(N, "again", 0),)


def test_the_second_of_the_turns_dice_that_still_lies_is_named() -> None:
    top = to_throw()
    top.throw(N, "64")
    top.seat(N, "6-")
    assert later(top, "other") == (DieWaits(N, "other", 6),)
    top.seat(N, "64")
    assert later(top, "other") == ()
    top.seat(N, "-~")
    assert later(top, "other") == (DieWaits(N, "other", 0),)


def test_the_second_is_named_too_where_the_dice_were_set_by_hand_and_lie_there() -> None:
    top = to_throw()
    top.rule("dice", dice=(6, 4))
    top.seat(N, "6-")
    assert later(top, "other") == ()
    top.seat(N, "64")
    top.seat(N, "6-")
    assert later(top, "other") == (DieWaits(N, "other", 6),)


@pytest.mark.parametrize("seats", ["6~", "65"])
def test_dice_that_do_not_lie_as_thrown_are_named(seats: str) -> None:
    top = to_throw()
    top.throw(N, "64")
    top.seat(N, seats)
    assert later(top, "unread") == (DieWaits(N, "unread", 0),)


def test_a_turned_die_is_named_again_after_a_move_that_is_not_judged_for_it() -> None:
    top = to_throw()
    top.throw(N, "31")
    top.seat(N, "35")
    assert later(top, "unread") == (DieWaits(N, "unread", 0),)
    top.ms += 30_000
    assert top.stand(FIVE) == ()
    assert later(top, "unread") == (DieWaits(N, "unread", 0),)
    assert names(top.seat(N, "31")) == ["DieBack", "VerdictGiven"]


def test_dice_beside_those_of_the_turn_are_named() -> None:
    top = TableTop()
    top.begin("31")
    top.seat(N, "15")
    assert later(top, "unread") == (DieWaits(V, "unread", 0),)


@pytest.mark.parametrize(("player", "seats"), [(V, "33"), (N, "~-"), (N, "-3")])
def test_in_the_opening_what_lies_there_uncounted_is_named(player: Player, seats: str) -> None:
    top = TableTop()
    top.begin()
    top.seat(player, seats)
    assert later(top, "again-one") == (DieWaits(player, "again-one", 0),)


def test_a_throw_over_a_wrong_board_is_named_until_it_is_right() -> None:
    top = to_throw()
    top.stand(MOVED)
    assert names(top.throw(N, "64")) == ["RollVoid", "Setup"]
    assert names(later(top, "board")) == ["Setup"]
    assert names(top.stand(STARTS["backgammon"])) == ["Setup"]
    assert later(top, "again") == (DieWaits(N, "again", 0),)


def test_a_die_thrown_onto_a_board_named_as_wrong_has_it_named_again() -> None:
    top = to_throw()
    top.stand(MOVED)
    top.throw(N, "64")
    assert names(later(top, "board")) == ["Setup"]
    top.ms += 30_000
    top.seat(N, "c4")
    assert names(later(top, "board")) == ["Setup"]


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


def test_after_the_board_was_away_it_is_said_whose_turn_it_is() -> None:
    top = to_throw()
    top.referee.lost()
    assert top.look() == ()
    assert later(top, "unclear") == (DieWaits(N, "throw", 0),)


def test_a_board_that_comes_back_wrong_is_described_soon_and_once() -> None:
    top = to_throw()
    top.referee.lost()
    top.stand(MOVED)
    assert names(later(top, "unclear")) == ["Setup"]


def test_a_turn_that_begins_when_the_board_is_back_is_called_once() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(PLAYED)
    top.referee.lost()
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]
    assert later(top, "throw") == (DieWaits(N, "throw", 0),)


def test_after_a_loss_within_a_turn_the_next_player_is_not_hurried() -> None:
    top = TableTop()
    top.begin("31")
    top.referee.lost()
    top.stand(PLAYED)
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]
    assert later(top, "throw") == (DieWaits(N, "throw", 0),)


def test_an_open_error_is_named_again_while_nobody_decides() -> None:
    top = to_throw()
    top.throw(N, "64")
    top.stand(MOVED)
    top.lift()
    (again,) = later(top, "throw")
    assert isinstance(again, SayAgain)
    assert names(again.facts) == ["Roll", "ErrorOpen"]


def test_an_error_is_not_accepted_while_a_piece_of_the_opponent_has_moved_since() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(MOVED)
    top.lift()
    top.stand(MOVED.replace("N7=5n", "N6=1n N7=4n"))
    assert names(top.throw(N, "64")) == ["RollVoid"]
    top.lift()
    top.stand(MOVED)
    assert names(top.throw(N, "64"))[:2] == ["ErrorClosed", "TurnBegins"]


def test_half_a_correction_is_named() -> None:
    top = to_throw()
    top.throw(N, "64")
    top.stand("V1=2n V6=5v V8=3v V12=5n N1=5v N2=1n N5=3n N7=4n N12=2v")
    assert names(top.lift()) == ["TurnEnds", "ErrorOpen"]
    assert top.at(top.ms + AFTER_MS + 1) == ()
    assert top.stand(STARTS["backgammon"]) == ()
    (still,) = later(top, "error")
    assert isinstance(still, Explained)
    assert (still.topic, still.player) == ("still", N)
    top.seat(V, "63")
    assert later(top, "again") == (DieWaits(V, "again", 0),)


def test_a_throw_onto_an_error_that_nobody_may_accept_is_named() -> None:
    top = to_throw()
    top.throw(N, "64")
    top.stand(MOVED.replace("V3=1v ", ""))
    top.lift()
    top.seat(V, "63")
    assert later(top, "error") == (DieWaits(V, "error", 0),)


def test_an_open_question_about_the_set_up_is_asked_again() -> None:
    top = TableTop()
    top.stand("")
    (asked,) = top.stand(TURNED)
    assert names((asked,)) == ["Question"]
    assert top.at(top.ms + 20_000) == (asked,)


def test_after_the_match_a_set_up_that_is_nearly_right_is_named() -> None:
    top = TableTop(length=1)
    top.begin("31")
    top.rule("award", winner=V)
    assert top.referee.state.phase is Phase.OVER
    top.stand("V6=14v V1=1v")
    assert later(top, "board") == ()
    top.stand(STARTS["backgammon"].replace("V6=5v", "V6=4v"))
    assert names(later(top, "board")) == ["Setup"]


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


def test_a_die_that_was_turned_before_all_are_up_keeps_no_play_of_the_partners_waiting() -> None:
    top = partners(FIVE, simulated=False)
    top.seat(N, "35")
    assert top.referee.state.throw.disturbed
    assert names(top.seat(N, "--")) == ["PlayDiffers"]
    assert names(top.stand(FIVE)) == ["VerdictGiven", "TurnEnds", "TurnBegins"]


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


def test_a_piece_lifted_for_a_question_that_was_left_is_missing() -> None:
    top = to_throw()
    top.press(N, *to("what-stands", top.referee.state), Key.YES)
    top.stand(STARTS["backgammon"].replace("V6=5v", "V6=4v"))
    assert top.referee.state.board.right
    top.press(N, Key.NO)
    assert not top.referee.state.board.right


def test_dice_that_lie_beside_a_wrong_board_wait_for_the_board() -> None:
    top = to_throw()
    top.stand(MOVED)
    top.seat(N, "64")
    assert names(later(top, "board")) == ["Setup"]
    assert names(top.stand(STARTS["backgammon"])) == ["Setup"]
    assert later(top, "again") == (DieWaits(N, "again", 0),)


# --- throws at rest ------------------------------------------------------------------------------


@pytest.mark.parametrize("faces", ["6-", "c4"])
def test_one_die_or_a_cocked_one_is_answered_in_every_phase(faces: str) -> None:
    top = TableTop()
    top.stand("V6=15v")
    assert names(top.throw(V, faces)) == ["RollVoid", "Setup"]
    top = to_throw()
    top.throw(N, "64")
    assert top.throw(V, faces) == (RollVoid(V, "early"),)


# --- the opening ---------------------------------------------------------------------------------


def test_an_opening_die_on_a_wrong_board_is_void() -> None:
    top = TableTop()
    top.begin()
    top.stand("")
    assert names(top.throw(V, "3-")) == ["RollVoid", "Setup"]
    top.lift()
    assert names(top.stand(STARTS["backgammon"])) == ["Setup"]
    assert names(top.throw(V, "3-")) == ["OpeningDie"]
    top.stand(MOVED)
    assert top.throw(N, "1-")[0] == RollVoid(N, "board")
    assert top.referee.state.game.opening == (3, 0)
    assert names(later(top, "board")) == ["Setup"]


def test_a_piece_that_is_to_be_put_right_is_lifted_for_no_question() -> None:
    top = to_throw()
    top.stand(MOVED)
    top.press(N, *to("what-stands", top.referee.state), Key.YES)
    assert names(top.throw(N, "64")) == ["RollVoid", "Setup"]
    assert names(top.stand(STARTS["backgammon"])) == ["Setup"]


# --- what the key `board` reads ------------------------------------------------------------------


def test_an_empty_board_is_read_as_empty() -> None:
    top = to_throw()
    assert top.press(V, Key.BOARD)[0] == KeyAnswer(V, "board-own", STARTS["backgammon"])
    top.stand("")
    assert top.press(N, Key.BOARD)[0] == KeyAnswer(N, "board-own", "")


@pytest.mark.parametrize(
    ("game", "lifted", "board", "waits"),
    [
        ("backgammon", V, STARTS["backgammon"], DieWaits(N, "opening", 1)),
        ("backgammon", V, PLAYED, DieWaits(N, "opening", 1)),
        ("backgammon", N, STARTS["backgammon"], None),
        ("backgammon", N, PLAYED, DieWaits(V, "opening", 3)),
        ("jacquet", V, STARTS["jacquet"], DieWaits(N, "opening", 1)),
        ("jacquet", N, STARTS["jacquet"], DieWaits(V, "opening", 3)),
    ],
)
def test_the_second_opening_die_has_to_be_lifted_too(
    game: str, lifted: Player, board: str, waits: DieWaits | None
) -> None:
    top = TableTop(game)
    top.begin("31")
    top.stand(board)
    top.seat(lifted, "--")
    assert later(top, "opening") == ((waits,) if waits else ())


def test_a_move_is_followed_by_a_new_reminder_of_the_opening_die() -> None:
    top = TableTop("backgammon")
    top.begin("31")
    top.seat(V, "--")
    assert later(top, "opening") == (DieWaits(N, "opening", 1),)
    top.stand(PLAYED)
    assert later(top, "opening") == (DieWaits(N, "opening", 1),)


@pytest.mark.parametrize(
    "after",
    [
        {},
        {V: "--", N: "-5"},  # the other lies otherwise than it was thrown
        {V: "--", N: "--"},
    ],
)
def test_no_opening_die_is_named_that_waits_for_nobody(after: dict[Player, str]) -> None:
    top = TableTop()
    top.begin("31")
    for player, faces in after.items():
        top.seat(player, faces)
    assert later(top, "opening") == ()


AGAIN = (DieWaits(N, "uncounted", 0),)


@pytest.mark.parametrize(
    ("player", "faces", "told"),
    [(N, "64", AGAIN), (N, "c4", AGAIN), (N, "6-", ()), (V, "64", ())],
)
def test_dice_that_were_thrown_without_power_are_to_be_thrown_again(
    player: Player, faces: str, told: tuple[Output, ...]
) -> None:
    top = to_throw()
    assert top.without_power(player, faces) == told
    assert top.referee.state.phase is Phase.TO_THROW


def test_without_power_nobody_is_told_whose_dice_are_out_of_order() -> None:
    top = to_throw()
    top.set(dead=("N-dice",))
    assert names(top.without_power(N, "64")) == ["Question"]


def test_a_second_die_that_was_waited_for_needs_no_power() -> None:
    top = to_throw()
    top.throw(N, "6-")
    top.without_power(N, "64")
    assert top.referee.state.throw.dice == (6, 4)


def test_what_was_moved_without_power_is_told_with_it() -> None:
    top = to_throw()
    top.board = MOVED
    told = top.without_power(N, "64")
    assert told[:1] == AGAIN
    assert names(told) == ["DieWaits", "Setup"]
    assert names(top.stand(STARTS["backgammon"])) == ["Setup"]


def test_on_a_turned_board_the_other_tray_is_meant() -> None:
    top = TableTop(board=TURNED)
    top.begin()
    top.press(V, Key.YES)
    assert top.referee.state.board.layout == ("turned",)
    assert top.without_power(V, "3-") == AGAIN
