"""The journal: nothing acknowledged is ever lost, and no file that is not ours is touched."""

import hashlib
import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.records import journal_file
from companion.records.encoding import encode
from companion.records.journal import Journal, Observation
from companion.records.journal_file import JournalError
from companion.referee.facts import Roll, TurnBegins
from companion.rules.vocabulary import Player

ROLL = Roll(Player.V, (6, 3))
TURN = TurnBegins(Player.V, "V12=14n1N N12=14v1V")
BOARD = "S,1,2,V6:5v;N12:14v1V,63/--:12.11,0.0.0.0.0.0.0/0.0.0.0.0.0.0,"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def refused(path: Path, says: str) -> None:
    """Opening is refused in one sentence that names the file, and the file stays as it is."""
    before = digest(path)
    with pytest.raises(JournalError, match=says) as error:
        Journal.open(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert digest(path) == before


def test_what_was_recorded_is_there_after_closing(path: Path) -> None:
    with Journal.open(path) as journal:
        number = journal.begin_match({"game": "jacquet", "options": ["double-bouchage"]})
        journal.record(1.5, [TURN, ROLL], BOARD, "state 1")
        journal.record(2.5, [], BOARD + "2", "state 2")
    with Journal.open(path) as journal:
        saved = journal.unfinished()
        assert saved is not None
        assert saved.match == number
        assert saved.settings == {"game": "jacquet", "options": ["double-bouchage"]}
        assert (saved.state, saved.elapsed) == ("state 2", 2.5)
        assert journal.facts(number) == (
            Observation(1.5, BOARD, (TURN, ROLL)),
            Observation(2.5, BOARD + "2", ()),
        )
        assert journal.facts(number + 1) == ()


def test_a_finished_match_is_listed_and_not_resumed(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal.unfinished() is None
        first = journal.begin_match({"game": "dutch"})
        fresh = journal.unfinished()
        assert fresh is not None
        assert (fresh.state, fresh.elapsed) == (None, 0.0)
        second = journal.begin_match({"game": "jacquet"})
        journal.record(9.0, [ROLL], BOARD, "s")
        journal.finish_match()
        journal.finish_match()
        assert journal.unfinished() is None
        assert [row.match for row in journal.matches()] == [second]
        rows = journal.matches(pending=True)
        assert [(row.match, row.completed) for row in rows] == [(first, False), (second, True)]
        assert [row.settings["game"] for row in rows] == ["dutch", "jacquet"]
        assert all(row.ended is not None and row.begun <= row.ended for row in rows)
        assert rows[1].elapsed == 9.0
        with pytest.raises(JournalError, match="has no match to record facts in"):
            journal.record(10.0, [ROLL], BOARD, "s")


def test_each_migration_is_recorded_and_the_file_says_what_it_is(path: Path) -> None:
    Journal.open(path).close()
    db = sqlite3.connect(path)
    names = [name for (name,) in db.execute("SELECT name FROM migration ORDER BY name")]
    assert names == [name for name, _ in journal_file.MIGRATIONS]
    assert db.execute("PRAGMA user_version").fetchone() == (len(names),)
    assert db.execute("PRAGMA application_id").fetchone() == (journal_file.APPLICATION_ID,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


def test_an_older_journal_is_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(path) as journal:
        journal.begin_match({})
    step = ("0002-test", ("ALTER TABLE match ADD COLUMN note TEXT",))
    monkeypatch.setattr(journal_file, "MIGRATIONS", (*journal_file.MIGRATIONS, step))
    with Journal.open(path) as journal:
        assert journal.unfinished() is not None
    db = sqlite3.connect(path)
    assert db.execute("SELECT note FROM match").fetchall() == [(None,)]
    db.close()


def test_a_migration_that_fails_leaves_no_half_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal.open(path).close()
    step = ("0002-bad", ("CREATE TABLE half (x)", "CREATE TABLE match (x)"))
    with monkeypatch.context() as patch:
        patch.setattr(journal_file, "MIGRATIONS", (*journal_file.MIGRATIONS, step))
        with pytest.raises(JournalError, match="table match already exists"):
            Journal.open(path)
    with Journal.open(path) as journal:
        tables = journal._db.execute("SELECT name FROM sqlite_master WHERE name = 'half'")
        assert tables.fetchall() == []


def test_a_newer_journal_is_refused(path: Path) -> None:
    Journal.open(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    refused(path, "is damaged")
    path.with_name(path.name + "-seal").unlink()
    refused(path, "was written by a newer companion")


@pytest.mark.parametrize("content", [b"; a match file\n", b"x", b"SQLite format 3\0" + b"\0" * 200])
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, "is not a journal of the companion")


def test_somebody_elses_database_is_refused(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE match (id)")
    db.commit()
    db.close()
    refused(path, "is not a journal of the companion")


def fill(journal: Journal, count: int) -> tuple[int, str]:
    """Record until it fails or is enough; how many were acknowledged, and the complaint."""
    for t in range(count):
        try:
            journal.record(float(t), [TURN, ROLL], BOARD, f"state {t}")
        except JournalError as error:
            return t, str(error)
    return count, ""


def read_through(path: Path) -> tuple[bool, str]:
    """Whether a journal opens, and what it says when it or a later look fails."""
    opened = False
    try:
        with Journal.open(path) as journal:
            opened = True
            journal.unfinished()
            for row in journal.matches():
                journal.facts(row.match)
    except JournalError as error:
        return opened, str(error)
    return opened, ""


def damaged(chance: random.Random, good: bytes) -> bytes:
    """A file with some bytes changed, a block overwritten, or its end missing."""
    data = bytearray(good)
    kind = chance.random()
    if kind < 0.1:
        return good[: chance.randrange(1, len(good))]
    if kind < 0.4:
        at = chance.randrange(len(good))
        data[at : at + 400] = chance.randbytes(400)[: len(good) - at]
    for _ in range(chance.choice([1, 3, 20])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def test_a_damaged_journal_is_refused_or_read_right_and_never_touched(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin_match({"game": "jacquet"})
        assert fill(journal, 60) == (60, "")
    good = path.read_bytes()
    chance = random.Random(7)
    refusals = 0
    for _ in range(500):
        damage = damaged(chance, good)
        path.write_bytes(damage)
        opened, complaint = read_through(path)
        assert "\n" not in complaint
        assert opened or path.read_bytes() == damage
        refusals += complaint != ""
    assert 200 < refusals < 500


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Journal.open(path) as journal:
        assert journal.begin_match({}) == 1


@pytest.mark.parametrize("value", [encode("text"), "{", "[]", b"\xff", 7, "\0"], ids=repr)
def test_a_row_that_is_not_ours_is_named(path: Path, value: object) -> None:
    with Journal.open(path) as journal:
        number = journal.begin_match({})
        journal.record(0.0, [ROLL], BOARD, "s")
        journal._db.execute("UPDATE fact SET body = ?", (value,))
        journal._db.execute("UPDATE match SET settings = ?", (value,))
        if value != encode("text"):
            with pytest.raises(JournalError, match="holds a row that is not its own"):
                journal.matches(pending=True)
            with pytest.raises(JournalError, match="holds a row that is not its own"):
                journal.unfinished()
        with pytest.raises(JournalError, match="holds a row that is not its own"):
            journal.facts(number)


def test_text_that_is_no_text_is_named(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin_match({"game": "jacquet"})
        journal._db.execute("UPDATE match SET begun = CAST(x'ff' AS TEXT)")
        with pytest.raises(JournalError, match=r"holds a row that is not its own|is damaged"):
            journal.matches(pending=True)


def test_missing_folder_and_folder_as_file(path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened; its folder must exist"):
        Journal.open(path / "deeper" / "x.journal")
    with pytest.raises(JournalError, match="cannot be used: Is a directory"):
        Journal.open(path.parent)


def test_a_file_that_turns_read_only_is_one_sentence(path: Path) -> None:
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalError, match="may not be written to"):
            journal.begin_match({})


def test_a_vanished_file_is_noticed_before_anything_is_acknowledged(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin_match({})
        path.rename(path.with_suffix(".gone"))
        with pytest.raises(JournalError, match="has been removed or renamed"):
            journal.record(0.0, [ROLL], BOARD, "s")
        path.touch()
        with pytest.raises(JournalError, match="has been removed or renamed"):
            journal.record(0.0, [ROLL], BOARD, "s")
        path.with_suffix(".gone").replace(path)
        journal.record(0.0, [ROLL], BOARD, "s")


def test_a_full_disk_loses_nothing_and_recording_goes_on_with_space(path: Path) -> None:
    with Journal.open(path) as journal:
        number = journal.begin_match({})
        journal._db.execute("PRAGMA max_page_count = 20")
        kept, complaint = fill(journal, 1000)
        assert 0 < kept < 1000
        assert "the disk is full" in complaint
        saved = journal.unfinished()
        assert saved is not None
        assert saved.state == f"state {kept - 1}"
        journal._db.execute("PRAGMA max_page_count = 100000")
        journal.record(1000.0, [TURN], BOARD, "after")
        assert len(journal.facts(number)) == kept + 1


def test_a_file_that_may_not_grow_loses_nothing(path: Path) -> None:
    resource = pytest.importorskip("resource", reason="no file size limits on this system")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal.open(path) as journal:
        number = journal.begin_match({})
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
        try:
            kept, complaint = fill(journal, 1000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert 0 < kept < 1000
        assert "disk" in complaint
    with Journal.open(path) as journal:
        assert len(journal.facts(number)) == kept


RECORDER = """
import sys
from companion.records.journal import Journal
from companion.referee.facts import Roll
from companion.rules.vocabulary import Player
journal = Journal.open(sys.argv[1])
if journal.unfinished() is None:
    journal.begin_match({"game": "jacquet"})
sys.stdout.write("begun\\n")
sys.stdout.flush()
first = sum(len(seen.facts) for seen in journal.facts(1)) // 2
for n in range(first, first + 100000):
    rolls = Roll(Player.V, (6, n)), Roll(Player.N, (n, 1))
    journal.record(float(n), rolls, f"S,{n}", f"state {n}")
    sys.stdout.write(f"{n}\\n")
    sys.stdout.flush()
"""


def recorder(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RECORDER, str(path)]
    return subprocess.Popen(  # noqa: S603 -- our own interpreter, our own text
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("seed", range(3))
def test_kill_9_at_any_moment_loses_nothing_acknowledged(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    told = -1
    for _ in range(4):
        child = recorder(path)
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(chance.uniform(0, 0.1))
        child.kill()
        lines = child.communicate(timeout=30)[0].split("\n")[:-1]
        told = int(lines[-1]) if lines else told
        with Journal.open(path) as journal:
            seen = journal.facts(1)
            saved = journal.unfinished()
        assert len(seen) in (told + 1, told + 2)
        for n, observation in enumerate(seen):
            rolls = (Roll(Player.V, (6, n)), Roll(Player.N, (n, 1)))
            assert observation == Observation(float(n), f"S,{n}", rolls)
        assert saved is not None
        if seen:
            assert saved.state == f"state {len(seen) - 1}"
        told = len(seen) - 1


def test_a_kill_while_the_file_is_made_leaves_it_usable(path: Path) -> None:
    chance = random.Random(1)
    for _ in range(6):
        child = recorder(path)
        time.sleep(chance.uniform(0.05, 0.2))
        child.kill()
        child.communicate(timeout=30)
        with Journal.open(path) as journal:
            journal.facts(1)
        path.unlink()
        path.with_name(path.name + "-seal").unlink()


def test_a_second_companion_is_refused_and_the_first_goes_on(path: Path) -> None:
    with Journal.open(path) as journal:
        number = journal.begin_match({})
        second = recorder(path)
        _, complaint = second.communicate(timeout=30)
        assert second.returncode != 0
        assert "is in use by another companion" in complaint
        with pytest.raises(JournalError, match="is in use by another companion"):
            Journal.open(path)
        journal.record(0.0, [ROLL], BOARD, "s")
        assert len(journal.facts(number)) == 1


def median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def test_recording_costs_little_more_than_the_disk_itself(path: Path) -> None:
    # The verdict has 5 ms in all; how long a disk takes to sync is not ours, the rest is.
    ours, disks = [], []
    with Journal.open(path) as journal, path.with_suffix(".raw").open("wb") as raw:
        journal.begin_match({})
        for t in range(100):
            begun = time.perf_counter()
            journal.record(float(t), [TURN, ROLL], BOARD, "s" * 2000)
            ours.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            raw.write(b"x" * 20_000)
            raw.flush()
            os.fsync(raw.fileno())
            disks.append(time.perf_counter() - begun)
    assert median(ours) < 3 * median(disks) + 0.0025
