"""The score sheet of a match: throws, ends of turns, and decisions.

The sheet is the common form between the journal and the files of other programs. Positions are
texts, players are V and N. `facts_sheet` converts a sheet from and to the journal's facts;
`mat_sheet`, `mat_replay` and `exchange` convert it from and to files.

`Walk` converts between turns and their moves. Moves have two notations: own numbers as in `.mat`
(`24/18`, `bar/22*`) and zone names as in the text format (`N12/N6`, `VB/N10*`). Rights to hit
(Dutch, B3) are tracked from turn to turn.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from companion.message_error import FileError
from companion.records.mat import MatMove
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import Match, Play, Player, PositionError, Rules, find_game
from companion.rules.position import SLOTS, counts
from companion.rules.vocabulary import ENTRY

NAMES: Final = ("Green", "Black")
"""The default names of V and N."""


def names_in(settings: Mapping[str, object]) -> tuple[str, str]:
    """Return the names of V and N in the settings of a match, by default `NAMES`."""
    saved = settings.get("players")
    names = saved if isinstance(saved, list | tuple) and len(saved) == 2 else NAMES
    v, n = (str(name) or usual for name, usual in zip(names, NAMES, strict=True))
    return v, n


FATES: Final = ("legal", "corrected", "accepted", "open")


class SheetError(FileError):
    """A match that cannot be read, written or stored. The message is one sentence."""


def illegal(dice: tuple[int, int]) -> SheetError:
    """Return the error for an illegal play."""
    return SheetError("error.illegal-play", first=max(dice), second=min(dice))


@dataclass(frozen=True, slots=True)
class SheetOpening:
    """The opening throw: one die per player. Equal dice are thrown again."""

    v: int
    n: int


@dataclass(frozen=True, slots=True)
class SheetTurn:
    """A throw, with the larger die first, and the turn that was played with it.

    before, end -- positions; `end` is "" if the turn has not ended;
    fate -- how the turn ended: `open` (not yet), `legal`, `corrected` (the illegal board `wrong`
    was corrected to `end`), `accepted` (the opponent accepted the illegal board `end`);
    faults -- the fault codes, none if legal.
    """

    player: Player
    dice: tuple[int, int]
    before: str
    end: str
    fate: str = "legal"
    faults: tuple[str, ...] = ()
    wrong: str = ""


Entry = SheetOpening | SheetTurn | CubeAction | Resign | Ruling
"""An entry of a game; cube actions, resignations and rulings are as the referee reports them."""


@dataclass(frozen=True, slots=True)
class SheetResult:
    """The result of a game; `kind` and `by` as in the event `game_ends`, `points` with the cube."""

    winner: Player
    kind: str
    by: str
    points: int


@dataclass(frozen=True, slots=True)
class SheetGame:
    """One game. score -- V's and N's points before the game; result -- None if unfinished."""

    number: int
    score: tuple[int, int]
    entries: tuple[Entry, ...]
    result: SheetResult | None = None
    crawford: bool = False

    @property
    def turns(self) -> tuple[SheetTurn, ...]:
        """The entries that are turns."""
        return tuple(entry for entry in self.entries if isinstance(entry, SheetTurn))

    @property
    def after(self) -> tuple[int, int]:
        """The score after the game."""
        if self.result is None:
            return self.score
        v, n = self.score
        points = self.result.points
        return (v + points, n) if self.result.winner is Player.V else (v, n + points)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole match.

    length -- points to win, or games with `count-games`; None if open-ended;
    players -- the names of V and N;
    begun -- a day, or a UTC time (ISO 8601), or ""; table -- the table's name, or "".
    """

    game: str
    options: tuple[str, ...]
    length: int | None
    games: tuple[SheetGame, ...]
    players: tuple[str, str] = NAMES
    begun: str = ""
    table: str = ""

    @property
    def rules(self) -> Rules:
        """The rules of the match. Raises `RulesError` for an unknown game or option."""
        return find_game(self.game, self.options)

    @property
    def winner(self) -> Player | None:
        """The winner of the match by the score after the last game, or None."""
        if not self.games:
            return None
        return Match(self.length, "count-games" in self.options, self.games[-1].after).winner


_MOST_MOVES: Final = 4
_ZONE: Final = r"[VN](?:1[0-2]|[1-9]|[BOH])"
_WORD: Final = re.compile(rf"{_ZONE}(?:/{_ZONE}\*?){{1,6}}", re.ASCII)


class Walk:
    """Follows the turns of one game; `rules` is updated when a right to hit is won."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def enter(self, end: str) -> None:
        """Add the right to hit to the rules if this end of a turn wins it (Dutch)."""
        if end:
            won = self.rules.rights_won(self.rules.parse(end))
            if not self.rules.options.issuperset(won):
                self.rules = self.rules.with_options(won)

    def moves(self, turn: SheetTurn) -> tuple[str, ...]:
        """Return a finished turn's moves in zone names; for an illegal turn, the known moves.

        Each piece has its own text, even if several pieces made the same move.
        """
        plays = self._plays(turn)
        if plays:
            return plays[0].moves
        zones = self.rules.game.track.zones[turn.player]
        return tuple(f"{zones[left]}/{zones[come]}" for left, come in _changes(self.rules, turn))

    def _plays(self, turn: SheetTurn) -> tuple[Play, ...]:
        before, end = self.rules.parse(turn.before), self.rules.parse(turn.end)
        return self.rules.plays(before, turn.player, turn.dice, end)

    def is_legal(self, turn: SheetTurn) -> bool:
        """Return whether a finished turn is legal."""
        return bool(self._plays(turn))

    def own_moves(self, turn: SheetTurn) -> tuple[MatMove, ...]:
        """Return a finished turn's moves in own numbers, one move per die if it was legal."""
        plays = self._plays(turn)
        if not plays:
            pairs = _changes(self.rules, turn)
            return tuple(MatMove(min(left, ENTRY), come) for left, come in pairs)
        number = self.rules.own_number
        return tuple(
            MatMove(number(step.source, turn.player), number(step.target, turn.player), step.hit)
            for step in plays[0].steps
        )

    def end(
        self, before: str, player: Player, dice: tuple[int, int], moves: tuple[str, ...]
    ) -> str | None:
        """Return the legal end for moves in the form of `moves`, or None."""
        position = self.rules.parse(before)
        if not moves:
            legal = self.rules.nothing_to_play(position, player, dice)
            return before if legal else None
        self._check_zones(player, moves)
        # In Jacquet, the order tells which move the postillon made.
        is_short = self.rules.game.postillon and len(moves) <= _MOST_MOVES
        orders = permutations(moves) if is_short else (moves,)
        for board in {self.rules.after_moves(position, player, order) for order in orders}:
            turn = SheetTurn(player, dice, before, board.text)
            plays = self._plays(turn) if min(map(min, board.piles)) >= 0 else ()
            if plays and sorted(plays[0].moves) == sorted(moves):
                return turn.end
        return None

    def _check_zones(self, player: Player, moves: tuple[str, ...]) -> None:
        """Raise `PositionError` for a text that is not a move between a player's zones."""
        zones = {*self.rules.game.track.zones[player]}
        for move in moves:
            if not _WORD.fullmatch(move) or not {*move.replace("*", "").split("/")} <= zones:
                raise PositionError(
                    "error.not-move", text=repr(move[:40]), example="V8/V5, VB/N10*"
                )


def _changes(rules: Rules, turn: SheetTurn) -> tuple[tuple[int, int], ...]:
    """Return the player's moves in an illegal turn as pairs of slots, the farthest first.

    The result is empty if more than a few pieces moved, or if one moved backwards.
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
