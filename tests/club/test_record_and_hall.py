"""The club's record, and the hall that is restored from it."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.club.club import hall_news
from companion.club.gatherer import Gathered
from companion.club.hall import Hall
from companion.club.record import ClubRecord, RecordError
from companion.publishing.messages import Here, Mark, Published
from companion.records.read import FactRow
from companion.referee import facts as f
from companion.rules import Player
from tests.club.test_hall import ABOUT, Book
from tests.web.scenes import begun, dispute, row, rows
from tests.web.words import text

LEFT = Here(here=False)
HERE = Here(here=True)


def told(given: list[FactRow], journal: str = "j") -> list[Published]:
    return [Published(journal, each) for each in given]


@pytest.fixture
def record(tmp_path: Path) -> Iterator[ClubRecord]:
    with ClubRecord(tmp_path / "club.record") as one:
        yield one


def test_a_record_keeps_facts_marks_and_states(record: ClubRecord, tmp_path: Path) -> None:
    given = rows(dispute())
    record.add([("T1", each) for each in told(given)], [("T1", ABOUT), ("T2", ABOUT)])
    with ClubRecord(tmp_path / "club.record") as again:
        assert again.marks() == {"T1": Mark("j", len(given))}
        assert again.last_match("T1") == tuple(given)
        assert again.last_match("T2") == ()
        assert again.has("T1", "j") == len(given)
        assert again.has("T1", "k") == 0
        assert set(again.abouts()) == {"T1", "T2"}


def test_a_batch_is_recorded_whole_or_not_at_all(record: ClubRecord) -> None:
    given = told(rows(begun()))
    record.add([("T1", given[0])], [])
    with pytest.raises(RecordError):
        record.add([("T1", given[1]), ("T1", given[0])], [("T1", ABOUT)])
    assert record.has("T1", "j") == 1
    assert record.abouts() == {}


def test_the_current_match_of_a_table_is_returned(record: ClubRecord) -> None:
    stage = begun()
    first = rows(stage)
    second = rows(stage)[:3]
    record.add([("T1", each) for each in told(first)], [])
    record.add([("T2", each) for each in told(first)], [])
    assert record.last_match("T1") == tuple(first)
    record.add([("T1", each) for each in told(second, "k")], [])
    assert record.last_match("T1") == tuple(second)


def test_another_kind_of_file_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    for name, content in (("text", b"hello" * 300), ("other", b"")):
        path = tmp_path / name
        path.write_bytes(content)
        if not content:
            with sqlite3.connect(path) as db:
                db.execute("CREATE TABLE mine (x)")
            db.close()
        before = path.read_bytes()
        with pytest.raises(RecordError, match="Choose another file"):
            ClubRecord(path)
        assert path.read_bytes() == before
    with pytest.raises(RecordError):
        ClubRecord(tmp_path / "no" / "folder")


def test_after_a_restart_of_the_hall_times_continue(record: ClubRecord) -> None:
    # An error has been open at T1 for 13 minutes, and for as long green's clock has run at T2.
    for name, given in (("T1", rows(dispute())), ("T2", rows(begun()))):
        record.add([(name, replace(each, age=780.0)) for each in told(given)], [(name, ABOUT)])
    hall = Hall(record.last_match)
    for name, mark in record.marks().items():
        hall.begin(name, mark.journal, ABOUT, record.age(name))
    hall.take(Gathered(here=[("T1", HERE), ("T2", HERE)], broker=""))
    assert hall.heard("en") == ()  # that the club was begun again is no news of a table
    assert "Waiting 13:0" in text(hall.page("en"))
    page = text(hall.lines("en")["table-T2"].html)
    assert "This turn's time 13:" in page
    desk = asyncio.run(hall.find("T1"))
    assert desk is not None
    assert "Open for 13:0" in text(desk.desk.page("en", hall=True))
    # What happened while the club was away came to the table, not to the club, just then.
    number = len(rows(begun()))
    late = Published("j", row(number + 1, f.TimeLeft(Player.V, 0), t=400.0), age=300.0)
    hall.take(Gathered(facts=[("T2", late)]))
    assert "Table T2. Green, time up. Waiting 5:0" in text(hall.page("en")).replace(" . ", ". ")


def test_a_fact_of_a_newer_version_is_skipped() -> None:
    book = Book()
    given = rows(begun())
    book.give("T1", [*given, FactRow(len(given) + 1, 1, 9.0, '{"fact":"Tomorrow"}')])
    assert book.hall.tables["T1"].desk.table.phase == "moving"
    assert book.hall.tables["T1"].desk.table.number == len(given)


async def test_a_table_is_found_by_its_name() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    watched = await book.hall.find("T1")
    assert watched is not None
    assert await book.hall.find("T1") is watched
    assert await book.hall.find("T9") is None


def test_the_halls_news_have_the_changed_lines_only() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    book.give("T2", rows(begun()))

    async def follow() -> list[dict[str, object]]:
        stream = hall_news(book.hall, "en", 0)
        first = await anext(stream)
        book.hall.take(Gathered(here=[("T2", LEFT)]))
        second = await anext(stream)
        book.give("T3", rows(begun()))
        third = await anext(stream)
        await stream.aclose()
        return [json.loads(str(each.data))["parts"] for each in (first, second, third)]

    first, second, third = asyncio.run(follow())
    assert set(first) == {"disputes", "tables"}
    assert set(second) == {"table-T2"}
    assert set(third) == {"tables"}
    assert (len(book.hall.heard("en")), book.hall.heard("en", after=1)) == (1, ())


def test_names_of_players_may_arrive_after_facts() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    assert "Time used Green 0" in text(book.hall.page("en"))
    about = replace(ABOUT, players=("Zoé & Cie", "<b>"))
    book.hall.take(Gathered(abouts={"T1": about}))
    page = book.hall.page("en")
    assert "Zoé &amp; Cie" in page
    assert "&lt;b&gt;" in page
