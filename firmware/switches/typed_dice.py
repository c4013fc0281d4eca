"""Enters the dice of one side by keys: `dice`, then a key for each face."""

EMPTY = "-"
PATIENCE_MS = 15_000  # time after the last key until an unfinished throw is cancelled


class TypedDice:
    """The dice of one side on the table, as they were entered.

    faces -- the faces of the two dice, `-` for none; throws -- the counter of throws on the wire
    """

    def __init__(self, hal) -> None:
        self.hal = hal
        self.faces = EMPTY * 2
        self.throws = 0
        self._typed: str | None = None  # None: nothing is being typed
        self._typed_at = hal.ms()

    def is_typing(self) -> bool:
        """Return whether the next key is a face."""
        return self._typed is not None

    def press(self) -> str:
        """Handle the key `dice`. Return the name of the tone.

        If dice lie on the table, the key picks them up; otherwise it begins a throw. A second press
        ends the throw with a single die, or cancels it if no face was typed.
        """
        if self._typed:
            return self._land(self._typed + EMPTY)
        if self._typed is not None:
            return self.cancel()
        if self.faces != EMPTY * 2:
            self.faces = EMPTY * 2
            return "up"
        self._typed = ""
        self._typed_at = self.hal.ms()
        return "typing"

    def face(self, number: int) -> str:
        """Handle a face. Return the name of the tone."""
        self._typed = (self._typed or "") + str(number)
        self._typed_at = self.hal.ms()
        return self._land(self._typed) if len(self._typed) == 2 else "face"

    def clear(self) -> None:
        """Remove the dice, and cancel a throw that is being typed."""
        self.faces = EMPTY * 2
        self._typed = None

    def cancel(self) -> str:
        """Cancel a throw that is being typed. Return the name of the tone."""
        self._typed = None
        return "refused"

    def poll(self) -> bool:
        """Cancel a throw whose next face was not typed in time. Return whether it was cancelled."""
        late = self.is_typing() and self.hal.since(self._typed_at) > PATIENCE_MS
        if late:
            self.cancel()
        return late

    def _land(self, faces: str) -> str:
        self._typed = None
        self.faces = faces
        self.throws = (self.throws + 1) & 0xFFFF
        return "thrown"
