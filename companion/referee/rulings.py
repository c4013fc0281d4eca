"""Actions for the rulings of a human referee.

A ruling is carried out, or it is refused with a reason and changes nothing. It is reported before
its consequences.
"""

from dataclasses import replace
from typing import Final, TypeGuard

from companion.referee import contest, cube, dialog, disabled_places, initial_state, throwing
from companion.referee.facts import Roll, RollVoid, Ruling, RulingRefused
from companion.referee.inputs import Counted
from companion.referee.state import OpeningDice, Phase, Throw, Topic
from companion.referee.talk_facts import KeyAnswer
from companion.referee.transitions import Followed, Result
from companion.referee.turn_context import TurnContext
from companion.rules import Player

KINDS: Final = (
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
"""The kinds of ruling that a human referee can give. `stop` comes only from the players' menu."""


def refuse(context: TurnContext, ruling: Ruling, why: str, position: str = "") -> Phase | None:
    """Refuse a ruling; why, position -- see `RulingRefused`."""
    context.tell(RulingRefused(ruling.what, ruling.by, why, position))
    return None


def refusal_code(phase: Phase, what: str, *, waits: bool = False) -> str:
    """Return the code of the reason why a phase does not allow a kind of ruling.

    waits -- whether the ruling is allowed after the pause or the set-up
    """
    if what not in KINDS:
        return "unknown"
    if (phase, what) == (Phase.PAUSED, "pause"):
        return "already-paused"
    if waits:
        return _CODE_OF_PHASE[phase]
    return _CODE_OF_KIND.get(what) or _CODE_OF_PHASE[phase]


WITH_DICE: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING, Phase.ERROR)
"""The phases in which dice can be set."""

_CODE_OF_KIND: Final = {  # the code if the kind alone decides it
    "correct": "no-error",
    "accept": "no-error",
    "go-on": "not-paused",
    "opening": "no-opening",
    "undo-throw": "no-throw",
    "undo-opening": "no-throw",
}
_CODE_OF_PHASE: Final = {
    Phase.SETUP: "board-first",
    Phase.DOUBLED: "answer-first",
    Phase.PAUSED: "paused",
    Phase.OVER: "match-over",
}
"""The code of the refusal in each phase, for kinds of ruling without their own code."""


# --- position and dice -------------------------------------------------------------------------


def set_position(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Set the agreed position; the game continues when the board shows it."""
    position = context.read(ruling.position)
    if position is None:
        return refuse(context, ruling, "bad-position", ruling.position)
    if context.rules.winner(position) is not None:
        return refuse(context, ruling, "game-won")
    state = context.state
    if state.practice.exercise and ruling.player is state.practice.partner:
        return refuse(context, ruling, "not-his-turn")
    then = state.phase_of_game
    context.tell(replace(ruling, position=context.rules.text(position)))
    contest.commit_position(context, position)
    mover = ruling.player
    if mover is None and then is Phase.ERROR:
        mover = context.mover.other
    if mover is not None:
        if then is Phase.DOUBLED:
            context.tell(KeyAnswer(context.mover, "cancelled", "double"))
        contest.hand_over(context, mover)
        # The starting player may not double on turn 1 (B6). Only the start position can be turn 1,
        # so any other position continues as turn 2 or later.
        first = 1 if position == context.rules.start else 2
        context.set_turn(number=max(context.state.turn.number, first))
        then = Phase.TO_THROW
    context.set(then=then)
    context.set_turn(judged=context.on_board())
    context.set_throw(lines=())
    asked = contest.question_to_opponent(context.state)
    context.state = replace(initial_state.unseen(context.state), asked=asked)
    return Phase.PAUSED if state.phase is Phase.PAUSED else Phase.SETUP


def _are_dice(dice: tuple[int, int] | None) -> TypeGuard[tuple[int, int]]:
    return dice is not None and all(1 <= die <= 6 for die in dice)


def set_dice(context: TurnContext, ruling: Ruling) -> Result:
    """Set the dice of the running turn, or of the turn with the open error.

    In the opening the ruling must name the player who begins with these dice.
    """
    if not _are_dice(ruling.dice):
        return refuse(context, ruling, "bad-dice")
    low, high = sorted(ruling.dice)
    opening = context.state.phase is Phase.OPENING
    player = ruling.player if opening else context.mover
    if player is None:
        return refuse(context, ruling, "whose-dice")
    if ruling.player not in (None, player):
        return refuse(context, ruling, "not-his-turn")
    context.tell(replace(ruling, dice=(high, low), player=player))
    thrown = Roll(player, (high, low), by_hand=True)
    if opening:
        contest.begin_turn(context, player)
        return Followed(Counted(thrown, player.value), Phase.TO_THROW)
    if context.state.throw.kept is not None:
        # The opponent's early throw was kept because the play was forced. With the new dice the
        # play may not be forced (E4), so the early throw is void.
        context.tell(RollVoid(player.other, "early", "kept"))
    context.set_turn(must_correct=False)
    return contest.roll(context, Counted(thrown, context.state.throw.trays or player.value))


def set_opening(context: TurnContext, ruling: Ruling) -> Result:
    """Set the opening dice, green's first; equal dice are thrown again."""
    if not _are_dice(ruling.dice):
        return refuse(context, ruling, "bad-dice")
    context.tell(ruling)
    return throwing.opening(context, OpeningDice(*ruling.dice), by_hand=True)


# --- results -----------------------------------------------------------------------------------


def award(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Award the game to a player, for the given points or the value of a resignation."""
    kinds = context.game.kinds
    kind = ruling.kind or kinds[0]
    if ruling.winner is None:
        return refuse(context, ruling, "no-winner")
    if kind not in kinds:
        return refuse(context, ruling, "bad-kind")
    if ruling.points is not None and ruling.points < 1:
        return refuse(context, ruling, "bad-points")
    loser, value = ruling.winner.other, kinds.index(kind) + 1
    worth = cube.resigned_value(context.rules, context.agreed, loser, value)
    points = ruling.points or worth * context.state.game.cube.value
    context.tell(replace(ruling, kind=kind, points=points))
    return contest.end_game(context, ruling.winner, kind, "ruling", points)


def undo(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Take back the last acceptance, take, drop, resignation or award.

    The board must be set up as it was before that decision.
    """
    back = context.state.back
    if back is None:
        return refuse(context, ruling, "nothing-to-undo")
    context.tell(replace(ruling, position=context.rules.text(back.game.position)))
    context.state = initial_state.resume(back)
    return Phase.SETUP


def undo_throw(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Take back a mistyped throw, if nothing has been moved."""
    if context.seen != context.on_board():
        return refuse(context, ruling, "no-throw")
    context.tell(ruling)
    cube.ace_deuce_stake(context, context.dice, undo=True)
    context.set(throw=Throw())
    context.set_turn(judged=None)
    return Phase.TO_THROW


def undo_opening(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Take back mistyped opening dice if nothing has been moved.

    The player named in the ruling throws again. If no player is named, both throw again.
    """
    state = context.state
    thrown = state.phase is Phase.OPENING or (
        state.turn.number == 1 and (state.throw.dice is not None) is context.game.opening_is_played
    )
    if not thrown or not any(state.game.opening) or context.seen != context.on_board():
        return refuse(context, ruling, "no-throw")
    again = ruling.player
    stands = OpeningDice() if again is None else state.game.opening.with_die(again, 0)
    context.tell(ruling if any(stands) else replace(ruling, player=None))
    if state.throw.dice is not None:
        cube.ace_deuce_stake(context, state.throw.dice, undo=True)
    contest.throw_opening_again(context, stands)
    return Phase.OPENING


# --- the open error ----------------------------------------------------------------------------


def correct(context: TurnContext, ruling: Ruling) -> Followed | None:
    """Require the correction of the open error."""
    if context.is_typed and context.state.turn.must_correct:
        context.tell(dialog.left_to_play(context))
        return None
    context.tell(ruling)
    return contest.require_correction(context, context.mover)


def accept(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Accept the illegal play. The opponent throws next, unless it ended the game."""
    before, judgement = context.state, context.judge_ended()
    context.set_turn(must_correct=False)
    if not context.acceptable(judgement):
        context.state = before
        return refuse(context, ruling, "not-acceptable")
    context.tell(ruling)
    phase = contest.accept(context, judgement)
    contest.remember(context, before)
    return phase


# --- pause -------------------------------------------------------------------------------------


def pause(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Pause or adjourn the game. A pause closes the open question: the next `yes` ends the pause.

    A question to the opponent is asked again after the pause. If the player was asked how the turn
    ended, that question stays open, because the board is not judged without an answer.
    """
    asked = context.state.asked
    if ruling.what == "pause" and asked is not None and asked.topic != Topic.READING:
        context.set(asked=None, suspended=contest.question_to_opponent(context.state))
    context.tell(ruling)
    context.set(then=context.state.phase_of_game)
    return Phase.PAUSED


def go_on(context: TurnContext, ruling: Ruling) -> Phase | None:
    """End a pause; the board is compared first."""
    context.tell(ruling)
    context.state = initial_state.resume(context.state)
    return Phase.SETUP


# --- places out of order -----------------------------------------------------------------------


def out_of_order(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Ignore the sensors of a place or a dice tray from now on."""
    if ruling.zone not in disabled_places.KNOWN:
        return refuse(context, ruling, "bad-zone")
    evening, is_tray = context.state.evening, ruling.zone in disabled_places.DICE.values()
    if evening.typed or (evening.types_dice and is_tray):
        return refuse(context, ruling, "not-sensed")
    if ruling.zone in context.state.board.dead:
        return refuse(context, ruling, "out-already")
    context.tell(ruling)
    context.set_board(dead=tuple(sorted({*context.state.board.dead, ruling.zone})))
    if context.state.phase is Phase.MOVING:
        _without_seats(context)
    return None


def _without_seats(context: TurnContext) -> None:
    """Treat the turn's dice as set by hand if all trays that hold them are out of order."""
    state = context.state
    thrown = [player for player in Player if player.value in state.throw.trays]
    read = [player for player in thrown if disabled_places.DICE[player] not in state.board.dead]
    if not read:
        context.set_throw(by_hand=True, dice_lie=False, disturbed="")
        contest.tell_by_hand(context)
    elif len(read) < len(thrown):
        # The turn has an opening die in each tray; from now on only the die in the working tray
        # must lie.
        context.set_throw(down=tuple(map(state.game.opening.of, read)))


def in_order(context: TurnContext, ruling: Ruling) -> Phase | None:
    """Use the sensors of a place or a dice tray again."""
    if ruling.zone not in context.state.board.dead:
        return refuse(context, ruling, "not-out")
    context.tell(ruling)
    context.set_board(dead=tuple(each for each in context.state.board.dead if each != ruling.zone))
    return None
