"""A die that keeps the game waiting while nobody says so: it is named once, after a while.

Either one die of a throw lies there and the other is not read; or one of the two opening dice was
picked up, and its player believes that all is done.
"""

from typing import Final

from companion.link.messages import Face, Seats
from companion.referee import clock
from companion.referee.dead import DICE
from companion.referee.facts import DieWaits
from companion.referee.inputs import Look
from companion.referee.state import Phase, State, Waits
from companion.referee.table import Table
from companion.rules import Player, Verdict

AFTER_MS: Final = {"second": 10_000, "opening": 3_000}
"""How long hands have to think of it themselves."""


def note(table: Table, look: Look) -> None:
    """See whether a die keeps the game waiting, and since when."""
    found = _second(table.state, look) or _opening(table, look)
    now = table.state.waits
    if found is None or now is None or (now.player, now.what, now.die) != found:
        table.set(waits=None if found is None else Waits(*found, table.now))


def remind(table: Table, now: int) -> None:
    """Name the die that is waited for, once."""
    waits = table.state.waits
    if waits is None or waits.told or clock.elapsed(now, waits.since) <= AFTER_MS[waits.what]:
        return
    table.set(waits=Waits(waits.player, waits.what, waits.die, waits.since, told=True))
    table.tell(DieWaits(waits.player, waits.what, waits.die))


_Found = tuple[Player, str, int]


def _second(state: State, look: Look) -> _Found | None:
    """One die of a throw is read; the other seat is empty, or never comes to rest."""
    if state.phase not in (Phase.TO_THROW, Phase.ERROR) or state.player is None:
        return None
    thrower = state.player if state.phase is Phase.TO_THROW else state.player.other
    seats = look.seats(thrower)
    read = [face for face in seats.faces if face.isdecimal()]
    if DICE[thrower] in state.dead or len(read) != 1:
        return None
    if not (state.one_die is thrower or Face.MOVING in seats.faces):
        return None
    return thrower, "second", int(read[0])


def _opening(table: Table, look: Look) -> _Found | None:
    """Of the two opening dice one is up; where the other has to be lifted too."""
    state = table.state
    if not _opening_dice_lie_on(table) or state.player is None:
        return None
    lying = [
        player
        for player, die in zip(Player, state.opening, strict=True)
        if _only(look.seats(player), die)
    ]
    up = [player for player in Player if not look.seats(player).faces.strip(Face.EMPTY)]
    if len(lying) != 1 or len(up) != 1:
        return None
    if state.phase is Phase.MOVING and lying[0] is state.player and not _played(table, look):
        return None
    return lying[0], "opening", state.opening[list(Player).index(lying[0])]


def _opening_dice_lie_on(table: Table) -> bool:
    """Whether the opening dice are still to be picked up: they are played, or done with (C5)."""
    state = table.state
    if not set(DICE.values()).isdisjoint(state.dead):
        return False
    if state.phase is Phase.MOVING:
        return state.trays == "VN" and not state.by_hand
    first = state.phase is Phase.TO_THROW and state.turn == 1 and state.one_die is None
    return first and table.rules.name == "jacquet"


def _only(seats: Seats, die: int) -> bool:
    return seats.faces.replace(Face.EMPTY, "") == str(die)


def _played(table: Table, look: Look) -> bool:
    """Whether the beginner has finished; before that nothing is to be lifted."""
    return table.judge(look.seen).verdict is Verdict.LEGAL
