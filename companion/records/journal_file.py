"""The journal's file: its schema, whether it may be used, and what goes wrong in one sentence.

All errors are `JournalError`; a file that is refused is left as it is. See `journal`.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.records import seals
from companion.records.encoding import EncodingError

APPLICATION_ID: Final = 0x436F4A6F
"""Bytes 68 to 71 of the file (SQLite file format, section 1.3): a companion's journal."""

Statement = str | Callable[[sqlite3.Connection], None]

MIGRATIONS: Final[tuple[tuple[str, tuple[Statement, ...]], ...]] = (
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
    (
        "0003-first-throw-and-seals",
        (
            "ALTER TABLE match ADD COLUMN thrown TEXT",
            "ALTER TABLE match ADD COLUMN seal BLOB",
            "ALTER TABLE observation ADD COLUMN seal BLOB",
            """UPDATE match SET thrown = begun
                WHERE completed OR settings LIKE '%"own_length": true%' OR EXISTS (
                SELECT 1 FROM observation o JOIN fact f ON f.observation = o.id
                WHERE o.match = match.id AND f.name IN ('Opening', 'Roll', 'GameEnds'))""",
            seals.seal_all,
        ),
    ),
)
"""Steps of the schema, in order; `user_version` counts those a file has."""

COLUMNS: Final = {
    "match": ("id", "begun", "ended", "completed", "settings", "elapsed", "state", "thrown"),
    "observation": ("id", "match", "t", "board", "wire"),
    "fact": ("id", "observation", "name", "body"),
}
"""What the tables hold beside their seals, parents first."""

SEALED: Final = 3
"""Since this step of the schema rows have seals."""

_LOG_PAGES: Final = 64
"""Pages (4 kB) in the log after which it is folded into the file: a dozen observations."""

_CHECKED_WHOLE: Final = 4 * 1024 * 1024
"""Files up to this size (bytes, some hundred games) are checked row by row when opened; of larger
ones the match that is open, and how far they go."""

_HEADER: Final = 100


class JournalError(RuntimeError):
    """The journal cannot be used or written; the message is one clear sentence."""


class FullError(JournalError):
    """The disk is full."""


class DamagedError(JournalError):
    """The journal does not hold what was written into it; it was left as it is."""


class UnsealedError(DamagedError):
    """All rows are as they were written, but whether the last ones are there is unknown."""


def connect(path: Path, *, to_read: bool = False) -> sqlite3.Connection:
    """Open the file, or make it, locked and with its schema up to date.

    to_read -- of what is there; a journal that was handed on without its seal is opened too.

    Raises `JournalError`, `DamagedError` where it does not hold what was written, or, but to be
    read, where its seal does not tell.
    """
    with plain_errors(path):
        fresh = _is_fresh(path)
        checked = fresh or (_log_waits(path) and _looked_at(path, to_read=to_read))
        db = sqlite3.connect(path, timeout=0.5, isolation_level=None)
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            # While there is no log yet: a rollback file that came back after a power cut would
            # undo all.
            db.execute("PRAGMA synchronous = EXTRA")
            if not checked:
                _check(db, path, to_read=to_read)
            _bring_up_to_date(db)
        except BaseException:
            db.close()
            raise
        return db


def _log_waits(path: Path) -> bool:
    """Whether a kill has left a log that is not folded in yet."""
    return seals.is_filled(seals.side_file(path, "-wal"))


def _looked_at(path: Path, *, to_read: bool) -> bool:
    """Check a journal that was killed, read-only: closing it otherwise folds a damaged log in.

    False where the system does not allow it, on a full disk, say.
    """
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, timeout=0.5, isolation_level=None, uri=True)) as db:
            _check(db, path, to_read=to_read)
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code not in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        return False
    finally:
        # Nobody needs it: whoever writes keeps the index of the log to himself.
        with suppress(OSError):
            seals.side_file(path, "-shm").unlink()
    return True


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
    sealed = seals.read_seal(path)
    if not path.exists() or path.stat().st_size == 0:
        _check_gone(path, sealed)
        return True
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if header[:16] != b"SQLite format 3\0" or header[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        if sealed is not None:
            raise DamagedError(f"The journal {path} {_DAMAGED}.")
        raise JournalError(
            f"{path} is not a journal of the companion, or it is damaged; it was left as it is."
            " Choose another file."
        )
    return False


def _check_gone(path: Path, sealed: seals.Seal | None) -> None:
    """Raise `DamagedError` where no journal is, but what lies beside one with games in it."""
    if sealed is not None and not sealed.match:
        return  # it ended while it was made
    if seals.is_there(path) or _log_waits(path):
        raise DamagedError(
            f"The journal {path} is gone, what lay beside it is still there. Put it back, or"
            f" remove {path}{seals.ENDING} and {path}-wal too, to begin a new one."
        )


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Take the schema's missing steps and set the writing mode."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    db.execute("PRAGMA foreign_keys = ON")
    for number, (name, statements) in enumerate(MIGRATIONS[version:], version + 1):
        with atomic(db):
            if number == 1:  # also where a half-made file has just been rolled back to nothing
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for statement in statements:
                if isinstance(statement, str):
                    db.execute(statement)
                else:
                    statement(db)
            db.execute("INSERT INTO migration VALUES (?, ?)", (name, now("microseconds")))
            db.execute(f"PRAGMA user_version = {number}")
    # Only now: so the application id is in the file itself and never in the log alone.
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's own cache too
    db.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")


# --- whether it holds what was written -----------------------------------------------------------


def _check(db: sqlite3.Connection, path: Path, *, to_read: bool) -> None:
    """Raise `DamagedError` where a journal does not hold what was written; `JournalError` if newer.

    to_read -- whether one without its seal is passed. Nothing is written.
    """
    sealed = seals.read_seal(path)
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS) and (sealed is None or sealed.schema > len(MIGRATIONS)):
        raise JournalError(
            f"The journal {path} was written by a newer companion; it was left as it is."
            " Update this one or choose another file."
        )
    try:
        if sealed is not None and (version > len(MIGRATIONS) or version < sealed.schema):
            raise DamagedError(f"The journal {path} {_DAMAGED}.")
        whole = path.stat().st_size <= _CHECKED_WHOLE
        if not _is_sound(db, version, whole=whole):
            raise DamagedError(f"The journal {path} {_DAMAGED}.")
        lack = seals.missing(db, sealed) if version >= SEALED else None
        passed = version < SEALED or (to_read and not seals.is_there(path))
        unsealed = None if passed else seals.unsealed(db, path)
    except (sqlite3.DatabaseError, UnicodeError) as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) != sqlite3.SQLITE_ERROR:
            raise
        raise DamagedError(f"The journal {path} {_DAMAGED}.") from error
    if lack is not None:
        raise DamagedError(
            f"The journal {path} has lost its end: {lack_sentence(*lack)}. {_AFTER_LOSS}"
        )
    if unsealed is not None:
        raise UnsealedError(f"The journal {path} may lack its end: {unsealed}. {_AFTER_LOSS}")


def _is_sound(db: sqlite3.Connection, version: int, *, whole: bool) -> bool:
    """Whether all rows, or those of the match that is open, are as they were written."""
    if whole and db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        return False
    if version < SEALED:
        return True
    if any(True for _ in seals.broken_matches(db, "TRUE" if whole else "ended IS NULL")):
        return False
    which = "" if whole else "o.match = (SELECT id FROM match WHERE ended IS NULL)"
    return not any(True for _ in seals.broken_observations(db, which))


def lack_sentence(there: int, sealed: int) -> str:
    """What is lost between the last observation that is there and the last that was sealed."""
    if there >= sealed:
        return f"observation {sealed} is not the one that was recorded"
    last = (
        f"observations {there + 1} to {sealed}" if sealed > there + 1 else f"observation {sealed}"
    )
    return f"{last} cannot be read any more"


_DAMAGED: Final = (
    "is damaged; it was left as it is. See companion journal check, and journal repair"
)
_AFTER_LOSS: Final = "It was left as it is. See companion journal check, and journal repair."


def now(timespec: str = "seconds") -> str:
    """The time of day for people who read the list, UTC."""
    return datetime.now(UTC).isoformat(timespec=timespec)


_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "is in use by another companion; end that one or choose another file",
    sqlite3.SQLITE_LOCKED: "is in use by another companion; end that one or choose another file",
    sqlite3.SQLITE_FULL: "cannot grow, the disk is full; free some space, what is in it is safe",
    sqlite3.SQLITE_READONLY: "may not be written to; change its permissions or choose another file",
    sqlite3.SQLITE_PERM: "may not be written to; change its permissions or choose another file",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; its folder must exist and be writable",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_IOERR: "cannot be read or written, the disk reports an error; check the disk",
}


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite, the system or a foreign row says into one sentence with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        reason = _REASONS.get(code, f"cannot be used: {error}")
        kind = DamagedError if reason is _DAMAGED else JournalError
        kind = FullError if code == sqlite3.SQLITE_FULL else kind
        raise kind(f"The journal {path} {reason}.") from error
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
