"""The club's record, and the hall that is restored from it."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.club.club import hall_news
from companion.club.gatherer import Gathered
from companion.club.hall import Hall
from companion.club.record import ClubRecord, RecordError
from companion.publishing.messages import About, Here, Mark, Published
from companion.records.read import FactRow
from companion.referee import board_facts
from companion.referee import facts as f
from companion.rules import Player
from tests.web.scenes import MADE_FIVE, begun, dispute, row, rows
from tests.web.test_page import text

ABOUT = About(("Anne", "Bruno"), "fr", "club", "normal", "own", "backgammon", "j", 7, "error", (1, 0), dispute=True)  # fmt: skip # noqa: E501

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


class Book:
    """Facts by table, as a record gives them."""

    def __init__(self) -> None:
        self.rows: dict[str, list[FactRow]] = {}
        self.hall = Hall(lambda name: self.rows.get(name, ()))

    def give(
        self, name: str, given: list[FactRow], journal: str = "j", age: float | None = 0.0
    ) -> None:
        self.rows.setdefault(name, []).extend(given)
        facts = [(name, replace(each, age=age)) for each in told(given, journal)]
        self.hall.take(Gathered(facts=list(facts)))


def test_the_hall_lists_disputes_first_and_all_tables_in_order() -> None:
    book = Book()
    book.give("T2", rows(begun()))
    book.give("T1", rows(dispute()))
    book.hall.take(Gathered(abouts={"T2": ABOUT}, here=[("T2", LEFT)]))
    page = book.hall.page("en")
    assert page.index("h-disputes") < page.index("h-heard") < page.index("h-tables")
    assert page.index('id="table-T1"') < page.index('id="table-T2"')
    assert (
        "Table T1 . Illegal play by green, black decides. Wrong distance, 5 pips from V 8 to V 3."
    ) in text(page)
    assert "Points Time used Green, Anne 0 0:00" in text(page)
    assert "2 tables." in text(page)
    french = text(book.hall.page("fr"))
    assert "Table T1. Coup irrégulier de vert, noir décide. Mauvaise distance" in french
    assert "Table T2 déconnectée." in french


class Clock:
    """Seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.now = 10_000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the hall and of its tables."""
    clock = Clock()
    for module in ("companion.club.hall", "companion.web.desk"):
        monkeypatch.setattr(f"{module}.monotonic", lambda: clock.now)
    return clock


def card(book: Book, name: str = "T1", lang: str = "en") -> str:
    """The words of a table's card."""
    return text(book.hall.lines(lang, fresh=True)[f"table-{name}"].html)


def test_table_t2_comes_before_t10() -> None:
    book = Book()
    for name in ("T10", "T2", "t1", "Salle-3", "T1b"):
        book.give(name, rows(begun()))
    assert list(book.hall.lines("en")) == [
        "table-Salle-3", "table-t1", "table-T1b", "table-T2", "table-T10"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ((), "Table T1 In play Green plays 3 and 1."),
        ((f.Ruling("pause", "V"),), "Table T1 ❚❚ Paused The game is paused."),
        ((f.Ruling("call", "N"),), "Table T1 ☎ Referee called. Waiting 0:00 Black calls"),
        ((f.TimeLeft(Player.V, 0),), "Table T1 0:00 Time up. Waiting 0:00 Green, time up."),
        ((board_facts.Link("lost"),), "Table T1 ✕ Board disconnected Board disconnected."),
        ((f.CubeAction(Player.V, "offer", 2, None),), "Table T1 Double offered Green doubles"),
        ((f.MatchEnds(Player.V, (5, 0)),), "Table T1 ■ Match over The match is over."),
    ],
)
@pytest.mark.usefixtures("clock")
def test_a_card_has_the_state_of_its_table_in_words_and_a_sign(
    facts: tuple[f.Fact, ...], told: str
) -> None:
    book = Book()
    given = rows(begun())
    more = [row(len(given) + at, fact, t=given[-1].t) for at, fact in enumerate(facts, 1)]
    book.give("T1", [*given, *more])
    assert card(book).startswith(told)


@pytest.mark.usefixtures("clock")
def test_a_card_has_points_clocks_cube_and_the_turns_time() -> None:
    book = Book()
    given = rows(begun(clock=10))
    taken = f.CubeAction(Player.N, "take", 2, Player.N)
    book.give("T1", [*given, row(len(given) + 1, taken, t=given[-1].t)])
    book.hall.take(Gathered(abouts={"T1": ABOUT}))
    told = card(book)
    assert "Points Time left Green, Anne 0 10:00 Black, Bruno 0 10:00" in told
    assert "Backgammon. To 5 points. Cube 2, with black. This turn's time 0:0" in told
    assert "Videau 2, chez noir." in card(book, lang="fr")


def test_an_ended_evening_differs_from_a_killed_one() -> None:
    book = Book()
    for name, left in (("T1", True), ("T2", False)):
        book.give(name, rows(dispute()))
        book.hall.take(Gathered(here=[(name, Here(here=False, left=left))]))
    assert card(book).startswith("Table T1 ■ Evening over")
    assert "The program at this table does not answer." in card(book, "T2")
    heard = [(each["text"], each["alert"]) for each in book.hall.heard("en")][-3:]
    assert heard[0] == ("Table T1, the evening has ended.", False)
    assert heard[2] == ("Table T2 disconnected.", True)
    # An adjourned error waits for no referee; one behind a dead program does.
    disputes = text(book.hall.disputes("en").html)
    assert "Table T1" not in disputes
    assert "Table T2" in disputes


def test_an_ended_evening_stays_ended_and_keeps_its_figures(clock: Clock) -> None:
    book = Book()
    here = Here(here=True, run="r2")
    book.give("T1", rows(begun()))
    book.hall.take(Gathered(here=[("T1", here)]))
    watched = asyncio.run(book.hall.find("T1"))
    assert watched is not None
    clock.now += 8
    book.hall.take(Gathered(here=[("T1", Here(here=False, run="r2", left=True))]))
    clock.now += 100
    # The last wills of this run, and of one that was killed before it, come late.
    for run in ("r2", "r1"):
        book.hall.take(Gathered(here=[("T1", Here(here=False, run=run))]))
    book.hall.take(Gathered(broker="unreachable"))
    book.hall.take(Gathered(broker="", here=[("T1", Here(here=False, run="r2", left=True))]))
    assert card(book).startswith("Table T1 ■ Evening over")
    assert "Green 0 0:08" in card(book)
    assert "0:08" in text(watched.desk.page("en", hall=True))
    # In the next evening its program is killed.
    book.hall.take(Gathered(here=[("T1", Here(here=True, run="r3"))]))
    book.hall.take(Gathered(here=[("T1", Here(here=False, run="r3"))]))
    assert card(book).startswith("Table T1 ✕ No contact")


def test_the_clock_of_a_killed_table_stands_where_contact_was_lost(clock: Clock) -> None:
    book = Book()
    book.give("T1", rows(begun()))
    book.hall.take(Gathered(here=[("T1", HERE)]))
    clock.now += 8
    book.hall.take(Gathered(here=[("T1", LEFT)]))
    clock.now += 100
    assert "Green 0 0:08" in card(book)
    watched = asyncio.run(book.hall.find("T1"))
    assert watched is not None
    assert "0:08" in text(watched.desk.page("en", hall=True))
    # Only the network was interrupted: the program went on.
    book.hall.take(Gathered(here=[("T1", HERE)]))
    assert "Green 0 1:48" in card(book)
    book.hall.take(Gathered(broker="unreachable"))
    clock.now += 100
    assert "Green 0 1:48" in card(book)


@pytest.mark.usefixtures("clock")
def test_the_error_that_has_waited_longest_comes_first() -> None:
    book = Book()
    for name, age in (("T1", 60.0), ("T2", 3700.0), ("T3", 0.0)):
        book.give(name, rows(dispute()), age=age)
    told = text(book.hall.disputes("en").html)
    assert re.findall(r"Table (T\d) .*?Waiting (\d+:\d\d)", told) == [
        ("T2", "61:40"), ("T1", "1:00"), ("T3", "0:00")
    ]  # fmt: skip


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


def test_an_empty_hall_says_so() -> None:
    page = text(Book().hall.page("en"))
    assert "No open error, call or time up at any table." in page
    assert "No table has reported yet." in page


def test_the_start_and_the_end_of_a_dispute_are_news() -> None:
    book = Book()
    given = rows(dispute())
    book.give("T1", given)
    book.give("T1", [row(len(given) + 1, f.ErrorClosed(Player.V, "corrected", MADE_FIVE))])
    assert [news.kind for news in book.hall.news] == ["dispute", "settled"]
    assert [each["alert"] for each in book.hall.heard("en")] == [True, False]
    assert book.hall.heard("en", after=2) == ()


def test_calls_and_time_over_come_after_errors() -> None:
    book = Book()
    for name, fact in (
        ("T1", f.TimeLeft(Player.N, 0)),
        ("T2", f.Ruling("call", "V")),
        ("T3", f.TimeLeft(Player.N, 60)),
    ):
        given = rows(begun())
        book.give(name, [*given, row(len(given) + 1, fact)])
    book.give("T4", rows(dispute()))
    page = text(book.hall.page("en"))
    cases = page[page.index("Errors, calls") : page.index("Updates from the hall")]
    found = re.findall(r"Table (T\d) \. ([^.]+)\.", cases)
    assert found == [
        ("T4", "Illegal play by green, black decides"),
        ("T2", "Green calls the referee"),
        ("T1", "Black, time up"),
    ]
    heard = book.hall.heard("en")
    assert [each["text"].partition(" Wrong")[0] for each in heard] == [
        "Table T1. Black, time up.",
        "Table T2. Green calls the referee.",
        "Table T4. Illegal play by green, black decides.",
    ]
    assert all(each["alert"] for each in heard)
    # Who calls again is heard again; what the referee decides settles it.
    again = len(book.rows["T2"]) + 1
    book.give("T2", [row(again, f.Ruling("call", "V"))])
    assert len(book.hall.heard("en")) == 4
    book.give("T2", [row(again + 1, f.Ruling("pause", "Claire"))])
    assert "T2" not in text(book.hall.disputes("en").html)


def test_the_hall_says_that_the_broker_is_away() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    watched = asyncio.run(book.hall.find("T1"))
    assert watched is not None
    assert "No open error" in text(book.hall.page("en"))
    book.hall.take(Gathered(broker="unreachable"))
    for page in (text(book.hall.page("en")), text(book.hall.disputes("en").html)):
        assert "Broker disconnected. It cannot be reached. What this page shows" in page
        assert "No open error" not in page  # nobody knows
    old = "Club broker disconnected. This is the table as last seen."
    assert old in text(book.hall.lines("en")["table-T1"].html)
    assert old in text(watched.desk.page("en", hall=True))
    assert [each["alert"] for each in book.hall.heard("en")] == [True]
    # A table that is heard of only now is cut off too, and what has changed is told once.
    book.hall.take(Gathered(broker="refused"))
    book.hall.take(Gathered(here=[("T2", LEFT)]))
    assert book.hall.tables["T2"].desk.sitting.cut_off
    book.hall.take(Gathered(broker=""))
    assert [each["text"] for each in book.hall.heard("en")][-1] == "Broker connected."
    assert not any("roker disconnected" in each["text"] for each in book.hall.heard("en"))
    page = text(book.hall.page("en")).replace("Broker connected.", "")
    assert "broker" not in page
    assert "No open error" in page
    assert "broker" not in text(watched.desk.page("en", hall=True))


def test_a_call_from_an_unknown_table_is_ignored() -> None:
    book = Book()
    given = rows(begun())
    book.give("T1", [*given, row(len(given) + 1, f.Ruling("call", "stranger"))])
    assert book.hall.tables["T1"].desk.table.called == ()


async def test_a_table_page_shows_its_match_from_the_start_and_continues() -> None:
    book = Book()
    given = rows(dispute())
    book.give("T1", given[:-1])

    watched = await book.hall.find("T1")
    assert watched is not None
    assert await book.hall.find("T1") is watched
    assert await book.hall.find("T9") is None
    assert "h-dispute" not in watched.desk.page("en", hall=True)
    book.give("T1", given[-1:])
    assert "h-dispute" in watched.desk.page("en", hall=True)
    # Another journal is another evening.
    book.rows["T1"] = []
    book.give("T1", given[:4], "k")
    assert "h-dispute" not in watched.desk.page("en", hall=True)


def test_a_restarted_hall_shows_the_recorded_facts() -> None:
    book = Book()
    book.rows["T1"] = rows(dispute())
    book.hall.begin("T1", "j", ABOUT, 0.0)
    page = text(book.hall.page("en"))
    assert "The program at this table does not answer." in page
    assert "Wrong distance" in page
    book.give("T1", [row(len(book.rows["T1"]) + 1, f.ErrorClosed(Player.V, "accepted", MADE_FIVE))])
    assert book.hall.tables["T1"].desk.table.dispute is None


def test_the_last_will_of_an_earlier_run_is_ignored() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    for told, here in (
        (Here(here=True, run="a"), True),
        (Here(here=True, run="b"), True),
        (Here(here=False, run="a"), True),
        (Here(here=False, run="b"), False),
        (Here(here=True, run="c"), True),
        (Here(here=False), False),
    ):
        book.hall.take(Gathered(here=[("T1", told)]))
        assert book.hall.tables["T1"].desk.sitting.away is not here


def test_a_fact_of_a_newer_version_is_skipped() -> None:
    book = Book()
    given = rows(begun())
    book.give("T1", [*given, FactRow(len(given) + 1, 1, 9.0, '{"fact":"Tomorrow"}')])
    assert book.hall.tables["T1"].desk.table.phase == "moving"
    assert book.hall.tables["T1"].desk.table.number == len(given)


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


def test_names_of_players_may_arrive_after_facts() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    assert "Time used Green 0" in text(book.hall.page("en"))
    about = replace(ABOUT, players=("Zoé & Cie", "<b>"))
    book.hall.take(Gathered(abouts={"T1": about}))
    page = book.hall.page("en")
    assert "Zoé &amp; Cie" in page
    assert "&lt;b&gt;" in page


def test_while_the_first_game_is_chosen_the_hall_does_not_miss_the_board() -> None:
    book = Book()
    book.hall.take(Gathered(abouts={"T1": replace(ABOUT, phase="choosing")}))
    page = text(book.hall.page("en"))
    assert "The players are choosing a game." in page
    assert "Board not connected" not in page


def test_the_hall_says_while_the_players_choose_a_game() -> None:
    book = Book()
    book.give("T1", rows(begun()))
    for phase, choosing in (("choosing", True), ("setup", False)):
        about = replace(ABOUT, phase=phase)
        book.hall.take(Gathered(abouts={"T1": about}))
        assert ("The players are choosing a game." in text(book.hall.page("en"))) is choosing
        watched = asyncio.run(book.hall.find("T1"))
        assert watched is not None
        assert watched.desk.sitting.choosing is choosing
