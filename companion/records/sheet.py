"""The score sheet of a match: throws, ends of turns, and decisions.

The sheet is the common form between the journal and the files of other programs. Positions are
texts, players are V and N. `facts_sheet` converts it from and to the journal's facts, `mat_sheet`
and `exchange` from and to files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.rules import Player, Rules, find_game

NAMES: Final = ("Green", "Black")
"""The default names of V and N."""


def names_in(settings: Mapping[str, object]) -> tuple[str, str]:
    """Return the names of V and N in the settings of a match, by default `NAMES`."""
    saved = settings.get("players")
    names = saved if isinstance(saved, list | tuple) and len(saved) == 2 else NAMES
    v, n = (str(name) or usual for name, usual in zip(names, NAMES, strict=True))
    return v, n


FATES: Final = ("legal", "corrected", "accepted", "open")


class SheetError(ValueError):
    """A match that cannot be read, written or stored. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The opening throw: one die per player. Equal dice are thrown again."""

    v: int
    n: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A throw, the larger die first, and the turn played with it.

    before, end -- positions; `end` is "" if the turn was never ended (fate `open`);
    fate -- `legal`; `corrected`: ended illegally with the board `wrong`, then corrected;
    `accepted`: ended illegally and accepted by the opponent (`end` is that board);
    faults -- the fault codes, none if legal.
    """

    player: Player
    dice: tuple[int, int]
    before: str
    end: str
    fate: str = "legal"
    faults: tuple[str, ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube action: `offer`, `take`, `drop` or (player None) `automatic`.

    value, owner -- after the action; for an offer, the proposed value and the present owner.
    """

    player: Player | None
    action: str
    value: int
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class Resignation:
    """`offer`, `accept` or `refuse`. player -- who resigns; value -- in games (1, 2, 3…)."""

    player: Player
    value: int
    action: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision outside the turns by a referee or both players, see the fact `Ruling`."""

    what: str
    by: str
    reason: str = ""
    position: str = ""
    dice: tuple[int, int] | None = None
    winner: Player | None = None
    player: Player | None = None
    kind: str = ""
    points: int | None = None
    zone: str = ""


Entry = Throw | Turn | Cube | Resignation | Decision


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game; kind and by as in the event `game_ends`; points with the cube."""

    winner: Player
    kind: str
    by: str
    points: int


@dataclass(frozen=True, slots=True)
class Game:
    """One game. score -- V's and N's before the game; result -- None if unfinished."""

    number: int
    score: tuple[int, int]
    entries: tuple[Entry, ...]
    result: Result | None = None
    crawford: bool = False

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The entries that are turns."""
        return tuple(entry for entry in self.entries if isinstance(entry, Turn))

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
    games: tuple[Game, ...]
    players: tuple[str, str] = NAMES
    begun: str = ""
    table: str = ""

    @property
    def rules(self) -> Rules:
        """The rules of the match. Raises `RulesError` for an unknown game or option."""
        return find_game(self.game, self.options)

    @property
    def target(self) -> int | None:
        """The score that wins the match; None if open-ended."""
        if self.length is None or "count-games" not in self.options:
            return self.length
        return self.length // 2 + 1

    @property
    def winner(self) -> Player | None:
        """The winner of the match by the score after the last game, or None."""
        if not self.games or self.target is None:
            return None
        score = zip(Player, self.games[-1].after, strict=True)
        return next((player for player, points in score if points >= self.target), None)
