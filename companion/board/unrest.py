"""Places that go to and fro and so keep the board from ever standing still.

A point that shows four pieces and five in turn, or a die that shows its face and `moving`, without
a fault on the wire: nothing settles, so nothing would be judged and nobody would know why.
"""

from collections import deque
from typing import Final

from companion.board.health import Trouble
from companion.board.live import live
from companion.link.messages import BoardState, elapsed

AFTER_MS: Final = 10_000
"""A board that has not stood still for so long has a place that is named."""
RETURNS: Final = 4
"""So often, within that time, such a place shows again what it had shown before; hands do not."""
REMIND_MS: Final = 13_000
"""What hands do beside such a place has no answer after so long: the place is named again."""
RESTLESS: Final = "restless"
"""What is wrong with a place that is named again: nothing is judged because of it."""


class Unrest:
    """Follows the lines; `feed` each good line in order.

    quiet_ms -- what stands so long is at rest; dead -- what is out of order.
    """

    def __init__(self, quiet_ms: int) -> None:
        self._quiet_ms = quiet_ms
        self.dead: tuple[str, ...] = ()
        self.reset()

    def reset(self) -> None:
        """Forget what was seen: lines were lost, or the board was restarted."""
        self._last: dict[str, object] | None = None
        self._waiting: int | None = None
        self._begin(0)

    def feed(self, state: BoardState) -> tuple[Trouble, ...]:
        """Take a line; the places that have kept the board from rest for long, as faults."""
        now, last = _places(state, self.dead), self._last
        self._last = now
        if last is None:
            self._begin(state.ms)
            return ()
        changed = [place for place in now.keys() | last.keys() if now.get(place) != last.get(place)]
        if changed:
            self._rest_from = state.ms
        elif elapsed(state.ms, self._rest_from) >= self._quiet_ms:
            self._begin(state.ms)
        for place in changed:
            self._note(place, last.get(place), now.get(place), state.ms)
        if elapsed(state.ms, self._since) < AFTER_MS:
            return ()
        stirring = (place for place in sorted(self._returns) if self._stirs(place, state.ms))
        return tuple((place, "flicker") for place in stirring)

    def note_named(self) -> None:
        """The restless places were named; nothing more is due until hands move again."""
        self._waiting = None

    def is_due(self, ms: int) -> bool:
        """Whether hands have moved something and had no answer for too long."""
        return self._waiting is not None and elapsed(ms, self._waiting) >= REMIND_MS

    def _begin(self, ms: int) -> None:
        self._since = self._rest_from = ms
        self._waiting = ms
        self._shown: dict[str, list[object]] = {}
        self._returns: dict[str, deque[int]] = {}

    def _note(self, place: str, before: object, now: object, ms: int) -> None:
        """Note a change: of a place that goes to and fro, or else by hands."""
        shown = self._shown.setdefault(place, [before])
        known = now in shown
        if known:
            self._returns.setdefault(place, deque(maxlen=RETURNS)).append(ms)
        else:
            shown.append(now)
        if self._waiting is None and not (known and self._stirs(place, ms)):
            self._waiting = ms

    def _stirs(self, place: str, ms: int) -> bool:
        """Whether a place has gone to and fro of late."""
        times = self._returns.get(place, deque[int]())
        return len(times) == RETURNS and elapsed(ms, times[0]) <= AFTER_MS


def _places(state: BoardState, dead: tuple[str, ...]) -> dict[str, object]:
    """What each occupied zone and each seat shows; seats are named as in faults."""
    shown = live(state, dead)
    for tray, seats, names in (
        ("V-dice", state.v, ("die1", "die2")),
        ("N-dice", state.n, ("die3", "die4")),
    ):
        if shown.pop(tray, None) is not None:
            shown |= dict(zip(names, seats.faces, strict=True))
    return shown
