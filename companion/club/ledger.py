"""Which facts are new: each once and in order, table by table. Pure."""

from dataclasses import dataclass
from typing import Final

from companion.club.messages import Mark, Told

ASK_EVERY: Final = 1.0
"""Seconds at least between two times that a table is asked for the same."""


@dataclass(slots=True)
class _Known:
    """What is known of one table. has -- up to where; asked -- when it was last asked for more."""

    journal: str
    has: int
    asked: float = -ASK_EVERY


class Ledger:
    """Up to where each table is known; `marks` say it at the start."""

    def __init__(self, marks: dict[str, Mark]) -> None:
        self._known = {name: _Known(mark.journal, mark.number) for name, mark in marks.items()}

    def knows(self, name: str, journal: str) -> bool:
        """Whether this is the journal that the table used last."""
        known = self._known.get(name)
        return known is not None and known.journal == journal

    def change(self, name: str, journal: str, has: int) -> None:
        """A table tells of another journal, of which so much is recorded."""
        self._known[name] = _Known(journal, has)

    def is_new(self, name: str, told: Told) -> bool:
        """Whether a fact is the next one of its table; then it counts as known."""
        known = self._known[name]
        if told.row.number <= known.has or told.after > known.has:
            return False
        known.has = told.row.number
        return True

    def misses(self, name: str, told: Told, now: float) -> Mark | None:
        """From where a table has to be asked to tell again, None where nothing is missing.

        now -- seconds; nobody is asked for the same again at once.
        """
        known = self._known[name]
        if told.after <= known.has or now - known.asked < ASK_EVERY:
            return None
        known.asked = now
        return Mark(known.journal, known.has)

    def mark(self, name: str) -> Mark | None:
        """Up to where a table is known; None where it has told nothing yet."""
        known = self._known.get(name)
        return Mark(known.journal, known.has) if known is not None and known.journal else None
