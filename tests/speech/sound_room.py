"""Records what is played, with a PulseAudio server whose sinks discard the sound.

The sinks run in real time at espeak-ng's own rate, so that every sample arrives unchanged. The
server has its own folder and socket, so it runs as root too and next to another sound server.
"""

import contextlib
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

RATE = 22050
SINKS = ("table", "ear")
NEEDED = ("pulseaudio", "pactl", "paplay", "parec")
_PATIENCE = 20.0


def missing() -> list[str]:
    """Return the missing programs (Debian: pulseaudio, pulseaudio-utils)."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Recording:
    """Everything that was played to a sink, with times."""

    def __init__(self, sink: str) -> None:
        self._data = bytearray()
        self._arrived: list[tuple[float, int]] = []
        self._process = subprocess.Popen(  # noqa: S603 - a fixed command
            [
                *("parec", "--raw", f"--device={sink}.monitor", "--format=s16le"),
                *(f"--rate={RATE}", "--channels=1", "--latency-msec=5"),
            ],
            stdout=subprocess.PIPE,
        )
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        _until(lambda: bool(self._arrived))

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while piece := os.read(self._process.stdout.fileno(), 4096):
            self._data += piece
            self._arrived.append((time.monotonic(), len(self._data) // 2))

    def position(self, at: float) -> int:
        """Return the index of the sample that was audible at a time of `time.monotonic`.

        A block can arrive late but never early, so the block with the least delay gives the time.
        """
        began = min(arrived - end / RATE for arrived, end in tuple(self._arrived))
        return round((at - began) * RATE)

    def samples(self) -> bytes:
        """Return all samples so far, 16 bits each."""
        return bytes(self._data)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()


class SoundRoom:
    """The sound server. Programs that use it are started in its environment."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o700)
        self._server: subprocess.Popen[bytes] | None = None
        self._folder = folder
        socket = folder / "pulse.sock"
        self.environment = {
            "PULSE_SERVER": f"unix:{socket}",
            "PULSE_RUNTIME_PATH": str(folder),
            "PULSE_COOKIE": str(folder / "cookie"),
            "XDG_RUNTIME_DIR": str(folder),
        }
        modules = [
            f"module-null-sink sink_name={name} rate={RATE} channels=1 format=s16le"
            for name in SINKS
        ]
        modules.append(f"module-native-protocol-unix socket={socket} auth-anonymous=1")
        # Shared memory makes the server abort sometimes when players are killed (memblock.c).
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        command.append("--disable-shm=yes")
        with (folder / "pulse.log").open("wb") as log:
            self._server = subprocess.Popen(  # noqa: S603 - a fixed command
                [*command, *(part for module in modules for part in ("-L", module))],
                env={**os.environ, **self.environment, "HOME": str(folder)},
                stdout=log,
                stderr=log,
            )
        _until(lambda: bool(self.ask("list", "short", "sinks")))

    def ask(self, *question: str) -> str:
        """Run `pactl`, and return its output."""
        done = subprocess.run(  # noqa: S603 - a fixed program
            ["pactl", *question],  # noqa: S607 - wherever it is
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        return done.stdout

    def unplug(self, sink: str) -> None:
        """Remove a sound device, even while it plays."""
        for line in self.ask("list", "short", "modules").splitlines():
            if f"sink_name={sink} " in line:
                self.ask("unload-module", line.split("\t")[0])

    @contextlib.contextmanager
    def listening(self, sink: str = SINKS[0]) -> Iterator[Recording]:
        """Record a sink."""
        before = {name: os.environ.get(name) for name in self.environment}
        os.environ.update(self.environment)
        recording = Recording(sink)
        try:
            yield recording
        finally:
            recording.close()
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def close(self) -> None:
        if self._server is not None:
            self._server.kill()
            self._server.wait()


def _until(condition: object) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "the sound server does not start"
        time.sleep(0.02)
