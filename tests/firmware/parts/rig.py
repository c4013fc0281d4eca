"""Runs the firmware's files on simulated parts, controlled by tests.

Needs the firmware's folder on the path of modules. Runs in CPython and in MicroPython.
"""

import sys

from world import File, Machine, OneWire, Os, Python, Restart, Select, Sys, World

KEYS = ("repeat", "board", "score", "hint", "cube", "yes", "no")


def load_hal():  # type: ignore[no-untyped-def]
    """Import the firmware's `hal` and `controller` where the modules they need do not exist."""
    stand_ins = World()
    for name, module in (
        ("machine", Machine(stand_ins)),
        ("_onewire", OneWire()),
        ("micropython", Python(stand_ins)),
    ):
        if name not in sys.modules:
            sys.modules[name] = module  # type: ignore[assignment]
    import controller  # type: ignore[import-not-found]
    import hal  # type: ignore[import-not-found]

    return hal, controller


HAL, CONTROLLER = load_hal()


class Rig:
    """A board that runs when `advance` lets time pass.

    world -- its parts; enrolled -- whether pieces and dice have been learned before; what the host
    sends goes to `receive`, what the board says comes from `outgoing`.
    """

    def __init__(self, world: World, enrolled: bool = True) -> None:
        self.world = world
        if enrolled:
            self._enrol()
        self.ran_until = world.clock.us
        self.boot()

    def bind(self) -> None:
        """Let `hal` and `controller` use the parts of this rig."""
        world = self.world
        HAL._onewire = OneWire()
        HAL.machine = CONTROLLER.machine = Machine(world)
        HAL.time = CONTROLLER.time = world.clock
        CONTROLLER.micropython = Python(world)
        CONTROLLER.select = Select(world)
        CONTROLLER.sys = Sys(world)
        CONTROLLER.os = Os(world)
        CONTROLLER.open = lambda name, mode: File(world, name, mode)

    def boot(self) -> None:
        """Power on and start as in `main.py`."""
        import board  # type: ignore[import-not-found]

        self.bind()
        self.world.room = 256
        hal = HAL.Hal()
        hal.take_over_usb()
        hal.start_watchdog()
        self.board = board.Board(hal)

    def advance(self, ms: int) -> None:
        """Let the board run for `ms`."""
        self.ran_until += 1000 * ms
        self.bind()
        clock = self.world.clock
        step = self.board.step
        while clock.us < self.ran_until:
            try:
                step()
            except Restart:
                self.boot()
                step = self.board.step

    def receive(self, data: bytes) -> None:
        """Send bytes from the host to the board."""
        self.world.to_board += data

    def outgoing(self) -> bytes:
        """Return the bytes for the host since the last call."""
        data = bytes(self.world.to_host)
        self.world.to_host = bytearray()
        return data

    def _enrol(self) -> None:
        """Write enrolled pieces and dice to flash, as after a set-up by hand."""
        import dice  # type: ignore[import-not-found]
        import store  # type: ignore[import-not-found]

        self.bind()
        world = self.world
        flash = store.Store(HAL.Hal())
        for piece in world.pieces:
            flash.pieces[piece.rom] = piece.letter
        hal = HAL.Hal()
        for seat, sensor in enumerate(world.sensors):
            flash.faces[seat + 1] = {}
            side, address = divmod(seat, 2)
            driver = dice.Tmag5273(hal, side, (0x35, 0x22)[address])
            driver.configure()
            tare = _mean(driver)
            for face in range(1, 7):
                sensor.land(world.dice[seat], str(face), 0, 0)
                world.clock.us += 200_000
                x, y, z = [a - b for a, b in zip(_mean(driver), tare)]
                flash.faces[seat + 1][face] = [round(-x), round(-y), round(z / 2)]
            sensor.clear()
        assert flash.save()


def _mean(driver):  # type: ignore[no-untyped-def]
    """Return the mean of some samples."""
    samples = [driver.read() for _ in range(12)]
    return [sum(sample[axis] for sample in samples) / len(samples) for axis in range(3)]
