"""From the zones a board reports to the rules' `Placement`.

The wire names kinds of pieces; whose piece a blue star is depends on where it stood at set-up, and
whether it is a travelling postillon on where it stands now. Source: docs/protocol.md, "Positions"
and "What the table shows"; docs/rules.md, J2, B3 and B4.
"""

from dataclasses import dataclass
from typing import Final

from companion.rules.games import Game
from companion.rules.vocabulary import (
    OFF,
    POINTS,
    ZONES,
    Pile,
    Placement,
    Player,
)

Zones = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""(zone, ((letter, count), …)) of the occupied zones, as in `link.messages.BoardState`."""

_STAR_LETTERS: Final = "VN"
_INDEX: Final = {zone: index for index, zone in enumerate(ZONES)}
_STARTS: Final = {"N12": Player.V, "V12": Player.N}
_EXITS: Final = {"V12": Player.V, "N12": Player.N}


@dataclass(frozen=True, slots=True)
class Stars:
    """Whose pieces the two blue stars are: of the star called V on the wire, of that called N."""

    v: Player = Player.V
    n: Player = Player.N

    def owner(self, letter: str) -> Player:
        """Say for whom the star of that wire letter was set up."""
        return self.v if letter == "V" else self.n


def possible_stars(game: Game) -> tuple[Stars, ...]:
    """Every choice of the stars' owners; in Jacquet each player has one."""
    pairs = (Stars(v, n) for v in Player for n in Player)
    return tuple(stars for stars in pairs if not game.postillon or stars.v is not stars.n)


def set_up(zones: Zones, wanted: Placement, game: Game, *, mirrored: bool = False) -> Stars:
    """Decide whose pieces the stars are, from where they stand while a position is set up.

    A star belongs to the player whose postillon is wanted in its zone; else to the only player
    who is to have pieces there; else, in Jacquet, to the one whose borne-off pieces stand there,
    or who starts there (docs/protocol.md, "The state"). A star that stands nowhere telling
    is, in Jacquet, the other player's than the first; failing that its name decides.
    """
    told: dict[str, Player | None] = {}
    for letter in _STAR_LETTERS:
        places = [
            mirror(zone) if mirrored else zone for zone, pile in zones if letter in dict(pile)
        ]
        owners = [_owner_there(zone, wanted, game) for zone in places]
        told[letter] = next((owner for owner in owners if owner is not None), None)
    v, n = told["V"], told["N"]
    if game.postillon:
        v, n = v or (n and n.other), n or (v and v.other)
    return Stars(v or Player.V, n or Player.N)


def read(zones: Zones, stars: Stars, game: Game, *, mirrored: bool = False) -> Placement:
    """Say what stands in each zone.

    In Jacquet a star on the first 18 points of its owner's path is his travelling postillon, at
    home or off it is a pawn; in the other games it is a pawn everywhere. A piece in the other
    side's bar or tray is counted in its owner's. mirrored: the layout that swaps left and right;
    the placement has the unmirrored names. The board sees no hands.
    """
    piles = [dict.fromkeys(Pile._fields, 0) for _ in ZONES]
    for seen_in, pieces in zones:
        zone = mirror(seen_in) if mirrored else seen_in
        for letter, count in pieces:
            kind, owner = _kind(letter, zone, stars, game)
            place = zone
            if owner is not None and zone not in POINTS:
                place = owner.value + zone[1]
            piles[_INDEX[place]][kind] += count
    return Placement(tuple(Pile(**pile) for pile in piles))


def mirror(zone: str) -> str:
    """The name of a zone in the layout with left and right swapped (rules, "The board").

    Physical and unmirrored names are each other's mirror; bars, trays and hands keep theirs.
    """
    return f"{zone[0]}{13 - int(zone[1:])}" if zone in POINTS else zone


def travels(player: Player, zone: str) -> bool:
    """Tell whether a zone is one of the first 18 points of a player's path in Jacquet."""
    return zone in POINTS and not (zone[0] == player.value and int(zone[1:]) <= 6)


def _owner_there(zone: str, wanted: Placement, game: Game) -> Player | None:
    """Whom a star in this zone is set up for; None where the zone does not tell."""
    pile = wanted[zone]
    postillons = [player for player in Player if pile.postillon(player)]
    pieces = [player for player in Player if pile.of(player)]
    for owners in (postillons, pieces):
        if len(owners) == 1:
            return owners[0]
    if not game.postillon or zone not in _EXITS:
        return None
    borne_off_here = wanted[OFF[_EXITS[zone]]].of(_EXITS[zone])
    return _EXITS[zone] if borne_off_here else _STARTS[zone]


def _kind(letter: str, zone: str, stars: Stars, game: Game) -> tuple[str, Player | None]:
    """Which field of the pile a piece is counted in, and whose it is."""
    if letter == "?":
        return "unknown", None
    if letter not in _STAR_LETTERS:
        return letter, Player(letter.upper())
    owner = stars.owner(letter)
    on_the_way = game.postillon and travels(owner, zone)
    return (owner.value if on_the_way else owner.value.lower()), owner
