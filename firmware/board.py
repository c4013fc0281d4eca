"""Runs one board: scans pieces, dice and keys, and talks to the host, in small steps."""

from commands import LAMP_MS, STAY, Commands, hello
from dice import POLL_MS, Dice
from keys import Keys
from names import ZONES
from pieces import Scanner
from report import Reporter
from store import NAMES, Store
from wire import LineReader, clean, encode

BACKLOG = 1536
STALE_MS = 500
FAULTS_MS = 500
RESTART_MS = 200
LONGEST_ANSWER = 400
LOOKING = "; still looking"  # not all zones were scanned since a piece was last found or lost


class Board:
    """All parts of a board. Call `step` in a loop; each call takes about 30 ms at most."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self.store = Store(hal)
        self.scanner = Scanner(hal, self.store.pieces)
        self.dice = Dice(hal, self.store.faces)
        self.keys = Keys(hal)
        self.reporter = Reporter(hal)
        self._commands = Commands(self)
        self._reader = LineReader()
        self._hello = hello(clean(hal.board_id()), hal.nonce())
        self._out = bytearray()
        self._taken_at = hal.ms()
        self._polled_at = hal.ms()
        self._faults = ""
        self._faults_at = hal.ms()
        self._zones = ""
        self._version = -1
        self._signal = ""
        self._signal_at = hal.ms()
        self._restart_at: int | None = None
        self._stay = False
        self.hello()
        if self.store.damaged:
            self.say("L,error,what the board had learned is damaged: enrol pieces and dice again")

    def step(self) -> None:
        """Do a small part of each task."""
        hal = self._hal
        hal.alive()
        self.scanner.step()
        self.keys.poll()
        if hal.since(self._polled_at) >= POLL_MS:
            self._polled_at = hal.ms()
            self.dice.poll()
        for body in self._reader.feed(hal.read()):
            self._commands.obey(body)
        # Before every zone has been scanned twice, an empty board would be a false report.
        if self.scanner.passes > 1:
            body = self.reporter.body(self._state(), self.scanner.is_sure)
            if body is not None:
                self.say(body)
        self._flush()
        self._blink()
        if self._restart_at is not None and hal.since(self._restart_at) >= RESTART_MS:
            self._restart()

    # Output.

    def hello(self) -> None:
        """Send the hello."""
        self.say(self._hello)

    def snap(self) -> None:
        """Send the state now, if the zones have been scanned."""
        if self.scanner.passes > 1:
            self.say(self.reporter.say(self._state()))

    def say(self, body: str) -> None:
        """Queue a line. If nobody reads, drop the old lines instead of waiting."""
        line = encode(body)
        if len(self._out) + len(line) > BACKLOG:
            self._out = bytearray()
        if not self._out:
            self._taken_at = self._hal.ms()
        self._out += line

    def _flush(self) -> None:
        if not self._out:
            return
        taken = self._hal.write(bytes(self._out))
        if taken:
            self._out = self._out[taken:]
            self._taken_at = self._hal.ms()
        elif self._hal.since(self._taken_at) > STALE_MS:
            self._out = bytearray()

    def _state(self) -> str:
        if self._version != self.scanner.version:
            self._version = self.scanner.version
            self._zones = self.scanner.text()
            self._faults = ";".join(self.faults())
        elif self._hal.since(self._faults_at) >= FAULTS_MS:
            self._faults_at = self._hal.ms()
            self._faults = ";".join(self.faults())
        return ",".join((self._zones, self.dice.text(), self.keys.text(), self._faults))

    def faults(self) -> list[str]:
        """Return all faults as on the wire."""
        flash = ["flash:damaged"] if self.store.damaged else []
        return self.scanner.faults() + self.dice.faults() + self.keys.faults() + flash

    # Commands.

    def self_test(self, what: str) -> tuple[bool, str]:
        """Test a part, or all. Return whether it passed, and the faults or a summary."""
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
            return False, self._named(found)
        faces = sum(len(table) for table in self.store.faces.values())
        counted = "%d zones %d pieces of %d enrolled; %d faces enrolled" % (
            len(ZONES),
            self.scanner.count(),
            len(self.store.pieces),
            faces,
        )
        return True, counted + ("" if self.scanner.is_sure() else LOOKING)

    def _named(self, found: list[str]) -> str:
        """Return the faults that fit in an answer, with a last entry `more` for the rest."""
        kept = len(found)
        while len(";".join(found[:kept])) > LONGEST_ANSWER:
            kept -= 1
        return ";".join(found[:kept] + ["more"] * (kept < len(found)))

    def _flash_faults(self) -> list[str]:
        """Test flash by saving again, but not over damaged files, to keep their fault visible."""
        if self.store.damaged:
            return ["flash:damaged"]
        works = self.store.save() and any(self._hal.load(name) for name in NAMES)
        return [] if works else ["flash:broken"]

    def blink(self, pattern: str) -> None:
        """Start a pattern on the lamp."""
        self._signal = pattern
        self._signal_at = self._hal.ms()
        self._hal.lamp(pattern[:1] in (".", "-"))

    def _blink(self) -> None:
        """Continue the lamp's pattern; each character is followed by a short dark time."""
        if not self._signal:
            return
        lit = LAMP_MS.get(self._signal[0], LAMP_MS[" "])
        gone = self._hal.since(self._signal_at)
        if gone >= lit:
            self._hal.lamp(False)
        if gone >= lit + LAMP_MS["."]:
            self.blink(self._signal[1:])

    def restart_soon(self, stay: bool) -> None:
        """Restart after the answer is sent. stay -- stop at the prompt for a programmer."""
        self._restart_at = self._hal.ms()
        self._stay = stay

    def _restart(self) -> None:
        self._restart_at = None
        if self._stay:
            try:
                self._hal.save(STAY, b"1")
            except OSError:
                self.say("L,error,flash does not take it")
        self._hal.restart()
