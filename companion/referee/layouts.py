"""How a board may lie: mirrored, turned round, and of which game it shows the start position."""

from dataclasses import replace
from typing import Final

from companion.board.occupancy import read, set_up
from companion.board.turned import turned
from companion.link.messages import BoardState
from companion.referee import disabled_places
from companion.referee.initial_state import start
from companion.referee.state import Evening, State
from companion.referee.turn_context import TurnContext
from companion.rules import Match, Rules, find_game
from companion.rules.games import BY_NAME

LAYOUTS: Final = ((), ("turned",), ("mirrored",), ("mirrored", "turned"))
"""How pieces may lie; not every game knows a mirrored set-up (rules.md, "The board")."""


def layouts(rules: Rules, state: State, seen: BoardState) -> tuple[tuple[str, ...], ...]:
    """The layouts in which a board is the position that is wanted."""
    known = LAYOUTS if "mirrored" in rules.game.options else LAYOUTS[:2]
    return tuple(layout for layout in known if _fits(rules, state, seen, layout))


def _fits(rules: Rules, state: State, seen: BoardState, layout: tuple[str, ...]) -> bool:
    board = turned(seen) if "turned" in layout else seen
    mirrored = "mirrored" in layout
    wanted = rules.placement(rules.parse(state.position))
    stars = set_up(board.zones, wanted, rules.game, mirrored=mirrored)
    out = disabled_places.moved(state.dead, state.layout, layout)
    table = TurnContext(rules, replace(state, dead=out), seen.ms)
    there = read(board.zones, stars, rules.game, mirrored=mirrored)
    return table.is_agreed(disabled_places.fill(table, there, over=False))


def game_shown(seen: BoardState) -> str:
    """The game whose start position stands on the board, however it lies; "" for none."""
    for name, game in BY_NAME.items():
        rules = find_game(name)
        # Others begin with an empty board.
        if not game.in_hand and layouts(rules, start(rules, Match(), Evening()), seen):
            return name
    return ""
