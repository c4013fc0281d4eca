"""espeak-ng in the process, by the wheel, into a file: what, in which language, how fast."""

import ctypes
import threading
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import choose, espeak, sinks
from companion.speech.voices.base import SpeechResult, SpokenWords, VoiceError
from companion.speech.voices.espeak import EspeakVoice
from companion.speech.voices.samples import earcon
from tests.speech.pronunciation import ipa
from tests.speech.told import lines, why_not

pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")

SENTENCE = "Vert, 6 et 3."
PATIENCE = 20.0
NO_PLAYER = (
    "No program that plays sound was found, such as pw-play, paplay, aplay. Install a library for "
    "it with pip install miniaudio."
)


def length(text: str, lang: str = "fr", rate: int = 175, volume: float = 1.0) -> int:
    return len(espeak.load().synthesise(text, lang, rate, volume))


def loudness(volume: float) -> int:
    samples = memoryview(espeak.load().synthesise(SENTENCE, "fr", 175, volume)).cast("h")
    return max(samples)


def test_text_becomes_sound() -> None:
    library = espeak.load()
    assert library.sample_rate == 22050
    assert length(SENTENCE) > library.sample_rate


def test_faster_is_shorter_within_its_limits() -> None:
    assert length(SENTENCE, rate=300) < length(SENTENCE, rate=100)
    assert length(SENTENCE, rate=5) == pytest.approx(length(SENTENCE, rate=80), rel=0.1)


def test_quieter_is_quieter() -> None:
    assert loudness(0.3) < loudness(1.0)
    assert loudness(9.0) == pytest.approx(loudness(1.0), rel=0.1)


def test_a_language_is_really_changed() -> None:
    assert ipa("six", "fr") != ipa("six", "en")


@pytest.mark.parametrize("lang", ["xx", "en-gb", "fr-fr"])
def test_a_language_it_does_not_speak_is_not_replaced_by_another(lang: str) -> None:
    with pytest.raises(VoiceError, match=f"does not speak {lang}"):
        length("six", lang)
    assert length("six", "en") > 0


def test_a_missing_library_is_reported() -> None:
    with pytest.raises(VoiceError, match="cannot be loaded"):
        espeak.EspeakLibrary("no-such-library.so", None, "test")


def test_without_any_library_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espeak, "SYSTEM_NAMES", ())
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(VoiceError, match="pip install espeakng-loader"):
        espeak.load.__wrapped__()


class FakeLibrary:
    """The C functions with a fault of our choice."""

    def __init__(self, rate: int = 22050, code: int = 0) -> None:
        self.espeak_Initialize = lambda *_: rate
        self.espeak_SetSynthCallback = lambda *_: 0
        self.espeak_SetVoiceByName = lambda *_: 0
        self.espeak_SetParameter = lambda *_: 0
        self.espeak_Synth = lambda *_: code


def test_missing_voice_data_does_not_end_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _path: FakeLibrary(rate=-1))
    with pytest.raises(VoiceError, match="voice data was not found"):
        espeak.EspeakLibrary("any", None, "test")


def test_a_refused_synthesis_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _path: FakeLibrary(code=1))
    library = espeak.EspeakLibrary("any", None, "test")
    with pytest.raises(VoiceError, match="code 1"):
        library.synthesise("a", "fr", 175, 1.0)


def test_the_systems_library_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _path: FakeLibrary())
    assert espeak.load.__wrapped__().origin == "system"


def frames(path: Path) -> int:
    with wave.open(str(path)) as heard:
        return int(heard.getnframes())


def test_an_evening_is_spoken_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.wav"
    choice = choose(f"espeak:{path}")
    assert lines(choice.lines) == (f"Voice espeak ({espeak.load().origin}, file {path}).",)
    speaker = Speaker(choice.voice, spare=choice.spare)
    sentences = ["Plateau connecté.", SENTENCE, "Noir, double 4."]
    speaker.say([Utterance(text, "fr", Priority.RESULT) for text in sentences])
    assert speaker.wait_idle(PATIENCE)
    speaker.close()
    expected = sum(length(text) for text in sentences) // 2
    assert frames(path) == pytest.approx(expected, rel=0.05)


class SlowSink:
    """A sink that plays until it is cut."""

    name = "slow"

    def __init__(self) -> None:
        self.played: list[int] = []

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:
        self.played.append(len(samples))
        assert cut.wait(PATIENCE)
        return SpeechResult.CUT


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowSink:
    sink = SlowSink()
    monkeypatch.setattr(sinks, "working", lambda _rate, _device: iter([sink]))
    return sink


def test_stopping_is_immediate_and_what_waits_is_never_begun(slow: SlowSink) -> None:
    voice = EspeakVoice()
    voice.stop()
    first = voice.speak(SpokenWords(SENTENCE, "fr"))
    began = time.monotonic()
    while not slow.played:
        assert time.monotonic() - began < PATIENCE
    voice.stop()
    assert first.result(PATIENCE) is SpeechResult.CUT
    second = voice.speak(SpokenWords(SENTENCE, "fr"))
    third_began = threading.Event()
    second.add_done_callback(lambda _: third_began.set())
    voice.stop()
    assert second.result(PATIENCE) is SpeechResult.CUT
    voice.close()
    voice.close()


def test_an_earcon_goes_before_the_words_in_the_same_sound(tmp_path: Path) -> None:
    lengths = []
    for number, sound in enumerate(("", "turn")):
        voice = EspeakVoice(str(tmp_path / f"{number}.wav"))
        for text in (SENTENCE, ""):
            assert (
                voice.speak(SpokenWords(text, "fr", sound=sound)).result(PATIENCE)
                is SpeechResult.SAID
            )
        voice.close()
        lengths.append(frames(tmp_path / f"{number}.wav"))
    extra = 2 * len(earcon("turn", 22050, 1.0)) // 2
    assert lengths[1] - lengths[0] == pytest.approx(extra, abs=lengths[0] * 0.05)
    with wave.open(str(tmp_path / "1.wav")) as heard:
        assert heard.readframes(extra // 2) == earcon("turn", 22050, 1.0)


class BrokenSink(SlowSink):
    """A sink that breaks in the middle."""

    name = "broken"

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:
        assert not cut.is_set()
        self.played.append(len(samples))
        raise VoiceError("It is unplugged.")


def test_after_a_failed_sink_the_next_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def working(_rate: int, _device: str) -> Iterator[sinks.Sink]:
        yield BrokenSink()
        yield SlowSink()
        raise VoiceError("no more")

    monkeypatch.setattr(sinks, "working", working)
    voice = EspeakVoice()
    names = []
    for reason in (None, None, "no more", None):
        assert why_not(voice) == reason
        names.append(voice.name.partition(", ")[2])
        if names[-1] == "broken)":
            assert voice.speak(SpokenWords(SENTENCE, "fr")).exception(PATIENCE)
        voice.close()
    assert names == ["broken)", "slow)", "", "broken)"]


def test_an_error_in_the_thread_is_raised_by_the_handle(slow: SlowSink) -> None:
    voice = EspeakVoice()
    handle = voice.speak(SpokenWords("un", "xx"))
    assert "does not speak" in str(handle.exception(PATIENCE))
    voice.close()
    assert slow.played == []


def test_probing_gives_the_reason_why_nothing_is_audible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sinks, "all_sinks", lambda _rate, _device: iter(()))
    assert why_not(EspeakVoice()) == NO_PLAYER
    with pytest.raises(VoiceError, match="No program that plays sound"):
        EspeakVoice().speak(SpokenWords("un", "fr"))
