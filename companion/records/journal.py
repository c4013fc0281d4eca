"""The journal: every fact of every match in one SQLite file, on the disk before it is told on.

One observation (a settled board, a key, a ruling) with all its facts, the raw board behind it and
the referee's snapshot after it is one transaction, in write-ahead mode with `synchronous=FULL`:
when `record` has returned, the facts outlive a kill and a power cut. The connection keeps the
file locked while it is open, so there is one writer, and a lock never outlives its process.

A file that is not a journal, is damaged or comes from a newer companion is refused and left as
it is. All errors are `JournalError` with one sentence for the table.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final, Self

from companion.records.closing import Closing
from companion.records.copies import Copy
from companion.records.encoding import EncodingError, decode, encode
from companion.records.journal_file import COLUMNS, JournalError, atomic, connect, now, plain_errors
from companion.records.seals import Seal, SealFile, observation_seal, seal_all, seal_match
from companion.referee.facts import Fact


@dataclass(frozen=True, slots=True)
class Saved:
    """The match that was left unfinished.

    settings -- as given to `begin_match`; state -- the referee's last snapshot, None when nothing
    was recorded yet; elapsed -- seconds since the start at the last observation; begun -- a die was
    thrown, else it is no more than an evening that was got ready.
    """

    match: int
    settings: dict[str, object]
    state: str | None
    elapsed: float
    begun: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match in the list. begun, ended -- UTC, ISO 8601; completed -- played to its end.

    It begins with its first throw.
    """

    match: int
    begun: str
    ended: str | None
    completed: bool
    settings: dict[str, object]
    elapsed: float


@dataclass(frozen=True, slots=True)
class Observation:
    """What was recorded at once: t seconds after the start, on this raw board, these facts.

    wire -- what came over the line since the observation before it, see `trace`; "" where an older
    companion recorded it, or the match was imported.
    """

    t: float
    board: str
    facts: tuple[Fact, ...]
    wire: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One fact as it stands in the journal, for those who follow it from outside.

    number -- 1 and up, over all matches, in the order in which facts were recorded; match -- the
    match's number; t -- seconds after the start; body -- the fact's text, see `encoding`.
    """

    number: int
    match: int
    t: float
    body: str


FIRST_THROW: Final = ("Opening", "Roll", "GameEnds")
"""Facts with which a match has begun, whatever was noted before."""


class Journal(Closing):
    """One open journal file. Used from the thread that opened it; `close` it or use `with`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._db = connection
        self._file = path.stat()
        self._seal = SealFile(path)
        self._seal.write(Seal.of(connection), Copy.of(connection).line())

    @classmethod
    def open(cls, path: str | Path, *, to_read: bool = False) -> Self:
        """Open a journal, or make a new one where there is none (or an empty file).

        to_read -- a journal that was handed on without its seal is opened too.

        Raises `JournalError`: no such folder, no permission, not a journal, newer than this
        companion, in use by another one; `DamagedError` where it does not hold what was written.
        """
        path = Path(path)
        return cls(path, connect(path, to_read=to_read))

    def begin_match(self, settings: dict[str, object]) -> int:
        """Begin a match and return its number; an unfinished one ends as not completed.

        settings -- what is needed to go on with it later, as JSON can hold it (tuples come back
        as lists).
        """
        with self._transaction():
            return self._begin(settings)

    def _begin(self, settings: dict[str, object]) -> int:
        self._end_open(completed=False)
        row = (now(), json.dumps(settings, allow_nan=False))
        number = self._db.execute(
            "INSERT INTO match (begun, settings) VALUES (?, ?)", row
        ).lastrowid
        seal_match(self._db, number or 0)
        return number or 0

    def record(  # noqa: PLR0913 - what one row holds
        self,
        t: float,
        facts: Iterable[Fact],
        board: str,
        state: str,
        wire: str = "",
        *,
        begins: dict[str, object] | None = None,
        ends: bool = False,
    ) -> None:
        """Record the facts of one observation in the unfinished match; on disk when it returns.

        t -- seconds since the start of the match; board -- the raw board behind the facts;
        state -- the referee's snapshot after them, which replaces the last one; wire -- the trace
        of the line since the last observation; begins -- with it begins a match with these
        settings, as by `begin_match`; ends -- with it the match is finished.

        Raises `JournalError`; nothing of all this is then recorded, all before it stands.
        """
        rows = [(type(fact).__name__, encode(fact)) for fact in facts]
        with self._transaction():
            if begins is not None:
                self._begin(begins)
            match = self._db.execute("SELECT id FROM match WHERE ended IS NULL").fetchone()
            if match is None:
                raise JournalError(f"The journal {self._path} has no match to record facts in.")
            self._observe((match[0], float(t), board, wire), rows)
            thrown = now() if any(name in FIRST_THROW for name, _ in rows) else None
            self._db.execute(
                "UPDATE match SET elapsed = ?, state = ?, thrown = coalesce(thrown, ?)"
                " WHERE id = ?",
                (t, state, thrown, match[0]),
            )
            if ends:
                self._end_open(completed=True)
            else:
                seal_match(self._db, match[0])

    def _observe(
        self, observation: tuple[int, float, str, str], facts: list[tuple[str, str]]
    ) -> None:
        """Write one observation (match, t, board, wire) with its facts and its seal."""
        last = self._db.execute("SELECT max(id) FROM observation").fetchone()[0]
        row = ((last or 0) + 1, *observation)
        self._db.execute(
            "INSERT INTO observation (id, match, t, board, wire, seal) VALUES (?, ?, ?, ?, ?, ?)",
            (*row, observation_seal(row, facts)),
        )
        self._db.executemany(
            "INSERT INTO fact (observation, name, body) VALUES (?, ?, ?)",
            [(row[0], *fact) for fact in facts],
        )

    def fill(self, rows: Iterable[tuple[str, dict[str, object]]]) -> None:
        """Write whole rows (table, values by column) as they are: all of them or none."""
        with self._transaction():
            for table, row in rows:
                names = COLUMNS[table]
                places = ", ".join("?" * len(names))
                self._db.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})",  # noqa: S608
                    [row[name] for name in names],
                )
            seal_all(self._db)

    def add_finished(
        self, settings: dict[str, object], moments: Iterable[Iterable[Fact]], *, completed: bool
    ) -> int:
        """Add a match that was not played here, whole or not at all; a running one stays so.

        Give its number. Its facts have no times and no board behind them.
        """
        with self._transaction():
            number = self._db.execute(
                "INSERT INTO match (begun, ended, completed, settings, thrown)"
                " VALUES (?, ?, ?, ?, ?)",
                (now(), now(), completed, json.dumps(settings, allow_nan=False), now()),
            ).lastrowid
            seal_match(self._db, number or 0)
            for facts in moments:
                rows = [(type(fact).__name__, encode(fact)) for fact in facts]
                self._observe((number or 0, 0.0, "", ""), rows)
        return number or 0

    def unfinished(self) -> Saved | None:
        """Give the match that was left unfinished, to be gone on with; None if there is none."""
        with plain_errors(self._path):
            row = self._db.execute(
                "SELECT id, settings, state, elapsed, thrown FROM match WHERE ended IS NULL"
            ).fetchone()
            return row and Saved(row[0], _settings(row[1]), row[2], row[3], row[4] is not None)

    def finish_match(self) -> None:
        """End the match that is running as completed; without one nothing happens."""
        with self._transaction():
            self._end_open(completed=True)

    def matches(self, *, pending: bool = False) -> tuple[MatchRow, ...]:
        """List all matches, the oldest first.

        pending -- those too in which no die was ever thrown: an evening that was only got ready.
        """
        with plain_errors(self._path):
            rows = self._db.execute(
                "SELECT id, coalesce(thrown, begun), ended, completed, settings, elapsed FROM match"
                " WHERE ? OR thrown IS NOT NULL ORDER BY id",
                (pending,),
            )
            return tuple(
                MatchRow(number, begun, ended, bool(done), _settings(settings), elapsed)
                for number, begun, ended, done, settings, elapsed in rows
            )

    def facts(self, match: int) -> tuple[Observation, ...]:
        """Give all observations of a match in order; empty for a number that is not there."""
        query = (
            "SELECT o.id, o.t, o.board, o.wire, f.body FROM observation o"
            " LEFT JOIN fact f ON f.observation = o.id WHERE o.match = ? ORDER BY o.id, f.id"
        )
        with plain_errors(self._path):
            rows = self._db.execute(query, (match,))
            return tuple(
                Observation(
                    t, board, tuple(_fact(row[4]) for row in group if row[4] is not None), wire
                )
                for (_, t, board, wire), group in groupby(rows, key=lambda row: row[:4])
            )

    def named(self, match: int, *names: str) -> tuple[Fact, ...]:
        """Give the facts of a match that have one of these names, in order."""
        query = (
            "SELECT f.body FROM observation o JOIN fact f ON f.observation = o.id WHERE o.match = ?"
            " AND f.name IN (SELECT value FROM json_each(?)) ORDER BY f.id"
        )
        with plain_errors(self._path):
            rows = self._db.execute(query, (match, json.dumps(names)))
            return tuple(_fact(body) for (body,) in rows)

    def rows(self, after: int, most: int) -> tuple[Row, ...]:
        """Give the facts numbered above `after`, the first `most` of them."""
        query = (
            "SELECT f.id, o.match, o.t, f.body FROM fact f"
            " JOIN observation o ON o.id = f.observation WHERE f.id > ? ORDER BY f.id LIMIT ?"
        )
        with plain_errors(self._path):
            return tuple(Row(*row) for row in self._db.execute(query, (after, most)))

    def identity(self) -> str:
        """What tells this journal from another one: when its first match was begun, "" for none."""
        with plain_errors(self._path):
            row = self._db.execute("SELECT begun FROM match ORDER BY id LIMIT 1").fetchone()
            return str(row[0]) if row else ""

    def close(self) -> None:
        """Close the file and free it for others; the write-ahead log is folded into it."""
        with plain_errors(self._path):
            self._db.close()
        self._seal.close()

    def _end_open(self, *, completed: bool) -> None:
        """End the match that is open, if there is one; its snapshot is of no more use."""
        for (match,) in self._db.execute("SELECT id FROM match WHERE ended IS NULL").fetchall():
            self._db.execute(
                "UPDATE match SET ended = ?, completed = ?, state = NULL WHERE id = ?",
                (now(), completed, match),
            )
            seal_match(self._db, match)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; durable at its end, and then sealed."""
        with plain_errors(self._path), atomic(self._db):
            yield
            there = self._path.stat()
            # An unlinked file can still be written to: its facts would vanish without a word.
            if (there.st_dev, there.st_ino) != (self._file.st_dev, self._file.st_ino):
                raise FileNotFoundError
            seal, copy = Seal.of(self._db), Copy.of(self._db)
        self._seal.write(seal, copy.line())


def _fact(body: str) -> Fact:
    """Read one fact's row."""
    fact: Fact = decode(Fact, body)
    return fact


def _settings(text: object) -> dict[str, object]:
    """Read a match's settings."""
    found: object = json.loads(text) if isinstance(text, str) else None
    if not isinstance(found, dict):
        raise EncodingError(f"{str(text)[:40]!r} are not the settings of a match.")
    return found
