"""A die that keeps the game waiting in silence is named, once."""

import pytest

from companion.referee.facts import DieWaits, Fact
from companion.referee.state import Phase
from companion.referee.waits import AFTER_MS
from companion.rules import Player
from tests.referee.harness import STARTS, TableTop

V, N = Player.V, Player.N
PLAYED = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MOVED = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


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
