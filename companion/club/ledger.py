"""Which facts are new: each once and in order, table by table. Pure."""

from dataclasses import dataclass
from typing import Final

from companion.publishing.messages import Mark, Published

ASK_EVERY: Final = 1.0
"""Seconds at least between two times that a table is asked for the same."""


@dataclass(slots=True)
class _Known:
    """What is known of one table.

    has -- up to where; asked -- when the table was last asked for more.
    """

    journal: str
    has: int
    asked: float = -ASK_EVERY


class Ledger:
    """Up to where each table is known; `marks` say it at the start."""

    def __init__(self, marks: dict[str, Mark]) -> None:
        self._known = {name: _Known(mark.journal, mark.number) for name, mark in marks.items()}
        self._reached: dict[str, Mark] = {}
        self._late: dict[str, Mark] = {}

    def knows(self, name: str, journal: str) -> bool:
        """Return whether this is the journal that the table used last."""
        known = self._known.get(name)
        return known is not None and known.journal == journal

    def left_behind(self, name: str, told: Published, has: int) -> Mark | None:
        """Return the place from which a table must send its facts again; None if none is missing.

        has -- how many facts of that match are recorded.
        """
        if told.row.number != has + 1:
            return Mark(told.journal, has)
        known, previous = self._known.get(name), told.previous
        if known is None or previous is None or known.journal != previous.journal:
            return None
        return Mark(known.journal, known.has) if known.has < previous.number else None

    def change(self, name: str, journal: str, has: int) -> None:
        """A table tells of another journal, of which so much is recorded."""
        self._known[name] = _Known(journal, has)

    def reach(self, name: str, mark: Mark) -> None:
        """Note how far a table itself says it is."""
        self._reached[name] = mark

    def overdue(self) -> list[tuple[str, Mark]]:
        """The tables that were further than what is known of them the last time too: from where.

        So what was told before this club listened, and nothing follows, is asked for all the same.
        """
        behind = {}
        for name, reached in self._reached.items():
            known = self._known.get(name)
            has = known.has if known is not None and known.journal == reached.journal else 0
            if reached.journal and reached.number > has:
                behind[name] = Mark(reached.journal, has)
        late = [(name, mark) for name, mark in behind.items() if self._late.get(name) == mark]
        self._late = behind
        return late

    def drop(self, name: str) -> None:
        """Forget a name that has sent no fact."""
        self._reached.pop(name, None)

    def is_new(self, name: str, told: Published) -> bool:
        """Return whether a fact is the next one of its table; then it counts as known."""
        known = self._known[name]
        if told.row.number != known.has + 1:
            return False
        known.has += 1
        return True

    def misses(self, name: str, told: Published, now: float) -> Mark | None:
        """From where a table has to be asked to tell again, None where nothing is missing.

        now -- seconds; nobody is asked for the same again at once.
        """
        known = self._known[name]
        if told.row.number <= known.has or now - known.asked < ASK_EVERY:
            return None
        known.asked = now
        return Mark(known.journal, known.has)

    def forget(self, name: str, mark: Mark | None) -> None:
        """Go back to what is recorded of a table."""
        self._known.pop(name, None)
        if mark is not None:
            self.change(name, mark.journal, mark.number)

    def mark(self, name: str) -> Mark | None:
        """Up to where a table is known; None where it has told nothing yet."""
        known = self._known.get(name)
        return Mark(known.journal, known.has) if known is not None and known.journal else None
