"""Debounces contacts that are read together as one number."""

STABLE_MS = 5
STUCK_MS = 20_000


class Contacts:
    """Debounced contacts. A change counts if two readings `STABLE_MS` apart agree.

    read -- returns the closed contacts as a number, with the first contact in the lowest bit
    down -- the contacts that are closed, as such a number
    """

    def __init__(self, hal, read, count: int) -> None:
        self.hal = hal
        self._read = read
        self._count = count
        self.down = read()  # a contact that is closed at power on was not pressed
        self._seen = self.down
        self._looked = hal.ms()
        self._since = [hal.ms()] * count
        self._stuck = 0

    def changes(self) -> list[int]:
        """Read the contacts if it is time. Return the numbers of the contacts that have changed."""
        if self.hal.since(self._looked) < STABLE_MS:
            return []
        self._looked = self.hal.ms()
        now = self._read()
        changed = (now ^ self.down) & ~(now ^ self._seen)
        self._seen = now
        self.down ^= changed
        found: list[int] = []
        for contact in range(self._count) if changed or now else ():
            if changed >> contact & 1:
                self._since[contact] = self._looked
                self._stuck &= ~(1 << contact)
                found.append(contact)
            elif self.is_down(contact) and self.held(contact) > STUCK_MS:
                self._stuck |= 1 << contact
        return found

    def is_down(self, contact: int) -> bool:
        """Return whether a contact is closed."""
        return bool(self.down >> contact & 1)

    def held(self, contact: int) -> int:
        """Return the milliseconds since the last change of a contact."""
        return self.hal.since(self._since[contact])

    def stuck(self) -> list[int]:
        """Return the contacts that have been closed for longer than `STUCK_MS`."""
        return [contact for contact in range(self._count) if self._stuck >> contact & 1]
