"""Actions for boards and turns, from the set-up to the end of a match.

Times are milliseconds of the board's clock.
"""

from dataclasses import replace
from functools import wraps

from companion.referee import (
    contest,
    dialog,
    facts,
    initial_state,
    inputs,
    menu,
    menu_questions,
    partner,
    throwing,
)
from companion.referee.board_facts import Setup
from companion.referee.state import Corrected, Phase, Throw, Topic, TurnState
from companion.referee.talk_facts import KeyAnswer
from companion.referee.transitions import Action, Followed, Result
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Placement, Player, Verdict
from companion.rules.vocabulary import NOTHING, ZONES

# --- set-up ------------------------------------------------------------------------------------


def _is_worth_announcing(context: TurnContext, seen: Placement) -> bool:
    """Return whether to announce a wrong set-up: the first one, or one that is nearly right."""
    if context.state.board.shown is None and not context.state.setup.named:
        return True
    if seen == context.state.board.shown:
        return False
    now = context.compare(seen)
    is_helpful = context.state.setup.guided or len(now.differences) <= contest.SMALL_DIFFERENCE
    pairs = zip(context.compare(context.seen).repairs[:1], now.repairs[:1], strict=False)
    # Two repairs are the same if they have the same kind and places.
    return is_helpful and all(replace(old, count=0) != replace(new, count=0) for old, new in pairs)


def compare_setup(context: TurnContext, stands: inputs.Stands) -> Result:
    """Begin or resume if the board shows the required position; otherwise report what differs.

    A board on which an open error has been corrected is accepted too.
    """
    state = context.state
    is_corrected = state.then is Phase.ERROR and context.is_legal(stands.seen, over=True)
    if context.is_typed or is_corrected or context.as_seen(stands.seen) in context.wanted:
        contest.set_up(context, stands.seen)
        context.set_board(shown=stands.seen, right=context.is_agreed(stands.seen))
        return Followed(stands, state.then) if is_corrected else state.then
    if stands.layouts:
        if state.has_begun:
            contest.tell_kept(context, context.compare(stands.seen))
        dialog.ask_both(context, Topic.LAYOUT, " ".join(stands.layouts[0]))
    elif stands.other:
        dialog.ask_both(context, Topic.GAME, stands.other)
    elif _is_worth_announcing(context, stands.seen):
        board = replace(context.compare(stands.seen), guided=state.setup.guided)
        contest.tell_kept(context, board)
        context.set_setup(named=context.now, reminded=0, wrong=True)
        context.tell(board)
    context.set_board(shown=stands.seen, right=False)
    return None


# --- the play ----------------------------------------------------------------------------------


def judge_play(context: TurnContext, stands: inputs.Stands) -> None:
    """Judge a settled board if it differs from the last judged one while the dice lie."""
    state = context.state
    board = context.as_seen(stands.seen)
    context.set_board(shown=stands.seen, right=board == context.on_board())
    if stands.dice_lie and not state.throw.by_hand:
        context.set_throw(dice_lie=True)
    if not stands.dice_lie or state.throw.disturbed:
        return
    if board != state.turn.judged:
        context.set_turn(judged=board)
        contest.tell_verdict(context, context.judge(stands.seen))
    if state.is_partners_turn and state.throw.wanted:
        partner.compare(context, is_new=board != state.turn.judged)


def enter_lines(context: TurnContext, typed: inputs.TypedLines) -> Followed:
    """Set the lines of moves of a typed table, and judge them."""
    context.set_throw(lines=typed.lines)
    return Followed(inputs.Stands(context.seen, dice_lie=True))


def die_turned(context: TurnContext, turned: inputs.DieTurned) -> None:
    """Report a turned die. The throw counts, but verdicts wait until the die is turned back."""
    disturbed = f"{turned.was}{turned.now}"
    if context.state.throw.disturbed != disturbed:
        context.set_throw(disturbed=disturbed)
        context.tell(facts.DieDisturbed(context.mover, turned.was, turned.now))


def dice_back(context: TurnContext, _back: inputs.DiceBack) -> None:
    """Store that the turn's dice lie in their trays, and report a die that was turned back."""
    if context.state.throw.disturbed:
        context.tell(facts.DieBack(context.mover, context.dice))
    context.set_throw(disturbed="", dice_lie=True)


def no_dice(context: TurnContext, _none: inputs.NoDice) -> None:
    """Treat missing dice as set by hand, so that `yes` ends the turn."""
    context.set_throw(by_hand=True, disturbed="")
    contest.tell_by_hand(context)


def done(context: TurnContext, answer: inputs.Says) -> None:
    """End a turn with dice set by hand at the mover's `yes`, once the board has settled."""
    state = context.state
    # At a typed table, a line ends the turn.
    by_yes = state.throw.by_hand and not state.evening.types_dice
    if state.is_partners_turn and answer.yes:
        partner.let_stand(context, answer)
    elif answer.yes and by_yes and answer.player is context.mover:
        context.set_throw(done=True)
    else:
        menu.answer_unasked(context, answer)


def end_turn(context: TurnContext, up: inputs.DiceUp) -> Result:
    """End the turn, legally or with an error, when the dice are picked up (E2, E3).

    If places are out of order and several legal ends fit, ask the mover which one was played.
    """
    state, player = context.state, context.mover
    is_partners = player is state.practice.partner
    if is_partners and not state.throw.done and partner.is_unfinished(context, up):
        return None
    if up.unwatched and not context.is_legal(up.seen, over=True):
        # The board may have been replaced or cleared while the power was off.
        no_dice(context, inputs.NoDice())
        return None
    if state.board.dead and menu_questions.ask_reading(context, up):
        return None
    dice, before = context.dice, context.before
    judgement = context.judge(up.seen, over=True)
    if judgement.verdict is not Verdict.LEGAL:
        judgement = _end_before(context, up) or judgement
    legal = judgement.verdict is Verdict.LEGAL
    verdict = Verdict.LEGAL if legal else Verdict.ILLEGAL
    context.set_board(shown=up.seen)
    context.set_turn(judged=context.as_seen(up.seen), correcting=None)
    reading = "" if legal else context.state.throw.reading
    context.set_throw(disturbed="", done=False, reading=reading)
    context.tell(facts.TurnEnds(player, dice, verdict, judgement.faults, judgement.reading, before))
    if legal:
        return _end_legally(context, judgement, player, up)
    return _open_error(context, judgement)


def _end_before(context: TurnContext, up: inputs.DiceUp) -> Judgement | None:
    """Return the legal end of a turn if the opponent threw and moved before the board settled.

    This is the last judged board if it is legal. Otherwise it is the legal end with the mover's
    pieces as they stand now, from which the opponent can reach the present board. Return None if
    there is no such end.
    """
    if not (up.has_thrown and up.other):
        return None
    last = context.judge(context.state.turn.judged or NOTHING, over=True)
    if last.verdict is Verdict.LEGAL:
        return last
    low, high = sorted(map(int, up.other))
    for end in context.rules.ends(*context.turn).positions:
        board = context.as_seen(context.rules.placement(end))
        if board.along(ZONES, context.mover) == up.seen.along(ZONES, context.mover):
            now = context.rules.judge(end, context.mover.other, (high, low), up.seen)
            if now.verdict is not Verdict.ILLEGAL:
                return context.judge(board, over=True)
    return None


def _end_legally(
    context: TurnContext, judgement: Judgement, player: Player, up: inputs.DiceUp
) -> Result:
    """Pass the turn to the next player after a legal end.

    A kept throw of the opponent counts while it lies in the tray.
    """
    kept = context.state.throw.kept
    phase = contest.enter_end(context, judgement, held=up.has_thrown)
    if kept is None or phase is not Phase.TO_THROW:
        return phase
    if judgement.again:
        context.tell(facts.RollVoid(player.other, "early", "kept"))
    elif sorted(up.other, reverse=True) == [str(die) for die in kept]:
        return Followed(throwing.counted(player.other, kept), phase)
    return phase


def _open_error(context: TurnContext, judgement: Judgement) -> Result:
    """Open an error, about which the opponent decides; an early throw is void (E4)."""
    player = context.mover
    # The practice partner demands the correction of every error.
    demanded = player.other is context.state.practice.partner
    context.set(asked=contest.still_asked(context.state))
    context.set_turn(faults=judgement.faults, must_correct=demanded)
    contest.tell_error(context, judgement)
    if context.state.throw.kept is not None:
        context.set_throw(kept=None)
        context.tell(facts.RollVoid(player.other, "early", "kept"))
    if context.is_typed and not context.acceptable(judgement):
        return Followed(inputs.CorrectionStarts(), Phase.ERROR)
    return Phase.ERROR


# --- the open error ----------------------------------------------------------------------------


def corrected(context: TurnContext, stands: inputs.Stands) -> Phase | None:
    """Close the error if the board shows a legal end before the opponent throws (E3)."""
    game, changed = context.state.game, context.state.board.shown != stands.seen
    context.set_board(shown=stands.seen, right=context.is_agreed(stands.seen))
    if changed:
        context.set_turn(correcting=context.as_seen(stands.seen))
    judgement = context.judge(stands.seen)
    if judgement.verdict is Verdict.LEGAL:
        player = context.mover
        last = Corrected(player, game, context.dice)
        context.tell(facts.ErrorClosed(player, "corrected", judgement.reading))
        phase = contest.enter_end(context, judgement)
        if phase is Phase.TO_THROW:
            context.set_turn(corrected=last)
        return phase
    if changed and context.is_typed:
        context.tell(dialog.left_to_play(context))
    elif changed and judgement.verdict is Verdict.ILLEGAL:
        context.tell(dialog.explanation(context, context.mover, judgement, "still"))
        context.set_setup(is_turn_unclear=False)
    return None


def start_correction(context: TurnContext, _starts: inputs.CorrectionStarts) -> Followed | None:
    """Require the correction at the first correcting move of a typed table."""
    return contest.require_correction(context, context.mover)


def answer_error(context: TurnContext, answer: inputs.Says) -> Followed | None:
    """Demand the correction at the opponent's `no`; refuse any other answer."""
    if not menu.demands_correction(context.state, answer):
        menu.answer_unasked(context, answer)
        return None
    if context.is_typed:
        return contest.require_correction(context, answer.player)
    context.set_turn(is_demanded=True)
    context.tell(KeyAnswer(answer.player, "demand"))
    return None


def before_throw(context: TurnContext, stands: inputs.Stands) -> Result:
    """Reopen a corrected turn if the board shows another legal end; otherwise only store the board.

    A player who moves pieces one by one may pass a legal end on the way (B4).
    """
    state, last = context.state, context.state.turn.corrected
    if last is not None and not stands.threw and not context.is_agreed(stands.seen):
        turn = TurnState(last.player, state.turn.number - 1)
        context.set(turn=turn, throw=Throw(last.dice), game=last.game)
        if context.is_legal(stands.seen, over=True):
            if state.setup.wrong:
                context.tell(Setup(ok=True))
            return Followed(stands, Phase.ERROR)
        context.state = state
    throwing.note_board(context, stands)
    return None


def accept_by_throw(context: TurnContext, threw: inputs.Threw) -> Result:
    """Accept the position when the opponent throws, if it may be accepted (E3)."""
    context.set_turn(one_die=None)
    if threw.player is context.mover:
        context.tell(facts.RollVoid(threw.player, "wrong-player"))
        return None
    phase = contest.accept(context, context.judge_ended(threw.seen))
    if phase is Phase.TO_THROW:
        return Followed(throwing.counted(threw.player, threw.dice), phase)
    return phase


def if_acceptable(action: Action) -> Action:
    """Wrap an action so that throws are void while the open error must be corrected."""

    @wraps(action)
    def act(context: TurnContext, threw: inputs.Thrown | inputs.OneDieGone) -> Result:
        waited_for = isinstance(threw, inputs.ThrewOne) and threw.player is not context.mover
        if waited_for or context.acceptable(context.judge_ended()):
            return action(context, threw)
        context.set_turn(one_die=None)
        context.tell(facts.RollVoid(threw.player, "board", "error"))
        return None

    return act


# --- the cube offer ----------------------------------------------------------------------------


def answer_double(context: TurnContext, answer: inputs.Says) -> Phase | None:
    """Let the opponent take or drop the cube; refuse an answer from the doubler (B6)."""
    doubler, before = context.mover, context.state
    if answer.player is doubler:
        menu.answer_unasked(context, answer)
        return None
    cube = before.game.cube
    if answer.yes:
        taken = cube.taken_by(answer.player)
        context.set_game(cube=taken)
        context.tell(facts.CubeAction(answer.player, "take", taken.value, taken.owner))
        contest.remember(context, before)
        context.set(prompted=-1)
        return Phase.TO_THROW
    context.tell(facts.CubeAction(answer.player, "drop", cube.value, cube.owner))
    return contest.end_game(context, doubler, context.game.kinds[0], "drop", cube.value)


# --- the pause ---------------------------------------------------------------------------------


def answer_pause(context: TurnContext, answer: inputs.Says) -> Phase | None:
    """Resume after a pause at `yes`; the board is compared first."""
    if answer.yes:
        context.state = initial_state.resume(context.state)
        return Phase.SETUP
    menu.answer_unasked(context, answer)
    return None


# --- after the match ---------------------------------------------------------------------------


def another_match(context: TurnContext, stands: inputs.Stands) -> Phase | None:
    """Begin another match of the same kind when the start position is set up after a match.

    At a typed table only the menu begins another match.
    """
    then, begins = context.state.then, not context.is_typed and context.is_agreed(stands.seen)
    if begins:
        contest.new_match(context)
        contest.set_up(context, stands.seen)
    elif stands.other:
        dialog.ask_both(context, Topic.GAME, stands.other)
    elif context.state.board.shown not in (None, stands.seen):
        # A set-up is in progress; missing pieces are announced later.
        context.set_setup(wrong=True)
    context.set_board(shown=stands.seen)
    return then if begins else None
