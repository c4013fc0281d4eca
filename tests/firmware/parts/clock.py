"""Simulates the controller's clock and MicroPython's module `time`.

The clock does not run: each part that is used advances it by the time that it takes.
"""

PERIOD = 1 << 30


class Clock:
    """Microseconds since power on, and MicroPython's module `time`, whose milliseconds wrap.

    start_ms -- the first value of `ticks_ms`, to test the wrap.
    """

    def __init__(self, start_ms: int = 0) -> None:
        self.us = 0
        self._start_ms = start_ms

    def restart(self) -> None:
        """Restart `ticks_ms`, as at power on."""
        self._start_ms = -self.us // 1000

    @property
    def ms(self) -> int:
        """Return the whole milliseconds since power on."""
        return self.us // 1000

    def ticks_ms(self) -> int:
        """As `time.ticks_ms`."""
        self.us += 4
        return (self._start_ms + self.us // 1000) % PERIOD

    def ticks_diff(self, later: int, earlier: int) -> int:
        """As `time.ticks_diff`."""
        return ((later - earlier + PERIOD // 2) % PERIOD) - PERIOD // 2

    def sleep_us(self, us: int) -> None:
        """As `time.sleep_us`."""
        self.us += us
