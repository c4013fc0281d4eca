"""Places out of order: what stands there is known from what was agreed and from the play.

What such a place reports is not believed. While a turn runs, a legal end that shows what the other
places show is taken for what stands there; failing that, nothing there has changed but what must
have left it. When the turn is over, the mover's pieces that stand nowhere else stand there.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from companion.board.observation import turned_zone
from companion.board.occupancy import mirror, travels
from companion.referee.state import Phase
from companion.referee.turn_context import TurnContext, on_a_board
from companion.rules import Placement, Player, Position, find_game
from companion.rules.vocabulary import PIECES_A_SIDE, POINTS, ZONES

PLACES: Final = (*POINTS, "VB", "NB", "VO", "NO")
DICE: Final = {Player.V: "V-dice", Player.N: "N-dice"}
"""A side's seats for dice, out of order as one: its dice are told by key."""

MOST_STEPS: Final = 4
"""So many pieces can be moved in a turn: of more that are missing nothing is guessed."""

ASIDE: Final = ("VB", "NB", "VO", "NO", *DICE.values())
"""What is no point."""

KNOWN: Final = (*POINTS, *ASIDE)
"""What can be declared out of order."""


def laid(place: str, layout: tuple[str, ...]) -> str:
    """The other name of a place where pieces lie so: on the board for the rules', and back."""
    if place in DICE.values():
        return DICE[Player(place[0]).other] if "turned" in layout else place
    if place in POINTS and "turned" in layout:
        place = turned_zone(place)
    return mirror(place) if "mirrored" in layout else place


def moved(
    dead: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[str, ...]:
    """The same places of the board by their names in another layout."""
    return tuple(sorted(laid(laid(place, before), after) for place in dead))


def places(table: TurnContext) -> tuple[str, ...]:
    """The places whose pieces are not seen."""
    return tuple(each for each in table.state.board.dead if each in PLACES)


def fill(table: TurnContext, seen: Placement, *, over: bool) -> Placement:
    """The board with its dead places filled in; over: the running turn has ended."""
    dead = places(table)
    if not dead:
        return seen
    state = table.state
    known = _with(seen, table.on_board(), dead)
    if state.phase is Phase.SETUP:
        boards = {wanted: _with(seen, wanted, dead) for wanted in table.wanted}
        right = (board for wanted, board in boards.items() if table.as_seen(board) == wanted)
        return next(right, known)
    if state.phase not in (Phase.MOVING, Phase.ERROR):
        return known
    still = untouched(table, seen)
    if still and not (over and state.throw.reading != contents(known, dead)):
        # What may have gone from one unseen place to another has most likely not moved yet.
        return known
    legal = next(endings(table, seen), None)
    if legal is not None:
        return legal
    kept = _conserved(known, dead)
    return _placed(table, kept) if over else kept


def endings(table: TurnContext, seen: Placement) -> Iterator[Placement]:
    """Every legal end that fits the live places, with the board filled in by it."""
    dead = places(table)
    shown = table.as_seen(seen)
    live = [(zone, shown[zone]) for zone in ZONES if zone not in dead]
    known = _with(seen, table.on_board(), dead)
    found: dict[str, Placement] = {}
    for board in _ends(table, known):
        if all(board[zone] == pile for zone, pile in live):
            found[contents(board, dead)] = _with(seen, board, dead)
    chosen = table.state.throw.reading
    for text in [chosen] if chosen in found else sorted(found):
        yield found[text]


def placings(table: TurnContext, seen: Placement) -> Iterator[Placement]:
    """Every way in which the mover's missing pieces may stand in the dead places, the turn over.

    Where there are several, they may also be missing indeed; the one the mover named is the only.
    """
    dead = places(table)
    board = _conserved(_with(seen, table.on_board(), dead), dead)
    mover = table.mover
    missing = table.on_board().count(mover) - board.count(mover)
    zones = [zone for zone in dead if _may_hold(zone, mover)]
    if not 0 < missing <= (MOST_STEPS if len(zones) > 1 else PIECES_A_SIDE):
        return
    found = [_holding(table, board, held) for held in combinations_with_replacement(zones, missing)]
    if len(found) > 1:
        found.append(board)
    said = [way for way in found if contents(way, dead) == table.state.throw.reading]
    yield from said or found


def untouched(table: TurnContext, seen: Placement) -> bool:
    """Return whether all places that are seen show what they showed when the turn began."""
    dead, shown, agreed = places(table), table.as_seen(seen), table.on_board()
    return all(shown[zone] == agreed[zone] for zone in ZONES if zone not in dead)


def readings(table: TurnContext, seen: Placement) -> list[str]:
    """What may stand in the dead places, the turn over: of each legal end, or of each wrong one.

    Where every place is read there is nothing to ask, and no end need be looked at.
    """
    dead = places(table)
    if not dead:
        return []
    ends = list(endings(table, seen)) or list(placings(table, seen))
    texts = [contents(end, dead) for end in ends]
    if untouched(table, seen):
        texts.append(contents(table.on_board(), dead))
    said = table.state.throw.reading
    return [said] if said in texts else list(dict.fromkeys(texts))


def contents(board: Placement, dead: tuple[str, ...]) -> str:
    """What stands in the dead places, as a position text that names empty ones too."""
    return " ".join(f"{zone}={board[zone].text or '0v'}" for zone in dead)


def _ends(table: TurnContext, known: Placement) -> Iterable[Placement]:
    """Every legal end of the turn as a board shows it; of an ace-deuce those near to this board."""
    rules = table.rules
    if rules.game.ace_deuce and sorted(table.dice) == [1, 2]:
        near = rules.near_ends(table.agreed, table.mover, table.dice, known, places(table))
        return [table.as_seen(rules.placement(end)) for end in near]
    return _all_ends(rules.name, rules.options, table.agreed, table.mover, table.dice)


@lru_cache(maxsize=2)
def _all_ends(
    game: str, options: frozenset[str], position: Position, mover: Player, dice: tuple[int, int]
) -> tuple[Placement, ...]:
    """The same for every look at one turn, and too many to be listed at each."""
    rules = find_game(game, options)
    ends = rules.ends(position, mover, dice).positions
    return tuple(on_a_board(rules.game, rules.placement(end)) for end in ends)


def _with(seen: Placement, board: Placement, dead: tuple[str, ...]) -> Placement:
    return seen.with_piles({zone: board[zone] for zone in dead})


def _conserved(board: Placement, dead: tuple[str, ...]) -> Placement:
    """Take from the dead places what stands elsewhere now."""
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


def _placed(table: TurnContext, board: Placement) -> Placement:
    """Put into the dead places what stands nowhere: as the mover has said, or as can only be."""
    ways = list(placings(table, board))
    return ways[0] if len(ways) == 1 else board


def _holding(table: TurnContext, board: Placement, held: tuple[str, ...]) -> Placement:
    """The board with one of the mover's missing pieces in each of these places."""
    mover = table.mover
    travelled = any(pile.postillon(mover) for pile in table.on_board().piles)
    lost = travelled and not any(pile.postillon(mover) for pile in board.piles)
    for zone in held:
        star = int(lost and travels(mover, zone))
        lost = lost and not star
        board = board.with_piles({zone: board[zone].plus(mover, 1 - star, star)})
    return board


def _may_hold(zone: str, player: Player) -> bool:
    """Return whether pieces not seen may stand there: bars and trays take one colour."""
    return zone in POINTS or zone[0] == player.value
