"""Stores every fact of every table, once and in order, in one SQLite file.

A batch of facts is one transaction, which is on disk before the facts are shown. Each table
continues after its last recorded fact. `Ledger` tracks the facts that came from each table.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from companion.ending import Closing
from companion.message_error import MessageError
from companion.publishing.messages import About, Mark, Published, write
from companion.records.read import FactRow
from companion.web.schema import read_view

ASK_EVERY: Final = 1.0
"""Minimum seconds between two requests to a table for missing facts."""


class Ledger:
    """Holds the last fact received from each table. marks -- the initial values."""

    def __init__(self, marks: dict[str, Mark]) -> None:
        self._known = dict(marks)
        self._asked: dict[str, float] = {}
        self._reached: dict[str, Mark] = {}
        self._late: dict[str, Mark] = {}

    def knows(self, name: str, journal: str) -> bool:
        """Return whether this is the journal last received from the table."""
        return name in self._known and self._known[name].journal == journal

    def left_behind(self, name: str, published: Published, has: int) -> Mark | None:
        """Return the mark after which a table must resend its facts, None if none is missing.

        has -- the number of facts recorded from this journal
        """
        if published.row.number != has + 1:
            return Mark(published.journal, has)
        known, previous = self._known.get(name), published.previous
        if known is None or previous is None or known.journal != previous.journal:
            return None
        return known if known.number < previous.number else None

    def change(self, name: str, journal: str, has: int) -> None:
        """Switch a table to another journal.

        has -- the number of facts recorded from this journal.
        """
        self._known[name] = Mark(journal, has)
        self._asked.pop(name, None)

    def reach(self, name: str, mark: Mark) -> None:
        """Store a table's own report of its last fact."""
        self._reached[name] = mark

    def overdue(self) -> list[tuple[str, Mark]]:
        """Return the marks of the tables whose facts were already missing at the last call.

        The facts after these marks are then requested. So facts that were sent before the club
        connected arrive even if no new fact follows.
        """
        behind = {}
        for name, reached in self._reached.items():
            known = self._known.get(name)
            has = known.number if known is not None and known.journal == reached.journal else 0
            if reached.journal and reached.number > has:
                behind[name] = Mark(reached.journal, has)
        late = [(name, mark) for name, mark in behind.items() if self._late.get(name) == mark]
        self._late = behind
        return late

    def drop(self, name: str) -> None:
        """Forget a name that has sent no fact."""
        self._reached.pop(name, None)

    def is_new(self, name: str, published: Published) -> bool:
        """Return whether a fact is the next fact of its table. If so, count it as received."""
        known, number = self._known[name], published.row.number
        if number != known.number + 1:
            return False
        self._known[name] = Mark(known.journal, number)
        return True

    def misses(self, name: str, published: Published, now: float) -> Mark | None:
        """Return the mark after which a table must resend its facts, or None.

        The result is None if no fact is missing or the last request is less than `ASK_EVERY` ago.
        now -- seconds
        """
        known, asked = self._known[name], self._asked.get(name, -ASK_EVERY)
        if published.row.number <= known.number or now - asked < ASK_EVERY:
            return None
        self._asked[name] = now
        return known

    def forget(self, name: str, mark: Mark | None) -> None:
        """Reset a table. mark -- the last recorded fact, None if none is recorded."""
        self._known.pop(name, None)
        if mark is not None:
            self.change(name, mark.journal, mark.number)

    def mark(self, name: str) -> Mark | None:
        """Return the mark of the last fact received from a table, None if there is none."""
        known = self._known.get(name)
        return known if known is not None and known.journal else None


APPLICATION_ID: Final = 0x436F436C
"""The bytes 68 to 71 of the file, which identify it as the record of a club."""

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


class RecordError(MessageError, RuntimeError):
    """The record cannot be used. The message is one clear sentence."""


class ClubRecord(Closing):
    """An open record. A second connection to the same file may read while one writes."""

    def __init__(self, path: str | Path) -> None:
        """Open a record, or create it if it does not exist. Raise `RecordError`."""
        self._path = Path(path)
        try:
            self._db = sqlite3.connect(self._path, timeout=5, isolation_level=None)
            try:
                self._prepare()
            except (sqlite3.Error, RecordError):
                self._db.close()
                raise
        except sqlite3.Error as error:
            raise RecordError("error.record-unusable", file=str(path), reason=str(error)) from None

    def _prepare(self) -> None:
        known = self._db.execute("PRAGMA application_id").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if (known, version) != (APPLICATION_ID, VERSION):
            if tables or known:
                raise RecordError("error.not-record", file=str(self._path))
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
        """Store facts and states of tables, all or none.

        All are on disk when the method returns.
        """
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
            raise RecordError(
                "error.record-unwritten", file=str(self._path), reason=str(error)
            ) from None

    def marks(self) -> dict[str, Mark]:
        """Return the mark of the last recorded fact in each table's latest journal."""
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

    def last_match(self, name: str) -> tuple[FactRow, ...]:
        """Return the facts of a table's current or last match, in order."""
        rows = self._db.execute(
            "SELECT f.number, 1, f.t, f.body, f.view FROM board b"
            " JOIN fact f ON f.board = b.name AND f.journal = b.journal"
            " WHERE b.name = ? ORDER BY f.number",
            (name,),
        )
        return tuple(
            FactRow(number, match, t, body, read_view(json.loads(view)))
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

    def close(self) -> None:
        """Close the file."""
        self._db.close()
