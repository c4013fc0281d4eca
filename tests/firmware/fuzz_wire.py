"""Fuzzes both ends of the wire: `python -m tests.firmware.fuzz_wire -max_total_time=60`.

The first byte chooses the end that reads. Both ends must find the same lines, and only lines that
were sent. The board obeys the commands among them, the companion parses the messages. After that a
valid line must still be read.
"""

import sys
from zlib import crc32

import atheris

with atheris.instrument_imports(include=["companion.link", "wire", "commands", "report"]):
    from companion.link.codec import FrameReader, body, encode, parse
    from companion.link.connection import Connection
    from companion.link.messages import Hello
    from tests.firmware.boards import Board, firmware

    wire = firmware("wire")
    BOARD = Board(seed=1)

NEXT = "H,1,1.0.0,board-7,5f3a,28"


def good_text(data: bytes) -> str:
    """Return the bytes that are allowed in a body, as text."""
    return "".join(chr(byte) for byte in data if 32 <= byte < 127 and byte not in b"$*")[:480]


def readers(data: bytes) -> None:
    """Check that both readers find the same lines, each of which was sent."""
    ours, theirs = wire.LineReader(), FrameReader()
    found = theirs.feed(data)
    assert ours.feed(data) == found
    assert ours.dropped == theirs.dropped
    for text in found:
        assert b"$%b*%08X" % (text.encode(), crc32(text.encode())) in data
    assert ours.feed(encode(NEXT))[-1] == NEXT


def board(data: bytes) -> None:
    """Check that the board handles the bytes and continues."""
    BOARD.rig.receive(data[:250] + encode("Q," + good_text(data)) + encode("Q,7,HELLO"))
    BOARD.rig.advance(120)
    said = BOARD.said()
    assert any(isinstance(message, Hello) for message in said)


def companion(data: bytes) -> None:
    """Check that the companion parses the bytes, and writes messages as it read them."""
    text = good_text(data)
    message = parse(text)
    if message is not None and not isinstance(message, Hello):
        assert parse(body(message)) == message
    connection = Connection()
    connection.opened(0.0)
    connection.receive(data + b"\n" + encode(text), 0.1)
    assert any(isinstance(event, Hello) for event in connection.receive(encode(NEXT), 0.2))


def one_input(data: bytes) -> None:
    """Run one input of the fuzzer."""
    targets = (readers, board, companion)
    targets[data[0] % 3 if data else 0](data[1:])


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
