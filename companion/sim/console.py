"""A virtual board led by lines of text: one thing done by a hand at a time.

`setup TEXT`, `start`, `move V8 V5`, `lift V8`, `put V5 v`, `throw V 63` (or `throw V 6`),
`dice V` (pick them up), `press V cube`, `unplug`, `replug`, `wait 500`, `quit`.
"""

import sys
import time
from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Final

from companion.link.messages import Key
from companion.rules import Player, PositionError, Rules, find_game, parse_placement
from companion.sim.board import SimError, VirtualBoard
from companion.sim.hands import BoardHands, Layout
from companion.sim.server import Server
from companion.sim.wires import SocketWire, any_wire

LONGEST_WAIT: Final = 60_000


def serve(
    game: str,
    options: Iterable[str],
    port: int | None,
    ended: Event,
    say: Callable[[str], None],
) -> None:
    """Be a board with a game set up until `ended`, led by the lines of standard input.

    port -- of this machine, 0 for any free one; None: a pseudo-terminal where there is one;
    say -- takes a line: where the board is, then the answers. Raises `ValueError` and `OSError`
    kinds with one clear sentence.
    """
    rules = find_game(game, options)
    wire = any_wire() if port is None else SocketWire(port)
    with Server(VirtualBoard(boot=time.time_ns()), [wire]) as server:
        layout = Layout(rules.name, mirrored="mirrored" in rules.options)
        # The board's own time is moved on: nobody has to wait while pieces are put down.
        hands = BoardHands(server.act, lambda ms: server.act(lambda b: b.advance(ms)), layout)
        hands.set_up(rules.placement(rules.start))
        say(f"The board is at {server.urls[0]}")

        def obey() -> None:
            if Console(rules, server, hands).run(sys.stdin, say):
                ended.set()

        # Without a keyboard (input at its end) the board stays until it is told to end.
        Thread(target=obey, daemon=True).start()
        ended.wait()


class Console:
    """Obeys lines; each is answered by one line, `ok` or what was wrong."""

    def __init__(self, rules: Rules, server: Server, hands: BoardHands) -> None:
        self._rules = rules
        self._server = server
        self._hands = hands
        self._verbs: dict[str, Callable[..., None]] = {
            "start": self._start,
            "setup": self._set_up,
            "move": self._move,
            "lift": self._lift,
            "put": self._put,
            "throw": self._throw,
            "dice": self._dice,
            "press": self._press,
            "unplug": server.unplug,
            "replug": server.replug,
            "wait": self._wait,
        }

    def run(self, lines: Iterable[str], answer: Callable[[str], None]) -> bool:
        """Obey each line; True after `quit`, False when the lines are at their end."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                return True
            if words:
                answer(self._obey(words))
        return False

    def _obey(self, words: list[str]) -> str:
        verb, *given = words
        do = self._verbs.get(verb)
        if do is None:
            return f"Unknown: {verb[:20]}. There are {', '.join(self._verbs)}, quit."
        try:
            do(*given)
        except (SimError, PositionError, ValueError) as error:
            return str(error)
        except TypeError:
            return f"{verb} does not take {len(given)} words."
        return "ok"

    def _start(self) -> None:
        self._hands.set_up(self._rules.placement(self._rules.start))

    def _set_up(self, *tokens: str) -> None:
        self._hands.set_up(parse_placement(" ".join(tokens)))

    def _move(self, source: str, target: str) -> None:
        letter = self._server.act(lambda board: _top(board, source))
        self._server.act(lambda board: board.lift(source, letter))
        self._server.act(lambda board: board.put(target, letter))

    def _lift(self, zone: str) -> None:
        self._server.act(lambda board: board.lift(zone, _top(board, zone)))

    def _put(self, zone: str, letter: str) -> None:
        self._server.act(lambda board: board.put(zone, letter))

    def _throw(self, side: str, faces: str) -> None:
        self._hands.throw(Player(side), faces[0], faces[1:2] or None)

    def _dice(self, side: str) -> None:
        self._hands.lift(Player(side))

    def _press(self, side: str, key: str) -> None:
        self._hands.press(Player(side), Key(key))

    def _wait(self, ms: str) -> None:
        if not ms.isascii() or not ms.isdecimal() or int(ms) > LONGEST_WAIT:
            raise SimError(f"wait takes milliseconds up to {LONGEST_WAIT}.")
        self._server.act(lambda board: board.advance(int(ms)))


def _top(board: VirtualBoard, zone: str) -> str:
    """The letter of the piece that lies on top there: the last one named."""
    for name, pile in board.zones:
        if name == zone:
            return pile[-1][0]
    raise SimError(f"Nothing lies on {zone[:10]}.")
