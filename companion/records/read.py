"""Reads the journal: a folder with one file of JSON lines per match, see `docs/journal.md`.

These functions work while an evening is writing, so a last line without a newline is ignored as
incomplete. A damaged line is skipped, and `tell` is called with the error.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.message_error import MessageError
from companion.records.encoding import EncodingError, convert, read_fact
from companion.records.lines import (
    LONGEST,
    Chain,
    DamageError,
    JournalError,
    JournalLine,
    Tell,
    first_line,
    foreign,
    ignore,
    length,
    lines,
    reading,
    tail,
)
from companion.referee.facts import Fact, GameEnds, Opening, OpeningDie, Roll
from companion.referee.state import State
from companion.referee.view import View
from companion.rules import Rules, RulesError, find_game

ENDING: Final = ".jsonl"

SETTINGS_SHOWN: Final = ("game", "options", "match_to", "players", "table")
"""Settings that are separate fields of the first line."""

_NAME: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d{6}Z)-([\w-]+?)(?:-(\d+))?\.jsonl")
THROWN: Final = (OpeningDie, Opening, Roll, GameEnds)
"""Facts that show that a match has begun."""


@dataclass(frozen=True, slots=True)
class RecordedInput:
    """One input, t seconds after the start of the evening. kind -- see `lines.Kind`."""

    t: float
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class RecordedObservation:
    """One line of a match: its facts, t seconds after the start, and the input that led to them.

    line -- its position in the file.
    """

    t: float
    facts: tuple[Fact, ...]
    entries: tuple[RecordedInput, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match in the list.

    begun, ended -- UTC times in ISO 8601; completed -- whether it was played to its end.

    For an imported match, `begun` is the time in its file, which may be a day or "".

    match -- its number in the list, 0 if no die has been thrown yet.
    """

    match: int
    path: Path
    begun: str
    ended: str | None
    completed: bool
    settings: dict[str, object]


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact for a reader that follows a match.

    number -- its number in the file, from 1;
    match -- the number of the match for this reader;
    t -- seconds after the start; body -- the fact as JSON;
    view -- the table after the fact, None if it is unknown or if more facts of the same line
    follow.
    """

    number: int
    match: int
    t: float
    body: str
    view: View | None = None


def files(folder: Path) -> list[Path]:
    """Return a folder's match files, oldest first, or only the given file.

    Raises `JournalError`.
    """
    if is_journal(folder) and folder.is_file():
        return [folder]
    try:
        entries = (each for each in os.scandir(folder) if each.is_file())
        found = [each.name for each in entries if _NAME.fullmatch(each.name)]
    except FileNotFoundError:
        raise JournalError("refusal.journal.not-there", journal=str(folder)) from None
    except NotADirectoryError:
        raise foreign(folder) from None
    except OSError as error:
        raise JournalError(
            "error.journal-unread", journal=str(folder), reason=str(error.strerror)
        ) from None
    return [folder / name for name in sorted(found, key=order)]


def is_journal(path: Path) -> bool:
    """Return whether the path is a folder, or one file of a journal."""
    return path.is_dir() or (path.suffix == ENDING and path.is_file())


def order(name: str) -> tuple[str, int, str]:
    """Return the sort key of a file name: time, number and game. An empty name comes first."""
    match = _NAME.fullmatch(name)
    return ("", 0, "") if match is None else (match[1], int(match[3] or 1), match[2])


def matches(folder: Path, tell: Tell = ignore, *, pending: bool = False) -> tuple[MatchRow, ...]:
    """List all matches, oldest first, from their first and last lines. Raises `JournalError`.

    pending -- whether to include matches in which no die was thrown. A file is left out if neither
    its first line nor the copy in the head file can be read.
    """
    rows: list[MatchRow] = []
    number = 0
    for path in files(folder):
        row = _row(path, number + 1, tell)
        if row is not None and (row.match or pending):
            number += row.match > 0
            rows.append(row)
    return tuple(rows)


def _row(path: Path, number: int, tell: Tell) -> MatchRow | None:
    first, last = first_line(path, tell), last_line(path, tell)
    if not first:
        return None
    counts = "ended" in last or has_begun(path)
    settings = settings_of(first)
    begun = settings.get("begun")
    return MatchRow(
        number if counts else 0,
        path,
        begun if isinstance(begun, str) else first["begun"],
        last.get("ended"),
        last.get("completed") is True,
        settings,
    )


def last_line(path: Path, tell: Tell = ignore) -> dict[str, Any]:
    """Return the last valid line of a match; empty if there is none.

    Only the end of the file is read, unless the end is damaged or missing.
    """
    last: dict[str, Any] = {}
    end = tail(path)
    with suppress(DamageError):
        last = {} if end is None else end.content()
    if "ended" in last or last.get("n", 1) >= length(path):
        return last
    for line in lines(path):
        try:
            last = line.content()
        except DamageError as error:
            tell(error)
    return last


def has_begun(path: Path) -> bool:
    """Return whether a die was thrown in a match."""
    with reading(path), path.open("rb") as file:
        found = (line for line in iter(lambda: file.readline(LONGEST), b"") if line[-1:] == b"\n")
        marks = _marks(each.__name__ for each in THROWN)
        return any(mark in line for line in found for mark in marks)


def settings_of(first: dict[str, Any]) -> dict[str, object]:
    """Return the settings of a match, from its first line."""
    shown = {name: first[name] for name in SETTINGS_SHOWN}
    players = first["players"]
    private: dict[str, object] = first["settings"]
    return private | shown | {"players": [players["V"], players["N"]]}


def observations(
    path: Path, tell: Tell = ignore, names: Iterable[str] = ()
) -> Iterator[RecordedObservation]:
    """Yield the lines of a match that have facts. Raises `JournalError`.

    names -- only lines with one of these facts are parsed; by default all lines.
    """
    marks = _marks(names)
    for line in lines(path):
        if marks and not (line.damage or any(mark in line.text for mark in marks)):
            continue
        try:
            seen = _observed(line, line.content())
        except DamageError as error:
            tell(error)
        else:
            if seen is not None:
                yield seen


def _marks(names: Iterable[str]) -> list[bytes]:
    """Return the first bytes of a fact in a line, for each of these names."""
    return [f'{{"fact":"{name}"'.encode() for name in names]


def _observed(line: JournalLine, data: dict[str, Any]) -> RecordedObservation | None:
    """Return the observation of a line, None for the first and the last line.

    Raises `DamageError`.
    """
    if "facts" not in data:
        return None
    try:
        facts = tuple(map(read_fact, data["facts"]))
    except EncodingError as error:
        wrong = MessageError("error.damage-fact", error=error)
        raise line.damaged(wrong) from None
    entries = tuple(RecordedInput(*each) for each in data["from"])
    return RecordedObservation(float(data["t"]), facts, entries, line.number)


def facts_named(path: Path, tell: Tell, *names: str) -> Iterator[Fact]:
    """Yield the facts of a match that have one of these names."""
    for seen in observations(path, tell, names):
        yield from (fact for fact in seen.facts if type(fact).__name__ in names)


# --- following a match ----------------------------------------------------------------------------


class Follower:
    """Follows one match. `rows` returns the facts that are new in its file.

    match -- the match number for the rows; after -- facts up to this number are skipped.
    """

    def __init__(self, path: Path, match: int = 1, after: int = 0) -> None:
        self.path = path
        self.offset = 0
        self._match = match
        self._after = after
        self._number = 0
        self._chain = Chain(path)

    def rows(self, most: int) -> list[FactRow]:
        """Return at most `most` new rows, reading only the lines needed. Raises `JournalError`."""
        rows: list[FactRow] = []
        with reading(self.path), self.path.open("rb") as file:
            file.seek(self.offset)
            while len(rows) < most and (line := self._chain.next(file)) is not None:
                with suppress(DamageError):
                    rows += self._rows(line.content())
                self.offset = file.tell()
        return rows

    def _rows(self, data: dict[str, Any]) -> Iterator[FactRow]:
        facts = data.get("facts", ())
        for left, fact in zip(range(len(facts))[::-1], facts, strict=True):
            self._number += 1
            if self._number > self._after:
                body = json.dumps(fact, separators=(",", ":"))
                view = None if left or "view" not in data else convert(View, data["view"], "view")
                yield FactRow(self._number, self._match, float(data["t"]), body, view)


# --- checking for damage --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked:
    """The valid content of a match file, and its damage.

    first, last -- the data of the first line (or its copy in the head) and of the last valid line;
    good -- the valid lines by number;
    problems -- an error for each damaged place;
    behind -- whether lines are missing at the end;
    lost -- the number of lines that cannot be read;
    end_known -- whether there is a head file, or the match has ended.
    """

    first: dict[str, Any]
    good: dict[int, bytes]
    last: dict[str, Any]
    problems: tuple[DamageError, ...]
    behind: bool
    lost: int
    end_known: bool


def check_file(path: Path) -> Checked:
    """Read a match file completely, including private data. Raises `JournalError`."""
    first, written = first_line(path), length(path)
    good: dict[int, bytes] = {}
    last: dict[str, Any] = {}
    problems: list[DamageError] = []
    n, played = 0, False
    for line in lines(path):
        n = max(n, line.n)
        try:
            data = line.content()
            state = _state(line, data, first, played=played)
        except DamageError as error:
            problems.append(error)
        else:
            good[line.n], last = line.text, data
            played |= state is not None
    behind = written > n
    ended = "ended" in last
    return Checked(
        first,
        good,
        last,
        tuple(problems),
        behind,
        max(n, written) - len(good) - (1 not in good and bool(first)),
        written > 0 or ended,
    )


def _state(
    line: JournalLine, data: dict[str, Any], first: dict[str, Any], *, played: bool
) -> State | None:
    """Return the state after a line; None for the first and last line, and in an imported match.

    played -- whether an earlier line of the match has a state. Raises `DamageError` for a damaged
    state or fact.
    """
    seen = _observed(line, data)
    if seen is None or (data["state"] is None and not played and not seen.entries):
        return None
    try:
        state: State = convert(State, data["state"], "state")
        rules = _rules(first)
        if rules is not None:
            rules.parse(rules.text(state.game.position))
    except ValueError as error:
        wrong = MessageError("error.damage-state", error=error)
        raise line.damaged(wrong) from None
    return state


def _rules(first: dict[str, Any]) -> Rules | None:
    try:
        return find_game(first["game"], first["options"])
    except (KeyError, RulesError):
        return None


class CheckedJournal(NamedTuple):
    """The result of checking a journal.

    problems -- each damaged place, and each file whose end is unknown
    is_intact -- whether no line is damaged
    files, lines -- the numbers of files and lines that were read
    """

    problems: tuple[MessageError, ...]
    is_intact: bool
    files: int
    lines: int


def check(folder: Path) -> CheckedJournal:
    """Check a journal. Raises `JournalError`."""
    problems: list[MessageError] = []
    paths, count, is_intact = files(folder), 0, True
    for path in paths:
        checked = check_file(path)
        count += len(checked.good)
        problems += checked.problems
        is_intact = is_intact and not checked.problems
        if not checked.end_known:
            problems.append(MessageError("error.end-unknown", file=path.name))
    return CheckedJournal(tuple(problems), is_intact, len(paths), count)
