import json
import pickle
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.codec import BODY_LIMIT, LINE_LIMIT, FrameReader, encode

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/wire/frames.jsonl").read_text().splitlines()
]
NAMES = [vector["name"] for vector in VECTORS]
printable = st.text(
    st.sampled_from([chr(code) for code in range(32, 127) if chr(code) not in "$*"]), max_size=80
)
noise = st.binary(max_size=60)
# Noise that resembles the wire finds more than noise that does not.
pieces = st.lists(
    st.one_of(
        noise,
        printable.map(encode),
        st.sampled_from([b"$", b"*", b"\r", b"\n", b"x" * 300, b"$A,1,ok*", b"\r\n"]),
    ),
    max_size=12,
)


def whole_lines(stream: bytes) -> list[str]:
    """Every body that stands whole in a stream, found by other means than the reader's."""
    found = []
    for line in stream.split(b"\n")[:-1]:
        last = line.rpartition(b"$")[2].removesuffix(b"\r")
        body, star, crc = last.rpartition(b"*")
        ok = b"$" in line and star and b"*" not in body and all(32 <= byte < 127 for byte in body)
        if ok and crc == b"%08X" % crc32(body) and len(last) + 2 <= LINE_LIMIT:
            found.append(body.decode("ascii"))
    return found


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_each_vector_is_read_in_one_piece(vector: dict[str, object]) -> None:
    reader = FrameReader()
    assert reader.feed(str(vector["text"]).encode("latin-1")) == vector["bodies"]
    assert reader.dropped == vector["dropped"]


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_each_vector_is_read_byte_by_byte(vector: dict[str, object]) -> None:
    reader = FrameReader()
    data = str(vector["text"]).encode("latin-1")
    bodies = [body for byte in data for body in reader.feed(bytes([byte]))]
    assert bodies == vector["bodies"]
    assert reader.dropped == vector["dropped"]


@given(noise.filter(lambda data: not data.endswith(b"$")), printable, noise)
def test_noise_around_a_line_loses_no_line(before: bytes, body: str, after: bytes) -> None:
    assert body in FrameReader().feed(before + encode(body) + after)


@given(pieces, st.data())
def test_any_division_of_a_stream_gives_its_complete_lines(
    parts: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(parts)
    whole = FrameReader()
    assert whole.feed(stream) == whole_lines(stream)
    cut = FrameReader()
    bodies = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        bodies += cut.feed(stream[:size])
        stream = stream[size:]
    assert bodies == whole_lines(b"".join(parts))
    assert cut.dropped == whole.dropped


@given(printable.map(encode), st.integers(0, 90), st.integers(1, 255))
def test_a_line_with_one_damaged_byte_is_never_accepted(line: bytes, place: int, flip: int) -> None:
    place %= len(line) - 1
    damaged = bytearray(line)
    damaged[place] ^= flip
    assert FrameReader().feed(bytes(damaged)) == []


def test_memory_stays_below_one_line() -> None:
    reader = FrameReader()
    for _ in range(100):
        reader.feed(b"$" + b"x" * 10_000)
        assert len(pickle.dumps(reader)) <= LINE_LIMIT + 500


def test_a_cleared_reader_does_not_join_halves() -> None:
    line = encode("A,1,ok")
    reader = FrameReader()
    reader.feed(line[:5])
    reader.clear()
    assert reader.feed(line[5:] + line) == ["A,1,ok"]


@pytest.mark.parametrize("body", ["a$b", "a*b", "a\nb", "é", "x" * (BODY_LIMIT + 1)])
def test_a_body_that_cannot_be_sent_is_refused(body: str) -> None:
    with pytest.raises(ValueError, match=r"printable|longer"):
        encode(body)


def test_the_longest_line_is_512_bytes() -> None:
    assert len(encode("x" * BODY_LIMIT)) == LINE_LIMIT == 512
