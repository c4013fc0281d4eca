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
from companion.referee import board_facts, facts, talk_facts
from companion.rules.verdicts import Code, Fault, Verdict
from companion.rules.vocabulary import Player
from companion.speech.utterance import Priority, Utterance

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
FAULTS = (Fault(Code.BAR_FIRST, Player.N, source="V1"), Fault(Code.WRONG_DISTANCE, Player.N))

EVENTS: list[tuple[facts.Fact, dict[str, object]]] = [
    (
        board_facts.Link(
            "lost", port="socket://127.0.0.1:7777", board="b1", reason="No line for 3 s."
        ),
        {
            "event": "link",
            "state": "lost",
            "port": "socket://127.0.0.1:7777",
            "board": "b1",
            "reason": "No line for 3 s.",
        },
    ),
    (board_facts.Setup(ok=True), {"event": "setup", "ok": True, "differences": []}),
    (
        board_facts.Setup(ok=False, differences=(board_facts.Difference("N12", "14v1V", "12v1V"),)),
        {
            "event": "setup",
            "ok": False,
            "differences": [{"zone": "N12", "want": "14v1V", "have": "12v1V"}],
        },
    ),
    (
        facts.GameBegins("backgammon", ("no-crawford",), 2, None, (3, 1), resumed=True),
        {
            "event": "game_begins",
            "game": "backgammon",
            "options": ["no-crawford"],
            "number": 2,
            "match_to": None,
            "score": {"V": 3, "N": 1},
        },
    ),
    (
        facts.Opening(5, 5, None),
        {"event": "opening", "dice": {"V": 5, "N": 5}, "starter": None},
    ),
    (
        facts.Opening(2, 6, Player.N),
        {"event": "opening", "dice": {"V": 2, "N": 6}, "starter": "N"},
    ),
    (
        facts.TurnBegins(Player.V, START),
        {"event": "turn_begins", "player": "V", "position": START},
    ),
    (facts.Roll(Player.V, (3, 6)), {"event": "roll", "player": "V", "dice": [6, 3]}),
    (
        facts.RollVoid(Player.N, "cocked"),
        {"event": "roll_void", "player": "N", "reason": "cocked"},
    ),
    (
        facts.DieDisturbed(Player.N, 4, 1),
        {"event": "die_disturbed", "player": "N", "was": 4, "now": 1},
    ),
    (
        facts.VerdictGiven(Player.N, (2, 1), Verdict.ILLEGAL, FAULTS, "V1=1n", START),
        {
            "event": "verdict",
            "player": "N",
            "dice": [2, 1],
            "verdict": "illegal",
            "faults": ["bar-first", "wrong-distance"],
            "position": "V1=1n",
        },
    ),
    (
        facts.TurnEnds(Player.N, (2, 2), Verdict.LEGAL, (), "V1=1n", START),
        {
            "event": "turn_ends",
            "player": "N",
            "dice": [2, 2],
            "verdict": "legal",
            "faults": [],
            "position": "V1=1n",
        },
    ),
    (
        facts.ErrorOpen(Player.V, FAULTS[:1], acceptable=False),
        {"event": "error_open", "player": "V", "faults": ["bar-first"]},
    ),
    (
        facts.ErrorClosed(Player.V, "accepted", START),
        {"event": "error_closed", "how": "accepted", "position": START},
    ),
    (
        facts.CubeAction(Player.V, "offer", 2, None),
        {"event": "cube", "player": "V", "action": "offer", "value": 2, "owner": None},
    ),
    (
        facts.CubeAction(Player.N, "take", 2, Player.N),
        {"event": "cube", "player": "N", "action": "take", "value": 2, "owner": "N"},
    ),
    (
        facts.CubeAction(None, "automatic", 2, None),
        {"event": "cube", "player": None, "action": "automatic", "value": 2, "owner": None},
    ),
    (
        facts.Resign(Player.V, 3, "refuse"),
        {"event": "resign", "player": "V", "value": 3, "action": "refuse"},
    ),
    (
        facts.GameEnds(Player.N, "gammon", "off", 4, (0, 4)),
        {
            "event": "game_ends",
            "winner": "N",
            "kind": "gammon",
            "by": "off",
            "points": 4,
            "score": {"V": 0, "N": 4},
        },
    ),
    (
        facts.MatchEnds(Player.N, (2, 5)),
        {"event": "match_ends", "winner": "N", "score": {"V": 2, "N": 5}},
    ),
    (
        facts.Ruling("position", "referee", "told so", position=START),
        {
            "event": "ruling",
            "what": "position",
            "by": "referee",
            "position": START,
            "reason": "told so",
        },
    ),
    (
        facts.Ruling("dice", "both", dice=(1, 6)),
        {"event": "ruling", "what": "dice", "by": "both", "dice": [6, 1]},
    ),
    (
        facts.Ruling("award", "referee", winner=Player.V),
        {"event": "ruling", "what": "award", "by": "referee", "winner": "V"},
    ),
    (
        facts.Ruling("award", "Ann", winner=Player.N, kind="gammon", points=4),
        {
            "event": "ruling",
            "what": "award",
            "by": "Ann",
            "winner": "N",
            "kind": "gammon",
            "points": 4,
        },
    ),
    (
        facts.Ruling("position", "Ann", position=START, player=Player.N),
        {"event": "ruling", "what": "position", "by": "Ann", "position": START, "player": "N"},
    ),
    (
        talk_facts.Hint(
            Player.V,
            "nudge",
            Player.V,
            (3, 1),
            START,
            (talk_facts.HintPlay(START, ("V8/V5",), 123, (talk_facts.HintReason("safe", (), 0),)),),
        ),
        {
            "event": "hint",
            "player": "V",
            "plays": [{"end": START, "moves": ["V8/V5"], "equity": 0.123, "reasons": ["safe"]}],
        },
    ),
]


@pytest.mark.parametrize(("fact", "wanted"), EVENTS, ids=lambda case: type(case).__name__)
def test_a_fact_becomes_exactly_its_event(fact: facts.Fact, wanted: dict[str, object]) -> None:
    event = events.to_event(fact, 1.5)
    assert event == {"t": 1.5, **wanted}
    assert list(event)[:2] == ["t", "event"]
    assert json.loads(events.line(event)) == event


def test_every_fact_is_on_the_stream_or_known_not_to_be() -> None:
    tried = {type(fact) for fact, _ in EVENTS}
    assert set(typing.get_args(facts.Fact)) - tried == {
        facts.GameKept,
        facts.OpeningDie,
        facts.PlayNamed,
        facts.PlayDiffers,
        facts.ExerciseEnds,
        talk_facts.CubeHint,
        talk_facts.TurnJudged,
        talk_facts.Progress,
        facts.DieBack,
        facts.DieWaits,
        facts.TimeLeft,
        talk_facts.Choosing,
        talk_facts.Chosen,
        talk_facts.Question,
        talk_facts.KeyAnswer,
        talk_facts.EntryAnswer,
        talk_facts.MovesTyped,
        talk_facts.Explained,
        board_facts.BoardFault,
        facts.RulingRefused,
    }


@pytest.mark.parametrize(
    "fact",
    [
        facts.OpeningDie(Player.V, 3),
        facts.TimeLeft(Player.V, 60),
        talk_facts.Choosing("game", talk_facts.Choice()),
        talk_facts.Chosen(talk_facts.Choice()),
        facts.DieBack(Player.V, (3, 1)),
        facts.DieWaits(Player.V, "second", 6),
        talk_facts.Question(Player.V, "double"),
        talk_facts.KeyAnswer(Player.N, "score"),
        talk_facts.EntryAnswer(Player.N, "no-dice"),
        talk_facts.MovesTyped(Player.V, ("V8/V5",)),
        talk_facts.Explained(Player.N, "why", Player.V, (6, 3), ""),
        board_facts.BoardFault("V7", "short"),
        talk_facts.Hint(Player.N, "nothing", Player.N, (1, 1), START),
        talk_facts.CubeHint(Player.N, "take", Player.V, 1, START, 36, 440),
        talk_facts.Progress(Player.N),
    ],
)
def test_questions_and_answers_stay_at_the_table(fact: facts.Fact) -> None:
    assert events.to_event(fact, 0.0) is None


def test_a_value_without_a_form_is_refused_and_not_written_as_its_name() -> None:
    with pytest.raises(TypeError, match="no form on the event stream"):
        events.to_event(board_facts.Link(state=object()), 0.0)  # type: ignore[arg-type]


def test_words_are_an_event_too() -> None:
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
    complaints: list[str] = []
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_said_once_and_the_evening_goes_on() -> None:
    complaints: list[str] = []
    writer = events.EventWriter("/dev/full", complaints.append)
    for t in range(3):
        writer.write({"t": t})
    assert complaints == [
        "Events are no longer written to the file /dev/full: the disk is full. The game goes on."
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
def test_a_stream_that_takes_little_is_given_the_rest(tmp_path: Path, room: int) -> None:
    whole = room == 100
    complaints: list[str] = []
    writer = events.EventWriter(tmp_path / "e", complaints.append)
    writer.close()
    stream = Trickle(room)
    writer._stream = stream  # type: ignore[assignment]
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
        "Events are no longer written to standard output: its reader has gone. The game goes on.",
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
