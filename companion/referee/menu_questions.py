"""The questions that menu entries ask, and the answers to them (docs/keys.md).

Changes that affect both players, such as undo, need the other player's agreement.
"""

from dataclasses import replace
from typing import Final

from companion.board.repair import differences
from companion.referee import contest, cube, dialog, disabled_places
from companion.referee.facts import Resign, Ruling
from companion.referee.inputs import Answer, DiceUp, Input, Lifted, Says, Stands, Taken
from companion.referee.requests import ChooseGame, EndEvening, StartMatch
from companion.referee.state import Asked, Phase, Topic
from companion.referee.talk_facts import Choice, Chosen, KeyAnswer
from companion.referee.transitions import GAME_ENDS, Followed, Result, answers
from companion.referee.turn_context import TurnContext
from companion.rules import Player

SUSPECTS: Final = 3
"""Up to this many differing places are offered first as possibly out of order."""

SHUT_DOWN: Final = "shut-down"
"""The menu entry that stops and switches the computer off."""

UNSAVED: Final = "unsaved"
"""The item of the question before ending an evening whose match would be lost."""

IN_ORDER_AGAIN: Final = "+"
"""The suffix of a place that can be declared in order again."""


def interpret(context: TurnContext, given: Input, asked: Asked) -> Taken:
    """Return the input as an `Answer` or a `Lifted` if it is one, otherwise unchanged."""
    if isinstance(given, Says) and asked.player in (None, given.player):
        context.set(asked=None)
        return Answer(given.player, given.yes, asked.topic, asked.item)
    return (isinstance(given, Stands) and _read_lifted(context, asked, given)) or given


# --- a lifted piece ----------------------------------------------------------------------------


def ask_for_piece(context: TurnContext, answer: Says) -> None:
    """Wait for this player to lift a piece in order to ask about it."""
    dialog.ask_question(context, answer.player, Topic.LIFT, "")


def _read_lifted(context: TurnContext, asked: Asked, stands: Stands) -> Lifted | None:
    """Return the piece lifted for a question about it; None if the board is judged as usual.

    While the mover is asked how the turn ended, return an empty `Lifted`, so that nothing is
    judged.
    """
    if asked.topic == Topic.READING:
        return Lifted()
    if asked.topic != Topic.LIFT:
        return None
    playing = context.state.phase in (Phase.MOVING, Phase.ERROR)
    if stands.threw and not playing and not context.state.board.right:
        context.set(
            asked=None
        )  # the throw is void; the lifted piece is reported among the differences
        return None
    found = differences(context.seen, stands.seen)
    if not found and not asked.item:
        return None
    place = found[0].zone if len(found) == 1 and not found[0].has_extra else ""
    if not place or asked.item not in ("", place):
        context.set(asked=None)
        return None
    right = None if playing or not context.is_agreed(stands.seen) else stands
    return Lifted(place, "" if asked.item else found[0].want.text, right)


def tell_pieces_at_lift(context: TurnContext, lifted: Lifted) -> Result:
    """Report the pieces on the place of a lifted piece.

    Nothing is judged until the piece is back. But before a throw, if the piece was one too many and
    the board is right without it, the board is processed at once.
    """
    asked = context.state.asked
    if asked is not None and lifted.pile:
        context.set(asked=replace(asked, item=lifted.place))
        pile = f"{lifted.place}={lifted.pile}"
        context.tell(KeyAnswer(asked.player or context.mover, "stands", pile))
    if lifted.right is None:
        return None
    context.set(asked=None)
    return Followed(lifted.right)


# --- another game and the end of the evening -----------------------------------------------------


def wish(context: TurnContext, answer: Answer) -> Followed | None:
    """Begin another game at once if none is running; otherwise ask the other player."""
    if not context.state.is_under_way:
        return Followed(Ruling(answer.item, by=answer.player.value))
    dialog.ask_question(context, answer.player.other, answer.item, "")
    return None


def choose_game(context: TurnContext, ruling: Ruling) -> None:
    """Let the players choose another game. The current game waits."""
    context.tell(ruling)
    context.request(ChooseGame())


@answers(
    Topic.NEW_GAME,
    Topic.OTHER_GAME,
    Topic.UNDO,
    followed_by=Ruling,
    is_repeated=True,
    asks_opponent=True,
    stays_open=True,
)
def agreed(context: TurnContext, answer: Answer) -> Followed | None:
    """Carry out a request to which the other player has agreed."""
    return dialog.agree(context, answer, Ruling(answer.topic, by="players"))


@answers(Topic.GAME, is_repeated=True)
def answer_offer(context: TurnContext, answer: Answer) -> None:
    """Start the offered game with the same match length. At `no`, report what is wrong."""
    match = context.state.match
    if answer.yes:
        length = None if match.count_games else match.length
        choice = Choice(answer.item, (), length)
        context.tell(Chosen(choice))
        context.request(StartMatch(choice))
    else:
        contest.tell_wrong_board(context)


def stop(context: TurnContext, answer: Answer) -> None:
    """End the evening, after a question if an unfinished match would be lost."""
    if context.state.would_be_lost:
        item = SHUT_DOWN if answer.item == SHUT_DOWN else ""
        dialog.ask_question(context, answer.player, Topic.STOP, item)
    else:
        _end(context, answer)


def confirm_stop(context: TurnContext, ruling: Ruling) -> None:
    """Ask after `quit` whether the evening may end.

    If the other player has a keypad too, ask that player. Otherwise the player who typed `quit`
    confirms that the match will be lost.
    """
    if ruling.player is None or ruling.by != ruling.player.other.value:
        dialog.ask_question(context, ruling.player, Topic.STOP, "")
        return
    item = UNSAVED if context.state.would_be_lost else ""
    dialog.ask_question(context, ruling.player, Topic.STOP_TOO, item)


@answers(Topic.STOP, lapses=True)
@answers(Topic.STOP_TOO, is_repeated=True, asks_opponent=True)
def answer_stop(context: TurnContext, answer: Answer) -> None:
    """End the evening at `yes`, even if the match will be lost."""
    if answer.yes:
        _end(context, answer)
    else:
        dialog.cancel(context, answer)


def _end(context: TurnContext, answer: Answer) -> None:
    """End the evening; switch the computer off too if the menu entry was `SHUT_DOWN`."""
    shuts_down = answer.item == SHUT_DOWN
    context.tell(Ruling(SHUT_DOWN if shuts_down else "stop", by=answer.player.value))
    context.request(EndEvening(shuts_down))


# --- resignation -------------------------------------------------------------------------------


def ask_resign_value(context: TurnContext, answer: Says) -> None:
    """Ask a player who wants to resign whether this is for a single game."""
    dialog.ask_question(context, answer.player, Topic.RESIGN_VALUE, "1")


@answers(Topic.RESIGN_VALUE, lapses=True)
def resign_value(context: TurnContext, answer: Answer) -> None:
    """Offer the possible values of a resignation, lowest first. A `no` to the last cancels it.

    A player who has borne off a piece loses a single game only (B5, J9).
    """
    value = int(answer.item)
    may_lose_more = context.rules.result(context.agreed, answer.player.other).points > 1
    if answer.yes:
        context.tell(Resign(answer.player, value, "offer"))
        dialog.ask_question(context, answer.player.other, Topic.RESIGN, answer.item)
    elif value < len(context.game.kinds) and may_lose_more:
        dialog.ask_question(context, answer.player, Topic.RESIGN_VALUE, str(value + 1))
    else:
        dialog.cancel(context, answer)


@answers(Topic.RESIGN, leads_to=GAME_ENDS, asks_opponent=True, stays_open=True)
def answer_resignation(context: TurnContext, answer: Answer) -> Phase | None:
    """Enter the opponent's answer to a resignation."""
    value, loser = int(answer.item), answer.player.other
    context.tell(Resign(loser, value, "accept" if answer.yes else "refuse"))
    if not answer.yes:
        return None
    kind = context.game.kinds[value - 1]
    position, stake = context.agreed, context.state.game.cube.value
    worth = cube.resigned_value(context.rules, position, loser, value) * stake
    return contest.end_game(context, answer.player, kind, "resign", worth)


# --- undo, pause, referee ----------------------------------------------------------------------


def ask_to_undo(context: TurnContext, answer: Says) -> None:
    """Ask the other player whether to undo the last decision."""
    dialog.ask_question(context, answer.player.other, Topic.UNDO, "")


def pause(_context: TurnContext, answer: Says) -> Followed:
    """Pause the game, because one player asked for it."""
    return Followed(Ruling("pause", by=answer.player.value))


def tell_places(context: TurnContext, answer: Says) -> None:
    """Describe the layout of the table as this player sees it."""
    context.tell(KeyAnswer(answer.player, "places"))


def call_referee(context: TurnContext, answer: Says) -> None:
    """Report that a player calls the referee; the game continues."""
    context.tell(Ruling("call", by=answer.player.value))


# --- dice by hand ------------------------------------------------------------------------------


def ask_for_both_dice(context: TurnContext, answer: Says) -> None:
    """Ask for the faces of both dice, one at a time, in the opening for green's die first."""
    topic = Topic.OPENING_DIE if context.state.phase is Phase.OPENING else Topic.DIE
    dialog.ask_question(context, answer.player, topic, "1")


@answers(Topic.DIE, Topic.OPENING_DIE, lapses=True)
def choose_die(context: TurnContext, answer: Answer) -> None:
    """Offer the next face at `no`; enter the present face at `yes`.

    After two dice, ask the other player.
    """
    chosen, face = answer.item[:-1], int(answer.item[-1])
    if not answer.yes:
        item = f"{chosen}{face % 6 + 1}"
        dialog.ask_question(context, answer.player, answer.topic, item)
    elif not chosen:
        dialog.ask_question(context, answer.player, answer.topic, f"{face}1")
    else:
        topic = Topic.DICE if answer.topic == Topic.DIE else Topic.OPENING_DICE
        dialog.ask_question(context, answer.player.other, topic, answer.item)


@answers(Topic.DICE, Topic.OPENING_DICE, followed_by=Ruling, asks_opponent=True)
def agree_to_dice(context: TurnContext, answer: Answer) -> Followed | None:
    """Set the dice by a ruling if the other player agrees."""
    first, second = map(int, answer.item)
    what = "opening" if answer.topic == Topic.OPENING_DICE else "dice"
    return dialog.agree(context, answer, Ruling(what, by="players", dice=(first, second)))


def ask_for_dice(context: TurnContext) -> None:
    """Ask once in a turn for the dice of a player whose tray is out of order."""
    state = context.state
    opening = state.phase is Phase.OPENING
    if state.asked is not None or not (opening or state.phase is Phase.TO_THROW):
        return
    if state.evening.types_dice:
        return
    throwers = Player if opening else (context.mover,)
    without = (each for each in throwers if disabled_places.DICE[each] in state.board.dead)
    thrower, turn = next(without, None), 0 if opening else state.turn.number
    if thrower is None or state.prompted == turn or state.practice.draws(thrower):
        return
    context.set(prompted=turn)
    dialog.ask_question(context, thrower, Topic.OPENING_DIE if opening else Topic.DIE, "1")


# --- places out of order -----------------------------------------------------------------------


def ask_for_place(context: TurnContext, answer: Says) -> None:
    """Ask which place is out of order, or in order again."""
    first, *_ = _candidates(context, answer.player)
    dialog.ask_question(context, answer.player, Topic.OUT, first)


def _candidates(context: TurnContext, player: Player, quarter: str = "") -> tuple[str, ...]:
    """Return the places to offer: places out of order, places that differ, then quarters."""
    if quarter:
        first = int(quarter[1]) * 6 + 1
        path = context.game.track.zones[player]
        return tuple(f"{quarter}:{zone}" for zone in path[first : first + 6])
    out = context.state.board.dead
    playing = context.state.phase in (Phase.MOVING, Phase.ERROR)
    unseen = playing or context.state.board.shown is None
    differing = () if unseen else context.compare(context.seen).differences
    wrong = [each.zone for each in differing if each.zone in disabled_places.PLACES]
    suspects = wrong if len(wrong) <= SUSPECTS else []
    rest = [each for each in ("q0", "q1", "q2", "q3", *disabled_places.ASIDE) if each not in out]
    again = [f"{place}{IN_ORDER_AGAIN}" for place in out]
    return tuple(dict.fromkeys((*again, *suspects, *rest)))


@answers(Topic.OUT, lapses=True)
def choose_place(context: TurnContext, answer: Answer) -> None:
    """Offer the next place at `no`; at `yes` choose it, or offer the points of a quarter."""
    quarter, inside, place = answer.item.partition(":")
    items = _candidates(context, answer.player, quarter if inside else "")
    if not answer.yes:
        at = items.index(answer.item) + 1 if answer.item in items else 0
        dialog.ask_question(context, answer.player, Topic.OUT, items[at % len(items)])
    elif inside or not quarter.startswith("q"):
        named = place or quarter
        topic = Topic.IN_AGREE if named.endswith(IN_ORDER_AGAIN) else Topic.OUT_AGREE
        dialog.ask_question(context, answer.player.other, topic, named.removesuffix(IN_ORDER_AGAIN))
    else:
        first = _candidates(context, answer.player, quarter)[0]
        dialog.ask_question(context, answer.player, Topic.OUT, first)


@answers(Topic.OUT_AGREE, Topic.IN_AGREE, followed_by=Ruling, asks_opponent=True, stays_open=True)
def agree_to_place(context: TurnContext, answer: Answer) -> Followed | None:
    """Declare a place out of order, or in order, if the other player agrees."""
    what = "out-of-order" if answer.topic == Topic.OUT_AGREE else "in-order"
    return dialog.agree(context, answer, Ruling(what, by="players", zone=answer.item))


def ask_reading(context: TurnContext, up: DiceUp) -> bool:
    """Ask the player on turn which pieces are on the places that are out of order.

    Return False, without a question, if the rest of the board leaves only one answer.
    """
    texts = disabled_places.readings(context, up.seen)
    if len(texts) <= 1:
        return False
    context.set_board(shown=up.seen)
    context.set_throw(dice_lie=False, done=False)
    dialog.ask_question(context, context.mover, Topic.READING, texts[0])
    return True


@answers(Topic.READING, is_repeated=True)
def choose_reading(context: TurnContext, answer: Answer) -> None:
    """At `yes` end the turn with the pieces just offered; at `no` offer the next possibility."""
    if answer.yes:
        context.set_throw(reading=answer.item, done=True)
        return
    texts = disabled_places.readings(context, context.seen)
    following = texts[(texts.index(answer.item) + 1) % len(texts)]
    dialog.ask_question(context, answer.player, Topic.READING, following)
