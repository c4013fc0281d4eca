"""Plays samples through a player program, the library miniaudio, or into a file.

Every sink is first tested with a short silence. A player counts as working only if it ends with the
code 0 and not before its samples are played, because `paplay` was seen to end at once with 0 when
its device was unplugged. If it plays through PulseAudio or PipeWire, their default device must also
not be the dummy that they use without a sound card.
"""

import contextlib
import ctypes
import functools
import os
import shutil
import subprocess
import threading
import time
import wave
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

from companion.ending import start_thread
from companion.optional import LibraryError, first_reason, is_there, load
from companion.speech.catalogue import Sentence, filled
from companion.speech.voices import children
from companion.speech.voices.base import HANGING_SECONDS, SpeechResult, VoiceError, without_library

SAMPLE_BYTES: Final = 2
_SILENCE_SECONDS: Final = 0.02
GRACE_SECONDS: Final = HANGING_SECONDS
"""Seconds that a player may take longer than its samples before it counts as hanging."""
_LEAD_SECONDS: Final = 0.01
"""Seconds of silence before an utterance, as sound servers lose the start (measured: 4 ms)."""
_EARLY_SECONDS: Final = 0.1
"""Seconds that a player may end before its samples, because a sound card has a buffer."""
_POLL_SECONDS: Final = 0.01
_LOOK_SECONDS: Final = 0.7
ASKING_SECONDS: Final = 1.0
_TRIAL_RATE: Final = 22050

PLAYERS: Final = {
    "pw-play": ("--raw", "--format=s16", "--rate={rate}", "--channels=1", "-"),
    "paplay": ("--raw", "--format=s16le", "--rate={rate}", "--channels=1", "--latency-msec=500"),
    "aplay": ("-q", "-t", "raw", "-f", "S16_LE", "-r", "{rate}", "-c", "1", "-"),
}
"""Player programs in order of preference, with arguments to read samples from standard input.

The latency of `paplay` is how much sound it sends to its server in advance. It delays neither the
first sound nor the silence (measured from 20 to 2000 ms), and it prevents gaps when the machine is
busy.
"""
_ON_DEVICE: Final = {"paplay": "--device={device}", "aplay": "--device={device}"}
"""The option for a player's device.

`pw-play` silently uses another device if this one does not exist.
"""
_OF_A_SERVER: Final = ("pw-play", "paplay")
_DEFAULT: Final = "Default Sink: "
_DUMMY: Final = "auto_null"
"""The inaudible device of PulseAudio and PipeWire when there is no sound card."""


class Sink(Protocol):
    """An object that plays mono samples of 16 bits."""

    name: str

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:
        """Play to the end, or until `cut` is set. Raises `VoiceError` if nothing was heard."""


class PlayerSink:
    """A player program, with one process per utterance, which can be killed at once."""

    def __init__(self, name: str, rate: int, device: str = "") -> None:
        self.name = f"{name} on {device}" if device else name
        self._rate = rate
        parts = [part.format(rate=rate) for part in PLAYERS[name]]
        if device:
            parts.insert(0, _ON_DEVICE[name].format(device=device))
        self.command = [name, *parts]
        self._may_be_dummy = name in _OF_A_SERVER and not device

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:
        """See `Sink`."""
        samples = bytes(round(_LEAD_SECONDS * self._rate) * SAMPLE_BYTES) + samples
        seconds = len(samples) / SAMPLE_BYTES / self._rate
        process = children.start(self.name, self.command)
        feeder = start_thread("player", _feed, process, samples)
        lost, over = threading.Event(), threading.Event()
        if self._may_be_dummy:
            start_thread("sound device", _look_for_the_dummy, over, lost)
        try:
            outcome = self._watch(process, seconds, cut, lost)
        finally:
            over.set()
            children.kill(process)
            process.wait()
            feeder.join()
            if process.stderr is not None:
                process.stderr.close()
        if outcome is SpeechResult.SAID and self._may_be_dummy and default_device() == _DUMMY:
            raise self._unheard()
        return outcome

    def _unheard(self) -> VoiceError:
        return VoiceError("machine.only-a-dummy", name=self.name)

    def _watch(
        self,
        process: subprocess.Popen[bytes],
        seconds: float,
        cut: threading.Event,
        lost: threading.Event,
    ) -> SpeechResult:
        began = time.monotonic()
        while process.poll() is None:
            if cut.wait(_POLL_SECONDS):
                return SpeechResult.CUT
            if lost.is_set():
                raise self._unheard()
            if time.monotonic() > began + seconds + GRACE_SECONDS:
                raise VoiceError("machine.hangs", name=self.name)
        if process.returncode != 0:
            raise VoiceError(_failed(self.name, process))
        if time.monotonic() < began + seconds - _EARLY_SECONDS:
            raise VoiceError("machine.ended-early", name=self.name)
        return SpeechResult.SAID


def _look_for_the_dummy(over: threading.Event, lost: threading.Event) -> None:
    """While samples are played, check at intervals that they go to a real device."""
    while not over.wait(_LOOK_SECONDS):
        if default_device() == _DUMMY:
            lost.set()


def _feed(process: subprocess.Popen[bytes], samples: bytes) -> None:
    """Write the samples to the player, which may have been killed."""
    if process.stdin is None:
        return
    with contextlib.suppress(OSError), process.stdin:
        process.stdin.write(samples)


def _failed(name: str, process: subprocess.Popen[bytes]) -> Sentence:
    """Return the last message of a player that failed."""
    said = process.stderr.read() if process.stderr is not None else b""
    lines = said.decode(errors="replace").strip().splitlines()
    return children.failed(name, lines[-1] if lines else "", process.returncode)


class MiniaudioSink:
    """The library miniaudio, for machines without a player program."""

    name = "miniaudio"

    def __init__(self, rate: int, backends: list[Any] | None = None, device: str = "") -> None:
        """Choose the backends, None for all audible ones. Raises `VoiceError`."""
        _hush_alsa()
        try:
            self._miniaudio = load("miniaudio", "voice")
            self._backends = backends or audible_backends(self._miniaudio)
        except LibraryError as error:
            raise VoiceError(*without_library(error)) from error
        except AttributeError as error:
            reason = first_reason(error)
            raise VoiceError("machine.not-loaded", name=self.name, reason=reason) from error
        self._rate = rate
        self._device = device
        if device:
            self.name = f"miniaudio on {device}"

    def devices(self) -> list[str]:
        """Return the names of the devices."""
        return [each["name"] for each in self._playbacks()]

    def _playbacks(self) -> list[Any]:
        try:
            return list(self._miniaudio.Devices(self._backends).get_playbacks())
        except self._miniaudio.MiniaudioError:
            return []  # no sound system

    def _found(self) -> Any:  # noqa: ANN401 - it has no types
        """Return the requested device, None for the default one. Raises `VoiceError`."""
        if not self._device:
            return None
        for each in self._playbacks():
            if each["name"] == self._device:
                return each["id"]
        raise VoiceError("machine.no-device", device=self._device)

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:
        """See `Sink`."""
        over = threading.Event()
        stream = _stream(samples, over)
        next(stream)
        try:
            device = self._miniaudio.PlaybackDevice(
                output_format=self._miniaudio.SampleFormat.SIGNED16,
                nchannels=1,
                sample_rate=self._rate,
                device_id=self._found(),
                buffersize_msec=20,
                backends=self._backends,
            )
        except self._miniaudio.MiniaudioError as error:
            raise VoiceError("machine.no-sound-card", reason=str(error.args[0])) from error
        seconds = len(samples) / SAMPLE_BYTES / self._rate
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        with contextlib.closing(device):
            device.start(stream)
            while not over.is_set():
                if cut.wait(_POLL_SECONDS):
                    return SpeechResult.CUT
                if time.monotonic() > deadline:
                    raise VoiceError("machine.card-takes-nothing")
        return SpeechResult.SAID


def audible_backends(miniaudio: Any) -> list[Any]:  # noqa: ANN401 - it has no types
    """Return every audible backend of the library except JACK.

    If JACK's library is installed and no server runs, using it may end the process.
    """
    others = {miniaudio.Backend.NULL, miniaudio.Backend.CUSTOM, miniaudio.Backend.JACK}
    return [each for each in miniaudio.Backend if each not in others]


def _hush_alsa() -> None:
    """Keep ALSA from writing dozens of lines if there is no sound card.

    The handler is a C function that does nothing, because a signal during a Python handler would be
    lost in the library.
    """
    with contextlib.suppress(OSError, AttributeError):
        nothing = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p)
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)


def _stream(samples: bytes, over: threading.Event) -> Generator[bytes, int, None]:
    """Yield the samples that a device requests, then silence until the device's buffer is empty."""
    frames = yield b""
    position = 0
    while position < len(samples):
        size = frames * SAMPLE_BYTES
        piece = samples[position : position + size]
        position += size
        frames = yield piece.ljust(size, b"\0")
    for _ in range(2):
        frames = yield b"\0" * (frames * SAMPLE_BYTES)
    over.set()
    while True:
        frames = yield b"\0" * (frames * SAMPLE_BYTES)


class FileSink:
    """A WAV file to which the utterances are appended."""

    def __init__(self, path: Path, rate: int) -> None:
        self.name = f"file {path}"
        try:
            self._raw = path.open("wb")
        except OSError as error:
            raise VoiceError(
                "machine.not-written", path=str(path), reason=error.strerror or str(error)
            ) from error
        self._file = wave.open(self._raw, "wb")  # noqa: SIM115 - closed in `close`
        self._file.setnchannels(1)
        self._file.setsampwidth(SAMPLE_BYTES)
        self._file.setframerate(rate)

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:  # noqa: ARG002 - nothing to cut
        """See `Sink`."""
        try:
            self._file.writeframes(samples)
            self._raw.flush()  # raises an error if the disk is full
        except OSError as error:
            raise VoiceError(
                "machine.failed", name=self.name, reason=error.strerror or str(error)
            ) from error
        return SpeechResult.SAID

    def close(self) -> None:
        """Finish the file."""
        for file in (self._file, self._raw):
            with contextlib.suppress(OSError):
                file.close()


def working(rate: int, device: str = "") -> Iterator[Sink]:
    """Yield the working sinks. Each is tested when it is requested.

    device -- the name of a sound device, "" for the default one

    Raises `VoiceError` with all reasons if there is none, or no further one.
    """
    reasons: list[Sentence] = []
    for make in all_sinks(rate, device):
        try:
            sink = make()
            try_out(sink, rate)
        except VoiceError as error:
            reasons += error.sentences
            continue
        yield sink
    if not reasons:
        programs, how = ", ".join(PLAYERS), "pip install miniaudio"
        reasons.append(filled("machine.no-player", programs=programs, how=how))
    raise VoiceError(*reasons)


def all_sinks(rate: int, device: str) -> Iterator[Callable[[], Sink]]:
    """Yield functions that open the possible sinks."""
    for name in _ON_DEVICE if device else PLAYERS:
        if shutil.which(name) is not None:
            yield functools.partial(PlayerSink, name, rate, device)
    if is_there("miniaudio"):
        yield functools.partial(MiniaudioSink, rate, device=device)


def default_device() -> str | None:
    """Return the device on which PulseAudio or PipeWire plays, None if unknown."""
    said = (line.removeprefix(_DEFAULT) for line in _asked("info") if line.startswith(_DEFAULT))
    return next(said, None)


def _asked(*question: str) -> list[str]:
    """Return the sound server's answer to a query; nothing if there is no server."""
    if shutil.which("pactl") is None:
        return []
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        answer = subprocess.run(  # noqa: S603 - a fixed program
            ["pactl", *question],  # noqa: S607 - wherever it is installed
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            timeout=ASKING_SECONDS,
            check=False,
        )
        return answer.stdout.splitlines()
    return []


def devices() -> list[str]:
    """Return the names of the sound devices that can be chosen. Raises `VoiceError`."""
    names = [line.split("\t")[1] for line in _asked("list", "short", "sinks") if "\t" in line]
    if not names and is_there("miniaudio"):
        names = MiniaudioSink(_TRIAL_RATE).devices()
    return names


def try_out(sink: Sink, rate: int) -> None:
    """Play a moment of silence. Raises `VoiceError` where it does not work."""
    silence = bytes(int(rate * _SILENCE_SECONDS) * SAMPLE_BYTES)
    sink.play(silence, threading.Event())
