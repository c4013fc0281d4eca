"""Keys: questions put to players, the cube, and what a player asks for (contracts, section 5).

A question is open for one player at a time; `yes` and `no` answer it. A double not confirmed
within ten seconds, and a menu left alone as long, lapse.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeGuard

from companion.link.messages import Key, elapsed
from companion.referee import clock, contest, cube, disabled_places
from companion.referee.facts import CubeAction
from companion.referee.inputs import Answer, Asks, Doubles, Input, Says, Stands
from companion.referee.outcomes import Followed, Outcome
from companion.referee.requests import GiveHint
from companion.referee.state import Asked, Phase, State, Topic
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Player, parse_placement

CONFIRM_MS = 10_000
_LAPSING = (
    Topic.DOUBLE_CONFIRM,
    Topic.RESIGN_VALUE,
    Topic.MENU,
    Topic.LIFT,
    Topic.DIE,
    Topic.OPENING_DIE,
    Topic.OUT,
    Topic.STOP,
)
"""Questions that a player opened himself; a piece that was lifted is still in his hand."""


def lapse(table: TurnContext, now: int) -> None:
    """Close a question that was left alone too long."""
    asked = table.state.asked
    if table.state.evening.typed:
        return  # who types has all the time he wants
    if _may_lapse(asked) and elapsed(now, asked.since) > CONFIRM_MS:
        cancel(table, asked)


def _may_lapse(asked: Asked | None) -> TypeGuard[Asked]:
    if asked is None or asked.topic not in _LAPSING:
        return False
    return asked.topic is not Topic.LIFT or not asked.item


def cancel(table: TurnContext, asked: Asked | Answer) -> None:
    """Close a question without its being answered."""
    table.set(asked=None)
    if asked.player is not None:
        table.tell(KeyAnswer(asked.player, "cancelled", asked.topic.value))


def ask_question(
    table: TurnContext, player: Player | None, topic: Topic, item: str, at: int
) -> None:
    """Ask a player something; player None: whoever answers."""
    table.set(asked=Asked(player, topic, item, at))
    table.tell(Question(player, topic.value, item))


def leave(table: TurnContext, given: Input) -> None:
    """Another key of the asked player leaves the menu or takes an unconfirmed wish back."""
    asked = table.state.asked
    if not _may_lapse(asked):
        return
    if _plays(table.state, given):
        table.set(asked=None)  # the play is what he wants
    if not isinstance(given, Asks | Doubles):
        return
    if given.player is asked.player:
        cancel(table, asked)


def _plays(state: State, given: Input) -> bool:
    """Whether a play was typed: it counts, whatever menu or question is open."""
    if not state.evening.typed or state.partners or state.phase not in (Phase.MOVING, Phase.ERROR):
        return False
    return isinstance(given, Stands) and given.seen.text != state.shown


# --- the cube ----------------------------------------------------------------------------------


def double(table: TurnContext, wish: Doubles) -> None:
    """The `cube` key: refuse with the reason, or have the double confirmed."""
    refusal = cube.cube_refusal(table, wish.player)
    if refusal:
        table.tell(KeyAnswer(wish.player, "refused", refusal))
        return
    value = str(table.state.cube.value * 2)
    item = f"accept {value}" if table.state.phase is Phase.ERROR else value
    ask_question(table, wish.player, Topic.DOUBLE_CONFIRM, item, wish.at)


def offer(table: TurnContext, player: Player) -> Outcome:
    """Offer the cube to the opponent."""
    offered, owner = table.state.cube.value * 2, table.state.cube.owner
    table.set(corrected=None)
    table.tell(CubeAction(player, "offer", offered, owner))
    return Outcome.OFFERED


def answer_double(table: TurnContext, answer: Says) -> Outcome:
    """The opponent takes or drops an offered cube (B6)."""
    doubler, before = table.mover, table.state
    if answer.yes:
        taken = before.cube.taken_by(answer.player)
        table.set(cube=taken)
        table.tell(CubeAction(answer.player, "take", taken.value, taken.owner))
        contest.remember(table, before)
        table.set(prompted=-1)
        return Outcome.TAKEN
    stake = before.cube.value
    table.tell(CubeAction(answer.player, "drop", stake, before.cube.owner))
    ended = contest.end_game(table, doubler, table.rules.game.kinds[0], "drop", stake)
    contest.remember(table, before)
    return ended


# --- yes and no --------------------------------------------------------------------------------


def confirm_double(table: TurnContext, answer: Answer) -> Outcome:
    """`yes` offers the cube."""
    if answer.yes:
        return offer(table, answer.player)
    cancel(table, answer)
    return Outcome.STAYS


def confirm_over_error(table: TurnContext, answer: Answer) -> Outcome | Followed:
    """`yes` accepts the open error, then offers the cube (E3)."""
    if not answer.yes:
        cancel(table, answer)
        return Outcome.STAYS
    outcome = contest.accept(table, table.judge_ended())
    if outcome is Outcome.ACCEPTED:
        return Followed(outcome, answer)
    if outcome is Outcome.STAYS:
        table.tell(KeyAnswer(answer.player, "refused", "not-acceptable"))
    return outcome


def confirm_too_late(table: TurnContext, answer: Answer) -> None:
    """`yes` does nothing, as nobody may double any more."""
    if not answer.yes:
        cancel(table, answer)


def offer_layout(table: TurnContext, layout: tuple[str, ...]) -> None:
    """The start position stands mirrored or turned round: offer to play it so."""
    asked = table.state.asked
    if asked is None or asked.topic is not Topic.LAYOUT:
        ask_question(table, None, Topic.LAYOUT, " ".join(layout), table.now)


def answer_layout(table: TurnContext, answer: Answer) -> None:
    """Play the layout that stands there, or say how to put it right."""
    if answer.yes:
        layout = tuple(answer.item.split())
        table.set(
            layout=layout,
            dead=disabled_places.moved(table.state.dead, table.state.layout, layout),
        )
    else:
        table.set(wrong=True)
        table.tell(table.compare(table.seen))


# --- questions of the players ------------------------------------------------------------------


def ask(table: TurnContext, wish: Asks) -> None:
    """Answer the `board`, `score` and `hint` keys; pressed again they say the next thing.

    A question that stays open is put again, lest the answer sounds like its own.
    """
    _answer(table, wish)
    asked = table.state.asked
    if asked is not None and asked.topic in _PUT_AGAIN and asked.player in (None, wish.player):
        table.tell(Question(asked.player, asked.topic.value, asked.item))


_PUT_AGAIN: Final = (
    Topic.LAYOUT,
    Topic.GAME,
    Topic.READING,
    Topic.UNDO,
    Topic.NEW_GAME,
    Topic.OTHER_GAME,
)
"""Questions that another key leaves open, and that a player may take his answer for."""


def _answer(table: TurnContext, wish: Asks) -> None:
    """What a key asks for."""
    if wish.key is Key.BOARD and table.state.phase is Phase.SETUP and wish.times == 1:
        table.set(guided=True, named=table.now, reminded=0)
        table.tell(replace(table.compare(table.seen), empty=False, again=True))
        return
    topics = _NOW.get((table.state.phase, wish.key)) or _TOPICS[wish.key]
    topic = topics[(wish.times - 1) % len(topics)]
    if topic == "score":
        topic = _score_topic(table.state)
    if topic == "hint":
        if not _explain(table, wish):
            table.request(GiveHint(wish.player, wish.times))
        return
    table.tell(KeyAnswer(wish.player, topic, _text(table, topic), _numbers(table, topic, wish)))


def why(table: TurnContext, player: Player, judgement: Judgement) -> Explained:
    """What is wrong with the board as it stands, for one player's ears."""
    before = table.state.position
    faults = judgement.faults
    return Explained(player, "why", table.mover, table.dice, before, faults=faults)


def still_wrong(table: TurnContext, judgement: Judgement) -> Explained:
    """What is wrong with a correction, so that silence is not taken for consent."""
    return replace(why(table, table.mover, judgement), topic="still")


def _explain(table: TurnContext, wish: Asks) -> bool:
    """Of an open error: why, then one legal play. Of a forced turn: the play. False: nothing."""
    state = table.state
    if state.phase not in (Phase.ERROR, Phase.MOVING):
        return False
    turn = table.agreed, table.mover, table.dice
    if state.phase is Phase.MOVING and state.partners:
        return _of_partner(table, wish)
    judgement = table.judge(table.seen, over=state.phase is Phase.ERROR)
    told = why(table, wish.player, judgement)
    if state.phase is Phase.ERROR and wish.times % 2:
        table.tell(told)
        return True
    if state.phase is Phase.MOVING and table.rules.only_end(*turn) in (None, table.agreed):
        return False
    texts = [table.rules.text(end) for end in table.rules.near_ends(*turn, table.seen)]
    topic = "alternative" if state.phase is Phase.ERROR else "forced"
    table.tell(
        replace(told, topic=topic, faults=(), end=min(texts, key=lambda text: _unlike(table, text)))
    )
    return True


def _of_partner(table: TurnContext, wish: Asks) -> bool:
    """While the partner's play is made for it: the own last play, then the partner's."""
    if wish.times % 2 or table.state.throw.wanted in ("", table.state.position):
        return False
    contest.name_play(table)
    return True


def _unlike(table: TurnContext, text: str) -> tuple[int, str]:
    """How many pieces stand otherwise than on the board that is seen, to name the nearest play."""
    want, seen = table.as_seen(parse_placement(text)), table.as_seen(table.seen)
    pairs = zip(want.piles, seen.piles, strict=True)
    return sum(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True)), text


_TOPICS = {
    Key.BOARD: ("board-own", "board-other", "board-bar"),
    Key.SCORE: ("score", "pips", "turn"),
    Key.HINT: ("hint",),
}
_NOW = {
    (Phase.SETUP, Key.HINT): ("places",),
    (Phase.OVER, Key.SCORE): ("final-score",),
}
"""Answers of their own: where things lie, for him who sets up; the score that stays."""


def _score_topic(state: State) -> str:
    """What the score is made of: throws in an exercise, games, or points."""
    if state.practice.exercise:
        return "throws"
    return "games" if state.match.count_games else "score"


def _standing(table: TurnContext) -> str:
    """What stands on the board, as text. Pieces borne off count as off, not as on a point (J8)."""
    state = table.state
    if state.right or state.shown is None:
        return state.position
    if table.rules.game.exit_number and state.phase in (Phase.MOVING, Phase.ERROR):
        return table.judge(table.seen).reading
    return state.shown


def _text(table: TurnContext, topic: str) -> str:
    state = table.state
    if topic.startswith("board"):
        return _standing(table)
    if topic == "places":
        asked = state.asked
        return asked.item if asked is not None and asked.topic is Topic.LAYOUT else ""
    if topic == "turn":
        return state.player.value if state.player is not None else ""
    if topic == "score":
        return state.cube.owner.value if state.cube.owner is not None else ""
    return ""


_SCORES: Final[dict[str, Callable[[State], tuple[int, ...]]]] = {
    "games": lambda state: (*state.match.score, state.match.length or 0),
    "throws": lambda state: (state.turn if state.throw.dice else state.turn - 1,),
    "final-score": lambda state: state.match.score,
}
"""The figures of each kind of score."""


def _numbers(table: TurnContext, topic: str, wish: Asks) -> tuple[int, ...]:
    """The figures of an answer: a score; pips; seconds of turn, V, N, clock; dice."""
    state = table.state
    if topic == "score":
        # A game may have no cube and be doubled by equal opening dice.
        none = state.cube.value == 1 and cube.without_cube(table.rules, state)
        return (*state.match.score, 0 if none else state.cube.value, state.match.length or 0)
    if topic in _SCORES:
        return _SCORES[topic](state)
    if topic == "pips":
        return tuple(table.rules.pips(table.agreed, player) for player in Player)
    if topic == "turn":
        now = clock.at(state, wish.at)
        running = now.turn_used if state.player else 0
        return tuple(ms // 1000 for ms in (running, *now.used, state.evening.limit))
    return state.throw.dice or () if topic == "board-bar" else ()
