"""A turn that ended while hands never rested: lifted, thrown, moved before the board stood still.

Of the board at the lift there is no settled look. It was the one judged last, where that was a
legal end; else the legal end that shows the mover's pieces as they stand now, from which the
opponent's throw leads to the board that is seen.
"""

from companion.referee.inputs import DiceUp
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Placement, Player, Verdict
from companion.rules.vocabulary import NOTHING


def end_before(table: TurnContext, up: DiceUp) -> Judgement | None:
    """How the turn ended before the opponent threw and moved; None where nothing legal fits."""
    if not up.hurried:
        return None
    last = table.judge(table.state.turn.judged or NOTHING, over=True)
    if last.verdict is Verdict.LEGAL:
        return last
    low, high = sorted(map(int, up.other))
    for end in table.rules.ends(table.agreed, table.mover, table.dice).positions:
        board = table.as_seen(table.rules.placement(end))
        if _pieces(board, table.mover) == _pieces(up.seen, table.mover):
            now = table.rules.judge(end, table.mover.other, (high, low), up.seen)
            if now.verdict is not Verdict.ILLEGAL:
                return table.judge(board, over=True)
    return None


def _pieces(board: Placement, player: Player) -> tuple[int, ...]:
    """One side's pieces, zone by zone."""
    return tuple(pile.of(player) for pile in board.piles)
