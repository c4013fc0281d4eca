"""Judges a seen board: legal, incomplete, or illegal with its faults.

Source: docs/mistakes.md; docs/rules.md, C1, C2, J3 to J8.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.rules.explanation import Explanation, distance, simplest
from companion.rules.games import Game
from companion.rules.named_moves import PieceMove, legs_of
from companion.rules.observation import (
    ObservedBoard,
    look,
    readings,
    to_placement,
    with_pieces_in_air,
    without_settled_postillons,
)
from companion.rules.position import (
    HOME,
    OFF_SLOT,
    SIDE,
    Position,
    all_off,
    pack,
    pips,
    postillon,
    state_of,
)
from companion.rules.progress import TurnProgress, progress
from companion.rules.step_checker import Finding, number
from companion.rules.steps import ACE_DEUCE, PlayerRules, end_filter, required, unplayable
from companion.rules.verdicts import Code, Fault, Judgement, Verdict, rank
from companion.rules.vocabulary import BAR, PIECES_A_SIDE, Dice, Placement, Player

_COUNTED_BY_MOVE: Final = {Code.WRONG_DISTANCE, Code.BACKWARDS, Code.POSTILLON_FIRST}


@dataclass(frozen=True, slots=True)
class Case:
    """The turn to be judged: a player's throw from a position.

    rules -- the rules for this player; over -- whether the dice have been picked up;
    moves -- the named moves that led to the board, None if they are unknown.
    """

    rules: PlayerRules
    position: Position
    player: Player
    dice: Dice
    over: bool = False
    moves: tuple[str, ...] | None = None

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.rules.game

    @property
    def start(self) -> int:
        """The state at the start of the turn."""
        return state_of(self.position, self.player)

    @property
    def before(self) -> ObservedBoard:
        """The position at the start of the turn, as piece counts."""
        return look(self.game, to_placement(self.game, self.position), self.player)

    def zones(self, slots: Iterable[int], player: Player) -> tuple[str, ...]:
        """Return the zones of a player's slots, each once."""
        return tuple(self.game.track.zones[player][slot] for slot in dict.fromkeys(slots))


def judge(case: Case, seen: Placement) -> Judgement:
    """Judge a board by the reading that is nearest to a legal end (J8)."""
    if case.moves is None:
        read = readings(case.game, case.position, case.player, seen)
    else:  # the named moves decide how the board is read
        read = (without_settled_postillons(case.game, seen),)
    best = _nearest(case, read)
    if best is None and not case.over and case.moves is None:
        # Until the dice are picked up, a missing piece may be in the player's hand.
        best = _nearest(case, with_pieces_in_air(case.game, read[0], case.player))
    if best is None:
        reading, broken = _illegal(case, read)
        return Judgement(Verdict.ILLEGAL, _in_order(case.game, broken), reading.text)
    found, reading, board = best
    if not found.legal:
        faults = _in_order(case.game, _left_to_do(case, found, board))
        return Judgement(Verdict.INCOMPLETE, faults, reading.text, found.again)
    lost = () if all_off(found.state & SIDE) else unplayable(case.dice, found.order)
    return Judgement(Verdict.LEGAL, (), reading.text, found.again, lost)


def _nearest(
    case: Case, read: Iterable[Placement]
) -> tuple[TurnProgress, Placement, ObservedBoard] | None:
    """Return the reading nearest to a legal end, and its `TurnProgress`; None if none is near."""
    best: tuple[TurnProgress, Placement, ObservedBoard] | None = None
    named = _named_double(case)
    for reading in read:
        board = look(case.game, reading, case.player)
        found = progress(case.rules, case.start, case.dice, board, named)
        if found and case.over and found.hits.early:
            # The turn is over, so an opposing piece that was lifted but not hit is a fault.
            continue
        if found and (best is None or found.rank < best[0].rank):
            best = found, reading, board
    return best


def _named_double(case: Case) -> int | None:
    """Return the double that the player chose by the moves after 1 and 2, or None (B4).

    Each of these moves is one step of that double. Six points forward with a double 3 are two
    moves.
    """
    if case.moves is None or not case.game.ace_deuce:
        return None
    legs = legs_of(case.moves, case.game.track, case.player)
    left = [distance(PieceMove(*leg)) for leg in legs if leg[1] != OFF_SLOT]
    both = ACE_DEUCE if {*ACE_DEUCE} <= {*left} else (sum(ACE_DEUCE),)
    for die in both:
        if die not in left:
            return None
        left.remove(die)
    named = {*left}
    return named.pop() if len(named) == 1 and max(named) <= 6 else None


def _left_to_do(case: Case, found: TurnProgress, seen: ObservedBoard) -> list[Fault]:
    """Return a fault for each thing still to be done, such as a hit piece not yet on the bar."""
    if case.moves is not None:
        return [_unused(case, found.unused)]
    faults, other = [], case.player.other
    if found.hits.left:
        points = case.zones(found.hits.left, case.player)
        faults.append(
            Fault(Code.HIT_NOT_ON_BAR, other, points[0], BAR[other], len(points), zones=points)
        )
    if found.in_air:
        lost = postillon(found.state & SIDE) > 0 and not seen.stars
        faults.append(Fault(Code.PIECE_MISSING, case.player, count=found.in_air, postillon=lost))
    if found.hits.in_air:
        faults.append(Fault(Code.PIECE_MISSING, other, count=found.hits.in_air))
    return faults or [_unused(case, found.unused)]


def _unused(case: Case, dice: tuple[int, ...]) -> Fault:
    return Fault(Code.DICE_UNUSED, case.player, count=len(dice), dice=dice)


def _illegal(case: Case, read: tuple[Placement, ...]) -> tuple[Placement, list[Fault]]:
    """Return the reading of an illegal board that breaks the fewest rules, and its faults (J8).

    If two readings break equally few rules, the one that uses more dice is chosen. A piece then
    counts as borne off, not as moved back. Wrong piece counts are the only faults, unless the moves
    are known.
    """
    boards = [(reading, look(case.game, reading, case.player)) for reading in read]
    if case.moves is None:
        legs, whole = None, [one for one in boards if not _counted(case, one[1])]
    else:
        legs, whole = legs_of(case.moves, case.game.track, case.player), boards
    if not whole:
        reading, board = min(boards, key=lambda one: _moved(case, one[1]))
        return reading, _counted(case, board)
    tried = [(simplest(case.rules, case.before, case.dice, one[1], legs), *one) for one in whole]
    explained, reading, board = min(tried, key=lambda one: one[0].cost_of_reading)
    faults = [*_breaches(case, explained), *_forbidden(case, board)]
    return reading, faults or _stray_star(case, board) or [_dice_fault(case, explained)]


def _moved(case: Case, seen: ObservedBoard) -> tuple[int, int]:
    """Return how many of the mover's pieces have moved, and the change of the pip count."""
    mine = case.before.mine
    moved = sum(max(0, old - new) for old, new in zip(mine, seen.mine, strict=True))
    return moved, abs(pips(mine) - pips(seen.mine))


def _breaches(case: Case, explained: Explanation) -> list[Fault]:
    """Return one fault for each broken rule, with the number of its breaches."""
    by_code: dict[str, list[Finding]] = {}
    for finding in explained.findings:
        by_code.setdefault(finding.code, []).append(finding)
    return [_breach(case, explained, code, found) for code, found in by_code.items()]


def _breach(case: Case, explained: Explanation, code: str, found: list[Finding]) -> Fault:
    first = found[0]
    if first.made is None:
        return _breach_of_places(case, code, found)
    move = explained.moves[first.made.move]
    zones = case.zones(first.slots, case.player)
    if code is Code.BLOCKED_STOP:
        zones = _closed_stops(case, move) or zones
    own = case.game.track.zones[case.player]
    count = len(found) if code in _COUNTED_BY_MOVE else first.pieces
    dice = (first.made.die,) if first.made.die else case.dice
    places = own[move.source], own[move.target]
    return Fault(code, case.player, *places, count, abs(distance(move)), dice, zones)


def _breach_of_places(case: Case, code: str, found: list[Finding]) -> Fault:
    """Return the fault for a finding that no step caused, such as a moved opposing piece."""
    player = case.player.other if found[0].theirs else case.player
    slots, own = found[0].slots, case.game.track.zones[player]
    target = own[slots[-1]] if len(slots) > 1 else ""
    pieces = sum(finding.pieces for finding in found)
    zones = case.zones((slot for finding in found for slot in finding.slots), player)
    star = found[0].star
    return Fault(code, player, own[slots[0]], target, pieces, zones=zones, postillon=star)


def _closed_stops(case: Case, move: PieceMove) -> tuple[str, ...]:
    """Return the closed points that a piece passed with the sum of two different dice."""
    if sum(case.dice) != distance(move):
        return ()
    theirs, facing = case.before.theirs, case.game.track.facing
    stops = [number(move.source) - die for die in case.dice]
    return case.zones((stop for stop in stops if stop > 0 and theirs[facing[stop]]), case.player)


def _in_order(game: Game, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults with their rule documents, in the order of docs/mistakes.md."""
    documented = (replace(fault, document=game.documents.get(fault.code, "")) for fault in faults)
    return tuple(sorted(documented, key=lambda fault: rank(fault.code)))


def _counted(case: Case, seen: ObservedBoard) -> list[Fault]:
    """Return the faults of wrong piece counts: missing, extra or unknown pieces of the mover."""
    faults = []
    absent = seen.missing
    if seen.unknown:
        zones = seen.unknown
        faults.append(Fault(Code.UNKNOWN_PIECE, case.player, "", zones[0], len(zones), zones=zones))
        absent = seen.missing + seen.their_missing - len(zones)
        if absent > 0:  # a missing piece may be one of the unknown pieces
            absent = max(0, seen.missing - len(zones))
    lost = case.before.star > 0 and not _may_be_home(case.before, seen)
    if absent > 0 or (lost and not absent):
        count = max(absent, 1)
        faults.append(Fault(Code.PIECE_MISSING, case.player, count=count, postillon=lost))
    if absent < 0 or len(seen.stars) > 1:
        count = max(-absent, 1)
        faults.append(Fault(Code.PIECE_EXTRA, case.player, count=count, zones=_gained(case, seen)))
    return faults


def _gained(case: Case, seen: ObservedBoard) -> tuple[str, ...]:
    """Return the places where the mover has more pieces than before; none if one has fewer."""
    slots = list(enumerate(zip(case.before.mine, seen.mine, strict=True)))
    if any(now < before for _, (before, now) in slots):
        return ()
    zones = case.game.track.zones[case.player]
    return tuple(zones[slot] for slot, (before, now) in slots if now > before)


def _may_be_home(before: ObservedBoard, seen: ObservedBoard) -> bool:
    """Return whether the postillon is seen, or may be among the pieces that have come home."""
    gained = any(seen.mine[slot] > before.mine[slot] for slot in range(HOME + 1))
    return bool(seen.star) or gained


def _stray_star(case: Case, seen: ObservedBoard) -> list[Fault]:
    """Return a fault if the postillon was home and has gone backwards, so it travels again."""
    if case.before.star or not seen.star:
        return []
    zone = case.game.track.zones[case.player][seen.star]
    return [Fault(Code.BACKWARDS, case.player, target=zone)]


def _forbidden(case: Case, seen: ObservedBoard) -> list[Fault]:
    """Return the forbidden patterns that the board shows at the end of this turn (J3)."""
    if sum(seen.theirs) != PIECES_A_SIDE:
        return []
    own, faults = case.game.track.zones[case.player], []
    found = case.rules.forbidden.breaches(case.start, pack(seen.mine, seen.star))
    for code, points, lacking in found:
        zones = tuple(own[number] for number in (*points, *lacking))
        faults.append(Fault(code, case.player, zones[0], zones[-1], len(points), zones=zones))
    return faults


def _dice_fault(case: Case, explained: Explanation) -> Fault:
    """Return the fault of a board without other faults: the wrong die, or too few dice (C2)."""
    orders = required(case.rules, case.start, case.dice, end_filter(case.rules, case.start))
    if len(explained.used) == 1 and orders == ((max(case.dice),),) and explained.used != orders[0]:
        return Fault(Code.SMALLER_DIE, case.player, dice=orders[0])
    left = Counter(orders[0]) - Counter(explained.used)
    return _unused(case, tuple(left.elements()))
