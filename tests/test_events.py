"""The event stream: exact fields of every fact, and a writer that never ends the evening."""

import json
import math
import os
import subprocess
import sys
import typing
from pathlib import Path

import pytest

from companion import events
from companion.referee import board_facts, facts
from companion.speech.catalogue import Sentence
from companion.speech.utterance import Priority, Utterance
from tests.fact_lines import read_fact

EVENTS = [
    (read_fact(paragraph.partition("\n")[0]), json.loads(paragraph.partition("\n")[2]))
    for paragraph in (Path(__file__).parent / "data/events.txt").read_text("utf-8").split("\n\n")
]
"""Facts, and the event of each without its time; null for one that stays at the table."""


@pytest.mark.parametrize(("fact", "wanted"), EVENTS, ids=lambda case: type(case).__name__)
def test_a_fact_becomes_exactly_its_event(
    fact: facts.Fact, wanted: dict[str, object] | None
) -> None:
    event = events.to_event(fact, 1.5)
    if wanted is None or event is None:
        assert event is wanted
        return
    assert event == {"t": 1.5, **wanted}
    assert list(event)[:2] == ["t", "event"]
    assert json.loads(events.line(event)) == event


def test_every_kind_of_fact_is_tested() -> None:
    assert {type(fact) for fact, _ in EVENTS} == set(typing.get_args(facts.Fact))


def test_a_value_without_a_form_is_refused_and_not_written_as_its_name() -> None:
    with pytest.raises(TypeError, match="no form on the event stream"):
        events.to_event(board_facts.Link(state=object()), 0.0)  # type: ignore[arg-type]


def test_spoken_words_are_an_event() -> None:
    words = Utterance("Coup légal.", "fr", Priority.RESULT, to="V")
    assert events.say_event(words, 2.25, interrupts=False) == {
        "t": 2.25,
        "event": "say",
        "text": "Coup légal.",
        "lang": "fr",
        "priority": "result",
        "to": "V",
        "interrupts": False,
    }


def test_a_line_is_one_line_of_readable_json() -> None:
    assert events.line({"t": 0.5, "text": "légal\nou non"}) == (
        '{"t": 0.5, "text": "légal\\nou non"}\n'
    )
    with pytest.raises(ValueError, match="not JSON compliant"):
        events.line({"t": math.nan})


def test_a_file_is_appended_to_and_every_line_is_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text('{"t": 1, "event": "to', encoding="utf-8")  # torn by a power cut
    complaints: list[Sentence] = []
    writer = events.EventWriter(path, complaints.append)
    writer.write({"t": 0.0, "event": "link"})
    assert path.read_text(encoding="utf-8").splitlines()[1:] == ['{"t": 0.0, "event": "link"}']
    writer.close()
    writer.close()
    writer.write({"t": 1.0, "event": "late"})
    second = events.EventWriter(str(path), complaints.append)
    second.write({"t": 0.0, "text": "\udc80"})
    second.close()
    lines = path.read_bytes().splitlines()
    assert len(lines) == 3
    assert json.loads(lines[2]) == {"t": 0.0, "text": "\udc80"}
    assert complaints == []


def test_a_target_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(events.EventsError, match=r"^Events cannot be written to .*\.$"):
        events.EventWriter(tmp_path / "nowhere" / "e.jsonl", print)
    with pytest.raises(events.EventsError, match="directory"):
        events.EventWriter(tmp_path, print)


def test_a_pipe_without_a_reader_is_refused_at_once_and_with_one_is_written(tmp_path: Path) -> None:
    pipe = tmp_path / "e"
    os.mkfifo(pipe)
    with pytest.raises(events.EventsError) as error:
        events.EventWriter(pipe, print)
    assert str(error.value).startswith(f"No program reads the events from {pipe}.")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writer = events.EventWriter(pipe, print)
    writer.write({"t": 0.0})
    assert os.read(reader, 100) == b'{"t": 0.0}\n'
    writer.close()
    os.close(reader)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_said_once_and_the_evening_goes_on() -> None:
    complaints: list[Sentence] = []
    writer = events.EventWriter("/dev/full", complaints.append)
    for t in range(3):
        writer.write({"t": t})
    assert [str(each) for each in complaints] == [
        "Events are no longer written to /dev/full: No space left on device. The game goes on."
    ]


class Trickle:
    """A stream that takes three bytes at a time, then refuses."""

    def __init__(self, room: int) -> None:
        self.room, self.got, self.closed = room, b"", False

    def write(self, data: memoryview) -> int | None:
        taken = bytes(data[: min(3, self.room)])
        self.got += taken
        self.room -= len(taken)
        return len(taken) or None

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("room", [100, 5])
def test_a_short_write_is_continued(tmp_path: Path, room: int) -> None:
    whole = room == 100
    complaints: list[Sentence] = []
    writer = events.EventWriter(tmp_path / "e", complaints.append)
    writer.close()
    stream = Trickle(room)
    writer.stream = stream  # type: ignore[assignment]
    writer.write({"t": 1.0})
    assert stream.got == (b'{"t": 1.0}\n' if whole else b'{"t":')
    assert stream.closed is not whole
    assert len(complaints) == (0 if whole else 1)


CHILD = """
import sys
from companion.events import EventWriter
writer = EventWriter("-", lambda text: print(text, file=sys.stderr))
for t in range(10000):
    writer.write({"t": t, "event": "x" * 100})
print("still here", file=sys.stderr)
"""


def test_a_reader_that_leaves_ends_the_stream_not_the_evening() -> None:
    read, write = os.pipe()
    child = subprocess.Popen(  # noqa: S603 -- our own interpreter, our own text
        [sys.executable, "-c", CHILD], stdout=write, stderr=subprocess.PIPE, text=True
    )
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        assert json.loads(stream.readline())["t"] == 0
    _, complaint = child.communicate(timeout=30)
    assert child.returncode == 0
    assert complaint.splitlines() == [
        "Events are no longer printed: Broken pipe. The game goes on.",
        "still here",
    ]


def test_standard_output_that_is_no_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        def flush(self) -> None: ...
        def fileno(self) -> int:
            raise ValueError("I/O operation on closed file.")

    monkeypatch.setattr(sys, "stdout", Nothing())
    with pytest.raises(events.EventsError, match=r"standard output, I/O operation on closed file"):
        events.EventWriter("-", lambda _: None)
