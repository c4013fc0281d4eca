"""The menu's entries: their order, and which of them can do something now (contracts, section 5).

What cannot be done is not offered. The menu goes round and round, so that an entry that was passed
by comes again; that it begins anew is told with its first entry.
"""

from collections.abc import Callable
from typing import Final

from companion.referee import rulings
from companion.referee.state import Phase, State

PROGRESS: Final = "progress"
"""How practice goes, for him who practises with the companion; the journal knows."""

SHUT_DOWN: Final = "shut-down"
"""Stop, and switch the computer off: where it serves the table alone."""

MENU: Final = (
    "what-stands",
    "faster",
    "slower",
    "verbosity",
    "language",
    "resign",
    "undo",
    "dice",
    "out-of-order",
    "pause",
    "stop",
    SHUT_DOWN,
    "referee",
    "new-game",
    "other-game",
    "places",
    PROGRESS,
    "louder",
    "softer",
)
"""All entries, in the order in which `no` leads through them: the contract's, ours among them."""

PLAYING: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED)
"""Where a game is going on."""


def entries(state: State) -> tuple[str, ...]:
    """The entries of the menu that can do something now."""
    return tuple(entry for entry in MENU if _can(entry, state))


def following(state: State, entry: str) -> str:
    """The entry after this one, which itself may have gone out of the menu meanwhile."""
    at = MENU.index(entry) + 1
    return next(each for each in (*MENU[at:], *MENU[:at]) if _can(each, state))


def under_way(state: State) -> bool:
    """Whether a game has begun: its opening is decided and it has no end yet."""
    return state.phase_of_game in (Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED)


def _can(entry: str, state: State) -> bool:
    if state.evening.typed and entry in _AT_A_BOARD:
        return False
    return entry not in _NEEDS or _NEEDS[entry](state)


_AT_A_BOARD: Final = ("what-stands", "dice", "out-of-order", "places")
"""What nobody needs who types: he asks for a point, types dice, and no sensor can fail."""


def _practises(state: State) -> bool:
    return state.practice.partner is not None or bool(state.practice.exercise)


_NEEDS: Final[dict[str, Callable[[State], bool]]] = {
    "resign": lambda state: state.phase in PLAYING and not state.practice.exercise,
    "undo": lambda state: state.back is not None,
    "dice": lambda state: state.phase in rulings.WITH_DICE,
    "pause": lambda state: state.phase in PLAYING,
    "new-game": lambda state: state.phase is Phase.OVER or under_way(state),
    PROGRESS: _practises,
    SHUT_DOWN: lambda state: state.evening.shuts_down,
}
"""What an entry needs; the others can always be done."""
