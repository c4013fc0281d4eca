"""A die that keeps the game waiting in silence is named, once."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import DieWaits, Fact
from companion.referee.state import Phase
from companion.referee.waits import AFTER_MS
from companion.rules import Player
from tests.referee.harness import STARTS, TableTop, names

V, N = Player.V, Player.N
PLAYED = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MOVED = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
TURNED = "N1=2n N6=5v N8=3v N12=5n V1=5v V5=3n V7=5n V12=2v"


def later(top: TableTop, what: str) -> tuple[Fact, ...]:
    """What is said when so much time has passed, and once more as much."""
    assert top.referee.clock(top.ms + AFTER_MS[what]) == ()
    told = top.referee.clock(top.ms + AFTER_MS[what] + 1)
    assert top.referee.clock(top.ms + 3 * AFTER_MS[what]) == ()
    return told


def to_throw(game: str = "backgammon") -> TableTop:
    top = TableTop(game)
    top.begin("31")
    top.set(phase=Phase.TO_THROW, player=N, turn=4, dice=None, trays="", down=())
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


@pytest.mark.parametrize("seats", ["64", "--", "c-", "~~"])
def test_other_dice_are_not_waited_for(seats: str) -> None:
    top = to_throw()
    top.seat(N, seats)
    assert later(top, "second") == ()


def test_an_old_die_or_one_of_seats_out_of_order_is_not_waited_for() -> None:
    top = to_throw()
    top.seat(N, "6-")
    assert top.referee.state.waits is None
    top.set(dead=("N-dice",))
    top.seat(N, "6~")
    assert top.referee.state.waits is None


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


def test_with_seats_out_of_order_no_opening_die_is_named() -> None:
    top = TableTop()
    top.begin("31")
    top.rule("out-of-order", zone="V-dice")
    top.seat(V, "--")
    assert top.referee.state.waits is None


AGAIN = (DieWaits(N, "uncounted", 0),)


@pytest.mark.parametrize(
    ("player", "faces", "told"),
    [(N, "64", AGAIN), (N, "c4", AGAIN), (N, "6-", ()), (V, "64", ())],
)
def test_dice_that_were_thrown_without_power_are_to_be_thrown_again(
    player: Player, faces: str, told: tuple[Fact, ...]
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
    assert top.referee.state.dice == (6, 4)


def test_the_opening_die_of_him_who_has_thrown_is_not_asked_for_again() -> None:
    top = TableTop()
    top.begin()
    top.throw(V, "3-")
    assert top.without_power(V, "5-") == ()
    assert top.without_power(N, "1-") == AGAIN


def test_over_a_board_that_must_be_put_right_no_throw_is_asked_for() -> None:
    for board, told in ((MOVED, AGAIN), (MOVED.replace("V3=1v ", ""), ())):
        top = TableTop()
        top.begin("31")
        top.stand(board)
        top.lift()
        assert top.without_power(N, "64") == told


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
    assert top.referee.state.layout == ("turned",)
    assert top.without_power(V, "3-") == AGAIN
