from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.codec import FrameReader, body, encode, parse_command
from companion.link.connection import MOST_KEPT, Connection
from companion.link.messages import (
    MS_MODULUS,
    Arrived,
    BoardAnswer,
    BoardLost,
    BoardState,
    Closed,
    Command,
    CommandFailed,
    Hello,
    LinkEvent,
    LogLine,
    Opened,
    Searching,
    Seats,
)

HELLO = Hello(1, "1.0", "board", "n1", 28)
KEYS = (0,) * 7
STATE = BoardState(1, 5, (), Seats("--", 0), Seats("--", 0), (KEYS, KEYS))
H, S = encode(body(HELLO)), encode(body(STATE))


def answer(number: int, *, ok: bool = True) -> bytes:
    return encode(body(BoardAnswer(number, ok)))


def asked(connection: Connection) -> list[Command | None]:
    return [parse_command(text) for text in FrameReader().feed(connection.outgoing())]


def greeted() -> Connection:
    connection = Connection()
    connection.opened(0.0)
    connection.outgoing()
    connection.receive(H + answer(1), 0.0)
    return connection


def test_a_recording_is_read_without_a_hello() -> None:
    connection = Connection()
    assert connection.next_deadline is None
    assert connection.receive(S, 0.0) == [STATE]
    assert connection.outgoing() == b""


def test_after_opening_states_are_held_back_until_the_hello() -> None:
    connection = Connection()
    connection.opened(10.0)
    assert asked(connection) == [Command(1, "HELLO")]
    later = replace(STATE, seq=2)
    assert connection.receive(S + encode(body(later)), 10.1) == []
    assert connection.receive(H + answer(1) + S, 10.2) == [
        HELLO,
        STATE,
        later,
        BoardAnswer(1, ok=True),
        STATE,
    ]
    assert connection.good == 5


def test_states_held_back_are_dropped_when_the_port_is_reopened() -> None:
    connection = Connection()
    connection.opened(0.0)
    connection.receive(S, 0.1)
    connection.opened(0.2)
    assert connection.receive(H, 0.3) == [HELLO]


def test_of_too_many_states_held_back_the_newest_are_passed_on() -> None:
    connection = Connection()
    connection.opened(0.0)
    for seq in range(MOST_KEPT + 10):
        connection.receive(encode(body(replace(STATE, seq=seq))), 0.1)
    found = connection.receive(H, 0.2)[1:]
    assert found == [replace(STATE, seq=seq) for seq in range(10, MOST_KEPT + 10)]


def test_a_hello_at_boot_counts_too() -> None:
    connection = Connection()
    connection.opened(0.0)
    assert connection.receive(H + S, 0.1) == [HELLO, STATE]


def test_a_board_without_a_hello_is_read_after_three_requests() -> None:
    connection = Connection()
    connection.opened(0.0)
    assert connection.receive(S, 0.1) == []
    failed = [connection.tick(now) for now in (0.2, 0.3, 0.6, 0.8, 0.9)]
    assert failed == [[], [], [], [], [CommandFailed(1, "HELLO"), STATE]]
    assert asked(connection) == [Command(1, "HELLO")] * 3
    assert connection.receive(S, 1.0) == [STATE]


def test_an_answer_without_the_hello_does_not_end_the_requests() -> None:
    connection = Connection()
    connection.opened(0.0)
    connection.outgoing()
    assert connection.receive(answer(1) + S, 0.1) == []
    connection.tick(0.3)
    assert asked(connection) == [Command(1, "HELLO")]
    assert connection.receive(answer(1) + H + answer(1), 0.4) == [
        HELLO,
        STATE,
        BoardAnswer(1, ok=True),
    ]
    assert connection.tick(1.0) == []


STRANGE = encode("H,2,9.9,strange,x,28")
STRANGER = Hello(2, "9.9", "strange", "x", 0)


def test_another_version_is_reported_and_its_states_are_dropped() -> None:
    connection = Connection()
    connection.opened(0.0)
    assert connection.receive(S + STRANGE + answer(1) + S, 0.1) == []
    assert asked(connection) == [Command(1, "HELLO"), Command(2, "HELLO")]
    assert connection.receive(STRANGE + answer(2) + S, 0.2) == [STRANGER, BoardAnswer(2, ok=True)]
    connection.send("HELLO", now=1.0)
    assert [event for now in (1.3, 1.6, 1.91) for event in connection.tick(now)] == [
        CommandFailed(3, "HELLO")
    ]
    assert connection.receive(S, 2.0) == []
    assert connection.receive(H + S, 2.1) == [HELLO, STATE]


def test_one_hello_of_another_version_is_checked_and_the_game_continues() -> None:
    connection = greeted()
    assert connection.receive(STRANGE + S, 5.0) == []
    assert asked(connection) == [Command(2, "HELLO")]
    assert connection.receive(H + answer(2) + S, 5.1) == [
        HELLO,
        STATE,
        BoardAnswer(2, ok=True),
        STATE,
    ]
    assert connection.receive(STRANGE, 9.0) == []
    assert asked(connection) == [Command(3, "HELLO")]


def test_a_repeated_hello_of_another_version_counts() -> None:
    connection = greeted()
    assert connection.receive(STRANGE + S, 5.0) == []
    told = [event for now in (5.3, 5.6, 5.9) for event in connection.tick(now)]
    assert told == [CommandFailed(2, "HELLO"), STRANGER]
    assert connection.receive(S, 6.0) == []


def test_a_board_of_another_version_is_asked_at_intervals() -> None:
    connection = greeted()
    connection.receive(STRANGE + STRANGE, 5.0)
    asked(connection)
    connection.receive(answer(2) + S, 9.9)
    assert asked(connection) == []
    connection.receive(S, 10.0)
    assert asked(connection) == [Command(3, "HELLO")]
    assert connection.receive(STRANGE + answer(3) + S, 10.1) == [BoardAnswer(3, ok=True)]
    assert asked(connection) == []
    connection.receive(S, 15.1)
    assert asked(connection) == [Command(4, "HELLO")]
    assert connection.receive(H + S, 15.2) == [HELLO, STATE]


def test_in_a_recording_no_hello_is_requested() -> None:
    assert Connection().receive(STRANGE + S, 0.0) == [STRANGER]


@pytest.mark.parametrize("line", [encode(body(LogLine("info", "x"))), encode("S,1"), encode("Z")])
def test_valid_lines_without_a_state_mean_a_lost_board(line: bytes) -> None:
    connection = greeted()
    connection.receive(S, 1.0)
    for now in range(2, 11):
        connection.receive(line, float(now))
        assert connection.tick(float(now)) == []
    assert connection.next_deadline == 11.0
    assert connection.tick(11.0) == [BoardLost("unreadable")]
    for now in range(11, 60):
        connection.receive(line, float(now))
        assert connection.tick(float(now)) == []
    assert connection.receive(S, 60.0) == [STATE]
    connection.receive(line, 69.0)
    assert connection.tick(70.0) == [BoardLost("unreadable")]


def test_a_hello_after_unreadable_lines_restarts_the_wait() -> None:
    connection = greeted()
    connection.receive(S, 1.0)
    connection.receive(encode("S,1"), 9.0)
    assert connection.tick(11.0) == [BoardLost("unreadable")]
    assert connection.receive(H, 11.5) == [HELLO]
    for now in range(12, 21):
        connection.receive(encode("S,1"), float(now))
    assert connection.tick(22.0) == [BoardLost("unreadable")]


def test_a_command_is_tried_three_times_300_ms_apart() -> None:
    connection = greeted()
    number = connection.send("ENROL", "V6", "v", now=1.0)
    command = Command(number, "ENROL", ("V6", "v"))
    assert asked(connection) == [command]
    for _ in range(2):
        due = connection.next_deadline
        assert due is not None
        assert connection.tick(due - 0.01) == []
        assert asked(connection) == []
        assert connection.tick(due) == []
        assert asked(connection) == [command]
    assert connection.tick(1.89) == []
    assert connection.tick(1.91) == [CommandFailed(number, "ENROL")]
    assert asked(connection) == []
    assert connection.next_deadline == 3.0


def test_an_answer_ends_the_tries_and_is_reported_once() -> None:
    connection = greeted()
    number = connection.send("SNAP", now=1.0)
    refusal = answer(number, ok=False)
    assert connection.receive(refusal + refusal, 1.1) == [BoardAnswer(number, ok=False)]
    assert connection.next_deadline == 4.1
    assert connection.receive(refusal, 1.2) == []


def test_every_command_has_its_own_number_and_none_has_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.link.connection.ID_MODULUS", 300)
    connection = Connection()
    first = connection.send("HELLO", now=0.0)
    numbers = []
    for _ in range(300):
        number = connection.send("SNAP", now=0.0)
        connection.receive(answer(number), 0.0)
        numbers.append(number)
        connection.outgoing()
    assert first not in numbers
    assert set(numbers) == set(range(1, 300)) - {first}


def test_a_port_that_is_opened_again_has_no_half_line_of_before() -> None:
    connection = Connection()
    assert connection.take(Searching(), 0.0) == []
    assert connection.take(Opened("socket://a"), 0.0) == []
    assert connection.url == "socket://a"
    assert connection.take(Arrived(H + S[:9]), 0.1) == [HELLO]
    assert connection.take(Closed("It is gone."), 0.2) == []
    assert BoardLost() not in connection.tick(9.0)
    assert connection.take(Opened("socket://b"), 9.3) == []
    assert connection.take(Arrived(S[9:] + H), 9.4) == [HELLO]
    assert connection.url == "socket://b"


def test_silence_is_reported_once_until_valid_lines_arrive() -> None:
    connection = greeted()
    connection.receive(S, 5.0)
    assert connection.tick(7.99) == []
    assert connection.tick(8.0) == [BoardLost()]
    assert connection.tick(20.0) == []
    assert connection.next_deadline is None
    assert connection.receive(b"$S,not a good line\n", 20.0) == []
    assert connection.tick(30.0) == []
    # A line after a silence: the board may have been restarted, so it is asked.
    assert connection.receive(S, 31.0) == []
    assert asked(connection) == [Command(2, "HELLO")]
    assert connection.receive(H, 31.1) == [HELLO, STATE]
    assert connection.tick(34.2) == [BoardLost()]


def test_a_silent_port_is_a_lost_board() -> None:
    connection = Connection()
    connection.opened(0.0)
    assert [event for now in (0.3, 0.6, 0.9, 3.0) for event in connection.tick(now)] == [
        CommandFailed(1, "HELLO"),
        BoardLost(),
    ]


def test_bytes_that_arrive_late_but_before_the_tick_are_no_loss() -> None:
    connection = greeted()
    assert connection.receive(S, 3.5) == [STATE]
    assert connection.tick(3.5) == []


def test_a_closed_port_is_not_lost_a_second_time() -> None:
    connection = greeted()
    connection.receive(S[:10], 1.0)
    connection.send("SNAP", now=1.0)
    connection.closed()
    assert connection.outgoing() == b""
    assert BoardLost() not in [*connection.tick(2.0), *connection.tick(9.0)]


def test_after_reopening_no_halves_are_joined_and_one_hello_is_requested() -> None:
    connection = greeted()
    connection.receive(S[:10], 1.0)
    connection.opened(2.0)
    connection.opened(2.1)
    assert asked(connection) == [Command(3, "HELLO")]
    assert connection.receive(S[10:] + H + S, 2.2) == [HELLO, STATE]
    assert connection.dropped == 1


def test_reopening_keeps_a_command_that_waits_for_its_answer() -> None:
    connection = greeted()
    number = connection.send("RATE", "5", now=1.0)
    connection.opened(1.2)
    connection.tick(1.4)
    assert Command(number, "RATE", ("5",)) in asked(connection)


def test_damage_and_malformed_lines_are_counted_apart_from_unknown_kinds() -> None:
    connection = greeted()
    assert connection.receive(b"noise\n" + encode("S,1") + encode("Z,1"), 0.0) == []
    assert (connection.dropped, connection.malformed, connection.good) == (2, 1, 4)


def test_an_echo_is_no_sign_of_a_board() -> None:
    connection = Connection()
    connection.opened(0.0)
    assert connection.receive(connection.outgoing(), 1.0) == []
    assert connection.good == 0
    assert BoardLost() in connection.tick(3.0)


SPEAKS_ON = (BoardLost("unreadable"), BoardLost("standing"))


def stated(ms: int) -> bytes:
    return encode(body(replace(STATE, ms=ms % MS_MODULUS)))


def test_a_board_with_a_stopped_clock_is_lost_until_it_runs() -> None:
    connection = greeted()
    told = [connection.receive(stated(500), float(now)) for now in range(30)]
    assert told[10] == [BoardLost("standing")]
    assert [each for each in told if not each] == [[]] * 19
    assert [connection.receive(stated(500 + ms), 30 + ms / 1000) for ms in (400, 800)] == [[], []]
    assert len(connection.receive(stated(1_500), 31.0)) == 1


def test_a_stopped_clock_is_reported_again_after_a_hello() -> None:
    connection = greeted()
    told = [connection.receive(stated(500), float(now)) for now in range(12)]
    assert connection.receive(H, 12.0) == [HELLO]
    told += [connection.receive(stated(500), float(now)) for now in range(13, 25)]
    assert [each for each in told if each == [BoardLost("standing")]] == [
        [BoardLost("standing")]
    ] * 2


@pytest.mark.parametrize("rate", [150, 1_000, 20_000])
def test_a_running_clock_may_wrap_and_restart(rate: int) -> None:
    connection = greeted()
    ms, told = MS_MODULUS - 20_000, list[LinkEvent]()
    for second in range(100):
        ms = 7 if second == 50 else ms + rate
        told += connection.receive(stated(ms), float(second))
    assert len(told) == 100
    assert all(isinstance(each, BoardState) for each in told)


lines = st.sampled_from(
    [H, S, answer(1), answer(2), encode(body(LogLine("info", "x"))), encode("Z"), encode("S,1")]
)
steps = st.lists(
    st.tuples(
        st.floats(0, 4, allow_nan=False),
        st.one_of(st.binary(max_size=20), lines, lines.map(lambda line: line[:-3])),
        st.sampled_from(["receive", "tick", "send", "opened", "closed"]),
    ),
    max_size=30,
)


@given(steps)
def test_any_sequence_of_events_keeps_the_connection_working(
    steps: list[tuple[float, bytes, str]],
) -> None:
    connection = Connection()
    now, events, sent = 0.0, list[LinkEvent](), set[int]()
    for wait, data, do in steps:
        now += wait
        if do == "receive":
            events += connection.receive(data, now)
        elif do == "tick":
            events += connection.tick(now)
            deadline = connection.next_deadline
            assert deadline is None or deadline > now
        elif do == "send":
            sent.add(connection.send("SNAP", now=now))
        else:
            getattr(connection, do)(*([now] if do == "opened" else []))
    failed = [event.id for event in events if isinstance(event, CommandFailed)]
    assert len(failed) == len(set(failed))
    assert all(
        event in {HELLO, STATE, LogLine("info", "x"), BoardLost(), *SPEAKS_ON}
        for event in events
        if not isinstance(event, BoardAnswer | CommandFailed)
    )
    connection.opened(now)
    now += 0.1
    assert connection.receive(b"\n" + H + S, now)[-2:] == [HELLO, STATE]


@pytest.mark.parametrize(
    ("times", "read"),
    [
        ((0, 100, 200, 300), (0, 100, 200, 300)),  # ten a second, as many as a board sends
        ((0, 3, 100, 103, 350), (0, 3, 100, 103, 350)),  # some of them asked for
        (tuple(range(0, 120, 10)), (0, 40, 80, 110)),
        ((0, 1, 2), (0, 2)),
        ((0, 1, 2, MS_MODULUS - 500, MS_MODULUS - 400), (0, 2, MS_MODULUS - 500, MS_MODULUS - 400)),
        ((MS_MODULUS - 10, 0, 20, 60), (MS_MODULUS - 10, 20, 60)),
    ],
)
def test_of_states_sent_too_fast_the_last_is_always_read(
    times: tuple[int, ...], read: tuple[int, ...]
) -> None:
    thrown = [replace(STATE, ms=ms, v=Seats("12", n)) for n, ms in enumerate(times)]
    connection = greeted()
    flood = b"".join(encode(body(state)) for state in thrown)
    events = connection.receive(flood + H + S, 0.1)
    assert events == [*(thrown[times.index(ms)] for ms in read), HELLO, STATE]
    assert connection.good == len(times) + 4
