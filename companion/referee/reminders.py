"""Reminders of what the game waits for, at growing intervals.

They help players who overlook something: a die that does not count or was not picked up, an
unfinished correction, the partner's play not yet made on the board, missing pieces. What the game
waits for follows from the last settled board and the state. A player who thinks about a valid throw
is not reminded. At a typed table only a throw, or the end of a turn without a play, is waited for.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from companion.link.messages import Face, Seats, elapsed
from companion.referee import contest, dialog, partner
from companion.referee.disabled_places import DICE
from companion.referee.facts import DieWaits
from companion.referee.read_board import ReadBoard, lying_dice
from companion.referee.state import Phase, State, Throw, Topic, Waits
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Verdict

AFTER_MS: Final = 10_000
"""Milliseconds before the first reminder."""
OPENING_MS: Final = 3_000
"""Milliseconds before the first reminder to pick up the second opening die."""
SILENCE_MS: Final = 25_000
"""Milliseconds before the first reminder to throw: longer than an attentive player takes."""
UNCLEAR_MS: Final = 1_000
"""The same after the board was wrong or away, unless the player throws at once."""
SETUP_MS: Final = 14_000
"""Milliseconds before the first reminder of a set-up."""
AGAIN_MS: Final = 60_000
"""Milliseconds before the second reminder; the interval then doubles each time. The interval of a
set-up doubles from `SETUP_MS`."""
MOST: Final = 5
"""The most reminders of one thing."""

_WHILE_PLAYING: Final = ("other", "unread", "opening")
"""Waits during which no board is judged; a move restarts them."""

_Wait = tuple[Player, str, int]


def note(table: TurnContext, board: ReadBoard | None) -> None:
    """Note what the referee waits for, and since when, on the last settled board."""
    if table.is_typed:
        found = next(chain(_wait_for_throw(table), _wait_for_end(table)), None)
        _wait_for(table, found, str(table.state.turn.number))
    elif board is not None:
        look = board.now(table)
        found = next(_find_waits(table, look), None)
        _wait_for(table, found, "" if found is None else _concerned_text(table, look, found))
    if table.state.phase is not Phase.TO_THROW:
        table.set_setup(is_turn_unclear=False)


def _wait_for(table: TurnContext, found: _Wait | None, stands: str) -> None:
    if found is None:
        table.set(waits=None)
        return
    now = table.state.waits
    if now is None or (now.player, now.what, now.die, now.stands) != (*found, stands):
        table.set(waits=Waits(*found, table.now, stands=stands))


def _concerned_text(table: TurnContext, look: ReadBoard, found: _Wait) -> str:
    """Return the dice and pieces concerned by a wait, as text."""
    player, what, _ = found
    seats = [look.trays[each] for each in (Player if what in _BOARD else (player,))]
    dice = " ".join(f"{each.faces} {each.throws}" for each in seats)
    shown = f" {table.seen.text}" if what in _BOARD or what in _WHILE_PLAYING else ""
    return dice + shown


def remind(table: TurnContext) -> None:
    """Give the reminders that are due."""
    _remind_setup(table)
    waits = table.state.waits
    if waits is None or not _is_due(table, waits):
        return
    table.set(waits=replace(waits, since=table.now, reminded=waits.reminded + 1))
    if waits.what == "throw":
        table.set_setup(is_turn_unclear=False)
    if waits.what in _BOARD:
        _BOARD[waits.what](table)
    elif table.state.phase is Phase.ERROR and not table.acceptable(table.judge_ended()):
        table.tell(DieWaits(waits.player, "error", 0))  # throws are void now
    else:
        table.tell(DieWaits(waits.player, waits.what, waits.die))


def _is_due(table: TurnContext, waits: Waits) -> bool:
    after = AGAIN_MS << waits.reminded - 1 if waits.reminded else _first_delay(table, waits)
    return waits.reminded < MOST and elapsed(table.now, waits.since) > after


def _first_delay(table: TurnContext, waits: Waits) -> int:
    """Return the milliseconds before the first reminder."""
    if waits.what == "throw" and table.state.setup.is_turn_unclear:
        return UNCLEAR_MS
    first = {"opening": OPENING_MS, "throw": SILENCE_MS, "nothing": SILENCE_MS}
    return first.get(waits.what, AFTER_MS)


def _remind_setup(table: TurnContext) -> None:
    """Repeat what is wrong with a set-up, or the question about it."""
    state = table.state
    looked = state.board.shown is not None or state.setup.named
    if state.phase is not Phase.SETUP or not looked or state.setup.reminded == MOST:
        return
    if elapsed(table.now, state.setup.named) <= SETUP_MS << state.setup.reminded:
        return
    table.set_setup(named=table.now, reminded=state.setup.reminded + 1)
    asked = state.asked
    if asked is not None and asked.topic in (Topic.LAYOUT, Topic.GAME):
        dialog.ask_question(table, asked.player, asked.topic, asked.item)
    else:
        table.tell(replace(table.compare(table.seen), again=state.setup.wrong))
        table.set_setup(wrong=True)


# --- what is waited for --------------------------------------------------------------------------


def _find_waits(table: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield what is waited for, the most important first."""
    state = table.state
    if state.asked is not None and state.asked.topic == Topic.READING:
        return
    if state.board.right or state.phase is not Phase.TO_THROW:
        yield from _wait_for_opening_die(table, look)
    match state.phase:
        case Phase.OPENING:
            yield from _wait_in_opening(table, look)
        case Phase.TO_THROW | Phase.DOUBLED if not state.board.right:
            yield table.mover, "board", 0
        case Phase.TO_THROW:
            yield from _wait_for_dice(table, look, table.mover)
            if look.trays[table.mover].faces == Face.EMPTY * 2 and state.turn.one_die is None:
                yield from _wait_for_throw(table)
        case Phase.MOVING:
            yield from _wait_in_turn(table, look)
        case Phase.ERROR:
            yield from _wait_in_error(table, look)
        case Phase.OVER if state.setup.wrong and _is_nearly_set_up(table):
            yield Player.V, "board", 0


def _wait_in_opening(table: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    state = table.state
    missing = [player for player in Player if not state.game.opening.of(player)]
    if not state.board.right:
        yield Player.V, "board", 0
    for player in missing:
        if _lies_uncounted(state, look, player):
            yield player, "again-one", 0


def _wait_for_dice(table: TurnContext, look: ReadBoard, thrower: Player) -> Iterator[_Wait]:
    """Yield a wait for the thrower's dice: one is not read, or they do not count."""
    state = table.state
    if not _lies_uncounted(state, look, thrower):
        return
    seats = look.trays[thrower]
    read = [face for face in seats.faces if face.isdecimal()]
    if len(read) == 1 and (state.turn.one_die is thrower or Face.MOVING in seats.faces):
        yield thrower, "second", int(read[0])
    else:
        yield thrower, "again", 0


def _wait_for_throw(table: TurnContext) -> Iterator[_Wait]:
    """Yield a wait for the throw of the player on turn."""
    state = table.state
    waited_for = state.phase is Phase.TO_THROW and state.asked is None
    if waited_for and not state.practice.draws(table.mover):
        yield table.mover, "throw", 0


def _wait_for_end(table: TurnContext) -> Iterator[_Wait]:
    """Yield a wait for the line that ends a typed turn without a play."""
    state = table.state
    if state.phase is not Phase.MOVING or state.practice.draws(table.mover):
        return
    if state.asked is None and table.rules.nothing_to_play(table.agreed, table.mover, table.dice):
        yield table.mover, "nothing", 0


def _lies_uncounted(state: State, look: ReadBoard, player: Player) -> bool:
    if DICE[player] in state.board.dead or state.practice.draws(player):
        return False
    return look.trays[player].faces != Face.EMPTY * 2


def _wait_in_turn(table: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield a wait for some dice of the turn, or for the partner's play."""
    state, throw = table.state, table.state.throw
    lying = lying_dice(state, look)
    if lying and (throw.dice_lie or not throw.by_hand):
        if len(lying) < len(throw.down):
            yield table.mover, "other", int(lying) if lying.isdecimal() else 0
        elif not throw.by_hand and _dice_differ(throw, lying):
            yield table.mover, "unread", 0
    if state.partners and throw.wanted:
        yield table.mover, "lift" if partner.is_made(table, table.seen) else "play", 0


def _dice_differ(throw: Throw, lying: str) -> bool:
    """Return whether the dice do not lie as they were thrown."""
    return bool(throw.disturbed) or Face.MOVING in lying or len(lying) > len(throw.down)


def _wait_in_error(table: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield a wait for the opponent's dice, or for an unfinished correction."""
    yield from _wait_for_dice(table, look, table.mover.other)
    if table.as_seen(table.seen) != table.state.turn.judged:
        yield table.mover, "error", 0


def _is_nearly_set_up(table: TurnContext) -> bool:
    return 0 < len(table.compare(table.seen).differences) <= contest.SMALL_DIFFERENCE


# --- the two opening dice ------------------------------------------------------------------------


def _wait_for_opening_die(table: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield a wait for the opening die that still lies when the other was picked up."""
    state = table.state
    if not _opening_dice_lie_on(table) or state.turn.player is None:
        return
    lying = [each for each in Player if _is_only_die(look.trays[each], state.game.opening.of(each))]
    up = [player for player in Player if not look.trays[player].faces.strip(Face.EMPTY)]
    if len(lying) != 1 or len(up) != 1:
        return
    if (
        state.phase is Phase.MOVING
        and lying[0] is state.turn.player
        and not _is_play_made(table, look)
    ):
        return
    yield lying[0], "opening", state.game.opening.of(lying[0])


def _opening_dice_lie_on(table: TurnContext) -> bool:
    """Return whether the opening dice must still be picked up (C5)."""
    state = table.state
    if not set(DICE.values()).isdisjoint(state.board.dead):
        return False
    if state.phase is Phase.MOVING:
        return state.throw.trays == "VN" and not state.throw.by_hand
    first = state.phase is Phase.TO_THROW and state.turn.number == 1 and state.turn.one_die is None
    return first and not table.rules.game.opening_is_played


def _is_only_die(seats: Seats, die: int) -> bool:
    return seats.faces.replace(Face.EMPTY, "") == str(die)


def _is_play_made(table: TurnContext, look: ReadBoard) -> bool:
    """Return whether the beginner's play is legal, so that he can pick up his dice."""
    return table.judge(look.seen).verdict is Verdict.LEGAL


# --- how it is named -----------------------------------------------------------------------------


def _name_differences(table: TurnContext) -> None:
    state = table.state
    # After a match, a wrong board counts as new until it was announced.
    is_repeated = state.waits is not None and state.waits.reminded > 1
    named = state.setup.wrong and (state.phase is not Phase.OVER or is_repeated)
    table.set_setup(wrong=True)  # so that a right board is announced
    table.tell(replace(table.compare(table.seen), again=named))


_BOARD: Final = {
    "board": _name_differences,
    "error": lambda table: table.tell(
        dialog.why(table, table.mover, table.judge(table.seen), "still")
    ),
    "play": partner.remind,
}
"""Waits about the board, and their reminders. They restart when the board or any die changes; other
waits restart when the dice of their player change.
"""
