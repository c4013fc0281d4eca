"""Throws and key presses out of the counters of the wire.

Counters make events recoverable from the next line, so that a lost line loses nothing. Source:
contracts, section 2, "Baselines".
"""

from dataclasses import dataclass
from typing import Final

from companion.link.messages import (
    KEYS_MODULUS,
    THROWS_MODULUS,
    BoardState,
    Face,
    Key,
    Seats,
)
from companion.rules.vocabulary import Player

STALE_PRESSES: Final = 2
"""So many presses of a side made while the link was lost are still answered."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed once."""

    player: Player
    key: Key


@dataclass(frozen=True, slots=True)
class Thrown:
    """A side's dice came to rest, times more often than when last seen."""

    player: Player
    times: int = 1


CounterEvent = Pressed | Thrown


class Counters:
    """Compares the counters of each line with those of the line before.

    The first line, a new boot nonce, or a throw counter that went down sets the baseline of all
    counters and reports nothing. Counters wrap; one that would have gone up by more than half
    its range went down. A key counter that went down (a restart that nobody announced) only sets
    the baseline of the keys. Throws come before presses, presses in the order of `Key`: which of
    several was first within one line is not known.
    """

    def __init__(self) -> None:
        self._nonce: str | None = None
        self._last: BoardState | None = None
        self._was_lost = False

    def boot(self, nonce: str) -> bool:
        """Take the boot nonce of a hello; True when the board was restarted since the last.

        A nonce where none was known before is no restart: lines may have come before the hello.
        """
        restarted = self._nonce is not None and nonce != self._nonce
        self._nonce = nonce
        if restarted:
            self._last = None
        return restarted

    def lost(self) -> None:
        """The link was lost; what the counters gain until the next line is not news.

        A throw made meanwhile is one if its dice still lie. One or two presses of a side are
        those of a player who wants an answer; more are those of one who tried whether anything
        still worked, and answering them all now, or counting a `yes` among them, would surprise.
        """
        self._was_lost = True

    def feed(self, state: BoardState) -> list[CounterEvent]:
        """Take the next good line; return what was thrown and pressed since the one before."""
        last, self._last = self._last, state
        was_lost, self._was_lost = self._was_lost, False
        if last is None:
            return []
        throws = [
            (player, seats, _moved(before.throws, seats.throws, THROWS_MODULUS))
            for player, before, seats in zip(
                Player, (last.v, last.n), (state.v, state.n), strict=True
            )
        ]
        if any(times is None for _, _, times in throws):
            return []
        events: list[CounterEvent] = [
            Thrown(player, times)
            for player, seats, times in throws
            if times and (not was_lost or _lie(seats))
        ]
        return events + _presses(last, state, STALE_PRESSES if was_lost else None)


def _presses(last: BoardState, state: BoardState, at_most: int | None) -> list[CounterEvent]:
    """The presses of both sides; a side with more than `at_most` at once counts as none."""
    presses: list[CounterEvent] = []
    for player, before, after in zip(Player, last.keys, state.keys, strict=True):
        moved = [_moved(b, a, KEYS_MODULUS) for b, a in zip(before, after, strict=True)]
        if None in moved:
            return []
        side = [
            Pressed(player, key)
            for key, times in zip(Key, moved, strict=True)
            for _ in range(times or 0)
        ]
        if at_most is None or len(side) <= at_most:
            presses += side
    return presses


def _moved(before: int, after: int, modulus: int) -> int | None:
    """How far a counter went up; None when it went down."""
    times = (after - before) % modulus
    return times if times <= modulus // 2 else None


def _lie(seats: Seats) -> bool:
    return seats.faces != Face.EMPTY * 2
