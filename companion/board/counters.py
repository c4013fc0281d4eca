"""Derives throws and key presses from the counters in each line that the board sends.

The counters run on, so that after a lost line the next one still shows every event. Source:
docs/protocol.md, "Counters".
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

MAX_PRESSES_AFTER_LOSS: Final = 2
"""The most presses of one side during a lost link that are answered; of more, none is."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed once."""

    player: Player
    key: Key


@dataclass(frozen=True, slots=True)
class Thrown:
    """A player's dice came to rest so many `times` since the line before."""

    player: Player
    times: int = 1


CounterEvent = Pressed | Thrown


class Counters:
    """Compares the counters of each line with those of the line before.

    The first line, a new boot nonce, or a throw counter that went down sets the baseline of all
    counters and reports nothing. Counters wrap; an increase by more than half the range is taken
    for a decrease. A key counter that went down (a restart that nobody announced) only sets the
    baseline of the keys. Throws come before presses, presses in the order of `Key`: which of
    several was first within one line is not known.
    """

    def __init__(self) -> None:
        self._nonce: str | None = None
        self._last: BoardState | None = None
        self._was_lost = False

    def boot(self, nonce: str) -> bool:
        """Take the boot nonce of a hello; True when the board was restarted since the last.

        The first nonce is no restart: lines may have come before the hello.
        """
        restarted = self._nonce is not None and nonce != self._nonce
        self._nonce = nonce
        if restarted:
            self._last = None
        return restarted

    def lost(self) -> None:
        """The link was lost; what the counters gain until the next line is not news.

        A throw made meanwhile counts only if its dice still lie on the board. One or two presses
        are answered: the player probably wants an answer. More are not: he probably tried whether
        the board still works, and to act on all of them, above all on a `yes`, would surprise.
        """
        self._was_lost = True

    def feed(self, state: BoardState) -> list[CounterEvent]:
        """Take the next good line; return what was thrown and pressed since the one before."""
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
    """The presses of both sides; a side with more than `at_most` at once counts as none."""
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
    """How far a counter went up; None when it went down."""
    times = (after - before) % modulus
    return times if times <= modulus // 2 else None


def _are_on_board(seats: Seats) -> bool:
    return seats.faces != Face.EMPTY * 2
