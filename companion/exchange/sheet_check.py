"""Checks that a sheet from a file is possible: positions, throws, plays and scores."""

from collections.abc import Container
from typing import Final

from companion.records import sheet as s
from companion.records.sheet import FATES, SheetError, Walk
from companion.referee.disabled_places import KNOWN
from companion.rules import (
    MatchError,
    PositionError,
    Rules,
    RulesError,
    agree_match,
    parse_placement,
)
from companion.rules.games import fault_codes

MOST_GAMES: Final = 2000
MOST_ENTRIES: Final = 5000
"""The most entries in one game; long real games have some two hundred."""

LARGEST_VALUE: Final = 1 << 30
LONGEST_TEXT: Final = 200
"""The most characters of a name, a day, or the text of a ruling."""
_ENDS: Final = ("off", "drop", "resign", "ruling")
_CUBE: Final = ("offer", "take", "drop", "automatic")
_RESIGN: Final = ("offer", "accept", "refuse")


def check(sheet: s.Sheet) -> None:
    """Raise `SheetError`, with the game and the entry, if the match is impossible.

    Legal turns must be legal and accepted ones illegal. Each turn must begin where the previous
    one ended, unless a ruling is between them. Scores must follow from the results.
    """
    try:
        rules = sheet.rules
        agree_match(rules, sheet.length, imported=True)
    except (RulesError, MatchError) as error:
        raise SheetError.like(error) from None
    for text in (*sheet.players, sheet.table, sheet.begun):
        _need_short(text)
    if not sheet.begun.isprintable():
        raise SheetError.unclear(sheet.begun)
    if len(sheet.games) > MOST_GAMES:
        raise SheetError(
            "The match has more than {most} games.", "error.many-games", most=MOST_GAMES
        )
    expected: tuple[int, int] | None = None
    for game in sheet.games:
        if (
            expected not in (None, game.score)
            or not 0 <= min(game.score) <= max(game.score) < LARGEST_VALUE
        ):
            raise s.wrong_score(game.number, game.score)
        _Game(rules, game).check()
        expected = game.after if game.result is not None else None


class _Game:
    def __init__(self, rules: Rules, game: s.SheetGame) -> None:
        self._walk = Walk(rules)
        self._game = game
        self._position = rules.text(rules.start)

    def check(self) -> None:
        if not 1 <= self._game.number < LARGEST_VALUE:
            raise SheetError.unclear(str(self._game.number))
        if len(self._game.entries) > MOST_ENTRIES:
            raise SheetError(
                "Game {game} has more than {most} entries.",
                "error.game-long",
                game=self._game.number,
                most=MOST_ENTRIES,
            )
        for number, entry in enumerate((*self._game.entries, self._game.result), 1):
            try:
                self._one(entry)
            except (SheetError, PositionError, RulesError) as error:
                raise SheetError(
                    "Game {game}, entry {entry}: {error}.",
                    "error.at-entry",
                    game=self._game.number,
                    entry=number,
                    error=error,
                ) from None

    def _one(self, entry: s.Entry | s.SheetResult | None) -> None:
        match entry:
            case s.SheetOpening(v, n):
                _need_dice(v, n)
            case s.SheetTurn():
                self._turn(entry)
            case s.SheetCube():
                _need_known(entry.action, _CUBE)
                automatic = entry.action == "automatic"
                _need(
                    (entry.player is None) == automatic,
                    "an automatic double has no player, and every other one has",
                    "error.automatic-player",
                )
                power = entry.value > 0 and not entry.value & (entry.value - 1)
                _need_value(entry.value, LARGEST_VALUE - 1 if power else 0)
            case s.Resignation():
                _need_known(entry.action, _RESIGN)
                _need_value(entry.value, len(self._walk.rules.game.kinds))
            case s.Decision():
                self._decision(entry)
            case s.SheetResult():
                self._result(entry)

    def _turn(self, turn: s.SheetTurn) -> None:
        rules = self._walk.rules
        before = rules.parse(turn.before)
        _need_known(turn.fate, FATES)
        _need(turn.dice[0] >= turn.dice[1], "the larger die comes first", "error.larger-first")
        _need_form(turn.before, rules.text(before))
        _need(
            turn.before == self._position,
            "the turn does not begin where the one before it ended",
            "error.begins-elsewhere",
        )
        for fault in turn.faults:
            _need_known(fault, fault_codes())
        _need_form(turn.wrong, parse_placement(turn.wrong).text)
        if turn.fate == "open":
            _need(not turn.end, "an unfinished turn has no end", "error.open-end")
            return
        end = rules.parse(turn.end)
        _need_form(turn.end, rules.text(end))
        if turn.fate != "accepted" and not self._walk.is_legal(turn):
            raise s.illegal(turn.dice)
        _need(
            turn.fate != "accepted" or (turn.wrong == turn.end and not self._walk.is_legal(turn)),
            "an accepted turn is illegal, and its end is the board that was accepted",
            "error.accepted-turn",
        )
        self._position = turn.end
        self._walk.enter(turn.end)

    def _decision(self, entry: s.Decision) -> None:
        for text in (entry.what, entry.by, entry.reason):
            _need_short(text)
        if entry.position:
            self._position = self._walk.rules.text(self._walk.rules.parse(entry.position))
        if entry.dice is not None:
            _need_dice(*entry.dice)
        _need_known(entry.kind, ("", *self._walk.rules.game.kinds))
        _need_value(1 if entry.points is None else entry.points)
        _need_known(entry.zone, ("", *KNOWN))

    def _result(self, result: s.SheetResult) -> None:
        rules = self._walk.rules
        _need_known(result.kind, rules.game.kinds)
        _need_known(result.by, _ENDS)
        _need_value(result.points)
        if result.by == "off":
            winner = rules.winner(rules.parse(self._position))
            text = "not all pieces of the winner are off"
            _need(winner is result.winner, text, "error.not-all-off")


def _need(right: bool, text: str, name: str) -> None:  # noqa: FBT001 - a condition
    if not right:
        raise SheetError(text, name)


def _need_known(text: str, known: Container[str]) -> None:
    if text not in known:
        raise SheetError.unclear(text)


def _need_short(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise SheetError.too_long(text, LONGEST_TEXT)


def _need_form(text: str, usual: str) -> None:
    _need(text == usual, "a position is not written in the usual order", "error.position-order")


def _need_dice(first: int, second: int) -> None:
    if not (1 <= first <= 6 and 1 <= second <= 6):
        text = "{first} and {second} are not dice"
        raise SheetError(text, "error.not-dice", first=first, second=second)


def _need_value(value: int, most: int = LARGEST_VALUE - 1) -> None:
    """Raise `SheetError` for a value of a game, a resignation or the cube that cannot be."""
    if not 0 < value <= most:
        raise SheetError("{value} is not a possible value", "error.not-value", value=value)
