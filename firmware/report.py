"""Decides when to send the state: at a change, again if the change lasts, and every second."""

from wire import BODY_LIMIT

SECOND_MS = 1000
HEARTBEAT_MS = 950  # a step may take 30 ms, and the protocol requires a line each second
FASTEST = 10
AGAIN_MS = 252  # the second line follows this long after the change and after the first line
LATEST_AGAIN_MS = 280
PATIENCE_MS = 20  # how long the second line waits until all zones have been scanned again
MORE = "more"


class Reporter:
    """Decides when a state is sent. A state is the text of zones, dice, keys and faults."""

    def __init__(self, hal) -> None:
        self.hal = hal
        self._interval = SECOND_MS // FASTEST
        self._sequence = 0
        self._said: str | None = None
        self._now = ""
        self._line_at = hal.ms()
        self._changed_at = hal.ms()
        self._again: list[int] = []  # milliseconds after the last change

    def rate(self, per_second: int) -> None:
        """Limit the lines per second that are sent because of changes."""
        self._interval = SECOND_MS // per_second

    def body(self, state: str, is_sure) -> str | None:
        """Process the present state. Return the body of the line that is due, or None.

        is_sure -- returns whether all zones have been scanned since the last change
        """
        if state != self._now:
            self._now = state
            self._changed_at = self.hal.ms()
            self._again = []
        quiet = self.hal.since(self._line_at)
        if self._said is None or quiet >= HEARTBEAT_MS:
            return self.say(state)
        age = self.hal.since(self._changed_at)
        if state != self._said:
            return self.say(state) if quiet >= self._interval or age >= AGAIN_MS else None
        if self._again and age >= self._again[0]:
            return self.say(state) if age >= self._again[0] + PATIENCE_MS or is_sure() else None
        return None

    def say(self, state: str) -> str:
        """Return the body of a line for this state, which is sent now."""
        age = self.hal.since(self._changed_at)
        if state != self._said:
            proof = age + AGAIN_MS
            both = [AGAIN_MS, proof] if proof > LATEST_AGAIN_MS else [proof]
            self._again = [at for at in both if at > age]
        else:
            self._again = [at for at in self._again if at > age]
        self._said = state
        self._now = state
        self._line_at = self.hal.ms()
        body = "S,%d,%d,%s" % (self._sequence, self._line_at, state)
        self._sequence = (self._sequence + 1) & 0xFFFF
        return shortened(body)


def shortened(body: str) -> str:
    """Return a state body that fits in a line. Faults that do not fit are replaced by `more`."""
    if len(body) <= BODY_LIMIT:
        return body
    comma = body.rfind(",")
    entries = body[comma + 1 :].split(";")
    while entries and len(body) > BODY_LIMIT:
        entries.pop()
        body = body[: comma + 1] + ";".join(entries + [MORE])
    return body
