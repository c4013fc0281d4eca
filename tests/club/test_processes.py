"""Both processes of a club run in this process: lines and messages in, pages and words out."""

import asyncio
import json
import os
import queue
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, time
from typing import Any

import pytest

from companion import ending
from companion.club.club import Club
from companion.publishing import messages as m
from companion.publishing import page_process
from companion.publishing.outlet import PublishSettings, encode_settings
from companion.referee.facts import Ruling
from companion.settings import Settings
from tests.club.fake_broker import FakeBroker, until
from tests.flow.wire_board import wait_for
from tests.records.kept import write_rows
from tests.web.scenes import dispute, rows

AT_T1 = Settings(journal="j", broker="mqtt://broker.example", table="T1")
TOKEN = "abcd-efgh-2345"  # noqa: S105 - a test's own
ACCEPT = Ruling("accept", "Claire", "both agree")
T1 = "companion/1/table/T1"
J = "2026-01-01T200000Z-backgammon.jsonl"


def told_by(broker: FakeBroker, kind: str) -> list[dict[str, Any]]:
    return [json.loads(payload) for payload in broker.of(f"{T1}/{kind}")]


def page(url: str) -> str:
    """An evening's page in English, or the hall's."""
    assert url.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(f"{url}en/", timeout=5) as answer:  # noqa: S310
        return str(answer.read().decode())


# --- next to an evening ---------------------------------------------------------------------------


class Evening:
    """The other end of the pipes: what the process is told, and what it says."""

    def __init__(self, publishing: PublishSettings) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lines.put(encode_settings(publishing))
        self.said: list[dict[str, Any]] = []
        self.code: int | None = None

    def tell(self, **line: Any) -> None:
        self._lines.put(json.dumps(line))

    def hears(self, name: str) -> dict[str, Any]:
        """Wait for a line that holds a name, and take it."""
        wait_for(lambda: any(name in line for line in self.said), lambda: str(self.said))
        (at, *_) = [at for at, line in enumerate(self.said) if name in line]
        return self.said.pop(at)

    def run(self) -> None:
        self.code = page_process.main()

    def break_off(self) -> None:
        self._lines.put(None)

    # --- as the standard input of the process --------------------------------------------------

    def readline(self) -> str:
        return self._lines.get() or ""

    def __iter__(self) -> Iterator[str]:
        while line := self.readline():
            yield line


@contextmanager
def process(monkeypatch: pytest.MonkeyPatch, publishing: PublishSettings) -> Iterator[Evening]:
    """The page's process in a thread, its pipes in this test's hands; at the end it has ended."""
    one = Evening(publishing)
    monkeypatch.setattr(sys, "stdin", one)
    monkeypatch.setattr(page_process, "say", one.said.append)
    thread = threading.Thread(target=one.run)
    thread.start()
    try:
        yield one
    finally:
        if one.code is None:  # else a reader would wait for a process that has ended
            one.break_off()
        thread.join(10)
    assert one.code == 0


def test_an_evening_is_served_as_a_page_and_published(
    broker: FakeBroker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = rows(dispute())
    players = ("Anne", "Bruno")
    write_rows(tmp_path / J, given)
    five_minutes_ago = time() - 300
    os.utime(tmp_path / J, (five_minutes_ago, five_minutes_ago))
    settings = replace(AT_T1, web="127.0.0.1:0", players=players)
    publishing = PublishSettings(settings, TOKEN, folder=str(tmp_path))
    with process(monkeypatch, publishing) as evening:
        url = evening.hears("sentence")["sentence"].removeprefix("The referee's page is at ")
        evening.hears("ready")
        wait_for(lambda: len(told_by(broker, "fact")) == len(given), lambda: str(broker.told))
        first, last = (told_by(broker, "fact")[at] for at in (0, -1))
        assert 300 <= last["age"] < 330  # seconds ago, as a club that comes later needs it
        assert first["age"] - last["age"] == pytest.approx(last["t"] - first["t"], abs=5)
        shown = page(url)
        assert "Anne" in shown
        assert "h-dispute" in shown

        def state() -> dict[str, Any]:
            wait_for(lambda: told_by(broker, "state"), lambda: str(broker.told))
            return told_by(broker, "state")[-1]

        def stands(phase: str) -> None:
            wait_for(lambda: state()["phase"] == phase, lambda: str(state()))

        wait_for(lambda: state()["dispute"], lambda: str(state()))
        assert (state()["number"], state()["phase"]) == (given[-1].number, "error")
        # The players choose what to play next: page and club are told so, until they have.
        for choosing, phase in ((True, "choosing"), (False, "error")):
            evening.tell(choosing=choosing)
            stands(phase)
            assert ("The players are choosing a game." in page(url)) is choosing
        rule(broker, evening)
        evening.tell(end=True)
        wait_for(lambda: evening.code is not None, lambda: str(evening.said))
        gone = told_by(broker, "here")[-1]
        assert (gone["here"], gone["left"]) == (False, True)


def rule(broker: FakeBroker, evening: Evening) -> None:
    """A ruling from the hall is handed to the evening, and what comes of it is told."""
    seen, leave = 99, ""
    for _ in range(2):
        seal = m.seal(TOKEN, "n1", seen, ACCEPT, leave)
        before = len(told_by(broker, "ruled"))
        broker.tell(f"{T1}/ruling", m.write_wish(m.Wish("n1", seen, ACCEPT, seal, leave)))
        if leave:
            handed = evening.hears("ruling")
            assert (handed["id"], handed["ruling"]["by"]) == ("n1", "Claire")
            assert monotonic() < handed["until"] <= monotonic() + page_process.EXPIRES
            evening.tell(ruled="n1", refusal="No error is open.")
        wait_for(lambda: len(told_by(broker, "ruled")) > before, lambda: str(broker.told))  # noqa: B023
        leave = told_by(broker, "ruled")[-1].get("leave", "")
    assert told_by(broker, "ruled")[-1]["told"] == "No error is open."


def test_an_aborted_evening_counts_as_away_and_not_as_left(
    broker: FakeBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last will says that it is away; that it left is said only where it did, in order."""
    with process(monkeypatch, PublishSettings(AT_T1, TOKEN)) as evening:
        evening.hears("ready")
        wait_for(lambda: told_by(broker, "here"), lambda: str(broker.told))
    assert [told["here"] for told in told_by(broker, "here")] == [True]


def test_a_page_without_a_broker_is_updated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    publishing = PublishSettings(
        Settings(web="127.0.0.1:0", journal="j"), TOKEN, "VN", folder=str(tmp_path)
    )
    with process(monkeypatch, publishing) as evening:
        url = evening.hears("sentence")["sentence"].removeprefix("The referee's page is at ")
        pages = evening.hears("sentence")["sentence"]
        assert pages.startswith(f"Players open {url}p on this computer. Telephones need")
        write_rows(tmp_path / J, rows(dispute()))
        wait_for(lambda: "h-dispute" in page(url), lambda: page(url))
        evening.tell(choosing=True)
        wait_for(lambda: "The players are choosing" in page(url), lambda: page(url))


# --- the hall -------------------------------------------------------------------------------------


def test_a_club_records_and_serves_its_tables(broker: FakeBroker, tmp_path: Path) -> None:
    told: list[str] = []
    kept = tmp_path / "club.record"
    given = rows(dispute())

    async def run() -> None:
        running = asyncio.create_task(
            Club("mqtt://broker.example", str(kept), "en", told.append).run("127.0.0.1:0")
        )
        await until(lambda: told)
        url = told[0].removeprefix("The hall is at ")
        for each in given:
            broker.tell(f"{T1}/fact", m.write_row(m.Published("j", each)))
        shown = ""
        while "Wrong distance" not in shown:
            shown = await asyncio.to_thread(page, url)
        assert ending.Ending.stop is not None
        ending.Ending.stop()  # as a signal does
        await asyncio.wait_for(running, 10)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert ending.Ending.stop is None
    # The record is the only file, so a copy of it is complete.
    assert [each.name for each in tmp_path.iterdir()] == ["club.record"]
