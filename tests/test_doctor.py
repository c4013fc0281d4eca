"""`companion doctor`: each thing it looks at, and what to do about what does not work."""

import pytest

from companion import doctor
from companion.cli import main
from companion.link.messages import Hello
from companion.link.port import FoundPort, find_ports
from companion.sim.board import VirtualBoard
from companion.sim.server import Server
from companion.sim.wires import any_wire
from companion.speech.voices.base import VoiceError
from companion.speech.voices.spy import SpyVoice


def findings() -> dict[str, doctor.Finding]:
    return {finding.about: finding for finding in doctor.examine("en")}


def test_a_real_wire_with_a_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(VirtualBoard(board_id="kitchen"), [any_wire()]) as server:
        monkeypatch.setattr(doctor, "find_ports", lambda: find_ports(server.urls))
        board = findings()["Board"]
    assert board.works
    assert board.line.startswith(f"Board: works. kitchen at {server.urls[0]}, firmware")


def test_without_a_board_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "find_ports", list)
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Companion: works. Version ")
    assert lines[1].startswith("Board: does not work. ")
    assert "dialout" in lines[1]
    assert lines[-1].startswith("Text: works.")


def test_a_board_of_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = FoundPort("ttyX", Hello(9, "3.0", "attic", "n", 28))
    monkeypatch.setattr(doctor, "find_ports", lambda: [found])
    board = findings()["Board"]
    assert not board.works
    assert "attic" in board.told
    assert "version 9" in board.told


class Mute(SpyVoice):
    """A voice whose library raises."""

    def probe(self) -> str | None:
        raise VoiceError("It broke.")


def test_each_voice_is_tried_whatever_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_ports", list)
    silent = SpyVoice(slow=True)
    voices = {"espeak": SpyVoice(), "pyttsx3": Mute(), "speechd": silent}
    monkeypatch.setattr(doctor, "NAMES", ("auto", *voices))
    monkeypatch.setattr(doctor, "open_voice", voices.__getitem__)
    monkeypatch.setattr(doctor, "_SENTENCE_SECONDS", 0.1)
    monkeypatch.setattr(doctor, "devices", lambda: ["speakers", "headphones"])
    found = findings()
    assert voices["espeak"].texts == ["I am heard. Green, six and three."]
    assert found["Voice speechd"].line == "Voice speechd: does not work. VoiceError: It hangs."
    assert found["Sound devices"].told == "speakers; headphones."
    assert found["Voice espeak"].line == "Voice espeak: works. It spoke: spy."
    assert found["Voice pyttsx3"].line == "Voice pyttsx3: does not work. VoiceError: It broke."
