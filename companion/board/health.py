"""Lasting faults of the board: each is reported once when it is certain and once when it ends.

A fault is on the wire with every line while it is there (docs/protocol.md, "The state"). A contact
wiped by a hand comes and goes within a moment: that is nobody's news. Places that
never come to rest are reported too.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from companion.link.messages import BoardState, elapsed

LASTS_MS: Final = 2_000
"""A fault that has been there for so long is told."""
GONE_MS: Final = 10_000
"""One that was told and has been away for so long is told to have gone."""
MOST: Final = 3
"""So many are named at a time; of others it is said only that there are more."""

Trouble = tuple[str, str]
"""Place and what is wrong there, as on the wire."""
MORE: Final[Trouble] = ("more", "")
"""On the wire and here: there are others, unnamed."""
AFTER_MS: Final = 10_000
"""A board that has not stood still for so long has a place that is named."""
RETURNS: Final = 4
"""So often, within that time, such a place shows again what it had shown before; hands do not."""
REMIND_MS: Final = 13_000
"""What hands do beside such a place has no answer after so long: the place is named again."""
RESTLESS: Final = "restless"
"""What is wrong with a place that is named again: nothing is judged because of it."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Faults that are news: `lasting` are there, `gone` are there no more."""

    lasting: tuple[Trouble, ...] = ()
    gone: tuple[Trouble, ...] = ()


class Health:
    """Follows the faults of the lines; `feed` each good line in order."""

    def __init__(self) -> None:
        self._told: set[Trouble] = set()
        self._since: dict[Trouble, int] = {}

    def feed(self, state: BoardState) -> Changed:
        """Take a line; give what is news about the board's faults."""
        here = dict.fromkeys(state.faults)
        unlike = [*(one for one in here if one not in self._told), *sorted(self._told - set(here))]
        self._since = {one: self._since.get(one, state.ms) for one in unlike}
        lasting = tuple(one for one in unlike if one in here and self._for(one, state) >= LASTS_MS)
        gone = tuple(one for one in unlike if one not in here and self._for(one, state) >= GONE_MS)
        self._told = self._told.difference(gone).union(lasting)
        if len(lasting) > MOST:
            lasting = (*lasting[:MOST], MORE)
        return Changed(lasting, tuple(one for one in gone if one != MORE)[:MOST])

    def _for(self, one: Trouble, state: BoardState) -> int:
        """How many milliseconds of the board's clock a fault has differed from its last report."""
        return elapsed(state.ms, self._since[one])

    def reset(self) -> None:
        """The board was away: faults that were not yet reported are timed from the start again."""
        self._since = {}


class Unrest:
    """Finds places that flicker and so keep the board from ever standing still.

    A point shows four pieces and five in turn, or a die shows its face and `moving`, without a
    fault on the wire. Nothing settles, so nothing would be judged and nobody would know why.
    `feed` each good line in order.

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
        """Return whether hands have moved something and had no answer for too long."""
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
        """Return whether a place has gone to and fro of late."""
        times = self._returns.get(place, deque[int]())
        return len(times) == RETURNS and elapsed(ms, times[0]) <= AFTER_MS


def _places(state: BoardState, dead: tuple[str, ...]) -> dict[str, object]:
    """What each occupied zone and each seat shows; seats are named as in faults."""
    shown = state.without(dead)
    for tray, seats, names in (
        ("V-dice", state.v, ("die1", "die2")),
        ("N-dice", state.n, ("die3", "die4")),
    ):
        if shown.pop(tray, None) is not None:
            shown |= dict(zip(names, seats.faces, strict=True))
    return shown
