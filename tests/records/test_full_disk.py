"""A disk that is full when a match ends: nothing is lost, nothing is there twice."""

from pathlib import Path
from typing import cast

from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal
from companion.referee.facts import Fact, MatchEnds
from companion.session.sinks import Record, Stopwatch, Words
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.speaker import Speaker
from tests.flow.sitting import Ear
from tests.records import disk
from tests.records.disk import Disk
from tests.records.sheets import Chance

FIRST = list(facts_of(Chance(3, length=1).sheet()))[-8:]
SECOND = list(facts_of(Chance(5, length=1).sheet()))[:8]
BOARD = "S,1,2,V6:5v;N12:14v1V,63/--:12.11,0.0.0.0.0.0.0/0.0.0.0.0.0.0,"


def record_of(journal: Journal, told: list[str]) -> Record:
    settings = Settings("memory")
    langs, usual, own = (settings.each(each) for each in ("lang", "verbosity", "notation"))
    words = Words(
        announcer=Announcer("backgammon", langs, usual, own, "club"),
        speaker=cast("Speaker", Ear()),
        now=Stopwatch(),
    )
    return Record(journal=journal, settings=settings, words=words, complain=told.append)


def play(path: Path, noting: Disk, free: int) -> tuple[int, list[str]]:
    """Two matches, the disk full around the end of the first; facts and complaints."""
    told: list[str] = []
    number = 0
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")  # nothing is pulled here
        journal.begin_match({"game": "backgammon"})
        record = record_of(journal, told)
        for facts in FIRST + SECOND:
            number += 1
            if number == len(FIRST):
                journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                noting.before = disk.filling(free)
            if number == len(FIRST) + len(SECOND):
                noting.before = lambda _op, _count: 0
            record.write(float(number), facts, BOARD, f"state {number}" * 200)
        assert record.kept
    return number, told


def test_a_disk_that_is_full_at_a_matchs_end_neither_loses_nor_doubles_anything(
    tmp_path: Path,
) -> None:
    ends = [sum(isinstance(fact, MatchEnds) for fact in facts) for facts in FIRST]
    assert ends == [0] * (len(FIRST) - 1) + [1]
    noting, filled = Disk().install(), 0
    try:
        for kilobytes in range(80):
            path = tmp_path / f"{kilobytes}.journal"
            noting.before = lambda _op, _count: 0
            _, told = play(path, noting, kilobytes * 1024)
            filled += any("the disk is full" in each for each in told)
            with Journal.open(path) as journal:
                rows = journal.matches(pending=True)
                kept = [facts_kept(journal, row.match) for row in rows]
                assert [row.completed for row in rows] == [True, False], kilobytes
            assert kept == [FIRST, SECOND], kilobytes
    finally:
        noting.remove()
    assert filled > 40


def facts_kept(journal: Journal, match: int) -> list[tuple[Fact, ...]]:
    return [seen.facts for seen in journal.facts(match)]


def test_the_record_is_told_to_have_stopped_once(tmp_path: Path) -> None:
    noting = Disk().install()
    try:
        _, told = play(tmp_path / "a.journal", noting, 0)
    finally:
        noting.remove()
    assert len(told) == 1
