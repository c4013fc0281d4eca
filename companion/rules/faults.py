"""Turns findings into faults, with the zones, dice and distances that a sentence needs.

Source: docs/mistakes.md, for the codes and their order.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.rules.explanation import Explanation, distance
from companion.rules.games import Game
from companion.rules.named_moves import PieceMove
from companion.rules.step_checker import Before, Finding, number
from companion.rules.verdicts import Code, Fault, rank
from companion.rules.vocabulary import Player

_COUNTED_BY_MOVE: Final = {Code.WRONG_DISTANCE, Code.BACKWARDS, Code.POSTILLON_FIRST}


@dataclass(frozen=True, slots=True)
class Scribe:
    """Writes the faults of one turn.

    before -- both sides at the start of the turn; dice -- the throw.
    """

    game: Game
    mover: Player
    dice: tuple[int, int]
    before: Before

    def faults(self, explained: Explanation) -> list[Fault]:
        """Return one fault for each broken rule, with the number of its breaches."""
        by_code: dict[str, list[Finding]] = {}
        for finding in explained.findings:
            by_code.setdefault(finding.code, []).append(finding)
        return [self._fault(explained, code, found) for code, found in by_code.items()]

    def _fault(self, explained: Explanation, code: str, found: list[Finding]) -> Fault:
        first = found[0]
        if first.made is None:
            return self._of_places(code, found)
        move = explained.moves[first.made.move]
        zones = self._zones(first.slots, self.mover)
        if code is Code.BLOCKED_STOP:
            zones = self._closed_stops(move) or zones
        return Fault(
            code,
            self.mover,
            source=self._zone(move.source, self.mover),
            target=self._zone(move.target, self.mover),
            count=len(found) if code in _COUNTED_BY_MOVE else first.pieces,
            pips=abs(distance(move)),
            dice=(first.made.die,) if first.made.die else self.dice,
            zones=zones,
        )

    def _of_places(self, code: str, found: list[Finding]) -> Fault:
        """Return a fault that no step made: about the opponent's pieces, or two colours."""
        player = self.mover.other if found[0].theirs else self.mover
        slots = found[0].slots
        return Fault(
            code,
            player,
            source=self._zone(slots[0], player),
            target=self._zone(slots[-1], player) if len(slots) > 1 else "",
            count=sum(finding.pieces for finding in found),
            zones=self._zones([slot for finding in found for slot in finding.slots], player),
            postillon=found[0].star,
        )

    def _closed_stops(self, move: PieceMove) -> tuple[str, ...]:
        """Return the closed stops of a piece that moved the sum of two different dice."""
        stops = [number(move.source) - die for die in self.dice]
        facing = self.game.track.facing
        closed = [stop for stop in stops if stop > 0 and self.before.theirs[facing[stop]]]
        return self._zones(closed, self.mover) if sum(self.dice) == distance(move) else ()

    def _zone(self, slot: int, player: Player) -> str:
        return self.game.track.zones[player][slot]

    def _zones(self, slots: Iterable[int], player: Player) -> tuple[str, ...]:
        return tuple(self._zone(slot, player) for slot in dict.fromkeys(slots))


def in_order(game: Game, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults with their rule documents, in the order of docs/mistakes.md."""
    told = (replace(fault, document=game.documents.get(fault.code, "")) for fault in faults)
    return tuple(sorted(told, key=lambda fault: rank(fault.code)))
