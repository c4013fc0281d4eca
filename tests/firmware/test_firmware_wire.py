"""The firmware and the program read and write the same lines alike."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.codec import BODY_LIMIT, FrameReader, encode
from tests.firmware.boards import firmware

wire = firmware("wire")
VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/wire/frames.jsonl").read_text().splitlines()
]
BODIES = st.text("".join(chr(c) for c in range(32, 127) if chr(c) not in "$*"), max_size=60)
LINES = BODIES.map(encode)
NOISE = st.binary(max_size=40)
CUT = st.tuples(LINES, st.integers(0, 40)).map(lambda pair: pair[0][: pair[1]])
LONG = st.integers(480, 1100).map(lambda count: b"$" + b"x" * count)
STREAMS = st.lists(st.one_of(LINES, NOISE, CUT, LONG, st.just(b"\r\n"))).map(b"".join)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
@pytest.mark.parametrize("reader_of", [wire.LineReader, FrameReader], ids=["board", "companion"])
def test_both_ends_read_the_vectors_whole_and_byte_by_byte(
    vector: dict[str, Any], reader_of: Any
) -> None:
    data = vector["text"].encode()
    whole = reader_of()
    assert whole.feed(data) == vector["bodies"]
    assert whole.dropped == vector["dropped"]
    single = reader_of()
    assert [text for byte in data for text in single.feed(bytes([byte]))] == vector["bodies"]
    assert single.dropped == vector["dropped"]


@given(BODIES)
def test_both_ends_write_the_same_line(body: str) -> None:
    assert wire.encode(body) == encode(body)


@given(STREAMS, st.lists(st.integers(0, 200), max_size=5))
def test_both_ends_read_any_stream_the_same_way(stream: bytes, cuts: list[int]) -> None:
    ours, theirs = wire.LineReader(), FrameReader()
    expected = theirs.feed(stream)
    found = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(stream)], strict=True):
        found += ours.feed(stream[start:end])
    assert found == expected
    assert ours.dropped == theirs.dropped


@given(STREAMS, BODIES)
def test_after_any_noise_the_next_good_line_is_understood(noise: bytes, body: str) -> None:
    for reader in (wire.LineReader(), FrameReader()):
        reader.feed(noise)
        # What came before may have been the beginning of a line; `$` begins the next all the same.
        assert reader.feed(encode(body))[-1] == body


@given(BODIES, st.integers(0, 70), st.integers(0, 255))
def test_a_line_with_one_byte_changed_is_no_line_or_the_same(
    body: str, place: int, byte: int
) -> None:
    line = bytearray(encode(body))
    if place >= len(line) - 1:
        return
    line[place] = byte
    for reader in (wire.LineReader(), FrameReader()):
        read = reader.feed(bytes(line))
        assert read in ([], [body]), "a line that was not sent"


@given(STREAMS)
def test_memory_for_an_endless_line_is_limited(stream: bytes) -> None:
    reader = wire.LineReader()
    reader.feed(stream)
    reader.feed(b"$" + b"y" * 5000)
    longest = max(len(each) for each in vars(reader).values() if isinstance(each, bytearray))
    assert longest <= wire.LINE_LIMIT


def test_faults_that_do_not_fit_are_replaced_by_more() -> None:
    shortened = firmware("report").shortened
    head = "S,1,2," + "V1:15v" + ",--/--:0.0,0.0.0.0.0.0.0/0.0.0.0.0.0.0,"
    body = shortened(head + ";".join(f"V{k}:flicker" for k in range(1, 99)))
    assert len(body) <= BODY_LIMIT
    assert body.endswith(";more")
    assert body.startswith(head + "V1:flicker;V2:flicker")
    assert shortened(head + "V1:short") == head + "V1:short"
