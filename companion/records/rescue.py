"""Opening a journal for an evening although it is damaged: what is whole of it goes on.

The damaged file, with its log and its seal, is put aside under another name, as it is. Nobody at a
table can mend a file, and a game on the board must go on.
"""

import os
import shutil
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from companion.records.journal import Journal
from companion.records.journal_file import DamagedError, JournalError
from companion.records.reading import ENDINGS, beside
from companion.records.repair import Health, repair
from companion.records.seals import read_seal


@dataclass(frozen=True, slots=True)
class Loss:
    """What a damaged journal has lost.

    game -- `goes-on` (from the last that is whole), `lost` (it cannot be gone on with), `none` (no
    game was under way); aside -- where the damaged file is kept; told -- for who looks after it.
    """

    game: str
    aside: Path
    told: str


def open_whole(path: str | Path) -> tuple[Journal, Loss | None]:
    """Open a journal; a damaged one is put aside, and what can be trusted of it is gone on with.

    Raises `JournalError` where there is no way to go on.
    """
    path = Path(path)
    try:
        return Journal.open(path), None
    except DamagedError as error:
        found = error
    try:
        return _gone_on_with(path, str(found))
    except OSError as error:
        raise JournalError(
            f"The journal {path} is damaged and cannot be put aside: {error.strerror}."
        ) from error


def _gone_on_with(path: Path, why: str) -> tuple[Journal, Loss]:
    """Put the damaged journal aside and what is whole of it in its place."""
    sealed = read_seal(path)
    new = path.with_name(path.name + ".new")
    for ending in ENDINGS:
        beside(new, ending).unlink(missing_ok=True)
    try:
        health = repair(path, new)
    except JournalError:
        new.unlink(missing_ok=True)
        Journal.open(new).close()
        health = Health(problems=["Nothing of it can be read."])
    aside = _aside(path)
    for ending in ENDINGS:
        if beside(path, ending).exists():
            _keep(beside(path, ending), beside(aside, ending))
    # A log must be gone before the new file comes: SQLite would take it for the new one's.
    for ending in ("-wal", "-journal"):
        beside(path, ending).unlink(missing_ok=True)
    new.replace(path)
    for old in (beside(new, ENDINGS[0]), beside(path, ENDINGS[0])):
        old.unlink(missing_ok=True)
    journal = Journal.open(path)
    saved = journal.unfinished()
    game = "goes-on" if saved is not None and saved.begun else "none"
    if game == "none" and sealed is not None and sealed.state != "-":
        game = "lost"
    told = " ".join((why, f"It is kept as {aside}.", *health.problems[:3]))
    return journal, Loss(game, aside, told)


def _aside(path: Path) -> Path:
    """A name that is free."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _keep(source: Path, target: Path) -> None:
    """Give a file a second name; where the system has no such thing, copy it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
