"""Reads matches in the `.mat` text format, as leniently as GNU Backgammon.

A file has `;` comments and the line `N point match` (0 if open-ended). Each game has the line `Game
N`, a line `name : score   name : score`, and lines `N) <cell> <cell>`: player 1's cell is on the
left, player 2's on the right. Player 1 is always V and player 2 is N. A cell is a roll with its
moves (`52: 13/8 24/22`), `Doubles => 2`, `Takes`, `Drops` or `Losses 2 point`. The line `Wins 2
point` ends the game, and its column shows who won. All points are the mover's own numbers.

Accepted as by GNU Backgammon: missing cells, misaligned columns, upper or lower case, `bar` and
`off` for 25 and 0, `8/4(2)`, `24/18/13`, `*`, an unfinished last game, comments anywhere, and text
after the first match of a file. Legality is checked only in `mat_replay`.

The format lacks three things that happen at a table. They are written as comments on a line of
their own, which other programs ignore: `; [Stands "V6=5v …"]` after an illegal play that was
accepted, `; [Set "V6=5v …"]` for a position set up by a ruling, and `; [Automatic double "2"]` for
the cube after equal opening dice.
"""

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion.message_error import FileError
from companion.rules import Player, RulesError, find_game
from companion.untrusted import numbered_lines, read_regular

LARGEST: Final = 1_000_000
"""The maximum number of characters in a file; long real matches have some ten thousand."""

MOST_ACTIONS: Final = 5000
"""The maximum number of cells in a game; long real games have some two hundred."""

LONGEST_LINE: Final = 1000
MOST_DIGITS: Final = 5
"""The maximum number of digits in a length or a score."""
RIGHT_COLUMN: Final = 15
"""A single cell in a line belongs to player 2 if it begins at this column (from 0) or later."""


class MatError(FileError):
    """A match that cannot be read or replayed. The message is one sentence with the line."""


class Kind(enum.StrEnum):
    """The kinds of cells. UNFINISHED: a roll whose play is unknown (`????`).

    SET and AUTOMATIC belong to no player: a position was set up, the cube doubled automatically.
    """

    PLAY = "play"
    UNFINISHED = "unfinished"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"
    SET = "set"
    AUTOMATIC = "automatic"


@dataclass(frozen=True, slots=True)
class MatMove:
    """One piece's move between own numbers; 25 is the bar, 0 off. hit -- marked with `*`."""

    source: int
    target: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class MatAction:
    """One cell. Only a roll has dice and moves.

    A roll has no moves if nothing could be moved, or if the moves are unknown.

    value -- the proposed cube value of a double, or the points of a resignation, None if unknown;
    stands -- the position after SET, or after a PLAY that was illegal and accepted, as text;
    faults -- the fault codes of such a play, if known;
    line -- the line in the file, 0 if there is none; comparisons ignore it.
    """

    player: Player
    kind: Kind
    dice: tuple[int, int] | None = None
    moves: tuple[MatMove, ...] = ()
    value: int | None = None
    stands: str = ""
    faults: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MatResult:
    """The winner and the points, cube included.

    match_over -- whether this game decided the match.
    """

    winner: Player
    points: int
    match_over: bool = False


@dataclass(frozen=True, slots=True)
class MatGame:
    """One game.

    score -- V's and N's points before the game; result -- None if the file gives no result.
    """

    number: int
    score: tuple[int, int]
    actions: tuple[MatAction, ...]
    result: MatResult | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MatMatch:
    """A match. length -- points to win, None if open-ended; players -- the names of V and N.

    headers -- the comments at the top: (name, value) of `; [name "value"]`, else ("", text).
    """

    length: int | None
    players: tuple[str, str]
    headers: tuple[tuple[str, str], ...]
    games: tuple[MatGame, ...]


_HEADER: Final = re.compile(r"\[([^\"]+) \"(.*)\"\]")
_LENGTH: Final = re.compile(r"\s*(-?[0-9]+)\s+points?\s+match\b", re.ASCII | re.IGNORECASE)
_GAME: Final = re.compile(r"\s*game\s+([0-9]{1,5})\s*\.?\s*", re.ASCII | re.IGNORECASE)
_SCORE: Final = re.compile(rf":\s*([0-9]{{1,{MOST_DIGITS}}})\s+(?=\S)", re.ASCII)
_NUMBER: Final = re.compile(r"\s*[0-9]{1,5}\)", re.ASCII)
_CELL: Final = re.compile(
    r"(?P<dice>(?<![0-9/])[1-6][1-6]):"
    r"|(?P<double>\bdoubles?\b)(?:\s*(?:=>|to)\s*(?P<cube>[0-9]{1,9})\b)?"
    r"|(?P<take>\b(?:takes?|accepts?)\b)"
    r"|(?P<drop>\b(?:drops?|passes)\b)"
    r"|(?P<resign>\b(?:loss(?:es)?|loses?|resigns?)\b)(?:\s+(?P<lost>[0-9]{1,6})\s+points?\b)?"
    r"|(?P<win>\bwins?\b)(?:\s+(?P<won>[0-9]{1,6})\s+points?\b)(?P<over>\s+and the match\b)?",
    re.ASCII | re.IGNORECASE,
)
_MOVE: Final = re.compile(
    r"(?P<path>(?:bar|[0-9]{1,2})(?:/(?:bar|off|[0-9]{1,2})\*?){1,4})(?:\((?P<times>[1-4])\))?",
    re.ASCII | re.IGNORECASE,
)
_NO_MOVE: Final = re.compile(
    r"|cannot move|can't move|no moves?|no play|dances?", re.ASCII | re.IGNORECASE
)
_NOTE: Final = re.compile(
    r"[;#]\s*\[(?P<name>Stands|Set|Automatic double) \"(?P<value>[^\"]*)\"\]"
    r"(?:.*\[Faults \"(?P<faults>[^\"]*)\"\])?.*"
)
_UNTOLD: Final = re.compile(r"\?+|illegal play.*", re.ASCII | re.IGNORECASE)


def load(path: str | Path) -> MatMatch:
    """Read a file in UTF-8, UTF-16 with a byte order mark, or Latin-1. Raises `MatError`."""
    try:
        data = read_regular(path, LARGEST * 2)
    except OSError as error:
        raise MatError.unread(path, error) from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return read(data.decode("utf-16", "replace"))
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return read(data.decode("latin-1"))


def read(text: str) -> MatMatch:
    """Read the first match in a text. Raises `MatError`, with the line, if it is invalid."""
    if len(text) > LARGEST:
        raise MatError.too_long(text, LARGEST)
    length: int | None = None
    headers: list[tuple[str, str]] = []
    games: list[_GameReader] = []
    for number, shown in numbered_lines(text.replace("\0", " ")):
        line = shown.expandtabs()
        match = _LENGTH.match(line)
        if match and not games:
            length = _read_length(match[1], number)
        elif match and not games[-1].wants_score:
            break  # another match
        try:
            _read_line(line, number, games, headers)
        except (MatError, RulesError) as error:
            raise MatError.at_line(number, error) from None
    if not games or games[-1].wants_score:
        raise MatError("error.no-game")
    return MatMatch(length, games[0].players, tuple(headers), tuple(game.made() for game in games))


def _read_length(text: str, line: int) -> int | None:
    """Return the points to win, None for 0. Raises `MatError`."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise MatError.at_line(line, MatError.unclear(text))
    return int(text) or None


def _read_line(
    line: str, number: int, games: "list[_GameReader]", headers: list[tuple[str, str]]
) -> None:
    """Read a comment, the beginning of a game, or a line of the last game."""
    if len(line) > LONGEST_LINE:
        raise MatError.too_long(line, LONGEST_LINE)
    if line.lstrip()[0] in ";#":
        if games:
            games[-1].read_comment(line.strip(), number)
        else:
            headers.append(_header(line.strip()[1:].strip()))
    elif games and games[-1].wants_score:
        games[-1].read_score(line)
    elif match := _GAME.fullmatch(line):
        games.append(_GameReader(int(match[1]), number))
    elif games:
        games[-1].read_line(line, number)


def _header(comment: str) -> tuple[str, str]:
    """Return the name and value of a comment at the top, or "" and its text.

    Raises `RulesError` for options that backgammon does not have.
    """
    match = _HEADER.fullmatch(comment)
    if match and match[1].lower() == "options":
        find_game("backgammon", match[2].split())
    return (match[1], match[2]) if match else ("", comment)


class _GameReader:
    def __init__(self, number: int, line: int) -> None:
        self.players = ("", "")
        self.wants_score = True
        self._number = number
        self._line = line
        self._score = (0, 0)
        self._actions: list[MatAction] = []
        self._result: MatResult | None = None

    def read_score(self, line: str) -> None:
        """Read the line `name : score   name : score`."""
        first = _SCORE.search(line)
        name, _, points = line.rpartition(":")
        points = points.strip()
        if not first or first.end() > len(name) or not re.fullmatch("[0-9]{1,5}", points):
            raise MatError(
                "error.no-scores",
                game=self._number,
                example="`Ann : 0   Bob : 2`",
                text=repr(line.strip()[:40]),
            )
        # Colons in names are replaced, because a colon separates the name from the score.
        names = line[: first.start()], name[first.end() :]
        self.players = (names[0].strip().replace(":", "_"), names[1].strip().replace(":", "_"))
        self._score = (int(first[1]), int(points))
        self.wants_score = False

    def read_line(self, line: str, number: int) -> None:
        """Read a line of cells; a line without a number and without a cell is ignored."""
        prefix = _NUMBER.match(line)
        begin = prefix.end() if prefix else 0
        cells = list(_CELL.finditer(line, begin))
        first = cells[0].start() if cells else len(line)
        strange = line[begin:first].strip()
        if prefix is None and (not cells or strange):
            return
        if strange or len(cells) > 2:
            raise MatError.unclear(strange or line.strip())
        players = list(Player) if len(cells) == 2 else [list(Player)[first >= RIGHT_COLUMN]]
        ends = [cell.start() for cell in cells[1:]] + [len(line)]
        for player, cell, end in zip(players, cells, ends, strict=False):
            self._take(player, cell, line[cell.end() : end].strip(), number)

    def read_comment(self, comment: str, number: int) -> None:
        """Read a comment inside a game if this program wrote it."""
        match = _NOTE.fullmatch(comment)
        if match is None:
            return
        value, name = match["value"], match["name"]
        if name == "Stands":
            last = self._actions[-1] if self._actions else None
            if last is None or last.kind is not Kind.PLAY:
                raise MatError("error.stands")
            faults = tuple((match["faults"] or "").split())
            self._actions[-1] = replace(last, stands=value, faults=faults)
        elif name == "Set":
            self._add(MatAction(Player.V, Kind.SET, stands=value, line=number))
        elif not re.fullmatch("[0-9]{1,9}", value):
            raise MatError.unclear(value)
        else:
            self._add(MatAction(Player.V, Kind.AUTOMATIC, value=int(value), line=number))

    def _add(self, action: MatAction) -> None:
        if len(self._actions) == MOST_ACTIONS:
            raise MatError("error.game-long", game=self._number, most=MOST_ACTIONS)
        self._actions.append(action)

    def _take(self, player: Player, cell: re.Match[str], rest: str, number: int) -> None:
        """Read one cell. rest -- the text after the recognised part."""
        if cell["dice"]:
            self._add(_roll(player, cell["dice"], rest, number))
            return
        if rest:
            raise MatError.unclear(rest)
        if cell["win"]:
            self._result = MatResult(player, int(cell["won"]), cell["over"] is not None)
            return
        stated = cell["cube"] or cell["lost"]
        kind = next(k for k in (Kind.DOUBLE, Kind.TAKE, Kind.DROP, Kind.RESIGN) if cell[k.value])
        value = int(stated) if stated else None
        self._add(MatAction(player, kind, value=value, line=number))

    def made(self) -> MatGame:
        """Return the finished game.

        A resignation is attributed to the loser, even in the other column.
        """
        actions = self._actions
        if self._result is not None:
            loser = self._result.winner.other
            actions = [
                replace(action, player=loser) if action.kind is Kind.RESIGN else action
                for action in actions
            ]
        return MatGame(self._number, self._score, tuple(actions), self._result, self._line)


def _roll(player: Player, dice: str, rest: str, number: int) -> MatAction:
    """Read a roll and the text after its colon."""
    thrown = (int(dice[0]), int(dice[1]))
    if _UNTOLD.fullmatch(rest):
        return MatAction(player, Kind.UNFINISHED, thrown, line=number)
    moves = () if _NO_MOVE.fullmatch(rest) else _moves(rest)
    return MatAction(player, Kind.PLAY, thrown, moves, line=number)


def _moves(text: str) -> tuple[MatMove, ...]:
    moves: list[MatMove] = []
    for word in text.split():
        match = _MOVE.fullmatch(word)
        found = list(_path(match["path"])) * int(match["times"] or 1) if match else []
        if not all(25 >= move.source > move.target >= 0 for move in found) or not found:
            raise MatError("error.not-move", text=repr(word[:40]), example="13/8, bar/22")
        moves += found
    if len(moves) > 4:
        raise MatError("error.four-moves", text=repr(text[:40]))
    return tuple(moves)


def _path(path: str) -> Iterator[MatMove]:
    stops = [
        (int({"bar": "25", "off": "0"}.get(stop.rstrip("*"), stop.rstrip("*"))), stop.endswith("*"))
        for stop in path.lower().split("/")
    ]
    for (source, _), (target, hit) in pairwise(stops):
        yield MatMove(source, target, hit)
