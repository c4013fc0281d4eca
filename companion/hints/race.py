"""Two further throws in a race, where each side plays for itself.

No piece meets an opposing one any more, so what a throw is best used for hangs on the other side's
throws so little that each side's is chosen once: the opponent's reply to each of his throws, then
of every play the own next turn for each throw. What comes out of every pair is judged.
"""

import numpy as np

from companion.hints.features import Floats
from companion.hints.moves import THROWS, WEIGHTS, Mover, Reached, best_of, unranked
from companion.hints.outcomes import Evaluator, Worth
from companion.hints.rows import Rows, swapped
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE


def played_out(
    rows: Rows, evaluator: Evaluator, mover: Mover, worths: tuple[Worth, Worth]
) -> Floats:
    """The chances of some plays of one turn after each throw of the opponent and the next own.

    worths -- what chances are worth to who has played, and to the opponent.
    """
    worth, worth_other = worths
    replies = _after_throws(swapped(rows[:1]), evaluator, mover, worth_other)
    turns = _after_throws(rows, evaluator, mover, worth)
    throws = len(THROWS)
    leaves = np.empty((throws, throws, len(rows), *rows.shape[1:]), dtype=np.uint8)
    leaves[:, :, :, 0] = turns.reshape(throws, len(rows), -1)
    over = replies[:, OFF_SLOT] == PIECES_A_SIDE
    leaves[over, :, :, 0] = rows[:, 0]  # the next throw does not come
    leaves[:, :, :, 1] = replies[:, None, None]
    chances = evaluator.chances(leaves.reshape(-1, *rows.shape[1:]))
    weights = (WEIGHTS[:, None] * WEIGHTS).ravel().astype(np.float32)
    found: Floats = np.tensordot(weights, chances.reshape(throws**2, len(rows), -1), axes=1)
    return found


def _after_throws(start: Rows, evaluator: Evaluator, mover: Mover, worth: Worth) -> Rows:
    """The sides of who throws after the best play of each throw, throw after throw."""
    reached = [mover.ends(start, dice, unranked) for dice in THROWS]
    turns = [each.turn + number * len(start) for number, each in enumerate(reached)]
    ends = Reached(np.concatenate([each.rows for each in reached]), np.concatenate(turns))
    sides: Rows = ends.rows[best_of(ends.turn, worth(evaluator.chances(ends.rows))), 0]
    return sides
