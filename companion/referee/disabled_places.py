"""Infers the pieces on places that are out of order from the agreed position and the play.

The sensors of such a place (in code: a dead place) are ignored. During a turn its pieces are taken
from a legal end that agrees with the other places. If there is no such end, a piece is assumed to
have left the place only if it is seen elsewhere. After the turn, the mover's unseen pieces are
assumed to be on these places.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from companion.board.observation import mirror, travels, turned_zone
from companion.referee.state import Phase
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player
from companion.rules.vocabulary import PIECES_A_SIDE, POINTS

PLACES: Final = (*POINTS, "VB", "NB", "VO", "NO")
DICE: Final = {Player.V: "V-dice", Player.N: "N-dice"}
"""The dice tray of each player. If it is out of order, its dice are entered by key."""

MOST_STEPS: Final = 4
"""The maximum number of pieces that move in a turn. If more are missing, nothing is inferred."""

ASIDE: Final = ("VB", "NB", "VO", "NO", *DICE.values())
"""All places that are not points."""

KNOWN: Final = (*POINTS, *ASIDE)
"""All places that can be declared out of order."""


def name_in_layout(place: str, layout: tuple[str, ...]) -> str:
    """Convert the name of a place from the rules to the board's layout, or back."""
    if place in DICE.values():
        return DICE[Player(place[0]).other] if "turned" in layout else place
    if place in POINTS and "turned" in layout:
        place = turned_zone(place)
    return mirror(place) if "mirrored" in layout else place


def renamed(
    dead: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the names of these places in another layout."""
    return tuple(sorted(name_in_layout(name_in_layout(place, before), after) for place in dead))


def places(context: TurnContext) -> tuple[str, ...]:
    """Return the places out of order that hold pieces."""
    return tuple(each for each in context.state.board.dead if each in PLACES)


def fill(context: TurnContext, seen: Placement, *, over: bool) -> Placement:
    """Return the board with its dead places filled in; over -- whether the turn has ended."""
    dead = places(context)
    if not dead:
        return seen
    state = context.state
    known = _fill_from(seen, context.on_board(), dead)
    if state.phase is Phase.SETUP:
        boards = {wanted: _fill_from(seen, wanted, dead) for wanted in context.wanted}
        right = (board for wanted, board in boards.items() if context.as_seen(board) == wanted)
        return next(right, known)
    if state.phase not in (Phase.MOVING, Phase.ERROR):
        return known
    still = _untouched(context, seen)
    if still and not (over and state.throw.reading != contents(known, dead)):
        # Probably no piece has moved, although one may have moved between dead places.
        return known
    legal = next(_endings(context, seen), None)
    if legal is not None:
        return legal
    kept = _remove_surplus(known, dead)
    return _place_missing(context, kept) if over else kept


def _endings(context: TurnContext, seen: Placement) -> Iterator[Placement]:
    """Yield the board filled in by each legal end that agrees with the live places.

    For an ace-deuce, only the ends near the board are tried.
    """
    dead, shown = places(context), context.as_seen(seen)
    known = _fill_from(seen, context.on_board(), dead)
    found: dict[str, Placement] = {}
    for end in context.rules.near_ends(*context.turn, known, dead):
        board = context.as_seen(context.rules.placement(end))
        if _differ_only_in(dead, board, shown):
            found[contents(board, dead)] = _fill_from(seen, board, dead)
    chosen = context.state.throw.reading
    for text in [chosen] if chosen in found else sorted(found):
        yield found[text]


def _placings(context: TurnContext, seen: Placement) -> Iterator[Placement]:
    """Yield the board with the mover's missing pieces in the dead places, in every possible way.

    If there are several ways, the board without these pieces comes last. If the mover has said what
    is on the dead places, yield only the board with these pieces.
    """
    dead = places(context)
    board = _remove_surplus(_fill_from(seen, context.on_board(), dead), dead)
    mover = context.mover
    missing = context.on_board().count(mover) - board.count(mover)
    zones = [zone for zone in dead if _may_hold(zone, mover)]
    if not 0 < missing <= (MOST_STEPS if len(zones) > 1 else PIECES_A_SIDE):
        return
    found = [
        _add_missing(context, board, held) for held in combinations_with_replacement(zones, missing)
    ]
    if len(found) > 1:
        found.append(board)
    said = [way for way in found if contents(way, dead) == context.state.throw.reading]
    yield from said or found


def _untouched(context: TurnContext, seen: Placement) -> bool:
    """Return whether all live places are unchanged since the beginning of the turn."""
    return _differ_only_in(places(context), context.as_seen(seen), context.on_board())


def _differ_only_in(dead: tuple[str, ...], one: Placement, other: Placement) -> bool:
    return one == other.with_piles({zone: one[zone] for zone in dead})


def readings(context: TurnContext, seen: Placement) -> list[str]:
    """Return the possible contents of the dead places after the turn, legal ends first.

    The list is empty if no place is dead.
    """
    dead = places(context)
    if not dead:
        return []
    ends = list(_endings(context, seen)) or list(_placings(context, seen))
    texts = [contents(end, dead) for end in ends]
    if _untouched(context, seen):
        texts.append(contents(context.on_board(), dead))
    said = context.state.throw.reading
    return [said] if said in texts else list(dict.fromkeys(texts))


def contents(board: Placement, dead: tuple[str, ...]) -> str:
    """Return the contents of the dead places, even empty places, as a position text."""
    return " ".join(f"{zone}={board[zone].text or '0v'}" for zone in dead)


def _fill_from(seen: Placement, board: Placement, dead: tuple[str, ...]) -> Placement:
    return seen.with_piles({zone: board[zone] for zone in dead})


def _remove_surplus(board: Placement, dead: tuple[str, ...]) -> Placement:
    """Remove pieces from the dead places if they are elsewhere now."""
    for player in Player:
        surplus = max(board.count(player) - PIECES_A_SIDE, 0)
        stars = sum(pile.postillon(player) for pile in board.piles)
        for zone in dead:
            gone = min(surplus, board[zone].of(player))
            surplus -= gone
            star = board[zone].postillon(player)
            star = min(gone, star) if stars > 1 else max(gone - board[zone].of(player) + star, 0)
            board = board.with_piles({zone: board[zone].plus(player, star - gone, -star)})
    return board


def _place_missing(context: TurnContext, board: Placement) -> Placement:
    """Add the missing pieces to the dead places if this is possible in only one way."""
    ways = list(_placings(context, board))
    return ways[0] if len(ways) == 1 else board


def _add_missing(context: TurnContext, board: Placement, held: tuple[str, ...]) -> Placement:
    """Return the board with one of the mover's missing pieces in each of these places."""
    mover = context.mover
    travelled = any(pile.postillon(mover) for pile in context.on_board().piles)
    lost = travelled and not any(pile.postillon(mover) for pile in board.piles)
    for zone in held:
        star = int(lost and travels(mover, zone))
        lost = lost and not star
        board = board.with_piles({zone: board[zone].plus(mover, 1 - star, star)})
    return board


def _may_hold(zone: str, player: Player) -> bool:
    """Return whether a place can hold a player's pieces; bars and trays hold one colour."""
    return zone in POINTS or zone[0] == player.value
