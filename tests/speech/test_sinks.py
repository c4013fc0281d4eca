"""Players that work, fail, hang and are cut; miniaudio on no device; a file."""

import os
import sys
import threading
import time
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.speech.voices import sinks
from companion.speech.voices.base import SpeechResult, VoiceError

RATE = 22050
SECOND = bytes(RATE * 2)
PlayerMaker = Callable[[str, str], None]

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the fake players are shell scripts"
)


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayerMaker:
    """Make player programs for this test; there are no others. A busy machine starts them late."""
    monkeypatch.setattr(sinks, "GRACE_SECONDS", 30.0)
    monkeypatch.setattr(sinks, "ASKING_SECONDS", 30.0)
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setattr("shutil.which", lambda name: next(iter(folder.glob(name)), None))

    def make(name: str, script: str) -> None:
        program = folder / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    return make


def cut_after(seconds: float) -> threading.Event:
    cut = threading.Event()
    threading.Timer(seconds, cut.set).start()
    return cut


@pytest.mark.parametrize("name", list(sinks.PLAYERS))
def test_a_player_gets_the_samples(name: str, player: PlayerMaker, tmp_path: Path) -> None:
    player(name, f'echo "$@" > {tmp_path}/arguments; cat > {tmp_path}/samples')
    sound = os.urandom(2000)  # short enough for a player that ends at once
    assert sinks.PlayerSink(name, RATE).play(sound, threading.Event()) is SpeechResult.SAID
    played = (tmp_path / "samples").read_bytes()
    assert played.endswith(sound)
    assert len(played) - len(sound) == RATE // 100 * 2  # the moment that a server may swallow
    assert str(RATE) in (tmp_path / "arguments").read_text()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (
            "cat > /dev/null; echo first >&2; echo audio open error >&2; exit 1",
            "failed, audio open error",
        ),
        ("exit 3", "ended with exit code 3"),
    ],
)
def test_a_failed_player_is_recognised_by_its_exit_code(
    script: str, reason: str, player: PlayerMaker
) -> None:
    player("aplay", script)
    with pytest.raises(VoiceError, match=f"aplay {reason}"):
        sinks.PlayerSink("aplay", RATE).play(SECOND * 5, threading.Event())


def test_a_player_that_hangs_is_killed(
    player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sinks, "GRACE_SECONDS", 0.1)
    player("aplay", "exec sleep 60")
    began = time.monotonic()
    with pytest.raises(VoiceError, match="aplay hangs"):
        sinks.PlayerSink("aplay", RATE).play(b"", threading.Event())
    assert time.monotonic() - began < 10


def test_a_player_is_killed_with_all_it_started_to_be_silent(
    player: PlayerMaker, tmp_path: Path
) -> None:
    player("aplay", f"echo $$ > {tmp_path}/pid; sleep 60")
    began = time.monotonic()
    assert sinks.PlayerSink("aplay", RATE).play(SECOND * 60, cut_after(0.3)) is SpeechResult.CUT
    assert time.monotonic() - began < 10
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_player_that_is_not_there_is_named() -> None:
    sink = sinks.PlayerSink("aplay", RATE)
    sink.command[0] = "no-such-player"
    with pytest.raises(VoiceError, match="aplay cannot be started"):
        sink.play(b"", threading.Event())


def test_without_a_player_there_is_one_reason_each(
    player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(VoiceError, match=r"No program that plays sound .*pip install miniaudio"):
        next(sinks.working(RATE))
    player("aplay", "echo no card >&2; exit 1")
    with pytest.raises(VoiceError, match=r"^aplay failed, no card\.$"):
        next(sinks.working(RATE))


def test_a_player_that_ends_too_early_has_failed(player: PlayerMaker) -> None:
    player("paplay", "exit 0")
    with pytest.raises(VoiceError, match=r"ended before its sound did. Was its device unplugged\?"):
        sinks.PlayerSink("paplay", RATE).play(SECOND, threading.Event())


@pytest.mark.parametrize("name", ["paplay", "pw-play"])
def test_a_server_with_only_a_dummy_device_has_failed(name: str, player: PlayerMaker) -> None:
    player(name, "cat > /dev/null")
    player("pactl", 'echo "Default Sink: auto_null"')
    with pytest.raises(
        VoiceError, match=f"{name} has no sound card, only the dummy output of its sound server"
    ):
        sinks.try_out(sinks.PlayerSink(name, RATE), RATE)
    player("pactl", 'echo "Server Name: x"; echo "Default Sink: alsa_output.usb"')
    sinks.try_out(sinks.PlayerSink(name, RATE), RATE)
    player("pactl", "exit 1")
    sinks.try_out(sinks.PlayerSink(name, RATE), RATE)


@pytest.mark.parametrize(("name", "device"), [("paplay", "headset"), ("aplay", "")])
def test_a_dummy_default_does_not_affect_other_devices(
    name: str, device: str, player: PlayerMaker
) -> None:
    player(name, "cat > /dev/null")
    player("pactl", 'echo "Default Sink: auto_null"')
    sinks.try_out(sinks.PlayerSink(name, RATE, device), RATE)


def test_a_server_that_hangs_at_a_query_is_ignored(
    player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sinks, "ASKING_SECONDS", 0.2)
    player("pactl", "exec sleep 60")
    assert sinks.default_device() is None


@pytest.mark.parametrize("name", ["paplay", "aplay"])
def test_a_player_is_told_its_device(name: str, player: PlayerMaker, tmp_path: Path) -> None:
    player("pw-play", "exit 0")  # it would take another device where there is none of that name
    player(name, f'echo "$@" > {tmp_path}/arguments; cat > /dev/null')
    sink = next(sinks.working(RATE, "headset"))
    assert sink.name == f"{name} on headset"
    assert "--device=headset" in (tmp_path / "arguments").read_text().split()


def test_the_players_that_work_are_given_one_after_the_other(
    player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    player("pw-play", "exit 1")
    for name in ("paplay", "aplay"):
        player(name, "cat > /dev/null")
    working = sinks.working(RATE)
    assert [next(working).name, next(working).name] == ["paplay", "aplay"]
    with pytest.raises(VoiceError, match=r"^pw-play ended with exit code 1"):
        next(working)


def test_devices_are_named_by_the_server(player: PlayerMaker) -> None:
    player("pactl", r"printf '0\tspeakers\tx\n1\theadset\tx\n'")
    assert sinks.devices() == ["speakers", "headset"]


def test_devices_are_named_by_miniaudio_where_there_is_no_server(
    player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    miniaudio = pytest.importorskip("miniaudio", reason="pip install miniaudio")
    player("aplay", "exit 1")
    null = [miniaudio.Backend.NULL]
    monkeypatch.setattr(sinks, "audible_backends", lambda _module: null)
    (name,) = sinks.devices()
    sink = sinks.MiniaudioSink(RATE, device=name)
    assert sink.play(SECOND[:2000], threading.Event()) is SpeechResult.SAID
    with pytest.raises(VoiceError, match="There is no sound device attic"):
        sinks.MiniaudioSink(RATE, device="attic").play(SECOND, threading.Event())


class TestMiniaudio:
    """On the backend that pulls samples in real time and makes no sound."""

    @pytest.fixture
    def sink(self) -> sinks.MiniaudioSink:
        miniaudio = pytest.importorskip("miniaudio", reason="pip install miniaudio")
        return sinks.MiniaudioSink(RATE, [miniaudio.Backend.NULL])

    def test_miniaudio_plays_in_real_time(self, sink: sinks.MiniaudioSink) -> None:
        began = time.monotonic()
        assert sink.play(SECOND[: RATE // 5 * 2], threading.Event()) is SpeechResult.SAID
        assert 0.1 < time.monotonic() - began < 5

    def test_miniaudio_can_be_interrupted(self, sink: sinks.MiniaudioSink) -> None:
        began = time.monotonic()
        assert sink.play(SECOND * 30, cut_after(0.1)) is SpeechResult.CUT
        assert time.monotonic() - began < 10

    def test_a_device_that_takes_nothing_is_given_up(
        self, sink: sinks.MiniaudioSink, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sinks, "GRACE_SECONDS", -29.9)
        with pytest.raises(VoiceError, match="is not accepting any sound"):
            sink.play(SECOND * 30, threading.Event())

    def test_miniaudio_is_used_without_a_player(
        self, player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        miniaudio = pytest.importorskip("miniaudio", reason="pip install miniaudio")
        player("aplay", "exit 1")
        null = [miniaudio.Backend.NULL]
        monkeypatch.setattr(sinks, "audible_backends", lambda _module: null)
        assert next(sinks.working(RATE)).name == "miniaudio"

    def test_a_machine_without_a_sound_card_says_so_in_one_line(
        self, player: PlayerMaker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        miniaudio = pytest.importorskip("miniaudio", reason="pip install miniaudio")

        def no_device(**_settings: object) -> None:
            raise miniaudio.MiniaudioError("failed to init device", -401)

        player("paplay", "echo connection refused >&2; exit 1")
        monkeypatch.setattr(miniaudio, "PlaybackDevice", no_device)
        with pytest.raises(VoiceError) as caught:
            next(sinks.working(RATE))
        assert str(caught.value) == (
            "paplay failed, connection refused. No sound card answers, failed to init device."
        )


def test_a_file_takes_one_utterance_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "evening.wav"
    sink = sinks.FileSink(path, RATE)
    for _ in range(2):
        assert sink.play(SECOND, threading.Event()) is SpeechResult.SAID
    sink.close()
    with wave.open(str(path)) as heard:
        assert (heard.getnframes(), heard.getframerate()) == (2 * RATE, RATE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_file_that_cannot_be_written_is_an_error() -> None:
    sink = sinks.FileSink(Path("/dev/full"), RATE)
    with pytest.raises(VoiceError, match="failed, No space left on device"):
        sink.play(SECOND, threading.Event())
    sink.close()


def test_jack_is_not_asked_for() -> None:
    miniaudio = pytest.importorskip("miniaudio", reason="miniaudio is not installed")
    audible = sinks.audible_backends(miniaudio)
    assert miniaudio.Backend.ALSA in audible
    assert miniaudio.Backend.JACK not in audible
