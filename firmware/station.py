"""Talks to the host for a board: hello, states, answers to commands, and the lamp."""

from commands import LAMP_MS, STAY, hello
from report import Reporter
from wire import LineReader, clean, encode

BACKLOG = 1536
STALE_MS = 500
RESTART_MS = 200
LONGEST_ANSWER = 400


class Station:
    """The part of a board that talks to the host.

    state -- returns zones, dice, keys and faults in the form of the wire
    """

    def __init__(self, hal, state) -> None:
        self.hal = hal
        self._state = state
        self.reporter = Reporter(hal)
        self._reader = LineReader()
        self._hello = hello(clean(hal.board_id()), hal.nonce())
        self._out = bytearray()
        self._taken_at = hal.ms()
        self._signal = ""
        self._signal_at = hal.ms()
        self._restart_at: int | None = None
        self._stay = False
        self.hello()

    # Methods that each kind of board replaces.

    def is_ready(self) -> bool:
        """Return whether the state is known."""
        return True

    def is_sure(self) -> bool:
        """Return whether all zones were scanned since the last change."""
        return True

    # To the host.

    def hello(self) -> None:
        """Send the hello."""
        self.say(self._hello)

    def snap(self) -> None:
        """Send the state now, if it is known."""
        if self.is_ready():
            self.say(self.reporter.say(self._state()))

    def say(self, body: str) -> None:
        """Queue a line. If the host does not read, drop old lines instead of waiting."""
        line = encode(body)
        if len(self._out) + len(line) > BACKLOG:
            self._out = bytearray()
        if not self._out:
            self._taken_at = self.hal.ms()
        self._out += line

    def serve(self, commands) -> None:
        """Obey commands, send the state if a line is due, and continue the lamp's pattern."""
        for body in self._reader.feed(self.hal.read()):
            commands.obey(body)
        if self.is_ready():
            body = self.reporter.body(self._state(), self.is_sure)
            if body is not None:
                self.say(body)
        self._flush()
        self._blink()
        if self._restart_at is not None and self.hal.since(self._restart_at) >= RESTART_MS:
            self._restart()

    def _flush(self) -> None:
        if not self._out:
            return
        taken = self.hal.write(bytes(self._out))
        if taken:
            self._out = self._out[taken:]
            self._taken_at = self.hal.ms()
        elif self.hal.since(self._taken_at) > STALE_MS:
            self._out = bytearray()

    # The lamp.

    def blink(self, pattern: str) -> None:
        """Start a pattern on the lamp."""
        self._signal = pattern
        self._signal_at = self.hal.ms()
        self.hal.lamp(pattern[:1] in (".", "-"))

    def _blink(self) -> None:
        """Continue the lamp's pattern. Each character is followed by a short dark time."""
        if not self._signal:
            return
        lit = LAMP_MS.get(self._signal[0], LAMP_MS[" "])
        gone = self.hal.since(self._signal_at)
        if gone >= lit:
            self.hal.lamp(False)
        if gone >= lit + LAMP_MS["."]:
            self.blink(self._signal[1:])

    # A restart.

    def restart_soon(self, stay: bool) -> None:
        """Restart after the answer is sent.

        stay -- whether to stop at the prompt for a programmer.
        """
        self._restart_at = self.hal.ms()
        self._stay = stay

    def _restart(self) -> None:
        self._restart_at = None
        if self._stay:
            try:
                self.hal.save(STAY, b"1")
            except OSError:
                self.say("L,error,flash does not take it")
        self.hal.restart()


def fitting(found: list[str]) -> str:
    """Return the faults that fit in an answer, with a last entry `more` for the rest."""
    kept = len(found)
    while len(";".join(found[:kept])) > LONGEST_ANSWER:
        kept -= 1
    return ";".join(found[:kept] + ["more"] * (kept < len(found)))
