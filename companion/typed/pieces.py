"""Moves carried out on a placement, legal or not, as hands would.

Source: docs/protocol.md, "How a line is carried out".
"""

from dataclasses import dataclass
from typing import Final

from companion.rules import Rules
from companion.rules.games import Hitting
from companion.rules.named_moves import HIT, after_step
from companion.rules.position import BAR_SLOT, HAND_SLOT
from companion.rules.track import ENTRY
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS, Placement, Player
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
    start = board
    for walk in walks:
        for _ in range(walk.times):
            source = zone_of(board, walk.stops[0], player, rules)
            _check_source(start, board, source, player)
            made = _walk(board, source, walk.stops[1:], player, rules)
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


def _walk(
    board: Placement, source: str, stops: tuple[Stop, ...], player: Player, rules: Rules
) -> Made:
    """Move one piece over its stops."""
    told = [source]
    for stop in stops:
        target = zone_of(board, stop, player, rules)
        _check_target(target, source, player)
        hits = _hits(board, target, player, rules)
        board = after_step(board, source, target, player, hits=hits)
        told.append(target + HIT * hits)
        source = target
    return Made(board, ("/".join(told),))


def _check_source(start: Placement, board: Placement, source: str, player: Player) -> None:
    """Refuse a source without a piece; start -- the board before the line."""
    if source == OFF[player]:
        raise CannotError("from-off")
    if not board[source].of(player):
        raise CannotError("no-more-there" if start[source].of(player) else "nothing-there", source)


def _check_target(target: str, source: str, player: Player) -> None:
    if target in (BAR[player], HAND[player]):
        raise CannotError("to-bar")
    if target not in POINTS and target != OFF[player]:
        raise CannotError("not-yours", target)
    if target == source:
        raise CannotError("no-move", target)
    if source == OFF[player]:
        raise CannotError("from-off")


def _hits(board: Placement, target: str, player: Player, rules: Rules) -> bool:
    """Whether a piece that stops there hits a lone opposing one."""
    hit = target in POINTS and rules.game.hitting is not Hitting.NEVER
    return hit and board[target].of(player.other) == _LONE
