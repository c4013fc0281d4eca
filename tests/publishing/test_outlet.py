"""The outlet: what is not available is one sentence, and its process never stops the game."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import ending
from companion.link.messages import Searching
from companion.publishing import outlet
from companion.publishing.outbox import EveningRows
from companion.publishing.outlet import (
    Outlet,
    OutletError,
    PublishSettings,
    need,
    new_token,
    read_publish_settings,
)
from companion.records.encoding import plain_fact
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact, Ruling
from companion.referee.talk_facts import Choice
from companion.session.compose import open_evening, publish
from companion.settings import OpponentSettings, Settings
from tests.flow.wire_board import Companion, WireBoard, wait_for
from tests.program import python, run
from tests.web.printed import Printed

SETTINGS = Settings("", journal="e.journal", players=("Anne", "Bruno"), table="T1")
PLAY = ("play", "--port", "socket://127.0.0.1:1", "--game", "jacquet", "--voice", "print")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (replace(SETTINGS, journal=""), "option journal"),
        (replace(SETTINGS, table=""), "option table"),
    ],
)
def test_a_missing_library_is_one_sentence(settings: Settings, told: str) -> None:
    with pytest.raises(OutletError, match=told) as refused:
        read_publish_settings(replace(settings, broker="mqtt://x"))
    assert "\n" not in str(refused.value)


def test_the_settings_are_passed_on_with_a_new_token() -> None:
    settings = replace(SETTINGS, web="0.0.0.0:1", broker="mqtt://x")
    one = read_publish_settings(settings)
    assert one.settings is settings
    assert re.fullmatch(r"(\w{4}-){2}\w{4}", one.token)


def test_only_players_of_a_typed_table_have_pages() -> None:
    typed = Settings("", board="typed", journal="j", web="127.0.0.1:0")
    one, again = (read_publish_settings(typed) for _ in range(2))
    assert one.phones == "VN"
    assert one.key != again.key
    assert read_publish_settings(replace(typed, table="T1", web="", broker="mqtt://x")).phones == ""
    alone = replace(typed, mode="practice", against=OpponentSettings("N"))
    assert read_publish_settings(alone).phones == "V"  # the companion needs none
    assert read_publish_settings(replace(typed, board="serial")).phones == ""
    assert len({new_token() for _ in range(100)}) == 100


@pytest.mark.parametrize("extra", ["web", "club"])
def test_an_extra_that_is_not_installed_is_named_with_what_to_do(
    extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(extra)
    monkeypatch.setattr(outlet, "is_there", lambda _name: False)
    with pytest.raises(OutletError, match=rf".venv/bin/pip install '\.\[{extra}\]'"):
        need(extra)


def test_an_address_that_cannot_be_opened_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        done = run(*PLAY, "--web", f"127.0.0.1:{busy.getsockname()[1]}")
    assert done.returncode == 2
    assert "cannot open" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are found in /proc")
def test_a_dead_page_is_restarted_and_the_evening_continues(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    board = WireBoard()
    companion = Companion(board, tmp_path, "--web", f"127.0.0.1:{port}", "--lang", "fr")
    printed = Printed(companion.process.stdout)
    board.wait_peer()
    board.stand("V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    companion.expect("link", "link", "setup", "game_begins")

    def page() -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/en/", timeout=2) as answer:
                return str(answer.read().decode())
        except OSError:
            return ""

    wait_for(lambda: "New game of backgammon." in page(), page)
    os.kill(child_of(companion.process.pid), signal.SIGKILL)
    board.throw(0, "3-")
    board.throw(1, "1-")
    companion.expect("opening", "turn_begins", "roll")
    wait_for(lambda: "Green plays 3 and 1." in page(), page)
    companion.process.terminate()
    assert companion.process.wait(15) == 0
    printed.close()
    board.close()
    # What is printed for the table is in its language.
    told = "".join(printed.lines)
    assert f"La page de l'arbitre est à l'adresse http://127.0.0.1:{port}/\n" in told
    assert re.search(
        r"Le code de l'arbitre est \S+\. Il est nécessaire pour toute décision\.\n", told
    )
    assert "La page s'est arrêtée avec le code -9 et redémarre." in told


def child_of(process: int) -> int:
    """The page's process, which an evening has begun."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1] == str(process):
                return int(stat.parent.name)
    raise AssertionError("no child")


CLUB = """
import json, sys
table = json.loads(sys.stdin.readline())["publishing"]["settings"]["table"]

def say(**line):
    print(json.dumps(line), flush=True)

with open(HEARD, "a") as heard:
    say(sentence="Open for " + table + ".", ready=True)
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        if "end" in line and table != "stays":
            break
        if "choosing" in line:
            say(id="n1", ruling={"@": "Ruling", "what": "pause", "by": "Claire"}, until=9)
            say(id="n2", ruling={"@": "Ruling", "what": 7}, until=9)
"""
"""A stand-in for the child process: its messages, without page or broker."""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a quick one in the place of that process; where it writes what it hears."""
    heard, start = tmp_path / "heard", subprocess.Popen
    program = CLUB.replace("HEARD", repr(str(heard)))

    def begin(_command: list[str], **more: Any) -> "subprocess.Popen[str]":
        return start([sys.executable, "-I", "-S", "-c", program], **more)

    monkeypatch.setattr(subprocess, "Popen", begin)
    return heard


def heard(club: Path, count: int) -> list[dict[str, Any]]:
    """Wait until the stand-in has heard so many lines."""

    def lines() -> list[str]:
        return club.read_text().splitlines() if club.exists() else []

    wait_for(lambda: len(lines()) >= count, lambda: str(lines()))
    return [json.loads(line) for line in lines()]


def test_rulings_are_received_and_their_outcomes_sent(club: Path, tmp_path: Path) -> None:
    told: list[str] = []
    ruled: list[tuple[Ruling, float]] = []

    def rule(ruling: Ruling, until: float) -> Future[str]:
        ruled.append((ruling, until))
        outcome: Future[str] = Future()
        outcome.set_result("No error is open.")
        return outcome

    publishing = PublishSettings(Settings("", table="T1"), token="abcd")  # noqa: S106 - a test's own
    with Journal.open(tmp_path / "j") as journal:
        one = Outlet(publishing, journal, rule, told.append)
        try:
            assert told == [
                "Open for T1.",
                "Table T1, the referee's token is abcd, needed for rulings.",
            ]
            one.send_choosing(choosing=False)
            one.send_choosing(choosing=False)
            first, *answers = heard(club, 3)
            assert first == {"choosing": False}
            assert ruled == [(Ruling("pause", "Claire"), 9.0)]
            assert answers[0] == {"ruled": "n1", "refusal": "No error is open."}
            assert answers[1]["ruled"] == "n2"
            assert answers[1]["refusal"]  # what cannot be read is not carried out, and answered
            one.send_choosing(choosing=True)
            assert heard(club, 4)[3] == {"choosing": True}
        finally:
            one.close()
    assert heard(club, 5)[-1] == {"end": True}


def test_a_ruling_that_is_not_carried_out_is_answered_in_the_evenings_language(
    club: Path, tmp_path: Path
) -> None:
    def rule(_ruling: Ruling, _until: float) -> Future[str]:
        outcome: Future[str] = Future()
        outcome.cancel()
        outcome.set_running_or_notify_cancel()
        return outcome

    publishing = PublishSettings(Settings("", lang="fr"), token="abcd")  # noqa: S106 - a test's own
    with Journal.open(tmp_path / "j") as journal:
        one = Outlet(publishing, journal, rule, lambda _sentence: None)
        try:
            one.send_choosing(choosing=False)
            answers = heard(club, 3)[1:]
        finally:
            one.close()
    assert [answer["refusal"] for answer in answers] == [
        "La soirée est terminée. Rien n'a été changé.",
        "Cette demande ne peut pas être lue. Rien n'a été changé.",
    ]


def test_an_evening_without_a_journal_has_a_temporary_one_for_its_page(club: Path) -> None:
    seen: list[Fact] = []
    with open_evening(Settings("memory", voice="print"), seen.append) as evening:
        assert evening.table.record.journal is not None
        folder = evening.table.record.journal.folder
        one = publish(evening, PublishSettings(Settings("", table="T1"), token="abcd"), print)  # noqa: S106
        try:
            evening.table.take(Searching("No board."))
            rows, _ = EveningRows(folder, "", 0, "").take()
            evening.table.chooser = Chooser(None, Choice())
            assert evening.after_pass is not None
            evening.after_pass()
        finally:
            one.close()
        assert not evening.table.record.is_saved
    assert [row.body for row in rows] == [
        json.dumps(plain_fact(fact), separators=(",", ":")) for fact in seen
    ]
    assert len(rows) > 0
    assert not folder.exists()
    assert heard(club, 1)[0] == {"choosing": True}


@pytest.mark.usefixtures("club")
def test_a_process_that_does_not_end_is_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ending, "within", lambda seconds, _keep=0.0: min(seconds, 0.05))
    publishing = PublishSettings(Settings("", table="stays"), token="abcd")  # noqa: S106 - a test's own
    with Journal.open(tmp_path / "j") as journal:
        one = Outlet(publishing, journal, lambda *_: Future(), print)
        one.close()
    assert one.child.returncode == -signal.SIGKILL


def test_files_in_the_folder_do_not_replace_the_pages_program(tmp_path: Path) -> None:
    for name in ("companion.py", "json.py", "asyncio.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong module')")
    words = ("play", "--board", "typed", "--game", "backgammon", "--voice", "print")
    # Without the current folder, as the installed command starts.
    program = ("-P", "-m", "companion")
    ran = python(*program, *words, "--web", "127.0.0.1:0", cwd=tmp_path, input="quit\n")
    assert ran.returncode == 0, ran.stderr
    assert "The referee's page is at http://127.0.0.1:" in ran.stdout + ran.stderr
    assert "wrong module" not in ran.stdout + ran.stderr
