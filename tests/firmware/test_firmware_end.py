"""What a board still says before it starts again because of a fault of its own."""

import importlib
from typing import Any

import pytest

from companion.link.codec import FrameReader, parse
from companion.link.messages import LogLine
from tests.firmware.boards import WORLD, Board, firmware

USB_US = 50_000
"""What a host may take to fetch what was written; a reset throws the rest away."""


@pytest.mark.parametrize("taken", [1, 7, 64])
def test_the_last_line_is_sent_before_the_reset(
    monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    """taken -- how many bytes the host takes at once, and then nothing for a while."""
    board = Board(seed=1)
    hal_class: Any = type(board.rig.board.hal)
    main = importlib.import_module("main")
    world, arrived = board.world, bytearray()
    written_at = 0

    def write(_hal: object, data: bytes) -> int:
        nonlocal written_at
        world.clock.us += 2000
        written_at = world.clock.us
        arrived.extend(data[:taken])
        return min(taken, len(data))

    def broken(_hal: object) -> None:
        raise ValueError("wrong $*, thing")

    monkeypatch.setattr(hal_class, "write", write)
    monkeypatch.setattr(main, "Board", broken)
    board.rig.bind()
    with pytest.raises(WORLD.Restart):
        main.main()
    assert world.clock.us - written_at >= USB_US
    said = parse(FrameReader().feed(bytes(arrived))[0])
    assert isinstance(said, LogLine)
    assert said == LogLine("error", "ValueError wrong     thing")


def test_a_host_that_never_reads_delays_the_reset_by_less_than_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board(seed=1)
    hal_class: Any = type(board.rig.board.hal)
    main = importlib.import_module("main")
    began = board.world.clock.us

    def broken(_hal: object) -> None:
        raise ValueError("wrong")

    def nothing_taken(_hal: object, _data: bytes) -> int:
        return 0

    monkeypatch.setattr(hal_class, "write", nothing_taken)
    monkeypatch.setattr(main, "Board", broken)
    board.rig.bind()
    with pytest.raises(WORLD.Restart):
        main.main()
    assert board.world.clock.us - began < 1_000_000
    assert firmware("controller").WATCHDOG_MS > 1000
