"""Counts the presses of the fourteen keys, with debouncing."""

from names import KEYS, SIDES

STABLE_MS = 5
STUCK_MS = 20_000


class Keys:
    """Counts presses. A key has changed if two readings `STABLE_MS` apart agree on it."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._count = len(KEYS) * len(SIDES)
        self.presses = [0] * self._count
        self._down = hal.keys()  # a key held down at power on does not count as pressed
        self._seen = self._down
        self._looked = hal.ms()
        self._since = [hal.ms()] * self._count
        self._stuck = 0

    def poll(self) -> None:
        """Read the keys if `STABLE_MS` have passed since the last reading."""
        if self._hal.since(self._looked) < STABLE_MS:
            return
        self._looked = self._hal.ms()
        now = self._hal.keys()
        changed = (now ^ self._down) & ~(now ^ self._seen)
        self._seen = now
        for key in range(self._count) if changed or now else ():
            if changed >> key & 1:
                self._down ^= 1 << key
                self._since[key] = self._looked
                self._stuck &= ~(1 << key)
                if now >> key & 1:
                    self.presses[key] = (self.presses[key] + 1) & 0xFF
            elif now >> key & 1 and self._hal.since(self._since[key]) > STUCK_MS:
                self._stuck |= 1 << key

    def text(self) -> str:
        """Return the counters as on the wire."""
        half = len(KEYS)
        sides = (self.presses[:half], self.presses[half:])
        return "/".join(".".join(str(count) for count in side) for side in sides)

    def faults(self) -> list[str]:
        """Return the keys that have been down for longer than `STUCK_MS`, as faults."""
        half = len(KEYS)
        return [
            "%s.%s:stuck" % (SIDES[key // half], KEYS[key % half])
            for key in range(self._count)
            if self._stuck >> key & 1
        ]
