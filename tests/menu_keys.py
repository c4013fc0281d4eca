"""The way through the menu: how often `no` is pressed until an entry is offered."""

from companion.link.messages import Key
from companion.referee.menu import entries
from companion.referee.state import GameState, Phase, State
from companion.rules import Match, find_game

PLAYING = State(Match(), GameState(find_game("backgammon").start), phase=Phase.TO_THROW)
"""A game is going on."""


def to(entry: str, state: State = PLAYING) -> list[Key]:
    """The presses that lead from no question at all to an entry of the menu."""
    return [Key.NO] * (entries(state).index(entry) + 1)
