"""Score sheets of all games as plain text for people and programs; see `docs/records.md`.

Each entry is one line. Moves are written in zone names, positions as position texts. Special facts
about a turn follow its moves, each after a comma. Lines that begin with `;` or `#`, blank lines and
turn numbers are ignored.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any, Final

from companion.records import sheet as s
from companion.records.game_check import GameCheck
from companion.records.sheet import SheetError, Walk
from companion.records.sheet_builder import SheetBuilder, check_heading
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import MatchError, Player, PositionError, RulesError
from companion.untrusted import numbered_lines

VERSION: Final = 1
LONGEST_LINE: Final = 5000
TITLE: Final = f"Companion match, version {VERSION}"
_OPEN_END: Final = "open end"
_NOTHING: Final = "-"
_UNTOLD: Final = "?"


def to_text(sheet: s.Sheet) -> str:
    """Return the match as text. Raises `PositionError` for an invalid position."""
    lines = [
        TITLE,
        f"Game: {sheet.game}",
        f"Options: {' '.join(sheet.options)}".rstrip(),
        f"Match to: {sheet.length or _OPEN_END}",
        *(f"{player}: {_quoted(name)}" for player, name in zip("VN", sheet.players, strict=True)),
        f"Begun: {sheet.begun}".rstrip(),
        *([f"Table: {_quoted(sheet.table)}"] if sheet.table else []),
    ]
    for game in sheet.games:
        crawford = ", Crawford" * game.crawford
        lines += ["", f"Game {game.number}, score {game.score[0]} to {game.score[1]}{crawford}"]
        lines += _game(game, Walk(sheet.rules))
    return "\n".join(lines) + "\n"


def _game(game: s.SheetGame, walk: Walk) -> Iterator[str]:
    number = 0
    for entry in game.entries:
        if isinstance(entry, s.SheetTurn):
            number += 1
            yield f"{number}. {_turn(entry, walk)}"
            walk.enter(entry.end)
        else:
            yield _entry(entry)
    if game.result is not None:
        won = game.result
        yield f"Wins: {won.winner}, {won.kind}, {won.by}, {won.points}"


def _turn(turn: s.SheetTurn, walk: Walk) -> str:
    moves = _UNTOLD if not turn.end else " ".join(walk.moves(turn)) or _NOTHING
    line = f"{turn.player} {turn.dice[0]}{turn.dice[1]}: {moves}"
    if turn.fate in ("corrected", "accepted"):
        line += f", {turn.fate}"
    if turn.faults:
        line += f", faults {' '.join(turn.faults)}"
    if turn.wrong:
        line += f", board {turn.wrong}"
    return line


def _entry(entry: s.Entry) -> str:
    match entry:
        case s.SheetOpening(v, n):
            return f"Opening: {v} {n}"
        case CubeAction():
            return f"Cube: {entry.player or _NOTHING} {entry.action} {entry.value}" + (
                f", owner {entry.owner}" if entry.owner else ""
            )
        case Resign():
            return f"Resigns: {entry.player} {entry.value} {entry.action}"
        case Ruling():
            return _decision(entry)
    raise TypeError(entry)


def _decision(entry: Ruling) -> str:
    line = f"Ruling: {_quoted(entry.what)}, by {_quoted(entry.by)}"
    for name, (_, _, write) in _RULING_PARTS.items():
        value = getattr(entry, name)
        line += f", {name} {write(value)}" if value else ""
    return line


def _quoted(text: str) -> str:
    """Return a text as a JSON string in which commas are escaped, because commas separate parts."""
    return json.dumps(text, ensure_ascii=False).replace(",", "\\u002c")


# --- reading -------------------------------------------------------------------------------------

_HEADS: Final = ("game", "options", "match to", "v", "n", "begun", "table")
"""The lines above the first game. `game` comes first, because the others depend on it."""

_GAME: Final = re.compile(
    r"Game ([0-9]{1,6}), score ([0-9]{1,9}) to ([0-9]{1,9})(, Crawford)?", re.IGNORECASE
)
_TURN: Final = re.compile(r"(?:[0-9]{1,5}\. *)?([VN]) ([1-6])([1-6]): *([^,]*)((?:, *[^,]+)*)")
_CUBE: Final = re.compile(
    r"Cube: ([VN-]) (\w{1,12}) ([0-9]{1,10})(?:, owner ([VN]))?", re.IGNORECASE
)
_RESIGN: Final = re.compile(r"Resigns: ([VN]) ([0-9]{1,2}) (\w{1,12})", re.IGNORECASE)
_OPENING: Final = re.compile(r"Opening: ([1-6]) ([1-6])", re.IGNORECASE)
_RULING: Final = re.compile(r"Ruling: ([^,]+)((?:, *[^,]+)*)", re.IGNORECASE)
_WINS: Final = re.compile(r"Wins: ([VN]), ([\w]{1,12}), (\w{1,12}), ([0-9]{1,10})", re.IGNORECASE)


def from_text(text: str) -> s.Sheet:
    """Parse a match. Raises `SheetError` with the line."""
    reader = _Reader()
    for number, line in numbered_lines(text):
        plain = line.strip()
        if plain[0] in ";#":
            continue
        try:
            reader.take(plain)
        except (SheetError, MatchError, PositionError, RulesError) as error:
            raise SheetError.at_line(number, error) from None
    return reader.sheet()


def _no_title() -> SheetError:
    return SheetError("error.no-title", title=repr(TITLE))


class _Reader:
    def __init__(self) -> None:
        self._began = False
        self._seen: set[str] = set()
        self._heading = s.Sheet("", (), None, ())
        self._builder: SheetBuilder | None = None

    def sheet(self) -> s.Sheet:
        """Return the parsed match. Raises `SheetError` if there is none."""
        if not self._began:
            raise _no_title()
        return self._begun_match().sheet()

    def take(self, line: str) -> None:
        """Parse one line. Raises an error whose message does not name the line."""
        if len(line) > LONGEST_LINE:
            raise SheetError.too_long(line, LONGEST_LINE)
        if not self._began:
            if line != TITLE:
                raise _no_title()
            self._began = True
        elif match := _GAME.fullmatch(line):
            score = int(match[2]), int(match[3])
            self._begun_match().begin(int(match[1]), score, crawford=match[4] is not None)
        elif self._builder is None or self._builder.game is None:
            self._head(line)
        elif match := _WINS.fullmatch(line):
            won = s.SheetResult(Player(match[1].upper()), match[2], match[3], int(match[4]))
            self._builder.end(won)
        elif match := _TURN.fullmatch(line):
            self._builder.add(_turn_in(match, self._builder.game))
        else:
            self._builder.add(_other(line))

    def _head(self, line: str) -> None:
        name, colon, value = line.partition(":")
        name = name.lower()
        if not colon or name not in _HEADS or name in self._seen:
            raise SheetError.unclear(line)
        if name != "game":
            self._need("game")
        self._seen.add(name)
        self._heading = _with_head(self._heading, name, value.strip())
        check_heading(self._heading)

    def _begun_match(self) -> SheetBuilder:
        """Return the builder. It is created after the last line of the heading."""
        if self._builder is None:
            self._need("game")
            self._need("match to")
            self._builder = SheetBuilder(self._heading)
        return self._builder

    def _need(self, name: str) -> None:
        if name not in self._seen:
            raise SheetError("error.head-missing", name=repr(name))


def _with_head(heading: s.Sheet, name: str, value: str) -> s.Sheet:
    """Return the heading with one more line."""
    match name:
        case "options":
            return replace(heading, options=tuple(value.split()))
        case "match to":
            if value != _OPEN_END and not re.fullmatch("[0-9]{1,9}", value):
                raise SheetError.unclear(value)
            return replace(heading, length=None if value == _OPEN_END else int(value))
        case "v" | "n":
            v, n = heading.players
            players = (_free(value), n) if name == "v" else (v, _free(value))
            return replace(heading, players=players)
        case "table":
            return replace(heading, table=_free(value))
        case "begun":
            return replace(heading, begun=value)
    return replace(heading, game=value)


def _turn_in(match: re.Match[str], game: GameCheck) -> s.SheetTurn:
    """Return the turn of a line, played from the game's current position."""
    player, dice = Player(match[1]), (int(match[2]), int(match[3]))
    parts = _parts(match[5], {"corrected", "accepted", "faults", "board"})
    faults, wrong = tuple(parts.get("faults", "").split()), parts.get("board", "")
    turn = s.SheetTurn(player, dice, game.position, "", "open", faults, wrong)
    words = tuple(match[4].split())
    if words == (_UNTOLD,):
        return turn
    if "accepted" in parts:
        rules = game.walk.rules
        return replace(turn, end=rules.text(rules.parse(wrong)), fate="accepted")
    moves = () if words == (_NOTHING,) else words
    end = game.walk.end(game.position, player, dice, moves)
    if end is None:
        raise s.illegal(dice)
    return replace(turn, end=end, fate="corrected" if "corrected" in parts else "legal")


def _other(line: str) -> s.Entry:
    for pattern, make in _OTHERS:
        match = pattern.fullmatch(line)
        if match is not None:
            return make(match)
    raise SheetError.unclear(line)


def _free(text: str) -> str:
    """Return a free text without its quotes; an unquoted text is returned unchanged."""
    if not text.startswith('"'):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        raise SheetError.unclear(text) from None
    return str(found)


def _parts(text: str, known: Collection[str]) -> dict[str, str]:
    """Return the parts after the commas, as a mapping by their first word."""
    parts: dict[str, str] = {}
    for part in text.split(",")[1:]:
        name, _, value = part.strip().partition(" ")
        if name not in known or name in parts:
            raise SheetError.unclear(part.strip())
        parts[name] = value.strip()
    return parts


def _cube(match: re.Match[str]) -> s.Entry:
    player = None if match[1] == _NOTHING else Player(match[1].upper())
    owner = Player(match[4].upper()) if match[4] else None
    return CubeAction(player, match[2], int(match[3]), owner)


def _ruling(match: re.Match[str]) -> s.Entry:
    values: dict[str, Any] = {}
    parts = _parts(match[2], {"by", *_RULING_PARTS})
    by = _free(parts.pop("by", ""))
    for name, text in parts.items():
        form, read, _ = _RULING_PARTS[name]
        if not re.fullmatch(form, text):
            raise SheetError.unclear(text)
        values[name] = read(text)
    return Ruling(_free(match[1]), by, **values)


_RULING_PARTS: Final[dict[str, tuple[str, Callable[[str], object], Callable[[Any], object]]]] = {
    "reason": (".*", _free, _quoted),
    "position": (".*", str, str),
    "dice": ("[1-6][1-6]", lambda text: tuple(map(int, text)), lambda dice: f"{dice[0]}{dice[1]}"),
    "winner": ("[VN]", Player, str),
    "player": ("[VN]", Player, str),
    "kind": ("[a-z]{1,12}", str, str),
    "points": ("[0-9]{1,9}", int, str),
    "zone": ("[VN][0-9A-Za-z-]{1,5}", str, str),
}
"""The optional parts of a ruling, each with a pattern and functions for reading and writing it."""


_OTHERS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], s.Entry]], ...]] = (
    (_OPENING, lambda match: s.SheetOpening(int(match[1]), int(match[2]))),
    (_CUBE, _cube),
    (_RESIGN, lambda match: Resign(Player(match[1].upper()), int(match[2]), match[3])),
    (_RULING, _ruling),
)
