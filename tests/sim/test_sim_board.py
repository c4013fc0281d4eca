"""The virtual board: what it sends after each step of `tapes/board.txt`.

The words of a line are a method and its arguments: `-` is no die, `often 15 20 put V6 v` puts
fifteen pieces, one every 20 ms, and `ask RATE 5` sends a command. Below stand the lines that the
board sends, without the version and without keys that nobody pressed. Each part begins with a board
that has just started. After a change on purpose `python -m tests.sim.test_sim_board` writes them
again.
"""

import shlex
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import __version__
from companion.board.observation import Pressed
from companion.board.watch import Counters, Settler, Thrown
from companion.link.codec import FrameReader, body, encode, parse
from companion.link.messages import BoardAnswer, BoardState, Command, Key, Message
from companion.rules.vocabulary import Player
from companion.sim.board import SimError, VirtualBoard
from tests.tables import compared, rewrite, table, text_files

V, N = Player.V, Player.N
FOLDER: Final = Path(__file__).parent / "tapes"


def lines_of(board: VirtualBoard) -> list[str]:
    """The bodies of the lines sent since the last call."""
    lines = board.outgoing()
    assert all(len(line) <= 512 for line in lines)
    bodies = FrameReader().feed(b"".join(lines))
    assert len(bodies) == len(lines)
    return bodies


def said(board: VirtualBoard) -> list[Message]:
    messages = [parse(text) for text in lines_of(board)]
    assert None not in messages
    return [message for message in messages if message is not None]


def states(board: VirtualBoard) -> list[BoardState]:
    return [message for message in said(board) if isinstance(message, BoardState)]


def fresh() -> VirtualBoard:
    board = VirtualBoard()
    board.advance(400)
    board.outgoing()
    return board


def ask(board: VirtualBoard, verb: str, *args: str) -> None:
    board.receive(encode(body(Command(9, verb, args))))


def act(board: VirtualBoard, verb: str, *words: str) -> None:
    """Do what a line of the tape says."""
    verbs: dict[str, Callable[[], None]] = {
        "wait": lambda: board.advance(int(words[0])),
        "put": lambda: board.put(*words),
        "lift": lambda: board.lift(*words),
        "throw": lambda: board.throw(
            Player(words[0]), *(None if face == "-" else face for face in words[1:])
        ),
        "dice": lambda: board.lift_dice(Player(words[0]), *map(int, words[1:])),
        "press": lambda: board.press(Player(words[0]), Key(words[1])),
        "faults": lambda: board.show_faults(
            *((place, fault) for place, _, fault in (each.partition(":") for each in words))
        ),
        "ask": lambda: ask(board, *words),
        "reboot": board.reboot,
    }
    if verb == "often":
        for _ in range(int(words[0])):
            act(board, *words[2:])
            board.advance(int(words[1]))
    else:
        verbs[verb]()


def answers(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, with what the board sends after each."""
    board = fresh()
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, *words = shlex.split(line) or ["=="]
        if verb == "==":
            board = fresh()
            continue
        try:
            if verb == "boot":
                name, number = words or ["virtual", "1"]
                board = VirtualBoard(board_id=name, boot=int(number))
            else:
                act(board, verb, *words)
        except SimError as refused:
            yield f"    {refused}"
        for text in lines_of(board):
            brief = text.replace(f"sim-{__version__}", "sim")
            yield f"    {brief.replace('0.0.0.0.0.0.0/0.0.0.0.0.0.0', 'keys')}"


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_the_board_sends_after_each_step(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", answers)
    assert now == written


def test_the_last_of_many_changes_settles() -> None:
    board, settler = fresh(), Settler()
    act(board, "often", "15", "20", "put", "V6", "v")
    board.advance(500)
    assert [state.ms for state in states(board) if settler.feed(state)] == [950]


@given(
    st.lists(
        st.tuples(st.integers(0, 400), st.sampled_from(["put", "throw", "press", "dice", "snap"])),
        max_size=30,
    ),
    st.integers(1, 10),
)
def test_any_acts_keep_the_times_of_the_wire(acts: list[tuple[int, str]], rate: int) -> None:
    board = VirtualBoard()
    board.receive(encode(f"Q,1,RATE,{rate}"))
    throws = presses = 0
    for ms, act in acts:
        board.advance(ms)
        if act == "put":
            board.put("V6", "?")
        elif act == "throw":
            board.throw(V, "6", "3")
            board.advance(200)
            throws += 1
        elif act == "press":
            board.press(N, Key.HINT)
            presses += 1
        elif act == "dice":
            board.lift_dice(V)
        else:
            board.receive(encode("Q,2,SNAP"))
    last_change = board.clock
    board.advance(1700)
    heard = states(board)
    assert all(later.ms - earlier.ms <= 1000 for earlier, later in pairwise(heard))
    assert [state.seq for state in heard] == list(range(len(heard)))
    counters, settler = Counters(), Settler()
    events = [event for state in heard for event in counters.feed(state)]
    assert sum(event.times for event in events if isinstance(event, Thrown)) == throws
    assert events.count(Pressed(N, Key.HINT)) == presses
    settled = [state for state in heard if settler.feed(state)]
    assert settled[-1].zones == board.zones
    assert settled[-1].v.faces == board.faces(V)
    assert settled[-1].ms <= last_change + 2 * 260


@pytest.mark.parametrize(("verb", "args"), table("sim/refused-commands"))
def test_an_impossible_act_is_refused_and_changes_nothing(verb: str, args: tuple[str, ...]) -> None:
    board = fresh()
    ask(board, verb, *args)
    (answer,) = said(board)
    assert isinstance(answer, BoardAnswer)
    assert not answer.ok
    assert answer.detail


def test_unread_lines_do_not_fill_the_memory() -> None:
    board = VirtualBoard()
    board.advance(10_000_000)
    found = states(board)
    assert len(found) < 5000
    assert found[-1].ms > 9_999_000


@given(st.lists(st.one_of(st.binary(max_size=30), st.text(max_size=12)), max_size=20))
def test_no_bytes_from_the_host_crash_the_board(parts: list[bytes | str]) -> None:
    board = VirtualBoard()
    for part in parts:
        if isinstance(part, str):
            text = "".join(char for char in "Q,1," + part if " " <= char <= "~")
            part = encode(text.replace("$", "").replace("*", ""))  # noqa: PLW2901
        board.receive(part)
        board.advance(10)
    board.receive(b"\n")
    ask(board, "SNAP")
    assert said(board)[-1] == BoardAnswer(9, ok=True)


if __name__ == "__main__":
    rewrite(FOLDER, answers)
