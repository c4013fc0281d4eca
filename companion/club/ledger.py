"""Tracks the facts received from each table, so that each is accepted once, in order. Pure."""

from dataclasses import dataclass
from typing import Final

from companion.publishing.messages import Mark, Published

ASK_EVERY: Final = 1.0
"""Minimum seconds between two requests to a table for missing facts."""


@dataclass(slots=True)
class _Known:
    """The state of one table.

    has -- the number of the last fact received; asked -- when missing facts were last requested
    """

    journal: str
    has: int
    asked: float = -ASK_EVERY


class Ledger:
    """Holds the last fact received from each table. marks -- the initial values."""

    def __init__(self, marks: dict[str, Mark]) -> None:
        self._known = {name: _Known(mark.journal, mark.number) for name, mark in marks.items()}
        self._reached: dict[str, Mark] = {}
        self._late: dict[str, Mark] = {}

    def knows(self, name: str, journal: str) -> bool:
        """Return whether this is the journal last received from the table."""
        known = self._known.get(name)
        return known is not None and known.journal == journal

    def left_behind(self, name: str, published: Published, has: int) -> Mark | None:
        """Return the mark after which a table must resend its facts, None if none is missing.

        has -- the number of facts recorded from this journal
        """
        if published.row.number != has + 1:
            return Mark(published.journal, has)
        known, previous = self._known.get(name), published.previous
        if known is None or previous is None or known.journal != previous.journal:
            return None
        return Mark(known.journal, known.has) if known.has < previous.number else None

    def change(self, name: str, journal: str, has: int) -> None:
        """Switch a table to another journal, of which `has` facts are recorded."""
        self._known[name] = _Known(journal, has)

    def reach(self, name: str, mark: Mark) -> None:
        """Store the mark of the last fact that a table reports to have."""
        self._reached[name] = mark

    def overdue(self) -> list[tuple[str, Mark]]:
        """Return the tables that lack the same facts as at the last call, with the mark of each.

        So facts sent before the club connected are requested even if no new fact follows.
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

    def is_new(self, name: str, published: Published) -> bool:
        """Return whether a fact is the next one of its table, and if so count it as received."""
        known = self._known[name]
        if published.row.number != known.has + 1:
            return False
        known.has += 1
        return True

    def misses(self, name: str, published: Published, now: float) -> Mark | None:
        """Return the mark after which a table must resend its facts, or None.

        The result is None if no fact is missing or the last request is less than `ASK_EVERY` ago.
        now -- seconds
        """
        known = self._known[name]
        if published.row.number <= known.has or now - known.asked < ASK_EVERY:
            return None
        known.asked = now
        return Mark(known.journal, known.has)

    def forget(self, name: str, mark: Mark | None) -> None:
        """Reset a table to the mark that is recorded, None if nothing is."""
        self._known.pop(name, None)
        if mark is not None:
            self.change(name, mark.journal, mark.number)

    def mark(self, name: str) -> Mark | None:
        """Return the mark of the last fact received from a table, None if there is none."""
        known = self._known.get(name)
        return Mark(known.journal, known.has) if known is not None and known.journal else None
