"""Actions for keys: questions to players, the cube, and requests (docs/keys.md)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.link.messages import Key, elapsed
from companion.referee import contest, cube, disabled_places
from companion.referee.facts import CubeAction
from companion.referee.inputs import Answer, Asks, Doubles, Input, TypedLines
from companion.referee.outcomes import QUESTIONS, RESULT, Followed, Outcome, answers
from companion.referee.requests import GiveHint
from companion.referee.state import Asked, Phase, State, Topic
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Code, Judgement, Player, Position, Verdict, parse_placement

CONFIRM_MS = 10_000


def lapse(table: TurnContext) -> None:
    """Close the open question if it has expired."""
    asked = table.state.asked
    if asked is None or table.state.evening.typed:
        return  # there is no time limit for typing
    if _may_lapse(asked) and elapsed(table.now, asked.since) > CONFIRM_MS:
        cancel(table, asked)


def _may_lapse(asked: Asked) -> bool:
    if not QUESTIONS[asked.topic].lapses:
        return False
    return asked.topic != Topic.LIFT or not asked.item  # the lifted piece is not back yet


def cancel(table: TurnContext, asked: Asked | Answer) -> None:
    """Close a question that got no answer or a `no`, and say so."""
    table.set(asked=None)
    if asked.player is not None:
        table.tell(KeyAnswer(asked.player, "cancelled", asked.topic))


def ask_question(table: TurnContext, player: Player | None, topic: str, item: str) -> None:
    """Ask a player a question; player -- None if either may answer."""
    table.set(asked=Asked(player, topic, item, table.now))
    table.tell(Question(player, topic, item))


def leave(table: TurnContext, given: Input, asked: Asked) -> None:
    """Close a question that can expire when the asked player acts otherwise, or moves are typed."""
    if not _may_lapse(asked):
        return
    if isinstance(given, TypedLines):
        table.set(asked=None)  # typing moves closes the question silently
    if not isinstance(given, Asks | Doubles):
        return
    if given.player is asked.player:
        cancel(table, asked)


# --- the cube ----------------------------------------------------------------------------------


def double(table: TurnContext, wish: Doubles) -> None:
    """Ask the player to confirm a double, or refuse it with the reason."""
    refusal = cube.cube_refusal(table, wish.player)
    if refusal:
        table.tell(KeyAnswer(wish.player, "refused", refusal))
        if table.is_typed and table.state.phase is Phase.ERROR:
            table.tell(left_to_play(table))
        return
    value = str(table.state.game.cube.value * 2)
    item = f"accept {value}" if table.state.phase is Phase.ERROR else value
    ask_question(table, wish.player, Topic.DOUBLE_CONFIRM, item)


def offer(table: TurnContext, player: Player) -> Outcome:
    """Offer the cube to the opponent."""
    offered, owner = table.state.game.cube.value * 2, table.state.game.cube.owner
    table.set_turn(corrected=None)
    table.tell(CubeAction(player, "offer", offered, owner))
    return Outcome.OFFERED


# --- yes and no --------------------------------------------------------------------------------


@answers(
    Topic.DOUBLE_CONFIRM,
    targets={Outcome.OFFERED: Phase.DOUBLED, Outcome.ACCEPTED: Phase.TO_THROW, **RESULT},
    followed_by=Answer,
    lapses=True,
)
def confirm_double(table: TurnContext, answer: Answer) -> Outcome | Followed:
    """Offer the cube at `yes`, after accepting an open error (E3)."""
    if not answer.yes:
        cancel(table, answer)
    elif table.state.phase is Phase.TO_THROW:
        return offer(table, answer.player)
    elif table.state.phase is Phase.ERROR:
        return _accept_and_offer(table, answer)
    return Outcome.STAYS


def _accept_and_offer(table: TurnContext, answer: Answer) -> Outcome | Followed:
    outcome = contest.accept(table, table.judge_ended())
    if outcome is Outcome.ACCEPTED:
        return Followed(outcome, answer)
    if outcome is Outcome.STAYS:
        table.tell(KeyAnswer(answer.player, "refused", "not-acceptable"))
    return outcome


def offer_layout(table: TurnContext, layout: tuple[str, ...]) -> None:
    """Ask whether to play with the mirrored or turned layout of the board."""
    asked = table.state.asked
    if asked is None or asked.topic != Topic.LAYOUT:
        ask_question(table, None, Topic.LAYOUT, " ".join(layout))


@answers(Topic.LAYOUT, is_repeated=True)
def answer_layout(table: TurnContext, answer: Answer) -> None:
    """Use the layout of the board, or report how to correct it."""
    if answer.yes:
        layout = tuple(answer.item.split())
        board = table.state.board
        dead = disabled_places.moved(board.dead, board.layout, layout)
        table.set_board(layout=layout, dead=dead)
    else:
        table.set_setup(wrong=True)
        table.tell(table.compare(table.seen))


# --- questions of the players ------------------------------------------------------------------


def ask(table: TurnContext, wish: Asks) -> None:
    """Answer the `board`, `score` and `hint` keys; repeated presses give further answers.

    Then ask the open question again, if its kind is repeated.
    """
    _answer(table, wish)
    asked = table.state.asked
    if (
        asked is not None
        and QUESTIONS[asked.topic].is_repeated
        and asked.player in (None, wish.player)
    ):
        table.tell(Question(asked.player, asked.topic, asked.item))


def _answer(table: TurnContext, wish: Asks) -> None:
    """Answer a key, or request a hint."""
    if wish.key is Key.BOARD and table.state.phase is Phase.SETUP and wish.times == 1:
        table.set_setup(guided=True, named=table.now, reminded=0)
        table.tell(replace(table.compare(table.seen), empty=False, again=True))
        return
    topics = _PHASE_TOPICS.get((table.state.phase, wish.key)) or _TOPICS[wish.key]
    topic = topics[(wish.times - 1) % len(topics)]
    if topic == "score":
        topic = _score_topic(table.state)
    if topic == "hint":
        _advise(table, wish)
        return
    table.tell(key_answer(table, wish.player, topic))


def key_answer(table: TurnContext, player: Player, topic: str) -> KeyAnswer:
    """Return the answer to a player's request, see `KeyAnswer`."""
    return KeyAnswer(player, topic, _text(table, topic), _numbers(table, topic))


def dice_answer(table: TurnContext, player: Player) -> KeyAnswer | Explained:
    """Return the throw and the moves still to play; before a throw, whose turn it is."""
    phase = table.state.phase_of_game
    if phase not in (Phase.MOVING, Phase.ERROR):
        return key_answer(table, player, "dice")
    judgement = table.judge(table.seen, over=phase is Phase.ERROR)
    return why(table, player, judgement, "dice")


def why(table: TurnContext, player: Player, judgement: Judgement, topic: str = "why") -> Explained:
    """Return the faults of the present board; topic -- as in `Explained`."""
    turn = table.mover, table.dice, table.before
    return Explained(player, topic, *turn, faults=judgement.faults)


def left_to_play(table: TurnContext) -> Explained:
    """Return the moves still to play in a correction at a typed table, for both players."""
    return why(table, table.mover, table.judge(table.seen), "left")


def _advise(table: TurnContext, wish: Asks) -> None:
    """Answer the `hint` key: explain an error, name a forced play, or request a hint.

    For an unfinished play, first report what is left to play.
    """
    phase = table.state.phase_of_game
    if phase not in (Phase.ERROR, Phase.MOVING):
        table.request(GiveHint(wish.player, wish.times))
        return
    if phase is Phase.MOVING and table.state.partners:
        _advise_on_partner(table, wish)
        return
    judgement = table.judge(table.seen, over=phase is Phase.ERROR)
    half_made = _is_half_made(table, judgement)
    if phase is Phase.ERROR or judgement.verdict is Verdict.ILLEGAL:
        _explain(table, wish, judgement)
    elif table.rules.only_end(*_turn(table)) not in (None, table.agreed):
        _name_play(table, why(table, wish.player, judgement), "forced")
    elif half_made and wish.times == 1:
        table.tell(why(table, wish.player, judgement))
    else:
        table.request(GiveHint(wish.player, wish.times - half_made))


def _turn(table: TurnContext) -> tuple[Position, Player, tuple[int, int]]:
    return table.agreed, table.mover, table.dice


def _is_half_made(table: TurnContext, judgement: Judgement) -> bool:
    """Return whether the play so far is legal but unfinished."""
    left = any(fault.code == Code.DICE_UNUSED for fault in judgement.faults[:1])
    return left and judgement.reading != table.before


def _explain(table: TurnContext, wish: Asks, judgement: Judgement) -> None:
    """Report the faults; at the next press, one legal play."""
    explained = why(table, wish.player, judgement)
    if wish.times % 2:
        table.tell(explained)
    else:
        _name_play(table, explained, "alternative")


def _name_play(table: TurnContext, explained: Explained, topic: str) -> None:
    """Report the legal play whose end is nearest to the present board."""
    texts = [table.rules.text(end) for end in table.rules.near_ends(*_turn(table), table.seen)]
    seen = table.as_seen(table.seen)
    nearest = min(
        texts, key=lambda text: (table.as_seen(parse_placement(text)).distance(seen), text)
    )
    table.tell(replace(explained, topic=topic, faults=(), end=nearest))


def _advise_on_partner(table: TurnContext, wish: Asks) -> None:
    """Advise during the partner's turn: on the player's last play, then on the partner's."""
    if wish.times % 2 or table.state.throw.wanted in (None, table.agreed):
        table.request(GiveHint(wish.player, wish.times))
    else:
        contest.name_play(table)


_TOPICS = {
    Key.BOARD: ("board-own", "board-other", "board-off"),
    Key.SCORE: ("score", "pips", "turn"),
    Key.HINT: ("hint",),
}
_PHASE_TOPICS = {
    (Phase.SETUP, Key.HINT): ("places",),
    (Phase.OVER, Key.SCORE): ("final-score",),
}
"""Keys with a different answer in one phase: the places in a set-up, and the final score."""


def _score_topic(state: State) -> str:
    """Return the topic of the score: throws in an exercise, games, or points."""
    if state.practice.exercise:
        return "throws"
    return "games" if state.match.count_games else "score"


def _position_text(table: TurnContext) -> str:
    """Return the present position as text, with pieces borne off counted as off (J8)."""
    state = table.state
    if table.is_typed:
        return table.seen.text
    if state.board.right or state.board.shown is None:
        return table.before
    if table.rules.game.exit_number and state.phase in (Phase.MOVING, Phase.ERROR):
        return table.judge(table.seen).reading
    return state.board.shown.text


def _text(table: TurnContext, topic: str) -> str:
    state = table.state
    if topic.startswith("board"):
        return _position_text(table)
    if topic == "places":
        asked = state.asked
        return asked.item if asked is not None and asked.topic == Topic.LAYOUT else ""
    if topic in ("turn", "whose-turn", "dice"):
        return state.turn.player.value if state.turn.player is not None else ""
    if topic == "score":
        return state.game.cube.owner.value if state.game.cube.owner is not None else ""
    return ""


_SCORES: Final[dict[str, Callable[[State], tuple[int, ...]]]] = {
    "games": lambda state: (*state.match.score, state.match.length or 0),
    "throws": lambda state: (state.turn.number if state.throw.dice else state.turn.number - 1,),
    "final-score": lambda state: state.match.score,
}
"""The numbers of each kind of score."""


def _numbers(table: TurnContext, topic: str) -> tuple[int, ...]:
    """Return the numbers of an answer: score; pips; seconds of turn, V, N and limit; dice."""
    state = table.state
    if topic == "score":
        # Equal opening dice may double a game without a cube.
        none = state.game.cube.value == 1 and cube.without_cube(table.rules, state)
        return (*state.match.score, 0 if none else state.game.cube.value, state.match.length or 0)
    if topic in _SCORES:
        return _SCORES[topic](state)
    if topic == "pips":
        return tuple(table.rules.pips(table.agreed, player) for player in Player)
    if topic in ("turn", "whose-turn"):
        now = state.clock_at(table.now)
        running = now.turn_used if state.turn.player else 0
        return tuple(ms // 1000 for ms in (running, *now.used, state.evening.limit))
    if topic == "dice":
        return state.game.opening if state.phase is Phase.OPENING else ()
    return state.throw.dice or () if topic == "board-off" else ()
