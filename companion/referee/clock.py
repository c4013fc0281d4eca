"""The time that both use, and the clock that may be agreed on: so many minutes a player and game.

It runs for the player who is to throw or to move, and for the one who has to answer a double; never
while dice are up, in a set-up, in a pause, or while the board is away. It is the board's own time.
"""

from dataclasses import replace
from typing import Final

from companion.referee.facts import TimeLeft
from companion.referee.state import Clock, State
from companion.referee.turn_context import TurnContext
from companion.rules import Player

MINUTE: Final = 60_000
MARKS: Final = (600_000, 300_000, 60_000, 0)
"""Milliseconds left at which both are told; at 0 a referee has to rule."""


def at(state: State, now: int) -> Clock:
    """The clock of a state as it stands at a moment."""
    clock, gone = state.clock, state.clock.gone(now)
    v, n = clock.used
    return replace(
        clock,
        used=(v + (state.runs_for is Player.V) * gone, n + (state.runs_for is Player.N) * gone),
        turn_used=clock.turn_used + (gone if state.player else 0),
        ticked=now,
    )


def tick(table: TurnContext, now: int) -> None:
    """Let time pass; at a mark tell both what is left."""
    before, clock = table.state.clock, at(table.state, now)
    table.set(clock=clock)
    for player, earlier, later in zip(Player, before.used, clock.used, strict=True):
        for mark in MARKS:
            if earlier < table.state.evening.limit - mark <= later:
                table.tell(TimeLeft(player, mark // 1000))
