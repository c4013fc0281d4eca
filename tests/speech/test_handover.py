"""A voice is taken away while it speaks: the next one goes on in time, and nothing is lost.

Real programs in a real sound server; what is asked for is heard in a sink, not believed.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import choose
from companion.speech.voices.base import Handle, SpokenWords, Voice
from companion.speech.voices.espeak import EspeakVoice
from companion.speech.voices.pyttsx3_voice import Pyttsx3Voice
from companion.speech.voices.speechd import SpeechdVoice
from tests.speech import sound_room
from tests.speech.sound_room import SoundRoom
from tests.speech.spy import Paper, SpyVoice
from tests.speech.told import lines, why_not

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(sound_room.missing()), reason="apt install pulseaudio-utils"),
]

PATIENCE = 60.0
LIMIT = 2.0
"""Seconds, of the issue: from the failure to the next voice."""
SENTENCES = (
    "Vert joue six et trois, une flèche en V 3, deux pions en N 12.",
    "Noir joue cinq et quatre.",
    "Vert joue double deux.",
)
NOTICE = "Une autre voix prend le relais."


@pytest.fixture
def room(tmp_path: Path) -> Iterator[SoundRoom]:
    folder = tmp_path / "room"
    folder.mkdir()
    room = SoundRoom(folder)
    with room.listening():
        yield room
    room.close()


class Spare(SpyVoice):
    """The next voice; notes when it was first asked to speak."""

    def __init__(self) -> None:
        super().__init__()
        self.first = 0.0

    def speak(self, words: SpokenWords) -> Handle:
        self.first = self.first or time.monotonic()
        return super().speak(words)


def taken_away(
    voice: Voice, harm: Callable[[], None], after: float = 0.6, limit: float = LIMIT
) -> None:
    """Let a voice speak, do it harm in the middle, and hear out the evening: nothing is lost."""
    spare, paper = Spare(), Paper()
    assert why_not(voice) is None
    speaker = Speaker(voice, paper, spare=[spare])
    speaker.say([Utterance(text, "fr", Priority.RESULT) for text in SENTENCES])
    time.sleep(after)
    harm()
    harmed = time.monotonic()
    assert speaker.wait_idle(PATIENCE)
    speaker.close()
    print(f"{voice.name}: the next voice after {spare.first - harmed:.2f} s; {paper.lines[-2]}")
    assert spare.texts == [NOTICE, *SENTENCES]
    assert paper.lines.count(NOTICE) == 1
    assert spare.first - harmed < limit


def children_of(pid: int, name: str) -> list[int]:
    """The processes of that name that were started by another one, directly or not."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid=,comm="],  # noqa: S607 - wherever it is
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    mine = {pid}
    for _ in rows:
        mine |= {int(child) for child, parent, _ in rows if int(parent) in mine}
    return [int(child) for child, _, what in rows if int(child) in mine and what.startswith(name)]


def kill(pid: int, name: str) -> None:
    for child in children_of(pid, name):
        os.kill(child, signal.SIGKILL)


DUMMY = ("module-rescue-streams", "module-always-sink")
"""With these a server without devices plays to a dummy one."""


@pytest.mark.parametrize(("harm", "modules"), [("kill", ()), ("unplug", ()), ("unplug", DUMMY)])
def test_speech_continues_without_the_player_or_the_device_of_espeak(
    room: SoundRoom, monkeypatch: pytest.MonkeyPatch, harm: str, modules: tuple[str, ...]
) -> None:
    only(monkeypatch, "paplay", "pactl")
    room.unplug("ear")
    for module in modules:
        room.ask("load-module", module)
    harms = {"kill": lambda: kill(os.getpid(), "paplay"), "unplug": lambda: room.unplug("table")}
    taken_away(EspeakVoice(), harms[harm])


def test_speech_continues_on_another_device_of_the_server(
    room: SoundRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "paplay", "pactl")
    spare, speaker = Spare(), None
    voice = EspeakVoice()
    assert why_not(voice) is None
    with room.listening("ear") as recording:
        speaker = Speaker(voice, spare=[spare])
        speaker.say([Utterance(SENTENCES[0], "fr", Priority.RESULT)])
        time.sleep(0.6)
        room.unplug("table")
        assert speaker.wait_idle(PATIENCE)
        speaker.close()
        assert any(recording.samples())
    assert spare.texts == []


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """There are no other players on this machine."""
    find = shutil.which
    monkeypatch.setattr("shutil.which", lambda name: find(name) if name in names else None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)


def test_another_player_continues_after_a_failure(
    room: SoundRoom, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same voice, by its next player: here a script that plays as `aplay` would."""
    script = tmp_path / "aplay"
    script.write_text("#!/bin/sh\nexec paplay --raw --format=s16le --rate=22050 --channels=1\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    only(monkeypatch, "paplay", "pactl", "aplay")
    voice, paper = EspeakVoice(), Paper()
    assert why_not(voice) is None
    assert voice.name.endswith(", paplay)")
    speaker = Speaker(voice, paper)
    speaker.say([Utterance(SENTENCES[0], "fr", Priority.RESULT)])
    time.sleep(0.6)
    kill(os.getpid(), "paplay")
    assert speaker.wait_idle(PATIENCE)
    assert voice.name.endswith(", aplay)")
    assert paper.lines[-1] == NOTICE
    assert speaker.can_be_heard
    speaker.close()
    assert room.ask("info")


# --- speech-dispatcher -------------------------------------------------------------------------


@pytest.fixture
def dispatcher(room: SoundRoom, tmp_path: Path) -> Iterator[int]:
    """A real speech-dispatcher in the sound room; the number of its process."""
    if shutil.which("speech-dispatcher") is None:
        pytest.skip("apt install speech-dispatcher speech-dispatcher-espeak-ng")
    logs, place = tmp_path / "logs", tmp_path / "speechd.sock"
    logs.mkdir()
    command = ["speech-dispatcher", "-s", "-t", "0", "-c", "unix_socket", "-S", str(place)]
    environment = {**os.environ, **room.environment, "HOME": str(tmp_path)}
    with (tmp_path / "speechd.log").open("wb") as log:
        server = subprocess.Popen(  # noqa: S603 - a fixed command
            [*command, "-L", str(logs)], env=environment, stdout=log, stderr=log
        )
    os.environ["SPEECHD_ADDRESS"] = f"unix_socket:{place}"
    deadline = time.monotonic() + PATIENCE
    voice = SpeechdVoice()
    while (reason := why_not(voice)) is not None:
        assert time.monotonic() < deadline, reason
        time.sleep(0.1)
    voice.close()
    yield server.pid
    del os.environ["SPEECHD_ADDRESS"]
    for child in (*children_of(server.pid, "sd_"), server.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    server.wait()


def test_speech_continues_if_speech_dispatcher_is_killed(dispatcher: int) -> None:
    taken_away(SpeechdVoice(), lambda: os.kill(dispatcher, signal.SIGKILL))


def test_speech_continues_if_the_synthesiser_is_killed(dispatcher: int) -> None:
    # The server goes on for 0.75 s with what it has; the next voice comes after 1.75 s in all, but
    # on a busy machine the limit is counted from its silence.
    taken_away(SpeechdVoice(), lambda: kill(dispatcher, "sd_espeak-ng"), limit=LIMIT + 0.75)


@pytest.mark.usefixtures("dispatcher")
def test_speech_continues_if_the_device_of_speech_dispatcher_is_unplugged(room: SoundRoom) -> None:
    def unplug() -> None:
        for sink in sound_room.SINKS:
            room.unplug(sink)

    taken_away(SpeechdVoice(), unplug)


@pytest.mark.usefixtures("dispatcher")
def test_speech_dispatcher_is_chosen_where_it_runs_and_is_heard(
    room: SoundRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    with room.listening() as recording:
        choice = choose("auto")
        assert lines(choice.lines) == ("Voice speechd (espeak-ng).",)
        speaker = Speaker(choice.voice, spare=choice.spare)
        asked = time.monotonic()
        speaker.say([Utterance(text, "fr", Priority.RESULT) for text in SENTENCES])
        time.sleep(1.0)
        speaker.silence()
        hushed = time.monotonic()
        time.sleep(0.6)
        speaker.close(drain=False)
        samples = memoryview(recording.samples()).cast("h").tolist()
        first, last = recording.position(asked), recording.position(hushed)
    spoken = [abs(sample) > 100 for sample in samples]
    assert any(spoken[first : first + sound_room.RATE])
    assert not any(spoken[last + sound_room.RATE // 4 : last + sound_room.RATE // 2])


# --- pyttsx3 -----------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="the fake player is a shell script")
def test_speech_continues_if_pyttsx3_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its player works when it is tried, and then takes no end."""
    stuck = tmp_path / "stuck"
    player = tmp_path / "aplay"
    begun = tmp_path / "begun"
    player.write_text(
        f"#!/bin/sh\n[ -e {stuck} ] && touch {begun} && exec sleep 60\ncat > /dev/null\n"
    )
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    voice = Pyttsx3Voice()
    assert why_not(voice) is None
    stuck.touch()
    spare, paper = Spare(), Paper()
    speaker = Speaker(voice, paper, spare=[spare])
    speaker.say([Utterance("Noir, cinq et quatre.", "fr", Priority.RESULT)])
    assert speaker.wait_idle(PATIENCE)
    speaker.close()
    took = spare.first + time.time() - time.monotonic() - begun.stat().st_mtime
    print(f"pyttsx3: the next voice {took:.2f} s after its player began; {paper.lines[-2]}")
    assert spare.texts == [NOTICE, "Noir, cinq et quatre."]
    # It is 1.3 s long, and hangs when those are over.
    assert took < 1.3 + LIMIT


def test_speech_continues_if_pyttsx3_hangs_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyttsx3.py").write_text(
        "import pathlib, time\n"
        "def init():\n"
        "    pathlib.Path(__file__).with_name('hanging').touch()\n"
        "    time.sleep(60)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    voice = Pyttsx3Voice()
    monkeypatch.setattr(voice, "probe", lambda: None)

    def hanging() -> None:
        while not (tmp_path / "hanging").exists():
            time.sleep(0.01)

    taken_away(voice, hanging, after=0.0)
