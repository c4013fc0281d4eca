"""Decides when the pieces and dice have come to rest.

Source: docs/protocol.md, "Settled, lost and found". Time is the board's own `ms`, so that a
recording or a simulation may run faster than real time.
"""

from typing import Final

from companion.link.messages import MS_MODULUS, BoardState, elapsed

QUIET_MS: Final = 250
"""The default settling time."""


class Settler:
    """Waits until the zones and dice have stayed the same for the settling time.

    The throw counters must stay the same too, so a throw with the same faces settles again.
    Each settled board is reported once. If it is disturbed and restored, it is reported again.

    is_settled -- whether the board of the last line has been reported
    dead -- places whose changes are ignored: zones, `V-dice` or `N-dice`
    """

    def __init__(self, quiet_ms: int = QUIET_MS) -> None:
        self._quiet_ms = quiet_ms
        self._first: BoardState | None = None
        self.is_settled = False
        self.dead: tuple[str, ...] = ()

    def feed(self, state: BoardState) -> bool:
        """Process the next valid line. Return whether the board has settled with this line."""
        if self._first is None or not self._same(self._first, state):
            self.reset(state)
            return False
        passed = elapsed(state.ms, self._first.ms)
        if passed >= MS_MODULUS // 2:
            # The clock ran backwards, for example because the board was restarted.
            self.reset(state)
            return False
        if self.is_settled or passed < self._quiet_ms:
            return False
        self.is_settled = True
        return True

    def starts_at(self, state: BoardState) -> bool:
        """Return whether the board has been the same since exactly this line."""
        return self._first is state

    def reset(self, since: BoardState | None = None) -> None:
        """Report the next settled board even if it equals the last. since -- its first line.

        Called when the board was restarted or lost, or when its present state is needed.
        """
        self._first = since
        self.is_settled = False

    def _same(self, one: BoardState, other: BoardState) -> bool:
        return one.without(self.dead) == other.without(self.dead)
