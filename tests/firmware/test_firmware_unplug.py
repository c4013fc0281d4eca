"""The cable pulled again and again in the middle of a game, before the real firmware."""

import json
import random
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from companion.referee.facts import Fact, Link
from companion.sim.hands import SETTLE_MS
from companion.sim.server import Server
from tests.firmware.boards import RIG
from tests.firmware.evenings import Hands, evening, story
from tests.firmware.micropython import FirmwareBoard, Process

TIMES = 50
LOST_SECONDS = 3.5
FOUND_SECONDS = 2.0


class Here:
    """The same rig and the same requests as in MicroPython, in this process."""

    def __init__(self, seed: int) -> None:
        assert RIG
        self._serve: Any = import_module("server").serve
        self.call("make", {"seed": seed, "slot_errors": 1e-4}, "enrolled")

    def call(self, verb: str, *given: object) -> Any:
        answer = json.loads(self._serve(json.dumps([verb, *given])))
        assert "ok" in answer, answer
        return answer["ok"]


class Cable:
    """Pulled at random moments, at most `TIMES` times; put in again when the loss was told."""

    def __init__(self, seed: int) -> None:
        self.links: list[str] = []
        self.pulled = 0
        self.slowest = [0.0, 0.0]
        self._chance = random.Random(seed)

    def hear(self, fact: Fact) -> None:
        if isinstance(fact, Link) and fact.state != "searching":
            self.links.append(fact.state)

    def maybe_pull(self, server: Server) -> None:
        if self.pulled >= TIMES or self._chance.random() > 0.4:
            return
        self.pulled += 1
        server.unplug()
        self.slowest[0] = max(self.slowest[0], self._wait_for("lost", server, LOST_SECONDS))
        server.replug()
        self.slowest[1] = max(self.slowest[1], self._wait_for("connected", server, FOUND_SECONDS))

    def _wait_for(self, state: str, server: Server, most: float) -> float:
        began = time.monotonic()
        while self.links[-1] != state:
            assert time.monotonic() - began < most, (state, self.links[-3:])
            time.sleep(0.02)
            server.act(lambda board: board.advance(20))
        return time.monotonic() - began


class PullingHands(Hands):
    """Hands that catch the cable now and then, before or after whatever they do."""

    def __init__(self, server: Server, game: str, cable: Cable) -> None:
        super().__init__(server, game)
        slow = self._wait

        def wait(ms: int) -> None:
            # Not while a piece is in the air: hands that wait for the cable would show that board.
            if ms >= SETTLE_MS:
                cable.maybe_pull(server)
            slow(ms)

        self._wait = wait


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_fifty_times_unplugged_in_a_game_nothing_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / name for name in ("quiet", "pulled")]
    for folder in folders:
        folder.mkdir()
    quiet = FirmwareBoard(cast("Process", Here(5)))
    expected = story(evening(folders[0], "backgammon", 5, quiet))
    cable = Cable(7)
    told = evening(
        folders[1],
        "backgammon",
        5,
        FirmwareBoard(cast("Process", Here(5))),
        hands=lambda server, game: PullingHands(server, game, cable),
        listen=cable.hear,
    )
    with capsys.disabled():
        print(f"\nlost within {cable.slowest[0]:.2f} s, found within {cable.slowest[1]:.2f} s")
    assert cable.pulled == TIMES
    assert cable.links == ["connected", *["lost", "connected"] * TIMES]
    assert [fact for fact in story(told) if fact["event"] != "setup"] == [
        fact for fact in expected if fact["event"] != "setup"
    ]
