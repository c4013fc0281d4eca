"""What changed from one line of the board to the next, and whether it must be kept."""

from dataclasses import replace
from typing import Final

from companion.link.messages import MS_MODULUS, BoardState
from companion.referee.state import State
from companion.rules import Player

TOLD_AGAIN: Final = ("shown", "right", "last_key", "named", "began", "judged", "dice_lie")
"""Fields of the state that are told by the next settled board and need no row of their own."""


def differs(before: State, after: State) -> bool:
    """Whether more changed than what the next settled board tells anyway."""
    if after is before:
        return False  # so it is for nearly every line: nothing to compare
    same = {name: getattr(after, name) for name in TOLD_AGAIN}
    return replace(before, **same) != after


def says_the_same(last: BoardState, state: BoardState) -> bool:
    """Whether a line only says again what the one before it said, a little later."""
    later = (state.ms - last.ms) % MS_MODULUS < MS_MODULUS // 2
    return later and replace(state, seq=last.seq, ms=last.ms) == last


def seats(state: BoardState, player: Player) -> str:
    """What lies in a side's dice seats."""
    return (state.v if player is Player.V else state.n).faces
