"""The referee's machine: in each phase, what each input does and which phase it leads to.

1. Only this module writes the phase: `TurnContext.set` refuses it, and a test looks for it in the
   other modules of the room.
2. A row of the table is found by the phase and the kind of an input: its class, and its kind for a
   ruling. An answer has the row of its question (`questions`) in every phase. Where there is no
   row the input is refused: the state stays, who pressed the key or ruled is told so, and `no`
   opens the menu.
3. The action of a row tells facts, changes the rest of the state and returns an outcome; the row
   says where each of its outcomes leads. An action that returns None leaves the phase as it is,
   as does `Outcome.STAYS`. An outcome that is not in the row is an error of the program.
4. An action may return a further input, of the kind that the row says. It is looked up in the
   phase that was reached, so that each step is in the table.
5. After a set-up the game goes on in the phase kept in `State.then`; the row names all phases that
   may be kept there.
6. An open question may change what an input means, see `menu.as_meant`. Outside this table
   questions are opened and closed and reminders given (`dialog.leave`, `dialog.lapse`,
   `menu.ask_for_dice`, `reminders`); none of that moves the evening to another phase.
"""

from dataclasses import replace
from typing import Final

from companion.referee import (
    contest,
    dialog,
    game_requests,
    initial_state,
    menu,
    partner,
    rulings,
    throwing,
    turn,
)
from companion.referee.facts import Ruling
from companion.referee.inputs import (
    Answer,
    Asks,
    Cocked,
    CorrectionStarts,
    Counted,
    DiceBack,
    DiceUp,
    DieTurned,
    Doubles,
    Draws,
    Input,
    Lifted,
    Names,
    NoDice,
    Offers,
    OneDieGone,
    Says,
    Stands,
    Taken,
    Threw,
    ThrewOne,
    ThrewOpening,
    TypedLines,
    Uncounted,
)
from companion.referee.outcomes import QUESTIONS, RESULT, UNDONE, Outcome, Row, Targets
from companion.referee.state import Phase, State
from companion.referee.turn_context import TurnContext

Kind = type[Taken] | tuple[type[Ruling], str]
"""The second part of a row's key, after the phase."""

_SETUP, _OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED, _PAUSED, _OVER = Phase
_BUT_OVER: Final = tuple(phase for phase in Phase if phase is not _OVER)

_PLAYED: Final[Targets] = {**RESULT, Outcome.EXERCISE_OVER: _SETUP}
_ACCEPTED: Final[Targets] = {Outcome.ACCEPTED: _TO_THROW, **_PLAYED}
_OPENED: Final[Targets] = {Outcome.OPENED: _TO_THROW}
_THROWN: Final[Targets] = {Outcome.THROWN: _MOVING}
_LEGAL: Final[Targets] = {Outcome.LEGAL: _TO_THROW, Outcome.AGAIN: _TO_THROW}
_RESUMED: Final[Targets] = {Outcome.RESUMED: _SETUP}
_OPENING_AGAIN: Final[Targets] = {Outcome.OPENING_AGAIN: _OPENING}

TABLE: Final[dict[tuple[Phase, Kind], Row]] = {
    (_SETUP, Stands): Row(
        turn.compare_setup,
        {Outcome.SET_UP: frozenset({_OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED})},
        Stands,
    ),
    (_SETUP, Threw): Row(turn.throw_before_setup),
    (_SETUP, ThrewOne): Row(turn.throw_before_setup),
    (_SETUP, Cocked): Row(turn.throw_before_setup),
    (_OPENING, Stands): Row(throwing.note_board),
    (_OPENING, ThrewOne): Row(throwing.open_one, _OPENED, Counted),
    (_OPENING, ThrewOpening): Row(throwing.open_both, _OPENED, Counted),
    (_OPENING, Threw): Row(throwing.open_two),
    (_OPENING, Cocked): Row(throwing.open_cocked),
    (_OPENING, Uncounted): Row(throwing.open_uncounted),
    (_TO_THROW, Stands): Row(turn.before_throw, {Outcome.REOPENED: _ERROR}, Stands),
    (_TO_THROW, Threw): Row(throwing.throw, _THROWN),
    (_TO_THROW, Counted): Row(contest.roll, _THROWN),
    (_TO_THROW, ThrewOne): Row(throwing.throw_one),
    (_TO_THROW, OneDieGone): Row(throwing.one_die_gone),
    (_TO_THROW, Cocked): Row(throwing.cocked),
    (_TO_THROW, Uncounted): Row(throwing.uncounted),
    (_TO_THROW, Doubles): Row(dialog.double),
    (_TO_THROW, Draws): Row(partner.draw, _THROWN),
    (_TO_THROW, Offers): Row(partner.offer, {Outcome.OFFERED: _DOUBLED}),
    (_MOVING, Stands): Row(turn.judge_play),
    (_MOVING, DieTurned): Row(turn.die_turned),
    (_MOVING, DiceBack): Row(turn.dice_back),
    (_MOVING, TypedLines): Row(turn.enter_lines, followed_by=Stands),
    (_MOVING, DiceUp): Row(
        turn.end_turn,
        {**_LEGAL, Outcome.WRONG: _ERROR, **_PLAYED},
        (Counted, CorrectionStarts),
    ),
    (_MOVING, NoDice): Row(turn.no_dice),
    (_MOVING, Threw): Row(turn.early_throw),
    (_MOVING, ThrewOne): Row(turn.early_void),
    (_MOVING, Cocked): Row(turn.early_void),
    (_MOVING, Says): Row(turn.done),
    (_MOVING, Names): Row(partner.name),
    (_ERROR, Stands): Row(turn.corrected, {Outcome.CORRECTED: _TO_THROW, **_PLAYED}),
    (_ERROR, TypedLines): Row(turn.enter_lines, followed_by=Stands),
    (_ERROR, CorrectionStarts): Row(turn.start_correction, followed_by=Stands),
    (_ERROR, Says): Row(turn.answer_error, followed_by=Stands),
    (_ERROR, Threw): Row(turn.if_acceptable(turn.accept_by_throw), _ACCEPTED, Counted),
    (_ERROR, ThrewOne): Row(turn.if_acceptable(throwing.throw_one)),
    (_ERROR, OneDieGone): Row(turn.if_acceptable(throwing.one_die_gone)),
    (_ERROR, Cocked): Row(turn.if_acceptable(throwing.cocked)),
    (_ERROR, Uncounted): Row(throwing.uncounted),
    (_ERROR, Doubles): Row(dialog.double),
    (_DOUBLED, Stands): Row(throwing.note_board),
    (_DOUBLED, Says): Row(turn.answer_double, {Outcome.TAKEN: _TO_THROW, **RESULT}),
    (_PAUSED, Stands): Row(throwing.note_board),
    (_PAUSED, Says): Row(turn.answer_pause, _RESUMED),
    (_OVER, Stands): Row(turn.another_match, {Outcome.NEW_MATCH: frozenset({_OPENING, _TO_THROW})}),
    **{
        (phase, threw): Row(turn.throw_at_rest)
        for phase in (_DOUBLED, _PAUSED, _OVER)
        for threw in (Threw, ThrewOne, Cocked)
    },
    **{(phase, Asks): Row(dialog.ask) for phase in Phase},
    **{(phase, Lifted): Row(menu.tell_what_stood, followed_by=Stands) for phase in Phase},
    # Rulings.
    **{
        (phase, (Ruling, "position")): Row(
            rulings.set_position, {Outcome.PLACED: _PAUSED if phase is _PAUSED else _SETUP}
        )
        for phase in _BUT_OVER
    },
    **{(phase, (Ruling, "dice")): Row(rulings.set_dice, _THROWN) for phase in rulings.WITH_DICE},
    (_OPENING, (Ruling, "dice")): Row(rulings.set_dice, _OPENED, Counted),
    (_OPENING, (Ruling, "opening")): Row(rulings.set_opening, _OPENED, Counted),
    **{(phase, (Ruling, "award")): Row(rulings.award, RESULT) for phase in _BUT_OVER},
    **{(phase, (Ruling, "undo")): Row(rulings.undo, UNDONE) for phase in Phase},
    (_ERROR, (Ruling, "correct")): Row(rulings.correct, followed_by=Stands),
    (_ERROR, (Ruling, "accept")): Row(rulings.accept, _ACCEPTED),
    **{
        (phase, (Ruling, what)): Row(contest.pause, {Outcome.PAUSED: _PAUSED})
        for phase in _BUT_OVER
        for what in ("pause", "adjourn")
        if (phase, what) != (_PAUSED, "pause")
    },
    **{(phase, (Ruling, "stop")): Row(game_requests.confirm_stop) for phase in Phase},
    (_PAUSED, (Ruling, "go-on")): Row(rulings.go_on, _RESUMED),
    (_MOVING, (Ruling, "undo-throw")): Row(rulings.undo_throw, {Outcome.THROW_AGAIN: _TO_THROW}),
    **{
        (phase, (Ruling, "undo-opening")): Row(rulings.undo_opening, _OPENING_AGAIN)
        for phase in (_OPENING, _TO_THROW, _MOVING)
    },
    **{(phase, (Ruling, "out-of-order")): Row(rulings.out_of_order) for phase in Phase},
    **{(phase, (Ruling, "in-order")): Row(rulings.in_order) for phase in Phase},
}
"""Every transition."""


def kind_of(given: Taken) -> Kind:
    """The kind of an input, by which its row is found."""
    return (Ruling, given.what) if isinstance(given, Ruling) else type(given)


def row_of(phase: Phase, given: Taken) -> Row | None:
    """The row of an input in a phase; an answer's is that of its question, in every phase."""
    if isinstance(given, Answer):
        return QUESTIONS[given.topic].row
    return TABLE.get((phase, kind_of(given)))


def take(table: TurnContext, given: Input) -> bool:
    """Take one input; False where the phase has no use for it (nothing changed)."""
    asked = table.state.asked
    return _step(table, given if asked is None else menu.as_meant(table, given, asked))


def _step(table: TurnContext, given: Taken) -> bool:
    before = table.state
    row = row_of(before.phase, given)
    if row is None:
        _refuse(table, given)
        return False
    phase, following = row.act(table, given)
    if table.state.phase is not phase:
        table.state = replace(table.state, phase=phase)
    if following is not None:
        _step(table, following)
    return True


def _refuse(table: TurnContext, given: Taken) -> None:
    if isinstance(given, Ruling):
        rulings.refuse(table, given, rulings.no_place(table.state.phase, given.what))
    else:
        menu.refuse(table, given)


def reopen(state: State) -> State:
    """The state of an evening that goes on, which nobody was told: the board is compared first.

    What the opponent was asked stays open, and is asked again then.
    """
    again = replace(initial_state.resume(state), reopened=True)
    if state.phase is _OVER:
        return again
    return replace(again, phase=_SETUP, asked=contest.asked_of_other(state))
