"""Simulates a whole controller in MicroPython: power, flash with files, `main.py` and the prompt.

Runs in real MicroPython only, controlled by `pico.mjs` with lines of JSON. A request is `[verb,
argument, …]`, its answer `{"ok": result}` or `{"error": text}`. The board's program runs as it
would on a real controller, from `main.py` on, and is suspended between two steps.
"""

import gc
import io
import json
import os
import sys

from radio_world import RadioWorld
from switch_world import SwitchWorld
from world import File, Machine, OneWire, Os, PowerCut, Python, Restart, Select, Sys, World

BOOT_MS = 700  # until the interpreter has read the program
FLASH = "/flash"
NOT_FOUND = 2
OFF, BOOTING, RUNNING, PROMPT = range(4)


class Suspended(BaseException):
    """The granted time has passed."""


class FlashFile(io.IOBase):  # type: ignore[misc]
    """An open file of the simulated flash, as MicroPython's own streams are."""

    def __init__(self, world: World, name: str, mode: str) -> None:
        self._file = File(world, name, "wb" if "w" in mode else "rb")
        self._content = b"" if "w" in mode else self._file.read()
        self._place = 0

    def read(self, count: int = -1) -> bytes:
        """As in MicroPython."""
        end = len(self._content) if count < 0 else self._place + count
        data = self._content[self._place : end]
        self._place += len(data)
        return data

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        """As in MicroPython, whose import reads so."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data) -> int:  # type: ignore[no-untyped-def]
        """As in MicroPython."""
        return self._file.write(bytes(data))

    def ioctl(self, _request: int, _argument: int) -> int:
        """As in MicroPython: nothing is buffered."""
        return 0

    def close(self) -> None:
        """As in MicroPython."""

    def __enter__(self) -> "FlashFile":
        return self

    def __exit__(self, *_error: object) -> None:
        pass


class Flash:
    """The file system on it: one folder. Errors are those of MicroPython on a Pico.

    MicroPython for WebAssembly has errors with numbers of its own, which `mpremote` does not know.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def mount(self, _readonly: bool, _make: bool) -> None:
        """As in MicroPython."""

    def umount(self) -> None:
        """As in MicroPython."""

    def chdir(self, _path: str) -> None:
        """As in MicroPython."""

    def open(self, path: str, mode: str) -> FlashFile:
        """As in MicroPython."""
        return FlashFile(self._world, _name(path), mode)

    def remove(self, path: str) -> None:
        """As in MicroPython."""
        Os(self._world).remove(_name(path))

    def stat(self, path: str) -> tuple[int, ...]:
        """As in MicroPython."""
        name = _name(path)
        if not name:
            return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if name not in self._world.files:
            raise OSError(NOT_FOUND)
        return (0x8000, 0, 0, 0, 0, 0, len(self._world.files[name]), 0, 0, 0)

    def ilistdir(self, _path: str):  # type: ignore[no-untyped-def]
        """As in MicroPython."""
        return iter([(name, 0x8000, 0, len(data)) for name, data in self._world.files.items()])


class Pico:
    """One controller with a board's parts."""

    def __init__(self, settings: dict[str, float], files: dict[str, str]) -> None:
        kind = World
        for name, other in (("switches", SwitchWorld), ("radio", RadioWorld)):
            kind = other if settings.pop(name, 0) else kind
        self.world = kind(**settings)  # type: ignore[arg-type]
        self.world.on_step = self._between_steps
        self._until = 0
        self._state = BOOTING
        self._held: list[object] = []  # the program's `Hal` and `Board`, while it is suspended
        self.stand_ins = stand_ins(self.world)
        for name, content in files.items():
            self.world.files[name] = _from_hex(content)
        os.mount(Flash(self.world), FLASH)
        os.chdir(FLASH)
        sys.path.insert(0, FLASH)

    def enrol(self) -> None:
        """Enrol pieces and dice, as by a set-up by hand."""
        from rig import Rig

        Rig(self.world)
        self.world.boots = 0
        self.world.to_host = bytearray()
        self._forget()

    # Requests.

    def obey(self, line: str) -> str:
        """Return the answer to a request, "" for a request to run at the prompt."""
        verb, *given = json.loads(line)
        if verb == "run":
            self._grant(*given)
            while self._state != PROMPT and self.world.clock.us < self._until:
                self._go_on()
            return "" if self._state == PROMPT else self.report("")
        try:
            return json.dumps({"ok": getattr(self, "do_" + verb)(*given)})
        except (AttributeError, KeyError, ValueError, OSError, AssertionError) as error:
            return json.dumps({"error": "%s %s" % (type(error).__name__, error)})

    def _grant(self, ms: int, sent: str) -> None:
        self._until = max(self._until, self.world.clock.us) + 1000 * ms
        if self._state != OFF:
            self.world.to_board += _from_hex(sent)

    def typed(self) -> str:
        """Return what the host has sent to the prompt, where time passes too."""
        self.world.clock.us = max(self.world.clock.us, self._until)
        data = bytes(self.world.to_board)
        self.world.to_board = bytearray()
        return _to_hex(data)

    def report(self, printed: str) -> str:
        """Return the answer to a request to run: the output and the time."""
        said = _to_hex(self.world.to_host) + printed
        self.world.to_host = bytearray()
        return json.dumps({"ok": {"said": said, "ms": self.world.clock.ms}})

    def was_reset(self) -> bool:
        """Return whether `machine.reset` was called at the prompt; restart the board then."""
        if self.world.reset_wanted:
            self._start()
            return True
        return False

    # Power.

    def _start(self) -> None:
        self._state = BOOTING
        self._held = []
        self._forget()
        self.world.reset_wanted = False

    def _go_on(self) -> None:
        """Run the program until the granted time has passed."""
        world = self.world
        if self._state == OFF:
            world.clock.us = self._until
            return
        saved = {name: sys.modules.get(name) for name in self.stand_ins}
        sys.modules.update(self.stand_ins)
        try:
            if self._state == BOOTING:
                self._boot()
            else:
                self._resume()
            self._state = PROMPT  # the program has ended
            self._forget()
        except Suspended:
            self._state = RUNNING
        except (Restart, PowerCut):
            self.world.cut_after = None
            self._start()
        finally:
            for name, module in saved.items():
                if module is None:
                    sys.modules.pop(name)
                else:
                    sys.modules[name] = module

    def _boot(self) -> None:
        """Run `main.py`, or its compiled file, as MicroPython does."""
        world = self.world
        world.watchdog = False
        world.ctrl_c_stops = True
        world.room = 256
        world.clock.restart()
        world.clock.us += 1000 * BOOT_MS
        if "main.py" in world.files or "main.mpy" in world.files:
            main = __import__("main")
            self._hold(main)
            main.main()

    def _hold(self, main) -> None:  # type: ignore[no-untyped-def]
        """Store the board that the program creates, so that it can be resumed."""
        make = main.Board

        def made(hal):  # type: ignore[no-untyped-def]
            board = make(hal)
            self._held = [hal, board]
            return board

        main.Board = made

    def _resume(self) -> None:
        """Continue the loop of the program with its hal and board."""
        hal, board = self._held
        sys.modules["startup"].run(hal, lambda _hal: board)

    def _between_steps(self) -> None:
        """Suspend the program before a step, for requests and garbage collection.

        This MicroPython collects no garbage while a program runs.
        """
        if self.world.clock.us >= self._until:
            raise Suspended

    def _forget(self) -> None:
        """Remove the firmware's modules, so that the next power on imports them again."""
        for name in list(sys.modules):
            if name + ".py" in self.world.files or name + ".mpy" in self.world.files:
                del sys.modules[name]

    # What can be asked for.

    def do_plug(self, power: bool) -> None:
        """Plug in or pull out the cable, which carries the power."""
        if not power:
            self._start()
            self._state = OFF
            self.world.to_board = bytearray()
        elif self._state == OFF:
            self._state = BOOTING

    def do_zones(self) -> dict[str, str]:
        """Return the pieces in each zone."""
        stacks = self.world.stacks
        return {zone: "".join([piece.letter for piece in stacks[zone]]) for zone in stacks}

    def do_faces(self) -> list[str]:
        """Return the dice actually in the four seats."""
        return [sensor.face for sensor in self.world.sensors]

    def do_put(self, zone: str, letter: str) -> None:
        """Put a piece down."""
        self.world.put(zone, letter)

    def do_lift(self, zone: str, letter: str) -> None:
        """Lift a piece."""
        self.world.lift(zone, letter)

    def do_show(self, number: int, zone: str) -> None:
        """Put down the unused piece with this number."""
        piece = self.world.pieces[number]
        assert piece.zone is None
        self.world.place(piece, zone)

    def do_throw(self, seat: int, face: str, ms: int) -> None:
        """Throw a die."""
        self.world.throw(seat, face, ms)

    def do_clear(self, seat: int) -> None:
        """Lift a die."""
        self.world.sensors[seat].clear()

    def do_press(self, key: int) -> None:
        """Press a key."""
        self.world.press(key)

    def do_switch(self, number: int, ms: int) -> None:
        """Press a switch of a switch board."""
        self.world.press_switch(number, ms)  # type: ignore[attr-defined]

    def do_cut(self, after: int) -> None:
        """Cut the power when this many more bytes have been written to flash."""
        self.world.cut_after = after

    def do_tones(self) -> list[int]:
        """Return the tones since the last call, in hertz."""
        tones, self.world.tones = self.world.tones, []
        return tones

    def do_reader(self, is_there: int) -> None:
        """Take the reader of a board with radio tags away, or put it back."""
        self.world.has_reader = is_there  # type: ignore[attr-defined]

    def do_short(self, zone: str) -> None:
        """Bridge the contacts of a zone."""
        self.world.shorts.add(zone)

    def do_files(self) -> dict[str, str]:
        """Return the files in flash."""
        return {name: _to_hex(data) for name, data in self.world.files.items()}

    def do_memory(self) -> int:
        """Return the bytes in use, with those of the simulated parts."""
        gc.collect()
        return gc.mem_alloc()

    def do_version(self) -> str:
        """Return the version of the interpreter."""
        major, minor = sys.implementation.version[:2]
        return "%s %d.%d" % (sys.implementation.name, major, minor)


def stand_ins(world: World) -> dict[str, object]:
    return {
        "machine": Machine(world),
        "_onewire": OneWire(),
        "micropython": Python(world),
        "time": world.clock,
        "select": Select(world),
        "sys": Sys(world),
        "os": Os(world),
    }


def make(line: str) -> Pico:
    """Build a controller from the first request: `["make", settings, enrolled, files]`."""
    _verb, settings, enrolled, files = json.loads(line)
    for name in list(sys.modules):  # those of the controller before
        if name + ".py" in files:
            del sys.modules[name]
    if FLASH[1:] in os.listdir("/"):
        os.umount(FLASH)
    gc.collect()
    pico = Pico(settings, files)
    if enrolled:
        pico.enrol()
    sys.modules["machine"] = pico.stand_ins["machine"]  # the prompt has it too
    return pico


def _name(path: str) -> str:
    """Return the name of a file in the only folder."""
    return path[2:] if path.startswith("./") else path.strip("/")


def _from_hex(text: str) -> bytes:
    return bytes.fromhex(text)


def _to_hex(data: bytes) -> str:
    return "".join(["%02x" % byte for byte in data])
