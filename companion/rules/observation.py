"""A seen board from the mover's side, and how it may be read.

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
"""More pieces than this are not held in the air; they have been lost or knocked over."""


@dataclass(frozen=True, slots=True)
class ObservedBoard:
    """One reading of a board, counted as the mover sees it.

    mine, theirs -- pieces by slot, each side in its own numbers, postillons included;
    stars, their_stars -- the own numbers where postillons travel;
    unknown -- the zones of pieces that are not enrolled, one entry a piece.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    stars: tuple[int, ...]
    their_stars: tuple[int, ...]
    unknown: tuple[str, ...]

    @property
    def star(self) -> int:
        """Where the mover's postillon travels, or 0."""
        return self.stars[0] if self.stars else 0

    @property
    def missing(self) -> int:
        """How many of the mover's pieces are not there; negative: too many are."""
        return PIECES_A_SIDE - sum(self.mine)

    @property
    def their_missing(self) -> int:
        """How many of the opponent's pieces are not there; negative: too many are."""
        return PIECES_A_SIDE - sum(self.theirs)


def look(game: Game, placement: Placement, mover: Player) -> ObservedBoard:
    """Count a reading as the mover sees it."""
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
    """The ways a seen board may be read.

    Jacquet: every split of the mover's pieces on his exit point into travelling and off; the
    opponent's number off is the one that is known. Dutch and Acey-Deucey: where a hand is not
    told, pieces not seen are still in it, as many as were there. Elsewhere the board as it is.
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
    # From home no piece comes to the exit point but by bearing off, be it allowed or not.
    least = min(before, total) if position.side(mover) & OUTSIDE else most
    splits = {_with_off(seen, mover, off) for off in range(least, most + 1)}
    return tuple(sorted(splits, key=lambda split: split[OFF[mover]].of(mover)))


def with_pieces_in_air(game: Game, reading: Placement, mover: Player) -> Iterator[Placement]:
    """The same board with one piece, then two, of those not seen in the air instead of in hand.

    Dutch and Acey-Deucey: a piece lifted after another has entered is seen nowhere, as are those
    that have not entered; that the hand is no fuller than before does not tell them apart.
    """
    zone = HAND[mover]
    held = reading[zone].of(mover) if game.in_hand else 0
    in_air = PIECES_A_SIDE - reading.count(mover)
    if in_air < 0:
        return
    for lifted in range(1, min(held, HANDS - in_air) + 1):
        yield reading.with_piles({zone: reading[zone].plus(mover, -lifted)})


def _without_star_off(seen: Placement, position: Position, player: Player) -> Placement:
    """A star on the exit point is a plain pawn once the postillon is home: borne off (J2, J8)."""
    if postillon(position.side(player)):
        return seen
    return seen.with_piles({EXIT[player]: seen[EXIT[player]].settled(player)})


def _with_hand(seen: Placement, position: Position, player: Player) -> Placement:
    """A hand that is told stands as it is; what is in it beyond those before is in the air."""
    zone, before, total = HAND[player], count(position.side(player), HAND_SLOT), seen.count(player)
    pile = seen[zone].settled(player)
    held = pile.of(player)
    if not held:
        held = max(0, min(before, PIECES_A_SIDE - total))
    elif total <= PIECES_A_SIDE:
        held = min(held, before)
    return seen.with_piles({zone: pile.plus(player, held - pile.of(player))})


def _with_off(seen: Placement, player: Player, off: int) -> Placement:
    """Pawns on the exit point counted as off until that many are, if they are there."""
    exit_zone, tray = EXIT[player], OFF[player]
    pile, lying = seen[exit_zone], seen[tray].settled(player)
    pawns = pile.of(player) - pile.postillon(player)
    taken = max(0, min(off - lying.of(player), pawns))
    if not taken:
        return seen
    return seen.with_piles({exit_zone: pile.plus(player, -taken), tray: lying.plus(player, taken)})
