"""A board as it is seen, counted from the mover's side, and its possible readings.

Source: docs/protocol.md, "What the table shows"; docs/rules.md, J8.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.rules.games import Game
from companion.rules.position import (
    BAR_SLOT,
    HAND_SLOT,
    HOME,
    OFF_SLOT,
    OUTSIDE,
    Position,
    count,
    counts,
    pack,
    pile_of,
    postillon,
)
from companion.rules.vocabulary import (
    EMPTY,
    EXIT,
    HAND,
    OFF,
    PIECES_A_SIDE,
    POINTS,
    ZONE_INDEX,
    ZONES,
    Pile,
    Placement,
    Player,
    PositionError,
)

HANDS: Final = 2
"""The maximum number of pieces that a player can hold in the air, one in each hand."""


Slots = tuple[int, ...]


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
    mine, stars = _counts(game, placement, mover)
    theirs, their_stars = _counts(game, placement, mover.other)
    piles = zip(ZONES, placement.piles, strict=True)
    unknown = tuple(zone for zone, pile in piles for _ in range(pile.unknown))
    return ObservedBoard(mine, theirs, stars, their_stars, unknown)


def _counts(game: Game, placement: Placement, player: Player) -> tuple[Slots, Slots]:
    """Return a player's pieces by slot, and the points where a postillon of the player travels."""
    zones = game.track.zones[player]
    points = range(HOME + 1, BAR_SLOT) if game.postillon else ()
    stars = (slot for slot in points for _ in range(placement[zones[slot]].postillon(player)))
    return tuple(placement.along(zones, player)), tuple(stars)


# --- placements and positions --------------------------------------------------------------------


def from_placement(game: Game, placement: Placement) -> Position:
    """Pack a placement that is a valid position (docs/protocol.md, "Positions").

    Raises `PositionError` if a piece is unknown, a point holds both colours, a side has not 15
    pieces or, in Jacquet, a side has two travelling postillons.
    """
    for zone, pile in zip(ZONES, placement.piles, strict=True):
        if pile.unknown:
            raise PositionError("error.unknown-piece", token=f"{zone}={pile.text}")
        if pile.of(Player.V) and pile.of(Player.N):
            raise PositionError("error.two-colours", token=f"{zone}={pile.text}")
    return Position(_packed(game, placement, Player.V), _packed(game, placement, Player.N))


def _packed(game: Game, placement: Placement, player: Player) -> int:
    slots, stars = _counts(game, placement, player)
    if sum(slots) != PIECES_A_SIDE:
        raise PositionError("error.pieces", side=player, count=sum(slots), all=PIECES_A_SIDE)
    if len(stars) > 1:
        zones = {game.track.zones[player][slot] for slot in stars}
        tokens = " ".join(f"{zone}={placement[zone].text}" for zone in ZONES if zone in zones)
        raise PositionError("error.postillons", tokens=tokens, side=player)
    return pack(slots, *stars)


@lru_cache(maxsize=256)
def to_placement(game: Game, position: Position) -> Placement:
    """Return the position as piles by zone.

    The result is cached, as each turn needs its start often.
    """
    piles = [EMPTY] * len(ZONES)
    for player in Player:
        side = position.side(player)
        for slot, (zone, pieces) in enumerate(
            zip(game.track.zones[player], counts(side), strict=True)
        ):
            if pieces:
                piles[ZONE_INDEX[zone]] = pile_of(side, slot, player)
    return Placement(tuple(piles))


def without_settled_postillons(game: Game, placement: Placement) -> Placement:
    """Return the placement with every postillon that does not travel written as a pawn."""
    changes: dict[str, Pile] = {}
    for zone, pile in zip(ZONES, placement.piles, strict=True):
        for player in Player if pile.V or pile.N else ():
            is_travelling = zone in POINTS and game.track.slot(zone, player) > HOME
            if not (game.postillon and is_travelling):
                changes[zone] = changes.get(zone, pile).settled(player)
    return placement.with_piles(changes) if changes else placement


# --- readings ------------------------------------------------------------------------------------


def readings(
    game: Game, position: Position, mover: Player, seen: Placement
) -> tuple[Placement, ...]:
    """Return the possible readings of a seen board.

    Jacquet: the mover's pieces on the exit point may be in play or borne off, so there is one
    reading for each possible number of borne-off pieces. The opponent's number is known. Dutch and
    Acey-Deucey: if the board does not report a hand, unseen pieces are counted in the hand, but no
    more than the hand held before the turn. Backgammon: the board as it is.
    """
    seen = without_settled_postillons(game, seen)
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
    # If no piece was outside the home, no piece can have moved to the exit point, so the pieces on
    # it are borne off.
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
