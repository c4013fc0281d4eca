"""The menu: its entries, how it opens, and answers to keys without a question (docs/keys.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.referee import contest, dialog, menu_questions, rulings
from companion.referee.facts import Ruling
from companion.referee.inputs import Answer, Chooses, Says
from companion.referee.requests import ChangeSetting, TellProgress
from companion.referee.state import PLAYING, Asked, Phase, State, Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.transitions import Action, Result, answers
from companion.referee.turn_context import TurnContext
from companion.rules import Player


@answers(Topic.MENU, followed_by=Ruling, lapses=True)
def choose(context: TurnContext, answer: Answer) -> Result:
    """Offer the next menu entry at `no`; choose the offered entry at `yes`."""
    if not answer.yes:
        _offer(context, answer, following(context.state, answer.item))
    elif answer.item not in entries(context.state):
        context.tell(KeyAnswer(answer.player, "refused", "not-now"))
    else:
        return next(entry for entry in MENU if entry.name == answer.item).choose(context, answer)
    return None


def choose_by_name(context: TurnContext, given: Chooses) -> Result:
    """Close the open menu, and choose the entry whose name was typed."""
    context.set(asked=None)
    return choose(context, Answer(given.player, yes=True, topic=Topic.MENU, item=given.entry))


def _offer(context: TurnContext, answer: Says, entry: str) -> None:
    """Offer a menu entry, and report whether it is the first."""
    opened = entry == entries(context.state)[0]
    context.set(asked=Asked(answer.player, Topic.MENU, entry, context.now))
    context.tell(Question(answer.player, Topic.MENU, entry, opened=opened))


# --- the menu ----------------------------------------------------------------------------------


def _change_setting(context: TurnContext, answer: Answer) -> None:
    """Request a change of the voice's settings."""
    context.request(ChangeSetting(answer.player, answer.item))


@dataclass(frozen=True, slots=True)
class Entry:
    """A menu entry: its action, and when it is offered.

    at_board -- whether it exists only at a board with sensors.
    """

    name: str
    choose: Action
    is_offered: Callable[[State], bool] = lambda _state: True
    at_board: bool = False

    def can_choose(self, state: State) -> bool:
        """Return whether the entry is offered now."""
        return not (self.at_board and state.evening.typed) and self.is_offered(state)


MENU: Final = (
    Entry("what-stands", menu_questions.ask_for_piece, at_board=True),
    Entry("faster", _change_setting),
    Entry("slower", _change_setting),
    Entry("verbosity", _change_setting),
    Entry("language", _change_setting),
    Entry(
        "resign",
        menu_questions.ask_resign_value,
        lambda state: state.phase in PLAYING and not state.practice.exercise,
    ),
    Entry("undo", menu_questions.ask_to_undo, lambda state: state.back is not None),
    Entry(
        "dice",
        menu_questions.ask_for_both_dice,
        lambda state: state.phase in rulings.WITH_DICE,
        at_board=True,
    ),
    Entry("out-of-order", menu_questions.ask_for_place, at_board=True),
    Entry("pause", menu_questions.pause, lambda state: state.phase in PLAYING),
    Entry("stop", menu_questions.stop),
    Entry(menu_questions.SHUT_DOWN, menu_questions.stop, lambda state: state.evening.shuts_down),
    Entry("referee", menu_questions.call_referee),
    Entry(
        Topic.NEW_GAME,
        menu_questions.wish,
        lambda state: state.phase is Phase.OVER or state.is_under_way,
    ),
    Entry(Topic.OTHER_GAME, menu_questions.wish),
    Entry("places", menu_questions.tell_places, at_board=True),
    Entry(
        "progress",
        lambda context, answer: context.request(TellProgress(answer.player)),
        lambda state: state.practice.partner is not None or bool(state.practice.exercise),
    ),
    Entry("louder", _change_setting),
    Entry("softer", _change_setting),
)
"""All menu entries, in the order in which `no` offers them (docs/keys.md).

After the last entry the menu starts again. After a match another match comes first.
"""


def entries(state: State) -> tuple[str, ...]:
    """Return the names of the entries offered now."""
    return tuple(entry.name for entry in _in_order(state) if entry.can_choose(state))


def following(state: State, name: str) -> str:
    """Return the name of the next entry offered after this one."""
    menu = _in_order(state)
    at = [entry.name for entry in menu].index(name) + 1
    return next(entry.name for entry in (*menu[at:], *menu[:at]) if entry.can_choose(state))


def _in_order(state: State) -> tuple[Entry, ...]:
    """Return all entries in the order in which they are offered now."""
    if state.phase is not Phase.OVER:
        return MENU
    return tuple(sorted(MENU, key=lambda entry: entry.name != Topic.NEW_GAME))


# --- keys without a question -------------------------------------------------------------------


def answer_unasked(context: TurnContext, answer: Says) -> None:
    """Open the menu at a `no` without a question; refuse a `yes` without a question."""
    state = context.state
    if answer.yes or _keeps_menu_closed(state):
        why = "not-yours" if _other_asked(state, answer.player) else "not-asked"
        context.tell(KeyAnswer(answer.player, "refused", why))
    else:
        if state.asked is not None:
            dialog.cancel(context, state.asked)
        _offer(context, answer, entries(state)[0])


@answers(Topic.LIFT, lapses=True)
def ask_no_piece(context: TurnContext, answer: Answer) -> None:
    """Close the question about a piece at a key press, unless a piece was already lifted."""
    if answer.item:
        answer_unasked(context, answer)
    else:
        dialog.cancel(context, answer)


def demands_correction(state: State, answer: Says) -> bool:
    """Return whether a `no` demands the correction of the open error.

    A second `no` in a row opens the menu instead. At a typed table, any `no` after the demand opens
    the menu.
    """
    again = state.last_key is not None and state.last_key.times > 1
    again |= state.evening.typed and state.turn.must_correct
    opponent = answer.player is not state.turn.player
    return opponent and not (answer.yes or again or _keeps_menu_closed(state))


def _other_asked(state: State, player: Player) -> bool:
    """Return whether the other player has to answer a question or a double."""
    asked = state.asked is not None and state.asked.player is player.other
    return asked or (state.phase is Phase.DOUBLED and player is state.turn.player)


def _keeps_menu_closed(state: State) -> bool:
    """Return whether an open question prevents the menu from opening."""
    stays = contest.still_asked(state) or contest.question_to_opponent(state)
    return state.asks(Topic.READING) or stays is not None
