"""The board's own files lose their power while dice are thrown: from its bytes to the words."""

from typing import cast

from companion.link.messages import Closed
from companion.referee.state import GameState, Phase, State, TurnState
from companion.rules import Player, agree_match, find_game
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from tests.firmware.boards import START, Board
from tests.flow.sitting import Sitting

N_SEATS = (2, 3)
AGAIN = "Throw again, black. The board lost power and missed your throw."
FOUND = "Board connected."


class Wire(Board):
    """A board with the firmware's files as a sitting asks for one."""

    @property
    def clock(self) -> int:
        """Milliseconds of the parts' own clock."""
        return int(self.world.clock.us) // 1000

    def receive(self, data: bytes) -> None:
        self.rig.receive(data)

    def outgoing(self) -> list[bytes]:
        data = bytes(self.rig.outgoing())
        return [data] if data else []

    def advance(self, ms: int) -> None:
        self.rig.advance(ms)

    def throw(self, *faces: str) -> None:
        """Black throws."""
        for seat, face in zip(N_SEATS, faces, strict=True):
            self.world.throw(seat, face)


class Evening:
    """Black is to throw; `heard` is what was said since last asked."""

    def __init__(self) -> None:
        rules = find_game("backgammon", ())
        state = State(
            match=agree_match(rules, None),
            game=GameState(rules.start),
            phase=Phase.TO_THROW,
            turn=TurnState(Player.N, 4),
        )
        self.board = Wire(seed=3)
        self.board.put_all(START["backgammon"])
        self.board.run(3000)
        settings = Settings("memory", "backgammon", lang="en")
        self.sitting = Sitting(settings, cast("VirtualBoard", self.board), state)
        self.wait()
        self.heard()

    def wait(self) -> None:
        self.sitting.wait(2500)

    def heard(self) -> list[str]:
        said = [each.text for each in self.sitting.ear.said]
        self.sitting.ear.said.clear()
        return said

    def lose_power(self, after_ms: int) -> None:
        """The power goes so long after the last act, and is back when all has come to rest."""
        self.sitting.wait(after_ms)
        self.sitting.evening.table.take(Closed("The port is gone.", "gone"))
        self.board.advance(1000)
        self.board.rig.boot()
        self.board.rig.outgoing()
        self.heard()
        self.sitting.plug()
        self.wait()


def test_dice_in_the_air_at_a_power_cut_must_be_thrown_again() -> None:
    evening = Evening()
    evening.board.throw("6", "4")
    evening.lose_power(after_ms=100)
    assert evening.heard() == [FOUND, AGAIN]
    for seat in N_SEATS:
        evening.board.world.sensors[seat].clear()
    evening.wait()
    evening.board.throw("5", "2")
    evening.wait()
    assert evening.heard()[0].endswith("5, 2.")
    evening.lose_power(after_ms=100)
    assert evening.heard() == [FOUND]
