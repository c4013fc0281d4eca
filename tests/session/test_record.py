"""What an evening records, and the progress that it computes apart from the game."""

import threading
from pathlib import Path
from typing import cast

import pytest

from companion.records.journal import Journal
from companion.records.read import RecordedInput
from companion.referee.state import Practice, State
from companion.referee.talk_facts import KeyAnswer, Progress
from companion.referee.view import View
from companion.rules import Player
from companion.session import record as session_record
from companion.session.record import Record
from companion.session.sinks import Words
from companion.settings import Settings
from companion.speech.catalogue import Sentence

V = Player.V


def record(journal: Journal | None, told: list[Sentence], *, temporary: bool = False) -> Record:
    return Record(
        journal=journal,
        settings=Settings(""),
        words=cast("Words", None),
        complain=told.append,
        is_temporary=temporary,
    )


def test_progress_is_computed_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer, answered = threading.Event(), threading.Event()
    given: list[Progress | KeyAnswer] = []

    def slow(*_given: object) -> Progress:
        assert may_answer.wait(20)
        return Progress(V)

    def give(fact: Progress | KeyAnswer) -> None:
        given.append(fact)
        answered.set()

    monkeypatch.setattr(session_record, "progress", slow)
    with Journal.open(tmp_path / "j") as journal:
        record(journal, []).progress(Practice(), V, give)
        assert given == []  # the game goes on meanwhile
        may_answer.set()
        assert answered.wait(20)
    assert given == [Progress(V)]


class Written:
    """A journal that keeps the inputs of its lines."""

    def __init__(self) -> None:
        self.inputs: list[tuple[RecordedInput, ...]] = []

    def record(self, *line: object, **_more: object) -> None:
        self.inputs.append(cast("tuple[RecordedInput, ...]", line[3]))


def test_inputs_that_were_dropped_before_they_were_written_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_record, "LONGEST", 2)
    journal = Written()
    kept = record(cast("Journal", journal), [])
    begin = kept.note(0.0, "begin", "{}")
    kept.drop(kept.note(0.5, "line", "S"))
    was_long = kept.is_long
    opened = kept.note(1.0, "opened", "a\nb")
    assert (was_long, kept.is_long) == (False, True)
    kept.write(1.0, (), cast("State", None), cast("View", None))
    lost = kept.note(2.0, "lost")
    kept.write(2.0, (), cast("State", None), cast("View", None))
    kept.drop(lost)
    kept.drop(kept.note(3.0, "line", "S"))
    kept.write(3.0, (), cast("State", None), cast("View", None))
    assert journal.inputs == [(begin, opened), (lost,), ()]


def test_an_evening_that_is_not_saved_has_no_progress(tmp_path: Path) -> None:
    given: list[Progress | KeyAnswer] = []
    with Journal.open(tmp_path / "j") as journal:
        record(journal, [], temporary=True).progress(Practice(), V, given.append)
    record(None, []).progress(Practice(), V, given.append)
    assert given == [KeyAnswer(V, "progress")] * 2
    assert not record(None, []).is_saved
