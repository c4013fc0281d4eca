"""Places that never come to rest are named; movements by hand are not mistaken for them."""

from dataclasses import replace

import pytest

from companion.board.health import FLICKER_MS, LASTS_MS, MIN_RETURNS, REMIND_MS, RESTLESS, Unrest
from companion.board.watch import QUIET_MS, Settler, Watch
from companion.link.messages import MS_MODULUS, BoardState, Seats

IDLE = ((0,) * 7, (0,) * 7)
FLICKER = (("V6", "flicker"),)


def line(ms: int, count: int = 5, v: str = "--", n: str = "--") -> BoardState:
    zones = (("V6", (("v", count),)),) if count else ()
    return BoardState(0, ms % MS_MODULUS, zones, Seats(v, 0), Seats(n, 0), IDLE)


@pytest.mark.parametrize("start", [0, MS_MODULUS - 3_000])
@pytest.mark.parametrize("step", [100, 1_000])
def test_a_flickering_point_is_named_after_ten_seconds(start: int, step: int) -> None:
    unrest = Unrest(QUIET_MS)
    told = [
        ms
        for ms in range(0, 12_000, step)
        if unrest.feed(line(start + ms, 5 - ms // step % 2)) == FLICKER
    ]
    assert told[0] == FLICKER_MS
    assert len(told) == 2_000 // step


@pytest.mark.parametrize(("v", "n", "place"), [("3-", "--", "die1"), ("--", "-3", "die4")])
def test_a_flickering_die_is_named_by_its_seat(v: str, n: str, place: str) -> None:
    unrest = Unrest(QUIET_MS)
    told: tuple[tuple[str, str], ...] = ()
    for ms in range(0, 11_000, 500):
        moving = "~" if ms % 1_000 else "3"
        told = unrest.feed(line(ms, 5, v.replace("3", moving), n.replace("3", moving)))
    assert told == ((place, "flicker"),)


def test_pieces_put_down_one_after_the_other_are_not_named() -> None:
    unrest = Unrest(QUIET_MS)
    for number in range(15):
        assert unrest.feed(line(number * 900, number)) == ()


def test_a_place_with_few_returns_is_not_named() -> None:
    unrest = Unrest(QUIET_MS)
    for number in range(MIN_RETURNS):
        unrest.feed(line(number * 100, 5 - number % 2))
    for ms in range(400, 20_000, 200):
        assert unrest.feed(line(ms, 5, f"{ms // 200 % 6 + 1}-" if ms < 1_000 else "6-")) == ()


def test_a_board_that_settled_in_between_is_at_rest() -> None:
    unrest = Unrest(QUIET_MS)
    for ms in range(0, 60_000, 100):
        # Two lines the same 300 ms apart in every second.
        assert unrest.feed(line(ms, 5 - (ms % 1_000 in (0, 200, 400)))) == ()


def test_a_place_out_of_order_is_not_named() -> None:
    unrest, settler = Unrest(QUIET_MS), Settler()
    unrest.dead = settler.dead = ("V6", "V-dice")
    settled = []
    for ms in range(0, 12_000, 100):
        state = line(ms, ms // 100 % 2, "~3" if ms % 200 else "33")
        assert unrest.feed(state) == ()
        settled.append(settler.feed(state))
    assert settled.index(True) == 3
    assert settled.count(True) == 1


def test_a_flickering_place_and_its_end_are_each_reported_once() -> None:
    watch = Watch()
    told = []
    for ms in range(0, 60_000, 100):
        changed = watch.observe(line(ms, 5 - ms // 100 % 2 if ms < 30_000 else 5)).faults
        told += [(ms, changed)] if changed.lasting or changed.gone else []
    assert [(ms, each.lasting, each.gone) for ms, each in told] == [
        (FLICKER_MS + LASTS_MS, FLICKER, ()),
        (told[1][0], (), FLICKER),
    ]


def test_a_fault_of_the_wire_is_named_again_only_if_the_board_cannot_settle() -> None:
    watch = Watch()
    faults = (("V6", "short"),)
    told: list[tuple[str, str]] = []
    for ms in range(0, 20_000, 100):
        state = line(ms, 5 - ms // 100 % 2)
        state = BoardState(0, ms, state.zones, state.v, state.n, IDLE, faults)
        told += watch.observe(state).faults.lasting
    assert told == [*faults, ("V6", RESTLESS)]


def test_a_restart_clears_the_flickering_places() -> None:
    watch = Watch()
    watch.boot("a")
    for ms in range(0, 9_000, 100):
        watch.observe(line(ms, 5 - ms // 100 % 2))
    watch.boot("b")
    for ms in range(0, 9_000, 100):
        assert watch.observe(line(ms, 5 - ms // 100 % 2)).faults.lasting == ()


@pytest.mark.parametrize("held", [100, 200, 300])
def test_a_place_is_named_however_many_lines_show_the_same(held: int) -> None:
    watch = Watch()
    told = [
        ms
        for ms in range(0, 60_000, 100)
        if watch.observe(line(ms, 5 - ms // held % 2)).faults.lasting == FLICKER
    ]
    assert len(told) == 1
    assert told[0] <= FLICKER_MS + LASTS_MS + held


@pytest.mark.parametrize("faults", [(), FLICKER])
def test_a_movement_by_hand_names_the_flickering_place_again(
    faults: tuple[tuple[str, str], ...],
) -> None:
    watch = Watch()
    told = []
    for ms in range(0, 100_000, 100):
        dice = "--" if ms < 40_000 else "31"
        state = replace(line(ms, 5 - ms // 100 % 2, dice), faults=faults)
        told += [(ms, each) for each in watch.observe(state).faults.lasting]
    again = [(ms, place) for ms, (place, what) in told if what == RESTLESS]
    assert again[-1] == (40_000 + REMIND_MS, "V6")
    assert [each for each in again if each[0] > 20_000] == again[-1:]
    assert [each for _, each in told if each not in FLICKER] == [("V6", RESTLESS)] * len(again)


def test_a_piece_put_onto_a_flickering_place_counts_as_a_movement() -> None:
    watch = Watch()
    told = []
    for ms in range(0, 60_000, 100):
        count = (5 if ms < 30_000 else 3) - ms // 100 % 2
        told += [(ms, each) for each in watch.observe(line(ms, count)).faults.lasting]
    assert told[1:] == [(30_000 + REMIND_MS, ("V6", RESTLESS))]
