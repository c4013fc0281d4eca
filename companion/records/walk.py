"""A turn of a score sheet and its moves: what was moved, and where moves lead.

Two notations: the players' own numbers of `.mat` (`24/18`, `bar/22*`) and the zone names of the
text form (`N12/N6`, `VB/N10*`). Dutch rights to hit (B3) are carried along from turn to turn.
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
    """The turns of one game, one after the other; `rules` grow by the rights that are won."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def enter(self, end: str) -> None:
        """Note where a turn ended: in Dutch it may have won the right to hit."""
        if end:
            won = rights_won(self.rules, self.rules.parse(end))
            if not self.rules.options.issuperset(won):
                self.rules = self.rules.with_options(won)

    def moves(self, turn: Turn) -> tuple[str, ...]:
        """A finished turn's moves in zone names; of an illegal one what can be told of it.

        Several pieces that went the same way are told one by one.
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
        """Return whether a finished turn could be played so."""
        return bool(self._plays(turn))

    def own_moves(self, turn: Turn) -> tuple[Move, ...]:
        """A finished turn's moves in the player's own numbers, one a die where it was legal."""
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
        """The legal end whose moves, as `moves` writes them, are these; None if there is none."""
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
        """The ends that moves may lead to: in Jacquet the postillon may or may not have moved."""
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
        """The player's pieces slot by slot after the moves, whatever they hit."""
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
    """What an illegal turn did to the player's own pieces: from slot to slot, the farthest first.

    Empty where it is no tale of a few pieces that went forwards: then only the position tells.
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
