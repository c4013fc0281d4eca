"""Keys: the cube, resignations, the menu, and what a player asks for (contracts, section 5).

A question is open for one player at a time; `yes` and `no` answer it. A double not confirmed
within ten seconds, and a menu left alone as long, lapse.
"""

from dataclasses import replace

from companion.link.messages import Key
from companion.referee import contest
from companion.referee.facts import CubeAction, Explained, KeyAnswer, Question, Resign, Ruling
from companion.referee.inputs import Asks, Doubles, Input, Says
from companion.referee.state import Asked, Phase, Topic
from companion.referee.table import Table
from companion.rules import Judgement, Player, parse_placement

CONFIRM_MS = 10_000
REMIND_MS = 15_000
"""After this time an unfinished set-up is named again, then after twice as long, and so on."""
REMINDERS = 5
"""So often; then nobody is there to hear it."""
MENU = ("faster", "slower", "verbosity", "language", "resign", "undo", "pause", "louder", "softer")
"""The menu's entries, in the order in which `no` leads through them."""

_SETTINGS = ("faster", "slower", "verbosity", "language", "louder", "softer")
_LAPSING = (Topic.DOUBLE_CONFIRM, Topic.RESIGN_VALUE, Topic.MENU)
_PLAYING = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED)


def lapse(table: Table, now: int) -> None:
    """Close a question that was left alone too long."""
    asked = table.state.asked
    if (
        asked is not None
        and asked.topic in _LAPSING
        and contest.elapsed(now, asked.since) > CONFIRM_MS
    ):
        _cancel(table, asked)


def remind(table: Table, now: int) -> None:
    """Say again what a set-up lacks when nothing has changed for a while."""
    state = table.state
    looked = state.shown or state.named
    if state.phase is not Phase.SETUP or not looked or state.reminded == REMINDERS:
        return
    if contest.elapsed(now, state.named) > REMIND_MS << state.reminded:
        table.set(named=now, reminded=state.reminded + 1)
        table.tell(table.compare(table.seen))


def _cancel(table: Table, asked: Asked) -> None:
    table.set(asked=None)
    if asked.player is not None:
        table.tell(KeyAnswer(asked.player, "cancelled", asked.topic.value))


def _ask(table: Table, player: Player | None, topic: Topic, item: str, at: int) -> None:
    table.set(asked=Asked(player, topic, item, at))
    table.tell(Question(player, topic.value, item))


def leave(table: Table, given: Input) -> None:
    """Another key of the asked player leaves the menu or takes an unconfirmed wish back."""
    asked = table.state.asked
    if asked is None or asked.topic not in _LAPSING or isinstance(given, Says):
        return
    if isinstance(given, Asks | Doubles) and given.player is asked.player:
        _cancel(table, asked)


# --- the cube ----------------------------------------------------------------------------------


def double(table: Table, wish: Doubles) -> None:
    """The `cube` key: refuse with the reason, or have the double confirmed."""
    refusal = contest.cube_refusal(table, wish.player)
    if refusal:
        table.tell(KeyAnswer(wish.player, "refused", refusal))
        return
    _ask(table, wish.player, Topic.DOUBLE_CONFIRM, str(table.state.cube.value * 2), wish.at)


def _offer(table: Table, player: Player) -> None:
    """A confirmed double; over an open error it accepts the error first (E3)."""
    wrong = table.state.phase is Phase.ERROR
    if wrong and not contest.accept(table, table.judge(table.seen)):
        table.tell(KeyAnswer(player, "refused", "not-acceptable"))
    elif table.state.phase is Phase.TO_THROW:
        cube = table.state.cube
        table.set(phase=Phase.DOUBLED)
        table.tell(CubeAction(player, "offer", cube.value * 2, cube.owner))


def answer_double(table: Table, answer: Says) -> None:
    """The opponent takes or drops an offered cube (B6)."""
    doubler, cube = table.mover, table.state.cube
    if answer.player is doubler:
        table.tell(KeyAnswer(answer.player, "refused", "not-asked"))
    elif answer.yes:
        taken, before = cube.taken_by(answer.player), table.state
        table.set(cube=taken, phase=Phase.TO_THROW)
        table.tell(CubeAction(answer.player, "take", taken.value, taken.owner))
        contest.remember(table, before)
    else:
        before = table.state
        table.tell(CubeAction(answer.player, "drop", cube.value, cube.owner))
        contest.end_game(table, doubler, table.rules.game.kinds[0], "drop", cube.value)
        contest.remember(table, before)


# --- yes and no --------------------------------------------------------------------------------


def answers(table: Table, answer: Says) -> bool:
    """Take `yes` or `no` as the answer to this player's open question; False where none is."""
    asked = table.state.asked
    if asked is None or asked.player not in (None, answer.player):
        return False
    table.set(asked=None)
    _ANSWERS[asked.topic](table, asked, answer)
    return True


def _confirm_double(table: Table, asked: Asked, answer: Says) -> None:
    if answer.yes:
        _offer(table, answer.player)
    else:
        _cancel(table, asked)


def _menu(table: Table, asked: Asked, answer: Says) -> None:
    """Lead through the menu: `no` is the next entry, `yes` chooses."""
    if not answer.yes:
        following = MENU[(MENU.index(asked.item) + 1) % len(MENU)]
        _ask(table, answer.player, Topic.MENU, following, answer.at)
    elif asked.item in _SETTINGS:
        table.tell(KeyAnswer(answer.player, "setting", asked.item))
    elif asked.item == "undo":
        _wish_undo(table, answer)
    elif table.state.phase not in _PLAYING:
        table.tell(KeyAnswer(answer.player, "refused", "no-game"))
    elif asked.item == "pause":
        contest.pause(table, Ruling("pause", by=answer.player.value))
    else:
        _ask(table, answer.player, Topic.RESIGN_VALUE, "1", answer.at)


def _wish_undo(table: Table, answer: Says) -> None:
    """The last decision is undone only when the other player agrees."""
    if table.state.back is None:
        table.tell(KeyAnswer(answer.player, "refused", "nothing-to-undo"))
    else:
        _ask(table, answer.player.other, Topic.UNDO, "", answer.at)


def _undo(table: Table, asked: Asked, answer: Says) -> None:
    if answer.yes:
        contest.undo(table, Ruling("undo", by="players"))
    else:
        _cancel(table, asked)


def offer_layout(table: Table, layout: tuple[str, ...]) -> None:
    """The start position stands mirrored or turned round: offer to play it so."""
    asked = table.state.asked
    if asked is None or asked.topic is not Topic.LAYOUT:
        _ask(table, None, Topic.LAYOUT, " ".join(layout), table.now)


def _layout(table: Table, asked: Asked, answer: Says) -> None:
    """Play the layout that stands there, or say how to put it right."""
    if answer.yes:
        table.set(layout=tuple(asked.item.split()))
    else:
        table.tell(table.compare(table.seen))


def go_on(table: Table, answer: Says) -> None:
    """After a pause `yes` goes on: the board is compared first."""
    if answer.yes:
        table.state = contest.resume(table.state)


def _resign_value(table: Table, asked: Asked, answer: Says) -> None:
    """Ask how much is resigned, lowest first; after the highest the wish is taken back."""
    value = int(asked.item)
    if answer.yes:
        table.tell(Resign(answer.player, value, "offer"))
        _ask(table, answer.player.other, Topic.RESIGN, asked.item, answer.at)
    elif value < len(table.rules.game.kinds):
        _ask(table, answer.player, Topic.RESIGN_VALUE, str(value + 1), answer.at)
    else:
        _cancel(table, asked)


def _resignation(table: Table, asked: Asked, answer: Says) -> None:
    """The opponent accepts or refuses a resignation."""
    value, loser = int(asked.item), answer.player.other
    before = table.state
    table.tell(Resign(loser, value, "accept" if answer.yes else "refuse"))
    if answer.yes:
        kind = table.rules.game.kinds[value - 1]
        worth = contest.resigned_value(table, loser, value)
        contest.end_game(table, answer.player, kind, "resign", worth)
        contest.remember(table, before)


_ANSWERS = {
    Topic.DOUBLE_CONFIRM: _confirm_double,
    Topic.MENU: _menu,
    Topic.RESIGN_VALUE: _resign_value,
    Topic.RESIGN: _resignation,
    Topic.LAYOUT: _layout,
    Topic.UNDO: _undo,
}


def refuse(table: Table, given: Input) -> bool:
    """An input that the phase has no use for: keys get a word, anything else changes nothing."""
    if isinstance(given, Doubles):
        table.tell(KeyAnswer(given.player, "refused", _no_double_now(table)))
    elif isinstance(given, Says):
        _says_unasked(table, given)
    return False


def _no_double_now(table: Table) -> str:
    if not table.rules.has_cube:
        return "cube-not-used"
    if table.state.phase not in _PLAYING:
        return "paused" if table.state.phase is Phase.PAUSED else "no-game"
    return "cube-crawford" if table.state.match.crawford_now else "cube-not-your-turn"


def _says_unasked(table: Table, answer: Says) -> None:
    """`no` demands a correction of an open error, else opens the menu; `yes` answers nothing."""
    state = table.state
    if answer.yes or contest.still_asked(state) is not None:
        table.tell(KeyAnswer(answer.player, "refused", "not-asked"))
    elif state.phase is Phase.ERROR and answer.player is not state.player:
        table.tell(KeyAnswer(answer.player, "demand"))
    else:
        _ask(table, answer.player, Topic.MENU, MENU[0], answer.at)


# --- questions of the players ------------------------------------------------------------------


def ask(table: Table, wish: Asks) -> None:
    """Answer the `board`, `score` and `hint` keys; pressed again they say the next thing."""
    if wish.key is Key.BOARD and table.state.phase is Phase.SETUP and wish.times == 1:
        table.set(guided=True, named=table.now, reminded=0)
        table.tell(replace(table.compare(table.seen), empty=False))
        return
    topics = _TOPICS[wish.key]
    topic = topics[(wish.times - 1) % len(topics)]
    if topic == "no-hints" and _explain(table, wish):
        return
    table.tell(KeyAnswer(wish.player, topic, _text(table, topic), _numbers(table, topic, wish)))


def why(table: Table, player: Player, judgement: Judgement) -> Explained:
    """What is wrong with the board as it stands, for one player's ears."""
    before = table.state.position
    faults = judgement.faults
    return Explained(player, "why", table.mover, table.dice, before, faults=faults)


def _explain(table: Table, wish: Asks) -> bool:
    """Of an open error: why, then one legal play. Of a forced turn: the play. False: nothing."""
    state = table.state
    if state.phase not in (Phase.ERROR, Phase.MOVING):
        return False
    turn = table.agreed, table.mover, table.dice
    told = why(table, wish.player, table.judge(table.seen))
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


def _unlike(table: Table, text: str) -> tuple[int, str]:
    """How many pieces stand otherwise than on the board that is seen, to name the nearest play."""
    want, seen = parse_placement(text), table.logical(table.seen)
    pairs = zip(want.piles, seen.piles, strict=True)
    return sum(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True)), text


_TOPICS = {
    Key.BOARD: ("board-own", "board-other", "board-bar"),
    Key.SCORE: ("score", "pips", "turn"),
    Key.HINT: ("no-hints",),
}


def _text(table: Table, topic: str) -> str:
    state = table.state
    if topic.startswith("board"):
        return state.position if state.right else state.shown or state.position
    if topic == "turn":
        return state.player.value if state.player is not None else ""
    if topic == "score":
        return state.cube.owner.value if state.cube.owner is not None else ""
    return ""


def _numbers(table: Table, topic: str, wish: Asks) -> tuple[int, ...]:
    """The figures of an answer: score, cube; pips; seconds of the turn, V's, N's in all; dice."""
    state = table.state
    if topic == "score":
        return (*state.match.score, state.cube.value, state.match.length or 0)
    if topic == "pips":
        return tuple(table.rules.pips(table.agreed, player) for player in Player)
    if topic == "turn":
        used = contest.time_used(table, wish.at)
        running = contest.elapsed(wish.at, state.began) if state.player else 0
        return tuple(ms // 1000 for ms in (running, *used))
    return state.dice or () if topic == "board-bar" else ()
