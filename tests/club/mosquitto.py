"""Runs a real Mosquitto on a free local port, which can be killed and restarted."""

import socket
import subprocess
from pathlib import Path

from tests.flow.wire_board import PATIENCE, wait_for

MOSQUITTO = "/usr/sbin/mosquitto"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Mosquitto:
    """A broker that stores nothing across restarts."""

    def __init__(self, folder: Path, *lines: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._config = folder / f"mosquitto-{self.port}.conf"
        listener = [f"listener {self.port} 127.0.0.1", *(lines or ("allow_anonymous true",))]
        self._config.write_text("\n".join([*listener, "persistence false", "log_type none"]) + "\n")
        self.start()

    def start(self) -> None:
        """Start the broker, always on the same port."""
        self._process = subprocess.Popen(  # noqa: S603 - Debian's own broker
            [MOSQUITTO, "-c", str(self._config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self._answers, lambda: "Mosquitto does not answer")

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def _answers(self) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait(PATIENCE)
