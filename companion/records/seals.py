"""Seals: checksums that show whether a journal still holds what was written into it.

Every observation (with its facts) and every match carries a digest of its own content. What the
last ones are also stands in a small file beside the journal, written after each commit: SQLite
takes a log that was cut or damaged for a shorter one, and only that file knows how far it went.
Between a commit and its seal the journal is one step ahead, never behind: a kill there is no
damage.

The file has two lines, written in turn, each with a checksum: a torn one leaves the other. Behind
them stands a copy of what the journal holds once only, see `copies`.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, Self

ENDING: Final = "-seal"
"""Added to the journal's name."""

_LINE: Final = 256
"""Bytes of each of the two lines; less than a disk's sector, so that one is written whole."""

COPY_AT: Final = 2 * _LINE
"""Where behind the two lines a copy of what has no other stands, see `copies`."""

_TITLE: Final = "companion-seal-1"

_FACTS: Final = (
    "SELECT o.id, o.match, o.t, o.board, o.wire, o.seal, f.name, f.body FROM observation o"
    " LEFT JOIN fact f ON f.observation = o.id {} ORDER BY o.id, f.id"
)
MATCH: Final = "SELECT id, begun, ended, completed, settings, elapsed, state, thrown{} FROM match"


FactRow = tuple[int, str, str]
"""A fact's id, name and body."""


def side_file(path: Path, ending: str) -> Path:
    """The file of that ending beside a journal."""
    return path.with_name(path.name + ending)


def is_filled(path: Path) -> bool:
    """Whether a file is there with anything in it."""
    return path.exists() and path.stat().st_size > 0


def digest(*content: object) -> bytes:
    """The seal of a row's content: numbers, texts, None and lists of them. Raises `TypeError`."""
    text = json.dumps(content, allow_nan=False)
    return blake2b(text.encode(), digest_size=16).digest()


def observation_seal(row: tuple[object, ...], facts: list[tuple[str, str]]) -> bytes:
    """Of an observation (id, match, t, board, wire) and its facts (name, body) in order."""
    return digest(*row, [list(fact) for fact in facts])


def seal_match(db: sqlite3.Connection, match: int) -> None:
    """Write a match's seal anew, after its row was changed."""
    for row in db.execute(MATCH.format("") + " WHERE id = ?", (match,)).fetchall():
        db.execute("UPDATE match SET seal = ? WHERE id = ?", (digest(*row), match))


def seal_all(db: sqlite3.Connection) -> None:
    """Seal every row as it is: those that an older companion wrote, or that were copied."""
    for row, facts, _ in list(_observations(db, "", ())):
        seal = observation_seal(row, facts)
        db.execute("UPDATE observation SET seal = ? WHERE id = ?", (seal, row[0]))
    for (match,) in db.execute("SELECT id FROM match").fetchall():
        seal_match(db, match)


def _observations(
    db: sqlite3.Connection, where: str, given: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], list[tuple[str, str]], object]]:
    """Each observation's row, its facts and its seal."""
    rows = db.execute(_FACTS.format(where), given)
    for key, group in groupby(rows, key=lambda row: row[:6]):
        facts = [(name, body) for *_, name, body in group if name is not None or body is not None]
        yield key[:5], facts, key[5]


def whole_facts(
    db: sqlite3.Connection, observation: int, scan: Callable[[], dict[int, list[FactRow]]]
) -> list[FactRow] | None:
    """The facts of an observation where all of it is as it was written, else None.

    scan -- all facts by observation, asked for where no index finds them.
    """
    query = "SELECT id, match, t, board, wire, seal FROM observation WHERE id = ?"
    try:
        *row, seal = db.execute(query, (observation,)).fetchone()
    except (sqlite3.Error, TypeError):
        return None
    query = "SELECT id, name, body FROM fact WHERE observation = ? ORDER BY id"
    with suppress(sqlite3.Error):
        found = db.execute(query, (observation,)).fetchall()
        if fits(seal, *row, [fact[1:] for fact in found]):
            return found
    found = scan().get(observation, [])
    return found if fits(seal, *row, [fact[1:] for fact in found]) else None


def broken_observations(db: sqlite3.Connection, where: str = "", *given: object) -> Iterator[int]:
    """The numbers of observations that are not as they were written; where -- which, as SQL."""
    for row, facts, seal in _observations(db, where and f"WHERE {where}", given):
        if not fits(seal, *row, [list(fact) for fact in facts]):
            yield _as_number(row[0])


def broken_matches(db: sqlite3.Connection, where: str = "TRUE") -> Iterator[int]:
    """The numbers of matches whose rows are not as they were written; where -- which, as SQL."""
    for *row, seal in db.execute(MATCH.format(", seal") + f" WHERE {where} ORDER BY id"):
        if not fits(seal, *row):
            yield _as_number(row[0])


def fits(seal: object, *content: object) -> bool:
    """Whether content is what was sealed so."""
    try:
        return seal == digest(*content)
    except (TypeError, ValueError):  # bytes where a text was, or a number that is none
        return False


# --- the file beside the journal -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seal:
    """How far a journal went.

    journal -- when it was made, which tells it from another one; schema -- of its tables; match,
    observation -- the last ones' numbers, 0 for none; content, state -- the seals of the last
    observation and of the open match, as hexadecimal text, `-` for none.
    """

    journal: str
    schema: int
    match: int
    observation: int
    content: str
    state: str

    @classmethod
    def of(cls, db: sqlite3.Connection) -> Self:
        """The seal of what the journal holds now. Raises `sqlite3.Error`, also for bad numbers."""
        journal = db.execute("SELECT applied FROM migration ORDER BY name LIMIT 1").fetchone()
        match = db.execute("SELECT max(id) FROM match").fetchone()[0]
        last = db.execute("SELECT id, seal FROM observation ORDER BY id DESC LIMIT 1").fetchone()
        state = db.execute("SELECT seal FROM match WHERE ended IS NULL").fetchone()
        return cls(
            "".join(str(journal[0] if journal else "").split()) or "-",
            db.execute("PRAGMA user_version").fetchone()[0],
            _as_number(match or 0),
            _as_number(last[0] if last else 0),
            _hex(last[1] if last else None),
            _hex(state[0] if state else None),
        )

    def line(self) -> bytes:
        """The seal as a line of the file."""
        fields = (self.journal, self.schema, self.match, self.observation)
        text = " ".join((_TITLE, *map(str, fields), self.content, self.state)).encode()
        return (b"%s %08X" % (text, zlib.crc32(text))).ljust(_LINE - 1) + b"\n"


def _as_number(value: object) -> int:
    if not isinstance(value, int):
        raise sqlite3.DatabaseError("A row's number is none.")
    return value


def _hex(seal: object) -> str:
    return seal.hex() if isinstance(seal, bytes) else "-"


def _read_line(line: bytes) -> Seal | None:
    text, _, check = line.strip().rpartition(b" ")
    fields = text.decode("ascii", "replace").split(" ")
    if check != b"%08X" % zlib.crc32(text) or len(fields) != 7 or fields[0] != _TITLE:
        return None
    numbers = int(fields[2]), int(fields[3]), int(fields[4])
    return Seal(fields[1], *numbers, fields[5], fields[6])


def read_seal(path: Path) -> Seal | None:
    """The newest seal of a journal's file; None where there is none that can be read."""
    try:
        data = side_file(path, ENDING).read_bytes()[: 2 * _LINE]
    except OSError:
        return None
    found = [_read_line(data[at : at + _LINE]) for at in (0, _LINE)]
    return max((s for s in found if s), key=_age, default=None)


def _age(seal: Seal) -> tuple[int, int, bool]:
    """A number that grows from seal to seal; where it is equal, only a match has ended."""
    return seal.observation, seal.match, seal.state == "-"


def is_there(path: Path) -> bool:
    """Whether a journal's seal has a file with anything in it."""
    return is_filled(side_file(path, ENDING))


def unsealed(db: sqlite3.Connection, path: Path) -> str | None:
    """Why nobody knows how far a journal went; None where its seal tells, or nothing is in it.

    path -- of the journal; its rows have seals of their own.
    """
    if db.execute("SELECT 1 FROM match LIMIT 1").fetchone() is None:
        return None
    seal = read_seal(path)
    if seal is None:
        return "its seal cannot be read" if is_there(path) else "its seal is missing"
    return None if seal.journal == Seal.of(db).journal else "its seal is another journal's"


def missing(db: sqlite3.Connection, seal: Seal | None) -> tuple[int, int] | None:
    """What a journal lacks of what its seal says: the last observation there and the last sealed.

    None where nothing lacks. The same number twice: the last one, or the match, is another.
    """
    there = Seal.of(db)
    if seal is None or seal.journal != there.journal:
        return None  # see `unsealed`
    pair = there.observation, seal.observation
    if there.observation < seal.observation or there.match < seal.match:
        return pair
    query = "SELECT seal FROM observation WHERE id = ?"
    sealed = db.execute(query, (seal.observation,)).fetchone()
    if _hex(sealed[0] if sealed else None) != seal.content:
        return pair
    if (there.observation, there.match) == (seal.observation, seal.match):
        return None if there.state in (seal.state, "-") else pair
    return None


_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
_sync = getattr(os, "fdatasync", os.fsync)
"""Only the content counts: where there is a call for that alone, it is the quicker one."""


class SealFile:
    """The file beside an open journal.

    A seal is written at once, which a kill cannot undo. The first one of a run is synced before
    anything else happens, so that a power cut leaves some seal; those after it in a thread of their
    own: nobody waits for what protects facts that are on the disk already. One that cannot be
    written costs nothing but its own protection; the next commit writes a newer one.
    """

    def __init__(self, journal: Path) -> None:
        self._path = side_file(journal, ENDING)
        self._file: int | None = None
        self._slot = 0
        self._last: Seal | None = None
        self._waiting: SimpleQueue[str] = SimpleQueue()
        self._thread: Thread | None = None

    def write(self, seal: Seal, copy: bytes = b"") -> None:
        """Put a seal into the file, in the place of the last but one, and a copy behind both."""
        if seal == self._last:
            return
        with suppress(OSError):
            first = self._file is None
            file = self._open(seal.journal) if self._file is None else self._file
            os.lseek(file, self._slot * _LINE, os.SEEK_SET)
            os.write(file, seal.line())
            os.lseek(file, COPY_AT, os.SEEK_SET)
            os.write(file, copy)
            self._slot, self._last = 1 - self._slot, seal
            if first:
                _sync(file)
            self._waiting.put("sync")

    def _open(self, journal: str) -> int:
        """Open the file, and find where not its newest seal stands; another journal's go."""
        self._file = file = os.open(self._path, _FLAGS, 0o644)
        data = os.read(file, 2 * _LINE)
        first, second = (_read_line(data[at : at + _LINE]) for at in (0, _LINE))
        if any(old is not None and old.journal != journal for old in (first, second)):
            os.ftruncate(file, 0)
        elif first is not None:
            self._slot = 1 if second is None or _age(first) > _age(second) else 0
        self._thread = Thread(target=self._sync, args=(file,), name="seal", daemon=True)
        self._thread.start()
        return file

    def _sync(self, file: int) -> None:
        """Sync what is written, once for all that waits, until the file is closed."""
        order = ""
        while order != "end":
            order = self._waiting.get()
            while order != "end" and not self._waiting.empty():
                order = self._waiting.get()
            with suppress(OSError):
                _sync(file)

    def close(self) -> None:
        """Close the file, synced."""
        if self._file is None or self._thread is None:
            return
        self._waiting.put("end")
        self._thread.join()
        os.close(self._file)
        self._file = self._thread = None
