"""The state of an evening when a typed line is processed, and what may be typed then."""

from dataclasses import dataclass
from typing import Final

from companion.board.counters import Pressed
from companion.link.messages import Key
from companion.referee import contest, dialog
from companion.referee.facts import Ruling
from companion.referee.inputs import Act
from companion.referee.requests import EndEvening
from companion.referee.state import UNDER_WAY, Phase, State, Topic
from companion.referee.talk_facts import EntryAnswer, Explained, KeyAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Rules, Verdict
from companion.rules.vocabulary import BAR, HAND
from companion.typed.entries import CodeRequest, Figures, TypedRuling


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of an evening.

    choosing -- the players are choosing a game;
    tournament -- verdicts are not announced before the end of a turn;
    keypads -- the players with their own keypad or page;
    by_names -- points are called by their names.
    """

    rules: Rules
    state: State
    choosing: bool = False
    tournament: bool = False
    keypads: frozenset[Player] = frozenset()
    by_names: bool = False

    @property
    def senses_pieces(self) -> bool:
        """Whether the board senses pieces, and only dice are typed."""
        return not self.state.evening.typed

    @property
    def context(self) -> TurnContext:
        """The rules and the state, for judging boards."""
        return TurnContext(self.rules, self.state, self.state.clock.ticked or 0)


GameEffect = Act | Pressed | EntryAnswer | KeyAnswer | Explained | MovesTyped
"""The effects of an entry on the game: referee inputs, keys and answers."""

Effect = GameEffect | Ruling | EndEvening | TypedRuling | CodeRequest
"""The effects of an entry: also rulings and requests."""


NO_PLAY_CODES: Final = {
    Phase.SETUP: "starting",
    Phase.PAUSED: "paused",
    Phase.OVER: "over",
}
"""The reason why neither dice nor a play can be typed in each of these phases."""


MAY_TAKE_BACK: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING)


def turn_of(state: State) -> tuple[object, ...]:
    """Return a value that is different in each turn, and during its correction."""
    # The opening counts as the first turn, so that its dice can be taken back.
    return (
        state.match.score,
        state.match.number,
        max(state.turn.number, 1),
        state.phase is Phase.ERROR,
    )


def thrower_of(state: State) -> Player:
    """Return who throws next: the player on turn, or the opponent in an open error."""
    player = state.turn.player or Player.V
    return player.other if state.phase is Phase.ERROR else player


def asked_of(state: State) -> Player:
    """Return the player who has to answer, otherwise the player on turn."""
    if state.asked is not None and state.asked.player is not None:
        return state.asked.player
    if state.phase in (Phase.DOUBLED, Phase.ERROR) and state.turn.player is not None:
        return state.turn.player.other
    return state.turn.player or Player.V


def presser_of(state: State, key: Key) -> Player:
    """Return the player whose key is pressed when a typed line names no player.

    In an open error this is the opponent, but for the `board` key the mover.
    """
    decides = key in (Key.YES, Key.NO, Key.CUBE, Key.REPEAT) or state.asked is not None
    if state.phase is Phase.ERROR and not decides:
        return state.turn.player or Player.V
    return asked_of(state)


def must_answer(state: State, player: Player) -> bool:
    """Return whether the key `no` of a player would answer a question instead of opening the menu.

    The opponent answers a double, and an open error until the correction is demanded.
    """
    if state.asked is not None:
        return state.asked.topic != Topic.MENU
    decides = state.phase in (Phase.DOUBLED, Phase.ERROR) and not state.turn.must_correct
    return decides and player is not state.turn.player


def asks_to_quit(view: Situation, by: Player | None) -> bool:
    """Return whether the other player has to agree that the evening ends.

    by -- as in `TypedTable.take`; while the first game is chosen there is nothing to agree on.
    """
    if by is None or (view.choosing and view.state.phase is Phase.SETUP):
        return False
    return by.other in view.keypads and by.other is not view.state.practice.partner


def chooses_to_stop(view: Situation, by: Player | None) -> bool:
    """Return whether `yes` ends the evening by the menu, and the other player has to agree."""
    asked = view.state.asked
    if asked is None or view.choosing or asked.player is not by:
        return False
    return (asked.topic, asked.item) == (Topic.MENU, "stop") and asks_to_quit(view, by)


def cancelled(view: Situation, by: Player | None) -> Player | None:
    """Return the player whose question an empty line or `undo` cancels, or None."""
    asked = view.state.asked
    if view.choosing or asked is None or not dialog.may_lapse(asked):
        return None
    return asked.player if by in (None, asked.player) else None


# --- allowed entries ------------------------------------------------------------------------------


def help_code(view: Situation, by: Player | None) -> str:
    """Return the code of the answer to `?`; by -- as in `TypedTable.take`."""
    state, asked = view.state, view.state.asked
    if view.choosing:
        return "help-choosing"
    if asked is not None and (by is None or asked.player in (None, by)):
        return "help-menu" if asked.topic == Topic.MENU else "help-question"
    if contest.question_to_opponent(state):
        return "opponent-first"
    if by is None or state.phase not in UNDER_WAY:
        return f"help-{_expected(view)}"
    return _help_in_turn(view, is_mover=by is state.turn.player)


def _help_in_turn(view: Situation, *, is_mover: bool) -> str:
    """Return the code of the answer to one player's `?` during a game."""
    state = view.state
    if state.phase is Phase.DOUBLED:
        return "opponent-first" if is_mover else "help-doubled"
    if is_mover:
        return f"help-{_expected(view)}"
    is_error = state.phase is Phase.ERROR and not state.turn.must_correct
    may_accept = is_error and view.context.acceptable(view.context.judge_ended())
    return "error-open" if may_accept else "help-waiting"


def _expected(view: Situation) -> str:
    """Return what the table waits for, as the part of an `EntryAnswer` code after `help-`."""
    if view.state.phase is not Phase.MOVING:
        return _between_plays(view)
    if view.state.is_partners_turn or view.senses_pieces:
        return "partner" if view.state.is_partners_turn else "pieces"
    verdict = view.context.judge(view.context.seen).verdict
    if verdict is not Verdict.INCOMPLETE:
        return str(verdict)
    board, mover = view.context.seen, view.context.mover
    waiting = board[BAR[mover]].of(mover) + board[HAND[mover]].of(mover)
    return "entering" if waiting else "moving"


def _between_plays(view: Situation) -> str:
    """Return what the table waits for outside a play."""
    state, table = view.state, view.context
    if state.phase is Phase.ERROR:
        may = table.acceptable(table.judge_ended())
        pieces = "pieces-" if view.senses_pieces else ""
        return f"{pieces}error" if may else f"{pieces}error-corrected"
    partner = state.practice.partner
    if state.phase is Phase.SETUP and view.senses_pieces:
        return "pieces-setup"
    one_die = partner is not None or any(state.game.opening)
    return "opening-own" if state.phase is Phase.OPENING and one_die else str(state.phase)


def answer_first(state: State, by: Player | None) -> str:
    """Return the code for a line that must wait for an answer: the player's or the opponent's."""
    return "answer-first" if by in (None, asked_of(state)) else "opponent-first"


def nothing_but_keys(view: Situation, by: Player | None) -> str:
    """Return the code of the reason why neither dice nor a play can be typed, or ""."""
    if view.choosing:
        return "choosing"
    if view.state.phase is Phase.SETUP and view.senses_pieces:
        return "help-pieces-setup"
    if view.state.phase is Phase.DOUBLED:
        return "opponent-first" if by is view.state.turn.player else "answer-first"
    return NO_PLAY_CODES.get(view.state.phase, "")


def answered(view: Situation, word: str, player: Player) -> KeyAnswer | Explained | Ruling:
    """Return the effect of typing `turn`, `dice` or `pause`."""
    if word == "pause":
        return Ruling("pause", by=player.value)
    if word == "dice":
        return dialog.dice_answer(view.context, player)
    return dialog.key_answer(view.context, player, "whose-turn")


def are_dice(view: Situation, typed: Figures, by: Player | None) -> bool:
    """Return whether numbers mean dice here, not starting points or a move."""
    state = view.state
    if not typed.dice:
        return False
    if state.phase is Phase.ERROR:
        starts = state.turn.must_correct or by is state.turn.player
        return view.senses_pieces or not starts
    if state.phase is Phase.MOVING and not state.is_partners_turn:
        return not view.tournament and view.context.is_legal(view.context.seen)
    return True


def may_not_move(state: State, by: Player | None) -> str:
    """Return the code of the reason why a player may not move or end the turn, or ""."""
    if by not in (None, state.turn.player) and state.phase is not Phase.OPENING:
        return "not-your-turn"
    if state.phase not in (Phase.MOVING, Phase.ERROR):
        return "no-dice"
    return "partner-plays" if state.is_partners_turn else ""


def may_not_throw(view: Situation, faces: tuple[int, ...], by: Player | None) -> str:
    """Return the code of the reason why typed dice are refused, or ""."""
    state, thrower = view.state, thrower_of(view.state)
    if len(faces) == 1:
        return "two-dice"
    if state.phase is Phase.MOVING:
        return _may_not_end_by_dice(view, faces, by)
    if state.phase is Phase.ERROR and state.turn.must_correct and not view.senses_pieces:
        return "end-first"
    if thrower is state.practice.partner:
        return "partner-throws"
    return "" if by in (None, thrower) else "not-your-throw"


def _may_not_end_by_dice(view: Situation, faces: tuple[int, ...], by: Player | None) -> str:
    """Return the code of the reason why dice do not end the running turn, or "".

    Dice that end the turn are also the next throw, unless the game is won.
    """
    table, state = view.context, view.state
    refusal = may_not_move(state, by)
    if refusal:
        return refusal
    judgement = table.judge(table.seen)
    if view.tournament or judgement.verdict is not Verdict.LEGAL:
        return "end-first"
    if view.rules.winner(view.rules.parse(judgement.reading)) is not None:
        return ""
    thrower = table.mover if judgement.again else table.mover.other
    if faces and thrower is state.practice.partner:
        return "still-yours"
    return "" if by in (None, thrower) else "not-your-throw"


def opening_is_played(view: Situation) -> bool:
    """Return whether the opening dice are being played."""
    first = view.state.turn.number == 1 and view.rules.game.opening_is_played
    return first and not view.state.practice.exercise


def throw_taken_back(view: Situation, throwers: tuple[Player, ...]) -> Ruling:
    """Return the ruling that takes back the last throw; throwers -- one player, or both."""
    phase = view.state.phase
    opens = len(throwers) > 1 or phase is not Phase.MOVING or opening_is_played(view)
    by, *others = throwers
    whose = by if opens and not others else None
    what = "undo-opening" if opens else "undo-throw"
    return Ruling(what, by="players" if others else by.value, player=whose)
