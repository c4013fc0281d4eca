"""Actions for keys: questions to players, the cube, and requests (docs/keys.md)."""

from dataclasses import replace

from companion.link.messages import Key, elapsed
from companion.referee import contest, cube, disabled_places
from companion.referee.facts import CubeAction, Ruling
from companion.referee.inputs import Answer, Asks, Cancels, Doubles, Input, TypedLines
from companion.referee.requests import GiveHint
from companion.referee.state import Asked, Phase, State, Topic
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.referee.transitions import GAME_ENDS, QUESTIONS, Followed, Result, answers
from companion.referee.turn_context import TurnContext
from companion.rules import Code, Judgement, Player, Position, Verdict

CONFIRM_MS = 10_000
"""Milliseconds after which an open question expires."""


def lapse(context: TurnContext, asked: Asked) -> None:
    """Close the open question if it has expired. Typed answers have no time limit."""
    is_late = not context.is_typed and elapsed(context.now, asked.since) > CONFIRM_MS
    if is_late and may_lapse(asked):
        cancel(context, asked)


def may_lapse(asked: Asked) -> bool:
    """Return whether the question closes if the asked player does something else."""
    if not QUESTIONS[asked.topic].lapses:
        return False
    return asked.topic != Topic.LIFT or not asked.item  # the lifted piece is not back yet


def cancel(context: TurnContext, asked: Asked | Answer) -> None:
    """Close a question that got no answer or a `no`, and report this."""
    context.set(asked=None)
    if asked.player is not None:
        context.tell(KeyAnswer(asked.player, "cancelled", asked.topic))


def ask_question(context: TurnContext, player: Player | None, topic: str, item: str) -> None:
    """Ask a player a question; player -- None if either may answer."""
    context.set(asked=Asked(player, topic, item, context.now))
    context.tell(Question(player, topic, item))


def ask_both(context: TurnContext, topic: str, item: str) -> None:
    """Ask a question that either player may answer, unless it is open already."""
    if not context.state.asks(topic):
        ask_question(context, None, topic, item)


def close_on_other_input(context: TurnContext, given: Input, asked: Asked) -> bool:
    """Close the open question if another input makes it obsolete.

    Typed moves do this, and so does another key of the asked player if the question can expire.
    Return True if the key left the menu; it then has no other effect.
    """
    if isinstance(given, TypedLines):
        contest.close_by_play(context)
    is_key = isinstance(given, Asks | Doubles) and given.player is asked.player
    asks_again = isinstance(given, Doubles) and asked.topic == Topic.DOUBLE_CONFIRM
    if asks_again or not (is_key and may_lapse(asked)):
        return False
    cancel(context, asked)
    leaves_menu = asked.topic == Topic.MENU
    if leaves_menu:
        context.set(last_key=None)  # the next press of the key gives the first item again
    return leaves_menu


def cancel_own(context: TurnContext, given: Cancels) -> None:
    """Close the question that this player must answer at a typed table, if it may lapse."""
    asked = context.state.asked
    if asked is not None and asked.player is given.player and may_lapse(asked):
        cancel(context, asked)


def agree(context: TurnContext, answer: Answer, ruling: Ruling) -> Followed | None:
    """Carry out a request as a ruling of both players if the other player agrees."""
    if answer.yes:
        return Followed(ruling)
    cancel(context, answer)
    return None


# --- the cube ----------------------------------------------------------------------------------


def double(context: TurnContext, wish: Doubles) -> None:
    """Ask the player to confirm a double, or refuse it with the reason."""
    refusal = cube.cube_refusal(context, wish.player)
    if refusal:
        context.tell(KeyAnswer(wish.player, "refused", refusal))
        if context.is_typed and context.state.phase is Phase.ERROR:
            context.tell(left_to_play(context))
        return
    value = str(context.state.game.cube.value * 2)
    item = f"accept {value}" if context.state.phase is Phase.ERROR else value
    ask_question(context, wish.player, Topic.DOUBLE_CONFIRM, item)


def offer(context: TurnContext, player: Player) -> Phase:
    """Offer the cube to the opponent."""
    offered, owner = context.state.game.cube.value * 2, context.state.game.cube.owner
    context.set_turn(corrected=None)
    context.tell(CubeAction(player, "offer", offered, owner))
    return Phase.DOUBLED


# --- yes and no --------------------------------------------------------------------------------


@answers(
    Topic.DOUBLE_CONFIRM,
    leads_to={Phase.DOUBLED, Phase.TO_THROW, *GAME_ENDS},
    followed_by=Answer,
    lapses=True,
)
def confirm_double(context: TurnContext, answer: Answer) -> Result:
    """Offer the cube at `yes`. If an error is open, accept it first (E3)."""
    if not answer.yes:
        cancel(context, answer)
    elif context.state.phase is Phase.TO_THROW:
        return offer(context, answer.player)
    elif context.state.phase is Phase.ERROR:
        return _accept_and_offer(context, answer)
    return None


def _accept_and_offer(context: TurnContext, answer: Answer) -> Result:
    phase = contest.accept(context, context.judge_ended())
    if phase is Phase.TO_THROW:
        return Followed(answer, phase)
    if phase is None:
        context.tell(KeyAnswer(answer.player, "refused", "not-acceptable"))
    return phase


@answers(Topic.LAYOUT, is_repeated=True)
def answer_layout(context: TurnContext, answer: Answer) -> None:
    """Use the layout of the board, or report how to correct it."""
    if answer.yes:
        layout = tuple(answer.item.split())
        board = context.state.board
        dead = disabled_places.renamed(board.dead, board.layout, layout)
        context.set_board(layout=layout, dead=dead)
    else:
        contest.tell_wrong_board(context)


# --- questions of the players ------------------------------------------------------------------


def answer_key(context: TurnContext, wish: Asks) -> None:
    """Answer the `board`, `score` and `hint` keys; repeated presses give further answers.

    Then ask the open question again if it is of a kind that is repeated.
    """
    _answer_once(context, wish)
    asked = context.state.asked
    if asked is None or asked.player not in (None, wish.player):
        return
    if QUESTIONS[asked.topic].is_repeated:
        context.tell(Question(asked.player, asked.topic, asked.item))


def _answer_once(context: TurnContext, wish: Asks) -> None:
    """Answer a press of a key, or request a hint."""
    phase = context.state.phase
    topics = _PHASE_TOPICS.get((phase, wish.key)) or _TOPICS[wish.key]
    topic = topics[(wish.times - 1) % len(topics)]
    if wish.key is Key.BOARD and phase is Phase.SETUP and wish.times == 1:
        context.set_setup(guided=True, named=context.now, reminded=0)
        context.tell(replace(context.compare(context.seen), empty=False, again=True))
    elif topic == "hint":
        _advise(context, wish)
    else:
        topic = _score_topic(context.state) if topic == "score" else topic
        context.tell(key_answer(context, wish.player, topic))


def key_answer(context: TurnContext, player: Player, topic: str) -> KeyAnswer:
    """Return the answer to a player's request, see `KeyAnswer`."""
    state, text = context.state, ""
    numbers: tuple[int, ...] = ()
    if topic in ("turn", "whose-turn") and state.phase is Phase.OPENING:
        topic = "dice"
    match topic:
        case "board-own" | "board-other":
            text = _position_text(context)
        case "board-off":
            text, numbers = _position_text(context), state.throw.dice or ()
        case "places" if state.asked is not None and state.asked.topic == Topic.LAYOUT:
            text = state.asked.item
        case "turn" | "whose-turn":
            text, numbers = str(state.turn.player or ""), _seconds(context)
        case "dice":
            text = str(state.turn.player or "")
            numbers = state.game.opening if state.phase is Phase.OPENING else ()
        case "pips":
            position = _position(context)
            numbers = tuple(context.rules.pips(position, each) for each in Player)
        case _:
            text, numbers = _score(context, topic)
    return KeyAnswer(player, topic, text, numbers)


def _seconds(context: TurnContext) -> tuple[int, ...]:
    """Return the seconds of the running turn, those that V and N have used, and the limit."""
    state, now = context.state, context.state.clock_at(context.now)
    running = now.turn_used if state.turn.player else 0
    return tuple(ms // 1000 for ms in (running, *now.used, state.evening.limit))


def _score(context: TurnContext, topic: str) -> tuple[str, tuple[int, ...]]:
    """Return the owner of the cube, and the numbers of the score; see `KeyAnswer`."""
    state, score = context.state, context.state.match.score
    match topic:
        case "score":
            game = state.game.cube
            # Equal opening dice may double a game without a cube.
            none = game.value == 1 and cube.without_cube(context.rules, state)
            value, length = 0 if none else game.value, state.match.length or 0
            return str(game.owner or ""), (*score, value, length)
        case "games":
            return "", (*score, state.match.length or 0)
        case "throws":
            return "", (state.turn.number if state.throw.dice else state.turn.number - 1,)
    return "", score if topic == "final-score" else ()


def dice_answer(context: TurnContext, player: Player) -> KeyAnswer | Explained:
    """Return the throw and the moves still to play; before a throw, whose turn it is."""
    phase = context.state.phase_of_game
    if phase not in (Phase.MOVING, Phase.ERROR):
        return key_answer(context, player, "dice")
    judgement = context.judge(context.seen, over=phase is Phase.ERROR)
    return explanation(context, player, judgement, "dice")


def explanation(
    context: TurnContext, player: Player, judgement: Judgement, topic: str = "why"
) -> Explained:
    """Return the faults of the present board as an explanation; topic -- as in `Explained`."""
    turn = context.mover, context.dice, context.before
    return Explained(player, topic, *turn, faults=judgement.faults)


def left_to_play(context: TurnContext, topic: str = "left") -> Explained:
    """Return the moves still to play at a typed table, for both players."""
    return explanation(context, context.mover, context.judge(context.seen), topic)


def _advise(context: TurnContext, wish: Asks) -> None:
    """Answer the `hint` key: explain an error, name a forced play, or request a hint.

    For an unfinished play, first report what is left to play.
    """
    phase = context.state.phase_of_game
    if phase not in (Phase.ERROR, Phase.MOVING):
        context.request(GiveHint(wish.player, wish.times))
        return
    if phase is Phase.MOVING and context.state.is_partners_turn:
        _advise_on_partner(context, wish)
        return
    judgement = context.judge(context.seen, over=phase is Phase.ERROR)
    half_made = _is_unfinished(judgement) and judgement.reading != context.before
    if phase is Phase.ERROR or judgement.verdict is Verdict.ILLEGAL:
        _explain(context, wish, judgement)
    elif context.rules.only_end(*context.turn) not in (None, context.agreed):
        _name_play(context, wish, judgement, "forced")
    elif half_made and wish.times == 1:
        context.tell(explanation(context, wish.player, judgement))
    else:
        context.request(GiveHint(wish.player, wish.times - half_made))


def _explain(context: TurnContext, wish: Asks, judgement: Judgement) -> None:
    """Report the faults; at the next press, one legal play."""
    if wish.times % 2:
        context.tell(explanation(context, wish.player, judgement))
    else:
        _name_play(context, wish, judgement, "alternative")


def _is_unfinished(judgement: Judgement) -> bool:
    """Return whether moves are left to play."""
    return any(fault.code == Code.DICE_UNUSED for fault in judgement.faults[:1])


def _name_play(context: TurnContext, wish: Asks, judgement: Judgement, topic: str) -> None:
    """Report the legal play whose end is nearest to the present board.

    If the play is unfinished, report only the moves still to be made.
    """
    rules, seen = context.rules, context.as_seen(context.seen)

    def unlike(end: Position) -> tuple[int, str]:
        return context.as_seen(rules.placement(end)).distance(seen), rules.text(end)

    nearest = min(rules.near_ends(*context.turn, context.seen), key=unlike)
    before = judgement.reading if _is_unfinished(judgement) else context.before
    turn = context.mover, context.dice, before
    context.tell(Explained(wish.player, topic, *turn, end=rules.text(nearest)))


def _advise_on_partner(context: TurnContext, wish: Asks) -> None:
    """Advise during the partner's turn on the player's last play, then on the partner's play.

    While the board is wrong, report the faults instead of the last play.
    """
    if context.state.throw.wanted not in (None, context.agreed):
        if wish.times % 2 == 0:
            contest.name_play(context)
            return
        judgement = context.judge(context.seen)
        if judgement.faults and not _is_unfinished(judgement):
            context.tell(explanation(context, wish.player, judgement))
            return
    context.request(GiveHint(wish.player, wish.times))


_TOPICS = {
    Key.BOARD: ("board-own", "board-other", "board-off"),
    Key.SCORE: ("score", "pips", "turn"),
    Key.HINT: ("hint",),
}
_PHASE_TOPICS = {(Phase.SETUP, Key.HINT): ("places",), (Phase.OVER, Key.SCORE): ("final-score",)}
"""Keys with a different answer in one phase: places in a set-up, the final score at the end."""


def _score_topic(state: State) -> str:
    """Return the topic of the score: throws in an exercise, games, or points."""
    if state.practice.exercise:
        return "throws"
    return "games" if state.match.count_games else "score"


def _position_text(context: TurnContext) -> str:
    """Return the present position as text, with pieces borne off counted as off (J8)."""
    state = context.state
    if context.is_typed:
        return context.seen.text
    if state.board.right or state.board.shown is None:
        return context.before
    if context.game.exit_number and state.phase in (Phase.MOVING, Phase.ERROR):
        return context.judge(context.seen).reading
    return state.board.shown.text


def _position(context: TurnContext) -> Position:
    """Return the position with the moves of the turn so far, if the game can continue from it."""
    if context.state.phase not in (Phase.MOVING, Phase.ERROR):
        return context.agreed
    return context.playable(context.judge(context.seen)) or context.agreed
