"""An evening uses only the methods of `BoardSource`."""

from collections.abc import Callable
from typing import cast

from companion.link.codec import FrameReader, parse
from companion.link.messages import Arrived, BoardState, Line, LinkEvent, Opened, PortEvent
from companion.referee.referee import Referee
from companion.rules import Player
from companion.session.compose import assemble
from companion.session.sources import BoardSource, SerialBoard
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import Put
from companion.speech.speaker import Speaker
from tests.flow.clumsy import ClumsyAct, DieDown, Pause, do
from tests.flow.sitting import Ear

V, N = Player
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
PUT = [Put(pile.split("=")[0], pile[-1]) for pile in START.split() for _ in range(int(pile[-2]))]
ACTS: tuple[ClumsyAct, ...] = (
    *PUT,
    Pause(700),
    DieDown(V, 0, "3", 100),
    Pause(700),
    DieDown(N, 0, "1", 100),
    Pause(700),
)


class Acted:
    """A board in this process without a line: what is done there stands there."""

    name = "acted"
    next_deadline = None

    over: Callable[[], None]

    def __init__(self, acts: tuple[ClumsyAct, ...]) -> None:
        self.board = VirtualBoard()
        self.acts = acts
        self.closed = False
        self._frames = FrameReader()

    def start(self, put: Callable[[PortEvent], None]) -> None:
        put(Opened(self.name))
        for act in self.acts:
            do(self.board, act)
            for line in self.board.outgoing():
                put(Arrived(line))
        self.over()

    def take(self, event: PortEvent | Line, _now: float) -> list[LinkEvent]:
        data = event.data if isinstance(event, Arrived) else b""
        told = [parse(line) for line in self._frames.feed(data)]
        return [each for each in told if isinstance(each, BoardState)]

    def tick(self, _now: float) -> list[LinkEvent]:
        return []

    def ask(self, _now: float) -> None:
        """Every change is told by itself."""

    def flush(self) -> None:
        """Nothing goes back."""

    def close(self) -> None:
        self.closed = True


def test_a_board_without_a_line_plays_an_evening() -> None:
    settings, ear = Settings("acted"), Ear()
    source = Acted(ACTS)
    board: BoardSource = source
    referee = Referee(settings.rules(), settings.match())
    evening = assemble(settings, referee, cast("Speaker", ear), board)
    source.over = evening.stop
    evening.run()
    assert source.closed
    assert evening.table.referee.state.throw.dice == (3, 1)
    said = [each.text for each in ear.said if each.text]
    assert said[-1] == "Green begins with 3 and 1."


def test_a_serial_board_that_was_not_started_sends_and_closes_nothing() -> None:
    board = SerialBoard("memory")
    board.take(Opened("elsewhere"), 0.0)
    assert board.name == "elsewhere"
    board.flush()
    board.close()
