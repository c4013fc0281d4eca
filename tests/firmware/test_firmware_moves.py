"""Hands that move several pieces at their own pace: what is taken for settled was there.

The board sees its zones one after the other. A state put together from looks at different moments
may be one that never was; such a state may not last long enough to be judged.
"""

import random

import pytest

from companion.board.watch import Settler
from companion.link.messages import BoardState
from tests.firmware.boards import START, Board

Zones = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


class Watched:
    """A board whose lines are compared with what stood there, at any time so far."""

    def __init__(self, seed: int, game: str) -> None:
        self.board = Board(seed=seed, slot_errors=1e-4)
        self.board.put_all(START[game])
        self.stood: set[Zones] = {self.board.zones}
        self.settled: list[BoardState] = []
        self.lines: list[BoardState] = []
        self._settler = Settler()
        self.board.run(4000)

    def wait(self, ms: int) -> None:
        """Let time pass and listen."""
        for state in self.board.states(ms):
            self.lines.append(state)
            if self._settler.feed(state):
                self.settled.append(state)

    def move(self, chance: random.Random, pace: tuple[int, int]) -> None:
        """Carry one piece somewhere."""
        world = self.board.world
        piece = chance.choice([piece for piece in world.pieces if piece.zone])
        world.stacks[piece.zone].remove(piece)
        piece.zone = None
        self.stood.add(self.board.zones)
        self.wait(chance.randint(*pace))
        target = f"{chance.choice('VN')}{chance.randint(1, 12)}"
        world.place(piece, target)
        self.stood.add(self.board.zones)
        self.wait(chance.randint(*pace))


def moved(turns: int, seed: int, pace: tuple[int, int]) -> Watched:
    """Make turns of two to four pieces each, and rest for a second after each turn."""
    chance = random.Random(seed)
    watched = Watched(seed, "backgammon")
    for _ in range(turns):
        for _ in range(chance.randint(2, 4)):
            watched.move(chance, pace)
        watched.wait(1000)
        assert watched.settled[-1].zones == watched.board.zones
    return watched


@pytest.mark.parametrize("pace", [(20, 200), (100, 400), (250, 700)])
def test_each_settled_position_was_on_the_board(pace: tuple[int, int]) -> None:
    watched = moved(5, seed=21, pace=pace)
    assert [state for state in watched.settled if state.zones not in watched.stood] == []


@pytest.mark.slow
def test_each_settled_position_was_on_the_board_in_hundreds_of_turns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for pace in ((20, 200), (100, 400), (250, 700)):
        watched = moved(120, seed=22, pace=pace)
        lines = [state for state in watched.lines if state.zones not in watched.stood]
        settled = [state for state in watched.settled if state.zones not in watched.stood]
        with capsys.disabled():
            print(
                f"\npace {pace}: {len(settled)} of {len(watched.settled)} settled states and "
                f"{len(lines)} of {len(watched.lines)} lines were never on the board"
            )
        assert settled == []
