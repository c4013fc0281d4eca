"""Moves carried out on a placement, legal or not, as hands would. Source: contracts, section 6.

The postillon is a piece of its own wherever it stands, as the star that it is on a board: what it
means there is read off the zones, as at any board.
"""

from dataclasses import dataclass
from typing import Final

from companion.board.occupancy import Stars, read
from companion.rules import Rules
from companion.rules.games import Hitting
from companion.rules.position import BAR_SLOT, HAND_SLOT
from companion.rules.track import ENTRY
from companion.rules.vocabulary import BAR, EXIT, HAND, OFF, POINTS, Pile, Placement, Player
from companion.typed.entries import IN_HAND, Stop, Walk

_LONE: Final = 1


class CannotError(ValueError):
    """A move that hands could not make; the code of the reason.

    place -- the zone it is about, "" for none.
    """

    def __init__(self, code: str, place: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.place = place


@dataclass(frozen=True, slots=True)
class Made:
    """A line of moves that was carried out: what stands there now, and each piece's stops.

    moves -- in zones, `V8/V5` or `N12/N6*/N3`, one for each piece.
    """

    board: Placement
    moves: tuple[str, ...] = ()


def carry_out(board: Placement, walks: tuple[Walk, ...], player: Player, rules: Rules) -> Made:
    """Make the moves of a line, one after the other. Raises `CannotError`: then none is made."""
    told: list[str] = []
    for walk in walks:
        for _ in range(walk.times):
            made = _walk(board, walk.stops, player, rules)
            board = made.board
            told += made.moves
    return Made(board, tuple(told))


def zone_of(board: Placement, stop: Stop, player: Player, rules: Rules) -> str:
    """The zone of a place that was typed: of 25 the bar where one of his stands, else the hand."""
    if stop == IN_HAND:
        return HAND[player]
    if isinstance(stop, str):
        return stop
    zones = rules.game.track.zones[player]
    if stop != ENTRY:
        return zones[stop]
    waits = rules.game.in_hand and not board[BAR[player]].of(player)
    return zones[HAND_SLOT if waits else BAR_SLOT]


def _walk(board: Placement, stops: tuple[Stop, ...], player: Player, rules: Rules) -> Made:
    """Move one piece over its stops."""
    source = zone_of(board, stops[0], player, rules)
    _check_source(board, source, player)
    told = [source]
    for stop in stops[1:]:
        target = zone_of(board, stop, player, rules)
        _check_target(target, source, player)
        board, hit = _step(board, source, target, player, rules)
        told.append(target + "*" * hit)
        source = target
    return Made(board, ("/".join(told),))


def _check_source(board: Placement, source: str, player: Player) -> None:
    if source == OFF[player]:
        raise CannotError("from-off")
    if not board[source].of(player):
        raise CannotError("nothing-there", source)


def _check_target(target: str, source: str, player: Player) -> None:
    if target in (BAR[player], HAND[player]):
        raise CannotError("to-bar")
    if target not in POINTS and target != OFF[player]:
        raise CannotError("not-yours", target)
    if target == source:
        raise CannotError("no-move", target)
    if source == OFF[player]:
        raise CannotError("from-off")


def _step(
    board: Placement, source: str, target: str, player: Player, rules: Rules
) -> tuple[Placement, bool]:
    """Move one piece to where it stops; a lone opposing piece there is hit, where games hit."""
    star = board[source].postillon(player) > 0
    there = board[target]
    hit = (
        target in POINTS
        and rules.game.hitting is not Hitting.NEVER
        and there.of(player.other) == _LONE
    )
    changes = {source: _with(board[source], player, -1, postillon=star)}
    if hit:
        there = _with(there, player.other, -1)
        bar = BAR[player.other]
        changes[bar] = _with(board[bar], player.other, 1)
    changes[target] = _with(there, player, 1, postillon=star)
    return board.with_piles(changes), hit


def _with(pile: Pile, player: Player, count: int, *, postillon: bool = False) -> Pile:
    field = player.value if postillon else player.value.lower()
    return pile._replace(**{field: getattr(pile, field) + count})


def seen(board: Placement, rules: Rules) -> Placement:
    """What is read off the board, see `board.occupancy.read`."""
    return read(on_wire(board, rules), Stars(), rules.game)


def split(board: Placement, agreed: Placement, rules: Rules) -> Placement:
    """Let so many pieces be off as was agreed; the rest of those on the exit point are in play.

    Of a wrong turn that was accepted the referee alone says which they are.
    """
    if not rules.game.exit_number:
        return board
    for player in Player:
        more = agreed[OFF[player]].of(player) - board[OFF[player]].of(player)
        if -_pawns(board[OFF[player]], player) <= more <= _pawns(board[EXIT[player]], player):
            changes = {
                OFF[player]: _with(board[OFF[player]], player, more),
                EXIT[player]: _with(board[EXIT[player]], player, -more),
            }
            board = board.with_piles(changes)
    return board


def _pawns(pile: Pile, player: Player) -> int:
    return pile.of(player) - pile.postillon(player)


def on_wire(board: Placement, rules: Rules) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """The zones that a board senses, unmirrored (contracts, section 2, "What the table shows").

    Hands lie beside it; in Jacquet borne-off pieces stand on their point.
    """
    if rules.game.exit_number:
        for player in Player:
            both = zip(board[EXIT[player]], board[OFF[player]], strict=True)
            board = board.with_piles({EXIT[player]: Pile(*map(sum, both)), OFF[player]: Pile()})
    zones = (*POINTS, *BAR.values(), *OFF.values())
    return tuple((zone, _letters(board[zone])) for zone in zones if any(board[zone]))


def _letters(pile: Pile) -> tuple[tuple[str, int], ...]:
    """A pile as the wire has it, in the order of its letters."""
    named = {"v": pile.v, "V": pile.V, "n": pile.n, "N": pile.N, "?": pile.unknown}
    return tuple((letter, count) for letter, count in named.items() if count)
