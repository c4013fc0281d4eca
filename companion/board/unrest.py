"""Places that go to and fro and so keep the board from ever standing still.

A point that shows four pieces and five in turn, or a die that shows its face and `moving`, without
a fault on the wire: nothing settles, so nothing would be judged and nobody would know why.
"""

from typing import Final

from companion.board.health import Trouble
from companion.board.live import live
from companion.link.messages import MS_MODULUS, BoardState

AFTER_MS: Final = 10_000
"""A board that has not stood still for so long has a place that is named."""
RETURNS: Final = 4
"""So often such a place has shown again what it had shown before. Hands do not do that."""


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
        self._rest_from = 0
        self._since = 0
        self._shown: dict[str, list[object]] = {}
        self._returns: dict[str, int] = {}

    def feed(self, state: BoardState) -> tuple[Trouble, ...]:
        """Take a line; the places that have kept the board from rest for long, as faults."""
        now, last = _places(state, self.dead), self._last
        self._last = now
        if last is None:
            self._begin(state.ms)
            return ()
        changed = [place for place in now.keys() | last.keys() if now.get(place) != last.get(place)]
        if not changed:
            if _elapsed(state.ms, self._rest_from) >= self._quiet_ms:
                self._begin(state.ms)
            return ()
        self._rest_from = state.ms
        for place in changed:
            self._note(place, last.get(place), now.get(place))
        if _elapsed(state.ms, self._since) < AFTER_MS:
            return ()
        return self._found

    @property
    def _found(self) -> tuple[Trouble, ...]:
        named = sorted(place for place, times in self._returns.items() if times >= RETURNS)
        return tuple((place, "flicker") for place in named)

    def _begin(self, ms: int) -> None:
        self._since = self._rest_from = ms
        self._shown, self._returns = {}, {}

    def _note(self, place: str, before: object, now: object) -> None:
        shown = self._shown.setdefault(place, [before])
        if now in shown:
            self._returns[place] = self._returns.get(place, 0) + 1
        else:
            shown.append(now)


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


def _elapsed(now: int, since: int) -> int:
    return (now - since) % MS_MODULUS
