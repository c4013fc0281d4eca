"""The journal's file: its schema, whether it may be used, and what goes wrong in one sentence.

All errors are `JournalError`; a file that is refused is left as it is. See `journal`.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.records.encoding import EncodingError

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


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, or make it, locked and with its schema up to date. Raises `JournalError`."""
    with told(path):
        fresh = _is_fresh(path)
        db = sqlite3.connect(path, timeout=0.5, isolation_level=None)
        try:
            _prepare(db, path, fresh=fresh)
        except BaseException:
            db.close()
            raise
        return db


@contextmanager
def atomic(db: sqlite3.Connection) -> Iterator[None]:
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
        with atomic(db):
            if number == 1:  # also where a half-made file has just been rolled back to nothing
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for statement in statements:
                db.execute(statement)
            db.execute("INSERT INTO migration VALUES (?, ?)", (name, now()))
            db.execute(f"PRAGMA user_version = {number}")
    # Only now: so the application id is in the file itself and never in the log alone.
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's own cache too


def now() -> str:
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
def told(path: Path) -> Iterator[None]:
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
