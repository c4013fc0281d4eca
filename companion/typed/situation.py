"""What is expected to be typed in each situation, and what the board of a typed table shows."""

from companion.board.occupancy import mirror
from companion.referee.state import Phase
from companion.rules import Placement, Player
from companion.rules.vocabulary import BAR, HAND, ZONES
from companion.typed.pieces import on_wire
from companion.typed.trays import Trays
from companion.typed.view import RESTS, Shows, View


def situation(view: View, board: Placement, *, is_legal: bool) -> str:
    """What is expected, as the end of a code of `EntryAnswer` that begins with `help-`.

    board -- as typed; is_legal -- while a play is made: it may end the turn.
    """
    if view.choosing or view.state.asked is not None:
        return "question"
    if view.state.phase is not Phase.MOVING:
        return _between_plays(view)
    if view.state.partners:
        return "partner"
    if is_legal:
        return "legal"
    mover = view.table.mover
    waiting = board[BAR[mover]].of(mover) + board[HAND[mover]].of(mover)
    return "entering" if waiting else "moving"


def _between_plays(view: View) -> str:
    """What is waited for while no play is made."""
    state, table = view.state, view.table
    if state.phase is Phase.ERROR:
        may = not state.must_correct and table.acceptable(table.judge_ended())
        return "error" if may else "error-corrected"
    partner = state.practice.partner
    return "opening-own" if state.phase is Phase.OPENING and partner else str(state.phase)


def nothing_but_keys(view: View) -> str:
    """Why neither dice nor a play can be typed, as a code of `EntryAnswer`; "" where they can."""
    if view.choosing:
        return "choosing"
    return RESTS.get(view.state.phase, "")


def shows(view: View, board: Placement, trays: Trays, *, rests: bool) -> Shows:
    """What the board shows; zones as they are named on it, be it mirrored."""
    zones = on_wire(board, view.rules)
    if "mirrored" in view.state.layout:
        order = list(ZONES)
        named = ((mirror(zone), pile) for zone, pile in zones)
        zones = tuple(sorted(named, key=lambda each: order.index(each[0])))
    green, black = Player
    faces = trays.faces[green], trays.faces[black]
    throws = trays.throws[green], trays.throws[black]
    keys = tuple(trays.keys[green]), tuple(trays.keys[black])
    return Shows(zones, faces, throws, keys, rests)
