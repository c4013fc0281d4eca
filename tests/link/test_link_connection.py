"""What a connection says of a board's bytes, of silence and of commands: `tapes/*.txt`.

`receive 0.1 S H` gives it these lines at this time, `seconds 2 11 L` one each second with a tick,
`open`, `close`, `tick` and `send` are its methods. Below stand the events, the commands that it
sends, and in brackets what it waits for and has counted. After a change on purpose
`python -m tests.link.test_link_connection` writes them again.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

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
    CommandFailed,
    Hello,
    LinkEvent,
    LogLine,
    Opened,
    Searching,
    Seats,
)
from tests.tables import cases, compared, rewrite, text_files

HELLO = Hello(1, "1.0", "board", "n1", 28)
KEYS = (0,) * 7
STATE = BoardState(1, 5, (), Seats("--", 0), Seats("--", 0), (KEYS, KEYS))
FOLDER = Path(__file__).parent / "tapes"
H, S = encode(body(HELLO)), encode(body(STATE))


def answer(number: int, *, ok: bool = True) -> bytes:
    return encode(body(BoardAnswer(number, ok)))


def stated(ms: int) -> bytes:
    return encode(body(replace(STATE, ms=ms % MS_MODULUS)))


def greeted() -> Connection:
    connection = Connection()
    connection.opened(0.0)
    connection.outgoing()
    connection.receive(H + answer(1), 0.0)
    return connection


LINES = {
    "H": H,
    "S": S,
    "S2": encode(body(replace(STATE, seq=2))),
    "X": encode("H,2,9.9,strange,x,28"),
    "L": encode(body(LogLine("info", "x"))),
    "Z": encode("Z,1"),
    "malformed": encode("S,1"),
    "bad": b"$S,not a good line\n",
    "noise": b"noise\n",
    "begun": S[:10],
    "rest": S[10:],
}


class Tape:
    """A connection, and what it says at each step."""

    def __init__(self) -> None:
        self.connection = Connection()
        self.sent = b""

    def do(self, verb: str, *words: str) -> list[LinkEvent]:
        """Do what a line of a tape says. Return the events that follow."""
        if verb == "greeted":
            self.connection = greeted()
        elif verb == "open":
            self.connection.opened(float(words[0]))
        elif verb == "close":
            self.connection.closed()
        elif verb == "send":
            self.connection.send(*words[1:], now=float(words[0]))
        elif verb == "tick":
            return self.connection.tick(float(words[0]))
        elif verb == "receive":
            return self.connection.receive(b"".join(map(self._bytes, words[1:])), float(words[0]))
        return []

    def _bytes(self, name: str) -> bytes:
        if name[0] == "A":
            return answer(int(name[1:].rstrip("!")), ok=not name.endswith("!"))
        return stated(int(name[1:])) if name[0] == "T" else LINES.get(name, self.sent)

    def state(self) -> str:
        """The commands that it sends now, and what it waits for and has counted."""
        self.sent, one = self.connection.outgoing(), self.connection
        asked = [parse_command(text) for text in FrameReader().feed(self.sent)]
        sent = [f"> {one.id} {one.verb} {' '.join(one.args)}".rstrip() for one in asked if one]
        due = "none" if one.next_deadline is None else f"{one.next_deadline:g}"
        counts = f"good {one.good}, dropped {one.dropped}, malformed {one.malformed}"
        return "\n".join([*sent, f"[deadline {due}, {counts}]"])


def shown(event: LinkEvent) -> str:
    """Return an event in words, without what is the same in all of them here."""
    if isinstance(event, BoardState):
        return f"state {event.seq} at {event.ms}"
    if isinstance(event, Hello):
        return f"hello of version {event.version}"
    return repr(event)


def answers(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, with what follows each."""
    tape, before = Tape(), Tape().state()
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, *words = line.split() or ["#"]
        if verb == "==":
            tape, before = Tape(), Tape().state()
        elif verb == "seconds":
            for now in range(int(words[0]), int(words[1])):
                told = [*tape.do("receive", f"{now}", words[2]), *tape.do("tick", f"{now}")]
                yield from (f"    {shown(each)}, {now} s" for each in told)
        else:
            yield from (f"    {shown(each)}" for each in tape.do(verb, *words))
        state = tape.state()
        yield from (f"    {each}" for each in state.splitlines() if state != before)
        before = state.splitlines()[-1]


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_received_and_sent_at_each_step(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", answers)
    assert now == written


def test_of_too_many_states_held_back_the_newest_are_passed_on() -> None:
    connection = Connection()
    connection.opened(0.0)
    for seq in range(MOST_KEPT + 10):
        connection.receive(encode(body(replace(STATE, seq=seq))), 0.1)
    found = connection.receive(H, 0.2)[1:]
    assert found == [replace(STATE, seq=seq) for seq in range(10, MOST_KEPT + 10)]


def test_every_command_has_its_own_number_and_none_has_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.link.messages.ID_MODULUS", 300)
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


SPEAKS_ON = (BoardLost("unreadable"), BoardLost("standing"))


@pytest.mark.parametrize("rate", [150, 1_000, 20_000])
def test_a_running_clock_may_wrap_and_restart(rate: int) -> None:
    connection = greeted()
    ms, told = MS_MODULUS - 20_000, list[LinkEvent]()
    for second in range(100):
        ms = 7 if second == 50 else ms + rate
        told += connection.receive(stated(ms), float(second))
    assert len(told) == 100
    assert all(isinstance(each, BoardState) for each in told)


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


@pytest.mark.parametrize(("times", "read"), cases("link/fast-states", MS_MODULUS=MS_MODULUS))
def test_of_states_sent_too_fast_the_last_is_always_read(
    times: tuple[int, ...], read: tuple[int, ...]
) -> None:
    thrown = [replace(STATE, ms=ms, v=Seats("12", n)) for n, ms in enumerate(times)]
    connection = greeted()
    flood = b"".join(encode(body(state)) for state in thrown)
    events = connection.receive(flood + H + S, 0.1)
    assert events == [*(thrown[times.index(ms)] for ms in read), HELLO, STATE]
    assert connection.good == len(times) + 4


if __name__ == "__main__":
    rewrite(FOLDER, answers)
