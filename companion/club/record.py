"""Stores every fact of every table, once and in order, in one SQLite file.

A batch of facts is one transaction, which is on disk before the facts are shown. A table continues
to send after the last fact that is recorded.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from companion.publishing.messages import About, Mark, Published, write
from companion.records.closing import Closing
from companion.records.read import Row
from companion.web.schema import read_view

APPLICATION_ID: Final = 0x436F436C
"""Bytes 68 to 71 of the file, which identify a club's record."""

VERSION: Final = 2

_SCHEMA: Final = (
    """CREATE TABLE board (
        name TEXT PRIMARY KEY,
        journal TEXT NOT NULL,
        number INTEGER NOT NULL,
        about TEXT NOT NULL DEFAULT '') WITHOUT ROWID""",
    """CREATE TABLE fact (
        board TEXT NOT NULL,
        journal TEXT NOT NULL,
        number INTEGER NOT NULL,
        t REAL NOT NULL,
        body TEXT NOT NULL,
        came TEXT NOT NULL,
        view TEXT NOT NULL,
        PRIMARY KEY (board, journal, number)) WITHOUT ROWID""",
)


class RecordError(RuntimeError):
    """The record cannot be used. The message is one clear sentence."""


class Record(Closing):
    """An open record. A second connection to the same file may read while one writes."""

    def __init__(self, path: str | Path) -> None:
        """Open a record, or create it if it does not exist. Raise `RecordError`."""
        self._path = Path(path)
        try:
            self._db = sqlite3.connect(self._path, timeout=5, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise RecordError(
                f"The club's record {path} cannot be used: {error}. Choose another file."
            ) from None

    def _prepare(self) -> None:
        known = self._db.execute("PRAGMA application_id").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if (known, version) != (APPLICATION_ID, VERSION):
            if tables or known:
                self._db.close()
                raise RecordError(
                    f"{self._path} is no club's record of this version; it was left as it is."
                    " Choose another file."
                )
            self._db.execute("BEGIN")
            self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            for statement in _SCHEMA:
                self._db.execute(statement)
            self._db.execute("COMMIT")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")

    def add(
        self, rows: Iterable[tuple[str, Published]], abouts: Iterable[tuple[str, About]]
    ) -> None:
        """Store facts and states of tables, all or none. They are on disk on return."""
        facts = [
            (name, each.journal, each.row.number, each.row.t, each.row.body,
             f"-{each.age or 0.0:.3f} seconds", json.dumps(each.row.view and asdict(each.row.view)))
            for name, each in rows
        ]  # fmt: skip
        marks = {name: (name, journal, number) for name, journal, number, *_ in facts}
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(
                "INSERT INTO fact (board, journal, number, t, body, came, view)"
                " VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?), ?)",
                facts,
            )
            self._db.executemany(
                "INSERT INTO board (name, journal, number) VALUES (?, ?, ?) ON CONFLICT (name)"
                " DO UPDATE SET journal = excluded.journal, number = excluded.number",
                marks.values(),
            )
            self._db.executemany(
                "INSERT INTO board (name, journal, number, about) VALUES (?, '', 0, ?)"
                " ON CONFLICT (name) DO UPDATE SET about = excluded.about",
                [(name, write(about).decode()) for name, about in abouts],
            )
            self._db.execute("COMMIT")
        except (sqlite3.Error, ValueError, OverflowError) as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise RecordError(f"The club's record {self._path}: {error}.") from None

    def marks(self) -> dict[str, Mark]:
        """Return the last recorded fact of each table's latest journal."""
        rows = self._db.execute(
            "SELECT name, journal, number FROM board WHERE journal != '' ORDER BY name"
        )
        return {name: Mark(journal, number) for name, journal, number in rows}

    def has(self, name: str, journal: str) -> int:
        """Return the number of the last fact recorded from a table's journal, 0 for none."""
        row = self._db.execute(
            "SELECT max(number) FROM fact WHERE board = ? AND journal = ?", (name, journal)
        ).fetchone()
        return row[0] or 0

    def abouts(self) -> dict[str, bytes]:
        """Return the last state that each table sent, as received."""
        rows = self._db.execute("SELECT name, about FROM board WHERE about != ''")
        return {name: about.encode() for name, about in rows}

    def last_match(self, name: str) -> tuple[Row, ...]:
        """Return the facts of a table's current or last match, in order."""
        rows = self._db.execute(
            "SELECT f.number, 1, f.t, f.body, f.view FROM board b"
            " JOIN fact f ON f.board = b.name AND f.journal = b.journal"
            " WHERE b.name = ? ORDER BY f.number",
            (name,),
        )
        return tuple(
            Row(number, match, t, body, read_view(json.loads(view)))
            for number, match, t, body, view in rows
        )

    def age(self, name: str) -> float:
        """Return the seconds since a table recorded its last fact, 0 if there is none."""
        row = self._db.execute(
            "SELECT (julianday('now') - julianday(f.came)) * 86400 FROM board b JOIN fact f"
            " ON f.board = b.name AND f.journal = b.journal AND f.number = b.number"
            " WHERE b.name = ?",
            (name,),
        ).fetchone()
        # The machine's clock may have been set back in the meantime.
        return max(row[0], 0.0) if row and row[0] else 0.0

    def count(self) -> int:
        """Return the number of recorded facts."""
        return int(self._db.execute("SELECT count(*) FROM fact").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()
