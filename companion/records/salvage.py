"""Reads the rows of a damaged journal one by one, so that a bad row costs no other."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from companion.records.journal_file import COLUMNS

Row = dict[str, Any]

_GAP: Final = 5000
"""So many ids without a row in a damaged table mean that there are no more."""

_MOST_PROBLEMS: Final = 100


@dataclass(slots=True)
class Health:
    """What was found: how many rows can be read, how many cannot, and why, a sentence each.

    mended -- how many were damaged of which nothing is lost; doubtful -- nobody knows whether
    something is: the log was left out, or no seal tells.
    """

    rows: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLUMNS, 0))
    lost: int = 0
    mended: int = 0
    doubtful: bool = False
    problems: list[str] = field(default_factory=list)

    def complain(self, sentence: str) -> None:
        """Add a problem; of very many the first."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(sentence)


def check_pages(db: sqlite3.Connection, health: Health) -> None:
    """What SQLite itself finds wrong with the file."""
    try:
        found = [str(text) for (text,) in db.execute("PRAGMA integrity_check(20)")]
    except sqlite3.Error as error:
        found = [str(error)]
    if found != ["ok"]:
        health.complain("The file is damaged: " + " ".join(" ".join(found).split())[:300])
        with suppress(sqlite3.Error):
            db.execute("REINDEX")  # of the copy: a damaged index is no damaged row


def read_rows(db: sqlite3.Connection, table: str, health: Health) -> Iterator[Row]:
    """All rows of a table by id; of a damaged one each is looked up for itself."""
    query = f"SELECT {_columns(db, table)} FROM {table}"  # noqa: S608 - our own names
    sound, last = _in_order(db, query)
    if sound:
        for values in db.execute(f"{query} ORDER BY id"):
            yield dict(zip(COLUMNS[table], values, strict=True))
        return
    health.complain(f"{table}: after row {last} the table is damaged.")
    number = missing = 0
    while missing < _GAP:
        number += 1
        try:
            found = db.execute(f"{query} WHERE id = ?", (number,)).fetchone()
        except (sqlite3.Error, UnicodeError):
            health.lost += 1
            found = None
        missing = 0 if found else missing + 1
        if found and found[0] == number:
            yield dict(zip(COLUMNS[table], found, strict=True))


def _in_order(db: sqlite3.Connection, query: str) -> tuple[bool, int]:
    """Whether every row can be read one after the other, and the last id until which that is so.

    A number out of order may be a damaged one: then no place in the order can be trusted.
    """
    last = 0
    try:
        for number, *_ in db.execute(f"{query} ORDER BY id"):
            if not isinstance(number, int) or number <= last:
                return False, last
            last = number
    except (sqlite3.Error, UnicodeError):
        return False, last
    return True, last


def as_text(data: bytes) -> str | bytes:
    """Text as it is, or its bytes where it is none."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _columns(db: sqlite3.Connection, table: str) -> str:
    """The columns to be read; one that a newer companion added is empty in an older file."""
    there = {row[1] for row in table_info(db, table)} or set(COLUMNS[table])
    return ", ".join(name if name in there else f"'' AS {name}" for name in COLUMNS[table])


def table_info(db: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """A table's columns as SQLite tells them; none where it cannot."""
    try:
        return db.execute(f"PRAGMA table_info({table})").fetchall()
    except sqlite3.Error:
        return []
