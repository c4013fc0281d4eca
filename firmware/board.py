"""Runs one board: scans pieces, dice and keys, and talks to the host, in small steps."""

from dice import POLL_MS, Dice
from enrolment import Enrolment
from keys import Keys
from names import ZONES
from pieces import Scanner
from station import Station, fitting
from store import NAMES, Store

FAULTS_MS = 500
LOOKING = "; still looking"  # some zones have not been scanned since a piece was found or lost


class Board(Station):
    """All parts of a sensing board. Call `step` in a loop; each call takes about 30 ms at most.

    make_scanner -- makes the scanner of pieces from `hal` and the enrolled pieces, by default a
    `Scanner`
    """

    def __init__(self, hal, make_scanner=None) -> None:
        super().__init__(hal, self.state)
        self.store = Store(hal)
        self.scanner = (make_scanner or Scanner)(hal, self.store.pieces)
        self.dice = Dice(hal, self.store.faces)
        self.keys = Keys(hal)
        self._commands = Enrolment(self)
        self._polled_at = hal.ms()
        self._faults = ""
        self._faults_at = hal.ms()
        self._zones = ""
        self._version = -1
        if self.store.damaged:
            self.say("L,error,what the board had learned is damaged: enrol pieces and dice again")

    def step(self) -> None:
        """Do a small part of each task."""
        hal = self.hal
        hal.alive()
        self.scanner.step()
        self.keys.poll()
        if hal.since(self._polled_at) >= POLL_MS:
            self._polled_at = hal.ms()
            self.dice.poll()
        self.serve(self._commands)

    def is_ready(self) -> bool:
        """Return whether every zone was scanned twice. Before that the board would seem empty."""
        return self.scanner.passes > 1

    def is_sure(self) -> bool:
        """Return whether all zones were scanned since the last change."""
        return self.scanner.is_sure()

    def state(self) -> str:
        """Return zones, dice, keys and faults in the form of the wire."""
        if self._version != self.scanner.version:
            self._version = self.scanner.version
            self._zones = self.scanner.text()
            self._faults = ";".join(self.faults())
        elif self.hal.since(self._faults_at) >= FAULTS_MS:
            self._faults_at = self.hal.ms()
            self._faults = ";".join(self.faults())
        return ",".join((self._zones, self.dice.text(), self.keys.text(), self._faults))

    def faults(self) -> list[str]:
        """Return all faults in the form of the wire."""
        flash = ["flash:damaged"] if self.store.damaged else []
        return self.scanner.faults() + self.dice.faults() + self.keys.faults() + flash

    # Commands.

    def self_test(self, what: str) -> tuple[bool, str]:
        """Test a part or all parts. Return whether the test passed, and the faults or a summary."""
        found: list[str] = []
        if what in ("all", "zones"):
            found += self.scanner.faults()
        if what in ("all", "dice"):
            found += self.dice.faults()
        if what in ("all", "keys"):
            found += self.keys.faults()
        if what in ("all", "flash"):
            found += self._flash_faults()
        if found:
            return False, fitting(found)
        faces = sum(len(table) for table in self.store.faces.values())
        counted = "%d zones %d pieces of %d enrolled; %d faces enrolled" % (
            len(ZONES),
            self.scanner.count(),
            len(self.store.pieces),
            faces,
        )
        return True, counted + ("" if self.scanner.is_sure() else LOOKING)

    def _flash_faults(self) -> list[str]:
        """Test flash by saving again.

        Damaged files are not replaced, so that their fault stays visible.
        """
        if self.store.damaged:
            return ["flash:damaged"]
        works = self.store.save() and any(self.hal.load(name) for name in NAMES)
        return [] if works else ["flash:broken"]
