"""Counts the presses of the fourteen keys."""

from contacts import Contacts
from names import KEYS, SIDES


class Presses:
    """The counters of presses, with V's seven keys first."""

    def __init__(self) -> None:
        self.counts = [0] * (len(KEYS) * len(SIDES))

    def add(self, key: int) -> None:
        """Count a press."""
        self.counts[key] = (self.counts[key] + 1) & 0xFF

    def text(self) -> str:
        """Return the counters in the form of the wire."""
        half = len(KEYS)
        sides = (self.counts[:half], self.counts[half:])
        return "/".join(".".join(str(count) for count in side) for side in sides)


class Keys:
    """The fourteen keys of a sensing board."""

    def __init__(self, hal) -> None:
        self.presses = Presses()
        self._contacts = Contacts(hal, hal.keys, len(self.presses.counts))

    def poll(self) -> None:
        """Read the keys if it is time."""
        for key in self._contacts.changes():
            if self._contacts.is_down(key):
                self.presses.add(key)

    def text(self) -> str:
        """Return the counters in the form of the wire."""
        return self.presses.text()

    def faults(self) -> list[str]:
        """Return the keys that are stuck, as faults."""
        half = len(KEYS)
        return [
            "%s.%s:stuck" % (SIDES[key // half], KEYS[key % half]) for key in self._contacts.stuck()
        ]
