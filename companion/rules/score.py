"""What a position counts: who has won and how much, pips, contact.

Source: docs/rules.md, B5, J9 and E4.
"""

from companion.rules.games import Game
from companion.rules.position import OFF_SLOT, Position, count, counts
from companion.rules.track import ENTRY
from companion.rules.verdicts import Result
from companion.rules.vocabulary import PIECES_A_SIDE, Player


def winner(position: Position) -> Player | None:
    """The player whose 15 pieces are all off, or None."""
    for player in Player:
        if count(position.side(player), OFF_SLOT) == PIECES_A_SIDE:
            return player
    return None


def result(game: Game, position: Position, won_by: Player) -> Result:
    """How the game counts before the cube, from where the loser's pieces stand."""
    loser = counts(position.side(won_by.other))
    points = game.value(loser)
    return Result(won_by, game.kinds[min(points, len(game.kinds)) - 1], points)


def pips(position: Position, player: Player) -> int:
    """The points all of a player's pieces have still to go; bar and hand count 25 each."""
    return sum(
        min(slot, ENTRY) * pieces for slot, pieces in enumerate(counts(position.side(player)))
    )


def in_contact(game: Game, position: Position) -> bool:
    """Whether some piece must still pass an opposing one (E4); pieces to enter count.

    Where the players walk the same way (Jacquet): whether some piece has an opposing one ahead.
    """
    v, n = counts(position.v), counts(position.n)
    if game.track.opposed:
        return _farthest(v) + _farthest(n) > ENTRY
    facing = game.track.facing
    return _ahead(v, [0, *(n[facing[k]] for k in range(1, 25))]) or _ahead(
        n, [0, *(v[facing[k]] for k in range(1, 25))]
    )


def _farthest(slots: list[int]) -> int:
    return max(min(slot, ENTRY) for slot, pieces in enumerate(slots) if pieces)


def _ahead(mine: list[int], theirs: list[int]) -> bool:
    """Whether an opposing piece stands nearer the end of the path than some piece of mine."""
    farthest = _farthest(mine)
    return any(pieces for number, pieces in enumerate(theirs) if number < farthest)
