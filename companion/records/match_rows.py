"""The match rows of a damaged journal, repaired wherever their old values can be found.

A match's row is the one row that other rows hang on: where it is lost, so is all that was played.
What it held is looked for in this order: a single flipped bit is found by the row's own seal; the
row of the match that was open has a copy beside the journal; the settings stand in the trace of the
match's first observation. What is told then is exactly what could not be found.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from companion.records.copies import Copy, read_copy
from companion.records.journal_file import COLUMNS
from companion.records.mending import one_bit
from companion.records.salvage import Health, Row, read_rows
from companion.records.seals import FactRow, digest, fits, read_seal
from companion.records.trace import TraceError, read_trace

_SETTINGS: Final = ("game", "options", "match_to", "own_length", "decider", "clock", "against")
"""What of an evening's settings, as the first entry of its trace has them, a match keeps."""

_THROWN: Final = ("Opening", "Roll", "GameEnds")


@dataclass
class MatchRows:
    """All rows of matches; whole -- the facts of an observation that is as it was recorded."""

    db: sqlite3.Connection
    path: Path
    health: Health
    whole: Callable[[int], list[FactRow] | None]

    def __iter__(self) -> Iterator[Row]:
        """Each row with `whole`: whether it is as it was recorded."""
        told = Health()
        found: dict[int, Row] = {}
        for row in read_rows(self.db, "match", told):
            mended = self._mended(row)
            if mended is not None:
                found[mended["id"]] = mended
        self.health.problems += told.problems
        strangers = self._named - found.keys()
        missing = sorted(self._observed.keys() - found.keys()) if strangers else []
        self.health.lost += max(0, told.lost - len(missing))
        for number in missing:
            rebuilt = self._rebuilt(number)
            if rebuilt is not None:
                found[number] = rebuilt
        yield from (found[number] for number in sorted(found))

    def _mended(self, row: Row) -> Row | None:
        """A row as it was recorded where that can be found, else what is left of it."""
        number, values = row["id"], [row[name] for name in COLUMNS["match"]]
        seal = self._seal(number)
        if fits(seal, *values):
            return row | {"whole": True}
        right = one_bit(values, seal)
        if right is not None:
            self._tell_mended(right[0], "one bit of its row was flipped, and is put right")
            return _row(right)
        copy = self._copy(number, seal)
        if copy is not None:
            self._tell_mended(number, "its row is damaged, and was found again beside the journal")
            return copy
        self.health.lost += 1
        if number not in self._named:
            self.health.complain(f"match {number}: its row is damaged, and nothing belongs to it.")
            return None
        return self._left(row)

    def _seal(self, number: int) -> object:
        """The seal of a match's row; None where it cannot be read."""
        with suppress(sqlite3.Error):
            for (seal,) in self.db.execute("SELECT seal FROM match WHERE id = ?", (number,)):
                return seal
        return None

    def _tell_mended(self, number: object, how: str) -> None:
        self.health.mended += 1
        self.health.complain(f"match {number}: {how}; nothing of it is lost.")

    def _left(self, row: Row) -> Row:
        """What is left of a damaged row, with the settings that its first observation tells."""
        number, open_ = row["id"], row["ended"] is None
        settings, own = self._settings(number), _as_settings(row["settings"])
        kept = "its times"
        if settings is not None:
            asked = "" if own is None else own.get("asked", "")
            row["settings"] = json.dumps(settings | {"asked": asked})
        elif own is not None:
            kept = "its settings and times"
        after = ", where it stood is lost, and it is broken off" if open_ else ""
        self.health.complain(
            f"match {number}: its row is damaged; {kept} are kept as they read{after}."
        )
        return row | {"whole": False}

    def _rebuilt(self, number: int) -> Row | None:
        """A row for observations that are whole and have none any more."""
        copy = self._copy(number, None)
        if copy is not None:
            self._tell_mended(number, "its row is lost, and was found again beside the journal")
            return copy
        self.health.lost += 1
        settings = self._settings(number)
        if settings is None:
            count = len(self._observed[number])
            self.health.complain(
                f"match {number}: its row is lost, and with it what was played, the game's name,"
                f" and {count} observations."
            )
            return None
        self.health.complain(
            f"match {number}: its row is lost; its settings were found in its first observation,"
            " when it was begun and where it stood is lost, and it is broken off."
        )
        thrown = "" if self._has(number, *_THROWN) else None
        done = self._has(number, "MatchEnds")
        text = json.dumps(settings | {"asked": ""})
        return _row([number, "", "", int(done), text, 0.0, None, thrown])

    # --- what tells what a row was ---------------------------------------------------------------

    @cached_property
    def _named(self) -> set[object]:
        """The matches that observations name, whole or not."""
        try:
            named = self.db.execute("SELECT DISTINCT match FROM observation NOT INDEXED")
            return {match for (match,) in named}
        except sqlite3.Error:
            return {row["match"] for row in read_rows(self.db, "observation", Health())}

    @cached_property
    def _observed(self) -> dict[int, list[int]]:
        """The whole observations of each match, in order."""
        found: dict[int, list[int]] = {}
        for row in read_rows(self.db, "observation", Health()):
            if isinstance(row["match"], int) and self.whole(row["id"]) is not None:
                found.setdefault(row["match"], []).append(row["id"])
        return found

    @cached_property
    def _side_copy(self) -> Copy | None:
        return read_copy(self.path)

    def _copy(self, number: int, seal: object) -> Row | None:
        """The row's copy beside the journal, where the last observation there is still its last.

        seal -- of the row, if there is one.
        """
        copy, sealed = self._side_copy, read_seal(self.path)
        if copy is None or copy.row is None or copy.row[0] != number:
            return None
        right = digest(*copy.row)
        if right != seal and (sealed is None or right.hex() != sealed.state):
            return None
        last = self._observed.get(number, [0])[-1]
        return _row(copy.row) if last == copy.observation else None

    def _settings(self, number: int) -> dict[str, Any] | None:
        """The settings of a match: those of the last start before its first observation ended.

        A match after another of the same evening has no start of its own.
        """
        observed = self._observed.get(number)
        if not observed:
            return None
        query = "SELECT board, wire FROM observation WHERE id = ?"
        for each in range(observed[0], 0, -1):
            if self.whole(each) is None:
                return None  # what was begun in it nobody knows
            board, wire = self.db.execute(query, (each,)).fetchone()
            if not board and not wire:
                return None  # it was not played here, but imported
            begun = _begun(wire)
            if begun is not None:
                return begun
        return None

    def _has(self, number: int, *names: str) -> bool:
        return any(
            fact[1] in names
            for observation in self._observed[number]
            for fact in self.whole(observation) or ()
        )


def _row(values: list[Any]) -> Row:
    return dict(zip(COLUMNS["match"], values, strict=True)) | {"whole": True}


def _begun(wire: object) -> dict[str, Any] | None:
    """The settings with which the companion was started last in this trace."""
    with suppress(TraceError):
        entries = read_trace(wire if isinstance(wire, str) else "")
        for entry in reversed(entries):
            found = _as_settings(entry.text) if entry.kind == "begin" else None
            if found is not None and set(_SETTINGS) <= found.keys():
                return {name: found[name] for name in _SETTINGS}
    return None


def _as_settings(text: object) -> dict[str, Any] | None:
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
