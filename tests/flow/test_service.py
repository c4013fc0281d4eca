"""An evening as a service: the real program without a terminal, a keypad of the test's, systemctl.

The library evdev is stood in for by a module whose keypads are named pipes: a line is a key that is
pressed, a pipe that is closed is a keypad that is unplugged.
"""

import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Final

import pytest

from companion.commands.replay import Replay
from companion.commands.service import MARK
from companion.link.messages import Key
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.referee.menu import entries
from companion.referee.state import Evening, Phase
from companion.referee.talk_facts import Choice
from companion.rules import Player
from companion.settings import Settings
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.menu_keys import PLAYING, to
from tests.program import DEVNULL, PIPE, Program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no services of ours")

PATIENCE: Final = 30.0
READY: Final = "Ready. Connect a board or a numeric keypad."
EVDEV: Final = """\
import os
from pathlib import Path
from types import SimpleNamespace

_NAMES = [f"KEY_KP{n}" for n in range(10)]
_NAMES += ["KEY_KPENTER", "KEY_KPPLUS", "KEY_KPMINUS", "KEY_KPSLASH", "KEY_KPDOT"]
ecodes = SimpleNamespace(EV_KEY=1, KEY=dict(enumerate(_NAMES, 70)))

def list_devices():
    return sorted(map(str, Path(os.environ["KEYPADS"]).iterdir()))

class InputDevice:
    def __init__(self, path):
        self.name, self.phys, self._path = "Keypad", path, path

    def capabilities(self):
        return {1: list(ecodes.KEY)}

    def grab(self):
        pass

    def read_loop(self):
        with open(self._path) as pressed:
            for line in pressed:
                code = next(c for c, name in ecodes.KEY.items() if name == line.strip())
                for value in (1, 0):
                    yield SimpleNamespace(code=code, value=value)
        raise OSError(19, "No such device")
"""
SYSTEMCTL: Final = '#!/bin/sh\necho "$*" >> "$SERVICE_LOG"\n[ -z "$REFUSED" ] || exit 1\n'
KEYS: Final = {"+": "PLUS", "-": "MINUS", "/": "SLASH", ".": "DOT", "\n": "ENTER"}


class Box:
    """A computer in a box: its user's folders, its keypads, and the service when it is on."""

    def __init__(self, folder: Path) -> None:
        self.keypads, self._folder = folder / "keypads", folder
        self.log = folder / "log"
        for name, text in (("lib/evdev.py", EVDEV), ("bin/systemctl", SYSTEMCTL)):
            (folder / name).parent.mkdir()
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        self.keypads.mkdir()
        self._pad: IO[str] | None = None
        self._process: Program | None = None

    def switch_on(self, *words: str, refused: str = "", lang: str = "en") -> None:
        own = {
            "XDG_CONFIG_HOME": str(self._folder / "c"),
            "XDG_DATA_HOME": str(self._folder / "d"),
            "PATH": f"{self._folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(self._folder / "lib"),
            "KEYPADS": str(self.keypads),
            "SERVICE_LOG": str(self.log),
            "REFUSED": refused,
            MARK: "1",
            **dict.fromkeys(("LANG", "LC_ALL", "LANGUAGE"), lang),
        }
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.lines: list[str] = []
        with (self._folder / "complaints").open("ab") as complaints:
            self._process = Program(
                *("play", "--voice", "print", *words),
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=complaints,
                env={**os.environ, **own},
            )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _listen(self, process: Program) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._said.put(line.rstrip("\n"))

    def hears(self, part: str) -> None:
        """Wait until something is said."""
        until = time.monotonic() + PATIENCE
        while not (self.lines and part in self.lines[-1]):
            try:
                self.lines.append(self._said.get(timeout=max(until - time.monotonic(), 0.01)))
            except queue.Empty:
                pytest.fail(f"{part!r} was not said: {self.lines}, {self.complaints()}")

    def complaints(self) -> str:
        return (self._folder / "complaints").read_text("utf-8")

    def is_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def plug_in(self) -> None:
        os.mkfifo(self.keypads / "one")

    def unplug(self) -> None:
        (self.keypads / "one").unlink()
        self.let_go()

    def let_go(self) -> None:
        if self._pad is not None:
            self._pad.close()
            self._pad = None

    def keys(self, line: str) -> None:
        """Key a line and Enter."""
        if self._pad is None:
            self._pad = (self.keypads / "one").open("w")  # it waits until the service reads it
        for sign in f"{line}\n":
            self._pad.write(f"KEY_KP{KEYS.get(sign, sign)}\n")
        self._pad.flush()

    def ends(self) -> int:
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def pull_the_plug(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self.let_go()

    def terminate(self) -> None:
        assert self._process is not None
        self._process.terminate()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    yield box
    box.pull_the_plug()
    assert "Traceback" not in box.complaints()


def test_the_service_waits_for_a_keypad_and_resumes_after_a_power_cut(box: Box) -> None:
    box.switch_on()
    box.hears(READY)
    time.sleep(0.2)
    assert box.is_on()
    box.plug_in()
    box.hears("Backgammon?")
    for _ in range(3):  # backgammon, without an end, usual rules
        box.keys("++")
    box.keys("6")
    box.keys("3")
    box.hears("Green begins with 6 and 3.")
    box.keys("24/18+13/10")
    box.hears("Legal")
    box.pull_the_plug()

    box.switch_on()
    box.hears("6, 3")
    assert READY not in box.lines
    box.keys("")
    box.unplug()
    box.hears("Keypad unplugged. Plug it back in.")
    box.plug_in()
    box.hears("Keypad reconnected.")
    box.keys("52")
    box.hears("Black, 5, 2.")
    shut_down(box, "Stop, and shut down?")
    box.hears("Shutting the computer down.")
    box.hears("Goodbye. The game is saved.")
    assert box.ends() == 0
    assert box.log.read_text() == "poweroff\n"


def shut_down(box: Box, asked: str) -> None:
    """Go through the menu of a typed table in mid-turn to its entry, and choose it."""
    evening = Evening(typed=True, shuts_down=True)
    state = replace(PLAYING, phase=Phase.MOVING, evening=evening)
    for _ in range(entries(state).index("shut-down") + 1):
        box.keys("+")
    box.hears(asked)
    box.keys("++")


def test_a_refused_shutdown_is_announced_and_the_service_ends(box: Box) -> None:
    box.plug_in()
    box.switch_on("--game", "backgammon", refused="yes", lang="fr")
    box.keys("63")
    box.hears("6 et 3")
    shut_down(box, "Finir, et éteindre l'ordinateur ?")
    box.hears("Au revoir.")
    box.hears("Extinction impossible. Vous pouvez débrancher l'ordinateur.")
    assert box.ends() == 0  # else it would be started again
    told = "L'ordinateur n'est pas éteint, systemctl refuse\N{NO-BREAK SPACE}: "
    assert f"{told}il a fini avec le code 1.\n" in box.complaints()


def test_a_typed_table_starts_before_its_keypad_is_connected(box: Box) -> None:
    box.switch_on("--board", "typed")
    box.hears("Backgammon?")
    box.plug_in()
    box.keys("--")
    box.hears("Jacquet?")
    box.terminate()
    assert box.ends() == 0


def test_the_service_ends_in_order_while_it_waits(box: Box) -> None:
    box.switch_on()
    box.hears(READY)
    box.terminate()
    assert box.ends() == 0


def test_at_a_board_shutdown_is_offered_in_every_game(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        stage = Stage("en")
        serving = replace(stage.settings, service=True)
        stage.sitting = Sitting(serving, chooser=Chooser(None, Choice()), journal=journal)
        table = stage.sitting.evening.table
        stage.wait(1000, "The board is there.")
        stage.press(Player.V, Key.NO, Key.YES, Key.NO, Key.YES, Key.YES)
        stage.stand("V12=14n1N N12=14v1V", "Set up.")
        stage.press(Player.V, *to("other-game", table.referee.state), Key.YES)
        stage.press(Player.V, Key.BOARD)
        stage.wait(1000, "Back to the game.")
        stage.press(Player.V, *to("shut-down", table.referee.state))
        assert stage.lines[-1].endswith("Stop, and shut down?")
        assert not table.stopped
        stage.press(Player.V, Key.YES)
        assert stage.lines[-1].endswith("Shutting the computer down.")
        assert (table.stopped, table.shuts_down) == (True, True)
    outcome = Replay(words=False).play(path, Settings("memory"))
    assert str(outcome.sentence).endswith("the same as recorded."), outcome
