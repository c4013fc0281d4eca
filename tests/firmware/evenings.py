"""Whole evenings at any board that hands can move: what the companion tells of them."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, cast

from companion.evening import open_evening
from companion.referee.facts import Fact
from companion.rules import Player
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import SETTLE_MS, BoardHands, Layout
from companion.sim.plans import RandomPlanner
from companion.sim.players import Ears, Players
from companion.sim.server import Server
from companion.sim.wires import PtyWire
from tests.firmware.boards import START, pieces

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


def evening(
    folder: Path,
    game: str,
    seed: int,
    board: Any,
    *,
    hands: Callable[[Server, str], BoardHands] = Hands,
    listen: Callable[[Fact], None] | None = None,
) -> list[dict[str, Any]]:
    """Two players play one game to its end at this board; what the companion told of it."""
    path = folder / "events.jsonl"
    ears = Ears()

    def hear(fact: Fact) -> None:
        if listen is not None:
            listen(fact)
        ears.hear(fact)

    for zone, letter in pieces(START[game]):
        board.put(zone, letter)
    board.advance(3000)
    board.outgoing()  # nobody was there to hear it
    with Server(cast("VirtualBoard", board), [PtyWire()], realtime=False) as server:
        settings = Settings(
            server.urls[0], game, voice="print", events=str(path), quiet_ms=QUIET_MS
        )
        with open_evening(settings, hear) as companion:
            players = Players(settings.rules(), hands(server, game), ears, RandomPlanner(seed))

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
