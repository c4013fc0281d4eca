"""Builds the sheet of a match from a file, line by line, and refuses impossible entries."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from companion.records import sheet as s
from companion.records.game_check import LARGEST_VALUE, GameCheck, is_foreign, need_short
from companion.records.sheet import SheetError
from companion.rules import Match, MatchError, RulesError, agree_match

MOST_GAMES: Final = 2000
MOST_ENTRIES: Final = 5000
"""The maximum number of entries in one game; long real games have some two hundred."""

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?", re.ASCII)


def is_day(text: str) -> bool:
    """Return whether a text is a day or a UTC time, as in `Sheet.begun`."""
    try:
        return bool(_DAY.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def check_heading(heading: s.Sheet) -> Match:
    """Return the initial match of a sheet without games. Raises `SheetError`."""
    try:
        match = agree_match(heading.rules, heading.length, imported=is_foreign(heading.rules))
    except (RulesError, MatchError) as error:
        raise SheetError.like(error) from None
    for text in (*heading.players, heading.table):
        need_short(text)
    if heading.begun and not is_day(heading.begun):
        raise SheetError(
            "error.not-day",
            text=repr(heading.begun[:40]),
            day="2026-11-20",
            time="2026-11-20T19:30:00Z",
        )
    return match


class SheetBuilder:
    """Builds a sheet, entry by entry.

    game -- the check of the last game, None before the first game.
    """

    def __init__(self, heading: s.Sheet) -> None:
        self._heading = heading
        self._match = check_heading(heading)
        self._games: list[s.SheetGame] = []
        self._entries: list[s.Entry] = []
        self.game: GameCheck | None = None

    def begin(self, number: int, score: tuple[int, int], *, crawford: bool) -> GameCheck:
        """Begin a game. Raises `SheetError` or `MatchError` if this game cannot begin here."""
        self._store()
        if len(self._games) == MOST_GAMES:
            raise SheetError("error.many-games", most=MOST_GAMES)
        self._match = self._match_at(number, score, crawford=crawford)
        self._games.append(s.SheetGame(number, score, (), None, crawford))
        self.game = GameCheck(self._heading.rules, self._match)
        return self.game

    def _match_at(self, number: int, score: tuple[int, int], *, crawford: bool) -> Match:
        """Return the match at the beginning of a game.

        The first game of a file may be a later game of the match, because a match whose end was
        undone continues in a new file. In a file of another program, games may be missing after an
        unfinished game.
        """
        match, foreign = self._match, is_foreign(self._heading.rules)
        is_open = not self._games or (foreign and self._games[-1].result is None)
        if is_open and 1 < number <= sum(score) + 1 and max(score) < LARGEST_VALUE:
            match = replace(match, number=number, score=score)
        if number != match.number:
            raise SheetError("error.game-number", game=match.number, number=number)
        if score != match.score:
            v, n = score
            raise SheetError("error.score-before", game=number, green=v, black=n)
        if match.winner is not None:
            raise SheetError("error.match-over")
        if is_open and not crawford and (foreign or number > 1):
            match = replace(match, crawford_over=match.crawford_now)
        if match.crawford_now and not crawford:
            raise SheetError("error.crawford", game=number)
        if crawford and not match.crawford_now:
            raise SheetError("error.not-crawford", game=number)
        return match

    def add(self, entry: s.Entry) -> None:
        """Add an entry to the game. Raises an error if the entry cannot have happened."""
        game = self._open_game()
        if len(self._entries) == MOST_ENTRIES:
            number = self._games[-1].number
            raise SheetError("error.game-long", game=number, most=MOST_ENTRIES)
        game.add(entry)
        self._entries.append(entry)

    def end(self, result: s.SheetResult) -> None:
        """End the game. Raises an error if the result does not follow from the entries."""
        self._open_game().end(result)
        self._match = self._match.after(result.winner, result.points)
        self._games[-1] = replace(self._games[-1], result=result)

    def _open_game(self) -> GameCheck:
        if self.game is None or self._games[-1].result is not None:
            raise SheetError("error.no-game-now")
        return self.game

    def _store(self) -> None:
        """Move the collected entries to the last game."""
        if self._games:
            self._games[-1] = replace(self._games[-1], entries=tuple(self._entries))
        self._entries = []

    def sheet(self) -> s.Sheet:
        """Return the sheet so far."""
        self._store()
        return replace(self._heading, games=tuple(self._games))
