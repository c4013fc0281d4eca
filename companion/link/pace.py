"""Whether a board's clock goes on: everything at the table is timed by it.

A board whose clock stands goes on speaking, but nothing it shows can ever have stood still.
"""

from typing import Final

from companion.link.messages import elapsed

STANDS_AFTER: Final = 10.0
"""Seconds of the host after which a clock that has not gone on is said to stand."""

GOES_ON_MS: Final = 1_000
"""So far it goes on in that time; a simulation may be slower than the host, but not so slow."""


class Pace:
    """Follows the `ms` of the states, in order, with the host's seconds at which they came."""

    def __init__(self) -> None:
        self._mark: tuple[int, float] | None = None

    def reset(self) -> None:
        """Forget what was seen: the board was away, or begins anew."""
        self._mark = None

    def stands(self, ms: int, now: float) -> bool:
        """Whether the clock stands, as far as this state shows."""
        if self._mark is not None:
            before, at = self._mark
            if elapsed(ms, before) < GOES_ON_MS:
                return now - at >= STANDS_AFTER
        self._mark = ms, now  # gone on; or another boot, as it went back
        return False
