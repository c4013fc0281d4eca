"""The referee's transition table: in each phase, what each input does and the phase it leads to.

1. Only this module changes the phase. `TurnContext.set` refuses to, and a test looks for other
   places.
2. The key of a row is the phase and the kind of an input: its class, and `what` for a ruling. An
   answer has the row of its question (`QUESTIONS`) in every phase. An input without a row is
   refused: the player or referee is told the reason and the state stays. The exception is an
   unasked `no`, which opens the menu.
3. The action of a row adds facts, changes the rest of the state and returns the next phase, or None
   if the phase stays. A phase that is not in the row is an error of the program.
4. An action may return a further input, of a kind that the row lists. It is looked up in the new
   phase, so that each step is in the table.
5. An open question may change what an input means, see `menu_questions.interpret`. Outside this
   table, questions are opened and closed (`dialog.close_on_other_input`, `dialog.lapse`,
   `menu_questions.ask_for_dice`) and reminders are given (`reminders`). None of that changes the
   phase.
"""

from dataclasses import replace
from typing import Final

from companion.referee import (
    contest,
    dialog,
    game_requests,
    initial_state,
    inputs,
    menu,
    menu_questions,
    partner,
    rulings,
    throwing,
    turn,
)
from companion.referee.facts import Ruling
from companion.referee.state import Phase, State
from companion.referee.transitions import GAME_ENDS, QUESTIONS, Followed, Row
from companion.referee.turn_context import TurnContext

Kind = type[inputs.Taken] | tuple[type[Ruling], str]
"""The kind of an input: the second part of a row's key, after the phase."""


class TransitionError(RuntimeError):
    """An action returned a phase or a further input that its row does not list."""


_SETUP, _OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED, _PAUSED, _OVER = Phase
_BUT_OVER: Final = tuple(phase for phase in Phase if phase is not _OVER)

_TURN_ENDS: Final = {_TO_THROW, *GAME_ENDS}

TABLE: Final[dict[tuple[Phase, Kind], Row]] = {
    (_SETUP, inputs.Stands): Row(
        turn.compare_setup,
        {_OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED},
        inputs.Stands,
    ),
    (_SETUP, inputs.Threw): Row(throwing.throw_before_setup),
    (_SETUP, inputs.ThrewOne): Row(throwing.throw_before_setup),
    (_SETUP, inputs.Cocked): Row(throwing.throw_before_setup),
    (_OPENING, inputs.Stands): Row(throwing.note_board),
    (_OPENING, inputs.ThrewOne): Row(throwing.open_one, {_TO_THROW}, inputs.Counted),
    (_OPENING, inputs.ThrewOpening): Row(throwing.open_both, {_TO_THROW}, inputs.Counted),
    (_OPENING, inputs.Threw): Row(throwing.throw_too_early),
    (_OPENING, inputs.Cocked): Row(throwing.cocked),
    (_OPENING, inputs.Uncounted): Row(throwing.open_uncounted),
    (_TO_THROW, inputs.Stands): Row(turn.before_throw, {_ERROR}, inputs.Stands),
    (_TO_THROW, inputs.Threw): Row(throwing.throw, {_MOVING}),
    (_TO_THROW, inputs.Counted): Row(contest.roll, {_MOVING}),
    (_TO_THROW, inputs.ThrewOne): Row(throwing.throw_one),
    (_TO_THROW, inputs.OneDieGone): Row(throwing.one_die_gone),
    (_TO_THROW, inputs.Cocked): Row(throwing.cocked),
    (_TO_THROW, inputs.Uncounted): Row(throwing.uncounted),
    (_TO_THROW, inputs.Doubles): Row(dialog.double),
    (_TO_THROW, inputs.Draws): Row(partner.draw, {_MOVING}),
    (_TO_THROW, inputs.Offers): Row(partner.offer, {_DOUBLED}),
    (_MOVING, inputs.Stands): Row(turn.judge_play),
    (_MOVING, inputs.DieTurned): Row(turn.die_turned),
    (_MOVING, inputs.DiceBack): Row(turn.dice_back),
    (_MOVING, inputs.TypedLines): Row(turn.enter_lines, followed_by=inputs.Stands),
    (_MOVING, inputs.DiceUp): Row(
        turn.end_turn,
        {_ERROR, *_TURN_ENDS},
        (inputs.Counted, inputs.CorrectionStarts),
    ),
    (_MOVING, inputs.NoDice): Row(turn.no_dice),
    (_MOVING, inputs.Threw): Row(throwing.early_throw),
    (_MOVING, inputs.ThrewOne): Row(throwing.early_void),
    (_MOVING, inputs.Cocked): Row(throwing.early_void),
    (_MOVING, inputs.Says): Row(turn.done),
    (_MOVING, inputs.Names): Row(partner.name),
    (_ERROR, inputs.Stands): Row(turn.corrected, _TURN_ENDS),
    (_ERROR, inputs.TypedLines): Row(turn.enter_lines, followed_by=inputs.Stands),
    (_ERROR, inputs.CorrectionStarts): Row(turn.start_correction, followed_by=inputs.Stands),
    (_ERROR, inputs.Says): Row(turn.answer_error, followed_by=inputs.Stands),
    (_ERROR, inputs.Threw): Row(
        turn.if_acceptable(turn.accept_by_throw), _TURN_ENDS, inputs.Counted
    ),
    (_ERROR, inputs.ThrewOne): Row(turn.if_acceptable(throwing.throw_one)),
    (_ERROR, inputs.OneDieGone): Row(turn.if_acceptable(throwing.one_die_gone)),
    (_ERROR, inputs.Cocked): Row(turn.if_acceptable(throwing.cocked)),
    (_ERROR, inputs.Uncounted): Row(throwing.uncounted),
    (_ERROR, inputs.Doubles): Row(dialog.double),
    (_DOUBLED, inputs.Stands): Row(throwing.note_board),
    (_DOUBLED, inputs.Says): Row(turn.answer_double, _TURN_ENDS),
    (_PAUSED, inputs.Stands): Row(throwing.note_board),
    (_PAUSED, inputs.Says): Row(turn.answer_pause, {_SETUP}),
    (_OVER, inputs.Stands): Row(turn.another_match, {_OPENING, _TO_THROW}),
    **{
        (phase, threw): Row(throwing.throw_too_early)
        for phase in (_DOUBLED, _PAUSED, _OVER)
        for threw in (inputs.Threw, inputs.ThrewOne, inputs.Cocked)
    },
    **{(phase, inputs.Asks): Row(dialog.answer_key) for phase in Phase},
    **{(phase, inputs.Cancels): Row(dialog.cancel_own) for phase in Phase},
    **{
        (phase, inputs.Lifted): Row(menu_questions.tell_pieces_at_lift, followed_by=inputs.Stands)
        for phase in Phase
    },
    # Rulings.
    **{
        (phase, (Ruling, "position")): Row(
            rulings.set_position, {_PAUSED if phase is _PAUSED else _SETUP}
        )
        for phase in _BUT_OVER
    },
    **{(phase, (Ruling, "dice")): Row(rulings.set_dice, {_MOVING}) for phase in rulings.WITH_DICE},
    (_OPENING, (Ruling, "dice")): Row(rulings.set_dice, {_TO_THROW}, inputs.Counted),
    (_OPENING, (Ruling, "opening")): Row(rulings.set_opening, {_TO_THROW}, inputs.Counted),
    **{(phase, (Ruling, "award")): Row(rulings.award, GAME_ENDS) for phase in _BUT_OVER},
    **{(phase, (Ruling, "undo")): Row(rulings.undo, {_SETUP}) for phase in Phase},
    (_ERROR, (Ruling, "correct")): Row(rulings.correct, followed_by=inputs.Stands),
    (_ERROR, (Ruling, "accept")): Row(rulings.accept, _TURN_ENDS),
    **{
        (phase, (Ruling, what)): Row(rulings.pause, {_PAUSED})
        for phase in _BUT_OVER
        for what in ("pause", "adjourn")
        if (phase, what) != (_PAUSED, "pause")
    },
    **{(phase, (Ruling, "new-game")): Row(contest.new_game, {_SETUP}) for phase in Phase},
    **{(phase, (Ruling, "other-game")): Row(game_requests.choose_game) for phase in Phase},
    **{(phase, (Ruling, "stop")): Row(game_requests.confirm_stop) for phase in Phase},
    (_PAUSED, (Ruling, "go-on")): Row(rulings.go_on, {_SETUP}),
    (_MOVING, (Ruling, "undo-throw")): Row(rulings.undo_throw, {_TO_THROW}),
    **{
        (phase, (Ruling, "undo-opening")): Row(rulings.undo_opening, {_OPENING})
        for phase in (_OPENING, _TO_THROW, _MOVING)
    },
    **{(phase, (Ruling, "out-of-order")): Row(rulings.out_of_order) for phase in Phase},
    **{(phase, (Ruling, "in-order")): Row(rulings.in_order) for phase in Phase},
}
"""Every transition, except those of answers, which are in `QUESTIONS`."""


def kind_of(given: inputs.Taken) -> Kind:
    """Return the kind of an input, which is part of its row's key."""
    return (Ruling, given.what) if isinstance(given, Ruling) else type(given)


def row_of(phase: Phase, given: inputs.Taken) -> Row | None:
    """Return the row of an input in a phase, or None; an answer has the row of its question."""
    if isinstance(given, inputs.Answer):
        return QUESTIONS[given.topic]
    return TABLE.get((phase, kind_of(given)))


def take(context: TurnContext, given: inputs.Input) -> bool:
    """Process one input. Return whether the phase has a row for it."""
    asked = context.state.asked
    return _step(
        context, given if asked is None else menu_questions.interpret(context, given, asked)
    )


def _step(context: TurnContext, given: inputs.Taken) -> bool:
    row = row_of(context.state.phase, given)
    if row is None:
        _refuse(context, given)
        return False
    following = act(context, row, given)
    if following is not None:
        _step(context, following)
    return True


def act(context: TurnContext, row: Row, given: inputs.Taken) -> inputs.Taken | None:
    """Run the action of a row and set the phase. Return the input to process next, or None.

    Raises `TransitionError`.
    """
    phase, result, following = context.state.phase, row.action(context, given), None
    if isinstance(result, Followed):
        following, result = result
        if not isinstance(following, row.followed_by):
            raise TransitionError(f"{following} may not follow {given}.")
    if result is not None and result not in row.leads_to:
        raise TransitionError(f"{type(given).__name__} may not lead from {phase} to {result}.")
    context.state = replace(context.state, phase=result or phase)
    return following


def _refuse(context: TurnContext, given: inputs.Taken) -> None:
    if isinstance(given, Ruling):
        phase, later = context.state.phase, context.state.phase_of_game
        waits = phase is not later and row_of(later, given) is not None
        rulings.refuse(context, given, rulings.refusal_code(phase, given.what, waits=waits))
    else:
        menu.refuse(context, given)


def reopen(state: State) -> State:
    """Return the state of a resumed evening, which begins by comparing the board.

    A question to the opponent stays open and is asked again.
    """
    again = replace(initial_state.resume(state), reopened=True)
    if state.phase is _OVER:
        return again
    return replace(again, phase=_SETUP, asked=contest.question_to_opponent(state) or again.asked)
