"""Where samples go: a player program, the library miniaudio, or a file.

A player's exit code alone tells whether anything was heard: every sink is tried with a moment of
silence before it is trusted, and a code other than 0 is a failure.
"""

import contextlib
import ctypes
import functools
import importlib.util
import shutil
import subprocess
import threading
import time
import wave
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final, Protocol

from companion.speech.voices import children
from companion.speech.voices.base import Outcome, VoiceError

SAMPLE_BYTES: Final = 2
_SILENCE_SECONDS: Final = 0.02
_GRACE_SECONDS: Final = 3.0
"""How much longer than its samples a player may take before it is held to hang."""
_POLL_SECONDS: Final = 0.01

PLAYERS: Final = {
    "pw-play": ("--raw", "--format=s16", "--rate={rate}", "--channels=1", "-"),
    "paplay": ("--raw", "--format=s16le", "--rate={rate}", "--channels=1", "--latency-msec=20"),
    "aplay": ("-q", "-t", "raw", "-f", "S16_LE", "-r", "{rate}", "-c", "1", "-"),
}
"""Player programs in order of choice, with what makes them read samples from standard input."""


class Sink(Protocol):
    """Something that plays mono samples of 16 bits."""

    name: str

    def play(self, samples: bytes, cut: threading.Event) -> Outcome:
        """Play to the end, or until `cut` is set. Raises `VoiceError` where it was not heard."""


class PlayerSink:
    """A player program, one process an utterance: killing it is silence at once."""

    def __init__(self, name: str, rate: int) -> None:
        self.name = name
        self._rate = rate
        self._command = [name, *(part.format(rate=rate) for part in PLAYERS[name])]

    def play(self, samples: bytes, cut: threading.Event) -> Outcome:
        """See `Sink`."""
        seconds = len(samples) / SAMPLE_BYTES / self._rate
        try:
            process = children.start(self._command)
        except OSError as error:
            raise VoiceError(f"{self.name} cannot be started: {error.strerror}.") from error
        feeder = threading.Thread(target=_feed, args=(process, samples), daemon=True)
        feeder.start()
        try:
            return self._watch(process, time.monotonic() + seconds + _GRACE_SECONDS, cut)
        finally:
            children.kill(process)
            process.wait()
            feeder.join()
            if process.stderr is not None:
                process.stderr.close()

    def _watch(
        self, process: subprocess.Popen[bytes], deadline: float, cut: threading.Event
    ) -> Outcome:
        while process.poll() is None:
            if cut.wait(_POLL_SECONDS):
                return Outcome.CUT
            if time.monotonic() > deadline:
                raise VoiceError(f"{self.name} hangs.")
        if process.returncode != 0:
            raise VoiceError(f"{self.name} failed: {_last_line(process)}")
        return Outcome.SAID


def _feed(process: subprocess.Popen[bytes], samples: bytes) -> None:
    """Hand the samples over; a player that was killed reads no more of them."""
    if process.stdin is None:
        return
    with contextlib.suppress(OSError):
        process.stdin.write(samples)
    with contextlib.suppress(OSError):
        process.stdin.close()


def _last_line(process: subprocess.Popen[bytes]) -> str:
    said = process.stderr.read() if process.stderr is not None else b""
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"exit code {process.returncode}."


class MiniaudioSink:
    """The library miniaudio, for machines without a player program."""

    name = "miniaudio"

    def __init__(self, rate: int, backends: list[Any] | None = None) -> None:
        """Choose the device's backends; None for every one that makes sound."""
        import miniaudio  # noqa: PLC0415 - optional, and only where it is used

        _hush_alsa()
        self._miniaudio = miniaudio
        self._rate = rate
        self._backends = backends or audible_backends(miniaudio)

    def play(self, samples: bytes, cut: threading.Event) -> Outcome:
        """See `Sink`."""
        over = threading.Event()
        stream = _stream(samples, over)
        next(stream)
        try:
            device = self._miniaudio.PlaybackDevice(
                output_format=self._miniaudio.SampleFormat.SIGNED16,
                nchannels=1,
                sample_rate=self._rate,
                buffersize_msec=20,
                backends=self._backends,
            )
        except self._miniaudio.MiniaudioError as error:
            raise VoiceError(f"No sound card answers ({error.args[0]}).") from error
        seconds = len(samples) / SAMPLE_BYTES / self._rate
        deadline = time.monotonic() + seconds + _GRACE_SECONDS
        with contextlib.closing(device):
            device.start(stream)
            while not over.is_set():
                if cut.wait(_POLL_SECONDS):
                    return Outcome.CUT
                if time.monotonic() > deadline:
                    raise VoiceError("The sound card takes no samples.")
        return Outcome.SAID


def audible_backends(miniaudio: Any) -> list[Any]:  # noqa: ANN401 - it has no types
    """Every backend of the library that makes sound."""
    silent = {miniaudio.Backend.NULL, miniaudio.Backend.CUSTOM}
    return [each for each in miniaudio.Backend if each not in silent]


@functools.cache
def _hush_alsa() -> object:
    """Keep ALSA from writing dozens of lines where there is no sound card; one is enough.

    What is given back has to be kept: the library holds its address only.
    """
    handler = ctypes.CFUNCTYPE(
        None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
    )(lambda *_: None)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(handler)
    return handler


def _stream(samples: bytes, over: threading.Event) -> Generator[bytes, int, None]:
    """Give the device what it asks for, silence at the end until its buffer has run out."""
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
    """A WAV file that takes one utterance after the other, as fast as they come."""

    def __init__(self, path: Path, rate: int) -> None:
        self.name = f"file {path}"
        try:
            self._raw = path.open("wb")
        except OSError as error:
            raise VoiceError(f"{path} cannot be written: {error.strerror}.") from error
        self._file = wave.open(self._raw, "wb")  # noqa: SIM115 - closed in `close`
        self._file.setnchannels(1)
        self._file.setsampwidth(SAMPLE_BYTES)
        self._file.setframerate(rate)

    def play(self, samples: bytes, cut: threading.Event) -> Outcome:  # noqa: ARG002 - nothing to cut
        """See `Sink`."""
        try:
            self._file.writeframes(samples)
        except OSError as error:
            raise VoiceError(f"{self.name} takes no more: {error.strerror}.") from error
        return Outcome.SAID

    def close(self) -> None:
        """Finish the file."""
        for file in (self._file, self._raw):
            with contextlib.suppress(OSError):
                file.close()


def first_working(rate: int) -> Sink:
    """Find what makes sound here. Raises `VoiceError` with every reason why not."""
    reasons = []
    for name in PLAYERS:
        if shutil.which(name) is None:
            continue
        reason = reason_against(PlayerSink(name, rate), rate)
        if reason is None:
            return PlayerSink(name, rate)
        reasons.append(reason)
    if importlib.util.find_spec("miniaudio") is not None:
        sink = MiniaudioSink(rate)
        reason = reason_against(sink, rate)
        if reason is None:
            return sink
        reasons.append(reason)
    if not reasons:
        reasons.append(f"There is no player ({', '.join(PLAYERS)}, or pip install miniaudio).")
    raise VoiceError(" ".join(reasons))


def reason_against(sink: Sink, rate: int) -> str | None:
    """Play a moment of silence; give back why it does not work."""
    silence = bytes(int(rate * _SILENCE_SECONDS) * SAMPLE_BYTES)
    try:
        sink.play(silence, threading.Event())
    except VoiceError as error:
        return str(error)
    return None
