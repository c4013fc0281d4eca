"""The referee's machine: in each phase, what each input does and which phase it leads to.

1. Only this module writes the phase: `TurnContext.set` refuses it, and a test looks for it in the
   other modules of the room.
2. A row of the table is found by the phase and the kind of an input: its class, with the topic of
   the question for an answer, and its kind for a ruling. Where there is no row the input is
   refused: the state stays, whoever pressed the key or ruled is told so, and `no` opens the menu.
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

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    Uncounted,
)
from companion.referee.outcomes import Followed, Outcome
from companion.referee.state import Phase, State, Topic
from companion.referee.turn import Action
from companion.referee.turn_context import TurnContext


class TransitionError(RuntimeError):
    """An action came to an outcome that its row does not have."""


@dataclass(frozen=True, slots=True)
class Row:
    """What an input does in a phase.

    targets -- the phase to which each outcome leads, of several the one that `State.then` named;
    followed_by -- the kind of the input that may follow at once.
    """

    action: Action
    targets: Mapping[Outcome, Phase | frozenset[Phase]] = field(default_factory=dict)
    followed_by: type[Taken] | None = None

    def act(self, table: TurnContext, given: Taken) -> tuple[Outcome, Taken | None]:
        """The outcome of the action, and the input that follows. Raises `TransitionError`."""
        result = self.action(table, given)
        if not isinstance(result, Followed):
            return result or Outcome.STAYS, None
        if type(result.by) is not self.followed_by:
            raise TransitionError(f"{kind_of(result.by)} may not follow {kind_of(given)}.")
        return result.outcome, result.by

    def phase_after(self, outcome: Outcome, before: State) -> Phase:
        """The phase to which an outcome leads from a state. Raises `TransitionError`."""
        if outcome is Outcome.STAYS:
            return before.phase
        target = self.targets.get(outcome, frozenset())
        if isinstance(target, Phase):
            return target
        if before.then not in target:
            raise TransitionError(f"{outcome} leads nowhere from {before.phase}.")
        return before.then


Kind = type[Taken] | tuple[type[Answer], Topic] | tuple[type[Ruling], str]
"""The second part of a row's key, after the phase."""

_Targets = Mapping[Outcome, Phase | frozenset[Phase]]

_SETUP, _OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED, _PAUSED, _OVER = Phase
_BUT_OVER: Final = tuple(phase for phase in Phase if phase is not _OVER)

_RESULT: Final[_Targets] = {Outcome.GAME_OVER: _SETUP, Outcome.MATCH_OVER: _OVER}
_PLAYED: Final[_Targets] = {**_RESULT, Outcome.EXERCISE_OVER: _SETUP}
_ACCEPTED: Final[_Targets] = {Outcome.ACCEPTED: _TO_THROW, **_PLAYED}
_OPENED: Final[_Targets] = {Outcome.OPENED: _TO_THROW}
_THROWN: Final[_Targets] = {Outcome.THROWN: _MOVING}
_LEGAL: Final[_Targets] = {Outcome.LEGAL: _TO_THROW, Outcome.AGAIN: _TO_THROW}
_RESUMED: Final[_Targets] = {Outcome.RESUMED: _SETUP}
_UNDONE: Final[_Targets] = {Outcome.UNDONE: _SETUP}
_OPENING_AGAIN: Final[_Targets] = {Outcome.OPENING_AGAIN: _OPENING}
_ANEW: Final[_Targets] = {Outcome.NEW_GAME: _SETUP}

_ANSWERS: Final[dict[Topic, Row]] = {
    Topic.DOUBLE_CONFIRM: Row(dialog.confirm_too_late),
    Topic.MENU: Row(menu.choose, followed_by=Ruling),
    Topic.RESIGN_VALUE: Row(menu.resign_value),
    Topic.RESIGN: Row(menu.answer_resignation, _RESULT),
    Topic.LAYOUT: Row(dialog.answer_layout),
    Topic.UNDO: Row(menu.agree_to_undo, _UNDONE),
    Topic.LIFT: Row(menu.ask_no_piece),
    Topic.DIE: Row(menu.choose_die),
    Topic.OPENING_DIE: Row(menu.choose_die),
    Topic.DICE: Row(menu.agree_to_dice, followed_by=Ruling),
    Topic.OPENING_DICE: Row(menu.agree_to_dice, followed_by=Ruling),
    Topic.OUT: Row(menu.choose_place),
    Topic.OUT_AGREE: Row(menu.agree_to_place, followed_by=Ruling),
    Topic.IN_AGREE: Row(menu.agree_to_place, followed_by=Ruling),
    Topic.READING: Row(menu.choose_reading),
    Topic.GAME: Row(game_requests.answer_offer),
    Topic.NEW_GAME: Row(game_requests.agreed, _ANEW),
    Topic.OTHER_GAME: Row(game_requests.agreed),
    Topic.STOP: Row(game_requests.answer_stop),
}
"""Answers to questions, the same in every phase but for those named in the table."""

TABLE: Final[dict[tuple[Phase, Kind], Row]] = {
    (_SETUP, Stands): Row(
        turn.compare_setup,
        {Outcome.SET_UP: frozenset({_OPENING, _TO_THROW, _MOVING, _ERROR, _DOUBLED})},
    ),
    (_SETUP, Threw): Row(turn.throw_before_setup),
    (_SETUP, ThrewOne): Row(turn.throw_before_setup),
    (_SETUP, Cocked): Row(turn.throw_before_setup),
    (_OPENING, Stands): Row(throwing.note_board),
    (_OPENING, ThrewOne): Row(throwing.open_one, _OPENED, Counted),
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
    (_MOVING, DiceUp): Row(turn.end_turn, {**_LEGAL, Outcome.WRONG: _ERROR, **_PLAYED}, Counted),
    (_MOVING, NoDice): Row(turn.no_dice),
    (_MOVING, Threw): Row(turn.early_throw),
    (_MOVING, ThrewOne): Row(turn.early_void),
    (_MOVING, Cocked): Row(turn.early_void),
    (_MOVING, Says): Row(turn.done),
    (_MOVING, Names): Row(partner.name),
    (_ERROR, Stands): Row(turn.corrected, {Outcome.CORRECTED: _TO_THROW, **_PLAYED}),
    (_ERROR, Threw): Row(turn.if_acceptable(turn.accept_by_throw), _ACCEPTED, Counted),
    (_ERROR, ThrewOne): Row(turn.if_acceptable(throwing.throw_one)),
    (_ERROR, OneDieGone): Row(turn.if_acceptable(throwing.one_die_gone)),
    (_ERROR, Cocked): Row(turn.if_acceptable(throwing.cocked)),
    (_ERROR, Uncounted): Row(throwing.uncounted),
    (_ERROR, Doubles): Row(dialog.double),
    (_DOUBLED, Stands): Row(throwing.note_board),
    (_DOUBLED, Says): Row(turn.answer_double, {Outcome.TAKEN: _TO_THROW, **_RESULT}),
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
    # Answers to questions.
    **{(phase, (Answer, topic)): row for phase in Phase for topic, row in _ANSWERS.items()},
    (_TO_THROW, (Answer, Topic.DOUBLE_CONFIRM)): Row(
        dialog.confirm_double, {Outcome.OFFERED: _DOUBLED}
    ),
    (_ERROR, (Answer, Topic.DOUBLE_CONFIRM)): Row(
        dialog.confirm_over_error, {Outcome.ACCEPTED: _TO_THROW, **_RESULT}, Answer
    ),
    (_OVER, (Answer, Topic.MENU)): Row(menu.choose, _ANEW),
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
    **{(phase, (Ruling, "award")): Row(rulings.award, _RESULT) for phase in _BUT_OVER},
    **{(phase, (Ruling, "undo")): Row(rulings.undo, _UNDONE) for phase in Phase},
    (_ERROR, (Ruling, "correct")): Row(rulings.correct),
    (_ERROR, (Ruling, "accept")): Row(rulings.accept, _ACCEPTED),
    **{
        (phase, (Ruling, what)): Row(contest.pause, {Outcome.PAUSED: _PAUSED})
        for phase in _BUT_OVER
        for what in ("pause", "adjourn")
        if (phase, what) != (_PAUSED, "pause")
    },
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
    match given:
        case Answer():
            return Answer, given.topic
        case Ruling():
            return Ruling, given.what
    return type(given)


def take(table: TurnContext, given: Input) -> bool:
    """Take one input; False where the phase has no use for it (nothing changed)."""
    return _step(table, menu.as_meant(table, given))


def _step(table: TurnContext, given: Taken) -> bool:
    before = table.state
    row = TABLE.get((before.phase, kind_of(given)))
    if row is None:
        _refuse(table, given)
        return False
    outcome, following = row.act(table, given)
    phase = row.phase_after(outcome, before)
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
    """The state of an evening that goes on, which nobody was told: the board is compared first."""
    phase = _OVER if state.phase is _OVER else _SETUP
    return replace(initial_state.resume(state), phase=phase, reopened=True)
