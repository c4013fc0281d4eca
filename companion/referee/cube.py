"""The value of a game: the cube, automatic doubles and resignations (rules B5 to B7)."""

from dataclasses import replace

from companion.referee.facts import CubeAction
from companion.referee.state import PLAYING, Phase, State
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Position, Rules


def doubles_on_tie(context: TurnContext) -> bool:
    """Return whether an opening tie doubles the value, never in the Crawford game (B6)."""
    return "automatic-doubles" in context.rules.options and not context.state.match.crawford_now


def ace_deuce_stake(context: TurnContext, dice: tuple[int, int], *, undo: bool = False) -> None:
    """Double the stake after a 1 and 2 in Acey-Deucey if that was agreed (B5).

    undo -- halve the stake again, because the throw was mistyped and is taken back.
    """
    if dice == (2, 1) and "double-on-ace-deuce" in context.rules.options:
        double_automatically(context, undo=undo)


def double_automatically(context: TurnContext, *, undo: bool = False) -> None:
    """Double the value without a player's offer, after an opening tie (B6) or a 1 and 2 (B5).

    undo -- halve it again.
    """
    cube = context.state.game.cube
    cube = replace(cube, value=cube.value // 2) if undo else cube.automatic()
    context.set_game(cube=cube)
    context.tell(CubeAction(None, "automatic", cube.value, cube.owner))


def cube_refusal(context: TurnContext, player: Player) -> str:
    """Return the code of the reason why a player may not double now, or "" (B6, B7)."""
    state, rules = context.state, context.rules
    if not rules.has_cube:
        return "cube-not-used"
    if state.phase not in PLAYING:
        return "paused" if state.phase is Phase.PAUSED else "no-game"
    if state.phase is Phase.DOUBLED:
        return "cube-offered" if player is context.mover else "cube-to-answer"
    if state.phase in (Phase.OPENING, Phase.MOVING):
        early = "cube-first-turn" if state.phase is Phase.OPENING else "cube-not-your-turn"
        return without_cube(rules, state) or early
    doubler = context.mover if state.phase is Phase.TO_THROW else context.mover.other
    refusal = _refusal(rules, state, player, doubler)
    if refusal or state.phase is not Phase.ERROR:
        return refusal
    return "" if context.acceptable(context.judge_ended()) else "cube-error"


def without_cube(rules: Rules, state: State) -> str:
    """Return the code of the reason why this game has no cube, or ""."""
    if not rules.has_cube or state.practice.exercise:
        return "cube-not-used"
    if state.match.length == 1:
        return "cube-one-point"
    return "cube-crawford" if state.match.crawford_now else ""


def may_double(rules: Rules, state: State, player: Player) -> bool:
    """Return whether a player may double before throwing (B6)."""
    before = state.phase is Phase.TO_THROW and state.turn.player is player
    return before and not _refusal(rules, state, player, player)


def _refusal(rules: Rules, state: State, player: Player, doubler: Player) -> str:
    none = without_cube(rules, state)
    if none:
        return none
    if player is not doubler:
        return "cube-error" if state.phase is Phase.ERROR else "cube-not-your-turn"
    if state.phase is Phase.TO_THROW and state.turn.number == 1:
        return "cube-first-turn"
    return "" if state.game.cube.may_offer(player) else "cube-not-yours"


def resigned_value(rules: Rules, position: Position, loser: Player, value: int) -> int:
    """Return the points for resigning with `value` (1 single, 2 gammon…), without cube or stake.

    In Acey-Deucey the loser pays for each piece not borne off.
    """
    if not rules.game.paid_by_piece:
        return value
    return rules.result(position, loser.other).points
