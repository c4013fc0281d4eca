"""Actions for the practice partner: the companion plays, and a person moves its pieces.

What the partner must do follows from the state, so a restart changes nothing. `companion.practice`
chooses the plays and draws the dice. The partner's turn ends when a player picks up its dice after
making its play. With drawn dice the turn ends as soon as the play is made.
"""

from dataclasses import dataclass

from companion.board.repair import repairs
from companion.referee import contest, dialog, disabled_places, menu
from companion.referee.cube import may_double
from companion.referee.facts import PlayDiffers, Roll
from companion.referee.inputs import Counted, DiceUp, Draws, Names, Offers, Says
from companion.referee.state import Asked, Phase, State
from companion.referee.talk_facts import KeyAnswer
from companion.referee.transitions import QUESTIONS
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player, Rules, Verdict


@dataclass(frozen=True, slots=True)
class Due:
    """What the partner has to do: `die`, `cube`, `throw`, `play`, `take` or `answer`.

    For `cube` it decides whether to double and, if its dice are drawn, then throws. A change of
    another field means that a new action is due.
    """

    what: str
    game: int
    turn: int
    dice: tuple[int, int] | None
    asked: Asked | None


def due(rules: Rules, state: State) -> Due | None:
    """Return what the partner has to do now, or None."""
    partner, asked = state.practice.partner, state.asked
    what = ""
    if partner is None:
        return None
    if asked is not None and asked.player is partner and QUESTIONS[asked.topic].asks_opponent:
        what = "answer"  # a person answers other questions with the partner's keys
    elif state.phase is Phase.DOUBLED:
        what = "" if state.is_partners_turn else "take"
    elif state.phase is Phase.MOVING:
        what = "play" if state.is_partners_turn and not state.throw.wanted else ""
    elif asked is None:
        what = _before_throw(rules, state, partner)
    return (
        Due(what, state.match.number, state.turn.number, state.throw.dice, asked) if what else None
    )


def _before_throw(rules: Rules, state: State, partner: Player) -> str:
    """Return what the partner has to do before its throw, or "".

    The partner does not double after one of its dice was thrown (B6).
    """
    if state.turn.one_die is not partner and may_double(rules, state, partner):
        return "cube"
    if not state.practice.simulated:
        return ""
    if state.phase is Phase.OPENING:
        return "" if state.game.opening.of(partner) else "die"
    return "throw" if state.phase is Phase.TO_THROW and state.is_partners_turn else ""


# --- its actions -------------------------------------------------------------------------------


def draw(context: TurnContext, drawn: Draws) -> Phase | None:
    """Enter the dice that the partner drew."""
    if not context.state.is_partners_turn:
        return None
    thrown = Roll(context.mover, drawn.dice, by_hand=True, simulated=True)
    return contest.roll(context, Counted(thrown, context.mover.value))


def offer(context: TurnContext, _offers: Offers) -> Phase | None:
    """Offer the cube for the partner, if it may double (B6)."""
    if context.state.is_partners_turn and may_double(context.rules, context.state, context.mover):
        return dialog.offer(context, context.mover)
    return None


def name(context: TurnContext, named: Names) -> None:
    """Enter and report the play to be made for the partner."""
    if not context.state.is_partners_turn:
        return
    context.set_throw(wanted=context.rules.parse(named.end))
    unseen = disabled_places.places(context)
    context.set_throw(reading=disabled_places.contents(_board(context), unseen))
    contest.name_play(context)


# --- its play on the board ---------------------------------------------------------------------


def compare(context: TurnContext, *, is_new: bool) -> None:
    """Compare the board with the named play; is_new -- whether this board was not compared before.

    With drawn dice the turn is over as soon as the play was made.
    """
    if is_made(context, context.seen):
        context.set_throw(done=context.state.throw.by_hand)
    elif is_new and context.is_legal(context.seen):
        context.tell(_differs(context, legal=True))


def is_unfinished(context: TurnContext, up: DiceUp) -> bool:
    """Return whether the partner's turn continues because its play was not made."""
    state = context.state
    judged = state.turn.judged if up.has_thrown else None
    if state.throw.wanted and (is_made(context, up.seen) or judged == _board(context)):
        return False
    context.set_throw(by_hand=True, dice_lie=False, disturbed="")
    context.set_board(shown=up.seen)
    if state.throw.wanted:
        context.tell(_differs(context, legal=context.is_legal(up.seen)))
    return True


def let_stand(context: TurnContext, answer: Says) -> None:
    """Accept another legal play for the partner at `yes`."""
    judgement = context.judge(context.seen)
    if not context.state.throw.wanted or is_made(context, context.seen):
        menu.answer_unasked(context, answer)
    elif judgement.verdict is not Verdict.LEGAL:
        context.tell(_differs(context, legal=False))
    else:
        end = context.rules.parse(judgement.reading)
        context.set_throw(wanted=end, done=context.state.throw.by_hand)
        context.tell(KeyAnswer(answer.player, "let-stand"))


def is_made(context: TurnContext, seen: Placement) -> bool:
    """Return whether the board shows the end of the partner's play."""
    return context.as_seen(seen) == _board(context)


def remind(context: TurnContext) -> None:
    """Report the partner's play again, or the rest of it."""
    if context.state.board.right:
        contest.name_play(context)
    else:
        context.tell(_differs(context, legal=context.is_legal(context.seen)))


def _board(context: TurnContext) -> Placement:
    """Return the end of the partner's play as a board shows it."""
    return context.as_seen(context.rules.placement(context.state.throw.wanted or context.agreed))


def _differs(context: TurnContext, *, legal: bool) -> PlayDiffers:
    steps = repairs(_board(context), context.as_seen(context.seen))
    return PlayDiffers(context.mover, legal, steps)
