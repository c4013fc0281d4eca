"""pyttsx3 in its child process, heard through a player of ours."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.speech.voices import base, pyttsx3_child, pyttsx3_voice
from companion.speech.voices.base import Handle, SpeechResult, SpokenWords, VoiceError
from companion.speech.voices.pyttsx3_voice import Pyttsx3Voice
from tests.program import python
from tests.speech.spy import until
from tests.speech.told import why_not
from tests.tables import cases

pytest.importorskip("pyttsx3", reason="pip install pyttsx3")
pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the fake player is a shell script")

PATIENCE = 60.0
CHILD = ("-m", "companion.speech.voices.pyttsx3_child", "fr", "175", "1.0")
PlayerMaker = Callable[[str], None]


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayerMaker:
    """Make the player program that pyttsx3 starts; `$1` is the sound file."""
    monkeypatch.setattr(base, "HANGING_SECONDS", 30.0)  # a busy machine starts it late
    monkeypatch.setattr(pyttsx3_voice, "LOADING_SECONDS", 30.0)
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    def make(script: str) -> None:
        program = folder / "aplay"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    return make


@pytest.fixture
def voice() -> Iterator[Pyttsx3Voice]:
    voice = Pyttsx3Voice()
    yield voice
    voice.close()


def speak(voice: Pyttsx3Voice, lang: str = "fr") -> Handle:
    return voice.speak(SpokenWords("Vert, 6 et 3.", lang))


def wait_for(path: Path) -> None:
    until(lambda: path.exists() and path.stat().st_size > 0, PATIENCE)


def test_every_utterance_is_spoken(
    voice: Pyttsx3Voice, player: PlayerMaker, tmp_path: Path
) -> None:
    player(f'cat "$1" > {tmp_path}/$(ls {tmp_path} | wc -l).wav')
    for lang in ("fr", "en"):
        assert speak(voice, lang).result(PATIENCE) is SpeechResult.SAID
    french, english = sorted(tmp_path.glob("*.wav"))
    assert french.read_bytes()[:4] == b"RIFF"
    assert french.stat().st_size > 20_000
    assert french.stat().st_size != english.stat().st_size


def test_a_player_that_fails_is_not_taken_for_speech(
    voice: Pyttsx3Voice, player: PlayerMaker
) -> None:
    player("exit 1")
    with pytest.raises(VoiceError, match=r"pyttsx3 failed, Its player failed\."):
        speak(voice).result(PATIENCE)


def test_stopping_kills_the_child_and_its_player(
    voice: Pyttsx3Voice, player: PlayerMaker, tmp_path: Path
) -> None:
    player(f"echo $$ > {tmp_path}/pid; exec sleep 60")
    handle = speak(voice)
    wait_for(tmp_path / "pid")
    began = time.monotonic()
    voice.stop()
    assert time.monotonic() - began < 1
    assert handle.result(PATIENCE) is SpeechResult.CUT
    stat = Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}/stat")
    until(lambda: is_dead(stat), PATIENCE)
    voice.stop()


def is_dead(stat: Path) -> bool:
    """Whether a process is gone, or only waits to be counted."""
    try:
        return stat.read_text().split()[2] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_a_child_that_hangs_is_killed(
    voice: Pyttsx3Voice, player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "HANGING_SECONDS", 1.0)
    player("exec sleep 60")
    with pytest.raises(VoiceError, match="pyttsx3 hangs"):
        speak(voice).result(PATIENCE)


def test_a_child_without_progress_is_killed(
    voice: Pyttsx3Voice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sleeping_child.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(pyttsx3_voice, "CHILD", "sleeping_child")
    monkeypatch.setattr(pyttsx3_voice, "LOADING_SECONDS", 0.3)
    with pytest.raises(VoiceError, match="pyttsx3 hangs"):
        speak(voice).result(PATIENCE)


@pytest.mark.parametrize(
    ("sign", "platform", "seconds"),
    [
        ("ready", "linux", 1.5),
        ("playing 2.25", "linux", 3.75),
        ("begun", "linux", 1.5),
        ("begun", "win32", 1.5 + 35 / 2.5 * 60 / 175),
        ("word", "darwin", 1.5),
    ],
)
def test_each_progress_sign_has_its_time_limit(
    sign: str, platform: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    words = SpokenWords("Vert joue 6 et 3, un pion en V une.", "fr")
    assert pyttsx3_voice.patience(sign, words) == pytest.approx(seconds)


def test_a_sound_alone_needs_no_child(voice: Pyttsx3Voice) -> None:
    assert voice.speak(SpokenWords("", "fr", sound="turn")).result(0) is SpeechResult.SAID


def test_a_failed_child_is_reported_with_its_last_line(
    voice: Pyttsx3Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyttsx3_voice, "CHILD", "companion.no_such_module")
    with pytest.raises(VoiceError, match=r"No module named companion\.no_such_module"):
        speak(voice).result(PATIENCE)


def test_a_missing_interpreter_is_reported(
    voice: Pyttsx3Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    with pytest.raises(VoiceError, match="cannot be started, No such file"):
        speak(voice)


def test_no_sound_file_is_left_behind(player: PlayerMaker, tmp_path: Path) -> None:
    player(f'echo "$1" > {tmp_path}/name; exec sleep 60')
    voice = Pyttsx3Voice()
    handle = speak(voice)
    wait_for(tmp_path / "name")
    sound = Path((tmp_path / "name").read_text().strip())
    assert sound.exists()
    voice.stop()
    handle.result(PATIENCE)
    voice.close()
    assert not sound.exists()


@pytest.mark.parametrize(("platform", "found", "aplay", "reason"), cases("speech/pyttsx3-probes"))
def test_probing_checks_library_and_player(
    platform: str,
    found: object,
    aplay: str | None,
    reason: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: found)
    monkeypatch.setattr("shutil.which", lambda _name: aplay)
    monkeypatch.setattr("sys.platform", platform)
    assert why_not(Pyttsx3Voice()) == reason


def test_the_player_is_tested_before_use(player: PlayerMaker) -> None:
    player("cat > /dev/null")
    assert why_not(Pyttsx3Voice()) is None
    player("cat > /dev/null; echo no card >&2; exit 1")
    assert why_not(Pyttsx3Voice()) == "aplay failed, no card."


class _Named:
    def __init__(self, name: str, languages: list[bytes | str] | None) -> None:
        self.id = name
        self.languages = languages


@pytest.mark.parametrize(("name", "languages", "lang", "speaks"), cases("speech/driver-voices"))
def test_a_voice_of_the_language_is_found_whatever_the_driver_calls_it(
    name: str, languages: list[bytes | str] | None, lang: str, *, speaks: bool
) -> None:
    assert pyttsx3_child.speaks(_Named(name, languages), lang) is speaks


def test_the_child_reports_its_progress(player: PlayerMaker, tmp_path: Path) -> None:
    player(f"echo plays > {tmp_path}/begun; until [ -e {tmp_path}/over ]; do sleep 0.05; done")
    child = subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, *CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    os.set_blocking(child.stdout.fileno(), False)
    with child:
        try:
            child.stdin.write(b"Vert.")
            child.stdin.close()
            wait_for(tmp_path / "begun")
            told = os.read(child.stdout.fileno(), 10_000).decode()
        finally:
            (tmp_path / "over").touch()
    assert told.splitlines()[-1].startswith("companion: playing ")
    assert child.returncode == 0


def test_the_child_needs_no_terminal_and_no_words_on_its_command_line(player: PlayerMaker) -> None:
    player("exit 0")
    ran = python(*CHILD, input="Vert.")
    signs = [line.partition(" ")[2].split()[0] for line in ran.stdout.splitlines()]
    assert ran.returncode == 0
    assert signs == ["imported", "ready", "begun", "word", "playing"]
