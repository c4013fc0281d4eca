"""Another game, or this one again: offered, wished for, agreed on (docs/keys.md)."""

from collections.abc import Callable
from typing import Final

from companion.referee import contest, dialog
from companion.referee.facts import Ruling
from companion.referee.inputs import Answer, Says
from companion.referee.outcomes import ANEW, Outcome, answers
from companion.referee.requests import ChooseGame, EndEvening, Play
from companion.referee.state import Topic
from companion.referee.talk_facts import Choice, Chosen
from companion.referee.turn_context import TurnContext

SHUT_DOWN: Final = "shut-down"
"""Stop, and switch the computer off if it serves only the table."""


def wish(topic: str, table: TurnContext, answer: Says) -> Outcome | None:
    """Another game: at once where none is going on, else when the other player agrees."""
    if not table.state.is_under_way:
        return _DONE[topic](table, Ruling(topic, by=answer.player.value))
    dialog.ask_question(table, answer.player.other, topic, "")
    return None


def _choose(table: TurnContext, ruling: Ruling) -> None:
    """Another game is to be chosen; until then this one can be gone back to."""
    table.tell(ruling)
    table.request(ChooseGame())


_DONE: Final[dict[str, Callable[[TurnContext, Ruling], Outcome | None]]] = {
    Topic.NEW_GAME: contest.new_game,
    Topic.OTHER_GAME: _choose,
}
"""What a wish does."""


@answers(
    Topic.NEW_GAME,
    Topic.OTHER_GAME,
    targets=ANEW,
    is_repeated=True,
    asks_opponent=True,
    stays_open=True,
)
def agreed(table: TurnContext, answer: Answer) -> Outcome | None:
    """The other player agrees to a wish, or refuses it."""
    if answer.yes:
        return _DONE[answer.topic](table, Ruling(answer.topic, by="players"))
    dialog.cancel(table, answer)
    return None


def offer(table: TurnContext, game: str) -> None:
    """The start position of another game stands there: offer to play that."""
    asked = table.state.asked
    if asked is None or asked.topic != Topic.GAME:
        dialog.ask_question(table, None, Topic.GAME, game)


@answers(Topic.GAME, is_repeated=True)
def answer_offer(table: TurnContext, answer: Answer) -> None:
    """Play the game that is set up, to the same number of points; or say what is lacking."""
    match = table.state.match
    if answer.yes:
        length = None if match.count_games else match.length
        choice = Choice(answer.item, (), length)
        table.tell(Chosen(choice))
        table.request(Play(choice))
    else:
        table.set_setup(wrong=True)
        table.tell(table.compare(table.seen))


def stop(also: str, table: TurnContext, answer: Says) -> None:
    """End the evening: at once where what is unfinished is kept, or nothing is.

    also -- `SHUT_DOWN` where the computer is to be switched off too, else "".
    """
    if table.state.would_be_lost:
        dialog.ask_question(table, answer.player, Topic.STOP, also)
    else:
        _end(table, answer, also)


def confirm_stop(table: TurnContext, ruling: Ruling) -> None:
    """Ask after `quit` whether the evening may end.

    A match that is not saved is named; else it is the other player of two keypads who is asked.
    """
    topic = Topic.STOP if table.state.would_be_lost else Topic.STOP_TOO
    dialog.ask_question(table, ruling.player, topic, "")


@answers(Topic.STOP, Topic.STOP_TOO, lapses=True)
def answer_stop(table: TurnContext, answer: Answer) -> None:
    """Stop although the game is lost with it, or because the other player wishes it; or go on."""
    if answer.yes:
        _end(table, answer, answer.item)
    else:
        dialog.cancel(table, answer)


def _end(table: TurnContext, answer: Says, also: str) -> None:
    table.tell(Ruling(also or "stop", by=answer.player.value))
    table.request(EndEvening(shut_down=also == SHUT_DOWN))
