"""Reminders of what the game waits for, at growing intervals.

They help players who overlook something: a die that does not count or was not picked up, an
unfinished correction, the partner's play not yet made on the board, missing pieces. What the game
waits for follows from the last settled board and the state. A player who thinks about a valid throw
is not reminded. At a typed table there are reminders only of a throw, an answer, or the end of a
turn without a play.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from companion.link.messages import Face, elapsed
from companion.referee import contest, dialog, partner
from companion.referee.disabled_places import DICE
from companion.referee.facts import DieWaits
from companion.referee.read_board import ReadBoard, lying_dice, pieces
from companion.referee.requests import Request, SayAgain
from companion.referee.state import Phase, State, Topic, Waits
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Verdict

AFTER_MS: Final = 10_000
"""Milliseconds before the first reminder."""
OPENING_MS: Final = 3_000
"""Milliseconds before the first reminder to pick up the second opening die."""
SILENCE_MS: Final = 25_000
"""Milliseconds before the first reminder to throw: longer than an attentive player takes."""
UNCLEAR_MS: Final = 1_000
"""Milliseconds before the reminder to throw if the board was wrong or away."""
SETUP_MS: Final = 14_000
"""Milliseconds before the first reminder of a set-up."""
AGAIN_MS: Final = 60_000
"""Milliseconds before the second reminder; the interval then doubles each time. The interval of a
set-up doubles from `SETUP_MS`."""
MOST: Final = 5
"""The largest number of reminders of one wait. An unfinished correction is described only once."""

_WHILE_PLAYING: Final = ("other", "unread", "opening")
"""Waits during which boards are not judged.

A move restarts these waits, as the player is active.
"""

_Wait = tuple[Player, str, int]


def note(context: TurnContext, board: ReadBoard | None) -> None:
    """Store what the game waits for on the last settled board, and since when."""
    if context.state.evening.typed:
        waits = _wait_for_throw(context), _wait_for_end(context), _wait_for_answer(context)
        found = next(chain(*waits), None)
        stands = str(context.state.turn.number)
    elif board is not None:
        found = next(_find_waits(context, board), None)
        stands = "" if found is None else _concerned_text(context, board, found)
    else:
        return
    now = context.state.waits
    if found is None:
        context.set(waits=None)
    elif now is None or (now.player, now.what, now.die, now.stands) != (*found, stands):
        context.set(waits=Waits(*found, context.now, stands=stands))


def _concerned_text(context: TurnContext, look: ReadBoard, found: _Wait) -> str:
    """Return the dice and pieces that a wait is about, as text."""
    player, what, _ = found
    seats = [look.trays[each] for each in (Player if what in _BOARD else (player,))]
    dice = " ".join(f"{each.faces} {each.throws}" for each in seats)
    shown = f" {context.seen.text}" if what in _BOARD or what in _WHILE_PLAYING else ""
    return dice + shown


def remind(context: TurnContext) -> None:
    """Give the reminders that are due."""
    _remind_setup(context)
    waits = context.state.waits
    if waits is None or not _is_due(context, waits):
        return
    context.set(waits=replace(waits, since=context.now, reminded=waits.reminded + 1))
    context.set_setup(is_turn_unclear=False)
    if waits.what in _BOARD:
        _BOARD[waits.what](context)
    elif context.state.phase is Phase.ERROR and not context.acceptable(context.judge_ended()):
        context.tell(DieWaits(waits.player, "error", 0))  # a throw would not count
    else:
        context.tell(DieWaits(waits.player, waits.what, waits.die))


def _is_due(context: TurnContext, waits: Waits) -> bool:
    after = AGAIN_MS << waits.reminded - 1 if waits.reminded else _first_delay(context, waits)
    most = 1 if waits.what == "error" else MOST
    return waits.reminded < most and elapsed(context.now, waits.since) > after


def _first_delay(context: TurnContext, waits: Waits) -> int:
    """Return the milliseconds before the first reminder."""
    setup = context.state.setup
    is_new = waits.what == "board" and not setup.wrong
    soon = is_new or waits.what in ("throw", "second", "again", "opening", "situation", "error")
    if setup.is_turn_unclear and soon:
        return UNCLEAR_MS
    first = {"opening": OPENING_MS} | dict.fromkeys(("throw", "nothing", "situation"), SILENCE_MS)
    return first.get(waits.what, AFTER_MS)


def _remind_setup(context: TurnContext) -> None:
    """Report again what is wrong with a set-up, or ask the question about it again."""
    state = context.state
    looked = state.board.shown is not None or state.setup.named
    if state.phase is not Phase.SETUP or not looked or state.setup.reminded == MOST:
        return
    if elapsed(context.now, state.setup.named) <= SETUP_MS << state.setup.reminded:
        return
    context.set_setup(named=context.now, reminded=state.setup.reminded + 1)
    asked = state.asked
    if asked is not None and state.asks(Topic.LAYOUT, Topic.GAME):
        dialog.ask_question(context, asked.player, asked.topic, asked.item)
    else:
        contest.tell_wrong_board(context, again=state.setup.wrong)


# --- what is waited for --------------------------------------------------------------------------


def _find_waits(context: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield what the game waits for, the most important first."""
    state = context.state
    if state.setup.is_turn_unclear and _can_repeat_situation(state):
        yield state.turn.player or Player.V, "situation", 0
    if state.asks(Topic.READING):
        return
    yield from _wait_for_opening_die(context, look)
    match state.phase:
        case Phase.OPENING:
            yield from _wait_in_opening(context, look)
        case Phase.TO_THROW | Phase.DOUBLED if not state.board.right:
            yield context.mover, "board", 0
        case Phase.DOUBLED:
            yield from _wait_for_answer(context)
        case Phase.TO_THROW:
            yield from _wait_for_dice(context, look, context.mover)
            yield from _wait_for_throw(context)
        case Phase.MOVING:
            yield from _wait_in_turn(context, look)
        case Phase.ERROR:
            yield from _wait_in_error(context, look)
        case Phase.OVER if state.setup.wrong and _is_nearly_set_up(context):
            yield Player.V, "board", 0


def _can_repeat_situation(state: State) -> bool:
    """Return whether what the game waits for can be reported again in the present state."""
    if state.asked is not None and state.asked.player is not None:
        return True
    if state.phase in (Phase.OPENING, Phase.DOUBLED):
        return state.board.right
    return state.phase in (Phase.MOVING, Phase.PAUSED)


def _wait_in_opening(context: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    state = context.state
    if not state.board.right:
        yield Player.V, "board", 0
    for player in Player:
        if not state.game.opening.of(player) and _lies_uncounted(state, look, player):
            yield player, "again-one", 0


def _wait_for_dice(context: TurnContext, look: ReadBoard, thrower: Player) -> Iterator[_Wait]:
    """Yield a wait for the thrower's dice: one is not read, or they do not count."""
    state = context.state
    if not _lies_uncounted(state, look, thrower):
        return
    seats = look.trays[thrower]
    read = [face for face in seats.faces if face.isdecimal()]
    if len(read) == 1 and (state.turn.one_die is thrower or Face.MOVING in seats.faces):
        yield thrower, "second", int(read[0])
    else:
        yield thrower, "again", 0


def _wait_for_throw(context: TurnContext) -> Iterator[_Wait]:
    """Yield a wait for the throw of the player on turn."""
    state = context.state
    if state.phase is Phase.TO_THROW and state.asked is None:
        mover = context.mover
        if not state.practice.draws(mover):
            yield mover, "throw", 0


def _wait_for_end(context: TurnContext) -> Iterator[_Wait]:
    """Yield a wait for the line that ends a typed turn without a play."""
    state = context.state
    if state.phase is not Phase.MOVING or state.practice.draws(context.mover):
        return
    if state.asked is None and context.rules.nothing_to_play(*context.turn):
        yield context.mover, "nothing", 0


def _lies_uncounted(state: State, look: ReadBoard, player: Player) -> bool:
    if look.trays[player].faces == Face.EMPTY * 2 or DICE[player] in state.board.dead:
        return False
    return not state.practice.draws(player)


def _wait_in_turn(context: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield a wait for some dice of the turn, or for the partner's play."""
    state, throw = context.state, context.state.throw
    lying = lying_dice(state, look)
    if lying and (throw.dice_lie or not throw.by_hand):
        if len(lying) < len(throw.down):
            yield context.mover, "other", int(lying) if lying.isdecimal() else 0
        elif not throw.by_hand and (
            throw.disturbed or Face.MOVING in lying or len(lying) > len(throw.down)
        ):
            yield context.mover, "unread", 0
    if state.is_partners_turn and throw.wanted:
        yield context.mover, "lift" if partner.is_made(context, context.seen) else "play", 0


def _wait_in_error(context: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield a wait for the opponent's dice, an unfinished correction, or the decision."""
    if not context.state.setup.is_turn_unclear:
        yield from _wait_for_dice(context, look, context.mover.other)
    if context.as_seen(context.seen) != context.state.turn.judged:
        # `turn.corrected` has already explained an illegal board during a correction.
        is_illegal = context.judge(context.seen).verdict is Verdict.ILLEGAL
        if context.state.setup.is_turn_unclear or not is_illegal:
            yield context.mover, "error", 0
    else:
        yield from _wait_for_answer(context)


def _wait_for_answer(context: TurnContext) -> Iterator[_Wait]:
    """Yield a wait for the answer to a double, or for the decision about an error."""
    state = context.state
    decided = context.is_typed and state.turn.must_correct
    if state.phase in (Phase.DOUBLED, Phase.ERROR) and state.asked is None and not decided:
        yield context.mover, "situation", 0


def _is_nearly_set_up(context: TurnContext) -> bool:
    return 0 < len(context.compare(context.seen).differences) <= contest.SMALL_DIFFERENCE


# --- the two opening dice ------------------------------------------------------------------------


def _wait_for_opening_die(context: TurnContext, look: ReadBoard) -> Iterator[_Wait]:
    """Yield a wait for an opening die that still lies after the other one was picked up."""
    state = context.state
    if not _opening_dice_lie_on(context) or state.turn.player is None:
        return
    faces = {player: look.trays[player].faces.replace(Face.EMPTY, "") for player in Player}
    lying = [player for player in Player if faces[player] == str(state.game.opening.of(player))]
    up = [player for player in Player if not faces[player]]
    if len(lying) != 1 or len(up) != 1:
        return
    is_beginners = state.phase is Phase.MOVING and lying[0] is state.turn.player
    if is_beginners and not context.is_legal(pieces(context, look)):
        return  # the play is not finished
    yield lying[0], "opening", state.game.opening.of(lying[0])


def _opening_dice_lie_on(context: TurnContext) -> bool:
    """Return whether opening dice still lie in the trays and must be picked up (C5)."""
    state = context.state
    if not set(DICE.values()).isdisjoint(state.board.dead):
        return False
    if state.phase is Phase.MOVING:
        return state.throw.trays == "VN" and not state.throw.by_hand
    first = state.phase is Phase.TO_THROW and state.turn.number == 1 and state.turn.one_die is None
    return first and state.board.right and not context.game.opening_is_played


# --- how a reminder is given ---------------------------------------------------------------------


def _say_situation(context: TurnContext) -> None:
    """Say again what the game waits for."""
    again = TurnContext(context.rules, context.state, context.now)
    contest.tell_situation(again, context.state.phase, context.seen)
    contest.ask_again(again)
    context.request(SayAgain(tuple(fact for fact in again.facts if not isinstance(fact, Request))))


def _name_differences(context: TurnContext) -> None:
    state = context.state
    # After a match, a wrong board counts as new until it has been announced.
    is_repeated = state.waits is not None and state.waits.reminded > 1
    named = state.setup.wrong and (state.phase is not Phase.OVER or is_repeated)
    contest.tell_wrong_board(context, again=named)


_BOARD: Final = {
    "board": _name_differences,
    "error": lambda context: context.tell(
        dialog.explanation(context, context.mover, context.judge(context.seen), "still")
    ),
    "play": partner.remind,
    "situation": _say_situation,
}
"""The functions that give reminders about the board, by kind of wait.

These waits restart when the board or any die changes. All other waits restart when the dice of the
player concerned change.
"""
