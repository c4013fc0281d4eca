"""The journal loses nothing that it has confirmed, and has one writer at a time."""

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from companion.records.journal import Journal
from companion.records.lines import JournalError, head_of
from companion.records.read import (
    RecordedInput,
    RecordedObservation,
    check,
    check_file,
    files,
    matches,
    observations,
)
from companion.referee.facts import MatchEnds, Roll, TurnBegins
from companion.rules.vocabulary import Player
from tests.records.disk import disk
from tests.records.kept import state

ROLL = Roll(Player.V, (6, 3))
TURN = TurnBegins(Player.V, "V12=14n1N N12=14v1V")
OTHER_FIELDS = {"opening": False, "by_hand": False, "over": False, "simulated": False}
ENDS = MatchEnds(Player.V, (1, 0))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "evenings"


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_recorded_lines_are_there_after_closing(folder: Path) -> None:
    settings = {"game": "jacquet", "options": ["double-bouchage"], "clock": 7, "players": ["A", ""]}
    entries = (RecordedInput(1.25, "line", "S,1"), RecordedInput(1.5, "typed", "é"))
    with Journal.open(folder) as journal:
        journal.begin_match(settings)
        journal.record(1.5, [TURN, ROLL], state("jacquet", 1), entries)
        journal.record(2.5, [], state("jacquet", 2))
    with Journal.open(folder) as journal:
        saved = journal.unfinished
        assert saved is not None
        assert saved.state == state("jacquet", 2)
        assert saved.settings == settings | {"match_to": None, "table": ""}
        assert tuple(observations(saved.path)) == (
            RecordedObservation(1.5, (TURN, ROLL), entries),
            RecordedObservation(2.5, ()),
        )
        journal.record(3.5, [ROLL], state("jacquet", 3))
    (path,) = files(folder)
    assert [line.get("n") for line in lines(path)] == [None, 2, 3, 4]
    assert check(folder) == ((), True, 1, 4)


def test_the_lines_are_as_they_are_documented(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.begin_match({"game": "backgammon", "match_to": 5, "players": ["Ann", "Bo"]})
        journal.record(12.3456, [ROLL], None)
        journal.record(13.0, [ENDS], None, ends=True)
    (path,) = files(folder)
    first, roll, end, last = lines(path)
    assert path.name == f"{str(first['begun']).replace(':', '')}-backgammon.jsonl"
    assert list(first) == [
        *("journal", "program", "begun", "game", "options", "match_to", "players", "table"),
        *("settings", "sum"),
    ]
    assert (first["journal"], first["players"]) == (1, {"V": "Ann", "N": "Bo"})
    assert list(roll) == ["n", "t", "facts", "from", "state", "sum"]
    assert (roll["t"], roll["facts"]) == (
        12.346,
        [{"fact": "Roll", "player": "V", "dice": [6, 3]} | OTHER_FIELDS],
    )
    assert end["n"] == 3
    assert list(last) == ["n", "ended", "completed", "sum"]
    assert (last["n"], last["completed"]) == (4, True)
    head = json.loads(head_of(path).read_text(encoding="utf-8"))
    assert head == {"n": 4, "sum": last["sum"], "first": first}


def test_a_finished_match_is_listed_and_not_resumed(folder: Path) -> None:
    with Journal.open(folder) as journal:
        assert journal.unfinished is None
        journal.begin_match({"game": "dutch"})
        journal.begin_match({"game": "jacquet"})
        journal.record(9.0, [ROLL], state("jacquet"))
        journal.finish_match()
        journal.finish_match()
        with pytest.raises(JournalError, match="has no match to record facts in"):
            journal.record(10.0, [ROLL], state())
    assert [(row.match, row.completed) for row in matches(folder)] == [(1, True)]
    rows = matches(folder, pending=True)
    assert [(row.match, row.settings["game"]) for row in rows] == [(0, "dutch"), (1, "jacquet")]
    assert Journal.open(folder).unfinished is None


def test_a_new_match_ends_the_open_one(folder: Path) -> None:
    for _ in range(3):
        with Journal.open(folder) as journal:
            journal.begin_match({"game": "dutch"})
            journal.record(1.0, [ROLL], state())
    rows = matches(folder)
    assert [(row.ended is None, row.completed) for row in rows] == [
        (False, False),
        (False, False),
        (True, False),
    ]
    assert check(folder)[1]


def test_a_kill_between_the_last_fact_and_the_end_leaves_a_finished_match(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.begin_match({"game": "dutch"})
        journal.record(1.0, [ROLL, ENDS], state())
    with Journal.open(folder) as journal:
        assert journal.unfinished is None
    assert [row.completed for row in matches(folder)] == [True]


def test_file_names_sort_by_the_order_of_matches_with_any_clock(folder: Path) -> None:
    folder.mkdir()
    future = folder / "2999-01-01T000000Z-dutch.jsonl"
    future.write_text("")
    with Journal.open(folder) as journal:
        for game in ("jacquet", "acey-deucey", "dutch"):
            journal.begin_match({"game": game})
    assert [path.name.removeprefix("2999-01-01T000000Z-") for path in files(folder)] == [
        *("dutch.jsonl", "jacquet-2.jsonl", "acey-deucey-3.jsonl", "dutch-4.jsonl")
    ]


def test_a_second_writer_is_refused_and_a_reader_is_not(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.begin_match({"game": "dutch"})
        journal.record(1.0, [ROLL], state())
        with pytest.raises(JournalError, match="is in use by another companion") as error:
            Journal.open(folder)
        assert error.value.name == "refusal.journal.in-use"
        assert len(matches(folder)) == 1
    Journal.open(folder).close()


@pytest.mark.parametrize("broken", ["full", "sync", "read-only", "file", "folder"])
def test_a_failed_write_is_one_sentence_and_is_repeated_once(folder: Path, broken: str) -> None:
    aside = folder.with_name("aside")
    with disk() as below, Journal.open(folder) as journal:
        journal.begin_match({"game": "dutch"})
        journal.record(1.0, [ROLL], state())
        (path,) = files(folder)
        if broken == "full":
            below.free = 20
        elif broken == "sync":
            below.broken = errno.EIO
        elif broken == "read-only":
            below.broken = errno.EROFS
        else:
            (path if broken == "file" else folder).rename(aside)
        for _ in range(2):
            with pytest.raises(JournalError) as error:
                journal.record(2.0, [TURN], state())
            assert "\n" not in str(error.value)
            assert str(folder) in str(error.value)
        code = {"sync": "disk-error", "file": "gone", "folder": "gone"}.get(broken, broken)
        assert error.value.name == f"refusal.journal.{code}"
        below.free, below.broken = None, 0
        if aside.exists():
            aside.rename(path if broken == "file" else folder)
        journal.record(2.0, [TURN], state())
    assert [each.facts for each in observations(path)] == [(ROLL,), (TURN,)]
    assert check(folder)[1]


@pytest.mark.parametrize("free", [0, 100])
def test_a_match_that_cannot_begin_leaves_no_file(folder: Path, free: int) -> None:
    with disk() as below, Journal.open(folder) as journal:
        below.free = free
        with pytest.raises(JournalError, match="The disk is full"):
            journal.begin_match({"game": "dutch"})
        assert files(folder) == []


def test_a_read_only_folder_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_lock: FileLock) -> None:  # as the system does, but not for root
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(JournalError, match="may not be written to") as error:
        Journal.open(folder)
    assert error.value.name == "refusal.journal.read-only"
    assert "\n" not in str(error.value)


def test_a_file_in_place_of_the_folder_is_refused(folder: Path) -> None:
    folder.write_text("text")
    for path in (folder, folder / "under"):
        with pytest.raises(JournalError, match="is not a folder"):
            Journal.open(path)
    with pytest.raises(JournalError, match="is not a folder"):
        matches(folder)
    with pytest.raises(JournalError, match="There is no journal"):
        matches(folder.with_name("none"))


def test_a_lone_surrogate_is_kept(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.begin_match({"game": "dutch", "players": ["\udce9", ""]})
        journal.record(1.0, [ROLL], state(), [RecordedInput(1.0, "typed", "\ud800é")])
    (row,) = matches(folder)
    assert row.settings["players"] == ["\udce9", ""]
    assert next(observations(row.path)).entries[0].text == "\ud800é"
    assert check(folder)[1]


WRITER = """
import sys
from companion.records.journal import Journal
from companion.referee.facts import Roll
from companion.rules import Player
from tests.records.kept import state
with Journal.open(sys.argv[1]) as journal:
    if journal.unfinished is None:
        journal.begin_match({"game": "dutch"})
    for number in range(int(sys.argv[2]), 10_000):
        journal.record(number, [Roll(Player.V, (6, 3))], state(turn=number))
        print(number, flush=True)
"""


@pytest.mark.slow
def test_after_a_kill_every_confirmed_line_is_there_once(folder: Path) -> None:
    chance, expected = random.Random(5), 0
    for _ in range(25):
        with subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", WRITER, str(folder), str(expected)],
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout is not None
            told = [writer.stdout.readline()]
            time.sleep(chance.random() * 0.05)
            writer.send_signal(signal.SIGKILL)
            told += writer.stdout.readlines()
        told = [line for line in told if line.endswith("\n")]
        (path,) = files(folder)
        assert not check_file(path).problems
        there = [each.t for each in observations(path)]
        assert there == list(range(len(there)))
        assert int(told[-1]) + 1 <= len(there) <= int(told[-1]) + 2
        expected = len(there)


def test_a_thousand_matches_are_listed_in_a_second(folder: Path) -> None:
    with Journal.open(folder, synced=False) as journal:
        journal.begin_match({"game": "dutch"})
        for number in range(100):
            journal.record(number, [ROLL], state())
        journal.finish_match()
    (path,) = files(folder)
    for number in range(2, 1001):
        shutil.copyfile(path, folder / path.name.replace(".jsonl", f"-{number}.jsonl"))
    times = []
    for _ in range(3):
        begun = time.process_time()
        assert len(matches(folder)) == 1000
        times.append(time.process_time() - begun)
    print(f"1,000 matches are listed in {min(times):.2f} s.")
    assert min(times) < 1
