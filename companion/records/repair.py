"""Looking at a journal without touching it, and copying what can be saved into a new one.

The file, and a log a kill left beside it, are copied to a place of their own first and read there.
Every row is read for itself, so that one that is damaged costs no other; an observation with its
facts is taken whole, as it was sealed, or not at all.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from companion.records import first_page
from companion.records.copies import differing
from companion.records.encoding import EncodingError, decode
from companion.records.journal import Journal
from companion.records.journal_file import COLUMNS, JournalError, lack_sentence
from companion.records.match_rows import MatchRows
from companion.records.reading import copied
from companion.records.salvage import Health, Row, as_text, check_pages, read_rows, table_info
from companion.records.seals import (
    ENDING,
    FactRow,
    Seal,
    broken_matches,
    is_filled,
    missing,
    read_seal,
    side_file,
    unsealed,
    whole_facts,
)
from companion.records.trace import TraceError, read_trace
from companion.referee.facts import Fact
from companion.referee.state import State


def check(path: str | Path) -> Health:
    """Read all of a journal. Raises `JournalError` where nothing of it can be read as one."""
    with _copy(Path(path)) as (db, health):
        for _ in _sound_rows(db, health):
            pass
    return health


def repair(path: str | Path, new: str | Path) -> Health:
    """Copy what can be saved into a new file; the health is the old one's.

    A match that was left unfinished stays so if its snapshot can be read, else it is broken off.
    Raises `JournalError`: nothing of the old can be read as a journal, the new one is there already
    or cannot be written.
    """
    if Path(new).exists():
        raise JournalError(f"{new} is there already. Name a file that is not.")
    with _copy(Path(path)) as (db, health), Journal.open(new) as journal:
        journal.fill(_sound_rows(db, health))
    return health


@contextmanager
def _copy(path: Path) -> Iterator[tuple[sqlite3.Connection, Health]]:
    """A copy of a journal, opened, and what is to be said of it before a row is read.

    A log that is another journal's, or an old one, makes more unreadable than it holds, and so does
    a damaged first page: of the journal with them and without them the one is taken of which more
    is whole. Raises `JournalError` for what is no database at all.
    """
    with copied(path) as copy:
        health, used = Health(), copy
        others = list(_others(copy))
        worth = _worth(copy, path) if others else _Worth(is_own=True, whole=0, is_clean=True)
        told: tuple[str, ...] = ()
        if not worth.is_clean:
            for other, why in others:
                found = _worth(other, path)
                known = found.whole > 0 or _FIRST_PAGE not in why
                if known and found[:2] > worth[:2]:
                    used, worth, told = other, found, why
        for sentence in told:
            health.complain(sentence)
        health.doubtful = _NO_LOG in told and not worth.is_clean
        with _opened(used, path) as db:
            yield db, health


_NO_LOG: Final = "Its log is left out: it is another one's, an old one or damaged."
_FIRST_PAGE: Final = (
    "The first page of the file is damaged; it is put in anew, nothing of it is lost."
)


def _others(copy: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Copies without parts that may do more harm than good, each with the reason."""
    has_log, has_page = is_filled(side_file(copy, "-wal")), first_page.is_as_made(copy)
    for log, page in ((False, True), (True, False), (False, False)):
        if (not log and not has_log) or (not page and has_page):
            continue
        other = copy.with_name(f"other-{log:d}{page:d}")
        for ending in (*([] if not log else ["-wal"]), ENDING, ""):
            if side_file(copy, ending).exists():
                shutil.copyfile(side_file(copy, ending), side_file(other, ending))
        if not page:
            first_page.restore(other)
        yield other, (() if log else (_NO_LOG,)) + (() if page else (_FIRST_PAGE,))


class _Worth(NamedTuple):
    """What a copy is worth: whether it is the journal that was sealed, its whole observations."""

    is_own: bool
    whole: int
    is_clean: bool


def _worth(copy: Path, path: Path) -> _Worth:
    sealed, health = read_seal(copy), Health()
    try:
        with _opened(copy, path) as db:
            own = sealed is not None and sealed.journal == Seal.of(db).journal
            whole = sum(table == "observation" for table, _ in _sound_rows(db, health))
            return _Worth(own, whole, not health.problems)
    except (JournalError, sqlite3.Error, UnicodeError):
        return _Worth(is_own=False, whole=-1, is_clean=False)


@contextmanager
def _opened(copy: Path, path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the journal at path as a database. Raises `JournalError` for what is none."""
    with copy.open("rb") as file:
        header = file.read(16)
    if header != b"SQLite format 3\0":
        raise JournalError(f"{path} is not a journal of the companion; nothing can be read.")
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            known = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        except (sqlite3.Error, UnicodeError):
            known = set()
        if not known.issuperset(COLUMNS):
            raise JournalError(f"{path} is not a journal, or nothing of it can be read.")
        yield db


def _sound_rows(db: sqlite3.Connection, health: Health) -> Iterator[tuple[str, Row]]:
    """Every row that can be read and means something, tables in order."""
    db.text_factory = as_text
    check_pages(db, health)
    sealed = "seal" in {row[1] for row in table_info(db, "observation")}
    seals = _Seals(db, health) if sealed else None
    kept: dict[str, set[int]] = {name: set() for name in (*COLUMNS, "open")}
    for table, read in _READERS.items():
        found = read_rows(db, table, health) if seals is None else seals.rows(table, kept)
        for row in found:
            try:
                row.setdefault("whole", seals is None or seals.fit(table, row["id"]))
                read(row, kept)
            except _OrphanError:
                health.lost += 1
                continue
            except (TypeError, ValueError, KeyError) as error:
                health.lost += 1
                reason = " ".join(str(error).split())[:200]
                health.complain(f"{table} {row.get('id')}: {reason or 'it cannot be read.'}")
                continue
            kept[table].add(row["id"])
            health.rows[table] += 1
            yield table, row


class _Seals:
    """What the seals of a journal say of its rows; complains of a lost end."""

    def __init__(self, db: sqlite3.Connection, health: Health) -> None:
        self._db = db
        self._health = health
        self._scan = cache(self._scanned)
        self._last_fact = 0
        self._path = path = Path(db.execute("PRAGMA database_list").fetchone()[2])
        why = None
        with suppress(sqlite3.Error):
            why = unsealed(db, path)
            if why is not None:
                health.doubtful = True
                health.complain(f"Nobody knows whether its end is whole: {why}.")
            lack = missing(db, read_seal(path))
            if lack is not None and not _is_row_alone(db, read_seal(path)):
                health.lost += max(1, lack[1] - lack[0])
                health.complain(f"Its end is lost: {lack_sentence(*lack)}.")
        with suppress(sqlite3.Error):
            for sentence in () if why else differing(db, path):
                health.complain(sentence)

    def rows(self, table: str, kept: dict[str, set[int]]) -> Iterator[Row]:
        """The rows of a table, as far as their seals tell what they were."""
        if table == "match":
            yield from MatchRows(self._db, self._path, self._health, self._whole)
        elif table == "observation":
            yield from read_rows(self._db, table, self._health)
        else:
            yield from self._facts(kept["observation"])

    def fit(self, table: str, number: int) -> bool:
        """Whether a row is as it was written; asked in order of the numbers."""
        if table != "observation":
            return True
        facts = self._whole(number)
        if facts is None or (facts and facts[0][0] <= self._last_fact):
            return False
        self._last_fact = facts[-1][0] if facts else self._last_fact
        return True

    def _facts(self, observations: set[int]) -> Iterator[Row]:
        """The facts of observations that are as they were written."""
        for observation in sorted(observations):
            for number, name, body in self._whole(observation) or ():
                yield {"id": number, "observation": observation, "name": name, "body": body}

    def _whole(self, observation: int) -> list[FactRow] | None:
        return whole_facts(self._db, observation, self._scan)

    def _scanned(self) -> dict[int, list[FactRow]]:
        """The facts that can be read, by observation, where their index cannot be used."""
        found: dict[int, list[FactRow]] = {}
        for row in read_rows(self._db, "fact", Health()):
            fact = row["id"], row["name"], row["body"]
            found.setdefault(row["observation"], []).append(fact)
        return found


def _is_row_alone(db: sqlite3.Connection, sealed: Seal | None) -> bool:
    """Whether all observations are there, and a match's row alone is not as it was sealed.

    That is told with the row.
    """
    there = Seal.of(db)
    if sealed is None or there.observation != sealed.observation or there.content != sealed.content:
        return False
    played = db.execute("SELECT max(match) FROM observation").fetchone()[0] or 0
    if there.match < sealed.match:
        return bool(played == sealed.match)
    return any(True for _ in broken_matches(db, "ended IS NULL"))


# --- what a row must be --------------------------------------------------------------------------


class _OrphanError(ValueError):
    """The row belongs to something that is lost, which was reported already."""


def _need(right: bool, why: str) -> None:  # noqa: FBT001 - a condition
    if not right:
        raise ValueError(why)


def _number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 1e12


def _match(row: Row, kept: dict[str, set[int]]) -> None:
    settings = json.loads(row["settings"])
    _need(isinstance(settings, dict), "its settings are none.")
    _need(isinstance(row["begun"], str), "its beginning is no time.")
    _need(_number(row["elapsed"]) and row["completed"] in (0, 1), "its figures are none.")
    _need(row["thrown"] is None or isinstance(row["thrown"], str), "its first throw is no time.")
    row["thrown"] = row["begun"] if row["thrown"] == "" else row["thrown"]
    usable = row["whole"] and _is_state(row["state"])
    if row["ended"] is None and (kept["open"] or not usable):
        row |= {"ended": row["begun"], "completed": 0, "state": None}
    _need(row["ended"] is None or isinstance(row["ended"], str), "its end is no time.")
    if row["ended"] is None:
        kept["open"].add(row["id"])


def _is_state(text: object) -> bool:
    """Whether a snapshot can be gone on with; none at all: nothing had happened yet."""
    if text is None:
        return True
    try:
        decode(State, text if isinstance(text, str) else "")
    except EncodingError:
        return False
    return True


def _observation(row: Row, kept: dict[str, set[int]]) -> None:
    _need(row["whole"], "it is not as it was recorded.")
    if row["match"] not in kept["match"]:
        raise _OrphanError
    _need(_number(row["t"]) and isinstance(row["board"], str), "time or board cannot be read.")
    try:
        read_trace(row["wire"])
    except (TraceError, AttributeError, TypeError):
        row["wire"] = ""  # the facts are worth keeping without what came over the line


def _fact(row: Row, kept: dict[str, set[int]]) -> None:
    if row["observation"] not in kept["observation"]:
        raise _OrphanError
    fact: Fact = decode(Fact, row["body"])
    _need(row["name"] == type(fact).__name__, "its name is another's.")


_READERS: Final[dict[str, Callable[[Row, dict[str, set[int]]], None]]] = {
    "match": _match,
    "observation": _observation,
    "fact": _fact,
}
