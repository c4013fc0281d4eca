"""Finds the key presses that lead to an entry of the menu."""

from companion.link.messages import Key
from companion.referee.menu import entries
from companion.referee.state import GameState, Phase, State
from companion.rules import Match, find_game

PLAYING = State(Match(), GameState(find_game("backgammon").start), phase=Phase.TO_THROW)
"""A state in the middle of a game."""


def to(entry: str, state: State = PLAYING) -> list[Key]:
    """Return the presses that lead to an entry of the menu if no question is open."""
    return [Key.NO] * (entries(state).index(entry) + 1)
