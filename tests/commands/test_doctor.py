"""`companion doctor`: each check, and the advice when it fails."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.commands import doctor
from companion.commands.main import main
from companion.link.codec import encode
from companion.link.messages import Hello
from companion.link.port import AskedPort, ask_ports, refusal
from companion.sim.board import VirtualBoard
from companion.sim.server import BoardServer
from companion.sim.wires import SocketWire, Wire, any_wire
from companion.speech.catalogue import Catalogue, languages
from tests.firmware.boards import START, Board
from tests.speech.messages import names, texts
from tests.speech.spy import SpyVoice


def findings(port: str = "auto") -> dict[str, str]:
    """Return the line of each finding, by its key and name."""
    return {
        f"{finding.about} {finding.name}".rstrip(): finding.line(Catalogue("en"))
        for finding in doctor.examine("en", port)
    }


def told(port: str) -> list[str]:
    """The lines about boards and ports."""
    return [finding.line(Catalogue("en")) for finding in doctor.board_findings(port)]


@contextmanager
def firmware_at(board: Board, wire: Wire) -> Iterator[str]:
    """The real firmware at this wire, up to four times as quick as on a real board."""

    class Served(VirtualBoard):
        def advance(self, ms: int) -> None:
            board.rig.advance(min(4 * ms, 200))

        def receive(self, data: bytes) -> None:
            board.rig.receive(data)

        def outgoing(self) -> list[bytes]:
            return [board.rig.outgoing()]

    with BoardServer(Served(), [wire]) as server:
        yield server.urls[0]


@pytest.mark.parametrize("wire", [any_wire, SocketWire])
def test_a_board_is_found_by_its_hello_and_tests_itself(wire: type[SocketWire]) -> None:
    with BoardServer(VirtualBoard(board_id="kitchen"), [wire()]) as server:
        (line,) = told(server.urls[0])
    assert line.startswith(f"The board works. kitchen at {server.urls[0]}, firmware")
    assert line.endswith("No fault found by the board.")


def test_the_firmware_tests_itself_and_its_faults_are_plain_words() -> None:
    board = Board(seed=1)
    board.put_all(START["jacquet"])
    with firmware_at(board, any_wire()) as url:
        (line,) = told(url)  # of a board that has just started: it is asked until it is sure
        counted = "It counts 28 zones 30 pieces of 32 enrolled; 24 faces enrolled."
        assert line.startswith("The board works. ")
        assert line.endswith("No fault found by the board. " + counted)
        board.world.shorts.add("N4")
        board.world.sensors[2].dead = True
        give_up = time.monotonic() + 30
        while len(board.rig.board.faults()) < 2 and time.monotonic() < give_up:
            time.sleep(0.05)
        (line,) = told(url)
    assert line.startswith("The board does not work. ")
    assert "N 4. Short circuit. Look for metal or dampness there." in line
    assert "Black's first die. No answer from the sensor. Check its plug." in line


def test_a_board_that_still_scans_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(seed=1)
    board.put_all(START["jacquet"])
    monkeypatch.setattr(doctor, "LOOKING_SECONDS", 0.0)
    monkeypatch.setattr(board.rig.board.scanner, "is_sure", lambda: False)
    with firmware_at(board, any_wire()) as url:
        (line,) = told(url)
    assert line.endswith(" enrolled. It is still checking and may find more. Ask again.")


def test_a_board_that_does_not_finish_its_test_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dumb(VirtualBoard):
        def receive(self, data: bytes) -> None:
            super().receive(data if b"HELLO" in data and b"TEST" not in data else b"")

        def outgoing(self) -> list[bytes]:
            return [line for line in super().outgoing() if line.startswith(b"$H")]

    monkeypatch.setattr(doctor, "TEST_SECONDS", 0.5)
    with BoardServer(Dumb(), [any_wire()]) as server:
        (line,) = told(server.urls[0])
    assert line.endswith("It does not finish its self test. Switch it off and on.")


def test_without_a_port_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "ask_ports", list)
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Companion works. Version ")
    assert lines[1].startswith("The board does not work. This machine has no serial port. ")
    assert "driver" in lines[1]
    assert lines[-1].startswith("Text works.")


def test_every_port_without_a_board_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    denied = refusal("/dev/ttyACM0", PermissionError(13, ""))
    asked = [AskedPort("/dev/ttyACM0", error=denied), AskedPort("/dev/ttyUSB1")]
    monkeypatch.setattr(doctor, "ask_ports", lambda: asked)
    board, first, second = told("auto")
    assert board.startswith("The board does not work. No board answers on any port. ")
    assert first.startswith("The port does not work. You may not open /dev/ttyACM0. Join its group")
    assert "dialout" in first
    assert second == "The port works. /dev/ttyUSB1 can be opened, but no board answers there."


def test_a_port_that_sends_no_hello_is_no_board() -> None:
    class Other(VirtualBoard):
        def outgoing(self) -> list[bytes]:
            super().outgoing()
            return [b"+CPIN: READY\r\n" + encode("L,info,I am a modem")]

    with BoardServer(Other(), [any_wire()]) as server:
        (asked,) = ask_ports(server.urls)
    assert (asked.hello, asked.error) == (None, None)


def test_a_board_of_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = AskedPort("ttyX", Hello(9, "3.0", "attic", "n", 28))
    monkeypatch.setattr(doctor, "ask_ports", lambda: [found])
    (line,) = told("auto")
    assert line.startswith("The board does not work. attic")
    assert "version 9" in line


def test_each_voice_is_tried_even_if_another_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ask_ports", list)
    silent = SpyVoice(slow=True)
    voices = {"espeak": SpyVoice(), "pyttsx3": SpyVoice(reason="It broke."), "speechd": silent}
    monkeypatch.setattr(doctor, "NAMES", ("auto", *voices))
    monkeypatch.setattr(doctor, "open_voice", voices.__getitem__)
    monkeypatch.setattr(doctor, "SENTENCE_SECONDS", 0.1)
    monkeypatch.setattr(doctor, "devices", lambda: ["speakers", "headphones"])
    found = findings()
    assert voices["espeak"].texts == ["Voice test. Green, six and three."]
    assert found["voice speechd"] == "The voice speechd does not work. spy hangs."
    assert found["sound"] == "The sound devices work. speakers; headphones."
    assert found["voice espeak"] == "The voice espeak works. It spoke as spy."
    assert found["voice pyttsx3"] == "The voice pyttsx3 does not work. It broke."


@pytest.mark.parametrize(("system", "are_there"), [("Linux", True), ("Windows", False)])
def test_what_only_linux_can_have_is_left_out_elsewhere(
    monkeypatch: pytest.MonkeyPatch, *, system: str, are_there: bool
) -> None:
    def break_off(_name: str) -> None:
        raise OSError

    monkeypatch.setattr(doctor, "ask_ports", list)
    monkeypatch.setattr(doctor, "open_voice", break_off)
    monkeypatch.setattr("platform.system", lambda: system)
    found = findings()
    assert {name in found for name in ("voice speechd", "braille", "keypads")} == {are_there}
    assert "voice screenreader" in found


@pytest.mark.parametrize(
    ("lang", "text", "end"),
    [
        ("en", "Odd thing.", "It failed with OSError, Odd thing."),
        ("fr", "Odd thing.", "Arrêt sur l'erreur OSError, «\u00a0Odd thing\u00a0»."),
        ("fr", "failed to init device", "Arrêt sur l'erreur OSError, aucun appareil ne s'ouvre."),
    ],
)
def test_a_text_of_a_library_is_translated_or_quoted(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lang: str,
    text: str,
    end: str,
) -> None:
    def break_off(_name: str) -> None:
        raise OSError(text)

    monkeypatch.setattr(doctor, "ask_ports", list)
    monkeypatch.setattr(doctor, "NAMES", ("espeak",))
    monkeypatch.setattr(doctor, "open_voice", break_off)
    main(["doctor", "--lang", lang])
    assert f"{end}\n" in capsys.readouterr().out


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
def test_every_line_is_in_the_requested_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    denied = refusal("/dev/ttyACM0", PermissionError(13, ""))
    asked = [AskedPort("/dev/ttyACM0", error=denied), AskedPort("/dev/x")]
    monkeypatch.setattr(doctor, "ask_ports", lambda: asked)
    assert main(["doctor", "--lang", lang]) == 1
    told = capsys.readouterr().out
    assert len(told.splitlines()) > len(asked)
    for name, text in texts("en"):
        if name.startswith("machine.") and len(text) > 20:
            parts = [part for part in re.split(r"{\w+}", text) if len(part) > 10]
            assert not any(part in told for part in parts), text


def test_every_reason_of_a_port_error_has_a_sentence() -> None:
    errors = [OSError(number, "") for number in (13, 16, 2, 22, 111)]
    urls = ["/dev/ttyACM0", "socket://127.0.0.1:1"]
    codes = {refusal(url, error).why for url in urls for error in errors}
    assert codes <= names("machine.port")
    assert {"no-permission", "in-use", "no-board", "no-answer", "bad-port"} <= codes
