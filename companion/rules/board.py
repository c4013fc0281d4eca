"""A game on a board: the position, the player on turn, the dice, and the turns played so far."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from companion.rules import ids, named_moves
from companion.rules.games import BACKGAMMON, DEFAULT_GAME
from companion.rules.ids import IdError, Snapshot
from companion.rules.plays import Play
from companion.rules.position import Position
from companion.rules.rules import Rules, checked, find_game
from companion.rules.verdicts import Judgement, Result, Verdict
from companion.rules.vocabulary import BAR, ENTRY, HAND, OFF, Dice, Player

_ASIDE: Final = {"bar": BAR, "hand": HAND, "off": OFF}
_TIMES: Final = {"": 1} | {f"{times})": times for times in range(1, 5)}
"""The number of times that a move is made, by the text after the bracket in `6/5(2)`."""


class IllegalPlayError(ValueError):
    """A play that breaks a rule; `judgement` holds the faults."""

    def __init__(self, moves: Iterable[str], judgement: Judgement) -> None:
        codes = ", ".join(fault.code for fault in judgement.faults)
        super().__init__(f"{' '.join(moves) or 'No move'}: {codes}")
        self.judgement = judgement


class Turn(NamedTuple):
    """A completed turn: the table before the turn, and the moves in zone names."""

    before: Snapshot
    moves: tuple[str, ...]


class Board:
    """A game in progress.

    at -- the position, player on turn and dice; for XGIDs also the cube and the match;
    history -- the turns that were played on this board, in order.
    """

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        position: str = "",
        *,
        turn: str = Player.V,
        dice: Dice | None = None,
        options: Iterable[str] = (),
    ) -> None:
        """Set up a position, by default the start position of the game.

        Raises `RulesError` for an unknown game or option, `PositionError` for a bad position.
        """
        self.rules: Rules = find_game(game, options)
        start = self.rules.parse(position) if position else self.rules.start
        self.at = Snapshot(start, Player(turn), dice and checked(dice))
        self.history: list[Turn] = []

    @classmethod
    def from_xgid(cls, text: str) -> "Board":
        """Return the backgammon board of an XGID. Raises `IdError`."""
        return cls._of(ids.read_xgid(text))

    @classmethod
    def from_gnu_id(cls, text: str) -> "Board":
        """Return the backgammon board of a GNU `positionID:matchID`. Raises `IdError`."""
        position, _, match = text.partition(":")
        return cls._of(ids.read_ids(position, match))

    @classmethod
    def _of(cls, at: Snapshot) -> "Board":
        board = cls()
        board.at = at
        return board

    def __repr__(self) -> str:
        """Python code that creates an equal board without the history."""
        dice = f", dice={self.dice}" if self.dice else ""
        options = f", options={sorted(self.rules.options)}" if self.rules.options else ""
        return f"Board({self.rules.name!r}, {self.text!r}, turn={self.turn.value!r}{dice}{options})"

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The canonical text of the position."""
        return self.rules.text(self.position)

    @property
    def position(self) -> Position:
        """The packed position."""
        return self.at.position

    @property
    def turn(self) -> Player:
        """The player on turn."""
        return self.at.turn

    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice to be played, None before the throw."""
        return self.at.dice

    def thrown(self) -> tuple[int, int]:
        """Return the dice. Raises `ValueError` before the throw."""
        if self.dice is None:
            raise ValueError("No dice have been thrown.")
        return self.dice

    @property
    def winner(self) -> Player | None:
        """The player who has borne off all pieces, or None."""
        return self.rules.winner(self.position)

    @property
    def result(self) -> Result | None:
        """The result of the finished game, without the cube; None during the game."""
        return self.rules.result(self.position, self.winner) if self.winner else None

    @property
    def legal_plays(self) -> "LegalPlays":
        """The legal plays of this throw, one for each end position."""
        return LegalPlays(self)

    def roll(self, first: int, second: int) -> None:
        """Set the dice. Raises `RulesError` unless both are 1 to 6, `ValueError` after a win."""
        if self.winner:
            raise ValueError("The game is won.")
        self.at = replace(self.at, dice=checked((first, second)), offered=False)

    def play(self, moves: str | Play = "") -> None:
        """Play the dice and end the turn. Raises `IllegalPlayError` or `ValueError`.

        moves -- a legal play, or text in the player's own numbers ("24/18 13/11", "bar/20",
        "6/5(2)") or in zone names ("N12/N6 N1/V11"). A star marks a hit; mark all hits or
        none. An empty text or "-" passes the turn. Unreadable text raises `ValueError`.
        """
        names = self._zones(moves if isinstance(moves, str) else " ".join(moves.moves))
        judgement = self._judged(names)
        if judgement.verdict is not Verdict.LEGAL:
            raise IllegalPlayError(names, judgement)
        self.history.append(Turn(self.at, names))
        end = self.rules.parse(judgement.reading)
        turn = self.turn if judgement.again else self.turn.other
        self.at = replace(self.at, position=end, turn=turn, dice=None)

    def judge(self, moves: str) -> Judgement:
        """Return the verdict on a play without playing it. Takes the same text as `play`."""
        return self._judged(self._zones(moves))

    def undo(self) -> Turn:
        """Take back the last turn with its dice. Raises `IndexError` if there is none."""
        if not self.history:
            raise IndexError("There is no turn to take back.")
        turn = self.history.pop()
        self.at = turn.before
        return turn

    def xgid(self) -> str:
        """Return the XGID of a backgammon board. Raises `IdError` for other games."""
        return ids.xgid(self._backgammon())

    def gnu_id(self) -> str:
        """Return the GNU `positionID:matchID`. Raises `IdError` for other games."""
        at = self._backgammon()
        return f"{ids.position_id(at.position, at.turn)}:{ids.match_id(at)}"

    def _backgammon(self) -> Snapshot:
        if self.rules.game is not BACKGAMMON:
            raise IdError(f"A position of {self.rules.name} has no ID.")
        return self.at

    def _judged(self, moves: tuple[str, ...]) -> Judgement:
        start = self.position, self.turn
        seen = self.rules.after_moves(*start, moves)
        return self.rules.judge(*start, self.thrown(), seen, over=True, moves=moves)

    def _zones(self, text: str) -> tuple[str, ...]:
        """Return moves in zone names with every hit marked.

        If no hit is marked, hits are inferred.
        """
        board, moves = self.rules.placement(self.position), []
        for word in text.split() if text != "-" else ():
            piece, _, times = word.partition("(")
            if times not in _TIMES:
                raise ValueError(f"{word[:40]!r} is no move: a piece is moved 1 to 4 times.")
            for _ in range(_TIMES[times]):
                source, *targets = piece.split("/")
                source = self._zone(source)
                if not targets or not board[source].of(self.turn):
                    raise ValueError(f"{word[:40]!r} is no move of a piece of {self.turn}.")
                stops = [source]
                for stop in targets:
                    target = self._zone(stop.rstrip("*"))
                    lone = 0 < board[target].of(self.turn.other) < self.rules.game.closing
                    hits = stop.endswith("*") if "*" in text else lone
                    board = named_moves.after_step(board, source, target, self.turn, hits=hits)
                    stops.append(target + "*" * hits)
                    source = target
                moves.append("/".join(stops))
        return tuple(moves)

    def _zone(self, name: str) -> str:
        """Return the zone for an own number, `bar`, `hand`, `off` or a zone name."""
        if name in _ASIDE:
            return _ASIDE[name][self.turn]
        if name.isdecimal() and int(name) <= ENTRY:
            return self.rules.zone(int(name), self.turn)
        if name not in self.rules.game.track.zones[self.turn]:
            raise ValueError(f"{name[:40]!r} is no place to move from or to.")
        return name


class LegalPlays(Collection[Play]):
    """The legal plays of a board, as a collection: iterable, with `len` and `in`."""

    def __init__(self, board: Board) -> None:
        self._rules, self._at = board.rules, (board.position, board.turn, board.thrown())

    def __repr__(self) -> str:
        return f"<LegalPlays ({', '.join(map(str, self))})>"

    def __len__(self) -> int:
        return len(self._rules.ends(*self._at).positions)

    def __iter__(self) -> Iterator[Play]:
        for end in sorted(self._rules.ends(*self._at).positions):
            yield self._rules.plays(*self._at, end)[0]

    def __contains__(self, play: object) -> bool:
        if not isinstance(play, Play):
            return False
        end = self._rules.position(self._rules.after_moves(*self._at[:2], play.moves))
        return play in self._rules.plays(*self._at, end)
