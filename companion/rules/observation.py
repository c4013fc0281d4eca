"""A seen board from the mover's side, and its possible readings.

Source: docs/protocol.md, "What the table shows"; docs/rules.md, J8.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.rules.games import Game
from companion.rules.position import (
    HAND_SLOT,
    OFF_SLOT,
    OUTSIDE,
    Position,
    count,
    postillon,
    sorted_by_colour,
    travelling_postillons,
    without_settled_postillons,
)
from companion.rules.vocabulary import EXIT, HAND, OFF, PIECES_A_SIDE, ZONES, Placement, Player

HANDS: Final = 2
"""The most pieces that a player can hold in the air, one in each hand."""


@dataclass(frozen=True, slots=True)
class ObservedBoard:
    """One reading of a board, as piece counts from the mover's side.

    mine, theirs -- pieces by slot (see `position`), each in its player's own numbers;
    stars, their_stars -- the own numbers of the points where postillons travel;
    unknown -- the zones of pieces that are not enrolled, one entry per piece.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    stars: tuple[int, ...]
    their_stars: tuple[int, ...]
    unknown: tuple[str, ...]

    @property
    def star(self) -> int:
        """The point where the mover's postillon travels, or 0."""
        return self.stars[0] if self.stars else 0

    @property
    def missing(self) -> int:
        """The number of the mover's missing pieces; negative if there are too many."""
        return PIECES_A_SIDE - sum(self.mine)

    @property
    def their_missing(self) -> int:
        """The number of the opponent's missing pieces; negative if there are too many."""
        return PIECES_A_SIDE - sum(self.theirs)


def look(game: Game, placement: Placement, mover: Player) -> ObservedBoard:
    """Return the piece counts of a reading from the mover's side."""
    mine, theirs = (
        tuple(placement.along(game.track.zones[player], player)) for player in (mover, mover.other)
    )
    stars, their_stars = (
        tuple(travelling_postillons(placement, player, game.track)) if game.postillon else ()
        for player in (mover, mover.other)
    )
    unknown = tuple(zone for zone in ZONES for _ in range(placement[zone].unknown))
    return ObservedBoard(mine, theirs, stars, their_stars, unknown)


def readings(
    game: Game, position: Position, mover: Player, seen: Placement
) -> tuple[Placement, ...]:
    """Return the possible readings of a seen board.

    Jacquet: the mover's pieces on the exit point may still be in play or borne off, so there is one
    reading for each possible number; how many the opponent has borne off is known. Dutch and
    Acey-Deucey: if the board does not report a hand, unseen pieces are counted in it, but no more
    than it held before the turn. Backgammon: the board as it is.
    """
    seen = sorted_by_colour(seen)
    seen = without_settled_postillons(seen, game.track, has_postillon=game.postillon)
    if game.in_hand:
        for player in Player:
            seen = _with_hand(seen, position, player)
        return (seen,)
    if not game.exit_number:
        return (seen,)
    for player in Player:
        seen = _without_star_off(seen, position, player)
    opponent = mover.other
    known = count(position.side(opponent), OFF_SLOT)
    seen = _with_off(seen, opponent, known)
    before = count(position.side(mover), OFF_SLOT)
    total = seen[EXIT[mover]].of(mover) + seen[OFF[mover]].of(mover)
    most = max(before, min(total, PIECES_A_SIDE))
    # If no piece was outside, none can have moved to the exit point: those there were borne off.
    least = min(before, total) if position.side(mover) & OUTSIDE else most
    splits = {_with_off(seen, mover, off) for off in range(least, most + 1)}
    return tuple(sorted(splits, key=lambda split: split[OFF[mover]].of(mover)))


def with_pieces_in_air(game: Game, reading: Placement, mover: Player) -> Iterator[Placement]:
    """Yield the board with one unseen piece, then two, in the air instead of in hand.

    Dutch and Acey-Deucey: the board senses neither the pieces in hand nor a piece that the player
    has lifted, so any of the unseen pieces may be in the air.
    """
    zone = HAND[mover]
    held = reading[zone].of(mover) if game.in_hand else 0
    in_air = PIECES_A_SIDE - reading.count(mover)
    if in_air < 0:
        return
    for lifted in range(1, min(held, HANDS - in_air) + 1):
        yield reading.with_piles({zone: reading[zone].plus(mover, -lifted)})


def _without_star_off(seen: Placement, position: Position, player: Player) -> Placement:
    """Read a star on the exit point as a borne-off pawn if the postillon is home (J2, J8)."""
    if postillon(position.side(player)):
        return seen
    return seen.with_piles({EXIT[player]: seen[EXIT[player]].settled(player)})


def _with_hand(seen: Placement, position: Position, player: Player) -> Placement:
    """Fill in a hand that is not reported; a reported hand cannot have grown in the turn."""
    zone, before, total = HAND[player], count(position.side(player), HAND_SLOT), seen.count(player)
    pile = seen[zone].settled(player)
    held = pile.of(player)
    if not held:
        held = max(0, min(before, PIECES_A_SIDE - total))
    elif total <= PIECES_A_SIDE:
        held = min(held, before)
    return seen.with_piles({zone: pile.plus(player, held - pile.of(player))})


def _with_off(seen: Placement, player: Player, off: int) -> Placement:
    """Count pawns on the exit point as off until `off` pieces are off."""
    exit_zone, tray = EXIT[player], OFF[player]
    pile, lying = seen[exit_zone], seen[tray].settled(player)
    pawns = pile.of(player) - pile.postillon(player)
    taken = max(0, min(off - lying.of(player), pawns))
    if not taken:
        return seen
    return seen.with_piles({exit_zone: pile.plus(player, -taken), tray: lying.plus(player, taken)})
