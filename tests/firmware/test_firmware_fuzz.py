"""Random bytes to either end cause no crash, no hang, and no line that was not sent."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.link.codec import encode
from companion.link.connection import Connection
from companion.link.messages import BoardAnswer, Hello
from tests.firmware.boards import Board, firmware

FUZZ_SECONDS = 15
VERBS = ["HELLO", "SNAP", "ENROL", "FACE", "RATE", "TEST", "SIGNAL", "NONSENSE", "hello", ""]
WORDS = st.one_of(
    st.sampled_from(["V1", "N12", "VB", "v", "N", "?", "1", "4", "6", "10", "-1", "99999", "all"]),
    st.text("".join(chr(c) for c in range(32, 127) if chr(c) not in "$*"), max_size=30),
)
COMMANDS = st.builds(
    lambda number, verb, words: ",".join(["Q", str(number), verb, *words]),
    st.integers(-1, 70_000),
    st.sampled_from(VERBS),
    st.lists(WORDS, max_size=4),
)
SENT = st.lists(
    st.one_of(COMMANDS.map(encode), st.binary(max_size=60), WORDS.map(str.encode)), max_size=6
).map(b"".join)


@pytest.fixture(scope="module")
def board() -> Board:
    made = Board(seed=1)
    made.put_all("V1=1v V6=5v N12=2n")
    made.run(3000)
    return made


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SENT)
def test_a_board_answers_a_hello_after_random_bytes(board: Board, sent: bytes) -> None:
    board.rig.receive(sent)
    board.run(400)
    before = board.reader.dropped
    said = board.ask("HELLO", ms=150)
    assert any(isinstance(message, Hello) for message in said)
    assert any(isinstance(message, BoardAnswer) and message.ok for message in said)
    assert board.reader.dropped == before, "what the board says is always whole"


@settings(max_examples=25)
@given(st.lists(st.one_of(st.binary(max_size=80), COMMANDS.map(encode)), max_size=8))
def test_the_companion_reads_a_hello_after_random_bytes(sent: list[bytes]) -> None:
    connection = Connection()
    connection.opened(0.0)
    for number, data in enumerate(sent):
        connection.receive(data, number * 0.1)
        connection.tick(number * 0.1)
    events = connection.receive(encode("H,1,1.0.0,board-7,5f3a,28"), 1.0)
    assert Hello(1, "1.0.0", "board-7", "5f3a", 28) in events


@given(st.text(max_size=40))
def test_free_text_is_cleaned_for_a_line(text: str) -> None:
    cleaned = firmware("wire").clean(text)
    assert encode("L,info," + cleaned)
    assert "," not in cleaned


@pytest.mark.slow
def test_a_coverage_guided_fuzzer_finds_nothing(tmp_path: Path) -> None:
    if find_spec("atheris") is None:
        pytest.skip("atheris is not installed: it has wheels for Linux only")
    limits = [f"-max_total_time={FUZZ_SECONDS}", f"-artifact_prefix={tmp_path}/"]
    ended = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-m", "tests.firmware.fuzz_wire", *limits],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=FUZZ_SECONDS * 4,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert "DONE" in ended.stderr
