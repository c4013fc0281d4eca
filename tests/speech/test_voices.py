"""The small voices and the choice among all: print, spy, by name, by probing."""

import io
from pathlib import Path

import pytest

from companion.speech import voices
from companion.speech.voices import UnknownVoiceError, choose, open_voice, order
from companion.speech.voices.base import SpeechResult, done
from companion.speech.voices.espeak import EspeakVoice
from companion.speech.voices.print_voice import PrintVoice
from companion.speech.voices.pyttsx3_voice import Pyttsx3Voice
from companion.speech.voices.screenreader import ScreenReaderVoice
from companion.speech.voices.speechd import SpeechdVoice
from tests.speech.spy import SpyVoice
from tests.speech.told import lines


class Pipe(io.StringIO):
    """A stream whose reader goes away after the first line."""

    def flush(self) -> None:
        if self.getvalue().count("\n") > 1:
            raise BrokenPipeError


def test_the_print_voice_flushes_and_survives_a_reader_that_goes_away() -> None:
    stream = Pipe()
    voice = PrintVoice(stream)
    for text in ("one", "two", "three"):
        voice.write(text)
    assert stream.getvalue() == "one\ntwo\n"


def test_the_print_voice_survives_a_closed_stream() -> None:
    stream = io.StringIO()
    stream.close()
    PrintVoice(stream).write("one")


@pytest.mark.parametrize(
    ("encoding", "expected"), [("ascii", "Vert, ? vous.\n"), ("utf-8", "Vert, à vous.\n")]
)
def test_the_print_voice_writes_what_the_stream_can_hold(encoding: str, expected: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    PrintVoice(stream).write("Vert, à vous.")
    assert raw.getvalue().decode(encoding) == expected


def test_done_is_over_at_once() -> None:
    assert done(SpeechResult.CUT).result() is SpeechResult.CUT


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("screenreader", ScreenReaderVoice),
        ("speechd", SpeechdVoice),
        ("espeak", EspeakVoice),
        ("pyttsx3", Pyttsx3Voice),
    ],
)
def test_a_voice_is_opened_by_its_name(name: str, kind: type) -> None:
    assert isinstance(open_voice(name), kind)


@pytest.mark.parametrize("name", ["", "loud", "pyttsx3:file.wav", "speechd:x", "AUTO"])
def test_an_unknown_voice_is_refused_and_those_there_are_named(name: str) -> None:
    with pytest.raises(UnknownVoiceError, match="There are auto, print, screenreader, speechd, "):
        choose(name)


def test_print_needs_no_voice() -> None:
    choice = choose("print")
    assert choice.voice is None
    assert list(choice.spare) == []
    assert choice.lines == ()


def test_the_chosen_voice_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voices, "open_voice", lambda _name, _device: SpyVoice())
    choice = choose("espeak")
    assert isinstance(choice.voice, SpyVoice)
    assert lines(choice.lines) == ("Voice spy.",)


@pytest.mark.parametrize(
    ("platform", "names"),
    [
        ("linux", ("screenreader", "speechd", "espeak", "pyttsx3")),
        ("win32", ("screenreader", "pyttsx3", "espeak")),
        ("darwin", ("screenreader", "pyttsx3", "espeak")),
    ],
)
def test_the_order_of_choice(
    platform: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert order() == names


def test_with_a_device_the_voice_that_can_be_sent_there_comes_first() -> None:
    assert order("headset")[0] == "espeak"
    assert set(order("headset")) == set(order())


def test_a_device_that_plays_nothing_is_told_and_another_voice_speaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opened(name: str, device: str) -> SpyVoice:
        voice = SpyVoice(reason=f"No {device}." if name == "espeak" else None)
        voice.name = name
        return voice

    monkeypatch.setattr(voices, "open_voice", opened)
    choice = choose("auto", "headset")
    assert choice.voice is not None
    assert lines(choice.lines) == (
        "Nothing plays on headset. About voice espeak. No headset.",
        f"Voice {choice.voice.name}.",
    )


@pytest.mark.parametrize("name", ["speechd", "pyttsx3", "screenreader"])
def test_a_voice_that_cannot_choose_its_device_is_refused_one(name: str) -> None:
    with pytest.raises(
        UnknownVoiceError, match=r"cannot choose its device\. Choose the voice auto or"
    ):
        choose(name, "headset")


@pytest.mark.parametrize("works", ["both", "aloud", "private", "none"])
def test_answers_have_their_own_device_where_it_plays(
    works: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(name: str, device: str) -> SpyVoice:
        fine = works in ("both", "private" if device == "ear" else "aloud")
        voice = SpyVoice(reason=None if fine else f"Not {device or 'here'}.")
        voice.name = name
        return voice

    monkeypatch.setattr(voices, "open_voice", opened)
    choice = choose("espeak", "", "ear")
    assert (choice.voice is not None) == (works in ("both", "aloud"))
    assert (choice.private is not None) == (works in ("both", "private"))
    aloud = {True: "Voice espeak.", False: "No voice. Text only. About voice espeak. Not here."}
    ear = {
        "both": "Answers and hints, voice espeak.",
        "private": "Answers and hints, voice espeak.",
        "aloud": "Nothing plays on ear, answers and hints are said aloud. Not ear.",
        "none": "Nothing plays on ear. Not ear.",
    }
    assert lines(choice.lines) == (aloud[choice.voice is not None], ear[works])


def test_a_device_reaches_the_voice() -> None:
    voice = open_voice("espeak", "headset")
    assert isinstance(voice, EspeakVoice)
    assert voice.device == "headset"
    assert isinstance(open_voice("pyttsx3", "headset"), Pyttsx3Voice)


def test_auto_takes_the_first_that_works_and_keeps_the_others_in_reserve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = {"espeak": SpyVoice(reason="No library."), "pyttsx3": SpyVoice(), "spy": SpyVoice()}
    monkeypatch.setattr(voices, "order", lambda _device: tuple(made))
    monkeypatch.setattr(voices, "open_voice", lambda name, _device: made[name])
    choice = choose("auto")
    assert choice.voice is made["pyttsx3"]
    assert made["espeak"].closed
    assert list(choice.spare) == [made["spy"], made["espeak"]]


def test_without_any_voice_one_plain_line_gives_every_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(voices, "open_voice", lambda name, _: SpyVoice(reason=f"No {name} here."))
    choice = choose("auto")
    assert choice.voice is None
    (line,) = lines(choice.lines)
    assert "\n" not in line
    assert line == "No voice works here, run companion doctor to see why."


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")
    choice = choose(f"espeak:{tmp_path / 'none' / 'a.wav'}")
    assert choice.voice is None
    assert "cannot be written, No such file or directory." in lines(choice.lines)[0]
