"""The simulated board of these tests leaves nothing open, even if its companion is killed."""

import gc
import socket
import struct
import time
import warnings

from tests.flow.wire_board import WireBoard, wait_for


def test_a_companion_that_is_killed_leaves_no_socket_open() -> None:
    board = WireBoard()
    with socket.create_connection(board.listener.getsockname()) as companion:
        board.wait_peer()
        # What is in flight to a process that is killed is answered with a reset.
        companion.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")

        def gone() -> bool:
            board.say()
            return board.peer is None

        wait_for(gone, lambda: "the board did not notice")
        with socket.create_connection(board.listener.getsockname()):  # it is begun again
            board.wait_peer()
        board.close()
        time.sleep(0.2)  # its threads end
        gc.collect()
    assert [str(each.message) for each in told] == []
