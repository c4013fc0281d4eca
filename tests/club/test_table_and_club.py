"""The real publisher and gatherer, connected by a broker in memory."""

import asyncio
import atexit
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.club import gatherer as g
from companion.club.club import Club, ClubCourt
from companion.club.gatherer import Gathered, Gatherer
from companion.club.hall import Hall
from companion.club.record import ClubRecord, RecordError
from companion.publishing import messages as m
from companion.publishing import page_process
from companion.publishing import publisher as pub
from companion.publishing.broker import Address
from companion.publishing.outlet import PublishSettings
from companion.publishing.publisher import Publisher
from companion.records.read import FactRow
from companion.referee import facts as f
from companion.referee.facts import Ruling
from companion.rules import Player
from companion.settings import Settings
from companion.web.app import Order
from companion.web.desk import Desk
from companion.web.schema import read_view
from tests.club.fake_broker import TAKEN_OVER, FakeBroker, FakeClient, until
from tests.flow.wire_board import wait_for
from tests.records.kept import write_rows
from tests.tables import table
from tests.web.scenes import MADE_FIVE, begun, dispute, row, rows

BROKER = Address("broker.example", 1883, tls=False)
TOKEN = "abcd-efgh-2345"  # noqa: S105 - a test's own
ACCEPT = Ruling("accept", "Claire", "both agree")
T1 = "companion/1/table/T1"
ODD = table("club/odd-messages")
J, K = (f"2026-01-0{day}T200000Z-backgammon.jsonl" for day in (1, 2))


class Table:
    """A table's publisher, and the journal it publishes. Made in a running loop."""

    def __init__(self, given: list[FactRow], name: str = "T1", journal: str = J) -> None:
        self.name, self.journal, self.rows = name, journal, list(given)
        self.told: list[str] = []
        self.ruled: list[Order] = []
        self.outcome = ""
        self.folder = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        write_rows(self._path, given)
        settings = Settings(table=name, players=("Anne", "Bruno"))
        publishing = PublishSettings(settings, TOKEN, folder=str(self.folder))
        self.publisher = Publisher(publishing, BROKER, self.rule, self.told.append)
        self.client = FakeClient.newest
        self.publisher.start()
        self.shows()

    @property
    def _path(self) -> Path:
        return self.folder / self.journal

    def goes_on(self, fact: f.Fact) -> None:
        """Let one more fact be told."""
        self.rows.append(row(self.rows[-1].number + 1, fact))
        write_rows(self._path, self.rows[-1:])
        self.publisher.send_new_facts()
        self.shows()

    def shows(self) -> None:
        desk = Desk()
        desk.take(self.rows)
        self.publisher.set_state(desk.table, m.Mark(self.journal, desk.table.number))

    def rule(self, order: Order) -> "asyncio.Task[str]":
        async def ruled() -> str:
            self.ruled.append(order)
            return self.outcome

        return asyncio.get_running_loop().create_task(ruled())


class Gathering:
    """A gatherer with its record and its hall."""

    def __init__(self, folder: Path, lang: str = "en") -> None:
        self.path = folder / "hall.record"
        self.told: list[str] = []
        self.ruled: list[tuple[str, m.Ruled]] = []
        with ClubRecord(self.path) as record:
            self.read: Callable[[str], tuple[FactRow, ...]] = record.last_match
            self.hall = Hall(lambda name: self.read(name))  # noqa: PLW0108 - it changes
        self.gatherer = Gatherer(BROKER, str(self.path), self.hear, self.told.append, lang)
        self.client = FakeClient.newest
        self.court = ClubCourt(self.gatherer.rule)
        self.gatherer.start()

    def hear(self, gathered: Gathered) -> None:
        self.ruled += gathered.ruled
        self.read = lambda _name: ()
        self.hall.take(gathered)

    async def rule(self, table: str, number: str, token: str = TOKEN) -> str:
        """Let a table's error be accepted, and wait for the outcome."""
        asking = asyncio.ensure_future(self.court.rule(table, Order(ACCEPT, number, 9, token)))
        while not asking.done():
            while self.ruled:
                self.court.ruled(*self.ruled.pop(0))
            await asyncio.sleep(0.01)
        return await asking

    def rows(self, name: str = "T1", journal: str = J) -> list[FactRow]:
        with closing(sqlite3.connect(self.path)) as record:
            query = "SELECT number, 1, t, body, view FROM fact WHERE board = ? AND journal = ?"
            return [
                FactRow(number, match, t, body, read_view(json.loads(view)))
                for number, match, t, body, view in record.execute(query, (name, journal))
            ]

    async def has(self, table: Table) -> Table:
        """Wait until all facts of a table are recorded."""
        await until(lambda: self.rows(table.name, table.journal) == table.rows, str(self.told))
        return table


@pytest.fixture
def club(tmp_path: Path, broker: FakeBroker) -> Iterator[Gathering]:
    assert broker.clients == []  # there before who connects to it
    one = Gathering(tmp_path)
    yield one
    one.gatherer.close()


def kinds(club: Gathering) -> list[str]:
    return [news.kind for news in club.hall.news]


def body(payload: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(payload)
    return data


# --- everything once and in order -----------------------------------------------------------------


async def test_a_table_waits_if_too_many_facts_are_unacknowledged(broker: FakeBroker) -> None:
    broker.acknowledges = False
    many = [row(number, f.RollVoid(Player.V, "early")) for number in range(1, 121)]
    table = Table(many)
    await until(lambda: len(broker.of(f"{T1}/fact")) == 50)
    await asyncio.sleep(0.05)
    assert len(broker.of(f"{T1}/fact")) == 50
    broker.acknowledges = True
    table.client.lose()
    table.client.enter()
    await until(lambda: len(broker.of(f"{T1}/fact")) == 120)


async def test_a_tables_facts_are_recorded_shown_and_acknowledged(
    broker: FakeBroker, club: Gathering
) -> None:
    table = await club.has(Table(rows(dispute())))
    await until(lambda: broker.of(f"{T1}/have"))
    # What the club has, the table is told under its own topic, and the broker keeps it.
    count = len(table.rows)
    await until(lambda: body(broker.kept[f"{T1}/have"])["number"] == count)
    assert body(broker.kept[f"{T1}/have"]) == {"v": 1, "journal": J, "number": count}
    told = [body(each)["number"] for each in broker.of(f"{T1}/fact")]
    assert told == list(range(1, count + 1))
    await until(lambda: body(broker.kept[f"{T1}/state"])["dispute"] is True)
    state = body(broker.kept[f"{T1}/state"])
    assert (state["players"], state["number"]) == (["Anne", "Bruno"], count)
    assert (state["journal"], state["phase"]) == (J, "error")
    assert table.told == ["Club broker connected."]
    # What comes later is told later, once.
    table.goes_on(f.ErrorClosed(Player.V, "corrected", MADE_FIVE))
    await club.has(table)
    await until(lambda: club.hall.tables["T1"].desk.table.dispute is None)
    assert len(broker.of(f"{T1}/here")) == 1  # nobody contests the name
    table.publisher.stop()
    assert body(broker.kept[f"{T1}/here"])["here"] is False

    assert club.told == ["Broker connected."]
    told = ["dispute", "settled", "left"]
    wait_for(lambda: kinds(club) == told, lambda: str(kinds(club)))


async def test_a_table_that_reconnects_continues_after_the_recorded_facts(
    broker: FakeBroker, club: Gathering
) -> None:
    table = await club.has(Table(rows(begun())))
    given = club.rows()
    await until(lambda: body(broker.kept.get(f"{T1}/have", b"{}")).get("number") == len(given))
    table.client.lose()
    table.goes_on(f.Ruling("pause", "Claire"))
    await asyncio.sleep(0.05)
    assert club.rows() == given
    for _ in range(3):  # it is told once, not at every attempt
        table.client.fail()
    await until(lambda: len(table.told) == 2)
    assert table.told[1].startswith(
        "Club broker disconnected. It has stopped, or the network is down."
    )
    before = len(broker.of(f"{T1}/fact"))
    table.client.enter()
    await club.has(table)
    assert {body(each)["number"] for each in broker.of(f"{T1}/fact")[before:]} == {len(table.rows)}
    await until(lambda: len(table.told) == 3)
    table.client.lose()
    await until(lambda: len(table.told) == 4)
    # Of its coming and going the hall keeps the last.
    wait_for(lambda: kinds(club) == ["away"], lambda: str(kinds(club)))


async def test_a_club_that_starts_later_requests_all_earlier_facts(
    broker: FakeBroker, tmp_path: Path
) -> None:
    table = Table(rows(dispute()))
    count = len(table.rows)
    await until(lambda: len(broker.of(f"{T1}/fact")) == count)
    await until(lambda: body(broker.kept[f"{T1}/state"])["number"] == count)
    club = Gathering(tmp_path)
    try:
        await club.has(table)
        wanted = body(broker.of(f"{T1}/want")[0])
        assert wanted == {"v": 1, "journal": J, "number": 0}
    finally:
        club.gatherer.close()
    # And one that is begun again asks for what it lacks, and for nothing else.
    table.goes_on(f.ErrorClosed(Player.V, "corrected", MADE_FIVE))
    await until(lambda: body(broker.kept[f"{T1}/state"])["number"] == count + 1)
    again = Gathering(tmp_path)
    try:
        await again.has(table)
        assert body(broker.of(f"{T1}/want")[-1])["number"] == count
    finally:
        again.gatherer.close()


def lose_fact(number: int, broker: FakeBroker, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Lose this fact of the table on its way, once; what was lost."""
    real_tell = broker.tell
    lost: list[bytes] = []

    def forgetful(topic: str, payload: bytes, **more: Any) -> None:
        if topic == f"{T1}/fact" and body(payload)["number"] == number and not lost:
            lost.append(payload)
        else:
            real_tell(topic, payload, **more)

    monkeypatch.setattr(broker, "tell", forgetful)
    return lost


@pytest.mark.parametrize(("at", "wanted"), [(2, [2]), (-1, [])])
async def test_facts_lost_by_the_broker_are_requested_or_sent_again(
    broker: FakeBroker, club: Gathering, monkeypatch: pytest.MonkeyPatch, at: int, wanted: list[int]
) -> None:
    monkeypatch.setattr(pub, "OVERDUE", 0.05)  # after which the last one is sent again
    given = rows(begun())
    lost = lose_fact(given[at].number, broker, monkeypatch)
    await club.has(Table(given))
    assert lost
    assert [body(each)["number"] for each in broker.of(f"{T1}/want")][:1] == wanted


async def test_the_end_of_a_match_is_recorded_although_the_next_has_begun(
    broker: FakeBroker, club: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, after = rows(begun()), rows(begun("jacquet"))
    lost = lose_fact(len(given), broker, monkeypatch)

    table = Table(given)
    write_rows(table.folder / K, after)
    await until(lambda: club.rows(journal=K) == after)
    assert lost
    await club.has(table)


async def test_a_forged_number_does_not_block_a_table(broker: FakeBroker, club: Gathering) -> None:
    table = await club.has(Table(rows(begun())))
    forged = {"v": 1, "journal": J, "number": 9007199254740000}
    forged |= {"t": 1, "event": None, "fact": {"fact": "Link", "state": "connected"}}
    for _ in range(3):
        broker.tell(f"{T1}/fact", json.dumps(forged).encode())
    broker.tell(f"{T1}/want", m.write(m.Mark(J, 9007199254740000)))
    for name in ("want", "have"):
        broker.tell(f"{T1}/{name}", m.write(m.Mark("other", 7)))
    await asyncio.sleep(0.02)
    table.goes_on(f.Ruling("pause", "Claire"))
    await club.has(table)


async def test_a_club_requests_facts_newer_than_the_retained_state(
    broker: FakeBroker, club: Gathering
) -> None:
    early = broker.clients.pop()  # the club: it does not hear yet
    table = Table(rows(begun()))
    await until(lambda: len(broker.of(f"{T1}/fact")) == len(table.rows))
    await until(lambda: body(broker.kept[f"{T1}/state"])["number"] == len(table.rows))
    broker.clients.append(early)
    # Only now comes a state, and it is no kept one.
    broker.tell(f"{T1}/state", broker.kept[f"{T1}/state"], retain=True)
    await club.has(table)


# --- one name, one table --------------------------------------------------------------------------


async def test_the_second_table_of_one_name_says_why_it_publishes_nothing(
    broker: FakeBroker, club: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pub, "SETTLED", 0.05)
    runs = iter(("f" * 16, "0" * 16))  # of two that begin together the second would stay
    monkeypatch.setattr(pub, "token_hex", lambda _size: next(runs))
    first = await club.has(Table(rows(begun())))
    await asyncio.sleep(0.1)
    second = Table(rows(dispute()), journal=K)
    await until(lambda: second.client.has_left)
    assert second.told[-1] == (
        "Another program already publishes as table T1. This one has stopped publishing."
        " Restart it with another name."
    )
    assert len(second.told) == 2
    await asyncio.sleep(0.1)
    assert first.told == ["Club broker connected."]
    assert club.rows(journal=K) == []
    second.publisher.stop()
    assert body(broker.kept[f"{T1}/here"])["here"] is True
    first.goes_on(f.Ruling("pause", "Claire"))
    await club.has(first)


@pytest.mark.usefixtures("broker")
async def test_one_of_two_tables_that_start_together_stays() -> None:
    tables = [Table(rows(begun()), journal=journal) for journal in (J, K)]
    await until(lambda: any(table.client.has_left for table in tables))
    await asyncio.sleep(0.1)
    assert sorted(table.client.has_left for table in tables) == [False, True]
    assert sorted(len(table.told) for table in tables) == [1, 2]


async def test_a_table_restarted_after_a_power_cut_keeps_its_name(
    broker: FakeBroker, club: Gathering
) -> None:
    old = await club.has(Table(rows(begun())))
    cut_off = old.client
    cut_off.is_in = False  # as with no power: the broker has not noticed yet
    new = Table(rows(begun()))
    await until(lambda: len(new.told) == 1)
    cut_off.lose()  # now it has, and tells the last will of the one that is no more
    await asyncio.sleep(0.1)
    assert not new.client.has_left
    assert body(broker.kept[f"{T1}/here"])["here"] is True
    assert not club.hall.tables["T1"].desk.sitting.away
    new.publisher.stop()


@pytest.mark.usefixtures("broker")
async def test_a_table_that_is_disconnected_repeatedly_stops_with_one_sentence() -> None:
    table = Table(rows(begun()))
    for _ in range(6):
        await asyncio.sleep(0.02)
        if not table.client.has_left:
            table.client.lose(TAKEN_OVER)
            await asyncio.sleep(0.02)
            table.client.enter()
    assert table.client.has_left
    assert sum("Another program connected" in each for each in table.told) == 2
    assert sum("has stopped publishing" in each for each in table.told) == 1
    assert table.told[-1].startswith("Another program already publishes as table T1.")


@pytest.mark.usefixtures("club")
async def test_the_name_of_a_client_is_random(broker: FakeBroker) -> None:
    for name in ("T1", "T2"):
        Table(rows(begun()), name)

    names = [client.name for client in broker.clients]
    assert len(set(names)) == 3
    assert all(len(name) > 16 and "T1" not in name for name in names)


# --- rulings --------------------------------------------------------------------------------------


async def test_a_ruling_reaches_its_table_and_the_outcome_comes_back(club: Gathering) -> None:
    tables = {name: await club.has(Table(rows(dispute()), name)) for name in ("T1", "T2")}
    tables["T2"].outcome = "No error is open."
    assert await club.rule("T1", "n1") == ""
    assert await club.rule("T2", "n2") == "No error is open."
    assert await club.rule("T1", "n3", "wrong") == "token"
    assert [order.number for order in tables["T1"].ruled] == ["n1"]
    assert tables["T1"].ruled[0].ruling == ACCEPT
    assert tables["T1"].ruled[0].seen == 9


async def test_a_table_without_an_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.club.club.PATIENCE", 0.02)

    sent: list[str] = []
    court = ClubCourt(lambda table, wish: sent.append(f"{table} {wish.number}"))
    asking = asyncio.ensure_future(court.rule("T1", Order(ACCEPT, "n1", 9, TOKEN)))
    await asyncio.sleep(0)
    assert await court.rule("T1", Order(ACCEPT, "n1", 9, TOKEN)) == "again"
    court.ruled("T2", m.Ruled("n1", ""))  # another table's
    assert await asking == "away"
    assert sent == ["T1 n1"]
    court.ruled("T1", m.Ruled("n1", ""))  # too late
    # A table that took it and fell silent may have done it.
    asking = asyncio.ensure_future(court.rule("T1", Order(ACCEPT, "n2", 9, TOKEN)))
    await asyncio.sleep(0)
    for _ in range(2):  # at least once may be twice
        court.ruled("T1", m.Ruled("n2", m.READY, "leave"))
    assert await asking == "no-answer"
    assert sent == ["T1 n1", "T1 n2", "T1 n2"]


@pytest.mark.parametrize("stage", ["first", "second"])
async def test_a_ruling_delayed_by_the_broker_is_not_carried_out(
    broker: FakeBroker, club: Gathering, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    monkeypatch.setattr("companion.club.club.PATIENCE", 0.3)
    monkeypatch.setattr(pub, "LEAVE", 0.05)
    held: list[tuple[str, bytes]] = []
    through = broker.tell

    def holds(topic: str, payload: bytes, **more: Any) -> None:
        if topic == f"{T1}/ruling" and ("leave" in body(payload)) == (stage == "second"):
            held.append((topic, payload))
        else:
            through(topic, payload, **more)

    monkeypatch.setattr(broker, "tell", holds)

    table = await club.has(Table(rows(dispute())))
    assert await club.rule("T1", "n1") == {"first": "away", "second": "no-answer"}[stage]
    assert len(held) == 1
    through(*held[0])
    await until(lambda: club.ruled)
    told = {"first": m.READY, "second": "late"}[stage]
    assert [ruled.told for _, ruled in club.ruled] == [told]
    await asyncio.sleep(0.05)
    assert table.ruled == []


@pytest.mark.parametrize("leave", ["other.1", "{run}.", "{run}.x", "{run}.nan", "{run}.1e999", "."])
async def test_a_permit_of_another_run_is_invalid(broker: FakeBroker, leave: str) -> None:
    table = Table(rows(dispute()))
    await asyncio.sleep(0.05)
    given = leave.format(run=table.client.name.removeprefix("table-"))
    seal = m.seal(TOKEN, "n1", 9, ACCEPT, given)
    broker.tell(f"{T1}/ruling", m.write_wish(m.Wish("n1", 9, ACCEPT, seal, given)))
    await until(lambda: broker.of(f"{T1}/ruled"))
    assert body(broker.of(f"{T1}/ruled")[0])["told"] == "late"
    assert table.ruled == []


async def test_wrong_tokens_on_the_tables_page_and_through_the_hall_are_counted_together(
    broker: FakeBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[dict[str, Any]] = []
    monkeypatch.setattr(page_process, "say", said.append)

    publishing = PublishSettings(Settings(table="T1", broker="mqtt://broker.example"), TOKEN)
    one = page_process.PageProcess(publishing)
    publisher = one.open_publisher()
    assert publisher is not None
    for number in range(3):
        assert await one.court.rule("", Order(ACCEPT, "n", 9, "wrong")) == "token"
        seal = m.seal("wrong", f"n{number}", 9, ACCEPT)
        broker.tell(f"{T1}/ruling", m.write_wish(m.Wish(f"n{number}", 9, ACCEPT, seal)))
    await until(lambda: len(broker.of(f"{T1}/ruled")) == 3)
    publisher.stop()

    told = [each["sentence"] for each in said if "wrong token" in each.get("sentence", "")]
    assert told == ["A wrong token was given for a ruling 5 times."]


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_wrong_tokens_are_announced_at_the_table_and_in_the_hall(
    broker: FakeBroker, club: Gathering, lang: str
) -> None:
    table = await club.has(Table(rows(dispute())))
    for number in range(12):
        seal = m.seal("wrong", f"n{number}", 9, ACCEPT)
        broker.tell(f"{T1}/ruling", m.write_wish(m.Wish(f"n{number}", 9, ACCEPT, seal)))
    await until(lambda: len(club.ruled) == 12)
    assert table.told[1:] == [
        "A wrong token was given for a ruling 5 times.",
        "A wrong token was given for a ruling 10 times.",
    ]
    assert table.ruled == []

    heard = {"en": "Table T1, a wrong token was given 10 times.",
             "fr": "Table T1, un mauvais code a été donné 10 fois."}  # fmt: skip
    told = club.hall.heard(lang)
    assert heard[lang] in [each["text"] for each in told if each["alert"]]


@pytest.mark.parametrize("change", [change for kind, change in ODD if kind == "ruling"])
async def test_a_ruling_with_an_odd_seal_or_number_changes_nothing(
    broker: FakeBroker, change: dict[str, Any]
) -> None:
    table = Table(rows(dispute()))
    await asyncio.sleep(0.05)
    good = body(m.write_wish(m.Wish("n1", 9, ACCEPT, m.seal(TOKEN, "n1", 9, ACCEPT))))
    broker.tell(f"{T1}/ruling", json.dumps(good | change).encode())
    await asyncio.sleep(0.02)
    assert table.ruled == []
    assert broker.of(f"{T1}/ruled") == []
    broker.tell(f"{T1}/ruling", json.dumps(good).encode())
    await until(lambda: broker.of(f"{T1}/ruled"))
    assert body(broker.of(f"{T1}/ruled")[0])["told"] == m.READY


def test_a_broker_that_is_lost_and_back_is_seen_in_the_hall(club: Gathering) -> None:
    club.client.lose()
    wait_for(lambda: kinds(club)[-1:] == ["cut-off"], lambda: str(kinds(club)))
    assert "Broker disconnected. It has stopped, or the network is down." in club.hall.page("en")
    club.client.enter()
    wait_for(lambda: kinds(club)[-1:] == ["joined"], lambda: str(kinds(club)))
    assert "Broker disconnected" not in club.hall.page("en")


# --- whatever comes -------------------------------------------------------------------------------

STATE = m.About(("a", "b"), "fr", "club", "normal", "own", "jacquet", "j", 0, "setup", (0, 0), dispute=False)  # fmt: skip # noqa: E501


def odd(kind: str) -> list[bytes]:
    """What killed the gatherer, or could have."""
    good = {
        "state": body(m.write(STATE)),
        "fact": body(m.write_row(m.Published(J, row(1, f.Ruling("pause", "Claire"))))),
        "here": body(m.write(m.Here(here=True, run="r"))),
        "ruled": body(m.write(m.Ruled("n", ""))),
    }[kind]
    return [json.dumps(good | change).encode() for each, change in ODD if each == kind]


@pytest.mark.parametrize("kind", ["state", "fact", "here", "ruled"])
async def test_invalid_messages_do_not_affect_other_tables(
    broker: FakeBroker, club: Gathering, kind: str
) -> None:
    table = await club.has(Table(rows(dispute())))
    for payload in (*odd(kind), b"\xff", b"[" * 5000, b'{"v":1,"x":' + b"9" * 5000 + b"}"):
        broker.tell(f"companion/1/table/T2/{kind}", payload, retain=kind == "state")
    table.goes_on(f.ErrorClosed(Player.V, "corrected", MADE_FIVE))
    await club.has(table)

    assert set(club.hall.tables) == {"T1"}
    # Of a table that told nothing yet no outcome is awaited: nobody reads it.
    assert len([each for each in club.told if "T2" in each]) == (kind != "ruled")
    assert not any("pdates stopped" in each for each in club.told)


def test_a_state_of_a_newer_version_is_read_partly(broker: FakeBroker, club: Gathering) -> None:
    newer = body(m.write(STATE)) | {"game": "plakoto", "mode": "m", "verbosity": "v", "new": 1}
    broker.tell("companion/1/table/T2/state", json.dumps(newer).encode(), retain=True)
    wait_for(lambda: "T2" in club.hall.tables, lambda: str(club.told))
    watched = asyncio.run(club.hall.find("T2"))
    assert watched is not None
    assert "<h1>" in watched.desk.page("fr", hall=True)


UNREADABLE = {
    "en": "Something unreadable came from companion/1/table/{}/state, it is not JSON.",
    "fr": "Un message illisible est venu de companion/1/table/{}/state, ce n'est pas du JSON.",
}


@pytest.mark.parametrize("lang", UNREADABLE)
def test_each_table_with_unreadable_messages_is_named_once_with_the_reason(
    broker: FakeBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    club = Gathering(tmp_path, lang)
    monkeypatch.setattr(g, "COMPLAIN_EVERY", 0)
    for _ in range(3):
        for name in ("T1", "T2"):
            broker.tell(f"companion/1/table/{name}/state", b"rubbish")
    wait_for(lambda: len(club.told) == 3, lambda: str(club.told))
    assert club.told[1:] == [UNREADABLE[lang].format(name) for name in ("T1", "T2")]
    club.gatherer.close()


async def test_names_without_facts_make_room_for_tables(
    broker: FakeBroker, club: Gathering
) -> None:
    for number in range(2100):
        broker.tell(f"companion/1/table/x{number}/here", m.write(m.Here(here=True)))
        broker.tell(f"companion/1/table/x{number}/state", m.write(STATE))
    await club.has(Table(rows(begun())))
    await until(lambda: "T1" in club.hall.tables and club.hall.tables["T1"].about)
    assert await club.hall.find("T1") is not None
    # The batch that brings the table drops names at its end.
    await until(lambda: len(club.hall.tables) <= g.MOST_NAMES + 1)

    with ClubRecord(club.path) as record:
        assert set(record.abouts()) == {"T1"}


def test_a_state_that_arrives_before_the_facts_is_used(broker: FakeBroker, club: Gathering) -> None:
    broker.tell(f"{T1}/state", m.write(STATE))
    wait_for(lambda: "T1" in club.hall.tables, lambda: str(club.told))
    broker.tell(f"{T1}/fact", m.write_row(m.Published(J, rows(begun())[0])))

    def states() -> dict[str, bytes]:
        with ClubRecord(club.path) as record:
            return record.abouts()

    wait_for(lambda: "T1" in states(), lambda: str(states()))


# --- when something breaks ------------------------------------------------------------------------


@pytest.mark.usefixtures("broker")
async def test_collecting_that_fails_is_reported_and_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pub, "OVERDUE", 0.05)
    add = ClubRecord.add
    broken: list[str] = []

    def breaks(self: ClubRecord, *given: Any) -> None:
        if not broken:
            broken.append("once")
            raise KeyError("a mistake of ours")
        add(self, *given)

    monkeypatch.setattr(ClubRecord, "add", breaks)
    club = Gathering(tmp_path)
    table = Table(rows(begun()))
    await until(lambda: broken)
    await asyncio.sleep(0.2)
    table.goes_on(f.Ruling("pause", "Claire"))
    await club.has(table)

    club.gatherer.close()
    assert broken
    (told,) = [each for each in club.told if "pdates stopped" in each]
    assert told == (
        "Updates stopped, KeyError: 'a mistake of ours'."
        " They are resuming, and what was missed is being fetched again."
    )
    (news,) = [each for each in club.hall.heard("en") if "pdates stopped" in each["text"]]
    assert news["alert"]


def test_a_message_that_fails_loses_no_other_message(
    broker: FakeBroker, club: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = m.read_row

    def breaks(payload: bytes) -> m.Published:
        if b"poison" in payload:
            raise KeyError("poison")
        return read(payload)

    monkeypatch.setattr(m, "read_row", breaks)
    given = rows(begun())
    for each in given:
        broker.tell("companion/1/table/T2/fact", b"poison")
        broker.tell(f"{T1}/fact", m.write_row(m.Published(J, each)))
    wait_for(lambda: club.rows() == given, lambda: f"{len(club.rows())}; {club.told}")
    assert any("pdates stopped" in each for each in club.told)


async def test_a_table_that_cannot_be_recorded_does_not_delay_others(
    club: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = ClubRecord.add
    refused: list[str] = []

    def refuses(self: ClubRecord, facts: list[tuple[str, m.Published]], abouts: Any) -> None:
        if any(name == "T2" for name, _ in facts) and len(refused) < 4:
            refused.append("T2")
            raise RecordError("T2 cannot be recorded.")
        add(self, facts, abouts)

    monkeypatch.setattr(ClubRecord, "add", refuses)
    one, other = (Table(rows(begun()), name) for name in ("T1", "T2"))
    await club.has(one)
    await until(lambda: refused)
    # The one is shown with all that it told, the other as far as it is recorded.
    await until(lambda: set(club.hall.tables) == {"T1", "T2"})
    await until(lambda: club.hall.tables["T1"].desk.table.number == len(one.rows))
    assert club.hall.tables["T2"].desk.table.number == 0
    monkeypatch.setattr(ClubRecord, "add", add)
    other.goes_on(f.Ruling("pause", "Claire"))
    await club.has(other)

    assert "T2 cannot be recorded." in club.told


def test_a_refused_club_says_the_reason_once(broker: FakeBroker, tmp_path: Path) -> None:
    broker.refuses = True
    club = Gathering(tmp_path, "fr")
    club.client.enter()
    broker.refuses = False
    club.client.enter()
    broker.refuses = True
    club.client.enter()
    club.gatherer.close()
    away = (
        "Le serveur de messages ne répond plus. Il refuse cet utilisateur ou ce mot de passe."
        " Les tables enregistrent ce qui se passe jusqu'à son retour."
    )
    assert [each for each in club.told if "refuse" in each] == [away, away]
    assert len(club.told) == 3


async def test_a_restarted_club_shows_the_recorded_facts(
    broker: FakeBroker, club: Gathering
) -> None:
    await club.has(Table(rows(dispute())))
    await until(lambda: body(broker.kept[f"{T1}/state"])["dispute"] is True)
    await asyncio.sleep(0.1)

    again = Club("mqtt://broker.example", str(club.path), "en", club.told.append)
    page = again.hall.page("en")
    again.reading.close()
    assert "Anne" in page
    assert "Illegal play by green" in page
