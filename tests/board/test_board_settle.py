from dataclasses import replace

import pytest

from companion.board.watch import Settler
from companion.link.messages import BoardState, Seats

UP = Seats("--", 0)
KEYS = (0,) * 7
STATE = BoardState(0, 0, (("V6", (("v", 5),)),), UP, UP, (KEYS, KEYS))
OTHER = replace(STATE, zones=(("V6", (("v", 4),)),))


def at(ms: int, state: BoardState = STATE) -> BoardState:
    return replace(state, ms=ms % 2**30)


def settled(settler: Settler, *states: BoardState) -> list[int]:
    return [state.ms for state in states if settler.feed(state)]


def test_two_lines_250_ms_apart_settle_and_are_reported_once() -> None:
    settler = Settler()
    assert not settler.feed(at(1000))
    assert not settler.feed(at(1249))
    assert settler.feed(at(1250))
    assert not settler.feed(at(2250))


def test_one_line_never_settles() -> None:
    assert settled(Settler(), at(0)) == []


def test_a_different_line_in_between_restarts_the_settling_time() -> None:
    assert settled(Settler(), at(0), at(200, OTHER), at(300), at(500), at(550)) == [550]


@pytest.mark.parametrize("change", [{"v": Seats("6-", 0)}, {"n": Seats("--", 1)}, {"zones": ()}])
def test_zones_faces_and_throws_must_be_the_same(change: dict[str, Seats]) -> None:
    changed = replace(STATE, **change)  # type: ignore[arg-type]
    assert settled(Settler(), at(0), at(250, changed), at(499, changed), at(500, changed)) == [500]


def test_keys_faults_and_numbers_do_not_unsettle() -> None:
    pressed = replace(STATE, seq=9, keys=((1,) * 7, KEYS), faults=(("V7", "short"),))
    assert settled(Settler(), at(0), at(250, pressed)) == [250]


def test_a_board_that_was_disturbed_and_restored_is_reported_again() -> None:
    assert settled(Settler(), at(0), at(300), at(350, OTHER), at(400), at(650)) == [300, 650]


def test_the_clock_wraps() -> None:
    assert settled(Settler(), at(2**30 - 100), at(149), at(150)) == [150]


def test_a_clock_that_ran_backwards_restarts_the_settling_time() -> None:
    assert settled(Settler(), at(9000), at(10), at(200), at(260)) == [260]


def test_a_restart_restarts_the_settling_time() -> None:
    settler = Settler()
    settled(settler, at(0), at(300))
    settler.reset()
    assert settled(settler, at(400), at(600), at(650)) == [650]


def test_the_settling_time_is_a_setting() -> None:
    assert settled(Settler(quiet_ms=1000), at(0), at(999), at(1000)) == [1000]


def test_the_line_since_which_the_board_is_unchanged_is_known() -> None:
    settler = Settler()
    for state, began in ((at(0), True), (at(100), False), (at(200, OTHER), True), (at(0), True)):
        settler.feed(state)
        assert settler.starts_at(state) is began
    settler.reset()
    again = at(300)
    settler.feed(again)
    assert settler.starts_at(again)
