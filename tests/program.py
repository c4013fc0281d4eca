"""Runs `companion` as a process, forked from one that has already imported the program.

A test of the whole program gets a real process, with its own streams, signals and exit code,
without waiting for the imports: a start takes a twentieth of the time. What happens before `main`
begins (the interpreter's own options, broken libraries) is tested with `python -m companion`.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import IO, Any, Final, Self

from companion import commands
from tests.budget import wait_for_no_device

PIPE: Final = subprocess.PIPE
STDOUT: Final = subprocess.STDOUT
DEVNULL: Final = subprocess.DEVNULL
PATIENCE: Final = 60.0
_ROOT: Final = Path(__file__).parents[1]
_Stream = int | IO[Any] | None


class Program:
    """A running `companion`; it can be used as a `subprocess.Popen` with text streams."""

    def __init__(
        self,
        *words: str,
        stdin: _Stream = None,
        stdout: _Stream = None,
        stderr: _Stream = None,
        env: Mapping[str, str] | None = None,
        cwd: Path | str | None = None,
    ) -> None:
        self.args = words
        self.returncode: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        given, self.stdin = _stream(stdin, 0)
        out, self.stdout = _stream(stdout, 1)
        complaints, self.stderr = (os.dup(out), None) if stderr == STDOUT else _stream(stderr, 2)
        self._status, status = os.pipe()
        request = {
            "words": words,
            "env": dict(os.environ if env is None else env),
            "cwd": str(cwd or Path.cwd()),
        }
        theirs = (given, out, complaints, status)
        socket.send_fds(_warm(), [json.dumps(request).encode() + b"\n"], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        self.pid = int(os.read(self._status, 10))

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        if self.returncode is None and select.select([self._status], [], [], 0)[0]:
            self.returncode = os.waitstatus_to_exitcode(int(os.read(self._status, 10) or b"9"))
            os.close(self._status)
        return self.returncode

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait for the end and return the exit code. Raise `subprocess.TimeoutExpired`."""
        if self.returncode is None and not select.select([self._status], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired(self.args, timeout)
        code = self.poll()
        assert code is not None
        return code

    def communicate(self, given: str = "", timeout: float = PATIENCE) -> tuple[str, str]:
        """Write to it, and read until it ends. Raise `subprocess.TimeoutExpired`."""
        until = time.monotonic() + timeout
        read: dict[str, str] = {}
        working = []
        for name in ("stdout", "stderr"):
            stream = getattr(self, name)
            if stream is not None and not stream.closed:
                working.append(threading.Thread(target=_read, args=(stream, name, read)))
        if self.stdin is not None and not self.stdin.closed:
            working.append(threading.Thread(target=_write, args=(self.stdin, given)))
        for each in working:
            each.daemon = True
            each.start()
        for each in working:
            each.join(max(until - time.monotonic(), 0))
        self.wait(max(until - time.monotonic(), 0))
        return read.get("stdout", ""), read.get("stderr", "")

    def type(self, line: str) -> None:
        """Type a line at its input."""
        assert self.stdin is not None
        self.stdin.write(line + "\n")
        self.stdin.flush()

    def line(self) -> str:
        """Wait for the next line of its output."""
        assert self.stdout is not None
        return self.stdout.readline()

    def send_signal(self, sign: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        if kind is not None:
            self.kill()
        self.wait()


def run(*words: str, given: str = "", **named: Any) -> "subprocess.CompletedProcess[str]":
    """Run the program until it ends. Return its output and exit code."""
    process = Program(*words, **{"stdin": PIPE, "stdout": PIPE, "stderr": PIPE, **named})
    try:
        out, complaints = process.communicate(given)
    finally:
        process.kill()
    return subprocess.CompletedProcess(words, process.wait(), out, complaints)


def python(*words: str, **named: Any) -> "subprocess.CompletedProcess[str]":
    """Run a new Python, with words such as `-m companion` or `-c` and a program."""
    pipes = {"stdout": PIPE, "stderr": PIPE, "text": True, "timeout": 2 * PATIENCE}
    command = [sys.executable, *words]
    return subprocess.run(command, check=False, **pipes | named)  # noqa: S603 - our own


def _stream(wanted: _Stream, number: int) -> tuple[int, IO[str] | None]:
    """Return the program's end of a stream, and the test's end of it."""
    if wanted == PIPE:
        reading, writing = os.pipe()
        theirs, ours = (reading, writing) if number == 0 else (writing, reading)
        return theirs, os.fdopen(ours, "r" if number else "w", encoding="utf-8")
    if wanted == DEVNULL:
        return os.open(os.devnull, os.O_RDWR), None
    if wanted is None:
        return os.dup(number), None
    return os.dup(wanted if isinstance(wanted, int) else wanted.fileno()), None


def _read(stream: IO[str], name: str, read: dict[str, str]) -> None:
    read[name] = stream.read()
    stream.close()


def _write(stream: IO[str], text: str) -> None:
    with suppress(BrokenPipeError):
        stream.write(text)
        stream.flush()
    with suppress(BrokenPipeError):
        stream.close()


@cache
def _warm() -> socket.socket:
    """Start the process that forks, and return its socket."""
    ours, theirs = socket.socketpair()
    fifth = "tests.with_fifth_game"
    imported = f"{fifth}, tests.program" if fifth in sys.modules else "tests.program"
    with theirs:
        process = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, "-c", f"import {imported} as p; p.serve({theirs.fileno()})"],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
    atexit.register(process.wait, PATIENCE)
    atexit.register(ours.close)
    return ours


def serve(descriptor: int) -> None:
    """Import the program, then fork it for each request until the tests end."""
    for module in iter_modules(commands.__path__, f"{commands.__name__}."):
        import_module(module.name)
    wait_for_no_device()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    requests = socket.socket(fileno=descriptor)
    with requests, suppress(KeyboardInterrupt):
        while True:
            text, descriptors, _, _ = socket.recv_fds(requests, 1 << 16, 4)
            if not text:
                return
            while not text.endswith(b"\n"):
                text += requests.recv(1 << 16)
            if os.fork() == 0:
                requests.close()
                _begin(json.loads(text), descriptors)
            for each in descriptors:
                os.close(each)


def _begin(request: dict[str, Any], descriptors: list[int]) -> None:
    """Fork the program. Send its process id, then its exit code."""
    *streams, status = descriptors
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    number = os.fork()
    if number:
        for each in (0, 1, 2, *streams):
            os.close(each)
        os.write(status, f"{number:10}".encode())  # as long as what is read, not more
        while True:
            with suppress(KeyboardInterrupt):
                os.write(status, str(os.waitpid(number, 0)[1]).encode())
                os._exit(0)
    os.close(status)
    for own, given in enumerate(streams):
        os.dup2(given, own)
        os.close(given)
    encoding = request["env"].get("PYTHONIOENCODING", "utf-8")
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115 - for the whole run
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.path[:0] = filter(None, request["env"].get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = ["companion", *request["words"]]
    import_module("companion.commands.main").main()
