"""What changed from one line of the board to the next, and whether it must be kept."""

from dataclasses import replace
from typing import Final

from companion.link.messages import MS_MODULUS, BoardState, elapsed
from companion.referee.state import State

TOLD_AGAIN: Final = ("shown", "right", "last_key", "named", "judged", "waits", "clock")
"""Fields of the state that are told by the next settled board and need no row of their own."""


def differs(before: State, after: State) -> bool:
    """Whether anything changed that the next settled board does not show."""
    seen = replace(before.throw, dice_lie=after.throw.dice_lie)
    return not _same_but(TOLD_AGAIN, replace(before, throw=seen), after)


def only_time(before: State, after: State) -> bool:
    """Whether nothing changed but the time that is used."""
    return _same_but(("clock",), before, after)


def _same_but(names: tuple[str, ...], before: State, after: State) -> bool:
    if after is before:
        return True
    return replace(before, **{name: getattr(after, name) for name in names}) == after


def says_the_same(last: BoardState, state: BoardState) -> bool:
    """Whether a line only says again what the one before it said, a little later."""
    later = elapsed(state.ms, last.ms) < MS_MODULUS // 2
    return later and replace(state, seq=last.seq, ms=last.ms) == last
