"""The way through the menu: how often `no` is pressed until an entry is offered."""

from companion.link.messages import Key
from companion.referee.menu import entries
from companion.referee.state import Phase, State
from companion.rules import Cube, Match

PLAYING = State(Match(), Cube(), "", Phase.TO_THROW)
"""A game is going on."""


def to(entry: str, state: State = PLAYING) -> list[Key]:
    """The presses that lead from no question at all to an entry of the menu."""
    return [Key.NO] * (entries(state).index(entry) + 1)
