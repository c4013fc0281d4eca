"""What may be typed in each situation, by which player, and what words ask for."""

from companion.referee import dialog
from companion.referee.facts import Ruling
from companion.referee.state import Phase, State
from companion.referee.talk_facts import Explained, KeyAnswer
from companion.rules import Player, Verdict
from companion.rules.vocabulary import BAR, HAND
from companion.typed.entries import Figures
from companion.typed.view import RESTS, View, thrower_of


def situation(view: View, *, is_legal: bool) -> str:
    """What is expected, as the end of a code of `EntryAnswer` that begins with `help-`.

    is_legal -- while a play is made: it may end the turn.
    """
    if view.choosing:
        return "choosing"
    if view.state.asked is not None:
        return "question"
    if view.state.phase is not Phase.MOVING:
        return _between_plays(view)
    if view.state.partners:
        return "partner"
    if is_legal:
        return "legal"
    board, mover = view.table.seen, view.table.mover
    waiting = board[BAR[mover]].of(mover) + board[HAND[mover]].of(mover)
    return "entering" if waiting else "moving"


def _between_plays(view: View) -> str:
    """What is waited for while no play is made."""
    state, table = view.state, view.table
    if state.phase is Phase.ERROR:
        may = table.acceptable(table.judge_ended())
        return "error" if may else "error-corrected"
    partner = state.practice.partner
    return "opening-own" if state.phase is Phase.OPENING and partner else str(state.phase)


def nothing_but_keys(view: View) -> str:
    """Why neither dice nor a play can be typed, as a code of `EntryAnswer`; "" where they can."""
    if view.choosing:
        return "choosing"
    return RESTS.get(view.state.phase, "")


def answered(view: View, word: str, player: Player) -> KeyAnswer | Explained | Ruling:
    """What a player gets who types `turn`, `dice` or `pause`."""
    if word == "pause":
        return Ruling("pause", by=player.value)
    if word == "dice":
        return dialog.dice_answer(view.table, player)
    return dialog.key_answer(view.table, player, "whose-turn")


def are_dice(view: View, typed: Figures, by: Player | None) -> bool:
    """Whether figures that may be dice are dice here, and not starting points or a move."""
    state = view.state
    if not typed.dice:
        return False
    if state.phase is Phase.ERROR:
        return not state.turn.must_correct and by is not state.turn.player
    if state.phase is Phase.MOVING and not state.partners:
        return not view.tournament and is_legal(view)
    return True


def may_not_move(state: State, by: Player | None) -> str:
    """Why a player may not move or end the turn, as a code; "" where he may."""
    if state.phase not in (Phase.MOVING, Phase.ERROR):
        return "no-dice"
    if by not in (None, state.turn.player):
        return "not-your-turn"
    return "partner-plays" if state.partners else ""


def may_not_throw(view: View, faces: tuple[int, ...], by: Player | None) -> str:
    """Why dice are not taken, as a code; "" where they are."""
    state, thrower = view.state, thrower_of(view.state)
    if len(faces) == 1:
        return "two-dice"
    if state.phase is Phase.MOVING:
        return _may_not_end_by_dice(view, faces, by)
    if state.phase is Phase.ERROR and state.turn.must_correct:
        return "finish-first"
    if thrower is state.practice.partner:
        return "partner-throws"
    return "" if by in (None, thrower) else "not-your-throw"


def _may_not_end_by_dice(view: View, faces: tuple[int, ...], by: Player | None) -> str:
    """Why dice do not end the running turn, as a code; "" where they do.

    They are then the next throw, unless the game is won; a player's own dice are no throw of the
    opponent's.
    """
    table, state = view.table, view.state
    refusal = may_not_move(state, by)
    if refusal:
        return refusal
    judgement = table.judge(table.seen)
    if view.tournament or judgement.verdict is not Verdict.LEGAL:
        return "finish-first"
    if view.rules.winner(view.rules.parse(judgement.reading)) is not None:
        return ""
    thrower = table.mover if judgement.again else table.mover.other
    if faces and thrower is state.practice.partner:
        return "still-yours"
    return "" if by in (None, thrower) else "not-your-throw"


def is_legal(view: View) -> bool:
    """Return whether the moves that stand are a legal turn."""
    return view.table.judge(view.table.seen).verdict is Verdict.LEGAL


def opening_is_played(view: View) -> bool:
    """Whether the dice that are played are those of the opening."""
    first = view.state.turn.number == 1 and view.rules.game.opening_is_played
    return first and not view.state.practice.exercise
