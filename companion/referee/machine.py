"""The referee's transition table: in each phase, what each input does and the phase it leads to.

1. Only this module changes the phase. `TurnContext.set` refuses to change it, and a test checks
that no other code does.
2. The key of a row is the phase and the kind of an input: its class, and `what` for a ruling. An
   answer has the row of its question (`QUESTIONS`) in every phase. An input without a row is
   refused: the player or referee hears the reason, and the state does not change. The exception is
   a `no` without a question, which opens the menu.
3. The action of a row adds facts, changes the rest of the state and returns the next phase, or None
   if the phase stays. It is a bug if the row does not list this phase.
4. An action may return a further input of a kind that the row lists. This input is looked up in the
new phase, so that each step is in the table.
5. An open question may change what an input means, see `menu_questions.interpret`. Outside this
   table, questions are opened and closed (`dialog.close_on_other_input`, `dialog.lapse`,
   `menu_questions.ask_for_dice`) and reminders are given (`reminders`). None of these functions
   changes the phase.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any, Final

from companion.referee import (
    contest,
    dialog,
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
from companion.referee.state import PLAYING, Phase, State
from companion.referee.transitions import GAME_ENDS, QUESTIONS, Followed, Row
from companion.referee.turn_context import TurnContext

Kind = type[inputs.Taken] | tuple[type[Ruling], str]
"""The kind of an input, which is the second part of a row's key, after the phase."""

_Rows = dict[tuple[Phase, Kind], Row]


class TransitionError(RuntimeError):
    """An action returned a phase or a further input that its row does not list."""


_SETUP, _OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED, _PAUSED, _OVER = Phase
_BUT_OVER: Final = tuple(phase for phase in Phase if phase is not _OVER)

_TURN_ENDS: Final = {_TO_THROW, *GAME_ENDS}

_THROWS: Final = (inputs.Threw, inputs.ThrewOne, inputs.Cocked)


def _rows(phases: Iterable[Phase], kinds: Iterable[Kind], row: Row) -> _Rows:
    """Return the same row for every pair of these phases and kinds of input."""
    return dict.fromkeys(product(phases, kinds), row)


def _rulings(phases: Iterable[Phase], what: str, *row: Any) -> _Rows:  # noqa: ANN401 - as in `Row`
    """Return the rows of a ruling in these phases; row -- the other fields of `Row`."""
    return _rows(phases, [(Ruling, what)], Row(*row))


TABLE: Final[_Rows] = {
    (_SETUP, inputs.Stands): Row(
        turn.compare_setup, {_OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED}, inputs.Stands
    ),
    **_rows([_SETUP], _THROWS, Row(throwing.refuse_for_board)),
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
    (_TO_THROW, inputs.Draws): Row(partner.draw, {_MOVING}),
    (_TO_THROW, inputs.Offers): Row(partner.offer, {_DOUBLED}),
    (_MOVING, inputs.Stands): Row(turn.judge_play),
    (_MOVING, inputs.DieTurned): Row(turn.die_turned),
    (_MOVING, inputs.DiceBack): Row(turn.dice_back),
    (_MOVING, inputs.TypedLines): Row(turn.enter_lines, followed_by=inputs.Stands),
    (_MOVING, inputs.DiceUp): Row(
        turn.end_turn, {_ERROR, *_TURN_ENDS}, (inputs.Counted, inputs.CorrectionStarts)
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
    (_DOUBLED, inputs.Stands): Row(throwing.note_board),
    (_DOUBLED, inputs.Says): Row(turn.answer_double, _TURN_ENDS),
    (_PAUSED, inputs.Stands): Row(throwing.note_board),
    (_PAUSED, inputs.Says): Row(turn.answer_pause, {_SETUP}),
    (_OVER, inputs.Stands): Row(turn.another_match, {_OPENING, _TO_THROW}),
    **_rows([_DOUBLED, _PAUSED, _OVER], _THROWS, Row(throwing.throw_too_early)),
    **_rows(Phase, [inputs.Asks], Row(dialog.answer_key)),
    **_rows(Phase, [inputs.Doubles], Row(dialog.double)),
    **_rows(Phase, [inputs.Cancels], Row(dialog.cancel_own)),
    **_rows(Phase, [inputs.Chooses], Row(menu.choose_by_name, followed_by=Ruling)),
    **_rows(
        Phase, [inputs.Lifted], Row(menu_questions.tell_pieces_at_lift, followed_by=inputs.Stands)
    ),
    **_rulings(_BUT_OVER, "position", rulings.set_position, {_SETUP}),
    **_rulings([_PAUSED], "position", rulings.set_position, {_PAUSED}),
    **_rulings(rulings.WITH_DICE, "dice", rulings.set_dice, {_MOVING}),
    **_rulings([_OPENING], "dice", rulings.set_dice, {_TO_THROW}, inputs.Counted),
    **_rulings([_OPENING], "opening", rulings.set_opening, {_TO_THROW}, inputs.Counted),
    **_rulings(_BUT_OVER, "award", rulings.award, GAME_ENDS),
    **_rulings(Phase, "undo", rulings.undo, {_SETUP}),
    **_rulings([_ERROR], "correct", rulings.correct, set(), inputs.Stands),
    **_rulings([_ERROR], "accept", rulings.accept, _TURN_ENDS),
    **_rulings([_SETUP, *PLAYING], "pause", rulings.pause, {_PAUSED}),
    **_rulings(_BUT_OVER, "adjourn", rulings.pause, {_PAUSED}),
    **_rulings(Phase, "new-game", contest.new_game, {_SETUP}),
    **_rulings(Phase, "other-game", menu_questions.choose_game),
    **_rulings(Phase, "stop", menu_questions.confirm_stop),
    **_rulings([_PAUSED], "go-on", rulings.go_on, {_SETUP}),
    **_rulings([_MOVING], "undo-throw", rulings.undo_throw, {_TO_THROW}),
    **_rulings([_OPENING, _TO_THROW, _MOVING], "undo-opening", rulings.undo_opening, {_OPENING}),
    **_rulings(Phase, "out-of-order", rulings.out_of_order),
    **_rulings(Phase, "in-order", rulings.in_order),
}
"""All transitions except those for answers, which are in `QUESTIONS`."""


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
    elif isinstance(given, inputs.Says):
        menu.answer_unasked(context, given)


def reopen(state: State) -> State:
    """Return the state of a resumed evening, in which the board is compared first.

    A question to the opponent stays open and is asked again.
    """
    again = replace(initial_state.resume(state), reopened=True)
    if state.phase is _OVER:
        return again
    return replace(again, phase=_SETUP, asked=contest.question_to_opponent(state) or again.asked)
