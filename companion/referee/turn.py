"""Actions for boards and turns, from the set-up to the end of a match.

Times are milliseconds of the board's clock.
"""

from dataclasses import replace
from functools import wraps

from companion.referee import (
    contest,
    dialog,
    facts,
    game_requests,
    initial_state,
    inputs,
    menu,
    menu_questions,
    partner,
    throwing,
)
from companion.referee.board_facts import Setup
from companion.referee.outcomes import Action, Followed, Outcome, Result
from companion.referee.state import Corrected, Phase, State, Throw, TurnState
from companion.referee.talk_facts import KeyAnswer
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Placement, Player, Verdict
from companion.rules.vocabulary import NOTHING

# --- set-up ------------------------------------------------------------------------------------


def compare_setup(table: TurnContext, seen: inputs.Stands) -> Outcome | Followed:
    """Begin or resume if the board shows the required position; otherwise report what differs.

    A board on which an open error has been corrected is accepted too.
    """
    state = table.state
    is_corrected = (
        state.then is Phase.ERROR and table.judge(seen.seen, over=True).verdict is Verdict.LEGAL
    )
    if table.is_typed or is_corrected or table.as_seen(seen.seen) in table.wanted:
        contest.set_up(table, seen.seen)
        table.set_board(shown=seen.seen, right=table.is_agreed(seen.seen))
        return Followed(Outcome.SET_UP, seen) if is_corrected else Outcome.SET_UP
    if seen.layouts:
        if state.has_begun:
            contest.tell_kept(table, table.compare(seen.seen))
        dialog.offer_layout(table, seen.layouts[0])
    elif seen.other:
        game_requests.offer(table, seen.other)
    elif contest.worth_saying(table, seen.seen):
        board = replace(table.compare(seen.seen), guided=state.setup.guided)
        contest.tell_kept(table, board)
        table.set_setup(named=table.now, reminded=0, wrong=True)
        table.tell(board)
    table.set_board(shown=seen.seen, right=False)
    return Outcome.STAYS


# --- the play ----------------------------------------------------------------------------------


def judge_play(table: TurnContext, seen: inputs.Stands) -> None:
    """Judge a settled board if it differs from the last one judged and the dice lie."""
    state = table.state
    board = table.as_seen(seen.seen)
    table.set_board(shown=seen.seen, right=board == table.on_board())
    if seen.dice_lie and not state.throw.by_hand:
        table.set_throw(dice_lie=True)
    if not seen.dice_lie or state.throw.disturbed:
        return
    if board != state.turn.judged:
        _judge(table, seen, board)
    partner.compare(table, anew=board != state.turn.judged)


def _judge(table: TurnContext, seen: inputs.Stands, board: Placement) -> None:
    judgement = table.judge(seen.seen)
    table.set_turn(judged=board)
    nothing = judgement.verdict is Verdict.LEGAL and board == table.on_board()
    contest.tell_verdict(table, judgement, nothing_to_play=nothing)


def enter_lines(table: TurnContext, typed: inputs.TypedLines) -> Followed:
    """Set the lines of moves of a typed table, and judge them."""
    table.set_throw(lines=typed.lines)
    return Followed(Outcome.STAYS, inputs.Stands(table.seen, dice_lie=True))


def die_turned(table: TurnContext, turned: inputs.DieTurned) -> None:
    """Report a turned die. The throw stands, and verdicts wait until the die is turned back."""
    disturbed = f"{turned.was}{turned.now}"
    if table.state.throw.disturbed != disturbed:
        table.set_throw(disturbed=disturbed)
        table.tell(facts.DieDisturbed(table.mover, turned.was, turned.now))


def dice_back(table: TurnContext, _back: inputs.DiceBack) -> None:
    """Note that the dice lie as thrown, or that dice set by hand can be lifted."""
    if table.state.throw.disturbed:
        table.tell(facts.DieBack(table.mover, table.dice))
    table.set_throw(disturbed="", dice_lie=True)


def no_dice(table: TurnContext, _none: inputs.NoDice) -> None:
    """Treat missing dice as set by hand, so that `yes` ends the turn."""
    table.set_throw(by_hand=True, disturbed="")
    contest.tell_by_hand(table)


def done(table: TurnContext, answer: inputs.Says) -> None:
    """End a turn with dice set by hand at the mover's `yes`, once the board has settled."""
    if table.state.partners and answer.yes:
        partner.let_stand(table, answer)
    elif _ends_by_yes(table.state, answer):
        table.set_throw(done=True)
    else:
        menu.refuse(table, answer)


def _ends_by_yes(state: State, answer: inputs.Says) -> bool:
    """Return whether a `yes` ends the turn; at a typed table an empty line does."""
    mine = answer.player is state.turn.player
    return answer.yes and mine and state.throw.by_hand and not state.evening.types_dice


def end_turn(table: TurnContext, up: inputs.DiceUp) -> Outcome | Followed:
    """End the turn, legally or with an error, when the dice are picked up (E2, E3).

    If places are out of order and several legal ends fit, ask the mover which is his.
    """
    if partner.goes_on(table, up):
        return Outcome.STAYS
    if up.unwatched and table.judge(up.seen, over=True).verdict is not Verdict.LEGAL:
        # The board may have been replaced or cleared while the power was off.
        no_dice(table, inputs.NoDice())
        return Outcome.STAYS
    if menu_questions.ask_reading(table, up):
        return Outcome.STAYS
    player, dice, before = table.mover, table.dice, table.before
    judgement = table.judge(up.seen, over=True)
    if judgement.verdict is not Verdict.LEGAL:
        judgement = _end_before(table, up) or judgement
    legal = judgement.verdict is Verdict.LEGAL
    verdict = Verdict.LEGAL if legal else Verdict.ILLEGAL
    table.set_board(shown=up.seen)
    table.set_turn(judged=table.as_seen(up.seen), correcting=None)
    table.set_throw(disturbed="", done=False, reading="" if legal else table.state.throw.reading)
    table.tell(facts.TurnEnds(player, dice, verdict, judgement.faults, judgement.reading, before))
    return _end_legally(table, judgement, up.other) if legal else _open_error(table, judgement)


def _end_before(table: TurnContext, up: inputs.DiceUp) -> Judgement | None:
    """Return the legal end of a turn after which the opponent threw and moved at once, or None.

    No board settled in between. The end is the board judged last if that is legal; otherwise the
    legal end with the mover's pieces as they are now, from which the opponent's throw leads to the
    present board.
    """
    if not up.hurried:
        return None
    last = table.judge(table.state.turn.judged or NOTHING, over=True)
    if last.verdict is Verdict.LEGAL:
        return last
    low, high = sorted(map(int, up.other))
    for end in table.rules.ends(table.agreed, table.mover, table.dice).positions:
        board = table.as_seen(table.rules.placement(end))
        if _pieces(board, table.mover) == _pieces(up.seen, table.mover):
            now = table.rules.judge(end, table.mover.other, (high, low), up.seen)
            if now.verdict is not Verdict.ILLEGAL:
                return table.judge(board, over=True)
    return None


def _pieces(board: Placement, player: Player) -> tuple[int, ...]:
    """Return the number of a player's pieces in each zone."""
    return tuple(pile.of(player) for pile in board.piles)


def _end_legally(table: TurnContext, judgement: Judgement, other: str) -> Outcome | Followed:
    """Pass the turn to the next player after a legal end.

    other -- the faces in the opponent's tray: a kept throw counts while it lies there.
    """
    player, kept = table.mover, table.state.throw.kept
    ended = _enter_end(table, judgement)
    if ended is not None:
        return ended
    if kept is not None and judgement.again:
        table.tell(facts.RollVoid(player.other, "early", "kept"))
    if judgement.again:
        return Outcome.AGAIN
    if kept is not None and sorted(other, reverse=True) == [str(die) for die in kept]:
        return Followed(Outcome.LEGAL, throwing.counted(player.other, kept))
    return Outcome.LEGAL


def _enter_end(table: TurnContext, judgement: Judgement) -> Outcome | None:
    """Make a legal end the agreed position. Return None if the game continues."""
    player = table.mover
    table.set(back=None)
    contest.commit_position(table, judgement.reading)
    ended = contest.game_over(table)
    if ended is None:
        contest.begin_turn(table, player if judgement.again else player.other)
    return ended


def _open_error(table: TurnContext, judgement: Judgement) -> Outcome | Followed:
    """Open an error, which the opponent decides on; his early throw becomes void (E4)."""
    player = table.mover
    # The practice partner demands the correction of every error.
    demanded = player.other is table.state.practice.partner
    table.set(asked=contest.still_asked(table.state))
    table.set_turn(faults=judgement.faults, must_correct=demanded)
    contest.tell_error(table, judgement)
    if table.state.throw.kept is not None:
        table.set_throw(kept=None)
        table.tell(facts.RollVoid(player.other, "early", "kept"))
    if table.is_typed and not table.acceptable(judgement):
        return Followed(Outcome.WRONG, inputs.CorrectionStarts())
    return Outcome.WRONG


# --- the open error ----------------------------------------------------------------------------


def corrected(table: TurnContext, seen: inputs.Stands) -> Outcome:
    """Close the error if a legal end settles before the opponent throws (E3)."""
    game, changed = table.state.game, table.state.board.shown != seen.seen
    table.set_board(shown=seen.seen, right=table.is_agreed(seen.seen))
    if changed:
        table.set_turn(correcting=table.as_seen(seen.seen))
    judgement = table.judge(seen.seen)
    if judgement.verdict is Verdict.LEGAL:
        last = Corrected(table.mover, game, table.dice)
        table.tell(facts.ErrorClosed(table.mover, "corrected", judgement.reading))
        ended = _enter_end(table, judgement)
        if ended is None:
            table.set_turn(corrected=last)
        return ended or Outcome.CORRECTED
    if changed and table.is_typed:
        table.tell(dialog.left_to_play(table))
    elif changed and judgement.verdict is Verdict.ILLEGAL:
        table.tell(dialog.why(table, table.mover, judgement, "still"))
    return Outcome.STAYS


def start_correction(table: TurnContext, _starts: inputs.CorrectionStarts) -> Followed | None:
    """Require the correction at the first correcting move of a typed table."""
    return contest.require_correction(table, table.mover)


def answer_error(table: TurnContext, answer: inputs.Says) -> Followed | None:
    """Demand the correction at the opponent's `no`; refuse any other answer."""
    if not menu.demands_correction(table.state, answer):
        menu.refuse(table, answer)
        return None
    if not table.is_typed:
        table.tell(KeyAnswer(answer.player, "demand"))
    elif table.state.turn.must_correct:
        table.tell(dialog.left_to_play(table))
    else:
        return contest.require_correction(table, answer.player)
    return None


def before_throw(table: TurnContext, seen: inputs.Stands) -> Outcome | Followed:
    """Reopen a corrected turn if the board shows another legal end; otherwise note the board.

    A player who moves pieces one by one may pass a legal end on the way (B4).
    """
    state, last = table.state, table.state.turn.corrected
    if last is not None and not seen.threw and not table.is_agreed(seen.seen):
        turn = TurnState(last.player, state.turn.number - 1)
        table.set(turn=turn, throw=Throw(last.dice), game=last.game)
        if table.judge(seen.seen, over=True).verdict is Verdict.LEGAL:
            if state.setup.wrong:
                table.tell(Setup(ok=True))
            return Followed(Outcome.REOPENED, seen)
        table.state = state
    throwing.note_board(table, seen)
    return Outcome.STAYS


def accept_by_throw(table: TurnContext, threw: inputs.Threw) -> Outcome | Followed:
    """Accept the position when the opponent throws, if it may be accepted (E3)."""
    table.set_turn(one_die=None)
    if threw.player is table.mover:
        table.tell(facts.RollVoid(threw.player, "wrong-player"))
        return Outcome.STAYS
    outcome = contest.accept(table, table.judge_ended(threw.seen))
    if outcome is Outcome.ACCEPTED:
        return Followed(outcome, throwing.counted(threw.player, threw.dice))
    return outcome


def if_acceptable(action: Action) -> Action:
    """Wrap an action so that throws are void while the open error must be corrected."""

    @wraps(action)
    def act(
        table: TurnContext,
        threw: inputs.Threw | inputs.ThrewOne | inputs.Cocked | inputs.OneDieGone,
    ) -> Result:
        waited_for = isinstance(threw, inputs.ThrewOne) and threw.player is not table.mover
        if waited_for or table.acceptable(table.judge_ended()):
            return action(table, threw)
        table.set_turn(one_die=None)
        table.tell(facts.RollVoid(threw.player, "board", "error"))
        return Outcome.STAYS

    return act


# --- the cube offer ----------------------------------------------------------------------------


def answer_double(table: TurnContext, answer: inputs.Says) -> Outcome:
    """Let the opponent take or drop the cube; refuse the doubler's answer (B6)."""
    doubler, before = table.mover, table.state
    if answer.player is doubler:
        menu.refuse(table, answer)
        return Outcome.STAYS
    cube = before.game.cube
    if answer.yes:
        taken = cube.taken_by(answer.player)
        table.set_game(cube=taken)
        table.tell(facts.CubeAction(answer.player, "take", taken.value, taken.owner))
        contest.remember(table, before)
        table.set(prompted=-1)
        return Outcome.TAKEN
    table.tell(facts.CubeAction(answer.player, "drop", cube.value, cube.owner))
    ended = contest.end_game(table, doubler, table.rules.game.kinds[0], "drop", cube.value)
    contest.remember(table, before)
    return ended


# --- rest --------------------------------------------------------------------------------------


def answer_pause(table: TurnContext, answer: inputs.Says) -> Outcome:
    """Resume after a pause at `yes`; the board is compared first."""
    if answer.yes:
        table.state = initial_state.resume(table.state)
        return Outcome.RESUMED
    menu.refuse(table, answer)
    return Outcome.STAYS


# --- after the match ---------------------------------------------------------------------------


def another_match(table: TurnContext, seen: inputs.Stands) -> Outcome:
    """Begin another match of the same kind when the start position is set up after a match.

    At a typed table only the menu does so.
    """
    begins = not table.state.evening.typed and table.is_agreed(seen.seen)
    if begins:
        contest.new_match(table)
        contest.set_up(table, seen.seen)
    elif seen.other:
        game_requests.offer(table, seen.other)
    elif table.state.board.shown not in (None, seen.seen):
        # A set-up is in progress; missing pieces are announced later.
        table.set_setup(wrong=True)
    table.set_board(shown=seen.seen)
    return Outcome.NEW_MATCH if begins else Outcome.STAYS
