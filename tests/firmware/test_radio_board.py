"""The firmware of the board with radio tags, in real MicroPython with a simulated reader."""

import random
import sys
from collections.abc import Iterator

import pytest

from companion.board.watch import Settler
from companion.link.codec import FrameReader, encode, parse
from companion.link.messages import BoardAnswer, BoardState, Key, Message
from companion.rules.vocabulary import Player
from companion.sim.board import VirtualBoard
from tests.firmware.boards import FIRMWARE, START, pieces
from tests.firmware.evenings import evening, set_out, stand, stand_of
from tests.firmware.micropython import FirmwareBoard, Process, needs_micropython

pytestmark = needs_micropython

RADIO = FIRMWARE / "radio"
FEW = "V1=2n V6=3v N12=1v1V"
STARTED_MS, ALL_STARTED_MS = 5000, 20_000  # with few pieces, with all
SEEN_MS = 2000


def program() -> dict[str, bytes]:
    """Return the files of a board with radio tags."""
    paths = [*FIRMWARE.glob("*.py"), *RADIO.glob("*.py")]
    return {path.name: path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with Process(folder=None, files=program(), radio=1, seed=1) as made:
        yield made


def restart(process: Process, *, enrolled: bool = True, **settings: float) -> None:
    """Begin with a new controller."""
    process.make(folder=None, enrolled=enrolled, files=program(), radio=1, **settings)


def heard(process: Process, ms: int, sent: bytes = b"") -> list[Message]:
    """Let time pass. Return what the board said."""
    bodies = FrameReader().feed(bytes.fromhex(process.call("run", ms, sent.hex())["said"]))
    return [message for message in map(parse, bodies) if message is not None]


def states(process: Process, ms: int) -> list[BoardState]:
    """Let time pass. Return the states said."""
    return [message for message in heard(process, ms) if isinstance(message, BoardState)]


def put_all(process: Process, position: str) -> None:
    for zone, letter in pieces(position):
        process.call("put", zone, letter)


@pytest.mark.parametrize(
    "position", [FEW, *(pytest.param(each, marks=pytest.mark.slow) for each in START.values())]
)
def test_every_piece_is_found(process: Process, position: str) -> None:
    restart(process, seed=2)
    board = FirmwareBoard(process)
    put_all(process, position)
    last = states(process, STARTED_MS if position == FEW else ALL_STARTED_MS)[-1]
    assert last.zones == board.zones
    assert last.faults == ()


@pytest.mark.slow
def test_each_settled_position_was_on_the_board_and_is_seen_soon(process: Process) -> None:
    restart(process, seed=3)
    board = FirmwareBoard(process)
    put_all(process, FEW)
    chance = random.Random(5)
    settler = Settler()
    states(process, STARTED_MS)
    stood = {board.zones}
    settled: list[BoardState] = []

    def wait(ms: int) -> None:
        new = [state for state in states(process, ms) if settler.feed(state)]
        assert [state for state in new if state.zones not in stood] == []
        settled.extend(new)

    for _ in range(2):
        for _ in range(chance.randint(1, 3)):
            zone, pile = chance.choice(board.zones)
            letter = chance.choice(pile)[0]
            board.lift(zone, letter)
            stood.add(board.zones)
            wait(chance.randint(150, 900))
            board.put(f"{chance.choice('VN')}{chance.randint(1, 12)}", letter)
            stood.add(board.zones)
            wait(chance.randint(150, 900))
        wait(SEEN_MS)
        assert settled[-1].zones == board.zones


@pytest.mark.slow
def test_a_piece_from_a_high_pile_is_seen_on_the_next_point(process: Process) -> None:
    restart(process, seed=3)
    board = FirmwareBoard(process)
    put_all(process, "V6=15v")
    states(process, STARTED_MS)
    for target in ("V5", "VB"):
        board.lift("V6", "v")
        board.put(target, "v")
        assert states(process, SEEN_MS + 1000)[-1].zones == board.zones


@pytest.mark.slow
def test_garbled_answers_move_no_piece(process: Process) -> None:
    restart(process, seed=4, radio_errors=0.03)
    board = FirmwareBoard(process)
    put_all(process, FEW)
    assert states(process, STARTED_MS)[-1].zones == board.zones
    assert {state.zones for state in states(process, 5000)} == {board.zones}


@pytest.mark.slow
def test_a_silent_reader_is_named_and_found_again(process: Process) -> None:
    restart(process, seed=5)
    process.call("put", "V5", "v")
    process.call("reader", 0)
    assert states(process, 3000)[-1].faults == (("reader", "silent"),)
    process.call("reader", 1)
    last = states(process, STARTED_MS)[-1]
    assert last.faults == ()
    assert last.zones == (("V5", (("v", 1),)),)
    process.call("reader", 0)
    assert states(process, 3000)[-1].faults == (("reader", "silent"),)


def test_a_new_piece_is_enrolled(process: Process) -> None:
    restart(process, enrolled=False, seed=6)
    process.call("put", "V5", "N")
    assert states(process, STARTED_MS)[-1].zones == (("V5", (("?", 1),)),)
    said = heard(process, SEEN_MS, encode("Q,1,ENROL,V5,N"))
    assert [message for message in said if isinstance(message, BoardAnswer)] == [
        BoardAnswer(1, ok=True)
    ]
    assert states(process, SEEN_MS)[-1].zones == (("V5", (("N", 1),)),)


def test_dice_and_keys_are_those_of_the_sensing_board(process: Process) -> None:
    restart(process, seed=7)
    board = FirmwareBoard(process)
    board.throw(Player.N, "3", "5")
    board.press(Player.N, Key.YES)
    board.advance(5000)
    assert sorted(board.shown(Player.N)) == ["3", "5"]
    assert board.states[-1].keys != board.states[0].keys
    said = heard(process, 1500, encode("Q,2,TEST,all"))
    answer = next(message for message in said if isinstance(message, BoardAnswer))
    assert answer.ok
    assert answer.detail.startswith("28 zones 0 pieces of 32 enrolled")


def set_out_and_wait(board: FirmwareBoard, game: str) -> None:
    """Put all pieces as at the start of a game, and wait until the board has found them."""
    set_out(board, game)
    board.advance(ALL_STARTED_MS)


@pytest.mark.hardware
@pytest.mark.timeout(1200)
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_a_whole_game_is_refereed_as_at_the_virtual_board(process: Process) -> None:
    """Plays to the end, with two wrong turns. The seed is that of a short game."""
    expected = evening("backgammon", 2, VirtualBoard())
    restart(process, seed=2, radio_errors=0.003)
    board = FirmwareBoard(process)
    played = evening("backgammon", 2, board, set_out=set_out_and_wait)
    assert played.story == expected.story
    assert played.story[-1]["event"] == "game_ends"
    for turn, verdict in played.verdicts:
        assert stand(verdict["position"], "backgammon") in played.stood[turn], verdict
    settler = Settler()
    for state in filter(settler.feed, board.states):
        assert stand_of(state.zones, "backgammon") in set().union(*played.stood.values()), state
