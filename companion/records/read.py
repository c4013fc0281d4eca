"""Reads the journal: a folder with one file of JSON lines per match, see `docs/journal.md`.

Everything here only reads, also while an evening writes: a last line without its newline is still
being written and does not count yet.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from companion.records.encoding import EncodingError, read_fact
from companion.referee.facts import Fact

ENDING: Final = ".jsonl"
HEAD: Final = ".head"
"""What follows a file's name in the name of its head file."""

FORM: Final = 1
"""The value of `journal` in the first line; a file with a larger one is of a newer companion."""

SETTINGS_SHOWN: Final = ("game", "options", "match_to", "players", "table")
"""Settings that stand in the first line under their own names."""

KINDS: Final = (
    *("begin", "line", "opened", "closed", "searching", "lost", "ruling", "partner", "typed"),
)
"""What may have come in: the companion was started (the text is its settings as JSON), a good line
of the board (its body), the port and what became of it (see `session.record.reason_text`), nothing
was heard for too long; with the board's clock, as `encoding` writes them: a referee's ruling, what
the practice partner did, what followed from a typed line."""

_SUM: Final = re.compile(rb',"sum":"([0-9a-f]{16})"\}')
_NAME: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d{6}Z)-([\w-]+?)(?:-(\d+))?\.jsonl")
_THROWN: Final = re.compile(rb'\{"fact":"(?:OpeningDie|Opening|Roll|GameEnds)"')
"""The facts with which a match has begun."""

_TAIL: Final = 1 << 14
_LARGEST_SETTINGS: Final = 1 << 16


class JournalError(RuntimeError):
    """The journal cannot be used or written; the message is one clear sentence.

    code -- the reason, for sentences in other languages: `in-use`, `full`, `read-only`,
    `no-folder`, `damaged`, `disk-error`, `foreign`, `newer`, `gone`, `not-there`, `no-unfinished`
    or `unusable`.
    """

    def __init__(self, message: str, code: str = "unusable") -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that came in: t seconds after the start of that evening; kind -- see `KINDS`."""

    t: float
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Observation:
    """One line of a match: t seconds after the start, these facts, and what came in before."""

    t: float
    facts: tuple[Fact, ...]
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match in the list. begun, ended -- UTC, ISO 8601; completed -- played to its end.

    match -- its number in the list, 0 for an evening in which no die was thrown yet.
    """

    match: int
    path: Path
    begun: str
    ended: str | None
    completed: bool
    settings: dict[str, object]


@dataclass(frozen=True, slots=True)
class Row:
    """One fact for a reader that follows a match.

    number -- 1 and up in its file; match -- tells it from another match of the same reader; t --
    seconds after the start; body -- the fact as JSON.
    """

    number: int
    match: int
    t: float
    body: str


def digest(before: str, line: bytes) -> str:
    """The sum of a line without its sum; before -- the sum of the line before it, "" for none."""
    return blake2b(before.encode() + line, digest_size=8).hexdigest()


def head_of(path: Path) -> Path:
    """The head file of a match."""
    return path.with_name(path.name + HEAD)


def files(folder: Path) -> list[Path]:
    """The files of all matches, the oldest first; one file alone is as good. `JournalError`."""
    if is_journal(folder) and not folder.is_dir():
        return [folder]
    try:
        found = [each.name for each in os.scandir(folder) if _NAME.fullmatch(each.name)]
    except FileNotFoundError:
        raise JournalError(
            f"There is no journal {folder}. Name the folder of your evenings.", "not-there"
        ) from None
    except NotADirectoryError:
        raise JournalError(f"{folder} is not a journal, which is a folder.", "foreign") from None
    except OSError as error:
        raise JournalError(f"The journal {folder} cannot be read: {error.strerror}.") from None
    return [folder / name for name in sorted(found, key=order)]


def is_journal(path: Path) -> bool:
    """Whether this is a journal, or one file of it."""
    return path.is_dir() or (path.suffix == ENDING and path.is_file())


def order(name: str) -> tuple[str, int, str]:
    """What the order of files goes by: the time, the number after it, the game; "" sorts first."""
    match = _NAME.fullmatch(name)
    return ("", 0, "") if match is None else (match[1], int(match[3] or 1), match[2])


def matches(folder: Path, *, pending: bool = False) -> tuple[MatchRow, ...]:
    """List all matches, the oldest first; their first and last lines are read. `JournalError`.

    pending -- those too in which no die was thrown. A file without a readable first line is left
    out.
    """
    rows: list[MatchRow] = []
    number = 0
    for path in files(folder):
        row = _row(path, number + 1)
        if row is not None and (row.match or pending):
            number += row.match > 0
            rows.append(row)
    return tuple(rows)


def _row(path: Path, number: int) -> MatchRow | None:
    first, last = first_line(path), last_line(path)
    if first is None:
        return None
    ended = None if last is None else last.get("ended")
    begun = ended is not None or has_begun(path)
    return MatchRow(
        number if begun else 0,
        path,
        str(first.get("begun", "")),
        ended if isinstance(ended, str) else None,
        last is not None and last.get("completed") is True,
        settings_of(first),
    )


def first_line(path: Path) -> dict[str, Any] | None:
    """The first line of a match; None where it cannot be read."""
    with _reading(path), path.open("rb") as file:
        return _object(file.readline(_LARGEST_SETTINGS))


def last_line(path: Path) -> dict[str, Any] | None:
    """The last whole line of a match; None where it cannot be read."""
    size = _TAIL
    with _reading(path), path.open("rb") as file:
        length = file.seek(0, os.SEEK_END)
        while True:
            file.seek(max(length - size, 0))
            *whole, _ = file.read(size).split(b"\n")
            if len(whole) > 1 or size >= length:
                return _object(whole[-1]) if whole else None
            size *= 8


def has_begun(path: Path) -> bool:
    """Whether a die was thrown in a match."""
    with _reading(path), path.open("rb") as file:
        return any(_THROWN.search(line) for line in file if line.endswith(b"\n"))


def settings_of(first: dict[str, Any]) -> dict[str, object]:
    """The settings of a match, from its first line."""
    shown = {name: first.get(name) for name in SETTINGS_SHOWN if name in first}
    players = first.get("players")
    if isinstance(players, dict):
        shown["players"] = [str(players.get("V", "")), str(players.get("N", ""))]
    private = first.get("settings")
    return (private if isinstance(private, dict) else {}) | shown


def observations(path: Path) -> Iterator[Observation]:
    """The lines of a match one by one; damaged ones are passed over. Raises `JournalError`."""
    for line in _lines(path):
        seen = observation(line)
        if seen is not None:
            yield seen


def observation(line: bytes) -> Observation | None:
    """A line with facts or input; None for the first, the last and a damaged one."""
    data = _object(line)
    if data is None or "facts" not in data:
        return None
    try:
        facts = tuple(map(read_fact, data["facts"]))
        entries = tuple(_entry(each) for each in data.get("from", ()))
        return Observation(float(data["t"]), facts, entries)
    except (EncodingError, KeyError, TypeError, ValueError):
        return None


def facts_named(path: Path, *names: str) -> Iterator[Fact]:
    """The facts of a match with one of these names; no other line is read as JSON."""
    marks = [f'{{"fact":"{name}"'.encode() for name in names]
    for line in _lines(path):
        if any(mark in line for mark in marks):
            seen = observation(line)
            facts = () if seen is None else seen.facts
            yield from (fact for fact in facts if type(fact).__name__ in names)


def _lines(path: Path) -> Iterator[bytes]:
    with _reading(path), path.open("rb") as file:
        yield from (line for line in file if line.endswith(b"\n"))


def _entry(data: Any) -> Entry:  # noqa: ANN401 -- any JSON
    t, kind, text = data
    if kind not in KINDS or not isinstance(text, str) or type(t) not in (int, float):
        raise EncodingError(f"{str(data)[:60]} is no input.")
    return Entry(t, kind, text)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class _reading:
    """Turns what the system says into one sentence with the file's name."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, OSError):
            raise JournalError(f"{self._path} cannot be read: {error.strerror}.") from None


# --- what follows a match -------------------------------------------------------------------------


class Follower:
    """Follows one match: `rows` gives the facts that are new in its file.

    match -- what the rows have as their match; after -- the facts up to this number are left out.
    """

    def __init__(self, path: Path, match: int = 1, after: int = 0) -> None:
        self.path = path
        self.offset = 0
        self._match = match
        self._after = after
        self._number = 0

    def rows(self, most: int) -> list[Row]:
        """The next rows, of as many lines as are needed for `most` of them. `JournalError`."""
        rows: list[Row] = []
        with _reading(self.path), self.path.open("rb") as file:
            file.seek(self.offset)
            while len(rows) < most:
                line = file.readline()
                if not line.endswith(b"\n"):
                    break
                self.offset += len(line)
                rows += self._rows(line)
        return rows

    def _rows(self, line: bytes) -> Iterator[Row]:
        data = _object(line) or {}
        t, facts = data.get("t"), data.get("facts")
        if not isinstance(t, int | float) or not isinstance(facts, list):
            return
        for fact in facts:
            self._number += 1
            if self._number > self._after:
                body = json.dumps(fact, separators=(",", ":"))
                yield Row(self._number, self._match, float(t), body)


# --- whether it is as it was written --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked:
    """A file as it was read.

    good -- the lines that are as they were written, by their number in the file; problems -- a
    sentence for each damaged place; behind -- the end is missing; lost -- how many lines cannot be
    read any more; torn -- bytes of a line that was being written; end_known -- there is a head, or
    the match has ended.
    """

    good: dict[int, bytes]
    problems: tuple[str, ...]
    behind: bool
    lost: int
    torn: int
    end_known: bool

    @property
    def last(self) -> dict[str, Any]:
        """The last good line; empty where there is none."""
        return (_object(self.good[max(self.good)]) or {}) if self.good else {}


def check_file(path: Path) -> Checked:
    """Compare each line of a match with its sum, and the end with the head. `JournalError`."""
    head = read_head(path)
    with _reading(path):
        *lines, torn = path.read_bytes().split(b"\n")
    good: dict[int, bytes] = {}
    problems: list[str] = []
    before, last = "", 0
    for number, line in enumerate(lines, 1):
        stated = _SUM.fullmatch(line, max(len(line) - 26, 0))
        follows = _follows(line, before, last, whole=number - 1 in good)
        if stated is not None and follows:
            good[number], last = line, follows
        else:
            problems.append(f"{path.name}, line {number}: {_damage(line)}")
        before = stated[1].decode() if stated else ""
    told = (head or {}).get("n")
    written = told if isinstance(told, int) else 0
    behind = written > last
    if behind:
        missing = f"lines {last + 1} to {written}" if written > last + 1 else f"line {written}"
        problems.append(f"{path.name}, line {len(lines) + 1}: the end is missing, {missing}.")
    ended = bool(lines) and b'"ended":' in lines[-1]
    lost = max(last, written) - len(good)
    return Checked(good, tuple(problems), behind, lost, len(torn), bool(head) or ended)


def _follows(line: bytes, before: str, last: int, *, whole: bool) -> int:
    """The number of a line whose sum and number are right, 0 of any other.

    last -- the number of the last good line; whole -- the line before is good.
    """
    body = line[: line.rfind(b',"sum"')]
    data = _object(line)
    if data is None or data.get("sum") != digest(before, body):
        return 0
    n = data.get("n", 1 if "journal" in data else 0)
    if type(n) is not int or (n != last + 1 if whole else n <= last):
        return 0
    return n


def _damage(line: bytes) -> str:
    if _object(line) is None:
        return "it is damaged and cannot be read."
    return "it is damaged, or not where it was written."


def read_head(path: Path) -> dict[str, Any] | None:
    """The head of a match; None where there is none that can be read."""
    try:
        return _object(head_of(path).read_bytes())
    except OSError:
        return None


def check(folder: Path) -> tuple[Iterable[str], bool]:
    """A sentence on each damaged place of a journal, and whether there is none. `JournalError`."""
    found = files(folder)
    told: list[str] = []
    lines, fine = 0, True
    for path in found:
        checked = check_file(path)
        lines += len(checked.good)
        told += checked.problems
        fine = fine and not checked.problems
        if not checked.end_known:
            told.append(f"{path.name}: whether its end is there is unknown, its head is missing.")
    return [f"{len(found)} files, {lines} lines read.", *told], fine
