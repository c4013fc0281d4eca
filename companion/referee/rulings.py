"""Actions for the rulings of a human referee.

A ruling acts, or is refused with a reason and changes nothing. It is reported before its
consequences.
"""

from dataclasses import replace
from typing import Final, TypeGuard

from companion.referee import contest, cube, dialog, disabled_places, initial_state, throwing
from companion.referee.facts import Roll, RollVoid, Ruling, RulingRefused
from companion.referee.inputs import Counted
from companion.referee.outcomes import Followed, Outcome
from companion.referee.state import NONE_THROWN, OpeningDice, Phase, Throw
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Position, PositionError

WHATS: Final = (
    "position",
    "dice",
    "opening",
    "award",
    "undo",
    "correct",
    "accept",
    "pause",
    "adjourn",
    "go-on",
    "out-of-order",
    "in-order",
    "undo-throw",
    "undo-opening",
)
"""The kinds of ruling that a human referee can give; `stop` comes only from the players' menu."""


def refuse(table: TurnContext, ruling: Ruling, why: str) -> Outcome:
    """Refuse a ruling; why -- the code of the reason."""
    table.tell(RulingRefused(ruling.what, ruling.by, why))
    return Outcome.STAYS


def no_place(phase: Phase, what: str) -> str:
    """Return the code of the reason why a ruling is refused in a phase."""
    if what not in WHATS:
        return "unknown"
    return _NEEDS.get(what) or _WAITS[phase]


WITH_DICE: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING, Phase.ERROR)
"""The phases in which dice can be set."""

_NEEDS: Final = {
    "correct": "no-error",
    "accept": "no-error",
    "go-on": "not-paused",
    "opening": "no-opening",
    "undo-throw": "no-throw",
    "undo-opening": "no-throw",
}
_WAITS: Final = {
    Phase.SETUP: "board-first",
    Phase.DOUBLED: "answer-first",
    Phase.PAUSED: "paused",
    Phase.OVER: "match-over",
}
"""The reason for refusal in each phase, unless the kind of ruling has its own."""


# --- position and dice -------------------------------------------------------------------------


def set_position(table: TurnContext, ruling: Ruling) -> Outcome:
    """Set the agreed position; the game continues when the board shows it."""
    position = _readable(table, ruling.position)
    if position is None:
        return refuse(table, ruling, "bad-position")
    if table.rules.winner(position) is not None:
        return refuse(table, ruling, "game-won")
    state = table.state
    then = state.phase_of_game
    table.tell(replace(ruling, position=table.rules.text(position)))
    contest.commit_position(table, table.rules.text(position))
    mover = ruling.player
    if mover is None and then is Phase.ERROR:
        mover = table.mover.other
    if mover is not None:
        contest.hand_over(table, mover)
        # The starting player may not double on turn 1 (B6). Unless this is the start position, the
        # game continues in a later turn.
        first = 1 if position == table.rules.start else 2
        table.set_turn(number=max(table.state.turn.number, first))
        then = Phase.TO_THROW
    table.set(then=then)
    table.set_turn(judged=table.on_board())
    table.set_throw(lines=())
    table.state = initial_state.unseen(table.state)
    return Outcome.PLACED


def _readable(table: TurnContext, text: str) -> Position | None:
    try:
        return table.rules.parse(text)
    except PositionError:
        return None


def _are_dice(dice: tuple[int, int] | None) -> TypeGuard[tuple[int, int]]:
    return dice is not None and all(1 <= die <= 6 for die in dice)


def set_dice(table: TurnContext, ruling: Ruling) -> Outcome | Followed:
    """Set the dice of the running turn, or of the turn with the open error.

    In the opening the ruling names the player whose throw they are; he begins.
    """
    if not _are_dice(ruling.dice):
        return refuse(table, ruling, "bad-dice")
    low, high = sorted(ruling.dice)
    opening = table.state.phase is Phase.OPENING
    player = ruling.player if opening else table.mover
    if player is None:
        return refuse(table, ruling, "whose-dice")
    if ruling.player not in (None, player):
        return refuse(table, ruling, "not-his-turn")
    table.tell(replace(ruling, dice=(high, low), player=player))
    thrown = Roll(player, (high, low), by_hand=True)
    if opening:
        contest.begin_turn(table, player)
        return Followed(Outcome.OPENED, Counted(thrown, player.value))
    if table.state.throw.kept is not None:
        # The opponent's early throw was kept because the play was forced. With the new dice it may
        # not be (E4), so the early throw is void.
        table.tell(RollVoid(player.other, "early", "kept"))
    table.set_turn(must_correct=False)
    return contest.roll(table, Counted(thrown, table.state.throw.trays or player.value))


def set_opening(table: TurnContext, ruling: Ruling) -> Outcome | Followed:
    """Set the opening dice, green's first; equal dice are thrown again."""
    if not _are_dice(ruling.dice):
        return refuse(table, ruling, "bad-dice")
    table.tell(ruling)
    return throwing.opening(table, OpeningDice(*ruling.dice), by_hand=True)


# --- results -----------------------------------------------------------------------------------


def award(table: TurnContext, ruling: Ruling) -> Outcome:
    """Award the game to a player, for the given points or the value of a resignation."""
    kinds = table.rules.game.kinds
    kind = ruling.kind or kinds[0]
    if ruling.winner is None:
        return refuse(table, ruling, "no-winner")
    if kind not in kinds:
        return refuse(table, ruling, "bad-kind")
    if ruling.points is not None and ruling.points < 1:
        return refuse(table, ruling, "bad-points")
    before = table.state
    worth = cube.resigned_value(table, ruling.winner.other, kinds.index(kind) + 1)
    points = worth if ruling.points is None else ruling.points
    table.tell(replace(ruling, kind=kind, points=points))
    ended = contest.end_game(table, ruling.winner, kind, "ruling", points)
    contest.remember(table, before)
    return ended


def undo(table: TurnContext, ruling: Ruling) -> Outcome:
    """Take back the last acceptance, take, drop, resignation or award."""
    if table.state.back is None:
        return refuse(table, ruling, "nothing-to-undo")
    return contest.undo(table, ruling)


def undo_throw(table: TurnContext, ruling: Ruling) -> Outcome:
    """Take back a mistyped throw, if nothing has been moved."""
    if table.seen != table.on_board():
        return refuse(table, ruling, "no-throw")
    table.tell(ruling)
    cube.undo_ace_deuce_stake(table, table.dice)
    table.set(throw=Throw())
    table.set_turn(judged=None)
    return Outcome.THROW_AGAIN


def undo_opening(table: TurnContext, ruling: Ruling) -> Outcome:
    """Take back mistyped opening dice, if nothing has been moved.

    The ruling's player throws his die again; without a player both do.
    """
    state = table.state
    thrown = state.phase is Phase.OPENING or (
        state.turn.number == 1
        and (state.throw.dice is not None) is table.rules.game.opening_is_played
    )
    if not thrown or not any(state.game.opening) or table.seen != table.on_board():
        return refuse(table, ruling, "no-throw")
    table.tell(ruling)
    if state.throw.dice is not None:
        cube.undo_ace_deuce_stake(table, state.throw.dice)
    again = ruling.player
    stands = NONE_THROWN if again is None else state.game.opening.with_die(again, 0)
    contest.throw_opening_again(table, stands)
    return Outcome.OPENING_AGAIN


# --- the open error ----------------------------------------------------------------------------


def correct(table: TurnContext, ruling: Ruling) -> Followed | None:
    """Require the correction of the open error."""
    if table.is_typed and table.state.turn.must_correct:
        table.tell(dialog.left_to_play(table))
        return None
    table.tell(ruling)
    return contest.require_correction(table, table.mover)


def accept(table: TurnContext, ruling: Ruling) -> Outcome:
    """Accept the illegal play. The opponent throws next, unless it ended the game."""
    judgement = table.judge_ended()
    if not table.playable(judgement):
        return refuse(table, ruling, "not-acceptable")
    before = table.state
    table.tell(ruling)
    table.set_turn(must_correct=False)
    outcome = contest.accept(table, judgement)
    contest.remember(table, before)
    return outcome


# --- rest --------------------------------------------------------------------------------------


def go_on(table: TurnContext, ruling: Ruling) -> Outcome:
    """End a pause; the board is compared first."""
    table.tell(ruling)
    table.state = initial_state.resume(table.state)
    return Outcome.RESUMED


# --- what is out of order ----------------------------------------------------------------------


def out_of_order(table: TurnContext, ruling: Ruling) -> Outcome:
    """Ignore the sensors of a place or a dice tray from now on."""
    if ruling.zone not in disabled_places.KNOWN:
        return refuse(table, ruling, "bad-zone")
    if ruling.zone in table.state.board.dead:
        return refuse(table, ruling, "out-already")
    table.tell(ruling)
    table.set_board(dead=tuple(sorted({*table.state.board.dead, ruling.zone})))
    if table.state.phase is Phase.MOVING:
        _without_seats(table)
    return Outcome.STAYS


def _without_seats(table: TurnContext) -> None:
    """Treat the turn's dice as set by hand if none of their trays is read any more."""
    state = table.state
    thrown = [player for player in Player if player.value in state.throw.trays]
    read = [player for player in thrown if disabled_places.DICE[player] not in state.board.dead]
    if not read:
        table.set_throw(by_hand=True, dice_lie=False, disturbed="")
        contest.tell_by_hand(table)
    elif len(read) < len(thrown):
        # From now on only the opening die whose tray is still read must lie in its tray.
        table.set_throw(down=tuple(map(state.game.opening.of, read)))


def in_order(table: TurnContext, ruling: Ruling) -> Outcome:
    """Use the sensors of a place or a dice tray again."""
    if ruling.zone not in table.state.board.dead:
        return refuse(table, ruling, "not-out")
    table.tell(ruling)
    table.set_board(dead=tuple(each for each in table.state.board.dead if each != ruling.zone))
    return Outcome.STAYS
