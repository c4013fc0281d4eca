"""The library for screen readers, really loaded, with a screen reader of our own in it."""

import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.optional import install_command
from companion.speech.voices import base, screenreader
from companion.speech.voices.base import SpeechResult, SpokenWords, VoiceError
from companion.speech.voices.screenreader import ScreenReaderVoice
from tests.speech.told import why_not

prism = pytest.importorskip("prism", reason="pip install prismatoid")

PATIENCE = 20.0
GREEN = SpokenWords("Green, 6 and 3.", "en")


class Reader(prism.CustomBackend):  # type: ignore[misc,name-defined]  # it has no types
    """Remembers what it was asked; does not tell whether it speaks."""

    said: list[str]
    threads: set[int]
    running = True
    trouble: Callable[[], object] = staticmethod(lambda: None)

    def is_supported(self) -> bool:
        return type(self).running

    def speak(self, text: str, interrupt: bool) -> None:  # noqa: FBT001 - the library's signature
        type(self).trouble()
        type(self).threads.add(threading.get_ident())
        type(self).said.append(f"{text}{' at once' if interrupt else ''}")

    def stop(self) -> None:
        type(self).said.append("(silence)")


class Telling(Reader):
    """A screen reader that tells whether it speaks."""

    speaks = False

    def is_speaking(self) -> bool:
        return type(self).speaks


class Braille(Reader):
    """A screen reader with a braille display."""

    def braille(self, text: str) -> None:
        type(self).trouble()
        type(self).said.append(f"(braille) {text}")

    def speak(self, text: str, interrupt: bool) -> None:  # noqa: ARG002, FBT001 - as above
        type(self).said.append(text)


def library(kind: type[Reader]) -> Callable[[], Any]:
    """A library in which this screen reader runs, and Orca does not."""
    kind.said, kind.threads = [], set()
    builder = prism.RegistryBuilder()
    builder.add_backend("Test reader", kind)
    return lambda: prism.Context(builder.freeze())


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no screen reader that hangs."""
    monkeypatch.setattr(base, "HANGING_SECONDS", 30.0)


@pytest.fixture
def voice() -> Iterator[ScreenReaderVoice]:
    voice = ScreenReaderVoice(library(Reader))
    assert why_not(voice) is None
    yield voice
    voice.close()


def test_the_voice_speaks_and_never_interrupts_itself(voice: ScreenReaderVoice) -> None:
    assert voice.name == "screenreader (Test reader)"
    for _ in range(2):
        assert voice.speak(GREEN).result(PATIENCE) is SpeechResult.SAID
    assert Reader.said == ["Green, 6 and 3."] * 2
    assert len(Reader.threads) == 1
    assert threading.get_ident() not in Reader.threads


@pytest.mark.parametrize("fails", [False, True])
def test_a_screen_reader_shows_the_words_in_braille(
    fails: bool,  # noqa: FBT001 - given by pytest
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if fails:
        monkeypatch.setattr(Braille, "trouble", staticmethod(broken))
    voice = ScreenReaderVoice(library(Braille))
    assert why_not(voice) is None
    assert voice.speak(GREEN).result(PATIENCE) is SpeechResult.SAID
    shown = [] if fails else [f"(braille) {GREEN.text}"]
    assert Braille.said == [GREEN.text, *shown]
    voice.close()
    capsys.readouterr()  # the library prints what its own backends raise


def test_the_end_is_estimated_for_a_reader_that_does_not_report_it(
    voice: ScreenReaderVoice,
) -> None:
    began = time.monotonic()
    voice.speak(GREEN).result(PATIENCE)
    assert time.monotonic() - began > len(GREEN.text) / screenreader.LETTERS_A_SECOND


def test_stopping_silences_it(voice: ScreenReaderVoice) -> None:
    handle = voice.speak(SpokenWords("a long sentence " * 20, "en"))
    voice.stop()
    assert handle.result(PATIENCE) is SpeechResult.CUT
    assert Reader.said[-1] == "(silence)"


def test_a_reader_that_reports_its_end_is_waited_for() -> None:
    voice = ScreenReaderVoice(library(Telling))
    assert why_not(voice) is None
    Telling.speaks = True
    handle = voice.speak(GREEN)
    time.sleep(screenreader.LEAST_SECONDS + 0.2)
    assert not handle.done()
    Telling.speaks = False
    assert handle.result(PATIENCE) is SpeechResult.SAID
    voice.close()


def test_a_sound_alone_is_not_spoken(voice: ScreenReaderVoice) -> None:
    assert voice.speak(SpokenWords("", "en", sound="turn")).result(0) is SpeechResult.SAID
    assert Reader.said == []


def broken() -> None:
    raise ValueError("the reader was closed")


def test_a_reader_that_fails_is_an_error(
    voice: ScreenReaderVoice, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Reader, "trouble", staticmethod(broken))
    with pytest.raises(VoiceError, match=r"screenreader .* failed"):
        voice.speak(GREEN)
    capsys.readouterr()  # the library prints what its own backends raise


def test_a_reader_that_hangs_is_an_error_and_the_voice_can_be_closed(
    voice: ScreenReaderVoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()
    monkeypatch.setattr(base, "HANGING_SECONDS", 0.2)
    monkeypatch.setattr(Reader, "trouble", staticmethod(lambda: released.wait(PATIENCE)))
    with pytest.raises(VoiceError, match=r"screenreader .* hangs"):
        voice.speak(GREEN)
    voice.close()
    released.set()


def test_without_a_reader_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "running", False)
    line = "No screen reader that can be used is running. Start yours first."
    assert why_not(ScreenReaderVoice(library(Reader))) == line


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one may run")
def test_the_systems_own_synthesisers_are_no_screen_readers() -> None:
    reason = why_not(ScreenReaderVoice())
    assert reason is None or reason.startswith("No screen reader that can be used")


def test_without_the_library_or_with_its_namesake_the_remedy_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remedy = install_command("screenreader")
    monkeypatch.setitem(sys.modules, "prism", types.ModuleType("prism"))
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: object())
    namesake = why_not(ScreenReaderVoice())
    assert namesake is not None
    assert "a different library" in namesake
    assert remedy in namesake
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    missing = why_not(ScreenReaderVoice())
    assert missing is not None
    assert remedy in missing
