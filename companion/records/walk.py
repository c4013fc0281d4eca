"""Converts between the turns of a score sheet and their moves.

There are two notations: own numbers as in `.mat` (`24/18`, `bar/22*`) and zone names as in the text
format (`N12/N6`, `VB/N10*`). Rights to hit (Dutch, B3) are tracked from turn to turn.
"""

import re
from typing import Final

from companion.records.mat import Move
from companion.records.sheet import Turn
from companion.referee.contest import rights_won
from companion.rules import Play, Player, Position, PositionError, Rules
from companion.rules.position import BAR_SLOT, SLOTS, counts, pack
from companion.rules.track import ENTRY
from companion.rules.vocabulary import PIECES_A_SIDE

_MOST_MOVES: Final = 4
_ZONE: Final = r"[VN](?:1[0-2]|[1-9]|[BOH])"
_WORD: Final = re.compile(rf"{_ZONE}(?:/{_ZONE}\*?){{1,6}}", re.ASCII)


class Walk:
    """Goes through the turns of one game; `rules` is updated when a right to hit is won."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def enter(self, end: str) -> None:
        """Add the right to hit to the rules if it was won with this end of a turn (Dutch)."""
        if end:
            won = rights_won(self.rules, self.rules.parse(end))
            if not self.rules.options.issuperset(won):
                self.rules = self.rules.with_options(won)

    def moves(self, turn: Turn) -> tuple[str, ...]:
        """Return a finished turn's moves in zone names; for an illegal turn, the known ones.

        Each piece has its own text, even if several made the same move.
        """
        play = self._play(turn)
        if play is not None:
            return play
        zones = self.rules.game.track.zones[turn.player]
        return tuple(f"{zones[left]}/{zones[come]}" for left, come in changes(self.rules, turn))

    def _play(self, turn: Turn) -> tuple[str, ...] | None:
        plays = self._plays(turn)
        return plays[0].moves if plays else None

    def _plays(self, turn: Turn) -> tuple[Play, ...]:
        before, end = self.rules.parse(turn.before), self.rules.parse(turn.end)
        return self.rules.plays(before, turn.player, turn.dice, end)

    def is_legal(self, turn: Turn) -> bool:
        """Return whether a finished turn is legal."""
        return bool(self._plays(turn))

    def own_moves(self, turn: Turn) -> tuple[Move, ...]:
        """Return a finished turn's moves in own numbers, one move per die if it was legal."""
        plays = self._plays(turn)
        if not plays:
            pairs = changes(self.rules, turn)
            return tuple(Move(min(left, ENTRY), come) for left, come in pairs)
        number = self.rules.own_number
        return tuple(
            Move(number(step.source, turn.player), number(step.target, turn.player), step.hit)
            for step in plays[0].steps
        )

    def end(
        self, before: str, player: Player, dice: tuple[int, int], moves: tuple[str, ...]
    ) -> str | None:
        """Return the legal end with these moves, as `moves` writes them, or None."""
        position = self.rules.parse(before)
        if not moves:
            legal = self.rules.nothing_to_play(position, player, dice)
            return before if legal else None
        for end in self._candidates(position, player, dice, moves):
            turn = Turn(player, dice, before, self.rules.text(end))
            if sorted(self._play(turn) or ()) == sorted(moves):
                return turn.end
        return None

    def _candidates(
        self, position: Position, player: Player, dice: tuple[int, int], moves: tuple[str, ...]
    ) -> list[Position]:
        """Return the possible ends of moves: in Jacquet the postillon may or may not have moved."""
        wanted = self._slots(position, player, moves)
        if min(wanted) < 0 or max(wanted) > PIECES_A_SIDE:
            return []
        if self.rules.game.postillon:
            ends = self.rules.ends(position, player, dice).positions
            return [end for end in sorted(ends) if counts(end.side(player)) == wanted]
        theirs = counts(position.side(player.other))
        for zone in re.findall(rf"({_ZONE})\*", " ".join(moves)):
            slot = self.rules.game.track.zones[player.other].index(zone)
            theirs[slot] -= 1
            theirs[BAR_SLOT] += 1
        if min(theirs) < 0 or max(theirs) > PIECES_A_SIDE:
            return []
        v, n = (wanted, theirs) if player is Player.V else (theirs, wanted)
        return [Position(pack(v), pack(n))]

    def _slots(self, position: Position, player: Player, moves: tuple[str, ...]) -> list[int]:
        """Return the player's piece counts by slot after the moves, ignoring hits."""
        track, slots = self.rules.game.track, counts(position.side(player))
        for move in moves:
            if not _WORD.fullmatch(move):
                raise PositionError(f"{move[:40]!r} is no move such as V8/V5 or VB/N10*.")
            first, *_, last = move.replace("*", "").split("/")
            for zone, change in ((first, -1), (last, 1)):
                if zone not in track.zones[player]:
                    raise PositionError(f"{move[:40]!r}: {zone} is no place of {player}.")
                slots[track.slot(zone, player)] += change
        return slots


def changes(rules: Rules, turn: Turn) -> tuple[tuple[int, int], ...]:
    """Return the player's moves in an illegal turn as slot pairs, the farthest first.

    The result is empty if more than a few pieces moved or one moved backwards.
    """
    before = counts(rules.parse(turn.before).side(turn.player))
    after = counts(rules.parse(turn.end).side(turn.player))
    left: list[int] = []
    come: list[int] = []
    for slot in reversed(range(SLOTS)):
        change = after[slot] - before[slot]
        (come if change > 0 else left).extend([slot] * abs(change))
    pairs = tuple(zip(left, come, strict=True))
    if len(pairs) > _MOST_MOVES or any(come >= min(left, ENTRY) for left, come in pairs):
        return ()
    return pairs
