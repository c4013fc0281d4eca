"""One observation of the board: keys, time, faults, the settled board, and its pieces.

The board may lie the other way round on the table, with green's pieces in front of black. `turned`
returns the state in the numbering of the rules. Turning twice returns the original state.

The wire names only kinds of pieces. The place of a blue star at set-up decides which player owns
the star, and its present place decides whether the star is a travelling postillon. Source:
docs/protocol.md, "Positions" and "What the table shows"; docs/rules.md, J2, B3 and B4.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

from companion.board.health import Changed
from companion.link.messages import BoardState, Key
from companion.rules.games import Game
from companion.rules.vocabulary import EXIT, OFF, POINTS, ZONE_INDEX, ZONES, Pile, Placement, Player

NOBODY: Final[frozenset[Player]] = frozenset()
NO_NEWS: Final = Changed()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed once."""

    player: Player
    key: Key


@dataclass(frozen=True, slots=True)
class SettledBoard:
    """A settled board, and how its dice came into the trays.

    thrown -- the players whose dice came to rest since the last settled board
    with_old_die -- the players in `thrown` who threw one die while the tray already held an older
    die
    uncounted -- the players whose dice were placed while the board had no power
    """

    state: BoardState
    thrown: frozenset[Player] = NOBODY
    with_old_die: frozenset[Player] = NOBODY
    uncounted: frozenset[Player] = NOBODY

    def at_rest(self) -> Self:
        """Return the same board without new dice."""
        return replace(self, thrown=NOBODY, with_old_die=NOBODY, uncounted=NOBODY)

    def turned(self) -> Self:
        """Return the board as seen from the other side of the table."""
        sides = (_others(each) for each in (self.thrown, self.with_old_die, self.uncounted))
        return type(self)(turned(self.state), *sides)


@dataclass(frozen=True, slots=True)
class Observation:
    """One observation of the board. At a typed table an observation has a key, or only the time.

    ms -- the board's clock; keys -- the presses since the previous line
    faults -- the faults that have started or ended
    board -- the newly settled board, None if this line does not settle it
    is_changing -- whether the board differs, or may differ, from the last settled board
    """

    ms: int
    keys: tuple[Pressed, ...] = ()
    faults: Changed = NO_NEWS
    board: SettledBoard | None = None
    is_changing: bool = False


def _others(players: frozenset[Player]) -> frozenset[Player]:
    return frozenset(player.other for player in players)


def turned(state: BoardState) -> BoardState:
    """Return the state as seen from the other side of the table."""
    v, n = state.keys
    zones = tuple((turned_zone(zone), pile) for zone, pile in state.zones)
    return replace(state, zones=zones, v=state.n, n=state.v, keys=(n, v))


def turned_zone(zone: str) -> str:
    """Return the name of a point on the turned board; bars and trays keep their names."""
    return Player(zone[0]).other.value + zone[1:] if zone in POINTS else zone


# --- the pieces ----------------------------------------------------------------------------------

Zones = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""The occupied zones, each as (zone, ((letter, count), …)), as in `link.messages.BoardState`."""

_STAR_LETTERS: Final = "VN"


@dataclass(frozen=True, slots=True)
class Stars:
    """The owners of the two blue stars, which have the letters V and N on the wire."""

    v: Player = Player.V
    n: Player = Player.N

    def owner(self, letter: str) -> Player:
        """Return the owner of the star with this wire letter."""
        return self.v if letter == "V" else self.n


def possible_stars(game: Game) -> tuple[Stars, ...]:
    """Return all ways to assign owners to the stars. In Jacquet each player owns one star."""
    pairs = (Stars(v, n) for v in Player for n in Player)
    return tuple(stars for stars in pairs if not game.postillon or stars.v is not stars.n)


def star_owners(zones: Zones, wanted: Placement, game: Game, *, mirrored: bool = False) -> Stars:
    """Return the owners of the stars, from their places while a position is set up.

    The first of these rules that applies decides the owner of a star:

    1. The wanted position has one player's postillon in the star's zone: it belongs to this player.
    2. Only one player has wanted pieces in this zone: it belongs to this player.
    3. Jacquet, on V12 or N12, where one player starts and the other bears off (docs/protocol.md,
       "The state"): it belongs to the player who bears off, if the wanted position has borne-off
       pieces of this player, else to the player who starts.
    4. Jacquet: it belongs to the opponent of the other star's owner.
    5. The star's letter names the owner.
    """
    owner_of: dict[str, Player | None] = {}
    for letter in _STAR_LETTERS:
        places = [
            mirror(zone) if mirrored else zone for zone, pile in zones if letter in dict(pile)
        ]
        owners = [_owner_there(zone, wanted, game) for zone in places]
        owner_of[letter] = next((owner for owner in owners if owner is not None), None)
    v, n = owner_of["V"], owner_of["N"]
    if game.postillon:
        v, n = v or (n and n.other), n or (v and v.other)
    return Stars(v or Player.V, n or Player.N)


def read(zones: Zones, stars: Stars, game: Game, *, mirrored: bool = False) -> Placement:
    """Return the placement that the zones show.

    In Jacquet a star on the first 18 points of its owner's path is the travelling postillon; at
    home or borne off it is a pawn. In the other games a star is always a pawn. A piece in the
    opponent's bar or tray counts as in its owner's bar or tray. If the board is `mirrored` (left
    and right swapped), the placement has the unmirrored names. The board does not sense pieces held
    in a hand.
    """
    piles = [dict.fromkeys(Pile._fields, 0) for _ in ZONES]
    for seen_in, pieces in zones:
        zone = mirror(seen_in) if mirrored else seen_in
        for letter, count in pieces:
            kind, owner = _kind(letter, zone, stars, game)
            place = zone
            if owner is not None and zone not in POINTS:
                place = owner.value + zone[1]
            piles[ZONE_INDEX[place]][kind] += count
    return Placement(tuple(Pile(**pile) for pile in piles))


def mirror(zone: str) -> str:
    """Return the name of a zone with left and right swapped (rules, "The board").

    Bars, trays and hands keep their names. Mirroring twice returns the original name.
    """
    return f"{zone[0]}{13 - int(zone[1:])}" if zone in POINTS else zone


def travels(player: Player, zone: str) -> bool:
    """Return whether a zone is one of the first 18 points of a player's path in Jacquet."""
    return zone in POINTS and not (zone[0] == player.value and int(zone[1:]) <= 6)


def _owner_there(zone: str, wanted: Placement, game: Game) -> Player | None:
    """Return the owner of a star set up in this zone, or None if the zone does not decide."""
    pile = wanted[zone]
    postillons = [player for player in Player if pile.postillon(player)]
    pieces = [player for player in Player if pile.of(player)]
    for owners in (postillons, pieces):
        if len(owners) == 1:
            return owners[0]
    for player in Player if game.postillon else ():
        if zone == EXIT[player]:
            return player if wanted[OFF[player]].of(player) else player.other
    return None


def _kind(letter: str, zone: str, stars: Stars, game: Game) -> tuple[str, Player | None]:
    """Return the field of `Pile` in which a piece counts, and the piece's owner."""
    if letter == "?":
        return "unknown", None
    if letter not in _STAR_LETTERS:
        return letter, Player(letter.upper())
    owner = stars.owner(letter)
    on_the_way = game.postillon and travels(owner, zone)
    return (owner.value if on_the_way else owner.value.lower()), owner
