"""Real tables, Mosquitto and club: no fact is lost, whichever process is killed."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.records.read import Follower, files
from tests.club.guided import Setup
from tests.club.mosquitto import Mosquitto, free_port
from tests.flow.wire_board import PATIENCE, Companion, wait_for
from tests.menu_keys import to
from tests.web.browser import Guarded, LivelyBoard, chromium, decide
from tests.web.printed import Printed
from tests.web.scenes import MADE_FIVE, START, WRONG
from tests.web.test_browser import OUTSIDE

pytestmark = pytest.mark.club

Rows = list[tuple[int, str]]


class Table:
    """One board, its companion that publishes, and its journal."""

    def __init__(self, folder: Path, url: str, name: str = "T1") -> None:
        self.journal = folder / f"{name}.journal"
        self.board = LivelyBoard()
        self._folder, self._url, self._name = folder, url, name
        self.start()

    def start(self) -> None:
        self.companion = Companion(
            self.board, self._folder, "--journal", str(self.journal), "--match", "5",
            "--broker", self._url, "--table", self._name, "--players", "Anne,Bruno",
        )  # fmt: skip
        self.printed = Printed(self.companion.process.stdout)
        self.board.wait_peer()
        self.token = self.printed.told("token is ([^,]+),")

    def play(self, *, wrong: bool = False) -> None:
        """Set up, throw, and move."""
        self.board.stand(START)
        self.companion.expect("link", "link", "setup", "game_begins")
        self.board.throw(0, "3-")
        self.board.throw(1, "1-")
        self.companion.expect("opening", "turn_begins", "roll")
        self.board.stand(WRONG if wrong else MADE_FIVE)
        self.board.lift()
        ends = "error_open" if wrong else "turn_begins"
        self.companion.expect("verdict", "turn_ends", ends)

    def call(self) -> None:
        """Black calls the referee, by the menu."""
        no, yes = 6, 5
        for _ in to("referee"):
            self.board.press(1, no)
        self.board.press(1, yes)
        (called,) = self.companion.expect("ruling")
        assert (called["what"], called["by"]) == ("call", "N")

    def kill(self) -> None:
        """As a power cut does, with all that belongs to it."""
        self.companion.process.kill()
        self.companion.process.wait(PATIENCE)
        self.printed.close()
        self.board.hang_up()

    def end(self) -> None:
        self.companion.process.terminate()
        assert self.companion.process.wait(PATIENCE) == 0
        self.printed.close()
        self.board.close()


class Club:
    """`companion club`, its record and its page."""

    def __init__(self, folder: Path, url: str, **environment: str) -> None:
        self.record = folder / "hall.record"
        self._command = [sys.executable, "-m", "companion", "club", "--broker", url]
        self._command += ["--record", str(self.record), "--web", "127.0.0.1:0", "--lang", "en"]
        self._environment = os.environ | environment
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            self._command, stderr=subprocess.PIPE, text=True, env=self._environment
        )
        self.printed = Printed(self.process.stderr)
        self.url = self.printed.told(r"hall is at (\S+)")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self.printed.close()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0, self.printed.lines
        self.printed.close()

    def rows(self, name: str = "T1") -> Rows:
        with closing(sqlite3.connect(self.record)) as db:
            query = "SELECT number, body FROM fact WHERE board = ? ORDER BY journal, number"
            return db.execute(query, (name,)).fetchall()

    def waits_for(self, table: Table, name: str = "T1") -> None:
        """Everything in the table's journal comes into the record, and nothing else."""

        def same() -> bool:
            wanted = journal(table.journal)
            return len(wanted) > 0 and self.rows(name) == wanted

        wait_for(same, lambda: f"{len(self.rows(name))} of {len(journal(table.journal))} facts")


def journal(path: Path) -> Rows:
    """The facts of a journal, numbered match by match."""
    return [
        (row.number, row.body) for each in files(path) for row in Follower(each).rows(1_000_000)
    ]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


@pytest.fixture
def club(tmp_path: Path, broker: Mosquitto) -> Iterator[Club]:
    one = Club(tmp_path, broker.url)
    yield one
    one.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


def test_no_fact_is_lost_if_the_broker_is_restarted(
    tmp_path: Path, broker: Mosquitto, club: Club
) -> None:
    table = Table(tmp_path, broker.url)
    table.play(wrong=True)
    club.waits_for(table)
    broker.kill()
    table.printed.told("broker disconnected")
    table.board.stand(MADE_FIVE)
    table.companion.expect("error_closed", "turn_begins")
    broker.start()
    club.waits_for(table)
    table.end()


def test_no_fact_is_lost_if_the_club_is_restarted(
    tmp_path: Path, broker: Mosquitto, club: Club, browser: Browser
) -> None:
    table = Table(tmp_path, broker.url)
    table.play(wrong=True)
    page = Guarded(browser).page
    page.goto(club.url + "en/")
    expect(page.locator("#disputes")).to_contain_text("Table T1")
    club.kill()
    expect(page.locator("#lost")).to_be_in_viewport()
    expect(page).to_have_title(re.compile(r"Updates have stopped\. "))
    table.board.stand(MADE_FIVE)
    table.companion.expect("error_closed", "turn_begins")
    club.start()
    club.waits_for(table)
    table.end()


def test_no_fact_is_lost_if_a_table_is_restarted_and_its_last_will_is_shown(
    tmp_path: Path, broker: Mosquitto, club: Club, browser: Browser
) -> None:
    page = Guarded(browser).page
    page.goto(club.url + "en/")
    table = Table(tmp_path, broker.url)
    table.play()
    expect(page.locator("#table-T1")).to_contain_text("Black to throw.")
    table.kill()
    expect(page.locator("[role=log]")).to_contain_text("Table T1 disconnected.")
    expect(page.locator("#table-T1")).to_contain_text("The program at this table does not answer.")
    table.start()
    table.board.stand(MADE_FIVE)
    expect(page.locator("[role=log]")).to_contain_text("Table T1 reconnected.")
    club.waits_for(table)
    table.end()


def test_the_hall_shows_disputes_first_and_rules_on_them(
    tmp_path: Path, broker: Mosquitto, club: Club, browser: Browser
) -> None:
    guarded = Guarded(browser)
    page = guarded.page
    page.goto(club.url + "en/")
    guarded.check("hall-empty")
    tables = []
    for name in ("T1", "T2"):
        tables.append(Table(tmp_path, broker.url, name))
        tables[-1].play(wrong=name == "T2")
    wrong = "Table T2. Illegal play by green, black decides. Wrong distance"
    expect(page.locator("#disputes")).to_contain_text(wrong)
    expect(page.locator("[role=log]")).to_contain_text(wrong)
    tables[0].call()
    expect(page.locator("#disputes")).to_contain_text("Table T1. Black calls the referee.")
    expect(page.locator("[role=log]")).to_contain_text("Table T1. Black calls the referee.")
    cases = page.locator("#disputes li").all_inner_texts()
    assert [each[:9] for each in cases] == ["Table T2.", "Table T1."]
    guarded.check("hall-dispute")
    for width in (320, 640):
        narrow = Guarded(browser, viewport={"width": width, "height": 512})
        narrow.page.goto(club.url + "fr/")
        narrow.check(f"hall-{width}-fr")
        assert narrow.page.evaluate(OUTSIDE) == []
    page.click("#dispute-T2")
    expect(page.locator("#dispute")).to_contain_text("A legal play, for example. From V 8 to V 7.")
    guarded.check("hall-table")
    page.click("#rule-dispute")
    # The token of another table is no token here.
    decide(page, "accept", "both agree", tables[0].token)
    expect(page.locator("main")).to_contain_text("Nothing was changed.")
    tables[1].companion.expect_nothing()
    page.fill("#token", tables[1].token)
    page.click("button")
    expect(page.locator("h1")).to_have_text("The ruling is given")
    tables[1].companion.expect("ruling", "error_closed", "turn_begins")
    page.click("main a")
    expect(page.locator("#now")).to_contain_text("Black to throw.")
    page.click("footer >> text=All tables")
    expect(page.locator("#disputes li")).to_have_count(1)
    page.goto(club.url + "en/table/T1/ruling")
    decide(page, "pause", "both agree", tables[0].token)
    expect(page.locator("h1")).to_have_text("The ruling is given")
    page.goto(club.url + "en/")
    expect(page.locator("#disputes")).to_contain_text("No open error, call or time up")
    for table, name in zip(tables, ("T1", "T2"), strict=True):
        club.waits_for(table, name)
        table.end()
    # A busy machine may not let the companion say good-bye in the time that a signal leaves it.
    gone = re.compile("Evening over|No contact")
    expect(page.locator("#table-T2 .state")).to_contain_text(gone)


def rule_by_post(club: Club, table: Table) -> tuple[int, str]:
    """Accept the open error of T1, as the confirming page does."""
    seen = journal(table.journal)[-1][0]
    sent = {"what": "accept", "by": "Claire", "reason": "both agree", "seen": seen,
            "number": "n1", "token": table.token}  # fmt: skip
    form = urllib.parse.urlencode(sent).encode()
    try:
        with urllib.request.urlopen(club.url + "en/table/T1/ruling/confirm", form) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_a_ruling_delayed_by_a_dead_broker_is_not_carried_out(
    tmp_path: Path, broker: Mosquitto, club: Club, how: str
) -> None:
    table = Table(tmp_path, broker.url)
    table.play(wrong=True)
    club.waits_for(table)
    if how == "killed":
        broker.kill()
    else:
        os.kill(broker.pid, signal.SIGSTOP)
    code, told = rule_by_post(club, table)
    assert code == 504
    assert "Nothing was changed, and nothing will be." in told
    if how == "killed":
        broker.start()
    else:
        os.kill(broker.pid, signal.SIGCONT)
    table.companion.expect_nothing(5.0)
    assert rule_by_post(club, table)[0] == 200  # with the same number: it was not given yet
    table.companion.expect("ruling", "error_closed", "turn_begins")
    club.waits_for(table)
    table.end()


def test_the_clubs_guide_sets_up_a_broker_with_users_rights_and_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    guided = Setup(tmp_path, port)
    # The broker runs as the user of the tests, because its own user may not open their folder.
    broker = Mosquitto(tmp_path, *guided.config.splitlines()[1:], "user root", port=port)
    stranger = Club(tmp_path, guided.hall, COMPANION_BROKER_PASSWORD="wrong")  # noqa: S106
    stranger.printed.told("It refuses this user")
    stranger.end()
    club = Club(tmp_path, guided.hall, COMPANION_BROKER_PASSWORD="llah")  # noqa: S106
    monkeypatch.setenv("COMPANION_BROKER_PASSWORD", "1T")
    table = Table(tmp_path, guided.table, "T1")
    table.play()
    club.waits_for(table)
    # A table tells of itself alone, and nobody comes in without a password.
    assert guided.tells("T1/here", "-u", "T1", "-P", "1T") == ""
    assert "Not authorized" in guided.tells("T2/here", "-u", "T1", "-P", "1T")
    assert "Not authorized" in guided.tells("T1/have", "-u", "T1", "-P", "1T")
    assert "Not authorized" in guided.tells("T1/here", "-u", "T1", "-P", "wrong")
    assert "Not authorized" in guided.tells("T1/here")
    table.end()
    club.end()
    broker.kill()
    assert "llah" not in "".join(club.printed.lines)
