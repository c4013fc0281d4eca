"""A board that says far more than any board: dice are read at once, and its clock is not blamed.

Read one by one, so many states take longer than a test waits for an event.
"""

from pathlib import Path

from tests.flow.wire_board import Companion, WireBoard, frame, wait_for

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
LINES = 60_000
LINES_A_MS = 200


def test_dice_among_a_flood_of_states_are_read_at_once(tmp_path: Path) -> None:
    board = WireBoard()
    companion = Companion(board, tmp_path, "--no-journal")
    try:
        board.wait_peer()
        board.stand(START)
        companion.expect("link", "link", "setup", "game_begins")
        flood = bytearray()
        for number in range(LINES):
            board.seq += 1
            board.ms += number % LINES_A_MS == 0
            flood += frame(board.state())
        board.raw(bytes(flood))
        board.throw(0, "3-")
        board.throw(1, "1-")
        wait_for(
            lambda: any(event["event"] == "roll" for event in companion.events()),
            lambda: f"no roll: {companion.all()[-3:]}",
        )
        assert not [each for each in companion.all() if "clock" in str(each)]
    finally:
        companion.end()
        board.close()
