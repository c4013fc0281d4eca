"""The referee's hand: what a person decides where the table cannot know, or was misled.

Rule 1: a ruling is found by (phase, what) and nothing else; it acts, or is refused with a plain
reason, and refusing changes nothing. Rule 2: it is told first, then what follows from it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeGuard

from companion.referee import contest, cube, disabled_places, initial_state
from companion.referee.facts import Roll, RollVoid, Ruling, RulingRefused
from companion.referee.state import Phase
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Position, PositionError

WHATS: Final = (
    "position",
    "dice",
    "opening",
    "award",
    "undo",
    "correct",
    "accept",
    "pause",
    "adjourn",
    "go-on",
    "out-of-order",
    "in-order",
)
"""What can be ruled."""


def rule(table: TurnContext, ruling: Ruling) -> None:
    """A referee decides: see the rulings below; it acts or is refused with the reason."""
    handler = RULINGS.get((table.state.phase, ruling.what))
    why = no_place(table.state.phase, ruling.what) if handler is None else handler(table, ruling)
    if why:
        table.tell(RulingRefused(ruling.what, ruling.by, why))


def no_place(phase: Phase, what: str) -> str:
    """Why a ruling does not act in a phase, as a code."""
    if what not in WHATS:
        return "unknown"
    return _NEEDS.get(what) or _WAITS[phase]


_NEEDS: Final = {
    "correct": "no-error",
    "accept": "no-error",
    "go-on": "not-paused",
    "opening": "no-opening",
}
_WAITS: Final = {
    Phase.SETUP: "board-first",
    Phase.DOUBLED: "answer-first",
    Phase.PAUSED: "paused",
    Phase.OVER: "match-over",
}
"""Why a ruling has no place in a phase: what it needs is missing, or something comes first."""


# --- position and dice -------------------------------------------------------------------------


def _set_position(table: TurnContext, ruling: Ruling) -> str:
    """Agree on a position; the board is compared until it stands so, then the game goes on."""
    position = _readable(table, ruling.position)
    if position is None:
        return "bad-position"
    if table.rules.winner(position) is not None:
        return "game-won"
    state = table.state
    paused = state.phase is Phase.PAUSED
    then = state.then if paused or state.phase is Phase.SETUP else state.phase
    table.tell(replace(ruling, position=table.rules.text(position)))
    contest.commit_position(table, table.rules.text(position))
    mover = ruling.player
    if mover is None and then is Phase.ERROR:
        mover = table.mover.other
    if mover is not None:
        contest.hand_over(table, mover)
        # Whoever goes on with a game that was under way may double (B6).
        table.set(turn=max(table.state.turn, 1 if position == table.rules.start else 2))
        then = Phase.TO_THROW
    table.set(
        phase=Phase.PAUSED if paused else Phase.SETUP,
        then=then,
        named=table.now,
        judged=table.on_board().text,
    )
    table.state = initial_state.unseen(table.state)
    return ""


def _readable(table: TurnContext, text: str) -> Position | None:
    try:
        return table.rules.parse(text)
    except PositionError:
        return None


def _are_dice(dice: tuple[int, int] | None) -> TypeGuard[tuple[int, int]]:
    return dice is not None and all(1 <= die <= 6 for die in dice)


def _set_dice(table: TurnContext, ruling: Ruling) -> str:
    """Set the dice of the player to move, of the running turn, or of the turn that was wrong.

    In the opening it must be told whose throw they are: he begins.
    """
    if not _are_dice(ruling.dice):
        return "bad-dice"
    low, high = sorted(ruling.dice)
    opening = table.state.phase is Phase.OPENING
    player = ruling.player if opening else table.mover
    if player is None:
        return "whose-dice"
    if ruling.player not in (None, player):
        return "not-his-turn"
    table.tell(replace(ruling, dice=(high, low), player=player))
    if opening:
        contest.begin_turn(table, player)
    if table.state.kept is not None:
        # What was forced with the old dice need not be so with these (E4).
        table.tell(RollVoid(player.other, "early", "kept"))
    table.set(must_correct=False, kept=None)
    thrown = Roll(player, (high, low), by_hand=True)
    contest.roll(table, thrown, table.state.trays or player.value)
    return ""


def _set_opening(table: TurnContext, ruling: Ruling) -> str:
    """Set the opening dice, green's first: they say who begins, or that both throw again."""
    if not _are_dice(ruling.dice):
        return "bad-dice"
    table.tell(ruling)
    contest.opening(table, *ruling.dice, by_hand=True)
    return ""


# --- results -----------------------------------------------------------------------------------


def _award(table: TurnContext, ruling: Ruling) -> str:
    """Give the game to a player; its kind counts as a resignation's, or the points are told."""
    kinds = table.rules.game.kinds
    kind = ruling.kind or kinds[0]
    if ruling.winner is None:
        return "no-winner"
    if kind not in kinds:
        return "bad-kind"
    if ruling.points is not None and ruling.points < 1:
        return "bad-points"
    before = table.state
    worth = cube.resigned_value(table, ruling.winner.other, kinds.index(kind) + 1)
    points = worth if ruling.points is None else ruling.points
    table.tell(replace(ruling, kind=kind, points=points))
    contest.end_game(table, ruling.winner, kind, "ruling", points)
    contest.remember(table, before)
    return ""


def _undo(table: TurnContext, ruling: Ruling) -> str:
    """Take back the last acceptance, take, drop, resignation or award."""
    if not contest.undo(table, ruling):
        return "nothing-to-undo"
    return ""


# --- the open error ----------------------------------------------------------------------------


def _correct(table: TurnContext, ruling: Ruling) -> str:
    """Have the open error corrected: the opponent may no longer accept it."""
    table.tell(ruling)
    table.set(must_correct=True)
    return ""


def _accept(table: TurnContext, ruling: Ruling) -> str:
    """Let the wrong turn stand as it is; the opponent is to throw."""
    judgement = table.judge_ended()
    if not table.playable(judgement):
        return "not-acceptable"
    table.tell(ruling)
    table.set(must_correct=False)
    contest.accept(table, judgement)
    return ""


# --- rest --------------------------------------------------------------------------------------


def _rest(table: TurnContext, ruling: Ruling) -> str:
    """Let the game rest until somebody says yes; adjourned, it is kept for another day."""
    contest.pause(table, ruling)
    return ""


def _go_on(table: TurnContext, ruling: Ruling) -> str:
    """End a pause; the board is compared first."""
    table.tell(ruling)
    table.state = initial_state.resume(table.state)
    return ""


# --- what is out of order ----------------------------------------------------------------------


def _out_of_order(table: TurnContext, ruling: Ruling) -> str:
    """Believe a place or a side's seats for dice no more; what stands there follows the play."""
    if ruling.zone not in disabled_places.KNOWN:
        return "bad-zone"
    if ruling.zone in table.state.dead:
        return "out-already"
    table.tell(ruling)
    table.set(dead=tuple(sorted({*table.state.dead, ruling.zone})))
    if table.state.phase is Phase.MOVING:
        _without_seats(table)
    return ""


def _without_seats(table: TurnContext) -> None:
    """Dice of the running turn that are read no more count as set by hand; none was lifted."""
    state = table.state
    thrown = [player for player in Player if player.value in state.trays]
    read = [player for player in thrown if disabled_places.DICE[player] not in state.dead]
    if not read:
        table.set(by_hand=True, dice_lie=False, disturbed="")
        contest.tell_by_hand(table)
    elif len(read) < len(thrown):
        # Of the two opening dice the one that is still read stands for both.
        table.set(down=tuple(state.opening[list(Player).index(player)] for player in read))


def _in_order(table: TurnContext, ruling: Ruling) -> str:
    """Believe it again."""
    if ruling.zone not in table.state.dead:
        return "not-out"
    table.tell(ruling)
    table.set(dead=tuple(each for each in table.state.dead if each != ruling.zone))
    return ""


Handler = Callable[[TurnContext, Ruling], str]
"""Acts and returns "", or changes nothing and returns the code of the reason."""

_BUT_OVER: Final = tuple(phase for phase in Phase if phase is not Phase.OVER)
_PLAYED: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING, Phase.ERROR)

RULINGS: Final[dict[tuple[Phase, str], Handler]] = {
    **{(phase, "position"): _set_position for phase in _BUT_OVER},
    **{(phase, "dice"): _set_dice for phase in _PLAYED},
    (Phase.OPENING, "opening"): _set_opening,
    **{(phase, "award"): _award for phase in _BUT_OVER},
    **{(phase, "undo"): _undo for phase in Phase},
    (Phase.ERROR, "correct"): _correct,
    (Phase.ERROR, "accept"): _accept,
    **{(phase, "pause"): _rest for phase in _BUT_OVER if phase is not Phase.PAUSED},
    **{(phase, "adjourn"): _rest for phase in _BUT_OVER},
    (Phase.PAUSED, "go-on"): _go_on,
    **{(phase, "out-of-order"): _out_of_order for phase in Phase},
    **{(phase, "in-order"): _in_order for phase in Phase},
}
"""Which ruling acts in which phase."""
