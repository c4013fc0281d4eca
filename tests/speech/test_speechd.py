"""speech-dispatcher, played by a server of ours: what is said to it, and whatever it does."""

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import base, speechd
from companion.speech.voices.base import SpeechResult, SpokenWords, VoiceError
from companion.speech.voices.speechd import SpeechdVoice
from tests.speech.fake_speechd import FakeSpeechd, fake_speechd
from tests.speech.spy import SpyVoice
from tests.speech.told import why_not

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it is a service of Linux")

PATIENCE = 20.0
VERT = SpokenWords("Vert, 6 et 3.", "fr")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSpeechd]:
    monkeypatch.setattr(base, "HANGING_SECONDS", 30.0)  # on a busy machine it answers late
    with fake_speechd(tmp_path / "socket") as server:
        yield server


@pytest.fixture
def voice(server: FakeSpeechd) -> Iterator[SpeechdVoice]:
    assert server.texts == []
    voice = SpeechdVoice()
    yield voice
    voice.close()


def test_what_it_is_told(voice: SpeechdVoice, server: FakeSpeechd) -> None:
    assert why_not(voice) is None
    assert voice.name == "speechd (espeak-ng)"
    for words in (
        VERT,
        SpokenWords("Vert & noir.", "fr", 450, 0.5),
        SpokenWords("Green.", "en", 450, 0.5),
    ):
        assert voice.speak(words).result(PATIENCE) is SpeechResult.SAID
    assert server.commands == [
        "SET SELF CLIENT_NAME user:companion:main",
        "SET SELF NOTIFICATION ALL ON",
        "SET SELF PRIORITY MESSAGE",
        "SET SELF SSML_MODE ON",
        "GET OUTPUT_MODULE",
        "SET SELF LANGUAGE fr",
        "SET SELF RATE 0",
        "SET SELF VOLUME 100",
        "SPEAK",
        "SET SELF RATE 100",
        "SET SELF VOLUME 0",
        "SPEAK",
        "SET SELF LANGUAGE en",
        "SPEAK",
    ]
    assert server.texts[1] == (
        '<speak><mark name="0"/>Vert<mark name="0e"/> <mark name="1"/>&amp;<mark name="1e"/> '
        '<mark name="2"/>noir.<mark name="2e"/></speak>'
    )


@pytest.mark.parametrize(
    ("rate", "said"),
    [(80, -100), (40, -100), (128, -49), (175, 0), (312, 50), (450, 100), (900, 100)],
)
def test_words_a_minute_in_its_own_measure(rate: int, said: int) -> None:
    assert speechd.own_rate(rate) == said


def test_a_line_that_begins_with_a_dot_does_not_end_the_text(server: FakeSpeechd) -> None:
    line = speechd.Ssip()
    line.speak(". dot")
    assert server.texts == [".. dot"]
    line.close()


def test_nothing_is_said_for_a_sound_alone(voice: SpeechdVoice, server: FakeSpeechd) -> None:
    assert voice.speak(SpokenWords("", "fr", sound="turn")).result(0) is SpeechResult.SAID
    assert server.commands == []


def test_stopping_cancels(voice: SpeechdVoice, server: FakeSpeechd) -> None:
    voice.stop()
    server.script = lambda _text: ["BEGIN", "INDEX MARK"]
    handle = voice.speak(VERT)
    voice.stop()
    assert handle.result(PATIENCE) is SpeechResult.CUT
    assert server.commands.count("CANCEL SELF") == 1


def test_what_another_program_cancels_was_cut(voice: SpeechdVoice, server: FakeSpeechd) -> None:
    server.script = lambda _text: ["BEGIN", "CANCELED"]
    assert voice.speak(VERT).result(PATIENCE) is SpeechResult.CUT


def test_a_pause_is_no_hanging(
    voice: SpeechdVoice, server: FakeSpeechd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speechd, "MARK_SECONDS", 0.2)
    server.script = lambda _text: ["BEGIN", "PAUSED"]
    handle = voice.speak(SpokenWords("Vert.", "fr"))
    time.sleep(0.5)
    assert not handle.done()
    voice.stop()
    assert handle.result(PATIENCE) is SpeechResult.CUT


@pytest.mark.parametrize(
    ("rate", "marks", "seconds"),
    [(175, 0, 1.0), (175, 1, 1.0), (175, 2, 1.0), (175, 3, 2.05), (350, 3, 2.05), (87, 4, 2.01)],
)
def test_how_long_the_next_mark_is_waited_for(rate: int, marks: int, seconds: float) -> None:
    words = SpokenWords("Vous 167, lui 9.", "fr", rate)
    assert speechd.seconds_to_mark(words, marks) == pytest.approx(seconds, abs=0.01)


def test_a_server_that_goes_is_a_failure(voice: SpeechdVoice, server: FakeSpeechd) -> None:
    server.script = lambda _text: ["BEGIN", None]
    with pytest.raises(VoiceError, match="has stopped"):
        voice.speak(VERT).result(PATIENCE)
    with pytest.raises(VoiceError, match=r"has stopped|does not answer"):
        voice.speak(VERT)


def test_a_synthesiser_that_falls_silent_is_a_failure_in_time(
    voice: SpeechdVoice, server: FakeSpeechd
) -> None:
    # HANGING_SECONDS until its first sign of life; then as long as a word or a pause may take.
    server.script = lambda _text: ["BEGIN", "INDEX MARK"]
    began = time.monotonic()
    with pytest.raises(VoiceError, match="hangs"):
        voice.speak(VERT).result(PATIENCE)
    assert time.monotonic() - began < PATIENCE / 2


def test_a_server_that_does_not_answer_is_a_failure(
    voice: SpeechdVoice, server: FakeSpeechd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "HANGING_SECONDS", 0.2)
    server.silent = {"SPEAK"}
    with pytest.raises(VoiceError, match="does not answer"):
        voice.speak(VERT)


def test_a_server_that_refuses_is_a_failure(voice: SpeechdVoice, server: FakeSpeechd) -> None:
    server.refused = {"SET SELF LANGUAGE fr"}
    with pytest.raises(VoiceError, match="refuses SET SELF LANGUAGE fr, 300 ERR REFUSED"):
        voice.speak(VERT)


def test_a_server_that_refuses_the_greeting_is_left(
    voice: SpeechdVoice, server: FakeSpeechd
) -> None:
    server.refused = {"SET SELF SSML_MODE ON"}
    assert why_not(voice) == "speech-dispatcher refuses SET SELF SSML_MODE ON, 300 ERR REFUSED."


def test_a_server_without_a_synthesiser_tells_what_to_do(
    voice: SpeechdVoice, server: FakeSpeechd
) -> None:
    server.module = "dummy"
    reason = why_not(voice)
    assert reason is not None
    assert "apt install speech-dispatcher-espeak-ng" in reason


@pytest.mark.parametrize("address", ["unix_socket:/no/such", "inet_socket:127.0.0.1:x", None])
def test_without_a_server_there_is_one_plain_line(
    address: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    if address is not None:
        monkeypatch.setenv("SPEECHD_ADDRESS", address)
    reason = why_not(SpeechdVoice())
    assert reason is not None
    assert "\n" not in reason
    assert reason.startswith(
        "speech-dispatcher is not running. Install and start it with apt install speech-dispatcher "
    )


def test_elsewhere_it_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert why_not(SpeechdVoice()) == "speech-dispatcher is a service of Linux."


def test_an_address_of_the_net_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setenv("SPEECHD_ADDRESS", f"inet_socket::{listener.getsockname()[1]}")
        line = speechd.Ssip()
        peer, _ = listener.accept()
        line.close()
        with peer, peer.makefile("rb") as stream:
            assert stream.read() == b"CANCEL SELF\r\nQUIT\r\n"


def test_what_a_lost_server_did_not_say_is_said_by_the_next_voice(
    voice: SpeechdVoice, server: FakeSpeechd
) -> None:
    answers: Iterator[list[str | None]] = iter([["BEGIN", "END"], ["BEGIN", None]])
    server.script = lambda _text: next(answers)
    spare = SpyVoice()
    assert why_not(voice) is None
    speaker = Speaker(voice, spare=[spare])
    speaker.say([Utterance(text, "en", Priority.RESULT) for text in ("one", "two", "three")])
    speaker.close()
    assert len(server.texts) == 2
    assert spare.texts == ["Another voice takes over.", "two", "three"]
