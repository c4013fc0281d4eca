"""When the pieces and dice have come to rest: hands off the board.

Source: docs/protocol.md, "Settled, lost and found". Time is the board's own `ms`, so that a
recording or a simulation may run faster than it happened.
"""

from typing import Final

from companion.link.messages import MS_MODULUS, BoardState, elapsed

QUIET_MS: Final = 250
"""The settling time; a setting."""


class Settler:
    """Waits until two lines, long enough apart, show the same zones and dice.

    The dice include the throw counters: a throw that shows the same faces again settles anew.
    Every stand is reported once; what was disturbed and put back is a new stand.

    dead -- zones, and `V-dice` or `N-dice`, whose coming and going disturbs nothing.
    """

    def __init__(self, quiet_ms: int = QUIET_MS) -> None:
        self._quiet_ms = quiet_ms
        self._first: BoardState | None = None
        self._reported = False
        self.dead: tuple[str, ...] = ()

    def feed(self, state: BoardState) -> bool:
        """Take the next good line; return whether it proves that the board has stood still."""
        if self._first is None or not self._same(self._first, state):
            self.reset(state)
            return False
        passed = elapsed(state.ms, self._first.ms)
        if passed >= MS_MODULUS // 2:
            # The clock ran backwards: another boot, or lines of another moment.
            self.reset(state)
            return False
        if self._reported or passed < self._quiet_ms:
            return False
        self._reported = True
        return True

    def began(self, state: BoardState) -> bool:
        """Return whether the board has stood still since this line."""
        return self._first is state

    def reset(self, since: BoardState | None = None) -> None:
        """Report the next settled board even if it equals the last, standing since this line.

        So when the board was restarted or lost, and when somebody needs to know how it is now.
        """
        self._first = since
        self._reported = False

    def _same(self, one: BoardState, other: BoardState) -> bool:
        return one.without(self.dead) == other.without(self.dead)
