"""Finds lasting faults of the board, and reports the start and the end of each fault once.

The board sends a fault with every line while it exists (docs/protocol.md, "The state"). A contact
that a hand disturbs for a moment is not reported. Places whose readings never come to rest are
reported too.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from companion.link.messages import BoardState, elapsed

LASTS_MS: Final = 2_000
"""How long a fault must last before it is reported."""
ABSENT_MS: Final = 10_000
"""How long a reported fault must be absent before its end is reported."""
MOST: Final = 3
"""The maximum number of faults named at one time. `MORE` stands for the rest."""

PlaceFault = tuple[str, str]
"""A place and its fault, named as in the protocol."""
MORE: Final[PlaceFault] = ("more", "")
"""Stands for further faults that are not named; also used in the protocol."""
FLICKER_MS: Final = 10_000
"""How long the board must not have settled before its flickering places are reported."""
MIN_RETURNS: Final = 4
"""A place flickers if it returns to earlier readings this often within `AFTER_MS`."""
REMIND_MS: Final = 13_000
"""How long after a movement by hand an unsettled board's flickering places are named again."""
RESTLESS: Final = "restless"
"""The fault of a flickering place that is named again because the board cannot be judged."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Newly reported faults: `lasting` have started, `gone` have ended."""

    lasting: tuple[PlaceFault, ...] = ()
    gone: tuple[PlaceFault, ...] = ()


class Health:
    """Follows the faults of the lines. Call `feed` with each valid line in order."""

    def __init__(self) -> None:
        self._reported: set[PlaceFault] = set()
        self._since: dict[PlaceFault, int] = {}

    def feed(self, state: BoardState) -> Changed:
        """Process a line. Return the faults that have started or ended for certain."""
        here = dict.fromkeys(state.faults)
        unlike = [
            *(fault for fault in here if fault not in self._reported),
            *sorted(self._reported - set(here)),
        ]
        self._since = {fault: self._since.get(fault, state.ms) for fault in unlike}
        certain = [
            fault
            for fault, since in self._since.items()
            if elapsed(state.ms, since) >= (LASTS_MS if fault in here else ABSENT_MS)
        ]
        lasting = tuple(fault for fault in certain if fault in here)
        gone = tuple(fault for fault in certain if fault not in here)
        self._reported = self._reported.difference(gone).union(lasting)
        if len(lasting) > MOST:
            lasting = (*lasting[:MOST], MORE)
        return Changed(lasting, tuple(fault for fault in gone if fault != MORE)[:MOST])

    def reset(self) -> None:
        """Restart the timing of unreported changes, because the board was away."""
        self._since = {}


class Unrest:
    """Finds places that flicker and so keep the board from ever settling.

    For example, a point alternates between four and five pieces, or a die between its face and
    `moving`, without a fault on the wire. Then the board never settles, so no move would be judged,
    and the players would not know why. Call `feed` with each valid line in order.

    quiet_ms -- the settling time; dead -- places that are out of order and ignored.
    """

    def __init__(self, quiet_ms: int) -> None:
        self._quiet_ms = quiet_ms
        self.dead: tuple[str, ...] = ()
        self.reset()

    def reset(self) -> None:
        """Clear the state, because lines were lost or the board was restarted."""
        self._last: dict[str, object] | None = None
        self._waiting: int | None = None
        self._begin(0)

    def feed(self, state: BoardState) -> tuple[PlaceFault, ...]:
        """Process a line.

        Return faults for the places that have kept the board unsettled for long.
        """
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
            return ()
        for place in changed:
            self._note(place, last.get(place), now.get(place), state.ms)
        if elapsed(state.ms, self._since) < FLICKER_MS:
            return ()
        flickering = (place for place in sorted(self._returns) if self._flickers(place, state.ms))
        return tuple((place, "flicker") for place in flickering)

    def note_named(self) -> None:
        """Record that the flickering places were named.

        The next report is due after a new movement by hand.
        """
        self._waiting = None

    def is_due(self, ms: int) -> bool:
        """Return whether the board has not settled for `REMIND_MS` after a movement by hand."""
        return self._waiting is not None and elapsed(ms, self._waiting) >= REMIND_MS

    def _begin(self, ms: int) -> None:
        self._since = self._rest_from = ms
        self._waiting = ms
        self._shown: dict[str, list[object]] = {}
        self._returns: dict[str, deque[int]] = {}

    def _note(self, place: str, before: object, now: object, ms: int) -> None:
        """Record a change of a place, as flickering or as a movement by hand."""
        shown = self._shown.setdefault(place, [before])
        known = now in shown
        if known:
            self._returns.setdefault(place, deque(maxlen=MIN_RETURNS)).append(ms)
        else:
            shown.append(now)
        if self._waiting is None and not (known and self._flickers(place, ms)):
            self._waiting = ms

    def _flickers(self, place: str, ms: int) -> bool:
        """Return whether a place has flickered within `AFTER_MS`."""
        times = self._returns.get(place, deque[int]())
        return len(times) == MIN_RETURNS and elapsed(ms, times[0]) <= FLICKER_MS


def _places(state: BoardState, dead: tuple[str, ...]) -> dict[str, object]:
    """Return the reading of each occupied zone and each die seat. Seats are named as in faults."""
    shown = state.without(dead)
    for tray, seats, names in (
        ("V-dice", state.v, ("die1", "die2")),
        ("N-dice", state.n, ("die3", "die4")),
    ):
        if shown.pop(tray, None) is not None:
            shown |= dict(zip(names, seats.faces, strict=True))
    return shown
