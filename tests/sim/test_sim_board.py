from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.observation import Pressed
from companion.board.watch import Counters, Settler, Thrown
from companion.link.codec import FrameReader, body, encode, parse
from companion.link.messages import BoardAnswer, BoardState, Command, Hello, Key, Message
from companion.rules.vocabulary import Player
from companion.sim.board import SimError, VirtualBoard
from tests.tables import table

V, N = Player.V, Player.N


def said(board: VirtualBoard) -> list[Message]:
    lines = board.outgoing()
    assert all(len(line) <= 512 for line in lines)
    messages = [parse(text) for text in FrameReader().feed(b"".join(lines))]
    assert None not in messages
    assert len(messages) == len(lines)
    return [message for message in messages if message is not None]


def states(board: VirtualBoard) -> list[BoardState]:
    return [message for message in said(board) if isinstance(message, BoardState)]


def fresh() -> VirtualBoard:
    board = VirtualBoard()
    board.advance(400)
    board.outgoing()
    return board


def ask(board: VirtualBoard, verb: str, *args: str, number: int = 9) -> list[Message]:
    board.outgoing()
    board.receive(encode(body(Command(number, verb, args))))
    return said(board)


def test_a_board_sends_a_hello_and_its_state_at_boot() -> None:
    hello, state = said(VirtualBoard(board_id="table 4", boot=7))
    assert isinstance(hello, Hello)
    assert (hello.version, hello.board_id, hello.nonce, hello.zones) == (
        1,
        "table 4",
        "00000007",
        28,
    )
    assert isinstance(state, BoardState)
    assert (state.seq, state.ms, state.zones, state.v.faces) == (0, 0, (), "--")


def test_an_unchanged_board_sends_its_state_once_a_second() -> None:
    board = VirtualBoard()
    board.advance(10_000)
    assert [state.ms for state in states(board)] == [0, *range(260, 10_000, 1000)]


def test_a_change_is_sent_at_once_and_again_when_it_lasts() -> None:
    board = fresh()
    board.put("V6", "v")
    board.advance(600)
    assert [(state.ms, state.zones) for state in states(board)] == [
        (400, (("V6", (("v", 1),)),)),
        (660, (("V6", (("v", 1),)),)),
    ]


def test_many_changes_are_sent_ten_times_a_second_and_the_last_settles() -> None:
    board = fresh()
    for _ in range(15):
        board.put("V6", "v")
        board.advance(20)
    board.advance(500)
    found = states(board)
    assert all(later.ms - earlier.ms >= 100 for earlier, later in pairwise(found))
    # Last change at 680, said first at 700, and again within 300 ms of the change.
    assert [state.ms for state in found if state.zones[0][1] == (("v", 15),)] == [700, 950]
    settler = Settler()
    assert [state.ms for state in found if settler.feed(state)] == [950]


def test_a_change_sent_late_is_sent_twice_more() -> None:
    board = fresh()
    board.put("V6", "v")
    board.advance(10)
    board.put("V6", "v")
    board.advance(600)
    assert [state.ms for state in states(board)] == [400, 500, 670, 750]


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


def test_thrown_dice_move_then_lie_and_count_as_one_throw() -> None:
    board = fresh()
    board.throw(V, "6", "3")
    board.advance(1000)
    seen = [(state.v.faces, state.v.throws) for state in states(board)]
    assert seen == [("~~", 0), ("63", 1), ("63", 1)]


def test_one_die_a_cocked_die_and_the_second_die() -> None:
    board = fresh()
    board.throw(N, "4")
    board.advance(300)
    assert board.faces(N) == "4-"
    board.throw(N, None, "c")
    board.advance(300)
    assert board.faces(N) == "4c"
    assert states(board)[-1].n.throws == 2


def test_dice_lifted_while_they_move_never_come_to_rest() -> None:
    board = fresh()
    board.throw(V, "6", "3")
    board.lift_dice(V, 0)
    board.advance(100)
    assert board.faces(V) == "-~"
    board.lift_dice(V)
    board.advance(1000)
    assert board.faces(V) == "--"
    assert states(board)[-1].v.throws == 0


def test_dice_thrown_while_others_move_rest_together() -> None:
    board = fresh()
    board.throw(V, "6")
    board.advance(100)
    board.throw(V, None, "2")
    board.advance(199)
    assert board.faces(V) == "~~"
    board.advance(1)
    assert board.faces(V) == "62"
    board.advance(300)
    assert states(board)[-1].v.throws == 1


def test_pieces_are_lifted_and_put() -> None:
    board = fresh()
    for letter in "nvV":
        board.put("N12", letter)
    board.lift("N12", "n")
    board.put("V12", "N")
    board.lift("V12", "N")
    assert board.zones == (("N12", (("v", 1), ("V", 1))),)


@pytest.mark.parametrize(
    ("zone", "letter"), [("V13", "v"), ("VH", "v"), ("V6", "x"), ("V6", ""), ("", "v")]
)
def test_an_impossible_put_is_refused(zone: str, letter: str) -> None:
    board = fresh()
    with pytest.raises(SimError):
        board.put(zone, letter)
    with pytest.raises(SimError):
        board.lift(zone, letter)
    board.advance(600)
    assert states(board) == []


@pytest.mark.parametrize("faces", [(None, None), ("7", None), ("6", "-"), ("~", "1"), ("12", "1")])
def test_dice_show_only_faces(faces: tuple[str | None, str | None]) -> None:
    with pytest.raises(SimError):
        fresh().throw(V, *faces)


def test_keys_count_modulo_256() -> None:
    board = fresh()
    for _ in range(257):
        board.press(V, Key.YES)
    board.press(N, Key.REPEAT)
    board.advance(600)
    state = states(board)[-1]
    assert state.keys == ((0, 0, 0, 0, 0, 1, 0), (1, 0, 0, 0, 0, 0, 0))


def test_faults_are_sent_until_they_are_repaired() -> None:
    board = fresh()
    board.show_faults(("V7", "short"), ("die2", "weak"))
    board.advance(100)
    assert states(board)[-1].faults == (("V7", "short"), ("die2", "weak"))
    board.show_faults()
    board.advance(100)
    assert states(board)[-1].faults == ()


def test_commands_are_answered() -> None:
    board = fresh()
    hello, answer = ask(board, "HELLO")
    assert isinstance(hello, Hello)
    assert answer == BoardAnswer(9, ok=True)
    state, answer = ask(board, "SNAP", number=65535)
    assert isinstance(state, BoardState)
    assert answer == BoardAnswer(65535, ok=True)
    assert ask(board, "SIGNAL", "error") == [BoardAnswer(9, ok=True)]
    assert board.signals == ["error"]
    assert ask(board, "TEST", "all") == [BoardAnswer(9, ok=True)]


def test_the_rate_of_changes_can_be_lowered() -> None:
    board = fresh()
    assert ask(board, "RATE", "5", "later field") == [BoardAnswer(9, ok=True)]
    for _ in range(20):
        board.put("V6", "v")
        board.advance(50)
    assert all(later.ms - earlier.ms >= 200 for earlier, later in pairwise(states(board)))


@pytest.mark.parametrize(("verb", "args"), table("sim/refused-commands"))
def test_an_impossible_act_is_refused_and_changes_nothing(verb: str, args: tuple[str, ...]) -> None:
    board = fresh()
    (answer,) = ask(board, verb, *args)
    assert isinstance(answer, BoardAnswer)
    assert not answer.ok
    assert answer.detail


def test_a_new_piece_is_enrolled_once() -> None:
    board = fresh()
    board.put("V6", "v")
    board.put("V6", "?")
    assert ask(board, "ENROL", "V6", "V")[-1] == BoardAnswer(9, ok=True)
    assert ask(board, "ENROL", "V6", "V")[-1] == BoardAnswer(9, ok=True)
    assert board.zones == (("V6", (("v", 1), ("V", 1))),)
    board.put("V6", "?")
    board.put("V6", "?")
    assert ask(board, "ENROL", "V6", "V")[-1] != BoardAnswer(9, ok=True)


def test_a_face_is_learnt_in_its_seat() -> None:
    board = fresh()
    board.throw(N, "1", "c")
    board.advance(300)
    for _ in range(2):
        assert ask(board, "FACE", "4", "5")[-1] == BoardAnswer(9, ok=True)
        assert board.faces(N) == "15"


def test_a_reboot_keeps_the_pieces_and_starts_the_counters_again() -> None:
    board = fresh()
    board.put("V6", "v")
    board.throw(V, "6", "3")
    board.press(V, Key.YES)
    board.advance(500)
    answer, hello, state = ask(board, "REBOOT")
    assert answer == BoardAnswer(9, ok=True)
    assert isinstance(hello, Hello)
    assert hello.nonce == "00000002"
    assert isinstance(state, BoardState)
    assert (state.seq, state.v.throws, state.keys[0]) == (0, 0, (0,) * 7)
    assert (state.zones, state.v.faces) == (board.zones, "63")
    board.reboot()
    assert isinstance(said(board)[0], Hello)


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
    assert ask(board, "SNAP")[-1] == BoardAnswer(9, ok=True)
