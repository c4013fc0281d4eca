"""Derives throws and key presses from the counters in each line that the board sends.

The counters are cumulative, so the line after a lost line still shows every event.
Source: docs/protocol.md, "Counters".
"""

from dataclasses import dataclass
from typing import Final

from companion.link.messages import KEYS_MODULUS, THROWS_MODULUS, BoardState, Face, Key, Seats
from companion.rules.vocabulary import Player

MAX_PRESSES_AFTER_LOSS: Final = 2
"""If one side pressed more keys than this while the link was lost, all its presses are ignored."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed once."""

    player: Player
    key: Key


@dataclass(frozen=True, slots=True)
class Thrown:
    """A player's dice came to rest, `times` times since the previous line."""

    player: Player
    times: int = 1


CounterEvent = Pressed | Thrown


class Counters:
    """Compares the counters of each line with those of the previous line.

    The first line, a new boot nonce, or a throw counter that went down sets the baseline of all
    counters and reports nothing. Counters wrap; an increase by more than half the range counts as
    a decrease. A key counter that went down (an unannounced restart) only sets the baseline of the
    keys. Throws come before presses, and presses are in the order of `Key`, because a line does
    not show which event was first.
    """

    def __init__(self) -> None:
        self._nonce: str | None = None
        self._last: BoardState | None = None
        self._was_lost = False

    def boot(self, nonce: str) -> bool:
        """Process the boot nonce of a hello. Return whether the board has restarted.

        The first nonce is no restart, because lines may have come before the hello.
        """
        restarted = self._nonce is not None and nonce != self._nonce
        self._nonce = nonce
        if restarted:
            self._last = None
        return restarted

    def lost(self) -> None:
        """Record that the link was lost. Of the events until the next line, only some count.

        A throw made in that time counts only if its dice are still on the board. One or two
        presses are reported, because the player probably wants an answer. More presses are probably
        a test of the board; acting on all of them, above all on a `yes`, would surprise.
        """
        self._was_lost = True

    def feed(self, state: BoardState) -> list[CounterEvent]:
        """Process the next valid line. Return the throws and presses since the previous line."""
        last, self._last = self._last, state
        was_lost, self._was_lost = self._was_lost, False
        if last is None:
            return []
        throws = [
            (player, seats, _increase(before.throws, seats.throws, THROWS_MODULUS))
            for player, before, seats in zip(
                Player, (last.v, last.n), (state.v, state.n), strict=True
            )
        ]
        if any(times is None for _, _, times in throws):
            return []
        events: list[CounterEvent] = [
            Thrown(player, times)
            for player, seats, times in throws
            if times and (not was_lost or _are_on_board(seats))
        ]
        return events + _presses(last, state, MAX_PRESSES_AFTER_LOSS if was_lost else None)


def _presses(last: BoardState, state: BoardState, at_most: int | None) -> list[CounterEvent]:
    """Return the presses of both sides, without a side that has more than `at_most`."""
    presses: list[CounterEvent] = []
    for player, before, after in zip(Player, last.keys, state.keys, strict=True):
        increases = [_increase(b, a, KEYS_MODULUS) for b, a in zip(before, after, strict=True)]
        if None in increases:
            return []
        side = [
            Pressed(player, key)
            for key, times in zip(Key, increases, strict=True)
            for _ in range(times or 0)
        ]
        if at_most is None or len(side) <= at_most:
            presses += side
    return presses


def _increase(before: int, after: int, modulus: int) -> int | None:
    """Return the increase of a counter, or None if it went down."""
    times = (after - before) % modulus
    return times if times <= modulus // 2 else None


def _are_on_board(seats: Seats) -> bool:
    return seats.faces != Face.EMPTY * 2
