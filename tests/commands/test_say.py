"""`companion say`: the settings reach the voice, and the exit code shows whether it was audible."""

import os
import subprocess
import wave
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.session import compose as evening
from companion.speech.catalogue import filled
from companion.speech.voices import VoiceChoice
from companion.speech.voices.base import SpokenWords
from tests.program import python
from tests.speech.spy import SpyVoice


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What was chosen by the command, with spies for voices."""
    given: dict[str, object] = {"voice": SpyVoice(earcons=True), "private": None}

    def choose(name: str, device: str, private_device: str) -> VoiceChoice:
        voice, private = given["voice"], SpyVoice() if private_device else None
        given.update(name=name, device=device, private_device=private_device, private=private)
        assert voice is None or isinstance(voice, SpyVoice)
        return VoiceChoice(voice, iter(()), ((filled("machine.voice", name=name),),), private)

    monkeypatch.setattr(evening, "choose_voice", choose)
    return given


def test_a_sentence_is_spoken_with_its_settings(
    chosen: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--lang", "fr", "--rate", "300", "--volume", "0.5", "--device", "desk"]
    assert main(["say", "Bonsoir.", "--voice", "espeak", *options]) == 0
    voice = chosen["voice"]
    assert isinstance(voice, SpyVoice)
    assert voice.heard == [SpokenWords("Bonsoir.", "fr", 300, 0.5, "turn")]
    assert (chosen["name"], chosen["device"]) == ("espeak", "desk")
    assert capsys.readouterr() == ("Bonsoir.\n", "Voix espeak.\n")


def test_sounds_can_be_switched_off_and_both_devices_speak(chosen: dict[str, object]) -> None:
    assert main(["say", "Hello.", "--lang", "en", "--no-sounds", "--private-device", "ear"]) == 0
    for voice in (chosen["voice"], chosen["private"]):
        assert isinstance(voice, SpyVoice)
        assert voice.heard == [SpokenWords("Hello.", "en")]


def test_without_a_working_voice_the_exit_code_is_1(chosen: dict[str, object]) -> None:
    chosen["voice"] = None
    assert main(["say", "Hello.", "--lang", "en"]) == 1


def companion(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    program = f"import sys\nfrom companion.commands.main import main\n{code}"
    return python("-c", program, env={**os.environ, **environment})


def test_with_only_pip_espeak_speaks_into_a_file(tmp_path: Path) -> None:
    pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")
    file = tmp_path / "evening.wav"
    ran = companion(
        "from companion.speech.voices import espeak\n"
        "espeak.SYSTEM_NAMES = ()\n"
        f"sys.exit(main(['say', 'Vert joue.', '--lang', 'fr', '--voice', 'espeak:{file}']))",
        {},
    )
    assert (ran.returncode, ran.stdout) == (0, "Vert joue.\n")
    assert ran.stderr == f"Voix espeak (espeakng-loader, file {file}).\n"
    with wave.open(str(file)) as heard:
        assert heard.getnframes() > heard.getframerate() // 2


OTHERS = ("screenreader", "speechd", "espeak", "pyttsx3")


@pytest.mark.parametrize(
    "voice", ["auto", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)
def test_without_a_voice_one_line_says_so_and_the_evening_continues(
    voice: str, tmp_path: Path
) -> None:
    ran = companion(
        "from companion.speech.voices import espeak\n"
        "espeak.SYSTEM_NAMES = ()\n"
        "import importlib.util\n"
        "found = importlib.util.find_spec\n"
        "gone = ('espeakng_loader', 'miniaudio', 'prism', 'pyttsx3')\n"
        "def find(name, *rest): return None if name in gone else found(name, *rest)\n"
        "importlib.util.find_spec = find\n"
        f"sys.exit(main(['demo', '--fast', '--turns', '1', '--lang', 'en', '--voice', '{voice}']))",
        {"PATH": str(tmp_path), "SPEECHD_ADDRESS": f"unix_socket:{tmp_path}/none"},
    )
    assert ran.returncode == 0
    told = ran.stderr.splitlines()
    assert len([line for line in told if line.startswith("No voice")]) == 1
    assert not [line for line in told if "Traceback" in line]
    assert len(ran.stdout.splitlines()) > 5
