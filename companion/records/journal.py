"""The journal: every fact of every match in one SQLite file, on the disk before it is told on.

One observation (a settled board, a key, a ruling) with all its facts, the raw board behind it and
the referee's snapshot after it is one transaction, in write-ahead mode with `synchronous=FULL`:
when `record` has returned, the facts outlive a kill and a power cut. The connection keeps the
file locked while it is open, so there is one writer, and a lock never outlives its process.

A file that is not a journal, is damaged or comes from a newer companion is refused and left as
it is. All errors are `JournalError` with one sentence for the table.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.records.encoding import EncodingError, decode, encode
from companion.referee.facts import Fact

APPLICATION_ID: Final = 0x436F4A6F
"""Bytes 68 to 71 of the file (SQLite file format, section 1.3): a companion's journal."""

MIGRATIONS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "0001-matches-observations-facts",
        (
            "CREATE TABLE migration (name TEXT PRIMARY KEY, applied TEXT NOT NULL)",
            """CREATE TABLE match (
                id INTEGER PRIMARY KEY,
                begun TEXT NOT NULL,
                ended TEXT,
                completed INTEGER NOT NULL DEFAULT 0,
                settings TEXT NOT NULL,
                elapsed REAL NOT NULL DEFAULT 0,
                state TEXT)""",
            """CREATE TABLE observation (
                id INTEGER PRIMARY KEY,
                match INTEGER NOT NULL REFERENCES match (id),
                t REAL NOT NULL,
                board TEXT NOT NULL)""",
            """CREATE TABLE fact (
                id INTEGER PRIMARY KEY,
                observation INTEGER NOT NULL REFERENCES observation (id),
                name TEXT NOT NULL,
                body TEXT NOT NULL)""",
            "CREATE INDEX observation_match ON observation (match)",
            "CREATE INDEX fact_observation ON fact (observation)",
            "CREATE UNIQUE INDEX match_open ON match (completed) WHERE ended IS NULL",
        ),
    ),
    (
        "0002-wire-for-replay",
        ("ALTER TABLE observation ADD COLUMN wire TEXT NOT NULL DEFAULT ''",),
    ),
)
"""Steps of the schema, in order; `user_version` counts those a file has."""

COLUMNS: Final = {
    "match": ("id", "begun", "ended", "completed", "settings", "elapsed", "state"),
    "observation": ("id", "match", "t", "board", "wire"),
    "fact": ("id", "observation", "name", "body"),
}
"""What the tables hold, parents first."""

_CHECKED_WHOLE: Final = 8 * 1024 * 1024
"""Files up to this size (bytes, some hundred games) are checked page by page when opened."""

_HEADER: Final = 100


class JournalError(RuntimeError):
    """The journal cannot be used or written; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The match that was left unfinished.

    settings -- as given to `begin_match`; state -- the referee's last snapshot, None when nothing
    was recorded yet; elapsed -- seconds since the start at the last observation.
    """

    match: int
    settings: dict[str, object]
    state: str | None
    elapsed: float


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match in the list. begun, ended -- UTC, ISO 8601; completed -- played to its end."""

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


class Journal:
    """One open journal file. Used from the thread that opened it; `close` it or use `with`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._db = connection
        self._file = path.stat()

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a journal, or make a new one where there is none (or an empty file).

        Raises `JournalError`: no such folder, no permission, not a journal, damaged, newer than
        this companion, in use by another one.
        """
        path = Path(path)
        with _told(path):
            fresh = _is_fresh(path)
            db = sqlite3.connect(path, timeout=0.5, isolation_level=None)
            try:
                _prepare(db, path, fresh=fresh)
                return cls(path, db)
            except BaseException:
                db.close()
                raise

    def begin_match(self, settings: dict[str, object]) -> int:
        """Begin a match and give its number; one left unfinished is ended as not completed.

        settings -- what is needed to go on with it later, as JSON can hold it (tuples come back
        as lists).
        """
        row = (_now(), json.dumps(settings, allow_nan=False))
        with self._transaction():
            self._end_open(completed=False)
            number = self._db.execute(
                "INSERT INTO match (begun, settings) VALUES (?, ?)", row
            ).lastrowid
        return int(number or 0)

    def record(
        self, t: float, facts: Iterable[Fact], board: str, state: str, wire: str = ""
    ) -> None:
        """Record the facts of one observation in the unfinished match; on disk when it returns.

        t -- seconds since the start of the match; board -- the raw board behind the facts;
        state -- the referee's snapshot after them, which replaces the last one; wire -- the trace
        of the line since the last observation.

        Raises `JournalError`; nothing of this observation is then recorded, all before it stands.
        """
        rows = [(type(fact).__name__, encode(fact)) for fact in facts]
        with self._transaction():
            changed = self._db.execute(
                "UPDATE match SET elapsed = ?, state = ? WHERE ended IS NULL", (t, state)
            ).rowcount
            if not changed:
                raise JournalError(f"The journal {self._path} has no match to record facts in.")
            seen = self._db.execute(
                "INSERT INTO observation (match, t, board, wire)"
                " SELECT id, ?, ?, ? FROM match WHERE ended IS NULL",
                (t, board, wire),
            ).lastrowid
            self._db.executemany(
                "INSERT INTO fact (observation, name, body) VALUES (?, ?, ?)",
                [(seen, *row) for row in rows],
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

    def add_finished(
        self, settings: dict[str, object], moments: Iterable[Iterable[Fact]], *, completed: bool
    ) -> int:
        """Add a match that was not played here, whole or not at all; a running one stays so.

        Give its number. Its facts have no times and no board behind them.
        """
        with self._transaction():
            number = self._db.execute(
                "INSERT INTO match (begun, ended, completed, settings) VALUES (?, ?, ?, ?)",
                (_now(), _now(), completed, json.dumps(settings, allow_nan=False)),
            ).lastrowid
            for facts in moments:
                seen = self._db.execute(
                    "INSERT INTO observation (match, t, board) VALUES (?, 0, '')", (number,)
                ).lastrowid
                rows = [(seen, type(fact).__name__, encode(fact)) for fact in facts]
                self._db.executemany(
                    "INSERT INTO fact (observation, name, body) VALUES (?, ?, ?)", rows
                )
        return int(number or 0)

    def unfinished(self) -> Saved | None:
        """Give the match that was left unfinished, to be gone on with; None if there is none."""
        with _told(self._path):
            row = self._db.execute(
                "SELECT id, settings, state, elapsed FROM match WHERE ended IS NULL"
            ).fetchone()
            return row and Saved(row[0], _settings(row[1]), row[2], row[3])

    def finish_match(self) -> None:
        """End the match that is running as completed; without one nothing happens."""
        with self._transaction():
            self._end_open(completed=True)

    def matches(self) -> tuple[MatchRow, ...]:
        """List all matches, the oldest first."""
        with _told(self._path):
            rows = self._db.execute(
                "SELECT id, begun, ended, completed, settings, elapsed FROM match ORDER BY id"
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
        with _told(self._path):
            rows = self._db.execute(query, (match,))
            return tuple(
                Observation(
                    t, board, tuple(_fact(row[4]) for row in group if row[4] is not None), wire
                )
                for (_, t, board, wire), group in groupby(rows, key=lambda row: row[:4])
            )

    def rows(self, after: int, most: int) -> tuple[Row, ...]:
        """Give the facts numbered above `after`, the first `most` of them."""
        query = (
            "SELECT f.id, o.match, o.t, f.body FROM fact f"
            " JOIN observation o ON o.id = f.observation WHERE f.id > ? ORDER BY f.id LIMIT ?"
        )
        with _told(self._path):
            return tuple(Row(*row) for row in self._db.execute(query, (after, most)))

    def identity(self) -> str:
        """What tells this journal from another one: when its first match was begun, "" for none."""
        with _told(self._path):
            row = self._db.execute("SELECT begun FROM match ORDER BY id LIMIT 1").fetchone()
            return str(row[0]) if row else ""

    def close(self) -> None:
        """Close the file and free it for others; the write-ahead log is folded into it."""
        with _told(self._path):
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _end_open(self, *, completed: bool) -> None:
        """End the match that is open, if there is one; its snapshot is of no more use."""
        self._db.execute(
            "UPDATE match SET ended = ?, completed = ?, state = NULL WHERE ended IS NULL",
            (_now(), completed),
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; durable at its end."""
        with _told(self._path), _atomic(self._db):
            yield
            now = self._path.stat()
            # An unlinked file can still be written to: its facts would vanish without a word.
            if (now.st_dev, now.st_ino) != (self._file.st_dev, self._file.st_ino):
                raise FileNotFoundError


@contextmanager
def _atomic(db: sqlite3.Connection) -> Iterator[None]:
    """One transaction: committed at the end, rolled back when anything fails on the way."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _is_fresh(path: Path) -> bool:
    """Whether a journal is to be made here; a file that is no journal is refused, unopened."""
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        # Said here: of a lock on a read-only file SQLite only says that the disk has an error.
        code = sqlite3.SQLITE_READONLY if path.exists() else sqlite3.SQLITE_CANTOPEN
        raise JournalError(f"The journal {path} {_REASONS[code]}.")
    if not path.exists() or path.stat().st_size == 0:
        return True
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if header[:16] != b"SQLite format 3\0" or header[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise JournalError(
            f"{path} is not a journal of the companion, or it is damaged; it was left as it is."
            " Choose another file."
        )
    return False


def _prepare(db: sqlite3.Connection, path: Path, *, fresh: bool) -> None:
    """Lock the file, check it, bring its schema up to date and set the writing mode."""
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    # While there is no log yet: a rollback file that came back after a power cut would undo all.
    db.execute("PRAGMA synchronous = EXTRA")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise JournalError(
            f"The journal {path} was written by a newer companion; it was left as it is."
            " Update this one or choose another file."
        )
    if not fresh and path.stat().st_size <= _CHECKED_WHOLE:
        found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    db.execute("PRAGMA foreign_keys = ON")
    for number, (name, statements) in enumerate(MIGRATIONS[version:], version + 1):
        with _atomic(db):
            if number == 1:  # also where a half-made file has just been rolled back to nothing
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for statement in statements:
                db.execute(statement)
            db.execute("INSERT INTO migration VALUES (?, ?)", (name, _now()))
            db.execute(f"PRAGMA user_version = {number}")
    # Only now: so the application id is in the file itself and never in the log alone.
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's own cache too


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


def _now() -> str:
    """The time of day for people who read the list, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "is in use by another companion; end that one or choose another file",
    sqlite3.SQLITE_LOCKED: "is in use by another companion; end that one or choose another file",
    sqlite3.SQLITE_FULL: "cannot grow, the disk is full; free some space, what is in it is safe",
    sqlite3.SQLITE_READONLY: "may not be written to; change its permissions or choose another file",
    sqlite3.SQLITE_PERM: "may not be written to; change its permissions or choose another file",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; its folder must exist and be writable",
    sqlite3.SQLITE_CORRUPT: "is damaged; choose another file",
    sqlite3.SQLITE_NOTADB: "is damaged; choose another file",
    sqlite3.SQLITE_IOERR: "cannot be read or written, the disk reports an error; check the disk",
}


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what SQLite, the system or a foreign row says into one sentence with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        reason = _REASONS.get(code, f"cannot be used: {error}")
        raise JournalError(f"The journal {path} {reason}.") from error
    except FileNotFoundError:
        raise JournalError(
            f"The journal {path} has been removed or renamed while in use; put it back or"
            " choose another file."
        ) from None
    except OSError as error:
        raise JournalError(f"The journal {path} cannot be used: {error.strerror}.") from error
    except (EncodingError, json.JSONDecodeError, UnicodeError) as error:
        raise JournalError(
            f"The journal {path} holds a row that is not its own. {error}"
        ) from error
