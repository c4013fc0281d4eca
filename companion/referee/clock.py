"""The time that both use, and the clock that may be agreed on: so many minutes a player and game.

It runs for the player who is to throw or to move, and for the one who has to answer a double; never
while dice are up, in a set-up, in a pause, or while the board is away. It is the board's own time.
"""

from typing import Final

from companion.link.messages import MS_MODULUS, elapsed
from companion.referee.facts import TimeLeft
from companion.referee.state import Phase, State
from companion.referee.turn_context import TurnContext
from companion.rules import Player

MINUTE: Final = 60_000
MARKS: Final = (600_000, 300_000, 60_000, 0)
"""Milliseconds left at which both are told; at 0 a referee has to rule."""


def runs_for(state: State) -> Player | None:
    """Whose time runs now."""
    if state.phase in (Phase.TO_THROW, Phase.MOVING):
        return state.player
    return state.player.other if state.phase is Phase.DOUBLED and state.player else None


def gone(state: State, now: int) -> int:
    """Milliseconds since the clock was last looked at; a board that began anew tells nothing."""
    if state.ticked is None:
        return 0
    passed = elapsed(now, state.ticked)
    return passed if passed < MS_MODULUS // 2 else 0


def spent(state: State, now: int) -> tuple[int, int]:
    """What V and N have used in this game up to now, ms."""
    v, n = state.used
    running, more = runs_for(state), gone(state, now)
    return v + (running is Player.V) * more, n + (running is Player.N) * more


def tick(table: TurnContext, now: int) -> None:
    """Let time pass; at a mark tell both what is left."""
    state = table.state
    used = spent(state, now)
    turn = state.turn_used + (gone(state, now) if state.player else 0)
    table.set(used=used, turn_used=turn, ticked=now)
    for player, before, after in zip(Player, state.used, used, strict=True):
        for mark in MARKS:
            if before < state.limit - mark <= after:
                table.tell(TimeLeft(player, mark // 1000))
