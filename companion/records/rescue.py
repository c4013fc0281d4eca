"""Opens a damaged journal for an evening, which goes on with the rows that are whole.

The damaged file, with its log and its seal, is put aside under another name, as it is. Nobody at a
table can mend a file, and a game on the board must go on.
"""

import os
import shutil
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from companion.records.encoding import decode
from companion.records.journal import Journal
from companion.records.journal_file import DamagedError, JournalError, UnsealedError
from companion.records.reading import ENDINGS
from companion.records.repair import repair
from companion.records.salvage import Health
from companion.records.seals import ENDING, Seal, read_seal, side_file
from companion.referee.state import State


@dataclass(frozen=True, slots=True)
class Loss:
    """What a damaged journal has lost.

    game -- `goes-on` (from the last that is whole), `lost` (it cannot be gone on with), `none` (no
    game was under way), `end-unknown` and `end-unknown-goes-on` (all that is there is whole, but
    its seal does not tell whether that is all; no game was under way, or one goes on), `unkept`
    (none could be made on a full disk, nothing is kept of this evening); aside --
    where the damaged file is kept, or would have been; told -- for who looks after it; whole --
    whatever was damaged is known all the same; at -- the number of the game that goes on, and of
    its turn, None where that has not begun.
    """

    game: str
    aside: Path
    told: str
    whole: bool = False
    at: tuple[int, int] | None = None


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
        return _gone_on_with(path, found)
    except OSError as error:
        raise JournalError(
            f"The journal {path} is damaged and cannot be put aside: {error.strerror}."
        ) from error


def _gone_on_with(path: Path, found: DamagedError) -> tuple[Journal, Loss]:
    """Put the damaged journal aside and what is whole of it in its place."""
    sealed = read_seal(path)
    new = path.with_name(path.name + ".new")
    for ending in ENDINGS:
        side_file(new, ending).unlink(missing_ok=True)
    try:
        health = repair(path, new)
    except JournalError:
        new.unlink(missing_ok=True)
        Journal.open(new).close()
        health = Health(problems=["Nothing of it can be read."])
    aside = _aside(path)
    for ending in ENDINGS:
        if side_file(path, ending).exists():
            _keep(side_file(path, ending), side_file(aside, ending))
    # A log must be gone before the new file comes: SQLite would take it for the new one's. The new
    # seal comes first: a kill between the two leaves a seal of another journal, told once more.
    for ending in ("-wal", "-journal"):
        side_file(path, ending).unlink(missing_ok=True)
    for ending in (ENDING, ""):
        if side_file(new, ending).exists():
            side_file(new, ending).replace(side_file(path, ending))
    journal = Journal.open(path)
    told = " ".join((str(found), f"It is kept as {aside}.", *health.problems[:3]))
    game = _game(journal, found, health, sealed)
    whole = bool(health.rows["match"]) and not health.lost and not health.doubtful
    return journal, Loss(game, aside, told, whole, _place(journal))


def _place(journal: Journal) -> tuple[int, int] | None:
    """The number of the game that goes on and of its turn."""
    saved = journal.unfinished()
    if saved is None or saved.state is None:
        return None
    state: State = decode(State, saved.state)
    return (state.match.number, state.turn) if state.turn else None


def _game(journal: Journal, found: DamagedError, health: Health, sealed: Seal | None) -> str:
    """What becomes of the game that was under way, see `Loss`."""
    saved = journal.unfinished()
    goes_on = saved is not None and saved.begun
    if isinstance(found, UnsealedError) and not health.lost:
        return "end-unknown-goes-on" if goes_on else "end-unknown"
    if goes_on:
        return "goes-on"
    return "lost" if sealed is not None and sealed.state != "-" else "none"


def _aside(path: Path) -> Path:
    """A name that is free."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return next(
        name for name in names if not any(side_file(name, ending).exists() for ending in ENDINGS)
    )


def _keep(source: Path, target: Path) -> None:
    """Give a file a second name; where the system has no such thing, copy it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
