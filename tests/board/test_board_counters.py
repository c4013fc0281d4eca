from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.observation import Pressed
from companion.board.watch import CounterEvent, Counters, Thrown
from companion.link.messages import BoardState, Key, Seats
from companion.rules.vocabulary import Player

NONE = (0,) * 7
V, N = Player.V, Player.N


def state(
    v: int = 0,
    n: int = 0,
    keys_v: tuple[int, ...] = NONE,
    keys_n: tuple[int, ...] = NONE,
    faces: str = "63",
) -> BoardState:
    seats = Seats(faces, v), Seats(faces, n)
    return BoardState(0, 0, (), *seats, (keys_v, keys_n))


def after(*states: BoardState) -> list[CounterEvent]:
    counters = Counters()
    for one in states[:-1]:
        counters.feed(one)
    return counters.feed(states[-1])


def test_the_first_line_is_the_baseline() -> None:
    assert after(state(5, 6, (1,) * 7)) == []


def test_a_counter_that_moved_is_a_throw_of_that_side() -> None:
    assert after(state(5, 6), state(6, 6)) == [Thrown(V)]
    assert after(state(5, 6), state(5, 7)) == [Thrown(N)]
    assert after(state(5, 6), state(6, 8)) == [Thrown(V), Thrown(N, 2)]
    assert after(state(5, 6), state(5, 6)) == []


def test_a_lost_line_loses_no_throw_even_if_the_dice_are_up_again() -> None:
    assert after(state(5), state(6, faces="--")) == [Thrown(V)]


def test_presses_come_after_throws_in_the_order_of_the_keys() -> None:
    keys = (0, 2, 0, 0, 0, 1, 0)
    assert after(state(), state(1, keys_v=keys, keys_n=(0,) * 6 + (1,))) == [
        Thrown(V),
        Pressed(V, Key.BOARD),
        Pressed(V, Key.BOARD),
        Pressed(V, Key.YES),
        Pressed(N, Key.NO),
    ]


def test_counters_wrap() -> None:
    before = state(65535, keys_v=(255,) * 7)
    assert after(before, state(0, keys_v=(0, *[255] * 6))) == [Thrown(V), Pressed(V, Key.REPEAT)]


def test_a_throw_counter_that_went_down_sets_every_baseline() -> None:
    before = state(12, 3, (9,) * 7)
    assert after(before, state(0, 4, (0,) * 7)) == []
    assert after(before, state(0, 4), state(1, 4, (1, *NONE[1:]))) == [
        Thrown(V),
        Pressed(V, Key.REPEAT),
    ]


def test_a_key_counter_that_went_down_sets_the_baseline_of_the_keys() -> None:
    assert after(state(0, 0, (9,) * 7), state(1, 0, (0,) * 7)) == [Thrown(V)]
    assert after(state(0, 0, (9,) * 7), state(), state(keys_v=(1, *NONE[1:]))) == [
        Pressed(V, Key.REPEAT)
    ]


def test_a_new_nonce_is_a_new_baseline_and_the_same_is_not() -> None:
    counters = Counters()
    assert not counters.boot("a")
    counters.feed(state(3))
    assert not counters.boot("a")
    assert counters.feed(state(4)) == [Thrown(V)]
    assert counters.boot("b")
    assert counters.feed(state(9, keys_v=(3,) * 7)) == []
    assert counters.feed(state(10, keys_v=(3,) * 7)) == [Thrown(V)]


def test_a_hello_after_the_first_lines_is_no_restart() -> None:
    counters = Counters()
    counters.feed(state(3))
    assert not counters.boot("a")
    assert counters.feed(state(4)) == [Thrown(V)]


@pytest.mark.parametrize(
    ("faces", "expected"),
    [("63", [Thrown(V)]), ("6-", [Thrown(V)]), ("-c", [Thrown(V)]), ("--", [])],
)
def test_after_a_loss_a_throw_counts_if_its_dice_still_lie(
    faces: str, expected: list[CounterEvent]
) -> None:
    counters = Counters()
    counters.feed(state(3))
    counters.lost()
    assert counters.feed(state(4, faces=faces)) == expected
    assert counters.feed(state(5, faces="--")) == [Thrown(V)]


def test_after_a_loss_two_presses_of_a_side_are_answered_and_more_are_not() -> None:
    counters = Counters()
    counters.feed(state())
    counters.lost()
    two = (1, 0, 0, 0, 0, 1, 0)
    three = (2, 0, 0, 0, 0, 1, 0)
    assert counters.feed(state(keys_v=two, keys_n=three)) == [
        Pressed(V, Key.REPEAT),
        Pressed(V, Key.YES),
    ]
    assert counters.feed(state(keys_v=three, keys_n=three)) == [Pressed(V, Key.REPEAT)]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=40),
    st.integers(0, 65535),
    st.integers(0, 255),
)
def test_lost_lines_lose_nothing(
    moves: list[tuple[int, int, bool]], throws: int, presses: int
) -> None:
    counters = Counters()
    current = state(throws, 0, (presses,) * 7)
    counters.feed(current)
    events: list[CounterEvent] = []
    for more_throws, more_presses, arrives in [*moves, (0, 0, True)]:
        throws = (throws + more_throws) % 65536
        presses = (presses + more_presses) % 256
        current = replace(
            current, v=Seats("63", throws), keys=((presses, *current.keys[0][1:]), NONE)
        )
        if arrives:
            events += counters.feed(current)
    thrown = sum(event.times for event in events if isinstance(event, Thrown))
    assert thrown == sum(move[0] for move in moves)
    assert events.count(Pressed(V, Key.REPEAT)) == sum(move[1] for move in moves)
