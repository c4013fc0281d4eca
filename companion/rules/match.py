"""The match score, the end of a match, the Crawford game, and the doubling cube.

Source: docs/rules.md, B6, B7 and J9.
"""

from dataclasses import dataclass, replace
from typing import Final

from companion.message_error import MessageError
from companion.rules.rules import Rules
from companion.rules.vocabulary import Player

_GAMES_OF_A_MEETING: Final = (3, 5)

_LONGEST: Final = 99_999
"""The maximum length of a match in points."""


class MatchError(MessageError, ValueError):
    """A match that cannot be played. The message is one clear sentence."""


def _odd_points(length: int) -> MatchError:
    return MatchError("refusal.odd-points", length=length)


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match.

    length -- the points to win, or the maximum number of games in a best-of match; None if
    open-ended;
    count_games -- whether each game counts one, whatever its value (J9);
    score -- V's and N's points;
    number -- the number of the current game, from 1;
    crawford -- whether the Crawford rule applies; crawford_over -- whether the Crawford game is
    over;
    decider -- for imported matches: the points that the file counts for the last game, if less than
    its value. Some sites count only the points that the winner still needed.

    Raises `MatchError` for impossible values.
    """

    length: int | None = None
    count_games: bool = False
    score: tuple[int, int] = (0, 0)
    number: int = 1
    crawford: bool = False
    crawford_over: bool = False
    decider: int | None = None

    def __post_init__(self) -> None:
        if self.length is not None and not 1 <= self.length <= _LONGEST:
            raise _odd_points(self.length)
        if min(self.score) < 0 or self.number < 1:
            v, n = self.score
            raise MatchError("error.score-before", game=self.number, green=v, black=n)

    @property
    def target(self) -> int | None:
        """The score that wins the match; None if open-ended."""
        if self.length is None or not self.count_games:
            return self.length
        return self.length // 2 + 1

    @property
    def crawford_now(self) -> bool:
        """Whether the current game is the Crawford game, played without the cube (B7)."""
        return self.crawford and not self.crawford_over and max(self.score) + 1 == self.target

    @property
    def winner(self) -> Player | None:
        """The winner of the match, or None."""
        target, scores = self.target, zip(Player, self.score, strict=True)
        return next((player for player, points in scores if target and points >= target), None)

    def after(self, winner: Player, points: int) -> "Match":
        """Return the match after a game won by this many points, the cube included.

        Raises `MatchError` if the match is over or `points` is below 1.
        """
        if self.winner is not None:
            raise MatchError("error.match-over")
        if points < 1:
            raise MatchError("error.game-points", points=points)
        v, n = self.score
        won = 1 if self.count_games else points
        before = v if winner is Player.V else n
        if self.decider is not None and self.target is not None and before + won >= self.target:
            won = min(won, self.decider)
        score = (v + won, n) if winner is Player.V else (v, n + won)
        over = self.crawford_over or self.crawford_now
        return replace(self, score=score, number=self.number + 1, crawford_over=over)


def agree_match(rules: Rules, length: int | None, *, imported: bool = False) -> Match:
    """Return a new match of the length given by `--match N`, None for open-ended.

    imported -- the match comes from a file and keeps its length. Raises `MatchError` if the length
    is even, or if games are counted and it is not 3 or 5.
    """
    count_games = "count-games" in rules.options
    if length is not None and not imported:
        if count_games and length not in _GAMES_OF_A_MEETING:
            raise MatchError("refusal.meeting", length=length)
        if length % 2 == 0:
            raise _odd_points(length)
    crawford = rules.has_cube and "no-crawford" not in rules.options
    return Match(length=length, count_games=count_games, crawford=crawford)


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube, with its value and its owner.

    value -- a power of two; owner -- the only player who may double, None if the cube is centred.
    Raises `ValueError` for a value that is not a power of two.
    """

    value: int = 1
    owner: Player | None = None

    def __post_init__(self) -> None:
        if self.value < 1 or self.value & (self.value - 1):
            raise ValueError(f"A cube shows a power of two, not {self.value}.")

    def may_offer(self, player: Player) -> bool:
        """Return whether the player may double: the cube is centred, or the player owns it."""
        return self.owner in (None, player)

    def taken_by(self, player: Player) -> "Cube":
        """Return the cube after this player accepted a double and owns it, at twice the value."""
        return Cube(self.value * 2, player)

    def automatic(self) -> "Cube":
        """Return the cube after equal opening dice: twice the value, centred."""
        return Cube(self.value * 2)
