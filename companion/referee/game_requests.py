"""Actions for another game, a new game and the end of the evening (docs/keys.md)."""

from typing import Final

from companion.referee import contest, dialog
from companion.referee.facts import Ruling
from companion.referee.inputs import Answer, Says
from companion.referee.requests import ChooseGame, EndEvening, StartMatch
from companion.referee.state import Topic
from companion.referee.talk_facts import Choice, Chosen
from companion.referee.transitions import Followed, answers
from companion.referee.turn_context import TurnContext

SHUT_DOWN: Final = "shut-down"
"""The menu entry that stops and switches the computer off."""

UNSAVED: Final = "unsaved"
"""The item of the question whether the evening may end, if the match would be lost."""


def wish(topic: str, context: TurnContext, answer: Says) -> Followed | None:
    """Begin another game at once if none is running; otherwise ask the other player."""
    if not context.state.is_under_way:
        return Followed(Ruling(topic, by=answer.player.value))
    dialog.ask_question(context, answer.player.other, topic, "")
    return None


def choose_game(context: TurnContext, ruling: Ruling) -> None:
    """Let the players choose another game; this one waits."""
    context.tell(ruling)
    context.request(ChooseGame())


@answers(
    Topic.NEW_GAME,
    Topic.OTHER_GAME,
    followed_by=Ruling,
    is_repeated=True,
    asks_opponent=True,
    stays_open=True,
)
def agreed(context: TurnContext, answer: Answer) -> Followed | None:
    """Carry out a request that the other player agrees to."""
    return dialog.agree(context, answer, Ruling(answer.topic, by="players"))


@answers(Topic.GAME, is_repeated=True)
def answer_offer(context: TurnContext, answer: Answer) -> None:
    """Play the game that is set up, to the same length; or report what is wrong."""
    match = context.state.match
    if answer.yes:
        length = None if match.count_games else match.length
        choice = Choice(answer.item, (), length)
        context.tell(Chosen(choice))
        context.request(StartMatch(choice))
    else:
        contest.tell_wrong_board(context)


def stop(also: str, context: TurnContext, answer: Says) -> None:
    """End the evening, after a question if an unfinished match would be lost.

    also -- `SHUT_DOWN` to switch the computer off too, else "".
    """
    if context.state.would_be_lost:
        dialog.ask_question(context, answer.player, Topic.STOP, also)
    else:
        _end(context, answer, also)


def confirm_stop(context: TurnContext, ruling: Ruling) -> None:
    """Ask after `quit` whether the evening may end.

    The player who typed it confirms that the match will be lost; the other player of two keypads
    agrees.
    """
    if ruling.player is None or ruling.by != ruling.player.other.value:
        dialog.ask_question(context, ruling.player, Topic.STOP, "")
        return
    item = UNSAVED if context.state.would_be_lost else ""
    dialog.ask_question(context, ruling.player, Topic.STOP_TOO, item)


@answers(Topic.STOP, lapses=True)
def answer_stop(context: TurnContext, answer: Answer) -> None:
    """End the evening at `yes`, although the match will be lost."""
    if answer.yes:
        _end(context, answer, answer.item)
    else:
        dialog.cancel(context, answer)


@answers(Topic.STOP_TOO, is_repeated=True, asks_opponent=True)
def agree_to_stop(context: TurnContext, answer: Answer) -> None:
    """End the evening if the other player agrees; dice or a play continue it too."""
    if answer.yes:
        _end(context, answer, "")
    else:
        dialog.cancel(context, answer)


def _end(context: TurnContext, answer: Says, also: str) -> None:
    context.tell(Ruling(also or "stop", by=answer.player.value))
    context.request(EndEvening(shut_down=also == SHUT_DOWN))
