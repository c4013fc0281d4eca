"""`companion say`: the settings reach the voice, and the exit code tells whether it was heard."""

import pytest

from companion import evening
from companion.cli import main
from companion.speech.voices import Choice
from companion.speech.voices.base import Words
from companion.speech.voices.spy import SpyVoice


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What was chosen by the command, with spies for voices."""
    given: dict[str, object] = {"voice": SpyVoice(earcons=True), "private": None}

    def choose(name: str, device: str, private_device: str) -> Choice:
        voice, private = given["voice"], SpyVoice() if private_device else None
        given.update(name=name, device=device, private_device=private_device, private=private)
        assert voice is None or isinstance(voice, SpyVoice)
        return Choice(voice, iter(()), (f"Voice: {name}.",), private)

    monkeypatch.setattr(evening, "choose", choose)
    return given


def test_a_sentence_is_spoken_with_its_settings(
    chosen: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--lang", "fr", "--rate", "300", "--volume", "0.5", "--device", "desk"]
    assert main(["say", "Bonsoir.", "--voice", "espeak", *options]) == 0
    voice = chosen["voice"]
    assert isinstance(voice, SpyVoice)
    assert voice.heard == [Words("Bonsoir.", "fr", 300, 0.5, "turn")]
    assert (chosen["name"], chosen["device"]) == ("espeak", "desk")
    assert capsys.readouterr() == ("Bonsoir.\n", "Voice: espeak.\n")


def test_without_sounds_and_in_both_ears(chosen: dict[str, object]) -> None:
    assert main(["say", "Hello.", "--lang", "en", "--no-sounds", "--private-device", "ear"]) == 0
    for voice in (chosen["voice"], chosen["private"]):
        assert isinstance(voice, SpyVoice)
        assert voice.heard == [Words("Hello.", "en")]


def test_where_nobody_can_hear_it_the_answer_is_no(chosen: dict[str, object]) -> None:
    chosen["voice"] = None
    assert main(["say", "Hello.", "--lang", "en"]) == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--rate", "1000"], "--rate 1000 is not from 80 to 450 words a minute."),
        (["--volume", "1.5"], "--volume 1.5 is not from 0 to 1."),
        (["--voice", "loud"], "There is no voice 'loud'; there are:"),
        (["--voice", "speechd", "--device", "x"], "The voice 'speechd' cannot choose its device;"),
    ],
)
def test_settings_that_cannot_be_are_one_sentence(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["say", "Hello.", *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"companion say: {sentence}")
