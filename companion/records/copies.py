"""A second copy, in the file of a journal's seal, of what the journal holds only once.

The row of the match that is open holds the settings and where the game stands: what no
observation tells. One flipped bit in it must not cost an evening. The copy stands behind the lines
of the seal, where an older companion does not look; a seal without it is an older one's.
"""

import json
import sqlite3
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

from companion.records.journal_file import APPLICATION_ID
from companion.records.seals import COPY_AT, ENDING, MATCH, side_file

_TITLE: Final = b"companion-copy-1 "


@dataclass(frozen=True, slots=True)
class Copy:
    """The newest copy beside a journal.

    observation, fact -- the last ones' numbers, 0 for none; steps -- the steps of the schema, each
    with its name and when it was taken; row -- of the open match, its columns in order, None where
    none is open.
    """

    observation: int
    fact: int
    steps: list[list[Any]]
    row: list[Any] | None

    @classmethod
    def of(cls, db: sqlite3.Connection) -> Self:
        """The copy of what the journal holds now."""
        observation = db.execute("SELECT max(id) FROM observation").fetchone()[0]
        fact = db.execute("SELECT max(id) FROM fact").fetchone()[0]
        row = db.execute(f"{MATCH.format('')} WHERE ended IS NULL").fetchone()
        return cls(observation or 0, fact or 0, steps(db), None if row is None else list(row))

    def line(self) -> bytes:
        """The copy as one line, with a checksum."""
        text = _TITLE + json.dumps(asdict(self), allow_nan=False).encode()
        return b"%s %08X\n" % (text, zlib.crc32(text))


def steps(db: sqlite3.Connection) -> list[list[Any]]:
    """The steps of a journal's schema as it holds them."""
    return [list(step) for step in db.execute("SELECT name, applied FROM migration ORDER BY name")]


def read_copy(path: Path) -> Copy | None:
    """The copy beside a journal; None where none is intact."""
    try:
        data = side_file(path, ENDING).read_bytes()[COPY_AT:]
    except OSError:
        return None
    text, _, check = data.partition(b"\n")[0].rpartition(b" ")
    if not text.startswith(_TITLE) or check != b"%08X" % zlib.crc32(text):
        return None
    return Copy(**json.loads(text.removeprefix(_TITLE)))


def differing(db: sqlite3.Connection, path: Path) -> list[str]:
    """What differs from the copy beside a journal without breaking a seal; a sentence each.

    It is the steps of its schema, and the number of its last fact.
    """
    copy = read_copy(path)
    if copy is None:
        return []
    told = []
    there = steps(db)
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != len(there) or db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        told.append("The first page of the file is damaged: what made it, and how, is wrong there.")
    if there != copy.steps[: len(there)] or len(there) < len(copy.steps):
        told.append("migration: the steps of the schema are not as they were recorded.")
    last = db.execute("SELECT max(id) FROM observation").fetchone()[0]
    fact = db.execute("SELECT max(id) FROM fact").fetchone()[0]
    if (last or 0) == copy.observation and (fact or 0) != copy.fact:
        told.append(f"fact {fact or 0}: the last one was recorded as number {copy.fact}.")
    return told
