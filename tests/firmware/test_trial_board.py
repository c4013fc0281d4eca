"""The firmware of the first trial: one point on V's line, without multiplexers."""

from importlib import import_module

import pytest

from tests.firmware.boards import FIRMWARE, RIG, Board

HIGH = 5  # the pieces of the trial


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    """A trial whose pieces answer on V's line, whatever channel is selected."""
    monkeypatch.syspath_prepend(str(FIRMWARE / "trial"))
    monkeypatch.setattr(RIG.HAL, "Hal", import_module("trial_hal").TrialHal)
    board = Board()
    for wire, zone in zip(board.world.wires, ("V1", None), strict=True):
        wire._zones = [zone] * 16  # noqa: SLF001 - the simulated wire has no other way
    return board


def test_pieces_are_read_on_one_point_only(board: Board) -> None:
    assert board.last().zones == ()
    for count in range(1, HIGH + 1):
        board.world.put("V1", "v")
        state = board.last()
        assert state.zones == (("V1", (("v", count),)),)
        assert state.faults == ()
    for _ in range(HIGH):
        board.world.lift("V1", "v")
    assert board.last().zones == ()
